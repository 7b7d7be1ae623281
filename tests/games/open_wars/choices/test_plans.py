"""What an act would mean, what a unit could do, and what a position is worth to a bot (rules.md, section 29)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.offers import Preview
from app.engine.refusal import InvalidInput
from app.engine.telling import Ring
from app.engine.types import Action, Seat, UnitId
from app.systems.open_wars.book.kinds import Order, Target, UnitRef
from app.systems.open_wars.choices.plans import preview, survey
from app.systems.open_wars.choices.worth import Appraiser
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.words.describe import Describer
from tests.games.open_wars.table import Game, a_position, book, fighting, moving

AXER, ARCHER, SWORDSMAN = "orcs.axer", "elves.archer", "elves.swordsman"


def planned(game: Game, seat: str, action: Action) -> Preview:
    return preview(game.moment, Seat(seat), action, game.check(seat, action))


def said(shown: Preview) -> str:
    return " | ".join(note.text.in_("en") for note in shown.notes)


def rings(shown: Preview) -> dict[str, str]:
    return {ring.target: ring.tone for ring in shown.overlays if isinstance(ring, Ring)}


def test_a_move_shows_points_dice_locks_and_what_is_given_up():
    rows = (("capital", "plains", "frozen_peaks", "plains"),)
    game = moving(
        a_position([("a", "orcs.slynn", "A1", 1), ("b", ARCHER, "D1", 1), ("a", "orcs.gorath", "A1", 1)], rows=rows)
    )
    alone = moving(a_position([("a", "orcs.gorath", "A1", 1), ("b", ARCHER, "D1", 1)], rows=rows))

    shown = planned(alone, "a", a.Move((1,), ("B1", "C1", "D1")))

    assert shown.facts == {"steps": 3, "points_left": 0}
    assert "Gives up A1 and its income" in said(shown)
    assert "Rolls 1 die or dice on the way to C1" in said(shown)
    assert "locked in combat" in said(shown)
    assert "Gives up" not in said(planned(game, "a", a.Move((1,), ("B1",))))


@pytest.mark.rule("OW-MOV-03", "OW-MOV-05")
def test_a_step_that_is_too_dear_says_what_it_costs_and_why():
    rows = (("plains", "mountain", "mountain", "plains"),)
    game = moving(a_position([("a", "barbarians.berserker", "A1", 1), ("b", ARCHER, "D1", 1)], rows=rows))
    game.position = replace(
        game.position, tokens={**game.position.tokens, 1: replace(game.position.tokens[1], spent=1)}
    )

    shown = planned(game, "a", a.Move((1,), ("B1", "C1")))

    assert shown.refusal is not None
    assert Describer(book().rules()).explain(shown.refusal).in_("en") == (
        "It has too few movement points: cost 1, the card asks 2, −1 as its own terrain, 0 left, at C1."
    )
    assert [
        (ring.target, ring.tone, ring.label.in_("en"))
        for ring in shown.overlays
        if isinstance(ring, Ring) and ring.label
    ] == [
        ("B1", "muted", "−1"),
        ("C1", "bad", "costs 1 · has 0"),
    ]


def test_a_move_shows_what_each_card_costs_and_who_waits_at_its_end():
    rows = (("capital", "plains", "plains", "plains"),)
    game = moving(a_position([("a", "orcs.gorath", "A1", 1), ("b", ARCHER, "D1", 2)], rows=rows))

    there = planned(game, "a", a.Move((1,), ("B1", "C1", "D1")))
    short = planned(game, "a", a.Move((1,), ("B1",)))

    costs = {ring.target: ring.label.in_("en") for ring in there.overlays if isinstance(ring, Ring) and ring.label}
    assert list(costs) == ["B1", "C1", "D1"]
    assert costs["B1"] == "−1"
    assert costs["D1"].startswith("−1 → ")
    assert "Costs 1 + 1 + 1 = 3 of" in said(there)
    assert "There waits: 2 × Archer (B)" in said(there)
    assert [(chance.text.in_("en"), chance.denominator) for chance in there.chances] == [("Each die", 6)]
    assert "waits" not in said(short)
    assert not short.chances


def test_a_refused_act_shows_why():
    game = moving(a_position([("a", AXER, "A1", 1), ("b", ARCHER, "D3", 1)]))

    shown = planned(game, "a", a.Move((1,), ("B2",)))

    assert not shown.legal
    assert shown.refusal is not None
    assert shown.refusal.rule == "OW-MOV-02"


def test_an_attack_shows_the_chance_of_each_die_and_who_falls_first():
    rows = (("bridge_of_the_brave", "plains"), ("plains", "plains"))
    position = a_position([("a", "orcs.slynn", "A1", 2), ("a", AXER, "A1", 1), ("b", SWORDSMAN, "A1", 3)], rows=rows)
    game = fighting(position).run()

    shown = planned(game, "b", a.Attack("A1", Seat("a")))

    assert shown.facts == {"dice": 3, "expected_hits": 1.0, "expected_lost": 0.83, "expected_answer": 0.52}
    assert [chance.text.in_("en") for chance in shown.chances] == [
        "At least one token falls",
        "Each die",
        "All 3 fall",
        "Their answer fells at least one of yours",
        "Saved: Slynn",
    ]
    assert [step.in_("en") for step in shown.chances[0].steps] == [
        "On average, hits: 1.0; losses: 0.8",
        "On average, hits in their answer: 0.5",
    ]
    # A hit comes through with 1/3 of 5/6, so with 13/18 it does not; all three fall with (5/18)³, told in thousandths.
    odds = [(chance.numerator, chance.denominator) for chance in shown.chances]
    assert (odds[0], odds[1], odds[2], odds[4]) == ((623, 1000), (2, 6), (21, 1000), (1, 6))
    assert "First to fall: Slynn" in said(shown)


def test_a_partial_retreat_says_who_stays():
    game = fighting(a_position([("a", AXER, "B2", 1), ("b", SWORDSMAN, "B2", 3)])).run()

    shown = planned(game, "b", a.Retreat((2, 3), "B1"))

    assert shown.facts == {"tokens": 2, "stay": 1}
    assert "cannot attack" in said(shown)


def test_a_spell_shows_its_price_whom_it_touches_and_who_could_answer():
    rows = (("mage_tower", "plains", "plains"),)
    tokens = [("a", "orcs.shaman", "A1", 1), ("a", AXER, "A1", 1), ("b", "elves.magician", "B1", 1)]
    game = moving(a_position(tokens, rows=rows, mana=5))
    cast = a.Cast(1, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit=AXER))

    shown = planned(game, "a", cast)

    assert shown.facts == {"cost": 1, "mana_left": 4}
    assert rings(shown) == {UnitRef("A1", Seat("a"), AXER).id: "good"}
    assert "Could dispel it: B" in said(shown)


@pytest.mark.rule("OW-HID-02")
def test_with_closed_reserves_nobody_is_named_who_could_answer():
    tokens = [("a", "orcs.shaman", "A1", 1), ("a", AXER, "A1", 1), ("b", "elves.magician", "B1", 1)]
    game = moving(a_position(tokens, mana=5, options={"open_reserves": False}))
    cast = a.Cast(1, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit=AXER))

    assert "dispel" not in said(planned(game, "a", cast))


def test_a_list_shows_the_gold_that_is_left():
    position = a_position(
        [("a", AXER, "A1", 1), ("b", ARCHER, "C1", 1)], rows=(("capital", "plains", "plains"),), gold=7
    )
    frames = (f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"), Seat("b"))))
    game = Game(replace(position, frames=frames, phase="recruit"))

    assert planned(game, "a", a.Recruit((Order("orcs.slynn", 2, "A1"),))).facts == {"cost": 2, "gold_left": 5}


def test_a_survey_shows_reach_with_the_points_left_and_who_can_be_shot():
    game = moving(a_position([("a", AXER, "B2", 1), ("b", ARCHER, "B3", 1), ("b", ARCHER, "D1", 1)]))

    axer = survey(game.moment, Seat("a"), UnitRef("B2", Seat("a"), AXER).id)
    archer = survey(game.moment, Seat("a"), UnitRef("B3", Seat("b"), ARCHER).id)

    labels = {ring.target: ring.label.in_("en") for ring in axer.overlays if isinstance(ring, Ring) and ring.label}
    assert labels["B1"] == "1"
    assert rings(axer)["B3"] == "warn"
    assert rings(archer)["B2"] == "bad"
    assert axer.facts["movement"] == 2


def test_only_units_on_the_board_are_surveyed():
    game = moving(a_position([("a", AXER, "B2", 1), ("b", ARCHER, "B3", 1)]))

    for unit in ("nobody", "B2.a", "B2.b.orcs.axer", "A1.a.orcs.axer"):
        with pytest.raises(InvalidInput):
            survey(game.moment, Seat("a"), UnitId(unit))


# -- worth


def worth(game: Game, seat: str = "a") -> int:
    return Appraiser().worth(game.position, game.moment.rules, Seat(seat))


def test_more_tokens_nearer_to_what_is_worth_having_are_worth_more():
    rows = (("capital", "plains", "plains", "plains", "plains", "city_of_mages"),)
    near, far, fewer = (
        Game(a_position([("a", AXER, cell, count), ("b", ARCHER, "A1", 1)], rows=rows))
        for cell, count in (("E1", 2), ("C1", 2), ("E1", 1))
    )

    assert worth(near) > worth(far)
    assert worth(near) > worth(fewer)
    assert worth(near, "spectator") == 0


def test_a_declared_move_is_worth_what_it_leads_to():
    rows = (("plains", "plains", "capital", "plains"),)
    tokens = [("a", AXER, "B1", 1), ("b", "amazons.druid", "D1", 1)]
    game = moving(a_position(tokens, rows=rows, seats={"a": "orcs", "b": "amazons"}))
    before = worth(game)

    game.do("a", a.Move((1,), ("C1",)))

    assert game.asked == "b"
    assert worth(game) > before


@pytest.mark.rule("OW-HID-04")
def test_what_a_position_is_worth_tells_nothing_of_closed_reserves_and_lists():
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "C1", 1)], options={"open_reserves": False})
    rich = replace(
        position.seats[Seat("b")], gold=99, mana=99, committed=True, orders=(Order("elves.archer", 3, "C1"),)
    )

    assert worth(Game(position)) == worth(Game(replace(position, seats={**position.seats, Seat("b"): rich})))
