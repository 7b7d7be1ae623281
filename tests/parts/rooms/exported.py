"""A made-up room whose dice are honest, to be exported; and a forger."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from app.engine.dice import StreamDice, act_label, act_text, commitment
from app.engine.types import Seat
from app.rooms.values.ports import Entry, Header, Stored

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SECRET = bytes(range(32))
CONTRIBUTIONS = {"a": "salt of Ana", "b": "sal de Bo ñ"}
RESULT = {"winners": ["a"], "side": "A"}
EVERYBODY = ("a", "b", "spectator")


def header() -> Header:
    return Header(
        id="r1",
        game="pebbles",
        scenario="plain",
        options={"take_back": "free"},
        tables={},
        seats=({"kind": "human", "name": "Ana", "contribution": "salt of Ana"}, {"kind": "open", "army": "B"}),
        spectators="public",
        rules_version="1",
        rules_hash="ab" * 32,
        secret=SECRET,
        created_at=AT,
    )


def rewritten(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The file of a forger who also works out the hashes anew."""
    before, lines = "", []
    for raw in data.splitlines():
        line = json.loads(raw)
        del line["hash"]
        change(line)
        body = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        before = hashlib.sha256(before.encode() + body).hexdigest()
        lines.append(body[:-1] + f',"hash":"{before}"}}\n'.encode())
    return b"".join(lines)


class Game:
    """Entries of a room, numbered and told as they are added."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._place = 0
        self._counts = dict.fromkeys(EVERYBODY, 0)
        claimed = {"type": "seat_claimed", "seat": "b", "name": "Bo", "contribution": "sal de Bo ñ"}
        setup = {"scenario": "plain", "seats": [{"kind": "human"}, {"kind": "open", "army": "B"}], "options": {}}
        began = act_text("", {**setup, "tables": {}})
        opened = {"type": "room_opened", "commitment": commitment(SECRET)}
        self.add(
            "game_started", "b", opened, claimed, {"type": "game_started", "contributions": CONTRIBUTIONS}, act=began
        )

    def add(
        self,
        kind: str,
        seat: str | None,
        *events: dict[str, Any],
        hidden_from: str = "",
        dice: StreamDice | None = None,
        act: str | None = None,
    ) -> None:
        told = {hidden_from: ()} if hidden_from else {}
        for viewer in EVERYBODY:
            self._counts[viewer] += len(told.get(viewer, events))
        self.entries.append(
            Entry(
                version=len(self.entries) + 1,
                at=AT,
                seat=Seat(seat) if seat else None,
                kind=kind,
                events=events,
                public=events,
                told=told,
                counts=dict(self._counts),
                rolls=tuple({"purpose": roll.purpose, "sides": roll.sides, "value": roll.value} for roll in dice.rolls)
                if dice
                else (),
                act=self._act(seat) if kind == "game" else act,
                place=self._place if kind.startswith("game") else None,
            )
        )

    def act(self, seat: str, *sides: int, hidden_from: str = "") -> None:
        """A game act that rolls these dice."""
        dice = StreamDice(SECRET, act_label(CONTRIBUTIONS, self._place, self._act(seat)))
        for number in sides:
            dice.roll("to hit", number)
        fell = [roll.value for roll in dice.rolls]
        events = (
            {"type": "shot", "unit": f"{seat}-1", "dice": fell[:1]},
            {"type": "hit", "unit": "x", "dice": fell[1:]},
        )
        self.add("game", seat, *events, hidden_from=hidden_from, dice=dice)
        self._place += 1

    def undo(self, place: int) -> None:
        """Takes back every act from a place on."""
        self.add("undone", "a", {"type": "undone", "seat": "a", "place": place})
        self._place = place

    def finish(self) -> None:
        """The last act, which rolls nothing."""
        self.add("game", "a", {"type": "game_finished", "result": RESULT, "secret": SECRET.hex()})

    def stored(self) -> Stored:
        return Stored(header(), None, tuple(self.entries))

    def _act(self, seat: str | None) -> str:
        return act_text(seat or "", {"type": "shoot", "number": len(self.entries)})
