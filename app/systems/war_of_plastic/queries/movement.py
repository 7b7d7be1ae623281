"""The questions about movement, buildings, carrying, deployment, obstacles, entry and edges, answered by the very
functions that judge the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final

import msgspec

from app.boards.measured import Edge, Table
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Query
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Name, UnitType
from app.systems.war_of_plastic.book.tables import Book, Rules
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

MOST_LEVEL: Final = 19

Answer = dict[str, Any]
"""A JSON-ready object."""

BoardInput = tuple[ask.BoardSide, ask.BoardSide]
Waypoint = Annotated[tuple[ask.Coordinate, ...], msgspec.Meta(min_length=2, max_length=3)]
PathInput = Annotated[tuple[Waypoint, ...], msgspec.Meta(max_length=ask.MOST_POINTS)]


class _Caps(msgspec.Struct, frozen=True):
    type: UnitType
    damage: ask.Damage
    options: ask.Options = {}


def _caps(book: Book, given: Any) -> Answer:
    asked = ask.read(_Caps, given)
    caps = ask.rules_of(book, asked.options).caps(asked.type, asked.damage)
    return {"moving_mm": caps.moving_mm, "forced_mm": caps.forced_mm}


class _Mode(msgspec.Struct, frozen=True):
    type: UnitType
    damage: ask.Damage
    length_mm: ask.Length
    from_reserve: bool = False
    options: ask.Options = {}


def _mode(book: Book, given: Any) -> Answer:
    asked = ask.read(_Mode, given)
    rules = ask.rules_of(book, asked.options)
    unit = ask.unit_of(rules, ask.UnitInput("unit", "A", asked.type, 0, 0, damage=asked.damage), "given")
    refusal = length_refusal(rules, unit, (), asked.length_mm)
    if refusal is not None:
        return ask.verdict(refusal)
    mode = mode_of(rules, asked.type, asked.damage, asked.length_mm, from_reserve=asked.from_reserve)
    return {"legal": True, "mode": mode.value}


class _PathLength(msgspec.Struct, frozen=True):
    points: PathInput


def _path_length(book: Book, given: Any) -> Answer:
    points = ask.read(_PathLength, given).points
    _check_path(points, "given.points")
    if not points:
        raise InvalidInput.at("given.points", "at least the starting point", "none")
    x, y, *level = points[0]
    legs = legs_of(book.rules(), Place(x, y, 0, level[0] if level else 0), points[1:])
    return {"length_mm": sum(leg.length_mm for leg in legs)}


class _Path(msgspec.Struct, frozen=True):
    board: BoardInput
    unit: ask.UnitInput
    path: PathInput
    units: ask.Units = ()
    pieces: ask.Pieces = ()
    board_vehicle: Name | None = None
    carrier: Name | None = None
    from_reserve: bool = False
    options: ask.Options = {}


def _path(book: Book, given: Any) -> Answer:
    asked = ask.read(_Path, given)
    _check_path(asked.path, "given.path")
    if not asked.path and not asked.from_reserve:
        raise InvalidInput.at("given.path", "at least one waypoint", "none")
    field = _with_unit(ask.rules_of(book, asked.options), asked.unit, asked.units, asked.pieces)
    unit = ask.unit_named(field, asked.unit.id, "given.unit.id")
    carrier = None if asked.carrier is None else ask.unit_named(field, asked.carrier, "given.carrier").id
    # How much room a vehicle has is another question (carry): passengers are left out.
    walkers = {name: one for name, one in field.units.items() if one.status == "table" or name == unit.id}
    verdict = judge_path(
        Field(walkers, field.pieces, field.rules),
        Table(*asked.board),
        unit,
        asked.path,
        boarding=None if asked.board_vehicle is None else UnitId(asked.board_vehicle),
        leaving=carrier,
        entering=field.place_of(unit) if asked.from_reserve else None,
    )
    if isinstance(verdict, Refusal):
        return ask.verdict(verdict)
    return {"legal": True, "length_mm": verdict.length_mm, "mode": verdict.mode.value}


class _BuildingEntry(msgspec.Struct, frozen=True):
    type: UnitType
    friends_inside: ask.Number
    enemies_inside: ask.Number
    gap_at_start_mm: ask.Length | None = None
    starts_inside: bool = False


def _building_entry(book: Book, given: Any) -> Answer:
    asked = ask.read(_BuildingEntry, given)
    touches = asked.gap_at_start_mm is not None and asked.gap_at_start_mm <= book.rules().constants.contact_mm
    inside = Occupants(asked.friends_inside, asked.enemies_inside)
    rule = entry_rule(asked.type, inside, touches_at_start=touches, starts_inside=asked.starts_inside)
    return ask.verdict(None if rule is None else Refusal(rule))


class _DeploymentArea(msgspec.Struct, frozen=True):
    width_mm: ask.BoardSide
    height_mm: ask.BoardSide
    edge: Edge


def _deployment_area(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_DeploymentArea, given), book.rules()
    table = Table(asked.width_mm, asked.height_mm)
    area = deployment_area(rules, table, asked.edge)
    depth = deployment_depth(rules, table, asked.edge)
    return {"depth_mm": depth, "x": [area.west, area.east], "y": [area.south, area.north]}


class _DeployPlace(msgspec.Struct, frozen=True):
    board: BoardInput
    edge: Edge
    unit: ask.UnitInput
    units: ask.Units = ()
    pieces: ask.Pieces = ()


def _deploy_place(book: Book, given: Any) -> Answer:
    asked = ask.read(_DeployPlace, given)
    field = _with_unit(book.rules(), asked.unit, asked.units, asked.pieces)
    unit = ask.on_table_named(field, asked.unit.id, "given.unit.id")
    place = field.place_of(unit)
    table = Table(*asked.board)
    return ask.verdict(deployment_refusal(field, table, asked.edge, unit, (place.x, place.y), level=unit.level))


class _RotatePiece(msgspec.Struct, frozen=True):
    shape: Name
    step: Annotated[int, msgspec.Meta(ge=0, le=23)]
    x: ask.Coordinate
    y: ask.Coordinate


def _rotate_piece(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_RotatePiece, given), book.rules()
    shape = rules.shapes.get(asked.shape)
    if shape is None or shape.disc_radius is not None:
        raise InvalidInput.at("given.shape", "the id of an obstacle shape with points", asked.shape)
    piece = placed_piece(rules, shape, "piece", (asked.x, asked.y), step=asked.step)
    return {"points": [list(point) for point in piece.points_mm]}


class _ObstaclePlace(msgspec.Struct, frozen=True):
    board: BoardInput
    piece: ask.PieceInput
    pieces: ask.Pieces = ()


def _obstacle_place(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_ObstaclePlace, given), book.rules()
    piece = ask.piece_of(rules, asked.piece, "given.piece")
    return ask.verdict(obstacle_refusal(Table(*asked.board), ask.pieces_of(rules, asked.pieces), piece))


class _ReserveEntry(msgspec.Struct, frozen=True):
    board: BoardInput
    own_edge: Edge
    along_mm: ask.Coordinate
    unit: ask.UnitInput
    army_turn: ask.Number
    path: PathInput = ()
    passengers: ask.Number = 0
    capacity: ask.Number | None = None
    units: ask.Units = ()
    pieces: ask.Pieces = ()
    options: ask.Options = {}


def _reserve_entry(book: Book, given: Any) -> Answer:
    asked = ask.read(_ReserveEntry, given)
    _check_path(asked.path, "given.path")
    rules = ask.rules_of(book, asked.options)
    field = ask.field_of(rules, asked.units, asked.pieces)
    if UnitId(asked.unit.id) in field.units:
        raise InvalidInput.at("given.unit.id", "an id that no other unit has", asked.unit.id)
    unit = ask.unit_of(rules, asked.unit, "given.unit", placed=False)
    if not is_ready(unit, asked.army_turn):
        return {"legal": False, "refused_by": "WOP-RES-06"}
    capacity = rules.kinds[unit.kind].capacity if asked.capacity is None else asked.capacity
    rule = load_rule(unit.type, capacity, asked.passengers)
    if rule is not None:
        return {"legal": False, "refused_by": rule}
    table = Table(*asked.board)
    verdict = judge_entry(field, table, unit, asked.own_edge, asked.along_mm, asked.path)
    if isinstance(verdict, Refusal):
        return ask.verdict(verdict)
    place = entry_place(table, asked.own_edge, asked.along_mm, unit)
    return {"legal": True, "start": [place.x, place.y], "mode": verdict.mode.value}


class _EdgeArrival(msgspec.Struct, frozen=True):
    board: BoardInput
    own_edge: Edge
    unit: ask.UnitInput
    moved_here: bool


def _edge_arrival(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_EdgeArrival, given), book.rules()
    field, table = ask.field_of(rules, (asked.unit,), names=("given.unit",)), Table(*asked.board)
    unit = ask.on_table_named(field, asked.unit.id, "given.unit.id")
    if asked.moved_here and is_taken_off(rules, table, asked.own_edge, unit, field.place_of(unit)):
        return {"result": "automatic"}
    return {"result": "may_withdraw" if can_withdraw(field, table, asked.own_edge, unit) else "nothing"}


class _Wreck(msgspec.Struct, frozen=True):
    x: ask.Coordinate
    y: ask.Coordinate
    radius: ask.Radius


class _SurvivorSpot(msgspec.Struct, frozen=True):
    wreck: _Wreck
    gap_mm: ask.Length
    step: Annotated[int, msgspec.Meta(ge=0, le=23)]


def _survivor_spot(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_SurvivorSpot, given), book.rules()
    wreck = Place(asked.wreck.x, asked.wreck.y, asked.wreck.radius, 0)
    x, y = survivor_spot(rules, wreck, rules.classes["infantry"].radius_mm, asked.gap_mm, asked.step)
    return {"x": x, "y": y}


class _Carry(msgspec.Struct, frozen=True):
    vehicle_kind: Name
    same_army: bool
    passengers: ask.Number


def _carry(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_Carry, given), book.rules()
    kind = rules.kinds.get(asked.vehicle_kind)
    if kind is None:
        raise InvalidInput.at("given.vehicle_kind", "a unit kind", asked.vehicle_kind)
    rule = carrying_rule(kind.type, kind.capacity, same_army=asked.same_army, passengers=asked.passengers)
    return ask.verdict(None if rule is None else Refusal(rule))


def _with_unit(rules: Rules, unit: ask.UnitInput, units: ask.Units, pieces: ask.Pieces) -> Field:
    """The field of a question about one unit among others."""
    names = ("given.unit", *(f"given.units[{index}]" for index in range(len(units))))
    return ask.field_of(rules, (unit, *units), pieces, names=names)


def _check_path(path: PathInput, name: str) -> None:
    """The levels of a path are from 0 to 19, like every other."""
    for index, (_, _, *level) in enumerate(path):
        if level and not 0 <= level[0] <= MOST_LEVEL:
            raise InvalidInput.at(f"{name}[{index}][2]", f"a level from 0 to {MOST_LEVEL}", level[0])


def movement_queries(book: Book) -> Mapping[str, Query]:
    """The questions of this chapter by name."""
    answered = {
        "movement_caps": _caps,
        "movement_mode": _mode,
        "path_length": _path_length,
        "path": _path,
        "building_entry": _building_entry,
        "deployment_area": _deployment_area,
        "deploy_place": _deploy_place,
        "rotate_piece": _rotate_piece,
        "obstacle_place": _obstacle_place,
        "reserve_entry": _reserve_entry,
        "edge_arrival": _edge_arrival,
        "survivor_spot": _survivor_spot,
        "carry": _carry,
    }
    return {name: partial(question, book) for name, question in answered.items()}
