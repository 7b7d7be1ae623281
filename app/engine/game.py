"""A game made of its own functions: what is the same in every game is wired here, once.

A game writes the functions that ``Functions`` lists, pure ones all of them, and hands them to ``Game``, which is the protocol
of ``system.py`` made of them: it reads what the rules need of a position once, asks the one judge, refuses what the judge refuses, and
gives every function what it takes. What a game can do beside that (``about.py``, ``system.TimeOut``, ``campaign.py``,
``workshop.py``) its class adds as methods and attributes of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from app.engine.dice import Dice, StreamDice
from app.engine.judging import Judging
from app.engine.offers import Offer, Preview
from app.engine.refusal import IllegalAction, Refusal
from app.engine.scene import Scene
from app.engine.story import Step, folded
from app.engine.system import NO_OPTIONS, Correctable, Correction, Manifest, OptionValue, Picker, Query, Setup
from app.engine.telling import LogEntry
from app.engine.types import SPECTATOR, Action, Event, Outcome, Seat, Text, UnitId, Viewer

Position = TypeVar("Position")
View = TypeVar("View")
Rules = TypeVar("Rules")
Moment = TypeVar("Moment")

IsLegal = Callable[[Action], bool]
"""Whether the judge accepts an act, at the position and of the seat that are talked about."""


def as_said(moment: object, seat: Seat, action: Action) -> Action:
    """Each act has but one wording."""
    return action


def nothing_hidden(moment: object, viewer: Viewer, pick: Picker) -> None:
    """Everybody sees everything."""
    return


def no_sides(position: object, seat: Seat) -> None:
    """Every seat plays for itself."""
    return


@dataclass(frozen=True, kw_only=True)
class Functions(Generic[Position, View, Rules, Moment]):
    """What a game writes itself, each named as the method of ``GameSystem`` that answers with it.

    ``Rules`` are the tables of a room, ``Moment`` a position with everything the rules read of it; a game whose rules read
    nothing else takes the position itself for it. Actions and events are the game's own.
    """

    rules: Callable[[Any], Rules]
    """The tables of a room, of a position or a view."""
    read: Callable[[Position, Rules], Moment]
    """A position with everything the rules read of it; kept until another position is read."""

    open_game: Callable[[Setup, Dice], Event]
    """The event that holds the starting position. Raises ``InvalidInput`` naming every wrong field."""
    begin: Callable[[Moment, Dice], Step] | None = None
    """What follows from the start before anybody decides; nothing, unless given."""
    evolve: Callable[[Position | None, Any], Position]
    to_act: Callable[[Position], tuple[Seat, ...]]
    outcome: Callable[[Position], Outcome | None]

    judge: Callable[[Moment, Seat, Any], object]
    """The one judge: a ``Refusal``, or anything else for a legal act, which ``apply`` is given."""
    apply: Callable[[Moment, Seat, Any, Any, Dice], Step]
    """What follows from a legal act, with what ``judge`` says of it."""
    understood: Callable[[Moment, Seat, Any], Action] = as_said

    offers: Callable[[Moment, Seat, UnitId | None], Sequence[Offer]]
    sample: Callable[[Moment, Seat, Picker, IsLegal], Action | None]
    preview: Callable[[Moment, Seat, Any, Refusal | None], Preview]
    """What an act would mean; the judge's refusal comes with it."""
    survey: Callable[[Moment, Seat, UnitId], Preview]
    worth: Callable[[Position, Rules, Seat], int]

    view: Callable[[Position, Viewer], View]
    tell: Callable[[Any, Any, Viewer], Event | None]
    resample: Callable[[Moment, Viewer, Picker], Position | None] = nothing_hidden
    """Another position that the viewer cannot tell from this one, ``None`` if nothing is hidden from them."""
    side_of: Callable[[Position, Seat], str | None] = no_sides

    scene: Callable[[Rules, View], Scene]
    headline: Callable[[Rules, View], Text] | None = None
    """That of the scene, for less; the scene is drawn for it, unless given."""
    describe: Callable[[Any], LogEntry | None]
    explain: Callable[[Refusal], Text]

    problems: Callable[[Position], Sequence[str]]
    correctables: Callable[[Rules, View, UnitId | None], Sequence[Correctable]]
    correct: Callable[[Rules, Position, Correction, str], Position]
    """The position with one value put right; the last argument is where the value stands in what was asked, for errors."""

    resign: Action
    offer_draw: Action
    accept_draw: Action
    decline_draw: Action


class Game(Generic[Position, View, Rules, Moment]):
    """A ``GameSystem`` made of a game's functions; see there for what each method answers. A game's class names its four
    types, hands in its functions and sets its manifest and its queries."""

    manifest: Manifest
    queries: Mapping[str, Query]
    state_type: type[Any]
    view_type: type[Any]
    action_type: Any  # unions are not types to a type checker
    event_type: Any

    def __init__(self, own: Functions[Position, View, Rules, Moment]) -> None:
        self._own: Final = own
        self._judging: Final = Judging(self._read, own.judge)

    def _read(self, state: Position) -> Moment:
        return self._own.read(state, self._own.rules(state))

    # -- what the functions are given

    def rules(self, of: Position | View) -> Rules:
        """The tables of the room of a position or a view."""
        return self._own.rules(of)

    def moment(self, state: Position) -> Moment:
        """A position with everything the rules read of it."""
        return self._judging.read(state)

    def judged_legal(self, state: Position, seat: Seat) -> IsLegal:
        """The judge, for one seat at one position."""
        return lambda action: self.check(state, seat, action) is None

    # -- the course of a game

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """The starting position, and what follows from it before anybody decides."""
        own = self._own
        opening = own.open_game(setup, dice)
        if own.begin is None:
            return folded(own.evolve, None, [opening], dice)
        return own.begin(self.moment(own.evolve(None, opening)), dice).opened_by(opening)

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after an event."""
        return self._own.evolve(state, event)

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        """Every seat the game waits for."""
        return self._own.to_act(state)

    def outcome(self, state: Position) -> Outcome | None:
        """How the game ended, or ``None``."""
        return self._own.outcome(state)

    # -- the one judge

    def check(self, state: Position, seat: Seat, action: Action) -> Refusal | None:
        """The first rule that refuses, or ``None``."""
        return self._judging.check(state, seat, action)

    def understood(self, state: Position, seat: Seat, action: Action) -> Action:
        """A legal action in its one wording."""
        return self._own.understood(self.moment(state), seat, action)

    def apply(self, state: Position, seat: Seat, action: Action, dice: Dice) -> Step:
        """What follows from a legal action. Raises ``IllegalAction`` for one that the judge refuses."""
        verdict = self._judging.verdict(state, seat, action)
        if isinstance(verdict, Refusal):
            raise IllegalAction(verdict)
        return self._own.apply(self.moment(state), seat, action, verdict, dice)

    # -- what may be done

    def offers(self, state: Position, seat: Seat, unit: UnitId | None = None) -> Sequence[Offer]:
        """What a seat may do now."""
        return self._own.offers(self.moment(state), seat, unit)

    def sample(self, state: Position, seat: Seat, pick: Picker) -> Action | None:
        """A legal action at random."""
        return self._own.sample(self.moment(state), seat, pick, self.judged_legal(state, seat))

    def preview(self, state: Position, seat: Seat, action: Action) -> Preview:
        """What an action would mean."""
        return self._own.preview(self.moment(state), seat, action, self.check(state, seat, action))

    def survey(self, state: Position, seat: Seat, unit: UnitId) -> Preview:
        """What a unit could do from where it is."""
        return self._own.survey(self.moment(state), seat, unit)

    def worth(self, state: Position, seat: Seat) -> int:
        """What a position is worth to a seat."""
        return self._own.worth(state, self.rules(state), seat)

    def resign(self, state: Position, seat: Seat) -> Action:
        """Giving up."""
        return self._own.resign

    def offer_draw(self, state: Position, seat: Seat) -> Action:
        """Offering a draw."""
        return self._own.offer_draw

    def answer_draw(self, state: Position, seat: Seat, *, accept: bool) -> Action:
        """Answering a draw offer."""
        return self._own.accept_draw if accept else self._own.decline_draw

    # -- who sees what

    def view(self, state: Position, viewer: Viewer) -> View:
        """What a viewer sees."""
        return self._own.view(state, viewer)

    def tell(self, before: Position | None, event: Event, viewer: Viewer) -> Event | None:
        """The event as a viewer may know it."""
        return self._own.tell(before, event, viewer)

    def resample(self, state: Position, viewer: Viewer, pick: Picker) -> Position:
        """Another position that the viewer cannot tell from this one; the very same where nothing is hidden."""
        world = self._own.resample(self.moment(state), viewer, pick)
        return state if world is None else world

    def side_of(self, state: Position, seat: Seat) -> str | None:
        """The side a seat plays for."""
        return self._own.side_of(state, seat)

    # -- drawn and in words

    def scene(self, view: View) -> Scene:
        """The drawing of a view."""
        return self._own.scene(self.rules(view), view)

    def headline(self, view: View) -> Text:
        """The headline of that drawing, without the rest of it."""
        own = self._own.headline
        return self.scene(view).headline if own is None else own(self.rules(view), view)

    def picture(self, scenario: str, seats: int, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Scene:
        """The opening board of a scenario, as a spectator sees it; what is drawn at random is always the same."""
        setup = Setup(scenario=scenario, seats=tuple({} for _ in range(seats)), options=dict(options))
        opening = self._own.open_game(setup, StreamDice(bytes(32), "picture"))
        return self.scene(self.view(self.evolve(None, opening), SPECTATOR))

    def describe(self, event: Event) -> LogEntry | None:
        """An event in words."""
        return self._own.describe(event)

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words."""
        return self._own.explain(refusal)

    # -- positions that somebody made, or puts right

    def problems(self, state: Position) -> Sequence[str]:
        """Every reason why the position cannot be."""
        return self._own.problems(state)

    def correctables(self, view: View, unit: UnitId | None = None) -> Sequence[Correctable]:
        """What players may put right by hand."""
        return self._own.correctables(self.rules(view), view, unit)

    def correct(self, state: Position, corrections: Sequence[Correction]) -> Position:
        """The position with these values put right."""
        for number, correction in enumerate(corrections):
            state = self._own.correct(self.rules(state), state, correction, f"changes[{number}]")
        return state
