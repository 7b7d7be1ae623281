"""The board of hexes in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.screenshots import over_the_table
from tests.screenshots.cells import plan_move, plan_too_far, select
from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.skirmishes import DECISIONS, GAME, fought
from tests.screenshots.states import State, View, nothing, replayed, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

SEATS: Final[Mapping[str, int]] = {"quick_crossroads": 2, "evening_village": 2, "big_pass": 4, "mountain_patrol": 2}
LAST_TURN = 6
CARD, OFFER, FIRST = '[data-pick="A1"]:visible', '#offers [data-offer="{}"]', '#plan [data-focus="choice-0"]'
CHOSEN: Final[Mapping[str, Sequence[str]]] = {
    "covering": (CARD, OFFER.format("fire")),
    "bombard": (CARD, OFFER.format("bombard"), "]"),
    "strike": (OFFER.format("strike"), "]"),
    "anti-aircraft": ("[data-ready]",),
    "allocate": (),
    "shooting": (OFFER.format("fire"),),
    "answering": (OFFER.format("opportunity") + ":not(.offer--global)",),
    "disengage": (FIRST,),
    "slip-away": (),
    "assault": (CARD, "]"),
    "going-in": (),
    "defend": (OFFER.format("defend"),),
    "strikes": (),
    "stay": (FIRST,),
    "go-on": (FIRST,),
    "fall-back": (),
    "consolidate": (),
}
"""What is pressed one after the other where it is not the key that goes to the first thing that could be chosen."""


def states() -> Iterator[State]:
    """From the deployment to the end."""
    yield _state("deploying", deploying, place_team, has_tablet=True)
    yield _state("planning", planning, has_tablet=True)
    yield _state("card", planning, take_card)
    yield _state("sorting", planning, choose(OFFER.format("deck")))
    yield _state("turning", turning)
    yield _state("selected", activated, partial(select, of="A2."), has_tablet=True)
    yield _state("planned", activated, partial(plan_move, of="A2."), has_tablet=True)
    yield _state("refused", activated, partial(plan_too_far, of="A2."))
    yield _state("window", window_of, has_tablet=True)
    yield _state("standing", window_of, choose(OFFER.format("standing")))
    yield _state("waits", partial(window_of, is_asked=False))
    for name in DECISIONS:
        yield _state(name, partial(deciding, name), choose(*CHOSEN.get(name, ("]",))))
    for scenario in SEATS:
        yield _state(scenario.replace("_", "-"), partial(opening, scenario))
    yield _state("spectator", partial(planning, viewer="spectator"))
    yield _state("end", end)
    yield _state("replay", replay, over_the_table.in_the_middle)
    yield from over_the_table.over(GAME, activated, planned)


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


def deciding(name: str, site: Site) -> View:
    """Somebody has to decide in a small battle."""
    return seen_by(*fought(site, *DECISIONS[name]))


def opening(scenario: str, site: Site) -> View:
    """A scenario as its first player meets it."""
    room = Room(site, GAME, scenario, people(SEATS[scenario]))
    return seen_by(room, room.asked())


def finished(site: Site) -> Room:
    """A game that was put into its last turn, and in which nobody then did more than hold."""
    room = planned(site)
    room.put((None, "turn", LAST_TURN))
    room.play(100, ("hold", "commit", "close", "activate"))
    return room


def end(site: Site) -> View:
    """The game is over."""
    return seen_by(site.once("flames finished", lambda: finished(site)), "a")


def replay(site: Site) -> View:
    """The same game, to be looked at again."""
    return replayed(site.once("flames finished", lambda: finished(site)))


# -------------------------------------------------------------------------------------------------------------- on the page


def place_team(window: Window) -> None:
    """A team that is to stand elsewhere."""
    window.unit("B1.0")
    window.see("#who")


def take_card(window: Window) -> None:
    """A card is in hand, and its orders are to choose from."""
    window.click('[data-pick="A2"]:visible')
    window.see("#plan")


def choose(*parts: str) -> Callable[[Window], None]:
    """Presses one part of the page after the other; a bracket is the key that goes to the next that can be chosen."""

    def show(window: Window) -> None:
        for part in parts:
            window.press(part) if part == "]" else window.click(part)
        if parts:
            window.see("#plan")

    return show
