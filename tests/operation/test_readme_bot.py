"""The bot of the README, exactly as it stands there, plays games to their ends against a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.server import ROOT, RunningServer, running_server

PLAYING_S = 120.0
MOST_LINES = 20


def program() -> str:
    """The only block of Python in the README's section on bots."""
    section = re.search(r"^## Bots$(.*?)^## ", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert section is not None
    (code,) = re.findall(r"^```python\n(.*?)^```$", section[1], re.DOTALL | re.MULTILINE)
    return str(code)


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    with running_server(module_database_url) as running:
        yield running


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The program as somebody would save it."""
    path = tmp_path / "bot.py"
    path.write_text(program(), "utf-8")
    return path


def opened(server: RunningServer, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"game": "war_of_plastic", "scenario": "garden_skirmish", "spectators": "public", "seats": seats, **more}
    answer = httpx.post(f"{server.url}/api/v1/rooms", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def played(server: RunningServer, bot: Path, made: dict[str, Any]) -> dict[str, Any]:
    """Lets the program play every seat that has a token; the room once every one of them has ended by itself."""
    programs = [
        subprocess.Popen(
            [sys.executable, str(bot), server.url, made["id"], seat["token"]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for seat in made["seats"]
        if "token" in seat
    ]
    try:
        for each in programs:
            said, _ = each.communicate(timeout=PLAYING_S)
            assert (each.returncode, said) == (0, "")
    finally:
        for each in programs:
            each.kill()
            each.communicate()
    headers = {"Authorization": f"Bearer {made['host_token']}"}
    room: dict[str, Any] = httpx.get(f"{server.url}/api/v1/rooms/{made['id']}", headers=headers).json()
    return room


def test_the_bot_of_the_readme_is_no_longer_than_it_says() -> None:
    lines = [line for line in program().splitlines() if line.strip()]

    assert len(lines) <= MOST_LINES


def test_two_bots_of_the_readme_play_a_quick_start_to_its_end(server: RunningServer, bot: Path) -> None:
    room = played(server, bot, opened(server, {"kind": "human"}, {"kind": "human"}))

    assert room["status"] == "finished"
    assert room["result"]["reason"]


def test_the_bot_of_the_readme_plays_against_the_servers_greedy_one(server: RunningServer, bot: Path) -> None:
    seats = ({"kind": "human"}, {"kind": "bot", "strategy": "greedy"})
    room = played(server, bot, opened(server, *seats, options={"max_rounds": 1}))

    assert room["status"] == "finished"
    assert [seat.get("strategy") for seat in room["seats"]] == [None, "greedy"]
