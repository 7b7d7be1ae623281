"""Folds of what teams do: going, halting, getting up and down."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.changes import Fold, team_with, teams_with, turn_with
from app.systems.flames_hexwar.position.state import Position


def _rallied(position: Position, event: em.Rallied) -> Position:
    if not event.passed:
        return position
    return teams_with(position, event.teams, **{event.what: False})


def _moved(position: Position, event: em.Moved) -> Position:
    team = position.teams[event.team]
    changed = (
        team.at is None or event.to.hex != event.start
    )  # who comes from beside the board changes hex (FHW-REIN-03)
    turn = replace(
        team.turn,
        moved="doubled" if event.doubled and changed else team.turn.moved if team.turn.moved == "doubled" else "moved",
        changed_hex=team.turn.changed_hex or changed,
        by_road=event.by_road if changed else team.turn.by_road,
    )
    new = team_with(
        position,
        event.team,
        at=event.to.hex,
        floor=event.to.floor,
        half=None,
        facing=team.facing if event.facing is None else event.facing,
        in_street=event.street,
        foxhole=team.foxhole and not changed,
        turn=turn,
    )
    return new if team.at is not None else _unstuck(new, event)


def _unstuck(position: Position, event: em.Moved) -> Position:
    """The platoon of a team that comes onto the board arrives with the last of its teams (FHW-REIN-03)."""
    name = position.teams[event.team].platoon
    waiting = [
        team for team in position.teams.values() if team.platoon == name and team.at is None and team.aboard is None
    ]
    if waiting:
        return position
    platoon = replace(position.platoons[name], status="board")
    return replace(position, platoons={**position.platoons, name: platoon})


def _halted(position: Position, event: em.HaltedAt) -> Position:
    team = position.teams[event.team]
    turn = replace(
        team.turn, halted=True, moved="moved" if event.turned and team.turn.moved == "none" else team.turn.moved
    )
    return team_with(
        position,
        event.team,
        half=event.half,
        facing=team.facing if event.facing is None else event.facing,
        in_street=event.street,
        turn=turn,
    )


def _turned(position: Position, event: em.Turned) -> Position:
    return team_with(position, event.team, facing=event.facing)


def _bog_tested(position: Position, event: em.BogTested) -> Position:
    if event.passed:
        return position
    return turn_with(position, event.team, stuck=True) if event.is_gun else team_with(position, event.team, bogged=True)


def _got_down(position: Position, event: em.GotDown) -> Position:
    """A foxhole in the hex is still there (FHW-AE-02)."""
    team = position.teams[event.team]
    carrier = None if team.aboard is None else position.teams.get(team.aboard)
    return team_with(
        position,
        event.team,
        at=event.where,
        floor=1,
        half=event.half,
        facing=team.facing if event.facing is None else event.facing,
        aboard=None,
        foxhole=team.foxhole and (carrier is None or carrier.at == event.where),
        in_street=False,
        suppressed=team.suppressed or event.suppressed,
        turn=replace(team.turn, got_down=True),
    )


def _got_up(position: Position, event: em.GotUp) -> Position:
    team = position.teams[event.team]
    new = team_with(
        position,
        event.team,
        at=None,
        half=None,
        aboard=event.carrier,
        gone_to_ground=False,
        turn=replace(team.turn, got_up=True, halted=True),
    )
    return turn_with(new, event.carrier, boarded=True)


def _seen_entering(position: Position, event: em.SeenEntering) -> Position:
    key = (event.side, event.where)
    rest = tuple(each for each in position.seen_entering if each != key)
    return replace(position, seen_entering=(*rest, key) if event.seen else rest)


def _dug_in(position: Position, event: em.DugIn) -> Position:
    return teams_with(position, event.teams, foxhole=True)


def _foxholes_left(position: Position, event: em.FoxholesLeft) -> Position:
    return teams_with(position, event.teams, foxhole=False)


def _recovered(position: Position, event: em.Recovered) -> Position:
    return team_with(position, event.vehicle, bogged=False) if event.passed else position


def _went(position: Position, event: em.FellBack | em.Consolidated) -> Position:
    team = position.teams[event.team]
    changed = team.at != event.to.hex
    has_moved = changed or team.floor != event.to.floor
    return team_with(
        position,
        event.team,
        at=event.to.hex,
        floor=event.to.floor,
        half=event.half,
        facing=team.facing if event.facing is None else event.facing,
        foxhole=team.foxhole and not changed,
        in_street=event.street,
        gone_to_ground=team.gone_to_ground and not changed,
        turn=replace(
            team.turn,
            changed_hex=team.turn.changed_hex or changed,
            by_road=event.by_road if changed else team.turn.by_road,
            moved="moved" if team.turn.moved == "none" and has_moved else team.turn.moved,  # FHW-MOVE-08
        ),
    )


MOVES: Final[dict[type[Any], Fold]] = {
    em.Rallied: _rallied,
    em.Moved: _moved,
    em.HaltedAt: _halted,
    em.Turned: _turned,
    em.BogTested: _bog_tested,
    em.GotDown: _got_down,
    em.GotUp: _got_up,
    em.SeenEntering: _seen_entering,
    em.DugIn: _dug_in,
    em.FoxholesLeft: _foxholes_left,
    em.Recovered: _recovered,
    em.FellBack: _went,
    em.Consolidated: _went,
}
