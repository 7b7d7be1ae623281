"""A battle that somebody made, as typed values in the shape of ``scenarios.toml``; and the reading of a document.

A ready-made shape that was put on the table keeps its name and how it is turned (``shape``, ``turn_deg``), so that it can be
turned again and again without growing crooked. What is read may still be unplayable (``opening/faults.py``); it names
nothing, though, that the game does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from app.engine.refusal import FieldError, InvalidInput
from app.engine.workshop.base import plain
from app.engine.workshop.workshop import Battle
from app.systems.war_of_plastic.book.state import ARMIES, Army, Edge, Level, Objective
from app.systems.war_of_plastic.book.tables import Book, Rules

MOST_PIECES: Final = 300
MOST_CORNERS: Final = 300
"""Corners of all obstacles drawn freely: a bound on work, since each is looked at with every other."""
MOST_UNITS: Final = 60
"""A bound on work too: who sees whom past whom grows with the third power of it, and offers are worked out while others wait."""
MOST_OBJECTIVES: Final = 20
TURN_DEG: Final = 15
_OBJECTIVE: Final = "objective-"

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]
Kind = Annotated[str, msgspec.Meta(max_length=40)]
Millimetre = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Corners = Annotated[tuple[tuple[Millimetre, Millimetre], ...], msgspec.Meta(min_length=3, max_length=100)]
Players = Annotated[int, msgspec.Meta(ge=2, le=6)]
Value = TypeVar("Value")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any part of a battle."""


class Size(Part, frozen=True):
    """The table (WOP-GEN-01)."""

    width_mm: Annotated[int, msgspec.Meta(ge=600, le=3000)]
    height_mm: Annotated[int, msgspec.Meta(ge=600, le=3000)]


class Edges(Part, frozen=True):
    """The armies' edges: named, or rolled for (WOP-DEPL-01, WOP-DEPL-02, WOP-DEPL-03)."""

    mode: Literal["fixed", "roll"]
    A: Edge | None = None
    B: Edge | None = None


class PieceRow(Part, frozen=True):
    """An obstacle: a polygon (``points``), a disc (``x``, ``y``, ``radius``), or a ready-made ``shape`` at a place, turned.
    ``levels`` are a building's; a shape's own unless given."""

    id: Id
    kind: Kind
    points: Corners | None = None
    x: Millimetre | None = None
    y: Millimetre | None = None
    radius: Annotated[int, msgspec.Meta(ge=5, le=400)] | None = None
    shape: Kind | None = None
    turn_deg: Annotated[int, msgspec.Meta(ge=0, le=345, multiple_of=TURN_DEG)] = 0
    levels: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None


class UnitRow(Part, frozen=True):
    """A unit: placed in advance (``x``, ``y``, ``level``), ``aboard`` a vehicle, in ``reserve``, or to be deployed. ``seat``
    is the number of its seat inside the army."""

    id: Id
    army: Army
    kind: Kind
    seat: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    x: Millimetre | None = None
    y: Millimetre | None = None
    level: Level = 0
    aboard: Id | None = None
    reserve: bool = False


class ObjectiveRow(Objective, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An objective; ``id`` follows from its army and its place on the list."""


class ObjectivesRow(Part, frozen=True):
    """An army's objectives."""

    mode: Literal["any", "all"]
    list: Annotated[tuple[ObjectiveRow, ...], msgspec.Meta(max_length=MOST_OBJECTIVES)]


class Sheet(Part, frozen=True):
    """A whole battle; every field but the pool of obstacles is always there."""

    name_es: str
    name_en: str
    summary_es: str
    summary_en: str
    minutes: int
    players: tuple[int, int]
    board: Size
    options: Mapping[str, bool | int | str]
    edges: Edges
    pieces: tuple[PieceRow, ...]
    units: tuple[UnitRow, ...]
    objectives: Mapping[Army, ObjectivesRow]
    obstacle_pool: str | None = None

    def piece(self, thing: str) -> PieceRow | None:
        """A piece by its id."""
        return next((row for row in self.pieces if row.id == thing), None)

    def unit(self, thing: str) -> UnitRow | None:
        """A unit by its id."""
        return next((row for row in self.units if row.id == thing), None)

    def objective(self, thing: str) -> tuple[Army, int] | None:
        """The army of an objective and its place on the list, by its id."""
        return next((place for place in self.objective_places() if objective_id(*place) == thing), None)

    def objective_places(self) -> Iterator[tuple[Army, int]]:
        """Every objective: its army and its place on the list."""
        return ((army, index) for army in ARMIES for index in range(len(self.objectives[army].list)))

    def data(self) -> Battle:
        """The document."""
        return plain(self)


def objective_id(army: Army, index: int) -> str:
    """What an objective is called."""
    return f"{_OBJECTIVE}{army}-{index}"


def read_sheet(book: Book, raw: object) -> Sheet:
    """A document as somebody sent it; raises ``InvalidInput`` naming every wrong field."""
    if not isinstance(raw, Mapping):
        raise InvalidInput.at("battle", "an object", type(raw).__name__)
    errors = [
        FieldError(f"{name}"[:80], "a field of a battle", "an unknown one") for name in raw if name not in _FIELDS
    ]
    found = {name: _field(raw, name, kind, errors) for name, kind in _FIELDS.items()}
    if not errors:
        errors = list(_unknown_things(book, Sheet(**found)))
    if errors:
        raise InvalidInput(errors)
    return Sheet(**found)


_FIELDS: Final[Mapping[str, Any]] = {
    "name_es": Annotated[str, msgspec.Meta(max_length=80)],
    "name_en": Annotated[str, msgspec.Meta(max_length=80)],
    "summary_es": Annotated[str, msgspec.Meta(max_length=400)],
    "summary_en": Annotated[str, msgspec.Meta(max_length=400)],
    "minutes": Annotated[int, msgspec.Meta(ge=5, le=1440)],
    "players": tuple[Players, Players],
    "board": Size,
    "options": dict[str, bool | int | str],
    "edges": Edges,
    "pieces": tuple[PieceRow, ...],
    "units": tuple[UnitRow, ...],
    "objectives": dict[Army, ObjectivesRow],
    "obstacle_pool": str | None,
}
_ROWS: Final[Mapping[str, tuple[Any, int]]] = {"pieces": (PieceRow, MOST_PIECES), "units": (UnitRow, MOST_UNITS)}


def _field(raw: Mapping[str, Any], name: str, kind: Any, errors: list[FieldError]) -> Any:
    """A field of the document; ``None`` where something is wrong with it, which is then among the errors."""
    if name not in raw:
        if name != "obstacle_pool":
            errors.append(FieldError(name, "a field that every battle has", "nothing"))
        return None
    given = raw[name]
    if name not in _ROWS or not isinstance(given, list | tuple):
        return _converted(given, kind, name, errors)
    row, most = _ROWS[name]
    if len(given) > most:
        errors.append(FieldError(name, f"at most {most}", str(len(given))))
        return None
    return tuple(_converted(each, row, f"{name}[{number}]", errors) for number, each in enumerate(given))


def _converted(given: object, kind: Any, path: str, errors: list[FieldError]) -> Any:
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$")
        expected, _, found = message.partition(", got ")
        errors.append(
            FieldError(path + where.rstrip("`"), expected.removeprefix("Expected "), found or "something else")
        )
        return None


# ------------------------------------------------------------------------------------------- what the game does not have


def _unknown_things(book: Book, sheet: Sheet) -> Iterator[FieldError]:
    for name in ("name_es", "name_en", "summary_es", "summary_en"):
        if not getattr(sheet, name).isprintable():
            yield FieldError(name, "text without control characters", "some")
    try:
        rules = book.rules(book.resolve(sheet.options))
    except InvalidInput as error:
        yield from error.errors
        return
    if sheet.obstacle_pool is not None and sheet.obstacle_pool not in rules.pools:
        yield FieldError("obstacle_pool", "one of " + ", ".join(rules.pools), sheet.obstacle_pool[:80])
    yield from _edges(rules, sheet.edges)
    if set(sheet.objectives) != set(ARMIES):
        yield FieldError("objectives", "A and B", ", ".join(sheet.objectives))
    for number, piece in enumerate(sheet.pieces):
        yield from _piece(rules, piece, f"pieces[{number}]")
    corners = sum(len(piece.points or ()) for piece in sheet.pieces)
    if corners > MOST_CORNERS:
        yield FieldError("pieces", f"at most {MOST_CORNERS} corners in all", str(corners))
    for number, unit in enumerate(sheet.units):
        yield from _unit(rules, unit, f"units[{number}]")
    for army, listed in sheet.objectives.items():
        for number, objective in enumerate(listed.list):
            yield from _objective(objective, f"objectives.{army}.list[{number}]")
    yield from _repeated([*(("pieces", row.id) for row in sheet.pieces), *(("units", row.id) for row in sheet.units)])


def _edges(rules: Rules, edges: Edges) -> Iterator[FieldError]:
    if edges.mode == "roll" and (edges.A or edges.B):
        yield FieldError("edges", "no edges, as they are rolled for", "edges")
    elif edges.mode == "fixed" and (edges.A is None or rules.opposite[edges.A] != edges.B):
        yield FieldError("edges", "opposite edges of A and B", f"{edges.A} and {edges.B}")


def _piece(rules: Rules, row: PieceRow, path: str) -> Iterator[FieldError]:
    if row.kind not in rules.terrain:
        yield FieldError(f"{path}.kind", "one of " + ", ".join(rules.terrain), row.kind)
        return
    terrain, placed = rules.terrain[row.kind], row.x is not None and row.y is not None
    empty = row.x is None and row.y is None
    if row.shape is not None:
        shape = rules.shapes.get(row.shape)
        if shape is None or shape.kind != row.kind or shape.disc_radius is not None:
            yield FieldError(f"{path}.shape", f"a shape of {row.kind}", row.shape)
        if not placed or row.points is not None or row.radius is not None:
            yield FieldError(path, "a shape with x and y, and nothing else", "something else")
    elif row.turn_deg or not (
        (row.points is not None and empty and row.radius is None)
        or (row.points is None and placed and row.radius is not None)
    ):
        yield FieldError(path, "points, or x, y and radius, or a shape with x and y", "something else")
    elif row.radius is not None and (terrain.building or terrain.sight != "open"):
        yield FieldError(f"{path}.radius", f"a polygon, as every {row.kind} is", "a disc")
    if row.levels not in (None, 1) and not terrain.building:
        yield FieldError(f"{path}.levels", "1, as it is no building", str(row.levels))


def _unit(rules: Rules, row: UnitRow, path: str) -> Iterator[FieldError]:
    if row.kind not in rules.kinds:
        yield FieldError(f"{path}.kind", "one of " + ", ".join(rules.kinds), row.kind)
    ways = [row.x is not None or row.y is not None, row.aboard is not None, row.reserve]
    if sum(ways) > 1 or (row.x is None) != (row.y is None) or (row.level and row.x is None):
        yield FieldError(path, "x and y, or aboard, or reserve, or none of these", "several of them")


_TAKES: Final[Mapping[str, frozenset[str]]] = {
    "destroy_all": frozenset(),
    "destroy_matching": frozenset({"filter", "count"}),
    "reach_edge": frozenset({"filter", "count", "edge"}),
    "hold_zone": frozenset({"zone", "rounds"}),
    "survive": frozenset({"filter", "count", "round"}),
    "manual": frozenset({"text_es", "text_en"}),
}
EDGES: Final = ("enemy", "own", "south", "north", "west", "east")


def takes(kind: str) -> frozenset[str]:
    """The fields that an objective of a type has (WOP-WIN-04, WOP-WIN-05)."""
    return _TAKES[kind]


def _objective(row: ObjectiveRow, path: str) -> Iterator[FieldError]:
    given = {name for name in row.__struct_fields__ if name != "type" and getattr(row, name) is not None}
    for name in sorted(given - takes(row.type)):
        yield FieldError(f"{path}.{name}", f"nothing for {row.type}", name)
    if row.edge not in (None, *EDGES):
        yield FieldError(f"{path}.edge", "one of " + ", ".join(EDGES), row.edge)
    if isinstance(row.filter, tuple) and not 1 <= len(row.filter) <= MOST_UNITS:
        yield FieldError(f"{path}.filter", f"1 to {MOST_UNITS} units", str(len(row.filter)))
    for name in ("text_es", "text_en"):
        if not (getattr(row, name) or "").isprintable():
            yield FieldError(f"{path}.{name}", "text without control characters", "some")


def _repeated(ids: Iterable[tuple[str, str]]) -> Iterator[FieldError]:
    known: set[str] = set()
    for where, name in ids:
        if name in known or name.startswith(_OBJECTIVE):
            yield FieldError(where, "an id that nothing else has", name)
        known.add(name)
