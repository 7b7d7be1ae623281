"""Movement: whether a path may be walked or driven, how long it is and what mode follows (WOP-MOVE, WOP-BLDG, WOP-VEH-04).

The tests run in the order of rules.md, "Order of tests of a path"; whether the unit may act at all comes before them and
is not asked here. A path is a list of waypoints ``(x, y)`` or ``(x, y, level)``, the start excluded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.boards import measured, plane
from app.boards.measured import Edge, Table
from app.boards.outlines import Outline
from app.boards.plane import Point
from app.engine import scene
from app.engine.refusal import Fact, Refusal
from app.engine.telling import Line, Ring, Spot
from app.engine.types import RuleId, UnitId
from app.engine.words import decimal
from app.systems.war_of_plastic.book.state import Mode, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.boarding import boarding_refusal
from app.systems.war_of_plastic.ground.buildings import barring_rule
from app.systems.war_of_plastic.ground.close_combat import can_engage
from app.systems.war_of_plastic.ground.places import entry_place, entry_refusal, obstruction
from app.systems.war_of_plastic.position.field import Field, Place

Path = Sequence[tuple[int, ...]]
"""Waypoints ``(x, y)`` or ``(x, y, level)``; level 0 if missing (WOP-GEO-01)."""


class Leg(NamedTuple):
    """One straight leg of a path."""

    a: Point
    b: Point
    from_level: int
    to_level: int
    length_mm: int

    @property
    def is_on_ground(self) -> bool:
        """Whether it is walked on level 0; climbs are not (WOP-GEO-09)."""
        return self.from_level == self.to_level == 0


class PathVerdict(NamedTuple):
    """A path that is allowed: its length and mode, where it ends and whom the unit touches there, by id.

    ``engages`` are those it would be in close combat with (WOP-CC-01). A path that ends aboard touches nobody.
    """

    length_mm: int
    mode: Mode
    end: Place
    contacts: tuple[UnitId, ...]
    engages: tuple[UnitId, ...]


class _Walk(NamedTuple):
    """What every test of a path reads."""

    field: Field
    unit: Unit
    start: Place
    legs: tuple[Leg, ...]
    ignored: tuple[UnitId | None, ...]


def judge_path(
    field: Field,
    table: Table,
    unit: Unit,
    path: Path,
    *,
    boarding: UnitId | None = None,
    leaving: UnitId | None = None,
    entering: Place | None = None,
) -> PathVerdict | Refusal:
    """The verdict on a path, or the first rule that refuses it.

    ``boarding`` is the vehicle it is to end in; ``leaving`` the vehicle got off, by default the one the unit is aboard;
    ``entering`` the entry place of a unit from the reserve, judged already (WOP-RES-03): its path may be empty and is
    never stationary (WOP-RES-04).
    """
    leaving = leaving or unit.aboard
    if boarding is not None:
        refusal = boarding_refusal(field, unit, boarding, leaving=leaving)
        if refusal is not None:
            return refusal
    start = entering or start_of(field, unit)
    legs = legs_of(field.rules, start, path)
    length = sum(leg.length_mm for leg in legs)
    walk = _Walk(field, unit, start, legs, (unit.id, boarding, leaving))
    refusal = (
        _short_leg(walk)
        or length_refusal(field.rules, unit, legs, length)
        or _off_table(walk, table)
        or _barred_building(walk, on_foot=entering is None and leaving is None)
        or _wrong_climb(walk)
        or _left_upper_level(walk)
        or _piece_in_the_way(walk)
        or _unit_in_the_way(walk)
    )
    if refusal is not None:
        return refusal
    end = start if not legs else Place(*legs[-1].b, unit.radius_mm, legs[-1].to_level)
    refusal = _wrong_end(walk, end) if boarding is None else _outside_vehicle(field, unit, boarding, end)
    if refusal is not None:
        return refusal
    mode = mode_of(field.rules, unit.type, unit.damage, length, from_reserve=entering is not None)
    if boarding is not None:
        return PathVerdict(length, mode, end, (), ())
    contacts, engages = contacts_at(field, unit, end)
    return PathVerdict(length, mode, end, contacts, engages)


def judge_entry(
    field: Field,
    table: Table,
    unit: Unit,
    edge: Edge,
    along_mm: int,
    path: Path,
    *,
    boarding: UnitId | None = None,
) -> PathVerdict | Refusal:
    """The verdict on an entry from reserve: the entry place, then an ordinary move from there, or none (WOP-RES-03)."""
    place = entry_place(table, edge, along_mm, unit)
    refusal = entry_refusal(field, table, unit, place)
    return refusal or judge_path(field, table, unit, path, boarding=boarding, entering=place)


def start_of(field: Field, unit: Unit) -> Place:
    """Where a unit's own move starts: a passenger's at the centre of the vehicle, with his own base (WOP-VEH-08)."""
    place = field.place_of(unit)
    return Place(place.x, place.y, unit.radius_mm, place.level)


def legs_of(rules: Rules, start: Place, path: Path) -> tuple[Leg, ...]:
    """The straight legs of a path (WOP-MOVE-01) with their lengths, which no terrain makes longer (WOP-MOVE-13): plan
    length rounded up, plus a floor's height for each level climbed
    (WOP-GEO-04, WOP-BLDG-06)."""
    legs = []
    a, level = (start.x, start.y), start.level
    for waypoint in path:
        b, to_level = (waypoint[0], waypoint[1]), waypoint[2] if len(waypoint) > 2 else 0
        climb = abs(to_level - level) * rules.constants.floor_mm
        legs.append(Leg(a, b, level, to_level, measured.leg_length_mm(a, b) + climb))
        a, level = b, to_level
    return tuple(legs)


def mode_of(rules: Rules, unit_type: UnitType, damage: int, length_mm: int, *, from_reserve: bool = False) -> Mode:
    """The mode that follows from a length within the caps (WOP-MOVE-06, WOP-MOVE-07; from reserve at least moving,
    WOP-RES-04); it bars nothing but what the shot table says (WOP-MOVE-17)."""
    if length_mm > rules.caps(unit_type, damage).moving_mm:
        return Mode.FORCED
    return Mode.MOVING if length_mm > 0 or from_reserve else Mode.STATIONARY


def longest_mm(rules: Rules, unit: Unit) -> int:
    """The greatest length a unit may move: forced, or its distance when hurt (WOP-MOVE-05)."""
    caps = rules.caps(unit.type, unit.damage)
    return caps.moving_mm if caps.forced_mm is None else caps.forced_mm


def length_refusal(rules: Rules, unit: Unit, legs: tuple[Leg, ...], length_mm: int) -> Refusal | None:
    """Whether a move is too long (WOP-MOVE-05, WOP-MOVE-08); the stretch beyond reach is drawn."""
    reach = longest_mm(rules, unit)
    if length_mm <= reach:
        return None
    label = decimal(f"{length_mm / 10:.1f} cm > {reach / 10:.1f} cm")
    overlay = Line(_beyond(legs, reach), "bad", label)
    facts: dict[str, Fact] = {"unit": unit.id, "length_cm": length_mm / 10, "reach_cm": reach / 10}
    return Refusal(RuleId("WOP-MOVE-05"), facts, (overlay,))


def contacts_at(field: Field, unit: Unit, place: Place) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """Whom a unit would touch at a place, and with whom of them it would be in close combat, by id (WOP-GEO-12, WOP-CC-02)."""
    reach = field.rules.constants.contact_mm
    x, y, around = place.x, place.y, place.radius + reach
    near = [
        other
        for other in field.units.values()
        if other.x_mm is not None
        and other.y_mm is not None
        and abs(other.x_mm - x) <= (far := around + other.radius_mm)
        and abs(other.y_mm - y) <= far
        and other.status == "table"
        and other.level == place.level
        and other.id != unit.id
        and measured.gap_at_most(place, field.place_of(other), reach)
    ]
    if not near:
        return (), ()
    inside = field.building_at(place.x, place.y)
    touching = sorted((other for other in near if field.building_of(other) is inside), key=lambda other: other.id)
    fighter = unit.type == "infantry" and unit.damage == 0 and not unit.stunned
    foes = tuple(other.id for other in touching if fighter and other.army != unit.army and can_engage(other))
    return tuple(other.id for other in touching), foes


# ------------------------------------------------------------------------------- the tests of a path, in their order


def _short_leg(walk: _Walk) -> Refusal | None:
    """Zero legs, and legs under 10 cm in a path of several (WOP-MOVE-02, WOP-MOVE-03)."""
    least = walk.field.rules.constants.min_leg_mm if len(walk.legs) > 1 else 1
    for number, leg in enumerate(walk.legs, start=1):
        climb = abs(leg.to_level - leg.from_level) * walk.field.rules.constants.floor_mm
        if climb < least and plane.squared_distance(leg.a, leg.b) < least * least:
            facts: dict[str, Fact] = {
                "unit": walk.unit.id,
                "leg": number,
                "length_cm": leg.length_mm / 10,
                "least_cm": least / 10,
            }
            return Refusal(RuleId("WOP-MOVE-02"), facts, (_line(leg),))
    return None


def _off_table(walk: _Walk, table: Table) -> Refusal | None:
    """The whole base stays on the table; between two places that do, every place does (WOP-MOVE-11)."""
    radius = walk.unit.radius_mm
    for leg in walk.legs:
        if not table.holds(*leg.b, radius):
            return Refusal(RuleId("WOP-MOVE-11"), {"unit": walk.unit.id}, (_line(leg), _spot(leg.b, radius)))
    return None


def _barred_building(walk: _Walk, *, on_foot: bool) -> Refusal | None:
    """Buildings the unit may not enter now, piece by piece; leaving one is moving like any other (WOP-BLDG-08).
    Refused with WOP-BLDG-01 to a vehicle, with WOP-BLDG-03 to a
    soldier whose centre line gets in, with WOP-MOVE-14 to one whose base brushes the wall (WOP-BLDG-10)."""
    radius = walk.unit.radius_mm
    for building in walk.field.buildings:
        leg = next(
            (leg for leg in walk.legs if leg.is_on_ground and not building.outline.clears(leg.a, leg.b, radius)), None
        )
        if leg is None:
            continue
        rule = barring_rule(walk.field, building, walk.unit, walk.start, on_foot=on_foot)
        if rule is None:
            continue
        if rule == "WOP-BLDG-03" and not any(_gets_into(leg, building.outline) for leg in walk.legs):
            rule = RuleId("WOP-MOVE-14")
        return _blocked(rule, walk, building.piece.id, leg)
    return None


def _wrong_climb(walk: _Walk) -> Refusal | None:
    """A climb goes straight up or down inside a building that has both levels (WOP-BLDG-06)."""
    for leg in walk.legs:
        if leg.from_level == leg.to_level:
            continue
        building = walk.field.building_at(*leg.a)
        top = max(leg.from_level, leg.to_level)
        if leg.a != leg.b or building is None or top >= building.levels or walk.unit.type != "infantry":
            facts: dict[str, Fact] = {
                "unit": walk.unit.id,
                "level": leg.to_level,
                "levels": 1 if building is None else building.levels,
            }
            return Refusal(RuleId("WOP-BLDG-06"), facts, (_line(leg),))
    return None


def _left_upper_level(walk: _Walk) -> Refusal | None:
    """On an upper level every leg stays inside the building (WOP-BLDG-07)."""
    for leg in walk.legs:
        if leg.from_level == 0 or leg.from_level != leg.to_level:
            continue
        building = next((b for b in walk.field.buildings if b.outline.contains(*leg.a)), None)
        outline = None if building is None else building.outline.polygon
        if building is None or outline is None or not plane.segment_within(leg.a, leg.b, outline):
            return Refusal(RuleId("WOP-BLDG-07"), {"unit": walk.unit.id, "level": leg.from_level}, (_line(leg),))
    return None


def _piece_in_the_way(walk: _Walk) -> Refusal | None:
    """Pieces the class may not cross stop its base on the ground (WOP-MOVE-14, WOP-GEO-06, WOP-GEO-09)."""
    radius, unit_type = walk.unit.radius_mm, walk.unit.type
    ground = [leg for leg in walk.legs if leg.is_on_ground]
    for body in walk.field.bodies:
        if body.terrain.building or unit_type in body.terrain.cross:
            continue
        for leg in ground:
            if not body.outline.clears(leg.a, leg.b, radius):
                return _blocked(RuleId("WOP-MOVE-14"), walk, body.piece.id, leg)
    return None


def _unit_in_the_way(walk: _Walk) -> Refusal | None:
    """The base passes over no other base on its level, but infantry through friendly infantry (WOP-MOVE-09, WOP-MOVE-10)."""
    unit, radius = walk.unit, walk.unit.radius_mm
    passes = unit.type == "infantry" and walk.field.rules.options.pass_through_friends
    flat = [leg for leg in walk.legs if leg.from_level == leg.to_level]
    for other in walk.field.units.values():
        if other.status != "table" or other.x_mm is None or other.y_mm is None or other.id in walk.ignored:
            continue
        if passes and other.type == "infantry" and other.army == unit.army:
            continue
        for leg in flat:
            if leg.to_level != other.level:
                continue
            if not plane.point_segment_at_least((other.x_mm, other.y_mm), leg.a, leg.b, radius + other.radius_mm):
                return _blocked(RuleId("WOP-MOVE-09"), walk, other.id, leg)
    return None


def _wrong_end(walk: _Walk, end: Place) -> Refusal | None:
    """The end position overlaps nothing it may not stand on (WOP-MOVE-12)."""
    blocker = obstruction(walk.field, walk.unit, end)
    if blocker is None:
        return None
    overlays = (_spot((end.x, end.y), end.radius), Ring(blocker, "bad"))
    return Refusal(RuleId("WOP-MOVE-12"), {"unit": walk.unit.id, "blocker": blocker}, overlays)


def _outside_vehicle(field: Field, unit: Unit, vehicle_id: UnitId, end: Place) -> Refusal | None:
    """A boarding path ends at most the vehicle's radius from its centre (WOP-VEH-04)."""
    base = field.place_of(field.units[vehicle_id])
    distance = measured.leg_length_mm((end.x, end.y), (base.x, base.y))
    if distance <= base.radius and end.level == base.level:
        return None
    facts: dict[str, Fact] = {
        "unit": unit.id,
        "vehicle": vehicle_id,
        "distance_cm": distance / 10,
        "reach_cm": base.radius / 10,
    }
    return Refusal(RuleId("WOP-VEH-04"), facts, (Ring(vehicle_id, "bad"),))


# -------------------------------------------------------------------------------------------------------------- parts


def _gets_into(leg: Leg, outline: Outline) -> bool:
    """Whether the centre line of a leg on the ground gets into a building."""
    return (
        leg.is_on_ground and outline.polygon is not None and plane.segment_meets_polygon(leg.a, leg.b, outline.polygon)
    )


def _blocked(rule: RuleId, walk: _Walk, blocker: str, leg: Leg) -> Refusal:
    return Refusal(rule, {"unit": walk.unit.id, "blocker": blocker}, (_line(leg), Ring(blocker, "bad")))


def _line(leg: Leg) -> Line:
    return Line((leg.a, leg.b), "bad")


def _spot(point: Point, radius: int) -> Spot:
    return Spot(scene.Disc(*point, radius), "bad", outline=True)


def _beyond(legs: tuple[Leg, ...], reach_mm: int) -> tuple[tuple[float, float], ...]:
    """The part of a path beyond a length, for drawing."""
    left = reach_mm
    points: list[tuple[float, float]] = []
    for leg in legs:
        if points:
            points.append(leg.b)
        elif leg.length_mm > left:
            share = left / leg.length_mm
            (ax, ay), (bx, by) = leg.a, leg.b
            points = [(round(ax + (bx - ax) * share, 1), round(ay + (by - ay) * share, 1)), leg.b]
        left -= leg.length_mm
    return tuple(points)
