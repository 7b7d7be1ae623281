"""A battle in the making as a position: who stands where on what, and where a platoon finds room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.kinds import SIDES, Facing, Half, Place, Side, name_of_place
from app.systems.flames_hexwar.book.scenarios import Cell, Placement, PlatoonRow
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.march.halting import own_half
from app.systems.flames_hexwar.opening import armies
from app.systems.flames_hexwar.opening.problems import stands
from app.systems.flames_hexwar.plan.deploying import judge_deploy
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Position, Team, place_of_team
from app.systems.flames_hexwar.workshop.document import Battle, scenario_of

FARTHEST = 8
"""So far from where it is put a platoon looks for room."""
SEATS_OF: Mapping[Seat, Side] = {Seat("a"): "A", Seat("b"): "B"}


def field_of(book: Book, battle: Battle) -> Field:
    """The battle as it lies, with everybody who stands on it."""
    scenario = scenario_of(battle)
    options = book.resolve(battle.options)
    rules = replace(book.fresh_rules(options), scenarios={scenario.id: scenario})
    companies = armies.companies_of(rules, scenario, SEATS_OF)
    position = Position(
        scenario=scenario.id,
        options=options,
        tables={},
        turn=0,
        phase="deploy_defender",
        seats=armies.seats_of(SEATS_OF, companies),
        sides=armies.sides_state(rules, scenario, SEATS_OF),
        companies=companies,
        platoons=armies.platoons_of(rules, scenario),
        teams=armies.teams_of(rules, scenario),
        wrecks=tuple(sorted((hexes.from_offset(*each.at), each.count) for each in scenario.wrecks)),
    )
    return Field(rules, position)


def refused(field: Field, team: Team) -> Refusal | None:
    """Why a team may not stand where it does: what deployment would say (FHW-SET-06)."""
    place = place_of_team(team)
    if place is None:
        return None
    return judge_deploy(field, a.Deploy(team.id, name_of_place(place), team.half, team.facing))


def placed(field: Field, team: Team, at: Cell, floor: int = 1, half: Half | None = None) -> Placement:
    """A team in a hex, in the half that it takes there."""
    here = hexes.from_offset(*at)
    floor = min(floor, field.terrain[here].floors)
    return Placement(team.index, at, team.facing, floor, half or own_half(field, team, Place(here, floor), None))


def around(field: Field, platoon: PlatoonRow, start: Cell, facing: Facing | None = None) -> tuple[Placement, ...]:
    """All teams of a platoon in a hex and about it, wherever there is ground for them and room."""
    position = field.position
    own = field.by_platoon[platoon.id]
    teams: dict[UnitId, Team] = {
        name: replace(team, at=None, half=None, aboard=None) if team.platoon == platoon.id else team
        for name, team in position.teams.items()
    }
    found: list[Placement] = []
    for team in own:
        now = Field(field.rules, replace(position, teams=teams))
        faced = replace(teams[team.id], facing=facing) if facing is not None and team.facing is not None else team
        faced = replace(faced, at=None, half=None, aboard=None)
        cell = next(_free(now, faced, hexes.from_offset(*start)), None)
        if cell is not None:
            column, row = hexes.to_offset(cell)
            stood = placed(now, faced, (column, row))
            found.append(stood)
            teams = {**teams, team.id: replace(faced, at=cell, floor=stood.floor, half=stood.half)}
    return tuple(found)


def _free(field: Field, team: Team, start: Hex) -> Iterator[Hex]:
    """Hexes where a team may stand, the nearest first."""
    for distance in range(FARTHEST + 1):
        for at in hexes.ring(start, distance):
            is_on = field.terrain.board.holds(at)
            if is_on and stands(field, team, at) and not _is_taken(field, team, at):
                yield at


def _is_taken(field: Field, team: Team, at: Hex) -> bool:
    """Whether enemies stand there, or too many friends."""
    if any(each.side != team.side for each in field.standing_in(at)):
        return True
    return field.crowded(team, Place(at), own_half(field, team, Place(at), None)) is not None


def points(rules: Rules, battle: Battle) -> dict[Side, int]:
    """What each army costs (FHW-SET-02)."""
    return {side: armies.points_of(rules, row) for side, row in zip(SIDES, battle.side, strict=True)}
