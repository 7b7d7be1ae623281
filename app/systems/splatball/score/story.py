"""What happens while an act is applied: events folded one by one, points counted and the end looked at after each (SPL-WIN-09)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.engine import story
from app.engine.dice import Dice
from app.engine.types import Event, UnitId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.camouflage import any_marked, revealed_now
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.evolve import evolve
from app.systems.splatball.position.of_unit import OfUnit
from app.systems.splatball.position.state import Position, Side
from app.systems.splatball.score.victory import looked_at


class Story(story.Resolving[Position]):
    """A position on its way."""

    flow_type = e.Flow

    def __init__(self, rules: Rules, position: Position, dice: Dice) -> None:
        super().__init__(evolve, position, dice)
        self.rules: Final = rules
        self._field: tuple[Position, Field] | None = None

    @property
    def field(self) -> Field:
        """Who stands where in it."""
        if self._field is None or self._field[0] is not self.state:
            self._field = (self.state, Field.of(self.state, self.rules))
        return self._field[1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: nothing more is rolled, asked or done (SPL-WIN-09)."""
        return self.state.result is not None

    def add(self, event: Event) -> None:
        """Another fact, with what it takes to tell and to draw it by itself; whomever it reveals by where units stand then is told of
        next (SPL-CAMO-08)."""
        told = _told(self.state, event)
        if isinstance(told, _PLACING):
            after = evolve(self.state, told)
            names = tuple(unit.id for unit in revealed_now(Field.of(after, self.rules))) if any_marked(after) else ()
            if names:
                super().add(replace(told, reveals=names))
                for unit in (self.state.units[name] for name in names):
                    super().add(e.Revealed(unit.id, unit.seat, unit.type, unit.facing, unit.lives))
                return
        super().add(told)

    def unmask(self, unit_id: UnitId) -> None:
        """A unit that changes square loses its marker for good, and is revealed by that (SPL-CAMO-07, SPL-CAMO-08)."""
        unit = self.state.units[unit_id]
        if not unit.marker:
            return
        if self.field.is_hidden(unit):
            self.add(e.Revealed(unit.id, unit.seat, unit.type, unit.facing, unit.lives))
        self.add(e.MarkerRemoved(unit.id))

    def count(self, gained: Mapping[Side, int]) -> None:
        """Points are counted for what has just happened, and the end is looked at (SPL-VP-04, SPL-WIN-09)."""
        scored = {side: points for side, points in gained.items() if points}
        if scored:
            self.add(e.Scored(scored))
        result = looked_at(self.rules, self.state)
        if result is not None:
            self.add(e.GameOver(result))


def _told(position: Position, event: Event) -> Event:
    """An event with whose unit it is about, of which kind, or which kind of piece."""
    if isinstance(event, OfUnit):
        name: UnitId = event.unit  # type: ignore[attr-defined]  # each of them names a unit
        unit = position.units.get(name)
        if unit is None:
            gone = position.gone.get(name)
            return event if gone is None else replace(event, seat=gone.seat, kind=gone.type, rows=position.board.h)
        own: dict[str, Any] = {"seat": unit.seat, "kind": unit.type, "rows": position.board.h}
        if isinstance(event, ef.AttackDeclared):
            target = position.units[event.target]
            own |= {"target_seat": target.seat, "target_kind": target.type, "start": unit.at, "end": target.at}
        return replace(event, **own)
    if isinstance(event, _OF_PIECE):
        return replace(event, terrain=position.pieces[event.piece].kind)
    return event


_PLACING: Final = (
    es.Deployed,
    e.Moved,
    e.Unloaded,
    ef.Retreated,
    ef.Advanced,
    ef.PassengerPlaced,
    e.BenefitUsed,
)
"""Events after which a unit stands somewhere else."""
_OF_PIECE: Final = (
    e.PieceRemoved,
    e.Controlled,
    e.ObjectiveCaptured,
    e.BenefitUsed,
    e.BenefitDeclined,
    es.ObjectivePlaced,
)
