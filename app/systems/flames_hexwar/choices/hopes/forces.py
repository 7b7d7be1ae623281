"""What both sides have left and where, as one of them knows it: read once for whoever compares positions (part 14 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId, Side, other
from app.systems.flames_hexwar.book.units import TeamType
from app.systems.flames_hexwar.choices.hopes.gunnery import Gunner, Gunnery, Mark, gunnery_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.frames import Activation, Moving
from app.systems.flames_hexwar.position.state import Team

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
CROWD: Final = 3
"""Fire is spread over all that stand in it: the more, the less comes to each."""


class Stand(NamedTuple):
    """A living team as it is counted: at the end of the way that it has begun."""

    team: Team
    kind: TeamType
    at: Hex | None
    worth: int
    is_independent: bool
    is_transport: bool
    mark: Mark | None
    gunner: Gunner | None

    @property
    def may_hold(self) -> bool:
        """Whether it can hold an objective (FHW-VIC-02)."""
        team = self.team
        return not (self.is_transport or team.bailed_out or team.bogged or team.role == "observer")


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
        for team in field.teams.values():
            self.stands[team.side].append(self._stand(team))

    # -- where everybody is

    def _stand(self, team: Team) -> Stand:
        field, kind = self.field, self.field.kind(team)
        at, floor, facing = field.hex_of(team), team.floor, team.facing
        moving = None if self.activation is None else self.activation.moving
        if moving is not None and moving.team == team.id and team.at is not None:
            at, floor, facing = self._end(team, moving)
        worth = self._worth(team, kind)
        mark = gunner = None
        if at is not None and team.aboard is None and team.at is not None:
            platoon = field.of_platoon(field.platoons[team.platoon])
            turns = facing if kind.turns else None
            armed = bool(kind.weapons or kind.mg_count) and not (team.bailed_out or team.bogged)
            if armed:
                gunner = Gunner(team.type, at, floor, turns if kind.hull_mounted else None, False, team.suppressed)
            stack = field.stack(team.side, at)
            mark = Mark(
                team.type,
                platoon.skill,
                at,
                floor,
                team.half if at == team.at else field.half_for(team, at, None),
                team.in_street,
                field.dug_in(team) if at == team.at else None,
                stack,
                turns if kind.is_armoured else None,
                team.gone_to_ground and at == team.at,
            )
        is_transport = (kind.transport > 0 or kind.tows) and field.is_transport(team)
        return Stand(team, kind, at, worth, kind.independent, is_transport, mark, gunner)

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

    def _worth(self, team: Team, kind: TeamType) -> int:
        """What is left of its points."""
        full = 100 * kind.points
        lost = 0
        if team.bailed_out:
            lost += LOST_HALF
        elif team.suppressed:
            lost += SUPPRESSED
        if team.bogged:
            lost += STUCK
        return full * (100 - lost) // 100

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

    def hits(self, gunner: Gunner) -> float:
        """What a gunner may expect to destroy."""
        return self.gunnery.at(self.targets, self.field.weather)(gunner)

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

    def of_platoon(self, name: PlatoonId) -> Iterator[Stand]:
        """Own teams of a platoon that take its order."""
        return (stand for stand in self.stands[self.side] if stand.team.platoon == name and not stand.is_independent)
