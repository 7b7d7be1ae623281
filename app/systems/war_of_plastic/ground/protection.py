"""Protection: how well a unit is covered against a shot from a given place (WOP-PROT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.boards.measured import rim_points
from app.boards.outlines import Outline
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Unit, UnitType
from app.systems.war_of_plastic.position.field import Body, Field, Place, is_on_foot


class Shelter(NamedTuple):
    """A protection and the id of the piece or vehicle that gives it; ``None`` in the open and for vehicles."""

    value: int
    by: str | None = None


def protection(field: Field, shooter: Unit, target: Unit) -> int:
    """The target's protection, 1 to 3, from where the shooter is (WOP-PROT-12)."""
    return shelter(field, shooter, target).value


def shelter(field: Field, shooter: Unit, target: Unit) -> Shelter:
    """The target's protection from where the shooter is, and what gives it: of equal values the first piece in list order,
    pieces before vehicles.

    Vehicles have a fixed value. Infantry takes the best single value: in the open, behind an obstacle or a vehicle, or
    inside a piece (WOP-PROT-01, WOP-PROT-02, WOP-PROT-03, WOP-PROT-04, WOP-PROT-05, WOP-PROT-06, WOP-PROT-07,
    WOP-PROT-08, WOP-PROT-09, WOP-PROT-10, WOP-PROT-11). The shooter itself, in its own area, has only what it is
    inside of (WOP-PROT-12).
    """
    if target.type != "infantry":
        return shelter_of_vehicle(field, target.type)
    here, there = field.place_of(shooter), field.place_of(target)
    return shelter_between(field, here, there, on_foot=is_on_foot(shooter), is_shooter=target.id == shooter.id)


def shelter_of_vehicle(field: Field, kind: UnitType) -> Shelter:
    """The protection of a vehicle, the same from everywhere (WOP-PROT-02, WOP-PROT-03)."""
    return Shelter(field.rules.vehicle_protection[kind])


def shelter_between(field: Field, here: Place, there: Place, *, on_foot: bool, is_shooter: bool = False) -> Shelter:
    """The protection of infantry at ``there`` from a shooter at ``here``: whether that one is ``on_foot``, and whether it is
    the very one that is sheltered."""
    best = Shelter(field.rules.infantry_protection["open"])
    reach = field.rules.constants.cover_reach_mm
    for body in field.bodies:
        terrain = body.terrain
        if terrain.cover_inside > best.value and body.outline.contains(there.x, there.y):
            if is_shooter or not (on_foot and _is_shared_in_vain(body, here)):
                best = Shelter(terrain.cover_inside, body.piece.id)
        elif terrain.cover_behind > best.value and not is_shooter and _is_behind(body.outline, here, there, reach):
            best = Shelter(terrain.cover_behind, body.piece.id)
    cover = field.rules.infantry_protection["cover"]
    if best.value < cover and not is_shooter:
        for vehicle, base in _vehicle_bases(field):
            if _is_behind(base, here, there, reach):
                return Shelter(cover, vehicle)
    return best


def _is_shared_in_vain(body: Body, here: Place) -> bool:
    """Whether a piece gives nothing because a shooter on foot is inside it too, on any level (WOP-PROT-08)."""
    return not body.terrain.cover_shared and body.outline.contains(here.x, here.y)


def _is_behind(outline: Outline, here: Place, there: Place, reach: int) -> bool:
    """Whether the soldier at ``there`` is behind an obstacle: within reach of it, with one of the nine lines from the
    shooter running through it; not if it holds the centre of either (WOP-PROT-05)."""
    return (
        outline.is_near(there, reach)
        and not outline.contains(here.x, here.y)
        and not outline.contains(there.x, there.y)
        and any(outline.is_crossed((here.x, here.y), point) for point in ((there.x, there.y), *rim_points(there)))
    )


def _vehicle_bases(field: Field) -> Iterator[tuple[UnitId, Outline]]:
    """The vehicles on the table. The shooter itself and its transport shelter nobody from it, for their bases hold its
    centre (WOP-PROT-09)."""
    for unit in field.on_table():
        if unit.type != "infantry":
            yield unit.id, Outline.of_disc(field.place_of(unit))
