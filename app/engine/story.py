"""What follows from an act, each event folded once: while it is applied, so that what comes after it sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from app.engine.dice import Dice, Roll
from app.engine.types import Event

State = TypeVar("State")
Evolve = Callable[[Any, Any], State]
"""``evolve`` of a game: the state before an event (``None`` before the first of a game), the event -> the state after it."""


def evolving(opening: type[Any], folds: Mapping[type[Event], Callable[[State, Any], State]]) -> Evolve[State]:
    """``evolve`` of a game whose ``opening`` holds the first ``position``, by what folds each type of its other events; an event of a type
    that nothing folds changes nothing. It raises ``ValueError`` if the first event is another."""
    known, first = dict(folds), opening.__struct_config__.tag

    def evolve(state: State | None, event: Any) -> State:
        fold = known.get(type(event))
        if fold is not None and state is not None:
            return fold(state, event)
        if isinstance(event, opening):
            found: State = event.position
            return found
        if state is None:
            raise ValueError(f"expected {first} as the first event, found {type(event).__name__}")
        return state

    return evolve


class Step(msgspec.Struct, frozen=True):
    """A step of a game: the events that followed, the dice that fell, the state after them and, in ``befores``, the
    state before each (``None`` before the first of a game)."""

    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    state: Any  # a state of the game played
    befores: tuple[Any, ...] = ()

    def opened_by(self, opening: Event) -> Step:
        """The same as the first step of a game, after the event that holds its starting position."""
        return Step((opening, *self.events), self.rolls, self.state, (None, *self.befores))


class Story(Generic[State]):
    """A state on its way, with everything that has happened so far. A game's own story may hold more: what its rules read
    of the state reached, what is being resolved."""

    def __init__(self, evolve: Evolve[State], state: State, dice: Dice) -> None:
        self.dice: Final = dice
        self.events: Final[list[Event]] = []
        self.state = state
        """The fold of all that has happened."""
        self._evolve: Final = evolve
        self._befores: Final[list[State]] = []

    def add(self, event: Event) -> None:
        """Another event."""
        self._befores.append(self.state)
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def roll(self, purpose: str) -> int:
        """A die."""
        return self.dice.roll(purpose)

    def step(self) -> Step:
        """Everything that happened."""
        return Step(tuple(self.events), tuple(self.dice.rolls), self.state, tuple(self._befores))


class Resolving(Story[State]):
    """The story of a game that keeps what is being resolved in its state, as ``frames``, the innermost last. Who is asked for what from here on
    is an event of its own, ``flow_type``, whose fields are fields of the state."""

    flow_type: ClassVar[type[Event]]

    @property
    def position(self) -> State:
        """The position reached so far."""
        return self.state

    def flow(self, **changes: Any) -> None:  # fields of the event
        """Who is asked for what from here on: what is not named stays as it is. As long as nothing else happens, this is one event,
        and none where all is as it was before."""
        state = self.state
        for name, value in changes.items():
            if getattr(state, name) != value:
                break
        else:
            return
        if not self.events or type(self.events[-1]) is not self.flow_type:
            self.add(replace(self._flow_of(state), **changes))
            return
        event = replace(self.events.pop(), **changes)
        self.state = self._befores.pop()
        if event != self._flow_of(self.state):
            self.add(event)

    def _flow_of(self, state: State) -> Event:
        """Who is asked for what there."""
        return self.flow_type(*[getattr(state, name) for name in self.flow_type.__struct_fields__])

    @property
    def frames(self) -> tuple[Any, ...]:  # frames of the game
        """What is being resolved."""
        found: tuple[Any, ...] = self.state.frames  # type: ignore[attr-defined]
        return found

    def push(self, frame: Any) -> None:  # a frame of the game, as below
        """Something is resolved first."""
        self.flow(frames=(*self.frames, frame))

    def pop(self) -> None:
        """The innermost thing is resolved."""
        self.flow(frames=self.frames[:-1])

    def change(self, frame: Any) -> None:
        """The innermost thing has come further."""
        self.flow(frames=(*self.frames[:-1], frame))


def folded(evolve: Evolve[State], state: State | None, events: Iterable[Event], dice: Dice) -> Step:
    """The step that events make which are known already; ``state`` is ``None`` before the first of a game."""
    story: Story[Any] = Story(evolve, state, dice)
    for event in events:
        story.add(event)
    return story.step()
