"""Who is here: a live line, and a moment longer; the same on every process; and what is pointed at is for whom it is for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.live.feeds import Subscription
from app.rooms.live.hub import Hub
from app.rooms.live.presence import FADES_S, Here, Pointed, Presence
from app.rooms.room.deltas import Delta, Passing
from app.rooms.values.ports import HOST

ROOM = "room"
A, B = Viewer("a"), Viewer("b")
SEAT_A, SEAT_B = Seat("a"), Seat("b")
PATIENCE_S = 20.0
LONG_S = 3600.0


class Air:
    """What is between processes: what one shares, all others take in at once, unless the air is ``still``."""

    def __init__(self) -> None:
        self.shared: list[Mapping[str, Any]] = []
        self.still = False
        self._processes: list[Process] = []

    def join(self, process: Process) -> None:
        self._processes.append(process)

    def carry(self, sender: Process, room_id: str, note: Mapping[str, Any]) -> None:
        self.shared.append(note)
        for process in self._processes:
            if process is not sender and not self.still:
                process.presence.shared(room_id, note)


class Process:
    """A hub with its presence; the relay's only part here is ``share``. Time passes when ``now_s`` is set."""

    def __init__(self, air: Air, grace_s: float, beat_s: float) -> None:
        self.hub = Hub()
        self.now_s = 0.0
        self._air = air
        self.presence = Presence(self.hub, self, clock=lambda: self.now_s, grace_s=grace_s, beat_s=beat_s)  # type: ignore[arg-type]
        air.join(self)

    def share(self, room_id: str, note: Mapping[str, Any]) -> None:
        self._air.carry(self, room_id, note)

    def watch(self, viewer: Viewer) -> Subscription:
        """A live line that is told everything that passes."""
        return self.hub.subscribe(ROOM, viewer, None, lambda change: change, "all")

    async def until(self, seats: tuple[Seat, ...], spectators: int = 0) -> None:
        """Waits until the room has this company, as far as this process knows."""
        await until(lambda: self.presence.of(ROOM) == Here(seats, spectators))


@asynccontextmanager
async def processes(
    count: int = 1, *, grace_s: float = 0.0, beat_s: float = LONG_S
) -> AsyncIterator[tuple[Air, list[Process]]]:
    """Some processes over one room; they say who is here when they are told to beat."""
    air = Air()
    made = [Process(air, grace_s, beat_s) for _ in range(count)]
    yield air, made
    for process in made:
        await process.presence.close()


async def until(is_so: Callable[[], bool]) -> None:
    """Waits for a condition."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - what changes here sets no event
            await asyncio.sleep(0)


async def heard(line: Subscription) -> Any:
    """The next thing that a line is told."""
    async with asyncio.timeout(PATIENCE_S):
        return await anext(line)


async def until_told(line: Subscription, here: Here) -> list[Any]:
    """Everything a line is told up to a certain company."""
    found = [await heard(line)]
    while found[-1] != here:
        found.append(await heard(line))
    return found


async def test_nobody_is_here_before_somebody_looks_on() -> None:
    async with processes() as (_, [process]):
        assert process.presence.of(ROOM) == Here()
        assert not process.presence.is_here(ROOM, SEAT_A)


async def test_everybody_is_told_who_comes_and_who_goes() -> None:
    async with processes() as (_, [process]):
        a = process.watch(A)
        await until_told(a, Here((SEAT_A,)))
        b, spectator, host = (process.watch(viewer) for viewer in (B, SPECTATOR, HOST))

        for line in (a, b, spectator, host):
            await until_told(line, Here((SEAT_A, SEAT_B), 1))
        b.close("gone")
        spectator.close("gone")

        for line in (a, host):
            await until_told(line, Here((SEAT_A,)))
        assert process.presence.is_here(ROOM, SEAT_A)
        assert not process.presence.is_here(ROOM, SEAT_B)


async def test_a_seat_with_two_lines_is_here_until_both_have_ended() -> None:
    async with processes() as (_, [process]):
        page, program = process.watch(A), process.watch(A)

        page.close("gone")
        await process.until((SEAT_A,))
        assert process.presence.is_here(ROOM, SEAT_A)
        program.close("gone")

        await process.until(())


@pytest.mark.parametrize("viewer", [A, SPECTATOR])
async def test_a_reload_is_no_coming_and_going(viewer: Viewer) -> None:
    async with processes(grace_s=LONG_S) as (_, [process]):
        b, line = process.watch(B), process.watch(viewer)
        full = Here((SEAT_A, SEAT_B)) if viewer == A else Here((SEAT_B,), 1)
        await until_told(b, full)

        for _ in range(5):
            line.close("reload")
            assert process.presence.of(ROOM) == full
            line = process.watch(viewer)
            assert process.presence.of(ROOM) == full
        process.watch(SPECTATOR)

        assert await heard(b) == Here(full.seats, full.spectators + 1)


async def test_many_who_come_together_are_told_of_together() -> None:
    async with processes() as (_, [process]):
        lines = [process.watch(SPECTATOR) for _ in range(20)]

        assert await heard(lines[0]) == Here((), 20)


async def test_the_company_is_the_same_on_every_process() -> None:
    async with processes(3) as (_, [one, two, three]):
        a = one.watch(A)
        await until_told(a, Here((SEAT_A,)))
        b = two.watch(B)
        watchers = [each.watch(SPECTATOR) for each in (one, two, two)]

        for line in (a, b, *watchers):
            await until_told(line, Here((SEAT_A, SEAT_B), 3))
        assert three.presence.of(ROOM) == Here((SEAT_A, SEAT_B), 3)
        assert three.presence.is_here(ROOM, SEAT_A)

        a.close("gone")
        await until_told(b, Here((SEAT_B,), 3))
        await three.until((SEAT_B,), 3)


async def test_who_comes_to_another_process_while_he_leaves_this_one_stays() -> None:
    async with processes(2) as (_, [one, two]):
        b, a = one.watch(B), one.watch(A)
        await until_told(b, Here((SEAT_A, SEAT_B)))
        two.watch(A)
        await two.until((SEAT_A, SEAT_B))

        a.close("moved")
        one.watch(SPECTATOR)

        assert await heard(b) == Here((SEAT_A, SEAT_B), 1)


async def test_a_process_that_died_fades_within_ten_seconds_and_one_that_speaks_does_not() -> None:
    async with processes(2) as (air, [one, two]):
        a = one.watch(A)
        two.watch(B)
        await until_told(a, Here((SEAT_A, SEAT_B)))

        one.now_s = FADES_S
        two.presence.beat()
        one.now_s = FADES_S + 1
        one.presence.beat()
        assert one.presence.of(ROOM) == Here((SEAT_A, SEAT_B))

        air.still = True
        two.presence.beat()
        one.now_s = 2 * FADES_S + 1
        one.presence.beat()
        await until_told(a, Here((SEAT_A,)))


async def test_what_was_said_unheard_is_said_again() -> None:
    async with processes(2) as (air, [one, two]):
        air.still = True
        a = one.watch(A)
        await until_told(a, Here((SEAT_A,)))
        assert two.presence.of(ROOM) == Here()
        air.still = False

        one.presence.beat()

        assert two.presence.of(ROOM) == Here((SEAT_A,))


async def test_a_process_that_was_started_speaks_of_every_room_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.live.presence.AT_ONCE", 2)
    async with processes(2, beat_s=0.0) as (air, [one, two]):
        air.still = True
        rooms = [f"room {number}" for number in range(5)]
        lines = [one.hub.subscribe(room, A, None, lambda change: change, "all") for room in rooms]
        for line in lines:
            await until_told(line, Here((SEAT_A,)))
        air.still = False

        one.presence.start()

        await until(lambda: all(two.presence.is_here(room, SEAT_A) for room in rooms))


async def test_a_process_tells_a_new_one_at_once_who_is_here_through_it() -> None:
    async with processes(2) as (air, [one, two]):
        air.still = True
        await until_told(one.watch(A), Here((SEAT_A,)))
        air.still = False

        await until_told(two.watch(B), Here((SEAT_A, SEAT_B)))


async def test_rooms_without_company_are_forgotten() -> None:
    async with processes(2) as (_, [one, two]):
        a = one.watch(A)
        await two.until((SEAT_A,))
        a.close("gone")
        await two.until(())

        for process in (one, two):
            process.presence.beat()
            await until(lambda rooms=process.presence._rooms: not rooms)  # type: ignore[misc]


async def test_what_another_version_says_is_left_alone() -> None:
    async with processes() as (_, [process]):
        for note in ({}, {"kind": "weather"}, {"kind": "here", "seats": 7}, {"kind": "pointed", "audience": "all"}):
            process.presence.shared(ROOM, note)

        assert process.presence.of(ROOM) == Here()


# -- pointing ----------------------------------------------------------------------------------------------------------

SHAPE = {"type": "pointer", "x": 1.5, "y": 2.0}
EVERYBODY = frozenset({A, B, SPECTATOR, HOST})


@pytest.mark.parametrize(
    ("sender", "is_delayed", "seen_by"),
    [
        (A, False, EVERYBODY - {A}),
        (A, True, frozenset({B})),
        (SPECTATOR, False, frozenset({HOST})),
        (SPECTATOR, True, frozenset({HOST})),
        (HOST, False, frozenset({SPECTATOR})),
    ],
)
async def test_what_is_pointed_at_is_seen_by_whom_it_is_for_on_every_process(
    sender: Viewer, is_delayed: bool, seen_by: frozenset[Viewer]
) -> None:
    async with processes(2) as (_, [one, two]):
        near, far = lines_of(one, only_pointing), lines_of(two, only_pointing)

        one.presence.point(ROOM, near[sender], SHAPE, is_delayed=is_delayed)

        assert {viewer for viewer, line in near.items() if line.waiting} == seen_by
        far_seen = {viewer for viewer, line in far.items() if line.waiting}
        assert far_seen == seen_by | {sender}
        for line in (*near.values(), *far.values()):
            if line.waiting:
                assert await heard(line) == Pointed(sender, SHAPE)


async def test_pointing_never_fills_the_outbox_of_somebody_who_is_behind() -> None:
    async with processes() as (_, [process]):
        lines = lines_of(process, only_pointing)

        for _ in range(1000):
            process.presence.point(ROOM, lines[A], SHAPE, is_delayed=False)

        assert 0 < lines[B].waiting < 64
        assert all([await heard(lines[B]) == Pointed(A, SHAPE) for _ in range(lines[B].waiting)])


def only_pointing(change: Delta | Passing) -> Pointed | None:
    """A flavour that is not told who is here."""
    return change if isinstance(change, Pointed) else None


def lines_of(process: Process, render: Callable[[Delta | Passing], Any]) -> dict[Viewer, Subscription]:
    """A line for each kind of viewer."""
    return {viewer: process.hub.subscribe(ROOM, viewer, None, render, "pointing") for viewer in (A, B, SPECTATOR, HOST)}
