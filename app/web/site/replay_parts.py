"""What the replay page shows beside the board, as plain values for its templates: its steps, its chapters, what was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import msgspec

from app.engine.types import SPECTATOR, Text, Viewer
from app.rooms.archive.films import Chapter
from app.rooms.room.room import sees_as
from app.rooms.values.perspectives import ALL, perspectives
from app.rooms.workers.archive import Moment, is_whole
from app.web.table import table_parts as parts
from app.web.wire.templating import Templates


class ToldLine(msgspec.Struct, frozen=True):
    """A line beside the board: of the log, or of the talk; ``is_now`` if the moment shown is its own."""

    seq: int
    is_now: bool
    line: parts.LogLine | None = None
    said: parts.Said | None = None


class Steps(msgspec.Struct, frozen=True):
    """Where the slider stands and where its buttons lead (``None``: nowhere); numbers of events told to the viewer.
    ``turn_back`` and ``turn_forward`` lead to where the headline changes."""

    seq: int
    first: int | None
    turn_back: int | None
    back: int | None
    forward: int | None
    turn_forward: int | None
    last: int | None
    end: int
    stops: tuple[int, ...]


class ChapterLine(msgspec.Struct, frozen=True):
    """A chapter of the list to jump by: ``part`` is its headline without the round that it lies in."""

    seq: int
    part: str


class Round(msgspec.Struct, frozen=True):
    """The chapters that lie in one round, in order."""

    title: str
    chapters: tuple[ChapterLine, ...]


def steps_of(moment: Moment) -> Steps:
    """Where the buttons of a moment lead."""
    at, stops = moment.stops.index(moment.seq), moment.stops
    is_first, is_last = at == 0, at == len(stops) - 1
    begins = [chapter.seq for chapter in moment.chapters]
    return Steps(
        seq=moment.seq,
        first=None if is_first else stops[0],
        turn_back=max((seq for seq in begins if seq < moment.seq), default=None if is_first else stops[0]),
        back=None if is_first else stops[at - 1],
        forward=None if is_last else stops[at + 1],
        turn_forward=min((seq for seq in begins if seq > moment.seq), default=None if is_last else stops[-1]),
        last=None if is_last else stops[-1],
        end=stops[-1],
        stops=stops,
    )


class Lines(msgspec.Struct, frozen=True):
    """The newest lines up to a moment; all of them after the number ``after``."""

    told: Sequence[ToldLine]
    after: int


def told_lines(record: parts.Record, moment: Moment, after: int, end: int | None = None) -> Lines:
    """Log and talk in the order they came, after the number ``after`` and up to ``end``; what the last step was told is now."""
    before = max((stop for stop in moment.stops if stop < moment.seq), default=0)
    events, log, most = moment.events, moment.log, parts.MORE
    lines = [ToldLine(line.seq, line.seq > before, line=line) for line in record.lines(events, log, most=most, end=end)]
    talk = [ToldLine(said.seq, said.seq > before, said=said) for said in record.chat(events, most=most, end=end)]
    found = sorted((told for told in (*lines, *talk) if told.seq > after), key=lambda told: told.seq)
    shown = found[-parts.LOG_SHOWN :]
    return Lines(shown, after if len(shown) == len(found) else shown[0].seq - 1)


def chapter_list(chapters: Sequence[Chapter], say: Callable[[Text], str]) -> list[Round]:
    """The chapters by the round they lie in."""
    return [
        Round(title, tuple(ChapterLine(chapter.seq, _part(chapter, say) or title) for chapter in found))
        for title, found in groupby(chapters, key=lambda chapter: say(chapter.round))
    ]


class View(msgspec.Struct, frozen=True):
    """A way to look at a game: what the page asks for it by (nothing: the viewer's own eyes), and its words."""

    value: str
    words: str
    is_now: bool


def views_of(templates: Templates, lang: str, moment: Moment, viewer: Viewer | None, eyes: Viewer | None) -> list[View]:
    """Every way to look at a game that is over, the viewer's own first (``None``: somebody with no part in the room); there
    is no choice before."""
    if not is_whole(moment.info):
        return []
    t, called = templates.words(lang), parts.names(moment.info)
    words = {ALL: t("replay.view_all"), SPECTATOR: t("replay.view_spectator")}
    own = None if viewer is None else sees_as(viewer)
    found = [] if own is None else [("", words.get(own) or t("replay.view_own"))]
    for each in perspectives(tuple(seat["seat"] for seat in moment.info.seats)):
        if each != own:
            found.append((each, words.get(each) or t("replay.view_seat", who=called[each], seat=each.upper())))
    return [View(value, said, value == (eyes or "")) for value, said in found]


def _part(chapter: Chapter, say: Callable[[Text], str]) -> str:
    return say(chapter.title).removeprefix(say(chapter.round)).strip(" ·")
