"""Scenery by hand: pieces, roads and fences (SPL-SET-05 to SPL-SET-09)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from app.boards import cells, squares
from app.boards.squares import Side, Square, Vertex
from app.engine.judging import Kept
from app.engine.refusal import Fact, Refusal
from app.engine.types import RuleId, Seat
from app.systems.splatball.book.kinds import Edge, PieceId, PieceKind, Segment
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.configurator.numbers import numbers
from app.systems.splatball.configurator.routes import fence_route, road_with_ways_out
from app.systems.splatball.muster.connection import connection_of, grid_of
from app.systems.splatball.park.field import id_number
from app.systems.splatball.park.ground import Ground, board_of, in_order, squares_of
from app.systems.splatball.park.zones import band, zone
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.actions import PlaceFence, PlacePiece, PlaceRoad
from app.systems.splatball.position.state import Piece, Position
from app.systems.splatball.score.story import Story

NOT_LAID: Final = RuleId("SPL-SET-05")
TOO_MUCH: Final = RuleId("SPL-SET-06")
IN_ZONE: Final = RuleId("SPL-SET-07")
NO_PLACE: Final = RuleId("SPL-SET-08")
NO_ROUTE: Final = RuleId("SPL-SET-09")
KINDS: Final[tuple[PieceKind, ...]] = ("hedge", "rocks", "playground", "tree", "phone", "fountain", "treehouse")
"""What is laid by hand (SPL-SET-05)."""
BEFORE_DEPLOYING: Final = frozenset({"army", "scenery", "roads", "fences"})
ENOUGH: Final = 1 << 20
KEPT: Final = 64


def next_piece(pieces: Iterable[PieceId]) -> PieceId:
    """The id of the next piece (SPL-CFG-06, SPL-DEP-10)."""
    return PieceId(f"p{max((id_number(name)[0] for name in pieces), default=0) + 1}")


def counts_as(ground: Ground, kind: PieceKind) -> int:
    """What a piece takes of the budget: a small one 1, a large one 4 (SPL-SET-06)."""
    return ground.rules.configurator.large_counts_as if ground.rules.terrain[kind].is_large else 1


class Laying:
    """Where pieces may be laid by hand on a ground, whose zones may be at these edges."""

    def __init__(self, ground: Ground, edges: tuple[Edge, ...]) -> None:
        rules, board = ground.rules, ground.board
        self.ground: Final = ground
        self.grid: Final = grid_of(ground.board)
        self._connection: Final = connection_of(ground)
        self._covered: Final = self.grid.bits(ground.piece_at)
        self._free: Final = self.grid.all & ~self._covered & ~self.grid.bits(ground.roads)
        self._bands: Final = self.grid.bits(at for edge in edges for at in band(rules, board, edge))
        zones = (self.grid.bits(zone(rules, board, edge, edges)) for edge in edges)
        spare = rules.constants.zone_free_min
        self._scarce: Final = tuple(
            (held, left) for held in zones if (left := (held & ~self._covered).bit_count() - spare) < FILLED_AT_MOST
        )
        """The zones that a piece could fill too much, and how many squares each can still lose."""

    def refusal(self, kind: PieceKind, at: Square, budget: int = ENOUGH, large_left: int = ENOUGH) -> Refusal | None:
        """The first rule that forbids a piece on a square: what may be laid at all (SPL-SET-05, SPL-SET-06), then where."""
        return self.kind_refusal(kind, budget, large_left) or self.place_refusal(kind, at)

    def kind_refusal(self, kind: PieceKind, budget: int = ENOUGH, large_left: int = ENOUGH) -> Refusal | None:
        """Whether a kind of piece may be laid now: one of those that are laid by hand, a single phone box, so many large ones
        (SPL-SET-05), none that counts more than is left of the budget (SPL-SET-06)."""
        if kind not in KINDS:
            return Refusal(NOT_LAID, {"terrain": kind})
        phones = self.ground.rules.configurator.max_phones
        if kind == "phone" and sum(piece.kind == kind for piece in self.ground.pieces.values()) >= phones:
            return Refusal(NOT_LAID, {"terrain": kind, "most": phones})
        if self.ground.rules.terrain[kind].is_large and large_left < 1:
            return Refusal(NOT_LAID, {"terrain": kind, "large_left": large_left})
        cost = counts_as(self.ground, kind)
        return Refusal(TOO_MUCH, {"cost": cost, "budget": budget}) if cost > budget else None

    def place_refusal(self, kind: PieceKind, at: Square) -> Refusal | None:
        """Whether it may lie there: nothing large in a zone (SPL-SET-07), wholly on the board, on free squares with no fence between them,
        parting nothing, and not filling a zone (SPL-SET-08)."""
        terrain = self.ground.rules.terrain[kind]
        filled = squares_of(Piece(PieceId(""), kind, at), self.ground.rules)
        taken = self.grid.bits(filled)
        facts: dict[str, Fact] = {"square": squares.name(at)} if min(at) >= 0 else {}
        if terrain.is_large and taken & self._bands:
            return Refusal(IN_ZONE, facts)
        lying = self._lying(filled, taken)
        if lying is not None:
            return Refusal(NO_PLACE, {**facts, **lying})
        if not (self._connection.is_whole if terrain.foot_may_enter else self._connection.stays(taken)):
            return Refusal(NO_PLACE, {**facts, "parted": True})
        if any((taken & held).bit_count() > left for held, left in self._scarce):
            return Refusal(NO_PLACE, {**facts, "zone_least": self.ground.rules.constants.zone_free_min})
        return None

    def _lying(self, filled: tuple[Square, ...], taken: int) -> dict[str, Fact] | None:
        """What keeps a piece from lying on these squares; ``None`` if nothing does."""
        if not taken & ~self._free and taken.bit_count() == len(filled):
            return {"fence": True} if self._has_fence_within(filled) else None
        piece = next((found for at in filled if (found := self.ground.piece_at.get(at)) is not None), None)
        if piece is not None:
            return {"blocker": piece.id}
        return {"road": True} if any(at in self.ground.roads for at in filled) else {"off_board": True}

    def _has_fence_within(self, filled: tuple[Square, ...]) -> bool:
        if len(filled) == 1 or not self.ground.fences:
            return False
        return any(side in self.ground.fences for side in _inner_sides(filled[0]))

    def places(self, kind: PieceKind) -> tuple[Square, ...]:
        """Every square, of a large piece the north-western one, where a kind of piece may be laid as far as its place goes, in row
        order."""
        terrain = self.ground.rules.terrain[kind]
        among = self._free
        if terrain.is_large:
            among = self.grid.of_blocks(self._free & ~self._bands)
        if terrain.foot_may_enter:
            found = among if self._connection.is_whole else 0
        else:
            close = self._connection.closable_blocks if terrain.is_large else self._connection.closable
            found = close(among)
        if not self._scarce and not (terrain.is_large and self.ground.fences):
            return tuple(self.grid.squares(found))
        return tuple(at for at in self.grid.squares(found) if self.place_refusal(kind, at) is None)


FILLED_AT_MOST: Final = 4
"""Squares that a piece fills at most."""


def _inner_sides(at: Square) -> tuple[Side, ...]:
    """The sides between the squares of a large piece."""
    x, y = at
    south_east = (x + 1, y + 1)
    return (
        squares.side(at, "E"),
        squares.side(at, "S"),
        squares.side(south_east, "N"),
        squares.side(south_east, "W"),
    )


laying_of: Final = Kept(Laying, KEPT)
"""Where pieces may be laid on a ground."""


def with_budgets(rules: Rules, position: Position) -> Position:
    """A position with what is left to lay by hand, where whoever made it has left that to be reckoned: the budgets of its board less what
    lies on it (SPL-SET-05, SPL-SET-06)."""
    if position.to_lay or rules.options.scenery != "alternate" or position.phase not in BEFORE_DEPLOYING:
        return position
    board, options = position.board, rules.options
    whole = numbers(rules, board_of(board, rules), board.edges, options.objectives_per_player, options.scenery_amount)
    large = sum(rules.terrain[piece.kind].is_large for piece in position.pieces.values())
    laid = rules.configurator.large_counts_as * large + len(position.pieces) - large
    roads = len(cells.runs(board.roads, lambda one, other: squares.distance(one, other, diagonals=False) <= 1))
    fences = len(cells.runs(board.fences, lambda one, other: bool({*one} & {*other})))
    left = {
        "elements": whole.elements - laid,
        "large": whole.large - large,
        "roads": whole.roads - roads,
        "fences": whole.fences - fences,
    }
    return replace(position, to_lay={name: max(0, count) for name, count in left.items()})


def judge_piece(position: Position, ground: Ground, action: PlacePiece) -> Refusal | None:
    """Whether a piece may be laid by hand now (SPL-SET-05, SPL-SET-06, SPL-SET-07, SPL-SET-08)."""
    left = position.to_lay
    laying = laying_of(ground, position.board.edges)
    return laying.refusal(action.kind, action.at, left.get("elements", 0), left.get("large", 0))


def judge_road(ground: Ground, action: PlaceRoad) -> Refusal | tuple[Square, ...]:
    """The squares of a road between two ends with the ways out from both; refused if the ends are one, or no road leads from one to the
    other (SPL-SET-09)."""
    found = None if action.start == action.end else road_with_ways_out(ground, action.start, action.end)
    return Refusal(NO_ROUTE, _ends(action.start, action.end)) if found is None else found


def judge_fence(ground: Ground, action: PlaceFence) -> Refusal | tuple[Segment, ...]:
    """The segments of a fence between two vertices; refused where the ends are one or no fence may stand between them (SPL-SET-09)."""
    found = fence_route(ground, action.start, action.end)
    if found is None:
        return Refusal(NO_ROUTE, _ends(action.start, action.end))
    return tuple(in_order((one, other)) for one, other in pairwise(found))


def _ends(start: Vertex, end: Vertex) -> dict[str, Fact]:
    return {"span": abs(start[0] - end[0]) + abs(start[1] - end[1])}


# ----------------------------------------------------------------------------------------------------------------- what follows


def place_piece(story: Story, seat: Seat, action: PlacePiece) -> None:
    """A piece is laid."""
    story.add(es.PiecePlaced(seat, Piece(next_piece(story.position.pieces), action.kind, action.at)))


def place_road(story: Story, seat: Seat, road: tuple[Square, ...]) -> None:
    """A road is there."""
    story.add(es.RoadPlaced(seat, road))


def place_fence(story: Story, seat: Seat, fence: tuple[Segment, ...]) -> None:
    """A fence is there."""
    story.add(es.FencePlaced(seat, fence))
