"""What players may put right by hand where they agree: where a unit is, how it fares, whether it has acted.

Units on their way between two states (aboard, in reserve, not yet deployed) have nothing to put right but their damage; an open
manoeuvre or prompt of the unit stays as it is, since ``problems`` says whether the whole is still possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.forms import SWITCH, Schema, Value, checked, choice, whole
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable, Correction
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import Phase, Piece, Position, Unit
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.judge.view import View
from app.systems.war_of_plastic.position.damage import wreck_of
from app.systems.war_of_plastic.position.field import Place

STATES: Final = ("table", "destroyed")


def correctables(words: Words, rules: Rules, view: View, unit: UnitId | None = None) -> tuple[Correctable, ...]:
    """The values of one unit or of all, in the order of units and of the form."""
    if view.phase is Phase.FINISHED:
        return ()
    units = view.units.values() if unit is None else [view.units[unit]] if unit in view.units else []
    return tuple(each for found in units for each in _settings(rules, words, view, found))


def _settings(rules: Rules, words: Words, at: View | Position, unit: Unit) -> Iterator[Correctable]:
    for field, value, schema in _fields(rules, words, at, unit):
        yield Correctable(unit.id, field, words.say("corrections", field), value, schema)


def _fields(rules: Rules, words: Words, at: View | Position, unit: Unit) -> Iterator[tuple[str, Value, Schema]]:
    if unit.status in STATES and unit.x_mm is not None and unit.y_mm is not None:
        yield "x_mm", unit.x_mm, whole(0, at.board.width_mm)
        yield "y_mm", unit.y_mm, whole(0, at.board.height_mm)
        states = {state: words.say("corrections", f"status_{state}") for state in STATES}
        yield "status", unit.status, choice(states)
    if unit.status == "table":
        yield "level", unit.level, whole(0, 19)
        if unit.type != "infantry":
            yield "facing_deg", unit.facing_deg, whole(0, 359)
        yield "has_acted", _has_acted(at, unit), SWITCH
    if unit.status in ("table", "aboard"):
        yield "damage", unit.damage, whole(0, rules.classes[unit.type].damage_limit)
        yield "stunned", unit.stunned, SWITCH


def _has_acted(at: View | Position, unit: Unit) -> bool:
    return unit.acted_on_turn is not None and unit.acted_on_turn == at.armies[unit.army].turn_number


def correct(words: Words, rules: Rules, position: Position, correction: Correction, where: str) -> Position:
    """The position with a value put right; see ``GameSystem.correct``."""
    unit = position.units.get(correction.unit) if correction.unit is not None else None
    if unit is None or position.phase is Phase.FINISHED:
        raise InvalidInput.at(f"{where}.unit", "a unit of the game", correction.unit)
    field, value = correction.field, correction.value
    checked(_settings(rules, words, position, unit), field, value, where)
    if field == "status":
        return _with_status(position, unit, str(value), where)
    if field == "has_acted":
        if value == _has_acted(position, unit):
            return position
        acted_on = position.armies[unit.army].turn_number if value else None
        return _with_unit(position, replace(unit, acted_on_turn=acted_on))
    changed = replace(unit, **{field: value})
    return _with_wreck_moved(_with_unit(position, changed), changed)


def _with_status(position: Position, unit: Unit, status: str, where: str) -> Position:
    if status == unit.status:
        return position
    if any(other.aboard == unit.id for other in position.units.values()):
        raise InvalidInput.at(f"{where}.value", "no other state while somebody is aboard", status)
    pieces = tuple(piece for piece in position.board.pieces if piece.id != f"wreck-{unit.id}")
    if status == "table":
        changed = replace(unit, status="table")
    else:
        changed = replace(unit, status="destroyed", stunned=False, level=0)
        if unit.type != "infantry":  # it lies overturned where it is (WOP-DMG-04)
            pieces = (*pieces, wreck_of(changed, _place_of(changed)))
    return _with_unit(_with_pieces(position, pieces), changed)


def _with_wreck_moved(position: Position, unit: Unit) -> Position:
    """The wreck of a unit lies where the unit fell."""
    wreck = f"wreck-{unit.id}"
    if all(piece.id != wreck for piece in position.board.pieces):
        return position
    moved = wreck_of(unit, _place_of(unit))
    return _with_pieces(position, tuple(moved if piece.id == wreck else piece for piece in position.board.pieces))


def _place_of(unit: Unit) -> Place:
    return Place(unit.x_mm or 0, unit.y_mm or 0, unit.radius_mm, unit.level)


def _with_unit(position: Position, unit: Unit) -> Position:
    return replace(position, units={**position.units, unit.id: unit})


def _with_pieces(position: Position, pieces: tuple[Piece, ...]) -> Position:
    return replace(position, board=replace(position.board, pieces=pieces))
