"""The names and small values that everything here is told by."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType, get_args

import msgspec

from app.boards.squares import Facing

FootKind = Literal["scamp", "lobber", "camo", "hoser", "sniper", "slinger"]
VehicleKind = Literal["badger", "armadillo", "cart", "marmot"]
UnitKind = Literal[FootKind, VehicleKind]
UnitClass = Literal["assault", "support"]
PieceKind = Literal["hedge", "rocks", "playground", "tree", "ammo", "phone", "fountain", "treehouse", "hq"]
Stopper = Literal[PieceKind, "fence"]
"""What can be driven over or stop a unit on contact."""
Arc = Literal["front90", "front180", "all"]
Edge = Literal["N", "E", "S", "W"]
Benefit = Literal["recruit", "heal", "revive"]

FOOT_KINDS: Final[tuple[FootKind, ...]] = get_args(FootKind)
VEHICLE_KINDS: Final[tuple[VehicleKind, ...]] = get_args(VehicleKind)
KINDS: Final[tuple[UnitKind, ...]] = (*FOOT_KINDS, *VEHICLE_KINDS)
EDGES: Final[tuple[Edge, ...]] = ("N", "E", "S", "W")
"""The edges in the order in which they are always taken (SPL-CFG-01)."""
AWAY: Final[dict[Edge, Facing]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
"""The facing away from an edge (SPL-DEP-07)."""

FARTHEST: Final = 100
Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
Square = tuple[Coordinate, Coordinate]
"""``[x, y]``: column from the west, row from the north (SPL-GEO-01)."""
Vertex = tuple[Coordinate, Coordinate]
"""A corner of squares: the north-western one of the square of the same numbers."""
Segment = tuple[Vertex, Vertex]
"""A piece of fence between two squares (SPL-FEN-01); the vertex with the smaller x, then the smaller y, first."""

PieceId = NewType("PieceId", str)
"""``p1``, ``p2``, ... in order of laying (SPL-CFG-06)."""

Count = Annotated[int, msgspec.Meta(ge=0)]
