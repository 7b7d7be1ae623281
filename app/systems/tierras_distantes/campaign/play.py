"""Campaigns of two games of a scenario, the second with the squads of the first exchanged (TD-SQD-09), behind the protocol of
``app/engine/campaign.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.engine.campaign import Campaign, CampaignGame, NextGame, Played, Rank
from app.engine.dice import Dice, GivenDice
from app.engine.offers import Offer
from app.engine.play import decode, encode
from app.engine.refusal import IllegalAction, InvalidInput, Refusal
from app.engine.story import Step, folded
from app.engine.system import Manifest, ScenarioSpec, Setup
from app.engine.telling import LogEntry
from app.engine.types import SEATS, Action, Event, Outcome, RuleId, Seat, Text, UnitId, Viewer
from app.engine.words import called, joined, same
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import PLAYERS
from app.systems.tierras_distantes.campaign.state import (
    CampaignBegan,
    CampaignEvent,
    CampaignState,
    CampaignView,
    Contender,
    GameCounted,
    LedSquad,
    Nothing,
    evolve_campaign,
)
from app.systems.tierras_distantes.nerve.victory import Losses, smaller_share
from app.systems.tierras_distantes.opening.setup import open_game
from app.systems.tierras_distantes.position.state import PlayerState, Position
from app.systems.tierras_distantes.squads.units import listed_of

NOT_NOW: Final = RuleId("TD-REF-01")
BOTH_WAYS: Final = "both_ways_"
"""How a campaign's id begins; the scenario's follows."""
GAMES: Final = ("first", "second")
WIN: Final = 2
DRAW: Final = 1


class TierrasCampaign(Campaign):
    """See ``Campaign`` for what each method answers. Nothing is decided between the two games."""

    state_type = CampaignState
    view_type = CampaignView
    action_type = Nothing
    event_type = CampaignEvent

    def __init__(self, book: Book, game: Manifest, explain: Callable[[Refusal], Text]) -> None:
        self._book: Final = book
        self._explain: Final = explain
        self._scenarios: Final = {BOTH_WAYS + scenario.id: scenario for scenario in game.scenarios}
        self.manifest: Manifest = replace(
            game,
            minutes=len(GAMES) * game.minutes,
            scenarios=tuple(self._spec(code, scenario) for code, scenario in self._scenarios.items()),
            final_actions=frozenset(),
            examples={},
        )

    def _spec(self, code: str, scenario: ScenarioSpec) -> ScenarioSpec:
        name, minutes = self._say("name", scenario=scenario.name), len(GAMES) * scenario.minutes
        return replace(scenario, id=code, name=name, summary=self._say("summary"), minutes=minutes)

    def _say(self, key: str, **places: object) -> Text:
        return self._book.words.say("campaign", key, **places)

    # -- the games

    def games(self, campaign: str) -> list[CampaignGame]:
        """The scenario, twice."""
        scenario = self._scenarios[campaign]
        return [
            CampaignGame(self._say(which, scenario=scenario.name), self._say(f"{which}_summary"), scenario.minutes)
            for which in GAMES
        ]

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """The seats and the squads they lead first. Both games are tried, so that the second does not fail when it is due."""
        if setup.scenario not in self._scenarios:
            raise InvalidInput.at("scenario", "one of " + ", ".join(self._scenarios), setup.scenario)
        self._tried(setup)
        squads = [seat.get("squad", player) for player, seat in zip(PLAYERS, setup.seats, strict=True)]
        self._tried(replace(setup, seats=tuple({"squad": squad} for squad in reversed(squads))))
        one, other = (
            Contender(SEATS[at], decode(LedSquad, squad, f"seats[{at}].squad")) for at, squad in enumerate(squads)
        )
        began = CampaignState(setup.scenario, dict(setup.options), dict(setup.tables), (one, other))
        return folded(evolve_campaign, None, [CampaignBegan(began)], dice)

    def _tried(self, setup: Setup) -> None:
        """Raises ``InvalidInput`` where a game cannot be set up."""
        open_game(self._book, replace(setup, scenario=self._scenarios[setup.scenario].id), GivenDice(()))

    def next_game(self, state: CampaignState) -> NextGame | None:
        """The scenario with the squads that the seats lead now."""
        if state.number > len(GAMES):
            return None
        seats = tuple({"squad": encode(member.squad)} for member in state.members)
        return NextGame(
            state.number, Setup(self._scenarios[state.campaign].id, seats, dict(state.options), dict(state.tables))
        )

    def after_game(self, state: CampaignState, played: Played) -> Sequence[Event]:
        """Points, losses, and the squads exchanged; of a game that ended before they were open what the seats led is."""
        position: Position = played.state
        sides = {position.players[player].seat: position.players[player] for player in PLAYERS}
        led = {member.seat: _led(member, sides[member.seat], position) for member in state.members}
        one, other = led
        return (
            GameCounted(
                played.number,
                {seat: WIN * (seat in played.outcome.winners) if played.outcome.winners else DRAW for seat in sides},
                {seat: Losses(side.start, side.lost) for seat, side in sides.items()},
                {one: led[other], other: led[one]},
            ),
        )

    # -- nothing is decided

    def evolve(self, state: CampaignState | None, event: Event) -> CampaignState:
        """The campaign after an event."""
        return evolve_campaign(state, event)

    def to_act(self, state: CampaignState) -> tuple[Seat, ...]:
        """Nobody."""
        return ()

    def offers(self, state: CampaignState, seat: Seat, unit: UnitId | None = None) -> Sequence[Offer]:
        """None."""
        return ()

    def check(self, state: CampaignState, seat: Seat, action: Action) -> Refusal:
        """Whatever it is, it is not asked (TD-REF-01)."""
        return Refusal(NOT_NOW)

    def understood(self, state: CampaignState, seat: Seat, action: Action) -> Action:
        """There is nothing that could be worded otherwise."""
        return action

    def apply(self, state: CampaignState, seat: Seat, action: Action, dice: Dice) -> Step:
        """Raises ``IllegalAction``."""
        raise IllegalAction(self.check(state, seat, action))

    # -- what is told

    def standing(self, view: CampaignView) -> list[Rank]:
        """Points, and losses beside them."""
        members = view.campaign.members
        return [
            Rank(each.seat, each.points, 1 + sum(other.points > each.points for other in members), (self._lost(each),))
            for each in members
        ]

    def _lost(self, member: Contender) -> Text:
        return self._say("losses", lost=member.losses.lost, start=member.losses.start)

    def view(self, state: CampaignState, viewer: Viewer) -> CampaignView:
        """Everything."""
        return CampaignView(viewer, state)

    def tell(self, before: Any, event: Event, viewer: Viewer) -> Event:
        """The event whole."""
        return event

    def describe(self, event: Event) -> LogEntry | None:
        """An event in words."""
        match event:
            case CampaignBegan():
                return LogEntry(self._say("began"), tone="muted")
            case GameCounted(number=number, points=points, losses=losses):
                told = joined(
                    (
                        self._say("counted_of", who=_who(seat), n=points[seat], lost=lost, start=start)
                        for seat, (start, lost) in losses.items()
                    ),
                    by="; ",
                )
                return LogEntry(self._say("counted", n=number, told=told))
        return None

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words."""
        return self._explain(refusal)

    def outcome(self, state: CampaignState) -> Outcome | None:
        """More points, else the smaller share of losses, else it is shared (TD-SQD-09)."""
        if self.next_game(state) is not None:
            return None
        one, other = state.members
        if one.points != other.points:
            return self._won(max(one, other, key=lambda member: member.points), "points")
        ahead = smaller_share(one.losses, other.losses)
        if ahead is None:
            return Outcome((), "draw", "shared", self._say("shared"))
        return self._won(state.members[ahead], "losses")

    def _won(self, member: Contender, reason: str) -> Outcome:
        return Outcome((member.seat,), member.seat, reason, self._say(f"won_{reason}", who=_who(member.seat)))


def _led(member: Contender, side: PlayerState, position: Position) -> LedSquad:
    """What a seat led in a game, its list where it built one and both were open (TD-SQD-10)."""
    return listed_of(side.members or ()) if side.squad == "locked" and position.units else member.squad


def _who(seat: Seat) -> Text:
    return called(seat, same(seat.upper()))
