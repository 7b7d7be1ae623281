"""Which windows a player is asked in without having said so: those about something of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.types import Seat
from app.rooms.values import strategies
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.choices.plans import survey
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Fallen, Position
from tests.games.open_wars.table import Game, a_position, fighting, moving, rich, when_acts
from tests.support.random_play import registry

pytestmark = pytest.mark.rule("OW-WIN-11")

A = Seat("a")
MOST_PROMPTS = 3
"""In a turn of seven, to whom has no spell for what is going on."""


def passes(game: Game, seat: str) -> bool:
    """Whether the page of a seat that is asked passes for it of itself."""
    assert game.asked == seat
    waivers = offers(game.moment, Seat(seat))[0].waivers
    assert waivers is not None
    return any(waiver.given for waiver in waivers)


def mages(**more: object) -> Position:
    """One that moves or fights, and the mage of another with a soldier two cards off."""
    tokens = [("a", "orcs.axer", "A1", 1), ("b", "barbarians.cleric", "C1", 1), ("b", "barbarians.lancer", "D1", 1)]
    return a_position([*tokens, ("a", "orcs.axer", "A3", 1)], seats={"a": "orcs", "b": "barbarians"}, **more)


def test_a_move_elsewhere_is_let_pass_and_one_upon_the_own_unit_is_not():
    assert passes(moving(mages()).do("a", a.Move((1,), ("B1",))), "b")
    near = a_position(
        [("a", "orcs.axer", "B1", 1), ("b", "barbarians.cleric", "C1", 1)], seats={"a": "orcs", "b": "barbarians"}
    )
    assert not passes(moving(near).do("a", a.Move((1,), ("C1",))), "b")


def test_no_reach_is_drawn_of_an_own_unit_that_may_only_respond():
    game = moving(mages())
    mover = survey(game.moment, A, "A1.a.orcs.axer")
    assert mover.overlays
    game.do("a", a.Move((1,), ("B1",)))
    assert not survey(game.moment, Seat("b"), "C1.b.barbarians.cleric").overlays


def test_whoever_could_only_hasten_a_unit_before_its_own_turn_is_not_asked():
    near = a_position(
        [("a", "orcs.axer", "B1", 1), ("b", "barbarians.cleric", "C1", 1)],
        seats={"a": "orcs", "b": "barbarians"},
        mana=2,
    )
    assert passes(moving(near).do("a", a.Move((1,), ("C1",))), "b")


def test_with_closed_reserves_no_prompt_depends_on_the_mana():
    found = set()
    for mana in (0, 2, 10):
        near = a_position(
            [("a", "orcs.axer", "B1", 1), ("b", "barbarians.cleric", "C1", 1)],
            seats={"a": "orcs", "b": "barbarians"},
            options={"open_reserves": False},
            mana=mana,
        )
        found.add(passes(moving(near).do("a", a.Move((1,), ("C1",))), "b"))
    assert found == {False}


def test_the_end_of_a_movement_asks_whom_it_leaves_beset():
    assert passes(moving(mages()).do("a", a.EndMovement()), "b")
    beset = [("a", "orcs.axer", "D1", 1), ("b", "barbarians.cleric", "C1", 1), ("b", "barbarians.lancer", "D1", 1)]
    game = moving(a_position(beset, seats={"a": "orcs", "b": "barbarians"}))
    assert not passes(game.do("a", a.EndMovement()), "b")


def test_a_fight_asks_who_is_in_it():
    tokens = [("a", "orcs.axer", "B1", 1), ("b", "barbarians.lancer", "B1", 2), ("b", "barbarians.cleric", "C1", 1)]
    game = fighting(a_position(tokens, seats={"a": "orcs", "b": "barbarians"})).run()
    assert not passes(game, "b")

    apart = [("a", "orcs.axer", "B1", 1), ("c", "elves.swordsman", "B1", 1), ("b", "barbarians.cleric", "C1", 1)]
    game = fighting(a_position(apart, seats={"a": "orcs", "b": "barbarians", "c": "elves"})).run()
    assert passes(game, "b")


def test_a_shield_is_no_reason_to_ask_once_nobody_can_attack():
    tokens = [("a", "elves.archer", "B1", 1), ("b", "barbarians.cleric", "C1", 1)]
    threatened = fighting(a_position(tokens, seats={"a": "elves", "b": "barbarians"}, mana=2), "ranged").run()
    assert not passes(threatened.do("a", a.ChooseSite("B1", "ranged")), "b")

    shooting = [("a", "orcs.axer", "B1", 1), ("b", "barbarians.hunter", "C1", 1), ("b", "barbarians.cleric", "C1", 1)]
    assert passes(fighting(a_position(shooting, seats={"a": "orcs", "b": "barbarians"}, mana=2), "ranged").run(), "b")


def test_a_spell_of_another_is_always_asked_about():
    tokens = [("a", "orcs.shaman", "B1", 1), ("b", "barbarians.cleric", "C1", 1)]
    game = moving(a_position(tokens, seats={"a": "orcs", "b": "barbarians"}))
    game.do("a", a.Cast(1, "arcane_wind", Target(cell="B1", seat=A, unit="orcs.shaman")))
    assert not passes(game, "b")


@pytest.mark.parametrize(("die", "is_let_pass"), [(1, False), (6, True)])
def test_an_attack_asks_once_more_whom_it_hit(die: int, is_let_pass: bool):
    tokens = [
        ("a", "elves.swordsman", "B1", 1),
        ("b", "barbarians.lancer", "B1", 1),
        ("b", "barbarians.cleric", "C1", 1),
    ]
    position = a_position(tokens, seats={"a": "elves", "b": "barbarians"}, mana=4)
    game = when_acts(fighting(position).run(), "a", "elves.swordsman", "B1").do("a", a.Attack("B1", Seat("b")), die)
    assert passes(game, "b") is is_let_pass


def test_an_attack_on_others_asks_nobody_else_whatever_it_hit():
    tokens = [("a", "elves.swordsman", "B1", 1), ("c", "orcs.axer", "B1", 1), ("b", "barbarians.cleric", "C1", 1)]
    position = rich(a_position(tokens, seats={"a": "elves", "b": "barbarians", "c": "orcs"}), b=4)
    game = when_acts(fighting(position).run(), "a", "elves.swordsman", "B1").do("a", a.Attack("B1", Seat("c")), 1)
    assert passes(game, "b")


@pytest.mark.parametrize(("fallen", "is_let_pass"), [("b", False), ("a", True), ("", True)])
def test_the_end_of_a_turn_asks_who_has_lost_somebody(fallen: str, is_let_pass: bool):
    lost = tuple(
        Fallen(99, {"a": "elves.swordsman", "b": "barbarians.lancer"}[seat], Seat(seat), "B1") for seat in fallen
    )
    position = a_position(
        [("a", "elves.swordsman", "A1", 1), ("b", "barbarians.cleric", "C1", 1)],
        seats={"a": "elves", "b": "barbarians"},
        mana=4,
        phase="turn_end",
        frames=(f.TurnFrame("turn_end"),),
        fallen=lost,
    )
    assert passes(Game(position).run(), "b") is is_let_pass


def beset(state: Position) -> bool:
    """Whether an enemy stands with the first seat: then its Cleric has a use for spells."""
    cells = {token.cell for token in state.tokens.values() if token.seat == A}
    return any(token.seat != A and token.cell in cells for token in state.tokens.values())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_turn_of_seven_crowns_against_six_computers_asks_at_most_three_times(seed: int):
    system, dice = registry()["open_wars"], seed.to_bytes(32, "big")
    state = play.start(
        system, Setup("seven_crowns", ({"faction": "barbarians"}, *({},) * 6)), StreamDice(dice, "o")
    ).state
    opened: Counter[int] = Counter()  # by turn
    prompts: Counter[int] = Counter()
    for n in range(1000):
        seat, top = system.to_act(state)[0], state.frames[-1]
        if state.turn > 2:
            break
        world = strategies.world_for(system, state, seat, n)
        if seat == A and isinstance(top, f.WindowFrame):
            offer = system.offers(state, A)[0]
            action: object = offer.examples[0]
            opened[state.turn] += 1
            prompts[state.turn] += not beset(state) and not any(waiver.given for waiver in offer.waivers or ())
        elif seat == A and isinstance(top, f.MovementFrame):
            action = a.EndMovement()
        else:
            action = strategies.decide(system, world, seat, "greedy", n)
        step = play.step(system, state, seat, action, StreamDice(dice, str(n)))
        assert isinstance(step, play.Step)
        state = step.state
    assert state.turn > 2
    assert min(opened[1], opened[2]) > 20
    assert max(prompts[1], prompts[2]) <= MOST_PROMPTS
