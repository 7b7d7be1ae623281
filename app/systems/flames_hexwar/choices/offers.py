"""What a seat may do now, in a fixed order: everything countable as examples, ways, rows and patterns as a domain with legal examples.

Resigning and draws are the room's and never among the offers. Every example has been through the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from app.engine.offers import Offer
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.offers_activation import activation_offers, card_offers
from app.systems.flames_hexwar.choices.offers_answers import ANSWERED
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.choices.offers_assaults import assault_offers, next_offers
from app.systems.flames_hexwar.choices.offers_designations import designation_offers
from app.systems.flames_hexwar.choices.offers_fire import second_fire_offers
from app.systems.flames_hexwar.choices.offers_opening import deploying_offers
from app.systems.flames_hexwar.choices.offers_planning import planning_offers
from app.systems.flames_hexwar.choices.offers_windows import window_offers
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.turn.machine import asked, prompt_of


def offers(moment: Moment, seat: Seat, unit: UnitId | None = None) -> tuple[Offer, ...]:
    """Everything a seat may do, or what it may do with one unit."""
    if moment.position.result is not None or seat not in moment.position.seats:
        return ()
    of = Asking(moment, seat, unit)
    found = [*_STATES[prompt_of(moment.position)](of)] if seat in asked(moment.field) else []
    if unit is None:
        found += _besides(of, found)
    return tuple(_standing(of, offer) for offer in found if unit is None or offer.unit == unit)


def _standing(of: Asking, offer: Offer) -> Offer:
    """An act of a card, with the teams that stand for it on the board."""
    card = PlatoonId(offer.unit or "")
    if card not in of.field.platoons:
        return offer
    teams = of.field.by_platoon[card]
    return replace(offer, stands=tuple(team.id for team in teams if team.at is not None))


def _besides(of: Asking, found: Sequence[Offer]) -> Offers:
    """What is open to a seat whether it is waited for or not: its plan again, its standing orders out of force (FHW-PLAN-08,
    FHW-FO-16)."""
    yield from of.make([a.Reopen()], ask="button", beside=True)
    if not any(offer.type == "standing" for offer in found):
        yield from of.make([a.Standing(False)], label=of.say("standing_off"), ask="button", beside=True)


_STATES: Final[Mapping[str, Callable[[Asking], Offers]]] = MappingProxyType(
    {
        "deploy_defender": deploying_offers,
        "deploy_attacker": deploying_offers,
        "plan": planning_offers,
        "a1_designate": designation_offers,
        "a2_designate": second_fire_offers,
        "b": card_offers,
        "c": card_offers,
        "d": card_offers,
        "activation": activation_offers,
        "window": window_offers,
        "e_write": assault_offers,
        "e_order": next_offers,
        **ANSWERED,
    }
)
"""State or prompt -> its offers."""
