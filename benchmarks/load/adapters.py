"""What the generator must know about a server: how to make a room, take a place, act, and see which push carries an act."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

READY = "ready"


class Tapete:
    """War of Plastic's first scenario, which here can go on for ever: soldiers walk to and fro and shoot beyond their range.

    The seat whose turn it is acts on its JSON socket. An act is several messages; the one that ends it is known by its
    place in the cycle.
    """

    cycle = (("move", b"moved"), ("shoot", b"manoeuvre_closed"), ("move", b"moved"), ("end_turn", b"turn_started"))

    def __init__(self, base: str, http: httpx.AsyncClient) -> None:
        self.base = base
        self.sockets = "ws" + base.removeprefix("http")
        self.http = http

    async def create_room(self, index: int, seats: int) -> dict[str, Any]:
        """A room in its first turn."""
        body = {
            "game": "war_of_plastic",
            "scenario": "garden_skirmish",
            "seats": [{"kind": "human"}] * seats,
            "options": {"stall_draw_rounds": 0, "max_rounds": 0, "premeasure": False},
        }
        made = (await self.http.post(f"{self.base}/api/v1/rooms", json=body)).raise_for_status().json()
        room = {"id": made["id"], "spectator": made["spectator"]["token"]}
        room["tokens"] = {seat["seat"]: seat["token"] for seat in made["seats"]}
        while True:
            told = await self._ask(room, "get", "")
            if len(told["to_act"]) == 1:
                room["first"] = told["to_act"][0]
                room["units"] = (await self._ask(room, "get", "/position"))["view"]["units"]
                return room
            await self._ask(room, "post", "/actions", {"action": {"type": "roll"}})

    async def _ask(self, room: dict[str, Any], method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {room['tokens']['a']}"}
        address = f"{self.base}/api/v1/rooms/{room['id']}{path}"
        answer = await self.http.request(method, address, json=body, headers=headers)
        return answer.raise_for_status().json()

    async def join(self, room: dict[str, Any], seat: int | None) -> str:
        """The token of a place."""
        token: str = room["spectator"] if seat is None else room["tokens"]["abcdefg"[seat]]
        return token

    def target(self, room: dict[str, Any], place: str) -> tuple[str, dict[str, str]]:
        """The socket's address and headers."""
        return f"{self.sockets}/api/v1/rooms/{room['id']}/socket", {"Authorization": f"Bearer {place}"}

    def opened(self, connection: Any) -> None:
        """Nothing is to be said first."""
        connection.acts = 0

    def received(self, connection: Any, payload: bytes) -> Any:
        """How many acts have been seen whole."""
        if payload.startswith(b'{"type":"room_full"'):
            return READY
        if payload.startswith(b'{"type":"refused"'):
            raise RuntimeError(payload.decode())
        last = self.cycle[connection.acts % len(self.cycle)][1]
        if payload.find(b'"type":"' + last + b'"', 0, 60) < 0:
            return None
        connection.acts += 1
        return connection.acts

    def act(self, connection: Any, number: int, version: int) -> int:
        """The next act of the cycle, of whoever's turn it is."""
        room = connection.room
        turn, step = divmod(number, len(self.cycle))
        seats = "ab" if room.handle["first"] == "a" else "ba"
        seat = seats[turn % 2]
        action = self._action(room.handle, seat, turn // 2, step)
        actor = next(each for each in room.viewers if each.seat is not None and "ab"[each.seat] == seat)
        actor.send(json.dumps({"type": "act", "action": action, "key": str(number)}))
        return version + 1

    def _action(self, handle: dict[str, Any], seat: str, turn: int, step: int) -> dict[str, Any]:
        own, enemy = ("A", "B") if seat == "a" else ("B", "A")
        kind = self.cycle[step][0]
        if kind == "end_turn":
            return {"type": kind}
        unit = f"{own}-02" if step < 2 else f"{own}-03"
        if kind == "shoot":
            return {"type": kind, "unit": unit, "weapon": "rifle", "targets": [f"{enemy}-04"]}
        stood = handle["units"][unit]
        return {"type": kind, "unit": unit, "path_mm": [[stood["x_mm"] + (0 if turn % 2 else 20), stood["y_mm"]]]}


class BoardgameIO:
    """boardgame.io: REST lobby, then Socket.IO (Engine.IO 4 framing) on one namespace for each game."""

    game = "skirmish"
    state_id = re.compile(rb'"_stateID":(\d+)')

    def __init__(self, base: str, http: httpx.AsyncClient) -> None:
        self.base = base
        self.sockets = "ws" + base.removeprefix("http")
        self.http = http

    async def create_room(self, index: int, seats: int) -> str:
        """A match."""
        answer = await self.http.post(f"{self.base}/games/{self.game}/create", json={"numPlayers": seats})
        match: str = answer.raise_for_status().json()["matchID"]
        return match

    async def join(self, room: str, seat: int | None) -> tuple[str, str] | None:
        """A player and his credentials; nothing for spectators."""
        if seat is None:
            return None
        body = {"playerID": str(seat), "playerName": f"p{seat}"}
        answer = await self.http.post(f"{self.base}/games/{self.game}/{room}/join", json=body)
        return str(seat), answer.raise_for_status().json()["playerCredentials"]

    def target(self, room: str, place: object) -> tuple[str, dict[str, str]]:
        """The one address of all."""
        return f"{self.sockets}/socket.io/?EIO=4&transport=websocket", {}

    def opened(self, connection: Any) -> None:
        """Enters the game's namespace."""
        connection.send(f"40/{self.game},")

    def received(self, connection: Any, payload: bytes) -> Any:
        """The number of the state that a push carries."""
        kind = payload[:2]
        if kind == b"2":
            connection.send("3")
        elif kind == b"40":
            player, secret = connection.place or (None, None)
            told = json.dumps(["sync", connection.room.handle, player, secret, 2])
            connection.send(f"42/{self.game},{told}")
        elif kind == b"42":
            event = payload[4 + len(self.game) : 14 + len(self.game)]
            if event.startswith(b'["sync"'):
                return READY
            if event.startswith(b'["update"'):
                # Both the state and its log entries carry an id; the state's is the higher one.
                return max(map(int, self.state_id.findall(payload, max(0, len(payload) - 1500))))
        return None

    def act(self, connection: Any, number: int, version: int) -> int:
        """Four moves and a shot."""
        player, secret = connection.place
        unit = f"u{number * 7 % 40:02d}"
        if number % 5 == 4:
            move, arguments = "shoot", [unit, f"u{(number * 7 + 1) % 40:02d}"]
        else:
            move, arguments = "moveUnit", [unit, 20 + number % 140, 10 + number % 100]
        payload = {"type": move, "args": arguments, "playerID": player, "credentials": secret}
        told = ["update", {"type": "MAKE_MOVE", "payload": payload}, version, connection.room.handle, player]
        connection.send(f"42/{self.game}," + json.dumps(told))
        return version + 1


ADAPTERS = {"tapete": Tapete, "boardgameio": BoardgameIO}
