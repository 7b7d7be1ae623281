"""What a seat may do now, in a fixed order: everything countable as examples, lists, ways and points as a domain with legal examples.

Resigning and draws are the room's and never among the offers. Every example has been through the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from app.engine.offering import Example, Offering
from app.engine.offers import Domain, Fields, Offer
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.choices.actors import actors_of
from app.systems.tierras_distantes.choices.naming import some_sets
from app.systems.tierras_distantes.choices.offers_muster import MusterOffers
from app.systems.tierras_distantes.choices.offers_units import UnitOffers
from app.systems.tierras_distantes.judge.acts import Moment, check, is_asked, player_of
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Phase
from app.systems.tierras_distantes.turn import batches

Offers = Iterator[Offer]


def offers(moment: Moment, seat: Seat, unit: UnitId | None = None) -> tuple[Offer, ...]:
    """Everything a seat may do, or what it may do with one unit."""
    player = player_of(moment.position, seat)
    if player is None:
        return ()
    return tuple(offer for offer in _all(moment, seat, player, unit) if unit is None or offer.unit == unit)


def _all(moment: Moment, seat: Seat, player: Player, unit: UnitId | None) -> Offers:
    def is_legal(action: Action) -> bool:
        return not isinstance(check(moment, seat, action), Refusal)

    making = _PHASES.get(moment.position.phase)
    if making is not None:
        offering = Offering(is_legal, partial(moment.rules.words.say, "actions"))
        yield from making(offering, moment, player, unit)


def _muster(offering: Offering, moment: Moment, player: Player, unit: UnitId | None) -> Offers:
    """Squads, terrain, sides and deployment."""
    return MusterOffers(offering, moment, player, unit).all()


def _batch(offering: Offering, moment: Moment, player: Player, unit: UnitId | None) -> Offers:
    """Naming, or what those who act may do, kind by kind, and the end of the batch, after which nobody of it acts."""
    rules, position = moment.rules, moment.position
    if not is_asked(moment, player, "end_batch"):
        return
    missing = batches.still_to_name(position)
    if batches.is_naming_awaited(rules, position):
        yield from _naming(offering, moment, player)
        return
    yield from UnitOffers(offering, moment, player, actors_of(rules, position, player), unit).all()
    if not missing:
        yield from offering.make([a.EndBatch()], ask="button", closes=True)
        return
    ready = batches.ready_of(position, player)
    domain = Domain(units=tuple(ready), least=missing, most=missing, fields=Fields(targets="rest"))
    examples = [Example(a.EndBatch(units), None, units) for units in some_sets(moment, player, missing)]
    yield from offering.make(examples, ask="target", domain=domain, closes=True)


def _naming(offering: Offering, moment: Moment, player: Player) -> Offers:
    """As many of those ready as must be named (TD-ACT-03)."""
    missing = batches.still_to_name(moment.position)
    ready = tuple(batches.ready_of(moment.position, player))
    domain = Domain(units=ready, least=missing, most=missing, fields=Fields(targets="units"))
    examples = [Example(a.Activate(units), None, units) for units in some_sets(moment, player, missing)]
    yield from offering.make(examples, ask="target", domain=domain)


_PHASES: Final[Mapping[Phase, Callable[[Offering, Moment, Player, UnitId | None], Offers]]] = MappingProxyType(
    {
        "squads": _muster,
        "terrain": _muster,
        "sides": _muster,
        "deployment": _muster,
        "batch": _batch,
    }
)
