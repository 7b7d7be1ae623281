"""The odds of an attack as a whole: worked out by hand, and compared with every roll of the dice there is."""

from __future__ import annotations

from fractions import Fraction as Of
from itertools import product

import pytest

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.choices.odds import Body, after, body_of, expected, hits_of, outlook, stack_of, tokens_in
from app.systems.open_wars.position import actions as a
from tests.games.open_wars.table import Game, a_position, fighting, mark, with_effects

ARCHER, SWORDSMAN, AXER = "elves.archer", "elves.swordsman", "orcs.axer"
ONE = {1: Of(1)}
TWO = {2: Of(1)}


def soldiers(*blows: int, **more: object) -> Body:
    """Tokens of one hit point that strike with these Attacks."""
    return Body(tuple((blow,) for blow in blows), **more)  # type: ignore[arg-type]


def left(body: Body, hits: dict[int, Of]) -> dict[int, Of]:
    """How many tokens may be left, and how likely."""
    found: dict[int, Of] = {}
    for stack, chance in after((body,), hits).items():
        found[tokens_in(stack)] = found.get(tokens_in(stack), Of(0)) + chance
    return found


@pytest.mark.rule("OW-ATK-02", "OW-ATK-03", "OW-ATK-04", "OW-SPELL-31")
def test_the_hits_of_an_attack_are_those_of_its_dice_the_card_and_savage_blow():
    assert hits_of((2, 2)) == {0: Of(4, 9), 1: Of(4, 9), 2: Of(1, 9)}
    assert hits_of((6, 3), automatic=1) == {2: Of(1, 2), 3: Of(1, 2)}
    assert hits_of((), automatic=1, extra=(Of(1, 3),)) == {1: Of(2, 3), 2: Of(1, 3)}
    assert expected(hits_of((3, 2, 1))) == 1


@pytest.mark.rule("OW-HIT-05", "OW-HIT-06", "OW-HIT-07", "OW-HIT-08", "OW-HIT-09", "OW-HIT-10", "OW-HIT-11")
def test_what_stops_a_hit_is_counted_once_twice_or_always():
    assert left(soldiers(1, 1), TWO) == {0: Of(1)}
    assert left(soldiers(1), {3: Of(1)}) == {0: Of(1)}
    assert left(soldiers(1, 1, charges=1), TWO) == {1: Of(1)}
    assert left(soldiers(1, 1, grace=Of(1, 2)), TWO) == {0: Of(1, 2), 1: Of(1, 2)}
    assert left(soldiers(1, save=Of(1, 2)), TWO) == {0: Of(3, 4), 1: Of(1, 4)}
    assert left(soldiers(1, 1, mithril=True), TWO) == {1: Of(1)}
    assert left(Body(((1, 3),)), ONE) == {1: Of(1)}
    assert after((Body(((1, 3),)),), ONE) == {(Body(((1,),)),): Of(1)}


@pytest.mark.rule("OW-HIT-03")
def test_hits_come_to_the_cheapest_first_and_go_on_to_the_next():
    cheap, dear = soldiers(1), soldiers(3)

    assert after((cheap, dear), ONE) == {(Body(()), dear): Of(1)}
    assert after((cheap, dear), TWO) == {(Body(()), Body(())): Of(1)}


def test_an_attack_of_two_dice_upon_two_and_their_answer_by_hand():
    found = outlook(hits_of((2, 2)), (soldiers(3, 3),), (soldiers(2),), answers=True)

    assert (found.any_falls, found.all_fall, found.lost) == (Of(5, 9), Of(1, 9), Of(2, 3))
    # Both are left with 4 in 9 and strike 1 on average, one with 4 in 9 and strikes a half.
    assert found.answer == Of(2, 3)
    assert found.loss == Of(4, 9) * Of(3, 4) + Of(4, 9) * Of(1, 2)


def test_whoever_has_acted_or_stands_elsewhere_answers_nothing():
    assert outlook(ONE, (soldiers(0, 0),), (soldiers(2),), answers=True).answer is None
    assert outlook(ONE, (soldiers(3, 3),), (soldiers(2),), answers=False).answer is None


@pytest.mark.rule("OW-HIT-09", "OW-HIT-03")
def test_a_unit_is_read_off_the_board_with_all_that_protects_it():
    rows = (("wheat_field", "plains"), ("plains", "plains"))
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "A1", 2), ("b", "elves.warrior", "A1", 1)], rows=rows)
    field = fighting(with_effects(position, mark(1, "mystic_shield", 2, 3, groups=((2, 3),)))).field

    archers = body_of(field, UnitRef("A1", Seat("b"), ARCHER))

    assert (archers.tokens, archers.charges, archers.save) == (((1,), (1,)), 1, Of(1, 3))
    assert stack_of(field, "A1", Seat("b"))[1] == archers  # the warrior is cheaper
    assert body_of(field, UnitRef("A1", Seat("a"), AXER)).save == 0


@pytest.mark.rule("OW-ATK-03", "OW-HIT-09")
@pytest.mark.parametrize("card", ["plains", "wheat_field"])
def test_the_odds_are_those_of_every_roll_that_there_is(card):
    """Two swordsmen upon two archers, on a card that saves archers on a 5 or 6, too."""
    position = a_position(
        [("a", SWORDSMAN, "A1", 2), ("b", ARCHER, "A1", 2)],
        rows=((card, "plains"),),
        seats={"a": "elves", "b": "elves"},
        options={"duplicate_factions": True},
        mana=0,
    )
    game = fighting(position).run()
    field = game.field
    counted: dict[int, Of] = {}
    for dice in product(range(1, 7), repeat=2):
        hits = sum(die <= 2 for die in dice)
        saves = product(range(1, 7), repeat=hits if card == "wheat_field" else 0)
        for more in (found := list(saves)):
            played = Game(game.position).do("a", a.Attack("A1", Seat("b")), *dice, *more)
            fallen = 2 - played.count("b", ARCHER, "A1")
            counted[fallen] = counted.get(fallen, Of(0)) + Of(1, 36 * len(found))

    found = outlook(hits_of((2, 2)), stack_of(field, "A1", Seat("b")), (), answers=False)

    assert (found.any_falls, found.all_fall) == (1 - counted[0], counted[2])
