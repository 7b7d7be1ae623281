"""Open Wars as a game: the protocol of ``app/engine/system.py``, each method a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.campaign import Campaign
from app.engine.dice import Dice, StreamDice
from app.engine.judging import Judging
from app.engine.offers import Offer, Preview
from app.engine.refusal import Refusal
from app.engine.scene import LogEntry, Scene
from app.engine.story import Step
from app.engine.system import Correctable, Correction, Manifest, Picker, Query, Setup
from app.engine.types import SPECTATOR, Action, Event, Outcome, Seat, Text, UnitId, Viewer
from app.engine.workshop import Workshop
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.campaign.play import OpenWarsCampaign
from app.systems.open_wars.choices import plans
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.choices.sample import sample
from app.systems.open_wars.choices.time_up import time_out
from app.systems.open_wars.choices.withheld import withheld
from app.systems.open_wars.choices.worth import Appraiser
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.judge import acts
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.judge.understood import understood
from app.systems.open_wars.judge.view import View, resample, tell, view
from app.systems.open_wars.opening.corrections import correct, correctables
from app.systems.open_wars.opening.problems import problems
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.position.actions import AcceptDraw, AnyAction, DeclineDraw, OfferDraw, Resign
from app.systems.open_wars.position.events import AnyEvent
from app.systems.open_wars.position.evolve import evolve
from app.systems.open_wars.position.state import Position
from app.systems.open_wars.queries.queries import build_queries
from app.systems.open_wars.screen.about import Explainer
from app.systems.open_wars.screen.manifest import build_manifest
from app.systems.open_wars.screen.scene import Artist
from app.systems.open_wars.turn import leaving
from app.systems.open_wars.turn.machine import waiting_for
from app.systems.open_wars.words.describe import Describer
from app.systems.open_wars.words.labels import RESULTS
from app.systems.open_wars.workshop.workshop import OpenWarsWorkshop


class OpenWars:
    """The rules of Open Wars."""

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        self.book: Final = Book(tables)
        self._artist: Final = Artist()
        self.queries: Mapping[str, Query] = build_queries(self.book)
        self.manifest: Manifest = build_manifest(self.book, tables, rules_hash, self._picture)
        self.workshop: Workshop = OpenWarsWorkshop(self.book, self.manifest)
        self._describer: Final = Describer(self.book.rules())
        self.campaign: Campaign = OpenWarsCampaign(self.book, self.manifest, self.explain)
        self._explainer: Final = Explainer(self.manifest.rules)
        self._appraiser: Final = Appraiser()
        self._judging: Final = Judging(self._moment_of, acts.check)
        self.state_type = Position
        self.view_type = View
        self.action_type: Any = AnyAction  # unions are not types to a type checker
        self.event_type: Any = AnyEvent

    def rules(self, position: Position) -> Rules:
        """The tables of a position's room."""
        return self.book.rules(position.options, position.tables, position.battle)

    def moment(self, position: Position) -> Moment:
        """A position with everything the rules read of it."""
        return self._judging.read(position)

    def _moment_of(self, position: Position) -> Moment:
        rules = self.rules(position)
        return Moment(rules, position, Field.of(position, rules))

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """The starting position, and what follows from it before anybody decides."""
        opening = open_game(self.book, setup, dice)
        position = opening.position
        story = Story(self.rules(position), position, dice)
        leaving.settle(story)
        return story.finish().opened_by(opening)

    def evolve(self, state: Position | None, event: Event) -> Position:
        """The position after an event."""
        return evolve(state, event)

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        """Every seat the game waits for."""
        return waiting_for(state)

    def offers(self, state: Position, seat: Seat, unit: UnitId | None = None) -> Sequence[Offer]:
        """What a seat may do now."""
        return offers(self.moment(state), seat, unit)

    def check(self, state: Position, seat: Seat, action: Action) -> Refusal | None:
        """The first rule that refuses, or ``None``."""
        return self._judging.check(state, seat, action)

    def understood(self, state: Position, seat: Seat, action: Action) -> Action:
        """A legal action in its one wording."""
        return understood(self.moment(state), action)

    def apply(self, state: Position, seat: Seat, action: Action, dice: Dice) -> Step:
        """What follows from a legal action."""
        return acts.apply(self.moment(state), seat, action, self.check(state, seat, action), dice)

    def sample(self, state: Position, seat: Seat, pick: Picker) -> Action | None:
        """A legal action at random."""
        return sample(self.moment(state), seat, pick, lambda action: self.check(state, seat, action) is None)

    def preview(self, state: Position, seat: Seat, action: Action) -> Preview:
        """What an action would mean."""
        return plans.preview(self.moment(state), seat, action, self.check(state, seat, action))

    def survey(self, state: Position, seat: Seat, unit: UnitId) -> Preview:
        """What a unit could do from where it is."""
        return plans.survey(self.moment(state), seat, unit)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own unit may not do now, and why."""
        return withheld(self.moment(state), seat, unit)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return self._explainer.about(self.book.rules(view.options, view.tables, view.battle), view, thing)

    def view(self, state: Position, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view(state, viewer)

    def scene(self, view: View) -> Scene:
        """The drawing of a view."""
        return self._artist.scene(self.book.rules(view.options, view.tables, view.battle), view)

    def tell(self, before: Position | None, event: Event, viewer: Viewer) -> Event | None:
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
        return resample(state, self.moment(state).field, viewer, pick)

    def side_of(self, state: Position, seat: Seat) -> str | None:
        """The side a seat plays for; ``None`` where every seat is its own."""
        found = state.seats.get(seat)
        is_alone = len({other.side for other in state.seats.values()}) == len(state.seats)
        return None if found is None or is_alone else found.side

    def outcome(self, state: Position) -> Outcome | None:
        """How the game ended, or ``None``."""
        result = state.result
        if result is None:
            return None
        return Outcome(result.seats, result.side, result.reason, RESULTS[result.reason])

    def worth(self, state: Position, seat: Seat) -> int:
        """What a position is worth to a seat's side."""
        rules = self.rules(state)
        return self._appraiser.worth(Field.of(state, rules), state, seat)

    def problems(self, state: Position) -> Sequence[str]:
        """Every reason why the position cannot be."""
        return problems(self.book, state)

    def correctables(self, view: View, unit: UnitId | None = None) -> Sequence[Correctable]:
        """What players may put right by hand."""
        return correctables(self.book.rules(view.options, view.tables, view.battle), view, unit)

    def correct(self, state: Position, corrections: Sequence[Correction]) -> Position:
        """The position with these values put right."""
        return correct(self.rules(state), state, corrections)

    def resign(self, state: Position, seat: Seat) -> Action:
        """Resigning."""
        return Resign()

    def offer_draw(self, state: Position, seat: Seat) -> Action:
        """Offering a draw."""
        return OfferDraw()

    def answer_draw(self, state: Position, seat: Seat, *, accept: bool) -> Action:
        """Answering a draw offer."""
        return AcceptDraw() if accept else DeclineDraw()

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The default of what is asked of a seat whose time is up (OW-PRM-09)."""
        return time_out(self.moment(state), seat, lambda action: self.check(state, seat, action) is None)

    def _picture(self, scenario: str) -> Scene:
        """The opening board of a scenario with the fewest seats, as a spectator sees it; a random map is always the same one."""
        row = self.book.scenarios[scenario]
        setup = Setup(scenario=scenario, seats=tuple({} for _ in range(row["players"]["min"])))
        return self.scene(view(open_game(self.book, setup, StreamDice(bytes(32), "picture")).position, SPECTATOR))
