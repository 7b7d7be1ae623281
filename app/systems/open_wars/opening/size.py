"""How large a battle that somebody made may be, to be played.

The bounds are on how long one act and one picture of the board take, which everybody at other tables waits for. No scenario of the game
reaches them.
"""

from __future__ import annotations

from typing import Final

from app.engine.words import Words
from app.engine.workshop import Fault
from app.systems.open_wars.opening.battle import Battle, SpawnRow

MOST_CARDS: Final = 80
MOST_TOKENS: Final = 160
"""Those that appear later included."""


def size_faults(words: Words, battle: Battle) -> tuple[Fault, ...]:
    """What there is too much of."""
    cards = sum(1 for row in battle.map for code in row if code)
    forces = [force for seat in battle.seat for force in seat.forces]
    forces += [force for event in battle.event if isinstance(event, SpawnRow) for force in event.units]
    tokens = sum(force.count for force in forces)
    found = []
    if cards > MOST_CARDS:
        text = words.say("faults", "cards", n=cards, most=MOST_CARDS)
        found.append(Fault(text, field="columns"))
    if tokens > MOST_TOKENS:
        text = words.say("faults", "tokens", n=tokens, most=MOST_TOKENS)
        found.append(Fault(text))
    return tuple(found)
