"""What places are worth: in deployment one's own, in play those near objectives."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PLAYERS, Player, other
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.choices.threats import Threats
from app.systems.tierras_distantes.muster.zones import Zone
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.space.land import Body, table_of

CONFIRMED: Final = 1_000_000
"""To have done with deploying outweighs all places, so that nobody places anew for ever; to be in play counts as much more."""
WATCHED: Final = 100
COVERED: Final = 60
"""What it counts to be in sight of a place where enemies deploy, and to be covered from there."""
PER_MM_AHEAD: Final = 0.4
ANEW: Final = 2_000
"""What a place costs that somebody is given anew."""
HELD: Final = 8_000.0
"""A point of objectives that is held at the limit."""
FIRM: Final = 0.15
"""What one more miniature than needed adds to that."""
PER_MM_FROM_IT: Final = 0.8
ENOUGH: Final = 2
"""So many of the nearest are wanted at an objective."""
EIGHTHS: Final = (1, 3, 5, 7)


# ---------------------------------------------------------------------------------------------------------- deployment


def deployed(threats: Threats, position: Position, player: Player) -> int:
    """What one's own places are worth: well ahead, and out of sight of where the other side deploys, or covered from there. Nothing of the
    other side's is looked at. Each is worth less than nothing, so that a bot places one after the other where it is worth most."""
    state, side = position.players[player], position.players[other(player)].side
    if side is None:
        return 0
    zone = Zone(threats.rules, threats.lookout.land, table_of(position.board), side)
    watchers = list(_watchers(zone))
    total = -float(ANEW * state.replaced)
    for unit in position.units.values():
        if unit.player == player and unit.in_play:
            body = threats.stance(unit).body
            total -= PER_MM_AHEAD * zone.table.gap_to_edge_mm(body, side) / NM_PER_MM
            for watcher in watchers:
                seen = threats.lookout.look(watcher, body)
                total -= (WATCHED - COVERED * bool(seen.cover)) if seen.visible else 0
    return CONFIRMED * state.confirmed + round(total)


def _watchers(zone: Zone) -> Iterator[Body]:
    """Bodies of a usual size along the front of a zone."""
    usual = next(iter(zone.rules.qualities.values()))
    length, inward = zone.table.length_of(zone.side), zone.depth - usual.radius_nm
    for part in EIGHTHS:
        x, y = zone.table.along(zone.side, length * part // 8, inward)
        yield Body("", x, y, 0, usual.radius_nm, usual.height_nm)


# ---------------------------------------------------------------------------------------------------------- objectives


def holding(position: Position, player: Player, late: float) -> float:
    """How surely objectives are held, more with every turn (TD-END-09, TD-END-10), and how near those are who may take them."""
    total = 0.0
    for objective in position.board.objectives:
        counts = dict.fromkeys(PLAYERS, 0)
        gaps: dict[Player, list[float]] = {each: [] for each in PLAYERS}
        for unit in position.units.values():
            if unit.x_mm is not None and unit.y_mm is not None and unit.z_mm is not None:
                gap = hypot(unit.x_mm - objective.x_mm, unit.y_mm - objective.y_mm) - objective.radius_mm
                counts[unit.player] += gap <= 0 and _may_hold(objective, unit)
                gaps[unit.player].append(max(0.0, gap))
        ahead = counts[player] - counts[other(player)]
        sure = (ahead > 0) - (ahead < 0) + FIRM * max(-3, min(3, ahead))
        total += HELD * objective.points * late * late * sure
        near = _nearness(gaps[player]) - _nearness(gaps[other(player)])
        total += PER_MM_FROM_IT * objective.points * late * near
    return total


def _may_hold(objective: Objective, unit: Unit) -> bool:
    is_fit = not unit.frightened and unit.climbing is None
    return is_fit and unit.z_mm is not None and objective.z_min_mm <= unit.z_mm <= objective.z_max_mm


def _nearness(gaps: list[float]) -> float:
    return -sum(sorted(gaps)[:ENOUGH])
