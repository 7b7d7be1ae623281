"""Exports: what stands in them, and that nothing in them can be changed without its being seen."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from app.engine.dice import commitment
from app.engine.registry import discover
from app.engine.types import Viewer
from app.rooms.archive.export import BrokenExport, Export, export_lines, parse
from app.rooms.archive.proof import verify
from tests.parts.rooms.exported import EVERYBODY, RESULT, SECRET, Game, rewritten

SCRIPT = Path(__file__).parents[4] / "static" / "verify_dice.py"
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)
"""What the script for players also calls refused: a file that is not even made like an export."""


@pytest.fixture
def game() -> Game:
    made = Game()
    made.act("a", 6, 6, 20)
    made.act("b", 6, hidden_from="a")
    made.act("a")
    return made


@pytest.fixture
def finished(game: Game) -> bytes:
    game.finish()
    return b"".join(export_lines(game.stored()))


def stand_alone(data: bytes, folder: Path) -> str:
    """What the script that players can read says of a file, run by itself without this project; raises what it refuses."""
    file = folder / "game.jsonl"
    file.write_bytes(data)
    said = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, file], capture_output=True, text=True, cwd=folder, check=False
    )
    if said.returncode:
        assert said.stderr.startswith("refused: "), said.stderr
        raise BrokenExport(said.stderr)
    return said.stdout


def test_a_finished_room_is_told_whole_with_its_secret_and_result(finished: bytes) -> None:
    export = parse(finished)

    assert export.header["game"] == "pebbles"
    assert export.header["rules_hash"] == "ab" * 32
    assert export.header["dice"] == {"commitment": commitment(SECRET)}
    assert [event["type"] for event in export.events] == [
        "room_opened",
        "seat_claimed",
        "game_started",
        *["shot", "hit"] * 3,
        "game_finished",
    ]
    assert [event["seq"] for event in export.events] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert export.footer["dice"] == {"secret": SECRET.hex()}
    assert export.footer["result"] == RESULT


def test_seats_stand_in_the_header_as_the_game_began_with_them(finished: bytes) -> None:
    assert parse(finished).header["seats"] == [
        {"seat": "a", "kind": "human", "name": "Ana", "contribution": "salt of Ana"},
        {"seat": "b", "kind": "human", "army": "B", "name": "Bo", "contribution": "sal de Bo ñ"},
    ]


def test_the_dice_stand_on_the_first_line_of_their_entry(finished: bytes) -> None:
    events = parse(finished).events

    assert [len(event["entry"]["rolls"]) for event in events if "act" in event.get("entry", {})] == [0, 3, 1, 0, 0]
    assert [event["seq"] for event in events if "act" in event.get("entry", {})] == [1, 4, 6, 8, 10]


def test_an_unfinished_room_tells_a_viewer_what_he_was_told_and_no_secret(game: Game) -> None:
    exports = {viewer: parse(b"".join(export_lines(game.stored(), Viewer(viewer)))) for viewer in EVERYBODY}

    assert [len(exports[viewer].events) for viewer in EVERYBODY] == [7, 9, 9]
    for viewer, export in exports.items():
        assert export.header["viewer"] == viewer
        assert export.footer == {**export.footer, "type": "export_end", "finished": False}
        assert SECRET.hex() not in str(export)
        assert not any("entry" in event for event in export.events)
        assert [event["seq"] for event in export.events] == list(range(1, len(export.events) + 1))


def test_the_host_exports_what_a_spectator_sees(game: Game) -> None:
    assert list(export_lines(game.stored(), Viewer("host"))) == list(export_lines(game.stored(), Viewer("spectator")))


def test_a_result_that_was_taken_back_is_none(game: Game) -> None:
    game.finish()
    game.add("undone", "a", {"type": "proposal_answered"}, {"type": "undone"})

    assert parse(b"".join(export_lines(game.stored()))).footer["finished"] is False


def test_fair_dice_are_verified(finished: bytes, tmp_path: Path) -> None:
    assert verify(parse(finished)).verdict.startswith("verified: 4 dice of 5 acts")
    assert stand_alone(finished, tmp_path).startswith("verified: 4 dice of 5 acts")


def test_dice_after_an_undo_are_verified(game: Game, tmp_path: Path) -> None:
    game.undo(2)
    game.act("b", 6, 6)
    game.finish()
    data = b"".join(export_lines(game.stored()))

    assert verify(parse(data)).verdict.startswith("verified: 6 dice of 6 acts")
    assert stand_alone(data, tmp_path).startswith("verified: 6 dice of 6 acts")


def test_the_script_for_players_is_short_and_needs_nothing() -> None:
    text = SCRIPT.read_text()

    assert len(text.splitlines()) < 330
    assert {line for line in text.splitlines() if line.startswith(("import", "from"))} == {
        "import hashlib",
        "import hmac",
        "import json",
        "import re",
        "import sys",
    }


def test_any_changed_byte_is_found(finished: bytes) -> None:
    alone = runpy.run_path(str(SCRIPT))
    for place in range(len(finished)):
        changed = bytearray(finished)
        changed[place] ^= 1
        with pytest.raises(BrokenExport):
            verify(parse(bytes(changed)))
        with pytest.raises((alone["Refused"], *UNREADABLE)):
            alone["verify"](bytes(changed))


@pytest.mark.parametrize("number", range(12))
def test_a_line_left_out_is_found(finished: bytes, number: int) -> None:
    lines = finished.splitlines(keepends=True)

    with pytest.raises(BrokenExport):
        parse(b"".join(lines[:number] + lines[number + 1 :]))


def test_lines_that_changed_places_are_found(finished: bytes) -> None:
    lines = finished.splitlines(keepends=True)
    lines[2], lines[3] = lines[3], lines[2]

    with pytest.raises(BrokenExport, match="line 3"):
        parse(b"".join(lines))


def test_an_added_line_is_found(finished: bytes) -> None:
    with pytest.raises(BrokenExport):
        parse(finished + finished.splitlines(keepends=True)[-1])


@pytest.mark.parametrize("value", [0, 1, 2, 3, 4, 5, 6, 7])
def test_any_other_value_of_a_die_is_found_also_under_new_hashes(finished: bytes, value: int) -> None:
    fell = next(event for event in parse(finished).events if event["seq"] == 4)["entry"]["rolls"][0]["value"]

    def change(line: dict[str, Any]) -> None:
        if line.get("seq") == 4:
            line["entry"]["rolls"][0]["value"] = value

    forged = parse(rewritten(finished, change))

    if value == fell:
        assert verify(forged).verdict.startswith("verified")
    else:
        with pytest.raises(BrokenExport, match=f"line 5: die 1 .to hit.: expected {fell}, found {value}"):
            verify(forged)


def test_swapped_rolls_are_found_also_under_new_hashes(finished: bytes, tmp_path: Path) -> None:
    def change(line: dict[str, Any]) -> None:
        if line.get("seq") == 4:
            line["entry"]["rolls"].reverse()

    forged = rewritten(finished, change)
    with pytest.raises(BrokenExport, match="line 5"):
        verify(parse(forged))
    with pytest.raises(BrokenExport, match="line 5"):
        stand_alone(forged, tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.get("seq") == 4 and line["entry"].update(place=9),
        lambda line: line.get("seq") == 4 and line["entry"].update(act="{}"),
        lambda line: line.get("seq") == 4 and line["entry"].pop("act"),
        lambda line: line["type"] == "export" and line["seats"][0].update(contribution="another"),
        lambda line: line["type"] == "export" and line["seats"][1].pop("contribution"),
        lambda line: line["type"] == "export_end" and line["dice"].update(secret="00" * 32),
        lambda line: line["type"] == "export_end" and line["dice"].update(secret="no hex"),
        lambda line: line["type"] == "export_end" and line.pop("dice"),
        lambda line: line["type"] == "export" and line["dice"].update(commitment="00" * 32),
        lambda line: line.get("seq") == 4 and line["dice"].append(6),
        lambda line: line.get("seq") == 5 and line["dice"].reverse(),
        lambda line: line.get("seq") == 3 and line["contributions"].update(a="another"),
        lambda line: line.get("seq") == 4 and line.update(entry="none"),
        lambda line: line.get("seq") == 4 and line["entry"]["rolls"][0].update(sides=0),
        lambda line: line.get("seq") == 4 and line["entry"]["rolls"][0].update(sides=1 << 33),
    ],
)
def test_whatever_the_dice_depend_on_is_found_changed_also_under_new_hashes(
    finished: bytes, change: Any, tmp_path: Path
) -> None:
    forged = rewritten(finished, change)

    with pytest.raises(BrokenExport):
        verify(parse(forged))
    with pytest.raises(BrokenExport):
        stand_alone(forged, tmp_path)


def test_the_secret_cannot_be_verified_before_the_end(game: Game) -> None:
    export: Export = parse(b"".join(export_lines(game.stored())))

    with pytest.raises(BrokenExport, match="not over"):
        verify(export)


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n" * 3, b"\xff\n", b"nonsense", b"{" * 100_000 + b"\n"])
def test_what_is_no_export_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BrokenExport):
        parse(data)


def test_no_event_of_a_game_has_a_field_that_an_export_needs() -> None:
    for game, system in discover("app.systems").items():
        for kind in msgspec.inspect.multi_type_info(get_args(system.event_type)):
            assert isinstance(kind, msgspec.inspect.StructType)
            assert not {field.encode_name for field in kind.fields} & {"seq", "at", "entry", "hash", "type"}, (
                game,
                kind.tag,
            )
