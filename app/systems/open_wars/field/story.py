"""What happens while an act is applied: events folded one by one, and the frames that run in between."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine import story
from app.engine.dice import Dice
from app.engine.story import Step
from app.engine.types import Event, Seat
from app.systems.open_wars.book.scenarios import Scenario
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.events import Flow
from app.systems.open_wars.position.events_magic import EffectBegan, EffectChanged, EffectEnded
from app.systems.open_wars.position.evolve import evolve
from app.systems.open_wars.position.frames import Frame
from app.systems.open_wars.position.state import Effect, Position, SeatState, Site


class Story(story.Story[Position]):
    """A position on its way. Frames are changed without a word; what became of them is told in one event at the end."""

    def __init__(self, rules: Rules, position: Position, dice: Dice) -> None:
        super().__init__(evolve, position, dice)
        self.rules = rules
        self.frames = position.frames
        """What is being resolved."""
        self.asked: Frame | None = position.frames[-1] if position.frames else None
        """The innermost frame as it was, with what it asked."""
        self._now: Position | None = position
        self._field: Field | None = None
        self._read = position

    # -- facts

    @property
    def position(self) -> Position:
        """The position reached so far, with the frames as they are now."""
        if self._now is None:
            told = self.state
            self._now = told if told.frames is self.frames else replace(told, frames=self.frames)
        return self._now

    def answer(self) -> None:
        """What was asked is asked no more: told before anything that follows from the answer."""
        if self.asked is None or self.asked.ask is None:
            return
        self.add(Flow(len(self.frames) - 1, (replace(self.asked, ask=None),)))

    def add(self, event: Event) -> None:
        """Another fact."""
        told = self.state.frames
        super().add(event)
        if self.state.frames is not told:  # told of the frames themselves, or the end of the game
            self.frames = self.state.frames
        self._now = None

    @property
    def field(self) -> Field:
        """Who stands where now."""
        now, read = self.state, self._read
        if (
            self._field is None
            or read.tokens is not now.tokens
            or read.effects is not now.effects
            or read.order is not now.order
        ):
            self._field = Field.of(now, self.rules)
        self._read = now
        return self._field

    @property
    def scenario(self) -> Scenario:
        """The scenario played."""
        return self.rules.scenarios[self.position.scenario]

    @property
    def site(self) -> Site | None:
        """The combat being fought."""
        return self.position.combat.site if self.position.combat is not None else None

    def seat(self, seat: Seat) -> SeatState:
        """What belongs to a seat now."""
        return self.position.seats[seat]

    def playing(self) -> tuple[Seat, ...]:
        """Seats still in the game, in turn order; by letter before there is one."""
        order = self.position.order or tuple(self.position.seats)
        return tuple(seat for seat in order if self.position.seats[seat].plays)

    # -- lasting effects

    def begin(self, effect: Effect) -> None:
        """A lasting effect begins; its id is given here."""
        self.add(EffectBegan(_numbered(effect, self.position.next_effect)))

    def alter(self, effect: Effect) -> None:
        """A lasting effect has changed."""
        self.add(EffectChanged(effect))

    def end(self, effect: Effect, reason: str = "used") -> None:
        """A lasting effect is over."""
        self.add(EffectEnded(effect.id, effect.code, "dispelled" if reason == "dispelled" else "used"))

    # -- frames

    def push(self, frame: Frame) -> None:
        """Puts a frame on top: it is resolved before what was there."""
        self._set((*self.frames, frame))

    def pop(self) -> None:
        """Takes the top frame away, which is resolved."""
        self._set(self.frames[:-1])

    def put(self, frame: Frame) -> None:
        """Puts ``frame`` in the place of the top one."""
        self._set((*self.frames[:-1], frame))

    def amend(self, index: int, frame: Frame) -> None:
        """Puts ``frame`` in the place of one further down."""
        self._set((*self.frames[:index], frame, *self.frames[index + 1 :]))

    def finish(self) -> Step:
        """Everything that happened, what became of the frames last."""
        begun, now = self.state.frames, self.frames
        keep = 0
        while keep < min(len(begun), len(now)) and begun[keep] == now[keep]:
            keep += 1
        if begun != now:
            self.add(Flow(keep, now[keep:]))
        return self.step()

    def _set(self, frames: tuple[Frame, ...]) -> None:
        self.frames = frames
        self._now = None


def _numbered(effect: Effect, number: int) -> Effect:
    return replace(effect, id=number)
