"""What is pushed to a table page: one HTML message of out-of-band swaps for each change, or for the whole table.

Pieces travel inside an ``<svg>`` of their own, so that the browser reads them as SVG; ``outerMorph`` and ``outerAmend`` keep
the element, so that a piece glides to its new place. Everything swapped has an id on the page, and only what changed is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from app.rooms.live.presence import Here
from app.web.draw.amending import amended
from app.web.draw.changed_board import Amended
from app.web.draw.changed_lists import changed_goals, changed_hands, changed_panels, changed_standings
from app.web.draw.render import LAYERS, AnyPiece, Renderer, Symbols, load_symbols
from app.web.draw.render_words import element_id
from app.web.table import clock_parts
from app.web.table import table_parts as parts
from app.web.wire.templating import Templates

NOBODY: Final = Here()
_OF_PEOPLE: Final = frozenset(
    ("seat_claimed", "seat_replaced", "game_started", "game_opened", "room_imported", "resigned", "forfeited", "undone")
)
"""Events of a room after which it may be others who sit at it, or who they play for."""


@lru_cache(maxsize=32)
def symbols_of(game_folder: Path | None) -> Symbols:
    """The drawings of a game, read once."""
    return load_symbols(game_folder)


def delta_message(
    templates: Templates, delta: Any, lang: str, game_folder: Path | None = None, here: Here = NOBODY
) -> str:
    """What one accepted act changes on the page of one kind of viewer, in one language."""
    before, after, info = delta.before, delta.after, delta.info
    draw = Renderer(templates, symbols_of(game_folder), lang, *parts.who(info))
    draw.know(after.drawables)
    known = {drawable.id: drawable for drawable in before.drawables} if before is not None else {}
    board = Amended(draw, known, after.height, delta.changed, delta.removed)
    record = parts.Record(templates, draw, info, delta.viewer, after.standings)
    people = parts.players(info, delta.viewer, here.seats, standings=after.standings)
    is_of_people = before is None or any(event["type"] in _OF_PEOPLE for event in delta.events)
    return draw.fragment(
        "parts/delta.html",
        amended=amended,
        moved=board.moved,
        new=_by_layer(board.new),
        removed=[element_id(gone) for gone in board.gone],
        scene=after,
        headline=before is None or (before.headline, before.pips) != (after.headline, after.pips),
        goals=None if before is None else changed_goals(before.goals, after.goals),
        seats=is_of_people,  # whose go it is travels with every message, and the page shows it
        panels=None if before is None else changed_panels(before.panels, after.panels),
        hands=None if before is None else changed_hands(before.hands, after.hands),
        standings=None if before is None or is_of_people else changed_standings(before.standings, after.standings),
        spotlight=before is None or before.spotlight != after.spotlight,
        viewer=delta.viewer,
        players=people,
        waiting=parts.waiting_names(people),
        clocks=clock_parts.shown(info, people, delta.viewer),
        proposals=parts.asked(info.proposals, info, delta.viewer, templates, lang),
        log=record.lines(delta.events, delta.log),
        chat=record.chat(delta.events),
        state=parts.live(delta.seq, after, info, delta.viewer, full=False),
    )


def resync_message(
    templates: Templates, room: Any, viewer: str, lang: str, game_folder: Path | None = None, here: Here = NOBODY
) -> str:
    """The whole table as one push: pieces keep their elements and glide to where they are now."""
    draw = Renderer(templates, symbols_of(game_folder), lang, *parts.who(room.info))
    record = parts.Record(templates, draw, room.info, viewer, room.scene.standings)
    people = parts.players(room.info, viewer, here.seats, standings=room.scene.standings)
    return draw.fragment(
        "parts/resync.html",
        layers=draw.layers(room.scene),
        scene=room.scene,
        viewer=viewer,
        players=people,
        spectators=here.spectators,
        waiting=parts.waiting_names(people),
        clocks=clock_parts.shown(room.info, people, viewer),
        proposals=parts.asked(room.proposals, room.info, viewer, templates, lang),
        **parts.NewestLines.of(record.lines(room.events, room.log, most=parts.MORE)).context("log"),
        **parts.NewestLines.of(record.chat(room.events, most=parts.MORE)).context("chat"),
        state=parts.live(room.seq, room.scene, room.info, viewer, full=True),
    )


def here_message(templates: Templates, here: Here, seats: Iterable[str], lang: str) -> str:
    """Who is here, to every page of a language: a mark beside each of the room's ``seats``, and how many spectators."""
    marks = [(seat, seat in here.seats) for seat in seats]
    return templates.fragment("parts/here.html", lang, marks=marks, spectators=here.spectators)


def _by_layer(pieces: Iterable[AnyPiece]) -> dict[str, list[AnyPiece]]:
    found: dict[str, list[AnyPiece]] = {}
    for piece in pieces:
        found.setdefault(piece.layer, []).append(piece)
    return {layer: found[layer] for layer in LAYERS if layer in found}
