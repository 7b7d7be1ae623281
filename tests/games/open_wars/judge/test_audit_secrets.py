"""Secrets at the edges of a game: its end while a list is committed."""

from __future__ import annotations

import random

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.types import SPECTATOR, Seat, Viewer
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.position import actions as a
from tests.support.random_play import registry


@pytest.mark.rule("OW-HID-03", "OW-VIC-08", "OW-HID-07")
def test_a_list_that_was_never_revealed_lapses_with_the_game():
    system = registry()["open_wars"]
    dice = StreamDice(bytes(32), "audit")
    state = play.start(system, Setup("arcanums_crown", ({"faction": "orcs"}, {"faction": "elves"})), dice).state
    for seat, act in (("a", a.Muster((Order("orcs.axer", 3),))), ("b", a.Resign())):
        done = play.step(system, state, Seat(seat), act, dice)
        assert isinstance(done, play.Step)
        state = done.state

    assert state.result.seats == ("a",)
    assert state.seats[Seat("a")].orders is None
    assert list(system.problems(state)) == []
    for viewer in (Viewer("a"), Viewer("b"), SPECTATOR):
        assert system.resample(state, viewer, random.Random(1).randrange) is state
