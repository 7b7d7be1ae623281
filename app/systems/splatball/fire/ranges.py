"""Arcs and ranges: where a unit shoots, and with how many dice, before anything is in the way (SPL-ARC, SPL-RNG)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from app.boards import squares
from app.boards.squares import Facing, Square
from app.systems.splatball.book.kinds import Arc
from app.systems.splatball.book.tables import UnitType
from app.systems.splatball.march.allowance import CART
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Unit

WIDTHS: Final[Mapping[Arc, Literal[90, 180, 360]]] = MappingProxyType({"front90": 90, "front180": 180, "all": 360})


def in_arc(at: Square, facing: Facing, arc: Arc, target: Square) -> bool:
    """Whether a square lies in an arc, by its middle, the edges of the arc included (SPL-ARC-01, SPL-ARC-02, SPL-GEO-07); one's own square
    does not lie before oneself."""
    return (at != target or arc != "front90") and squares.in_sector(at, facing, target, WIDTHS[arc])


def dice_at(kind: UnitType, distance: int) -> int:
    """The dice of a kind of unit at a distance; 0: out of range (SPL-RNG-01, SPL-RNG-02). How many lives are left does not matter
    (SPL-RNG-03)."""
    return kind.dice[distance - 1] if 1 <= distance <= len(kind.dice) else 0


def farthest(kind: UnitType) -> int:
    """The greatest distance at which it has dice."""
    return max((far for far, dice in enumerate(kind.dice, start=1) if dice), default=0)


def nearest(kind: UnitType) -> int:
    """The least distance at which it has dice: beyond 1 there is a dead zone."""
    return next((far for far, dice in enumerate(kind.dice, start=1) if dice), 0)


def shooter(field: Field, unit: Unit) -> Unit | None:
    """Whose weapon a unit fights with: its own, a Battle Cart's is that of its passenger (SPL-VEH-14); ``None`` for an empty cart."""
    if unit.type != CART:
        return unit
    return next(iter(field.passengers(unit.id)), None)


def template(field: Field, unit: Unit, at: Square, facing: Facing) -> dict[Square, int]:
    """The squares of the board that a unit would reach from a square, facing so, each with its dice, row by row: range and arc alone,
    lines of sight and cover apart."""
    armed = shooter(field, unit)
    if armed is None:
        return {}
    weapon, arc = field.kind(armed), field.kind(unit).arc
    diagonals, facings = field.rules.options.diagonals, field.rules.options.facing
    found = {}
    for to in squares.disc(at, farthest(weapon), diagonals=diagonals):
        distance = squares.distance(at, to, diagonals=diagonals)
        dice = dice_at(weapon, distance)
        if dice and field.ground.board.holds(to) and (distance == 1 or not facings or in_arc(at, facing, arc, to)):
            found[to] = dice
    return found
