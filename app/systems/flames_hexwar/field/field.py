"""Who stands where on what: everything that the judges of movement, fire and assaults read of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import Half, Place, PlatoonId, Side, Weather, other
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.book.tables import MotivationType, Rules, SkillType
from app.systems.flames_hexwar.book.units import MobilityType, PlatoonType, TeamType
from app.systems.flames_hexwar.field.by_type import ByType
from app.systems.flames_hexwar.field.roster import Roster, carried_on, hex_among, roster_of
from app.systems.flames_hexwar.field.watch import Watch, dug_in, watch_of
from app.systems.flames_hexwar.position.frames import Activation, Frame
from app.systems.flames_hexwar.position.state import Company, Platoon, Position, Team
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import End, Profile
from app.systems.flames_hexwar.sight.sight import DugIn, Looks, Seen, Target, Weathered, in_building
from app.systems.flames_hexwar.terrain import going, stacking
from app.systems.flames_hexwar.terrain.stacking import Stood
from app.systems.flames_hexwar.terrain.terrain import terrain_of

KEPT: Final = 64
"""So many boards are remembered."""
KEPT_FIELDS: Final = 16
"""So many fields are."""

board_of: Final = Kept(terrain_of, KEPT)


def _activation_of(frames: Iterable[Frame]) -> Activation | None:
    for frame in frames:
        if isinstance(frame, Activation):
            return frame
    return None


class Field:
    """A position as the judges read it. What it reads of the parts that an earlier position of the room, ``before``, had as well is shared
    with the field of that."""

    def __init__(self, rules: Rules, position: Position, before: Field | None = None) -> None:
        self.rules: Final = rules
        self.position: Final = position
        self.teams: Final[Mapping[UnitId, Team]] = position.teams
        self.platoons: Final[Mapping[PlatoonId, Platoon]] = position.platoons
        self.activation: Final = _activation_of(position.frames)
        """The activation that is going on."""
        if before is None:
            self.scenario: Scenario = rules.scenarios[position.scenario]
            self.terrain = board_of(rules, self.scenario)
            self._roster: Roster = roster_of(rules, position.platoons, position.teams)
        else:
            self.scenario, self.terrain = before.scenario, before.terrain
            roster = before._roster
            is_same = position.teams is roster.teams and position.platoons is before.platoons
            self._roster = roster if is_same else carried_on(roster, rules, position.platoons, position.teams)
            if before.position.turn == position.turn and before.position.weather == position.weather:
                self.weather = before.weather

    @cached_property
    def weather(self) -> Weather:
        """The weather of the turn: as the scenario says, unless it was put right (FHW-WEA-01)."""
        return self.position.weather or self.scenario.weather_of(self.position.turn)

    @cached_property
    def wrecks(self) -> Mapping[Hex, int]:
        """Wrecks by hex."""
        return dict(self.position.wrecks)

    # -- teams and platoons

    @property
    def by_type(self) -> ByType:
        """What each kind of team is."""
        return self._roster.by_type

    def kind(self, team: Team) -> TeamType:
        """The kind of a team."""
        return self.rules.teams[team.type]

    def mobility(self, team: Team) -> MobilityType:
        """How a team moves."""
        return self.rules.mobility[self.kind(team).mobility]

    def of_platoon(self, platoon: Platoon) -> PlatoonType:
        """The kind of a platoon."""
        return self.rules.platoons[platoon.type]

    def skill(self, team: Team) -> SkillType:
        """The skill of a team: its platoon's (FHW-SET-03)."""
        return self.rules.skills[self.of_platoon(self.platoons[team.platoon]).skill]

    def motivation(self, platoon: PlatoonId) -> MotivationType:
        """The motivation of a platoon."""
        return self.rules.motivations[self.of_platoon(self.platoons[platoon]).motivation]

    def company(self, platoon: PlatoonId) -> Company:
        """The company of a platoon."""
        return self.position.companies[self.platoons[platoon].company]

    def seat(self, platoon: PlatoonId) -> Seat:
        """Who commands a platoon (FHW-SEAT-02)."""
        return self.company(platoon).seat

    def is_independent(self, team: Team) -> bool:
        """Whether it acts with any platoon (FHW-HQ-01)."""
        return team.type in self._roster.free

    def is_transport(self, team: Team) -> bool:
        """A carrier, except in reconnaissance platoons (FHW-TRAN-02)."""
        kind = self.kind(team)
        is_carrier = kind.transport > 0 or kind.tows
        return is_carrier and self.of_platoon(self.platoons[team.platoon]).category != "recce"

    def is_recce(self, team: Team) -> bool:
        """A reconnaissance team (FHW-REC-01)."""
        return self.kind(team).recce or self.of_platoon(self.platoons[team.platoon]).category == "recce"

    @property
    def by_platoon(self) -> Mapping[PlatoonId, Sequence[Team]]:
        """Living teams of each platoon by index, independent ones too."""
        return self._roster.by_platoon

    def members(self, platoon: PlatoonId) -> Sequence[Team]:
        """Living teams of a platoon that take its order: all but independent ones (FHW-HQ-01)."""
        return self._roster.members(platoon)

    @property
    def independent(self) -> Sequence[Team]:
        """Living teams that act with any platoon, in roster order."""
        return self._roster.independent

    @property
    def batteries(self) -> Set[PlatoonId]:
        """The platoons of which a team that takes their order can bombard (FHW-ART-01)."""
        return self._roster.batteries

    def in_order(self, teams: Iterable[Team]) -> list[Team]:
        """Living teams in roster order."""
        order = self._roster.order
        return sorted(teams, key=lambda team: order[team.id])

    @property
    def carried(self) -> Mapping[UnitId, tuple[Team, ...]]:
        """Who is aboard each carrier, by roster."""
        return self._roster.carried

    def aboard(self, carrier: UnitId) -> tuple[Team, ...]:
        """Who is aboard a carrier."""
        return self.carried.get(carrier, ())

    # -- where they are

    @property
    def in_hex(self) -> Mapping[Hex, Sequence[Team]]:
        """Teams that stand in each hex, those aboard others left out, in roster order; the hexes in none."""
        return self._roster.in_hex

    @property
    def stacks(self) -> Sequence[tuple[Hex, Sequence[Team]]]:
        """Every hex in which teams stand, with them, in the roster order of the first of each."""
        return self._roster.stacks

    def standing_in(self, at: Hex, side: Side | None = None) -> Iterator[Team]:
        """Those that stand in a hex, of one side if named."""
        return (team for team in self.in_hex.get(at, ()) if side in (None, team.side))

    def is_held(self, at: Hex, side: Side) -> bool:
        """Whether anybody of a side stands in a hex."""
        return at in self._roster.held[side]

    def standing(self, side: Side) -> tuple[Team, ...]:
        """Teams of a side that stand on the board, hex by hex."""
        return self._roster.standing(side)

    def enemies(self, side: Side) -> tuple[Team, ...]:
        """Enemies of a side that stand on the board."""
        return self._roster.standing(other(side))

    def is_enemy_near(self, side: Side, at: Hex, most: int) -> bool:
        """Whether an enemy of a side stands within so many hexes of one (FHW-DIST-06)."""
        return not self._roster.held[other(side)].isdisjoint(hexes.within(at, most))

    def enemies_near(self, side: Side, at: Hex, most: int) -> Iterator[Team]:
        """Enemies of a side within so many hexes of one (FHW-DIST-06)."""
        enemy = other(side)
        return (team for near in hexes.disc(at, most) for team in self.in_hex.get(near, ()) if team.side == enemy)

    @property
    def occupied(self) -> Mapping[Side, Set[Hex]]:
        """The hexes in which teams of each side are, be it aboard, in roster order."""
        return self._roster.occupied

    def hex_of(self, team: Team) -> Hex | None:
        """Where a team is, be it aboard; nowhere, once the carrier with which it is lost is gone."""
        return hex_among(self.teams, team)

    def stacked(self, side: Side, at: Hex, but: Iterable[UnitId] = ()) -> list[Stood]:
        """The teams of a side in a hex as stacking sees them (FHW-STACK-03, FHW-STACK-04)."""
        left_out = set(but)
        return [
            Stood(self.points(team), team.half, team.floor)
            for team in self.standing_in(at, side)
            if team.id not in left_out
        ]

    def points(self, team: Team) -> int:
        """Stacking points of a team."""
        return self._roster.by_type.points[team.type]

    def stack(self, side: Side, at: Hex) -> int:
        """Points of a side in a hex (FHW-VIS-04)."""
        return self._roster.stack(side, at)

    def hex_kind(self, at: Hex) -> stacking.HexKind:
        """What a hex is to stacking."""
        ground = self.terrain[at]
        if ground.mixed is not None:
            return "mixed"
        return "building" if ground.surface == "building" else "plain"

    def half_for(self, team: Team, at: Hex, half: Half | None) -> Half | None:
        """The half of a mixed hex that is meant: vehicles the free one, others the covering one while there is room, unless it is closed to
        them (FHW-TERR-12, FHW-TERR-07)."""
        ground = self.terrain[at]
        if ground.mixed is None:
            return None
        if half is not None or self.kind(team).is_vehicle:
            return half or "free"
        if going.surface_going(self.rules, self.mobility(team), ground, "cover") == "forbidden":
            return "free"
        standing = [*self.stacked(team.side, at, (team.id,)), Stood(self.points(team), "cover")]
        return "cover" if stacking.refused(self.rules, "mixed", standing) is None else "free"

    def has_room(self, team: Team, place: Place, half: Half | None) -> bool:
        """Whether a team may halt in a place (FHW-STACK-01, FHW-STACK-02)."""
        return self.crowded(team, place, half) is None

    def crowded(self, team: Team, place: Place, half: Half | None) -> str | None:
        """The rule by which a place is too full for a team."""
        own = Stood(self.points(team), self.half_for(team, place.hex, half), place.floor)
        standing = [*self.stacked(team.side, place.hex, (team.id,)), own]
        return stacking.refused(self.rules, self.hex_kind(place.hex), standing)

    # -- independent teams

    def joined_to(self, team: Team) -> PlatoonId | None:
        """The platoon that an independent team is joined to (FHW-HQ-02)."""
        return self._roster.joined_to(team)

    @property
    def joined(self) -> Mapping[PlatoonId, tuple[Team, ...]]:
        """The independent teams that are joined to each platoon."""
        return self._roster.joined

    def target_of(self, team: Team) -> str:
        """What a team is shot at as: its platoon; an independent one the platoon it is joined to, else itself (FHW-SHOT-07,
        FHW-HQ-03). While an HQ team moves it is a target of its own (FHW-FO-13)."""
        if team.type not in self._roster.free:
            return team.platoon
        if self.moving == team.id:
            return team.id
        return self.joined_to(team) or team.id

    @cached_property
    def moving(self) -> UnitId | None:
        """The team that is between its first step and its halt."""
        activation = self.activation
        return None if activation is None or activation.moving is None else activation.moving.team

    def target_teams(self, target: str) -> list[Team]:
        """The teams of a target that stand on the board, in roster order, those joined to it last (FHW-SHOT-02, FHW-SHOT-09,
        FHW-HQ-03)."""
        if target in self.platoons:
            own = [team for team in self.members(PlatoonId(target)) if team.at is not None and team.aboard is None]
            joined = self.joined.get(PlatoonId(target), ())
            return [*own, *(team for team in joined if team.id != self.moving)]
        team = self.teams.get(UnitId(target))
        return [team] if team is not None and team.at is not None and team.aboard is None else []

    def company_command_with(self, platoon: PlatoonId) -> Team | None:
        """A company command that is joined to a platoon (FHW-HQ-04)."""
        return next((team for team in self.joined.get(platoon, ()) if team.role == "company_command"), None)

    def command_of(self, platoon: PlatoonId) -> Team | None:
        """The command of a platoon: its own, else a company command or a second in command joined to it (FHW-CMD-05, FHW-HQ-06)."""
        own = self.platoons[platoon].command
        if own is not None and own in self.teams:
            return self.teams[own]
        roles = ("company_command", "second_in_command")
        return next((team for team in self.joined.get(platoon, ()) if team.role in roles), None)

    # -- sight

    def profile(self, team: Team) -> Profile:
        """A team as sight sees it."""
        return self._roster.by_type.profiles[team.type]

    @cached_property
    def _watch(self) -> Watch:
        """Who sees whom."""
        position = self.position
        return watch_of(
            self.rules,
            self.terrain,
            self._roster,
            position.wrecks,
            position.smoke,
            position.seen_entering,
            self.weather,
        )

    @property
    def looks(self) -> Looks:
        """Lines across the board as it lies."""
        return self._watch.looks

    def end(self, team: Team, at: Place | None = None) -> End:
        """Where a team looks from, or would."""
        return self._watch.end(team, at)

    def dug_in(self, team: Team) -> DugIn | None:
        """What a team has dug, or stands in (FHW-DIG-01)."""
        return dug_in(self.terrain, self.kind(team), team)

    def as_target(self, team: Team) -> Target:
        """A team as it is looked at."""
        return self._watch.as_target(team)

    def weathered(self, profile: Profile, fog: int | None = None) -> Weathered:
        """What the weather does to looks at such a target; ``fog``: how far one sees in it."""
        return self._watch.weathered(profile, fog)

    def look(self, a: Team, b: Team, fog: int | None = None, *, at: Place | None = None) -> Seen | Blocked:
        """What one team sees of another, from where it stands or from another place (FHW-GEO-16)."""
        return self._watch.look(a, b, fog, at)

    def sees(self, a: Team, b: Team, fog: int | None = None, *, at: Place | None = None) -> bool:
        """Whether there is sight."""
        return self._watch.sees(a, b, fog, at)

    def sighted(self, watching: Iterable[Team], targets: Iterable[Team], fog: int | None = None) -> Iterator[Team]:
        """Those of the targets that any who watch see."""
        return self._watch.sighted(watching, targets, fog)

    def is_hidden(self, team: Team) -> bool:
        """Whether a team cannot be seen inside its building (FHW-LOS-13)."""
        return self._watch.is_hidden(team)

    def is_hidden_at(self, team: Team, at: Hex, half: Half | None) -> bool:
        """The same where it stood, or would stand, in another hex."""
        return self._watch.is_hidden_at(team, at, half)

    def is_inside(self, team: Team) -> bool:
        """Whether a team is inside a building."""
        return team.at is not None and in_building(self.terrain, team.at, team.half)

    def far(self, a: Team, b: Team) -> int:
        """Hexes between two teams on the board (FHW-DIST-06, FHW-GEO-03, FHW-GEO-19)."""
        assert a.at is not None
        assert b.at is not None
        return hexes.distance(a.at, b.at)


field_of: Final = Kept(Field, KEPT_FIELDS)
"""The field of a position under the rules of its room, and what has been looked at of it."""
