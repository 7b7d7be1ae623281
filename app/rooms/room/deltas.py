"""What changed in a room for one viewer, as it is kept for them and drawn when somebody wants a picture of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, ClassVar, Protocol

import msgspec

from app.engine.scene import Drawable, Scene
from app.engine.telling import LogEntry
from app.engine.types import Viewer
from app.rooms.values.values import RoomInfo, Told


class Picture(msgspec.Struct, frozen=True):
    """What a change is to see and to read; see ``Delta``."""

    before: Scene | None
    after: Scene
    changed: tuple[Drawable, ...]
    removed: tuple[str, ...]
    log: tuple[LogEntry | None, ...]


class Sight(Protocol):
    """What one entry changed, for whoever looks."""

    def info(self, viewer: Viewer) -> RoomInfo:
        """The room after the entry, as ``viewer`` may know it."""
        ...

    def picture(self, viewer: Viewer) -> Picture:
        """What is to be drawn for ``viewer``, and said."""
        ...


class Delta(msgspec.Struct, frozen=True, dict=True):
    """What one entry changed for one viewer. ``seq`` is their number after it; ``events`` are what they were told, in order,
    and ``log`` words each (``None``: a room's event, or one without a line); both may be empty while the scene differs.
    ``changed`` holds the drawables that are new or different, ``removed`` the ids of those that are gone. ``before`` and
    ``after`` are the same object when nothing is to be drawn anew. ``info`` and pictures are worked out by ``sight`` when
    first asked for: programs never ask. ``messages`` is one and the same for all who are told the same under the same numbers:
    a place for what is the same message to all of them.
    """

    room_id: str
    viewer: Viewer
    version: int
    seq: int
    events: tuple[Told, ...]
    is_over: bool
    messages: dict[Hashable, Any]
    sight: Sight

    @cached_property
    def picture(self) -> Picture:
        """What is to be drawn and said, worked out once."""
        return self.sight.picture(self.viewer)

    @cached_property
    def info(self) -> RoomInfo:
        """The room after the entry, as the viewer may know it."""
        return self.sight.info(self.viewer)

    @property
    def before(self) -> Scene | None:
        """The scene before the entry."""
        return self.picture.before

    @property
    def after(self) -> Scene:
        """The scene after the entry."""
        return self.picture.after

    @property
    def changed(self) -> tuple[Drawable, ...]:
        """The drawables that are new or different."""
        return self.picture.changed

    @property
    def removed(self) -> tuple[str, ...]:
        """The ids of the drawables that are gone."""
        return self.picture.removed

    @property
    def log(self) -> tuple[LogEntry | None, ...]:
        """The words of each event."""
        return self.picture.log


class Passing(msgspec.Struct, frozen=True):
    """What is shown for a moment: stored nowhere, without a number, and nothing to resume from. One that ``may_be_lost``
    is left out for a viewer who is behind."""

    may_be_lost: ClassVar[bool] = False


Render = Callable[[Delta | Passing], Any]
"""Makes the message of one flavour (a page's language, JSON for programs); whatever it answers is handed on untouched, but
``None``, which is no message."""
