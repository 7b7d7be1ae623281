"""Who holds an objective (TD-END-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.position.state import Position


class Disc(NamedTuple):
    """Where an objective is: a disc in plan, and heights of feet."""

    x: int
    y: int
    radius: int
    z_min: int
    z_max: int


class Holder(NamedTuple):
    """A miniature that may hold one: living, neither frightened nor climbing, in the same unit of length."""

    player: Player
    x: int
    y: int
    z: int


def holder_of(disc: Disc, minis: Iterable[Holder]) -> Player | None:
    """The side with more of them on it, ``None`` where none has (TD-END-10)."""
    on = [
        mini.player
        for mini in minis
        if (mini.x - disc.x) ** 2 + (mini.y - disc.y) ** 2 <= disc.radius**2 and disc.z_min <= mini.z <= disc.z_max
    ]
    a, b = (on.count(player) for player in PLAYERS)
    return None if a == b else "A" if a > b else "B"


def held(position: Position) -> dict[str, Player | None]:
    """Who holds which objective."""
    minis = [
        Holder(unit.player, unit.x_mm, unit.y_mm, unit.z_mm)
        for unit in position.units.values()
        if unit.x_mm is not None and unit.y_mm is not None and unit.z_mm is not None
        if not unit.frightened and unit.climbing is None
    ]
    return {each.id: holder_of(_disc(each), minis) for each in position.board.objectives}


def _disc(objective: Objective) -> Disc:
    return Disc(objective.x_mm, objective.y_mm, objective.radius_mm, objective.z_min_mm, objective.z_max_mm)


def scores(position: Position) -> Mapping[Player, int] | None:
    """The points that each side would score now; ``None`` where there are no objectives."""
    if not position.board.objectives:
        return None
    holders = held(position)
    points = {each.id: each.points for each in position.board.objectives}
    return {player: sum(points[name] for name, by in holders.items() if by == player) for player in PLAYERS}
