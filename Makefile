# The same commands by hand and in CI. Python 3.11+ and make are all a fresh machine needs.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: run test quick game lint scripts format soak bench image fixtures known screenshots lock clean

run: $(VENV)/.run            ## the whole set-up, then the server; prints the address
	$(BIN)/python -m app serve

# Compiled modules are kept, for the tests start the server often.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --no-loadscope-reorder

# A test's assertions are rewritten where it is first read: once, and not by every worker at the same time.
$(VENV)/.read: $(wildcard $(foreach in,* */* */*/* */*/*/* */*/*/*/*,tests/$(in).py)) | $(VENV)/.dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -qq >/dev/null && touch $@ || true

test: $(VENV)/.dev $(VENV)/.read ## every test, on real PostgreSQL and in a real browser; tells the slowest, and when it took over 16.5 minutes: 9 for two games, 2.5 for each further one
	$(BIN)/python -m tests.support.browser --install
	$(PYTEST) --budget 990

quick: lint                  ## within a minute: lint, types, architecture, and what needs no server, no database and no browser
	$(PYTEST) --budget 60 --unserved -m "not long" tests/pure tests/parts/rooms tests/parts/web

game: $(VENV)/.dev           ## within a minute: G=id, the tests of one game and those of every game for it
	$(PYTEST) --budget 60 --game='$(G)' $(if $(G),$(wildcard tests/games/$(G))) tests/contract

lint: $(VENV)/.dev           ## format, lint and types, as CI runs them
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory scripts

# The compiler is a tool of development alone; package-lock.json says which, and npm keeps it in node_modules.
NPM_CI = npm ci --silent --no-audit --no-fund --ignore-scripts --fetch-retries=0 --fetch-timeout=20000
scripts:                     ## the types in static/js; left out where Node, or the compiler, is not to be had
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then \
		echo "types of the scripts: left out, there is no Node here"; \
	elif ! { [ node_modules/.package-lock.json -nt package-lock.json ] || $(NPM_CI) >/dev/null 2>&1; }; then \
		echo "types of the scripts: left out, npm could not install the compiler"; \
	else \
		node_modules/.bin/tsc --project tsconfig.json && echo "types of the scripts: no issues found"; \
	fi

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

soak: $(VENV)/.dev           ## all that every run looks at a part of; 10,000 random games, 10,000 actions under kills: too long for every run
	TAPETE_SOAK=1 $(PYTEST)
	TAPETE_SOAK=10000 $(BIN)/python -m pytest tests/contract tests/games tests/operation/test_kill.py -k "soak or random"

IMAGE_TOOLS = buildah podman runc catatonit mmdebstrap postgresql-15 caddy
image: $(VENV)/.dev          ## builds the image and runs it as compose does, without a Docker engine; root on Debian
	@[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null || \
		{ echo "make image needs root on Debian, whose packages stand in for other images" >&2; exit 1; }
	dpkg -s $(IMAGE_TOOLS) >/dev/null 2>&1 || { apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(IMAGE_TOOLS) >/dev/null; }
	$(BIN)/python -m tests.image

fixtures: $(VENV)/.dev       ## plays the kept games that are missing; never touches one that is there
	$(BIN)/python -m tests.support.exports

known: $(VENV)/.dev          ## picks anew what pushes have in common (static/js/table/known.js), after a change of drawings or a new game
	$(BIN)/python -m tests.support.known

bench: $(VENV)/.dev          ## measurements; never part of the tests
	$(BIN)/python -m benchmarks

# Debian keeps the module venv in a package of its own; root may install it, anybody else is told.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tapete needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
		  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null; } || \
		{ echo "This Python lacks the module venv; install it (Debian: apt install python3-venv)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --editable .
	touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --no-deps --editable .
	touch $@ $(VENV)/.run

screenshots: $(VENV)/.dev    ## pictures of every page and state, in screenshots/index.html; ONLY=part of a state's name
	$(BIN)/python -m tests.support.browser --install
	$(BIN)/python -m tests.screenshots $(ONLY)

UV_LOCK = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
lock:                        ## needs uv; writes the pinned requirements anew
	$(UV_LOCK) -o requirements-image.lock
	$(UV_LOCK) --extra embedded -o requirements.lock
	$(UV_LOCK) --extra embedded --extra dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
