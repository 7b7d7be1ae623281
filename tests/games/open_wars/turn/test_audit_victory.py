"""Victory where somebody has left, and games told from the first die to the last."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine import play
from app.engine.dice import GivenDice
from app.engine.system import Setup
from app.engine.types import Action, Seat
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.turn import victory
from tests.games.open_wars.table import a_position, rules_of
from tests.support.random_play import registry

THREE = {"a": "orcs", "b": "elves", "c": "dwarves"}


@pytest.mark.rule("OW-VIC-04", "OW-VIC-03", "OW-VIC-08")
@pytest.mark.parametrize("gone", [{"resigned": True}, {"eliminated": True}])
def test_points_of_a_side_that_has_left_neither_win_nor_stand_in_the_way(gone):
    tokens = [("b", "elves.warrior", "A2", 1), ("c", "dwarves.guard", "B1", 1)]
    position = a_position(
        tokens, seats=THREE, scenario="arcanums_crown", turn=4, points={"a": 12, "b": 10, "c": 2}, phase="turn_end"
    )
    assert victory.conclusion(Field.of(position, rules_of(position)), position).side == "a"

    left = replace(position, seats={**position.seats, Seat("a"): replace(position.seats[Seat("a")], **gone)})
    for points in ({"a": 12, "b": 10, "c": 2}, {"a": 10, "b": 10, "c": 2}):
        now = replace(left, points=points)
        result = victory.conclusion(Field.of(now, rules_of(now)), now)

        assert (result.side, result.seats) == ("b", ("b",))


class Told:
    """A game played from its opening through the protocol, every die given."""

    def __init__(self, setup: Setup, *dice: int) -> None:
        self.system = registry()["open_wars"]
        given = GivenDice(dice)
        self.state = play.start(self.system, setup, given).state
        assert given.left_over == 0

    def do(self, seat: str, action: Action, *dice: int) -> Told:
        given = GivenDice(dice)
        done = play.step(self.system, self.state, Seat(seat), action, given)
        assert isinstance(done, play.Step), done
        assert given.left_over == 0
        assert list(self.system.problems(done.state)) == []
        self.state = done.state
        return self

    @property
    def asked(self) -> str:
        return "".join(self.system.to_act(self.state))

    def there(self, cell: str) -> dict[int, str]:
        return {n: token.unit for n, token in self.state.tokens.items() if token.cell == cell}


@pytest.mark.rule(
    "OW-GEN-02", "OW-TURN-01", "OW-VIC-04", "OW-COL-01", "OW-DICE-01", "OW-DICE-02", "OW-DICE-04", "OW-HIT-03"
)
def test_two_turns_at_the_bridge_die_by_die():
    game = Told(Setup("clash_at_the_bridge", ({}, {})), 6, 6, 1, 1)  # both armies are worth 10
    game.do("a", a.Move((1, 2), ("B1", "B2"))).do("a", a.Move((3,), ("B1", "B2")))
    game.do("a", a.Move((4, 5), ("A2", "B2"))).do("a", a.EndMovement())
    game.do("b", a.EndMovement(), 1, 2, 4, 3)  # turn 2: 3 against 7

    assert (game.state.turn, game.state.order, game.state.points) == (2, ("b", "a"), {"a": 1})
    assert [(seat.gold, seat.mana) for seat in game.state.seats.values()] == [(3, 0), (3, 0)]
    game.do("a", a.Recruit((Order("barbarians.lancer", 1, "B2"),)))
    game.do("b", a.Recruit((Order("orcs.axer", 1, "C3"),)))
    assert (game.state.tokens[11].seat, game.state.tokens[12].seat) == ("b", "a")
    assert [seat.gold for seat in game.state.seats.values()] == [2, 1]

    game.do("b", a.Move((8, 9, 11), ("C2", "B2"))).do("b", a.Move((6, 7), ("B3", "B2")))
    game.do("b", a.Move((10,), ("C2", "B2"))).do("b", a.EndMovement()).do("a", a.EndMovement())
    # the wolf rider: a hit that is not saved takes the newest of the cheapest
    game.do("b", a.Attack("B2", Seat("a")), 2, 3)
    assert 12 not in game.state.tokens
    # the berserkers: one hit, saved; then scout and axers tie, and tie again
    game.do("a", a.Attack("B2", Seat("b")), 3, 4, 6, 5, 5, 2, 4)
    game.do("a", a.Attack("B2", Seat("b")), 1, 2)  # the scout
    assert 7 not in game.state.tokens
    # three axers: two hits, one of them saved; then slynn and lancer tie
    game.do("b", a.Attack("B2", Seat("a")), 1, 2, 3, 4, 6, 6, 1)
    assert 2 not in game.state.tokens
    game.do("b", a.Attack("B2", Seat("a")), 6)
    game.do("a", a.Attack("B2", Seat("b")), 1, 1)

    assert game.there("B2") == {
        1: "barbarians.lancer",
        3: "barbarians.scout",
        4: "barbarians.berserker",
        5: "barbarians.berserker",
        8: "orcs.axer",
        9: "orcs.axer",
        10: "orcs.wolf_rider",
        11: "orcs.axer",
    }
    assert (game.state.turn, game.state.points, game.asked) == (3, {"a": 1}, "ab")
    # contested: nobody collects there, nobody recruits there
    assert [seat.gold for seat in game.state.seats.values()] == [2, 1]
    refusal = game.system.check(game.state, Seat("a"), a.Recruit((Order("barbarians.lancer", 1, "B2"),)))
    assert refusal is not None
    assert refusal.rule == "OW-REC-03"
