"""A whole game from its opening to its end, act by act, through the protocol every game keeps."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import play
from app.engine.dice import GivenDice
from app.engine.system import Setup
from app.engine.types import SPECTATOR, Seat, Viewer
from tests.support.random_play import registry


class Table:
    """A game played with actions as they are sent."""

    def __init__(self, scenario: str, seats: int, *dice: int) -> None:
        self.system = registry()["open_wars"]
        step = play.start(self.system, Setup(scenario, tuple({} for _ in range(seats))), GivenDice(dice))
        self.state: Any = step.state

    def do(self, seat: str, wire: dict[str, Any], *dice: int) -> Table:
        """Plays an act with these dice, all of them."""
        thrown = GivenDice(dice)
        action = play.decode_action(self.system, wire)
        step = play.step(self.system, self.state, Seat(seat), action, thrown)
        assert isinstance(step, play.Step), step
        assert thrown.left_over == 0
        self.state = play.fold(self.system, self.state, step.events)
        return self

    @property
    def asked(self) -> str:
        return "".join(self.system.to_act(self.state))

    def at(self, cell: str) -> list[str]:
        return sorted(token.unit for token in self.state.tokens.values() if token.cell == cell)


@pytest.mark.rule("OW-VIC-04", "OW-VIC-01", "OW-SET-03", "OW-SET-06", "OW-ACT-03", "OW-ACT-09", "OW-ACT-10")
def test_the_clash_at_the_bridge_is_won_by_who_holds_it():
    # both armies are worth 10: the Barbarians win the roll-off
    table = Table("clash_at_the_bridge", 2, 5, 5, 2, 3)
    assert table.asked == "a"
    assert table.at("C3") == ["orcs.axer", "orcs.axer", "orcs.slynn", "orcs.slynn", "orcs.wolf_rider"]

    # turn 1: the Lancers take the bridge, the Wolf Rider comes for them
    table.do("a", {"type": "move", "tokens": [1, 2], "path": ["B1", "B2"]}).do("a", {"type": "end_movement"})
    table.do("b", {"type": "move", "tokens": [10], "path": ["C2", "B2"]}).do("b", {"type": "end_movement"})
    # it has the higher initiative and misses; so does one Lancer; the other's hit is saved by the Bridge
    assert table.asked == "b"
    table.do("b", {"type": "attack", "cell": "B2", "seat": "a"}, 6)
    table.do("a", {"type": "attack", "cell": "B2", "seat": "b"}, 4, 1, 6, 1, 2, 3, 3)
    assert table.state.points == {}

    # turn 2: both collect from their towns and buy; the Berserkers come to help
    assert table.state.turn == 2
    assert table.asked == "ab"
    table.do("b", {"type": "recruit", "list": []})
    table.do("a", {"type": "recruit", "list": [{"unit": "barbarians.lancer", "city": "A1", "count": 2}]})
    assert table.asked == "b"
    table.do("b", {"type": "end_movement"})
    table.do("a", {"type": "move", "tokens": [4, 5], "path": ["A2", "B2"]}).do("a", {"type": "end_movement"})
    # the Wolf Rider sees it coming
    table.do("b", {"type": "retreat", "tokens": [10], "cell": "C2"})

    # the Barbarians are worth more now and hold the bridge at the end of turns 2, 3 and 4
    for turn in (3, 4):
        assert table.state.turn == turn
        table.do("a", {"type": "recruit"}).do("b", {"type": "recruit"})
        table.do("a", {"type": "end_movement"}).do("b", {"type": "end_movement"})

    outcome = table.system.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("a",), "control_points")
    assert table.state.points == {"a": 3}
    assert table.asked == ""
    assert table.system.scene(table.system.view(table.state, Viewer(SPECTATOR))).ending is not None
