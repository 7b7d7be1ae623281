"""Hand-made rooms and changes, as the rooms package hands them to the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from app.engine.scene import Scene
from app.engine.types import Seat, Viewer
from app.rooms.room.deltas import Delta, Picture
from app.rooms.values.values import DiceInfo, RoomInfo, RoomScene
from tests.parts.web import scenes

A = Viewer("a")
B = Seat("b")
AT = "2026-03-01T18:00:00Z"


def info(**changes: Any) -> RoomInfo:
    usual = RoomInfo(
        id="room-1",
        game="war_of_plastic",
        scenario="garden",
        options={},
        status="playing",
        seats=(
            {"seat": "a", "kind": "human", "taken": True, "name": "Ana", "side": "A"},
            {"seat": "b", "kind": "bot", "taken": True, "name": "Bruno", "side": "B"},
        ),
        to_act=(Seat("a"),),
        seq=7,
        dice=DiceInfo("ab" * 32),
        proposals=(),
        spectators="public",
        rules_version="1",
    )
    return replace(usual, **changes)


class _Sight(NamedTuple):
    """What a change is to see, known beforehand."""

    room: RoomInfo
    drawn: Picture

    def info(self, viewer: Viewer) -> RoomInfo:
        return self.room

    def picture(self, viewer: Viewer) -> Picture:
        return self.drawn


def delta(before: Scene | None, after: Scene, **changes: Any) -> Delta:
    known = {drawable.id: drawable for drawable in before.drawables} if before else {}
    now = {drawable.id for drawable in after.drawables}
    picture = Picture(
        before=before,
        after=after,
        changed=tuple(drawable for drawable in after.drawables if known.get(drawable.id) != drawable),
        removed=tuple(gone for gone in known if gone not in now),
        log=changes.pop("log", ()),
    )
    room = changes.pop("info", info())
    if "proposals" in changes:
        room = replace(room, proposals=changes.pop("proposals"))
    return Delta(
        room_id="room-1",
        viewer=A,
        version=3,
        seq=changes.pop("seq", 8),
        events=changes.pop("events", ()),
        is_over=room.status == "finished",
        messages={},
        sight=_Sight(room, picture),
    )


def event(seq: int, kind: str, **fields: Any) -> Mapping[str, Any]:
    return {"seq": seq, "type": kind, "at": AT, **fields}


def room(scene: Scene | None = None, **changes: Any) -> RoomScene:
    return RoomScene(
        A,
        7,
        scene or scenes.garden(),
        changes.pop("events", ()),
        changes.pop("log", ()),
        changes.pop("proposals", ()),
        info(**changes),
    )
