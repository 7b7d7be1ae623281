"""Who has won, who is out, what a game leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.types import Seat
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.judge.campaign import campaign_winner, keep_refusal, legacy_of, promotion_refusal
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.position.state import Fallen, Position, Token
from app.systems.open_wars.turn import victory
from tests.games.open_wars.tables import book, rules

A, B, C = Seat("a"), Seat("b"), Seat("c")


def at(
    scenario: str, *tokens: tuple[str, str, str], turn: int, players: int = 2, **more: Any
) -> tuple[Field, Position]:
    """The end of a turn: tokens as (seat, unit, cell)."""
    opening = open_game(book(), Setup(scenario, tuple({} for _ in range(players))), StreamDice(bytes(32), "x")).position
    placed = {n: Token(n, unit, Seat(seat), cell) for n, (seat, unit, cell) in enumerate(tokens, 1)}
    position = replace(opening, tokens=placed, turn=turn, order=tuple(opening.seats), phase="turn_end", **more)
    return Field.of(position, book().rules(position.options, position.tables)), position


def ended(*args: Any, **more: Any) -> tuple[str, str, str] | None:
    """The winning side, why, and the seats."""
    result = victory.conclusion(*at(*args, **more))
    return None if result is None else (result.side, result.reason, "".join(result.seats))


def with_seat(position: Position, seat: Seat, **changes: Any) -> Position:
    return replace(position, seats={**position.seats, seat: replace(position.seats[seat], **changes)})


BOTH = (("a", "barbarians.lancer", "A1"), ("b", "orcs.axer", "C3"))


@pytest.mark.rule("OW-VIC-01", "OW-VIC-02")
def test_scenario_conditions_come_before_annihilation():
    alone = (("b", "orcs.axer", "C3"),)

    assert ended("clash_at_the_bridge", *alone, turn=2) == ("b", "annihilation", "b")
    assert ended("clash_at_the_bridge", *alone, turn=2, points={"a": 3}) == ("a", "control_points", "a")
    assert ended("clash_at_the_bridge", *BOTH, turn=2) is None


@pytest.mark.rule("OW-VIC-02")
def test_with_nobody_left_it_is_a_draw():
    result = victory.conclusion(*at("clash_at_the_bridge", turn=2))

    assert (result.side, result.seats, result.among) == ("draw", (), ("a", "b"))


@pytest.mark.rule("OW-VIC-04", "OW-CTL-01")
def test_controlled_cells_score_from_the_stated_turn():
    holds = (("a", "orcs.axer", "C3"), ("a", "orcs.axer", "C1"), ("b", "elves.warrior", "A3"))

    assert victory.points_gained(*at("arcanums_crown", *holds, turn=1)) == {}
    assert victory.points_gained(*at("arcanums_crown", *holds, turn=2)) == {"a": 3, "b": 1}
    contested = (*holds, ("b", "elves.warrior", "C3"))
    assert victory.points_gained(*at("arcanums_crown", *contested, turn=2)) == {"a": 1, "b": 1}
    assert victory.contested_cells(*at("arcanums_crown", *contested, turn=1)) == {}
    assert list(victory.contested_cells(*at("arcanums_crown", *contested, turn=2))) == ["C3"]


@pytest.mark.rule("OW-CAM-07")
def test_a_campaign_game_may_ask_for_another_number_of_points():
    assert ended("clash_at_the_bridge", *BOTH, turn=2, points={"a": 3}, target=4) is None
    assert ended("clash_at_the_bridge", *BOTH, turn=2, points={"a": 4}, target=4) == ("a", "control_points", "a")


@pytest.mark.rule("OW-VIC-05")
def test_a_hoard_wins_from_the_stated_turn_on():
    tokens = (("a", "amazons.guardian", "A1"), ("b", "barbarians.lancer", "E5"))

    def rich(turn: int, mine: int, theirs: int) -> str | None:
        field, position = at("tide_and_treasure", *tokens, turn=turn)
        position = with_seat(with_seat(position, A, gold=mine), B, gold=theirs)
        result = victory.conclusion(field, position)
        return None if result is None else result.side

    assert rich(1, 20, 0) is None
    assert rich(2, 14, 14) is None
    assert rich(2, 15, 3) == "a"
    assert rich(2, 15, 16) == "b"
    assert rich(2, 15, 15) is None


@pytest.mark.rule("OW-VIC-06", "OW-SCN-02")
def test_the_first_true_line_of_a_sided_list_ends_the_game():
    tokens = (("a", "dwarves.guard", "A1"), ("b", "elves.warrior", "E2"), ("c", "demons.soldier", "B4"))
    fallen = (Fallen(90, "demons.azrak", C, "B2"),)

    assert ended("siege_of_the_infernal_bastion", *tokens, turn=3, players=3) == ("alliance", "sided", "ab")
    away = (("a", "dwarves.guard", "B1"), *tokens[1:])
    assert ended("siege_of_the_infernal_bastion", *away, turn=3, players=3) is None
    assert ended("siege_of_the_infernal_bastion", *away, turn=3, players=3, fallen=fallen) == (
        "alliance",
        "sided",
        "ab",
    )
    assert ended("siege_of_the_infernal_bastion", *away, turn=7, players=3) == ("abyss", "sided", "c")


@pytest.mark.rule("OW-SCN-06", "OW-SCN-02", "OW-VIC-03")
def test_only_the_perfect_form_decides_the_last_stand():
    tokens = (("a", "barbarians.scout", "A2"), ("b", "undead.zombie", "B2"))

    def fell(form: str) -> tuple[str, str, str] | None:
        return ended("the_last_stand", *tokens, turn=6, fallen=(Fallen(90, "undead.morven", B, "B2", form=form),))

    assert fell("imperfect") is None
    assert fell("perfect") == ("a", "sided", "a")
    assert ended("the_last_stand", tokens[1], turn=6) == ("b", "sided", "b")
    assert ended("the_last_stand", *tokens, turn=8) == ("b", "sided", "b")


@pytest.mark.rule("OW-VIC-03")
def test_a_seat_without_tokens_is_out_unless_the_scenario_brings_it_more():
    assert victory.eliminated_seats(*at("clash_at_the_bridge", BOTH[0], turn=2)) == (B,)
    azrak = (("a", "dwarves.guard", "E3"), ("b", "elves.warrior", "E2"))
    assert victory.eliminated_seats(*at("siege_of_the_infernal_bastion", *azrak, turn=4, players=3)) == ()
    assert victory.eliminated_seats(*at("siege_of_the_infernal_bastion", *azrak, turn=5, players=3)) == (C,)
    assert victory.eliminated_seats(*at("the_last_stand", ("a", "barbarians.scout", "A2"), turn=4)) == ()


@pytest.mark.rule("OW-VIC-07", "OW-ORD-02")
def test_at_the_turn_limit_the_criteria_are_compared_in_order():
    one, other = ("a", "orcs.axer", "A2"), ("b", "elves.warrior", "A3")

    assert ended("seven_crowns", one, other, turn=14) is None
    assert ended("seven_crowns", one, other, turn=15) == ("a", "turn_limit", "a")
    rich = ("b", "titans.dracoon", "A3")
    assert ended("seven_crowns", one, rich, turn=15) == ("a", "turn_limit", "a")


@pytest.mark.rule("OW-VIC-07")
def test_sides_level_in_everything_share_a_draw():
    tokens = (("a", "barbarians.lancer", "A1"), ("b", "orcs.slynn", "C3"))

    result = victory.conclusion(*at("clash_at_the_bridge", *tokens, turn=6))

    assert (result.side, result.reason, result.among) == ("draw", "turn_limit", ("a", "b"))
    three = {"points": {"x": 2, "y": 2, "z": 1}, "army_value": {"x": 1, "y": 1, "z": 9}}
    assert victory.at_limit(["points", "army_value", "draw"], three) == ("x", "y")


@pytest.mark.rule("OW-CAM-03", "OW-CAM-02")
def test_a_game_leaves_survivors_of_the_own_faction_gold_and_a_result():
    tokens = (
        ("a", "amazons.guardian", "C3"),
        ("a", "amazons.guardian", "B1"),
        ("a", "mercenaries.troll", "B1"),
        ("b", "barbarians.lancer", "E5"),
    )
    field, position = at(
        "arcanums_crown",
        *tokens,
        turn=8,
        points={"a": 10},
    )
    position = with_seat(position, A, gold=5, gone=("amazons.zarina",))
    position = replace(position, result=victory.conclusion(field, position))

    mine, theirs = legacy_of(field, position, A), legacy_of(field, position, B)

    assert (mine.result, mine.secondary, mine.gold, mine.gone) == ("win", 1, 5, ("amazons.zarina",))
    assert mine.survivors == {"amazons.guardian": 2}
    assert (theirs.result, theirs.secondary, theirs.survivors) == ("loss", 0, {"barbarians.lancer": 1})


@pytest.mark.rule("OW-CAM-03", "OW-VIC-08")
def test_who_resigned_has_no_survivors():
    field, position = at("arcanums_crown", ("a", "amazons.guardian", "A1"), ("b", "barbarians.lancer", "E5"), turn=3)

    assert legacy_of(field, with_seat(position, B, resigned=True), B).survivors == {}


@pytest.mark.rule("OW-CAM-04", "OW-UNIT-09")
def test_kept_veterans_must_have_survived_and_fit_on_the_start_cell():
    survivors = {"orcs.slynn": 6, "orcs.gorath": 1}

    def rule(kept: dict[str, int], cap: int = 20) -> str | None:
        refusal = keep_refusal(rules(), kept, cap, survivors)
        return None if refusal is None else refusal.rule

    assert rule({"orcs.slynn": 4}) is None
    assert rule({"orcs.slynn": 4}, cap=3) == "OW-CAM-04"
    assert rule({"orcs.axer": 1}) == "OW-CAM-04"
    assert rule({"orcs.slynn": 5}) == "OW-STK-02"


@pytest.mark.rule("OW-CAM-06")
@pytest.mark.parametrize(
    ("unit", "stat", "survivors", "promoted", "is_legal"),
    [
        ("orcs.axer", "attack", 1, (), True),
        ("orcs.axer", "range", 1, (), False),
        ("orcs.axer", "attack", 0, (), False),
        ("orcs.axer", "attack", 1, ("orcs.axer",), False),
        ("orcs.shaman", "attack", 1, (), False),
        ("orcs.gorath", "attack", 1, (), False),
        ("elves.warrior", "attack", 1, (), False),
        ("orcs.wolf_rider", "movement", 2, ("orcs.axer",), True),
    ],
)
def test_a_promotion_is_for_a_normal_own_unit_that_survived(unit, stat, survivors, promoted, is_legal):
    refusal = promotion_refusal(rules(), rules().campaign, "orcs", unit, stat, survivors, promoted)

    assert (refusal is None) == is_legal


@pytest.mark.rule("OW-CAM-08")
def test_the_last_game_breaks_a_tie_only_among_those_tied():
    assert campaign_winner({"0": 4, "1": 3}, "1") == "0"
    assert campaign_winner({"0": 4, "1": 4, "2": 1}, "2") is None
