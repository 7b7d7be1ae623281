"""What happens while an act is applied: events folded one by one, told with whom they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from app.engine import story
from app.engine.dice import Dice
from app.engine.play import Step
from app.engine.types import Event, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field, field_of
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.position.frames import Activation, Frame
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.position.told import Told, naming

Kind = TypeVar("Kind")


class Story(story.Resolving[Position]):
    """A position on its way."""

    flow_type = e.Flow

    def __init__(self, rules: Rules, position: Position, dice: Dice, field: Field | None = None) -> None:
        super().__init__(evolve, position, dice)
        self.rules: Final = rules
        self._field = field or field_of(rules, position)

    @property
    def field(self) -> Field:
        """Who stands where in it."""
        if self._field.position is not self.state:
            self._field = Field(self.rules, self.state, self._field)
        return self._field

    def step(self) -> Step:
        """Everything that happened. Who stands where in the end, come to from where it began, is kept with that position."""
        field_of.by(lambda: self.field, self.rules, self.state)
        return super().step()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def add(self, event: Event) -> None:
        """Another fact, with the kinds of those whom it names."""
        super().add(replace(event, who=self._who(event)) if isinstance(event, Told) else event)

    def _who(self, event: Event) -> dict[str, tuple[str, Side]]:
        one, many = naming(type(event))
        names: list[str] = [value for field in one if isinstance(value := getattr(event, field), str)]
        for field in many:
            names += getattr(event, field)
        found = {}
        for name in names:
            kind = self._kind(name)
            if kind is not None:
                found[name] = kind
        return found

    def _kind(self, name: str) -> tuple[str, Side] | None:
        position = self.state
        team = position.teams.get(UnitId(name)) or position.gone.get(UnitId(name))
        if team is not None:
            return team.type, team.side
        platoon = position.platoons.get(PlatoonId(name))
        return None if platoon is None else (platoon.type, platoon.side)

    # -- dice

    def die(self, purpose: str, sides: int = 6) -> int:
        """A die that a rule asks for: nothing else is random (FHW-GEN-07)."""
        return self.dice.roll(purpose, sides)

    def rolling(self, purpose: str, into: list[int]) -> Callable[[], int]:
        """Rolls dice of a purpose, and writes them down."""

        def roll() -> int:
            into.append(self.die(purpose))
            return into[-1]

        return roll

    # -- who is asked

    def frame(self, kind: type[Kind]) -> Kind | None:
        """The innermost frame of a kind."""
        for frame in reversed(self.state.frames):
            if isinstance(frame, kind):
                return frame
        return None

    def swap(self, old: Frame, new: Frame) -> None:
        """A frame that may lie below others has come further."""
        self.flow(frames=tuple([new if frame is old else frame for frame in self.state.frames]))

    @property
    def activation(self) -> Activation | None:
        """The activation that is going on."""
        return self.frame(Activation)

    # -- teams

    def mark(self, team: UnitId, **changes: Any) -> None:  # fields of TeamTurn
        """What a team has done this turn."""
        found = self.state.teams.get(team)
        if found is None:
            return
        turn = replace(found.turn, **changes)
        if turn != found.turn:
            self.add(e.Marked(team, turn))

    def leave_ground(self, teams: Iterable[UnitId]) -> None:
        """Who moves or shoots is gone to ground no longer (FHW-GTG-03)."""
        names = tuple(name for name in teams if name in self.state.teams and self.state.teams[name].gone_to_ground)
        if names:
            self.add(ep.LeftGround(names))
