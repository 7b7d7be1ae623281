"""Secrecy proved over every registered game: a world that differs only in what a viewer may not know tells them the same
bytes in every way in which anything leaves the server.

``TAPETE_SOAK=20 pytest tests/parts/web/cheats/test_worlds.py`` plays many more games.
"""

from __future__ import annotations

import os
import random

import pytest

from app.rooms.room.room import sees_as
from tests.parts.web.cheats.worlds import Twins, viewers_of
from tests.parts.web.cheats.worlds_play import play_on
from tests.parts.web.cheats.worlds_questions import kinds_of_viewer, questions
from tests.support.random_play import bounded, registry

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDS = int(os.environ.get("TAPETE_SOAK", "1"))
OPTIONS = {
    "war_of_plastic": {"army_lists": "free", "symmetric_armies": False},
    "splatball": {"camo_identity": "secret", "camo_markers": 3},
}
"""Options that give a game its secrets, where its scenarios do not."""


async def opened(twins: Twins, game: str, pick: random.Random, *watching: str) -> None:
    """A room of a game in both worlds; ``watching`` are the ways in which spectators may be let in."""
    scenario = pick.choice(registry()[game].manifest.scenarios)
    seats = pick.randint(scenario.seats.min, min(scenario.seats.max, 4))
    options = OPTIONS.get(game, {}) | {"take_back": pick.choice(("free", "consent"))}
    await twins.open(game, scenario.id, seats, options=options, spectators=pick.choice(watching))


async def played_alike(twins: Twins, pick: random.Random, most: int) -> None:
    """The same acts in both worlds, at random."""
    for _ in range(most):
        live = await twins.real.live()
        if not live.to_act:
            return
        seat = pick.choice(live.to_act)
        action = live.system.sample(live.state, seat, pick.randrange)
        for world in twins.both:
            await world.act(seat, action)


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("game", list(registry()))
async def test_soak_no_answer_tells_a_resampled_world_from_the_real_one(twins: Twins, game: str, number: int) -> None:
    pick = random.Random(f"{game} {number}")
    await opened(twins, game, pick, "public")
    await played_alike(twins, pick, pick.choice((0, 1, 2, 3, 5, 9)))
    real = (await twins.real.live()).state
    system = registry()[game]

    for viewer in kinds_of_viewer(await twins.real.live(), pick):
        await twins.real.become(real)
        await twins.other.become(system.resample(real, sees_as(viewer), pick.randrange))
        for question in await questions(twins.both, viewer, pick, has_history=False):
            await twins.same(viewer, question)
        async with twins.listening(viewer) as ears:
            await ears.same_until_marked()


@pytest.mark.parametrize("number", range(2 * ROUNDS))
@pytest.mark.parametrize("game", list(registry()))
async def test_soak_nothing_live_tells_others_secret_choices_apart(twins: Twins, game: str, number: int) -> None:
    pick = random.Random(f"choices of {game} {number}")
    await opened(twins, game, pick, "public", "delayed")
    viewer = pick.choice(viewers_of(await twins.real.live()))

    async with twins.listening(viewer) as ears:
        done = await play_on(twins, viewer, pick, bounded(10, 16), ears, is_secretive=number % 2 == 1)
        for question in await questions(twins.both, viewer, pick):
            await twins.same(viewer, question)
    assert done


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("game", list(registry()))
async def test_soak_nothing_live_tells_that_a_game_goes_on_in_a_resampled_world(
    twins: Twins, game: str, number: int
) -> None:
    pick = random.Random(f"resampled {game} {number}")
    await opened(twins, game, pick, "public")
    await played_alike(twins, pick, pick.choice((0, 1, 2, 6)))
    viewer = pick.choice(viewers_of(await twins.real.live()))
    real = (await twins.real.live()).state
    await twins.real.become(real)
    await twins.other.become(registry()[game].resample(real, sees_as(viewer), pick.randrange))

    async with twins.listening(viewer) as ears:
        await play_on(twins, viewer, pick, 8, ears, has_history=False)
        for question in await questions(twins.both, viewer, pick, has_history=False):
            await twins.same(viewer, question)
