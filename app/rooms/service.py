"""Everything people can do with a room; one short method each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from app.engine.offers import Offer, Preview
from app.engine.registry import Registry
from app.engine.types import Seat, UnitId, Viewer
from app.rooms.hub import Hub
from app.rooms.ports import Link, Relay, RoomStore
from app.rooms.values import (
    Acted,
    CreatedRoom,
    DiceInfo,
    NewRoom,
    ProposalInfo,
    RoomInfo,
    RoomScene,
    SeatInfo,
    Told,
)
from app.rooms.workers import Workers

__all__ = [
    "Acted",
    "CreatedRoom",
    "DiceInfo",
    "NewRoom",
    "ProposalInfo",
    "RoomInfo",
    "RoomScene",
    "Rooms",
    "SeatInfo",
    "Told",
]


class Rooms:
    """The rooms of this server. ``viewer`` is a seat's letter, ``spectator`` or ``host``."""

    def __init__(
        self,
        registry: Registry,
        store: RoomStore,
        relay: Relay,
        hub: Hub,
        pool: Workers,
        *,
        clock: Callable[[], datetime] | None = None,
        token: Callable[[], str] | None = None,
        bot_delay_s: float = 0.4,
    ) -> None: ...

    async def start(self) -> None:
        """Wakes the bots of every room in play and begins to keep house. Call once, before serving."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finishes what is under way and stops everything it started."""
        raise NotImplementedError

    async def create(self, new: NewRoom) -> CreatedRoom:
        """A new room; it plays at once if no seat is open. Raises ``InvalidInput``."""
        raise NotImplementedError

    async def identify(self, secret: str) -> Link | None:
        """The living link or cookie that ``secret`` opens."""
        raise NotImplementedError

    async def exchange(self, secret: str) -> tuple[Link, str]:
        """A link's secret for a new cookie secret. Raises ``UnknownToken``."""
        raise NotImplementedError

    async def claim(self, room_id: str, seat: Seat, name: str, contribution: str | None = None) -> RoomInfo:
        """Takes an open seat; the last one begins the game. Raises ``SeatTaken``, ``NotNow``."""
        raise NotImplementedError

    async def begin(self, room_id: str) -> RoomInfo:
        """Begins the game with bots in every seat still open (the host's right). Raises ``NotNow``."""
        raise NotImplementedError

    async def info(self, room_id: str, viewer: Viewer) -> RoomInfo:
        """The room as ``viewer`` may know it."""
        raise NotImplementedError

    async def position(self, room_id: str, viewer: Viewer) -> tuple[int, Any]:
        """His number and what he sees, a value of the game's ``view_type``; ``None`` before the game begins."""
        raise NotImplementedError

    async def scene(self, room_id: str, viewer: Viewer) -> RoomScene:
        """Everything a first page needs. From now on the hub keeps what a socket of this viewer may resume."""
        raise NotImplementedError

    async def offers(self, room_id: str, viewer: Viewer, unit: UnitId | None = None) -> tuple[int, list[Offer]]:
        """His number and what his seat may do now; nothing while the game is not played. Raises ``Forbidden``."""
        raise NotImplementedError

    async def act(
        self, room_id: str, viewer: Viewer, action: object, *, seq: int | None = None, key: str | None = None
    ) -> Acted:
        """Plays an action; answers when it is durable."""
        raise NotImplementedError

    async def preview(self, room_id: str, viewer: Viewer, action: object) -> Preview:
        """What an action would mean."""
        raise NotImplementedError

    async def survey(self, room_id: str, viewer: Viewer, unit: UnitId) -> Preview:
        """What a unit could do from where it is."""
        raise NotImplementedError

    async def events(self, room_id: str, viewer: Viewer, after: int = 0) -> list[Told]:
        """What ``viewer`` was told after a number, in order. Raises ``InvalidInput`` for a number not yet reached."""
        raise NotImplementedError

    async def say(self, room_id: str, viewer: Viewer, text: str, to: Literal["table", "army"] = "table") -> int:
        """A line of chat; answers the sender's number after it."""
        raise NotImplementedError

    async def propose(self, room_id: str, viewer: Viewer, kind: str, *, to_seq: int | None = None) -> int:
        """Proposes an ``undo`` or a ``draw``; answers the proposal's number."""
        raise NotImplementedError

    async def answer(self, room_id: str, viewer: Viewer, n: int, accept: bool) -> int:
        """Answers a proposal; answers the viewer's number after it."""
        raise NotImplementedError

    async def resign(self, room_id: str, viewer: Viewer) -> int:
        """Gives up; answers the viewer's number after it."""
        raise NotImplementedError

    async def replace_link(self, room_id: str, viewer: Viewer) -> str:
        """A new secret for a seat (the host's right); the old one, its cookies and its sockets die."""
        raise NotImplementedError
