"""The odds of a unit's acts at targets, side by side: what each offered act at one target is likely to come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from app.engine.offers import Aim, Offer
from app.engine.system import GameSystem
from app.engine.types import Action, Seat

MOST_AIMS: Final = 24
"""So many acts are looked at for one unit; what is aimed at beyond them is previewed once it is planned."""


def aims_of(system: GameSystem, state: Any, seat: Seat, offers: Iterable[Offer]) -> tuple[Aim, ...]:
    """The first chance of each offered act of a unit at one target, as its preview tells it; none for acts without odds, for those
    that only name several targets, and for those whose odds are of somebody else: what could be shot at afterwards."""
    found = []
    for (action, picks), _ in zip(_aimed(offers), range(MOST_AIMS), strict=False):
        chances = system.preview(state, seat, action).chances
        if chances and (picks is None or chances[0].unit in (None, *picks)):
            found.append(Aim(action, chances[0].numerator, chances[0].denominator, chances[0].text))
    return tuple(found)


def _aimed(offers: Iterable[Offer]) -> Iterator[tuple[Action, tuple[str, ...] | None]]:
    for offer in offers:
        if offer.input == "target":
            yield from ((action, None) for action in offer.examples if _has_one_target(offer, action))
        elif offer.input == "choice" and offer.picks is not None:
            yield from zip(offer.examples, offer.picks, strict=True)


def _has_one_target(offer: Offer, action: Action) -> bool:
    field = offer.domain.fields.targets if offer.domain is not None else None
    targets = getattr(action, field or "targets", ())
    return isinstance(targets, str) or (targets is not None and len(targets) == 1)
