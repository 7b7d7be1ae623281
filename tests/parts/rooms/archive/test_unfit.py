"""What is a file's fault and what is ours: whatever stands in a file is refused in words, and no fault of the code passes for one
of the file."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest

from app.engine.system import GameSystem
from app.rooms.archive.export import BrokenExport, parse
from app.rooms.archive.importing import NewRoomOf, prepared
from app.rooms.archive.retrace import proved
from tests.parts.rooms import played
from tests.parts.rooms.forging import read, some, written
from tests.support.random_play import registry

MOST = 60
NEW = NewRoomOf("r1", bytes(32), datetime(2026, 1, 1, tzinfo=UTC))


class Faulty:
    """A game with a fault in one of its methods."""

    def __init__(self, system: GameSystem, name: str, fault: Exception) -> None:
        self._system, self._name, self._fault = system, name, fault

    def __getattr__(self, name: str) -> Any:
        if name == self._name:
            raise self._fault
        return getattr(self._system, name)


@pytest.mark.parametrize("fault", [AttributeError("ours"), AssertionError("ours"), TypeError("ours")])
@pytest.mark.parametrize("name", ["check", "outcome"])
def test_a_fault_of_the_rules_is_not_taken_for_one_of_the_file(name: str, fault: Exception) -> None:
    export = parse(played.saved("incidents"))
    system: Any = Faulty(registry()["pebbles"], name, fault)

    with pytest.raises(type(fault), match="ours"):
        proved(export, system)


@pytest.mark.parametrize("name", played.GAMES)
def test_whatever_stands_in_a_file_of_other_rules_is_told_or_refused_in_words(name: str) -> None:
    """Nothing there was judged: the game's own code is handed what its rules never led to."""
    lines = read(played.saved(name))
    lines[0]["rules_hash"] = "00" * 32
    system = registry()[lines[0]["game"]]
    prepared(system, written(lines), NEW)

    for forgery in some(lines, MOST):
        with suppress(BrokenExport):
            prepared(system, forgery.of(lines), NEW)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("export", {"options": []}),
        ("export", {"seats": ["a", "b"]}),
        ("proposal_made", {"n": "1"}),
        ("proposal_made", {"kind": None}),
        ("proposal_answered", {"n": None}),
        ("proposal_answered", {"kind": ["undo"]}),
        ("seat_claimed", {"seat": ["a"]}),
        ("seat_claimed", {"seat": {}, "contribution": "x"}),
        ("seat_replaced", {"seat": []}),
        ("time_up", {"side": ["A"]}),
        ("time_up", {"times": "1"}),
        ("forfeited", {"side": {}}),
    ],
)
def test_a_field_of_another_kind_is_refused_as_it_is_read(kind: str, change: dict[str, Any]) -> None:
    tried = 0
    for name in played.GAMES:
        lines = read(played.saved(name))
        line = next((line for line in lines if line["type"] == kind), None)
        if line is not None:
            line.update(change)
            tried += 1
            with pytest.raises(BrokenExport):
                proved(parse(written(lines)), registry()[lines[0]["game"]])
    assert tried
