"""Objectives and the ends of games."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.types import Viewer
from app.systems.war_of_plastic.book.state import Objective, Objectives, Phase, Zone
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import RoundEnded, TurnEnded
from app.systems.war_of_plastic.position.events_captains import GameEnded, ObjectiveReached
from tests.games.war_of_plastic.battlefield import jeep, soldier, tank
from tests.games.war_of_plastic.matches import (
    DESTROY_ALL,
    Match,
    changed,
    game,
    kept_in_reserve,
    names,
    next_turn,
    of_kind,
    opened,
    turn_of_a,
)

MIDDLE = Zone(((500, 300), (700, 300), (700, 500), (500, 500)))


def aims(*listed: Objective, mode: str = "any") -> Objectives:
    return Objectives(mode, listed)  # type: ignore[arg-type]


def facing(**more: Any) -> Match:
    """One soldier on each side, in range and in view of one another."""
    return turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 300, 500, "B"), **more)


def result(match: Match) -> tuple[str, str] | None:
    """Who won and why."""
    ended = match.position.result
    return None if ended is None else (ended.winner, ended.reason)


# ------------------------------------------------------------------------------------------------------------ destroying


@pytest.mark.rule("WOP-WIN-01", "WOP-WIN-06")
def test_destroying_every_enemy_unit_wins_at_once():
    match = facing()

    events = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 4, 1)

    assert names(events)[-3:] == ["manoeuvre_closed", "objective_reached", "game_ended"]
    assert of_kind(events, ObjectiveReached) == [ObjectiveReached("A", 0, "destroy_all")]
    assert result(match) == ("A", "objective")
    outcome = game().outcome(match.position)
    assert outcome is not None
    assert outcome.winners == ("a",)
    assert match.position.phase is Phase.FINISHED
    told = game().scene(game().view(match.position, Viewer("a")))
    assert told.headline.en == f"Round {match.position.round} · End of the game"


@pytest.mark.rule("WOP-WIN-01")
def test_a_unit_in_reserve_is_not_destroyed():
    match = turn_of_a(
        soldier("A-01", 300, 300), soldier("B-01", 300, 500, "B"), kept_in_reserve(soldier("B-02", 0, 0, "B"))
    )

    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 4, 1)

    assert result(match) is None


@pytest.mark.rule("WOP-WIN-06", "WOP-WIN-11")
def test_when_one_action_kills_the_last_of_both_it_is_a_draw():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 300, 340, "B"))

    match.does("a", a.Shoot("A-01", "grenade", ("B-01",)), 3, 1, 1)

    assert result(match) == ("draw", "draw_double")
    outcome = game().outcome(match.position)
    assert outcome is not None
    assert outcome.winners == ()


@pytest.mark.rule("WOP-WIN-02", "WOP-WIN-04")
@pytest.mark.parametrize(("count", "ends"), [(1, True), (2, False), (0, False)])
def test_destroying_marked_units_counts_those_that_match(count, ends):
    hunters = aims(Objective("destroy_matching", filter="tank", count=count))
    match = turn_of_a(
        soldier("A-01", 300, 300),
        soldier("B-01", 800, 700, "B"),
        tank("B-02", 300, 370, "B", damage=3),
        tank("B-03", 900, 700, "B"),
        objectives={"A": hunters},
    )

    match.does("a", a.Assault("A-01", "B-02", "grenade"), 5, 3, 6)

    assert result(match) == (("A", "objective") if ends else None)


@pytest.mark.rule("WOP-WIN-04")
@pytest.mark.parametrize("wanted", ["soldier", "infantry", ("B-01",)])
def test_a_filter_is_a_kind_a_class_or_a_list_of_ids(wanted):
    hunters = aims(Objective("destroy_matching", filter=wanted, count=0))
    match = turn_of_a(
        soldier("A-01", 300, 300),
        soldier("B-01", 300, 500, "B"),
        tank("B-02", 900, 700, "B"),
        objectives={"A": hunters},
    )

    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 4, 1)

    assert result(match) == ("A", "objective")


@pytest.mark.rule("WOP-WIN-03")
@pytest.mark.parametrize(("mode", "ends"), [("any", True), ("all", False)])
def test_an_army_wants_any_of_its_objectives_or_all(mode, ends):
    listed = aims(Objective("destroy_matching", filter="soldier", count=1), Objective("destroy_all"), mode=mode)
    match = turn_of_a(
        soldier("A-01", 300, 300),
        soldier("B-01", 300, 500, "B"),
        soldier("B-02", 900, 700, "B"),
        objectives={"A": listed},
    )

    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 4, 1)

    assert (result(match) is not None) is ends


# ---------------------------------------------------------------------------------------------------------- reaching edges


def runners(count: int, edge: str = "enemy", **more: Any) -> Objectives:
    return aims(Objective("reach_edge", filter="tank", count=count, edge=edge, **more))


@pytest.mark.rule("WOP-WIN-02", "WOP-WIN-04")
@pytest.mark.parametrize(("y", "reached"), [(745, True), (744, False)])
def test_a_unit_reaches_an_edge_by_a_move_that_ends_there(y, reached):
    match = turn_of_a(tank("A-01", 300, 600), soldier("B-01", 900, 400, "B"), objectives={"A": runners(1)})

    match.does("a", a.Move("A-01", ((300, y),)))

    assert (result(match) is not None) is reached


@pytest.mark.rule("WOP-WIN-04")
def test_an_edge_once_reached_is_remembered_though_the_unit_falls():
    match = turn_of_a(
        tank("A-01", 300, 600), tank("A-02", 600, 600), soldier("B-01", 900, 400, "B"), objectives={"A": runners(2)}
    )
    match.does("a", a.Move("A-01", ((300, 745),)))
    match.does("a", a.EndManoeuvre())
    match = changed(match, "A-01", status="destroyed")

    match.does("a", a.Move("A-02", ((600, 745),)))

    assert result(match) == ("A", "objective")


@pytest.mark.rule("WOP-WIN-04")
def test_passengers_do_not_reach_an_edge_and_who_does_not_match_does_not_count():
    soldiers = aims(Objective("reach_edge", filter="soldier", count=1, edge="north"))
    match = turn_of_a(
        jeep("A-01", 300, 600),
        soldier("A-02", 0, 0, aboard="A-01"),
        soldier("B-01", 900, 400, "B"),
        objectives={"A": soldiers},
    )

    match.does("a", a.Move("A-01", ((300, 760),)))

    assert match.position.armies["A"].reached == {"north": ("A-01",)}
    assert result(match) is None


@pytest.mark.rule("WOP-WIN-04")
def test_coming_in_from_reserve_reaches_the_own_edge():
    match = turn_of_a(
        kept_in_reserve(tank("A-01", 0, 0)), soldier("B-01", 900, 400, "B"), objectives={"A": runners(1, "own")}
    )

    match.does("a", a.Enter("A-01", 300))

    assert result(match) == ("A", "objective")


# ------------------------------------------------------------------------------------------------- zones and survival


HOLD = {"A": aims(Objective("hold_zone", zone=MIDDLE, rounds=2)), "B": DESTROY_ALL}


@pytest.mark.rule("WOP-WIN-04", "WOP-WIN-06")
def test_a_zone_held_for_the_rounds_in_a_row_wins_at_the_end_of_a_round():
    match = turn_of_a(soldier("A-01", 500, 300), soldier("B-01", 900, 700, "B"), objectives=HOLD)
    match.does("a", a.EndTurn())
    (_, first, _) = match.does("b", a.EndTurn())
    match.does("a", a.EndTurn())
    assert result(match) is None

    match.does("b", a.EndTurn())

    assert isinstance(first, RoundEnded)
    assert first.zone_rounds["A"] == {"0": 1}
    assert result(match) == ("A", "objective")


@pytest.mark.rule("WOP-WIN-04")
@pytest.mark.parametrize(
    ("holder", "enemy"),
    [
        (soldier("A-01", 499, 300), soldier("B-01", 900, 700, "B")),
        (soldier("A-01", 600, 400, stunned=True), soldier("B-01", 900, 700, "B")),
        (soldier("A-01", 600, 400), soldier("B-01", 700, 500, "B")),
    ],
    ids=["outside", "stunned", "contested"],
)
def test_a_zone_is_not_held_from_outside_nor_stunned_nor_beside_an_enemy(holder, enemy):
    match = turn_of_a(holder, enemy, objectives=HOLD)

    for seat in "abab":
        match.does(seat, a.EndTurn())

    assert match.position.armies["A"].zone_rounds == {"0": 0}
    assert result(match) is None


@pytest.mark.rule("WOP-WIN-04")
def test_a_stunned_enemy_contests_nothing_and_a_break_starts_the_count_again():
    match = turn_of_a(soldier("A-01", 600, 400), soldier("B-01", 650, 450, "B", stunned=True), objectives=HOLD)
    next_turn(match)
    assert match.position.armies["A"].zone_rounds == {"0": 1}

    match = changed(match, "B-01", stunned=False)
    next_turn(match)

    assert match.position.armies["A"].zone_rounds == {"0": 0}


@pytest.mark.rule("WOP-WIN-04", "WOP-WIN-06")
@pytest.mark.parametrize(("count", "ends"), [(1, True), (2, False)])
def test_survival_is_looked_at_once_at_the_end_of_its_round(count, ends):
    stay = aims(Objective("survive", filter="infantry", count=count, round=2))
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 900, 700, "B"), objectives={"A": stay})
    next_turn(match)
    assert result(match) is None

    match.does("a", a.EndTurn())
    match.does("b", a.EndTurn())

    assert (result(match) == ("A", "objective")) is ends


# --------------------------------------------------------------------------------------------------- agreed by hand


BY_HAND = {
    "A": aims(Objective("manual", text_es="Volar el puente", text_en="Blow up the bridge"), Objective("destroy_all"))
}


@pytest.mark.rule("WOP-WIN-05")
def test_an_objective_agreed_by_hand_is_claimed_and_confirmed_by_the_captains():
    match = facing(objectives=BY_HAND, seats=4)
    assert match.refuses("c", a.ClaimObjective(0)) == "WOP-TEAM-04"
    assert match.refuses("a", a.ClaimObjective(1)) == "WOP-WIN-05"
    assert match.refuses("a", a.ClaimObjective(2)) == "WOP-WIN-05"
    (claimed,) = match.does("a", a.ClaimObjective(0))
    assert (claimed.text_es, claimed.text_en) == ("Volar el puente", "Blow up the bridge")
    assert match.refuses("a", a.ClaimObjective(0)) == "WOP-MAN-14"
    assert match.refuses("a", a.ConfirmObjective(yes=True)) == "WOP-MAN-14"
    assert match.refuses("d", a.ConfirmObjective(yes=True)) == "WOP-TEAM-04"
    assert "confirm_objective" in match.offered("b")

    match.does("b", a.ConfirmObjective(yes=True))

    assert result(match) == ("A", "objective")


@pytest.mark.rule("WOP-WIN-05")
def test_a_claim_stops_nobody_may_be_denied_and_made_again():
    match = facing(objectives=BY_HAND)
    match.does("a", a.ClaimObjective(0))
    match.does("a", a.Move("A-01", ((300, 250),)))
    match.does("a", a.EndManoeuvre())

    match.does("b", a.ConfirmObjective(yes=False))

    assert result(match) is None
    assert match.refuses("a", a.ClaimObjective(0)) is None


@pytest.mark.rule("WOP-WIN-05", "WOP-MAN-14")
def test_a_claim_is_made_in_the_own_turn_and_lapses_with_the_answering_armys_turn():
    match = facing(objectives=BY_HAND)
    match.does("a", a.ClaimObjective(0))
    match.does("a", a.EndTurn())
    assert match.position.claim is not None
    assert match.refuses("a", a.ClaimObjective(0)) == "WOP-MAN-14"

    (ended, *_) = match.does("b", a.EndTurn())

    assert isinstance(ended, TurnEnded)
    assert ended.claim_lapsed
    assert match.position.claim is None


# ------------------------------------------------------------------------------------------------- draws and conceding


@pytest.mark.rule("WOP-WIN-07")
def test_a_captain_may_concede_at_any_time():
    early, late = opened("crossroads"), facing()

    early.does("b", a.Concede())
    late.does("b", a.Concede())

    assert result(early) == result(late) == ("A", "concession")


@pytest.mark.rule("WOP-WIN-07")
def test_a_draw_is_offered_and_taken():
    match = facing()
    assert match.refuses("b", a.AnswerDraw(yes=True)) == "WOP-MAN-14"
    match.does("b", a.OfferDraw())
    assert match.refuses("b", a.AnswerDraw(yes=True)) == "WOP-MAN-14"
    assert match.refuses("a", a.OfferDraw()) == "WOP-MAN-14"

    match.does("a", a.AnswerDraw(yes=True))

    assert result(match) == ("draw", "draw_agreed")


@pytest.mark.rule("WOP-WIN-07")
def test_a_draw_offer_stops_nobody_and_lapses_with_the_answering_armys_turn():
    match = facing()
    match.does("a", a.OfferDraw())
    match.does("a", a.EndTurn())
    assert match.position.draw_offer is not None

    (ended, *_) = match.does("b", a.EndTurn())

    assert ended.draw_lapsed
    assert match.position.draw_offer is None
    match.does("a", a.OfferDraw())
    match.does("b", a.AnswerDraw(yes=False))
    assert match.position.draw_offer is None


# ------------------------------------------------------------------------------------------------------- other ends


@pytest.mark.rule("WOP-WIN-08")
@pytest.mark.parametrize(
    ("limit", "fallen", "expected"),
    [
        ("points", ("A-02", "B-02"), ("A", "points")),
        ("points", ("A-02",), ("B", "points")),
        ("points", (), ("draw", "limit")),
        ("draw", ("B-02",), ("draw", "limit")),
        ("B", ("B-02",), ("B", "limit")),
    ],
)
def test_at_the_round_limit_the_game_ends_as_agreed(limit, fallen, expected):
    match = turn_of_a(
        soldier("A-01", 300, 300),
        soldier("A-02", 400, 300),
        soldier("B-01", 900, 700, "B"),
        tank("B-02", 600, 700, "B"),
        max_rounds=2,
        at_limit=limit,
    )
    for name in fallen:
        match = changed(match, name, status="destroyed")
    next_turn(match)
    assert result(match) is None

    match.does("a", a.EndTurn())
    events = match.does("b", a.EndTurn())

    assert result(match) == expected
    (ended,) = of_kind(events, GameEnded)
    assert ended.points == {"A": 10 if "B-02" in fallen else 0, "B": 2 if "A-02" in fallen else 0}


@pytest.mark.rule("WOP-WIN-09")
def test_an_army_that_ends_its_turns_with_an_empty_table_loses():
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0)), soldier("B-01", 900, 700, "B"), empty_table_limit=2)
    next_turn(match)
    assert match.position.armies["A"].empty_turns == 1

    match.does("a", a.EndTurn())

    assert result(match) == ("B", "empty_table")


@pytest.mark.rule("WOP-WIN-09")
def test_a_unit_on_the_table_at_the_end_of_a_turn_starts_the_count_again():
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0)), soldier("B-01", 900, 700, "B"), empty_table_limit=2)
    next_turn(match)

    match.does("a", a.Enter("A-01", 300))
    match.does("a", a.EndTurn())

    assert match.position.armies["A"].empty_turns == 0


@pytest.mark.rule("WOP-WIN-10")
def test_rounds_in_a_row_without_combat_are_a_draw():
    match = facing(stall_draw_rounds=2)
    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)
    match.does("a", a.EndTurn())
    match.does("b", a.EndTurn())
    assert match.position.stall_rounds == 0
    next_turn(match)
    assert match.position.stall_rounds == 1

    match.does("a", a.EndTurn())
    match.does("b", a.EndTurn())

    assert result(match) == ("draw", "draw_stall")


@pytest.mark.rule("WOP-WIN-10", "WOP-SHOT-18")
def test_a_shot_beyond_range_counts_as_combat():
    match = turn_of_a(soldier("A-01", 300, 100), soldier("B-01", 300, 700, "B"), stall_draw_rounds=1, premeasure=False)

    (_, shot, _) = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)))
    match.does("a", a.EndTurn())
    match.does("b", a.EndTurn())

    assert (shot.need, shot.die, shot.hit) == (None, None, False)
    assert result(match) is None
