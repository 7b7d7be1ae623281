"""Why a position cannot be: only where it contradicts itself, so that nothing given from outside can break the judges (part 3 of the
rules). Rules that forced halts may break (FHW-STACK-06) are looked at while a side deploys, and where a team is put right by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.naming import renamed
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS, Seat, UnitId
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.kinds import SIDES, Place, PlatoonId
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.march.halting import half_refused
from app.systems.flames_hexwar.march.stepping import closed
from app.systems.flames_hexwar.opening import drafts
from app.systems.flames_hexwar.opening.boards import faults
from app.systems.flames_hexwar.opening.resolving import resolving
from app.systems.flames_hexwar.opening.riding import riding
from app.systems.flames_hexwar.opening.waiting import DEPLOYING, waiting
from app.systems.flames_hexwar.position.frames import Activation, FallingBack
from app.systems.flames_hexwar.position.state import Company, Gone, Platoon, Position, Team, company_key
from app.systems.flames_hexwar.terrain import stacking
from app.systems.flames_hexwar.terrain.going import TRACKS

MOST: Final = 1000
"""No count of a position comes near it."""


def problems(book: Book, position: Position) -> Sequence[str]:
    """Every reason why a position cannot be; empty for a possible one."""
    try:
        rules = book.rules(position.options, position.tables, position.battle)
    except InvalidInput as error:
        return [f"{each.field}: expected {each.expected}, found {each.found}" for each in error.errors]
    for look in (_game, _rosters, _standing):
        found = [*look(rules, position)]
        if found:
            return found
    moment = Moment.of(position, rules)
    found = [*_Teams(moment).found(), *resolving(moment)] or [*waiting(moment)]
    return found or [f"seats.{seat}.drafts.{kind}: none that it could make" for seat, kind, _ in drafts.wrong(moment)]


# ------------------------------------------------------------------------------------------------------------------- the game


def _game(rules: Rules, position: Position) -> Iterator[str]:
    """The scenario, seats, sides and companies."""
    scenario = rules.scenarios.get(position.scenario)
    if scenario is None:
        yield f"scenario: expected a known one, found {position.scenario}"
        return
    wrong = [*faults(rules, scenario)]
    yield from wrong
    if wrong:
        return
    seats = tuple(position.seats)
    if not 2 <= len(seats) <= 4 or seats != SEATS[: len(seats)]:
        yield "seats: expected two to four, a first"
        return
    if set(position.sides) != set(SIDES):
        yield "sides: expected A and B"
        return
    for side, state in position.sides.items():
        if state.commander not in seats or position.seats[state.commander].side != side:
            yield f"sides.{side}.commander: expected a seat of it"
        if state.aircraft is not None and state.aircraft not in rules.aircraft:
            yield f"sides.{side}.aircraft: expected a known one"
        if max(state.air_dice, state.planes, state.flight) and state.aircraft is None:
            yield f"sides.{side}.aircraft: expected one"
    if position.turn > scenario.turns:
        yield f"turn: expected at most {scenario.turns}"
    if (position.phase == "over") != (position.result is not None):
        yield "phase: over exactly when there is a result"


def _rosters(rules: Rules, position: Position) -> Iterator[str]:
    """Companies, platoons and teams are those of the scenario, each under its own name."""
    scenario = rules.scenarios[position.scenario]
    rows = {each.id: (side.seat, each) for side in scenario.side for each in side.platoon}
    keys = {company_key(side.seat, name) for side in scenario.side for name in side.companies}
    if set(position.companies) != keys:
        yield "companies: expected those of the scenario"
    if set(position.platoons) != set(rows):
        yield "platoons: expected those of the scenario"
        return
    for name, platoon in position.platoons.items():
        side, row = rows[name]
        as_listed = (name, side, company_key(side, row.company), row.platoon)
        if (platoon.id, platoon.side, platoon.company, platoon.type) != as_listed:
            yield f"platoons.{name}: expected what the scenario says of it"
        elif platoon.starting > len(rules.platoons[row.platoon].teams):
            yield f"platoons.{name}.starting: more than its teams"
    for key, company in position.companies.items():
        if key != company.key or key != company_key(company.side, company.id) or company.seat not in position.seats:
            yield f"companies.{key}: expected its own name and a seat"
        elif position.seats[company.seat].side != company.side:
            yield f"companies.{key}: expected a seat of its side"
        elif company.starting > sum(each.company == key for each in position.platoons.values()):
            yield f"companies.{key}.starting: more than its platoons"
    for seat, state in position.seats.items():
        own = [key for key, company in position.companies.items() if company.seat == seat]
        if sorted(state.companies) != sorted(own):
            yield f"seats.{seat}.companies: expected those that it commands"
    yield from _teams(rules, position)


def _teams(rules: Rules, position: Position) -> Iterator[str]:
    rosters: tuple[Mapping[UnitId, Team | Gone], ...] = (position.teams, position.gone)
    for name, team in itertools.chain.from_iterable(each.items() for each in rosters):
        platoon = position.platoons.get(team.platoon)
        of = () if platoon is None or platoon.type not in rules.platoons else rules.platoons[platoon.type].teams
        index = name.removeprefix(f"{team.platoon}.")
        is_listed = index.isdecimal() and str(int(index)) == index and int(index) < len(of)
        if platoon is None or team.id != name or not is_listed or name == index:
            yield f"teams.{name}: expected a team of a platoon, under its own name"
            continue
        if team.type != of[int(index)] or team.side != platoon.side:
            yield f"teams.{name}: expected what the list says of it"
        if isinstance(team, Team) and team.index != int(index):
            yield f"teams.{name}.index: expected {index}"
    yield from (f"teams.{name}: lives, and is gone" for name in position.teams if name in position.gone)


def _standing(rules: Rules, position: Position) -> Iterator[str]:
    """Everything that is named anywhere is there (``app/engine/naming.py``)."""
    scenario = rules.scenarios[position.scenario]
    board = hexes.Board(scenario.cols, scenario.rows)
    position = replace(position, options={}, tables={}, battle=None)
    known = {*position.teams, *position.gone}
    targets = {*position.platoons, *known}
    found: dict[Any, dict[Any, None]] = {kind: {} for kind in (Hex, Seat, UnitId, PlatoonId)}
    renamed(position, {kind: _noted(names) for kind, names in found.items()})
    yield from (f"position: {tuple(at)} is off the board" for at in found[Hex] if not board.holds(at))
    yield from (f"position: {each} is no seat" for each in found[Seat] if each not in position.seats)
    yield from (f"position: {each} is no team" for each in found[UnitId] if each not in known)
    yield from (f"position: {each} is no platoon" for each in found[PlatoonId] if each not in targets)
    yield from (f"tally: {each} is no target" for each in position.tally if each not in targets)


def _noted(names: dict[Any, None]) -> Callable[[Any], Any]:
    """Notes what is named down, and leaves it as it is."""

    def note(name: Any) -> Any:
        names[name] = None
        return name

    return note


# ---------------------------------------------------------------------------------------------------------- platoons and teams


class _Teams:
    """Looks for contradictions among platoons and teams."""

    def __init__(self, moment: Moment) -> None:
        self.position, self.field = moment.position, moment.field

    def found(self) -> Iterator[str]:
        for platoon in self.position.platoons.values():
            yield from self.platoon(platoon)
        for company in self.position.companies.values():
            yield from self.cards(company)
        for team in self.position.teams.values():
            yield from self.team(team)
        yield from self.markers()
        if self.position.phase in DEPLOYING:
            yield from self.deployed()

    def platoon(self, platoon: Platoon) -> Iterator[str]:
        members = self.field.by_platoon[platoon.id]
        if platoon.status == "destroyed" and self.field.members(platoon.id):
            yield f"platoons.{platoon.id}: destroyed, with teams"
        if platoon.command is not None and platoon.command not in {team.id for team in members}:
            yield f"platoons.{platoon.id}.command: expected a living team of it"
        if (platoon.order == "AE") != (platoon.ae is not None):
            yield f"platoons.{platoon.id}.ae: expected with a special action alone"
        if platoon.order is not None and self.field.of_platoon(platoon).is_hq:
            yield f"platoons.{platoon.id}.order: headquarters have none"
        for name in (*platoon.seen, platoon.fo_first):
            if name is not None and self.side(name) == platoon.side:
                yield f"platoons.{platoon.id}: sees {name} of its own side as an enemy"

    def side(self, name: str) -> str:
        platoon = self.position.platoons.get(PlatoonId(name))
        team = self.position.teams.get(UnitId(name)) or self.position.gone.get(UnitId(name))
        of = platoon or team
        return "" if of is None else of.side

    def cards(self, company: Company) -> Iterator[str]:
        """Cards lie in one deck, or apart, once, in those companies whose they are (FHW-PLAN-02, FHW-PLAN-05)."""
        cards = (*company.deck, *company.aside)
        if len(set(cards)) < len(cards):
            yield f"companies.{company.key}: a card lies twice"
        for name in cards:
            platoon = self.position.platoons.get(name)
            if platoon is None or platoon.company != company.key or self.field.of_platoon(platoon).is_hq:
                yield f"companies.{company.key}: {name} is no card of it"
            elif platoon.status == "destroyed":
                yield f"companies.{company.key}: {name} is destroyed, and its card lies there"
            elif (platoon.order == "FO") != (name in company.aside):
                yield f"companies.{company.key}: {name} lies in the wrong place"
        if company.failed and any(
            each.company == company.key and each.status != "destroyed" for each in self.position.platoons.values()
        ):
            yield f"companies.{company.key}: failed, with platoons"

    def team(self, team: Team) -> Iterator[str]:
        kind, status = self.field.kind(team), self.field.platoons[team.platoon].status
        if (team.facing is not None) != kind.turns:
            yield f"teams.{team.id}.facing: {'missing' if kind.turns else 'infantry has none'}"
        is_there = team.at is not None or team.aboard is not None
        if is_there and status not in ("board", "arriving", "destroyed"):
            yield f"teams.{team.id}: on the board, its platoon {status}"
        if not is_there and status == "board" and self.position.phase not in DEPLOYING:
            yield f"teams.{team.id}: nowhere, its platoon on the board"
        if team.suppressed and kind.is_armoured and not self.field.rules.options.suppress_armour:
            yield f"teams.{team.id}.suppressed: not armour"
        if team.bailed_out and not kind.is_armoured:
            yield f"teams.{team.id}.bailed_out: armour alone"
        if team.bogged and not kind.is_vehicle:
            yield f"teams.{team.id}.bogged: vehicles alone"
        if team.aboard is not None:
            yield from riding(self.field, team)
        if team.at is not None:
            yield from self.place(team, team.at)
        elif team.aboard is None and (team.foxhole or team.floor != 1 or team.half is not None):
            yield f"teams.{team.id}: nowhere, with a floor, a half or a foxhole"

    def place(self, team: Team, at: Hex) -> Iterator[str]:
        """On ground that it could have come to (FHW-TERR-03, FHW-TERR-06, FHW-TERR-07, FHW-TERR-12)."""
        ground = self.field.terrain[at]
        if team.floor > ground.floors:
            yield f"teams.{team.id}.floor: expected at most {ground.floors}"
        is_on_its_way = any(isinstance(each, Activation | FallingBack) for each in self.position.frames)
        if team.half is None and ground.mixed is not None and is_on_its_way:
            return
        if (team.half is not None) != (ground.mixed is not None):
            yield f"teams.{team.id}.half: {'missing' if ground.mixed else 'a mixed hex alone has halves'}"
        elif half_refused(self.field, team, Place(at), team.half) is not None:
            yield f"teams.{team.id}.half: it cannot stand in that"
        if not stands(self.field, team, at):
            yield f"teams.{team.id}: on ground that is closed to it"

    def markers(self) -> Iterator[str]:
        for name, cells in (
            ("wrecks", [at for at, _ in self.position.wrecks]),
            ("smoke", [each.at for each in self.position.smoke]),
        ):
            if len(set(cells)) < len(cells):
                yield f"{name}: expected every hex once"
        if any(not 1 <= count <= MOST for _, count in self.position.wrecks):
            yield "wrecks: expected at least one"

    def deployed(self) -> Iterator[str]:
        """While sides deploy, no hex is too full, and none is held by both (FHW-SET-06, FHW-STACK-01, FHW-STACK-02, FHW-STACK-07)."""
        for at, teams in self.field.stacks:
            if len({team.side for team in teams}) > 1:
                yield f"teams: both sides in {hexes.name(at)}"
            for side in SIDES:
                rule = stacking.refused(self.field.rules, self.field.hex_kind(at), self.field.stacked(side, at))
                if rule is not None:
                    yield f"teams: too many of {side} in {hexes.name(at)} ({rule})"


def stands(field: Field, team: Team, at: Hex) -> bool:
    """Whether a team can stand on the ground of a hex, however it came there: tracks on a mountain that a hill leads to, vehicles in
    dense woods on a road (FHW-TERR-04, FHW-TERR-06)."""
    shut = closed(field, team, None, at)
    if shut is None:
        return True
    if shut.rule == "FHW-TERR-03":
        return field.mobility(team).of in TRACKS
    return shut.rule == "FHW-TERR-06" and field.terrain.has_road(at)
