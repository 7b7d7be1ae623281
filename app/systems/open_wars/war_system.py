"""The campaigns of Open Wars: the protocol of ``app/engine/campaign.py`` over the arithmetic of ``campaign.py`` (OW-CAM).

A campaign goes game, promotions, veterans, game and so on; the muster is the first act of each game. Who has nothing to choose
from is not asked (OW-PRM-08).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine import campaign as engine
from app.engine.dice import Dice
from app.engine.offers import Domain, Item, Offer
from app.engine.refusal import IllegalAction, InvalidInput, Refusal
from app.engine.scene import LogEntry
from app.engine.system import Manifest, ScenarioSpec, SeatsRange, Setup
from app.engine.types import SEATS, Action, Event, Outcome, RuleId, Seat, Text, UnitId, Viewer
from app.systems.open_wars import campaign as cam
from app.systems.open_wars import war as w
from app.systems.open_wars.field import Field
from app.systems.open_wars.options import UNIT_PACKS
from app.systems.open_wars.scenarios import Campaign, CampaignGame
from app.systems.open_wars.setup import chosen_factions
from app.systems.open_wars.state import Position
from app.systems.open_wars.tables import Book, Rules
from app.systems.open_wars.values import stack_limit
from app.systems.open_wars.war_words import WarWords

NOT_NOW: Final = RuleId("OW-TURN-01")
_NOT_OPTIONS: Final = frozenset({UNIT_PACKS, "teams", "azrak_spawn"})
"""Options that the games of a campaign set themselves, or that have no meaning in them."""


class OpenWarsCampaigns(engine.Campaign):
    """See ``app/engine/campaign.py`` for what each method answers."""

    state_type = w.War
    action_type = w.AnyDecision
    event_type = w.AnyWarEvent
    view_type = w.WarView

    def __init__(self, book: Book, tables: Mapping[str, Any], game: Manifest) -> None:
        self._book: Final = book
        self._words: Final = WarWords(tables["campaign"], book.rules())
        self._explained: Final = {rule.id: rule.text for rule in game.rules}
        plan = book.rules().campaign
        self._specs: Final = {spec.id: spec for spec in game.scenarios}
        spec = ScenarioSpec(
            id=plan.code,
            name=plan.name,
            summary=self._words.say("summary", plan.code),
            seats=SeatsRange(plan.least, plan.most),
            minutes=sum(self._specs[one.scenario].minutes for one in plan.games),
            picture=self._specs[plan.games[-1].scenario].picture,
        )
        self.manifest: Manifest = msgspec.structs.replace(
            game,
            scenarios=(spec,),
            options=tuple(option for option in game.options if option.id not in _NOT_OPTIONS),
            seats=spec.seats,
            minutes=spec.minutes,
            final_actions=frozenset({"keep_veterans", "promote"}),
            seat_fields={name: field for name, field in game.seat_fields.items() if name == "faction"},
            tables={},
        )

    # the course of a campaign

    def setup(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        """A campaign begins with its first game."""
        plan = self._book.rules().campaign
        if setup.scenario != plan.code:
            raise InvalidInput.at("scenario", plan.code, setup.scenario)
        unknown = [name for name in setup.options if name in _NOT_OPTIONS]
        if unknown:
            raise InvalidInput.at(f"options.{unknown[0]}", "an option of a campaign", unknown[0])
        self._book.resolve(setup.options)
        rules = self._book.rules(setup.options, setup.tables)
        if not plan.least <= len(setup.seats) <= plan.most:
            raise InvalidInput.at("seats", f"{plan.least} to {plan.most} seats", len(setup.seats))
        factions = chosen_factions(rules, setup.seats)
        seats = {SEATS[index]: w.Warlord(SEATS[index], faction) for index, faction in enumerate(factions)}
        return (w.WarBegan(w.War(plan.code, seats, dict(setup.options), dict(setup.tables))),)

    def evolve(self, state: w.War | None, event: Event) -> w.War:
        """The campaign after an event."""
        return w.evolve(state, event)

    def games(self, campaign: str) -> Sequence[engine.CampaignGame]:
        """The games in order."""
        specs = [self._specs[game.scenario] for game in self._book.rules().campaign.games]
        return [engine.CampaignGame(spec.name, spec.summary, spec.minutes) for spec in specs]

    def next_game(self, state: w.War) -> engine.NextGame | None:
        """The game that is due, with what every seat brings along (OW-CAM-09)."""
        if state.stage != "game":
            return None
        plan, game = self._plan(state)
        points = {str(seat): lord.points for seat, lord in state.seats.items()}
        seats = tuple(
            {
                "faction": lord.faction,
                "campaign": {
                    "game": game.number,
                    "muster_gold": cam.muster_gold(plan, game.muster_gold, points, str(seat)),
                    "treasury": lord.treasury,
                    "kept": dict(lord.kept),
                    "promotions": dict(lord.promotions),
                    "gone": list(lord.gone),
                },
            }
            for seat, lord in state.seats.items()
        )
        options = {**state.options, UNIT_PACKS: ",".join(game.unit_packs)}
        return engine.NextGame(state.number, Setup(game.scenario, seats, options, state.tables))

    def after_game(self, state: w.War, played: engine.Played) -> Sequence[Event]:
        """Points, treasury and survivors, then what is to be decided, or the end."""
        position: Position = played.state
        plan = self._plan(state)[0]
        field = Field.of(position, self._book.rules(position.options, position.tables))
        legacies = {seat: cam.legacy_of(field, position, seat) for seat in state.seats}
        scored = w.GameScored(
            number=played.number,
            legacies=legacies,
            points={seat: cam.points_for(plan, one.result, one.secondary) for seat, one in legacies.items()},
            treasuries={seat: cam.carried_gold(plan, one.gold) for seat, one in legacies.items()},
        )
        after = w.evolve(state, scored)
        if played.number >= len(plan.games):
            return (scored, w.StageBegan("over", played.number))
        return (scored, *self._goes_on(after, "promotions"))

    def _goes_on(self, state: w.War, stage: w.Stage) -> tuple[Event, ...]:
        """The next stage in which somebody has a choice; the next game, if none is left."""
        for each in w.STAGES[w.STAGES.index(stage) :]:
            if each == "game":
                return (w.StageBegan("game", state.number + 1),)
            waiting = tuple(seat for seat in state.seats if len(self._choices(state, each, seat)) > 1)
            if waiting:
                return (w.StageBegan(each, state.number, waiting),)
        return ()

    # decisions

    def to_act(self, state: w.War) -> tuple[Seat, ...]:
        """Both seats at once decide (OW-CAM-04)."""
        return state.waiting

    def check(self, state: w.War, seat: Seat, action: Action) -> Refusal | None:
        """Whether a decision may be made now, and as it is."""
        due = {"promotions": w.Promote, "veterans": w.KeepVeterans}.get(state.stage)
        if seat not in state.waiting or due is None or not isinstance(action, due):
            return Refusal(NOT_NOW, {"stage": state.stage})
        lord, rules = state.seats[seat], self._rules(state)
        if isinstance(action, w.KeepVeterans):
            return self._keep_refusal(state, seat, action)
        if not isinstance(action, w.Promote) or (action.unit is None and action.stat is None):
            return None
        if action.unit is None or action.stat is None or action.unit not in rules.units:
            return Refusal(cam.PROMOTE, {"unit": action.unit, "stat": action.stat})
        survivors, plan = lord.survivors.get(action.unit, 0), self._plan(state)[0]
        return cam.promotion_refusal(rules, plan, lord.faction, action.unit, action.stat, survivors, lord.promotions)

    def _keep_refusal(self, state: w.War, seat: Seat, action: w.KeepVeterans) -> Refusal | None:
        rules, kept = self._rules(state), _counted(action)
        if any(unit not in rules.units for unit in kept):
            return Refusal(cam.KEEP, {"units": sorted(kept)})
        cap = self._plan(state)[0].games[state.number].carry_cap
        return cam.keep_refusal(rules, kept, cap, state.seats[seat].survivors)

    def apply(self, state: w.War, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        """A decision, and what comes next once nobody has one to make."""
        refusal = self.check(state, seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        if isinstance(action, w.KeepVeterans):
            decided: Event = w.VeteransKept(seat, _counted(action))
        else:
            unit, stat = getattr(action, "unit", None), getattr(action, "stat", None)
            decided = w.UnitPromoted(seat, unit, stat)
        after = w.evolve(state, decided)
        if after.waiting:
            return (decided,)
        following = w.STAGES[w.STAGES.index(state.stage) + 1]
        return (decided, *self._goes_on(after, following))

    def offers(self, state: w.War, seat: Seat, unit: UnitId | None = None) -> Sequence[Offer]:
        """What a seat may decide."""
        if seat not in state.waiting or unit is not None:
            return ()
        examples = self._choices(state, state.stage, seat)
        if state.stage == "promotions":
            names = tuple(self._promotion_words(state, action) for action in examples)
            label = self._words.say("offers", "promote")
            return (Offer("promote", label, _schema(w.Promote), examples, names=names),)
        names = tuple(self._kept_words(action) for action in examples)
        label = self._words.say("offers", "keep")
        domain = self._keep_domain(state, seat)
        schema = _schema(w.KeepVeterans)
        return (Offer("keep_veterans", label, schema, examples, None, "list", domain, names),)

    def _choices(self, state: w.War, stage: w.Stage, seat: Seat) -> tuple[Action, ...]:
        """What a seat may choose from: doing nothing is always the last of it."""
        lord, rules, plan = state.seats[seat], self._rules(state), self._plan(state)[0]
        if stage == "promotions":
            return (
                *(
                    w.Promote(unit, stat)
                    for unit, count in lord.survivors.items()
                    for stat in plan.promotion_stats
                    if not cam.promotion_refusal(rules, plan, lord.faction, unit, stat, count, lord.promotions)
                ),
                w.Promote(),
            )
        cap = plan.games[state.number].carry_cap
        found: list[Action] = [_greedy(rules, lord.survivors, cap)]
        for unit in lord.survivors:
            one = w.KeepVeterans((w.Kept(unit),))
            if self._keep_refusal(state, seat, one) is None:
                found.append(one)
        return tuple(dict.fromkeys((*found, w.KeepVeterans())))

    def _keep_domain(self, state: w.War, seat: Seat) -> Domain:
        rules, lord = self._rules(state), state.seats[seat]
        items = tuple(
            Item(
                value=unit,
                name=rules.units[unit].name,
                cost=rules.units[unit].value,
                symbol=unit,
                entry={"unit": unit},
                most=min(count, stack_limit(rules, rules.units[unit])),
            )
            for unit, count in lord.survivors.items()
        )
        return Domain(items=items, most=self._plan(state)[0].games[state.number].carry_cap, field="list", least=0)

    # how it is told

    def standing(self, view: w.WarView) -> Sequence[engine.Rank]:
        """Points, places, and what each takes along."""
        return self._ranks(view.war)

    def _ranks(self, war: w.War) -> list[engine.Rank]:
        return [
            engine.Rank(
                seat,
                lord.points,
                1 + sum(other.points > lord.points for other in war.seats.values()),
                self._words.notes(lord),
            )
            for seat, lord in war.seats.items()
        ]

    def view(self, state: w.War, viewer: Viewer) -> w.WarView:
        """All of it is open."""
        return w.WarView(viewer, state, state.waiting)

    def tell(self, before: Any, event: Event, viewer: Viewer) -> Event | None:
        """Everybody is told everything."""
        return event

    def describe(self, event: Event) -> LogEntry | None:
        """An event in words."""
        return self._words.describe(event)

    def explain(self, refusal: Refusal) -> Text:
        """The rule itself."""
        return self._explained[refusal.rule]

    def outcome(self, state: w.War) -> Outcome | None:
        """Who has won once the last game is over (OW-CAM-08)."""
        if state.stage != "over":
            return None
        points = {str(seat): lord.points for seat, lord in state.seats.items()}
        winner = cam.campaign_winner(points, state.last_winner)
        best = max(points.values())
        first = tuple(seat for seat, lord in state.seats.items() if lord.points == best)
        if winner is None:
            return Outcome((), "shared", "shared", self._words.say("outcome", "shared"))
        reason = "points" if len(first) == 1 else "last_game"
        return Outcome((Seat(winner),), winner, reason, self._words.say("outcome", reason))

    def _plan(self, state: w.War) -> tuple[Campaign, CampaignGame]:
        plan = self._rules(state).campaign
        return plan, plan.games[state.number - 1]

    def _rules(self, state: w.War) -> Rules:
        return self._book.rules(state.options, state.tables)

    def _promotion_words(self, state: w.War, action: Action) -> Text:
        if not isinstance(action, w.Promote) or action.unit is None or action.stat is None:
            return self._words.say("offers", "promote_none")
        rules, plan = self._rules(state), self._plan(state)[0]
        return self._words.promotion(
            action.unit, action.stat, cam.promoted_value(rules, plan, action.unit, action.stat)
        )

    def _kept_words(self, action: Action) -> Text:
        kept = _counted(action) if isinstance(action, w.KeepVeterans) else {}
        return self._words.units(kept) if kept else self._words.say("offers", "keep_none")


def _counted(action: w.KeepVeterans) -> dict[str, int]:
    found: dict[str, int] = {}
    for entry in action.list:
        found[entry.unit] = found.get(entry.unit, 0) + entry.count
    return dict(sorted(found.items()))


def _greedy(rules: Rules, survivors: Mapping[str, int], cap: int) -> w.KeepVeterans:
    """The dearest survivors that the cap allows."""
    kept: list[w.Kept] = []
    left = cap
    for unit, count in sorted(survivors.items(), key=lambda entry: (-rules.units[entry[0]].value, entry[0])):
        kind = rules.units[unit]
        fits = min(count, stack_limit(rules, kind), left // kind.value if kind.value else count)
        candidate = (*kept, w.Kept(unit, fits)) if fits > 0 else tuple(kept)
        counts = {entry.unit: entry.count for entry in candidate}
        if fits > 0 and cam.keep_refusal(rules, counts, cap, survivors) is None:
            kept.append(w.Kept(unit, fits))
            left -= fits * kind.value
    return w.KeepVeterans(tuple(kept))


def _schema(action: type[Action]) -> dict[str, Any]:
    return msgspec.json.schema(action)
