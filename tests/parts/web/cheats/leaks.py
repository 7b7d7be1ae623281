"""What the tests of known leaks do again and again."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from tests.parts.web.cheats.worlds import Twins, World
from tests.parts.web.cheats.worlds_questions import questions
from tests.parts.web.cheats.worlds_wire import Question

SPOT = [324, 295]
"""Where a lurker goes: numbers that are found nowhere else."""


async def masks(twins: Twins, seats: int = 3, **more: Any) -> None:
    await twins.open("masks", "ball", seats, **more)


async def lists(twins: Twins, **options: Any) -> None:
    """War of Plastic with free lists, two players on each side."""
    options = {"army_lists": "free", "symmetric_armies": False} | options
    await twins.open("war_of_plastic", "garden_skirmish", 4, options=options)


async def act(twins: Twins, seat: str, action: Any) -> None:
    for world in twins.both:
        await world.act(seat, action)


async def choose_all(twins: Twins, *, spots: Sequence[Any] = ()) -> None:
    """Everybody chooses their lowest card, and the round is played on."""
    live = await twins.real.live()
    for number, seat in enumerate(live.seats):
        spot = {"spot_mm": spots[number]} if number < len(spots) and spots[number] else {}
        await act(twins, seat, {"type": "choose", "card": live.state.hands[seat][0], **spot})


async def everything(world: World, viewer: str) -> str:
    """All that a viewer can read and ask, as one text."""
    asked = await questions((world,), viewer, random.Random(1))
    answers = [(question, await world.ask(viewer, question)) for question in asked]
    return "\n".join(
        f"{answer.status} {answer.headers} {answer.content.decode()}"
        for question, answer in answers
        if question.method != "POST" and "unit=" not in question.path
    )


async def alike(twins: Twins, viewer: str) -> None:
    """That both worlds answer a viewer the same, whatever they ask."""
    for question in await questions(twins.both, viewer, random.Random(2)):
        await twins.same(viewer, question)


async def read(world: World, viewer: str, rest: str = "") -> Any:
    answer = await world.ask(viewer, Question(world.room.path + rest))
    assert answer.status == 200, answer.content
    return answer.json()


def numbers_in(text: str) -> set[int]:
    return {int(found) for found in re.findall(r"(?<![\w.])\d+(?![\w.])", text)}


def pick_of(seed: int) -> Any:
    return random.Random(seed).randrange
