"""The lot by which the players get pieces of terrain (TD-TER-04, steps 1 to 3), and two dice against each other."""

from __future__ import annotations

from collections.abc import Callable

from app.systems.tierras_distantes.book.kinds import PLAYERS, Player, other

Roll = Callable[[str], int]


def rolled_off(roll: Roll, purpose: str) -> tuple[list[int], Player]:
    """Both roll a die, A first, ties again; the higher wins. The dice, and who won (TD-TER-04, TD-DEP-01)."""
    dice: list[int] = []
    while True:
        a, b = roll(purpose), roll(purpose)
        dice += (a, b)
        if a != b:
            return dice, "A" if a > b else "B"


def dealt(pieces: int, winner: Player, roll: Roll) -> tuple[list[Player], list[int]]:
    """Whose each piece is, in order, with the dice: half of them, rounded up, go to the winner; once a player has that half, all others go
    to the other (TD-TER-04)."""
    half = {winner: (pieces + 1) // 2, other(winner): pieces // 2}
    owners: list[Player] = []
    dice: list[int] = []
    while len(owners) < pieces:
        full = [player for player in PLAYERS if owners.count(player) == half[player]]
        if full:
            owners.append(other(full[0]))
            continue
        dice.append(roll("piece"))
        owners.append("A" if dice[-1] <= LOW else "B")
    return owners, dice


LOW = 3
"""A die of so much or less gives a piece to A (TD-TER-04)."""
