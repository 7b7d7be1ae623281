"""Flames Hexwar as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.explaining import Inventory
from app.engine.game import Functions, Game
from app.engine.system import Picker
from app.engine.types import Action, Outcome, Seat, UnitId, Viewer
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.choices import plans
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.sample import sample
from app.systems.flames_hexwar.choices.time_up import time_out
from app.systems.flames_hexwar.choices.withheld import withheld
from app.systems.flames_hexwar.choices.worth import worth
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.judge.understood import understood
from app.systems.flames_hexwar.judge.view import View, tell, view
from app.systems.flames_hexwar.opening.corrections import correct, correctables
from app.systems.flames_hexwar.opening.problems import problems
from app.systems.flames_hexwar.opening.setup import open_game
from app.systems.flames_hexwar.position.actions import AnswerDraw, AnyAction, OfferDraw, Resign
from app.systems.flames_hexwar.position.events import AnyEvent
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.queries.queries import build_queries
from app.systems.flames_hexwar.screen.about import about
from app.systems.flames_hexwar.screen.manifest import build_manifest
from app.systems.flames_hexwar.screen.scene import scene
from app.systems.flames_hexwar.turn.machine import asked
from app.systems.flames_hexwar.words.describe import Describer
from app.systems.flames_hexwar.words.sentences import headline
from app.systems.flames_hexwar.workshop.workshop import HexwarWorkshop


class FlamesHexwar(Game[Position, View, Rules, Moment]):
    """The rules of Flames Hexwar."""

    state_type = Position
    view_type = View
    action_type = AnyAction
    event_type = AnyEvent

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        book: Final = Book(tables)
        describer = Describer(book.rules())
        super().__init__(
            Functions(
                rules=lambda of: book.rules(of.options, of.tables, of.battle),
                read=Moment.of,
                open_game=partial(open_game, book),
                begin=acts.begin,
                evolve=evolve,
                to_act=self._asked,
                outcome=partial(_outcome, book),
                judge=acts.check,
                apply=acts.apply,
                understood=_understood,
                offers=offers,
                sample=sample,
                preview=plans.preview,
                survey=plans.survey,
                worth=worth,
                view=self._view,
                tell=tell,
                resample=_resample,
                side_of=_side_of,
                scene=scene,
                headline=headline,
                describe=describer.describe,
                explain=describer.explain,
                problems=partial(problems, book),
                correctables=correctables,
                correct=correct,
                resign=Resign(),
                offer_draw=OfferDraw(),
                accept_draw=AnswerDraw(True),
                decline_draw=AnswerDraw(False),
            )
        )
        self.book: Final = book
        self.queries = build_queries(book)
        self.manifest = build_manifest(book, tables, rules_hash, self.picture)
        self._inventory: Final = Inventory(self.manifest.rules)
        self.workshop: Final = HexwarWorkshop(book, self.manifest)

    def _asked(self, state: Position) -> tuple[Seat, ...]:
        return asked(self.moment(state).field)

    def _view(self, state: Position, viewer: Viewer) -> View:
        return view(self.moment(state).field, viewer)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return about(self._inventory, self.rules(view), view, thing)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own team or card may not do now, and why."""
        return withheld(self.moment(state), seat, unit)

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The default of what is asked of a seat whose time is up."""
        return time_out(self.moment(state), seat)


def _understood(moment: Moment, seat: Seat, action: Action) -> Action:
    return understood(moment.field, seat, action)


def _resample(moment: Moment, viewer: Viewer, pick: Picker) -> Position | None:
    return resample(moment.field, viewer, pick)


def _side_of(position: Position, seat: Seat) -> str | None:
    """The side a seat plays for (FHW-SEAT-01)."""
    found = position.seats.get(seat)
    return None if found is None else found.side


def _outcome(book: Book, position: Position) -> Outcome | None:
    """How the game ended, or ``None`` (FHW-VIC-01, FHW-VIC-02)."""
    result = position.result
    if result is None:
        return None
    winners = tuple(seat for seat, state in position.seats.items() if state.side == result.side)
    return Outcome(winners, result.side or "draw", result.reason, book.words.say("reasons", result.reason))
