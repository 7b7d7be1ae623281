"""Folds of fire, bombardments and assaults."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.boards import hexes
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.changes import Fold, platoon_with, side_with, team_with, teams_with
from app.systems.flames_hexwar.position.state import Gone, Position, Smoke


def _shot(position: Position, event: ef.ShotsRolled) -> Position:
    team = position.teams[event.shooter]
    turn = replace(team.turn, rolled=team.turn.rolled + len(event.dice), shot=True)
    teams = {**position.teams, event.shooter: replace(team, turn=turn)}
    is_noted = position.phase != "e_order"  # defensive fire opens nobody's flank to others (FHW-HIT-09)
    for name in event.needs if is_noted else ():
        target = teams.get(name)
        if target is None or target.at is None:
            continue
        came = tuple((side, event.platoon) for side in hexes.sides_towards(target.at, event.start))
        new = tuple(each for each in came if each not in target.turn.fired_from)
        if new:
            teams[name] = replace(target, turn=replace(target.turn, fired_from=(*target.turn.fired_from, *new)))
    return replace(position, teams=teams)


def _hit_given(position: Position, event: ef.HitGiven) -> Position:
    team = position.teams.get(event.team)
    if team is None or not event.opportunity or team.turn.hit_in_fo:
        return position
    return team_with(position, event.team, turn=replace(team.turn, hit_in_fo=True))


def _bailed_out(position: Position, event: ef.BailedOut) -> Position:
    """A crew that stays out after a test is out already, or will be when effects are taken (FHW-BAIL-03, FHW-FC-04)."""
    is_new = event.team in position.teams and not event.again
    return team_with(position, event.team, bailed_out=True) if is_new else position


def _destroyed(position: Position, event: ef.Destroyed) -> Position:
    team = position.teams[event.team]
    rest = {name: each for name, each in position.teams.items() if name != event.team}
    gone = Gone(team.id, team.platoon, team.type, team.side, event.cause)
    losers = position.losers if team.platoon in position.losers else (*position.losers, team.platoon)
    new = replace(position, teams=rest, gone={**position.gone, team.id: gone}, losers=losers)
    if new.platoons[team.platoon].command == team.id:
        new = platoon_with(new, team.platoon, command=None)
    return platoon_with(new, team.platoon, lost_mover=True) if team.turn.moved != "none" else new


def _wreck_placed(position: Position, event: ef.WreckPlaced) -> Position:
    found = dict(position.wrecks)
    found[event.where] = found.get(event.where, 0) + 1
    return replace(position, wrecks=tuple(sorted(found.items())))


def _suppressed(position: Position, event: ef.Suppressed) -> Position:
    return teams_with(position, event.teams, suppressed=True)


def _hurts(position: Position, event: ef.Hurts) -> Position:
    return replace(position, hurts=event.hurts)


def _tallied(position: Position, event: ef.Tallied) -> Position:
    return replace(position, tally=event.tally)


def _losses_counted(position: Position, event: ef.LossesCounted) -> Position:
    return replace(position, losers=())


def _smoke_placed(position: Position, event: ef.SmokePlaced) -> Position:
    """Of several markers in a hex an observer sees through all or is hindered (FHW-SMOKE-05)."""
    before = {each.at: each.blind for each in position.smoke}
    rest = tuple(each for each in position.smoke if each.at not in event.where)
    new = (Smoke(at, tuple(name for name in event.blind if name in before.get(at, event.blind))) for at in event.where)
    return replace(position, smoke=(*rest, *new))


def _smoke_rolled(position: Position, event: ef.SmokeRolled) -> Position:
    if event.team is not None:
        team = position.teams[event.team]
        return team_with(position, event.team, smoke_uses=team.smoke_uses + 1, smoke_out=team.smoke_out or event.out)
    battery = position.platoons[event.platoon].battery
    assert battery is not None
    new = replace(battery, smoke_uses=battery.smoke_uses + 1, exhausted=battery.exhausted or event.out)
    return platoon_with(position, event.platoon, battery=new)


def _battery_counted(position: Position, event: ef.BatteryCounted) -> Position:
    return platoon_with(position, event.platoon, battery=event.battery)


def _aa_fired(position: Position, event: ef.AntiAirFired) -> Position:
    team = position.teams[event.team]
    new = team_with(position, event.team, turn=replace(team.turn, aa_fired=True))
    planes = new.sides[event.side].planes - event.downed
    return side_with(new, event.side, planes=max(0, planes))


def _entries_revealed(position: Position, event: ef.EntriesRevealed) -> Position:
    return replace(position, entries=event.entries)


def _assault_begun(position: Position, event: ef.AssaultBegun) -> Position:
    """What is fought is written no more, with its pair; of a pair of which one is void the other stays, by itself (FHW-ASLT-11)."""
    begun = next((each for each in position.entries if (each.side, each.at) == (event.side, event.where)), None)
    rest = [each for each in position.entries if each is not begun]
    if begun is not None and begun.mutual is not None:
        pair = next(each for each in rest if each.mutual == begun.mutual)
        rest = [replace(each, mutual=None) if each is pair else each for each in rest if event.void or each is not pair]
    return replace(position, entries=tuple(rest))


def _struck(position: Position, event: ef.Struck) -> Position:
    team = position.teams[event.team]
    return team_with(position, event.team, turn=replace(team.turn, assaulted=True))


FIGHTS: Final[dict[type[Any], Fold]] = {
    ef.ShotsRolled: _shot,
    ef.HitGiven: _hit_given,
    ef.BailedOut: _bailed_out,
    ef.Destroyed: _destroyed,
    ef.WreckPlaced: _wreck_placed,
    ef.Suppressed: _suppressed,
    ef.Hurts: _hurts,
    ef.Tallied: _tallied,
    ef.LossesCounted: _losses_counted,
    ef.SmokePlaced: _smoke_placed,
    ef.SmokeRolled: _smoke_rolled,
    ef.BatteryCounted: _battery_counted,
    ef.AntiAirFired: _aa_fired,
    ef.EntriesRevealed: _entries_revealed,
    ef.AssaultBegun: _assault_begun,
    ef.Struck: _struck,
}
