"""What players may put right by hand where they agree: reserves, points, and where and how the tokens stand. Only what is
open to all is ever listed, and nothing while a list is in: whether it still fits what was put right would tell of it
(OW-HID-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.forms import SWITCH, Schema, checked, choice, expected, fits, whole
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable, Correction
from app.engine.types import Seat, UnitId
from app.systems.open_wars.book.geometry import CardRows, card_at, cells_of
from app.systems.open_wars.book.kinds import TokenId, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.judge.view import SeatView, View
from app.systems.open_wars.position.state import Position, SeatState, Token
from app.systems.open_wars.words.labels import place
from app.systems.open_wars.words.screen_words import player

MOST: Final = 99


def correctables(rules: Rules, view: View, unit: UnitId | None = None) -> tuple[Correctable, ...]:
    """The values of the game, then of each stack in the order of the tokens; of one stack alone if it is given."""
    if view.result is not None or _is_list_in(view.seats.values()):
        return ()
    found = list(_of_game(rules, view)) if unit is None else []
    cells = _cells(rules, view.map)
    for ref in _stacks(view.tokens):
        if unit in (None, ref.id):
            found += _of_stack(rules, cells, [token for token in view.tokens.values() if _ref(token) == ref])
    return tuple(found)


def _is_list_in(seats: Iterable[SeatState | SeatView]) -> bool:
    return any(state.committed for state in seats)


def _ref(token: Token) -> UnitRef:
    return UnitRef(token.cell, token.seat, token.unit)


def _stacks(tokens: Mapping[TokenId, Token]) -> tuple[UnitRef, ...]:
    return tuple(dict.fromkeys(_ref(tokens[number]) for number in sorted(tokens)))


def _of_game(rules: Rules, view: View) -> Iterator[Correctable]:
    number = whole(0, MOST)
    for seat, state in view.seats.items():
        for name, value in (("gold", state.gold), ("mana", state.mana)):
            if value is not None and state.plays and value <= MOST:
                yield Correctable(
                    None, f"{name}_{seat}", rules.words.say("corrections", name, whose=player(seat)), value, number
                )
    for side, points in view.points.items():
        label = rules.words.say("corrections", "points", whose=player(side))
        yield Correctable(None, f"points_{side}", label, points, number)


def _of_stack(rules: Rules, cells: Schema, tokens: Sequence[Token]) -> Iterator[Correctable]:
    """A stack's place, and the marks that all its tokens share."""
    unit, words = _ref(tokens[0]).id, rules.words.table("corrections")
    yield Correctable(unit, "cell", words["cell"], tokens[0].cell, cells)
    for field in ("acted", "barred", "halted"):
        values = {getattr(token, field) for token in tokens}
        if len(values) == 1:
            yield Correctable(unit, field, words[field], values.pop(), SWITCH)
    if rules.units[tokens[0].unit].is_two_sided and tokens[0].form is None:
        yield Correctable(unit, "wounded", words["wounded"], tokens[0].wounded, SWITCH)


def _cells(rules: Rules, rows: CardRows) -> Schema:
    return choice({cell: place(rules, card_at(rows, cell), cell) for cell in cells_of(rows)})


def correct(rules: Rules, position: Position, correction: Correction, where: str) -> Position:
    """The position with a value put right; see ``GameSystem.correct``."""
    if position.result is not None:
        raise InvalidInput.at(f"{where}.unit", "a game that goes on", correction.unit)
    if _is_list_in(position.seats.values()):
        raise InvalidInput.at(where, "a moment at which no list waits for its reveal", correction.field)
    if correction.unit is None:
        return _game(position, correction, where)
    return _stack(rules, position, correction, where)


def _game(position: Position, correction: Correction, where: str) -> Position:
    name, _, whose = correction.field.partition("_")
    state = position.seats.get(Seat(whose))
    value = correction.value
    known = (name in ("gold", "mana") and state is not None and state.plays and position.options["open_reserves"]) or (
        name == "points" and whose in position.points
    )
    if not known:
        raise InvalidInput.at(f"{where}.field", "the name of a value of the game", correction.field)
    if type(value) is not int or not fits(whole(0, MOST), value):
        raise InvalidInput.at(f"{where}.value", expected(whole(0, MOST)), value)
    if name == "points" or state is None:
        return replace(position, points={**position.points, whose: value})
    changed = replace(state, gold=value) if name == "gold" else replace(state, mana=value)
    return replace(position, seats={**position.seats, state.seat: changed})


def _stack(rules: Rules, position: Position, correction: Correction, where: str) -> Position:
    tokens = [position.tokens[n] for n in sorted(position.tokens) if _ref(position.tokens[n]).id == correction.unit]
    if not tokens:
        raise InvalidInput.at(f"{where}.unit", "a unit of the game", correction.unit)
    field, value = correction.field, correction.value
    checked(_of_stack(rules, _cells(rules, position.map), tokens), field, value, where)
    changed = {token.id: replace(token, **{field: value}) for token in tokens}
    return replace(position, tokens={number: changed.get(number, t) for number, t in position.tokens.items()})
