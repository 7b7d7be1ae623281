"""Everything that a viewer can read, ask and be refused, as questions that can be put to two worlds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from app.engine.system import GameSystem
from app.engine.types import SEATS, Action, Seat, Viewer
from app.rooms.room.room import Room as LiveRoom
from app.rooms.room.room import sees_as
from tests.parts.web.cheats.worlds import World
from tests.parts.web.cheats.worlds_wire import Question
from tests.support.random_play import bounded

LANGUAGES = ("en", "es")
ODD_UNITS = ("nobody", "A-01", "a0", "b-lurker")
FORM = (("content-type", "application/x-www-form-urlencoded"),)
MOST_UNITS = bounded(3, 5)
MOST_ACTIONS = bounded(4, 6)


async def questions(
    worlds: Sequence[World], viewer: str, pick: random.Random, *, has_history: bool = True
) -> list[Question]:
    """Questions of a viewer about the room that both worlds have open; none of them changes anything in either. Without
    ``has_history`` nothing is asked that is answered from the record: in a world that was put there it is another's."""
    lives = [await world.live() for world in worlds]
    found = [*_pages(worlds[0], viewer), *_reading(worlds[0], lives, viewer, pick)]
    if has_history:
        found += _looking_back(worlds[0], viewer, lives[0], pick)
    if lives[0].state is not None:
        found += _asking(worlds[0], lives, viewer, pick)
    found += _refused(worlds[0], viewer, lives[0])
    if has_history and lives[0].state is not None:
        found += _too_late(worlds[0], lives, viewer, pick)
    return found


def _pages(world: World, viewer: str) -> Iterator[Question]:
    room, secret = world.room, world.room.token(viewer)
    entrance = "watch" if viewer == "spectator" else "join"
    for language in LANGUAGES:
        yield Question(f"/rooms/{room.id}", by="cookie", language=language)
        yield Question(f"/rooms/{room.id}?as={viewer}", by="cookie", language=language)
        for part in ("log", "chat", "ending"):
            yield Question(f"/rooms/{room.id}/parts/{part}", by="cookie", language=language)
        yield Question("/", by="cookie", language=language)
        yield Question(f"/{entrance}/{secret}", by="stranger", language=language)
        yield Question(f"/{entrance}/{secret}", "POST", b"", by="stranger", language=language, headers=FORM)
    yield Question(f"/rooms/{room.id}/links", by="cookie")
    yield Question(f"/rooms/{room.id}", by="stranger")
    yield Question(f"/rooms/{room.id}", by="token")


def _reading(world: World, lives: Sequence[LiveRoom], viewer: str, pick: random.Random) -> Iterator[Question]:
    path, seq = world.room.path, lives[0].count_of(Viewer(viewer))
    yield Question(path)
    yield Question(path, "HEAD")
    yield Question(f"{path}/position")
    yield Question(f"{path}/position", headers=(("accept-encoding", "identity"),))
    yield Question(f"{path}/position", headers=(("if-none-match", "*"),))
    yield Question(f"{path}/position", by="stranger")
    yield Question(f"{path}/offers")
    for unit in _units(lives, pick):
        yield Question(f"{path}/offers?unit={unit}")
        yield Question(f"{path}/survey?unit={unit}")
        yield Question(f"{path}/correctables?unit={unit}")
        yield Question(f"{path}/about?thing={unit}")
    for after in sorted({0, 1, pick.randint(0, seq), seq, seq + 1, 99999}):
        yield Question(f"{path}/events?after={after}")
    yield Question(f"{path}/correctables")
    yield Question(f"{path}/stream?after={seq + 1}")


def _looking_back(world: World, viewer: str, live: LiveRoom, pick: random.Random) -> Iterator[Question]:
    page, seq = f"/rooms/{world.room.id}/replay", live.count_of(Viewer(viewer))
    yield Question(page, by="cookie", language="es")
    for number in sorted({0, pick.randint(0, seq), seq, seq + 1}):
        yield Question(f"{page}?seq={number}", by="cookie")
        after = pick.randint(0, number)
        yield Question(f"{page}?seq={number}&after={after}", by="cookie", headers=(("hx-request", "true"),))
    if live.status != "finished":  # else the record is open to all, and a new room can be made of it
        yield Question(f"{world.room.path}/export")
        yield Question(page, "POST", b"seq=1", by="cookie", headers=FORM)
        yield from _others_eyes(world, page)


def _others_eyes(world: World, page: str) -> Iterator[Question]:
    """What is only for a game that is over, asked for before."""
    for view in ("all", "b", "spectator", "z"):
        yield Question(f"{page}?view={view}", by="cookie")
        yield Question(f"{page}?view={view}&of=&seq=1", by="cookie")
    yield Question(f"/rooms/{world.room.id}/report", by="cookie")
    yield Question(f"{page}/share", "POST", b"seq=1", by="cookie", headers=FORM)
    yield Question(f"{world.room.path}/replays", "POST", b'{"view": "all"}')
    yield Question(f"{world.room.path}/replays/withdraw", "POST", b"{}")
    yield Question(f"{world.room.path}/hook")
    yield Question(f"{world.room.path}/hook", "POST", b'{"url": "https://hooks.example/"}')


def _units(lives: Sequence[LiveRoom], pick: random.Random) -> list[str]:
    """Ids of units that there are in one of the worlds, whoever sees them, and some that there are not."""
    found = {unit for live in lives for unit in _ids_in(msgspec.to_builtins(live.state, str_keys=True))}
    return [*pick.sample(sorted(found), min(MOST_UNITS, len(found))), *ODD_UNITS]


def _ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for item in value.values():
            yield from _ids_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _ids_in(item)


def _asking(world: World, lives: Sequence[LiveRoom], viewer: str, pick: random.Random) -> Iterator[Question]:
    """Previews of acts that are offered to somebody in one of the worlds, and of each the refusal where it is refused."""
    path, seq = world.room.path, lives[0].count_of(Viewer(viewer))
    for action in _actions(lives, pick):
        body = {"action": msgspec.to_builtins(action)}
        yield Question(f"{path}/previews", "POST", body)
        if viewer not in SEATS or _refuses(lives[0].system, lives[0].state, Seat(viewer), action):
            yield Question(f"{path}/actions", "POST", body)
            yield Question(f"{path}/actions", "POST", body, language="es")
            yield Question(f"{path}/actions", "POST", body | {"seq": seq, "key": "a key"})


def _too_late(world: World, lives: Sequence[LiveRoom], viewer: str, pick: random.Random) -> Iterator[Question]:
    """Acts that are refused anyway, decided on what was seen earlier: whether that is stale must not tell of secret acts."""
    seq = lives[0].count_of(Viewer(viewer))
    for action in _actions(lives, pick):
        if viewer not in SEATS or _refuses(lives[0].system, lives[0].state, Seat(viewer), action):
            body = {"action": msgspec.to_builtins(action), "seq": pick.randint(0, seq)}
            yield Question(f"{world.room.path}/actions", "POST", body)


def _actions(lives: Sequence[LiveRoom], pick: random.Random) -> list[Action]:
    found: list[Action] = []
    for live in lives:
        for seat in live.seats:
            offers = live.system.offers(live.state, seat)
            found += (pick.choice(offer.examples) for offer in pick.sample(offers, min(3, len(offers))))
    first = lives[0]
    own = [first.system.offer_draw(first.state, first.seats[0]), first.system.resign(first.state, first.seats[0])]
    chosen = pick.sample(found, min(MOST_ACTIONS, len(found)))
    return [*chosen, *own]


def _refuses(system: GameSystem, state: Any, seat: Seat, action: Action) -> bool:
    return system.check(state, seat, action) is not None


def _refused(world: World, viewer: str, live: LiveRoom) -> Iterator[Question]:
    """Requests that cannot be granted to this viewer, or not as they are."""
    path = world.room.path
    odd: Iterable[Any] = ({"type": "no such act"}, None, [], {"type": "move", "unit": "b0"})
    for action in odd:
        yield Question(f"{path}/previews", "POST", {"action": action})
        yield Question(f"{path}/actions", "POST", {"action": action})
    yield Question(f"{path}/actions", "POST", b"{")
    yield Question(f"{path}/messages", "POST", {"text": ""})
    yield Question(f"{path}/messages", "POST", {"text": "psst", "to": "nobody"})
    yield Question(f"{path}/forfeits", "POST", {"side": "a"})
    yield Question(f"{path}/proposals", "POST", {"kind": "no such kind"})
    yield Question(f"{path}/proposals", "POST", {"kind": "undo", "to_seq": 99999})
    yield Question(f"{path}/proposals/999", "POST", {"accept": True})
    yield Question(f"{path}/proposals/x", "POST", {"accept": True})
    for seat in (viewer, "a", "g"):
        yield Question(f"{path}/seats/{seat}/claim", "POST", {"name": "me"})
    if viewer not in SEATS:
        for rest in ("proposals", "resign", "messages"):
            body = {"proposals": {"kind": "undo"}, "messages": {"text": "psst"}}.get(rest)
            yield Question(f"{path}/{rest}", "POST", body)
    if viewer != "host":
        for rest in ("close", "links/a", "links/spectator"):
            yield Question(f"{path}/{rest}", "POST")
        for rest in ("begin", "close", "links", "seats", "withdraw"):
            yield Question(f"/rooms/{world.room.id}/{rest}", "POST", b"seat=a&viewer=a&n=1", by="cookie", headers=FORM)
    yield Question(f"{path}/proposals", "POST", {"kind": "correction", "changes": [], "reason": ""})
    for unit in ODD_UNITS:
        change = {"unit": unit, "field": "no such field", "value": 1}
        yield Question(f"{path}/proposals", "POST", {"kind": "correction", "changes": [change], "reason": ""})
    if viewer != "host" or live.status != "setup":
        yield Question(f"{path}/start", "POST")


def kinds_of_viewer(live: LiveRoom, pick: random.Random) -> list[Viewer]:
    """A seat, the spectators and the host: all that look in different ways."""
    return [pick.choice(live.viewers[:-1]), live.viewers[-1], Viewer("host")]


__all__ = ["kinds_of_viewer", "questions", "sees_as"]
