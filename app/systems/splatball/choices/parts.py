"""What may be added to a move as it is planned: leaving, going aboard, getting off, fences (SPL-MOVE-02): the judge asked of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import Square
from app.engine.offers import Added, More
from app.engine.refusal import Refusal
from app.engine.types import Text
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.march.moves import judge_move
from app.systems.splatball.position.actions import Move, Unload
from app.systems.splatball.position.state import Unit
from app.systems.splatball.screen.drawn import fence_id, key
from app.systems.splatball.words.names import cell, unit_name

MOST_SET: Final = 3
"""Fences set, passengers set down, in one move."""


def parts_of(moment: Moment, unit: Unit) -> tuple[str, ...]:
    """The fields of a move that may hold something beside the way of a unit (SPL-MOVE-11, SPL-TRN-03, SPL-TRN-05, SPL-TRN-08, SPL-TRN-09)."""
    kind = moment.field.kind(unit)
    if kind.is_foot:
        return ("exit", "embark")
    aboard = ("unload",) if kind.slots else ()
    return ("exit", *aboard, *(("pickup", "place_fences") if kind.fence_capacity else ()))


def more(moment: Moment, action: Move) -> tuple[More, ...]:
    """Every part that may be added to a move of an own unit on the board, each with the whole act that it makes."""
    unit = moment.position.units.get(action.unit)
    return () if unit is None or unit.at is None else tuple(_Adding(moment, action, unit).found())


class _Adding:
    """Asks the judge about one move."""

    def __init__(self, moment: Moment, action: Move, unit: Unit) -> None:
        self.moment, self.action, self.unit = moment, action, unit
        self.rules, self.field = moment.rules, moment.field
        self.at: Square = action.path[-1] if action.path else unit.at or (0, 0)

    def found(self) -> Iterator[More]:
        if self.field.kind(self.unit).is_foot:
            yield from self.part("go_aboard", self.boarding())
        else:
            yield from self.getting_off()
            yield from self.part("take_fence", self.taking())
            yield from self.part("set_fence", self.setting())
        if self.action.exit is None:
            yield from self.part("leave", [Added(replace(self.action, exit=True))])

    def part(self, name: str, tries: Iterable[Added], **places: Text) -> Iterator[More]:
        """A part with those ways to add it that the judge accepts, if there are any."""
        legal = tuple(each for each in tries if not isinstance(judge_move(self.field, each.action), Refusal))  # type: ignore[arg-type]
        if legal:
            yield More(self.rules.words.say("choices", name, **places), legal)

    def boarding(self) -> Iterator[Added]:
        if self.action.embark is not None:
            return
        for beside in squares.neighbours(self.at):
            vehicle = self.field.unit_at.get(beside)
            if vehicle is not None and vehicle.seat == self.unit.seat and self.field.kind(vehicle).slots:
                name = unit_name(self.rules, vehicle.type, vehicle.id)
                yield Added(replace(self.action, embark=vehicle.id), name, (vehicle.id,))

    def getting_off(self) -> Iterator[More]:
        """Each passenger that does not get off yet, with the squares where it may."""
        if len(self.action.unload) >= MOST_SET:
            return
        gone = {each.unit for each in self.action.unload}
        for rider in self.field.passengers(self.unit.id):
            if rider.id in gone:
                continue
            tries = (
                Added(replace(self.action, unload=(*self.action.unload, Unload(rider.id, at))), cell(at), (key(at),))
                for at in squares.neighbours(self.at)
                if at in self.field.ground.squares
            )
            yield from self.part("get_off", tries, unit=unit_name(self.rules, rider.type, rider.id))

    def taking(self) -> Iterator[Added]:
        """Each fence that the way crosses and leaves standing nowhere else than aboard (SPL-TRN-08)."""
        way = (self.unit.at or self.at, *self.action.path)
        for step, (here, there) in enumerate(pairwise(way), start=1):
            segment = None if step in self.action.pickup else self._crossed(here, there)
            if segment is not None:
                taken = replace(self.action, pickup=(*self.action.pickup, step))
                yield Added(taken, cell(there), (fence_id(segment),))

    def _crossed(self, here: Square, there: Square) -> tuple[Square, Square] | None:
        is_step = squares.distance(here, there) == 1
        return self.field.ground.crossed(here, there) if is_step else None

    def setting(self) -> Iterator[Added]:
        """Each side of the square where it ends (SPL-TRN-09)."""
        if len(self.action.place_fences) >= MOST_SET:
            return
        for facing in squares.STRAIGHT:
            side = squares.side(self.at, facing)
            beyond = squares.step(self.at, facing)
            if side not in self.action.place_fences and beyond in self.field.ground.squares:
                fences = (*self.action.place_fences, side)
                name = self.rules.words.say("facings", facing)
                yield Added(replace(self.action, place_fences=fences), name, (key(beyond),))
