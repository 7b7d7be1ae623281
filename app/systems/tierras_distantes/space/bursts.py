"""Bursts of area fire: where one may be (TD-AREA-08) and who is in it (TD-AREA-01, TD-AREA-04, TD-AREA-05)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from app.boards.measured import Table
from app.engine.refusal import Refusal
from app.engine.telling import Ring
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.space.distance import distance
from app.systems.tierras_distantes.space.land import Body, Land

NO_SURFACE: Final = RuleId("TD-AREA-08")
ROOM: Final = NM_PER_MM
"""What must be free above a point (TD-AREA-08)."""


def point_refusal(land: Land, table: Table | None, point: Body) -> Refusal | None:
    """Whether a point is one to burst at: on the table, on a surface, in the open (TD-AREA-08)."""
    if table is not None and not table.holds(point.x, point.y, 0):
        return Refusal(NO_SURFACE)
    over = [block for block in land.solids if block.covers(point.at)]
    if point.z != 0 and all(block.z1 != point.z for block in over):
        return Refusal(NO_SURFACE)
    inside = next((block for block in over if block.z0 < point.z + ROOM and block.z1 > point.z), None)
    return None if inside is None else Refusal(NO_SURFACE, {"blocker": inside.id}, (Ring(inside.id, "bad"),))


def caught(rules: Rules, point: Body, radius: int, bodies: Iterable[Body]) -> tuple[Body, ...]:
    """Everybody in a burst, the shooter and friends too, the nearest first, then in the order of ids; no terrain shields (TD-AREA-01,
    TD-AREA-04, TD-AREA-05, TD-AREA-06, TD-AREA-10)."""
    found = sorted((distance(rules, point, body), body.id, body) for body in bodies)
    return tuple(body for far, _, body in found if far <= radius)
