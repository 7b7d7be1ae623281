"""A ``Relay`` for tests that have no database: a process with nobody to tell or to hear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.types import Viewer
from app.rooms.values.ports import Hears


class NoRelay:
    """Tells nobody, hears nothing, and plays every bot."""

    def announce(self, room_id: str, version: int) -> None:
        """Tells nobody."""

    def revoke(self, room_id: str, viewer: Viewer) -> None:
        """Tells nobody."""

    def share(self, room_id: str, note: Mapping[str, Any]) -> None:
        """Tells nobody."""

    def listen(self, ears: Hears) -> None:
        """Never calls ``ears``."""

    async def claim(self, room_id: str) -> bool:
        """There is nobody else to play."""
        return True

    async def release(self, room_id: str) -> None:
        """Nobody waits."""
