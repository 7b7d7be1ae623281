"""The position of a game of Tierras Distantes ("State" in the rules): frozen values, whole millimetres (TD-GEN-07), no rules.

Collections are never changed in place: a new position shares everything that did not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.types import Seat, Text, UnitId
from app.systems.tierras_distantes.book.kinds import MOST_UNITS, Count, Millimetre, Name, PieceId, Place, Player, Side
from app.systems.tierras_distantes.book.pieces import Member, Objective, Piece, PoolPiece

Phase = Literal["squads", "terrain", "sides", "deployment", "batch", "over"]
Status = Literal["undeployed", "ready", "active", "done", "lost", "out"]
BatchKind = Literal["first", "second", "final"]
Reason = Literal[
    "demoralised", "both_demoralised", "objectives", "losses", "turn_limit", "quiet", "resigned", "agreed",
]  # fmt: skip

GONE: Final = frozenset({"lost", "out"})
"""Statuses of miniatures that take no part any more (TD-RES-04, TD-DEP-09)."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A miniature. ``x_mm``, ``y_mm`` and ``z_mm`` (its feet) say where it stands while it is in play; ``actions``, ``moves`` and ``shots``
    are what it has used of its activation."""

    id: UnitId
    player: Player
    name: Text
    quality: Name
    armour: Name
    weapons: tuple[Name, ...]
    leader: bool
    status: Status
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None
    z_mm: Millimetre | None = None
    frightened: bool = False
    """It can do nothing but rally (TD-FRT-01)."""
    climbing: PieceId | None = None
    """The piece it hangs on (TD-CLB-08)."""
    actions: Count = 0
    moves: Count = 0
    shots: Count = 0

    @property
    def in_play(self) -> bool:
        """Whether it stands on the table."""
        return self.x_mm is not None

    @property
    def living(self) -> bool:
        """Whether it takes part: neither lost nor left out (TD-RES-04, TD-DEP-09)."""
        return self.status not in GONE


class Board(msgspec.Struct, frozen=True):
    """The table and what lies on it."""

    width_mm: Annotated[int, msgspec.Meta(ge=1000, le=2000)]
    height_mm: Annotated[int, msgspec.Meta(ge=1000, le=2000)]
    sides: tuple[Side, Side]
    """The two that are given out, the first one first (TD-DEP-01)."""
    pieces: Annotated[tuple[Piece, ...], msgspec.Meta(max_length=500)]
    objectives: Annotated[tuple[Objective, ...], msgspec.Meta(max_length=40)] = ()
    suggested: Mapping[Player, Mapping[Side, tuple[Place, ...]]] = {}
    """Of each player's squad, for each side, a place for each miniature in order (TD-DEP-08)."""


class LotPiece(msgspec.Struct, frozen=True):
    """A piece of the pool, whose it is, ``None`` before the lot, and what became of it (TD-TER-04)."""

    piece: PoolPiece
    owner: Player | None = None
    state: Literal["hand", "placed", "left"] = "hand"


class Placing(msgspec.Struct, frozen=True):
    """The players' placing of terrain: the pool in its order, and whose turn it is; ``None``: nobody's yet, or any more (TD-TER-04)."""

    pool: tuple[LotPiece, ...]
    player: Player | None = None


class PlayerState(msgspec.Struct, frozen=True):
    """What belongs to one player. ``start`` and ``lost`` are never counted anew from the living."""

    seat: Seat
    squad: Literal["open", "locked", "given"]
    """Whether its list is still to be locked; ``given``: by the scenario, or brought along (TD-SQD-09)."""
    members: tuple[Member, ...] | None = None
    """The list that was locked, or the former one of whoever must lock anew (TD-SQD-12)."""
    side: Side | None = None
    confirmed: bool = False
    replaced: Count = 0
    """Placings anew so far (TD-DEP-07)."""
    start: Count = 0
    """Miniatures deployed."""
    lost: Count = 0
    """Miniatures lost so far in the game (TD-END-02)."""
    offered_in_turn: Count | None = None
    """The turn of the last draw offer, 0 before the first turn (TD-END-12)."""


class Batch(msgspec.Struct, frozen=True):
    """The miniatures of a player that act in a round (TD-ACT-03)."""

    player: Player
    kind: BatchKind
    roll: Count | None
    """Half of two dice (TD-ACT-01); ``None`` in a final batch (TD-ACT-08)."""
    count: Count
    """How many must be activated."""
    named: Annotated[tuple[UnitId, ...], msgspec.Meta(max_length=MOST_UNITS)] = ()


class Ending(msgspec.Struct, frozen=True):
    """How the game ended ("Victory" in the rules)."""

    winner: Player | Literal["draw"]
    reason: Reason


class Position(msgspec.Struct, frozen=True):
    """Everything there is."""

    game: Literal["tierras_distantes"]
    rules_version: str
    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    board: Board
    players: Mapping[Player, PlayerState]
    units: Mapping[UnitId, Unit]
    phase: Phase
    placing: Placing | None = None
    totals: Mapping[Player, Count] | None = None
    """What both squads cost, once they did not balance (TD-SQD-12)."""
    chooser: Player | None = None
    """Who won the roll for the sides, and chooses (TD-DEP-01)."""
    to_deploy: Player | None = None
    """Whose go it is where the players do not deploy at once (TD-DEP-04)."""
    turn: Count = 0
    round: Count = 0
    initiative: Player | None = None
    last_initiative: Player | None = None
    """Who had the initiative in the round before (TD-INI-02)."""
    batch: Batch | None = None
    quiet: Count = 0
    """Quiet turns in a row (TD-END-13)."""
    lost_in_turn: Count = 0
    draw_offer: Player | None = None
    result: Ending | None = None
    battle: Mapping[str, Any] | None = None
    """The document of a battle of somebody's own."""

    def has_anybody(self, player: Player) -> bool:
        """Whether a player has any living miniature."""
        return any(unit.player == player and unit.status not in GONE for unit in self.units.values())
