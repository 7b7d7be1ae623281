"""What opens over any table, and what its people do with one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.screenshots.rooms import Room, Site
from tests.screenshots.states import State, View, nothing, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

Show = Callable[["Window"], None]


def over(game: str, view: Callable[[Site], View], found: Callable[[Site], Room]) -> Iterator[State]:
    """What opens over a view of a game, and what happens between the people of a room that is founded for it."""
    for name, show in SHOWN.items():
        yield State(f"{game}/{name}", view, show)
    for name, (happen, show) in HAPPENING.items():
        yield State(f"{game}/{name}", partial(happening, found, happen), show)


def happening(found: Callable[[Site], Room], happen: Callable[[Room], str], site: Site) -> View:
    """Something between the players, as that one sees it who is asked."""
    room = found(site)
    return seen_by(room, happen(room))


def help_and_keys(window: Window) -> None:
    """The list of the keys."""
    window.click('[data-do="help"]') if window.locator('[data-do="help"]').first.is_visible() else window.press("?")
    window.see("#help")


def menu(window: Window) -> None:
    """The menu."""
    window.click('[data-do="menu"]')
    window.see("#menu")


def in_words(window: Window) -> None:
    """The board in words."""
    window.press("v")
    window.see("#words-view")


def rules(window: Window) -> None:
    """The rules, looked through."""
    menu(window)
    window.click('[data-do="rules"]')
    window.see("#rules-found .rule")


def log(window: Window) -> None:
    """The log, with a line opened."""
    window.tab("record")
    line = window.locator("#log .entry button").last
    if line.count():
        line.evaluate("button => button.click()")


def units(window: Window) -> None:
    """The list of the units."""
    window.tab("units")


def talk(window: Window) -> None:
    """What was said."""
    window.tab("talk")


def correction(window: Window) -> None:
    """A correction in the making."""
    menu(window)
    window.click('#menu [data-do="correction"]')
    window.see("#correction")
    window.locator("#correction-unit").select_option(index=1)
    window.see("#correction-fields [data-field]")


def resigning(window: Window) -> None:
    """Whether they really give up."""
    menu(window)
    window.click('#menu [data-do="resign"]')
    window.see("#question")


def folded(window: Window) -> None:
    """The panels out of the way."""
    fold = window.locator('[data-do="fold"]')
    if fold.is_visible():
        window.click('[data-do="fold"]')


def offline(window: Window) -> None:
    """The line is dead."""
    window.page.context.set_offline(True)
    expect(window.locator("#connection")).not_to_have_attribute("data-state", "online")


def in_the_middle(window: Window) -> None:
    """A replay at a moment in its middle."""
    window.see("#slider")
    window.page.evaluate(
        "() => { const slider = document.querySelector('#slider'); slider.value = String(Math.round(slider.max / 3));"
        " slider.dispatchEvent(new Event('input', {bubbles: true}));"
        " slider.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    window.page.wait_for_function("() => document.body.dataset.seq === document.querySelector('#slider').value")


def paused(room: Room) -> str:
    """The game rests."""
    room.agree({"kind": "pause"})
    return "a"


def undo_asked(room: Room) -> str:
    """A side asks to take an act back."""
    seat = room.asked()
    room.post(seat, "/actions", {"action": _anything(room, seat)})
    room.post(seat, "/proposals", {"kind": "undo"})
    return next(other for other in room.seats if other != seat)


def draw_offered(room: Room) -> str:
    """A side offers a draw."""
    room.post("a", "/proposals", {"kind": "draw"})
    return "b"


def correction_proposed(room: Room) -> str:
    """A side proposes that something stood otherwise."""
    for known in room.get("a", "/correctables")["correctables"]:
        if known["unit"] and (known["schema"].get("type") == "integer" or "enum" in known["schema"]):
            values = known["schema"].get("enum")
            value = next(each for each in values if each != known["value"]) if values else known["value"] + 30
            change = {"unit": known["unit"], "field": known["field"], "value": value}
            wanted = {"kind": "correction", "changes": [change], "reason": "La mesa se movió."}
            room.post("a", "/proposals", wanted)
            return "b"
    raise AssertionError("nothing can be put right")


def correction_waits(room: Room) -> str:
    """The same, as its maker sees it."""
    correction_proposed(room)
    return "a"


def _anything(room: Room, seat: str) -> object:
    offers = [offer for offer in room.offers(seat) if offer["type"] not in ("end_turn", "resign", "offer_draw")]
    return offers[0]["examples"][0]


SHOWN: Final[Mapping[str, Show]] = {
    "help": help_and_keys,
    "menu": menu,
    "in-words": in_words,
    "rules": rules,
    "log": log,
    "units": units,
    "talk": talk,
    "correction": correction,
    "resigning": resigning,
    "folded": folded,
    "offline": offline,
}
HAPPENING: Final[Mapping[str, tuple[Callable[[Room], str], Show]]] = {
    "paused": (paused, nothing),
    "undo-asked": (undo_asked, nothing),
    "draw-offered": (draw_offered, nothing),
    "correction-proposed": (correction_proposed, nothing),
    "correction-waits": (correction_waits, nothing),
}
