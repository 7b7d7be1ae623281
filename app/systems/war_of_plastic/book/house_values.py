"""Whether a room's tables hang together: house values may be replaced, but not by what the rules cannot work with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.boards import plane
from app.systems.war_of_plastic.book.state import Position
from app.systems.war_of_plastic.book.tables import Rules

LONGEST_MM: Final = 10_000
TURN_STEPS: Final = 24
OPPOSITE: Final = {"south": "north", "north": "south", "west": "east", "east": "west"}


def house_problems(rules: Rules) -> Iterator[str]:
    """Every reason why these tables cannot be played with."""
    yield from _constants(rules)
    yield from _kinds(rules)
    yield from _pieces(rules)


def _constants(rules: Rules) -> Iterator[str]:
    constants = rules.constants
    for name in ("floor_mm", "token_radius_mm"):
        if not 1 <= getattr(constants, name) <= LONGEST_MM:
            yield f"constants.{name}: expected 1 to {LONGEST_MM}"
    for name in ("contact_mm", "cover_reach_mm", "sight_height_mm", "dense_limit_mm"):
        if not 0 <= getattr(constants, name) <= LONGEST_MM:
            yield f"constants.{name}: expected 0 to {LONGEST_MM}"
    if any(not 0 <= gap <= LONGEST_MM for gap in constants.survivor_gaps_mm):
        yield f"constants.survivor_gaps_mm: expected gaps from 0 to {LONGEST_MM}"
    turning = rules.rotation
    if turning.scale < 1 or not len(turning.cos) == len(turning.sin) == TURN_STEPS:
        yield f"rotation: expected {TURN_STEPS} steps and a scale above 0"
    if rules.opposite != OPPOSITE:
        yield "edges: expected south and north, west and east to be opposite"
    for name, row in rules.classes.items():
        if not (1 <= row.radius_mm <= 1000 and 0 <= row.height_mm <= LONGEST_MM):
            yield f"types.{name}: expected a radius from 1 to 1000 and a height up to {LONGEST_MM}"


def _kinds(rules: Rules) -> Iterator[str]:
    for name, kind in rules.kinds.items():
        if any(weapon not in rules.weapons for weapon in kind.weapons):
            yield f"units.{name}.weapons: expected known weapons"
        special = kind.special
        if special is not None and (special not in rules.weapons or not rules.weapons[special].special):
            yield f"units.{name}.special: expected a special weapon or nothing, found {special!r}"
        if special is not None and kind.type != "infantry":
            yield f"units.{name}.special: expected nothing for a vehicle"
        if not (1 <= kind.radius_mm <= 1000 and 0 <= kind.capacity <= 40 and kind.points >= 0):
            yield f"units.{name}: expected a radius from 1 to 1000, a capacity up to 40, points from 0"
    for name, weapon in rules.weapons.items():
        if not 0 <= weapon.range_mm <= LONGEST_MM:
            yield f"weapons.{name}.range_mm: expected 0 to {LONGEST_MM}"


def _pieces(rules: Rules) -> Iterator[str]:
    for name, terrain in rules.terrain.items():
        if not (0 <= terrain.height_mm <= LONGEST_MM and 0 <= terrain.window_mm <= LONGEST_MM):
            yield f"terrain.{name}: expected heights and windows from 0 to {LONGEST_MM}"
    wreck = rules.terrain.get("wreck")
    if wreck is None or wreck.building or wreck.sight != "open":
        yield "terrain.wreck: expected a piece that does not block sight"
    for name, shape in rules.shapes.items():
        kind = rules.terrain.get(shape.kind)
        if kind is None:
            yield f"obstacle_shapes.{name}.kind: expected a kind of terrain, found {shape.kind!r}"
        elif shape.disc_radius is None and not plane.is_simple(shape.points):
            yield f"obstacle_shapes.{name}.points: expected a simple polygon"
        elif shape.disc_radius is not None and (shape.disc_radius < 1 or kind.building or kind.sight != "open"):
            yield f"obstacle_shapes.{name}: expected a radius above 0 and terrain that does not block sight"
        if not 1 <= shape.levels <= 20:
            yield f"obstacle_shapes.{name}.levels: expected 1 to 20"
    for pool, pieces in rules.pools.items():
        if any(piece not in rules.shapes for piece in pieces):
            yield f"obstacle_pools.{pool}.pieces: expected known shapes"


def depth_problems(position: Position, rules: Rules) -> Iterator[str]:
    """The deployment area holds the largest base of the armies, whichever edges are chosen (WOP-GEN-04)."""
    kinds = {unit.kind for unit in position.units.values()} or set(rules.kinds)
    largest = max((2 * rules.kinds[kind].radius_mm for kind in kinds), default=0)
    depth = min(position.board.width_mm, position.board.height_mm) // rules.constants.deployment_divisor
    if largest > depth:
        yield f"units: expected bases of at most {depth} mm across, the depth of the deployment area, found {largest} mm"
