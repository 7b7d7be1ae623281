"""How processes hear of each other's rooms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable


class LocalRelay:
    """The relay of a server that is a single process: there is nobody else to tell or to hear."""

    def announce(self, room_id: str, version: int) -> None:
        """Tells nobody."""

    def listen(self, heard: Callable[[str, int], Awaitable[None]]) -> None:
        """Never calls ``heard``."""
