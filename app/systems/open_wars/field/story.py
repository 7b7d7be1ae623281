"""What happens while an act is applied: events folded one by one, and the frames that run in between."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.types import Event, Seat
from app.systems.open_wars.book.scenarios import Scenario
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.events import Flow
from app.systems.open_wars.position.events_magic import EffectBegan, EffectChanged, EffectEnded
from app.systems.open_wars.position.evolve import evolve
from app.systems.open_wars.position.frames import Frame
from app.systems.open_wars.position.state import Effect, Position, SeatState, Site


class Story:
    """A position on its way. Frames are changed in the position itself; what became of them is told in one event at the end."""

    def __init__(self, rules: Rules, position: Position, dice: Dice) -> None:
        self.rules = rules
        self.dice = dice
        self.events: list[Event] = []
        self.position = position
        self.asked: Frame | None = position.frames[-1] if position.frames else None
        """The innermost frame as it was, with what it asked."""
        self._begun = position.frames
        self._field: Field | None = None
        self._read: Position | None = None

    # -- facts

    def answer(self) -> None:
        """What was asked is asked no more: told before anything that follows from the answer."""
        if self.asked is None or self.asked.ask is None:
            return
        self.add(Flow(len(self.frames) - 1, (replace(self.asked, ask=None),)))
        self._begun = self.position.frames

    def add(self, event: Event) -> None:
        """Another fact."""
        self.events.append(event)
        self.position = evolve(self.position, event)
        if self.position.result is not None:
            self._begun = ()

    def roll(self, purpose: str) -> int:
        """A die."""
        return self.dice.roll(purpose)

    @property
    def field(self) -> Field:
        """Who stands where now."""
        now, read = self.position, self._read
        if (
            self._field is None
            or read is None
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

    def change(self, effect: Effect) -> None:
        """A lasting effect has changed."""
        self.add(EffectChanged(effect))

    def end(self, effect: Effect, reason: str = "used") -> None:
        """A lasting effect is over."""
        self.add(EffectEnded(effect.id, effect.code, "dispelled" if reason == "dispelled" else "used"))

    # -- frames

    @property
    def frames(self) -> tuple[Frame, ...]:
        """What is being resolved."""
        return self.position.frames

    def push(self, frame: Frame) -> None:
        """Something that comes first."""
        self._set((*self.position.frames, frame))

    def pop(self) -> None:
        """What was on top is done."""
        self._set(self.position.frames[:-1])

    def put(self, frame: Frame) -> None:
        """What is on top goes on as ``frame``."""
        self._set((*self.position.frames[:-1], frame))

    def amend(self, index: int, frame: Frame) -> None:
        """A frame below goes on as ``frame``."""
        frames = self.position.frames
        self._set((*frames[:index], frame, *frames[index + 1 :]))

    def finish(self) -> tuple[Event, ...]:
        """Everything that happened, what became of the frames last."""
        begun, now = self._begun, self.position.frames
        keep = 0
        while keep < min(len(begun), len(now)) and begun[keep] == now[keep]:
            keep += 1
        if begun != now:
            self.events.append(Flow(keep, now[keep:]))
        return tuple(self.events)

    def _set(self, frames: tuple[Frame, ...]) -> None:
        self.position = _with_frames(self.position, frames)


def _with_frames(position: Position, frames: tuple[Frame, ...]) -> Position:
    return replace(position, frames=frames)


def _numbered(effect: Effect, number: int) -> Effect:
    return replace(effect, id=number)
