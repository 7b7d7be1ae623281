"""Shooting worth trying: all that a platoon can fire at one target, as the judge allows it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.book.units import VEHICLE_MG, Weapon
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.declaring import Declared, Declaring, as_shots, judged_shots
from app.systems.flames_hexwar.fire.opportunity import dice_left
from app.systems.flames_hexwar.position.actions import Opportunity, Shot
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
    return _together(declaring, found)


def seeing(declaring: Declaring, teams: Iterable[Team], target: str) -> list[Team]:
    """Those of the teams that see any of a target."""
    targets, aiming = declaring.aiming.field.target_teams(target), declaring.aiming
    return [team for team in teams if team.at is not None and any(aiming.sees(team, each) for each in targets)]


def _together(declaring: Declaring, shots: Sequence[Shot]) -> tuple[Shot, ...]:
    """Shots that the judge allows one by one, as far as it allows them together."""
    if is_declared(declaring, shots):
        return tuple(shots)
    kept: list[Shot] = []
    for shot in shots:
        if is_declared(declaring, (*kept, shot)):
            kept.append(shot)
    return tuple(kept)


def is_declared(declaring: Declaring, shots: Sequence[Shot]) -> bool:
    """Whether the judge accepts a declaration."""
    return isinstance(judged_shots(declaring, shots), Declared)


def opportunities(declaring: Declaring, teams: Iterable[Team], mover: Team) -> tuple[Opportunity, ...]:
    """Every shot of these teams at the mover that the judge allows, with all dice that are left."""
    target, found = declaring.aiming.field.target_of(mover), list[Opportunity]()
    for team in teams:
        for weapon in declaring.aiming.weapons(team) if team.at is not None else ():
            if not declaring.aiming.bears_on(team, weapon, (mover,)):
                continue
            count = dice_against(declaring, team, weapon, target)
            shot = Opportunity(team.id, weapon.id, count) if count else None
            if shot is not None and is_declared(declaring, as_shots([shot], target)):
                found.append(shot)
                break
    kept = {(shot.team, shot.weapon) for shot in _together(declaring, as_shots(found, target))}
    return tuple(shot for shot in found if (shot.team, shot.weapon) in kept)


def dice_against(declaring: Declaring, team: Team, weapon: Weapon, target: str) -> int:
    """Dice that a team has left for a moving platoon (FHW-FO-04)."""
    used = team.turn.fired_at.get(PlatoonId(target), ())
    return dice_left(declaring.aiming.field.rules.opportunity, declaring.aiming.rate(team, weapon), used)


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
