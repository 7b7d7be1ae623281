"""What can be set of a battle and of the things in it, and the battle after setting it.

The schemas say more than JSON Schema does: ``x-names`` words the values of an ``enum``, ``x-group`` the heading a field stands
under, ``x-lines`` how many lines it is written in; ``x-mm`` marks lengths in whole millimetres, which people read and write as
centimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from app.boards.measured import Table
from app.engine.forms import SWITCH, Value, choice, fits, whole, words
from app.engine.refusal import InvalidInput
from app.engine.types import Text
from app.engine.workshop import forms as base
from app.engine.workshop.land import corners_setting
from app.engine.workshop.workshop import Change
from app.systems.war_of_plastic.book.state import ARMIES, Army, Position, other
from app.systems.war_of_plastic.book.tables import WHOLE_NUMBER_OPTIONS, Book, Rules
from app.systems.war_of_plastic.book.words import named
from app.systems.war_of_plastic.ground.places import obstruction
from app.systems.war_of_plastic.position.field import Field, Place
from app.systems.war_of_plastic.workshop.battle import (
    EDGES,
    TURN_DEG,
    Edges,
    ObjectiveRow,
    PieceRow,
    Sheet,
    UnitRow,
    takes,
)
from app.systems.war_of_plastic.workshop.edits import (
    named_units,
    with_objective,
    with_piece,
    with_unit,
    with_zone,
)
from app.systems.war_of_plastic.workshop.words import ShopWords

Form = base.Form[Sheet]
Put = base.Put[Sheet]
Setting = base.Setting[Sheet]
MOST_LEVELS: Final = 6
MOST_CORNERS: Final = 100
ANY: Final = "any"
NAMED: Final = "named"
ABOARD: Final = "aboard:"
OPTION: Final = "options."


class Fields:
    """The fields of one battle; ``position`` sets it up, where one has to look for room."""

    def __init__(self, book: Book, words: ShopWords, sheet: Sheet, position: Callable[[], Position]) -> None:
        self._book: Final = book
        self._words: Final = words
        self._sheet: Final = sheet
        self._position: Final = position
        self._rules: Final[Rules] = book.rules(book.resolve(sheet.options))

    def of(self, thing: str | None) -> tuple[Setting, ...]:
        """The fields of a thing, or of the battle; raises ``InvalidInput`` for a thing that is not there."""
        sheet = self._sheet
        if thing is None:
            return tuple(self._of_battle())
        unit, piece, objective = sheet.unit(thing), sheet.piece(thing), sheet.objective(thing)
        if unit is not None:
            return tuple(self._of_unit(unit))
        if piece is not None:
            return tuple(self._of_piece(piece))
        if objective is not None:
            return tuple(self._of_objective(thing, *objective))
        raise InvalidInput.at("thing", "a thing of the battle", thing)

    def changed(self, edit: Change) -> Sheet:
        """The battle with a value set; raises ``InvalidInput`` for a field that is not there or a value that it does not take."""
        known = {each.correctable.field: each for each in self.of(edit.id)}
        if edit.field not in known:
            raise InvalidInput.at("field", "one of " + ", ".join(known), edit.field)
        schema = known[edit.field].correctable.schema
        if not fits(schema, edit.value):
            raise InvalidInput.at("value", str({k: v for k, v in schema.items() if k[:2] != "x-"}), edit.value)
        return known[edit.field].put(edit.value)

    def _form(self, thing: str | None, part: Any, put: Put, group: str | None = None) -> Form:
        heading = None if group is None else self._words.say("field_groups", group)
        return Form(self._words.table("fields"), thing, part, put, group=heading)

    # -- the battle itself

    def _of_battle(self) -> Iterator[Setting]:
        sheet = self._sheet
        least, most = sheet.players
        form = self._form(None, sheet, _as_it_is, "battle")
        yield form.setting("name_es", words(80))
        yield form.setting("name_en", words(80))
        yield form.setting("summary_es", words(400, lines=3))
        yield form.setting("summary_en", words(400, lines=3))
        yield form.number("players_least", 2, 6, value=least, put=lambda n: replace(sheet, players=(n, most)))
        yield form.number("players_most", 2, 6, value=most, put=lambda n: replace(sheet, players=(least, n)))
        yield form.number("minutes", 5, 1440)
        yield from self._of_table()
        for army, listed in sheet.objectives.items():
            form = self._form(None, listed, partial(self._with_objectives, army), "victory")
            yield form.choice(f"mode_{army}", self._named("any", "all"), at="mode")
        yield from self._options()

    def _of_table(self) -> Iterator[Setting]:
        sheet, opposite = self._sheet, self._rules.opposite
        size = self._form(None, sheet.board, lambda board: replace(sheet, board=board), "table")
        yield size.length("width_mm", 600, 3000)
        yield size.length("height_mm", 600, 3000)
        form = self._form(None, sheet, _as_it_is, "table")
        edges = {edge: self._words.say("values", f"edges_{edge}") for edge in ("roll", *opposite)}
        yield form.choice(
            "edges",
            edges,
            value=sheet.edges.A or "roll",
            put=lambda edge: replace(
                sheet, edges=(Edges("roll") if edge == "roll" else Edges("fixed", edge, opposite[edge]))
            ),
        )
        pools = {row["id"]: named(row, row["id"]) for row in self._book.raw["obstacle_pools"]}
        pools = {"": self._words.say("values", "no_pool"), **pools}
        yield form.choice(
            "obstacle_pool",
            pools,
            value=sheet.obstacle_pool or "",
            put=lambda pool: replace(sheet, obstacle_pool=pool or None),
        )

    def _named(self, *values: str) -> dict[str, Text]:
        return {value: self._words.say("values", value) for value in values}

    def _with_objectives(self, army: Army, changed: Any) -> Sheet:
        return replace(self._sheet, objectives={**self._sheet.objectives, army: changed})

    def _options(self) -> Iterator[Setting]:
        values = self._book.resolve(self._sheet.options)
        for name, row in self._book.option_rows.items():
            heading = self._words.say("field_groups", "options", group=self._words.option_group(name))
            form = Form({}, None, group=heading)
            put = partial(self._with_option, name, row["default"])
            label, schema = named(row, name), self._option_schema(row)
            yield form.setting(OPTION + name, schema, label=label, value=values[name], put=put)

    def _with_option(self, name: str, default: Value, value: Value) -> Sheet:
        options = {key: known for key, known in self._sheet.options.items() if key != name}
        return replace(self._sheet, options=options if value == default else {**options, name: value})

    def _option_schema(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        if row["id"] in WHOLE_NUMBER_OPTIONS:
            least, most = WHOLE_NUMBER_OPTIONS[row["id"]]
            return whole(least, most)
        if isinstance(row["default"], bool):
            return SWITCH
        names = {str(each): self._words.choice(each) for each in row["choices"]}
        return {**choice(names), "enum": list(row["choices"])}

    # -- the things in it

    def _of_unit(self, row: UnitRow) -> Iterator[Setting]:
        sheet, rules = self._sheet, self._rules
        form = self._form(row.id, row, partial(with_unit, sheet))
        kinds = {kind: self._words.game.kind(kind) for kind in rules.kinds}
        yield form.choice("kind", kinds, put=lambda kind: with_unit(sheet, _as_kind(rules, row, kind)))
        yield form.choice("where", self._places(row), value=where_of(row), put=partial(self._put, row))
        if row.x is not None and row.y is not None:
            yield form.length("x", 0, sheet.board.width_mm)
            yield form.length("y", 0, sheet.board.height_mm)
            if rules.kinds[row.kind].type == "infantry":
                yield form.number("level", 0, 19)
        if sheet.players[1] > len(ARMIES):
            yield form.number("seat", 1, max(row.seat, (sheet.players[1] + 1) // 2))

    def _places(self, row: UnitRow) -> dict[str, Text]:
        places = self._named("table", "undeployed", "reserve")
        if self._rules.kinds[row.kind].type == "infantry":
            for vehicle in self._sheet.units:
                if vehicle.army == row.army and self._rules.kinds[vehicle.kind].capacity:
                    places[ABOARD + vehicle.id] = self._words.say("values", "aboard", vehicle=vehicle.id)
        if row.aboard is not None:
            places.setdefault(ABOARD + row.aboard, self._words.say("values", "aboard", vehicle=row.aboard))
        return places

    def _put(self, row: UnitRow, where: str) -> Sheet:
        """A unit on the table, where there is room nearest to the middle, or among those that have no place yet."""
        bare = replace(row, x=None, y=None, level=0, aboard=None, reserve=where == "reserve")
        if where.startswith(ABOARD):
            bare = replace(bare, aboard=where.removeprefix(ABOARD))
        elif where == "table" and row.x is None:
            x, y = _room(self._rules, row, self._position())
            bare = replace(bare, x=x, y=y)
        elif where == "table":
            bare = row
        return with_unit(self._sheet, bare)

    def _of_piece(self, row: PieceRow) -> Iterator[Setting]:
        sheet, terrain = self._sheet, self._rules.terrain
        put = partial(with_piece, sheet)
        form = self._form(row.id, row, put)
        if row.shape is None:
            fitting = (k for k, kind in terrain.items() if row.points or (kind.sight == "open" and not kind.building))
            kinds = {kind: self._words.game.terrain(kind) for kind in fitting}
            yield form.choice(
                "kind",
                kinds,
                put=lambda kind: put(
                    replace(row, kind=kind) if terrain[kind].building else replace(row, kind=kind, levels=None)
                ),
            )
        if row.points is None:
            yield form.length("x", 0, sheet.board.width_mm, value=row.x or 0)
            yield form.length("y", 0, sheet.board.height_mm, value=row.y or 0)
        if row.shape is not None:
            yield form.setting("turn_deg", {**whole(0, 345), "multipleOf": TURN_DEG})
        if row.radius is not None:
            yield form.length("radius", 5, 400)
        if terrain[row.kind].building:
            own = 1 if row.shape is None else self._rules.shapes[row.shape].levels
            yield form.number(
                "levels",
                1,
                max(MOST_LEVELS, row.levels or own),
                value=row.levels or own,
                put=lambda n: put(replace(row, levels=None if n == own else n)),
            )
        if row.points is not None:
            yield corners_setting(
                form, "points", row.points, MOST_CORNERS, lambda points: put(replace(row, points=points))
            )

    def _of_objective(self, thing: str, army: Army, index: int) -> Iterator[Setting]:
        sheet, row = self._sheet, self._sheet.objectives[army].list[index]
        has, put = takes(row.type), partial(with_objective, sheet, army, index)
        form = self._form(thing, row, put)
        if "filter" in has:
            whose = army if row.type in ("reach_edge", "survive") else other(army)
            yield form.setting(
                "filter",
                choice(self._filters(whose)),
                value=_filter_of(row),
                put=lambda value: put(replace(row, filter=_filter(sheet, army, row, value))),
            )
            if isinstance(row.filter, tuple):
                yield form.setting(
                    "named",
                    words(400),
                    value=", ".join(row.filter),
                    put=lambda text: put(replace(row, filter=named_units(text) or None)),
                )
        if "count" in has and row.type == "destroy_matching":
            label = self._words.say("fields", "count_all")
            yield form.number("count", 0, 200, value=max(0, row.count or 0), label=label)
        elif "count" in has:
            yield form.number("count", 1, 200, value=max(1, row.count or 0))
        if "edge" in has:
            ends = {edge: self._words.say("values", f"edge_{edge}") for edge in EDGES[:2]}
            edges = {edge: self._words.game.edge(edge) for edge in EDGES[2:]}
            yield form.choice("edge", {**ends, **edges}, value=row.edge or "enemy")
        if "rounds" in has:
            yield form.number("rounds", 1, 100, value=row.rounds or 0)
        if "round" in has:
            yield form.number("round", 1, 1000, value=row.round or 0)
        if "text_es" in has:
            yield form.setting("text_es", words(400, lines=3), value=row.text_es or "")
            yield form.setting("text_en", words(400, lines=3), value=row.text_en or "")
        if row.zone is not None:
            zone = row.zone.points
            yield corners_setting(form, "points", zone, MOST_CORNERS, partial(with_zone, sheet, zone))

    def _filters(self, army: Army) -> dict[str, Text]:
        game, there = self._words.game, [row for row in self._sheet.units if row.army == army]
        found = {ANY: self._words.say("values", "filter_any")}
        found |= {kind: game.unit_class(kind) for kind in self._rules.classes}
        found |= {kind: game.kind(kind) for kind in self._rules.kinds}
        if there:
            found[NAMED] = self._words.say("values", "filter_named")
        return found


def _as_it_is(sheet: Sheet) -> Sheet:
    return sheet


def _as_kind(rules: Rules, row: UnitRow, kind: str) -> UnitRow:
    return replace(row, kind=kind) if rules.kinds[kind].type == "infantry" else replace(row, kind=kind, level=0)


def _room(rules: Rules, row: UnitRow, position: Position) -> tuple[int, int]:
    table = Table(position.board.width_mm, position.board.height_mm)
    middle = table.width_mm // 2, table.height_mm // 2
    field, radius = Field.of(position, rules), rules.kinds[row.kind].radius_mm
    unit = next(unit for unit in position.units.values() if unit.id == row.id)
    grid = [
        (x, y)
        for x in range(radius, table.width_mm - radius + 1, 2 * radius)
        for y in range(radius, table.height_mm - radius + 1, 2 * radius)
    ]
    grid.sort(key=lambda at: ((at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2, at))
    free = (at for at in grid if obstruction(field, unit, Place(*at, radius, 0)) is None)
    return next(free, middle)


def _filter(sheet: Sheet, army: Army, row: ObjectiveRow, value: str) -> Any:
    if value == ANY:
        return None
    if value != NAMED:
        return value
    if isinstance(row.filter, tuple):
        return row.filter
    own = row.type in ("reach_edge", "survive")
    return named_units(next(unit.id for unit in sheet.units if (unit.army == army) is own))


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
