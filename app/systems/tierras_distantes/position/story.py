"""A position on its way through an act."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.engine import story
from app.engine.dice import Dice
from app.engine.types import Event
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.evolve import evolve
from app.systems.tierras_distantes.position.of_unit import OfUnit
from app.systems.tierras_distantes.position.state import Position


class Story(story.Story[Position]):
    """A position on its way, with the tables of its room."""

    def __init__(self, rules: Rules, position: Position, dice: Dice) -> None:
        super().__init__(evolve, position, dice)
        self.rules: Final = rules

    @property
    def position(self) -> Position:
        """The position reached so far."""
        return self.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def add(self, event: Event) -> None:
        """Another fact, with whose miniature it is about and what that is called."""
        if isinstance(event, OfUnit):
            unit = self.state.units[event.unit]
            event = replace(event, player=unit.player, name=unit.name)
        super().add(event)

    def rolled(self, purpose: str, dice: int) -> tuple[int, ...]:
        """So many dice."""
        return tuple(self.roll(purpose) for _ in range(dice))
