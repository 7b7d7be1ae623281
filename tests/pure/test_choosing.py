"""How a run is put together: what goes to one worker, and what of the tests is left out when only some are asked for."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from tests.support.chosen import LONG_FIRST, Shared, wanted

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("test", "together"),
    [
        ("tests/pure/boards/test_plane.py::test_length[a-b]", "tests/pure/boards/test_plane.py"),
        ("tests/contract/test_about.py::test_told[open_wars]", "tests/contract/test_about.py open_wars"),
        ("tests/contract/test_contract.py::test_end[masks-ball-2]", "tests/contract/test_contract.py masks"),
        ("tests/contract/test_strategies.py::test_end[0-pebbles-open-2]", "tests/contract/test_strategies.py pebbles"),
        ("tests/contract/test_strategies.py::test_secrets", "tests/contract/test_strategies.py "),
    ],
)
def test_a_file_goes_to_one_worker_and_what_is_about_every_game_to_one_for_each_game(test: str, together: str) -> None:
    assert Shared._split_scope(Shared.__new__(Shared), test) == together


class Worker:
    """A worker, and what it was told to run."""

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.told: list[int] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        """Notes what it was told."""
        self.told.extend(numbers)


def test_every_other_worker_begins_with_what_waits() -> None:
    tests = [f"tests/{each}.py::test_it" for each in ("browser/test_a", "browser/test_b", "operation/test_stop")]
    shared = Shared.__new__(Shared)
    shared.workqueue = OrderedDict((shared._split_scope(test), {test: False}) for test in tests)
    even, odd = Worker(0), Worker(1)
    shared.assigned_work = {}
    shared.registered_collections = cast(Any, {even: tests, odd: tests})

    for worker in (even, odd, odd):
        shared._assign_work_unit(cast(Any, worker))

    assert (even.told, odd.told) == ([0], [2, 1])


def test_every_folder_of_tests_has_its_place_in_the_order() -> None:
    folders = {path.relative_to(TESTS).parts[0] for path in TESTS.rglob("test_*.py")}

    assert folders == set(LONG_FIRST)


class Of(NamedTuple):
    """With what a test is called."""

    params: dict[str, object]


class Item(NamedTuple):
    """A test as it was collected."""

    nodeid: str
    fixturenames: tuple[str, ...] = ()
    callspec: Of = Of({})


def chosen(*items: Item, game: str | None = None, is_unserved: bool = False) -> list[str]:
    """The names of those that are left, in their order."""
    kept: Any = wanted(cast(Any, items), game, is_unserved=is_unserved)
    return [item.nodeid for item in kept]


def test_of_the_tests_of_every_game_those_of_one_are_chosen() -> None:
    masks, pebbles = (
        Item(f"tests/contract/test_about.py::test_told[{game}]", (), Of({"game": game}))
        for game in ("masks", "pebbles")
    )
    several, own = (
        Item("tests/contract/test_rules_named.py::test_named"),
        Item("tests/games/masks/test_ball.py::test_ball"),
    )

    assert chosen(masks, pebbles, several, own, game="masks") == [masks.nodeid, own.nodeid]
    assert chosen(masks, pebbles, several) == [masks.nodeid, pebbles.nodeid, several.nodeid]


@pytest.mark.parametrize("game", ["chess", ""])
def test_a_game_that_is_not_there_is_said_not_to_be(game: str) -> None:
    with pytest.raises(pytest.UsageError, match=r"expected one of .*masks"):
        chosen(game=game)


def test_what_needs_no_server_is_chosen_by_what_it_is_given() -> None:
    path = "tests/parts/rooms/room/test_acting.py::test_act"
    memory, real = (Item(f"{path}[{store}]", ("store",), Of({"store": store})) for store in ("memory", "postgres"))
    site = Item("tests/parts/web/api/test_hooks.py::test_called", ("site", "module_database_url", "databases"))
    game = Item("tests/contract/test_strategies.py::test_end[7]", ("seed",), Of({"seed": 7}))

    assert chosen(memory, real, site, game, is_unserved=True) == [memory.nodeid, game.nodeid]


def test_long_files_are_begun_first_and_each_folder_keeps_its_order() -> None:
    names = [
        "tests/pure/test_a.py::b",
        "tests/pure/test_a.py::a",
        "tests/browser/test_b.py::a",
        "tests/games/m/test_c.py::a",
    ]

    assert chosen(*map(Item, names)) == [names[2], names[3], names[0], names[1]]
