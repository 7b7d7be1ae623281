"""Who sees whom: worked out once for as long as nobody moves and nothing on the ground or in the weather changes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import Half, Place, Side, Weather
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import TeamType
from app.systems.flames_hexwar.field.roster import Roster
from app.systems.flames_hexwar.position.state import Smoke, Team
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import PROFILES, End, Profile
from app.systems.flames_hexwar.sight.sight import (
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
from app.systems.flames_hexwar.terrain.terrain import Terrain

BOARDS: Final = 64
"""Looks across so many boards are remembered."""
KEPT: Final = 16
"""So many watches are."""
OFF: Final = Hex(0, 0)
"""Where those who are not on the board are taken to look from."""
HIDDEN: Final = "FHW-LOS-13"
Wrecks = tuple[tuple[Hex, int], ...]


def _looks(rules: Rules, terrain: Terrain, wrecks: Wrecks, smoke: tuple[Smoke, ...]) -> Looks:
    return Looks(rules, Scene(terrain, dict(wrecks), frozenset(each.at for each in smoke)))


looks_of: Final = Kept(_looks, BOARDS)
"""Lines across a board as it lies."""


class Watch:
    """Teams as they see each other."""

    __slots__ = (
        "_entered", "_profiles", "_roster", "_rules", "_seen", "_smoke", "_targets", "_terrain", "_weather", "_weathered",
        "_wrecks", "looks",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        terrain: Terrain,
        roster: Roster,
        wrecks: Wrecks,
        smoke: tuple[Smoke, ...],
        entered: tuple[tuple[Side, Hex], ...],
        weather: Weather,
    ) -> None:
        self.looks: Final = looks_of(rules, terrain, wrecks, smoke)
        self._rules: Final = rules
        self._terrain: Final = terrain
        self._roster: Final = roster
        self._wrecks: Final = wrecks
        self._smoke: Final = smoke
        self._entered: Final = entered
        self._weather: Final = weather
        self._profiles: Final = roster.by_type.profiles
        self._seen: Final[dict[tuple[UnitId, UnitId, int | None], Seen | Blocked]] = {}
        self._targets: Final[dict[UnitId, Target]] = {}
        self._weathered: Final[dict[tuple[Profile, int | None], Weathered]] = {}

    # -- what is looked at

    def end(self, team: Team, at: Place | None = None) -> End:
        """Where a team looks from, or would."""
        if at is not None:
            return End(at.hex, self._profiles[team.type], at.floor)
        return End(team.at or OFF, self._profiles[team.type], team.floor)

    def as_target(self, team: Team) -> Target:
        """A team as it is looked at."""
        if self._roster.teams.get(team.id) is not team:
            return self._as_target(team)
        found = self._targets.get(team.id)
        if found is None:
            found = self._targets[team.id] = self._as_target(team)
        return found

    def _as_target(self, team: Team) -> Target:
        assert team.at is not None
        dug = dug_in(self._terrain, self._rules.teams[team.type], team)
        return Target(self.end(team), team.half, team.in_street, dug, self._roster.stack(team.side, team.at))

    def weathered(self, profile: Profile, fog: int | None = None) -> Weathered:
        """What the weather does to looks at such a target; ``fog``: how far one sees in it."""
        found = self._weathered.get((profile, fog))
        if found is None:
            found = self._weathered[profile, fog] = self._weather_to(profile, fog)
        return found

    def _weather_to(self, profile: Profile, fog: int | None) -> Weathered:
        of = self._rules.weather[self._weather]
        if of.sight_die is not None and fog is not None:
            return Weathered(fog, of.always_cover)
        return Weathered(sight_limit(self._rules, self._weather, profile), of.always_cover)

    # -- looks

    def look(self, a: Team, b: Team, fog: int | None, at: Place | None) -> Seen | Blocked:
        """What one team sees of another, from where it stands or from another place (FHW-GEO-16)."""
        teams = self._roster.teams
        if at is not None or teams.get(a.id) is not a or teams.get(b.id) is not b:
            return self._look(a, b, fog, at)
        key = (a.id, b.id, fog)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._look(a, b, fog, at)
        return found

    def _look(self, a: Team, b: Team, fog: int | None, at: Place | None) -> Seen | Blocked:
        if self._is_hidden_from(a, b, at):
            return Blocked(HIDDEN, (b.at,))  # type: ignore[arg-type]
        weathered = self.weathered(self._profiles[b.type], fog)
        return self._looks_for(a).look(self.end(a, at), self.as_target(b), weathered)

    def _looks_for(self, a: Team) -> Looks:
        """Looks of a team: an observer may be blind to no smoke of his own (FHW-SMOKE-05)."""
        if not self._smoke or not any(a.id in each.blind for each in self._smoke):
            return self.looks
        clear = tuple(each for each in self._smoke if a.id not in each.blind)
        return _looks(self._rules, self._terrain, self._wrecks, clear)

    def sees(self, a: Team, b: Team, fog: int | None, at: Place | None) -> bool:
        """Whether there is sight."""
        if self._is_hidden_from(a, b, at):
            return False
        looks, limit = self._looks_for(a), self.weathered(self._profiles[b.type], fog).limit
        seen = looks.sees_across(a.at or OFF if at is None else at.hex, b.at or OFF, limit)
        return looks.sees_over_hills(self.end(a, at), self.end(b)) if seen is None else seen

    def sighted(self, watching: Iterable[Team], targets: Iterable[Team], fog: int | None) -> Iterator[Team]:
        """Those of the targets that any who watch see."""
        own, looked_at = tuple(watching), tuple(targets)
        if any(each.blind for each in self._smoke):
            yield from (target for target in looked_at if any(self.sees(team, target, fog, None) for team in own))
            return
        ends, cells = {self.end(team) for team in own}, {target.at for target in looked_at if target.at is not None}
        limits = {profile: self.weathered(profile, fog).limit for profile in PROFILES}
        known = {limit: self.looks.seen_among(ends, cells, limit) for limit in {*limits.values()}}
        near = set[Hex]().union(*itertools.chain(*known.values()))
        housed, over_hills = self._terrain.housed, self.looks.sees_over_hills
        for target in looked_at:
            at = target.at
            if at is None or at not in near:
                continue
            seen, open_to = known[limits[self._profiles[target.type]]]
            if at in housed and self.is_hidden(target):
                if any(team.at == at for team in own):
                    yield target
            elif at in seen:
                yield target
            elif at in open_to:
                end = self.end(target)
                if any(over_hills(each, end) for each in open_to[at]):
                    yield target

    # -- hidden in buildings

    def _is_hidden_from(self, a: Team, b: Team, at: Place | None) -> bool:
        """Whether a building hides a team; those in one hex always see each other (FHW-LOS-15)."""
        return self.is_hidden(b) and b.at != (a.at if at is None else at.hex)

    def is_hidden(self, team: Team) -> bool:
        """Whether a team cannot be seen inside its building (FHW-LOS-13)."""
        return team.at is not None and self.is_hidden_at(team, team.at, team.half)

    def is_hidden_at(self, team: Team, at: Hex, half: Half | None) -> bool:
        """The same where it stood, or would stand, in another hex."""
        if at not in self._terrain.housed or not in_building(self._terrain, at, half):
            return False
        was_seen = (team.side, at) in self._entered
        return not is_in_sight_inside(gone_to_ground=team.gone_to_ground, seen_entering=was_seen)


def dug_in(terrain: Terrain, kind: TeamType, team: Team) -> DugIn | None:
    """What a team of a kind has dug, or stands in (FHW-DIG-01)."""
    if not kind.is_foot or team.at is None:
        return None
    if terrain[team.at].trench and not (team.turn.changed_hex and not team.turn.halted):
        return "trench"
    return "foxhole" if team.foxhole else None


watch_of: Final = Kept(Watch, KEPT)
