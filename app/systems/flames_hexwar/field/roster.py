"""Who there is and where everybody stands: worked out once for as long as no team and no platoon changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import Final

from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId, Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.by_type import independent_of, points_of, profiles_of
from app.systems.flames_hexwar.position.state import Platoon, Team

KEPT: Final = 16
"""So many rosters are remembered."""


class Roster:
    """The living teams of a position by platoon, by carrier and by hex."""

    def __init__(self, rules: Rules, platoons: Mapping[PlatoonId, Platoon], teams: Mapping[UnitId, Team]) -> None:
        self.free: Final = independent_of(rules)
        """The kinds of team that act with any platoon (FHW-HQ-01)."""
        self.points: Final = points_of(rules)
        """Stacking points of every kind of team."""
        self.profiles: Final = profiles_of(rules)
        """Every kind of team as sight sees it."""
        self.teams: Final = teams
        self._platoons: Final = platoons
        self._members: Final[dict[PlatoonId, Sequence[Team]]] = {}

    @cached_property
    def by_platoon(self) -> Mapping[PlatoonId, Sequence[Team]]:
        """Living teams of each platoon by index, independent ones too."""
        found: dict[PlatoonId, list[Team]] = {name: [] for name in self._platoons}
        for team in self.teams.values():
            found[team.platoon].append(team)
        return found

    def members(self, platoon: PlatoonId) -> Sequence[Team]:
        """Those of a platoon that take its order: all but independent ones (FHW-HQ-01)."""
        found = self._members.get(platoon)
        if found is None:
            found = tuple(team for team in self.by_platoon[platoon] if team.type not in self.free)
            self._members[platoon] = found
        return found

    @cached_property
    def independent(self) -> Sequence[Team]:
        """Those that act with any platoon (FHW-HQ-01)."""
        return tuple(team for team in self.teams.values() if team.type in self.free)

    def joined_to(self, team: Team) -> PlatoonId | None:
        """The platoon that an independent team is joined to (FHW-HQ-02)."""
        if team.at is None or team.aboard is not None or team.type not in self.free:
            return None
        near = {
            each.platoon
            for each in self.in_hex.get(team.at, ())
            if each.side == team.side and each.type not in self.free
        }
        if team.joins in near:
            return team.joins
        return next((name for name in self._platoons if name in near), None) if near else None

    @cached_property
    def joined(self) -> Mapping[PlatoonId, tuple[Team, ...]]:
        """The independent teams that are joined to each platoon."""
        found: dict[PlatoonId, list[Team]] = {}
        for team in self.independent:
            platoon = self.joined_to(team)
            if platoon is not None:
                found.setdefault(platoon, []).append(team)
        return {name: tuple(teams) for name, teams in found.items()}

    @cached_property
    def carried(self) -> Mapping[UnitId, tuple[Team, ...]]:
        """Who is aboard each carrier, by roster."""
        found: dict[UnitId, list[Team]] = {}
        for team in self.teams.values():
            if team.aboard is not None:
                found.setdefault(team.aboard, []).append(team)
        return {carrier: tuple(teams) for carrier, teams in found.items()}

    @cached_property
    def in_hex(self) -> Mapping[Hex, Sequence[Team]]:
        """Teams that stand in each hex, those aboard others left out, in roster order."""
        found: dict[Hex, list[Team]] = {}
        for team in self.teams.values():
            at = team.at
            if at is not None and team.aboard is None:
                if at in found:
                    found[at].append(team)
                else:
                    found[at] = [team]
        return found

    def stack(self, side: Side, at: Hex) -> int:
        """Points of a side in a hex (FHW-VIS-04)."""
        return sum(self.points[team.type] for team in self.in_hex.get(at, ()) if team.side == side)

    @cached_property
    def standing(self) -> Mapping[Side, tuple[Team, ...]]:
        """Teams of each side that stand on the board."""
        everybody = [team for teams in self.in_hex.values() for team in teams]
        return {side: tuple(team for team in everybody if team.side == side) for side in SIDES}

    @cached_property
    def held(self) -> Mapping[Side, frozenset[Hex]]:
        """The hexes in which teams of each side stand."""
        return {
            side: frozenset(team.at for team in teams if team.at is not None) for side, teams in self.standing.items()
        }

    @cached_property
    def occupied(self) -> Mapping[Side, Set[Hex]]:
        """The hexes in which teams of each side are, be it aboard, in roster order."""
        found: dict[Side, dict[Hex, None]] = {side: {} for side in SIDES}
        for team in self.teams.values():
            at = hex_among(self.teams, team)
            if at is not None:
                found[team.side][at] = None
        return {side: cells.keys() for side, cells in found.items()}


def hex_among(teams: Mapping[UnitId, Team], team: Team) -> Hex | None:
    """Where a team is, be it aboard; nowhere, once the carrier with which it is lost is gone."""
    carrier = team if team.aboard is None else teams.get(team.aboard)
    return None if carrier is None else carrier.at


roster_of: Final = Kept(Roster, KEPT)
