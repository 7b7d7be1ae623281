"""The battle report tells what happened under the headline it belongs to, also where one act ends a turn and begins the next."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from app.engine.types import SPECTATOR
from app.rooms.archive.export import parse
from app.rooms.archive.films import Film
from app.rooms.archive.replay import entries_of, header_of
from app.rooms.room.room import Room
from app.rooms.values.perspectives import ALL
from app.rooms.workers.archive import Story
from app.web.site.report_parts import ReportRound, report_context
from app.web.wire.templating import build_templates
from tests.support.random_play import registry

TESTS = Path(__file__).parents[3]
CARDS = TESTS / "games" / "open_wars" / "kept" / "crown.jsonl"
MEASURED = TESTS / "fixtures" / "exports" / "war-of-plastic-incidents.jsonl"


@cache
def rounds(file: Path) -> list[ReportRound]:
    """The story that the report of a kept game tells, with a picture of its beginning and its end alone."""
    export = parse(file.read_bytes())
    header, entries = header_of(export), list(entries_of(export))
    system = registry()[header.game]
    film, room = Film(header, system), Room(header, system, kept_acts=None)
    film.take_in(entries)
    for entry in entries:
        room.fold(entry)
    reel = film.reel(ALL, is_open=True)
    reel.take_in(film.frames)
    chapters = reel.chapters(film.frames)
    ends = (0, len(reel.stops) - 1)
    scenes = {reel.stops[stop]: reel.scene(film.frames, stop) for stop in ends}
    story = Story(
        room.info(SPECTATOR),
        tuple(reel.events),
        tuple(reel.log),
        tuple(reel.stops),
        chapters,
        reel.headlines(film.frames, chapters),
        scenes,
    )
    assert len(story.headlines) == len(story.events)
    context = report_context(build_templates(), None, system.manifest, story, "en", ALL)
    found: list[ReportRound] = context["rounds"]
    return found


@pytest.mark.parametrize("file", [CARDS, MEASURED], ids=["cards", "measured"])
def test_no_part_begins_or_ends_with_a_heading_and_no_round_is_told_twice_in_a_row(file: Path) -> None:
    told = rounds(file)

    assert len(told) > 2
    for part in (part for each in told for part in each.parts if part.lines):
        assert not part.lines[0].entry.heading
        assert not part.lines[-1].entry.heading
    assert all(one.title != other.title for one, other in pairwise(told))
    seqs = [line.seq for each in told for part in each.parts for line in part.lines]
    assert seqs == sorted(seqs)


def test_what_begins_a_turn_stands_under_it_though_the_act_before_ended_the_last_one() -> None:
    were_there = False
    for each in rounds(CARDS):
        lines = [(part.title, line.entry.text.en) for part in each.parts for line in part.lines]
        order = [place for place, (_, text) in enumerate(lines) if text.startswith("Turn order")]
        points = [place for place, (_, text) in enumerate(lines) if text.startswith("Points")]
        were_there |= bool(order and points)
        assert all(one < other for one in order for other in points)
        assert all(title.startswith("Movement · ") for title, text in lines if text.endswith(" moves."))
    assert were_there


def test_a_turn_of_an_army_ends_with_what_it_did() -> None:
    turns = [part for each in rounds(MEASURED) for part in each.parts if part.title.endswith("'s turn")]

    assert turns
    assert not any("'s turn." in line.entry.text.en for part in turns for line in part.lines)
