"""A campaign loses nothing that was acknowledged: not to a kill at the worst moment, not between two processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.parts.web.api_site import HUMANS, TOYS, bearer
from tests.support.server import RunningServer, running_server


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    """A server to be killed."""
    with running_server(database_url, TAPETE_SYSTEMS=TOYS, LIMITS="off") as running:
        yield running


@pytest.fixture(scope="module")
def processes(module_database_url: str) -> Iterator[RunningServer]:
    """Two processes over one database."""
    with running_server(module_database_url, TAPETE_SYSTEMS=TOYS, LIMITS="off", WORKERS="2") as running:
        yield running


class Played:
    """A league for two; every request comes over a line of its own, so that any process may answer it."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        body = {"game": "pebbles", "campaign": "league", "seats": list(HUMANS), "options": {"charms": False}}
        made = httpx.post(f"{server.url}/api/v1/campaigns", json=body, timeout=30)
        assert made.status_code == 201, made.text
        self.path = f"/api/v1/campaigns/{made.json()['id']}"
        self.tokens = {seat["seat"]: seat["token"] for seat in made.json()["seats"]}

    def get(self, seat: str = "a") -> dict[str, Any]:
        answer = httpx.get(f"{self._server.url}{self.path}", headers=bearer(self.tokens[seat]), timeout=30)
        assert answer.status_code == 200, answer.text
        info: dict[str, Any] = answer.json()
        return info

    def post(self, path: str, token: str, body: Any = None) -> dict[str, Any]:
        content = {} if body is None else {"json": body}
        answer = httpx.post(f"{self._server.url}{path}", headers=bearer(token), timeout=30, **content)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def give_up(self, seat: str) -> None:
        """The seat resigns the game that is played now, and has the server's word for it."""
        link = self.post(f"{self.path}/games", self.tokens[seat])
        self.post(f"/api/v1/rooms/{link['room']}/resign", link["token"])

    def stake(self, seat: str, amount: int, key: str) -> dict[str, Any]:
        body = {"action": {"type": "stake", "amount": amount}, "key": key}
        return self.post(f"{self.path}/actions", self.tokens[seat], body)


def statuses(info: dict[str, Any]) -> list[str]:
    return [game["status"] for game in info["games"]]


def test_killed_right_after_its_word_the_server_goes_on_where_the_campaign_stood(server: RunningServer) -> None:
    league = Played(server)
    room = league.get()["games"][0]["room"]

    league.give_up("b")
    server.kill()  # before or after the campaign took it in: nobody can know
    server.start_again()

    info = league.get()
    assert statuses(info) == ["finished", "ahead"]
    assert info["games"][0]["room"] == room
    assert [rank["points"] for rank in info["standing"]] == [3, 0]
    assert info["to_act"] == ["a", "b"]

    league.stake("a", 1, "first")
    told = league.stake("b", 3, "last")
    server.kill()  # the next game is due
    server.start_again()

    assert league.stake("b", 3, "last") == told
    info = league.get("b")
    assert statuses(info) == ["finished", "playing"]
    link = league.post(f"{league.path}/games", league.tokens["b"])
    assert link["room"] == info["games"][1]["room"]
    room_info = httpx.get(f"{server.url}/api/v1/rooms/{link['room']}", headers=bearer(link["token"])).json()
    assert room_info["options"] == {"charms": False, "rounds": 4}


def test_whichever_process_answers_the_campaign_is_the_same(processes: RunningServer) -> None:
    for _ in range(3):
        league = Played(processes)
        assert statuses(league.get()) == ["playing", "ahead"]
        league.give_up("a")
        for _ in range(4):
            assert statuses(league.get()) == ["finished", "ahead"]
            assert league.get("b")["to_act"] == ["a", "b"]
        league.stake("a", 0, "k")
        assert league.get()["to_act"] == ["b"]
        league.stake("b", 2, "k")
        rooms = {league.get(seat)["games"][1]["room"] for seat in "abababab"}
        assert len(rooms) == 1
        league.give_up("a")
        ends = [league.get(seat) for seat in "abab"]
        assert {info["status"] for info in ends} == {"finished"}
        assert {tuple(info["result"]["winners"]) for info in ends} == {("b",)}
