"""The setting of a value of a battle, or of a thing in it: what the fields of ``workshop_fields.py`` offer."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.boards.measured import Table
from app.engine.refusal import InvalidInput
from app.engine.workshop import Change
from app.systems.war_of_plastic.book.state import Army, Position
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.ground.places import obstruction
from app.systems.war_of_plastic.position.field import Field, Place
from app.systems.war_of_plastic.workshop.battle import (
    Edges,
    ObjectiveRow,
    PieceRow,
    Sheet,
    Size,
    UnitRow,
)
from app.systems.war_of_plastic.workshop.edits import (
    named_units,
    with_objective,
    with_piece,
    with_unit,
    with_zone,
    zone_of,
)
from app.systems.war_of_plastic.workshop.fields import ABOARD, ANY, NAMED, OPTION, Fields, corners_from, fits

Value = bool | int | str


def changed(book: Book, fields: Fields, sheet: Sheet, edit: Change, position: Position) -> Sheet:
    """The battle with a value set; raises ``InvalidInput`` for a field that is not there or a value that it does not take."""
    known = {field.field: field.schema for field in fields.of(edit.id)}
    if edit.field not in known:
        raise InvalidInput.at("field", "one of " + ", ".join(known), edit.field)
    if not fits(edit.value, known[edit.field]):
        raise InvalidInput.at("value", str({k: v for k, v in known[edit.field].items() if k[:2] != "x-"}), edit.value)
    rules = book.rules(book.resolve(sheet.options))
    if edit.id is None:
        return _battle(book, rules, sheet, edit.field, edit.value)
    unit, piece, place = sheet.unit(edit.id), sheet.piece(edit.id), sheet.objective(edit.id)
    if unit is not None:
        return with_unit(sheet, _unit(rules, unit, edit.field, edit.value, position))
    if piece is not None:
        return with_piece(sheet, _piece(rules, piece, edit.field, edit.value))
    assert place is not None, "it has fields"
    if edit.field == "points":
        return with_zone(sheet, zone_of(sheet, edit.id) or (), corners_from(str(edit.value)))
    army, index = place
    row = sheet.objectives[army].list[index]
    return with_objective(sheet, army, index, _objective(sheet, army, row, edit.field, edit.value))


def _battle(book: Book, rules: Rules, sheet: Sheet, field: str, value: Any) -> Sheet:
    if field.startswith(OPTION):
        name = field.removeprefix(OPTION)
        options = {key: known for key, known in sheet.options.items() if key != name}
        if value != book.option_rows[name]["default"]:
            options[name] = value
        return replace(sheet, options=options)
    if field in ("players_least", "players_most"):
        least, most = sheet.players
        return replace(sheet, players=(value, most) if field == "players_least" else (least, value))
    if field in ("width_mm", "height_mm"):
        size: Size = replace(sheet.board, **{field: value})
        return replace(sheet, board=size)
    if field == "edges":
        edges = Edges("roll") if value == "roll" else Edges("fixed", value, rules.opposite[value])
        return replace(sheet, edges=edges)
    if field == "obstacle_pool":
        return replace(sheet, obstacle_pool=value or None)
    if field in ("mode_A", "mode_B"):
        army: Army = "A" if field == "mode_A" else "B"
        return replace(sheet, objectives={**sheet.objectives, army: replace(sheet.objectives[army], mode=value)})
    plain: Sheet = replace(sheet, **{field: value})
    return plain


def _unit(rules: Rules, row: UnitRow, field: str, value: Any, position: Position) -> UnitRow:
    if field == "where":
        return _put(rules, row, str(value), position)
    if field == "kind" and rules.kinds[value].type != "infantry":
        return replace(row, kind=value, level=0)
    moved: UnitRow = replace(row, **{field: value})
    return moved


def _put(rules: Rules, row: UnitRow, where: str, position: Position) -> UnitRow:
    """A unit on the table, where there is room nearest to the middle, or among those that have no place yet."""
    bare = replace(row, x=None, y=None, level=0, aboard=None, reserve=where == "reserve")
    if where.startswith(ABOARD):
        return replace(bare, aboard=where.removeprefix(ABOARD))
    if where != "table":
        return bare
    if row.x is not None:
        return row
    x, y = _room(rules, row, position)
    return replace(bare, x=x, y=y)


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


def _piece(rules: Rules, row: PieceRow, field: str, value: Any) -> PieceRow:
    if field == "points":
        return replace(row, points=corners_from(str(value)))
    if field == "levels":
        own = 1 if row.shape is None else rules.shapes[row.shape].levels
        return replace(row, levels=None if value == own else value)
    if field == "kind" and not rules.terrain[value].building:
        return replace(row, kind=value, levels=None)
    made: PieceRow = replace(row, **{field: value})
    return made


def _objective(sheet: Sheet, army: Army, row: ObjectiveRow, field: str, value: Any) -> ObjectiveRow:
    if field == "filter":
        return replace(row, filter=_filter(sheet, army, row, str(value)))
    if field == "named":
        return replace(row, filter=named_units(str(value)) or None)
    made: ObjectiveRow = replace(row, **{field: value})
    return made


def _filter(sheet: Sheet, army: Army, row: ObjectiveRow, value: str) -> Any:
    if value == ANY:
        return None
    if value != NAMED:
        return value
    if isinstance(row.filter, tuple):
        return row.filter
    own = row.type in ("reach_edge", "survive")
    return named_units(next(unit.id for unit in sheet.units if (unit.army == army) is own))
