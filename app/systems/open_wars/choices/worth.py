"""What a position is worth to a seat, for bots that look one step ahead: armies, what the map yields, points, and how near
the tokens are to what is worth having.

A judgement and no rule. It looks at nothing its seat does not know: of others neither lists nor, with closed reserves, gold and
mana. What has been declared and only waits for others to pass counts as if they had.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from app.engine.judging import Kept
from app.engine.types import Seat
from app.systems.open_wars.book.geometry import CardRows, Cell, cells_of, step_distances
from app.systems.open_wars.book.kinds import TokenId
from app.systems.open_wars.book.scenarios import ControlPoints
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import spell_cost
from app.systems.open_wars.position.frames import AttackFrame, CastFrame, MoveFrame
from app.systems.open_wars.position.state import Position, SeatState, Token

WON: Final = 1_000_000
OWN: Final = 100
THEIRS: Final = 60
"""A point of printed cost, own and of enemies."""
GOLD: Final = 45
MANA: Final = 12
MOST_COUNTED: Final = 30
"""Gold and mana in reserve; more than so much of it is worth no more."""
INCOME: Final = 60
"""Each gold or mana that a turn will bring."""
CITY: Final = 40
POINT: Final = 120
HELD: Final = 150
"""A point scored, and one that would be scored if the turn ended now."""
FAR: Final = 7
"""What each step from the nearest thing worth having costs a token."""
FARTHEST: Final = 20
STRIKE: Final = 9
"""Each point of attack in a contested location."""
MOST_MAPS: Final = 64


class Land(NamedTuple):
    """What a card is worth to who holds it: income, a city, points at the end of the turn."""

    cell: Cell
    value: int
    points: int
    wanted: int | None
    """How much farther off it counts than it is, ``None`` for a card that nobody goes to for itself."""


class Appraiser:
    """Judges positions. What it remembers of maps changes no answer."""

    def __init__(self) -> None:
        self._lands: Final = Kept(_lands, MOST_MAPS)

    def worth(self, position: Position, rules: Rules, seat: Seat) -> int:
        """The worth of a position to a seat's side; 0 for who has no seat."""
        state = position.seats.get(seat)
        if state is None:
            return 0
        if position.result is not None:
            result = position.result
            return WON * ((result.side == state.side) - (result.side not in (state.side, "draw")))
        if not state.plays:
            return -WON // 2
        field = Field.of(position, rules)
        lands = self._lands(rules, position.map, position.scenario)
        cells = _places(position)
        return (
            POINT * position.points.get(state.side, 0)
            + GOLD * min(state.gold, MOST_COUNTED)
            + MANA * min(state.mana, MOST_COUNTED)
            + _ordered(field, state)
            + _armies(field, position, state)
            + _held(field, position, state, lands, cells)
            + _pending(field, position, state)
        )


def _lands(rules: Rules, rows: CardRows, scenario: str) -> tuple[Land, ...]:
    field = Field(rules, rows, {}, {}, scenario=scenario)
    scoring = rules.scenarios[scenario].victory.control_points
    return tuple(_land(field, scoring, cell) for cell in cells_of(rows))


def _land(field: Field, scoring: ControlPoints | None, cell: Cell) -> Land:
    points = sum(each.points for each in scoring.cells if each.at == cell) if scoring is not None else 0
    card = field.card(cell)
    if card is None:
        return Land(cell, 0, 0, None)
    income = card.gold + card.mana
    wanted = 0 if points else 1 if card.type == "city" else 2 if income else None
    return Land(cell, INCOME * income + CITY * (card.type == "city"), HELD * points, wanted)


def _places(position: Position) -> Mapping[TokenId, Cell]:
    """Where every token is, or is going by a declared move."""
    cells = {number: token.cell for number, token in position.tokens.items()}
    for frame in position.frames:
        if isinstance(frame, MoveFrame):
            cells |= {number: frame.path[-1] for number in frame.tokens if number in cells}
    return cells


def _ordered(field: Field, state: SeatState) -> int:
    """What stands on the own list that is not revealed yet."""
    cost = sum(field.rules.units[order.unit].cost * order.count for order in state.orders or ())
    kept = min(state.budget - cost, field.rules.constants.leftover_gold_kept_max) if state.budget else 0
    paid = 0 if field.tokens == {} else cost
    return OWN * cost - GOLD * paid + GOLD * max(0, kept) * (state.orders is not None and not field.tokens)


def _armies(field: Field, position: Position, state: SeatState) -> int:
    total = 0
    for token in position.tokens.values():
        value = max(1, field.rules.units[token.unit].value) * (5 if token.wounded else 10)
        total += value * OWN // 10 if field.sides[token.seat] == state.side else -value * THEIRS // 10
    return total


def _held(
    field: Field, position: Position, state: SeatState, lands: tuple[Land, ...], cells: Mapping[TokenId, Cell]
) -> int:
    """Cards held by the own side and by others, fights that stand well or badly, and the ways to what is not held."""
    there: dict[Cell, list[Token]] = {}
    for number, cell in cells.items():
        there.setdefault(cell, []).append(position.tokens[number])
    total, goals = 0, []
    for land in lands:
        tokens = there.get(land.cell, ())
        sides = {field.sides[token.seat] for token in tokens}
        mine = sides == {state.side}
        if mine:
            total += land.value + land.points
        elif len(sides) == 1:
            total -= (land.value + land.points) // 2
        elif state.side in sides:
            total += STRIKE * max(-20, min(20, _strength(field, state, tokens)))
        if not mine or land.points:
            wanted = land.wanted if land.wanted is not None else 2 if sides else None
            if wanted is not None:
                goals.append((land.cell, wanted))
    return total - FAR * _ways(field, position, state, goals, cells)


def _strength(field: Field, state: SeatState, tokens: Iterable[Token]) -> int:
    """Attack against attack in a contested location."""
    total = 0
    for token in tokens:
        if not token.barred:
            power = field.values(token).attack
            total += power if field.sides[token.seat] == state.side else -power
    return total


def _ways(
    field: Field, position: Position, state: SeatState, goals: list[tuple[Cell, int]], cells: Mapping[TokenId, Cell]
) -> int:
    """How far the own tokens that can move are from the nearest of these cells, all together."""
    if not goals:
        return 0
    counts: dict[Cell, int] = {}
    for number, cell in cells.items():
        token = position.tokens[number]
        if token.seat == state.seat and field.rules.units[token.unit].printed.movement:
            counts[cell] = counts.get(cell, 0) + 1
    total = 0
    for cell, count in counts.items():
        distances = step_distances(field.rows, cell)
        total += count * min(min(FARTHEST, distances.get(goal, FARTHEST)) + extra for goal, extra in goals)
    return total


def _pending(field: Field, position: Position, state: SeatState) -> int:
    """Hits rolled but not settled, and spells that wait for a Dispel: worth what was paid."""
    total = 0
    for frame in position.frames:
        if isinstance(frame, AttackFrame) and frame.step == "hits":
            theirs = [t for t in field.here(frame.cell) if t.seat == frame.seat]
            values = sorted(max(1, field.kind(token).value) for token in theirs)
            lost = sum(values[: frame.hits])
            total += -OWN * lost if field.sides[frame.seat] == state.side else THEIRS * lost
        elif isinstance(frame, CastFrame) and frame.step == "effect" and frame.free == "none":
            spell, caster = field.rules.spells[frame.spell], position.tokens.get(frame.caster)
            if frame.seat == state.seat and caster is not None:
                total += MANA * spell_cost(spell, field.card_of(caster))
    return total
