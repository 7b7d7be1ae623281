"""The questions about the turn: order, phases, control, income, lists, windows, secrets, endings, the campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Cell, Name, Order
from app.systems.open_wars.book.tables import Duration, WindowKind
from app.systems.open_wars.field import control, lists
from app.systems.open_wars.judge import campaign, secrets
from app.systems.open_wars.magic import asking
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.inputs import Answer
from app.systems.open_wars.turn import victory

Query = Callable[[Book, Any], Answer]
SideTotals = Annotated[Mapping[Name, ask.Natural], msgspec.Meta(max_length=20)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]


class _ArmyValue(msgspec.Struct, frozen=True):
    tokens: ask.Tally


def _army_value(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_ArmyValue, given), ask.rules_of(book)
    return {"value": control.army_value(rules, ask.tally_of(rules, asked.tokens, "given.tokens"))}


class _TurnOrder(msgspec.Struct, frozen=True):
    seats: Annotated[int, msgspec.Meta(ge=1, le=7)]
    values: Annotated[tuple[ask.Natural, ...], msgspec.Meta(max_length=7)]
    eliminated: ask.SeatNumbers = ()
    scenario_order: ask.SeatNumbers | None = None
    dice: ask.Dice = ()


def _turn_order(book: Book, given: Any) -> Answer:
    asked = ask.read(_TurnOrder, given)
    if len(asked.values) != asked.seats:
        raise InvalidInput.at("given.values", f"{asked.seats} army values", f"{len(asked.values)} values")
    for number in (*asked.eliminated, *(asked.scenario_order or ())):
        if number >= asked.seats:
            raise InvalidInput.at("given", f"seats below {asked.seats}", number)
    values = {ask.seat_of(number): value for number, value in enumerate(asked.values)}
    stated = None if asked.scenario_order is None else ask.order_of(asked.scenario_order, "given.scenario_order")
    out = [ask.seat_of(number) for number in asked.eliminated]
    with ask.given_dice(asked.dice) as dice:
        order = control.turn_order(values, dice, out=out, stated=stated)
    return {"order": [ask.number_of(seat) for seat in order], "dice_used": len(dice.rolls)}


class _TurnPhases(msgspec.Struct, frozen=True):
    turn: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    options: ask.Options = {}


def _turn_phases(book: Book, given: Any) -> Answer:
    asked = ask.read(_TurnPhases, given)
    return {"phases": list(control.phases_of(ask.rules_of(book, asked.options).options, asked.turn))}


class _Control(msgspec.Struct, frozen=True):
    tokens: Annotated[Mapping[Literal["0", "1", "2", "3", "4", "5", "6"], ask.Many], msgspec.Meta(max_length=7)]
    sides: ask.Sides = ()
    turn_order: ask.SeatNumbers = ()


def _control(book: Book, given: Any) -> Answer:
    asked = ask.read(_Control, given)
    present = {ask.seat_of(int(number)): count for number, count in asked.tokens.items() if count > 0}
    sides = ask.sides_of(asked.sides, [int(number) for number in asked.tokens])
    seat = control.controller(present, sides, ask.order_of(asked.turn_order))
    return {"controller": ask.number_of(seat), "contested": control.is_contested(present, sides)}


class _Standing(msgspec.Struct, frozen=True):
    seat: ask.SeatNumber
    unit: Name
    count: ask.Some = 1


class _Held(msgspec.Struct, frozen=True):
    card: Name
    tokens: Annotated[tuple[_Standing, ...], msgspec.Meta(max_length=100)] = ()


class _Income(msgspec.Struct, frozen=True):
    turn: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    seat: ask.SeatNumber
    locations: Annotated[tuple[_Held, ...], msgspec.Meta(max_length=400)]
    sides: ask.Sides = ()
    turn_order: ask.SeatNumbers = ()
    options: ask.Options = {}


def _income(book: Book, given: Any) -> Answer:
    asked = ask.read(_Income, given)
    rules = ask.rules_of(book, asked.options)
    order, gold, mana = ask.order_of(asked.turn_order), 0, 0
    for index, held in enumerate(asked.locations):
        path = f"given.locations[{index}]"
        card = ask.card_of(rules, held.card, f"{path}.card")
        sides = ask.sides_of(asked.sides, [token.seat for token in held.tokens])
        counts: dict[Any, int] = {}
        for place, token in enumerate(held.tokens):
            ask.unit_of(rules, token.unit, f"{path}.tokens[{place}].unit")
            counts[ask.seat_of(token.seat)] = counts.get(ask.seat_of(token.seat), 0) + token.count
        if control.controller(counts, sides, order) == ask.seat_of(asked.seat):
            units = [token.unit for token in held.tokens if token.seat == asked.seat]
            income = control.location_income(rules, card, units)
            gold, mana = gold + income.gold, mana + income.mana
    collects = "collect" in control.phases_of(rules.options, asked.turn)
    return {"gold": gold, "mana": mana} if collects else {"gold": 0, "mana": 0}


class _CityInput(msgspec.Struct, frozen=True):
    at: Cell
    card: Name
    controlled: bool
    neighbour_cards: Names = ()
    present: ask.Tally = {}


class _Ordered(msgspec.Struct, frozen=True):
    unit: Name
    city: Cell
    count: ask.Some


class _Recruit(msgspec.Struct, frozen=True):
    faction: Name
    gold: ask.Natural
    cities: Annotated[tuple[_CityInput, ...], msgspec.Meta(max_length=100)]
    orders: Annotated[tuple[_Ordered, ...], msgspec.Meta(max_length=100)]
    army: ask.Tally | None = None
    defeated_two_sided: Names = ()
    options: ask.Options = {}


def _recruit(book: Book, given: Any) -> Answer:
    asked = ask.read(_Recruit, given)
    rules = ask.rules_of(book, asked.options)
    if asked.faction not in rules.factions:
        raise InvalidInput.at("given.faction", "the code of a faction", asked.faction)
    cities, standing = {}, dict[str, int]()
    for index, city in enumerate(asked.cities):
        path = f"given.cities[{index}]"
        if city.at in cities:
            raise InvalidInput.at(f"{path}.at", "a cell named once", city.at)
        card = ask.card_of(rules, city.card, f"{path}.card")
        beside = [
            ask.card_of(rules, code, f"{path}.neighbour_cards[{i}]") for i, code in enumerate(city.neighbour_cards)
        ]
        present = ask.tally_of(rules, city.present, f"{path}.present")
        port = any(card.type == "water" for card in beside)
        cities[city.at] = lists.City(city.controlled and card.type == "city", port, present)
        standing.update({code: standing.get(code, 0) + count for code, count in present.items()})
    for index, order in enumerate(asked.orders):
        ask.unit_of(rules, order.unit, f"given.orders[{index}].unit")
    army = standing if asked.army is None else ask.tally_of(rules, asked.army, "given.army")
    orders = [Order(order.unit, order.count, order.city) for order in asked.orders]
    gone = asked.defeated_two_sided
    refusal = lists.recruit_refusal(rules, asked.faction, asked.gold, cities, army, gone, orders)
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    cost = lists.cost_of(rules, orders)
    return {"legal": True, "cost": cost, "gold_left": asked.gold - cost}


class _WindowAdmits(msgspec.Struct, frozen=True):
    spell: Name
    window: WindowKind


def _window_admits(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_WindowAdmits, given), ask.rules_of(book)
    if asked.spell not in rules.spells:
        raise InvalidInput.at("given.spell", "the code of a spell", asked.spell)
    return {"admitted": asking.admits(rules, rules.spells[asked.spell], asked.window)}


class _WindowAsks(msgspec.Struct, frozen=True):
    window: WindowKind
    turn_order: ask.SeatNumbers
    can_cast: ask.SeatNumbers
    opened_by: ask.SeatNumber | None = None
    spell_cast_in_window: bool = False


def _window_asks(book: Book, given: Any) -> Answer:
    asked = ask.read(_WindowAsks, given)
    seats = asking.asked(
        asked.window,
        ask.order_of(asked.turn_order),
        [ask.seat_of(number) for number in asked.can_cast],
        opener=None if asked.opened_by is None else ask.seat_of(asked.opened_by),
        another_has_cast=asked.spell_cast_in_window,
    )
    return {"asks": [ask.number_of(seat) for seat in seats]}


class _DispelChain(msgspec.Struct, frozen=True):
    dispels: ask.Many


def _dispel_chain(book: Book, given: Any) -> Answer:
    return {"takes_effect": asking.takes_effect(ask.read(_DispelChain, given).dispels)}


class _EffectEnds(msgspec.Struct, frozen=True):
    duration: Duration
    event: asking.Ending


def _effect_ends(book: Book, given: Any) -> Answer:
    asked = ask.read(_EffectEnds, given)
    return {"active": not asking.ends(asked.duration, asked.event)}


class _Visible(msgspec.Struct, frozen=True):
    what: secrets.What
    owner: ask.SeatNumber
    viewer: ask.SeatNumber | Literal["spectator"]
    revealed: bool = False
    open_reserves: bool = True


def _visible(book: Book, given: Any) -> Answer:
    asked = ask.read(_Visible, given)
    viewer = SPECTATOR if isinstance(asked.viewer, str) else Viewer(ask.seat_of(asked.viewer))
    owner = ask.seat_of(asked.owner)
    seen = secrets.is_visible(asked.what, owner, viewer, revealed=asked.revealed, open_reserves=asked.open_reserves)
    return {"visible": seen}


class _Victory(msgspec.Struct, frozen=True):
    kind: Literal["annihilation", "control_points", "accumulate", "turn_limit"]
    tokens_by_side: SideTotals = {}
    totals: SideTotals = {}
    target: ask.Natural | None = None
    criteria: Names = ()
    values: Annotated[Mapping[Name, SideTotals], msgspec.Meta(max_length=20)] = {}


def _victory(book: Book, given: Any) -> Answer:
    asked = ask.read(_Victory, given)
    if asked.kind == "annihilation":
        return {"winner": victory.annihilation(asked.tokens_by_side)}
    if asked.kind == "turn_limit":
        for index, criterion in enumerate(asked.criteria):
            if criterion != victory.DRAW and criterion not in asked.values:
                raise InvalidInput.at(f"given.criteria[{index}]", "a criterion with values", criterion)
        left = victory.at_limit(asked.criteria, asked.values)
        return {"winner": left[0] if len(left) == 1 else victory.DRAW}
    if asked.target is None:
        raise InvalidInput.at("given.target", "a number to reach", "none")
    return {"winner": victory.highest_at(asked.totals, asked.target)}


class _SidedVictory(msgspec.Struct, frozen=True):
    scenario: Name
    turn: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    controls: Annotated[Mapping[Cell, Name], msgspec.Meta(max_length=400)] = {}
    defeated: Names = ()
    forms_defeated: Names = ()
    eliminated: Names = ()


def _sided_victory(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_SidedVictory, given), ask.rules_of(book)
    scenario = rules.scenarios.get(asked.scenario)
    if scenario is None:
        raise InvalidInput.at("given.scenario", "the code of a scenario", asked.scenario)
    winner = victory.sided_winner(
        scenario,
        asked.turn,
        asked.controls,
        defeated=asked.defeated,
        forms=asked.forms_defeated,
        eliminated=asked.eliminated,
    )
    return {"winner": winner}


class _CampaignWinner(msgspec.Struct, frozen=True):
    points: Annotated[Mapping[Name, ask.Natural], msgspec.Meta(min_length=1, max_length=7)]
    last_game_winner: Name | ask.SeatNumber | None = None


def _campaign_winner(book: Book, given: Any) -> Answer:
    asked = ask.read(_CampaignWinner, given)
    last = None if asked.last_game_winner is None else str(asked.last_game_winner)
    return {"winner": campaign.campaign_winner(asked.points, last) or "shared"}


FLOW_QUERIES: Final[Mapping[str, Query]] = {
    "army_value": _army_value,
    "turn_order": _turn_order,
    "turn_phases": _turn_phases,
    "control": _control,
    "income": _income,
    "recruit": _recruit,
    "window_admits": _window_admits,
    "window_asks": _window_asks,
    "dispel_chain": _dispel_chain,
    "effect_ends": _effect_ends,
    "visible": _visible,
    "victory": _victory,
    "sided_victory": _sided_victory,
    "campaign_winner": _campaign_winner,
}
