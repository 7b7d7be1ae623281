"""How large a battle that somebody made may be, to be played.

The bounds are on how long one act and one picture of the board take, which everybody at other tables waits for. No scenario of the game
reaches them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.workshop.base import Found, fault
from app.systems.open_wars.opening.battle import Battle, SpawnRow

MOST_CARDS: Final = 80
MOST_TOKENS: Final = 160
"""Those that appear later included."""


def size_faults(battle: Battle) -> Iterator[Found]:
    """What there is too much of."""
    cards = sum(1 for row in battle.map for code in row if code)
    forces = [force for seat in battle.seat for force in seat.forces]
    forces += [force for event in battle.event if isinstance(event, SpawnRow) for force in event.units]
    tokens = sum(force.count for force in forces)
    if cards > MOST_CARDS:
        yield fault("cards", field="columns", n=cards, most=MOST_CARDS)
    if tokens > MOST_TOKENS:
        yield fault("tokens", n=tokens, most=MOST_TOKENS)
