"""What rooms need to call people outside: where a seat wants to be called, who keeps that, who calls. Protocols and a plain row; no SQL, no HTTP."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from app.engine.types import Viewer

CallKind = Literal["your_turn", "finished", "proposal"]


class Hook(msgspec.Struct, frozen=True):
    """Where a seat wants to be called when it is asked, something is proposed to it or the game ends: an address of
    somebody else's that takes a POST. ``table`` is the address of its table, without secrets; ``lang`` the language of its
    words; unless ``always`` it is called only while nobody looks on from it."""

    room_id: str
    viewer: Viewer
    url: str
    table: str
    lang: str
    always: bool = False


class HookStore(Protocol):
    """Where seats want to be called, and who calls: of all processes the one that claims it."""

    async def put(self, hook: Hook) -> None:
        """The seat's hook from now on."""
        ...

    async def drop(self, room_id: str, viewer: Viewer) -> None:
        """The seat has none any more."""
        ...

    async def hook_of(self, room_id: str, viewer: Viewer) -> Hook | None:
        """The seat's hook, if it has one."""
        ...

    async def claim(self, room_id: str, viewer: Viewer, version: int, pause_s: float) -> Hook | None:
        """The seat's hook, to be called for what happened at ``version``, if nobody did and it was not called within the
        last ``pause_s`` seconds."""
        ...

    async def failed(self, room_id: str, viewer: Viewer, most: int) -> None:
        """A call came to nothing; after ``most`` in a row the seat has no hook any more."""
        ...

    async def reached(self, room_id: str, viewer: Viewer) -> None:
        """A call was taken."""
        ...


class NotReached(Exception):
    """A call came to nothing; ``again`` if it is worth another try."""

    def __init__(self, why: str, *, again: bool) -> None:
        self.again = again
        super().__init__(why)


class Caller(Protocol):
    """Calls somebody outside this server."""

    async def call(self, hook: Hook, kind: CallKind) -> None:
        """Says what happened; raises ``NotReached``."""
        ...
