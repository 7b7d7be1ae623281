"""The questions about the turn: order, phases, control, income, lists, windows, secrets, endings, the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.asking import Answer, named
from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.systems.open_wars.book.kinds import Cell, Name, Order
from app.systems.open_wars.book.scenarios import Scenario
from app.systems.open_wars.book.tables import Duration, Rules, WindowKind
from app.systems.open_wars.field import control, lists
from app.systems.open_wars.judge import campaign, secrets
from app.systems.open_wars.magic import asking
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.inputs import NONE
from app.systems.open_wars.turn import victory

FLOW: Final = ask.questions()

SideTotals = Annotated[Mapping[Name, ask.Natural], msgspec.Meta(max_length=20)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]
Turn = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


@FLOW.question
def _army_value(rules: Rules, *, tokens: ask.Counted) -> Answer:
    return {"value": control.army_value(rules, tokens)}


@FLOW.question
def _turn_order(
    rules: Rules,
    *,
    seats: Annotated[int, msgspec.Meta(ge=1, le=7)],
    values: Annotated[tuple[ask.Natural, ...], msgspec.Meta(max_length=7)],
    eliminated: ask.SeatNumbers = (),
    scenario_order: ask.SeatNumbers | None = None,
    dice: ask.Rolled,
) -> Answer:
    if len(values) != seats:
        raise InvalidInput.at("given.values", f"{seats} army values", f"{len(values)} values")
    for number in (*eliminated, *(scenario_order or ())):
        if number >= seats:
            raise InvalidInput.at("given", f"seats below {seats}", number)
    by_seat = {ask.seat_of(number): value for number, value in enumerate(values)}
    stated = None if scenario_order is None else ask.order_of(rules, scenario_order, "given.scenario_order")
    order = control.turn_order(by_seat, dice, out=[ask.seat_of(number) for number in eliminated], stated=stated)
    return {"order": [ask.number_of(seat) for seat in order], "dice_used": len(dice.rolls)}


@FLOW.of_options
def _turn_phases(rules: Rules, *, turn: Turn) -> Answer:
    return {"phases": list(control.phases_of(rules.options, turn))}


@FLOW.question
def _control(
    rules: Rules,
    *,
    tokens: Annotated[Mapping[Literal["0", "1", "2", "3", "4", "5", "6"], ask.Many], msgspec.Meta(max_length=7)],
    sides: ask.Sides = (),
    turn_order: ask.Order = (),
) -> Answer:
    present = {ask.seat_of(int(number)): count for number, count in tokens.items() if count > 0}
    by_seat = ask.sides_of(sides, [int(number) for number in tokens])
    seat = control.controller(present, by_seat, turn_order)
    return {"controller": ask.number_of(seat), "contested": control.is_contested(present, by_seat)}


class _Tokens(msgspec.Struct, frozen=True):
    seat: ask.SeatNumber
    unit: Name
    count: ask.Some = 1


class _Held(msgspec.Struct, frozen=True):
    card: Name
    tokens: Annotated[tuple[_Tokens, ...], msgspec.Meta(max_length=100)] = ()


@FLOW.of_options
def _income(
    rules: Rules,
    *,
    turn: Turn,
    seat: ask.SeatNumber,
    locations: Annotated[tuple[_Held, ...], msgspec.Meta(max_length=400)],
    sides: ask.Sides = (),
    turn_order: ask.Order = (),
) -> Answer:
    gold, mana = 0, 0
    for index, held in enumerate(locations):
        path = f"given.locations[{index}]"
        card = ask.card_of(rules, held.card, f"{path}.card")
        by_seat = ask.sides_of(sides, [token.seat for token in held.tokens])
        counts: dict[Any, int] = {}
        for place, token in enumerate(held.tokens):
            ask.unit_of(rules, token.unit, f"{path}.tokens[{place}].unit")
            counts[ask.seat_of(token.seat)] = counts.get(ask.seat_of(token.seat), 0) + token.count
        if control.controller(counts, by_seat, turn_order) == ask.seat_of(seat):
            income = control.location_income(rules, card, [token.unit for token in held.tokens if token.seat == seat])
            gold, mana = gold + income.gold, mana + income.mana
    collects = "collect" in control.phases_of(rules.options, turn)
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


@FLOW.of_options
def _recruit(
    rules: Rules,
    *,
    faction: ask.Side,
    gold: ask.Natural,
    cities: Annotated[tuple[_CityInput, ...], msgspec.Meta(max_length=100)],
    orders: Annotated[tuple[_Ordered, ...], msgspec.Meta(max_length=100)],
    army: ask.Tally | None = None,
    defeated_two_sided: Names = (),
) -> Answer:
    open_cities, standing = _cities(rules, cities)
    for index, order in enumerate(orders):
        ask.unit_of(rules, order.unit, f"given.orders[{index}].unit")
    mine = standing if army is None else ask.tally_of(rules, army, "given.army")
    listed = [Order(order.unit, order.count, order.city) for order in orders]
    refusal = lists.recruit_refusal(rules, faction.code, gold, open_cities, mine, defeated_two_sided, listed)
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    cost = lists.cost_of(rules, listed)
    return {"legal": True, "cost": cost, "gold_left": gold - cost}


def _cities(rules: Rules, given: tuple[_CityInput, ...]) -> tuple[dict[Cell, lists.City], dict[str, int]]:
    """The cities of a question, and the tokens that stand in any of them."""
    cities, standing = dict[Cell, lists.City](), dict[str, int]()
    for index, city in enumerate(given):
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
    return cities, standing


@FLOW.question
def _window_admits(rules: Rules, *, spell: ask.Spelled, window: WindowKind) -> Answer:
    return {"admitted": asking.admits(rules, spell, window)}


@FLOW.question
def _window_asks(
    rules: Rules,
    *,
    window: WindowKind,
    turn_order: ask.Order,
    can_cast: ask.SeatNumbers,
    opened_by: ask.Sitting | None = None,
    spell_cast_in_window: bool = False,
) -> Answer:
    able = [ask.seat_of(number) for number in can_cast]
    seats = asking.asked(window, turn_order, able, opener=opened_by, another_has_cast=spell_cast_in_window)
    return {"asks": [ask.number_of(seat) for seat in seats]}


@FLOW.question
def _dispel_chain(rules: Rules, *, dispels: ask.Many) -> Answer:
    return {"takes_effect": asking.takes_effect(dispels)}


@FLOW.question
def _effect_ends(rules: Rules, *, duration: Duration, event: asking.Ending) -> Answer:
    return {"active": not asking.ends(duration, event)}


@FLOW.question
def _visible(
    rules: Rules,
    *,
    what: secrets.What,
    owner: ask.Sitting,
    viewer: ask.SeatNumber | Literal["spectator"],
    revealed: bool = False,
    open_reserves: bool = True,
) -> Answer:
    eyes = SPECTATOR if isinstance(viewer, str) else Viewer(ask.seat_of(viewer))
    return {"visible": secrets.is_visible(what, owner, eyes, revealed=revealed, open_reserves=open_reserves)}


@FLOW.question
def _victory(
    rules: Rules,
    *,
    kind: Literal["annihilation", "control_points", "accumulate", "turn_limit"],
    tokens_by_side: SideTotals = NONE,
    totals: SideTotals = NONE,
    target: ask.Natural | None = None,
    criteria: Names = (),
    values: Annotated[Mapping[Name, SideTotals], msgspec.Meta(max_length=20)] = NONE,
) -> Answer:
    if kind == "annihilation":
        return {"winner": victory.annihilation(tokens_by_side)}
    if kind == "turn_limit":
        for index, criterion in enumerate(criteria):
            if criterion != victory.DRAW and criterion not in values:
                raise InvalidInput.at(f"given.criteria[{index}]", "a criterion with values", criterion)
        left = victory.at_limit(criteria, values)
        return {"winner": left[0] if len(left) == 1 else victory.DRAW}
    if target is None:
        raise InvalidInput.at("given.target", "a number to reach", "none")
    return {"winner": victory.highest_at(totals, target)}


@FLOW.question
def _sided_victory(
    rules: Rules,
    *,
    scenario: Annotated[Scenario, named(lambda rules: rules.scenarios, "the code of a scenario", Name)],
    turn: Turn,
    controls: Annotated[Mapping[Cell, Name], msgspec.Meta(max_length=400)] = NONE,
    defeated: Names = (),
    forms_defeated: Names = (),
    eliminated: Names = (),
) -> Answer:
    fallen = {"defeated": defeated, "forms": forms_defeated, "eliminated": eliminated}
    return {"winner": victory.sided_winner(scenario, turn, controls, **fallen)}


@FLOW.question
def _campaign_winner(
    rules: Rules,
    *,
    points: Annotated[Mapping[Name, ask.Natural], msgspec.Meta(min_length=1, max_length=7)],
    last_game_winner: Name | ask.SeatNumber | None = None,
) -> Answer:
    last = None if last_game_winner is None else str(last_game_winner)
    return {"winner": campaign.campaign_winner(points, last) or "shared"}
