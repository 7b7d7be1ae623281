"""Secrecy in the middle of a game: what a few acts from its beginning hardly ever meet, such as windows, standing orders and designations."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.rooms.room.room import Room as LiveRoom
from app.rooms.room.room import sees_as
from tests.parts.web.cheats.test_worlds import opened
from tests.parts.web.cheats.worlds import Twins, viewers_of
from tests.parts.web.cheats.worlds_play import HIDING, play_on
from tests.parts.web.cheats.worlds_questions import questions
from tests.support.random_play import bounded

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDS = int(os.environ.get("TAPETE_SOAK", "1"))
ACTS = (20, 160)
"""How far a game has gone."""
TRIES = 5
"""So often a state is looked for in which something is hidden."""


def in_the_middle(live: LiveRoom, pick: random.Random) -> Any:
    """A state that a room's game may come to."""
    state, system = live.state, live.system
    for number in range(pick.randint(*ACTS)):
        waiting = system.to_act(state)
        if not waiting:
            break
        seat = pick.choice(waiting)
        action = system.sample(state, seat, pick.randrange)
        assert action is not None
        step = play.step(system, state, seat, action, StreamDice(pick.randbytes(32), str(number)))
        assert isinstance(step, play.Step)
        if not system.to_act(step.state):
            break
        state = step.state
    return state


@pytest.mark.parametrize("number", range(2 * ROUNDS))
@pytest.mark.parametrize("game", sorted({game for game, _ in HIDING}))
async def test_soak_nothing_tells_worlds_apart_in_the_middle_of_a_game(twins: Twins, game: str, number: int) -> None:
    pick = random.Random(f"the middle of {game} {number}")
    await opened(twins, game, pick, "public")
    live = await twins.real.live()
    viewer = pick.choice(viewers_of(live))
    for _ in range(TRIES):
        real = in_the_middle(live, pick)
        other = live.system.resample(real, sees_as(viewer), pick.randrange)
        if other != real:
            break
    await twins.real.become(real)
    await twins.other.become(other)

    async with twins.listening(viewer) as ears:
        await play_on(twins, viewer, pick, bounded(6, 16), ears, has_history=False)
        for question in await questions(twins.both, viewer, pick, has_history=False):
            await twins.same(viewer, question)
