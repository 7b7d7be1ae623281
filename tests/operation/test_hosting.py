"""The files for hosting, as far as they can be read: they fit the app, the image and one another."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from app.settings import Settings
from app.web.wire.headers import ONLY_HTTPS
from tests.support.server import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "docker-compose.yml").read_text("utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
SETTINGS = (ROOT / "app" / "settings.py").read_text("utf-8")
OF_PYTHON = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}


def service(name: str) -> str:
    """The lines of a service of docker-compose.yml."""
    found = re.search(rf"^  {name}:\n((?:    .*\n|\n)+)", COMPOSE, re.MULTILINE)
    assert found is not None, name
    return found[1]


def environment(name: str) -> dict[str, str]:
    """The variables that a service is given."""
    found = re.search(r"^    environment:\n((?:      .*\n)+)", service(name), re.MULTILINE)
    assert found is not None
    lines = (line.strip() for line in found[1].splitlines())
    return dict(line.split(": ", 1) for line in lines if not line.startswith("#"))


def copied() -> list[str]:
    """What the image takes from the checkout."""
    lines = [line.split()[1:] for line in DOCKERFILE.splitlines() if line.startswith("COPY ")]
    return [source for words in lines if not words[0].startswith("--from") for source in words[:-1]]


def test_the_image_is_built_in_stages_and_runs_without_rights() -> None:
    stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    last = DOCKERFILE.rpartition("\nFROM ")[2]

    assert len(stages) == 2
    users = re.findall(r"^USER (\S+)", last, re.MULTILINE)
    assert users == ["tapete"]
    assert "useradd --system" in last
    assert last.index("USER ") < last.index("\nCMD ")
    assert "HEALTHCHECK" in last
    assert "/readyz" in last
    assert "STOPSIGNAL SIGTERM" in last


def test_every_image_is_named_with_its_version() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) + re.findall(r"image: (\S+)", COMPOSE)

    assert len(images) == 5
    for image in images:
        assert re.search(r":\w*\d", image), image
        assert "latest" not in image


def test_what_the_image_copies_is_there_and_let_in() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    let_in = [line[1:] for line in ignored if line.startswith("!")]

    assert ignored[0] == "*"
    assert set(copied()) == set(let_in)
    for name in copied():
        assert (ROOT / name).exists(), name


def test_the_image_has_every_package_that_the_app_needs() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8").partition("dependencies = [")[2].partition("\n]")[0]
    names = re.findall(r'"([a-z0-9-]+)', project)
    locked = (ROOT / "requirements-image.lock").read_text("utf-8")

    assert "fastapi" in names
    for name in names:
        assert re.search(rf"^{name}==", locked, re.MULTILINE), name
    assert "pgserver" not in locked


@pytest.mark.parametrize("given", [DOCKERFILE.partition("ENV ")[2].partition("\n")[0]])
def test_the_image_sets_only_what_the_app_reads(given: str) -> None:
    names = {pair.partition("=")[0] for pair in given.split()}

    assert names > OF_PYTHON
    for name in names - OF_PYTHON:
        assert f'"{name}"' in SETTINGS, name


def test_compose_gives_the_app_only_settings_that_it_can_use() -> None:
    given = environment("app")

    assert {"DATABASE_URL", "WORKERS", "LIMITS", "FORWARDED_ALLOW_IPS"} <= given.keys()
    for name in given:
        assert f'"{name}"' in SETTINGS, name
    defaults = {name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for name, value in given.items()}
    settings = Settings.from_environment(defaults)
    assert settings.database_url == "postgresql://tapete:tapete@database:5432/tapete"
    assert settings.log_format == "json"
    assert f"ipv4_address: {settings.trusted_proxies}\n" in service("proxy")


def test_compose_starts_postgresql_18_and_the_app_and_tls_only_when_asked() -> None:
    assert "image: postgres:18\n" in service("database")
    assert "condition: service_healthy" in service("app")
    assert "profiles" not in service("app") + service("database")
    assert "profiles: [tls]" in service("proxy")
    assert "reverse_proxy app:8000" in COMPOSE
    assert int(re.findall(r"stop_grace_period: (\d+)s", service("app"))[0]) > 10
    for word in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert word in service("app")
    assert "/tmp/.X11" not in COMPOSE
    assert "docker.sock" not in COMPOSE


def test_the_proxy_of_compose_says_itself_that_the_host_is_asked_over_https_alone() -> None:
    assert f"      \theader ?Strict-Transport-Security {ONLY_HTTPS[1]}\n" in COMPOSE


def test_the_guide_names_every_setting_and_nothing_else() -> None:
    table = HOSTING.partition("| variable |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`([A-Z_]+)`", table.replace("| `default`", "")))
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', SETTINGS)) - {"TAPETE_SYSTEMS"}

    assert named == read


def test_the_guide_names_every_metric_and_nothing_else() -> None:
    named = set(re.findall(r"`(tapete_\w+?)(?:_total)?(?:\{[\w,]+\})?`", HOSTING))
    written = "".join((ROOT / "app" / name).read_text("utf-8") for name in ("main.py", "web/wire/metrics.py"))
    counted = set(re.findall(r'"(tapete_\w+)"', written)) - {"tapete_meters"}

    assert named == counted


@pytest.mark.parametrize(
    "manual", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"], ids=lambda path: path.name
)
def test_links_between_the_manuals_lead_somewhere(manual: Path) -> None:
    text = manual.read_text("utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        name, _, heading = target.partition("#")
        aimed = manual.parent / name if name else manual
        assert aimed.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", aimed.read_text("utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}, target


def test_every_manual_can_be_found_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for manual in (ROOT / "docs").glob("*.md"):
        assert fnmatch(readme, f"*](docs/{manual.name}*"), manual.name
