"""Open Wars as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.explaining import Inventory
from app.engine.game import Functions, Game
from app.engine.types import Action, Outcome, Seat, UnitId
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.campaign.play import OpenWarsCampaign
from app.systems.open_wars.choices import plans
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.choices.sample import sample
from app.systems.open_wars.choices.time_up import time_out
from app.systems.open_wars.choices.withheld import withheld
from app.systems.open_wars.choices.worth import Appraiser
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
from app.systems.open_wars.screen.about import about
from app.systems.open_wars.screen.manifest import build_manifest
from app.systems.open_wars.screen.scene import Artist
from app.systems.open_wars.turn.machine import waiting_for
from app.systems.open_wars.words.describe import Describer
from app.systems.open_wars.words.sentences import headline
from app.systems.open_wars.workshop.workshop import OpenWarsWorkshop


class OpenWars(Game[Position, View, Rules, Moment]):
    """The rules of Open Wars."""

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
                to_act=waiting_for,
                outcome=partial(_outcome, book),
                judge=acts.check,
                apply=acts.apply,
                understood=understood,
                offers=offers,
                sample=sample,
                preview=plans.preview,
                survey=plans.survey,
                worth=Appraiser().worth,
                view=view,
                tell=tell,
                resample=resample,
                side_of=_side_of,
                scene=Artist().scene,
                headline=headline,
                describe=describer.describe,
                explain=describer.explain,
                problems=partial(problems, book),
                correctables=correctables,
                correct=correct,
                resign=Resign(),
                offer_draw=OfferDraw(),
                accept_draw=AcceptDraw(),
                decline_draw=DeclineDraw(),
            )
        )
        self.book: Final = book
        self.queries = build_queries(book)
        self.manifest = build_manifest(book, tables, rules_hash, self.picture)
        self.workshop: Final = OpenWarsWorkshop(book, self.manifest)
        self.campaign: Final = OpenWarsCampaign(book, self.manifest, self.explain)
        self._inventory: Final = Inventory(self.manifest.rules)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return about(self._inventory, self.rules(view), view, thing)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own unit may not do now, and why."""
        return withheld(self.moment(state), seat, unit)

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The default of what is asked of a seat whose time is up (OW-PRM-09)."""
        return time_out(self.moment(state), seat, self.judged_legal(state, seat))


def _side_of(position: Position, seat: Seat) -> str | None:
    """The side a seat plays for; ``None`` where every seat is its own."""
    found = position.seats.get(seat)
    is_alone = len({other.side for other in position.seats.values()}) == len(position.seats)
    return None if found is None or is_alone else found.side


def _outcome(book: Book, position: Position) -> Outcome | None:
    """How the game ended, or ``None``."""
    result = position.result
    if result is None:
        return None
    return Outcome(result.seats, result.side, result.reason, book.words.say("results", result.reason))
