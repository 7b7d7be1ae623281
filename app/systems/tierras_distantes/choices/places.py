"""Places to propose: where a miniature may deploy, where a piece may lie, where a burst may be. Every one is legal; lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from app.boards import ways
from app.boards.measured import Table, ceil_sqrt, part_of_way, spot_around
from app.boards.plane import Polygon, squared_distance
from app.engine.refusal import Refusal
from app.engine.system import Picker
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Place
from app.systems.tierras_distantes.book.pieces import Plan
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire.bursting import judge_point
from app.systems.tierras_distantes.land.placing import boxes_for, placing_refusal, turned_box
from app.systems.tierras_distantes.muster.spots import first_free, judge_spot, zone_of
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.bursts import caught
from app.systems.tierras_distantes.space.distance import point_body, reach_around
from app.systems.tierras_distantes.space.land import Body, Land

TRIES: Final = 24
MOST_PLACES: Final = 12
ASIDE: Final = (3, 4)
"""How far beside an enemy bursts are tried, as a part of their radius."""
EIGHTHS: Final = (1, 3, 5, 7)
"""Where in a zone examples are tried, in eighths of its sides."""

Laid = tuple[int, int, int]
"""``x``, ``y`` and quarter turns of a piece that is placed."""


def sample_place(field: Field, unit: Unit, pick: Picker) -> Place | None:
    """A random place where a miniature may deploy, on any surface; ``None`` if none of a few guesses is legal."""
    west, south, east, north = zone_of(field, unit).area

    def guess() -> Place:
        x, y = (low // NM_PER_MM + pick((high - low) // NM_PER_MM + 1) for low, high in ((west, east), (south, north)))
        surfaces = _surfaces(field.land, x, y)
        return (x, y, surfaces[pick(len(surfaces))])

    return ways.guessed(guess, lambda place: judge_spot(field, unit, place) is None, tries=TRIES)


def example_places(field: Field, unit: Unit) -> tuple[Place, ...]:
    """Where a miniature may deploy: its first free place, and others spread over the zone."""
    west, south, east, north = (limit // NM_PER_MM for limit in zone_of(field, unit).area)
    spread = (
        (x, y, z)
        for down in EIGHTHS
        for across in EIGHTHS
        for x, y in (((west + (east - west) * across // 8), (south + (north - south) * down // 8)),)
        for z in _surfaces(field.land, x, y)
    )
    legal = (place for place in spread if judge_spot(field, unit, place) is None)
    first = first_free(field, unit)
    found = [] if first is None else [first]
    return tuple(dict.fromkeys([*found, *islice(legal, MOST_PLACES)]))


def _surfaces(land: Land, x: int, y: int) -> list[int]:
    """The table, and the tops of what can be stood on at a point."""
    at = (x * NM_PER_MM, y * NM_PER_MM)
    return sorted({0, *(block.z1 // NM_PER_MM for block in land.solids if block.ground.stand and block.covers(at))})


def sample_laid(table: Table, placed: list[Polygon], plan: Plan, pick: Picker) -> Laid | None:
    """A random place for a piece of the pool; ``None`` if none of a few guesses is legal."""

    def guess() -> Laid:
        turns = pick(4)
        width, height = plan if turns % 2 == 0 else plan[::-1]
        return (pick(max(1, table.width_mm - width + 1)), pick(max(1, table.height_mm - height + 1)), turns)

    return ways.guessed(guess, lambda laid: _is_free(table, placed, plan, laid), tries=TRIES)


def example_laid(table: Table, placed: list[Polygon], plan: Plan) -> tuple[Laid, ...]:
    """Where a piece of the pool may lie, beside what lies there: at least one if it fits anywhere (TD-TER-04, step 6)."""
    laid = ((box[0], box[1], step) for step, box in boxes_for(plan, placed))
    return tuple(islice((each for each in laid if _is_free(table, placed, plan, each)), MOST_PLACES))


def _is_free(table: Table, placed: list[Polygon], plan: Plan, laid: Laid) -> bool:
    x, y, step = laid
    return placing_refusal(table, placed, turned_box((0, 0, *plan), plan, step, (x, y))) is None


def burst_points(field: Field, unit: Unit, weapon: Weapon) -> Iterator[Place]:
    """Where area fire may be aimed at: on each enemy, between two of them that one burst would hold, then short of each and beyond, where a
    burst still holds it and perhaps nobody else (TD-AREA-02, TD-AREA-08)."""
    shooter, radius, far = field.body(unit.id), weapon.area_radius_nm or 0, weapon.max_range_nm
    most = None if far is None else reach_around(field.rules, shooter, far)
    enemies = sorted(field.enemies(unit.player), key=lambda body: body.id)
    spots = [(body.x, body.y, body.z) for body in enemies]
    for one, two in combinations(enemies, 2):
        if (one.x - two.x) ** 2 + (one.y - two.y) ** 2 <= 4 * radius * radius and one.z == two.z:
            spots.append(((one.x + two.x) // 2, (one.y + two.y) // 2, one.z))
    for enemy in enemies:
        spots += _beside(shooter, enemy, radius, most)
    for place in dict.fromkeys((x // NM_PER_MM, y // NM_PER_MM, z // NM_PER_MM) for x, y, z in spots):
        point = point_body(*(length * NM_PER_MM for length in place))
        pool = judge_point(field.rules, weapon, shooter, point, field.land, field.table)
        if not isinstance(pool, Refusal):
            yield place


def example_bursts(field: Field, unit: Unit, weapon: Weapon) -> Iterator[Place]:
    """Those points; if there is none, an empty one, since fire may be aimed at any point in range (TD-AREA-11)."""
    found = burst_points(field, unit, weapon)
    first = next(found, None)
    if first is None:
        yield _empty_point(field, unit, weapon)
    else:
        yield first
        yield from found


def _empty_point(field: Field, unit: Unit, weapon: Weapon) -> Place:
    """Where a burst holds nobody, about as far away as may be, toward the nearest enemy if possible; else one's own feet, where it may always
    be."""
    rules, shooter, radius = field.rules, field.body(unit.id), weapon.area_radius_nm or 0
    here, everybody = (shooter.x // NM_PER_MM, shooter.y // NM_PER_MM), field.others(())
    goal = min((body.at for body in field.enemies(unit.player)), key=lambda at: squared_distance(at, shooter.at))
    far = reach_around(rules, shooter, weapon.max_range_nm or weapon.effective_range_nm) // NM_PER_MM - 1
    for step in ways.steps_toward((goal[0] - shooter.x, goal[1] - shooter.y), ways.COMPASS):
        x, y = spot_around(here, far, step, ways.COMPASS)
        for z in _surfaces(field.land, x, y):
            point = point_body(x * NM_PER_MM, y * NM_PER_MM, z * NM_PER_MM)
            pool = judge_point(rules, weapon, shooter, point, field.land, field.table)
            if not isinstance(pool, Refusal) and not caught(rules, point, radius, everybody):
                return (x, y, z)
    return (*here, shooter.z // NM_PER_MM)


def _beside(shooter: Body, enemy: Body, radius: int, most: int | None) -> Iterator[Place]:
    """Points on the line at an enemy, short of it and beyond, that a burst there still holds it; one who is a little too far away is reached
    from the end of the range. Beside one who stands right over or under the shooter there is no such line."""
    far = ceil_sqrt(squared_distance(shooter.at, enemy.at))
    aside = radius * ASIDE[0] // ASIDE[1]
    short = far - aside if most is None else min(far - aside, most - NM_PER_MM)
    for length in (short, far + aside):
        if min(far, length) > 0 and abs(far - length) < radius:
            x, y = part_of_way(shooter.at, enemy.at, length, far)
            yield (x, y, enemy.z)
