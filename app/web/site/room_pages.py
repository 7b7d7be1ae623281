"""What the pages about a room share: forms read, rooms worded, and a host's links kept in their own browser.

Secrets never come to rest on the server. Right after a room is made its links travel in a cookie of the host's own
browser, which only the links page is sent and no script can read; whoever loses it makes new links there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from app.engine.types import SEATS, SPECTATOR
from app.rooms.service.service import Rooms
from app.rooms.values.ports import Link
from app.rooms.values.values import RoomInfo
from app.web.site import host_form
from app.web.site.campaign_parts import manifest_for
from app.web.site.own_battle import played_scenario
from app.web.site.pages import render, sides_of
from app.web.table.clock_words import clock_rules
from app.web.wire import access, bodies
from app.web.wire.limits import Limits

SEE_OTHER: Final = 303
LINKED: Final[frozenset[str]] = frozenset((*SEATS, SPECTATOR))
"""Whose links are shown and made anew."""

_FORM_BYTES: Final = 256 * 1024
_MOST_FIELDS: Final = 5000
_LINKS_S: Final = 7 * 24 * 3600
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,200}")
_PRIVATE: Final = {"cache-control": "no-store"}


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a posted form; raises ``Malformed`` and ``TooLarge``."""
    data = await bodies.read(request, _FORM_BYTES)
    try:
        pairs = parse_qsl(
            data.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS, encoding="utf-8"
        )
    except ValueError as error:
        raise bodies.Malformed(f"it is not a form: {error}") from None
    if any("\0" in words for pair in pairs for words in pair):
        raise bodies.Malformed("it holds a NUL character")
    return dict(pairs)


def page(request: Request, name: str, **context: Any) -> Response:
    """A page that no browser keeps, since it is about somebody's own rooms."""
    drawn = render(request, name, **context)
    drawn.headers.update(_PRIVATE)
    return drawn


def room_words(request: Request, info: RoomInfo) -> dict[str, Any]:
    """What every page about a room shows of it."""
    manifest = manifest_for(request.app.state.registry, info.game, info.id)
    scenario = played_scenario(manifest, info)
    return {
        "info": info,
        "game": manifest,
        "scenario": scenario,
        "sides": sides_of(manifest),
        "home": access.home_of(info.id),
        "clock_rules": clock_rules(None if info.clock is None else info.clock.rule, say_in(request)),
    }


async def exchange(request: Request, response: Response, secret: str) -> Link:
    """Leaves a cookie with the browser in exchange for the secret of a link."""
    link, cookie = await rooms_of(request).exchange(secret)
    access.set_cookie(response, request, room_id=link.room_id, viewer=link.viewer, secret=cookie)
    return link


def keep_links(request: Request, response: Response, room_id: str, secrets: Mapping[str, str]) -> None:
    """Leaves the secrets of a room's links with its host's browser, for its links page."""
    response.set_cookie(
        _links_cookie(request, room_id),
        "~".join(f"{viewer}.{secret}" for viewer, secret in secrets.items()),
        max_age=_LINKS_S,
        path=f"{access.home_of(room_id)}/links",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def kept_links(request: Request, room_id: str) -> dict[str, str]:
    """The secrets that this browser keeps of a room, by viewer; dead ones included."""
    pairs = (part.partition(".") for part in request.cookies.get(_links_cookie(request, room_id), "").split("~"))
    return {viewer: secret for viewer, _, secret in pairs if viewer in LINKED and _SECRET.fullmatch(secret)}


def say_in(request: Request) -> host_form.Say:
    """The words of the pages in the reader's language."""
    say: host_form.Say = request.app.state.templates.words(request.state.lang)
    return say


def limits_of(request: Request) -> Limits:
    """The limits of this server."""
    limits: Limits = request.app.state.limits
    return limits


def rooms_of(request: Request) -> Rooms:
    """The rooms of this server."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def _links_cookie(request: Request, room_id: str) -> str:
    """Over HTTPS browsers hold a cookie with this prefix to connections that are secure, too."""
    return f"{'__Secure-' if request.url.scheme == 'https' else ''}links_{room_id}"
