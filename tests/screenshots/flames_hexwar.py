"""The board of hexes in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from tests.screenshots import over_the_table
from tests.screenshots.cells import touch, touch_lit
from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.states import State, View, nothing, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

GAME = "flames_hexwar"
SEATS: Final[Mapping[str, int]] = {"evening_village": 2, "big_pass": 4, "mountain_patrol": 2}
ASSAULTING = ("assault", "defend", "assault_move", "next_assault", "fire", "move", "activate", "hold")
FORWARD = ("commit", "hold", "activate", "move")


def states() -> Iterator[State]:
    """From the deployment to the end."""
    yield _state("deploying", deploying, has_tablet=True)
    yield _state("planning", planning, has_tablet=True)
    yield _state("card", planning, take_card)
    yield _state("sorting", planning, sort_deck)
    yield _state("turning", turning)
    yield _state("selected", activated, select, has_tablet=True)
    yield _state("planned", activated, plan_move, has_tablet=True)
    yield _state("refused", activated, plan_too_far)
    yield _state("window", window_of, has_tablet=True)
    yield _state("standing", window_of, write_standing)
    yield _state("waits", partial(window_of, is_asked=False))
    yield _state("shooting", partial(asked, "fire"), shoot)
    for kind in ("bombard", "strike"):
        yield _state(kind, partial(asked, kind, scenario="evening_village"), is_slow=True)
    for kind in ("assault", "defend", "allocate"):
        yield _state(kind, partial(asked, kind, prefer=ASSAULTING), is_slow=True)
    for scenario in SEATS:
        yield _state(scenario.replace("_", "-"), partial(opening, scenario))
    yield _state("spectator", partial(planning, viewer="spectator"))
    yield _state("end", end)
    yield _state("replay", replay, over_the_table.in_the_middle)
    for name, show in over_the_table.SHOWN.items():
        yield _state(name, activated, show)
    for name, (happen, show) in over_the_table.HAPPENING.items():
        yield _state(name, partial(happening, happen), show)


def _state(name: str, reach: Callable[[Site], View], show: Callable[[Window], None] = nothing, **more: bool) -> State:
    return State(f"{GAME}/{name}", reach, show, **more)


# --------------------------------------------------------------------------------------------------------------- in the room


def fresh(site: Site) -> Room:
    """The first scenario as it begins."""
    return Room(site, GAME, "quick_crossroads", people())


def deploying(site: Site) -> View:
    """The defender places teams."""
    room = fresh(site)
    return seen_by(room, room.asked())


def deployed(site: Site) -> Room:
    """Both stand where the scenario has them."""
    room = fresh(site)
    for seat in "ba":
        room.act(seat, "commit")
    return room


def planning(site: Site, *, viewer: str = "a") -> View:
    """Orders are written: one card has one, the other is blank."""
    room = deployed(site)
    room.act("a", "order", platoon="A1", order="MD")
    return seen_by(room, viewer)


def planned(site: Site) -> Room:
    """The attacker comes on, the defender lies in wait."""
    room = deployed(site)
    for platoon, order in {"A1": "MD", "A2": "MT"}.items():
        room.act("a", "order", platoon=platoon, order=order)
    for platoon in ("B1", "B2"):
        room.act("b", "order", platoon=platoon, order="FO")
    for seat in "ab":
        room.act(seat, "commit")
    return room


def turning(site: Site) -> View:
    """A card is to be turned."""
    room = planned(site)
    return seen_by(room, room.asked())


def activated(site: Site) -> View:
    """A platoon may move at the double."""
    room = planned(site)
    room.pick("a", "activate")
    return seen_by(room, "a")


def window_of(site: Site, *, is_asked: bool = True) -> View:
    """A team is on its way, and whoever lies in wait is asked."""
    room = planned(site)
    room.pick("a", "activate")
    way = longest(room.offers("a"))
    room.post("a", "/actions", {"action": way})
    return seen_by(room, "b" if is_asked else "a")


def longest(offers: list[dict[str, Any]]) -> Any:
    """The longest way that anybody is offered."""
    ways = [example for offer in offers if offer["type"] == "move" for example in offer["examples"]]
    return max(ways, key=lambda way: len(way["path"]))


def asked(kind: str, site: Site, *, scenario: str = "quick_crossroads", prefer: tuple[str, ...] = FORWARD) -> View:
    """Somebody is offered a kind of act, in the first game in which that comes about."""
    for seed in range(1, 20):
        room = Room(site, GAME, scenario, people())
        try:
            return seen_by(room, room.until(kind, prefer, seed=seed))
        except AssertionError:
            continue
    raise AssertionError(f"{kind} came about in no game")


def opening(scenario: str, site: Site) -> View:
    """A scenario as its first player meets it."""
    room = Room(site, GAME, scenario, people(SEATS[scenario]))
    return seen_by(room, room.asked())


def finished(site: Site) -> Room:
    """A game played to its end."""
    room = fresh(site)
    room.play(900, ("hold",))
    return room


def end(site: Site) -> View:
    """The game is over."""
    return seen_by(site.once("flames finished", lambda: finished(site)), "a")


def replay(site: Site) -> View:
    """The same game, to be looked at again."""
    room = site.once("flames finished", lambda: finished(site))
    return View(f"/rooms/{room.id}/replay?as=spectator", (room.links["spectator"],))


def happening(happen: Callable[[Room], str], site: Site) -> View:
    """Something between the players."""
    return seen_by(room := planned(site), happen(room))


# -------------------------------------------------------------------------------------------------------------- on the page


def take_card(window: Window) -> None:
    """A card is in hand, and its orders are to choose from."""
    window.click('[data-pick="A2"]:visible')
    window.see("#plan")


def sort_deck(window: Window) -> None:
    """The deck is put in order."""
    window.click('#offers [data-offer="deck"]')
    window.see("#plan")


def select(window: Window) -> None:
    """A team is selected: where it can come to, and what that costs."""
    team = window.locator('#board [data-unit^="A2."]').first.get_attribute("data-unit")
    touch(window, f'[data-unit="{team}"]')
    expect(window.locator("#layer-survey .tint-word").first).to_be_attached()


def plan_move(window: Window) -> None:
    """A way to a hex that is lit."""
    select(window)
    touch_lit(window, is_lit=True)
    window.see("#plan [data-verdict=legal]")


def plan_too_far(window: Window) -> None:
    """A way to one that is not."""
    select(window)
    touch_lit(window, is_lit=False)
    window.see("#plan .refusal")


def write_standing(window: Window) -> None:
    """Standing orders are written."""
    window.click('#offers [data-offer="standing"]')
    window.see("#plan")


def shoot(window: Window) -> None:
    """Shot by shot, with the odds."""
    window.click('#offers [data-offer="fire"]')
    window.see("#plan")
