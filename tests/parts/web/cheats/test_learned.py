"""The table of who learns what, line by line, of the real site."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.parts.web.api_site import Room, Site, assert_problem
from tests.parts.web.cheats import learned
from tests.parts.web.cheats.learned import FACTS, PATHS, VIEWERS, Learned, lines

pytestmark = pytest.mark.asyncio(loop_scope="module")

DOCS: Final = Path(__file__).parents[4] / "docs" / "security.md"
CIRCUMSTANCES: Final = tuple(dict.fromkeys((line.spectators, line.when) for line in lines()))
WORDS: Final = {"army": "words-for-the-army", "table": "words-for-the-table", "gallery": "words-of-the-gallery"}


async def test_the_manual_prints_the_table_of_who_learns_what() -> None:
    printed = DOCS.read_text("utf-8")

    assert learned.as_markdown() in printed
    for fact, meaning in FACTS.items():
        assert f"*{fact}*: {meaning}" in printed


async def test_every_circumstance_has_a_line_for_every_answer() -> None:
    assert len(CIRCUMSTANCES) == 6
    assert {(line.spectators, line.when, line.answer) for line in lines()} == {
        (*circumstance, answer) for circumstance in CIRCUMSTANCES for answer in PATHS
    }


@pytest.mark.parametrize(("spectators", "when"), CIRCUMSTANCES)
async def test_everybody_learns_what_the_table_says_and_nothing_else(site: Site, spectators: str, when: str) -> None:
    room, marks = await a_room_full_of_secrets(site, spectators)
    if when == "finished":
        assert (await site.post(room, "/resign")).status_code == 200

    for line in (line for line in lines() if (line.spectators, line.when) == (spectators, when)):
        for viewer in VIEWERS:
            await assert_learned(site, room, marks, line, viewer)


async def assert_learned(site: Site, room: Room, marks: dict[str, str], line: Learned, viewer: str) -> None:
    answer = await site.get(room, PATHS[line.answer], as_=viewer)
    expected = line.found[viewer]
    if expected is None:
        assert_problem(answer, 403, "forbidden")
        return
    assert answer.status_code == 200, (line, viewer, answer.text)
    assert {fact for fact, mark in marks.items() if mark in answer.text} == expected, (line, viewer)
    others = [room.token(other) for other in (*VIEWERS, "spectator", "host")]
    assert not [secret for secret in others if secret in answer.text]


async def a_room_full_of_secrets(site: Site, spectators: str) -> tuple[Room, dict[str, str]]:
    """A room where everything of the table has happened, and by which words each fact is known again."""
    room = await site.make_room("duel", spectators=spectators)
    chosen = {"action": {"type": "pick_charm", "charm": "luck"}}
    assert (await site.post(room, "/actions", chosen)).status_code == 200
    for fact, viewer, to in (("army", "a", "army"), ("table", "a", "table"), ("gallery", "spectator", "table")):
        said = await site.post(room, "/messages", {"text": WORDS[fact], "to": to}, as_=viewer)
        assert said.status_code == (403 if (viewer, spectators) == ("spectator", "none") else 200), said.text
    secret = (await site.app.state.rooms.room(room.id)).header.secret.hex()
    return room, {**WORDS, "choice": "luck", "dice": secret}
