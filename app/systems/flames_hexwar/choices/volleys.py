"""Shooting worth trying: all that a platoon can fire at one target, as the judge allows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import Side
from app.systems.flames_hexwar.book.units import VEHICLE_MG
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
    for team in teams:
        own: list[Shot] = []
        for weapon in declaring.aiming.weapons(team):
            if own and weapon.id != VEHICLE_MG:
                continue
            count = declaring.aiming.rate(team, weapon, fires_main=bool(own))
            if count and _is_legal(declaring, (*found, *own, Shot(team.id, weapon.id, count, UnitId(target)))):
                own.append(Shot(team.id, weapon.id, count, UnitId(target)))
        found += own
    return tuple(found)


def _is_legal(declaring: Declaring, shots: Sequence[Shot]) -> bool:
    return isinstance(judged_shots(declaring, shots), Declared)


def opportunities(declaring: Declaring, teams: Iterable[Team], mover: Team) -> tuple[Opportunity, ...]:
    """Every shot of these teams at the mover that the judge allows, with all dice that are left."""
    field, found = declaring.aiming.field, list[Opportunity]()
    target = field.target_of(mover)
    for team in teams:
        for weapon in declaring.aiming.weapons(team):
            used = team.turn.fired_at.get(target, ())  # type: ignore[call-overload]
            count = dice_left(field.rules.opportunity, declaring.aiming.rate(team, weapon), used)
            shot = Opportunity(team.id, weapon.id, count) if count else None
            if shot is not None and _is_legal(declaring, as_shots([*found, shot], target)):
                found.append(shot)
                break
    return tuple(found)


def by_target(
    declaring: Declaring, teams: Sequence[Team], targets: Iterable[str]
) -> Iterator[tuple[str, tuple[Shot, ...]]]:
    """What each target may be fired at with, those at which nobody can left out."""
    for target in targets:
        shots = shots_at(declaring, teams, target)
        if shots:
            yield target, shots
