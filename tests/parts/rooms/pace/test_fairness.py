"""Turns are shared by the time they take."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count

import pytest

from app.rooms.pace.fairness import FairShare


class Hours:
    """A clock that only moves when somebody's turn takes time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def served(
    takes: Callable[[str], float], wanting: Sequence[str], turns: int, *, is_new: bool = False
) -> list[str]:
    """Who gets so many turns, in order, where each wants one after the other. With ``is_new`` all but the first come under
    another name each time."""
    clock, order, enough = Hours(), list[str](), asyncio.Event()
    share = FairShare(clock)

    async def want(who: str) -> None:
        for number in count():
            async with share.turn(f"{who} {number}" if is_new and who != wanting[0] else who):
                await asyncio.sleep(0)  # the others come to wait
                order.append(who)
                clock.now += takes(who)
            if len(order) == turns:
                enough.set()

    tasks = [asyncio.create_task(want(who)) for who in wanting]
    await enough.wait()
    for each in tasks:
        each.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return order[:turns]


def longest_wait(order: Sequence[str], who: str) -> int:
    """How many turns of others come between two of somebody at most."""
    return max(len(between) for between in "".join("x" if each == who else "." for each in order).split("x"))


async def test_those_who_take_as_long_as_each_other_come_as_often() -> None:
    order = await served(lambda who: 1.0, "abc", 30)

    assert all(sorted(order[start : start + 3]) == ["a", "b", "c"] for start in range(0, 30, 3))


@pytest.mark.parametrize("is_new", [False, True])
async def test_whoever_is_quick_waits_for_one_of_many_slow_ones_at_most(is_new: bool) -> None:
    slow = [f"slow {number}" for number in range(50)]

    order = await served(lambda who: 0.01 if who == "quick" else 5.0, ["quick", *slow], 1000, is_new=is_new)

    assert longest_wait(order[60:], "quick") == 1
    assert longest_wait(order, "quick") <= 51


async def test_the_slow_ones_come_too_however_many_are_quick() -> None:
    quick = [f"quick {number}" for number in range(50)]

    order = await served(lambda who: 5.0 if who == "slow" else 1.0, ["slow", *quick], 3000)

    assert longest_wait(order, "slow") <= 2 * 5 * 51


async def test_who_goes_away_while_waiting_leaves_no_hole() -> None:
    share = FairShare()
    async with share.turn("a"):
        gone = asyncio.create_task(enter(share, "b"))
        stays = asyncio.create_task(enter(share, "c"))
        await asyncio.sleep(0)
        assert share.waiting == 2
        gone.cancel()

    await stays
    async with share.turn("b"):
        assert share.waiting == 0


async def test_who_goes_away_in_the_moment_of_his_turn_passes_it_on() -> None:
    share = FairShare()
    async with share.turn("a"):
        gone = asyncio.create_task(enter(share, "b"))
        stays = asyncio.create_task(enter(share, "c"))
        await asyncio.sleep(0)
    gone.cancel()

    await stays


async def test_nothing_is_remembered_of_those_who_were_served_long_ago() -> None:
    share = FairShare()
    for number in range(3000):
        async with share.turn(str(number)):
            waiting = asyncio.create_task(enter(share, "next"))
            await asyncio.sleep(0)
        await waiting

    assert len(share._past) < 1100


async def enter(share: FairShare, who: str) -> None:
    async with share.turn(who):
        pass
