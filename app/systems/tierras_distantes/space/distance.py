"""Distances in space (TD-RNG-05): rounded up to a whole nanometre, exactly at a range is within it (TD-RNG-06)."""

from __future__ import annotations

from app.boards.measured import ceil_sqrt
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.space.land import Body


def distance(rules: Rules, one: Body, two: Body) -> int:
    """The straight line between the centres of two bases, at foot level; with ``measure = "edge"`` the radii are taken off in plan first,
    and a body over or under another is as far as their heights (TD-RNG-05, TD-GEN-07)."""
    dx, dy, dz = one.x - two.x, one.y - two.y, one.z - two.z
    if rules.options.measure == "centre":
        return ceil_sqrt(dx * dx + dy * dy + dz * dz)
    level = max(0, ceil_sqrt(dx * dx + dy * dy) - one.radius - two.radius)
    return ceil_sqrt(level * level + dz * dz)


def point_body(x: int, y: int, z: int) -> Body:
    """A point, as something to be measured to: it has no radius."""
    return Body("", x, y, z, 0, 0)


def reach_around(rules: Rules, body: Body, length: int) -> int:
    """How far from the centre of a base something may be, on its level, that is no farther than a length from it (TD-RNG-05)."""
    return length + (body.radius if rules.options.measure == "edge" else 0)


def leader_reaches(rules: Rules, leader: Body, target: Body) -> bool:
    """Whether a miniature is near enough to a leader to be rallied: less far than his range, exactly that is too far; no sight is needed
    (TD-FRT-05, TD-FRT-13)."""
    return distance(rules, leader, target) < rules.constants.leader_range_nm
