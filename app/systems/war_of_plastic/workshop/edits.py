"""Edits of a battle: what is put on its table or on its lists, moved, turned, taken away. Setting values is in
``workshop/fields.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from app.boards import measured
from app.boards.images import twice_middle
from app.engine.refusal import InvalidInput
from app.engine.types import UnitId
from app.engine.workshop import Add, Draw, Edit, Move, Place, Remove, Turn
from app.systems.war_of_plastic.book.state import ARMIES, Army, Zone
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.workshop.battle import (
    MOST_OBJECTIVES,
    MOST_PIECES,
    MOST_UNITS,
    TURN_DEG,
    Corners,
    ObjectiveRow,
    PieceRow,
    Sheet,
    UnitRow,
    objective_id,
)
from app.systems.war_of_plastic.workshop.tools import BOTH, Named, named, round_kinds

MOST_CORNERS: Final = 100
FULL_TURN: Final = 360


class Done(NamedTuple):
    """A battle after an edit, and the thing that the edit was about."""

    sheet: Sheet
    thing: str | None = None


def edited(rules: Rules, sheet: Sheet, edit: Edit) -> Done:
    """The battle after any edit but a change of a value; raises ``InvalidInput`` for one that makes no sense."""
    return _EDITS[type(edit)](rules, sheet, edit)


# ---------------------------------------------------------------------------------------------------------------- new ones


def _place(rules: Rules, sheet: Sheet, edit: Place) -> Done:
    tool = named(edit.tool)
    refuse_off(sheet, edit.x, edit.y)
    if edit.cell is not None:
        raise InvalidInput.at("cell", "no cell, as this board has none", edit.cell)
    if tool.family == "shape" and tool.kind in rules.shapes and rules.shapes[tool.kind].disc_radius is None:
        kind = rules.shapes[tool.kind].kind
        turned = _steps(edit.turn_deg, "turn_deg") * TURN_DEG % FULL_TURN
        piece = PieceRow(new_piece_id(sheet, kind), kind, x=edit.x, y=edit.y, shape=tool.kind, turn_deg=turned)
        return and_piece(sheet, piece)
    if tool.family == "disc" and tool.kind in round_kinds(rules):
        radius = round_kinds(rules)[tool.kind]
        return and_piece(sheet, PieceRow(new_piece_id(sheet, tool.kind), tool.kind, x=edit.x, y=edit.y, radius=radius))
    if tool.state == "placed" and _is_unit(rules, tool):
        army = _army(tool)
        return and_unit(sheet, UnitRow(new_unit_id(sheet, army), army, tool.kind, x=edit.x, y=edit.y))
    raise InvalidInput.at("tool", "a tool that is put at a place", edit.tool)


def _draw(rules: Rules, sheet: Sheet, edit: Draw) -> Done:
    tool, points = named(edit.tool), edit.points
    if not 3 <= len(points) <= MOST_CORNERS:
        raise InvalidInput.at("points", f"3 to {MOST_CORNERS} corners", len(points))
    for x, y in points:
        refuse_off(sheet, x, y)
    if tool.family == "area" and tool.kind in rules.terrain and tool.kind != "wreck":
        return and_piece(sheet, PieceRow(new_piece_id(sheet, tool.kind), tool.kind, points=points))
    if tool.family == "zone" and tool.army in (*ARMIES, BOTH):
        first, *others = ARMIES if tool.army == BOTH else (_army(tool),)
        made, thing = and_objective(sheet, first, ObjectiveRow("hold_zone", zone=Zone(points), rounds=1))
        for army in others:
            made = and_objective(made, army, ObjectiveRow("hold_zone", zone=Zone(points), rounds=1)).sheet
        return Done(made, thing)
    raise InvalidInput.at("tool", "a tool that is drawn", edit.tool)


def _add(rules: Rules, sheet: Sheet, edit: Add) -> Done:
    tool = named(edit.tool)
    if tool.state in ("undeployed", "reserve") and _is_unit(rules, tool):
        army = _army(tool)
        return and_unit(sheet, UnitRow(new_unit_id(sheet, army), army, tool.kind, reserve=tool.state == "reserve"))
    if tool.family == "objective" and tool.army in ARMIES and tool.kind in _NEW:
        return and_objective(sheet, _army(tool), _NEW[tool.kind])
    raise InvalidInput.at("tool", "a tool that has no place", edit.tool)


_NEW: Final[Mapping[str, ObjectiveRow]] = {
    "destroy_all": ObjectiveRow("destroy_all"),
    "destroy_matching": ObjectiveRow("destroy_matching", count=1),
    "reach_edge": ObjectiveRow("reach_edge", count=1, edge="enemy"),
    "survive": ObjectiveRow("survive", count=1, round=6),
    "manual": ObjectiveRow("manual", text_es="", text_en=""),
}


def _is_unit(rules: Rules, tool: Named) -> bool:
    return tool.family == "unit" and tool.army in ARMIES and tool.kind in rules.kinds


def _army(tool: Named) -> Army:
    return "A" if tool.army == "A" else "B"


def new_piece_id(sheet: Sheet, kind: str) -> str:
    """A name that no thing has: ``low-wall-2``."""
    return _free(sheet, (f"{kind.replace('_', '-')}-{number}" for number in range(1, MOST_PIECES + MOST_UNITS + 2)))


def new_unit_id(sheet: Sheet, army: Army) -> str:
    """A name that no thing has: ``A-07``."""
    return _free(sheet, (f"{army}-{number:02d}" for number in range(1, MOST_PIECES + MOST_UNITS + 2)))


def _free(sheet: Sheet, names: Iterable[str]) -> str:
    taken = {row.id for row in sheet.pieces} | {row.id for row in sheet.units}
    return next(name for name in names if name not in taken)


def and_piece(sheet: Sheet, row: PieceRow) -> Done:
    """The battle with one more obstacle; raises ``InvalidInput`` where there are too many."""
    if len(sheet.pieces) >= MOST_PIECES:
        raise InvalidInput.at("tool", f"at most {MOST_PIECES} obstacles", "one more")
    return Done(replace(sheet, pieces=(*sheet.pieces, row)), row.id)


def and_unit(sheet: Sheet, row: UnitRow) -> Done:
    """The battle with one more unit; raises ``InvalidInput`` where there are too many."""
    if len(sheet.units) >= MOST_UNITS:
        raise InvalidInput.at("tool", f"at most {MOST_UNITS} units", "one more")
    return Done(replace(sheet, units=(*sheet.units, row)), row.id)


def and_objective(sheet: Sheet, army: Army, row: ObjectiveRow) -> Done:
    """The battle with one more objective of an army; raises ``InvalidInput`` where it has too many."""
    listed = sheet.objectives[army]
    if len(listed.list) >= MOST_OBJECTIVES:
        raise InvalidInput.at("tool", f"at most {MOST_OBJECTIVES} objectives of an army", "one more")
    changed = {**sheet.objectives, army: replace(listed, list=(*listed.list, row))}
    return Done(replace(sheet, objectives=changed), objective_id(army, len(listed.list)))


# -------------------------------------------------------------------------------------------------------- those that are there


def _move(rules: Rules, sheet: Sheet, edit: Move) -> Done:
    if edit.cell is not None:
        raise InvalidInput.at("cell", "no cell, as this board has none", edit.cell)
    unit, piece, zone = sheet.unit(edit.id), sheet.piece(edit.id), zone_of(sheet, edit.id)
    if unit is not None and unit.x is not None and unit.y is not None:
        x, y = unit.x + edit.dx, unit.y + edit.dy
        refuse_off(sheet, x, y)
        return Done(with_unit(sheet, replace(unit, x=x, y=y)), unit.id)
    if piece is not None:
        return Done(with_piece(sheet, _moved(sheet, piece, edit.dx, edit.dy)), piece.id)
    if zone is not None:
        moved = tuple((x + edit.dx, y + edit.dy) for x, y in zone)
        for x, y in moved:
            refuse_off(sheet, x, y)
        return Done(with_zone(sheet, zone, moved), edit.id)
    raise InvalidInput.at("id", "a thing that has a place on the table", edit.id)


def _moved(sheet: Sheet, row: PieceRow, dx: int, dy: int) -> PieceRow:
    if row.points is not None:
        moved = tuple((x + dx, y + dy) for x, y in row.points)
        refuse_off(sheet, *middle_of(moved))
        return replace(row, points=moved)
    x, y = (row.x or 0) + dx, (row.y or 0) + dy
    refuse_off(sheet, x, y)
    return replace(row, x=x, y=y)


def _turn(rules: Rules, sheet: Sheet, edit: Turn) -> Done:
    steps = _steps(edit.by_deg, "by_deg")
    if edit.about is not None:
        return _turn_about(rules, sheet, edit.id, steps, edit.about)
    piece, zone = sheet.piece(edit.id), zone_of(sheet, edit.id)
    if piece is not None and piece.shape is not None:
        turned = (piece.turn_deg + steps * TURN_DEG) % FULL_TURN
        return Done(with_piece(sheet, replace(piece, turn_deg=turned)), piece.id)
    if piece is not None and piece.points is not None:
        return Done(with_piece(sheet, replace(piece, points=_turned(rules, piece.points, steps))), piece.id)
    if zone is not None:
        return Done(with_zone(sheet, zone, _turned(rules, zone, steps)), edit.id)
    raise InvalidInput.at("id", "a thing that can be turned", edit.id)


def _turn_about(rules: Rules, sheet: Sheet, thing: str, steps: int, about: tuple[int, int]) -> Done:
    """The battle with a thing gone round a point; what is round faces nowhere, and only comes to stand elsewhere."""
    unit, piece, zone = sheet.unit(thing), sheet.piece(thing), zone_of(sheet, thing)
    drawn = piece.points if piece is not None and piece.points is not None else zone
    if drawn is not None:
        points = _turned(rules, drawn, steps, about)
        refuse_off(sheet, *middle_of(points))
        made = with_zone(sheet, drawn, points) if piece is None else with_piece(sheet, replace(piece, points=points))
        return Done(made, thing)
    place = piece or unit
    if place is None or place.x is None or place.y is None:
        raise InvalidInput.at("id", "a thing that has a place on the table", thing)
    ((x, y),) = _turned(rules, ((place.x, place.y),), steps, about)
    refuse_off(sheet, x, y)
    if isinstance(place, UnitRow):
        return Done(with_unit(sheet, replace(place, x=x, y=y)), thing)
    turned = place.turn_deg if place.shape is None else (place.turn_deg + steps * TURN_DEG) % FULL_TURN
    return Done(with_piece(sheet, replace(place, x=x, y=y, turn_deg=turned)), thing)


def _turned(rules: Rules, points: Corners, steps: int, about: tuple[int, int] | None = None) -> Corners:
    """A polygon turned about its middle or about a point, the corners on whole millimetres (WOP-GEO-14)."""
    x, y = middle_of(points) if about is None else about
    return measured.placed([(px - x, py - y) for px, py in points], steps, (x, y), rules.rotation)


def _remove(rules: Rules, sheet: Sheet, edit: Remove) -> Done:
    """A vehicle that is taken away leaves its soldiers to be deployed."""
    place = sheet.objective(edit.id)
    if place is not None:
        army, index = place
        listed = sheet.objectives[army].list
        kept = replace(sheet.objectives[army], list=(*listed[:index], *listed[index + 1 :]))
        return Done(replace(sheet, objectives={**sheet.objectives, army: kept}))
    if sheet.piece(edit.id) is not None:
        return Done(replace(sheet, pieces=tuple(row for row in sheet.pieces if row.id != edit.id)))
    if sheet.unit(edit.id) is None:
        raise InvalidInput.at("id", "a thing of the battle", edit.id)
    left = (row for row in sheet.units if row.id != edit.id)
    return Done(replace(sheet, units=tuple(replace(r, aboard=None) if r.aboard == edit.id else r for r in left)))


_EDITS: Final[Mapping[type, Callable[[Rules, Sheet, Any], Done]]] = {
    Place: _place,
    Draw: _draw,
    Add: _add,
    Move: _move,
    Turn: _turn,
    Remove: _remove,
}


# --------------------------------------------------------------------------------------------------------------- their parts


def with_unit(sheet: Sheet, changed: UnitRow) -> Sheet:
    """The battle with a unit in the place of the one of its id."""
    return replace(sheet, units=tuple(changed if row.id == changed.id else row for row in sheet.units))


def with_piece(sheet: Sheet, changed: PieceRow) -> Sheet:
    """The battle with a piece in the place of the one of its id."""
    return replace(sheet, pieces=tuple(changed if row.id == changed.id else row for row in sheet.pieces))


def with_objective(sheet: Sheet, army: Army, index: int, changed: ObjectiveRow) -> Sheet:
    """The battle with an objective in the place of another."""
    listed = sheet.objectives[army]
    rows = (*listed.list[:index], changed, *listed.list[index + 1 :])
    return replace(sheet, objectives={**sheet.objectives, army: replace(listed, list=rows)})


def zone_of(sheet: Sheet, thing: str) -> Corners | None:
    """The zone of an objective, ``None`` for anything else."""
    place = sheet.objective(thing)
    zone = None if place is None else sheet.objectives[place[0]].list[place[1]].zone
    return None if zone is None else zone.points


def with_zone(sheet: Sheet, before: Corners, after: Corners) -> Sheet:
    """The battle with a zone of another shape, whichever objectives share it."""
    for army, index in sheet.objective_places():
        row = sheet.objectives[army].list[index]
        if row.zone is not None and row.zone.points == before:
            sheet = with_objective(sheet, army, index, replace(row, zone=Zone(after)))
    return sheet


def named_units(text: str) -> tuple[UnitId, ...]:
    """The ids that a text lists with commas."""
    return tuple(UnitId(name) for name in (part.strip() for part in text.split(",")) if name)


def middle_of(thing: PieceRow | Corners) -> tuple[int, int]:
    """The middle of an obstacle or a zone: of its bounding box, or where it was put."""
    if isinstance(thing, PieceRow):
        if thing.points is None:
            return thing.x or 0, thing.y or 0
        thing = thing.points
    x, y = twice_middle(thing)
    return x // 2, y // 2


def _steps(degrees: int, field: str) -> int:
    if degrees % TURN_DEG or abs(degrees) > FULL_TURN:
        raise InvalidInput.at(field, f"steps of {TURN_DEG} degrees, up to {FULL_TURN}", degrees)
    return degrees // TURN_DEG


def refuse_off(sheet: Sheet, x: int, y: int) -> None:
    """Raises ``InvalidInput`` for a place off the table."""
    width, height = sheet.board.width_mm, sheet.board.height_mm
    if not (0 <= x <= width and 0 <= y <= height):
        raise InvalidInput.at("place", f"a place on the table of {width} by {height} mm", f"{x}, {y}")
