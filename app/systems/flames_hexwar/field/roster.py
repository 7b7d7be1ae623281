"""Who there is and where everybody stands: worked out once for as long as no team and no platoon changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Final

from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId, Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.by_type import by_type_of
from app.systems.flames_hexwar.position.state import Platoon, Team

KEPT: Final = 16
"""So many rosters are remembered."""
FEW: Final = 8
"""A roster in which more teams have changed is made anew."""


class Roster:
    """The living teams of a position by platoon, by carrier and by hex."""

    def __init__(self, rules: Rules, platoons: Mapping[PlatoonId, Platoon], teams: Mapping[UnitId, Team]) -> None:
        self.by_type: Final = by_type_of(rules)
        """What each kind of team is."""
        self.free: Final = self.by_type.free
        self.teams: Final = teams
        self._platoons: Final = platoons
        self.known: Final[dict[PlatoonId, Sequence[Team]]] = {}
        """The members of platoons that were asked for."""
        self.stood: Final[dict[Side, tuple[Team, ...]]] = {}
        """The sides that were asked who of them stands on the board."""

    def has(self, platoons: Mapping[PlatoonId, Platoon]) -> bool:
        """Whether it is a roster of these platoons, however they fare."""
        return platoons is self._platoons or list(platoons) == list(self._platoons)

    @cached_property
    def by_platoon(self) -> Mapping[PlatoonId, Sequence[Team]]:
        """Living teams of each platoon by index, independent ones too."""
        found: dict[PlatoonId, list[Team]] = {name: [] for name in self._platoons}
        for team in self.teams.values():
            found[team.platoon].append(team)
        return found

    def members(self, platoon: PlatoonId) -> Sequence[Team]:
        """Those of a platoon that take its order: all but independent ones (FHW-HQ-01)."""
        found = self.known.get(platoon)
        if found is None:
            found = tuple(team for team in self.by_platoon[platoon] if team.type not in self.free)
            self.known[platoon] = found
        return found

    @cached_property
    def independent(self) -> Sequence[Team]:
        """Those that act with any platoon (FHW-HQ-01)."""
        return tuple(team for team in self.teams.values() if team.type in self.free)

    @cached_property
    def batteries(self) -> Set[PlatoonId]:
        """The platoons of which a team that takes their order can bombard (FHW-ART-01)."""
        bombards = self.by_type.bombards
        own = (team for team in self.teams.values() if team.type not in self.free)
        return frozenset(team.platoon for team in own if bombards[team.type] is not None)

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
    def in_hex(self) -> dict[Hex, list[Team]]:
        """Teams that stand in each hex, those aboard others left out, in roster order; the hexes in none."""
        found: dict[Hex, list[Team]] = {}
        for team in self.teams.values():
            at = team.at
            if at is not None and team.aboard is None:
                if at in found:
                    found[at].append(team)
                else:
                    found[at] = [team]
        return found

    @cached_property
    def stacks(self) -> Sequence[tuple[Hex, Sequence[Team]]]:
        """Every hex in which teams stand, with them, in the roster order of the first of each."""
        order = self.order
        return sorted(self.in_hex.items(), key=lambda stack: order[stack[1][0].id])

    @cached_property
    def order(self) -> Mapping[UnitId, int]:
        """The place of each team in the roster."""
        return {name: place for place, name in enumerate(self.teams)}

    def stack(self, side: Side, at: Hex) -> int:
        """Points of a side in a hex (FHW-VIS-04)."""
        return sum(self.by_type.points[team.type] for team in self.in_hex.get(at, ()) if team.side == side)

    def standing(self, side: Side) -> tuple[Team, ...]:
        """Teams of a side that stand on the board, hex by hex."""
        found = self.stood.get(side)
        if found is None:
            found = self.stood[side] = tuple(team for _, teams in self.stacks for team in teams if team.side == side)
        return found

    @cached_property
    def held(self) -> Mapping[Side, frozenset[Hex]]:
        """The hexes in which teams of each side stand."""
        found: dict[Side, set[Hex]] = {side: set() for side in SIDES}
        for at, teams in self.in_hex.items():
            for team in teams:
                found[team.side].add(at)
        return {side: frozenset(cells) for side, cells in found.items()}

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


def carried_on(
    last: Roster, rules: Rules, platoons: Mapping[PlatoonId, Platoon], teams: Mapping[UnitId, Team]
) -> Roster:
    """The roster; that of an earlier position of the room, ``last``, is gone through again only where a team has changed."""
    has_names = last.has(platoons)
    if has_names and teams is last.teams:
        return last
    found = Roster(rules, platoons, teams)
    if has_names and last.free is found.free and len(last.teams) == len(teams):
        changed = _changed(last.teams.values(), teams.values())
        if len(changed) <= FEW and all(_is_same(old, new) for old, new in changed):
            _carry_on(last, found, changed)
    return found


def _changed(old: Collection[Team], new: Collection[Team]) -> list[tuple[Team, Team]]:
    """What stands in one row and in another of the same length where they differ."""
    return [(one, other) for one, other in zip(old, new, strict=True) if one is not other]


def _is_same(old: Team, new: Team) -> bool:
    """Whether a team has not changed but in where it is and how it fares."""
    return old.id == new.id and old.platoon == new.platoon and old.type == new.type and old.side == new.side


def _carry_on(last: Roster, found: Roster, changed: Sequence[tuple[Team, Team]]) -> None:
    """Takes over what was worked out of the last roster, with the teams that have changed since."""
    known = last.__dict__
    if "order" in known:
        found.order = last.order
    if "batteries" in known:
        found.batteries = last.batteries
    if "independent" in known:
        found.independent = last.independent
        for old, new in changed:
            if new.type in last.free:
                found.independent = _with(found.independent, old, new)
    if "by_platoon" in known:
        found.by_platoon = platoons = {**last.by_platoon}
        found.known.update(last.known)
        for old, new in changed:
            platoons[new.platoon] = _with(platoons[new.platoon], old, new)
            found.known.pop(new.platoon, None)
    moved = [(old, new) for old, new in changed if old.at != new.at or old.aboard != new.aboard]
    if "carried" in known and not [new for old, new in changed if old.aboard or new.aboard]:
        found.carried = last.carried
    if "in_hex" in known:
        found.in_hex = cells = last.in_hex.copy()
        held = {**last.held} if "held" in known else None
        for old, new in changed:
            _carry_on_hexes(found, cells, held, old, new)
        if held is not None:
            found.held = held
        for side, teams in last.stood.items():
            if moved and not _stay(side, cells, moved):
                continue
            for old, new in changed:
                if new.side == side:
                    teams = _with(teams, old, new)
            found.stood[side] = teams


def _with(teams: Sequence[Team], old: Team, new: Team) -> tuple[Team, ...]:
    """Some teams as they are once one of them has changed."""
    return tuple([new if team is old else team for team in teams])


def _stay(side: Side, cells: Mapping[Hex, Sequence[Team]], moved: Iterable[tuple[Team, Team]]) -> bool:
    """Whether those of a side stand where they stood, in the order in which they are told hex by hex, though others have moved."""
    for old, new in moved:
        here = (cells.get(at, ()) for at in (old.at, new.at) if at is not None)
        if old.side == side or any(team.side == side for teams in here for team in teams):
            return False
    return True


def _carry_on_hexes(
    found: Roster,
    cells: dict[Hex, list[Team]],
    held: dict[Side, frozenset[Hex]] | None,
    old: Team,
    new: Team,
) -> None:
    """Takes a team from the hex where it stood to the one where it stands."""
    start = old.at if old.aboard is None else None
    end = new.at if new.aboard is None else None
    if start is not None and start == end:
        cells[start] = [new if team is old else team for team in cells[start]]
        return
    side = new.side
    if start is not None:
        cells[start] = left = [team for team in cells[start] if team is not old]
        if not left:
            del cells[start]
        if held is not None and not any(team.side == side for team in left):
            held[side] -= {start}
    if end is not None:
        here = cells.get(end)
        cells[end] = [new] if here is None else sorted((*here, new), key=lambda team: found.order[team.id])
        if held is not None and end not in held[side]:
            held[side] |= {end}


roster_of: Final = Kept(Roster, KEPT)
"""The roster of the platoons and teams of a position."""
