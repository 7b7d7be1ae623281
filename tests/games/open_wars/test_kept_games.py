"""Games that were played and exported once are read and folded by every later version."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.engine.play import encode
from app.rooms.archive.export import parse
from app.rooms.archive.proof import verify
from tests.operation.test_fixtures import assert_still_says
from tests.support import exports
from tests.support.random_play import registry

FOLDER = Path(__file__).parent / "kept"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def test_there_is_a_game_with_acts_taken_back_and_values_put_right() -> None:
    types = {event["type"] for name in NAMES for event in parse((FOLDER / f"{name}.jsonl").read_bytes()).events}

    assert types >= {"undone", "corrected", "room_paused", "spell_cast", "attack_rolled", "game_finished"}


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_game_stands_where_it_stood_when_it_was_played_and_its_dice_fall_again(name: str) -> None:
    data = (FOLDER / f"{name}.jsonl").read_bytes()
    expected = msgspec.json.decode((FOLDER / f"{name}.expected.json").read_bytes(), type=exports.Expected)

    found = exports.found_in(registry(), parse(data))

    assert msgspec.json.decode(msgspec.json.encode(found.standings)) == encode(expected.standings)
    assert_still_says(found.view, expected.view, "view")
    assert verify(parse(data)).verdict.startswith("verified: ")
