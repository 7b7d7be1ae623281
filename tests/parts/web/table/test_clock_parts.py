"""Clocks as the table shows them: how time reads, when it is low, and from whom the game may be claimed."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from app.engine.types import Seat
from app.rooms.values.ports import Clock, DaysClock, LiveClock
from app.rooms.values.values import ClockInfo, SideClock
from app.web.table import clock_parts, proposing
from app.web.table.clock_words import clock_rules
from app.web.wire.texts import load_texts

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


class Player(msgspec.Struct):
    seat: str
    name: str | None
    side: int


class Info(msgspec.Struct):
    """What is looked at of a room."""

    clock: ClockInfo | None
    status: str = "playing"


PEOPLE = [Player("a", "Ana", 1), Player("b", None, 2), Player("c", "Eva", 1)]


def side(name: str, seats: str, left_ms: int, **more: Any) -> SideClock:
    told = {"runs": False, "times": 0, "claimable": False, "forfeit": False} | more
    return SideClock(name, tuple(Seat(seat) for seat in seats), left_ms, **told)


def shown(viewer: str, *sides: SideClock, rule: Clock | None = None, **more: Any) -> clock_parts.Clocks:
    info: Any = Info(ClockInfo(rule or LiveClock(600), sides, **more))
    found = clock_parts.shown(info, PEOPLE, viewer)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("left_ms", "in_days", "words"),
    [
        (0, False, "0:00"),
        (-5000, False, "0:00"),
        (1, False, "0:01"),
        (9 * 1000, False, "0:09"),
        (9 * MINUTE + 59_001, False, "10:00"),
        (HOUR + 2 * MINUTE + 30_000, False, "1:02:30"),
        (25 * HOUR, False, "25:00:00"),
        (59 * MINUTE, True, "59:00"),
        (5 * HOUR + 3 * MINUTE, True, "5 h 03 min"),
        (2 * DAY + 4 * HOUR + 59 * MINUTE, True, "2 d 4 h"),
    ],
)
def test_time_reads_as_people_say_it(left_ms: int, in_days: bool, words: str) -> None:
    assert clock_parts.spell(left_ms, in_days=in_days) == words


def test_what_runs_is_printed_as_it_is_by_now_and_what_stands_as_it_was() -> None:
    sides = (side("A", "ac", 90_000, runs=True), side("B", "b", 90_000))

    one, other = shown("c", *sides, since="2024-05-01T12:00:00.000Z", now="2024-05-01T12:01:05.000Z").each

    assert (one.text, one.low, one.mine, one.runs, one.names, one.who, one.colour) == (
        *("0:25", True, True, True),
        *("Ana, Eva", "A", 1),
    )
    assert (other.text, other.low, other.mine, other.names) == ("1:30", False, False, "B")


@pytest.mark.parametrize(
    ("rule", "low_ms"),
    [
        (LiveClock(30), 7500),
        (LiveClock(120), 30_000),
        (LiveClock(300), 30_000),
        (LiveClock(3600), 360_000),
        (DaysClock(2), 2 * DAY // 10),
    ],
)
def test_time_is_low_below_half_a_minute_or_a_tenth_but_not_above_a_quarter(rule: Clock, low_ms: int) -> None:
    (just, under) = shown("a", side("A", "a", low_ms), side("B", "b", low_ms - 1), rule=rule).each

    assert (just.low, under.low) == (False, True)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (LiveClock(1200, 15), ("20 min for the whole game, and 15 s more", "Then it has 4 min left")),
        (LiveClock(90), ("has 1 min 30 s for the whole game.", "Then it has 18 s left")),
        (DaysClock(3), ("a side has 3 days.", "The next time it has 3 days again")),
        (DaysClock(1), ("a side has 1 day.", "The next time it has 1 day again")),
    ],
)
def test_how_a_clock_runs_is_said_in_its_own_figures(rule: Clock, said: tuple[str, str]) -> None:
    sentences = clock_rules(rule, partial(load_texts().say, language="en"))

    has, at_zero = said
    assert has in sentences[0]
    assert "turn ends" in sentences[2]
    assert at_zero in sentences[2]
    assert "3 times" in sentences[3]
    assert clock_rules(None, partial(load_texts().say, language="en")) == ()


def test_no_time_is_low_once_the_game_is_over() -> None:
    info: Any = Info(ClockInfo(LiveClock(600), (side("A", "a", 1), side("B", "b", 0))), "finished")

    over = clock_parts.shown(info, PEOPLE, "b")

    assert over is not None
    assert [(each.low, each.low_ms) for each in over.each] == [(False, 0), (False, 0)]


def test_only_an_opponent_with_a_seat_may_claim_and_only_while_the_game_goes_on() -> None:
    sides = (side("A", "ac", 0, times=3, claimable=True), side("B", "b", 9000))

    assert [claim.names for claim in shown("b", *sides).claims] == ["Ana, Eva"]
    for viewer in ("a", "c", "spectator", "host"):
        assert shown(viewer, *sides).claims == ()
    paused: Any = Info(ClockInfo(LiveClock(600), sides), "paused")
    over = clock_parts.shown(paused, PEOPLE, "b")
    assert over is not None
    assert over.claims == ()


def test_no_clock_is_shown_where_there_is_none_or_before_the_game() -> None:
    for clock in (None, ClockInfo(LiveClock(600))):
        info: Any = Info(clock)
        assert clock_parts.shown(info, PEOPLE, "a") is None


def test_the_log_and_the_end_name_those_whose_time_ran_out() -> None:
    info: Any = Info(ClockInfo(LiveClock(600), (side("A", "ac", 0, forfeit=True), side("B", "b", 1))))
    names = {"a": "Ana", "b": "Luis", "c": "Eva"}
    sides = clock_parts.side_names(info, names)

    up = proposing.event_words({"type": "time_up", "side": "A", "times": 2}, names, load_texts(), sides)
    claimed = proposing.event_words({"type": "forfeited", "seat": "b", "side": "A"}, names, load_texts(), sides)

    assert up is not None
    assert claimed is not None
    assert up.en == "The time of Ana, Eva is up: the turn ends."
    assert claimed.es == "Luis reclama la partida: a Ana, Eva se le ha acabado el tiempo tres veces."
    assert clock_parts.forfeited(info, names) == "Ana, Eva"
    assert clock_parts.forfeited(Info(None), names) is None  # type: ignore[arg-type]
