"""Where exactly a planned way is refused: the stretch over which the base would overlap what blocks it, for drawing.

The judge's refusal names the leg and the blocker; here the leg is cut to the stretch, by asking the same question of its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.boards.measured import Table, leg_length_mm
from app.boards.outlines import Outline
from app.boards.plane import Point
from app.engine.refusal import Refusal
from app.engine.telling import Line, Overlay
from app.engine.types import UnitId
from app.engine.words import centimetres
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.march.movement import Leg
from app.systems.war_of_plastic.position.field import Field

HALVINGS: Final = 12


def drawn_refusal(
    field: Field, table: Table, unit: Unit, legs: tuple[Leg, ...], refusal: Refusal
) -> tuple[Overlay, ...]:
    """What a refusal draws; where something blocks the way, its leg is cut to the stretch that is blocked and labelled with
    the length that is free before it. What blocks who would leave the field are its edges."""
    line = next((part for part in refusal.overlays if isinstance(part, Line)), None)
    number = next((n for n, leg in enumerate(legs) if line is not None and (leg.a, leg.b) == line.points), None)
    if number is None:
        return refusal.overlays
    before, leg = sum(each.length_mm for each in legs[:number]), legs[number]
    others = tuple(each for each in refusal.overlays if each is not line)

    def part(up: int) -> Point:
        return (
            leg.a[0] + (leg.b[0] - leg.a[0]) * up // 2**HALVINGS,
            leg.a[1] + (leg.b[1] - leg.a[1]) * up // 2**HALVINGS,
        )

    def stretch(start: int, end: int) -> Line:
        return Line((part(start), part(end)), "bad", centimetres(before + leg_length_mm(leg.a, part(start))))

    if refusal.rule == "WOP-MOVE-11":
        start = _last(lambda up: table.holds(*part(up), unit.radius_mm))
        return (stretch(start, 2**HALVINGS), *_edges_crossed(table, leg.b, unit.radius_mm), *others)
    outline = _outline_of(field, refusal.facts.get("blocker"))
    if outline is None:
        return refusal.overlays
    start = _last(lambda up: _is_free(leg.a, part(up), unit, outline))
    left = _last(lambda up: _is_free(part(2**HALVINGS - up), leg.b, unit, outline))
    return (stretch(start, 2**HALVINGS - left), *others)


def _edges_crossed(table: Table, at: Point, radius: int) -> tuple[Line, ...]:
    """The edges of the field that a base lies over."""
    (x, y), w, h = at, table.width_mm, table.height_mm
    sides = (
        (x < radius, ((0, 0), (0, h))),
        (x > w - radius, ((w, 0), (w, h))),
        (y < radius, ((0, 0), (w, 0))),
        (y > h - radius, ((0, h), (w, h))),
    )
    return tuple(Line(ends, "bad") for is_crossed, ends in sides if is_crossed)


def _last(is_free: Callable[[int], bool]) -> int:
    """How far it stays free, in parts of a leg; it is free at the beginning and not at the end."""
    low, high = 0, 2**HALVINGS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_free(middle) else (low, middle)
    return low


def _is_free(a: Point, b: Point, unit: Unit, outline: Outline) -> bool:
    return outline.clears(a, b, unit.radius_mm)


def _outline_of(field: Field, blocker: object) -> Outline | None:
    other = field.units.get(UnitId(str(blocker)))
    if other is not None:
        return Outline.of_disc(field.place_of(other))
    return next((body.outline for body in field.bodies if body.piece.id == blocker), None)
