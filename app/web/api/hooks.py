"""A seat says where it wants to be called, and what it is told there: no secret of any room."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin, urlsplit

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.registry import Registry
from app.engine.types import SEATS, Seat, Text
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Forbidden, NotNow
from app.rooms.values.ports import CallKind, Hook, HookStore
from app.web.api import shapes
from app.web.wire import access, bodies
from app.web.wire.answers import json_answer
from app.web.wire.limits import Kind, Limits
from app.web.wire.outgoing import Outgoing, check_url
from app.web.wire.texts import Texts

router: Final = APIRouter(prefix="/api/v1/rooms")

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


@router.api_route("/{room_id}/hook", methods=["GET", "POST"])  # one route, which knows all that its address allows
async def hook(request: Request, room_id: str) -> Response:
    """Where the token's seat wants to be called, asked or said."""
    who = await access.viewer_of(request, room_id)
    return await (_put(request, who) if request.method == "POST" else _told(request, who))


async def _told(request: Request, who: access.Access) -> Response:
    """The host of the address, which itself is told to nobody."""
    store = _store_for(request, who)
    found = None if store is None else await store.hook_of(who.room_id, who.viewer)
    host = None if found is None else urlsplit(found.url).hostname
    return json_answer(shapes.HookTold(store is not None, host, found is not None and found.always))


async def _put(request: Request, who: access.Access) -> Response:
    """The seat wants to be called there from now on, or, without an address, no more."""
    limits: Limits = request.app.state.limits
    limits.take(Kind.LINKS, who.asker)
    store = _store_for(request, who)
    body = await bodies.read_as(request, shapes.HookBody)
    if store is None:
        raise NotNow
    if body.url is None:
        await store.drop(who.room_id, who.viewer)
        return json_answer(shapes.HookTold(True, None, False))
    host = check_url(body.url).hostname
    table = urljoin(str(request.base_url), f"rooms/{who.room_id}?as={who.viewer}")
    await store.put(Hook(who.room_id, who.viewer, body.url, table, request.state.lang, body.always))
    return json_answer(shapes.HookTold(True, host, body.always))


def _store_for(request: Request, who: access.Access) -> HookStore | None:
    """``None`` where this server calls nobody. Raises ``Forbidden`` for anybody without a seat."""
    if str(who.viewer) not in SEATS:
        raise Forbidden(_NO_SEAT)
    store: HookStore | None = request.app.state.hooks
    return store
