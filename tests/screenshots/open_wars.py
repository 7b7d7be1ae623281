"""The map of cards in every state: fights and prompts come about by putting both armies on one card by consent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from tests.screenshots import over_the_table
from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.states import State, View, nothing, replayed, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

GAME = "open_wars"
ARMIES: Final[Mapping[str, Sequence[tuple[str, int]]]] = {
    "orcs": (("orcs.shaman", 1), ("orcs.slynn", 3), ("orcs.axer", 2)),
    "elves": (("elves.magician", 1), ("elves.archer", 3), ("elves.warrior", 2)),
    "amazons": (("amazons.druid", 1), ("amazons.warlike", 3), ("amazons.javelin", 1)),
    "demons": (("demons.bane", 1), ("demons.torturer", 2), ("demons.hellhound", 3)),
    "barbarians": (("barbarians.cleric", 1), ("barbarians.scout", 3), ("barbarians.berserker", 1)),
    "undead": (("undead.mummy", 3), ("undead.zombie", 3), ("undead.wraith", 2)),
}
ALL: Final = ("orcs", "elves", "demons", "undead", "dwarves", "amazons", "barbarians")
FIGHT: Final = ("attack", "pass", "end_movement", "recruit", "assign_hit", "choose_unit", "choose_site")


def states() -> Iterator[State]:
    """From the muster to the end."""
    yield _state("muster", mustering, has_tablet=True)
    yield _state("muster-begun", mustering, muster_some)
    yield _state("muster-waits", muster_waits)
    yield _state("idle", crown, has_tablet=True)
    yield _state("selected", crown, select, has_tablet=True)
    yield _state("planned", march, plan_move, has_tablet=True)
    yield _state("refused", march, plan_too_far)
    yield _state("casting", crown, cast, has_tablet=True)
    yield _state("respond", respond, has_tablet=True)
    yield _state("waivers", respond, open_waivers)
    yield _state("waits", partial(crown, viewer="a"))
    yield _state("spectator", partial(battle, viewer="spectator"))
    yield _state("card-read", crown, read_card)
    yield _state("bridge", bridge)
    yield _state("aiming", partial(asked, "attack"), aim, has_tablet=True)
    yield _state("dice", partial(asked, "attack"), strike, is_own=True)
    for kind in PROMPTS:
        yield _state(kind.replace("_", "-"), partial(asked, kind))
    yield _state("seven", seven, has_tablet=True)
    yield _state("seven-late", seven_late, is_slow=True)
    yield _state("end", end)
    yield _state("replay", replay, over_the_table.in_the_middle)
    yield from over_the_table.over(GAME, battle, without_magic)


def _state(name: str, reach: Callable[[Site], View], show: Callable[[Window], None] = nothing, **more: bool) -> State:
    return State(f"{GAME}/{name}", reach, show, **more)


# ------------------------------------------------------------------------------------------------------------- on the map


def muster_of(army: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """A list as an act holds it."""
    return [{"unit": unit, "count": count} for unit, count in army]


def mustered(site: Site, *pair: str, magic: bool = True) -> Room:
    """A standard game of two with both armies on the map; every spell can be answered."""
    room = Room(site, GAME, "arcanums_crown", people(len(pair), faction=pair), options={"dispel_reach": "unlimited"})
    for seat, faction in zip(room.seats, pair, strict=True):
        room.act(seat, "muster", list=muster_of(ARMIES[faction][0 if magic else 1 :]))
    return room


def mustering(site: Site) -> View:
    """Armies are bought."""
    return seen_by(Room(site, GAME, "arcanums_crown", people(faction=("orcs", "elves"))), "a")


def muster_waits(site: Site) -> View:
    """One list is in."""
    room = Room(site, GAME, "arcanums_crown", people(faction=("orcs", "elves")))
    room.act("a", "muster", list=muster_of(ARMIES["orcs"]))
    return seen_by(room, "a")


def crown(site: Site, *, viewer: str = "b") -> View:
    """The game begins; the elves move first."""
    return seen_by(site.once("crown", lambda: mustered(site, "orcs", "elves")), viewer)


def without_magic(site: Site) -> Room:
    """The same without magic."""
    return mustered(site, "orcs", "elves", magic=False)


def march(site: Site) -> View:
    """A move is to be planned, and no spell in the way."""
    return seen_by(without_magic(site), "b")


def respond(site: Site) -> View:
    """A spell has been cast and the other may answer."""
    room = mustered(site, "orcs", "elves")
    room.pick("b", "cast", spell="arcane_wind")
    return seen_by(room, "a")


def bridge(site: Site) -> View:
    """Two warbands on the bridge."""
    room = Room(site, GAME, "clash_at_the_bridge")
    return seen_by(room, room.until("attack", ("attack", "move", "end_movement")))


def fighting(site: Site, *pair: str, cell: str = "C3") -> Room:
    """Both armies on one card, with mana enough."""
    room = mustered(site, *pair)
    together(room, cell)
    room.put(*((None, f"mana_{seat}", 20) for seat in room.seats))
    return room


def together(room: Room, *cells: str, only: Sequence[str] = ("",)) -> None:
    """Every stack of every seat goes to a cell: with two cells every other one goes to the second. ``only``: these units."""
    found = [known for known in room.get("a", "/correctables")["correctables"] if known["field"] == "cell"]
    for side in room.seats:
        stacks = [known["unit"] for known in found if f".{side}." in known["unit"]]
        meant = [stack for stack in stacks if any(unit in stack for unit in only)]
        if meant:
            room.put(*((stack, "cell", cells[n % len(cells)]) for n, stack in enumerate(meant)))


def follow_up(site: Site) -> tuple[Room, str]:
    """Wild Fury scored a hit: the unit may go on."""
    room = fighting(site, "amazons", "orcs")
    return room, room.until("follow_up_move", ("cast:wild_fury", *FIGHT))


def pact(site: Site) -> tuple[Room, str]:
    """Dark Pact: who pays?"""
    room = fighting(site, "demons", "amazons")
    return room, room.until("pact", ("cast:dark_pact", *FIGHT))


def bonus_target(site: Site) -> tuple[Room, str]:
    """A bonus attack looks for its target."""
    room = fighting(site, "barbarians", "orcs", "elves")
    return room, room.until("bonus_target", ("cast:bloodthirst", *FIGHT))


def two_fights(site: Site) -> tuple[Room, str]:
    """Which combat is fought first?"""
    room = mustered(site, "orcs", "elves")
    together(room, "C3", "C4")
    return room, room.until("choose_site", FIGHT[:4])


def in_fight(kind: str, pair: tuple[str, str], site: Site) -> tuple[Room, str]:
    """A fight of two until somebody is offered ``kind``."""
    room = fighting(site, *pair)
    return room, room.until(kind, FIGHT[:4])


def desert(site: Site) -> tuple[Room, str]:
    """A fight on the Skeleton Desert of a random map, after which one of the undead may come back."""
    factions = ("undead", "orcs", "elves")
    room = Room(site, GAME, "seven_crowns", people(3, faction=factions))
    for seat, faction in zip(room.seats, factions, strict=True):
        room.act(seat, "muster", list=muster_of(ARMIES[faction][faction != "undead" :]))
    rows = room.get("a", "/position")["view"]["map"]
    found = [(x, y) for y, row in enumerate(rows) for x, card in enumerate(row) if card == "skeleton_desert"]
    cell = f"{'ABCDEFGH'[found[0][0]]}{found[0][1] + 1}"
    together(room, cell, only=("mummy", "zombie", "wraith", "axer"))
    room.put((None, "gold_a", 30))
    return room, room.until("resurrect", FIGHT)


def recruiting(site: Site) -> tuple[Room, str]:
    """Units are bought for what was earned."""
    room = mustered(site, "orcs", "elves", magic=False)
    room.put((None, "gold_a", 9), (None, "gold_b", 9))
    return room, room.until("recruit", ("end_movement", "pass"))


PROMPTS: Final[Mapping[str, Callable[[Site], tuple[Room, str]]]] = {
    "attack": partial(in_fight, "attack", ("orcs", "elves")),
    "assign_hit": partial(in_fight, "assign_hit", ("demons", "barbarians")),
    "choose_site": two_fights,
    "bonus_target": bonus_target,
    "follow_up_move": follow_up,
    "pact": pact,
    "resurrect": desert,
    "recruit": recruiting,
}


def asked(kind: str, site: Site) -> View:
    """The table of whoever is asked for a decision of a kind."""
    room, seat = PROMPTS[kind](site)
    return seen_by(room, seat)


def fought(site: Site) -> Room:
    """A game after a fight, with something said."""
    room = fighting(site, "orcs", "elves")
    room.until("recruit", FIGHT, most=60)
    room.say("a", "Eso ha dolido.")
    room.say("b", "Y lo que queda.")
    return room


def battle(site: Site, *, viewer: str = "b") -> View:
    """The middle of a game."""
    return seen_by(site.once("fought", lambda: fought(site)), viewer)


def seven_at(site: Site, *, acts: int) -> Room:
    """Seven players on a random map after so many acts."""
    room = Room(site, GAME, "seven_crowns", people(7, faction=ALL))
    for seat in room.seats:
        room.pick(seat, "muster")
    room.play(acts, ("move", "attack", "pass", "end_movement"))
    return room


def seven(site: Site) -> View:
    """Seven players, all armies on the map."""
    room = seven_at(site, acts=4)
    return seen_by(room, room.asked())


def seven_late(site: Site) -> View:
    """The same much later."""
    room = seven_at(site, acts=250)
    return seen_by(room, room.asked())


def end(site: Site) -> View:
    """A game that was given up after a fight."""
    room = fought(site)
    room.post("a", "/resign")
    return seen_by(room, "b")


def replay(site: Site) -> View:
    """A game that is over, to be looked at again."""
    room = fought(site)
    room.post("a", "/resign")
    return replayed(room)


# ------------------------------------------------------------------------------------------------------------- on the page


def muster_some(window: Window) -> None:
    """Some units are in the list."""
    for unit in ("orcs.shaman", "orcs.slynn", "orcs.slynn", "orcs.axer"):
        window.click(f'[data-focus="more-{unit}"]')
    window.see("#plan [data-verdict]")


def stack(window: Window, unit: str) -> None:
    """Selects a stack by its line in the list of units."""
    window.tab("units")
    window.click(f'#panels [data-pick="{unit}"]')
    expect(window.locator("#who")).not_to_be_empty()
    window.tab("dock")


def select(window: Window) -> None:
    """A stack with what it can do."""
    stack(window, "E5.b.elves.archer")
    expect(window.locator("#layer-survey .overlay-label, #layer-survey rect").first).to_be_attached()


def touch_card(window: Window, cell: str) -> None:
    """Clicks or taps a card where no stack lies."""
    window.rest()
    box = window.locator(f'[data-card="{cell}"] .card-figures').bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if window.device.has_touch:
        window.page.touchscreen.tap(*place)
    else:
        window.page.mouse.click(*place)


def plan_move(window: Window) -> None:
    """A move of a stack."""
    stack(window, "E5.b.elves.warrior")
    touch_card(window, "E4")
    window.see('#plan [data-verdict="legal"]')


def plan_too_far(window: Window) -> None:
    """A move that costs too much."""
    plan_move(window)
    touch_card(window, "E3")
    window.see("#plan .refusal")


def cast(window: Window) -> None:
    """A spell with its target."""
    stack(window, "E5.b.elves.magician")
    window.click("#offers .offer:has([data-spell]), #offers .offer[data-offer=cast]")
    window.see(".plan__about")
    window.press("]")
    window.see("#plan [data-verdict]")


def open_waivers(window: Window) -> None:
    """For how long one may pass beforehand."""
    window.click(".waivers summary")


def read_card(window: Window) -> None:
    """A card is read out."""
    if window.device.has_touch:
        touch_card(window, "C5")
    else:
        window.locator('[data-card="C3"]').hover()
    window.see(".reader")


def aim(window: Window) -> None:
    """An attack with its odds."""
    window.press("]")
    window.see(".chance")


def strike(window: Window) -> None:
    """Dice that just fell."""
    aim(window)
    window.commit()
    window.see("#dice .roll")
