"""Games played in two worlds at once: the same public acts in both, and of others' secret choices different ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import Action, Viewer
from app.rooms import drafts
from app.rooms.errors import RoomError
from app.rooms.room import Room as LiveRoom
from app.rooms.room import sees_as
from tests.support.random_play import same_bytes
from tests.web.worlds import Ears, Question, Twins

TRIES = 12


def _pebbles_hides(state: Any, seat: str) -> bool:
    return sum(player.charm is None for player in state.players) > 1


def _masks_hides_choices(state: Any, seat: str) -> bool:
    return any(other not in (seat, *state.chosen, *state.given_up) for other in state.seats)


def _masks_hides_answers(state: Any, seat: str) -> bool:
    return len(state.strike.waiting) > 1


def _war_hides_lists(state: Any, seat: str) -> bool:
    others = (army for army in state.armies.values() if seat not in army.seats)
    return state.options["symmetric_armies"] is False and not any(army.list_locked for army in others)


HIDING: Mapping[tuple[str, str], Callable[[Any, str], bool]] = {
    ("pebbles", "pick_charm"): _pebbles_hides,
    ("masks", "choose"): _masks_hides_choices,
    ("masks", "answer"): _masks_hides_answers,
    ("war_of_plastic", "submit_army"): _war_hides_lists,
    ("war_of_plastic", "lock_army"): _war_hides_lists,
}
"""The secret choices of each game, and as long as when they stay secret from everybody who may not know them: then no
other choice whatever may be told apart from the one that was made."""


async def play_on(twins: Twins, viewer: str, pick: random.Random, most: int, ears: Ears) -> list[str]:
    """Plays at most ``most`` acts in both worlds and compares what ``viewer`` hears of each; answers what was done. Ends
    sooner where everything that could be done would rightly tell him more."""
    done: list[str] = []
    for _ in range(most):
        real, other = [await world.live() for world in twins.both]
        if not real.to_act or real.status != "playing":
            break
        seat = pick.choice(real.to_act)
        action = real.system.sample(real.state, seat, pick.randrange)
        assert action is not None
        counterpart = _counterpart(real, other, viewer, seat, action, pick)
        if counterpart is None:
            continue
        twins.tick()
        if seat == viewer:
            body = {"action": msgspec.to_builtins(action)}
            answer = await twins.same(viewer, Question(f"{twins.real.room.path}/actions", "POST", body))
            assert answer.status == 200, answer.content
        else:
            await twins.real.act(seat, action)
            await twins.other.act(seat, counterpart)
        done.append(f"{seat} {action} or {counterpart}")
        await ears.same_until_marked()
    return done


def _counterpart(
    real: LiveRoom, other: LiveRoom, viewer: str, seat: str, action: Action, pick: random.Random
) -> Action | None:
    """What ``seat`` may do in the other world so that ``viewer`` must not notice any difference."""
    if seat == viewer:
        return action if _told_alike(real, other, viewer, seat, action, action) else None
    hides = HIDING.get((real.header.game, str(action.__struct_config__.tag)))
    is_secret = hides is not None and sees_as_other(real, viewer, seat)
    is_hidden = is_secret and hides is not None and all(hides(room.state, seat) for room in (real, other))
    for candidate in _candidates(other, seat, action, pick, is_secret=is_secret):
        if other.system.check(other.state, seat, candidate) is None and (  # type: ignore[arg-type]
            is_hidden or _told_alike(real, other, viewer, seat, action, candidate)
        ):
            return candidate
    return None


def sees_as_other(room: LiveRoom, viewer: str, seat: str) -> bool:
    """Whether a viewer is none of the side of ``seat``."""
    if viewer not in room.seats:
        return True
    side = room.system.side_of(room.state, seat)  # type: ignore[arg-type]
    return side is None or side != room.system.side_of(room.state, viewer)  # type: ignore[arg-type]


def _candidates(room: LiveRoom, seat: str, action: Action, pick: random.Random, *, is_secret: bool) -> Iterator[Action]:
    if is_secret:
        for _ in range(TRIES):
            found = room.system.sample(room.state, seat, pick.randrange)  # type: ignore[arg-type]
            if type(found) is type(action) and found != action:
                yield found
    yield action


def _told_alike(real: LiveRoom, other: LiveRoom, viewer: str, seat: str, one: Action, two: Action) -> bool:
    """Whether two acts, each in its world, tell ``viewer`` the same by the game's own word on what he may know."""
    told = [_told(real, viewer, seat, one), _told(other, viewer, seat, two)]
    return same_bytes(*told)


def _told(room: LiveRoom, viewer: str, seat: str, action: Action) -> Any:
    who = sees_as(Viewer(viewer))
    try:
        draft = drafts.acted(room, seat, action, None)  # type: ignore[arg-type]
    except (RoomError, InvalidInput) as error:
        return type(error).__name__
    told = [form for happened in draft.happened if (form := happened.as_told_to(who)) is not None]
    return told, room.system.view(draft.state, who), draft.state is None
