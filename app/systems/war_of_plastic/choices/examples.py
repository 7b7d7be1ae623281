"""Legal examples of what cannot be counted: moves, entries, places to deploy and to put obstacles.

They are always the same for the same position, few, and varied enough to play with: far and near, toward enemies, into cover,
by one leg and by two, up the stairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from app.boards import measured, ways
from app.boards.plane import Point, polygon, squared_distance
from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Edge, Unit
from app.systems.war_of_plastic.choices.paths import Waypoints, example_path
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import (
    deployment_area,
    entry_place,
    entry_range,
    entry_refusal,
    first_deployment,
    first_entry,
    obstacle_refusal,
    obstruction,
)
from app.systems.war_of_plastic.march.movement import judge_path, longest_mm, start_of
from app.systems.war_of_plastic.muster.deployment import edge_of
from app.systems.war_of_plastic.muster.obstacles import proposed_piece
from app.systems.war_of_plastic.position.actions import PlaceObstacle
from app.systems.war_of_plastic.position.field import Field, Place
from app.systems.war_of_plastic.turn.objectives import edge_of as objective_edge
from app.systems.war_of_plastic.turn.objectives import matches

MOST_MOVES: Final = 8
MOST_TRIED: Final = 20
MOST_PLACES: Final = 12
MOST_OBSTACLES: Final = 4
EIGHTHS: Final = (1, 3, 5, 7)
"""Where along an edge or an area examples are tried, in eighths."""


# ------------------------------------------------------------------------------------------------------------------- moves


def moves(moment: Moment, unit: Unit) -> tuple[Waypoints, ...]:
    """Legal paths of a unit on the table or aboard, at least one if there is any room."""
    start = start_of(moment.field, unit)
    tried = islice(_proposals(moment, unit, start), MOST_TRIED)
    legal = tuple(islice((path for path in tried if _is_legal(moment, unit, path)), MOST_MOVES))
    if legal:
        return legal
    path = example_path(moment.field, moment.table, unit)
    return () if path is None else (path,)


def boarding_moves(moment: Moment, unit: Unit, vehicles: Iterable[UnitId]) -> Iterator[tuple[UnitId, Waypoints]]:
    """For each vehicle within straight reach a legal path into it."""
    for vehicle in vehicles:
        path = example_path(moment.field, moment.table, unit, boarding=vehicle)
        if path is not None:
            yield vehicle, path


def entries(moment: Moment, unit: Unit) -> Iterator[tuple[int, Waypoints]]:
    """Legal entries from reserve: along the edge, staying there and moving on."""
    edge = edge_of(moment, unit.army)
    low, high = entry_range(moment.table, edge, unit)
    first = first_entry(moment.field, moment.table, edge, unit)
    alongs = [low + (high - low) * part // 8 for part in EIGHTHS]
    for along in dict.fromkeys([*alongs, *([] if first is None else [first])]):
        place = entry_place(moment.table, edge, along, unit)
        if entry_refusal(moment.field, moment.table, unit, place) is None:
            yield along, ()
            path = example_path(moment.field, moment.table, unit, entering=place)
            if path is not None:
                yield along, path


def _is_legal(moment: Moment, unit: Unit, path: Waypoints) -> bool:
    return not isinstance(judge_path(moment.field, moment.table, unit, path), Refusal)


def _proposals(moment: Moment, unit: Unit, start: Place) -> Iterator[Waypoints]:
    """Paths that may be legal, different ones first."""
    most = longest_mm(moment.rules, unit)
    caps = moment.rules.caps(unit.type, unit.damage)
    here = (start.x, start.y)
    goals = list(_goals(moment, unit, start))
    for goal, gap in goals:
        yield from (((*point, start.level),) for point in ways.straight_at(here, goal, most, gap))
    if start.level == 0 and goals:
        yield from ways.bent_at(here, goals[0][0], most, moment.rules.constants.min_leg_mm + 1, moment.rules.rotation)
    building = moment.field.building_at(*here) if unit.type == "infantry" else None
    for level in range(1 if building is None else building.levels):
        if level != start.level:
            yield ((*here, level),)
    for length in dict.fromkeys((most, caps.moving_mm, most // 3)):
        for step in range(0, len(moment.rules.rotation.cos), 3):
            point = measured.spot_around(here, length - 1, step, moment.rules.rotation)
            yield ((*point, start.level),)


def _goals(moment: Moment, unit: Unit, start: Place) -> Iterator[tuple[Point, int]]:
    """Where a unit may want to go, and how near its centre should get: the nearest enemies, edges and zones it has to get
    to, cover, weapons on the ground, the own edge if it is hurt."""
    here = (start.x, start.y)
    enemies = [moment.field.place_of(enemy) for enemy in moment.field.enemies_of(unit.army)]
    for place in sorted(enemies, key=lambda each: (squared_distance((each.x, each.y), here), each))[:2]:
        yield (place.x, place.y), place.radius + start.radius + 2  # 2 mm are well within contact
    yield from ((point, 0) for point in _objectives(moment, unit, start))
    edge = moment.position.armies[unit.army].edge
    if unit.damage and edge is not None:
        along = here[0] if edge in ("south", "north") else here[1]
        yield moment.table.along(edge, along, start.radius), 0
    if unit.type == "infantry":
        tokens = [(token.x_mm, token.y_mm) for token in moment.position.tokens]
        for token in sorted(tokens, key=lambda each: (squared_distance(each, here), each))[:1]:
            yield token, start.radius + moment.rules.constants.token_radius_mm + 2
        yield from ((point, start.radius + 2) for point in _cover(moment.field, here)[:1])


def _objectives(moment: Moment, unit: Unit, start: Place) -> Iterator[Point]:
    """The nearest point of each edge that the unit has to reach, and the middle of each zone to be held (WOP-WIN-04)."""
    for aim in moment.position.armies[unit.army].objectives.list:
        if aim.type == "reach_edge" and matches(unit, aim):
            name = objective_edge(moment.position, unit.army, aim)
            for edge in (each for each in measured.EDGES if each == name):
                along = start.x if edge in ("south", "north") else start.y
                yield moment.table.along(edge, along, start.radius)
        elif aim.type == "hold_zone" and aim.zone is not None:
            zone = polygon(aim.zone.points)
            yield (zone.west + zone.east) // 2, (zone.south + zone.north) // 2


def _cover(field: Field, here: Point) -> list[Point]:
    """The middles of the pieces that give cover, the nearest first."""
    middles = [
        ((body.outline.west + body.outline.east) // 2, (body.outline.south + body.outline.north) // 2)
        for body in field.bodies
        if body.terrain.cover_inside or body.terrain.cover_behind
    ]
    return sorted(middles, key=lambda each: (squared_distance(each, here), each))


# ------------------------------------------------------------------------------------------------------------------ places


def deployment_places(moment: Moment, edge: Edge, unit: Unit) -> tuple[tuple[int, int, int], ...]:
    """Legal places (x, y, level) to deploy a unit at, spread over the area, at least one if there is any room."""
    area = deployment_area(moment.rules, moment.table, edge)
    r = unit.radius_mm
    wide, deep = area.east - area.west - 2 * r, area.north - area.south - 2 * r
    found = []
    for down in EIGHTHS if wide >= 0 and deep >= 0 else ():
        for across in (1, 5, 3, 7):
            x, y = area.west + r + wide * across // 8, area.south + r + deep * down // 8
            building = moment.field.building_at(x, y) if unit.type == "infantry" else None
            for level in range(1 if building is None else building.levels):
                if obstruction(moment.field, unit, Place(x, y, r, level)) is None:
                    found.append((x, y, level))
    first = first_deployment(moment.field, moment.table, edge, unit)
    return tuple(dict.fromkeys([*found[:MOST_PLACES], *([] if first is None else [first])]))


def obstacle_places(moment: Moment, indices: Sequence[int]) -> Iterator[PlaceObstacle]:
    """Legal places for a piece of the pool, a few for each of its copies, spread over the table."""
    for number, index in enumerate(indices):
        yield from islice(_places_of(moment, index, number), MOST_OBSTACLES)


def _places_of(moment: Moment, index: int, number: int) -> Iterator[PlaceObstacle]:
    width, height = moment.table
    pieces = moment.position.board.pieces
    spots = [(across, up) for up in range(1, 12) for across in range(1, 16)]
    for count in range(len(spots)):
        across, up = spots[(count * 47 + number * 5) % len(spots)]  # 47 has no factor of 165: every spot is met once
        place = PlaceObstacle(index, width * across // 16, height * up // 12, (count * 6) % 24)
        piece = proposed_piece(moment, place)
        if piece is not None and obstacle_refusal(moment.table, pieces, piece) is None:
            yield place
