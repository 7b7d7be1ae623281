"""One part of a position changed, all else shared: what the folds of events are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.position.state import CompanyKey, Position, Team

Fold = Callable[[Position, Any], Position]
"""The position after an event of one kind."""
Changes = Mapping[str, Any]


def team_with(position: Position, team: UnitId, **changes: Any) -> Position:  # fields of Team
    return replace(position, teams={**position.teams, team: replace(position.teams[team], **changes)})


def turn_with(position: Position, team: UnitId, **changes: Any) -> Position:  # fields of TeamTurn
    return team_with(position, team, turn=replace(position.teams[team].turn, **changes))


def teams_with(position: Position, teams: Iterable[UnitId], **changes: Any) -> Position:  # fields of Team
    new = {name: replace(position.teams[name], **changes) for name in teams if name in position.teams}
    return replace(position, teams={**position.teams, **new})


def platoon_with(position: Position, platoon: PlatoonId, **changes: Any) -> Position:  # fields of Platoon
    new = replace(position.platoons[platoon], **changes)
    return replace(position, platoons={**position.platoons, platoon: new})


def company_with(position: Position, company: CompanyKey, **changes: Any) -> Position:  # fields of Company
    new = replace(position.companies[company], **changes)
    return replace(position, companies={**position.companies, company: new})


def seat_with(position: Position, seat: Seat, **changes: Any) -> Position:  # fields of SeatState
    return replace(position, seats={**position.seats, seat: replace(position.seats[seat], **changes)})


def seats_with(position: Position, **changes: Any) -> Position:  # fields of SeatState
    return replace(position, seats={seat: replace(state, **changes) for seat, state in position.seats.items()})


def side_with(position: Position, side: Side, **changes: Any) -> Position:  # fields of SideState
    return replace(position, sides={**position.sides, side: replace(position.sides[side], **changes)})


def everybody(position: Position, change: Callable[[Team], Team]) -> Position:
    return replace(position, teams={name: change(team) for name, team in position.teams.items()})
