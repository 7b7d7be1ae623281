"""Rows: for each weapon of each team what it may do by itself, in the words of a sheet (FHW-SHOT-01, FHW-FO-05, FHW-ASLT-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.offers import AskedRow, Domain, Fields, RowChoice
from app.engine.types import Text, UnitId
from app.systems.flames_hexwar.book.units import VEHICLE_MG, Weapon
from app.systems.flames_hexwar.choices.offers_asking import Asking
from app.systems.flames_hexwar.choices.volleys import seeing
from app.systems.flames_hexwar.fire.declaring import Declaring, as_shots
from app.systems.flames_hexwar.fire.readiness import dice_against, is_declared
from app.systems.flames_hexwar.position.actions import Opportunity, Shot
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.words.names import weapon_name

MOST_SPECIAL: Final = 4
"""So many teams of a target may be named first, or smoked, in a row."""
DIVIDED_FROM: Final = 4
"""From how many dice on a team may divide them (FHW-FO-04)."""


def dice_words(of: Asking, n: int) -> Text:
    """So many dice."""
    return of.counted("dice", n)


def shot_rows(
    of: Asking, declaring: Declaring, shooters: Sequence[Team], targets: Sequence[str], *, smokes: bool = True
) -> tuple[AskedRow, ...]:
    """A row for each weapon of each team that has any target, with all that it may fire at."""
    by_target = {target: {team.id for team in seeing(declaring, shooters, target)} for target in targets}
    found = []
    for team in shooters:
        seen = [target for target in targets if team.id in by_target[target]]
        for weapon in declaring.aiming.weapons(team) if seen else ():
            choices = tuple(
                choice for target in seen for choice in _choices(of, declaring, team, weapon, target, smokes=smokes)
            )
            if choices:
                found.append(row_of(of, team, weapon.id, choices))
    return tuple(found)


def row_of(of: Asking, team: Team, weapon: str, choices: tuple[RowChoice, ...]) -> AskedRow:
    """The row of a weapon of a team."""
    name = of.say("shooter", team=of.team(team.id), weapon=weapon_name(of.rules, weapon))
    return AskedRow(f"{team.id}/{weapon}", name, choices, team.id)


def _choices(
    of: Asking, declaring: Declaring, team: Team, weapon: Weapon, target: str, *, smokes: bool
) -> Iterator[RowChoice]:
    """Full dice at a target, machine guns with and without the gun; at a team of it first; smoke."""
    rates = {declaring.aiming.rate(team, weapon)}
    if weapon.id == VEHICLE_MG:
        rates.add(declaring.aiming.rate(team, weapon, fires_main=True))
    shots = [Shot(team.id, weapon.id, count, UnitId(target)) for count in sorted(rates, reverse=True) if count]
    shots = [shot for shot in shots if is_declared(declaring, (shot,))]
    teams = of.field.target_teams(target)
    for shot in shots:
        yield RowChoice(shot, _words(of, "fire_one", shot), of.picks_of(target))
    for shot in shots[:1]:
        for each in worth_naming(of, teams):
            first = replace(shot, priority=each.id)
            if is_declared(declaring, (first,)):
                yield RowChoice(first, _words(of, "fire_priority", first), (each.id,))
    if shots and of.field.kind(team).kind == "gun":
        yield from _faced(of, declaring, shots[0], target)
    if smokes and weapon.smoke:
        yield from _smoke(of, declaring, Shot(team.id, weapon.id, 1, UnitId(target)), teams)


def _faced(of: Asking, declaring: Declaring, shot: Shot, target: str) -> Iterator[RowChoice]:
    """A gun that says which way it turns to shoot (FHW-FACE-02)."""
    for look in of.facings(of.field.teams[shot.team]):
        faced = replace(shot, facing=int(look.value))
        if is_declared(declaring, (faced,)):
            words = of.say("fire_facing", target=of.target(target), dice=dice_words(of, shot.count), facing=look.name)
            yield RowChoice(faced, words, of.picks_of(target))


def _smoke(of: Asking, declaring: Declaring, shot: Shot, teams: Sequence[Team]) -> Iterator[RowChoice]:
    for each in apart(teams):
        smoke = replace(shot, priority=each.id, smoke=True)
        if is_declared(declaring, (smoke,)):
            yield RowChoice(smoke, of.say("smoke_one", team=of.team(each.id)), (each.id,))


def _words(of: Asking, name: str, shot: Shot) -> Text:
    places = {"team": of.team(shot.priority)} if shot.priority else {}
    return of.say(name, target=of.target(shot.at), dice=dice_words(of, shot.count), **places)


def worth_naming(of: Asking, teams: Sequence[Team]) -> list[Team]:
    """Teams of a target that it may matter to hit first: its command, one of each kind where there are several (FHW-ALLOC-02)."""
    if len(teams) < 2:
        return []
    kinds = {team.type: team for team in reversed(teams)}
    commands = [team for team in teams if of.field.platoons[team.platoon].command == team.id or team.role]
    found = {team.id: team for team in (*commands, *(kinds.values() if len(kinds) > 1 else ()))}
    return list(found.values())[:MOST_SPECIAL]


def apart(teams: Iterable[Team]) -> list[Team]:
    """The first team in each hex."""
    found = {team.at: team for team in reversed(list(teams))}
    return list(reversed(found.values()))[:MOST_SPECIAL]


def opportunity_rows(of: Asking, declaring: Declaring, teams: Iterable[Team], mover: Team) -> tuple[AskedRow, ...]:
    """A row for each weapon of each team that may fire at the mover, with all its dice or half of them (FHW-FO-04)."""
    target, found = of.field.target_of(mover), []
    for team in teams:
        for weapon in declaring.aiming.weapons(team):
            most = dice_against(declaring, team, weapon, target)
            counts = [most, most // 2] if most >= DIVIDED_FROM else [most] if most else []
            shots = [Opportunity(team.id, weapon.id, count) for count in counts]
            choices = tuple(
                RowChoice(shot, dice_words(of, shot.count), (mover.id,))
                for shot in shots
                if is_declared(declaring, as_shots([shot], target))
            )
            if choices:
                found.append(row_of(of, team, weapon.id, choices))
    return tuple(found)


def is_worth_asking(rows: Sequence[AskedRow]) -> bool:
    """Whether there is anything to choose that is not ready made."""
    return len(rows) > 1 or any(len(row.choices) > 1 for row in rows)


def sheet(rows: Sequence[AskedRow], field: str) -> Domain:
    """What a page asks row by row."""
    return Domain(rows=tuple(rows), fields=Fields(rows=field))
