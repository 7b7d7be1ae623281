"""What the generator must know about a server: how to make a room, take a place, act, and see which push carries an act."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

import httpx

READY = "ready"
SEATS = "abcdefg"


class OurServer(ABC):
    """A game of this project. Whoever is to act does so on his JSON socket. An act is several messages; the one that ends
    it is known by its place in the cycle that the game goes through."""

    cycle: Sequence[tuple[str, bytes]] = ()
    """What is done, and the type of the event that ends it."""

    def __init__(self, base: str, http: httpx.AsyncClient) -> None:
        self.base = base
        self.sockets = "ws" + base.removeprefix("http")
        self.http = http

    async def make(self, body: dict[str, Any]) -> dict[str, Any]:
        """A new room with its tokens."""
        made = (await self.http.post(f"{self.base}/api/v1/rooms", json=body)).raise_for_status().json()
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        return {"id": made["id"], "spectator": made["spectator"]["token"], "tokens": tokens}

    async def ask(self, room: dict[str, Any], method: str, path: str, body: Any = None, seat: str = "a") -> Any:
        """Anything of the API of rooms, as a seat."""
        headers = {"Authorization": f"Bearer {room['tokens'][seat]}"}
        address = f"{self.base}/api/v1/rooms/{room['id']}{path}"
        answer = await self.http.request(method, address, json=body, headers=headers)
        return answer.raise_for_status().json()

    async def join(self, room: dict[str, Any], seat: int | None) -> str:
        """The token of a place."""
        token: str = room["spectator"] if seat is None else room["tokens"][SEATS[seat]]
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
        seat, action = self.next_action(room.handle, *divmod(number, len(self.cycle)))
        actor = next(each for each in room.viewers if each.seat is not None and SEATS[each.seat] == seat)
        actor.send(json.dumps({"type": "act", "action": action, "key": str(number)}))
        return version + 1

    @abstractmethod
    def next_action(self, handle: dict[str, Any], round_of: int, step: int) -> tuple[str, dict[str, Any]]:
        """Who does what at a step of a round of the cycle."""


class Tapete(OurServer):
    """War of Plastic's first scenario, which here can go on for ever: soldiers walk to and fro and shoot beyond their range."""

    cycle = (("move", b"moved"), ("shoot", b"manoeuvre_closed"), ("move", b"moved"), ("end_turn", b"turn_started"))

    async def create_room(self, index: int, seats: int) -> dict[str, Any]:
        """A room in its first turn."""
        room = await self.make(
            {
                "game": "war_of_plastic",
                "scenario": "garden_skirmish",
                "seats": [{"kind": "human"}] * seats,
                "options": {"stall_draw_rounds": 0, "max_rounds": 0, "premeasure": False},
            }
        )
        while True:
            told = await self.ask(room, "get", "")
            if len(told["to_act"]) == 1:
                room["first"] = told["to_act"][0]
                room["units"] = (await self.ask(room, "get", "/position"))["view"]["units"]
                return room
            await self.ask(room, "post", "/actions", {"action": {"type": "roll"}})

    def next_action(self, handle: dict[str, Any], round_of: int, step: int) -> tuple[str, dict[str, Any]]:
        """Two moves and a shot, then the other's turn."""
        seat = ("ab" if handle["first"] == "a" else "ba")[round_of % 2]
        return seat, self._action(handle, seat, round_of // 2, step)

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


class Splatball(OurServer):
    """Splatball's first scenario, up to a hundred rounds long: everybody declares, steps back or forth with three units, and ends the turn."""

    cycle = (("activate", b"activated"), *(("move", b"move_ended"),) * 3, ("end_turn", b"turn_began"))
    columns = (3, 8, 6), (8, 3, 5)
    """Where the three units of each seat stand."""
    rows = (3, 2), (8, 9)

    async def create_room(self, index: int, seats: int) -> dict[str, Any]:
        """A room in its first turn."""
        options = {"victory": "annihilation", "round_cap": 100}
        body = {"game": "splatball", "scenario": "quick_start", "seats": [{"kind": "human"}] * seats}
        room = await self.make(body | {"options": options})
        room["first"] = (await self.ask(room, "get", ""))["to_act"][0]
        return room

    def next_action(self, handle: dict[str, Any], round_of: int, step: int) -> tuple[str, dict[str, Any]]:
        """A turn of one, then the other's."""
        number = SEATS.index(handle["first"]) ^ round_of % 2
        kind = self.cycle[step][0]
        if kind == "activate":
            return SEATS[number], {"type": kind, "units": [f"s{number}u{unit}" for unit in (1, 2, 3)]}
        if kind == "end_turn":
            return SEATS[number], {"type": kind}
        at = [self.columns[number][step - 1], self.rows[number][1 - round_of // 2 % 2]]
        return SEATS[number], {"type": kind, "unit": f"s{number}u{step}", "path": [at]}


class FlamesHexwar(OurServer):
    """Flames Hexwar's first scenario while its defender deploys, as often as it may: a team goes to another hex and back."""

    cycle = (("deploy", b"placed"),) * 2
    places = "0904", "0805"

    async def create_room(self, index: int, seats: int) -> dict[str, Any]:
        """A room in which nobody has placed anything anew."""
        body = {"game": "flames_hexwar", "scenario": "quick_crossroads", "seats": [{"kind": "human"}] * seats}
        return await self.make(body | {"options": {"draft_limit": 2000}})

    def next_action(self, handle: dict[str, Any], round_of: int, step: int) -> tuple[str, dict[str, Any]]:
        """There, or back."""
        return "b", {"type": "deploy", "team": "B1.4", "at": self.places[step]}


MANY_AGAINST_ONE: Final[Mapping[str, Any]] = {
    "name_es": "Carga",
    "name_en": "Load",
    "minutes": 60,
    "table": [2000, 1000],
    "options": {"require_third": False, "side_choice": "random"},
    "squads": {
        player: {"members": [{"quality": "regular", "armour": "none", "weapons": ["assault_rifle"], "count": count}]}
        for player, count in (("A", 36), ("B", 1))
    },
}
"""A battle of Tierras Distantes on a bare table."""


class TierrasDistantes(OurServer):
    """Tierras Distantes: many against one, who has acted, so that all of the many act in one batch; each steps ahead and back as often as a
    room may allow."""

    cycle = (("move", b"moved"),)
    often = 6

    async def create_room(self, index: int, seats: int) -> dict[str, Any]:
        """A room in the last batch of the many in the first turn."""
        body = {
            "game": "tierras_distantes",
            "scenario": "own",
            "battle": MANY_AGAINST_ONE,
            "seats": [{"kind": "human"}] * seats,
        }
        most = {f"constant.{name}_per_activation.value": self.often for name in ("actions", "moves")}
        room = await self.make(body | {"tables": most})
        for seat in ("a", "b"):
            for kind in ("deploy_rest", "confirm_deployment"):
                await self._do(room, seat, {"type": kind})
        while (view := await self._view(room))["batch"]["kind"] != "final":
            seat = view["asked"][0]
            if view["batch"]["count"] > len(view["batch"]["named"]):
                ready = [
                    name for name, unit in view["units"].items() if unit["player"] == "A" and unit["status"] == "ready"
                ]
                await self._do(room, seat, {"type": "activate", "units": ready[: view["batch"]["count"]]})
            await self._do(room, seat, {"type": "end_batch"})
        room["stood"] = [unit for unit in view["units"].values() if unit["status"] == "active"]
        return room

    async def _view(self, room: dict[str, Any]) -> Any:
        return (await self.ask(room, "get", "/position"))["view"]

    async def _do(self, room: dict[str, Any], seat: str, action: dict[str, Any]) -> None:
        await self.ask(room, "post", "/actions", {"action": action}, seat)

    def next_action(self, handle: dict[str, Any], round_of: int, step: int) -> tuple[str, dict[str, Any]]:
        """Ahead, or back."""
        unit = handle["stood"][round_of // self.often]
        place = [unit["x_mm"], unit["y_mm"] + (0 if round_of % 2 else 20 if unit["y_mm"] < 500 else -20)]
        return "a", {"type": "move", "unit": unit["id"], "path_mm": [place]}


class OpenWars(OurServer):
    """Open Wars with seven seats on a random map: everybody recruits nothing, steps out of his capital or back, and ends his
    movement. No magic, so that nobody is asked in between. The fifteenth turn is the last."""

    cycle = (
        *(("recruit", b"committed"),) * 6,
        ("recruit", b"flow"),
        *(("move", b"stepped"), ("end_movement", b"flow")) * 7,
    )
    basic = ("plains", "forest", "mountain", "desert")

    async def create_room(self, index: int, seats: int) -> dict[str, Any]:
        """A room after its second turn, in which everybody has stepped out and back."""
        self.costs = (
            (await self.http.get(f"{self.base}/api/v1/games/open_wars/tables")).raise_for_status().json()["units"]
        )
        while True:
            room = await self.make(
                {"game": "open_wars", "scenario": "seven_crowns", "seats": [{"kind": "human"}] * seats}
            )
            if await self._begin(room):
                return room

    async def _begin(self, room: dict[str, Any]) -> bool:
        """Plays two turns; answers whether everybody has a plain card beside his capital."""
        start = (await self.ask(room, "get", "/position"))["view"]["seats"]
        for seat in SEATS:
            unit = self._cheapest(start[seat]["faction"])
            # The first has the most, so that the order of turns is always the same.
            await self._do(room, seat, {"type": "muster", "list": [{"unit": unit, "count": 4 if seat == "a" else 1}]})
        view = (await self.ask(room, "get", "/position"))["view"]
        room["steps"] = {seat: await self._steps(room, seat, view) for seat in SEATS}
        if not all(room["steps"].values()):
            return False
        for turn in range(2):
            for step in range(0 if turn else 7, len(self.cycle)):
                await self._do(room, *self.next_action(room, turn, step))
        return True

    def _cheapest(self, faction: str) -> str:
        ground = [
            (unit["cost"], code)
            for code, unit in self.costs.items()
            if unit["faction"] == faction
            and unit["movement"] > 1
            and unit["type"] not in ("water", "magic")
            and unit["pack"] == "base"
        ]
        return min(ground)[1]

    async def _steps(self, room: dict[str, Any], seat: str, view: dict[str, Any]) -> Any:
        """Tokens, the card beside the capital, the capital."""
        own = [int(token["id"]) for token in view["tokens"].values() if token["seat"] == seat]
        home = view["seats"][seat]["start"]
        column, row = ord(home[0]) - ord("A"), int(home[1:]) - 1
        for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            x, y = column + across, row + down
            if 0 <= y < len(view["map"]) and 0 <= x < len(view["map"][0]) and view["map"][y][x] in self.basic:
                return own, f"{chr(ord('A') + x)}{y + 1}", home
        return None

    async def _do(self, room: dict[str, Any], seat: str, action: dict[str, Any]) -> None:
        await self.ask(room, "post", "/actions", {"action": action}, seat)

    def next_action(self, handle: dict[str, Any], round_of: int, step: int) -> tuple[str, dict[str, Any]]:
        """One turn of everybody a round."""
        if step < 7:
            return SEATS[step], {"type": "recruit", "list": []}
        seat = SEATS[(step - 7) // 2]
        if step % 2 == 0:
            return seat, {"type": "end_movement"}
        tokens, out, home = handle["steps"][seat]
        return seat, {"type": "move", "tokens": tokens, "path": [home if round_of % 2 else out]}


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


ADAPTERS = {
    "tapete": Tapete,
    "splatball": Splatball,
    "open_wars": OpenWars,
    "flames_hexwar": FlamesHexwar,
    "tierras_distantes": TierrasDistantes,
    "boardgameio": BoardgameIO,
}
