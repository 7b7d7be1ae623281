"""What a picture is of: how its room is brought about, who looks, and what they do on the page before it is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tests.screenshots.rooms import Room, Site

if TYPE_CHECKING:
    from tests.screenshots.windows import Window


class View(NamedTuple):
    """A page, or what a viewer's link leads to."""

    path: str = "/"
    links: tuple[str, ...] = ()
    """Links that the browser exchanges first; without a path it is led to the last one's table."""
    cookies: tuple[tuple[str, str], ...] = ()


def seen_by(room: Room, viewer: str) -> View:
    """A room's table as a viewer sees it."""
    return View(links=(room.links[viewer],), path="")


def replayed(room: Room) -> View:
    """A game that is over, to be looked at again."""
    return View(f"/rooms/{room.id}/replay?as=spectator", (room.links["spectator"],))


def nothing(window: Window) -> None:
    """A page as it comes."""


class State(NamedTuple):
    """One thing to be seen. ``reach`` brings it about and is done once, unless what is shown changes the room (``is_own``)."""

    name: str
    reach: Callable[[Site], View]
    show: Callable[[Window], None] = nothing
    is_own: bool = False
    has_tablet: bool = False
    is_slow: bool = False
    """Whether it takes seconds to bring about: not for tests that visit everything."""
    wide: bool | None = None
    """Only where there is, or is not, a mouse and room for it."""

    def at(self, site: Site) -> View:
        """Where it is to be seen."""
        return self.reach(site) if self.is_own else site.once(self.name, lambda: self.reach(site))


def all_states(pattern: str = "") -> Iterator[State]:
    """Every state whose name holds ``pattern``."""
    from tests.screenshots import (
        flames_hexwar,
        open_wars,
        pages,
        splatball,
        tierras_distantes,
        war_of_plastic,
        workshops,
    )

    for module in (pages, war_of_plastic, open_wars, splatball, flames_hexwar, tierras_distantes, workshops):
        for state in module.states():
            if pattern in state.name:
                yield state
