"""What stands beside the board: players, the end, the luck of the dice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.telling import LogEntry, RollShown
from app.engine.types import Outcome, Seat
from app.rooms.values.values import DiceInfo
from app.web.table import table_parts as parts
from tests.parts.web import scenes
from tests.parts.web.scenes import text
from tests.parts.web.tables import info


def rolled(value: int, need: int | None, *, success: bool | None = None) -> RollShown:
    return RollShown(text("Disparo", "Shot"), value, need=need, success=success)


def test_luck_counts_for_each_side_what_came_off_against_what_was_to_be_expected() -> None:
    log = [
        LogEntry(text("."), side="A", rolls=(rolled(5, 4, success=True), rolled(3, None))),
        LogEntry(text("."), side="A", rolls=(rolled(1, 4, success=False),)),
        None,
        LogEntry(text("."), side="B", rolls=(rolled(6, 6, success=True),)),
        LogEntry(text("."), side="B"),
    ]

    first, second = parts.luck(log)

    assert (first.side, first.rolls, first.needing, first.came_off) == ("A", 3, 2, 1)
    assert (first.expected, first.average) == ("1.0", "3.00")
    assert (second.side, second.rolls, second.came_off, second.expected) == ("B", 1, 1, "0.2")


def test_a_roll_of_another_than_its_lines_side_is_counted_for_who_rolled() -> None:
    defence = replace(rolled(2, None), side="B")

    found = parts.luck([LogEntry(text("."), side="A", rolls=(rolled(5, None), defence))])

    assert [(each.side, each.rolls, each.average) for each in found] == [("A", 1, "5.00"), ("B", 1, "2.00")]


def test_rolls_that_belong_to_nobody_are_not_counted() -> None:
    assert parts.luck([LogEntry(text("."), rolls=(rolled(5, None),))]) == []


def test_the_end_tells_each_viewer_how_it_ended_for_him() -> None:
    scene = replace(scenes.garden(), ending=text("Gana A", "A wins"))
    over = info(
        status="finished",
        result=Outcome((Seat("a"),), "A", "objective", text("Gana A", "A wins")),
        dice=DiceInfo("ab" * 32, "cd" * 32),
    )

    verdicts = [parts.ending(scene, over, viewer, []) for viewer in ("a", "b", "spectator")]

    assert [found.verdict for found in verdicts if found] == ["won", "lost", "title"]
    assert verdicts[0] is not None
    assert verdicts[0].secret == "cd" * 32


def test_a_game_without_a_winner_is_a_draw_for_everybody() -> None:
    scene = replace(scenes.garden(), ending=text("Tablas", "A draw"))
    over = info(status="finished", result=Outcome((), "draw", "draw_agreed", text("Tablas", "A draw")))

    found = parts.ending(scene, over, "a", [])

    assert found is not None
    assert found.verdict == "drawn"


def test_a_game_that_goes_on_has_no_end() -> None:
    assert parts.ending(scenes.garden(), info(), "a", []) is None


def test_players_are_told_apart_by_name_side_and_whether_they_are_to_act() -> None:
    ana, bruno = parts.players(info(), "a")

    assert (ana.name, ana.side, ana.me, ana.bot, ana.to_act) == ("Ana", 1, True, False, True)
    assert (bruno.name, bruno.side, bruno.me, bruno.bot, bruno.to_act) == ("Bruno", 2, False, True, False)


def test_somebody_who_looks_at_the_page_is_here_and_others_as_far_as_is_known() -> None:
    assert [player.here for player in parts.players(info(), "a")] == [True, False]
    assert [player.here for player in parts.players(info(), "spectator", ["b"])] == [False, True]


@pytest.mark.parametrize(
    ("viewer", "sides", "kinds", "expected"),
    [
        ("a", "ABAB", ("human", "human", "human", "bot"), True),
        ("a", "ABAB", ("human", "human", "open", "human"), True),
        ("a", "ABAB", ("human", "human", "bot", "human"), False),
        ("b", "ABA", ("human", "human", "human"), False),
        ("spectator", "ABAB", ("human", "human", "human", "human"), False),
    ],
)
def test_an_army_to_talk_to_has_another_person_in_it(
    viewer: str, sides: str, kinds: tuple[str, ...], expected: bool
) -> None:
    seats = tuple(
        {"seat": seat, "kind": kind, "taken": True, "side": side}
        for seat, kind, side in zip("abcd", kinds, sides, strict=False)
    )

    assert parts.has_allies(info(seats=seats), viewer) is expected


def test_before_the_game_has_set_the_sides_there_is_no_army_to_talk_to() -> None:
    seats = tuple({"seat": seat, "kind": "human", "taken": True, "army": "A"} for seat in "ab")

    assert not parts.has_allies(info(status="setup", seats=seats), "a")


def test_before_the_game_begins_nobody_is_to_act_and_open_seats_are_missing() -> None:
    seats = ({"seat": "a", "kind": "open", "taken": False}, {"seat": "b", "kind": "bot", "taken": True})
    found = parts.players(info(status="setup", seats=seats), "a")

    assert not any(player.to_act for player in found)
    assert parts.waiting_names(found) == ["A"]
