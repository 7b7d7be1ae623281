"""Which tests a run is made of, in which order, and what of them goes to one worker together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.support.random_play import registry

SERVED: Final = frozenset({"databases", "seed", "browser"})
"""The fixtures with which a server, a database or a browser begins."""
LONG_FIRST: Final = ("browser", "operation", "parts", "contract", "games", "pure")
"""The folders in the order of how long their files take: what is short fills the gaps at the end."""
WAITING: Final = "operation"
"""The folder whose tests wait (for servers to begin, to stop, to come back) more than they compute."""


def add_options(parser: pytest.Parser) -> None:
    """What the Makefile says to choose tests."""
    group = parser.getgroup("tapete")
    group.addoption("--game", help="of the tests of every game those of this one")
    group.addoption("--unserved", action="store_true", help="leave out what needs a server, a database or a browser")


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves what was asked for in ``items``, the long files first. Raises ``pytest.UsageError`` where there is no such game."""
    kept = wanted(items, config.getoption("--game"), is_unserved=config.getoption("--unserved"))
    left_in = set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item not in left_in])
    items[:] = kept


def wanted(items: Sequence[pytest.Item], game: str | None, *, is_unserved: bool) -> list[pytest.Item]:
    """Those of the tests that were asked for, in the order in which they are begun. Raises ``pytest.UsageError``."""
    if game is not None and game not in registry():
        raise pytest.UsageError(f"--game: expected one of {', '.join(registry())}, found {game or 'none'}")
    kept = [item for item in items if _is_wanted(item, game, is_unserved)]
    return sorted(kept, key=lambda item: LONG_FIRST.index(_folder(item.nodeid)))


def _is_wanted(item: pytest.Item, game: str | None, is_unserved: bool) -> bool:
    if game is not None and _folder(item.nodeid) == "contract" and _game(item) != game:
        return False
    return not (is_unserved and _is_served(item))


def _is_served(item: pytest.Item) -> bool:
    given = _given(item)
    fixtures = SERVED & set(getattr(item, "fixturenames", ())) - set(given)  # what is given by name is no fixture
    return bool(fixtures) or given.get("store") == "postgres"


def _given(item: pytest.Item) -> dict[str, object]:
    """With what a test is called."""
    callspec = getattr(item, "callspec", None)
    return {} if callspec is None else dict(callspec.params)


def _game(item: pytest.Item) -> str:
    """The game that a test of every game is about; empty for one about several at once."""
    return str(_given(item).get("game", ""))


def _folder(nodeid: str) -> str:
    """``pure``, ``games``, ... : the part of the tests in which it stands."""
    return PurePosixPath(nodeid).parts[1]


class Shared(LoadScopeScheduling):
    """What of the tests goes to one worker together: a file, for it shares servers, databases and games that were played; of the
    files that are about every game what is about one."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        if _folder(nodeid) != "contract":
            return file
        return f"{file} {next((word for word in re.split(r'[][-]', test) if word in registry()), '')}"

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Every other worker first takes what waits, so that the processors are never all waited for, nor all waiting."""
        if int(node.gateway.id.removeprefix("gw")) % 2:
            first = next((scope for scope in self.workqueue if _folder(scope) == WAITING), None)
            if first is not None:
                self.workqueue.move_to_end(first, last=False)
        super()._assign_work_unit(node)
