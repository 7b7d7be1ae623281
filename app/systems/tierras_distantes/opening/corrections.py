"""Putting right by consent, while the game is played: where a miniature stands, how it fares, whether it was activated; quiet turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.forms import SWITCH, Schema, Value, checked, choice, whole
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable, Correction
from app.engine.types import UnitId
from app.engine.words import shaped
from app.systems.tierras_distantes.book.kinds import PieceId
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.judge.view import SeenUnit, View
from app.systems.tierras_distantes.muster.spots import first_free
from app.systems.tierras_distantes.position.changes import player_with, unit_with, without
from app.systems.tierras_distantes.position.state import Position, Unit

HIGHEST_MM: Final = 1000
MOST_QUIET: Final = 20
NOTHING: Final = ""
"""What somebody climbs who does not."""


def correctables(rules: Rules, seen: View, unit: UnitId | None = None) -> tuple[Correctable, ...]:
    """What players may put right by hand, of one miniature or of all and of the game; nothing but in play."""
    if seen.phase != "batch":
        return ()
    found = [*_of_game(rules, seen), *(each for mini in seen.units.values() for each in _of_unit(rules, seen, mini))]
    return tuple(each for each in found if unit in (None, each.unit))


def _of_game(rules: Rules, at: View | Position) -> Iterator[Correctable]:
    yield Correctable(None, "quiet", rules.words.say("corrections", "quiet"), at.quiet, whole(0, MOST_QUIET))


def _of_unit(rules: Rules, at: View | Position, unit: SeenUnit | Unit) -> Iterator[Correctable]:
    for field, value, schema in _fields(rules, at, unit):
        yield Correctable(unit.id, field, rules.words.say("corrections", field), value, schema)


def _fields(rules: Rules, at: View | Position, unit: SeenUnit | Unit) -> Iterator[tuple[str, Value, Schema]]:
    if unit.status == "out":
        return
    yield "lost", unit.status == "lost", SWITCH
    if unit.x_mm is None or unit.y_mm is None or unit.z_mm is None:
        return
    yield "x_mm", unit.x_mm, whole(0, at.board.width_mm)
    yield "y_mm", unit.y_mm, whole(0, at.board.height_mm)
    yield "z_mm", unit.z_mm, whole(0, HIGHEST_MM)
    yield "frightened", unit.frightened, SWITCH
    yield "climbing", unit.climbing or NOTHING, _pieces(rules, at)
    if unit.status != "active":
        yield "activated", unit.status == "done", SWITCH


def _pieces(rules: Rules, at: View | Position) -> Schema:
    """Solid pieces, each by its kind and id (TD-CLB-02)."""
    names = {
        str(piece.id): shaped("{kind} ({id})", kind=rules.ground[piece.kind].name, id=piece.id)
        for piece in at.board.pieces
        if rules.ground[piece.kind].solid
    }
    return choice({NOTHING: rules.words.say("corrections", "nothing"), **names})


def correct(rules: Rules, position: Position, correction: Correction, where: str) -> Position:
    """The position with one value put right. Raises ``InvalidInput``."""
    if position.phase != "batch":
        raise InvalidInput.at(f"{where}.field", "nothing, since the game is not being played", correction.field)
    field, value = correction.field, correction.value
    if correction.unit is None:
        checked(_of_game(rules, position), field, value, where)
        return replace(position, quiet=value)
    unit = position.units.get(correction.unit)
    if unit is None:
        raise InvalidInput.at(f"{where}.unit", "a miniature of the game", correction.unit)
    was = checked(_of_unit(rules, position, unit), field, value, where).value
    if value == was:
        return position
    match field:
        case "lost":
            return without(position, unit.id) if value else _found(rules, position, unit, where)
        case "activated":
            return unit_with(position, unit.id, status="done" if value else "ready")
        case "climbing":
            return unit_with(position, unit.id, climbing=PieceId(str(value)) if value else None)
    return unit_with(position, unit.id, **{field: value})


def _found(rules: Rules, position: Position, unit: Unit, where: str) -> Position:
    """It comes back to the first free place of its zone, as one that has been activated (TD-DEP-08)."""
    place = first_free(Field(rules, position), unit)
    if place is None:
        raise InvalidInput.at(f"{where}.value", "a free place in its zone to come back to", "none")
    x, y, z = place
    back = unit_with(position, unit.id, status="done", x_mm=x, y_mm=y, z_mm=z)
    counted = player_with(back, unit.player, lost=max(0, position.players[unit.player].lost - 1))
    return replace(counted, lost_in_turn=max(0, position.lost_in_turn - 1))
