"""A battle that somebody makes, as a document: a row of ``scenarios.toml`` as data, bounded, and things found in it by their ids.

Ids of things: ``p3`` a piece, ``hq.0`` and ``ammo.0`` what lies for a seat, ``s0u2`` a unit (of an ambush, too), ``fence-A1-A2`` a segment of
fence, ``seat.0`` what is said of a seat, ``gap.1.2`` a module that does not lie, ``5,4`` a square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from app.boards.squares import Square
from app.engine import play
from app.engine.refusal import FieldError, InvalidInput
from app.engine.types import UnitId
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import PieceId
from app.systems.splatball.book.scenarios import (
    Ambush,
    ScenarioBoard,
    ScenarioPiece,
    ScenarioScenery,
    ScenarioSeat,
    ScenarioUnit,
    SeatNumber,
)

MOST_MODULES: Final = 6
MOST_PIECES: Final = 160
MOST_UNITS: Final = 80
MOST_ROADS: Final = 400
MOST_FENCES: Final = 200
MOST_POOL: Final = 24
MOST_NUMBER: Final = 400
MOST_SEED: Final = 2**32 - 1
SIDE: Final = 6
"""Squares of a module each way."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Summary = Annotated[str, msgspec.Meta(max_length=400)]
Minutes = Annotated[int, msgspec.Meta(ge=5, le=600)]
Players = Annotated[int, msgspec.Meta(ge=2, le=4)]
Free = Literal["fixed", "free"]


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle, whether or not it can be played; see ``book/scenarios.py`` for its parts. There is a row for each seat that may play."""

    name_es: Name
    name_en: Name
    summary_es: Summary = ""
    summary_en: Summary = ""
    minutes: Minutes
    players: tuple[Players, Players]
    starting_seat: SeatNumber | Literal["roll"] = "roll"
    deployment: Free
    objectives: Free
    board: ScenarioBoard
    scenery: ScenarioScenery
    options: dict[str, Any] = {}
    seat: tuple[ScenarioSeat, ...] = ()


class Base(NamedTuple):
    """Headquarters or ammunition of a seat."""

    kind: Literal["hq", "ammo"]
    seat: int
    at: Square


PIECE_ID: Final = re.compile(r"p[1-9]\d{0,3}")
UNIT_ID: Final = re.compile(r"s([0-3])u[1-9]\d{0,3}")


def understood(book: Book, raw: object) -> Battle:
    """A document as somebody sent it, with a row for every seat. Raises ``InvalidInput`` naming every wrong field."""
    found: Battle = play.decode(Battle, raw, "battle")
    errors = [FieldError(f"battle.{field}", expected, value) for field, expected, value in _beyond(found)]
    if errors:
        raise InvalidInput(errors)
    try:
        book.fresh_rules(book.resolve(found.options))
    except InvalidInput as error:
        raise InvalidInput([replace(each, field=f"battle.{each.field}") for each in error.errors]) from None
    return seated(found)


def _beyond(battle: Battle) -> Iterator[tuple[str, str, Any]]:
    """What no document may hold, however it is to be played."""
    board, scenery = battle.board, battle.scenery
    for name in ("modules_wide", "modules_high"):
        if not 0 <= getattr(board, name) <= MOST_MODULES:
            yield f"board.{name}", f"0 to {MOST_MODULES}", getattr(board, name)
    lists = (
        ("board.missing", board.missing, MOST_MODULES**2),
        ("scenery.pieces", scenery.pieces, MOST_PIECES),
        ("scenery.objective_markers", scenery.objective_markers, MOST_PIECES),
        ("scenery.roads", scenery.roads, MOST_ROADS),
        ("scenery.fences", scenery.fences, MOST_FENCES),
        ("seat", battle.seat, battle.players[1]),
    )
    for field, rows, most in lists:
        if len(rows) > most:
            yield field, f"up to {most}", len(rows)
    for name in ("elements", "large", "road_count", "fence_count"):
        if (getattr(scenery, name) or 0) > MOST_NUMBER:
            yield f"scenery.{name}", f"up to {MOST_NUMBER}", getattr(scenery, name)
    if (scenery.seed or 0) > MOST_SEED:
        yield "scenery.seed", f"up to {MOST_SEED}", scenery.seed
    if battle.players[0] > battle.players[1]:
        yield "players", "the least before the greatest number", list(battle.players)
    names = [each.id for each in scenery.pieces]
    if len(set(names)) != len(names) or not all(map(PIECE_ID.fullmatch, names)):
        yield "scenery.pieces", "ids p1, p2, ..., each once", len(names)
    yield from _beyond_seats(battle)


def _beyond_seats(battle: Battle) -> Iterator[tuple[str, str, Any]]:
    numbers = [row.seat for row in battle.seat]
    if len(set(numbers)) != len(numbers) or any(number >= battle.players[1] for number in numbers):
        yield "seat", "each seat that may play, once", numbers
    names: list[str] = []
    for row in battle.seat:
        own = [unit.id for unit in row.units] + list(row.ambush.ids if row.ambush is not None else ())
        matches = [UNIT_ID.fullmatch(name) for name in own]
        if not all(match is not None and int(match[1]) == row.seat for match in matches):
            yield f"seat.{row.seat}", f"ids s{row.seat}u1, s{row.seat}u2, ...", own
        names += own
        ambush = row.ambush
        if ambush is not None and (len(ambush.ids) != len(ambush.squares) or len(ambush.pool) > MOST_POOL):
            yield f"seat.{row.seat}.ambush", "an id for each square", len(ambush.ids)
        if any(count > MOST_NUMBER for count in row.suggested_army.values()):
            yield f"seat.{row.seat}.suggested_army", f"up to {MOST_NUMBER}", "more"
    if len(set(names)) != len(names) or len(names) > MOST_UNITS:
        yield "seat", f"up to {MOST_UNITS} units with ids of their own", len(names)


def seated(battle: Battle) -> Battle:
    """The battle with a row for every seat that may play, in order, and no other; a seat that begins is one of them."""
    there = {row.seat: row for row in battle.seat}
    rows = tuple(there.get(number, ScenarioSeat(number, "free")) for number in range(battle.players[1]))
    begins = battle.starting_seat
    is_gone = begins != "roll" and begins >= battle.players[0]
    return replace(battle, seat=rows, starting_seat="roll" if is_gone else begins)


# ------------------------------------------------------------------------------------------------------------ parts by id


def bases(battle: Battle) -> Iterator[Base]:
    """Headquarters and ammunition that lie."""
    for row in battle.seat:
        if row.hq is not None:
            yield Base("hq", row.seat, row.hq)
        if row.ammo is not None:
            yield Base("ammo", row.seat, row.ammo)


def base_id(base: Base) -> str:
    """``hq.0``."""
    return f"{base.kind}.{base.seat}"


def base_of(battle: Battle, thing: str) -> Base | None:
    """Headquarters or ammunition by its id."""
    return next((base for base in bases(battle) if base_id(base) == thing), None)


def piece_of(battle: Battle, thing: str) -> ScenarioPiece | None:
    """A piece by its id."""
    return next((piece for piece in battle.scenery.pieces if piece.id == thing), None)


def unit_of(battle: Battle, thing: str) -> tuple[ScenarioSeat, ScenarioUnit] | None:
    """A unit with its seat."""
    return next(((row, unit) for row in battle.seat for unit in row.units if unit.id == thing), None)


def ambushed(battle: Battle, thing: str) -> tuple[ScenarioSeat, Ambush, int] | None:
    """A square of an ambush by its unit's id: the seat, its ambush, the place among its squares."""
    for row in battle.seat:
        if row.ambush is not None and thing in row.ambush.ids:
            return row, row.ambush, row.ambush.ids.index(UnitId(thing))
    return None


def seat_of(battle: Battle, thing: str) -> ScenarioSeat | None:
    """What is said of a seat, by ``seat.0``."""
    kind, _, number = thing.partition(".")
    return next((row for row in battle.seat if kind == "seat" and str(row.seat) == number), None)


# ------------------------------------------------------------------------------------------------------- another in its place


def with_seat(battle: Battle, row: ScenarioSeat) -> Battle:
    """The battle with another row of a seat."""
    return replace(battle, seat=tuple(row if each.seat == row.seat else each for each in battle.seat))


def with_base(battle: Battle, kind: str, seat: int, at: Square | None) -> Battle:
    """The battle with headquarters or ammunition of a seat elsewhere, or without."""
    row = battle.seat[seat]
    return with_seat(battle, replace(row, hq=at) if kind == "hq" else replace(row, ammo=at))


def with_scenery(battle: Battle, **changes: Any) -> Battle:  # fields of ScenarioScenery
    """The battle with other scenery."""
    return replace(battle, scenery=replace(battle.scenery, **changes))


def with_unit(battle: Battle, row: ScenarioSeat, unit: ScenarioUnit) -> Battle:
    """The battle with another unit of the same id."""
    return with_seat(battle, replace(row, units=tuple(unit if each.id == unit.id else each for each in row.units)))


def next_piece_id(battle: Battle) -> PieceId:
    """The id of the next piece."""
    return PieceId(f"p{max((int(each.id[1:]) for each in battle.scenery.pieces), default=0) + 1}")


def next_unit_id(row: ScenarioSeat) -> UnitId:
    """The id of a seat's next unit."""
    names = [unit.id for unit in row.units] + list(row.ambush.ids if row.ambush is not None else ())
    return UnitId(f"s{row.seat}u{max((int(name.split('u')[1]) for name in names), default=0) + 1}")


def blank(name_es: str, name_en: str) -> Battle:
    """A lawn for two, everything fixed, with headquarters and a unit each: it can be played as it is."""
    seats = (
        ScenarioSeat(0, "N", hq=(5, 0), units=(ScenarioUnit(UnitId("s0u1"), "scamp", (5, 2), facing="S"),)),
        ScenarioSeat(1, "S", hq=(6, 11), units=(ScenarioUnit(UnitId("s1u1"), "scamp", (6, 9), facing="N"),)),
    )
    return Battle(
        name_es=name_es,
        name_en=name_en,
        minutes=30,
        players=(2, 2),
        deployment="fixed",
        objectives="fixed",
        board=ScenarioBoard(2, 2, edges=("N", "S")),
        scenery=ScenarioScenery("fixed"),
        options={"scenery": "scenario"},
        seat=seats,
    )


def copied(row: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario of the game as a document."""
    return {name: value for name, value in row.items() if name in Battle.__struct_fields__}
