"""Edits of a battle: what is put on its table or on its lists, moved, turned, taken away. Setting values is in
``workshop/fields.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from app.boards.laid import Laid
from app.engine.refusal import InvalidInput
from app.engine.types import UnitId
from app.engine.workshop import land as land
from app.engine.workshop.land import Size, unused
from app.engine.workshop.workshop import Add, Draw, Edit, Move, Place, Remove, Turn
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


class Done(NamedTuple):
    """A battle after an edit, and the thing that the edit was about."""

    sheet: Sheet
    thing: str | None = None


def edited(rules: Rules, sheet: Sheet, edit: Edit) -> Done:
    """The battle after any edit but a change of a value; raises ``InvalidInput`` for one that makes no sense."""
    return _EDITS[type(edit)](rules, sheet, edit)


# ---------------------------------------------------------------------------------------------------------------- new ones


def _place(rules: Rules, sheet: Sheet, edit: Place) -> Done:
    tool, turned = named(edit.tool), land.placed(size_of(sheet), edit, TURN_DEG)
    if tool.family == "shape" and tool.kind in rules.shapes and rules.shapes[tool.kind].disc_radius is None:
        kind = rules.shapes[tool.kind].kind
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
    tool, points = named(edit.tool), land.drawn(size_of(sheet), edit, MOST_CORNERS)
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
    return unused(_taken(sheet), lambda number: f"{kind.replace('_', '-')}-{number}")


def new_unit_id(sheet: Sheet, army: Army) -> str:
    """A name that no thing has: ``A-07``."""
    return unused(_taken(sheet), lambda number: f"{army}-{number:02d}")


def _taken(sheet: Sheet) -> set[str]:
    return {row.id for row in sheet.pieces} | {row.id for row in sheet.units}


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
    return Done(laid_anew(sheet, edit.id, land.moved(size_of(sheet), edit, lying(sheet, edit.id))), edit.id)


def _turn(rules: Rules, sheet: Sheet, edit: Turn) -> Done:
    """On whole millimetres, by the table of the rules (WOP-GEO-14)."""
    found = land.turned(size_of(sheet), edit, lying(sheet, edit.id), rules.rotation, TURN_DEG)
    return Done(laid_anew(sheet, edit.id, found), edit.id)


def lying(sheet: Sheet, thing: str) -> Laid | None:
    """How a thing lies on the table: an obstacle, a unit, a zone; ``None`` for what has no place there."""
    unit, piece, zone = sheet.unit(thing), sheet.piece(thing), zone_of(sheet, thing)
    if unit is not None:
        return None if unit.x is None or unit.y is None else Laid(((unit.x, unit.y),))
    if piece is not None:
        return piece_lying(piece)
    return None if zone is None else Laid(zone)


def piece_lying(row: PieceRow) -> Laid:
    """How an obstacle lies; only a ready-made shape looks somewhere."""
    if row.points is not None:
        return Laid(row.points)
    return Laid(((row.x or 0, row.y or 0),), None if row.shape is None else row.turn_deg)


def laid_anew(sheet: Sheet, thing: str, lies: Laid) -> Sheet:
    """The battle with a thing lying otherwise."""
    unit, piece, zone = sheet.unit(thing), sheet.piece(thing), zone_of(sheet, thing)
    if unit is not None:
        ((x, y),) = lies.points
        return with_unit(sheet, replace(unit, x=x, y=y))
    if piece is not None:
        return with_piece(sheet, piece_laid(piece, lies))
    return sheet if zone is None else with_zone(sheet, zone, lies.points)


def piece_laid(row: PieceRow, lies: Laid) -> PieceRow:
    """An obstacle that lies otherwise."""
    if row.points is not None:
        return replace(row, points=lies.points)
    ((x, y),) = lies.points
    return replace(row, x=x, y=y, turn_deg=lies.turn_deg or 0)


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


def size_of(sheet: Sheet) -> Size:
    """The width and the height of the table."""
    return sheet.board.width_mm, sheet.board.height_mm
