"""What a game may offer beside single games: campaigns, which link games of one group of players.

A campaign is judged as a game is: what its players decide between two games are actions, what follows are events, and all
that stands is the fold of them. So a campaign is a ``GameSystem`` with three more abilities: it says which game comes next,
takes in how one ended, and tells the standing. A scenario of its manifest is a campaign that can be played.

What it carries over into a game stands in that game's ``Setup``, in fields and options of the game's own: a game of a
campaign is a game like any other, and its record needs nothing else to be replayed. So what a ``Setup`` holds is public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from app.engine.offers import Preview
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import NO_OPTIONS, Correctable, Correction, GameSystem, OptionValue, Picker, Query, Setup
from app.engine.types import Action, Event, Outcome, Seat, Text, UnitId, Viewer

NO_QUERIES: Mapping[str, Query] = {}


class CampaignGame(msgspec.Struct, frozen=True):
    """One of the games of a campaign, in order: its words, and about how long it takes."""

    name: Text
    summary: Text
    minutes: int


class NextGame(msgspec.Struct, frozen=True):
    """The game to be played now, counted from 1. Of the seats of its ``setup`` only the game's own fields are read; their
    order is the campaign's."""

    number: int
    setup: Setup


class Played(msgspec.Struct, frozen=True):
    """A game of the campaign that is over: its number, how it ended, and its last position."""

    number: int
    outcome: Outcome
    state: Any  # a state of the game


class Rank(msgspec.Struct, frozen=True):
    """Where a seat stands: its points, its place from 1 (shared by equals), and in words what it takes along."""

    seat: Seat
    points: int
    place: int
    notes: tuple[Text, ...] = ()


class Campaign(GameSystem, Protocol):
    """The campaigns of a game. The bodies below are for what a campaign has no use for; a game's class inherits them."""

    queries: Mapping[str, Query] = NO_QUERIES

    def games(self, campaign: str) -> Sequence[CampaignGame]:
        """The games of a campaign of the manifest, in order."""
        ...

    def next_game(self, state: Any) -> NextGame | None:
        """The game that is to be played: the same from when the players have decided what comes before it until
        ``after_game`` was told of its end. ``None`` while they decide, and once the campaign is over."""
        ...

    def after_game(self, state: Any, played: Played) -> Sequence[Event]:
        """What follows from the end of the game that ``next_game`` said."""
        ...

    def standing(self, view: Any) -> Sequence[Rank]:
        """Where each seat stands, in seat order, as far as a view knows."""
        ...

    def sample(self, state: Any, seat: Seat, pick: Picker) -> Action | None:
        """Any example of any offer."""
        offers = [offer for offer in self.offers(state, seat) if offer.examples]
        if not offers:
            return None
        examples = offers[pick(len(offers))].examples
        return examples[pick(len(examples))]

    def preview(self, state: Any, seat: Seat, action: Action) -> Preview:
        """Whether it is legal; there is no board to draw on."""
        refusal = self.check(state, seat, action)
        return Preview(refusal is None, refusal)

    def survey(self, state: Any, seat: Seat, unit: UnitId) -> Preview:
        """There are no units."""
        raise InvalidInput.at("unit", "a unit on a board", unit)

    def scene(self, view: Any) -> Scene:
        """There is no board."""
        return Scene(self.manifest.board, 1, 1, (), prompt=Text("", ""), headline=self.manifest.name)

    def headline(self, view: Any) -> Text:
        """What is played."""
        return self.manifest.name

    def picture(self, scenario: str, seats: int, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Scene:
        """There is no board; its games have theirs."""
        raise InvalidInput.at("scenario", "a game of the campaign", scenario)

    def resample(self, state: Any, viewer: Viewer, pick: Picker) -> Any:
        """Nothing is hidden, unless a game says so."""
        return state

    def side_of(self, state: Any, seat: Seat) -> str | None:
        """There are no sides, unless a game says so."""
        return None

    def worth(self, state: Any, seat: Seat) -> int:
        """Every decision is as good as the others, unless a game says so."""
        return 0

    def problems(self, state: Any) -> Sequence[str]:
        """None are looked for."""
        return ()

    def correctables(self, view: Any, unit: UnitId | None = None) -> Sequence[Correctable]:
        """Nothing is put right by hand."""
        return ()

    def correct(self, state: Any, corrections: Sequence[Correction]) -> Any:
        """Nothing is put right by hand."""
        raise InvalidInput.at("changes", "nothing: a campaign is not put right by hand", len(corrections))

    def resign(self, state: Any, seat: Seat) -> Action:
        """A game is given up, not a campaign."""
        raise InvalidInput.at("kind", "a game of the campaign", "the campaign")

    def offer_draw(self, state: Any, seat: Seat) -> Action:
        """A game may be drawn by agreement, not a campaign."""
        raise InvalidInput.at("kind", "a game of the campaign", "the campaign")

    def answer_draw(self, state: Any, seat: Seat, *, accept: bool) -> Action:
        """As ``offer_draw``."""
        raise InvalidInput.at("kind", "a game of the campaign", "the campaign")


@runtime_checkable
class _HasCampaign(Protocol):
    campaign: Campaign


def campaign_of(system: GameSystem) -> Campaign | None:
    """The campaigns of a game: what its attribute ``campaign`` holds, ``None`` for a game without one."""
    return system.campaign if isinstance(system, _HasCampaign) else None
