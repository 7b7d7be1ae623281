"""Putting right by consent: values that everybody sees (section 24 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import FACINGS
from app.engine.forms import SWITCH, checked, choice, whole, words
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable, Correction
from app.engine.types import SPECTATOR, Seat, Text, UnitId
from app.systems.splatball.book.kinds import PieceId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import View, known_units, view
from app.systems.splatball.park.ground import board_of
from app.systems.splatball.position.state import Piece, Position, Unit
from app.systems.splatball.words.names import player

MOST_POINTS: Final = 10_000
MOST_ROUNDS: Final = 100
FLAGS: Final = ("has_moved", "turned", "attacked")


def correctables(rules: Rules, seen: View, unit: UnitId | None = None) -> tuple[Correctable, ...]:
    """What players may put right by hand, of one unit or of all: points, round, units that are not hidden, pieces."""
    found = [*_of_game(rules, seen), *_of_units(rules, seen), *_of_pieces(rules, seen)]
    return tuple(each for each in found if unit in (None, each.unit))


def _say(rules: Rules, key: str, **places: object) -> Text:
    return rules.words.say("corrections", key, **places)


def _of_game(rules: Rules, seen: View) -> Iterator[Correctable]:
    if seen.result is not None:
        return
    for side, count in seen.points.items():
        label = _say(rules, "points", who=player(rules, side))
        yield Correctable(None, f"points_{side}", label, count, whole(0, MOST_POINTS))
    if seen.round:
        yield Correctable(None, "round", _say(rules, "round"), seen.round, whole(1, MOST_ROUNDS))


def _of_units(rules: Rules, seen: View) -> Iterator[Correctable]:
    if seen.result is not None:
        return
    for unit in known_units(seen).values():
        if isinstance(unit, Unit):
            yield from _of_unit(rules, unit)


def _of_unit(rules: Rules, unit: Unit) -> Iterator[Correctable]:
    kind = rules.units[unit.type]
    if unit.at is not None:
        yield Correctable(unit.id, "square", _say(rules, "square"), squares.name(unit.at), words(4, least=2))
        if rules.options.facing:
            names = rules.words.table("facings")
            yield Correctable(
                unit.id, "facing", _say(rules, "facing"), unit.facing, choice({f: names[f] for f in FACINGS})
            )
    if kind.is_foot:
        yield Correctable(unit.id, "lives", _say(rules, "lives"), unit.lives, whole(1, kind.lives))
    else:
        most = kind.damage_to_eliminate - 1
        yield Correctable(unit.id, "damage", _say(rules, "damage"), unit.damage, whole(0, most))
    for flag in FLAGS:
        yield Correctable(unit.id, flag, _say(rules, flag), bool(getattr(unit, flag)), SWITCH)


def _of_pieces(rules: Rules, seen: View) -> Iterator[Correctable]:
    if seen.result is not None:
        return
    for piece in seen.pieces.values():
        name = UnitId(piece.id)
        if piece.kind in rules.constants.eligible or piece.kind == "ammo":
            nobody: Mapping[str, Text] = {"": _say(rules, "nobody")}
            seats: Mapping[str, Text] = {seat: player(rules, seat) for seat in seen.seats}
            yield Correctable(
                name, "objective", _say(rules, "objective"), piece.objective or "", choice({**nobody, **seats})
            )
        for seat in seen.seats:
            label = _say(rules, "hold", who=player(rules, seat))
            yield Correctable(name, f"hold_{seat}", label, piece.hold.get(seat, 0), whole(0, 99))


def correct(rules: Rules, position: Position, correction: Correction, where: str) -> Position:
    """The position with one value put right. Raises ``InvalidInput``."""
    seen = view(position, SPECTATOR)
    unit, field, value = correction.unit, correction.field, correction.value
    known = [each for each in correctables(rules, seen) if each.unit == unit]
    if unit is not None and not known:
        raise InvalidInput.at(f"{where}.unit", "a unit or a piece that everybody sees", unit)
    checked(known, field, value, where)
    if unit is None:
        return _game(position, field, value)
    if PieceId(unit) in position.pieces:
        return _piece(position, position.pieces[PieceId(unit)], field, value)
    return _unit(rules, position, position.units[unit], field, value, where)


def _game(position: Position, field: str, value: object) -> Position:
    if field == "round":
        return replace(position, round=value)
    side = Seat(field.removeprefix("points_"))
    return replace(position, points={**position.points, side: value})


def _piece(position: Position, piece: Piece, field: str, value: object) -> Position:
    if field == "objective":
        changed = replace(piece, objective=value or None)
    else:
        hold = {**piece.hold, Seat(field.removeprefix("hold_")): value}
        changed = replace(piece, hold={seat: count for seat, count in hold.items() if count})
    return replace(position, pieces={**position.pieces, piece.id: changed})


def _unit(rules: Rules, position: Position, unit: Unit, field: str, value: object, where: str) -> Position:
    if field == "square":
        at = squares.named(str(value))
        if at is None or not board_of(position.board, rules).holds(at):
            raise InvalidInput.at(f"{where}.value", "a square of the board", value)
        changed = replace(unit, at=at)
    else:
        changed = replace(unit, **{field: value})
    return replace(position, units={**position.units, unit.id: changed})
