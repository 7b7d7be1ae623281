"""A seat says where it wants to be called, and what it is told there: no secret of any room."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin, urlsplit

from app.engine.registry import Registry
from app.engine.types import SEATS, Seat, Text
from app.rooms.service.service import Rooms
from app.rooms.values.calls import CallKind, Hook, HookStore
from app.rooms.values.errors import Forbidden, NotNow
from app.web.api import shapes
from app.web.api.route import RoomCall, Routes
from app.web.wire.limits import Kind
from app.web.wire.outgoing import Outgoing, check_url
from app.web.wire.texts import Texts

routes: Final = Routes("/api/v1/rooms", "rooms", RoomCall)
router: Final = routes.router

_NO_SEAT: Final = Text(es="Eso sólo lo hace quien tiene un asiento.", en="Only somebody with a seat can do that.")


class TableCaller:
    """A ``Caller`` that says in words whose table calls; Discord reads them as ``content``, Slack as ``text``."""

    def __init__(self, rooms: Rooms, registry: Registry, texts: Texts, out: Outgoing) -> None:
        self._rooms = rooms
        self._registry = registry
        self._texts = texts
        self._out = out

    async def call(self, hook: Hook, kind: CallKind) -> None:
        """Says what happened; raises ``NotReached``."""
        room = await self._rooms.room(hook.room_id)
        game = self._registry[room.header.game].manifest.name.in_(hook.lang)
        words = self._texts.say(f"hook.{kind}", hook.lang, game=game, url=hook.table)
        said = shapes.Called(hook.room_id, Seat(hook.viewer), kind, hook.table, words, words)
        await self._out.post(hook.url, said)


@routes.get("/{room_id}/hook", answer=shapes.HookTold)
async def hook(call: RoomCall) -> shapes.HookTold:
    """Where the seat is called when it is asked; the address itself is told to nobody."""
    store = _store_for(call)
    found = None if store is None else await store.hook_of(call.room_id, call.who.viewer)
    host = None if found is None else urlsplit(found.url).hostname
    return shapes.HookTold(store is not None, host, found is not None and found.always)


@routes.post(
    "/{room_id}/hook",
    costs=Kind.LINKS,
    about="When it becomes the seat's turn, something is proposed to it or the game ends, the server posts a small JSON "
    "document there: room, seat, kind, url, content, text. `not_now` where the server calls nobody.",
    body=shapes.HookBody,
    example={"url": "https://hooks.example.org/abc", "always": False},
    answer=shapes.HookTold,
    refuses=("not_now",),
)
async def put_hook(call: RoomCall, body: shapes.HookBody) -> shapes.HookTold:
    """The seat wants to be called there from now on, or, without an address, no more."""
    store = _store_for(call)
    if store is None:
        raise NotNow
    room_id, viewer = call.room_id, call.who.viewer
    if body.url is None:
        await store.drop(room_id, viewer)
        return shapes.HookTold(True, None, False)
    host = check_url(body.url).hostname
    table = urljoin(str(call.request.base_url), f"rooms/{room_id}?as={viewer}")
    await store.put(Hook(room_id, viewer, body.url, table, call.request.state.lang, body.always))
    return shapes.HookTold(True, host, body.always)


def _store_for(call: RoomCall) -> HookStore | None:
    """``None`` where this server calls nobody. Raises ``Forbidden`` for anybody without a seat."""
    if str(call.who.viewer) not in SEATS:
        raise Forbidden(_NO_SEAT)
    store: HookStore | None = call.state.hooks
    return store
