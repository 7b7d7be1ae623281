"""What a film of a game costs: a game of hours is looked back at without drawing every moment of it."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Never

from app.rooms.archive.export import parse
from app.rooms.archive.films import Film
from app.rooms.archive.replay import entries_of, header_of
from app.rooms.values.perspectives import ALL
from tests.support.random_play import registry

GAME = Path(__file__).parents[3] / "games" / "open_wars" / "kept" / "crown.jsonl"


def undrawn(*_: object) -> Never:
    raise AssertionError("a headline was told by drawing all of it")


def test_chapters_are_found_without_a_drawing() -> None:
    export = parse(GAME.read_bytes())
    header, entries = header_of(export), list(entries_of(export))
    drawn = registry()[header.game]
    system = copy.copy(drawn)
    system._own = replace(drawn._own, scene=undrawn)  # type: ignore[attr-defined]
    film, pictures = Film(header, system), Film(header, drawn)
    for each in (film, pictures):
        each.take_in(entries)
    reel, shown = film.reel(ALL, is_open=True), pictures.reel(ALL, is_open=True)
    reel.take_in(film.frames)
    shown.take_in(pictures.frames)

    chapters = reel.chapters(film.frames)

    assert len(chapters) > 10
    for chapter in chapters[1:]:
        assert shown.scene(pictures.frames, shown.stop_of(chapter.seq)).headline == chapter.title
