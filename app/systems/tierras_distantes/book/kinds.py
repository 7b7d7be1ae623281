"""The names and small values that everything here is told by. Lengths on the table are whole millimetres (TD-GEN-07)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType

import msgspec

from app.boards.measured import Edge

Player = Literal["A", "B"]
PLAYERS: Final[tuple[Player, Player]] = ("A", "B")
"""The two players, seats a and b (TD-GEN-03)."""
Side = Edge
"""An edge of the table that a player deploys at (TD-DEP-01)."""
GroundKind = Literal[
    "hill", "rock", "wall", "barricade", "building", "container", "platform",
    "swamp", "rubble", "crater", "trench", "woods", "water",
]  # fmt: skip
Result = Literal["none", "frightened", "casualty"]
"""What an attack does (TD-RES-01)."""
DIE_SIDES: Final = 6
"""Faces of every die (TD-GEN-04)."""

NM_PER_MM: Final = 1_000_000
NM_PER_CM: Final = 10 * NM_PER_MM
"""Lengths of the tables are whole nanometres once they are scaled (TD-GEN-07)."""

FARTHEST_MM: Final = 100_000
MOST_UNITS: Final = 36
"""Miniatures of a squad at most, whatever its options."""
LONGEST_NAME: Final = 40
MOST_WEAPONS: Final = 4
"""Weapons that a list may name for a miniature; how many it may have is a rule (TD-SQD-08)."""

Millimetre = Annotated[int, msgspec.Meta(ge=-FARTHEST_MM, le=FARTHEST_MM)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Point = tuple[Millimetre, Millimetre]
"""``[x, y]``: from the west and from the south (TD-BRD-04)."""
Place = tuple[Millimetre, Millimetre, Millimetre]
"""``[x, y, z]``: a point and the height of the feet."""
Footprint = Annotated[tuple[Point, ...], msgspec.Meta(min_length=3, max_length=12)]
"""The corners of a convex polygon, counter-clockwise (TD-TER-05)."""
PieceId = NewType("PieceId", str)


def other(player: Player) -> Player:
    """The other player."""
    return "B" if player == "A" else "A"
