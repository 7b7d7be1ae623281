"""The board of squares in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from tests.screenshots import over_the_table
from tests.screenshots.cells import plan_move, plan_too_far, select
from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.states import State, View, nothing, replayed, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

GAME = "splatball"
SEATS = {"standard_evening": 2, "four_gangs": 4, "garage_ambush": 2, "t_junction": 3, "own_park": 2}
PROMPTS = ("retreat_to", "benefit")
FIGHTING = ("attack", "move", "activate")


def states() -> Iterator[State]:
    """From the first board to the end."""
    yield _state("activate", turn, has_tablet=True)
    yield _state("selected", moving, select, has_tablet=True)
    yield _state("planned", moving, plan_move, has_tablet=True)
    yield _state("aiming", aimed, aim, wide=True)
    yield _state("refused", moving, plan_too_far)
    yield _state("waits", partial(moving, is_asked=False))
    yield _state("spectator", painted)
    for kind in PROMPTS:
        yield _state(kind.replace("_", "-"), partial(asked, kind), is_slow=True)
    for scenario in SEATS:
        yield _state(scenario.replace("_", "-"), partial(opening, scenario))
    yield _state("end", end)
    yield _state("replay", replay, over_the_table.in_the_middle)
    yield from over_the_table.over(GAME, moving, declared)


def _state(name: str, reach: Callable[[Site], View], show: Callable[[Window], None] = nothing, **more: bool) -> State:
    return State(f"{GAME}/{name}", reach, show, **more)


# --------------------------------------------------------------------------------------------------------------- in the room


def fresh(site: Site) -> Room:
    """The first scenario as it begins."""
    return Room(site, GAME, "quick_start", people())


def declared(site: Site) -> Room:
    """The same, everybody declared."""
    room = fresh(site)
    room.pick(room.asked(), "activate")
    return room


def turn(site: Site) -> View:
    """Who is active is declared."""
    room = fresh(site)
    return seen_by(room, room.asked())


def moving(site: Site, *, is_asked: bool = True) -> View:
    """A turn, as its player sees it, or the other."""
    room = site.once("splatball moving", lambda: declared(site))
    asked_now = room.asked()
    return seen_by(room, asked_now if is_asked else "b" if asked_now == "a" else "a")


def fought(site: Site) -> Room:
    """The first scenario when somebody may be shot at."""
    for seed in range(1, 30):
        room = fresh(site)
        try:
            room.until("attack", ("move",), seed=seed)
        except AssertionError:
            continue
        return room
    raise AssertionError("nobody ever saw anybody")


def aimed(site: Site) -> View:
    """Somebody may be shot at."""
    room = site.once("splatball fought", lambda: fought(site))
    return seen_by(room, room.asked())


def painted(site: Site) -> View:
    """Paint has landed, as those see it who only look on."""
    room = fresh(site)
    room.play(80, FIGHTING)
    return seen_by(room, "spectator")


def asked(kind: str, site: Site) -> View:
    """Somebody is asked something in the middle of an act, in the first game in which that comes about."""
    for seed in range(1, 30):
        room = Room(site, GAME, "standard_evening" if kind == "benefit" else "quick_start", people())
        try:
            return seen_by(room, room.until(kind, FIGHTING, seed=seed))
        except AssertionError:
            continue
    raise AssertionError(f"{kind} came about in no game")


def opening(scenario: str, site: Site) -> View:
    """A scenario as its first player meets it."""
    room = Room(site, GAME, scenario, people(SEATS[scenario]))
    return seen_by(room, room.asked())


def finished(site: Site) -> Room:
    """A short game played to its end."""
    room = Room(site, GAME, "quick_start", people(), options={"rounds": 2})
    room.play(400, FIGHTING)
    return room


def end(site: Site) -> View:
    """The game is over."""
    return seen_by(site.once("splatball finished", lambda: finished(site)), "a")


def replay(site: Site) -> View:
    """The same game, to be looked at again."""
    return replayed(site.once("splatball finished", lambda: finished(site)))


# -------------------------------------------------------------------------------------------------------------- on the page


def aim(window: Window) -> None:
    """A shot with its odds, by the first unit that sees somebody."""
    viewer = window.locator("body").get_attribute("data-viewer")
    units = window.locator(f'#board [data-unit][data-seat="{viewer}"]')
    for number in range(units.count()):
        window.unit(str(units.nth(number).get_attribute("data-unit")))
        window.see("#who")
        if window.locator('#offers [data-offer="attack"]').count():
            break
    window.click('#offers [data-offer="attack"]')
    window.see("#plan .chance")
