"""Schemathesis over the description of the API: whatever the document allows and whatever it forbids is asked of the real
server; no answer is a 5xx, and every answer is one that the document tells of."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from tests.parts.web.api_site import HUMANS, TOYS, Room, bearer
from tests.parts.web.campaigns import MadeCampaign
from tests.support.random_play import bounded
from tests.support.server import ROOT, RunningServer, running_server

PATIENCE_S: Final = 240
OPEN: Final = [{"kind": "open", "team": "red"}, {"kind": "open", "team": "blue"}]
ROOM_PATHS: Final = r"^/api/v1/rooms/\{room_id\}"
HOSTS_PATHS: Final = ROOM_PATHS + r"/(start|close|links/.*|proposals.*)$"
CAMPAIGN_PATHS: Final = r"^/api/v1/campaigns/\{room_id\}"
CAMPAIGN_HOSTS_PATHS: Final = CAMPAIGN_PATHS + r"/(start|close|links/.*|proposals.*|games.*)$"
CAMPAIGN_STREAM: Final = "/api/v1/campaigns/{room_id}/stream"
STREAM: Final = "/api/v1/rooms/{room_id}/stream"
HOOKS: Final = "tests.support.schemathesis_hooks"
UNTOLD: Final = "use_after_free,ensure_resource_availability,object_level_authorization"
"""Checks that need links between operations; who may do what has a test of its own."""
CONFIG: Final = """
[parameters]
"path.room_id" = {room}
"path.game" = "pebbles"
"path.number" = 1
"path.seat" = "a"
"path.query" = "chance"
"query.as" = {viewer}

[generation]
allow-x00 = false

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422"]
"""
"""A well-formed request may be refused for who asks, for what there is, and by the rules (422), never as malformed, which it
would be with a NUL character."""


class Asking(msgspec.Struct, frozen=True):
    """One run: who asks, of what kind of room, in which phases, how many examples of each route."""

    viewer: str
    room: str
    phases: str
    examples: int
    arguments: tuple[str, ...] = ()


FEW: Final = bounded(1, 3)
"""How many examples of each route in runs that ask again what the first has asked, as somebody else."""
RUNS: Final = {
    "a seat in play, every route": Asking("a", "playing", "examples,coverage,fuzzing", 3, ("--exclude-path", STREAM)),
    "the host before the game": Asking("host", "setup", "coverage,fuzzing", FEW, ("--include-path-regex", HOSTS_PATHS)),
    "a seat before the game": Asking(
        "a", "setup", "examples,fuzzing", FEW, ("--include-path-regex", ROOM_PATHS, "--exclude-path", STREAM)
    ),
    "a seat after the end": Asking("a", "finished", "fuzzing", FEW, ("--include-path-regex", ROOM_PATHS)),
    "a spectator": Asking(
        "spectator", "playing", "fuzzing", bounded(2, 3), ("--include-path-regex", ROOM_PATHS, "--exclude-path", STREAM)
    ),
    "a seat between two games of a campaign": Asking(
        "a",
        "deciding",
        "examples,coverage,fuzzing",
        FEW,
        ("--include-path-regex", CAMPAIGN_PATHS, "--exclude-path", CAMPAIGN_STREAM),
    ),
    "the host of a campaign": Asking(
        "host", "campaign", "coverage,fuzzing", FEW, ("--include-path-regex", CAMPAIGN_HOSTS_PATHS)
    ),
}


@pytest.fixture(scope="module")
def toy_server(module_database_url: str) -> Iterator[RunningServer]:
    """The real server with the toy game, over a real database, without limits."""
    with running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as running:
        yield running


def a_room(server: RunningServer, kind: str) -> Room:
    """A room before the game, in play or finished; or a campaign in its first game or after it."""
    if kind in ("campaign", "deciding"):
        return a_campaign(server, decides=kind == "deciding")
    body = {"game": "pebbles", "scenario": "open", "seats": OPEN if kind == "setup" else list(HUMANS)}
    made = httpx.post(f"{server.url}/api/v1/rooms", json=body)
    assert made.status_code == 201, made.text
    room = Room(made.json())
    if kind == "finished":
        resigned = httpx.post(f"{server.url}{room.path}/resign", headers=bearer(room.tokens["b"]))
        assert resigned.status_code == 200, resigned.text
    return room


def a_campaign(server: RunningServer, *, decides: bool) -> Room:
    """A campaign in its first game, or one in which both seats have something to decide."""
    body = {"game": "pebbles", "campaign": "league", "seats": list(HUMANS)}
    made = httpx.post(f"{server.url}/api/v1/campaigns", json=body)
    assert made.status_code == 201, made.text
    campaign = MadeCampaign(made.json())
    if decides:
        into = httpx.post(f"{server.url}{campaign.path}/games", headers=bearer(campaign.tokens["b"])).json()
        given_up = httpx.post(f"{server.url}/api/v1/rooms/{into['room']}/resign", headers=bearer(into["token"]))
        assert given_up.status_code == 200, given_up.text
    return campaign


def schemathesis(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs it where it may leave its files."""
    return subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", *arguments],
        cwd=folder,
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "200", "SCHEMATHESIS_HOOKS": HOOKS, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("name", RUNS)
def test_every_route_answers_as_documented(toy_server: RunningServer, tmp_path: Path, name: str) -> None:
    run = RUNS[name]
    room = a_room(toy_server, run.room)
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.format(room=json.dumps(room.id), viewer=json.dumps(run.viewer)))

    found = schemathesis(
        tmp_path,
        *("--config-file", str(config), "run", f"{toy_server.url}/api/openapi.json"),
        *("-H", f"Authorization: Bearer {room.token(run.viewer)}"),
        *("--phases", run.phases, "--max-examples", str(run.examples), "--seed", "1"),
        *("--generation-deterministic", "--workers", "1", "--continue-on-failure"),
        *("--exclude-checks", UNTOLD, *run.arguments),
    )

    assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]
    cases = re.search(r"(\d+) generated, (\d+) passed", found.stdout)
    assert cases is not None, found.stdout
    assert int(cases[1]) == int(cases[2]) >= 40
    assert "unexpected error" not in toy_server.output
    assert toy_server.is_ready()


def test_every_documented_route_is_asked(toy_server: RunningServer) -> None:
    document: dict[str, Any] = httpx.get(f"{toy_server.url}/api/openapi.json").json()
    room_paths = {path for path in document["paths"] if re.match(ROOM_PATHS, path)}

    assert STREAM in room_paths
    assert len(room_paths) >= 13
