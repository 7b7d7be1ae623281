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
from app.systems.flames_hexwar.field.by_type import independent_of, points_of, profiles_of
from app.systems.flames_hexwar.field.roster import hex_among, roster_of
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Company, Platoon, Position, Smoke, Team
from app.systems.flames_hexwar.sight.blocking import End, Profile
from app.systems.flames_hexwar.sight.sight import (
    Blocked,
    DugIn,
    Looks,
    Scene,
    Seen,
    Target,
    Weathered,
    in_building,
    is_in_sight_inside,
    sight_limit,
)
from app.systems.flames_hexwar.terrain import stacking
from app.systems.flames_hexwar.terrain.stacking import Stood
from app.systems.flames_hexwar.terrain.terrain import Terrain, terrain_of

KEPT: Final = 64
"""So many boards, and looks across them, are remembered."""
KEPT_FIELDS: Final = 16
"""So many fields are."""
HIDDEN: Final = "FHW-LOS-13"

board_of: Final = Kept(terrain_of, KEPT)


def _looks(rules: Rules, terrain: Terrain, wrecks: tuple[tuple[Hex, int], ...], smoke: tuple[Smoke, ...]) -> Looks:
    return Looks(rules, Scene(terrain, dict(wrecks), frozenset(each.at for each in smoke)))


looks_of: Final = Kept(_looks, KEPT)


class Field:
    """A position as the judges read it."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules: Final = rules
        self.position: Final = position
        self.scenario: Final[Scenario] = rules.scenarios[position.scenario]
        self.terrain: Final = board_of(rules, self.scenario)
        self.teams: Final[Mapping[UnitId, Team]] = position.teams
        self.platoons: Final[Mapping[PlatoonId, Platoon]] = position.platoons
        self._seen: Final[dict[tuple[UnitId, UnitId, int | None], Seen | Blocked]] = {}
        self._targets: Final[dict[UnitId, Target]] = {}
        self._weathered: Final[dict[tuple[Profile, int | None], Weathered]] = {}
        self._independent: Final = independent_of(rules)
        self._points: Final = points_of(rules)
        self._profiles: Final = profiles_of(rules)
        self._roster: Final = roster_of(rules, position.platoons, position.teams)

    @cached_property
    def looks(self) -> Looks:
        """Lines across the board as it lies."""
        return looks_of(self.rules, self.terrain, self.position.wrecks, self.position.smoke)

    @cached_property
    def weather(self) -> Weather:
        """The weather of the turn: as the scenario says, unless it was put right (FHW-WEA-01)."""
        return self.position.weather or self.scenario.weather_of(self.position.turn)

    @cached_property
    def wrecks(self) -> Mapping[Hex, int]:
        """Wrecks by hex."""
        return dict(self.position.wrecks)

    # -- teams and platoons

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
        return team.type in self._independent

    def is_transport(self, team: Team) -> bool:
        """A carrier, except in reconnaissance platoons (FHW-TRAN-02)."""
        kind = self.kind(team)
        is_carrier = kind.transport > 0 or kind.tows
        return is_carrier and self.of_platoon(self.platoons[team.platoon]).category != "recce"

    def is_recce(self, team: Team) -> bool:
        """A reconnaissance team (FHW-REC-01)."""
        return self.kind(team).recce or self.of_platoon(self.platoons[team.platoon]).category == "recce"

    @cached_property
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

    @cached_property
    def carried(self) -> Mapping[UnitId, tuple[Team, ...]]:
        """Who is aboard each carrier, by roster."""
        return self._roster.carried

    def aboard(self, carrier: UnitId) -> tuple[Team, ...]:
        """Who is aboard a carrier."""
        return self.carried.get(carrier, ())

    # -- where they are

    @cached_property
    def in_hex(self) -> Mapping[Hex, Sequence[Team]]:
        """Teams that stand in each hex, those aboard others left out, in roster order."""
        return self._roster.in_hex

    def standing_in(self, at: Hex, side: Side | None = None) -> Iterator[Team]:
        """Those that stand in a hex, of one side if named."""
        return (team for team in self.in_hex.get(at, ()) if side in (None, team.side))

    def is_held(self, at: Hex, side: Side) -> bool:
        """Whether anybody of a side stands in a hex."""
        return any(team.side == side for team in self.in_hex.get(at, ()))

    @cached_property
    def standing(self) -> Mapping[Side, tuple[Team, ...]]:
        """Teams of each side that stand on the board."""
        return self._roster.standing

    def enemies(self, side: Side) -> tuple[Team, ...]:
        """Enemies of a side that stand on the board."""
        return self.standing[other(side)]

    def is_enemy_near(self, side: Side, at: Hex, most: int) -> bool:
        """Whether an enemy of a side stands within so many hexes of one (FHW-DIST-06)."""
        return not self._roster.held[other(side)].isdisjoint(hexes.disc(at, most))

    def enemies_near(self, side: Side, at: Hex, most: int) -> Iterator[Team]:
        """Enemies of a side within so many hexes of one (FHW-DIST-06)."""
        enemy = other(side)
        return (team for near in hexes.disc(at, most) for team in self.in_hex.get(near, ()) if team.side == enemy)

    @cached_property
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
        return self._points[team.type]

    def stack(self, side: Side, at: Hex) -> int:
        """Points of a side in a hex (FHW-VIS-04)."""
        points = self._points
        return sum(points[team.type] for team in self.in_hex.get(at, ()) if team.side == side)

    def hex_kind(self, at: Hex) -> stacking.HexKind:
        """What a hex is to stacking."""
        ground = self.terrain[at]
        if ground.mixed is not None:
            return "mixed"
        return "building" if ground.surface == "building" else "plain"

    def half_for(self, team: Team, at: Hex, half: Half | None) -> Half | None:
        """The half of a mixed hex that is meant: vehicles the free one, others the covering one while there is room (FHW-TERR-12)."""
        if self.terrain[at].mixed is None:
            return None
        if half is not None or self.kind(team).is_vehicle:
            return half or "free"
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
        if team.at is None or team.aboard is not None or not self.is_independent(team):
            return None
        near = dict.fromkeys(
            each.platoon for each in self.standing_in(team.at, team.side) if not self.is_independent(each)
        )
        found = [name for name in self.platoons if name in near]
        if team.joins in found:
            return team.joins
        return found[0] if found else None

    @cached_property
    def joined(self) -> Mapping[PlatoonId, tuple[Team, ...]]:
        """The independent teams that are joined to each platoon."""
        found: dict[PlatoonId, list[Team]] = {}
        for team in self.independent:
            platoon = self.joined_to(team)
            if platoon is not None:
                found.setdefault(platoon, []).append(team)
        return {name: tuple(teams) for name, teams in found.items()}

    def target_of(self, team: Team) -> str:
        """What a team is shot at as: its platoon; an independent one the platoon it is joined to, else itself (FHW-SHOT-07,
        FHW-HQ-03). While an HQ team moves it is a target of its own (FHW-FO-13)."""
        if not self.is_independent(team):
            return team.platoon
        if self.moving == team.id:
            return team.id
        return self.joined_to(team) or team.id

    @cached_property
    def moving(self) -> UnitId | None:
        """The team that is between its first step and its halt."""
        for frame in reversed(self.position.frames):
            if isinstance(frame, Activation):
                return None if frame.moving is None else frame.moving.team
        return None

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
        return self._profiles[team.type]

    def end(self, team: Team, at: Place | None = None) -> End:
        """Where a team looks from, or would."""
        if at is not None:
            return End(at.hex, self.profile(team), at.floor)
        return End(team.at or Hex(0, 0), self.profile(team), team.floor)

    def dug_in(self, team: Team) -> DugIn | None:
        """What a team has dug, or stands in (FHW-DIG-01)."""
        return dug_in(self.terrain, self.kind(team), team)

    def as_target(self, team: Team) -> Target:
        """A team as it is looked at."""
        if self.teams.get(team.id) is not team:
            return self._as_target(team)
        found = self._targets.get(team.id)
        if found is None:
            found = self._targets[team.id] = self._as_target(team)
        return found

    def _as_target(self, team: Team) -> Target:
        assert team.at is not None
        return Target(self.end(team), team.half, team.in_street, self.dug_in(team), self.stack(team.side, team.at))

    def weathered(self, profile: Profile, fog: int | None = None) -> Weathered:
        """What the weather does to looks at such a target; ``fog``: how far one sees in it."""
        found = self._weathered.get((profile, fog))
        if found is None:
            found = self._weathered[profile, fog] = self._weather_to(profile, fog)
        return found

    def _weather_to(self, profile: Profile, fog: int | None) -> Weathered:
        of = self.rules.weather[self.weather]
        if of.sight_die is not None and fog is not None:
            return Weathered(fog, of.always_cover)
        return Weathered(sight_limit(self.rules, self.weather, profile), of.always_cover)

    def look(self, a: Team, b: Team, fog: int | None = None, *, at: Place | None = None) -> Seen | Blocked:
        """What one team sees of another, from where it stands or from another place (FHW-GEO-16)."""
        if at is not None or self.teams.get(a.id) is not a or self.teams.get(b.id) is not b:
            return self._look(a, b, fog, at)
        key = (a.id, b.id, fog)
        if key not in self._seen:
            self._seen[key] = self._look(a, b, fog, at)
        return self._seen[key]

    def _look(self, a: Team, b: Team, fog: int | None, at: Place | None) -> Seen | Blocked:
        if self._is_hidden_from(a, b, at):
            return Blocked(HIDDEN, (b.at,))  # type: ignore[arg-type]
        return self._looks_for(a).look(self.end(a, at), self.as_target(b), self.weathered(self.profile(b), fog))

    def _looks_for(self, a: Team) -> Looks:
        """Looks of a team: an observer may be blind to no smoke of his own (FHW-SMOKE-05)."""
        smoke = self.position.smoke
        if not smoke or not any(a.id in each.blind for each in smoke):
            return self.looks
        clear = tuple(each for each in self.position.smoke if a.id not in each.blind)
        return _looks(self.rules, self.terrain, self.position.wrecks, clear)

    def sees(self, a: Team, b: Team, fog: int | None = None, *, at: Place | None = None) -> bool:
        """Whether there is sight."""
        if self._is_hidden_from(a, b, at):
            return False
        limit = self.weathered(self.profile(b), fog).limit
        return self._looks_for(a).sees(self.end(a, at), self.end(b), limit)

    def sighted(self, watching: Iterable[Team], targets: Iterable[Team], fog: int | None = None) -> Iterator[Team]:
        """Those of the targets that any who watch see."""
        own = tuple(watching)
        if any(each.blind for each in self.position.smoke):
            yield from (target for target in targets if any(self.sees(team, target, fog) for team in own))
            return
        ends, known = {self.end(team) for team in own}, dict[End, bool]()
        for target in targets:
            end = self.end(target)
            if end not in known:
                limit = self.weathered(self.profile(target), fog).limit
                known[end] = any(self.looks.sees(each, end, limit) for each in ends)
            if any(team.at == target.at for team in own) if self.is_hidden(target) else known[end]:
                yield target

    def _is_hidden_from(self, a: Team, b: Team, at: Place | None) -> bool:
        """Whether a building hides a team; those in one hex always see each other (FHW-LOS-15)."""
        return self.is_hidden(b) and b.at != (a.at if at is None else at.hex)

    def is_hidden(self, team: Team) -> bool:
        """Whether a team cannot be seen inside its building (FHW-LOS-13)."""
        return team.at is not None and self.is_hidden_at(team, team.at, team.half)

    def is_hidden_at(self, team: Team, at: Hex, half: Half | None) -> bool:
        """The same where it stood, or would stand, in another hex."""
        if at not in self.terrain.housed or not in_building(self.terrain, at, half):
            return False
        was_seen = (team.side, at) in self.position.seen_entering
        return not is_in_sight_inside(gone_to_ground=team.gone_to_ground, seen_entering=was_seen)

    def is_inside(self, team: Team) -> bool:
        """Whether a team is inside a building."""
        return team.at is not None and in_building(self.terrain, team.at, team.half)

    def far(self, a: Team, b: Team) -> int:
        """Hexes between two teams on the board (FHW-DIST-06, FHW-GEO-03, FHW-GEO-19)."""
        assert a.at is not None
        assert b.at is not None
        return hexes.distance(a.at, b.at)


def dug_in(terrain: Terrain, kind: TeamType, team: Team) -> DugIn | None:
    """What a team of a kind has dug, or stands in (FHW-DIG-01)."""
    if not kind.is_foot or team.at is None:
        return None
    if terrain[team.at].trench and not (team.turn.changed_hex and not team.turn.halted):
        return "trench"
    return "foxhole" if team.foxhole else None


field_of: Final = Kept(Field, KEPT_FIELDS)
"""The field of a position under the rules of its room, and what has been looked at of it."""
