"""What worker processes do for rooms: what a seat may do, what an action would mean. Plain data in, plain data out.

A room's position is its own and possible, so nothing here looks whether it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.engine import play
from app.engine.about import Withheld, withheld
from app.engine.campaign import campaign_of
from app.engine.offers import Offer, Preview
from app.engine.system import GameSystem
from app.engine.types import Seat, UnitId
from app.rooms.workers.aims import aims_of

Payload = Mapping[str, Any]


def same_offers(system: GameSystem, before: Any, after: Any, seat: Seat) -> bool:
    """Whether a seat may do the same in two positions."""
    return tuple(system.offers(before, seat)) == tuple(system.offers(after, seat))


def without_nulls(value: object) -> dict[str, Any]:
    """A Struct as plain data, its absent members left out."""
    return {name: member for name, member in play.encode(value).items() if member is not None}


def _offers(system: GameSystem, payload: Payload) -> Any:
    state, seat, unit = _state(system, payload, "state"), Seat(payload["seat"]), payload.get("unit")
    offers = tuple(_found(system, state, seat, unit))
    found: dict[str, Any] = {"offers": [without_nulls(each) for each in offers]}
    if unit is not None:
        found["aims"] = play.encode(aims_of(system, state, seat, offers))
        found["withheld"] = _withheld(system, withheld(system, state, seat, UnitId(unit))) if unit else []
    return found


def _found(system: GameSystem, state: Any, seat: Seat, unit: str | None) -> Iterable[Offer]:
    """What a seat may do: all of it, what it may do with one unit, or with ``""`` what is no unit's."""
    if unit == "":
        return (offer for offer in system.offers(state, seat, None) if offer.unit is None)
    return system.offers(state, seat, None if unit is None else UnitId(unit))


def _withheld(system: GameSystem, refused: Iterable[Withheld]) -> list[dict[str, Any]]:
    """What a unit may not do, each refusal with its words."""
    return [
        {
            **play.encode(each),
            "refusal": {**play.encode(each.refusal), "text": play.encode(system.explain(each.refusal))},
        }
        for each in refused
    ]


def _preview(system: GameSystem, payload: Payload) -> Any:
    action = play.decode_action(system, payload["action"])
    return _told(system, system.preview(_state(system, payload, "state"), Seat(payload["seat"]), action))


def _survey(system: GameSystem, payload: Payload) -> Any:
    return _told(system, system.survey(_state(system, payload, "state"), Seat(payload["seat"]), payload["unit"]))


def _told(system: GameSystem, preview: Preview) -> dict[str, Any]:
    """A preview; a refused one has the rule beside ``legal`` as ``check`` has, and the refusal has its words."""
    told = without_nulls(preview)
    if preview.refusal is not None:
        told["rule"] = preview.refusal.rule
        told["refusal"]["text"] = play.encode(system.explain(preview.refusal))
    return told


def _same_offers(system: GameSystem, payload: Payload) -> Any:
    before, after = (_state(system, payload, name) for name in ("before", "state"))
    return same_offers(system, before, after, Seat(payload["seat"]))


def _state(system: GameSystem, payload: Payload, name: str) -> Any:
    return play.decode(system.state_type, payload[name], name)


def _judged(work: Callable[[GameSystem, Payload], Any]) -> Callable[[GameSystem, Payload], Any]:
    """The same question, asked of what judges the room: its game, or for a campaign the game's campaigns."""

    def judged(system: GameSystem, payload: Payload) -> Any:
        return work((campaign_of(system) if payload["of_campaign"] else None) or system, payload)

    return judged


KINDS: Final[Mapping[str, Callable[[GameSystem, Payload], Any]]] = MappingProxyType(
    {
        "room_offers": _judged(_offers),
        "room_preview": _judged(_preview),
        "room_survey": _judged(_survey),
        "room_same_offers": _judged(_same_offers),
    }
)
