"""Terrain as it stands in space: what is over and under a point, what one stands on, what is in one's way.

Heights are measured from the table top (TD-BRD-04). Lengths are whole nanometres, as all that follows from them (TD-GEN-07).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards import plane
from app.boards.measured import Table
from app.boards.plane import Point, Polygon
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, GroundKind
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Ground, Quality, Rules
from app.systems.tierras_distantes.position.state import Board, Unit

PER_CENT: Final = 100


class Body(NamedTuple):
    """A miniature: an upright cylinder (TD-GEN-06). The centre of its base, the height of its feet, its radius and its height."""

    id: str
    x: int
    y: int
    z: int
    radius: int
    height: int

    @property
    def at(self) -> Point:
        """The centre of its base in plan."""
        return (self.x, self.y)

    @property
    def head(self) -> int:
        """Its top, where its eye is (TD-SEE-03)."""
        return self.z + self.height


class Block(NamedTuple):
    """A piece of terrain between its bottom and its top, with the row of its kind (TD-TER-05)."""

    id: str
    ground: Ground
    shape: Polygon
    z0: int
    z1: int

    def covers(self, at: Point) -> bool:
        """Whether a point is in its closed footprint: inside, or on an edge."""
        shape = self.shape
        if not (shape.west <= at[0] <= shape.east and shape.south <= at[1] <= shape.north):
            return False
        return all((bx - ax) * (at[1] - ay) >= (by - ay) * (at[0] - ax) for ax, ay, bx, by in shape.sides)

    def is_obstacle(self, body: Body, z: int, step: int) -> bool:
        """Whether it is in the way of a body with its feet at ``z``: too high to step on, and below its head (TD-MOV-07)."""
        return self.ground.solid and self.z1 > z + step and self.z0 < z + body.height


class Land(NamedTuple):
    """The pieces on a table, in their order; those that one may meet by what they do; and all with their boxes: west, south, east, north."""

    blocks: tuple[Block, ...]
    solids: tuple[Block, ...]
    soft: tuple[Block, ...]
    shelters: tuple[Block, ...]
    boxes: tuple[tuple[int, int, int, int, Block], ...]

    @classmethod
    def of(cls, blocks: Iterable[Block]) -> Land:
        """The land that these pieces make."""
        every = tuple(blocks)
        return cls(
            every,
            solids=tuple(block for block in every if block.ground.solid),
            soft=tuple(block for block in every if block.ground.soft),
            shelters=tuple(block for block in every if block.ground.flat and block.ground.inside_cover),
            boxes=tuple(
                (shape.west, shape.south, shape.east, shape.north, block) for block in every for shape in (block.shape,)
            ),
        )

    def at(self, point: Point) -> list[Block]:
        """The pieces whose closed footprints hold a point, in order."""
        return [block for block in self.blocks if block.covers(point)]

    def near(self, a: Point, b: Point, margin: int) -> list[Block]:
        """The pieces whose boxes are at most a margin from the box of the line a-b, in order."""
        west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        south, north = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        west, east, south, north = west - margin, east + margin, south - margin, north + margin
        return [
            block
            for from_x, from_y, to_x, to_y, block in self.boxes
            if from_x <= east and to_x >= west and from_y <= north and to_y >= south
        ]


def step_of(rules: Rules, body: Body) -> int:
    """How far a miniature steps up or down: half its height (TD-MOV-05)."""
    return body.height * rules.constants.step_pct // PER_CENT


def surface(tops: Iterable[Block], z: int, step: int) -> int:
    """The highest that one with the feet at ``z`` can step on, of the table and the solid pieces found there."""
    return max((block.z1 for block in tops if block.ground.solid and block.z1 <= z + step), default=0)


def is_standing_ground(blocks: Iterable[Block], z: int) -> bool:
    """Whether one may stay on a surface: the table, or the top of a piece that can be stood on (TD-MOV-12)."""
    return z == 0 or any(block.ground.solid and block.ground.stand and block.z1 == z for block in blocks)


def impassable(blocks: Iterable[Block], z: int) -> Block | None:
    """The piece of impassable ground that one with the feet at ``z`` would be in (TD-MOV-10)."""
    return next((block for block in blocks if block.ground.impassable and block.z0 == z), None)


def overlaps_in_height(one: Body, two: Body) -> bool:
    """Whether two bodies share more than a height at which they touch."""
    return one.z < two.z + two.height and two.z < one.z + one.height


def overlap(one: Body, two: Body) -> bool:
    """Whether two bodies overlap; touching is no overlap (TD-MOV-13)."""
    reach = one.radius + two.radius
    return (one.x - two.x) ** 2 + (one.y - two.y) ** 2 < reach * reach and overlaps_in_height(one, two)


def overlapped(body: Body, others: Iterable[Body]) -> Body | None:
    """The first of others that a body overlaps (TD-MOV-13)."""
    return next((other for other in others if overlap(body, other)), None)


# ---------------------------------------------------------------------------------------------------- from a position


@lru_cache(maxsize=4096)
def _shape(footprint: tuple[Point, ...]) -> Polygon:
    return plane.polygon(tuple((x * NM_PER_MM, y * NM_PER_MM) for x, y in footprint))


def land_of(ground: Mapping[GroundKind, Ground], pieces: Sequence[Piece]) -> Land:
    """The land of a position."""
    return Land.of(
        Block(piece.id, ground[piece.kind], _shape(piece.footprint), piece.z0_mm * NM_PER_MM, piece.z1_mm * NM_PER_MM)
        for piece in pieces
    )


def table_of(board: Board) -> Table:
    """The table of a position, in nanometres."""
    return Table(board.width_mm * NM_PER_MM, board.height_mm * NM_PER_MM)


def body_of(qualities: Mapping[str, Quality], unit: Unit) -> Body:
    """A miniature in play. Raises ``ValueError`` for one that stands nowhere."""
    if unit.x_mm is None or unit.y_mm is None or unit.z_mm is None:
        raise ValueError(f"{unit.id} is not in play")
    return body_at(qualities[unit.quality], unit.id, (unit.x_mm, unit.y_mm, unit.z_mm))


def body_at(quality: Quality, name: str, place_mm: tuple[int, int, int]) -> Body:
    """A miniature of a quality as it stands at a place."""
    x, y, z = place_mm
    return Body(name, x * NM_PER_MM, y * NM_PER_MM, z * NM_PER_MM, quality.radius_nm, quality.height_nm)
