"""What a unit may not do now, and the first rule that says so: the judge asked of every kind of act it has in the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from app.boards import squares
from app.boards.squares import FACINGS
from app.engine.about import Withheld
from app.engine.explaining import refused
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.splatball.judge.acts import Moment, check
from app.systems.splatball.march.reach import embarkable, reach
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.state import Unit

NEAREST: Final = 4
"""So many enemies are tried."""


def withheld(moment: Moment, seat: Seat, unit: UnitId) -> tuple[Withheld, ...]:
    """Every kind of act that an own unit has and cannot do now."""
    found = moment.position.units.get(unit)
    if found is None or found.seat != seat or moment.position.phase != "turn":
        return ()
    return tuple(_Withholding(moment, seat, found).all())


class _Withholding:
    """Asks the judge about one unit."""

    def __init__(self, moment: Moment, seat: Seat, unit: Unit) -> None:
        self.moment, self.seat, self.unit = moment, seat, unit

    def all(self) -> Iterator[Withheld]:
        yield from self.first("move", self.ways())
        yield from self.first("attack", self.attacks())
        field, unit = self.moment.field, self.unit
        if self.moment.rules.options.facing and field.kind(unit).arc != "all":
            turns = (a.Move(unit.id, facing=facing) for facing in FACINGS if facing != unit.facing)
            yield from self.first("turn", ((each, None) for each in turns))
        if field.kind(unit).is_foot and any(
            each.seat == self.seat and field.kind(each).slots for each in self.others()
        ):
            yield from self.first("embark", self.boarding())
        riders = field.passengers(unit.id)
        if riders:
            yield from self.first("unload", self.getting_off(riders[0].id))

    def others(self) -> Iterator[Unit]:
        return (unit for unit in self.moment.field.unit_at.values() if unit.id != self.unit.id)

    def ways(self) -> Iterator[tuple[Action, UnitId | None]]:
        unit = self.unit
        if unit.at is None:
            yield a.Move(unit.id, ((0, 0),)), None
            return
        for found in reach(self.moment.field, unit).values():
            yield a.Move(unit.id, found.path), None
            break
        for at in squares.neighbours(unit.at):
            yield a.Move(unit.id, (at,)), None

    def attacks(self) -> Iterator[tuple[Action, UnitId | None]]:
        """The enemies that are nearest."""
        field, at = self.moment.field, self.unit.at
        enemies = list(field.enemies_of(self.seat))
        if at is not None:
            enemies.sort(key=lambda enemy: field.distance(at, enemy.at or at))
        for enemy in enemies[:NEAREST]:
            yield a.Attack(self.unit.id, enemy.id), enemy.id

    def boarding(self) -> Iterator[tuple[Action, UnitId | None]]:
        for vehicle, way in embarkable(self.moment.field, self.unit).items():
            yield a.Move(self.unit.id, way, embark=vehicle), vehicle
        for each in self.others():
            if each.seat == self.seat and self.moment.field.kind(each).slots:
                yield a.Move(self.unit.id, embark=each.id), each.id

    def getting_off(self, rider: UnitId) -> Iterator[tuple[Action, UnitId | None]]:
        at = self.unit.at
        if at is None:
            return
        for beside in squares.neighbours(at):
            yield a.Move(self.unit.id, unload=(a.Unload(rider, beside),)), None

    def first(self, name: str, tries: Iterable[tuple[Action, UnitId | None]]) -> Iterator[Withheld]:
        """The refusal of the first try, unless the judge accepts any of them."""
        found = refused(self.judge(), tries)
        if found is not None:
            yield Withheld(name, self.moment.rules.words.say("actions", name), *found)

    def judge(self) -> Callable[[Action], Refusal | None]:
        """The judge, for this seat."""

        def judged(action: Action) -> Refusal | None:
            verdict = check(self.moment, self.seat, action)
            return verdict if isinstance(verdict, Refusal) else None

        return judged
