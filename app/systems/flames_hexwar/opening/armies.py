"""Who brings what: companies dealt to seats, platoons with their teams (FHW-SET, FHW-SEAT)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.boards import hexes
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId, Side
from app.systems.flames_hexwar.book.scenarios import PlatoonRow, Scenario, SideRow
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import PlatoonType
from app.systems.flames_hexwar.position.state import (
    Battery,
    Company,
    CompanyKey,
    Platoon,
    SeatState,
    SideState,
    Status,
    Team,
    company_key,
)


def sides_of(scenario: Scenario, seats: Sequence[Mapping[str, Any]]) -> dict[Seat, Side]:
    """Seat -> side: as its field says, else in turn, a side that is full leaving its turn to the other (FHW-SEAT-01). Raises
    ``InvalidInput``."""
    most = {side: len(scenario.side_of(side).companies) for side in SIDES}
    found: dict[Seat, Side] = {}
    for number, given in enumerate(seats):
        wanted = given.get("side")
        if wanted is not None:
            if wanted not in SIDES:
                raise InvalidInput.at(f"seats[{number}].side", "A or B", wanted)
            found[SEATS[number]] = wanted
    turn: Side = "A"
    for number in range(len(seats)):
        seat = SEATS[number]
        if seat in found:
            continue
        taken = {side: sum(each == side for each in found.values()) for side in SIDES}
        if taken[turn] >= most[turn]:
            turn = "B" if turn == "A" else "A"
        found[seat] = turn
        turn = "B" if turn == "A" else "A"
    for side in SIDES:
        count = sum(each == side for each in found.values())
        if not 1 <= count <= most[side]:
            raise InvalidInput.at("seats", f"1 to {most[side]} seats of side {side}", count)
    return {SEATS[number]: found[SEATS[number]] for number in range(len(seats))}


def companies_of(rules: Rules, scenario: Scenario, sides: Mapping[Seat, Side]) -> dict[CompanyKey, Company]:
    """Companies dealt to the seats of their side in roster order, one each, then round again (FHW-SEAT-02)."""
    found: dict[CompanyKey, Company] = {}
    for side in SIDES:
        row = scenario.side_of(side)
        own = [seat for seat, of in sides.items() if of == side]
        for number, company in enumerate(row.companies):
            starting = sum(each.company == company and not rules.platoons[each.platoon].is_hq for each in row.platoon)
            key = company_key(side, company)
            found[key] = Company(key, company, side, own[number % len(own)], starting)
    return found


def platoons_of(rules: Rules, scenario: Scenario) -> dict[PlatoonId, Platoon]:
    """All platoons in roster order."""
    return {each.id: _platoon(rules, row, each) for row in _in_order(scenario) for each in row.platoon}


def _in_order(scenario: Scenario) -> Iterator[SideRow]:
    return (scenario.side_of(side) for side in SIDES)


def _platoon(rules: Rules, row: SideRow, of: PlatoonRow) -> Platoon:
    kind = rules.platoons[of.platoon]
    starts: dict[str, Status] = {"board": "board", "reserve": "reserve", "off_board": "off_board"}
    can_bombard = any(rules.weapons[name].bombards for team in kind.teams for name in rules.teams[team].weapons)
    counted = sum(not rules.teams[team].independent and not is_transport(rules, kind, team) for team in kind.teams)
    return Platoon(
        of.id,
        row.seat,
        company_key(row.seat, of.company),
        of.platoon,
        starts[of.start],
        counted,
        None if kind.is_hq else command_of(rules, of.id, kind),
        battery=Battery() if can_bombard else None,
    )


def is_transport(rules: Rules, platoon: PlatoonType, team: str) -> bool:
    """A carrier, except in reconnaissance platoons (FHW-TRAN-02)."""
    kind = rules.teams[team]
    return (kind.transport > 0 or kind.tows) and platoon.category != "recce"


def command_of(rules: Rules, name: PlatoonId, platoon: PlatoonType) -> UnitId | None:
    """Its command team: the one of that role, else the first that is not independent (FHW-SET-03)."""
    own = [number for number, team in enumerate(platoon.teams) if rules.teams[team].role == "platoon_command"]
    others = [number for number, team in enumerate(platoon.teams) if not rules.teams[team].independent]
    first = next(iter((*own, *others)), None)
    return None if first is None else UnitId(f"{name}.{first}")


def teams_of(rules: Rules, scenario: Scenario) -> dict[UnitId, Team]:
    """All teams in roster order, where the scenario puts them; in a mixed hex where its terrain would (FHW-TERR-12)."""
    mixed = {row.at for row in scenario.mixed}
    found: dict[UnitId, Team] = {}
    for row in _in_order(scenario):
        for each in row.platoon:
            places = {placement.team: placement for placement in each.placements}
            for number, kind in enumerate(rules.platoons[each.platoon].teams):
                name, of, place = UnitId(f"{each.id}.{number}"), rules.teams[kind], places.get(number)
                team = Team(name, each.id, number, kind, row.seat, of.role)
                if of.turns:
                    team = Team(name, each.id, number, kind, row.seat, of.role, facing=0 if row.seat == "A" else 3)
                if place is not None and place.aboard is not None and each.start == "board":
                    team = replace(team, aboard=place.aboard)
                elif place is not None and each.start == "board":
                    facing = (place.facing if place.facing is not None else team.facing) if of.turns else None
                    half = place.half
                    if half is None and place.at in mixed:
                        half = "free" if of.is_vehicle else "cover"
                    at = hexes.from_offset(*place.at)
                    team = Team(name, each.id, number, kind, row.seat, of.role, at, place.floor, half, facing)
                found[name] = team
    return found


def sides_state(rules: Rules, scenario: Scenario, sides: Mapping[Seat, Side]) -> dict[Side, SideState]:
    """Commanders, and the pools of air support (FHW-SEAT-03, FHW-AIR-02)."""
    found: dict[Side, SideState] = {}
    for side in SIDES:
        commander, air = next(seat for seat, of in sides.items() if of == side), scenario.side_of(side).air
        if air is None:
            found[side] = SideState(commander)
        else:
            dice = rules.air.pool_dice[air.level] * air.count
            found[side] = SideState(commander, dice, rules.air.planes_max * air.count, air.aircraft)
    return found


def seats_of(sides: Mapping[Seat, Side], companies: Mapping[CompanyKey, Company]) -> dict[Seat, SeatState]:
    """Every seat with its companies."""
    return {
        seat: SeatState(side, tuple(key for key, each in companies.items() if each.seat == seat))
        for seat, side in sides.items()
    }


def points_of(rules: Rules, row: SideRow) -> int:
    """What an army costs (FHW-SET-02)."""
    air = 0 if row.air is None else rules.air.points[row.air.level] * row.air.count
    return air + sum(rules.platoons[each.platoon].points for each in row.platoon)
