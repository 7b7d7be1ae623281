"""Campaigns of Open Wars behind the protocol of ``app/engine/campaign.py``; the arithmetic is ``campaign.py``'s (OW-CAM).

After each game but the last the seats promote, then keep veterans, both openly and at once; who has nothing to choose is not
asked. The muster is the first act of the next game, secret there as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.campaign import Campaign, CampaignGame, NextGame, Played, Rank
from app.engine.dice import Dice, Roll
from app.engine.offering import schema_of
from app.engine.offers import Domain, Item, Offer
from app.engine.refusal import IllegalAction, InvalidInput, Refusal
from app.engine.story import Step, Story, folded
from app.engine.system import Manifest, ScenarioSpec, SeatsRange, Setup
from app.engine.telling import LogEntry
from app.engine.types import Action, Event, Outcome, RuleId, Seat, Text, UnitId, Viewer
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.options import UNIT_PACKS
from app.systems.open_wars.book.scenarios import CampaignGame as GameRow
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.campaign import words
from app.systems.open_wars.campaign.state import (
    CampaignAction,
    CampaignBegan,
    CampaignEvent,
    CampaignState,
    CampaignView,
    GameCounted,
    KeepVeterans,
    Member,
    Promote,
    StageBegan,
    UnitPromoted,
    Veterans,
    VeteransKept,
    evolve_campaign,
)
from app.systems.open_wars.choices.offers_lists import picker
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.judge import campaign as sums
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.words.screen_words import player

NOT_ASKED: Final = RuleId("OW-TURN-01")
LISTS: Final = 12
"""So many kept lists are shown as examples, at most."""


class _Ones:
    """Dice that always show one: for trying whether a game can be set up at all."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Answers 1, whatever the die."""
        self.rolls.append(Roll(purpose, sides, 1))
        return 1


class OpenWarsCampaign(Campaign):
    """See ``Campaign`` for what each method answers."""

    def __init__(self, book: Book, game: Manifest, explain: Callable[[Refusal], Text]) -> None:
        self._book: Final = book
        self._explain: Final = explain
        self._scenarios: Final = {scenario.id: scenario for scenario in game.scenarios}
        self.state_type = CampaignState
        self.view_type = CampaignView
        self.action_type: Any = CampaignAction
        self.event_type: Any = CampaignEvent
        plan = book.rules().campaign
        played = [self._scenarios[row.scenario] for row in plan.games]
        self.manifest: Manifest = msgspec.structs.replace(
            game,
            seats=SeatsRange(plan.least, plan.most),
            minutes=sum(scenario.minutes for scenario in played),
            scenarios=(
                ScenarioSpec(
                    plan.code,
                    plan.name,
                    self._say("summary"),
                    SeatsRange(plan.least, plan.most),
                    sum(scenario.minutes for scenario in played),
                    picture=played[0].picture,
                ),
            ),
            options=tuple(option for option in game.options if option.id != UNIT_PACKS),
            final_actions=frozenset({"promote", "keep_veterans"}),
            seat_fields={"faction": game.seat_fields["faction"]},
        )

    def _say(self, key: str, **places: object) -> Text:
        return self._book.words.say("campaign", key, **places)

    def games(self, campaign: str) -> list[CampaignGame]:
        """The linked games, each with its scenario's words."""
        scenarios = [self._scenarios[row.scenario] for row in self._book.rules().campaign.games]
        return [CampaignGame(known.name, known.summary, known.minutes) for known in scenarios]

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """The seats and their factions. Every game is tried, so that none fails when it is due."""
        if setup.scenario != self._book.rules().campaign.code:
            raise InvalidInput.at("scenario", self._book.rules().campaign.code, setup.scenario)
        if UNIT_PACKS in setup.options:
            raise InvalidInput.at(f"options.{UNIT_PACKS}", "no packs: each game has its own", setup.options[UNIT_PACKS])
        first, *later = self._book.rules().campaign.games
        fresh = {"game": first.number, "muster_gold": first.muster_gold}
        seats = tuple({"faction": seat.get("faction"), "campaign": fresh} for seat in setup.seats)
        opening = Setup(first.scenario, seats, {**setup.options, UNIT_PACKS: ",".join(first.unit_packs)}, setup.tables)
        opened = open_game(self._book, opening, _Ones()).position
        members = tuple(Member(seat, state.faction) for seat, state in opened.seats.items())
        began = CampaignState(setup.scenario, dict(setup.options), dict(setup.tables), members)
        for row in later:
            open_game(self._book, self._setup_of(began, row), _Ones())
        return folded(evolve_campaign, None, [CampaignBegan(began)], dice)

    def evolve(self, state: CampaignState | None, event: Event) -> CampaignState:
        """The campaign after an event."""
        return evolve_campaign(state, event)

    def to_act(self, state: CampaignState) -> tuple[Seat, ...]:
        """Every seat that is asked."""
        return tuple(member.seat for member in state.members if member.waits)

    # -- what may be decided -------------------------------------------------------------------------

    def offers(self, state: CampaignState, seat: Seat, unit: UnitId | None = None) -> list[Offer]:
        """The promotion, or the veterans to keep."""
        if seat not in self.to_act(state) or unit is not None:
            return []
        return [self._promotions(state, seat) if state.stage == "promotions" else self._veterans(state, seat)]

    def _promotions(self, state: CampaignState, seat: Seat) -> Offer:
        rules, found = self._rules(state, state.number + 1), self._promotable(state, state.member(seat))
        names = [
            words.raised(
                rules, action.unit, action.stat, sums.promoted_value(rules, rules.campaign, action.unit, action.stat)
            )
            for action in found
            if action.unit and action.stat
        ]
        examples, schema = (*found, Promote()), schema_of(Promote)
        return Offer("promote", self._say("promote"), schema, examples, names=(*names, self._say("nobody")))

    def _promotable(self, state: CampaignState, member: Member) -> list[Promote]:
        rules = self._rules(state, state.number + 1)
        found = [Promote(unit, stat) for unit in member.survivors for stat in rules.campaign.promotion_stats]
        return [action for action in found if self._promotion_refusal(state, member, action) is None]

    def _veterans(self, state: CampaignState, seat: Seat) -> Offer:
        rules, member, cap = self._rules(state, state.number + 1), state.member(seat), self._cap(state)
        items = tuple(
            Item(code, kind.name, kind.value, code, {"unit": code}, None, words.printed(rules, kind), count)
            for code, count in member.survivors.items()
            for kind in (rules.units[code],)
            if kind.value <= cap
        )
        domain = Domain(items=items, most=cap, field="list", least=0)
        schema, examples = schema_of(KeepVeterans), tuple(self._lists(state, member))
        return Offer("keep_veterans", self._say("keep"), schema, examples, input="list", domain=domain)

    def _lists(self, state: CampaignState, member: Member) -> list[KeepVeterans]:
        """Nobody, and lists filled up in different orders."""
        found = [KeepVeterans()]
        for number in range(1, LISTS):
            pick = picker(1000 * number + state.number)
            tokens = [code for code, count in member.survivors.items() for _ in range(count)]
            kept: dict[str, int] = {}
            while tokens:
                code = tokens.pop(pick(len(tokens)))
                tried = {**kept, code: kept.get(code, 0) + 1}
                kept = tried if self._keep_refusal(state, member, _listed(tried)) is None else kept
            found.append(_listed(kept))
        return list(dict.fromkeys(found))

    def check(self, state: CampaignState, seat: Seat, action: Action) -> Refusal | None:
        """OW-TURN-01 for what is not asked, then the campaign's own rules."""
        stages = {"promotions": Promote, "veterans": KeepVeterans}
        if seat not in self.to_act(state) or not isinstance(action, stages.get(state.stage, ())):
            return Refusal(NOT_ASKED, {"seat": seat})
        if isinstance(action, Promote):
            return self._promotion_refusal(state, state.member(seat), action)
        return self._keep_refusal(state, state.member(seat), action)

    def _promotion_refusal(self, state: CampaignState, member: Member, action: Promote) -> Refusal | None:
        rules, unit, stat = self._rules(state, state.number + 1), action.unit, action.stat
        if unit is None and stat is None:
            return None
        if unit is None or stat is None or unit not in rules.units:
            return Refusal(sums.PROMOTE, {"unit": unit, "stat": stat})
        count = member.survivors.get(unit, 0)
        return sums.promotion_refusal(rules, rules.campaign, member.faction, unit, stat, count, member.promotions)

    def _keep_refusal(self, state: CampaignState, member: Member, action: Action) -> Refusal | None:
        kept, rules = _tally(action), self._rules(state, state.number + 1)
        unknown = next((code for code in kept if code not in rules.units), None)
        if unknown is not None:
            return Refusal(sums.KEEP, {"unit": unknown})
        return sums.keep_refusal(rules, kept, self._cap(state), member.survivors)

    def understood(self, state: CampaignState, seat: Seat, action: Action) -> Action:
        """A legal decision in its one wording: each unit kept once, in order."""
        if not isinstance(action, KeepVeterans):
            return action
        tidy = tuple(Veterans(unit, count) for unit, count in sorted(_tally(action).items()))
        return action if action.list == tidy else KeepVeterans(tidy)

    def apply(self, state: CampaignState, seat: Seat, action: Action, dice: Dice) -> Step:
        """The decision and, if it was the last one asked, what comes next."""
        refusal = self.check(state, seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        decided: Event
        if isinstance(action, Promote):
            decided = msgspec.convert(
                {"type": "unit_promoted", "seat": seat, "unit": action.unit, "stat": action.stat}, UnitPromoted
            )
        else:
            decided = VeteransKept(seat, _tally(action))
        story = Story(evolve_campaign, state, dice)
        story.add(decided)
        if not self.to_act(story.state):
            story.add(self._next_stage(story.state))
        return story.step()

    # -- games ---------------------------------------------------------------------------------------

    def next_game(self, state: CampaignState) -> NextGame | None:
        """The game that is due, with what each seat brings along (OW-CAM-09)."""
        if state.stage != "game":
            return None
        return NextGame(state.number, self._setup_of(state, self._row(state, state.number)))

    def after_game(self, state: CampaignState, played: Played) -> Sequence[Event]:
        """Points, treasury, survivors (OW-CAM-02, OW-CAM-03, OW-CAM-05), and what is to be decided."""
        position = played.state
        rules = self._book.rules(position.options, position.tables)
        field, plan = Field.of(position, rules), rules.campaign
        legacies = {member.seat: sums.legacy_of(field, position, member.seat) for member in state.members}
        winners = played.outcome.winners
        counted = GameCounted(
            played.number,
            legacies,
            {seat: sums.points_for(plan, legacy.result, legacy.secondary) for seat, legacy in legacies.items()},
            {seat: sums.carried_gold(plan, legacy.gold) for seat, legacy in legacies.items()},
            winners[0] if len(winners) == 1 else None,
        )
        after = evolve_campaign(state, counted)
        return (counted, self._next_stage(msgspec.structs.replace(after, stage="game")))

    def _next_stage(self, state: CampaignState) -> StageBegan:
        """The first stage after the present one in which anybody has something to choose; else the next game, or the end."""
        if state.number == len(self._book.rules().campaign.games):
            return StageBegan("over", state.number)
        if state.stage == "game":
            asked = tuple(member.seat for member in state.members if self._promotable(state, member))
            if asked:
                return StageBegan("promotions", state.number, asked)
        if state.stage != "veterans":
            asked = tuple(member.seat for member in state.members if len(self._lists(state, member)) > 1)
            if asked:
                return StageBegan("veterans", state.number, asked)
        return StageBegan("game", state.number + 1)

    def _setup_of(self, state: CampaignState, row: GameRow) -> Setup:
        points: dict[str, int] = {member.seat: member.points for member in state.members}
        plan = self._book.rules().campaign
        seats = tuple(
            {
                "faction": member.faction,
                "campaign": {
                    "game": row.number,
                    "muster_gold": sums.muster_gold(plan, row.muster_gold, points, member.seat),
                    "treasury": member.treasury,
                    "kept": dict(member.kept),
                    "promotions": dict(member.promotions),
                    "gone": list(member.gone),
                },
            }
            for member in state.members
        )
        return Setup(row.scenario, seats, {**state.options, UNIT_PACKS: ",".join(row.unit_packs)}, state.tables)

    def _row(self, state: CampaignState, number: int) -> GameRow:
        return next(row for row in self._book.rules().campaign.games if row.number == number)

    def _cap(self, state: CampaignState) -> int:
        return self._row(state, state.number + 1).carry_cap

    def _rules(self, state: CampaignState, number: int) -> Rules:
        """The tables of a game of the campaign."""
        row = self._row(state, number)
        own = self._book.scenarios[row.scenario]["options"]
        return self._book.rules({**own, **state.options, UNIT_PACKS: ",".join(row.unit_packs)}, state.tables)

    # -- what is told --------------------------------------------------------------------------------

    def standing(self, view: CampaignView) -> list[Rank]:
        """Points, and what each seat takes along."""
        members, rules = view.campaign.members, self._book.rules()
        return [
            Rank(
                each.seat,
                each.points,
                1 + sum(other.points > each.points for other in members),
                words.notes(rules, each, view.campaign.stage),
            )
            for each in members
        ]

    def view(self, state: CampaignState, viewer: Viewer) -> CampaignView:
        """Everything: all is decided openly (OW-CAM-04)."""
        return CampaignView(viewer, state, self.to_act(state))

    def tell(self, before: Any, event: Event, viewer: Viewer) -> Event | None:
        """The event whole: nothing of a campaign is secret (OW-CAM-04)."""
        return event

    def describe(self, event: Event) -> LogEntry | None:
        """An event in words."""
        return words.line(self._book.rules(), event)

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words."""
        return self._explain(refusal)

    def outcome(self, state: CampaignState) -> Outcome | None:
        """Most points, then the winner of the last game, else shared (OW-CAM-08)."""
        if state.stage != "over":
            return None
        winner = sums.campaign_winner({member.seat: member.points for member in state.members}, state.winner)
        if winner is None:
            return Outcome((), "draw", "shared", self._say("shared"))
        return Outcome((Seat(winner),), winner, "points", self._say("won", who=player(winner)))

    def worth(self, state: CampaignState, seat: Seat) -> int:
        """The more is promoted and kept, the better."""
        member = state.member(seat)
        return 10 * len(member.promotions) + sums.value_of(self._book.rules(), member.kept)


def _listed(kept: Mapping[str, int]) -> KeepVeterans:
    return KeepVeterans(tuple(Veterans(code, count) for code, count in sorted(kept.items())))


def _tally(action: Action) -> dict[str, int]:
    found: dict[str, int] = {}
    if isinstance(action, KeepVeterans):
        for entry in action.list:
            found[entry.unit] = found.get(entry.unit, 0) + entry.count
    return found
