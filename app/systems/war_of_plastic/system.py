"""War of Plastic as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.explaining import Inventory
from app.engine.game import Functions, Game
from app.engine.types import Action, Outcome, Seat, UnitId
from app.systems.war_of_plastic.book.state import Position
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.choices import plans
from app.systems.war_of_plastic.choices.offers import offers
from app.systems.war_of_plastic.choices.sample import sample
from app.systems.war_of_plastic.choices.time_up import time_out
from app.systems.war_of_plastic.choices.withheld import withheld
from app.systems.war_of_plastic.choices.worth import Appraiser
from app.systems.war_of_plastic.ground.moment import Moment, Reader, army_of
from app.systems.war_of_plastic.judge import acts
from app.systems.war_of_plastic.judge.understood import understood
from app.systems.war_of_plastic.judge.view import View, resample, tell, view
from app.systems.war_of_plastic.opening.corrections import correct, correctables
from app.systems.war_of_plastic.opening.problems import problems
from app.systems.war_of_plastic.opening.setup import open_game
from app.systems.war_of_plastic.position.actions import AnswerDraw, AnyAction, Concede, OfferDraw
from app.systems.war_of_plastic.position.events import AnyEvent
from app.systems.war_of_plastic.position.evolve import evolve
from app.systems.war_of_plastic.queries.queries import build_queries
from app.systems.war_of_plastic.screen.about import about
from app.systems.war_of_plastic.screen.manifest import build_manifest
from app.systems.war_of_plastic.screen.prompts import headline
from app.systems.war_of_plastic.screen.scene import scene
from app.systems.war_of_plastic.turn import phases
from app.systems.war_of_plastic.words.describe import Describer
from app.systems.war_of_plastic.workshop.workshop import PlasticWorkshop


class WarOfPlastic(Game[Position, View, Rules, Moment]):
    """The rules of War of Plastic."""

    state_type = Position
    view_type = View
    action_type = AnyAction
    event_type = AnyEvent

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        book = Book(tables)
        words = book.words
        describer = Describer(words, book.scenarios)
        super().__init__(
            Functions(
                rules=lambda of: book.rules(of.options, of.tables),
                read=Reader().moment,
                open_game=partial(open_game, book),
                evolve=evolve,
                to_act=lambda position: phases.to_act(self.rules(position), position),
                outcome=partial(_outcome, words),
                judge=acts.judge,
                apply=acts.apply,
                understood=understood,
                offers=partial(offers, words),
                sample=sample,
                preview=partial(plans.preview, words),
                survey=partial(plans.survey, words),
                worth=Appraiser().worth,
                view=view,
                tell=tell,
                resample=resample,
                side_of=army_of,
                scene=partial(scene, words),
                headline=partial(headline, words),
                describe=describer.describe,
                explain=describer.explain,
                problems=partial(problems, book),
                correctables=partial(correctables, words),
                correct=partial(correct, words),
                resign=Concede(),
                offer_draw=OfferDraw(),
                accept_draw=AnswerDraw(True),
                decline_draw=AnswerDraw(False),
            )
        )
        self.book: Final = book
        self.words: Final = words
        self.queries = build_queries(book)
        self.manifest = build_manifest(book, tables, rules_hash, self.picture)
        self.workshop: Final = PlasticWorkshop(book, tables)
        self._inventory: Final = Inventory(self.manifest.rules)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return about(self.words, self._inventory, self.rules(view), view, thing)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own unit may not do now, and why."""
        return withheld(self.words, self.moment(state), seat, unit)

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The least harmful way out of what is asked of a seat whose time is up."""
        return time_out(self.moment(state), seat, self.judged_legal(state, seat))


def _outcome(words: Words, position: Position) -> Outcome | None:
    """How the game ended, or ``None``."""
    result = position.result
    if result is None:
        return None
    winners = () if result.winner == "draw" else position.armies[result.winner].seats
    return Outcome(winners, result.winner, result.reason, words.say("results", result.reason))
