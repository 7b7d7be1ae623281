"""War of Plastic as a game: the protocol of ``app/engine/system.py``, each method a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.dice import Dice, GivenDice
from app.engine.judging import Judging, Kept
from app.engine.offers import Offer, Preview
from app.engine.refusal import Refusal
from app.engine.scene import LogEntry, Scene
from app.engine.story import Step, folded
from app.engine.system import Correctable, Correction, Manifest, Picker, Query, Setup
from app.engine.types import SPECTATOR, Action, Event, Outcome, Seat, Text, UnitId, Viewer
from app.systems.war_of_plastic.book.state import Position
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.choices import plans
from app.systems.war_of_plastic.choices.offers import offers
from app.systems.war_of_plastic.choices.sample import sample
from app.systems.war_of_plastic.choices.time_up import time_out
from app.systems.war_of_plastic.choices.withheld import withheld
from app.systems.war_of_plastic.choices.worth import Appraiser
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import table_of
from app.systems.war_of_plastic.judge import acts
from app.systems.war_of_plastic.judge.understood import understood
from app.systems.war_of_plastic.judge.view import View, army_of, resample, tell, view
from app.systems.war_of_plastic.opening.corrections import correct, correctables
from app.systems.war_of_plastic.opening.problems import problems
from app.systems.war_of_plastic.opening.setup import open_game
from app.systems.war_of_plastic.position.actions import AnswerDraw, AnyAction, Concede, OfferDraw
from app.systems.war_of_plastic.position.events import AnyEvent
from app.systems.war_of_plastic.position.evolve import evolve
from app.systems.war_of_plastic.position.field import Field
from app.systems.war_of_plastic.queries.queries import build_queries
from app.systems.war_of_plastic.screen.about import Explainer
from app.systems.war_of_plastic.screen.manifest import build_manifest
from app.systems.war_of_plastic.screen.scene import scene
from app.systems.war_of_plastic.turn import phases
from app.systems.war_of_plastic.words.describe import Describer
from app.systems.war_of_plastic.workshop.workshop import PlasticWorkshop

KEPT_FIELDS: Final = 1024
"""Of how many tables what hangs on their pieces is remembered."""


class WarOfPlastic:
    """The rules of War of Plastic."""

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        self.book: Final = Book(tables)
        self.words: Final = Words(tables)
        self.workshop: Final = PlasticWorkshop(self.book, tables)
        self.queries: Mapping[str, Query] = build_queries(self.book)
        self.manifest: Manifest = build_manifest(self.book, tables, rules_hash, self._picture)
        self._describer: Final = Describer(self.words, self.book.scenarios)
        self._explainer: Final = Explainer(self.words, self.manifest.rules)
        self._appraiser: Final = Appraiser()
        self._bare_field: Final = Kept(Field.bare, KEPT_FIELDS)
        self._judging: Final = Judging(self._moment_of, acts.judge)
        self.state_type = Position
        self.view_type = View
        self.action_type: Any = AnyAction  # unions are not types to a type checker
        self.event_type: Any = AnyEvent

    def rules(self, position: Position) -> Rules:
        """The tables of a position's room."""
        return self.book.rules(position.options, position.tables)

    def moment(self, position: Position) -> Moment:
        """A position with everything the rules read of it."""
        return self._judging.read(position)

    def _moment_of(self, position: Position) -> Moment:
        rules = self.rules(position)
        field = self._bare_field(position.board.pieces, rules).after(position)
        return Moment(position, rules, field, table_of(position))

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """The event that holds the starting position."""
        return folded(evolve, None, [open_game(self.book, setup, dice)], dice)

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after an event."""
        return evolve(state, event)

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        """Every seat the game waits for."""
        return phases.to_act(self.rules(state), state)

    def offers(self, state: Position, seat: Seat, unit: UnitId | None = None) -> Sequence[Offer]:
        """What a seat may do now."""
        return offers(self.words, self.moment(state), seat, unit)

    def check(self, state: Position, seat: Seat, action: Action) -> Refusal | None:
        """The first rule that refuses, or ``None``."""
        return self._judging.check(state, seat, action)

    def understood(self, state: Position, seat: Seat, action: Action) -> Action:
        """A legal action in its one wording."""
        return understood(self.moment(state), seat, action)

    def apply(self, state: Position, seat: Seat, action: Action, dice: Dice) -> Step:
        """What follows from a legal action."""
        return acts.apply(self.moment(state), seat, action, self._judging.verdict(state, seat, action), dice)

    def sample(self, state: Position, seat: Seat, pick: Picker) -> Action | None:
        """A legal action at random."""
        return sample(self.moment(state), seat, pick, lambda action: self.check(state, seat, action) is None)

    def preview(self, state: Position, seat: Seat, action: Action) -> Preview:
        """What an action would mean."""
        moment = self.moment(state)
        return plans.preview(self.book, self.words, moment, seat, action, acts.check(moment, seat, action))

    def survey(self, state: Position, seat: Seat, unit: UnitId) -> Preview:
        """What a unit could do from where it is."""
        return plans.survey(self.book, self.words, self.moment(state), seat, unit)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own unit may not do now, and why."""
        return withheld(self.words, self.moment(state), seat, unit)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return self._explainer.about(self.book.rules(view.options, view.tables), view, thing)

    def view(self, state: Position, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view(state, viewer)

    def scene(self, view: View) -> Scene:
        """The drawing of a view."""
        return scene(self.words, self.book.rules(view.options, view.tables), view)

    def tell(self, before: Position, event: Event, viewer: Viewer) -> Event | None:
        """The event as a viewer may know it."""
        return tell(before, event, viewer)

    def describe(self, event: Event) -> LogEntry | None:
        """An event in words."""
        return self._describer.describe(event)

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words."""
        return self._describer.explain(refusal)

    def resample(self, state: Position, viewer: Viewer, pick: Picker) -> Position:
        """Another position that the viewer cannot tell from this one."""
        return resample(state, viewer, pick, self.rules(state))

    def side_of(self, state: Position, seat: Seat) -> str | None:
        """The army a seat belongs to."""
        return army_of(state, seat)

    def outcome(self, state: Position) -> Outcome | None:
        """How the game ended, or ``None``."""
        if state.result is None:
            return None
        winner = state.result.winner
        winners = () if winner == "draw" else state.armies[winner].seats
        return Outcome(winners, winner, state.result.reason, self.words.text("results", state.result.reason))

    def worth(self, state: Position, seat: Seat) -> int:
        """What a position is worth to a seat's army."""
        army = army_of(state, seat)
        return 0 if army is None else self._appraiser.worth(state, self.rules(state), army)

    def problems(self, state: Position) -> Sequence[str]:
        """Every reason why the position cannot be."""
        return problems(self.book, state)

    def correctables(self, view: View, unit: UnitId | None = None) -> Sequence[Correctable]:
        """What players may put right by hand."""
        return correctables(self.book.rules(view.options, view.tables), self.words, view, unit)

    def correct(self, state: Position, corrections: Sequence[Correction]) -> Position:
        """The position with these values put right."""
        return correct(self.rules(state), state, corrections)

    def resign(self, state: Position, seat: Seat) -> Action:
        """Conceding."""
        return Concede()

    def offer_draw(self, state: Position, seat: Seat) -> Action:
        """Offering a draw."""
        return OfferDraw()

    def answer_draw(self, state: Position, seat: Seat, *, accept: bool) -> Action:
        """Answering a draw offer."""
        return AnswerDraw(accept)

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The least harmful way out of what is asked of a seat whose time is up."""
        return time_out(self.moment(state), seat, lambda action: self.check(state, seat, action) is None)

    def _picture(self, scenario: str) -> Scene:
        """The opening board of a scenario, as a spectator sees it."""
        seats = tuple({"kind": "human"} for _ in range(self.book.scenarios[scenario]["players"][0]))
        opening = open_game(self.book, Setup(scenario=scenario, seats=seats), GivenDice(()))
        return self.scene(view(opening.position, SPECTATOR))
