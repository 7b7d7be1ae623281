"""Tierras Distantes as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from app.engine.about import About, Withheld
from app.engine.dice import StreamDice
from app.engine.explaining import Inventory
from app.engine.game import Functions, Game
from app.engine.scene import Scene
from app.engine.system import NO_OPTIONS, OptionValue, Setup
from app.engine.types import SPECTATOR, Action, Seat, UnitId, Viewer
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.campaign.play import TierrasCampaign
from app.systems.tierras_distantes.choices import plans
from app.systems.tierras_distantes.choices.offers import offers
from app.systems.tierras_distantes.choices.pictured import pictured
from app.systems.tierras_distantes.choices.sample import sample
from app.systems.tierras_distantes.choices.time_up import time_out
from app.systems.tierras_distantes.choices.withheld import withheld
from app.systems.tierras_distantes.choices.worth import worth
from app.systems.tierras_distantes.judge import acts
from app.systems.tierras_distantes.judge.acts import Moment, player_of
from app.systems.tierras_distantes.judge.secrets import resample
from app.systems.tierras_distantes.judge.understood import understood
from app.systems.tierras_distantes.judge.view import View, tell, view
from app.systems.tierras_distantes.nerve.victory import outcome
from app.systems.tierras_distantes.opening.corrections import correct, correctables
from app.systems.tierras_distantes.opening.problems import problems
from app.systems.tierras_distantes.opening.setup import open_game
from app.systems.tierras_distantes.position.actions import AcceptDraw, AnyAction, DeclineDraw, OfferDraw, Resign
from app.systems.tierras_distantes.position.events import AnyEvent
from app.systems.tierras_distantes.position.evolve import evolve
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.queries.queries import build_queries
from app.systems.tierras_distantes.screen.about import about
from app.systems.tierras_distantes.screen.manifest import build_manifest
from app.systems.tierras_distantes.screen.prompts import headline
from app.systems.tierras_distantes.screen.scene import scene
from app.systems.tierras_distantes.turn.machine import seats_asked
from app.systems.tierras_distantes.words.describe import Describer
from app.systems.tierras_distantes.workshop.workshop import TierrasWorkshop


class TierrasDistantes(Game[Position, View, Rules, Moment]):
    """The rules of Tierras Distantes."""

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
                outcome=partial(outcome, book.words),
                judge=acts.check,
                apply=acts.apply,
                understood=understood,
                offers=offers,
                sample=sample,
                preview=plans.preview,
                survey=plans.survey,
                worth=worth,
                view=self._view,
                tell=tell,
                resample=resample,
                side_of=player_of,
                scene=scene,
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
        self.workshop: Final = TierrasWorkshop(book, self.manifest)
        self.campaign: Final = TierrasCampaign(book, self.manifest, self.explain)
        self._inventory: Final = Inventory(self.manifest.rules)

    def _asked(self, state: Position) -> tuple[Seat, ...]:
        return seats_asked(self.rules(state), state)

    def picture(self, scenario: str, seats: int, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Scene:
        """The opening board of a scenario, with terrain even where it is still to be laid."""
        setup = Setup(scenario, tuple({} for _ in range(seats)), dict(options))
        dice = StreamDice(bytes(32), "picture")
        opening = open_game(self.book, setup, dice).position
        return self.scene(self.view(pictured(self.rules(opening), opening, dice), SPECTATOR))

    def _view(self, state: Position, viewer: Viewer) -> View:
        return view(self.rules(state), state, viewer)

    def about(self, view: View, thing: str) -> About | None:
        """What a thing is."""
        return about(self._inventory, self.rules(view), view, thing)

    def withheld(self, state: Position, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """What an own miniature may not do now, and why."""
        return withheld(self.moment(state), seat, unit)

    def time_out(self, state: Position, seat: Seat) -> Action | None:
        """The default of what is asked of a seat whose time is up."""
        return time_out(self.moment(state), seat)
