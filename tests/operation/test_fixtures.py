"""Games that were played and exported once are read, verified and folded by every later version."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import httpx
import msgspec
import pytest

from app.engine.play import encode
from app.rooms.archive.export import parse
from app.rooms.archive.proof import verify
from app.rooms.archive.replay import replay
from tests.support import exports
from tests.support.exports import Expected
from tests.support.random_play import registry
from tests.support.server import ROOT, running_server

NAMES = sorted(path.stem for path in exports.FOLDER.glob("*.jsonl"))


def test_every_recipe_has_its_game_and_no_game_was_lost() -> None:
    assert set(NAMES) >= set(exports.RECIPES)
    assert all(exports.expectation_of(name).exists() for name in NAMES)


def test_the_kept_games_hold_what_makes_folding_hard() -> None:
    types = {event["type"] for name in NAMES for event in parse(exports.file_of(name).read_bytes()).events}

    assert types >= {"undone", "corrected", "room_paused", "room_resumed", "message", "resigned", "game_finished"}


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_game_stands_after_every_entry_where_it_stood_when_it_was_played(name: str) -> None:
    expected = msgspec.json.decode(exports.expectation_of(name).read_bytes(), type=Expected)

    found = exports.found_in(registry(), parse(exports.file_of(name).read_bytes()))

    assert msgspec.json.decode(msgspec.json.encode(found.standings)) == encode(expected.standings)
    assert found.standings[-1].status == "finished"
    assert_still_says(found.view, expected.view, "view")


def assert_still_says(found: Any, expected: Any, where: str) -> None:
    """Everything that was said is said still; later versions may say more."""
    if isinstance(expected, dict):
        assert isinstance(found, dict), where
        for name, value in expected.items():
            assert_still_says(found.get(name), value, f"{where}.{name}")
    elif isinstance(expected, list):
        assert isinstance(found, list), where
        assert len(found) == len(expected), where
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_still_says(one, other, f"{where}[{number}]")
    else:
        assert found == expected, where


@pytest.mark.parametrize("name", NAMES)
def test_the_dice_of_a_kept_game_are_verified_by_the_app_and_by_the_script_for_players(name: str) -> None:
    file = exports.file_of(name)
    script = [sys.executable, str(ROOT / "static" / "verify_dice.py"), str(file)]

    assert verify(parse(file.read_bytes())).verdict.startswith("verified: ")
    by_script = subprocess.run(script, capture_output=True, text=True, timeout=60, check=False)
    assert by_script.stdout.startswith("verified: "), by_script.stderr


def test_every_kept_game_becomes_a_room_again(database_url: str) -> None:
    with running_server(database_url, TAPETE_SYSTEMS=exports.TOYS) as server:
        for name in NAMES:
            data = exports.file_of(name).read_bytes()
            made = httpx.post(f"{server.url}/api/v1/rooms/import", content=data, timeout=60)
            assert made.status_code == 201, (name, made.text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_kept_game_is_told_again_in_words(name: str, language: str) -> None:
    export = parse(exports.file_of(name).read_bytes())

    told = [line for line in replay(registry(), export, language) if not line.startswith("#")]

    assert len(told) == sum("entry" in event for event in export.events)
    assert export.footer["result"]["text"][language] in told[-1]
