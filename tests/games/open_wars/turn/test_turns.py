"""The turn machine: phases in their order, what each does by itself, whom it waits for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_combat import CombatStepBegan, TokenFell
from app.systems.open_wars.position.state import Effect, Fallen, Position
from tests.games.open_wars.table import Game, a_position, moving

CITY = (("capital", "plains", "capital"), ("plains", "plains", "plains"))


def phases(game: Game) -> list[str]:
    return [event.phase for event in game.happened(e.PhaseBegan)]


def beginning(position: Position, turn: int = 1) -> Game:
    """A turn about to begin; ``turn`` is the one before it plus one."""
    return Game(replace(position, turn=turn - 1, phase="turn_start", frames=(f.TurnFrame("turn_start"),)))


def apart(**more: object) -> Position:
    return a_position([("a", "orcs.axer", "A1", 1), ("b", "elves.swordsman", "C1", 1)], rows=CITY, **more)  # type: ignore[arg-type]


@pytest.mark.rule("OW-TURN-01", "OW-TURN-02", "OW-TURN-03", "OW-TURN-04")
def test_turn_one_goes_straight_to_movement_and_later_turns_have_all_phases():
    game = beginning(apart()).run()
    assert phases(game) == ["movement"]

    for seat in ("b", "a"):
        game.do(seat, a.EndMovement())

    assert game.position.turn == 2
    assert phases(game) == ["combat", "turn_end", "collect", "recruit"]


@pytest.mark.rule("OW-TURN-04")
@pytest.mark.parametrize(("option", "first"), [("recruitment", "recruit"), ("combat", "combat")])
def test_the_first_phase_of_the_game_is_an_option(option, first):
    game = beginning(apart(options={"turn1_start_phase": option})).run()

    assert phases(game)[0] == first


@pytest.mark.rule("OW-TURN-05")
def test_at_the_start_of_a_turn_every_token_is_fresh():
    position = apart()
    tired = {
        number: replace(token, acted=True, barred=True, halted=True, spent=3, dispelled=True, serpent=True)
        for number, token in position.tokens.items()
    }
    game = beginning(replace(position, tokens=tired), turn=3).run()

    for token in game.position.tokens.values():
        assert (token.acted, token.barred, token.halted, token.spent) == (False, False, False, 0)
        assert (token.dispelled, token.serpent) == (False, False)


@pytest.mark.rule("OW-ORD-02", "OW-ORD-04", "OW-TURN-06")
def test_seats_move_one_after_the_other_the_highest_army_value_first():
    game = beginning(apart()).run()

    assert game.position.order == ("b", "a")  # a Swordsman costs more than an Axer
    assert game.asked == "b"
    game.do("b", a.EndMovement())
    assert game.asked == "a"


@pytest.mark.rule("OW-ORD-03", "OW-DICE-01", "OW-DICE-10")
def test_a_tie_for_first_is_rolled_off_with_two_dice_each_and_again():
    equal = a_position(
        [("a", "orcs.axer", "A1", 1), ("b", "orcs.axer", "C1", 1)], rows=CITY, seats={"a": "orcs", "b": "orcs"}
    )

    game = beginning(equal).run(3, 4, 5, 2, 1, 1, 6, 6)

    assert [(event.seat, event.dice) for event in game.happened(e.OrderRolled)] == [
        ("a", (3, 4)),
        ("b", (5, 2)),
        ("a", (1, 1)),
        ("b", (6, 6)),
    ]
    assert game.position.order == ("b", "a")


@pytest.mark.rule("OW-ORD-05")
@pytest.mark.parametrize(("recalc", "order"), [("each_turn", ("b", "a")), ("once", ("a", "b"))])
def test_the_turn_order_is_worked_out_every_turn_or_once(recalc, order):
    game = beginning(apart(options={"turn_order_recalc": recalc}), turn=2).run()

    assert game.position.order == order


@pytest.mark.rule("OW-ORD-06")
def test_seats_that_are_out_are_skipped():
    position = a_position(
        [("a", "orcs.axer", "A1", 1), ("c", "elves.swordsman", "C1", 1)],
        rows=CITY,
        seats={"a": "orcs", "b": "demons", "c": "elves"},
    )
    seats = {**position.seats, Seat("b"): replace(position.seats[Seat("b")], eliminated=True)}

    game = beginning(replace(position, seats=seats)).run()

    assert game.position.order == ("c", "a")


# -- collection


@pytest.mark.rule("OW-COL-01", "OW-COL-04", "OW-CTL-01", "OW-GEN-08")
def test_everybody_collects_what_is_printed_on_the_cards_he_controls():
    game = beginning(apart(gold=0, mana=0), turn=2).run()

    assert game.position.seats[Seat("a")].gold == 3
    assert game.position.seats[Seat("a")].mana == 1
    assert game.position.seats[Seat("b")].gold == 3


@pytest.mark.rule("OW-COL-03", "OW-CARD-09")
def test_a_magic_unit_on_the_spectral_lake_draws_mana_from_it():
    rows = (("spectral_lake", "plains", "capital"),)
    lake = a_position([("a", "orcs.shaman", "A1", 1), ("b", "elves.archer", "C1", 1)], rows=rows, mana=0)

    game = beginning(lake, turn=2).run()

    printed = game.moment.rules.cards["spectral_lake"].mana
    assert game.position.seats[Seat("a")].mana == printed + 1


@pytest.mark.rule("OW-COL-04", "OW-WIN-03")
def test_control_is_read_only_after_the_window_of_collection_has_closed():
    rows = (("capital", "plains", "plains"), ("plains", "plains", "plains"))
    position = a_position(
        [("a", "amazons.druid", "A1", 1), ("a", "amazons.warlike", "A2", 1), ("b", "elves.archer", "C1", 1)],
        rows=rows,
        seats={"a": "amazons", "b": "elves"},
        gold=0,
        mana=3,
    )
    game = beginning(position, turn=2).run()
    assert game.asked == "a"
    assert game.position.frames[-1] == f.WindowFrame("collect", (Seat("a"),), fresh=False)
    assert game.position.seats[Seat("a")].gold == 0

    game.do("a", a.Pass())

    assert game.position.seats[Seat("a")].gold == 3


# -- recruitment


def recruiting(**more: object) -> Game:
    return beginning(apart(gold=5, **more), turn=2).run()


@pytest.mark.rule("OW-REC-02", "OW-HID-03", "OW-GEN-04")
def test_recruitment_lists_are_committed_by_all_at_once_and_paid_and_placed_together():
    game = recruiting()
    assert game.asked == "ab"

    game.do("a", a.Recruit((Order("orcs.slynn", 2, "A1"),)))

    assert game.asked == "b"
    assert game.position.seats[Seat("a")].gold == 8  # as it was before the reveal
    assert game.count("a", "orcs.slynn", "A1") == 0
    game.do("b", a.Recruit())
    assert game.count("a", "orcs.slynn", "A1") == 2
    assert game.position.seats[Seat("a")].gold == 6


@pytest.mark.rule("OW-REC-02", "OW-ACT-02")
def test_a_list_once_given_is_final():
    game = recruiting().do("a", a.Recruit())

    assert game.refused("a", a.Recruit()) == "OW-REC-02"


@pytest.mark.rule("OW-REC-02")
def test_in_turn_order_recruits_stand_at_once_and_the_next_seat_sees_them():
    game = recruiting(options={"recruitment_mode": "turn_order"})
    first, second = game.position.order
    assert game.asked == first
    assert game.refused(second, a.Recruit()) == "OW-TURN-01"

    game.do(first, a.Recruit((Order("elves.warrior", 1, "C1"),)))

    assert game.count("b", "elves.warrior", "C1") == 1
    assert game.asked == second
    assert game.refused(first, a.Recruit()) == "OW-REC-02"


@pytest.mark.rule("OW-REC-01", "OW-REC-08")
def test_a_list_that_cannot_be_paid_is_refused_whole():
    game = recruiting()

    assert game.refused("a", a.Recruit((Order("orcs.brutus", 3, "A1"),))) == "OW-REC-08"
    assert game.refused("a", a.Recruit((Order("orcs.brutus", 2, "A1"),))) is None


@pytest.mark.rule("OW-REC-03", "OW-LOC-04", "OW-CTL-02")
def test_nobody_recruits_outside_the_cities_he_controls():
    game = recruiting()

    assert game.refused("a", a.Recruit((Order("orcs.slynn", 1, "C1"),))) == "OW-REC-03"
    assert game.refused("a", a.Recruit((Order("orcs.slynn", 1, "B1"),))) == "OW-REC-03"


@pytest.mark.rule("OW-REC-04", "OW-STK-02", "OW-STK-01", "OW-UNIT-08")
def test_stack_limits_count_who_is_in_the_city_already():
    game = recruiting()

    assert game.refused("a", a.Recruit((Order("orcs.axer", 4, "A1"),))) == "OW-STK-02"
    assert game.refused("a", a.Recruit((Order("orcs.axer", 3, "A1"),))) is None


@pytest.mark.rule("OW-REC-05", "OW-REC-06", "OW-REC-10", "OW-FAC-03")
def test_what_is_for_sale_goes_by_faction_type_and_port():
    game = recruiting()

    assert game.refused("a", a.Recruit((Order("orcs.shaman", 1, "A1"),))) is None
    assert game.refused("a", a.Recruit((Order("orcs.wyvern_rider", 1, "A1"),))) is None
    assert game.refused("a", a.Recruit((Order("elves.archer", 1, "A1"),))) == "OW-FAC-03"
    water = [k.code for k in game.moment.rules.units.values() if k.type == "water" and k.faction == "barbarians"]
    assert game.refused("a", a.Recruit((Order(water[0], 1, "A1"),))) == "OW-FAC-03"


@pytest.mark.rule("OW-REC-10")
def test_what_has_no_price_is_never_for_sale():
    position = apart(options={"unit_packs": ["base", "heroes", "house", "titans", "inferno", "mercenaries"]})
    game = beginning(position, turn=2).run()
    unsold = [kind.code for kind in game.moment.rules.units.values() if kind.cost < 0 and kind.neutral]

    assert unsold
    assert {game.refused("a", a.Recruit((Order(code, 1, "A1"),))) for code in unsold} == {"OW-REC-10"}


@pytest.mark.rule("OW-REC-09")
def test_recruits_may_move_in_the_same_turn():
    game = recruiting()
    game.do("a", a.Recruit((Order("orcs.slynn", 1, "A1"),))).do("b", a.Recruit()).do("b", a.EndMovement())
    recruit = max(game.position.tokens)

    assert game.position.tokens[recruit].unit == "orcs.slynn"
    assert game.refused("a", a.Move((recruit,), ("B1",))) is None


@pytest.mark.rule("OW-REC-07", "OW-UNIT-09")
def test_a_unique_unit_is_bought_once():
    game = recruiting()
    gold = {**game.position.seats, Seat("a"): replace(game.position.seats[Seat("a")], gold=50)}
    game.position = replace(game.position, seats=gold)

    assert game.refused("a", a.Recruit((Order("orcs.gorath", 1, "A1"),))) is None
    assert game.refused("a", a.Recruit((Order("orcs.gorath", 2, "A1"),))) == "OW-REC-07"


@pytest.mark.rule("OW-HERO-05")
def test_a_defeated_hero_is_never_bought_again():
    game = recruiting()
    gone = replace(game.position.seats[Seat("a")], gold=50, gone=("orcs.gorath",))
    game.position = replace(game.position, seats={**game.position.seats, Seat("a"): gone})

    assert game.refused("a", a.Recruit((Order("orcs.gorath", 1, "A1"),))) == "OW-HERO-05"


# -- muster


def mustering() -> Game:
    position = apart(gold=0)
    seats = {seat: replace(state, budget=14, start="A1") for seat, state in position.seats.items()}
    seats[Seat("b")] = replace(seats[Seat("b")], start="C1")
    frames = (f.TurnFrame("reveal_musters"), f.OrdersFrame("muster", (Seat("a"), Seat("b"))))
    return Game(
        replace(position, tokens={}, next_token=1, seats=seats, phase="muster", turn=0, order=(), frames=frames)
    )


@pytest.mark.rule("OW-SET-05", "OW-ACT-01", "OW-HID-03")
def test_musters_are_revealed_together_and_what_is_left_is_kept_up_to_a_limit():
    game = mustering()
    game.do("b", a.Muster((Order("elves.warrior", 1),)))
    assert game.position.tokens == {}

    game.do("a", a.Muster((Order("orcs.axer", 2), Order("orcs.shaman", 1))))

    numbers = [(token.id, token.unit) for token in game.position.tokens.values()]
    assert numbers == [(1, "orcs.axer"), (2, "orcs.axer"), (3, "orcs.shaman"), (4, "elves.warrior")]
    assert game.position.seats[Seat("b")].gold == 4
    assert {token.cell for token in game.position.tokens.values() if token.seat == "b"} == {"C1"}


@pytest.mark.rule("OW-SET-05", "OW-SET-04", "OW-UNIT-09", "OW-STK-02", "OW-REC-06")
def test_a_muster_keeps_to_gold_stacks_and_ports():
    game = mustering()

    assert game.refused("a", a.Muster(())) == "OW-SET-05"
    assert game.refused("a", a.Muster((Order("orcs.brutus", 4), Order("orcs.axer", 2)))) == "OW-SET-05"
    assert game.refused("a", a.Muster((Order("orcs.slynn", 5),))) == "OW-STK-02"
    assert game.refused("a", a.Muster((Order("orcs.gorath", 2),))) == "OW-UNIT-09"
    assert game.refused("a", a.Muster((Order("elves.archer", 1),))) == "OW-FAC-03"
    assert game.refused("b", a.Muster((Order("elves.swan_ship", 1),))) == "OW-REC-06"
    game.do("a", a.Muster((Order("orcs.slynn", 1),)))
    assert game.refused("a", a.Muster((Order("orcs.slynn", 1),))) == "OW-REC-02"


# -- the end of the turn


def ending(position: Position) -> Game:
    return Game(replace(position, phase="combat", frames=(f.TurnFrame("turn_end"),)))


@pytest.mark.rule("OW-TURN-07", "OW-TURN-08", "OW-TURN-09", "OW-HIT-11")
def test_fallen_tokens_and_effects_of_the_turn_leave_when_it_is_complete():
    effects = (
        Effect(1, "spell", "arcane_wind", "turn", (1,), movement=1),
        Effect(2, "spell", "purifying_flame", "next_attack", (1,)),
        Effect(3, "card", "frozen_peaks", "turn", (1,), movement=-1),
    )
    fallen = (Fallen(9, "orcs.axer", Seat("a"), "A1"),)
    game = ending(apart(effects=effects, fallen=fallen, next_token=10, next_effect=4)).run()

    assert game.happened(e.TurnEnded)
    assert game.position.fallen == ()
    assert [effect.code for effect in game.position.effects] == ["purifying_flame"]


@pytest.mark.rule("OW-TURN-09", "OW-WIN-09", "OW-VIC-03")
def test_a_unit_returned_in_the_last_window_saves_its_seat():
    position = a_position(
        [("a", "undead.warlock", "A1", 1), ("b", "elves.archer", "C1", 1)],
        rows=CITY,
        seats={"a": "undead", "b": "elves"},
        fallen=(Fallen(9, "undead.zombie", Seat("a"), "A1"),),
        next_token=10,
    )
    game = ending(position).run()
    assert game.asked == "a"

    game.do("a", a.Cast(1, "raise_the_fallen", a.Target(cell="A1", fallen=9)))

    assert game.count("a", "undead.zombie", "A1") == 1
    assert game.position.fallen == ()


@pytest.mark.rule("OW-VIC-03", "OW-VIC-01", "OW-VIC-02")
def test_a_seat_without_tokens_is_out_and_the_last_side_wins():
    game = ending(a_position([("a", "orcs.axer", "A1", 1)], rows=CITY)).run()

    assert [event.seat for event in game.happened(e.Eliminated)] == ["b"]
    assert game.position.result is not None
    assert (game.position.result.side, game.position.result.reason) == ("a", "annihilation")
    assert game.position.frames == ()
    assert game.refused("a", a.EndMovement()) == "OW-TURN-01"


@pytest.mark.rule("OW-CARD-18", "OW-PRM-05", "OW-TURN-09")
def test_the_skeleton_desert_brings_back_a_fallen_undead_for_its_cost():
    desert = a_position(
        [("a", "undead.zombie", "A1", 1), ("b", "elves.archer", "C1", 1)],
        rows=(("skeleton_desert", "plains", "capital"),),
        seats={"a": "undead", "b": "elves"},
        fallen=(Fallen(8, "undead.rider", Seat("a"), "B1"), Fallen(9, "elves.archer", Seat("b"), "B1")),
        gold=4,
        mana=0,
        next_token=10,
    )
    game = ending(desert).run()
    assert (game.asked, game.ask.kind, game.ask.tokens) == ("a", "resurrect", (8,))
    assert game.refused("a", a.Resurrect(9)) == "OW-CARD-18"

    game.do("a", a.Resurrect(8))

    assert game.count("a", "undead.rider", "A1") == 1
    assert 10 in game.position.tokens
    assert game.position.seats[Seat("a")].gold == 0


@pytest.mark.rule("OW-CARD-18", "OW-PRM-08")
def test_nobody_is_asked_for_a_return_he_cannot_pay():
    desert = a_position(
        [("a", "undead.zombie", "A1", 1), ("b", "elves.archer", "C1", 1)],
        rows=(("skeleton_desert", "plains", "plains"),),
        seats={"a": "undead", "b": "elves"},
        fallen=(Fallen(8, "undead.rider", Seat("a"), "B1"),),
        gold=3,
        mana=0,
        next_token=10,
    )
    assert ending(desert).run().position.turn == 3
    closed = replace(desert, options={**desert.options, "open_reserves": False})
    game = ending(closed).run()
    assert (game.asked, game.ask.kind) == ("a", "resurrect")
    assert game.refused("a", a.Resurrect(8)) == "OW-CARD-18"
    assert game.refused("a", a.Resurrect()) is None


@pytest.mark.rule("OW-GEN-03", "OW-GEN-05")
def test_nothing_but_tokens_and_spells_costs_anything():
    game = beginning(apart(gold=5, mana=5), turn=2).run()
    game.do("a", a.Recruit()).do("b", a.Recruit())
    before = {seat: (state.gold, state.mana) for seat, state in game.position.seats.items()}

    game.do("b", a.Move((2,), ("B1",))).do("b", a.EndMovement()).do("a", a.EndMovement())

    income = game.happened(e.Income)
    for seat, state in game.position.seats.items():
        gained = [(event.gold, event.mana) for event in income if event.seat == seat]
        expected = gained[0] if gained else (0, 0)
        assert (state.gold - before[seat][0], state.mana - before[seat][1]) == expected


@pytest.mark.rule("OW-SITE-03")
@pytest.mark.parametrize(("option", "steps"), [("first", ["ranged", "melee"]), ("last", ["melee", "ranged"])])
def test_the_two_steps_of_combat_may_change_places(option, steps):
    game = moving(apart(options={"isolated_ranged_order": option})).do("a", a.EndMovement())

    assert [event.step for event in game.happened(CombatStepBegan)] == steps
    assert not game.happened(TokenFell)
