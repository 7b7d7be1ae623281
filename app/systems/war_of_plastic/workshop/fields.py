"""What can be set of a battle and of the things in it, each with a JSON Schema; and the setting of it.

The schemas say more than JSON Schema does: ``x-names`` words the values of an ``enum``, ``x-group`` the heading a field stands
under, ``x-lines`` how many lines it is written in; ``x-mm`` marks lengths in whole millimetres, which people read and write as
centimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.engine.refusal import InvalidInput
from app.engine.system import Correctable
from app.engine.types import Text, UnitId
from app.systems.war_of_plastic.book.state import ARMIES, Army, other
from app.systems.war_of_plastic.book.tables import WHOLE_NUMBER_OPTIONS, Book, Rules
from app.systems.war_of_plastic.book.words import named
from app.systems.war_of_plastic.workshop.battle import (
    EDGES,
    TURN_DEG,
    ObjectiveRow,
    PieceRow,
    Sheet,
    UnitRow,
    takes,
)
from app.systems.war_of_plastic.workshop.words import ShopWords

Value = bool | int | str
Schema = Mapping[str, Any]  # JSON Schema
MOST_LEVELS: Final = 6
MOST_CORNERS: Final = 100
ANY: Final = "any"
NAMED: Final = "named"
ABOARD: Final = "aboard:"
OPTION: Final = "options."
_CORNER: Final = r"-?\d{1,5} -?\d{1,5}"
_CORNERS: Final = rf"^{_CORNER}(, {_CORNER}){{2,{MOST_CORNERS - 1}}}$"


class Fields:
    """The fields of one battle."""

    def __init__(self, book: Book, words: ShopWords, sheet: Sheet) -> None:
        self._book: Final = book
        self._words: Final = words
        self._sheet: Final = sheet
        self._rules: Final[Rules] = book.rules(book.resolve(sheet.options))

    def of(self, thing: str | None) -> tuple[Correctable, ...]:
        """The fields of a thing, or of the battle; raises ``InvalidInput`` for a thing that is not there."""
        sheet = self._sheet
        if thing is None:
            return tuple(self._of_battle())
        unit, piece, objective = sheet.unit(thing), sheet.piece(thing), sheet.objective(thing)
        if unit is not None:
            found = self._of_unit(unit)
        elif piece is not None:
            found = self._of_piece(piece)
        elif objective is not None:
            found = self._of_objective(*objective)
        else:
            raise InvalidInput.at("thing", "a thing of the battle", thing)
        return tuple(self._field(UnitId(thing), name, value, schema) for name, value, schema in found)

    def _field(self, thing: UnitId | None, name: str, value: Value, schema: Schema) -> Correctable:
        label = "count_all" if name == "count" and schema.get("minimum") == 0 else name
        return Correctable(thing, name, self._words.say("fields", label), value, schema)

    # -- the battle itself

    def _of_battle(self) -> Iterator[Correctable]:
        sheet = self._sheet
        rows: list[tuple[str, str, Value, Schema]] = [
            ("battle", "name_es", sheet.name_es, _text(80)),
            ("battle", "name_en", sheet.name_en, _text(80)),
            ("battle", "summary_es", sheet.summary_es, _text(400, lines=3)),
            ("battle", "summary_en", sheet.summary_en, _text(400, lines=3)),
            ("battle", "players_least", sheet.players[0], _whole(2, 6)),
            ("battle", "players_most", sheet.players[1], _whole(2, 6)),
            ("battle", "minutes", sheet.minutes, _whole(5, 1440)),
            ("table", "width_mm", sheet.board.width_mm, _length(600, 3000)),
            ("table", "height_mm", sheet.board.height_mm, _length(600, 3000)),
            ("table", "edges", sheet.edges.A or "roll", self._worded("edges", ("roll", *self._rules.opposite))),
            ("table", "obstacle_pool", sheet.obstacle_pool or "", self._pools()),
            *(("victory", f"mode_{army}", sheet.objectives[army].mode, self._modes()) for army in ARMIES),
        ]
        for group, name, value, schema in rows:
            heading = self._words.say("field_groups", group)
            yield self._field(None, name, value, {**schema, "x-group": _both(heading)})
        yield from self._options()

    def _worded(self, name: str, values: Iterable[str]) -> Schema:
        return _choice({value: self._words.say("values", f"{name}_{value}") for value in values})

    def _modes(self) -> Schema:
        return _choice({mode: self._words.say("values", mode) for mode in ("any", "all")})

    def _pools(self) -> Schema:
        pools = {row["id"]: named(row, row["id"]) for row in self._book.raw["obstacle_pools"]}
        return _choice({"": self._words.say("values", "no_pool"), **pools})

    def _options(self) -> Iterator[Correctable]:
        values = self._book.resolve(self._sheet.options)
        for name, row in self._book.option_rows.items():
            heading = self._words.say("field_groups", "options", group=self._words.option_group(name))
            schema = {**self._option_schema(row), "x-group": _both(heading)}
            yield Correctable(None, OPTION + name, named(row, name), values[name], schema)

    def _option_schema(self, row: Mapping[str, Any]) -> Schema:
        if row["id"] in WHOLE_NUMBER_OPTIONS:
            return _whole(*WHOLE_NUMBER_OPTIONS[row["id"]])
        if isinstance(row["default"], bool):
            return {"type": "boolean"}
        return {
            "enum": list(row["choices"]),
            "x-names": {str(each): _both(self._words.choice(each)) for each in row["choices"]},
        }

    # -- the things in it

    def _of_unit(self, row: UnitRow) -> Iterator[tuple[str, Value, Schema]]:
        kinds = {kind: self._words.game.kind(kind) for kind in self._rules.kinds}
        yield "kind", row.kind, _choice(kinds)
        yield "where", where_of(row), self._places(row)
        if row.x is not None and row.y is not None:
            yield "x", row.x, _length(0, self._sheet.board.width_mm)
            yield "y", row.y, _length(0, self._sheet.board.height_mm)
            if self._rules.kinds[row.kind].type == "infantry":
                yield "level", row.level, _whole(0, 19)
        if self._sheet.players[1] > len(ARMIES):
            yield "seat", row.seat, _whole(1, max(row.seat, (self._sheet.players[1] + 1) // 2))

    def _places(self, row: UnitRow) -> Schema:
        places = {place: self._words.say("values", place) for place in ("table", "undeployed", "reserve")}
        if self._rules.kinds[row.kind].type == "infantry":
            for vehicle in self._sheet.units:
                if vehicle.army == row.army and self._rules.kinds[vehicle.kind].capacity:
                    places[ABOARD + vehicle.id] = self._words.say("values", "aboard", vehicle=vehicle.id)
        if row.aboard is not None:
            places.setdefault(ABOARD + row.aboard, self._words.say("values", "aboard", vehicle=row.aboard))
        return _choice(places)

    def _of_piece(self, row: PieceRow) -> Iterator[tuple[str, Value, Schema]]:
        board, terrain = self._sheet.board, self._rules.terrain
        if row.shape is None:
            fitting = (k for k, row_ in terrain.items() if row.points or (row_.sight == "open" and not row_.building))
            yield "kind", row.kind, _choice({kind: self._words.game.terrain(kind) for kind in fitting})
        if row.points is None:
            yield "x", row.x or 0, _length(0, board.width_mm)
            yield "y", row.y or 0, _length(0, board.height_mm)
        if row.shape is not None:
            yield "turn_deg", row.turn_deg, {**_whole(0, 345), "multipleOf": TURN_DEG}
        if row.radius is not None:
            yield "radius", row.radius, _length(5, 400)
        if terrain[row.kind].building:
            own = 1 if row.shape is None else self._rules.shapes[row.shape].levels
            yield "levels", row.levels or own, _whole(1, max(MOST_LEVELS, row.levels or own))
        if row.points is not None:
            yield "points", corners_text(row.points), _corners()

    def _of_objective(self, army: Army, index: int) -> Iterator[tuple[str, Value, Schema]]:
        row = self._sheet.objectives[army].list[index]
        has = takes(row.type)
        if "filter" in has:
            whose = army if row.type in ("reach_edge", "survive") else other(army)
            yield "filter", _filter_of(row), self._filters(whose)
            if isinstance(row.filter, tuple):
                yield "named", ", ".join(row.filter), _text(400)
        if "count" in has:
            least = 0 if row.type == "destroy_matching" else 1
            yield "count", max(least, row.count or 0), _whole(least, 200)
        if "edge" in has:
            words = {edge: self._words.game.edge(edge) for edge in EDGES[2:]}
            ends = {edge: self._words.say("values", f"edge_{edge}") for edge in EDGES[:2]}
            yield "edge", row.edge or "enemy", _choice({**ends, **words})
        if "rounds" in has:
            yield "rounds", row.rounds or 0, _whole(1, 100)
        if "round" in has:
            yield "round", row.round or 0, _whole(1, 1000)
        if "text_es" in has:
            yield "text_es", row.text_es or "", _text(400, lines=3)
            yield "text_en", row.text_en or "", _text(400, lines=3)
        if row.zone is not None:
            yield "points", corners_text(row.zone.points), _corners()

    def _filters(self, army: Army) -> Schema:
        game, there = self._words.game, [row for row in self._sheet.units if row.army == army]
        found = {ANY: self._words.say("values", "filter_any")}
        found |= {kind: game.unit_class(kind) for kind in self._rules.classes}
        found |= {kind: game.kind(kind) for kind in self._rules.kinds}
        if there:
            found[NAMED] = self._words.say("values", "filter_named")
        return _choice(found)


def where_of(row: UnitRow) -> str:
    """Where a unit starts, as its field says it."""
    if row.aboard is not None:
        return ABOARD + row.aboard
    if row.x is not None:
        return "table"
    return "reserve" if row.reserve else "undeployed"


def _filter_of(row: ObjectiveRow) -> str:
    if row.filter is None:
        return ANY
    return row.filter if isinstance(row.filter, str) else NAMED


def corners_text(points: Iterable[tuple[int, int]]) -> str:
    """The corners of a polygon as one writes them: ``100 200, 300 200, 300 400``."""
    return ", ".join(f"{x} {y}" for x, y in points)


def corners_from(text: str) -> tuple[tuple[int, int], ...]:
    """The corners that a text names."""
    pairs = (pair.split() for pair in text.split(","))
    return tuple((int(x), int(y)) for x, y in pairs)


def fits(value: object, schema: Schema) -> bool:
    """Whether a value is what a field's schema allows."""
    if "enum" in schema:
        return any(type(each) is type(value) and each == value for each in schema["enum"])
    if schema["type"] == "boolean":
        return isinstance(value, bool)
    if schema["type"] == "integer":
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return bool(schema["minimum"] <= value <= schema["maximum"] and value % schema.get("multipleOf", 1) == 0)
    if not isinstance(value, str) or len(value) > schema["maxLength"] or not value.isprintable():
        return False
    return "pattern" not in schema or re.fullmatch(schema["pattern"], value) is not None


def _whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _length(least: int, most: int) -> Schema:
    return {**_whole(least, most), "x-mm": True}


def _text(most: int, *, lines: int = 1) -> Schema:
    return {"type": "string", "maxLength": most, **({"x-lines": lines} if lines > 1 else {})}


def _corners() -> Schema:
    return {"type": "string", "maxLength": 1300, "pattern": _CORNERS, "x-lines": 4, "x-mm": True}


def _choice(values: Mapping[str, Text]) -> Schema:
    return {"enum": list(values), "x-names": {value: _both(text) for value, text in values.items()}}


def _both(text: Text) -> Mapping[str, str]:
    return {"es": text.es, "en": text.en}
