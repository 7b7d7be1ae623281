"""Through whose eyes a game that is over may be looked at again: each seat's, the spectators', or with nothing hidden.

What was said to an army or among spectators stays theirs: nobody else is told of it, not even by a hole in the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.scene import Drawable, Panel, Scene, Standing
from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.values.ports import Entry

ALL: Final = Viewer("all")
"""Nothing hidden: what any seat saw, and every event whole."""


def perspectives(seats: Sequence[Seat]) -> tuple[Viewer, ...]:
    """Every way to look at a game that is over."""
    return (ALL, *(Viewer(seat) for seat in seats), SPECTATOR)


def opened(entry: Entry, eyes: Viewer, told_before: int) -> Entry:
    """The entry as whoever looks through ``eyes`` may know it now: numbered after ``told_before`` and told to everybody,
    without what was said in private."""
    form = entry.events if eyes == ALL else entry.told.get(eyes, entry.public)
    kept = tuple(event for event in form if not is_private(event))
    counts = {SPECTATOR: told_before + len(kept)}
    return msgspec.structs.replace(entry, public=kept, told={}, counts=counts, late=None)


def is_private(event: Mapping[str, Any]) -> bool:
    """Whether it was said to some only."""
    return bool(event["type"] == "message" and event.get("to") != "table")


def together(scenes: Mapping[Viewer, Scene], base: Scene) -> Scene:
    """One scene of what every seat saw: each thing as its owner did; ``base`` is what everybody saw."""
    everyone = (base, *scenes.values())
    return msgspec.structs.replace(
        base,
        drawables=_union(scenes, [scene.drawables for scene in everyone]),
        panels=_panels([scene.panels for scene in everyone]),
        standings=tuple(_own_standing(scenes, standing) for standing in base.standings),
        my_go=False,
    )


def _union(scenes: Mapping[Viewer, Scene], shown: Sequence[tuple[Drawable, ...]]) -> tuple[Drawable, ...]:
    found: dict[str, Drawable] = {}
    for drawables in shown:
        for drawable in drawables:
            found.setdefault(str(drawable.id), drawable)
    own = {
        str(drawable.id): drawable
        for viewer, scene in scenes.items()
        for drawable in scene.drawables
        if getattr(drawable, "seat", None) == viewer
    }
    return tuple(own.get(name, drawable) for name, drawable in found.items())


def _panels(shown: Sequence[tuple[Panel, ...]]) -> tuple[Panel, ...]:
    """Every panel anybody saw, with every row that stood in it for anybody."""
    found: dict[str, Panel] = {}
    for panels in shown:
        for panel in panels:
            known = found.get(panel.id)
            if known is None:
                found[panel.id] = panel
                continue
            there = {row.id for row in known.rows}
            more = tuple(row for row in panel.rows if row.id not in there)
            if more:
                found[panel.id] = msgspec.structs.replace(known, rows=known.rows + more)
    return tuple(found.values())


def _own_standing(scenes: Mapping[Viewer, Scene], standing: Standing) -> Standing:
    """How a seat stands as it knew itself."""
    own = scenes.get(Viewer(standing.seat))
    return next((each for each in own.standings if each.seat == standing.seat), standing) if own else standing
