"""Who asks: a link's secret as bearer token, or the cookie it was exchanged for -> a room and a viewer."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.engine.types import SEATS, SPECTATOR, Text, Viewer
from app.rooms.service.campaigns import Campaigns
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Forbidden, NotFound, UnknownToken
from app.rooms.values.ports import HOST, Link, is_campaign
from app.web.wire.limits import Asker, Kind, Limits

SUBPROTOCOL: Final = "bearer."
_SECURE_PREFIX: Final = "__Host-"
_COOKIE: Final = re.compile(r"(?:__Host-)?t_(?P<room>[A-Za-z0-9_-]{1,64})_(?P<viewer>[a-z]{1,9})")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,512}")
_LONGEST_ADDRESS: Final = 64
_COOKIE_S: Final = 365 * 24 * 3600
_ORDER: Final = (*(Viewer(seat) for seat in SEATS), SPECTATOR, HOST)
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_NOT_HELD: Final = Text(es="No tienes ese asiento.", en="You do not hold that seat.")
_FOREIGN: Final = Text(
    es="La petición viene de otra página.",
    en="The request comes from another site's page.",
)
_OTHER_SEAT: Final = Text(es="Ese asiento no es el tuyo.", en="That seat is not yours.")
_NOT_HOST: Final = Text(es="Eso sólo lo puede hacer quien montó la mesa.", en="Only the host can do that.")


class Access(msgspec.Struct, frozen=True):
    """Somebody with a part in a room; ``asker`` is who limits are counted for, ``link`` the hash of what let him in."""

    room_id: str
    viewer: Viewer
    asker: Asker
    link: bytes


async def viewer_of(connection: HTTPConnection, room_id: str) -> Access:
    """Who asks, of a room that their token has a part in.

    The token is the ``Authorization`` header's; a websocket's may be a subprotocol; else it is a cookie of this room,
    chosen by ``?as=``, else the first seat's. Raises ``UnknownToken`` for none or a dead one, ``NotFound`` for a room that
    the token has no part in, ``Forbidden`` for a seat that is not held and for pages of other sites, ``TooFast`` for
    somebody who reads too often.
    """
    wanted = connection.query_params.get("as")
    bearer = bearer_of(connection)
    if bearer is not None:
        link = await _link_of(connection, bearer, kind="link")
        if wanted is not None and wanted != link.viewer:
            raise Forbidden(_NOT_HELD)
    else:
        link = await _cookie_link(connection, room_id, wanted)
    _require_same_origin(connection, with_cookie=bearer is None)
    if link.room_id != room_id:
        raise NotFound
    require_right_door(connection, room_id)
    connection.state.viewer = link.viewer
    who = Access(link.room_id, link.viewer, Asker(_address_of(connection), _holder_of(link)), link.hash)
    is_socket = connection.scope["type"] == "websocket"
    if is_socket or connection.scope["method"] in _SAFE_METHODS:
        if not is_socket:
            limits: Limits = connection.app.state.limits
            limits.take(Kind.READS, who.asker)
        rooms: Rooms = connection.app.state.rooms
        await rooms.catch_up(room_id)
    if is_campaign(room_id):
        campaigns: Campaigns = connection.app.state.campaigns
        await campaigns.settle(room_id)
    return who


def require_right_door(connection: HTTPConnection, room_id: str) -> None:
    """Raises ``NotFound`` for a campaign looked for among rooms, and for a room looked for among campaigns."""
    path: str = connection.scope["path"].removeprefix("/api/v1")
    wrong = "/rooms/" if is_campaign(room_id) else "/campaigns/"
    if path.startswith(wrong):
        raise NotFound


def home_of(room_id: str) -> str:
    """Where the pages of a room or of a campaign are."""
    return f"/campaigns/{room_id}" if is_campaign(room_id) else f"/rooms/{room_id}"


def bearer_of(connection: HTTPConnection) -> str | None:
    """The bearer token sent along, ``None`` without one; raises ``UnknownToken`` for another kind of credentials."""
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer":
            raise UnknownToken
        return secret.strip()
    offered = subprotocol_of(connection)
    return None if offered is None else offered.removeprefix(SUBPROTOCOL)


def subprotocol_of(connection: HTTPConnection) -> str | None:
    """The subprotocol ``bearer.<token>`` that a websocket offers, to be echoed when it is accepted."""
    offered: Iterable[str] = connection.scope.get("subprotocols", ())
    return next((name for name in offered if name.startswith(SUBPROTOCOL)), None)


def require_seat(access: Access, seat: str) -> None:
    """Raises ``Forbidden`` unless the asker holds ``seat``."""
    if access.viewer != seat:
        raise Forbidden(_OTHER_SEAT)


def require_host(access: Access) -> None:
    """Raises ``Forbidden`` unless the asker is the room's host."""
    if access.viewer != HOST:
        raise Forbidden(_NOT_HOST)


def is_same_origin(connection: HTTPConnection) -> bool | None:
    """Whether the page that sent this came from this very site; ``None`` if nothing says where it came from."""
    origin = connection.headers.get("origin")
    if origin is not None:
        host = connection.headers.get("host", "")
        scheme = "https" if _is_secure(connection) else "http"
        return bool(host) and _site_of(origin) == (scheme, host.lower())
    fetched_from = connection.headers.get("sec-fetch-site")
    return None if fetched_from is None else fetched_from == "same-origin"


def require_form_of_ours(connection: HTTPConnection) -> None:
    """Raises ``Forbidden`` for a page's form that does not come from this very site."""
    if not is_same_origin(connection):
        raise Forbidden(_FOREIGN)


def cookie_name(connection: HTTPConnection, room_id: str, viewer: str) -> str:
    """The cookie of a viewer of a room; over HTTPS browsers hold it to this host."""
    return f"{_SECURE_PREFIX if _is_secure(connection) else ''}t_{room_id}_{viewer}"


def set_cookie(response: Response, connection: HTTPConnection, *, room_id: str, viewer: str, secret: str) -> None:
    """Leaves the secret that a link was exchanged for with the browser."""
    response.set_cookie(
        cookie_name(connection, room_id, viewer),
        secret,
        max_age=_COOKIE_S,
        path="/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def held_viewers(connection: HTTPConnection, room_id: str) -> tuple[Viewer, ...]:
    """The viewers of a room that this browser has cookies for, seats first; dead cookies included."""
    return tuple(_cookies_of(connection, room_id))


async def living_viewers(connection: HTTPConnection, room_id: str) -> tuple[Viewer, ...]:
    """The viewers of a room that this browser's cookies still open, seats first."""
    links = [
        (viewer, await _living_link(connection, secret, kind="cookie"))
        for viewer, secret in _cookies_of(connection, room_id).items()
    ]
    return tuple(viewer for viewer, link in links if link and (link.room_id, link.viewer) == (room_id, viewer))


def held_rooms(connection: HTTPConnection) -> tuple[str, ...]:
    """The rooms that this browser has cookies for, those it came to last at the end; dead cookies included."""
    secure = _is_secure(connection)
    matches = (_COOKIE.fullmatch(name) for name in connection.cookies if name.startswith(_SECURE_PREFIX) == secure)
    return tuple(dict.fromkeys(match["room"] for match in matches if match))


def asker_of(connection: HTTPConnection) -> Asker:
    """Who limits are counted for when no link is needed: the address."""
    return Asker(_address_of(connection))


def count_guess(connection: HTTPConnection) -> None:
    """Counts a secret that opens nothing; raises ``TooFast`` for an address that showed many. Those that open something are
    never counted, and take nothing back."""
    limits: Limits = connection.app.state.limits
    limits.take(Kind.GUESSES, asker_of(connection))


def _address_of(connection: HTTPConnection) -> str:
    """The address that limits are counted by: the connection's own, or what a named proxy says of it (the server has seen to
    that)."""
    return household(None if connection.client is None else connection.client.host)


def household(host: str | None) -> str:
    """What is counted as one address; of an IPv6 address its first half, since whoever has one has the whole network behind it."""
    if host is None:
        return "unknown"
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:_LONGEST_ADDRESS]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def _holder_of(link: Link) -> str:
    """Who a link's limits are counted for: the seat, however many cookies it was exchanged for; spectators, who share one
    link, each by their own cookie."""
    return link.hash.hex() if link.viewer == SPECTATOR else f"{link.room_id}/{link.viewer}"


async def _cookie_link(connection: HTTPConnection, room_id: str, wanted: str | None) -> Link:
    cookies = _cookies_of(connection, room_id)
    if not cookies:
        raise NotFound if _has_other_cookies(connection) else UnknownToken
    if wanted is not None:
        if wanted not in cookies:
            raise Forbidden(_NOT_HELD)
        cookies = {Viewer(wanted): cookies[Viewer(wanted)]}
    for viewer, secret in cookies.items():
        link = await _living_link(connection, secret, kind="cookie")
        if link is not None and link.room_id != room_id:
            raise NotFound
        if link is not None and link.viewer == viewer:
            return link
    count_guess(connection)
    raise UnknownToken


async def _link_of(connection: HTTPConnection, secret: str, *, kind: str) -> Link:
    link = await _living_link(connection, secret, kind=kind)
    if link is None:
        count_guess(connection)
        raise UnknownToken
    return link


async def _living_link(connection: HTTPConnection, secret: str, *, kind: str) -> Link | None:
    if not _SECRET.fullmatch(secret):
        return None
    rooms: Rooms = connection.app.state.rooms
    link = await rooms.identify(secret)
    return link if link is not None and link.kind == kind else None


def _cookies_of(connection: HTTPConnection, room_id: str) -> dict[Viewer, str]:
    secure = _is_secure(connection)
    found: dict[Viewer, str] = {}
    for name, secret in connection.cookies.items():
        match = _COOKIE.fullmatch(name)
        if match and match["room"] == room_id and name.startswith(_SECURE_PREFIX) == secure:
            found[Viewer(match["viewer"])] = secret
    return {viewer: found[viewer] for viewer in _ORDER if viewer in found}


def _has_other_cookies(connection: HTTPConnection) -> bool:
    return any(_COOKIE.fullmatch(name) for name in connection.cookies)


def _require_same_origin(connection: HTTPConnection, *, with_cookie: bool) -> None:
    """A cookie comes along by itself, so what changes something must come from our own pages; sockets always must."""
    if connection.scope["type"] == "websocket":
        foreign = is_same_origin(connection) is False
    else:
        foreign = with_cookie and connection.scope["method"] not in _SAFE_METHODS and not is_same_origin(connection)
    if foreign:
        raise Forbidden(_FOREIGN)


def _site_of(origin: str) -> tuple[str, str] | None:
    """The scheme and the host of an origin, with its port."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.scheme.lower(), parts.netloc.lower()


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")
