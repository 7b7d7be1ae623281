"""Where things may be put: end positions, deployment, entry from reserve, survivors, obstacles, edges.

(WOP-MOVE-12, WOP-DEPL-05, WOP-DEPL-09, WOP-DEPL-10, WOP-RES-03, WOP-DMG-20, WOP-OBST-07, WOP-OBST-08, WOP-OBST-09,
WOP-HEAL-01.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.boards import measured, plane
from app.boards.measured import Edge, Rectangle, Table
from app.boards.outlines import Outline
from app.boards.plane import Point
from app.engine import scene
from app.engine.refusal import Fact, Refusal
from app.engine.system import Picker
from app.engine.telling import Ring, Spot
from app.engine.types import RuleId, UnitId
from app.systems.war_of_plastic.book.state import Piece, Position, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Rules, Shape
from app.systems.war_of_plastic.ground.buildings import entry_rule, has_level, occupants
from app.systems.war_of_plastic.position.field import Body, Field, Place, outline_of

SURVIVOR_CLEARANCE_MM: Final = 2
"""Survivor candidates stand this much nearer than the gap in use, so that rounding keeps them within it (WOP-GEO-15)."""


def table_of(position: Position) -> Table:
    """The table of a position."""
    return Table(position.board.width_mm, position.board.height_mm)


# ---------------------------------------------------------------------------------------------------- end positions


def obstruction(field: Field, unit: Unit, place: Place) -> str | None:
    """What keeps a unit from standing at a place: the id of a unit or piece that its base would overlap; ``None`` if
    nothing does (WOP-MOVE-12). Touching is allowed. The edge of the table is not looked at."""
    other = unit_in_the_way(field, unit, place)
    return other if other is not None or place.level > 0 else piece_in_the_way(field, unit.type, place)


def unit_in_the_way(field: Field, unit: Unit, place: Place) -> UnitId | None:
    """The first unit on the same level whose base overlaps the place."""
    x, y, radius, level = place
    for other in field.units.values():
        if other.status != "table" or other.level != level or other.x_mm is None or other.y_mm is None:
            continue
        reach = radius + other.radius_mm
        dx, dy = other.x_mm - x, other.y_mm - y
        if dx * dx + dy * dy < reach * reach and other.id != unit.id:
            return other.id
    return None


def piece_in_the_way(field: Field, unit_type: UnitType, place: Place) -> str | None:
    """The first piece on the ground that the base overlaps and its class may not stop on; a soldier may be in a building,
    but not in its wall from outside."""
    x, y, radius, _ = place
    for body in field.bodies:
        outline = body.outline
        if x - radius >= outline.east or x + radius <= outline.west:
            continue
        if y - radius >= outline.north or y + radius <= outline.south:
            continue
        if _may_stand(body, unit_type, x, y):
            continue
        if outline.is_under(place):
            return body.piece.id
    return None


def _may_stand(body: Body, unit_type: UnitType, x: int, y: int) -> bool:
    if unit_type not in body.terrain.stop:
        return False
    return not body.terrain.building or body.outline.contains(x, y)


# ------------------------------------------------------------------------------------------------------ deployment


def deployment_depth(rules: Rules, table: Table, edge: Edge) -> int:
    """How deep the deployment area of an edge is: a quarter of the way to the opposite edge, whole mm (WOP-DEPL-05)."""
    return table.across(edge) // rules.constants.deployment_divisor


def deployment_area(rules: Rules, table: Table, edge: Edge) -> Rectangle:
    """The deployment area of an edge, over its full length (WOP-DEPL-05)."""
    return table.strip(edge, deployment_depth(rules, table, edge))


def deployment_refusal(
    field: Field, table: Table, edge: Edge, unit: Unit, place: Point, *, level: int
) -> Refusal | None:
    """Whether a unit may be deployed at a place: its base in the own area, then a legal end position; infantry also inside
    a building, on any of its levels (WOP-DEPL-09, WOP-DEPL-10)."""
    base = Place(*place, unit.radius_mm, level)
    area = deployment_area(field.rules, table, edge)
    if not area.holds(base.x, base.y, base.radius):
        facts = {"unit": unit.id, "edge": edge, "depth_cm": deployment_depth(field.rules, table, edge) / 10}
        return Refusal(RuleId("WOP-DEPL-09"), facts, (_spot(base),))
    blocker = _no_such_level(field, unit, base) or obstruction(field, unit, base)
    if blocker is not None:
        return Refusal(
            RuleId("WOP-DEPL-10"), {"unit": unit.id, "blocker": blocker}, (_spot(base), Ring(blocker, "bad"))
        )
    return None


def sample_deployment(
    field: Field, table: Table, edge: Edge, unit: Unit, pick: Picker, *, tries: int = 24
) -> tuple[int, int, int] | None:
    """A random legal place (x, y, level) to deploy a unit at, or ``None`` if none was met."""
    area = deployment_area(field.rules, table, edge)
    radius = unit.radius_mm
    wide, deep = area.east - area.west - 2 * radius + 1, area.north - area.south - 2 * radius + 1
    if wide < 1 or deep < 1:
        return None
    for _ in range(tries):
        x, y = area.west + radius + pick(wide), area.south + radius + pick(deep)
        building = field.building_at(x, y) if unit.type == "infantry" else None
        level = pick(building.levels) if building is not None else 0
        if obstruction(field, unit, Place(x, y, radius, level)) is None:
            return (x, y, level)
    return None


def first_deployment(field: Field, table: Table, edge: Edge, unit: Unit) -> tuple[int, int, int] | None:
    """The first legal place on the ground to deploy a unit at, tried on a grid from the area's south-west corner."""
    area = deployment_area(field.rules, table, edge)
    radius = unit.radius_mm
    for y in range(area.south + radius, area.north - radius + 1, radius):
        for x in range(area.west + radius, area.east - radius + 1, radius):
            if obstruction(field, unit, Place(x, y, radius, 0)) is None:
                return (x, y, 0)
    return None


def _no_such_level(field: Field, unit: Unit, base: Place) -> str | None:
    """What has no such level: the building, or the unit itself where there is none to stand in."""
    if base.level == 0 or (unit.type == "infantry" and has_level(field, base.x, base.y, base.level)):
        return None
    building = field.building_at(base.x, base.y)
    return unit.id if building is None else building.id


# ------------------------------------------------------------------------------------------------ entry from reserve


def is_ready(unit: Unit, army_turn: int) -> bool:
    """Whether a unit of the reserve may come in this turn: no hurt, not stunned, not too early (WOP-RES-06,
    WOP-RES-07)."""
    return unit.damage == 0 and not unit.stunned and unit.ready_from_turn <= army_turn


def load_rule(vehicle_type: UnitType, capacity: int, passengers: int) -> RuleId | None:
    """Which rule forbids a vehicle to come in with so many soldiers aboard (WOP-RES-05, WOP-VEH-01, WOP-VEH-03)."""
    if passengers and (vehicle_type != "light" or capacity == 0):
        return RuleId("WOP-VEH-01")
    return RuleId("WOP-VEH-03") if passengers > capacity else None


def entry_place(table: Table, edge: Edge, along_mm: int, unit: Unit) -> Place:
    """Where a unit from the reserve is first put: touching its edge from inside (WOP-RES-03)."""
    x, y = table.along(edge, along_mm, unit.radius_mm)
    return Place(x, y, unit.radius_mm, 0)


def entry_refusal(field: Field, table: Table, unit: Unit, place: Place) -> Refusal | None:
    """Whether a unit may come in at its entry place: a legal end position on the table, inside a building only where
    there are friends alone (WOP-RES-03, WOP-BLDG-02, WOP-BLDG-09)."""
    if not table.holds(place.x, place.y, place.radius):
        return Refusal(RuleId("WOP-RES-03"), {"unit": unit.id}, (_spot(place),))
    blocker = obstruction(field, unit, place)
    if blocker is None and unit.type == "infantry":
        building = next((b for b in field.buildings if b.outline.contains(place.x, place.y)), None)
        if building is not None:
            inside = occupants(field, building.outline, unit.army, without=unit.id)
            blocker = building.piece.id if entry_rule(unit.type, inside, touches_at_start=False) else None
    if blocker is not None:
        return Refusal(
            RuleId("WOP-RES-03"), {"unit": unit.id, "blocker": blocker}, (_spot(place), Ring(blocker, "bad"))
        )
    return None


def entry_range(table: Table, edge: Edge, unit: Unit) -> tuple[int, int]:
    """Least and greatest ``along_mm`` of an entry place that lies on the table."""
    return (unit.radius_mm, table.length_of(edge) - unit.radius_mm)


def sample_entry(field: Field, table: Table, edge: Edge, unit: Unit, pick: Picker, *, tries: int = 12) -> int | None:
    """A random legal place along the edge to come in at, or ``None`` if none was met."""
    low, high = entry_range(table, edge, unit)
    for _ in range(tries if high >= low else 0):
        along = low + pick(high - low + 1)
        if entry_refusal(field, table, unit, entry_place(table, edge, along, unit)) is None:
            return along
    return None


def first_entry(field: Field, table: Table, edge: Edge, unit: Unit) -> int | None:
    """The first legal place along the edge to come in at, in steps of a radius."""
    low, high = entry_range(table, edge, unit)
    places = range(low, high + 1, unit.radius_mm)
    return next(
        (a for a in places if entry_refusal(field, table, unit, entry_place(table, edge, a, unit)) is None), None
    )


# ----------------------------------------------------------------------------------------------------------- edges


def is_at_edge(rules: Rules, table: Table, edge: Edge, place: Place) -> bool:
    """Whether a base has got to an edge: gap at most ``contact_mm`` (WOP-HEAL-01, WOP-WIN-04)."""
    return table.gap_to_edge_mm(place, edge) <= rules.constants.contact_mm


def is_taken_off(rules: Rules, table: Table, edge: Edge, unit: Unit, place: Place) -> bool:
    """Whether a unit whose own move ended at a place is taken into reserve for care: hurt and at its own edge
    (WOP-HEAL-01, WOP-HEAL-02)."""
    return unit.damage > 0 and is_at_edge(rules, table, edge, place)


def can_withdraw(field: Field, table: Table, edge: Edge, unit: Unit) -> bool:
    """Whether a unit stands where, and is so, that it may withdraw without moving: hurt, not stunned, on the table, at
    its own edge (WOP-HEAL-03)."""
    if unit.damage == 0 or unit.stunned or unit.status != "table":
        return False
    return is_at_edge(field.rules, table, edge, field.place_of(unit))


# ------------------------------------------------------------------------------------------------------- survivors


def survivor_spot(rules: Rules, wreck: Place, radius_mm: int, gap_mm: int, step: int) -> Point:
    """One of the 24 candidates round a wreck for a gap (WOP-GEO-15)."""
    distance = wreck.radius + radius_mm + gap_mm - SURVIVOR_CLEARANCE_MM
    return measured.spot_around((wreck.x, wreck.y), distance, step, rules.rotation)


def survivor_candidates(field: Field, table: Table, unit: Unit, wreck: Place, gap_mm: int) -> Iterator[Point]:
    """The legal candidates for a gap, in order."""
    for step in range(len(field.rules.rotation.cos)):
        point = survivor_spot(field.rules, wreck, unit.radius_mm, gap_mm, step)
        if _survivor_fits(field, table, unit, wreck, point, gap_mm):
            yield point


def survivor_gap(field: Field, table: Table, unit: Unit, wreck: Place) -> int | None:
    """The gap in use: the first of ``survivor_gaps_mm`` with a legal candidate; ``None``: any gap will do."""
    gaps = field.rules.constants.survivor_gaps_mm
    return next((g for g in gaps if next(survivor_candidates(field, table, unit, wreck, g), None) is not None), None)


def survivor_default(field: Field, table: Table, unit: Unit, wreck: Place) -> Point | None:
    """The place offered to a survivor: the first legal candidate, else the legal point of a grid that is nearest to the
    wreck; ``None`` only if nothing of the table is free."""
    gap = survivor_gap(field, table, unit, wreck)
    if gap is not None:
        return next(survivor_candidates(field, table, unit, wreck, gap))
    radius = unit.radius_mm
    grid = (
        (x, y)
        for x in range(radius, table.width_mm - radius + 1, radius)
        for y in range(radius, table.height_mm - radius + 1, radius)
    )
    nearest_first = sorted(grid, key=lambda p: (plane.squared_distance(p, (wreck.x, wreck.y)), p))
    return next((p for p in nearest_first if _survivor_fits(field, table, unit, wreck, p, None)), None)


def survivor_refusal(field: Field, table: Table, unit: Unit, wreck: Place, point: Point) -> Refusal | None:
    """Whether a survivor may be placed at a point: a legal end position on the ground, outside buildings, within the gap in
    use of the wreck (WOP-DMG-20)."""
    gap = survivor_gap(field, table, unit, wreck)
    if _survivor_fits(field, table, unit, wreck, point, gap):
        return None
    base = Place(*point, unit.radius_mm, 0)
    facts: dict[str, Fact] = {"unit": unit.id, "distance_cm": measured.gap_mm(base, wreck) / 10}
    if gap is not None:
        facts["reach_cm"] = gap / 10
    return Refusal(RuleId("WOP-DMG-20"), facts, (_spot(base),))


def _survivor_fits(field: Field, table: Table, unit: Unit, wreck: Place, point: Point, gap_mm: int | None) -> bool:
    base = Place(*point, unit.radius_mm, 0)
    return (
        table.holds(base.x, base.y, base.radius)
        and (gap_mm is None or measured.gap_at_most(base, wreck, gap_mm))
        and field.building_at(base.x, base.y) is None
        and obstruction(field, unit, base) is None
    )


# ------------------------------------------------------------------------------------------------------- obstacles


def placed_piece(rules: Rules, shape: Shape, piece_id: str, at: Point, *, step: int) -> Piece:
    """An obstacle of the pool as it stands on the table, turned by ``step`` times 15 degrees (WOP-OBST-09, WOP-GEO-14). A
    disc needs no turning."""
    if shape.disc_radius is not None:
        return Piece(piece_id, shape.kind, x_mm=at[0], y_mm=at[1], radius_mm=shape.disc_radius, levels=shape.levels)
    points = measured.placed(shape.points, step, at, rules.rotation)
    return Piece(piece_id, shape.kind, points_mm=points, levels=shape.levels)


def obstacle_refusal(table: Table, pieces: Sequence[Piece], piece: Piece) -> Refusal | None:
    """Whether an obstacle may be placed: inside the field, sharing no point with another (WOP-OBST-07, WOP-OBST-08)."""
    outline = outline_of(piece)
    if (
        not 0 <= outline.west <= outline.east <= table.width_mm
        or not 0 <= outline.south <= outline.north <= table.height_mm
    ):
        return Refusal(RuleId("WOP-OBST-07"), {"piece": piece.kind}, (_piece_spot(outline),))
    for other in pieces:
        if outline.meets(outline_of(other)):
            overlays = (_piece_spot(outline), Ring(other.id, "bad"))
            return Refusal(RuleId("WOP-OBST-08"), {"piece": piece.kind, "blocker": other.id}, overlays)
    return None


def _spot(place: measured.Disc) -> Spot:
    return Spot(scene.Disc(place.x, place.y, place.radius), "bad", outline=True)


def _piece_spot(outline: Outline) -> Spot:
    if outline.polygon is None:
        return _spot(outline.disc)
    return Spot(scene.Polygon(outline.polygon.points), "bad", outline=True)
