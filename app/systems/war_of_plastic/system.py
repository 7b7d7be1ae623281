"""War of Plastic as a game: the protocol of ``app/engine/system.py``, each method a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.dice import Dice
from app.engine.refusal import Refusal
from app.engine.system import Picker, Setup
from app.engine.types import Action, Event, Seat
from app.systems.war_of_plastic import acts, phases
from app.systems.war_of_plastic.actions import AnswerDraw, AnyAction, Concede, OfferDraw
from app.systems.war_of_plastic.events import AnyEvent
from app.systems.war_of_plastic.evolve import evolve
from app.systems.war_of_plastic.moment import Moment
from app.systems.war_of_plastic.problems import problems
from app.systems.war_of_plastic.sample import sample
from app.systems.war_of_plastic.setup import open_game
from app.systems.war_of_plastic.state import Position
from app.systems.war_of_plastic.tables import Book, Rules


class WarOfPlastic:
    """The rules of War of Plastic."""

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        self.book: Final = Book(tables)
        self.state_type = Position
        self.action_type: Any = AnyAction  # unions are not types to a type checker
        self.event_type: Any = AnyEvent

    def rules(self, position: Position) -> Rules:
        """The tables of a position's room."""
        return self.book.rules(position.options, position.tables)

    def moment(self, position: Position) -> Moment:
        """A position with everything the rules read of it."""
        return Moment.of(position, self.rules(position))

    def setup(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        """The event that holds the starting position."""
        return open_game(self.book, setup, dice)

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after an event."""
        return evolve(state, event)

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        """Every seat the game waits for."""
        return phases.to_act(self.moment(state))

    def check(self, state: Position, seat: Seat, action: Action) -> Refusal | None:
        """The first rule that refuses, or ``None``."""
        return acts.check(self.moment(state), seat, action)

    def apply(self, state: Position, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        """What follows from a legal action."""
        return acts.apply(state, self.rules(state), seat, action, dice)

    def sample(self, state: Position, seat: Seat, pick: Picker) -> Action | None:
        """A legal action at random."""
        return sample(self.moment(state), seat, pick)

    def problems(self, state: Position) -> Sequence[str]:
        """Every reason why the position cannot be."""
        return problems(self.book, state)

    def resign(self, state: Position, seat: Seat) -> Action:
        """Conceding."""
        return Concede()

    def offer_draw(self, state: Position, seat: Seat) -> Action:
        """Offering a draw."""
        return OfferDraw()

    def answer_draw(self, state: Position, seat: Seat, *, accept: bool) -> Action:
        """Answering a draw offer."""
        return AnswerDraw(accept)
