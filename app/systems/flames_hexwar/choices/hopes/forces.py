"""What both sides have left and where, as one of them knows it: read once for whoever compares positions (part 14 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.systems.flames_hexwar.book.kinds import Category, Place, PlatoonId, Side, other
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import PlatoonType, TeamType
from app.systems.flames_hexwar.choices.hopes.gunnery import Gunner, Gunnery, Mark, gunnery_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.watch import dug_in
from app.systems.flames_hexwar.position.frames import Activation, Moving
from app.systems.flames_hexwar.position.state import Team, TeamTurn
from app.systems.flames_hexwar.terrain.terrain import Terrain

POINT: Final = 100
LOST_HALF: Final = 35
"""Hundredths of what a team is worth that are lost while its crew is out of it."""
STUCK: Final = 15
SUPPRESSED: Final = 10
TESTED: Final = 15
"""Hundredths of the teams of a platoon that is below half: it tests with its next loss."""
PLATOON: Final = 20
"""Hundredths of a platoon that goes with it beside its teams: each one lost brings the company nearer to its test."""
NEXT: Final = 0.25
"""What another turn's shooting from where everybody stands is worth."""
DANGER: Final = 0.8
TEAMS: Final = 4096
CROWD: Final = 3
"""Fire is spread over all that stand in it: the more, the less comes to each."""


class Stand(NamedTuple):
    """A living team as it is counted: at the end of the way that it has begun."""

    team: Team
    kind: TeamType
    worth: int
    category: Category
    """Of its platoon."""
    is_independent: bool
    is_transport: bool
    may_hold: bool
    """Whether it can hold an objective (FHW-VIC-02)."""
    mark: Mark | None
    """How it is shot at, if it stands on the board."""
    gunner: Gunner | None
    """How it shoots, if it can."""

    @property
    def at(self) -> Hex | None:
        """Where it stands; nowhere aboard a carrier."""
        return self.team.at if self.team.aboard is None else None


MOVED: Final = TeamTurn(moved="moved", changed_hex=True)


def _stand_of(rules: Rules, terrain: Terrain, platoon: PlatoonType, team: Team, stack: int) -> Stand:
    """A team of a kind of platoon in a stack."""
    kind = rules.teams[team.type]
    mark = gunner = None
    if team.at is not None and team.aboard is None:
        facing = team.facing if kind.turns else None
        if (kind.weapons or kind.mg_count) and not (team.bailed_out or team.bogged):
            ahead = facing if kind.hull_mounted else None
            gunner = Gunner(team.type, team.at, team.floor, ahead, False, team.suppressed)
        mark = Mark(
            team.type,
            platoon.skill,
            team.at,
            team.floor,
            team.half,
            team.in_street,
            dug_in(terrain, kind, team),
            stack,
            facing if kind.is_armoured else None,
            team.gone_to_ground,
        )
    is_transport = (kind.transport > 0 or kind.tows) and platoon.category != "recce"
    is_out = is_transport or team.bailed_out or team.bogged or team.role == "observer"
    return Stand(
        team, kind, _worth(team, kind), platoon.category, kind.independent, is_transport, not is_out, mark, gunner
    )


def _worth(team: Team, kind: TeamType) -> int:
    """What is left of its points."""
    lost = 0
    if team.bailed_out:
        lost += LOST_HALF
    elif team.suppressed:
        lost += SUPPRESSED
    if team.bogged:
        lost += STUCK
    return kind.points * (POINT - lost)


stand_of: Final = Kept(_stand_of, TEAMS)
"""The same, worked out once for each team as it is."""


class Forces:
    """Both sides as one of them sees them."""

    def __init__(self, field: Field, side: Side) -> None:
        self.field: Final = field
        self.side: Final = side
        self.enemy: Final = other(side)
        self.gunnery: Final[Gunnery] = gunnery_of(field.looks)
        self.stands: Final[dict[Side, list[Stand]]] = {"A": [], "B": []}
        self.activation: Final = next(
            (frame for frame in reversed(field.position.frames) if isinstance(frame, Activation)), None
        )
        self._count()

    # -- where everybody is

    def _count(self) -> None:
        field, stacks = self.field, dict[tuple[Side, Hex | None], int]()
        for team in field.teams.values():
            if team.aboard is None:
                key = (team.side, team.at)
                stacks[key] = stacks.get(key, 0) + field.points(team)
        kinds = {name: field.of_platoon(platoon) for name, platoon in field.platoons.items()}
        moving = None if self.activation is None else self.activation.moving
        rules, terrain, mover = field.rules, field.terrain, None if moving is None else moving.team
        for team in field.teams.values():
            platoon, side = kinds[team.platoon], self.stands[team.side]
            if moving is not None and team.id == mover:
                team = self._ended(team, moving)
            side.append(stand_of(rules, terrain, platoon, team, stacks.get((team.side, team.at), 0)))

    def _ended(self, team: Team, moving: Moving) -> Team:
        """A team at the end of its way."""
        at, floor, facing = self._end(team, moving)
        if team.at is None or at is None or (at, floor) == (team.at, team.floor):
            return team
        half = self.field.half_for(team, at, None)
        return replace(
            team, at=at, floor=floor, facing=facing, half=half, foxhole=False, gone_to_ground=False, turn=MOVED
        )

    def _end(self, team: Team, moving: Moving) -> tuple[Hex | None, int, int | None]:
        """Where a way ends: what is announced of it, and for its own side all that is planned."""
        ahead = [moving.announced] if isinstance(moving.announced, Place) else []
        if team.side == self.side:
            ahead += moving.rest
        if not ahead:
            return team.at, team.floor, team.facing
        before = ahead[-2].hex if len(ahead) > 1 else team.at
        last = ahead[-1]
        facing = moving.facing if team.side == self.side else None
        if facing is None and before is not None and before != last.hex:
            facing = hexes.sides_towards(before, last.hex)[0]
        return last.hex, last.floor, team.facing if facing is None else facing

    def where(self, stand: Stand) -> Hex | None:
        """Where a team is, be it aboard."""
        return stand.team.at if stand.team.aboard is None else self.field.hex_of(stand.team)

    @cached_property
    def holders(self) -> Mapping[Side, tuple[Hex, ...]]:
        """Where teams of each side stand that could hold an objective."""
        return {
            side: tuple(at for stand in stands if stand.may_hold and (at := stand.at) is not None)
            for side, stands in self.stands.items()
        }

    @cached_property
    def _by_platoon(self) -> Mapping[PlatoonId, tuple[Stand, ...]]:
        found: dict[PlatoonId, list[Stand]] = {}
        for stand in self.stands[self.side]:
            if not stand.is_independent:
                found.setdefault(stand.team.platoon, []).append(stand)
        return {name: tuple(stands) for name, stands in found.items()}

    def of_platoon(self, name: PlatoonId) -> tuple[Stand, ...]:
        """Own teams of a platoon that take its order."""
        return self._by_platoon.get(name, ())

    # -- what is left

    def balance(self) -> int:
        """Teams that are left on both sides, more for whole platoons."""
        return self._left(self.side) - self._left(self.enemy)

    def _left(self, side: Side) -> int:
        field, total = self.field, 0
        fighting: dict[PlatoonId, int] = dict.fromkeys(field.platoons, 0)
        value: dict[PlatoonId, int] = dict.fromkeys(field.platoons, 0)
        for stand in self.stands[side]:
            total += stand.worth
            value[stand.team.platoon] += stand.worth
            if not (stand.is_independent or stand.is_transport or stand.team.bailed_out):
                fighting[stand.team.platoon] += 1
        for name, platoon in field.platoons.items():
            if platoon.side != side or platoon.status == "destroyed":
                continue
            total += POINT * field.of_platoon(platoon).points * PLATOON // 100
            if 2 * fighting[name] < platoon.starting:
                total -= value[name] * TESTED // 100
        return total

    # -- what fire may do

    @cached_property
    def targets(self) -> tuple[tuple[Mark, int], ...]:
        """Enemies that can be shot at, each with what it is worth."""
        found = {
            stand.mark: stand.worth
            for stand in self.stands[self.enemy]
            if stand.mark is not None and not self.field.is_hidden(stand.team)
        }
        return tuple(found.items())

    @cached_property
    def hits(self) -> Callable[[Gunner], float]:
        """What a gunner may expect to destroy."""
        return self.gunnery.at(self.targets, self.field.weather)

    @cached_property
    def _guns_against(self) -> tuple[tuple[Gunner, int], ...]:
        found: dict[Gunner, int] = {}
        for stand in self.stands[self.enemy]:
            if stand.gunner is not None:
                found[stand.gunner] = found.get(stand.gunner, 0) + 1
        return tuple(found.items())

    @property
    def danger(self) -> Callable[[Mark], float]:
        """What of a team the enemy might destroy if everybody shot at it."""
        return self.gunnery.by(self._guns_against, self.field.weather)

    def marks_of(self, target: str) -> tuple[tuple[Mark, int], ...]:
        """The teams of one target, each with what it is worth."""
        return tuple(
            (stand.mark, stand.worth)
            for stand in self.stands[self.enemy]
            if stand.mark is not None and target in (stand.team.platoon, stand.team.id)
        )

    def next_turn(self) -> float:
        """What both sides may shoot from where they stand, another time."""
        own = sum(self.hits(stand.gunner) for stand in self.stands[self.side] if stand.gunner is not None)
        danger = self.danger
        seen = [stand for stand in self.stands[self.side] if stand.mark is not None]
        suffered = sum(stand.worth * min(1, danger(stand.mark)) for stand in seen if stand.mark is not None)
        return NEXT * own - DANGER * CROWD * suffered / (CROWD + len(seen))
