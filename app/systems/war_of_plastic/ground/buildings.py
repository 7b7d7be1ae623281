"""Buildings: who is inside, who may enter, where one climbs (WOP-BLDG).

A soldier is inside a building when the centre of his base is in its closed polygon, on whichever level.
"""

from __future__ import annotations

from typing import NamedTuple

from app.boards import plane
from app.boards.outlines import Outline
from app.engine.types import RuleId
from app.systems.war_of_plastic.book.state import Army, Unit, UnitType
from app.systems.war_of_plastic.position.field import Body, Field, Place

Direction = tuple[int, int]
"""Where to: how far to the east for how far to the north."""


class Occupants(NamedTuple):
    """How many units of an army and of its enemy are inside a building, in any state and on any level (WOP-BLDG-04)."""

    friends: int
    enemies: int


def occupants(field: Field, outline: Outline, army: Army, *, without: str | None = None) -> Occupants:
    """Who is inside a building, seen by an army; ``without`` leaves out the unit that asks."""
    friends = enemies = 0
    for unit in field.units.values():
        if unit.status != "table" or unit.x_mm is None or unit.y_mm is None or unit.id == without:
            continue
        if outline.contains(unit.x_mm, unit.y_mm):
            if unit.army == army:
                friends += 1
            else:
                enemies += 1
    return Occupants(friends, enemies)


def entry_rule(
    unit_type: UnitType, inside: Occupants, *, touches_at_start: bool, starts_inside: bool = False
) -> RuleId | None:
    """Which rule keeps a unit out of a building, ``None`` if it may go in and about (WOP-BLDG-01, WOP-BLDG-02,
    WOP-BLDG-03, WOP-BLDG-04, WOP-BLDG-05, WOP-BLDG-09).

    ``touches_at_start``: in contact with the structure at the start of the manoeuvre, on foot, on level 0.
    """
    if unit_type != "infantry":
        return RuleId("WOP-BLDG-01")
    only_friends = inside.friends > 0 and inside.enemies == 0
    if starts_inside or touches_at_start or only_friends:
        return None
    return RuleId("WOP-BLDG-03")


def barring_rule(field: Field, building: Body, unit: Unit, start: Place, *, on_foot: bool) -> RuleId | None:
    """Which rule keeps a unit that starts its manoeuvre at ``start`` out of a building now.

    ``on_foot`` is false for one that comes out of a vehicle or in from reserve: he was not in contact (WOP-BLDG-09).
    """
    if unit.type != "infantry":
        return RuleId("WOP-BLDG-01")
    outline = building.outline
    if on_foot and outline.contains(start.x, start.y):
        return None
    touches = on_foot and start.level == 0 and outline.is_near(start, field.rules.constants.contact_mm)
    if touches:
        return None
    return entry_rule(unit.type, occupants(field, outline, unit.army, without=unit.id), touches_at_start=False)


def open_walls(building: Body, place: Place) -> tuple[Direction, ...]:
    """The walls of a building through which somebody who stands in it sees out and is seen, each by the direction that
    it faces (WOP-SIGHT-03)."""
    polygon = building.outline.polygon
    if polygon is None:
        return ()
    reach = place.radius + building.terrain.window_mm
    sides = [((ax, ay), (bx, by)) for ax, ay, bx, by in polygon.sides]
    turn = 1 if sum(a[0] * b[1] - a[1] * b[0] for a, b in sides) > 0 else -1
    near = (side for side in sides if plane.point_segment_at_most((place.x, place.y), *side, reach))
    return tuple((turn * (b[1] - a[1]), turn * (a[0] - b[0])) for a, b in near)


def has_level(field: Field, x: int, y: int, level: int) -> bool:
    """Whether one can stand on a level at a point: on the ground everywhere, above it in a building that has the level
    (WOP-BLDG-06)."""
    if level == 0:
        return True
    building = field.building_at(x, y)
    return building is not None and level < building.levels
