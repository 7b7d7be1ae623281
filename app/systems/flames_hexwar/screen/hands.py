"""The cards beside the board: decks in their order, cards set aside, of others only what may be counted or has been turned up."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.scene import Hand, HandCard
from app.systems.flames_hexwar.book.kinds import Order, PlatoonId, Special
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.plan.planning import cards_in_deck, has_card
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Card, Company
from app.systems.flames_hexwar.screen.counters import mark
from app.systems.flames_hexwar.words.names import order_name, platoon_name, player


def hands(field: Field, view: View) -> Iterator[Hand]:
    """A deck and the cards aside of each company: one's own seat's first, then one's side's, then the others' (FHW-HID-01, FHW-HID-02)."""
    if field.position.phase in ("deploy_defender", "deploy_attacker", "over"):
        return

    def nearness(company: Company) -> int:
        return 0 if company.seat == view.seat else 1 if company.side == view.side else 2

    for company in sorted(field.position.companies.values(), key=nearness):
        if not company.failed:
            yield from _of_company(field, view, company)


def _of_company(field: Field, view: View, company: Company) -> Iterator[Hand]:
    say = field.rules.words.say
    deck, aside = _piles(field, view, company)
    turned = _turned(field, company, (*deck, *aside))
    sizes = view.decks[company.key]
    places = {"company": company.id, "who": player(field.rules, company.seat)}
    is_own = company.side == view.side
    is_planning = field.position.phase == "plan"
    lying = sum(
        not field.platoons[name].done for name in turned
    )  # face up, but not played: covering fire stays in its deck
    backs_deck = 0 if is_own or is_planning else max(0, (sizes.size or 0) - lying)
    backs_aside = 0 if is_own or is_planning else max(0, (sizes.aside or 0) - len(aside))
    if is_own or not is_planning:
        cards = (*_cards(field, deck), *_cards(field, turned))
        title = say("panels", "deck" if is_own or sizes.size is not None else "deck_uncounted", **places)
        yield Hand(f"deck-{company.key}", title, cards, backs_deck, company.side, company.seat)
    if aside or backs_aside:
        title = say("panels", "aside", **places)
        yield Hand(f"aside-{company.key}", title, tuple(_cards(field, aside)), backs_aside, company.side, company.seat)


def _piles(field: Field, view: View, company: Company) -> tuple[tuple[PlatoonId, ...], tuple[PlatoonId, ...]]:
    """The cards in the deck and those aside as the viewer knows them; while planning, as they are drafted."""
    if field.position.phase != "plan":
        return company.deck, company.aside
    if company.side != view.side:
        return (), ()
    deck = cards_in_deck(field, company.key, field.position.seats[company.seat].drafts)
    own = [each.id for each in field.platoons.values() if each.company == company.key and has_card(field, each)]
    return deck, tuple(name for name in own if name not in deck)


def _turned(field: Field, company: Company, lying: tuple[PlatoonId, ...]) -> tuple[PlatoonId, ...]:
    """Cards turned up this turn that lie no more in a pile (FHW-HID-01)."""
    return tuple(
        name
        for name, each in field.platoons.items()
        if each.company == company.key and each.turned and each.status != "destroyed" and name not in lying
    )


def _cards(field: Field, names: tuple[PlatoonId, ...]) -> Iterator[HandCard]:
    return (_card(field, name) for name in names if name in field.platoons)


def written(field: Field, name: PlatoonId) -> tuple[Order | None, Special | None]:
    """What stands on a card: as it is drafted while planning, else as it was fixed."""
    platoon = field.platoons[name]
    if field.position.phase == "plan":
        drafted: Card | None = field.position.seats[field.seat(name)].drafts.orders.get(name)
        return (None, None) if drafted is None else (drafted.order, drafted.ae)
    return platoon.order, platoon.ae


def _card(field: Field, name: PlatoonId) -> HandCard:
    platoon, rules = field.platoons[name], field.rules
    order, special = written(field, name)
    return HandCard(
        f"card-{name}",
        platoon_name(rules, platoon.type, name),
        name,  # type: ignore[arg-type]  # a card is known by its platoon
        None if order is None else order_name(rules, order, special),
        None if order is None else f"order-{order.lower()}",
        turned=platoon.turned,
        spent=platoon.done,
        active=any(isinstance(frame, Activation) and frame.platoon == name for frame in field.position.frames),
        marks=tuple(
            mark(rules, sign)
            for sign, holds in (("disorganised", platoon.disorganised), ("arriving", platoon.status == "arriving"))
            if holds
        ),
    )
