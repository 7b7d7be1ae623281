"""Secrets: of links, which are only ever kept as their SHA-256, and of dice."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from app.engine.dice import SECRET_BYTES
from app.engine.types import Viewer
from app.rooms.values.errors import UnknownToken
from app.rooms.values.ports import Link, LinkKind, RoomStore

REMEMBERED_S: Final = 0.5
"""How long a looked-up link is believed without asking again: what another process revoked dies within a second."""
REMEMBERED: Final = 10_000


def new_secret() -> str:
    """A secret of 192 random bits that may stand in an address."""
    return secrets.token_urlsafe(24)


def new_room_id() -> str:
    """The name of a room in addresses: 64 random bits, no secret."""
    return secrets.token_hex(8)


def new_dice_secret() -> bytes:
    """What a room's dice are drawn from: 256 random bits."""
    return secrets.token_bytes(SECRET_BYTES)


def hash_of(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


class Doorkeeper:
    """Issues, exchanges, recognises and revokes the links of rooms. ``revoked`` is called after each replacement."""

    def __init__(
        self,
        store: RoomStore,
        token: Callable[[], str] = new_secret,
        now: Callable[[], float] = time.monotonic,
        revoked: Callable[[str, Viewer], None] = lambda room_id, viewer: None,
    ) -> None:
        self._store = store
        self._revoked = revoked
        self._token = token
        self._now = now
        self._known: OrderedDict[bytes, tuple[float, Link]] = OrderedDict()
        self._forgotten = 0

    def issue(
        self, room_id: str, viewer: Viewer, kind: LinkKind = "link", parent: bytes | None = None
    ) -> tuple[str, Link]:
        """A new secret and what is to be stored of it."""
        secret = self._token()
        return secret, Link(hash_of(secret), room_id, viewer, kind, parent)

    async def identify(self, secret: str) -> Link | None:
        """The living link or cookie that a secret opens."""
        digest = hash_of(secret)
        remembered = self._known.get(digest)
        if remembered is not None and self._now() - remembered[0] < REMEMBERED_S:
            return remembered[1]
        self._known.pop(digest, None)
        asked_at, forgotten = self._now(), self._forgotten
        link = await self._store.find_link(digest)
        if link is not None and forgotten == self._forgotten:  # else it may have died since it was found
            self._known[digest] = (asked_at, link)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return link

    async def exchange(self, secret: str) -> tuple[Link, str]:
        """A cookie's secret for a link's; raises ``UnknownToken`` for anything but a living link."""
        link = await self._store.find_link(hash_of(secret))
        if link is None or link.kind != "link":
            raise UnknownToken
        cookie_secret, cookie = self.issue(link.room_id, link.viewer, "cookie", link.hash)
        await self._store.add_link(cookie)
        return cookie, cookie_secret

    async def replace(self, room_id: str, viewer: Viewer) -> str:
        """A new link for a viewer; their old one and every cookie made from it are dead when this answers."""
        secret, link = self.issue(room_id, viewer)
        await self._store.replace_link(room_id, viewer, link)
        self.forget(room_id, viewer)
        self._revoked(room_id, viewer)
        return secret

    async def show_replay(self, room_id: str, viewer: Viewer) -> str:
        """A new link to the replay of a room, made by ``viewer``; it opens nothing else."""
        secret, link = self.issue(room_id, viewer, "replay")
        await self._store.add_link(link)
        return secret

    async def withdraw_replays(self, room_id: str, viewer: Viewer | None) -> None:
        """Kills the links to a room's replay that ``viewer`` made; everybody's, for ``None``. Other processes believe them
        for ``REMEMBERED_S`` at most."""
        await self._store.withdraw_replays(room_id, viewer)
        self._forgotten += 1
        for digest, (_, known) in tuple(self._known.items()):
            if known.room_id == room_id and known.kind == "replay":
                del self._known[digest]

    def forget(self, room_id: str, viewer: Viewer) -> None:
        """Believes nothing any more that it remembers, or is about to learn, of the links of a viewer."""
        self._forgotten += 1
        for digest, (_, known) in tuple(self._known.items()):
            if known.room_id == room_id and known.viewer == viewer:
                del self._known[digest]
