"""A position with everything the rules read of it, and a story: events that follow one another while an act is applied."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.boards.measured import Table
from app.engine import story
from app.engine.dice import Dice
from app.engine.judging import Kept
from app.engine.types import Seat, UnitId
from app.systems.war_of_plastic.book.state import ARMIES, Army, Position, Unit
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.places import table_of
from app.systems.war_of_plastic.position.evolve import evolve
from app.systems.war_of_plastic.position.field import Field

KEPT_FIELDS: Final = 1024
"""Of how many tables what hangs on their pieces is remembered."""


class Moment(NamedTuple):
    """A position, the tables of its room, what stands where and how large the table is."""

    position: Position
    rules: Rules
    field: Field
    table: Table

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Moment:
        """The moment of a position."""
        return cls(position, rules, Field.of(position, rules), table_of(position))

    def after(self, position: Position) -> Moment:
        """The moment of a later position of the same game."""
        return Moment(position, self.rules, self.field.after(position), self.table)

    def army_of(self, seat: Seat) -> Army | None:
        """The army a seat belongs to; ``None`` for a seat that is not in the game."""
        return army_of(self.position, seat)

    def unit(self, name: str) -> Unit | None:
        """The unit with an id, ``None`` if there is none."""
        return self.position.units.get(UnitId(name))

    def handles(self, seat: Seat, unit: Unit) -> bool:
        """Whether a seat may act with a unit: its handler, or with ``team_control = shared`` any of its army (WOP-TEAM-03)."""
        if unit.handler == seat:
            return True
        return self.rules.options.team_control == "shared" and self.army_of(seat) == unit.army

    def is_captain(self, seat: Seat) -> bool:
        """Whether a seat is the captain of its army (WOP-TEAM-04)."""
        return any(self.position.armies[army].captain == seat for army in ARMIES)


class Reader:
    """Reads positions, and remembers of tables what hangs on their pieces alone."""

    def __init__(self) -> None:
        self._bare_field: Final = Kept(Field.bare, KEPT_FIELDS)

    def moment(self, position: Position, rules: Rules) -> Moment:
        """The moment of a position."""
        field = self._bare_field(position.board.pieces, rules).after(position)
        return Moment(position, rules, field, table_of(position))


def army_of(position: Position, seat: str) -> Army | None:
    """The army a seat belongs to; ``None`` for a seat that is not in the game, and for spectators."""
    return next((army for army in ARMIES if seat in position.armies[army].seats), None)


class Story(story.Story[Position]):
    """What happens while an act is applied. ``verdict`` is what the judge said of the act."""

    def __init__(self, moment: Moment, dice: Dice, verdict: object = None) -> None:
        super().__init__(evolve, moment.position, dice)
        self.rules = moment.rules
        self.verdict = verdict
        self._moment = moment

    @property
    def position(self) -> Position:
        """The position reached so far."""
        return self.state

    @property
    def moment(self) -> Moment:
        """The moment reached so far."""
        if self._moment.position is not self.state:
            self._moment = self._moment.after(self.state)
        return self._moment
