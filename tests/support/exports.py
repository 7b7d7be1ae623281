"""Finished games that were really played, kept as exports for ever: how they are made, and what they must go on to say.

``python -m tests.support.exports`` plays those of ``RECIPES`` that are not there yet and never touches one that is: what
was once exported has to be read by every later version.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import msgspec

from app.engine.play import encode
from app.engine.registry import Registry, discover
from app.engine.types import SPECTATOR
from app.rooms.archive.export import Export, parse
from app.rooms.archive.replay import entries_of, header_of
from app.rooms.room.room import Room
from tests.support.command import run
from tests.support.postgres import throw_away_server
from tests.support.server import running_server

FOLDER = Path(__file__).parents[1] / "fixtures" / "exports"
TOYS = "tests.support.toy_systems"


class Recipe(msgspec.Struct, frozen=True):
    """A room, and what happens before which of its acts; after ``most`` acts seat a resigns.

    With ``of`` the room is a kept game that is played on after one of its events.
    """

    wish: Mapping[str, Any]
    seed: int
    happens: Mapping[int, str] = {}
    most: int = 2000
    of: tuple[str, int] | None = None


PEOPLE = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bó", "contribution": "sal y pimienta"})
RECIPES: Mapping[str, Recipe] = {
    "pebbles-plain": Recipe({"game": "pebbles", "scenario": "duel", "seats": PEOPLE}, 1, {2: "chat", 5: "chat"}),
    "pebbles-undo": Recipe(
        {"game": "pebbles", "scenario": "duel", "seats": PEOPLE, "options": {"take_back": "consent"}},
        2,
        {4: "undo", 9: "undo", 14: "undo"},
    ),
    "pebbles-correction": Recipe(
        {"game": "pebbles", "scenario": "ring", "seats": (*PEOPLE, {"kind": "human"})},
        3,
        {3: "correction", 6: "pause", 9: "undo", 12: "correction"},
    ),
    "pebbles-resigned": Recipe(
        {"game": "pebbles", "scenario": "open", "seats": PEOPLE, "spectators": "delayed", "tables": {"values.need": 3}},
        4,
        most=3,
    ),
    "war-of-plastic-plain": Recipe({"game": "war_of_plastic", "scenario": "garden_skirmish", "seats": PEOPLE}, 5),
    "war-of-plastic-incidents": Recipe(
        {"game": "war_of_plastic", "scenario": "garden_skirmish", "seats": PEOPLE},
        6,
        {5: "undo", 20: "correction", 40: "chat", 41: "pause", 60: "undo", 80: "correction"},
        most=120,
    ),
    "pebbles-played-on": Recipe({}, 7, {2: "undo", 4: "correction"}, of=("pebbles-correction", 30)),
    "war-of-plastic-played-on": Recipe({}, 8, {3: "undo"}, most=12, of=("war-of-plastic-incidents", 60)),
}


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands after an entry."""

    version: int
    kind: str
    status: str
    to_act: list[str]
    result: Any = None


class Expected(msgspec.Struct, frozen=True):
    """What an export says when it is folded: after every entry, and what is seen at the end."""

    standings: list[Standing]
    view: Any


def file_of(name: str) -> Path:
    """The export of a recipe."""
    return FOLDER / f"{name}.jsonl"


def expectation_of(name: str) -> Path:
    """What was found in it when it was made."""
    return FOLDER / f"{name}.expected.json"


def found_in(registry: Registry, export: Export) -> Expected:
    """Folds an export, entry by entry."""
    header = header_of(export)
    room = Room(header, registry[header.game], kept_acts=None)
    standings = list(_standings(room, export))
    view = room.system.view(room.state, SPECTATOR)
    return Expected(standings, msgspec.json.decode(msgspec.json.encode(encode(view))))


def _standings(room: Room, export: Export) -> Iterator[Standing]:
    for entry in entries_of(export):
        room.fold(entry)
        result = None if room.outcome is None else msgspec.to_builtins(room.outcome.winners)
        yield Standing(entry.version, entry.kind, room.status, [str(seat) for seat in room.to_act], result)


class Game:
    """A room that is played at random over the public API, by all its people at once."""

    def __init__(self, client: httpx.Client, recipe: Recipe) -> None:
        self._client = client
        self._chance = random.Random(recipe.seed)
        if recipe.of is None:
            made = self._checked(client.post("/api/v1/rooms", json=encode(recipe.wish)))
        else:
            name, event = recipe.of
            data = file_of(name).read_bytes()
            made = self._checked(client.post(f"/api/v1/rooms/import?play_from={event}", content=data))
        self.id = made["id"]
        self._path = f"/api/v1/rooms/{self.id}"
        self._tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        if self._get("", "a")["status"] == "setup":
            for seat in self._tokens:
                self._post(f"/seats/{seat}/claim", seat, {"name": f"again {seat}"})

    def play(self, recipe: Recipe) -> None:
        """Plays to the end."""
        for number in range(recipe.most):
            info = self._get("", "a")
            if info["status"] == "finished":
                break
            if number in recipe.happens:
                getattr(self, recipe.happens[number])()
                info = self._get("", "a")
            self._act(info["to_act"][0])
        else:
            self._post("/resign", "a", {})
        for seat in self._tokens:
            self._agree(seat)
        assert self._get("", "a")["status"] == "finished"

    def chat(self) -> None:
        """A line to the table and one to the army."""
        self._post("/messages", "a", {"text": "¿Quién empieza?"})
        self._post("/messages", "b", {"text": "between us", "to": "army"})

    def undo(self) -> None:
        """The last act is taken back, by consent where that is needed."""
        acted = [event for event in self._get("/events", "a")["events"] if event.get("seat") in self._tokens]
        self._propose(acted[-1]["seat"], {"kind": "undo"})

    def correction(self) -> None:
        """The first value that is a number is put right."""
        for known in self._get("/correctables", "a")["correctables"]:
            schema, value = known["schema"], known["value"]
            if schema.get("type") == "integer":
                wanted = value + 1 if value < schema.get("maximum", value + 1) else value - 1
                change = {"field": known["field"], "value": wanted, "unit": known["unit"]}
                self._propose("a", {"kind": "correction", "changes": [change], "reason": "miscounted"})
                return
        raise AssertionError("nothing can be put right")

    def pause(self) -> None:
        """The game rests, and goes on."""
        self._propose("b", {"kind": "pause"})
        assert self._get("", "a")["status"] == "paused"
        self._propose("a", {"kind": "resume"})
        assert self._get("", "a")["status"] == "playing"

    def _propose(self, seat: str, what: Mapping[str, Any]) -> None:
        self._post("/proposals", seat, what)
        for other in self._tokens:
            self._agree(other)

    def _agree(self, seat: str) -> None:
        for proposal in self._get("", seat)["proposals"]:
            if seat in proposal["waiting"]:
                self._post(f"/proposals/{proposal['n']}", seat, {"accept": True})

    def _act(self, seat: str) -> None:
        offer = self._chance.choice(self._get("/offers", seat)["offers"])
        self._post("/actions", seat, {"action": self._chance.choice(offer["examples"])})

    def _get(self, what: str, seat: str) -> Any:
        return self._checked(self._client.get(self._path + what, headers=self._headers(seat)))

    def _post(self, what: str, seat: str, body: Mapping[str, Any]) -> Any:
        return self._checked(self._client.post(self._path + what, headers=self._headers(seat), json=body))

    def _checked(self, answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()

    def _headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[seat]}"}


def main() -> None:
    """Plays what is missing."""
    missing = [name for name in RECIPES if not file_of(name).exists()]
    if not missing:
        return
    registry = discover("app.systems", TOYS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        throw_away_server() as url,
        running_server(url, TAPETE_SYSTEMS=TOYS) as server,
        httpx.Client(base_url=server.url, timeout=60, trust_env=False) as client,
    ):
        for name in missing:
            game = Game(client, RECIPES[name])
            game.play(RECIPES[name])
            data = run("export", game.id, DATABASE_URL=url).stdout.encode()
            expected = found_in(registry, parse(data))
            text = json.dumps(encode(expected), ensure_ascii=False, separators=(",", ":"))
            expectation_of(name).write_text(text.replace('{"version"', '\n{"version"') + "\n", "utf-8")
            file_of(name).write_bytes(data)
            sys.stdout.write(f"{file_of(name).name}: {len(data)} bytes, {len(expected.standings)} entries\n")


if __name__ == "__main__":
    main()
