"""Terrain in a battle in the making: what a new piece is like, by its kind and by what it is put on (TD-TER-05, TD-TER-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from msgspec.structs import replace

from app.boards import convex, plane
from app.boards.laid import Laid, turns
from app.boards.plane import Point
from app.engine.refusal import InvalidInput
from app.engine.workshop.base import Made
from app.engine.workshop.land import unused
from app.systems.tierras_distantes.book.kinds import GroundKind
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Ground, Rules, Template
from app.systems.tierras_distantes.workshop.document import (
    MOST_PIECES,
    MOST_POOL,
    Battle,
    PartRow,
    PieceRow,
    PoolRow,
    ids_of,
)

STEP_DEG: Final = 15
TURNS: Final = turns(STEP_DEG)
TIER_MM: Final = 10
"""How much higher a tier stands that is put on a tier."""
FLOOR_MM: Final = 5
"""How thick a walkway is."""
OCTAGON: Final[tuple[Point, ...]] = (
    (-40, -70), (40, -70), (80, -30), (80, 30), (40, 70), (-40, 70), (-80, 30), (-80, -30),
)  # fmt: skip
BOULDER: Final[tuple[Point, ...]] = ((-60, -10), (-10, -50), (50, -30), (60, 20), (0, 50))
KINDS: Final[Mapping[str, GroundKind]] = {kind: kind for kind in get_args(GroundKind)}
"""Every kind, by its name."""
SIZES: Final[Mapping[GroundKind, tuple[int, int]]] = {
    "hill": (240, 200),
    "wall": (160, 10),
    "barricade": (120, 10),
    "building": (180, 140),
    "container": (120, 60),
    "platform": (180, 40),
    "swamp": (240, 200),
    "rubble": (260, 200),
    "trench": (240, 60),
    "woods": (240, 200),
    "water": (200, 160),
}
TIER: Final = (140, 100)
"""The plan of a tier that is put on a hill."""


def shape_of(kind: GroundKind, size: tuple[int, int] | None = None) -> tuple[Point, ...]:
    """The outline of a new piece about its middle, unless it is drawn."""
    if kind == "crater":
        return OCTAGON
    if kind == "rock":
        return BOULDER
    width, height = size or SIZES[kind]
    return corners((-width // 2, -height // 2, width - width // 2, height - height // 2))


def around(points: Sequence[Point]) -> tuple[Point, ...]:
    """The same corners counter-clockwise, as footprints are told."""
    return tuple(points) if convex.twice_area(points) >= 0 else tuple(points)[::-1]


def turned_at(points: tuple[Point, ...], at: Point, turn_deg: int) -> tuple[Point, ...]:
    """An outline about its own origin, turned and put at a place."""
    found = Laid(points).turned(turn_deg // STEP_DEG, TURNS, (0, 0))
    assert found is not None
    return found.moved(*at).points


def put(rules: Rules, battle: Battle, kind: GroundKind, footprint: tuple[Point, ...]) -> Made[Battle]:
    """A new piece, lying on whatever is highest under its middle: a part of that feature, on its top, a tier on a tier a step higher; else on
    the table, where it counts towards the third."""
    name, under = new_id(battle, kind), None if kind == "platform" else below(battle, footprint)
    if under is not None and rules.ground[kind].soft and rules.ground[under.kind].soft:
        under = None
    bottom, top = _heights(rules, kind, under)
    row = PieceRow(
        id=name,
        kind=kind,
        feature=name if under is None else under.feature,
        footprint=around(footprint),
        z0=bottom,
        z1=top,
        base=under is None and bottom == 0,
    )
    return Made(with_new(battle, row), name)


def below(battle: Battle, footprint: tuple[Point, ...], *, bases_only: bool = False) -> PieceRow | None:
    """The highest piece under the middle of a footprint, of equal ones the last; ``None``: there is nothing but the table."""
    middle = Laid(footprint).middle
    found = [
        (row.z1, number)
        for number, row in enumerate(battle.terrain)
        if (row.base or not bases_only)
        and convex.is_convex(row.footprint)
        and plane.contains(plane.polygon(row.footprint), middle)
    ]
    return battle.terrain[max(found)[1]] if found else None


def _heights(rules: Rules, kind: GroundKind, under: PieceRow | None) -> tuple[int, int]:
    """Bottom and top of a new piece on what is below it."""
    ground = rules.ground[kind]
    if kind == "platform":
        return max(0, ground.usual_mm - FLOOR_MM), ground.usual_mm
    if under is None:
        return 0, ground.usual_mm
    if kind == under.kind == "hill":
        return 0, under.z1 + TIER_MM
    floor = under.z1 if rules.ground[under.kind].solid else under.z0
    return heights_for(ground, floor, floor + ground.usual_mm)


def heights_for(ground: Ground, bottom: int, top: int) -> tuple[int, int]:
    """Heights that go with a kind: flat ground has one, woods stand on the table, all else rises (TD-TER-05)."""
    if ground.flat:
        return bottom, bottom
    return 0 if ground.soft else bottom, top if top > bottom else bottom + max(TIER_MM, ground.usual_mm)


def put_feature(rules: Rules, battle: Battle, template: str, at: Point, turn_deg: int) -> Made[Battle]:
    """A ready-made feature of the terrain generator, its pieces turned together."""
    found = template_of(rules, template)
    first = None
    for piece in found.pieces:
        name = new_id(battle, piece.kind)
        first = first or name
        footprint = turned_at(corners(piece.box), at, turn_deg)
        row = PieceRow(id=name, kind=piece.kind, feature=first, footprint=footprint, z0=0, z1=piece.z1, base=piece.base)
        battle = with_new(battle, row)
    return Made(battle, first)


def template_of(rules: Rules, name: str) -> Template:
    """A ready-made feature. Raises ``InvalidInput`` for one that the generator does not have."""
    known = {each.id: each for each in rules.generator.templates.values()}
    if name not in known:
        raise InvalidInput.at("tool", "a tool of this battle", name)
    return known[name]


def with_new(battle: Battle, row: PieceRow) -> Battle:
    """The battle with one more piece. Raises ``InvalidInput`` where there are too many."""
    if len(battle.terrain) >= MOST_PIECES:
        raise InvalidInput.at("tool", f"at most {MOST_PIECES} pieces", "one more")
    return replace(battle, terrain=(*battle.terrain, row))


def new_id(battle: Battle, stem: str) -> str:
    """A name that no piece and no objective has: ``hill-2``."""
    return unused(ids_of(battle), lambda number: f"{stem}-{number}")


# ------------------------------------------------------------------------------------------------------------------ the pool


def new_in_pool(rules: Rules, battle: Battle, kind: GroundKind) -> Made[Battle]:
    """A new piece that the players place (TD-TER-04)."""
    row = PoolRow(id=new_id(battle, kind), kind=kind, size=plan_of(kind), z1=rules.ground[kind].usual_mm)
    return and_pooled(battle, row)


def stacked(rules: Rules, battle: Battle, template: str) -> Made[Battle]:
    """A ready-made feature as one piece of the pool: what lies lowest, with the rest stacked on it (TD-TER-04)."""
    first, *rest = template_of(rules, template).pieces
    if any(each.base for each in rest):
        raise InvalidInput.at("tool", "a feature that is stacked on one piece", template)
    west, south, east, north = first.box
    parts = tuple(
        PartRow(kind=each.kind, box=(x0 - west, y0 - south, x1 - west, y1 - south), z1=each.z1)
        for each in rest
        for x0, y0, x1, y1 in (each.box,)
    )
    plan = (east - west, north - south)
    row = PoolRow(id=new_id(battle, first.kind), kind=first.kind, size=plan, z1=first.z1, parts=parts)
    return and_pooled(battle, row)


def and_pooled(battle: Battle, row: PoolRow) -> Made[Battle]:
    """The battle with one more piece of the pool. Raises ``InvalidInput`` where there are too many."""
    if len(battle.pool) >= MOST_POOL:
        raise InvalidInput.at("tool", f"at most {MOST_POOL} pieces of the pool", "one more")
    return Made(replace(battle, pool=(*battle.pool, row)), row.id)


POOLED: Final = {name: kind for name, kind in KINDS.items() if kind != "platform"}
"""Kinds that lie on the ground by themselves, as pieces of a pool do."""


def plan_of(kind: GroundKind) -> tuple[int, int]:
    """The plan of a new piece of a kind."""
    xs, ys = zip(*shape_of(kind), strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)
