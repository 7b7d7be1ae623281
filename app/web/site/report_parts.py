"""What the battle report says, as plain values for its template: who played, the story round by round, the dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import dropwhile, groupby
from pathlib import Path
from typing import Any, Final

import msgspec
from markupsafe import Markup

from app.engine.scene import Scene
from app.engine.system import Manifest
from app.engine.types import Text, Viewer
from app.rooms.archive.films import Chapter, Reel
from app.rooms.workers.archive import Story
from app.web.draw.sprites import sprite_for, used_in
from app.web.site.own_battle import played_scenario
from app.web.site.report_board import Press, Printer, style_of
from app.web.table import luck
from app.web.table import table_parts as parts
from app.web.table.messages import symbols_of
from app.web.table.table import board_sheets
from app.web.wire.game_files import SHEET
from app.web.wire.templating import Templates

MOST_BOARDS: Final = 12
"""How many boards stand in a report: of a longer game those after which most had happened."""
_LOUD: Final = frozenset({"bad", "warn", "good"})


class Part(msgspec.Struct, frozen=True):
    """A stretch of a round under one headline, and what happened in it."""

    title: str
    lines: tuple[parts.LogLine, ...]


class ReportRound(msgspec.Struct, frozen=True):
    """A round, its parts, and the board at its end, if it was worth a picture."""

    title: str
    parts: tuple[Part, ...]
    board: Markup | None


def chosen_stops(reel: Reel, chapters: Sequence[Chapter]) -> Iterable[int]:
    """The stops worth a picture: the beginning, the end of each round or, of many, of those in which most happened, the end."""
    last = len(reel.stops) - 1
    if not chapters:
        return [last]
    begins = [reel.stop_of(found[0].seq) for found in _rounds(chapters)]
    ends = [*begins[1:], last]
    loud = [
        sum(1 for entry in reel.log[reel.stops[begin] : reel.stops[end]] if entry is not None and entry.tone in _LOUD)
        for begin, end in zip(begins, ends, strict=True)
    ]
    turning = sorted(range(len(ends)), key=lambda n: -loud[n])[: MOST_BOARDS - 2]
    return [begins[0], *(ends[n] for n in turning), last]


def report_context(
    templates: Templates, folder: Path | None, manifest: Manifest, story: Story, lang: str, viewer: Viewer
) -> dict[str, Any]:
    """Everything that the report's template prints."""
    info, scenes = story.info, story.scenes
    symbols = symbols_of(folder)
    final = scenes[story.stops[-1]]
    draw = Printer(templates, symbols, lang, *parts.who(info))
    press = Press(draw)
    record = parts.Record(templates, draw, info, viewer, final.standings)
    lines = record.lines(story.events, story.log)
    players = parts.players(info, viewer, standings=final.standings)
    t = templates.words(lang)
    opening, rounds = _told(
        press, t("report.board_start"), lambda title: t("report.board_end", round=title), story, lines, draw.words
    )
    boards = [opening, *(each.board for each in rounds if each.board is not None)]
    style = style_of(
        ["base/tokens", "boards/board", "boards/pieces", *board_sheets(final), "table/dice", "pages/report"],
        folder and folder / SHEET,
    )
    found_luck = luck.luck_of(story.log)
    # Dice and the arms of seats are drawn by the template itself.
    drawn = "".join(
        [*map(str, boards), *(f'href="#die-{n}"' for n in (*range(1, 7), "plain")), str(style)]
        + [f'href="#{draw.symbol("arms", each.symbol)}"' for each in final.standings if each.symbol]
    )
    scenario = played_scenario(manifest, info)
    began = datetime.fromisoformat(str(story.events[0]["at"]))
    return {
        "draw": draw,
        "say": draw.words,
        "info": info,
        "game": manifest,
        "scenario": scenario.name if scenario is not None else None,
        "board": str(final.board),
        "day": f"{began:%Y-%m-%d}",
        "players": players,
        "winners": _winners(info),
        "ending": final.ending,
        "standings": final.standings,
        "opening": opening,
        "rounds": rounds,
        "luck": found_luck,
        "seldom": luck.unlikeliest(story.log),
        "called": {
            **{player.seat: player.name or player.seat.upper() for player in players},
            **_side_names(players, info),
        },
        "style": style,
        "sprite": sprite_for(symbols.svg, used_in(drawn)),
    }


def _told(
    press: Press, start: str, end: Any, story: Story, lines: Sequence[parts.LogLine], say: Callable[[Text], str]
) -> tuple[Markup, list[ReportRound]]:
    """The first board, and every round with what happened in it."""
    chapters, scenes = story.chapters, story.scenes
    first = next(iter(chapters), Chapter(0, story_title(scenes)))
    opening = press.board(scenes.get(first.seq) or next(iter(scenes.values())), start)
    headed = [(Chapter(line.seq, story.headlines[line.seq - 1]), line) for line in lines]
    rest = deque((chapter, line) for chapter, line in headed if chapter.title.en)
    found = []
    all_rounds = _rounds(chapters)
    for number, chapters_of in enumerate(all_rounds):
        following = all_rounds[number + 1][0] if number + 1 < len(all_rounds) else None
        until = story.stops[-1] if following is None else following.seq
        told: list[tuple[Chapter, parts.LogLine]] = []
        # The act that ends a round may begin the next: what comes of that stands there.
        while rest and rest[0][1].seq <= until and (following is None or rest[0][0].round != following.round):
            told.append(rest.popleft())
        title = say(chapters_of[0].round)
        board = scenes.get(until) if until > chapters_of[0].seq else None
        picture = None if board is None else press.board(board, end(title))
        found.append(ReportRound(title, tuple(_parts(told, chapters_of, say)), picture))
    return opening, [each for each in found if each.parts or each.board is not None]


def _parts(
    told: Sequence[tuple[Chapter, parts.LogLine]], chapters: Sequence[Chapter], say: Callable[[Text], str]
) -> Iterator[Part]:
    """What happened in a round by its headlines. A line that is itself a heading is left out where it only says what the
    part, or the next one, is called; and so is a headline that nobody saw and nothing stands under."""

    def name(chapter: Chapter) -> str:
        return say(chapter.title).removeprefix(say(chapter.round)).strip(" ·")

    seen = {name(chapter) for chapter in chapters}
    for part, found in groupby(told, key=lambda each: name(each[0])):
        lines = _without_heading(reversed(_without_heading(line for _, line in found)))[::-1]
        if lines or part in seen:
            yield Part(part, tuple(lines))


def _without_heading(lines: Iterable[parts.LogLine]) -> list[parts.LogLine]:
    return list(dropwhile(lambda line: line.entry.heading, lines))


def story_title(scenes: Any) -> Any:
    """The headline of the only picture there is."""
    scene: Scene = next(iter(scenes.values()))
    return scene.headline


def _rounds(chapters: Sequence[Chapter]) -> list[list[Chapter]]:
    return [list(found) for _, found in groupby(chapters, key=lambda chapter: chapter.round)]


def _winners(info: Any) -> list[str]:
    result = msgspec.to_builtins(info.result) or {}
    return [str(seat) for seat in result.get("winners", [])]


def _side_names(players: Sequence[parts.Player], info: Any) -> dict[str, str]:
    """What a side is called: its players."""
    found: dict[str, list[str]] = {}
    for player, seat in zip(players, msgspec.to_builtins(info.seats), strict=True):
        if seat.get("side"):
            found.setdefault(str(seat["side"]), []).append(player.name or player.seat.upper())
    return {side: ", ".join(names) for side, names in found.items()}
