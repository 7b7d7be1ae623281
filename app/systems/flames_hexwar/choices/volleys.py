"""Shooting worth trying: all that a platoon can fire at one target, as the judge allows it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import Side
from app.systems.flames_hexwar.book.units import VEHICLE_MG
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.declaring import Declaring
from app.systems.flames_hexwar.fire.readiness import is_declared, together
from app.systems.flames_hexwar.position.actions import Shot
from app.systems.flames_hexwar.position.state import Team


def targets_of(field: Field, side: Side) -> list[str]:
    """Everything that a side may shoot at, in roster order."""
    return list(dict.fromkeys(field.target_of(team) for team in field.enemies(side)))


def shots_at(declaring: Declaring, teams: Iterable[Team], target: str) -> tuple[Shot, ...]:
    """Every shot of these teams at a target that the judge allows, with all dice: the best weapon first, machine guns with it."""
    found: list[Shot] = []
    aiming, targets = declaring.aiming, declaring.aiming.field.target_teams(target)
    for team in seeing(declaring, teams, target):
        own: list[Shot] = []
        for weapon in aiming.weapons(team):
            if (own and weapon.id != VEHICLE_MG) or not aiming.bears_on(team, weapon, targets):
                continue
            count = aiming.rate(team, weapon, fires_main=bool(own))
            if count and is_declared(declaring, (*own, Shot(team.id, weapon.id, count, UnitId(target)))):
                own.append(Shot(team.id, weapon.id, count, UnitId(target)))
        found += own
    return together(declaring, found)


def seeing(declaring: Declaring, teams: Iterable[Team], target: str) -> list[Team]:
    """Those of the teams that see any of a target."""
    targets, aiming = declaring.aiming.field.target_teams(target), declaring.aiming
    return [team for team in teams if team.at is not None and any(aiming.sees(team, each) for each in targets)]


def by_target(
    declaring: Declaring, teams: Sequence[Team], targets: Iterable[str]
) -> Iterator[tuple[str, tuple[Shot, ...]]]:
    """What each target may be fired at with in one's own turn, where all see equally far; those at which nobody can left out."""
    field, fog = declaring.aiming.field, declaring.aiming.fog
    own = [team for team in teams if team.at is not None]
    of = {target: field.target_teams(target) for target in targets}
    seen = {team.id for team in field.sighted(own, itertools.chain(*of.values()), fog)}
    for target, its in of.items():
        shots = shots_at(declaring, teams, target) if any(team.id in seen for team in its) else ()
        if shots:
            yield target, shots
