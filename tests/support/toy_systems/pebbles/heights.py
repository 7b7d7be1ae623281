"""The quarry, a table of Pebbles with heights: how high somebody stands, what they cling to, a throw seen from its side. The rules of
Pebbles know nothing of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from app.boards.convex import part_inside
from app.boards.plane import polygon
from app.engine.scene import Area, Disc, Polygon, Tone
from app.engine.telling import Cut, Overlay, SideView, Sight, Spot
from app.engine.types import Text
from tests.support.toy_systems.pebbles import values as v

Say = Callable[..., Text]
WIDTH_MM = 700
"""A table so wide is the quarry."""
TALL_MM = 30
GRASP_MM = 22
"""So near to the face of the tower one clings to it."""
HALFWAY_MM = 35
PIECES = (
    ("terrace", "hill", "terrain", (60, 180, 260, 340), 0, 20),
    ("tower", "wall", "terrain", (120, 230, 200, 310), 0, 50),
    ("knoll", "hill", "terrain", (520, 350, 680, 470), 0, 30),
    ("copse", "wood", "terrain", (330, 230, 430, 330), 0, 60),
    ("bridge", "bridge", "overhead", (240, 60, 340, 140), 50, 60),
)


def land(position: v.Position, say: Say) -> tuple[Area, ...]:
    """What rises from the table; nothing but in the quarry."""
    if position.width_mm != WIDTH_MM:
        return ()
    return tuple(
        Area(name, kind, _box(*corners), say(name), layer=layer, bottom=bottom, top=top, soft=kind == "wood")  # type: ignore[arg-type]
        for name, kind, layer, corners, bottom, top in PIECES
    )


def feet(position: v.Position, x: int, y: int) -> int:
    """How high somebody stands: on the highest piece below them, or halfway up the tower."""
    if position.width_mm != WIDTH_MM:
        return 0
    tops = [top for _, kind, layer, (x0, y0, x1, y1), _, top in PIECES if kind != "wood" and layer != "overhead" and x0 <= x <= x1 and y0 <= y <= y1]  # fmt: skip
    return HALFWAY_MM if holds(position, x, y) else max(tops, default=0)


def holds(position: v.Position, x: int, y: int) -> str | None:
    """What somebody clings to: the tower, from beside it."""
    _, _, _, (x0, y0, x1, y1), _, _ = PIECES[1]
    away = math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
    return "tower" if position.width_mm == WIDTH_MM and 0 < away <= GRASP_MM else None


def side(position: v.Position, viewer: v.Unit, target: v.Unit, say: Say) -> SideView | None:
    """A throw in the quarry, seen from its side."""
    if position.width_mm != WIDTH_MM:
        return None
    below, above = (feet(position, each.x_mm, each.y_mm) for each in (target, viewer))
    cuts = tuple(_cuts(viewer, target, say))
    hidden = max((min(cut.top, below + TALL_MM) for cut in cuts if cut.hides and cut.top > below), default=below)
    return SideView(
        viewer=viewer.id,
        target=target.id,
        length=math.dist((viewer.x_mm, viewer.y_mm), (target.x_mm, target.y_mm)),
        eye=above + TALL_MM,
        ground=0,
        feet=below,
        head=below + TALL_MM,
        words=say("half_hidden" if hidden > below else "in_the_open"),
        tone="warn" if hidden > below else "good",
        hidden=((below, hidden),) if hidden > below else (),
        cuts=cuts,
    )


def overlays(position: v.Position, unit: v.Unit, longest: int, say: Say) -> Iterator[Overlay]:
    """How far somebody gets with one walk and with two, the slow ground in it, and whom they see over what."""
    x, y = unit.x_mm, unit.y_mm
    yield Spot(Disc(x, y, 2 * longest), "info")
    yield Spot(Disc(x, y, longest), "good")
    yield Spot(Disc(x, y, longest // 2), "good", hatched=True)
    for other in position.units:
        if other.seat != unit.seat:
            cuts = [cut.by for cut in _cuts(unit, other, say) if cut.hides]
            tone: Tone = "warn" if cuts else "good"
            yield Sight(other.id, (x, y), (other.x_mm, other.y_mm), tone, aim=say("aim"), blockers=tuple(cuts))


def _cuts(viewer: v.Unit, target: v.Unit, say: Say) -> Iterator[Cut]:
    a, b = ((each.x_mm, each.y_mm) for each in (viewer, target))
    length = math.dist(a, b)
    for name, kind, _, corners, bottom, top in PIECES:
        part = part_inside(a, b, polygon(tuple((int(x), int(y)) for x, y in _box(*corners).points)))
        if part is not None:
            start, end = (round(length * share[0] / share[1], 1) for share in part)
            yield Cut(name, kind, say(name), start, end, bottom, top, soft=kind == "wood", hides=name == "knoll")


def _box(x0: int, y0: int, x1: int, y1: int) -> Polygon:
    return Polygon(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
