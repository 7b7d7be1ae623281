"""A league of Pebbles: two games, and between them a secret, simultaneous stake of everybody, which decides how long the
next game lasts. Whoever won walks further in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from app.engine.campaign import Campaign, CampaignGame, NextGame, Played, Rank
from app.engine.dice import Dice
from app.engine.offering import Example, Offering
from app.engine.offers import Offer
from app.engine.refusal import IllegalAction, InvalidInput, Refusal
from app.engine.story import Step, Story, folded
from app.engine.system import Manifest, Picker, ScenarioSpec, SeatsRange, Setup
from app.engine.telling import LogEntry
from app.engine.types import SEATS, Action, Event, Outcome, RuleId, Seat, Text, UnitId, Viewer
from app.engine.words import Words, joined, same, text_of

WIN, DRAW = 3, 1
MOST = 3


class Member(msgspec.Struct, frozen=True):
    """``stake`` is secret until everybody has one."""

    seat: Seat
    team: str
    points: int = 0
    stake: int | None = None


class League(msgspec.Struct, frozen=True):
    """``number`` is the game that is due or was played last; ``phase`` says which."""

    campaign: str
    members: tuple[Member, ...]
    options: Mapping[str, Any] = {}
    number: int = 1
    phase: Literal["game", "stakes", "over"] = "game"
    rounds: int | None = None
    ahead: Seat | None = None


class LeagueView(msgspec.Struct, frozen=True):
    """The league as ``viewer`` sees it: the stakes of others are ``None``."""

    viewer: Viewer
    league: League
    to_act: tuple[Seat, ...]


class Stake(Action, frozen=True, tag="stake"):
    amount: int


class LeagueBegan(Event, frozen=True, tag="league_began"):
    league: League


class GameScored(Event, frozen=True, tag="game_scored"):
    number: int
    points: Mapping[Seat, int]
    ahead: Seat | None
    is_last: bool


class Staked(Event, frozen=True, tag="staked"):
    """Told to nobody but its seat."""

    seat: Seat
    amount: int


class StakesShown(Event, frozen=True, tag="stakes_shown"):
    stakes: Mapping[Seat, int]


class PebblesCampaign(Campaign):
    """See ``Campaign`` for what each method answers."""

    state_type = League
    action_type = Stake
    event_type = LeagueBegan | GameScored | Staked | StakesShown
    view_type = LeagueView

    def __init__(self, game: Manifest, tables: Mapping[str, Any], texts: Mapping[str, Any]) -> None:
        self._plans = tables["campaigns"]
        self._words = Words(texts)
        self._scenarios = {scenario.id: scenario for scenario in game.scenarios}
        self.manifest = msgspec.structs.replace(
            game,
            scenarios=tuple(
                ScenarioSpec(name, text_of(data["name"]), text_of(data["summary"]), SeatsRange(*data["seats"]), 10)
                for name, data in self._plans.items()
            ),
            options=tuple(option for option in game.options if option.id == "charms"),
            final_actions=frozenset({"stake"}),
            tables={},
        )

    def games(self, campaign: str) -> list[CampaignGame]:
        scenarios = [self._scenarios[name] for name in self._plans[campaign]["games"]]
        return [CampaignGame(known.name, known.summary, known.minutes) for known in scenarios]

    def setup(self, setup: Setup, dice: Dice) -> Step:
        if setup.scenario not in self._plans:
            raise InvalidInput.at("scenario", "a campaign of the game", setup.scenario)
        for name, value in setup.options.items():
            if name != "charms" or type(value) is not bool:
                raise InvalidInput.at(f"options.{name}", "an option of the game", value)
        if setup.tables:
            raise InvalidInput.at("tables", "no house values", "some")
        teams = [seat.get("team", ("red", "blue")[number % 2]) for number, seat in enumerate(setup.seats)]
        if not set(teams) == {"red", "blue"}:
            raise InvalidInput.at("seats", "two teams", len(set(map(str, teams))))
        members = tuple(Member(SEATS[number], str(team)) for number, team in enumerate(teams))
        return folded(self.evolve, None, [LeagueBegan(League(setup.scenario, members, setup.options))], dice)

    def evolve(self, state: League | None, event: Event) -> League:
        if isinstance(event, LeagueBegan):
            return event.league
        assert state is not None
        change = msgspec.structs.replace
        match event:
            case GameScored():
                scored = [change(each, points=each.points + event.points[each.seat]) for each in state.members]
                return change(
                    state, members=tuple(scored), ahead=event.ahead, phase="over" if event.is_last else "stakes"
                )
            case Staked():
                members = (change(m, stake=event.amount) if m.seat == event.seat else m for m in state.members)
                return change(state, members=tuple(members))
            case StakesShown():
                members = (change(member, stake=None) for member in state.members)
                rounds = 1 + max(event.stakes.values())
                return change(state, members=tuple(members), rounds=rounds, number=state.number + 1, phase="game")
        raise AssertionError(event)

    def to_act(self, state: League) -> tuple[Seat, ...]:
        return tuple(member.seat for member in state.members if state.phase == "stakes" and member.stake is None)

    def offers(self, state: League, seat: Seat, unit: UnitId | None = None) -> list[Offer]:
        if seat not in self.to_act(state) or unit is not None:
            return []
        amounts = range(MOST + 1)
        stakes = [Example(Stake(amount), same(amount)) for amount in amounts]
        return list(Offering(lambda action: self.check(state, seat, action) is None, self._say).make(stakes))

    def check(self, state: League, seat: Seat, action: Action) -> Refusal | None:
        assert isinstance(action, Stake)
        if seat not in self.to_act(state):
            return Refusal(RuleId("PEB-TURN-01"), {"seat": seat})
        return None if 0 <= action.amount <= MOST else Refusal(RuleId("PEB-CHARM-01"), {"most": MOST})

    def understood(self, state: League, seat: Seat, action: Action) -> Action:
        return action

    def apply(self, state: League, seat: Seat, action: Action, dice: Dice) -> Step:
        refusal = self.check(state, seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        assert isinstance(action, Stake)
        story = Story(self.evolve, state, dice)
        story.add(Staked(seat, action.amount))
        if not self.to_act(story.state):
            story.add(StakesShown({each.seat: each.stake for each in story.state.members if each.stake is not None}))
        return story.step()

    def next_game(self, state: League) -> NextGame | None:
        if state.phase != "game":
            return None
        options = dict(state.options) | ({"rounds": state.rounds} if state.rounds else {})
        tables = {"values.longest_mm": 160} if state.ahead else {}
        scenario = self._plans[state.campaign]["games"][state.number - 1]
        seats = tuple({"team": member.team} for member in state.members)
        return NextGame(state.number, Setup(scenario, seats, options, tables))

    def after_game(self, state: League, played: Played) -> list[Event]:
        won = played.outcome.winners
        points = {m.seat: WIN * (m.seat in won) if won else DRAW for m in state.members}
        ahead = won[0] if won else None
        return [GameScored(played.number, points, ahead, played.number == len(self._plans[state.campaign]["games"]))]

    def standing(self, view: LeagueView) -> list[Rank]:
        return _ranks(view.league, self._say("team"))

    def view(self, state: League, viewer: Viewer) -> LeagueView:
        members = (m if m.seat == viewer else msgspec.structs.replace(m, stake=None) for m in state.members)
        return LeagueView(viewer, msgspec.structs.replace(state, members=tuple(members)), self.to_act(state))

    def tell(self, before: Any, event: Event, viewer: Viewer) -> Event | None:
        return None if isinstance(event, Staked) and event.seat != viewer else event

    def resample(self, state: League, viewer: Viewer, pick: Picker) -> League:
        hidden = [m for m in state.members if m.stake is not None and m.seat != viewer]
        if not hidden:
            return state
        members = (
            msgspec.structs.replace(member, stake=pick(MOST + 1)) if member in hidden else member
            for member in state.members
        )
        return msgspec.structs.replace(state, members=tuple(members))

    def describe(self, event: Event) -> LogEntry | None:
        match event:
            case GameScored():
                points = ", ".join(f"{seat.upper()} {count}" for seat, count in event.points.items())
                return LogEntry(self._say("scored", number=event.number, points=points))
            case StakesShown():
                stakes = ", ".join(f"{seat.upper()} {count}" for seat, count in event.stakes.items())
                return LogEntry(self._say("shown", stakes=stakes))
        return None

    def explain(self, refusal: Refusal) -> Text:
        return self._say(refusal.rule)

    def outcome(self, state: League) -> Outcome | None:
        if state.phase != "over":
            return None
        winners = tuple(rank.seat for rank in _ranks(state, self._say("team")) if rank.place == 1)
        return Outcome(winners, winners[0], "points", self._say("over", seats=", ".join(winners).upper()))

    def _say(self, key: str, **values: object) -> Text:
        return self._words.say("campaign", key, **values)


def _ranks(league: League, team: Text) -> Sequence[Rank]:
    return [
        Rank(
            each.seat,
            each.points,
            1 + sum(other.points > each.points for other in league.members),
            (joined((team, same(each.team)), by=": "),),
        )
        for each in league.members
    ]
