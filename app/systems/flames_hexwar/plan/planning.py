"""Planning: cards, decks, air calls, joins, standing orders; what a commit makes of them (FHW-PLAN)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import SPECIALS, Order, PlatoonId, Special
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.windows import hold_by_order
from app.systems.flames_hexwar.plan.orders import Status, blank_order, order_refused
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import Window
from app.systems.flames_hexwar.position.state import Card, Company, CompanyKey, Drafts, Platoon, SeatState, company_key

IN_PLAY = ("board", "off_board", "arriving")


# --------------------------------------------------------------------------------------------------------------------- cards


def has_card(field: Field, platoon: Platoon) -> bool:
    """Whether a platoon is in play and has a card (FHW-PLAN-02)."""
    return platoon.status in IN_PLAY and not field.of_platoon(platoon).is_hq


def cards_of(field: Field, seat: Seat) -> Iterator[Platoon]:
    """The platoons of a seat with a card, in roster order."""
    companies = field.position.companies
    return (each for each in field.platoons.values() if companies[each.company].seat == seat and has_card(field, each))


def status_of(platoon: Platoon) -> Status:
    """What an order hangs on (FHW-PLAN-09)."""
    if platoon.disorganised:
        return "disorganised"
    if platoon.status == "off_board":
        return "off_board"
    return "arriving" if platoon.status == "arriving" else "board"


def judge_order(field: Field, act: a.GiveOrder) -> Refusal | None:
    """The first rule that an order breaks."""
    platoon = field.platoons[act.platoon]
    refused = _refused(field, platoon, act.order, act.ae) if has_card(field, platoon) else RuleId("FHW-PLAN-02")
    return None if refused is None else Refusal(refused, {"platoon": platoon.id})


def _refused(field: Field, platoon: Platoon, order: Order, special: Special | None) -> RuleId | None:
    """The rule that keeps a platoon with a card from an order."""
    refused = order_refused(field.rules, order, special, field.weather, status_of(platoon))
    if refused is not None:
        return refused
    fits = special is None if order != "AE" else special is not None and can(field, platoon, special)
    return None if fits else RuleId("FHW-PLAN-10")


def can(field: Field, platoon: Platoon, special: Special) -> bool:
    """Whether a platoon can have a content of a special action at all (FHW-PLAN-10)."""
    members = field.members(platoon.id)
    match special:
        case "dig_in":
            return any(field.kind(team).is_foot for team in members)
        case "recce_reorganise":
            return platoon.disorganised
        case "recover":
            return any(field.kind(team).recovery for team in members)
        case "bring_on":
            return platoon.status == "off_board" and field.of_platoon(platoon).self_propelled
    return True


def orders_allowed(field: Field, platoon: Platoon) -> Iterator[tuple[Order, Special | None]]:
    """Every order that a platoon may get now."""
    for order, special in ORDERS if has_card(field, platoon) else ():
        if _refused(field, platoon, order, special) is None:
            yield order, special


ORDERS: tuple[tuple[Order, Special | None], ...] = (
    *((order, None) for order in get_args(Order) if order != "AE"),
    *(("AE", special) for special in SPECIALS),
)
"""Every order, with what may stand for a special action."""


def give_order(story: Story, seat: Seat, act: a.GiveOrder) -> None:
    """An order is written; a card leaves its deck, or goes to the bottom of one that was ordered (FHW-PLAN-03)."""
    drafts = story.position.seats[seat].drafts
    orders = {**drafts.orders, act.platoon: Card(act.order, act.ae)}
    key = story.position.platoons[act.platoon].company
    decks = drafts.decks
    if act.order != "FO":
        decks = with_card(decks, key, act.platoon)
    elif key in decks:
        decks = {**decks, key: tuple(name for name in decks[key] if name != act.platoon)}
    draft(story, seat, replace(drafts, orders=orders, decks=decks, standing=still_aside(drafts, orders)), "order")


def with_card(
    decks: Mapping[CompanyKey, tuple[PlatoonId, ...]], key: CompanyKey, card: PlatoonId
) -> Mapping[CompanyKey, tuple[PlatoonId, ...]]:
    """Decks with a card, at the bottom if it did not lie in the company's; one that nobody ordered stays by roster (FHW-PLAN-03)."""
    if key not in decks or card in decks[key]:
        return decks
    return {**decks, key: (*decks[key], card)}


def still_aside(drafts: Drafts, orders: Mapping[PlatoonId, Card]) -> tuple[a.StandingShot, ...]:
    """Entries of standing orders whose cards are still set aside (FHW-FO-16)."""
    return tuple(each for each in drafts.standing if (card := orders.get(each.platoon)) and card.order == "FO")


def draft(story: Story, seat: Seat, drafts: Drafts, act: str) -> None:
    """What a seat has drafted by now."""
    story.add(ep.Drafted(seat, drafts, act))


# --------------------------------------------------------------------------------------------------------------------- decks


def company_of(field: Field, seat: Seat, act: a.Deck) -> Company | None:
    """The company of a deck, if it is the seat's."""
    side = field.position.seats[seat].side
    found = field.position.companies.get(company_key(side, act.company))
    return found if found is not None and found.seat == seat else None


def cards_in_deck(field: Field, key: CompanyKey, drafts: Drafts) -> tuple[PlatoonId, ...]:
    """The cards that lie in a company's deck: all that are not set aside, as ordered, else by roster (FHW-PLAN-03)."""
    own = [each.id for each in field.platoons.values() if each.company == key and has_card(field, each)]
    inside = [name for name in own if (card := drafts.orders.get(name)) is None or card.order != "FO"]
    ordered = [name for name in drafts.decks.get(key, ()) if name in inside]
    return (*ordered, *(name for name in inside if name not in ordered))


def judge_deck(field: Field, seat: Seat, act: a.Deck) -> Refusal | None:
    """A deck is ordered with all its cards, each once (FHW-PLAN-03)."""
    company = company_of(field, seat, act)
    if company is None:
        return Refusal.by("FHW-SEAT-02", company=act.company)
    wanted = cards_in_deck(field, company.key, field.position.seats[seat].drafts)
    return None if sorted(act.cards) == sorted(wanted) else Refusal.by("FHW-PLAN-03", company=act.company)


def order_deck(story: Story, seat: Seat, act: a.Deck) -> None:
    """A deck is ordered."""
    drafts = story.position.seats[seat].drafts
    company = company_of(story.field, seat, act)
    assert company is not None
    draft(story, seat, replace(drafts, decks={**drafts.decks, company.key: act.cards}), "deck")


# ------------------------------------------------------------------------------------------------- air, joins, standing orders


def judge_air(field: Field, seat: Seat, act: a.Air) -> Refusal | None:
    """Whether a flight may be called (FHW-AIR-02, FHW-AIR-12)."""
    if not act.call:
        return None
    of = field.position.sides[field.position.seats[seat].side]
    if of.air_dice == 0 or of.planes == 0:
        return Refusal.by("FHW-AIR-02")
    return None if field.rules.weather[field.weather].air else Refusal.by("FHW-AIR-12")


def judge_join(field: Field, act: a.Join) -> Refusal | None:
    """Whether an independent team shares a hex with a team of a platoon (FHW-HQ-02)."""
    team, platoon = field.teams[act.team], field.platoons.get(act.platoon)
    near = () if team.at is None else field.standing_in(team.at, team.side)
    is_there = any(each.platoon == act.platoon and not field.is_independent(each) for each in near)
    is_right = field.is_independent(team) and platoon is not None and is_there
    return None if is_right else Refusal.by("FHW-HQ-02", team=team.id)


def judge_standing(field: Field, seat: Seat, act: a.Standing) -> Refusal | None:
    """Standing orders are for cards set aside, and put out of force only when in it (FHW-FO-16)."""
    state = field.position.seats[seat]
    is_planning = field.position.phase == "plan" and not state.committed
    if not act.in_force and not (state.drafts.in_force if is_planning else state.in_force):
        return Refusal.by("FHW-FO-16")
    names = [each.platoon for each in act.fire]
    for name in names:
        if names.count(name) > 1 or not _is_aside(field, state, name, is_planning=is_planning):
            return Refusal.by("FHW-FO-16", platoon=name)
    return None


def _is_aside(field: Field, state: SeatState, name: PlatoonId, *, is_planning: bool) -> bool:
    if is_planning:
        card = state.drafts.orders.get(name)
        return card is not None and card.order == "FO"
    return name in field.company(name).aside


def write_standing(story: Story, seat: Seat, act: a.Standing) -> None:
    """Standing orders are drafted, or put in force or out of it at once; what they have held in an open window stays held (FHW-FO-16)."""
    state = story.position.seats[seat]
    if story.position.phase == "plan" and not state.committed:
        draft(story, seat, replace(state.drafts, standing=act.fire, in_force=act.in_force), "standing")
    else:
        activation = story.activation
        is_watching = activation is not None and story.position.platoons[activation.platoon].side != state.side
        if story.frame(Window) is not None and is_watching and state.in_force and not act.in_force:
            hold_by_order(story, seat)
        story.add(ep.StandingSet(seat, act.in_force, act.fire))


# -------------------------------------------------------------------------------------------------------------------- commits


def blanks(field: Field, seat: Seat) -> list[Platoon]:
    """The cards of a seat on which nothing is written."""
    drafts = field.position.seats[seat].drafts
    return [platoon for platoon in cards_of(field, seat) if platoon.id not in drafts.orders]


def judge_commit(field: Field, seat: Seat, act: a.Commit) -> Refusal | None:
    """A seat commits with no blank card, unless it says that they be filled (FHW-PLAN-01, FHW-PLAN-12)."""
    left = blanks(field, seat)
    return None if act.fill or not left else Refusal.by("FHW-PLAN-01", platoon=left[0].id, n=len(left))


def fill(story: Story, seat: Seat) -> None:
    """Blank cards get what is usual (FHW-PLAN-12)."""
    drafts, field = story.position.seats[seat].drafts, story.field
    new = {each.id: Card(*blank_order(field.rules, field.weather, status_of(each))) for each in blanks(field, seat)}
    if new:
        draft(story, seat, replace(drafts, orders={**drafts.orders, **new}), "fill")


def reveal(story: Story) -> None:
    """All have planned: sizes and joins are told, orders and decks are fixed in secret (FHW-HID-02)."""
    field = story.field
    orders: dict[PlatoonId, tuple[Order, Special | None]] = {}
    decks: dict[CompanyKey, tuple[PlatoonId, ...]] = {}
    aside: dict[CompanyKey, tuple[PlatoonId, ...]] = {}
    joins: dict[UnitId, PlatoonId] = {}
    for state in story.position.seats.values():
        orders.update({name: (card.order, card.ae) for name, card in state.drafts.orders.items()})
        joins.update(state.drafts.joins)
        for key in state.companies:
            decks[key] = cards_in_deck(field, key, state.drafts)
            aside[key] = tuple(
                name
                for name, platoon in field.platoons.items()
                if platoon.company == key and (card := state.drafts.orders.get(name)) and card.order == "FO"
            )
    standing = [(seat, state.drafts) for seat, state in story.position.seats.items() if state.drafts.in_force]
    is_open = field.rules.options.fo_count_public
    sizes: dict[CompanyKey, Any] = {key: (len(decks[key]), len(aside[key])) for key in decks} if is_open else {}
    story.add(ep.PlansRevealed(sizes, orders, decks, aside, joins))
    for seat, drafts in standing:
        story.add(ep.StandingSet(seat, True, drafts.standing))
