"""The questions about movement, buildings, carrying, deployment, obstacles, entry and edges, answered by the very
functions that judge the game."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from app.boards.measured import Edge, Table
from app.engine.asking import Answer, named
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Name, UnitType
from app.systems.war_of_plastic.book.tables import Rules, UnitKind
from app.systems.war_of_plastic.ground.boarding import carrying_rule
from app.systems.war_of_plastic.ground.buildings import Occupants, entry_rule
from app.systems.war_of_plastic.ground.places import (
    can_withdraw,
    deployment_area,
    deployment_depth,
    deployment_refusal,
    entry_place,
    is_ready,
    is_taken_off,
    load_rule,
    obstacle_refusal,
    placed_piece,
    survivor_spot,
)
from app.systems.war_of_plastic.march.movement import (
    judge_entry,
    judge_path,
    legs_of,
    length_refusal,
    mode_of,
)
from app.systems.war_of_plastic.position.field import Field, Place
from app.systems.war_of_plastic.queries import inputs as ask

MOVEMENT: Final = ask.questions()
MOST_LEVEL: Final = 19

BoardInput = tuple[ask.BoardSide, ask.BoardSide]
Waypoint = Annotated[tuple[ask.Coordinate, ...], msgspec.Meta(min_length=2, max_length=3)]
Step = Annotated[int, msgspec.Meta(ge=0, le=23)]
PathInput = Annotated[tuple[Waypoint, ...], msgspec.Meta(max_length=ask.MOST_POINTS)]


@MOVEMENT.of_options
def _movement_caps(rules: Rules, *, type: UnitType, damage: ask.Damage) -> Answer:
    caps = rules.caps(type, damage)
    return {"moving_mm": caps.moving_mm, "forced_mm": caps.forced_mm}


@MOVEMENT.of_options
def _movement_mode(
    rules: Rules, *, type: UnitType, damage: ask.Damage, length_mm: ask.Length, from_reserve: bool = False
) -> Answer:
    unit = ask.unit_of(rules, ask.UnitInput("unit", "A", type, 0, 0, damage=damage), "given")
    refusal = length_refusal(rules, unit, (), length_mm)
    if refusal is not None:
        return ask.verdict(refusal)
    return {"legal": True, "mode": mode_of(rules, type, damage, length_mm, from_reserve=from_reserve).value}


@MOVEMENT.question
def _path_length(rules: Rules, *, points: PathInput) -> Answer:
    _check_path(points, "given.points")
    if not points:
        raise InvalidInput.at("given.points", "at least the starting point", "none")
    x, y, *level = points[0]
    legs = legs_of(rules, Place(x, y, 0, level[0] if level else 0), points[1:])
    return {"length_mm": sum(leg.length_mm for leg in legs)}


@MOVEMENT.of_options
def _path(
    rules: Rules,
    *,
    board: BoardInput,
    unit: ask.UnitInput,
    path: PathInput,
    units: ask.Units = (),
    pieces: ask.Pieces = (),
    board_vehicle: Name | None = None,
    carrier: Name | None = None,
    from_reserve: bool = False,
) -> Answer:
    _check_path(path, "given.path")
    if not path and not from_reserve:
        raise InvalidInput.at("given.path", "at least one waypoint", "none")
    field = _with_unit(rules, unit, units, pieces)
    walker = ask.unit_named(field, unit.id, "given.unit.id")
    # How much room a vehicle has is another question (carry): passengers are left out.
    walkers = {name: one for name, one in field.units.items() if one.status == "table" or name == walker.id}
    verdict = judge_path(
        Field(walkers, field.pieces, field.rules),
        Table(*board),
        walker,
        path,
        boarding=None if board_vehicle is None else UnitId(board_vehicle),
        leaving=None if carrier is None else ask.unit_named(field, carrier, "given.carrier").id,
        entering=field.place_of(walker) if from_reserve else None,
    )
    if isinstance(verdict, Refusal):
        return ask.verdict(verdict)
    return {"legal": True, "length_mm": verdict.length_mm, "mode": verdict.mode.value}


@MOVEMENT.question
def _building_entry(
    rules: Rules,
    *,
    type: UnitType,
    friends_inside: ask.Number,
    enemies_inside: ask.Number,
    gap_at_start_mm: ask.Length | None = None,
    starts_inside: bool = False,
) -> Answer:
    touches = gap_at_start_mm is not None and gap_at_start_mm <= rules.constants.contact_mm
    inside = Occupants(friends_inside, enemies_inside)
    return ask.verdict(entry_rule(type, inside, touches_at_start=touches, starts_inside=starts_inside))


@MOVEMENT.question
def _deployment_area(rules: Rules, *, width_mm: ask.BoardSide, height_mm: ask.BoardSide, edge: Edge) -> Answer:
    table = Table(width_mm, height_mm)
    area, depth = deployment_area(rules, table, edge), deployment_depth(rules, table, edge)
    return {"depth_mm": depth, "x": [area.west, area.east], "y": [area.south, area.north]}


@MOVEMENT.question
def _deploy_place(
    rules: Rules,
    *,
    board: BoardInput,
    edge: Edge,
    unit: ask.UnitInput,
    units: ask.Units = (),
    pieces: ask.Pieces = (),
) -> Answer:
    field = _with_unit(rules, unit, units, pieces)
    who = ask.on_table_named(field, unit.id, "given.unit.id")
    place = field.place_of(who)
    return ask.verdict(deployment_refusal(field, Table(*board), edge, who, (place.x, place.y), level=who.level))


@MOVEMENT.question
def _rotate_piece(rules: Rules, *, shape: Name, step: Step, x: ask.Coordinate, y: ask.Coordinate) -> Answer:
    known = rules.shapes.get(shape)
    if known is None or known.disc_radius is not None:
        raise InvalidInput.at("given.shape", "the id of an obstacle shape with points", shape)
    piece = placed_piece(rules, known, "piece", (x, y), step=step)
    return {"points": [list(point) for point in piece.points_mm]}


@MOVEMENT.question
def _obstacle_place(rules: Rules, *, board: BoardInput, piece: ask.PieceInput, pieces: ask.Pieces = ()) -> Answer:
    placed = ask.piece_of(rules, piece, "given.piece")
    return ask.verdict(obstacle_refusal(Table(*board), ask.pieces_of(rules, pieces), placed))


@MOVEMENT.of_options
def _reserve_entry(
    rules: Rules,
    *,
    board: BoardInput,
    own_edge: Edge,
    along_mm: ask.Coordinate,
    unit: ask.UnitInput,
    army_turn: ask.Number,
    path: PathInput = (),
    passengers: ask.Number = 0,
    capacity: ask.Number | None = None,
    units: ask.Units = (),
    pieces: ask.Pieces = (),
) -> Answer:
    _check_path(path, "given.path")
    field = ask.field_of(rules, units, pieces)
    if UnitId(unit.id) in field.units:
        raise InvalidInput.at("given.unit.id", "an id that no other unit has", unit.id)
    comer = ask.unit_of(rules, unit, "given.unit", placed=False)
    if not is_ready(comer, army_turn):
        return ask.verdict("WOP-RES-06")
    rule = load_rule(comer.type, rules.kinds[comer.kind].capacity if capacity is None else capacity, passengers)
    if rule is not None:
        return ask.verdict(rule)
    table = Table(*board)
    verdict = judge_entry(field, table, comer, own_edge, along_mm, path)
    if isinstance(verdict, Refusal):
        return ask.verdict(verdict)
    place = entry_place(table, own_edge, along_mm, comer)
    return {"legal": True, "start": [place.x, place.y], "mode": verdict.mode.value}


@MOVEMENT.question
def _edge_arrival(rules: Rules, *, board: BoardInput, own_edge: Edge, unit: ask.UnitInput, moved_here: bool) -> Answer:
    field, table = ask.field_of(rules, (unit,), names=("given.unit",)), Table(*board)
    who = ask.on_table_named(field, unit.id, "given.unit.id")
    if moved_here and is_taken_off(rules, table, own_edge, who, field.place_of(who)):
        return {"result": "automatic"}
    return {"result": "may_withdraw" if can_withdraw(field, table, own_edge, who) else "nothing"}


class _Wreck(msgspec.Struct, frozen=True):
    x: ask.Coordinate
    y: ask.Coordinate
    radius: ask.Radius


@MOVEMENT.question
def _survivor_spot(rules: Rules, *, wreck: _Wreck, gap_mm: ask.Length, step: Step) -> Answer:
    place = Place(wreck.x, wreck.y, wreck.radius, 0)
    x, y = survivor_spot(rules, place, rules.classes["infantry"].radius_mm, gap_mm, step)
    return {"x": x, "y": y}


@MOVEMENT.question
def _carry(
    rules: Rules,
    *,
    vehicle_kind: Annotated[UnitKind, named(lambda rules: rules.kinds, "a unit kind", Name)],
    same_army: bool,
    passengers: ask.Number,
) -> Answer:
    kind = vehicle_kind
    return ask.verdict(carrying_rule(kind.type, kind.capacity, same_army=same_army, passengers=passengers))


def _with_unit(rules: Rules, unit: ask.UnitInput, units: ask.Units, pieces: ask.Pieces) -> Field:
    """The field of a question about one unit among others."""
    names = ("given.unit", *(f"given.units[{index}]" for index in range(len(units))))
    return ask.field_of(rules, (unit, *units), pieces, names=names)


def _check_path(path: PathInput, name: str) -> None:
    """The levels of a path are from 0 to 19, like every other."""
    for index, (_, _, *level) in enumerate(path):
        if level and not 0 <= level[0] <= MOST_LEVEL:
            raise InvalidInput.at(f"{name}[{index}][2]", f"a level from 0 to {MOST_LEVEL}", level[0])
