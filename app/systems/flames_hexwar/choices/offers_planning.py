"""Planning: an order on each card, decks, aircraft, joins, standing orders, the commit (FHW-PLAN, FHW-AIR-02, FHW-HQ-02, FHW-FO-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, get_args

from app.engine.offering import Example
from app.engine.offers import AskedRow, Domain, Fields, RowChoice
from app.engine.types import Text, UnitId
from app.engine.words import listed, same
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.plan import planning
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import StandingShot
from app.systems.flames_hexwar.position.state import Platoon
from app.systems.flames_hexwar.words.names import order_name

NEEDS: Final = range(2, 7)
At = Literal["any", "foot", "vehicles"]
WHOM: Final[tuple[At, ...]] = get_args(At)
USUAL: Final = ((4, "any"), (3, "any"), (5, "any"), (4, "vehicles"), (4, "foot"))
"""Standing orders that are ready made."""


def planning_offers(of: Asking) -> Offers:
    """Everything of a plan that is not committed."""
    for platoon in planning.cards_of(of.field, of.seat):
        if of.wants(platoon.id):
            yield from _card(of, platoon)
    if of.only is None or of.only in of.field.teams:
        yield from _joins(of)
    if of.only is not None:
        return
    yield from _decks(of)
    yield from _aircraft(of)
    drafted = of.state.drafts
    kept = [name for name, card in drafted.orders.items() if card.order == "FO"]
    yield from standing_offers(of, [name for name in of.field.platoons if name in kept], drafted.standing)
    if drafted.in_force:
        yield from of.make([a.Standing(False)], label=of.say("standing_off"), ask="button")
    yield from _committing(of)


def _card(of: Asking, platoon: Platoon) -> Offers:
    """Every order that may be written on a card but the one that is; a blank card again (FHW-PLAN-09, FHW-PLAN-10)."""
    card = of.state.drafts.orders.get(platoon.id)
    written = None if card is None else (card.order, card.ae)
    found = [
        Example(a.GiveOrder(platoon.id, order, special), order_name(of.rules, order, special))
        for order, special in planning.orders_allowed(of.field, platoon)
        if (order, special) != written
    ]
    if card is None:
        label = of.say("order_blank", platoon=platoon.id)
    else:
        label = of.say("order_written", platoon=platoon.id, order=order_name(of.rules, card.order, card.ae))
    about = of.say("order_about")
    yield from of.make(found, label=label, unit=UnitId(platoon.id), about=about, together=True)
    if card is not None:
        yield from of.make([a.Undraft(platoon.id)], label=of.say("unorder"), unit=UnitId(platoon.id), ask="button")


def _joins(of: Asking) -> Offers:
    """The platoon that an HQ team joins where there are several in its hex (FHW-HQ-02)."""
    for team in of.own_teams():
        if not of.wants(team.id) or not of.field.is_independent(team) or team.at is None:
            continue
        near = dict.fromkeys(
            each.platoon for each in of.field.standing_in(team.at, team.side) if not of.field.is_independent(each)
        )
        drafted = of.state.drafts.joins.get(team.id)
        own = [name for name in near if of.field.seat(name) == of.seat]
        if len(near) > 1:
            found = [
                Example(
                    a.Join(team.id, name),
                    of.say("join", team=of.team(team.id), platoon=of.platoon(name)),
                    of.card(name),
                )
                for name in own
                if name != drafted
            ]
            yield from of.make(found, label=of.label("join"), unit=team.id)
        if drafted is not None:
            label = of.say("unjoin")
            yield from of.make([a.Undraft(team.id)], label=label, unit=team.id, ask="button")


# --------------------------------------------------------------------------------------------------------------------- decks


def _decks(of: Asking) -> Offers:
    """Each deck of two cards or more, as it lies, turned round, any card on top (FHW-PLAN-03)."""
    for key in of.state.companies:
        cards = planning.cards_in_deck(of.field, key, of.state.drafts)
        if len(cards) < 2:
            continue
        company = of.position.companies[key].id
        rows = tuple(AskedRow(name, of.platoon(name), (RowChoice(name, _order_on(of, name)),), name) for name in cards)  # type: ignore[arg-type]
        domain = Domain(rows=rows, sorted=True, fields=Fields(rows="cards"))
        found = [Example(a.Deck(company, order), name, picks) for order, name, picks in _orders_of(of, cards)]
        label = of.say("deck_of", company=company) if len(of.state.companies) > 1 else of.say("deck_only")
        yield from of.make(found, label=label, ask="rows", domain=domain, about=of.say("deck_about"))


def _order_on(of: Asking, name: PlatoonId) -> Text:
    card = of.state.drafts.orders.get(name)
    return of.say("blank") if card is None else order_name(of.rules, card.order, card.ae)


def _orders_of(of: Asking, cards: Sequence[PlatoonId]) -> Iterator[tuple[tuple[PlatoonId, ...], Text, tuple[str, ...]]]:
    yield tuple(cards), of.say("deck_now"), ()
    for name in cards[1:]:
        rest = tuple(each for each in cards if each != name)
        yield (name, *rest), of.say("deck_first", platoon=of.platoon(name)), (name,)
    if len(cards) > 2:
        yield tuple(reversed(cards)), of.say("deck_reverse"), ()


# -------------------------------------------------------------------------------------------------- aircraft, standing orders


def _aircraft(of: Asking) -> Offers:
    if of.state.drafts.air:
        yield from of.make([a.Air(False)], label=of.say("air_drop"), ask="button")
    else:
        yield from of.make([a.Air(True)], label=of.say("air_call"), ask="button")


def standing_offers(of: Asking, cards: Sequence[PlatoonId], written: Sequence[StandingShot]) -> Offers:
    """At which number each card set aside fires, and at what (FHW-FO-16)."""
    rows = tuple(
        AskedRow(
            name,
            of.platoon(name),
            tuple(RowChoice(StandingShot(name, need, whom), _shot(of, need, whom)) for need in NEEDS for whom in WHOM),
            name,  # type: ignore[arg-type]
        )
        for name in cards
    )
    if not rows:
        return
    every = [
        (
            of.say("standing_all", what=_shot(of, need, whom)),
            tuple(StandingShot(name, need, whom) for name in cards),  # type: ignore[arg-type]
        )
        for need, whom in USUAL
    ]
    found = [Example(a.Standing(True, entries), name) for name, entries in every]
    found.append(Example(a.Standing(True), of.say("standing_none")))
    kept = tuple(each for each in written if each.platoon in cards)
    if kept and kept not in [entries for _, entries in every]:
        found.insert(0, Example(a.Standing(True, kept), of.say("standing_mixed")))
    domain = Domain(rows=rows, fields=Fields(rows="fire"))
    yield from of.make(found, label=of.say("standing_write"), ask="rows", domain=domain, about=of.say("standing_about"))


def _shot(of: Asking, need: int, whom: str) -> Text:
    return of.say(f"need_{whom}", need=need)


def _committing(of: Asking) -> Offers:
    blanks = planning.blanks(of.field, of.seat)
    if not blanks:
        yield from of.make([a.Commit()], label=of.say("commit_plan"), ask="button")
        return
    who = listed(same(platoon.id) for platoon in blanks)
    yield from of.make([a.Commit(True)], label=of.say("commit_blank", who=who), ask="button")
