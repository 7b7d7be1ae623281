"""Games played in two worlds at once: the same public acts in both, and of others' secret choices different ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import Action, Viewer
from app.rooms.drafts import drafts
from app.rooms.room.room import Room as LiveRoom
from app.rooms.room.room import sees_as
from app.rooms.values.errors import RoomError
from tests.parts.web.cheats.worlds import Ears, Twins, World
from tests.parts.web.cheats.worlds_wire import Question
from tests.support.random_play import same_bytes

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


def _splatball_hides_lists(state: Any, seat: str) -> bool:
    others = (each for name, each in state.seats.items() if name != seat)
    return state.phase == "army" and sum(not each.handed_in for each in others) > 1


def _hexwar_hides_plans(state: Any, seat: str) -> bool:
    return state.phase == "plan" and not state.seats[seat].committed


def _hexwar_hides_designations(state: Any, seat: str) -> bool:
    return state.phase in ("a1_designate", "a2_designate") and not state.frames


def _hexwar_hides_entries(state: Any, seat: str) -> bool:
    return state.phase == "e_write"


def _tierras_hides_squads(state: Any, seat: str) -> bool:
    others = (player for player in state.players.values() if player.seat != seat)
    return state.phase == "squads" and all(player.squad == "open" for player in others)


def _tierras_hides_places(state: Any, seat: str) -> bool:
    return state.phase == "deployment" and state.options["deployment_order"] == "blind"


HIDING: Mapping[tuple[str, str], Callable[[Any, str], bool]] = {
    ("pebbles", "pick_charm"): _pebbles_hides,
    ("masks", "choose"): _masks_hides_choices,
    ("masks", "answer"): _masks_hides_answers,
    ("war_of_plastic", "submit_army"): _war_hides_lists,
    ("war_of_plastic", "lock_army"): _war_hides_lists,
    ("splatball", "submit_army"): _splatball_hides_lists,
    **{("flames_hexwar", kind): _hexwar_hides_plans for kind in ("order", "deck", "air", "standing")},
    **{("flames_hexwar", kind): _hexwar_hides_designations for kind in ("bombard", "strike", "fire", "lift")},
    ("flames_hexwar", "assault"): _hexwar_hides_entries,
    ("tierras_distantes", "lock_squad"): _tierras_hides_squads,
    ("tierras_distantes", "deploy"): _tierras_hides_places,
}
"""The secret choices of each game, and as long as when they stay secret from everybody who may not know them: then no
other choice whatever may be told apart from the one that was made."""


UNSEEN = {
    ("masks", "choose"),
    ("war_of_plastic", "submit_army"),
    *(("flames_hexwar", kind) for kind in ("order", "deck", "air", "bombard", "strike", "lift", "assault")),
    ("tierras_distantes", "deploy"),
}
"""The secret choices that may be made again and again without anybody else's knowing that they were made at all."""


async def play_on(
    twins: Twins,
    viewer: str,
    pick: random.Random,
    most: int,
    ears: Ears,
    *,
    is_secretive: bool = False,
    has_history: bool = True,
) -> list[str]:
    """Plays at most ``most`` acts in both worlds and compares what ``viewer`` hears of each; answers what was done. Acts
    that would rightly tell them the worlds apart are left out. ``is_secretive``: in the other world alone, more is chosen,
    and taken back, than anybody can see. Without ``has_history`` nobody takes anything back."""
    done: list[str] = []
    for _ in range(most):
        real = await twins.real.live()
        if real.status == "finished":
            break
        twins.tick()
        if pick.random() < 0.3:
            done += await _talk(twins, viewer, pick, has_history=has_history)
        elif is_secretive and pick.random() < 0.3:
            done += await _choose_unseen(twins.other, viewer, pick)
        elif real.to_act:
            done += await _play(twins, viewer, pick)
        try:
            await ears.same_until_marked()
        except AssertionError as error:
            error.add_note("after " + "\n".join(done))
            raise
    return done


async def _play(twins: Twins, viewer: str, pick: random.Random) -> list[str]:
    """An act of the game in both worlds."""
    real, other = [await world.live() for world in twins.both]
    seat = pick.choice(real.to_act)
    action = real.system.sample(real.state, seat, pick.randrange)
    assert action is not None
    counterpart = _counterpart(real, other, viewer, seat, action, pick)
    if counterpart is None:
        return []
    if seat == viewer:
        body = {"action": msgspec.to_builtins(action)}
        answer = await twins.same(viewer, Question(f"{twins.real.room.path}/actions", "POST", body))
        assert answer.status == 200, answer.content
    else:
        await twins.real.act(seat, action)
        await twins.other.act(seat, counterpart)
    return [f"{seat}: {action} or {counterpart}"]


async def _talk(twins: Twins, viewer: str, pick: random.Random, *, has_history: bool) -> list[str]:
    """Somebody proposes, answers or says something, the same in both worlds."""
    live, other, path = await twins.real.live(), await twins.other.live(), twins.real.room.path
    seat = pick.choice(live.seats)
    undos = [{"kind": "undo"}, {"kind": "undo", "to_seq": pick.randint(0, live.count_of(Viewer(seat)))}]
    wishes: list[tuple[str, Any]] = [
        *(("proposals", undo) for undo in undos if has_history),
        ("proposals", {"kind": "draw"}),
        ("proposals", {"kind": "pause"}),
        ("proposals", {"kind": "resume"}),
        ("messages", {"text": "psst", "to": "army"}),
        ("messages", {"text": "well?"}),
        *(
            (f"proposals/{known.n}", {"accept": pick.random() < 0.7})
            for known in live.open_proposals()
            if known.kind != "draw" or _may_end_drawn(live, other, viewer, seat)
            for _ in range(5)
        ),
    ]
    rest, body = pick.choice(wishes)
    question = Question(f"{path}/{rest}", "POST", body)
    if seat == viewer:
        answer = await twins.same(viewer, question)
    else:
        answer, meant = [await world.ask(seat, question) for world in twins.both]
        assert answer.status == meant.status, f"{seat}: {question}: {answer.content!r} or {meant.content!r}"
    return [f"{seat}: {rest} {body}: {answer.status}"]


def _may_end_drawn(real: LiveRoom, other: LiveRoom, viewer: str, seat: str) -> bool:
    """Whether a draw may be answered: not where its end would rightly show what was secret."""
    acts = [live.system.answer_draw(live.state, seat, accept=True) for live in (real, other)]  # type: ignore[arg-type]
    return real.status == "playing" and _told_alike(real, other, viewer, seat, *acts)


async def _choose_unseen(world: World, viewer: str, pick: random.Random) -> list[str]:
    """Somebody chooses in secret, and perhaps takes it back."""
    live = await world.live()
    for seat in live.to_act:
        action = live.system.sample(live.state, seat, pick.randrange)
        kind = (live.header.game, str(action.__struct_config__.tag))
        if kind in UNSEEN and sees_as_other(live, viewer, seat) and HIDING[kind](live.state, seat):
            await world.act(seat, action)
            undo = Question(f"{world.room.path}/proposals", "POST", {"kind": "undo"})
            if pick.random() < 0.5:
                answer = await world.ask(seat, undo)
                assert answer.status in (200, 403), answer.content
            return [f"{seat} in secret: {action}"]
    return []


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
    if viewer == seat or viewer not in room.seats:
        return viewer != seat
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
    """Whether two acts, each in its world, tell ``viewer`` the same by the game's own word on what they may know."""
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
