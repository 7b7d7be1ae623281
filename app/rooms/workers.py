"""Worker processes that think, so that nobody's rules question or bot ever slows a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.rooms.errors import Busy


class WorkTimeout(Busy):
    """A question took longer than it was given; its worker was stopped."""


class Workers:
    """A small pool of processes, each with every game of ``packages`` built once; started when first needed."""

    def __init__(self, packages: Sequence[str], *, processes: int = 2) -> None: ...

    async def ask(self, kind: str, game: str, payload: Mapping[str, Any], seconds: float) -> Any:
        """The answer to a question, JSON-ready. Kinds: ``query``, ``positions``, ``offers``, ``check``, ``apply``, ``view``,
        ``bot``. Raises ``WorkTimeout`` after ``seconds``, and what the engine raises: ``InvalidInput``, ``OutOfDice``,
        ``Refused`` for an action that may not be applied."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stops every worker."""
        raise NotImplementedError
