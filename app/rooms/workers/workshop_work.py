"""What worker processes do for workshops: battles begun, edited, judged and drawn. Plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from app.engine.refusal import FieldError, InvalidInput
from app.engine.scene import Scene
from app.engine.system import Correctable, GameSystem, ScenarioSpec
from app.engine.types import Text
from app.engine.workshop.workshop import OWN, Battle, Edit, Edited, Fault, Tool, Workshop, battle_of, workshop_of

Payload = Mapping[str, Any]


class Look(msgspec.Struct, frozen=True):
    """Everything that a page shows of a battle and of the things chosen in it, those that are there; ``fields`` are those of the
    only one chosen."""

    battle: dict[str, Any]  # a document of the game's own
    things: list[str]
    name: Text
    scene: Scene
    faults: list[Fault]
    tools: list[Tool]
    settings: list[Correctable]
    fields: list[Correctable]


def _start(system: GameSystem, payload: Payload) -> Any:
    return {"battle": _workshop(system).start(payload.get("scenario"))}


def _edit(system: GameSystem, payload: Payload) -> Any:
    return _workshop(system).edit(_battle(system, payload), _edit_of(payload["edit"]))


def _check(system: GameSystem, payload: Payload) -> Any:
    workshop, battle = _workshop(system), _battle(system, payload)
    return {"faults": workshop.faults(battle), "spec": _told(workshop.spec(battle))}


def _parts(system: GameSystem, payload: Payload) -> Any:
    workshop, battle = _workshop(system), _battle(system, payload)
    return {"tools": workshop.tools(battle), "fields": workshop.fields(battle, payload.get("thing"))}


def _look(system: GameSystem, payload: Payload) -> Any:
    workshop, battle, things = _workshop(system), _battle(system, payload), list(payload.get("things", ()))
    done = [Edited(battle)]
    for edit in payload.get("edits", ()):
        done.append(workshop.edit(done[-1].battle, _edit_of(edit)))
    battle = done[-1].battle
    if len(done) > 1:
        things = [edited.thing for edited in done if edited.thing is not None]
    found = {thing: fields for thing in things if (fields := _fields(workshop, battle, thing)) is not None}
    scene = workshop.scene(battle)
    return Look(
        battle=dict(battle),
        things=list(found),
        name=scene.headline,
        scene=scene,
        faults=list(workshop.faults(battle)),
        tools=list(workshop.tools(battle)),
        settings=list(workshop.fields(battle)),
        fields=next(iter(found.values())) if len(found) == 1 else [],
    )


def _fields(workshop: Workshop, battle: Battle, thing: str) -> list[Correctable] | None:
    """What can be set of a thing, ``None`` for one that was taken away in the meantime."""
    try:
        return list(workshop.fields(battle, thing))
    except InvalidInput:
        return None


def _workshop(system: GameSystem) -> Workshop:
    workshop = workshop_of(system)
    if workshop is None:
        raise InvalidInput.at("game", "a game with a workshop", system.manifest.id)
    return workshop


def _battle(system: GameSystem, payload: Payload) -> Battle:
    battle = battle_of(system, OWN, payload.get("battle"))
    assert battle is not None, "a workshop read it"
    return battle


def _edit_of(given: object) -> Edit:
    try:
        edit: Edit = msgspec.convert(given, Edit)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$")
        raise InvalidInput([FieldError("edit" + where.rstrip("`"), message, "something else")]) from None
    return edit


def _told(spec: ScenarioSpec) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(spec, picture=None))
    del told["picture"]
    return told


KINDS: Final[Mapping[str, Callable[[GameSystem, Payload], Any]]] = MappingProxyType(
    {
        "battle_start": _start,
        "battle_edit": _edit,
        "battle_check": _check,
        "battle_parts": _parts,
        "battle_look": _look,
    }
)
