"""What is offered is accepted, and what is accepted is offered."""

from __future__ import annotations

import random
from itertools import product

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.geometry import cells_of
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.choices.sample import sample
from app.systems.open_wars.magic.castable import EASIEST
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from tests.games.open_wars.table import Game, a_position, book, fighting, moving, when_acts

ROWS = (
    ("capital", "mountain", "water", "plains"),
    ("plains", "frozen_peaks", "forest", "iron_citadel"),
    ("desert", "plains", "plains", "capital"),
)
TOKENS = [
    ("a", "orcs.axer", "A1", 3),
    ("a", "orcs.shaman", "A1", 1),
    ("a", "orcs.wyvern_rider", "A2", 1),
    ("b", "elves.archer", "C3", 2),
    ("b", "elves.magician", "B1", 1),
]


def crowd(**more: object) -> Game:
    return moving(a_position(TOKENS, rows=ROWS, **more), rest="b")  # type: ignore[arg-type]


def offered(game: Game, seat: str) -> list[object]:
    return [example for offer in offers(game.moment, Seat(seat)) for example in offer.examples]


@pytest.mark.rule("OW-MOV-11")
def test_every_cell_that_any_path_reaches_is_offered_for_the_whole_stack():
    game = crowd()
    cells = cells_of(ROWS)
    moves = [action for action in offered(game, "a") if isinstance(action, a.Move)]

    for ref in (UnitRef("A1", Seat("a"), "orcs.axer"), UnitRef("A2", Seat("a"), "orcs.wyvern_rider")):
        ids = tuple(token.id for token in game.field.unit(ref))
        ways = [path for length in (1, 2, 3) for path in product(cells, repeat=length)]
        legal = {path[-1] for path in ways if game.check("a", a.Move(ids, path)) is None}
        assert {move.path[-1] for move in moves if move.tokens == ids} | {ref.cell} == legal | {ref.cell}


def test_offers_are_accepted_and_named_one_by_one():
    games = [
        crowd(),
        crowd().do("a", a.Move((1,), ("B1",))),
        fighting(a_position([("a", "orcs.axer", "B2", 3), ("b", "elves.swordsman", "B2", 2)])).run(),
    ]
    for game in games:
        for seat in game.asked:
            for offer in offers(game.moment, Seat(seat)):
                assert offer.examples
                assert len(offer.names) in (0, len(offer.examples))
                assert offer.picks is None or len(offer.picks) == len(offer.examples)
                assert all(game.check(seat, action) is None for action in offer.examples)


@pytest.mark.rule("OW-RET-05", "OW-INI-07", "OW-ACT-10")
def test_every_attack_and_every_size_of_retreat_is_offered():
    game = fighting(a_position([("a", "orcs.axer", "B2", 3), ("b", "elves.swordsman", "B2", 2)])).run()

    found = offered(game, "b")

    assert a.Attack("B2", Seat("a")) in found
    assert a.Hold() in found
    retreats = [action for action in found if isinstance(action, a.Retreat)]
    assert {len(action.tokens) for action in retreats} == {1, 2}
    assert {action.cell for action in retreats} == {"A2", "B1", "B3", "C2"}


@pytest.mark.rule("OW-WIN-11", "OW-ACT-06")
def test_passing_comes_first_and_may_be_given_beforehand():
    game = crowd().do("a", a.Move((1,), ("B1",)))
    first = offers(game.moment, Seat("b"))[0]

    assert first.examples == (a.Pass(),)
    assert first.waivers is not None
    keys = [waiver.key for waiver in first.waivers]
    assert len(set(keys)) == len(keys) > 2
    assert any("dispel" in key for key in keys)


@pytest.mark.rule("OW-HIT-04", "OW-PRM-01")
def test_every_token_that_may_take_a_hit_is_offered():
    position = a_position(
        [("a", "undead.zombie", "B2", 2), ("a", "undead.mummy", "B2", 1), ("b", "elves.swordsman", "B2", 2)],
        seats={"a": "undead", "b": "elves"},
    )
    game = fighting(position).run().do("b", a.Attack("B2", Seat("a")), 1, 6)

    assert offered(game, "a") == [a.AssignHit("undead.mummy", 3), a.AssignHit("undead.zombie", 2)]


def test_a_list_is_composed_of_what_may_be_bought():
    position = a_position([("a", "orcs.axer", "A1", 4), ("b", "elves.archer", "D3", 1)], rows=ROWS, gold=3)
    frames = (f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"), Seat("b"))))
    game = Game(replace(position, frames=frames, phase="recruit"))

    (offer,) = offers(game.moment, Seat("a"))

    assert offer.input == "list"
    assert offer.domain is not None
    assert {item.cost for item in offer.domain.items} <= {1, 2, 3}
    assert all(item.entry is not None and item.entry["city"] == "A1" for item in offer.domain.items)
    assert "orcs.axer" not in {item.entry["unit"] for item in offer.domain.items if item.entry}
    assert a.Recruit(()) in offer.examples
    assert len(offer.examples) > 3


@pytest.mark.parametrize(("gold", "cell"), [(0, "A1"), (9, "B2")])
def test_whoever_can_recruit_nothing_has_no_list_to_compose(gold: int, cell: str):
    position = a_position([("a", "orcs.axer", cell, 4), ("b", "elves.archer", "D3", 1)], rows=ROWS, gold=gold)
    frames = (f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"), Seat("b"))))
    game = Game(replace(position, frames=frames, phase="recruit"))

    (offer,) = offers(game.moment, Seat("a"))

    assert (offer.input, offer.domain, offer.examples) == ("button", None, (a.Recruit(()),))
    assert offer.about is not None


def by_itself(game: Game) -> bool:
    """Whether the page of the first seat gives the only answer there is without asking."""
    (offer,) = offers(game.moment, Seat("a"))
    return any(waiver.given for waiver in offer.waivers or ())


@pytest.mark.rule("OW-HID-02")
def test_what_has_one_answer_is_given_by_itself_unless_that_would_tell_of_reserves():
    frames = (f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"), Seat("b"))))
    for closed in (False, True):
        options = {"open_reserves": not closed}
        poor = a_position(TOKENS[:1], rows=ROWS, gold=0, options=options)
        assert by_itself(Game(replace(poor, frames=frames, phase="recruit"))) is not closed
        walled = a_position(
            [("a", "orcs.axer", "A1", 1)], rows=(("capital", "water"), ("water", "water")), options=options
        )
        assert by_itself(moving(walled)) is not closed


@pytest.mark.rule("OW-MOV-01")
def test_a_movement_in_which_somebody_moved_is_ended_by_its_player():
    rows = (("capital", "plains"), ("water", "water"))
    game = moving(a_position([("a", "orcs.axer", "A1", 1)], rows=rows))
    while moves := [each for each in offered(game, "a") if isinstance(each, a.Move)]:
        game.do("a", moves[0])

    assert not by_itself(game)


def test_nobody_else_is_offered_anything():
    game = crowd()

    assert offers(game.moment, Seat("b")) == ()
    assert sample(game.moment, Seat("b"), random.Random(1).randrange, lambda action: True) is None


@pytest.mark.rule("OW-SPELL-15", "OW-PRM-04", "OW-PRM-02")
def test_prompts_of_magic_are_offered_whole():
    tokens = [("a", "demons.sorcerer", "B2", 1), ("a", "demons.soldier", "B2", 3), ("b", "elves.warrior", "B2", 2)]
    position = a_position(tokens, seats={"a": "demons", "b": "elves"}, mana=2)
    poor = replace(position.seats[Seat("b")], mana=0)
    game = fighting(replace(position, seats={**position.seats, Seat("b"): poor})).run()
    assert a.Cast(1, "dark_pact") in offered(game, "a")

    game.do("a", a.Cast(1, "dark_pact"))
    soldiers = UnitRef("B2", Seat("a"), "demons.soldier")
    assert offered(game, "a") == [a.Pact(soldiers, 4), a.Pact()]
    game.do("a", a.Pact(soldiers, 4))
    found = offered(game, "a")
    assert a.Pass() in found
    assert all(action.free == "pact" for action in found if isinstance(action, a.Cast))
    assert {action.spell for action in found if isinstance(action, a.Cast)} >= {"purifying_flame", "mystic_shield"}


def test_random_play_tries_all_kinds_of_acts():
    game = crowd(mana=10)
    picks = random.Random(3).randrange
    tried = set()
    for _ in range(200):
        action = sample(game.moment, Seat("a"), picks, lambda action: game.check("a", action) is None)
        assert action is not None
        tried.add(type(action))
    assert tried == {a.Move, a.EndMovement, a.Cast}

    fight = fighting(a_position([("a", "orcs.axer", "B2", 3), ("b", "elves.swordsman", "B2", 2)])).run()
    when_acts(fight, "b", "elves.swordsman")
    tried = {type(sample(fight.moment, Seat("b"), picks, lambda x: fight.check("b", x) is None)) for _ in range(200)}
    assert tried == {a.Attack, a.Retreat, a.Hold}


def test_no_spell_costs_less_than_the_one_that_is_looked_at_first():
    spells = book().rules().spells

    assert spells[EASIEST].mana == min(spell.mana for spell in spells.values())
    assert spells[EASIEST].faction == "common"
