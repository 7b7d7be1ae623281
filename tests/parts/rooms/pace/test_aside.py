"""Work done aside: rooms take turns, and what is drawn comes in order."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from app.engine.types import SPECTATOR
from app.rooms.live.feeds import RESYNC
from app.rooms.live.hub import Hub
from app.rooms.pace.aside import SLICE, Aside
from tests.parts.rooms.live.test_hub import ROOM, delta, number, taken


async def test_one_that_asks_for_much_keeps_itself_waiting_and_nobody_else() -> None:
    aside, done, begun = Aside("test"), list[str](), threading.Event()

    def work(name: str) -> Callable[[], None]:
        return lambda: done.append(name)

    first = asyncio.create_task(aside.do("much", begun.wait))
    await asyncio.sleep(0)
    much = [asyncio.create_task(aside.do("much", work(f"much {n}"))) for n in range(5)]
    await asyncio.sleep(0)
    little = asyncio.create_task(aside.do("little", work("little")))
    await asyncio.sleep(0)
    begun.set()
    await asyncio.gather(first, *much, little)
    aside.close()

    assert done.index("little") <= 1
    assert [name for name in done if name != "little"] == [f"much {n}" for n in range(5)]


async def test_what_is_done_aside_is_not_done_by_the_event_loop_and_its_errors_arrive() -> None:
    aside = Aside("test")

    assert await aside.do("r", threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await aside.do("r", lambda: 1 // 0)

    aside.close()


async def test_thousands_of_things_are_done_some_at_a_time_and_in_order() -> None:
    aside, parts = Aside("test"), list[list[int]]()

    await aside.each("r", lambda some: parts.append(list(some)), range(2 * SLICE + 1))
    aside.close()

    assert [each for some in parts for each in some] == list(range(2 * SLICE + 1))
    assert len(parts) == 3


async def until_drawn(hub: Hub, aside: Aside) -> None:
    """Waits until whatever was published is drawn."""
    last = hub.subscribe(ROOM, SPECTATOR, 10_000, number, "last", is_drawn=True)
    assert await anext(last) is RESYNC
    last.close("enough")


async def test_what_is_drawn_aside_comes_in_order_to_whoever_was_there_and_to_whoever_resumes() -> None:
    aside, hub = Aside("test"), Hub()
    hub.draw_with(aside)
    hub.keep(ROOM, SPECTATOR, 10)
    there = hub.subscribe(ROOM, SPECTATOR, 10, number, "page", is_drawn=True)
    program = hub.subscribe(ROOM, SPECTATOR, None, number, "program")

    for seq in (11, 12):
        hub.publish(delta(seq))
    assert await taken(program) == [11, 12], "programs are told at once"
    late = hub.subscribe(ROOM, SPECTATOR, 11, number, "page", is_drawn=True)
    hub.publish(delta(13))
    await until_drawn(hub, aside)
    aside.close()

    assert await taken(there) == [11, 12, 13]
    assert await taken(late) == [12, 13]


async def test_a_change_that_is_not_to_be_seen_is_no_message_and_is_not_resumed() -> None:
    aside, hub = Aside("test"), Hub()
    hub.draw_with(aside)
    hub.keep(ROOM, SPECTATOR, 10)
    there = hub.subscribe(ROOM, SPECTATOR, 10, number, "page", is_drawn=True)

    hub.publish(delta(10, events=0))
    hub.publish(delta(11))
    await until_drawn(hub, aside)
    late = hub.subscribe(ROOM, SPECTATOR, 10, number, "page", is_drawn=True)
    await until_drawn(hub, aside)
    aside.close()

    assert await taken(there) == [11]
    assert await taken(late) == [11]
