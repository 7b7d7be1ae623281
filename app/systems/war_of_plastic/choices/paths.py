"""Paths to propose: one to play at random, one to show as an example, and the outline of all (WOP-MOVE).

Nothing here decides: every path proposed has been through ``judge_path``, and the outline is only for drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from app.boards import measured, reach, ways
from app.boards.measured import Table
from app.boards.reach import Ground, Reach, Shapes
from app.engine.refusal import Refusal
from app.engine.system import Picker
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.ground.buildings import barring_rule
from app.systems.war_of_plastic.march.movement import judge_path, longest_mm, start_of
from app.systems.war_of_plastic.position.field import Body, Field, Place

Waypoints = tuple[tuple[int, ...], ...]

SAMPLE_TRIES: Final = 10
EXAMPLE_SHARES: Final = ((1, 2), (1, 1), (1, 4), (1, 10), (1, 50))
"""Shares of the greatest length tried for an example, the likely ones first."""


def sample_path(
    field: Field,
    table: Table,
    unit: Unit,
    pick: Picker,
    *,
    boarding: UnitId | None = None,
    entering: Place | None = None,
) -> Waypoints | None:
    """One legal path at random, of one leg or of two, level or climbing; now and then straight at an enemy.

    ``None`` if none of a few tries is legal; then there mostly is little room. With ``boarding`` it ends in that vehicle.
    """
    start = entering or start_of(field, unit)

    def guess() -> Waypoints:
        return _guess(field, unit, start, pick) if boarding is None else _way_aboard(field, start, boarding, pick)

    return ways.guessed(guess, _judge(field, table, unit, boarding, entering), tries=SAMPLE_TRIES)


def guess_path(field: Field, unit: Unit, pick: Picker) -> Waypoints:
    """A path that may be legal: for whoever puts it before the judge anyway."""
    return _guess(field, unit, start_of(field, unit), pick)


def example_path(
    field: Field,
    table: Table,
    unit: Unit,
    *,
    boarding: UnitId | None = None,
    entering: Place | None = None,
) -> Waypoints | None:
    """A legal path of one leg, always the same for the same position: toward the far side of the table if that is free.
    ``None`` if no direction has room, or if the vehicle to board is out of straight reach."""
    start = entering or start_of(field, unit)
    proposed = _straight_ways(field, table, unit, start, boarding)
    return ways.first_legal(proposed, _judge(field, table, unit, boarding, entering))


def _judge(
    field: Field, table: Table, unit: Unit, boarding: UnitId | None, entering: Place | None
) -> Callable[[Waypoints], bool]:
    """Whether a path is legal."""

    def is_legal(path: Waypoints) -> bool:
        verdict = judge_path(field, table, unit, path, boarding=boarding, entering=entering)
        return not isinstance(verdict, Refusal)

    return is_legal


def reach_outlines(field: Field, table: Table, unit: Unit, limits_mm: Sequence[int]) -> tuple[tuple[Reach, ...], ...]:
    """For each limit where the unit's centre may end on its level, as outlines to draw: a little inside what the judge allows,
    never outside."""
    start = start_of(field, unit)
    ground = ground_of(field, table, unit)
    return reach.reach((start.x, start.y), limits_mm, ground, least_leg_mm=field.rules.constants.min_leg_mm)


def ground_of(field: Field, table: Table, unit: Unit) -> Ground:
    """What a unit may pass and where it may stop on its level, as its reach is drawn."""
    start = start_of(field, unit)
    stops: list[Body] = []
    passes: list[Body] = []
    rooms: list[Body] = []
    for body in field.bodies if start.level == 0 else ():
        if _stops(field, body, unit, start):
            stops.append(body)
        elif body.terrain.building and unit.type in body.terrain.stop:
            rooms.append(body)
        elif unit.type not in body.terrain.stop:
            passes.append(body)
    walls = next((b.outline.polygon for b in field.buildings if b.outline.contains(start.x, start.y)), None)
    barred, friends = _bases(field, unit, start)
    return Ground(
        (table.width_mm, table.height_mm),
        unit.radius_mm,
        _shapes(stops, barred),
        _shapes(passes, friends),
        tuple(body.outline.polygon.points for body in rooms if body.outline.polygon is not None),
        walls.points if walls is not None and start.level > 0 else None,
    )


def _shapes(bodies: Iterable[Body], bases: Sequence[Place]) -> Shapes:
    """Pieces and bases by their shapes."""
    outlines = [body.outline for body in bodies]
    discs: list[measured.Disc] = [*(each.disc for each in outlines if each.polygon is None), *bases]
    return Shapes(
        tuple(each.polygon.points for each in outlines if each.polygon is not None),
        tuple((disc.x, disc.y, disc.radius) for disc in discs),
    )


def _stops(field: Field, body: Body, unit: Unit, start: Place) -> bool:
    """Whether a piece on the ground stops the unit's base."""
    if not body.terrain.building:
        return unit.type not in body.terrain.cross
    return barring_rule(field, body, unit, start, on_foot=unit.aboard is None) is not None


def _bases(field: Field, unit: Unit, start: Place) -> tuple[list[Place], list[Place]]:
    """The bases on the level that the unit may not pass over, and those it may pass over only (WOP-MOVE-09,
    WOP-MOVE-10, WOP-MOVE-12)."""
    passes = unit.type == "infantry" and field.rules.options.pass_through_friends
    barred: list[Place] = []
    friends: list[Place] = []
    for other in field.on_table():
        if other.id == unit.id or other.level != start.level:
            continue
        is_friend = passes and other.type == "infantry" and other.army == unit.army
        (friends if is_friend or other.id == unit.aboard else barred).append(field.place_of(other))
    return barred, friends


def _guess(field: Field, unit: Unit, start: Place, pick: Picker) -> Waypoints:
    """A path that may be legal."""
    most = longest_mm(field.rules, unit)
    building = field.building_at(start.x, start.y) if unit.type == "infantry" else None
    if building is not None and building.levels > 1 and pick(4) == 0:
        return ((start.x, start.y, pick(building.levels)),)
    if start.level == 0 and pick(8) == 0:
        charge = _toward_enemy(field, unit, start, most, pick)
        if charge is not None:
            return charge
    legs = ways.random_legs((start.x, start.y), most, field.rules.constants.min_leg_mm, field.rules.rotation, pick)
    return tuple((*point, start.level) for point in legs)


def _toward_enemy(field: Field, unit: Unit, start: Place, most_mm: int, pick: Picker) -> Waypoints | None:
    """A straight leg that ends touching an enemy within reach."""
    reachable = [
        place
        for place in (field.place_of(enemy) for enemy in field.enemies_of(unit.army))
        if place.level == start.level and measured.gap_at_most(start, place, most_mm) and place[:2] != start[:2]
    ]
    if not reachable:
        return None
    target = reachable[pick(len(reachable))]
    full = measured.leg_length_mm((start.x, start.y), (target.x, target.y))
    short = start.radius + target.radius + 2  # whole millimetres cannot always touch: 2 mm are well within contact
    if full <= short:
        return None
    return ((*measured.part_of_way((start.x, start.y), (target.x, target.y), full - short, full), start.level),)


def _way_aboard(field: Field, start: Place, vehicle_id: UnitId, pick: Picker) -> Waypoints:
    """A straight leg to some point inside a vehicle."""
    vehicle = field.place_of(field.units[vehicle_id])
    inside = pick(vehicle.radius + 1)
    full = measured.leg_length_mm((start.x, start.y), (vehicle.x, vehicle.y))
    if full <= inside:
        return ((vehicle.x, vehicle.y),)
    return (measured.part_of_way((start.x, start.y), (vehicle.x, vehicle.y), full - inside, full),)


def _straight_ways(
    field: Field, table: Table, unit: Unit, start: Place, boarding: UnitId | None
) -> Iterator[Waypoints]:
    """Straight paths worth showing, the likely ones first."""
    if boarding is not None:
        vehicle = field.place_of(field.units[boarding])
        full = measured.leg_length_mm((start.x, start.y), (vehicle.x, vehicle.y))
        for inside in (vehicle.radius // 2, max(vehicle.radius - 1, 0), 0):
            if full > inside:
                yield (measured.part_of_way((start.x, start.y), (vehicle.x, vehicle.y), full - inside, full),)
        return
    most = longest_mm(field.rules, unit)
    turning, middle = field.rules.rotation, (table.width_mm - 2 * start.x, table.height_mm - 2 * start.y)
    for up, down in EXAMPLE_SHARES:
        length = max(most * up // down, 1)
        for step in ways.steps_toward(middle, turning):
            yield ((*measured.spot_around((start.x, start.y), length, step, turning), start.level),)
