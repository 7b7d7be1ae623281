"""What questions about space are asked with: bodies, points, tables and terrain, in centimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final

import msgspec

from app.boards import convex
from app.boards.measured import Table
from app.boards.plane import Point, Polygon, polygon
from app.engine.asking import As
from app.engine.play import decode
from app.engine.refusal import InvalidInput
from app.systems.tierras_distantes.book.kinds import GroundKind
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.space.land import Block, Body, Land

MOST_BODIES: Final = 80
MOST_PIECES: Final = 200
MOST_CORNERS: Final = 12

Size = Annotated[float, msgspec.Meta(gt=0, le=100)]
Extent = Annotated[float, msgspec.Meta(gt=0, le=300)]
"""A side of a table, or of a piece to be placed: a little more than any table has (TD-BRD-01)."""
Radius = Annotated[float, msgspec.Meta(ge=0, le=1000)]
PointCm = tuple[ask.Cm, ask.Cm]
PlaceCm = tuple[ask.Cm, ask.Cm, ask.Cm]
BoxCm = tuple[ask.Cm, ask.Cm, ask.Cm, ask.Cm]
FootprintCm = Annotated[tuple[float | tuple[float, float], ...], msgspec.Meta(min_length=3, max_length=MOST_CORNERS)]
"""``[x0, y0, x1, y1]``, or corners; ``shape`` looks at the numbers. msgspec 0.22 crashes on a number with bounds beside a tuple of fixed length."""


class PointGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point: in plan, and how high."""

    x: ask.Cm
    y: ask.Cm
    z: ask.Cm = 0


class BodyGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A miniature where it stands."""

    x: ask.Cm
    y: ask.Cm
    z: ask.Cm = 0
    height: Size = 3
    radius: Radius = 1.25


class NamedBody(BodyGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A miniature that may have an id."""

    id: ask.Name


class OtherGiven(BodyGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A body in play besides those that are asked about."""

    enemy: bool = False


class PieceGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of terrain."""

    id: ask.Name = ""
    type: GroundKind
    footprint: FootprintCm
    z0: ask.Cm = 0
    z1: ask.Cm = 0


def body(given: BodyGiven, path: str, name: str = "") -> Body:
    """A body as it is judged."""
    values = (ask.nm(getattr(given, field), f"{path}.{field}") for field in ("x", "y", "z", "radius", "height"))
    return Body(name, *values)


def bodies(given: Iterable[BodyGiven], path: str) -> tuple[Body, ...]:
    """Bodies named by their places in the list."""
    return tuple(body(each, f"{path}[{number}]", str(number)) for number, each in enumerate(given))


def shape(footprint: Sequence[Any], path: str) -> Polygon:
    """A footprint: an upright rectangle, or the corners of a convex polygon, counter-clockwise (TD-TER-05)."""
    form: Any = BoxCm if len(footprint) == 4 and not isinstance(footprint[0], tuple) else tuple[PointCm, ...]
    given = decode(form, footprint, path)
    if form is BoxCm:
        found = corners(tuple(ask.nm(each, f"{path}[{number}]") for number, each in enumerate(given)))
    else:
        found = tuple(point(each, f"{path}[{number}]") for number, each in enumerate(given))
    if not convex.is_convex(found):
        raise InvalidInput.at(path, "a convex polygon, its corners counter-clockwise", footprint)
    return polygon(found)


def point(given: PointCm, path: str) -> Point:
    """A point in plan."""
    return (ask.nm(given[0], f"{path}[0]"), ask.nm(given[1], f"{path}[1]"))


def _land(rules: Rules, pieces: Iterable[PieceGiven], path: str) -> Land:
    return Land.of(_block(rules, piece, f"{path}[{number}]") for number, piece in enumerate(pieces))


def _block(rules: Rules, piece: PieceGiven, path: str) -> Block:
    z0, z1 = ask.nm(piece.z0, f"{path}.z0"), ask.nm(piece.z1, f"{path}.z1")
    if z1 < z0:
        raise InvalidInput.at(f"{path}.z1", "a top that is not below the bottom", piece.z1)
    return Block(piece.id, rules.ground[piece.type], shape(piece.footprint, f"{path}.footprint"), z0, z1)


Pieces = Annotated[tuple[PieceGiven, ...], msgspec.Meta(max_length=MOST_PIECES)]
Terrain = Annotated[Land, As(Pieces, _land, ())]
"""Pieces of terrain, none where they are left out; land for who answers."""
Board = Annotated[
    Table,
    As(tuple[Extent, Extent], lambda rules, size, path: Table(*point(size, path))),
]
"""A table, by its width and height."""
ABody = Annotated[Body, As(BodyGiven, lambda rules, given, path: body(given, path))]
APoint = Annotated[
    Body,
    As(
        PointGiven,
        lambda rules, given, path: body(BodyGiven(x=given.x, y=given.y, z=given.z, radius=0), path)._replace(height=0),
    ),
]
"""A point, as something to be measured to."""
Bodies = Annotated[
    tuple[Body, ...],
    As(
        Annotated[tuple[BodyGiven, ...], msgspec.Meta(max_length=MOST_BODIES)],
        lambda rules, given, path: bodies(given, path),
        (),
    ),
]
Others = Annotated[tuple[OtherGiven, ...], msgspec.Meta(max_length=MOST_BODIES)]


def enemies(others: Iterable[OtherGiven], found: Iterable[Body]) -> tuple[Body, ...]:
    """Those of others that are enemies."""
    return tuple(each for given, each in zip(others, found, strict=True) if given.enemy)
