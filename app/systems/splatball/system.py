"""Splatball as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.explaining import Inventory
from app.engine.game import Functions, Game
from app.engine.types import Action, Outcome, Seat, UnitId
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.choices import plans
from app.systems.splatball.choices.offers import offers
from app.systems.splatball.choices.sample import sample
from app.systems.splatball.choices.time_up import time_out
from app.systems.splatball.choices.withheld import withheld
from app.systems.splatball.choices.worth import worth
from app.systems.splatball.judge import acts
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.judge.secrets import resample
from app.systems.splatball.judge.understood import understood
from app.systems.splatball.judge.view import View, tell, view
from app.systems.splatball.opening.corrections import correct, correctables
from app.systems.splatball.opening.problems import problems
from app.systems.splatball.opening.setup import open_game
from app.systems.splatball.position.actions import AnswerDraw, AnyAction, OfferDraw, Resign
from app.systems.splatball.position.events import AnyEvent
from app.systems.splatball.position.evolve import evolve
from app.systems.splatball.position.state import Position
from app.systems.splatball.queries.queries import build_queries
from app.systems.splatball.screen.about import about
from app.systems.splatball.screen.manifest import build_manifest
from app.systems.splatball.screen.scene import scene
from app.systems.splatball.turn.machine import asked
from app.systems.splatball.words.describe import Describer
from app.systems.splatball.words.sentences import headline
from app.systems.splatball.workshop.workshop import SplatballWorkshop


class Splatball(Game[Position, View, Rules, Moment]):
    """The rules of Splatball."""

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
                to_act=asked,
                outcome=partial(_outcome, book),
                judge=acts.check,
                apply=acts.apply,
                understood=understood,
                offers=offers,
                sample=sample,
                preview=plans.preview,
                survey=plans.survey,
                worth=worth,
                view=view,
                tell=tell,
                resample=resample,
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
        self.workshop: Final = SplatballWorkshop(book, self.manifest)
        self._inventory: Final = Inventory(self.manifest.rules)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return about(self._inventory, self.rules(view), view, thing)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own unit may not do now, and why."""
        return withheld(self.moment(state), seat, unit)

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The default of what is asked of a seat whose time is up."""
        return time_out(self.moment(state), seat)


def _side_of(position: Position, seat: Seat) -> str | None:
    """The side a seat plays for; ``None`` where every seat is its own."""
    found = position.seats.get(seat)
    is_alone = len({other.side for other in position.seats.values()}) == len(position.seats)
    return None if found is None or is_alone else found.side


def _outcome(book: Book, position: Position) -> Outcome | None:
    """How the game ended, or ``None``: several sides that are level draw, unless another one has lost to them (SPL-WIN-02, SPL-WIN-06)."""
    result = position.result
    if result is None:
        return None
    sides = {position.seats[seat].side for seat in result.winners}
    is_drawn = len(sides) != 1 and (result.reason == "draw_agreed" or len(sides) == len(position.points))
    winners = () if is_drawn else result.winners
    side = "draw" if len(sides) != 1 else next(iter(sides))
    return Outcome(winners, side, result.reason, book.words.say("reasons", result.reason))
