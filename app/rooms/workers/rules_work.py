"""What worker processes do: questions to the rules, and what bots think. Plain data in, plain data out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.engine import play
from app.engine.campaign import campaign_of
from app.engine.dice import Dice, GivenDice, StreamDice
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import GameSystem, Setup
from app.engine.types import SEATS, SPECTATOR, Seat, UnitId, Viewer
from app.engine.workshop.workshop import battle_of
from app.rooms.archive.export import BrokenExport, NoGameToPlayOn, export_lines
from app.rooms.archive.importing import NewRoomOf, prepared
from app.rooms.values import strategies
from app.rooms.values.errors import Refused
from app.rooms.values.ports import Stored
from app.rooms.workers import room_work, workshop_work
from app.rooms.workers.room_work import without_nulls

Payload = Mapping[str, Any]


def work(system: GameSystem, kind: str, payload: Payload) -> Any:
    """The answer to a question of ``kind``, JSON-ready."""
    return _KINDS[kind](system, payload)


def _query(system: GameSystem, payload: Payload) -> Any:
    return {"answer": system.queries[payload["query"]](payload["given"])}


def _positions(system: GameSystem, payload: Payload) -> Any:
    battle = battle_of(system, payload["scenario"], payload.get("battle"))
    setup = Setup(payload["scenario"], tuple(payload["seats"]), payload["options"], payload["tables"], battle)
    return _played(play.start(system, setup, _dice(payload)))


def _opening(system: GameSystem, payload: Payload) -> Any:
    return system.picture(payload["scenario"], payload["seats"], payload["options"])


def _offers(system: GameSystem, payload: Payload) -> Any:
    state, seat = _state(system, payload), _seat(payload)
    unit = payload.get("unit")
    found = system.offers(state, seat, None if unit is None else UnitId(unit))
    return {"offers": [without_nulls(offer) for offer in found]}


def _check(system: GameSystem, payload: Payload) -> Any:
    state, seat = _state(system, payload), _seat(payload)
    refusal = system.check(state, seat, play.decode_action(system, payload["action"]))
    if refusal is None:
        return {"legal": True}
    told = {"legal": False, "rule": refusal.rule, "facts": refusal.facts, "text": system.explain(refusal)}
    return told | ({"overlays": refusal.overlays} if refusal.overlays else {})


def _apply(system: GameSystem, payload: Payload) -> Any:
    state, seat = _state(system, payload), _seat(payload)
    action = play.decode_action(system, payload["action"])
    step = play.step(system, state, seat, action, _dice(payload))
    if isinstance(step, Refusal):
        raise Refused(step, system.explain(step))
    return _played(step)


def _view(system: GameSystem, payload: Payload) -> Any:
    viewer = payload["viewer"]
    if viewer not in (*SEATS, SPECTATOR):
        raise InvalidInput.at("viewer", "a seat from a to g, or spectator", viewer)
    return system.view(_state(system, payload), Viewer(viewer))


def _bot(system: GameSystem, payload: Payload) -> Any:
    if payload.get("of_campaign"):
        system = campaign_of(system) or system
    world, seat = play.decode(system.state_type, payload["state"], "state"), Seat(payload["seat"])
    if payload["only_offers"]:
        action = strategies.offered(system, world, seat, random.Random(payload["seed"]))
    else:
        may_wait = payload["may_wait"]
        action = strategies.decide(system, world, seat, payload["strategy"], payload["seed"], may_wait=may_wait)
    return {"action": action}


def _export(system: GameSystem, payload: Payload) -> Any:
    stored = msgspec.convert(payload["stored"], Stored)
    lines = export_lines(stored, Viewer(payload["viewer"]), system)
    return {"text": b"".join(lines).decode()}


def _import(system: GameSystem, payload: Payload) -> Any:
    try:
        return prepared(system, payload["text"].encode(), msgspec.convert(payload["new"], NewRoomOf))
    except NoGameToPlayOn as error:
        raise InvalidInput.at("play_from", "an event of a game that is over", str(error)) from None
    except BrokenExport as error:
        raise InvalidInput.at("export", "a file as it was exported", str(error)) from None


def _state(system: GameSystem, payload: Payload) -> Any:
    return play.decode_state(system, payload["position"])


def _seat(payload: Payload) -> Seat:
    if payload["seat"] not in SEATS:
        raise InvalidInput.at("seat", "a seat from a to g", payload["seat"])
    return Seat(payload["seat"])


def _dice(payload: Payload) -> Dice:
    seed = payload.get("seed")
    if seed is not None:
        return StreamDice(seed.encode(), "")
    return GivenDice(payload.get("dice") or ())


def _played(step: play.Step) -> Any:
    return {"position": step.state, "events": step.events, "dice_used": len(step.rolls)}


_KINDS: Final[Mapping[str, Callable[[GameSystem, Payload], Any]]] = {
    "query": _query,
    "positions": _positions,
    "opening": _opening,
    "offers": _offers,
    "check": _check,
    "apply": _apply,
    "view": _view,
    "bot": _bot,
    "export": _export,
    "import": _import,
    **room_work.KINDS,
    **workshop_work.KINDS,
}
