"""What is pushed to a table page: one HTML message of out-of-band swaps for each change, or for the whole table.

Pieces travel inside an ``<svg>`` of their own, so that the browser reads them as SVG; ``outerMorph`` keeps the element,
so that a piece glides to its new place. Everything swapped has an id on the page, and only what changed is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from app.engine.scene import Drawable
from app.rooms.presence import Here
from app.web import table_parts as parts
from app.web.render import LAYERS, AnyPiece, Renderer, Symbols, load_symbols
from app.web.render_words import element_id
from app.web.templating import Templates

MORPH = "outerMorph"
NOBODY: Final = Here()


@lru_cache(maxsize=32)
def symbols_of(game_folder: Path | None) -> Symbols:
    """The drawings of a game, read once."""
    return load_symbols(game_folder)


def delta_message(
    templates: Templates, delta: Any, lang: str, game_folder: Path | None = None, here: Here = NOBODY
) -> str:
    """What one accepted act changes on the page of one kind of viewer, in one language."""
    before, after, info = delta.before, delta.after, delta.info
    draw = Renderer(templates, symbols_of(game_folder), lang, parts.sides(info))
    new, moved = _new_and_moved(before.drawables if before is not None else (), delta.changed)
    record = parts.Record(templates, draw, info, delta.viewer, by_seat=bool(after.standings))
    people = parts.players(info, delta.viewer, here.seats, by_seat=bool(after.standings))
    return draw.fragment(
        "parts/delta.html",
        moved=draw.pieces(moved, after.height),
        new=_by_layer(draw.pieces(new, after.height)),
        removed=[element_id(gone) for gone in delta.removed],
        scene=after,
        panels=before is None or before.panels != after.panels,
        standings=before is None or before.standings != after.standings,
        spotlight=before is None or before.spotlight != after.spotlight,
        viewer=delta.viewer,
        players=people,
        waiting=parts.waiting_names(people),
        proposals=parts.asked(info.proposals, info, delta.viewer, templates, lang),
        log=record.lines(delta.events, delta.log),
        chat=record.chat(delta.events),
        state=parts.live(delta.seq, after, info, delta.viewer, full=False),
    )


def resync_message(
    templates: Templates, room: Any, viewer: str, lang: str, game_folder: Path | None = None, here: Here = NOBODY
) -> str:
    """The whole table as one push: pieces keep their elements and glide to where they are now."""
    draw = Renderer(templates, symbols_of(game_folder), lang, parts.sides(room.info))
    record = parts.Record(templates, draw, room.info, viewer, by_seat=bool(room.scene.standings))
    people = parts.players(room.info, viewer, here.seats, by_seat=bool(room.scene.standings))
    return draw.fragment(
        "parts/resync.html",
        layers=draw.layers(room.scene),
        scene=room.scene,
        viewer=viewer,
        players=people,
        spectators=here.spectators,
        waiting=parts.waiting_names(people),
        proposals=parts.asked(room.proposals, room.info, viewer, templates, lang),
        log=record.lines(room.events, room.log)[-parts.LOG_SHOWN :],
        chat=record.chat(room.events),
        state=parts.live(room.seq, room.scene, room.info, viewer, full=True),
    )


def here_message(templates: Templates, here: Here, seats: Iterable[str], lang: str) -> str:
    """Who is here, to every page of a language: a mark beside each of the room's ``seats``, and how many spectators."""
    marks = [(seat, seat in here.seats) for seat in seats]
    return templates.fragment("parts/here.html", lang, marks=marks, spectators=here.spectators)


def _new_and_moved(before: Iterable[Drawable], changed: Iterable[Drawable]) -> tuple[list[Drawable], list[Drawable]]:
    known = {drawable.id for drawable in before}
    new: list[Drawable] = []
    moved: list[Drawable] = []
    for drawable in changed:
        (moved if drawable.id in known else new).append(drawable)
    return new, moved


def _by_layer(pieces: Iterable[AnyPiece]) -> dict[str, list[AnyPiece]]:
    found: dict[str, list[AnyPiece]] = {}
    for piece in pieces:
        found.setdefault(piece.layer, []).append(piece)
    return {layer: found[layer] for layer in LAYERS if layer in found}
