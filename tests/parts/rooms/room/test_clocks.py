"""Clocks as a pure fold: what is left for each side after entries that happened when, with whom asked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.types import Seat
from app.rooms.room import clocks
from app.rooms.room.clocks import Standing
from app.rooms.values.ports import Clock, DaysClock, Entry, LiveClock

START = datetime(2024, 5, 1, 12, tzinfo=UTC)
LIVE = LiveClock(bank_s=100, increment_s=10)
DAYS = DaysClock(days=3)
DAY_S = 24 * 3600
SIDES = {"A": (Seat("a"), Seat("c")), "B": (Seat("b"),)}


def entry(after_s: float, *types: str, side: str | None = None, by: str | None = None, **said: object) -> Entry:
    about = {} if side is None else {"side": side, "times": 1}
    events = tuple({"type": kind, **about, **said} for kind in types)
    who = None if by is None else Seat(by)
    return Entry(1, START + timedelta(seconds=after_s), who, "game", events, events, {}, {})


class Watch:
    """A clock of two sides, to be told what happens."""

    def __init__(self, clock: Clock, asked: Collection[str] = ("A",), awaited: str = "") -> None:
        self.clock = clock
        begun = entry(0, "game_started", by="b", awaited=tuple(awaited))
        self.standing: Standing = clocks.after(clock, None, begun, SIDES, asked)

    def hears(self, after_s: float, *types: str, asked: Collection[str] = (), **more: Any) -> Watch:
        self.standing = clocks.after(self.clock, self.standing, entry(after_s, *types, **more), SIDES, asked)
        return self

    def left_s(self, side: str, at_s: float = 0) -> float:
        """What a side has, a while after the beginning if its time runs."""
        time = self.standing.sides[side]
        passed = (START + timedelta(seconds=at_s) - self.standing.since).total_seconds() if time.runs and at_s else 0
        return time.left_ms / 1000 - passed

    @property
    def running(self) -> list[str]:
        return [side for side, time in self.standing.sides.items() if time.runs]

    @property
    def deadline_s(self) -> float | None:
        due = clocks.deadline(self.standing)
        return None if due is None else (due - START).total_seconds()


def test_the_time_of_the_side_that_is_asked_runs_and_the_others_stands() -> None:
    watch = Watch(LIVE)

    assert watch.running == ["A"]
    assert (watch.left_s("A", 30), watch.left_s("B", 30)) == (70, 100)
    assert watch.deadline_s == 100


def test_a_clock_begins_when_somebody_of_the_side_has_seen_the_table() -> None:
    watch = Watch(LIVE, awaited="acb")
    assert (watch.running, watch.deadline_s) == ([], None)
    watch.hears(30, "table_seen", asked=("A",), by="b")
    assert watch.running == []

    watch.hears(50, "table_seen", asked=("A",), by="c")
    assert (watch.running, watch.deadline_s) == (["A"], 150)
    watch.hears(60, "moved", asked=("B",), by="a")
    assert (watch.running, watch.left_s("A"), watch.deadline_s) == (["B"], 100, 160)


def test_a_clock_of_whom_nobody_awaits_begins_with_the_game() -> None:
    assert Watch(LIVE, awaited="ab").running == ["A"]  # `c` is there for the side


@pytest.mark.parametrize(
    ("kind", "by", "said"),
    [
        ("moved", "b", {}),
        ("message", "b", {}),
        ("seat_replaced", "a", {"seat": "b"}),
        ("seat_claimed", "b", {"seat": "b"}),
    ],
)
def test_whoever_does_anything_or_takes_the_seat_over_has_seen_the_table(kind: str, by: str, said: Any) -> None:
    watch = Watch(LIVE, awaited="b", asked=("B",)).hears(20, "message", asked=("B",), by="a")
    assert watch.running == []
    watch.hears(40, kind, asked=("B",), by=by, **said)
    assert (watch.running, watch.deadline_s) == (["B"], 140)


def test_a_turn_handed_on_brings_its_increment() -> None:
    watch = Watch(LIVE).hears(30, "moved", asked=("B",))

    assert watch.running == ["B"]
    assert (watch.left_s("A"), watch.left_s("B")) == (80, 100)
    assert watch.deadline_s == 130


def test_acts_within_a_turn_change_nothing_of_what_is_told() -> None:
    watch = Watch(LIVE)
    before = watch.standing

    assert watch.hears(30, "moved", asked=("A",)).standing is before
    assert watch.hears(40, "message", asked=("A",)).standing is before


def test_two_sides_that_are_asked_at_once_both_run() -> None:
    watch = Watch(LIVE, asked=("A", "B")).hears(20, "chosen", asked=("B",))

    assert (watch.left_s("A"), watch.left_s("B"), watch.left_s("B", 50)) == (90, 80, 50)


def test_a_pause_stops_the_time_and_brings_nothing() -> None:
    watch = Watch(LIVE).hears(30, "room_paused")
    assert (watch.running, watch.left_s("A"), watch.deadline_s) == ([], 70, None)

    watch.hears(5000, "room_resumed", asked=("A",))
    assert (watch.left_s("A"), watch.deadline_s) == (70, 5070)


def test_what_is_taken_back_gives_no_time_back_and_returns_its_increment() -> None:
    watch = Watch(LIVE)
    for round_s in range(0, 60, 10):
        watch.hears(round_s + 4, "moved", asked=("B",)).hears(round_s + 8, "undone", asked=("A",))
        assert watch.left_s("B") == 100 - 4 * (round_s // 10 + 1)

    assert watch.left_s("A", 60) == 100 - 6 * 6 + 6 * 0
    assert watch.left_s("B") == 76


def test_a_correction_hands_nothing_on() -> None:
    watch = Watch(LIVE).hears(10, "corrected", asked=("B",))

    assert (watch.left_s("A"), watch.left_s("B")) == (90, 100)


def test_nobody_has_less_than_nothing() -> None:
    watch = Watch(LIVE).hears(500, "moved", asked=("B",))

    assert watch.left_s("A") == 10


def test_an_entry_that_seems_to_come_before_the_last_one_costs_nothing() -> None:
    watch = Watch(LIVE).hears(30, "moved", asked=("B",)).hears(29, "moved", asked=("A",))

    assert watch.left_s("B") == 110
    assert watch.standing.since == START + timedelta(seconds=30)


def test_whose_time_ran_out_has_a_fifth_of_the_bank_and_its_increment_next_time() -> None:
    watch = Watch(LIVE)
    assert clocks.run_out(watch.standing, START + timedelta(seconds=99.9)) is None
    assert clocks.run_out(watch.standing, START + timedelta(seconds=100)) == "A"

    watch.hears(101, "time_up", asked=("A",), side="A")
    time = watch.standing.sides["A"]
    assert (time.times, time.is_ending, time.left_ms) == (1, True, 20_000)
    assert clocks.run_out(watch.standing, START + timedelta(days=9)) is None  # its turn is being ended already
    assert watch.deadline_s == 101  # at once

    watch.hears(102, "turn_ended", asked=("B",))
    time = watch.standing.sides["A"]
    assert (time.times, time.is_ending, time.left_ms) == (1, False, 29_000)


def test_the_side_with_the_least_time_runs_out_first() -> None:
    watch = Watch(LIVE).hears(30, "moved", asked=("A", "B"))

    assert clocks.run_out(watch.standing, START + timedelta(seconds=1000)) == "A"


def test_days_are_for_each_turn_and_begin_anew_with_it() -> None:
    watch = Watch(DAYS).hears(2 * DAY_S, "moved", asked=("B",))
    assert (watch.left_s("A"), watch.left_s("B")) == (DAY_S, 3 * DAY_S)
    assert watch.deadline_s == 5 * DAY_S

    watch.hears(3 * DAY_S, "moved", asked=("A",))
    assert watch.left_s("A") == 3 * DAY_S


def test_taking_back_wins_no_days() -> None:
    watch = Watch(DAYS).hears(2 * DAY_S, "moved", asked=("B",)).hears(2 * DAY_S + 60, "undone", asked=("A",))

    assert watch.left_s("A") == DAY_S


def test_a_pause_wins_no_days_but_who_takes_a_seat_over_has_all_of_them() -> None:
    watch = Watch(DAYS).hears(2 * DAY_S, "room_paused").hears(9 * DAY_S, "room_resumed", asked=("A",))
    assert watch.left_s("A") == DAY_S

    watch.hears(9 * DAY_S + 60, "seat_replaced").hears(10 * DAY_S, "seat_claimed", asked=("A",))
    assert watch.left_s("A") == 3 * DAY_S


def test_a_bank_is_taken_over_as_it_is() -> None:
    watch = Watch(LIVE).hears(40, "seat_replaced").hears(900, "seat_claimed", asked=("A",))

    assert watch.left_s("A") == 60


def test_a_side_that_forfeited_is_told_so() -> None:
    watch = Watch(LIVE)
    for _ in range(3):
        watch.hears(100, "time_up", asked=("A",), side="A")
    seats = {"A": ("a",), "B": ("b",)}
    claimable = clocks.told(LIVE, watch.standing, seats, is_late=False)  # type: ignore[arg-type]
    watch.hears(120, "forfeited", "game_finished", side="A")
    over = clocks.told(LIVE, watch.standing, seats, is_late=False)  # type: ignore[arg-type]

    assert [(side.times, side.claimable, side.forfeit) for side in claimable.sides] == [
        (3, True, False),
        (0, False, False),
    ]
    assert [(side.claimable, side.forfeit) for side in over.sides] == [(False, True), (False, False)]
    assert (claimable.since, over.since) == ("2024-05-01T12:01:40.000Z", None)


def test_who_sees_the_game_late_is_told_of_no_time_that_runs() -> None:
    told = clocks.told(LIVE, Watch(LIVE).standing, {}, is_late=True)

    assert told.since is None
    assert [side.runs for side in told.sides] == [False, False]


@pytest.mark.parametrize(
    ("clock", "field"),
    [
        (LiveClock(29), "clock.bank_s"),
        (LiveClock(86_401), "clock.bank_s"),
        (LiveClock(60, -1), "clock.increment_s"),
        (LiveClock(60, 3601), "clock.increment_s"),
        (DaysClock(0), "clock.days"),
        (DaysClock(31), "clock.days"),
    ],
)
def test_figures_beyond_their_bounds_are_refused_by_name(clock: Clock, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        clocks.check(clock)

    assert [error.field for error in refused.value.errors] == [field]


@pytest.mark.parametrize("clock", [None, LiveClock(30), LiveClock(86_400, 3600), DaysClock(1), DaysClock(30)])
def test_figures_at_their_bounds_are_accepted(clock: Clock | None) -> None:
    clocks.check(clock)
