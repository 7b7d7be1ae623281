"""What a game may offer beside play: what is done for a seat whose time is up.

A seat that lets its time run out must not stop the game for the others. What is asked of it is given up with the least harm:
an answer by its default, a list by the least legal one, a turn by ending it.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from app.engine.system import GameSystem
from app.engine.types import Action, Seat


@runtime_checkable
class TimeOut(Protocol):
    """The ability: a game's class has it by having this method."""

    def time_out(self, state: Any, seat: Seat) -> Action | None:
        """A legal action that gives up what is asked of ``seat`` with the least harm; ``None`` where nothing is asked of it, or
        where another seat of its side must do it. Played again and again for all seats of a side, these lead to where
        the side is no longer asked. The same position has always the same one."""
        ...


def time_out_of(system: GameSystem) -> TimeOut | None:
    """What a game does for seats whose time is up; ``None`` for a game that cannot be played by a clock."""
    return system if isinstance(system, TimeOut) else None
