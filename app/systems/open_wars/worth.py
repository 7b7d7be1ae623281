"""What a position is worth to a seat, for bots that look one step ahead: armies, what the map yields, points, and how near
the tokens are to what is worth having.

A judgement and no rule. It looks at nothing its seat does not know: of others neither lists nor, with closed reserves, gold and mana.
"""

from __future__ import annotations

from typing import Final

from app.engine.types import Seat
from app.systems.open_wars.field import Field
from app.systems.open_wars.geometry import Cell, cells_of, step_distances
from app.systems.open_wars.state import Position, SeatState, Token

WON: Final = 1_000_000
OWN: Final = 100
THEIRS: Final = 60
"""A point of printed cost, own and of enemies."""
WOUNDED: Final = 40
GOLD: Final = 45
MANA: Final = 25
MOST_GOLD: Final = 30
INCOME: Final = 60
"""Each gold or mana that a turn will bring."""
CITY: Final = 40
POINT: Final = 120
HELD: Final = 150
"""A point scored, and one that would be scored if the turn ended now."""
FAR: Final = 7
"""What each step from the nearest thing worth having costs a token."""
ORDERED: Final = 92
"""A point of cost on the own list that is not revealed yet."""
SAFETY: Final = 8
"""Each attack die of the enemy's in the own location, and the own ones there."""


def worth(field: Field, position: Position, seat: Seat) -> int:
    """The worth of a position to a seat's side; 0 for who has no seat."""
    state = position.seats.get(seat)
    if state is None:
        return 0
    if position.result is not None:
        result = position.result
        return WON * ((result.side == state.side) - (result.side not in (state.side, "draw")))
    if not state.plays:
        return -WON // 2
    return (
        _armies(field, position, state)
        + _reserves(position, state)
        + _map(field, position, state)
        + _nearness(field, position, state)
    )


def _value(field: Field, token: Token) -> int:
    kind = field.kind(token)
    value = OWN * max(1, kind.value)
    return value - WOUNDED * kind.value // 2 if token.wounded else value


def _armies(field: Field, position: Position, state: SeatState) -> int:
    own, theirs = 0, 0
    for token in position.tokens.values():
        value = _value(field, token)
        if field.sides[token.seat] == state.side:
            own += value
            continue
        theirs += value * THEIRS // OWN
    return own - theirs


def _reserves(position: Position, state: SeatState) -> int:
    return GOLD * min(state.gold, MOST_GOLD) + MANA * min(state.mana, MOST_GOLD) // 2


def _map(field: Field, position: Position, state: SeatState) -> int:
    """Income, cities, points held; what enemies hold counts against."""
    scoring = field.rules.scenarios[position.scenario].victory.control_points
    points = {cell.at: cell.points for cell in scoring.cells} if scoring is not None else {}
    total = POINT * position.points.get(state.side, 0)
    for cell in {token.cell for token in position.tokens.values()}:
        seat, card = field.controller(cell), field.card(cell)
        if card is None:
            continue
        value = INCOME * (card.gold + card.mana) + CITY * (card.type == "city") + HELD * points.get(cell, 0)
        if seat is not None:
            total += value if field.sides[seat] == state.side else -value // 2
        else:
            total += _brawl(field, state, cell)
    return total


def _brawl(field: Field, state: SeatState, cell: Cell) -> int:
    """A contested location: who has more to strike with."""
    strength = 0
    for token in field.here(cell):
        power = 0 if token.barred else field.values(token).attack
        strength += power if field.sides[token.seat] == state.side else -power
    return SAFETY * strength


def _nearness(field: Field, position: Position, state: SeatState) -> int:
    """Tokens that can move want to be where something is to be had: points, cities and income not yet held, enemies."""
    goals = _goals(field, position, state)
    if not goals:
        return 0
    total = 0
    for token in position.tokens.values():
        if token.seat != state.seat or not field.printed(token).movement:
            continue
        distances = step_distances(field.rows, token.cell)
        total -= FAR * min(distances.get(cell, 20) + extra for cell, extra in goals)
    return total


def _goals(field: Field, position: Position, state: SeatState) -> list[tuple[Cell, int]]:
    """Cells worth going to, each with how much farther off it counts than it is."""
    scoring = field.rules.scenarios[position.scenario].victory.control_points
    points = {cell.at for cell in scoring.cells} if scoring is not None else set()
    goals = []
    for cell in cells_of(field.rows):
        card, seat = field.card(cell), field.controller(cell)
        held = seat is not None and field.sides[seat] == state.side
        if card is None or (held and cell not in points):
            continue
        if cell in points:
            goals.append((cell, 0))
        elif card.type == "city":
            goals.append((cell, 1))
        elif card.gold + card.mana or field.enemies(state.seat, cell):
            goals.append((cell, 2))
    return goals
