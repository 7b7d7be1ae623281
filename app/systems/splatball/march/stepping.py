"""The one judge of a step: what forbids it, what it costs, what it crosses, what stops it (sections 4 to 6 of the rules).

A ``Passage`` is the ground with the units on it as somebody on the way meets them: what a vehicle has driven over is no longer there,
and it is in nobody's way itself. A ``Walker`` takes steps in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from app.boards import squares
from app.boards.squares import Square
from app.engine.refusal import Fact
from app.engine.types import RuleId, Seat, UnitId
from app.systems.splatball.book.kinds import PieceId, Segment
from app.systems.splatball.book.tables import Rules, UnitType
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import side_towards
from app.systems.splatball.position.state import Piece

NOT_NEXT: Final = RuleId("SPL-MOVE-06")
OFF_BOARD: Final = RuleId("SPL-MOVE-07")
OCCUPIED: Final = RuleId("SPL-MOVE-08")
SQUEEZED: Final = RuleId("SPL-MOVE-09")
FENCE_ENDS: Final = RuleId("SPL-FEN-04")
BY_HQ: Final = RuleId("SPL-HQ-02")
BY_PIECE: Final = RuleId("SPL-TER-01")
BY_FENCE: Final = RuleId("SPL-FEN-02")
BY_ROAD: Final = RuleId("SPL-ROAD-02")
ALONG_ROAD: Final = RuleId("SPL-ROAD-03")
NO_VEHICLE: Final = RuleId("SPL-HQ-04")
TOO_LARGE: Final = RuleId("SPL-VEH-08")
MARKED: Final = RuleId("SPL-VEH-07")
OWNERS_ONLY: Final = RuleId("SPL-HQ-03")
NOT_ON_FOOT: Final[Mapping[str, RuleId]] = MappingProxyType(
    {
        "tree": RuleId("SPL-TER-05"),
        "ammo": RuleId("SPL-TER-06"),
        "phone": RuleId("SPL-TER-07"),
        "fountain": RuleId("SPL-TER-08"),
        "treehouse": RuleId("SPL-TER-09"),
        "hq": OWNERS_ONLY,
    }
)
"""The rule that keeps foot units out of a kind of piece; the others they walk through (SPL-TER-02, SPL-TER-03, SPL-TER-04)."""
NOT_BY_VEHICLE: Final[Mapping[str, RuleId]] = MappingProxyType(
    {
        "badger": RuleId("SPL-VEH-10"),
        "armadillo": RuleId("SPL-VEH-11"),
        "marmot": RuleId("SPL-VEH-12"),
        "cart": RuleId("SPL-VEH-13"),
    }
)
"""The rule that says what a vehicle drives over."""
FENCE: Final = "fence"


def barred(rules: Rules, kind: UnitType, seat: Seat, piece: Piece) -> RuleId | None:
    """The rule that keeps a unit of a kind and a seat out of the square of a piece (SPL-GEO-10); ``None`` where it may enter. On foot it
    is the piece's own, and a headquarters, the house of one player (SPL-HQ-01), takes its owner's foot units alone (SPL-HQ-03). No
    vehicle enters a headquarters (SPL-HQ-04), drives over a large piece (SPL-VEH-08) or one that bears a marker (SPL-VEH-07,
    SPL-OBJ-09), nor over
    what its entry leaves out."""
    terrain = rules.terrain[piece.kind]
    if kind.is_foot:
        return None if terrain.foot_may_enter or Field.is_own_hq(seat, piece) else NOT_ON_FOOT[piece.kind]
    if piece.kind == "hq":
        return NO_VEHICLE
    if terrain.is_large:
        return TOO_LARGE
    if piece.objective is not None:
        return MARKED
    return None if piece.kind in kind.crosses else NOT_BY_VEHICLE[kind.id]


class Passage:
    """The ground and the units as somebody on the way meets them.

    ``flat``     pieces that were driven over
    ``fences``   the segments that stand
    ``taken``    squares that passengers have got off onto
    ``walking``  who is on the way, and so in nobody's way
    """

    def __init__(self, field: Field, walking: UnitId | None = None) -> None:
        self.field: Final = field
        self.walking: Final = walking
        self.flat: Final[set[PieceId]] = set()
        self.taken: Final[dict[Square, UnitId]] = {}
        self.fences: frozenset[Segment] = field.ground.fences

    def piece_at(self, at: Square) -> Piece | None:
        """The piece on a square."""
        piece = self.field.ground.piece_at.get(at)
        return None if piece is None or piece.id in self.flat else piece

    def unit_at(self, at: Square) -> UnitId | None:
        """Who stands on a square."""
        unit = self.field.unit_at.get(at)
        return self.taken.get(at) if unit is None or unit.id == self.walking else unit.id

    def crossed(self, at: Square, to: Square) -> Segment | None:
        """The segment that a straight step crosses."""
        if not self.field.ground.fences_at(at) or (at[0] != to[0] and at[1] != to[1]):
            return None
        side = squares.side(at, side_towards(at, to))
        return side if side in self.fences else None

    def parts_fence(self, at: Square, to: Square) -> bool:
        """Whether a fence bars a diagonal step: each of the two ways round has a segment (SPL-FEN-04). If one is free, the step passes the
        fence's end. (Every side of the two ways is one of either square.)"""
        ground = self.field.ground
        if not ground.fences_at(at) and not ground.fences_at(to):
            return False
        return all(any(side in self.fences for side in way.sides) for way in squares.ways_round(at, to))


class Stop(NamedTuple):
    """What ends a move on a square: the rule, and the piece that was come into contact with."""

    rule: RuleId
    piece: PieceId | None = None


class Stride(NamedTuple):
    """A step that may be taken: the square entered, what it costs, what is driven over, what stops the unit there."""

    to: Square
    cost: int
    piece: PieceId | None
    fence: Segment | None
    stop: Stop | None


class Walker:
    """A unit of a kind and a seat in a passage. Foot steps are the legal foot steps of SPL-GEO-08, with units in the way."""

    def __init__(self, passage: Passage, kind: UnitType, seat: Seat) -> None:
        field = passage.field
        self.passage: Final = passage
        self.kind: Final = kind
        self.seat: Final = seat
        self.is_foot: Final = kind.is_foot
        self._rules: Final = field.rules
        self._ground: Final = field.ground
        self._diagonals: Final = field.rules.options.diagonals
        self._stoppers: Final = frozenset(
            name
            for name, terrain in field.rules.terrain.items()
            if (terrain.stops_foot if self.is_foot else kind.id in terrain.stops)
        )

    # -- may it

    def refusing(self, at: Square, to: Square) -> RuleId | None:
        """The first rule that forbids a step, what stopped the unit and the squares it has left apart: a neighbouring square
        (SPL-MOVE-06) of the board (SPL-MOVE-07) without another unit, friend or enemy, which hinders in no other way (SPL-MOVE-08,
        SPL-MOVE-13), without a piece that it may not enter; a corner neither squeezed through (SPL-MOVE-09) nor across a fence
        (SPL-FEN-04); straight across a fence goes anybody but a cart (SPL-FEN-03, SPL-VEH-13). Vehicles step as foot units do
        (SPL-VEH-04)."""
        if squares.distance(at, to, diagonals=self._diagonals) != 1:
            return NOT_NEXT
        if to not in self._ground.squares:
            return OFF_BOARD
        if self.passage.unit_at(to) is not None:
            return OCCUPIED
        return self._bars(to) or self._between(at, to)

    def _bars(self, to: Square) -> RuleId | None:
        piece = self.passage.piece_at(to)
        return None if piece is None else barred(self._rules, self.kind, self.seat, piece)

    def _between(self, at: Square, to: Square) -> RuleId | None:
        if at[0] != to[0] and at[1] != to[1]:
            if self.is_squeezed(at, to):
                return SQUEEZED
            return FENCE_ENDS if self.passage.parts_fence(at, to) else None
        if self.is_foot or FENCE in self.kind.crosses or self.passage.crossed(at, to) is None:
            return None
        return NOT_BY_VEHICLE[self.kind.id]

    def is_squeezed(self, at: Square, to: Square) -> bool:
        """Whether both squares beside a diagonal step hold another unit, or a piece that this unit may not enter; a square off the board
        is not in the way (SPL-MOVE-09)."""
        return self._is_obstructed((to[0], at[1])) and self._is_obstructed((at[0], to[1]))

    def _is_obstructed(self, at: Square) -> bool:
        return self.passage.unit_at(at) is not None or self._bars(at) is not None

    # -- what it comes to

    def stride(self, at: Square, to: Square) -> Stride:
        """A legal step: on foot it costs 1 (SPL-MOVE-04), a vehicle 1 (SPL-VEH-04) and more for a piece or a segment that it drives over
        (SPL-VEH-05, SPL-VEH-06)."""
        stop = self.stop(at, to)
        if self.is_foot:
            return Stride(to, 1, None, None, stop)
        piece, fence = self.passage.piece_at(to), self.passage.crossed(at, to)
        cost, terrain = 1, self._rules.terrain
        if piece is not None:
            cost += terrain[piece.kind].extra_cost
        if fence is not None:
            cost += terrain[FENCE].extra_cost
        return Stride(to, cost, None if piece is None else piece.id, fence, stop)

    def take(self, stride: Stride) -> None:
        """The step is taken: what is driven over is there no more (SPL-VEH-09)."""
        if stride.piece is not None:
            self.passage.flat.add(stride.piece)
        if stride.fence is not None:
            self.passage.fences -= {stride.fence}

    def stop(self, at: Square, to: Square) -> Stop | None:
        """What ends the move on the square of a step: of several rules the first of SPL-HQ-02, SPL-TER-01, SPL-FEN-02, SPL-ROAD-02 or
        SPL-ROAD-03. What stops a vehicle it never drives over, so that nothing it has flattened counts here."""
        found = self._stopped_by_piece(at, to)
        if found is not None:
            return found
        if self._meets_fence(at, to):
            return Stop(BY_FENCE)
        roads = self._ground.roads
        if self.is_foot and to in roads:  # vehicles are never stopped by roads (SPL-ROAD-04)
            return Stop(ALONG_ROAD if at in roads else BY_ROAD)
        return None

    def _stopped_by_piece(self, at: Square, to: Square) -> Stop | None:
        """Contact with a piece that stops this unit, when before it was in contact neither with it nor with its run (SPL-TER-01, SPL-HQ-02,
        SPL-GEO-05); whoever stands in a piece is in contact with it and goes out freely (SPL-TER-10)."""
        found = None
        for piece in self._ground.contacts(to):
            if piece.kind in self._stoppers and not self._knows(at, piece):
                if piece.kind == "hq":
                    return Stop(BY_HQ, piece.id)
                found = found or Stop(BY_PIECE, piece.id)
        return found

    def _knows(self, at: Square, piece: Piece) -> bool:
        before = self._ground.contacts(at)
        if any(other is piece for other in before):
            return True
        return any(
            other.kind == piece.kind and self._ground.run_of(other.id) == self._ground.run_of(piece.id)
            for other in before
        )

    def _meets_fence(self, at: Square, to: Square) -> bool:
        """Whether a foot unit or a cart comes into contact with a fence of which it was in contact with no segment (SPL-FEN-01,
        SPL-FEN-02)."""
        met = self._ground.fences_at(to)
        if not met or FENCE not in self._stoppers:
            return False
        runs = self._ground.fence_run_of
        known = {runs[segment] for segment in self._ground.fences_at(at)}
        return any(runs[segment] not in known for segment in met)

    # -- told

    def facts(self, rule: RuleId, to: Square) -> dict[str, Fact]:
        """What a sentence about a refused step can say: the square, who or which piece is in the way."""
        found: dict[str, Fact] = {"square": squares.name(to)} if min(to) >= 0 else {}
        piece = self.passage.piece_at(to)
        if rule == OCCUPIED:
            found["blocker"] = self.passage.unit_at(to)
        elif piece is not None and rule == self._bars(to):
            found["piece"] = piece.id
        return found
