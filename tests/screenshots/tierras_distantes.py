"""The table with heights in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.screenshots import over_the_table
from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.states import State, View, nothing, replayed, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

GAME = "tierras_distantes"
FIGHTING = ("fire", "move", "activate")
Placed = tuple[tuple[str, str, Any], ...]


def states() -> Iterator[State]:
    """From the squads to the end."""
    yield _state("squads", squads, compose, has_tablet=True)
    yield _state("squads-waits", partial(squads, is_locked=True))
    yield _state("terrain", terrain, place_piece, has_tablet=True)
    yield _state("sides", sides)
    yield _state("deployment", deployment, plan_deployment, has_tablet=True)
    yield _state("deployment-refused", deployment, refuse_deployment)
    yield _state("deployment-waits", partial(deployment, is_confirmed=True))
    yield _state("naming", naming, has_tablet=True)
    yield _state("selected", fighting, select, has_tablet=True)
    yield _state("planned", fighting, plan_move, has_tablet=True)
    yield _state("refused", fighting, plan_through_a_wall)
    yield _state("climb", fighting, plan_climb, has_tablet=True)
    yield _state("aiming", fighting, aim, has_tablet=True)
    yield _state("burst", fighting, aim_at_a_point)
    yield _state("dice", partial(fighting, is_own=True), shoot, is_own=True)
    yield _state("rally", shaken, rally)
    yield _state("waits", partial(fighting, viewer="b"))
    yield _state("spectator", partial(fighting, viewer="spectator"))
    yield _state("morale", morale)
    yield _state("big", big, has_tablet=True)
    yield _state("big-selected", big, select_any)
    yield _state("end", end, has_tablet=True)
    yield _state("replay", replay, over_the_table.in_the_middle)
    yield from over_the_table.over(GAME, fighting, begun)


def _state(name: str, reach: Callable[[Site], View], show: Callable[[Window], None] = nothing, **more: bool) -> State:
    return State(f"{GAME}/{name}", reach, show, **more)


# ------------------------------------------------------------------------------------------------------ before the battle


def squads(site: Site, *, is_locked: bool = False) -> View:
    """Squads are composed, or one is locked already."""
    room = Room(site, GAME, "unknown_world", people())
    if is_locked:
        room.pick("a", "lock_squad")
    return seen_by(room, "a")


def terrain(site: Site) -> View:
    """The players place the terrain; two pieces of either lie there."""
    room = Room(site, GAME, "two_halves", people())
    for seat in "ab":
        room.pick(seat, "lock_squad")
    for _ in range(4):
        room.pick(room.asked(), "place_piece")
    return seen_by(room, room.asked())


def sides(site: Site) -> View:
    """The winner of the roll chooses a side."""
    room = Room(site, GAME, "relay", people())
    return seen_by(room, room.asked())


def southern(room: Room) -> Room:
    """The room with player A in the south, or the west."""
    if room.asked() == "a":
        room.pick("a", "choose_side")
    else:
        first = room.offers("b")[0]["examples"][0]["side"]
        room.act("b", "choose_side", side={"south": "north", "west": "east"}[first])
    return room


def deployment(site: Site, *, is_confirmed: bool = False) -> View:
    """Miniatures are placed unseen, or all are placed."""
    room = southern(Room(site, GAME, "relay", people()))
    for number, x in enumerate((560, 700, 760, 900), 1):
        room.act("a", "deploy", unit=f"A{number:02}", x_mm=x, y_mm=150)
    if is_confirmed:
        room.act("a", "deploy_rest")
        room.act("a", "confirm_deployment")
    return seen_by(room, "a")


# -------------------------------------------------------------------------------------------------------------- the battle


def begun(site: Site, scenario: str = "outpost", options: Mapping[str, Any] | None = None) -> Room:
    """A battle in which player A is to name who acts."""
    room = southern(Room(site, GAME, scenario, people(), options=options or {}))
    room.until("activate", ("confirm_deployment", "deploy_rest"))
    while room.asked() != "a":
        room.pick("b", "activate")
        room.act("b", "end_batch")
    return room


def naming(site: Site) -> View:
    """Who is to act is chosen."""
    return seen_by(site.once("tierras begun", lambda: begun(site)), "a")


FRIENDS: Placed = (
    *(("A01", "x_mm", 640), ("A01", "y_mm", 235)),
    *(("A02", "x_mm", 455), ("A02", "y_mm", 455)),
    *(("A03", "x_mm", 225), ("A03", "y_mm", 480), ("A03", "z_mm", 20)),
    *(("A04", "x_mm", 340), ("A04", "y_mm", 340)),
    *(("A06", "x_mm", 560), ("A06", "y_mm", 250)),
)
FOES: Placed = (
    *(("B01", "x_mm", 500), ("B01", "y_mm", 760)),
    *(("B02", "x_mm", 800), ("B02", "y_mm", 520), ("B02", "z_mm", 20)),
    *(("B03", "x_mm", 620), ("B03", "y_mm", 550)),
    *(("B04", "x_mm", 175), ("B04", "y_mm", 800)),
    *(("B05", "x_mm", 660), ("B05", "y_mm", 345)),
)
"""Both squads among the terrain, at every height."""


def fought(site: Site) -> Room:
    """The quick start, the squads among the terrain, as many of A active as were rolled."""
    room = begun(site)
    count = len(next(offer for offer in room.offers("a") if offer["type"] == "activate")["examples"][0]["units"])
    room.put(*FRIENDS)
    room.put(*FOES)
    room.act("a", "activate", units=["A02", "A06", "A03", "A04", "A01", "A05"][:count])
    return room


def fighting(site: Site, *, viewer: str = "a", is_own: bool = False) -> View:
    """A batch, in the middle of the table."""
    return seen_by(fought(site) if is_own else site.once("tierras fought", lambda: fought(site)), viewer)


def shaken(site: Site) -> View:
    """Somebody is frightened, somebody else hangs on a wall."""
    room = fought(site)
    room.put(("A02", "frightened", True), ("B03", "frightened", True), ("B01", "lost", True))
    return seen_by(room, "a")


def morale(site: Site) -> View:
    """Both sides near their breaking points, which dice decide."""
    room = begun(site, "relay", {"morale": "roll"})
    room.put(*((f"{side}{number:02}", "lost", True) for side in "AB" for number in range(4, 9)))
    return seen_by(room, "a")


def big_battle(site: Site) -> Room:
    """The big battle after some turns."""
    room = begun(site, "reactor")
    room.play(150, FIGHTING)
    room.until("move", ("activate",))
    return room


def big(site: Site) -> View:
    """The big battle, as the player sees it whose batch it is."""
    room = site.once("tierras big", lambda: big_battle(site))
    return seen_by(room, room.asked())


def finished(site: Site) -> Room:
    """A short game played to its end."""
    room = begun(site, "outpost", {"turn_limit": 2})
    room.play(400, FIGHTING)
    if room.get("a")["to_act"]:
        room.post("b", "/resign")
    return room


def end(site: Site) -> View:
    """The game is over."""
    return seen_by(site.once("tierras finished", lambda: finished(site)), "a")


def replay(site: Site) -> View:
    """The same game, to be looked at again."""
    return replayed(site.once("tierras finished", lambda: finished(site)))


# -------------------------------------------------------------------------------------------------------------- on the page


def compose(window: Window) -> None:
    """A squad with a soldier on it; another is being put together."""
    window.click("#offers [data-offer]")
    for slot, choice in (("quality", "veteran"), ("armour", "heavy")):
        window.click(f'[data-focus="slot-of-{slot}"]')
        window.click(f'[data-focus="slot-{slot}-{choice}"]')
    window.click('[data-focus="make"]')
    expect(window.locator(".tally__list button")).to_be_attached()
    window.click('[data-focus="slot-of-weapons"]')


def place_piece(window: Window) -> None:
    """A piece is about to be placed."""
    window.click('#offers [data-offer="place_piece"]')
    window.click_at(600, 480)
    window.see("#plan [data-verdict]")


def plan_deployment(window: Window) -> None:
    """A miniature is about to be deployed."""
    window.click('#offers [data-offer="deploy"], #offers [data-pick]')
    window.click_at(1000, 200)
    window.see("#plan [data-verdict=legal]")


def refuse_deployment(window: Window) -> None:
    """One where it may not be."""
    window.click('#offers [data-offer="deploy"], #offers [data-pick]')
    window.click_at(700, 600)
    window.see("#plan .refusal")


def select(window: Window) -> None:
    """A gunner beside the container is selected: where one move ends and where two, what he could climb, whom he sees."""
    window.unit("A02")
    expect(window.locator("#layer-survey path").first).to_be_attached()


def select_any(window: Window) -> None:
    """One of the viewer's miniatures is selected."""
    window.tab("units")
    window.click("#units [data-pick]:not([disabled])")
    window.tab("dock")


def plan_move(window: Window) -> None:
    """A move of two stretches is planned."""
    select(window)
    window.click_at(380, 520)
    window.see("#plan [data-verdict]")


def plan_through_a_wall(window: Window) -> None:
    """A move into the side of the container."""
    select(window)
    window.click_at(640, 480)
    window.see("#plan [data-verdict]")


def plan_climb(window: Window) -> None:
    """A climb onto the container."""
    select(window)
    window.click('#offers [data-offer="climb"]')
    window.click('[data-focus="choice-1"]')
    window.see("#plan [data-verdict]")


def aim(window: Window) -> None:
    """A shot with its odds, seen from its side."""
    select(window)
    window.click('#offers [data-offer="fire"]')
    window.unit("B02")
    window.see("#plan [data-verdict=legal]")


def aim_at_a_point(window: Window) -> None:
    """A grenade, with everybody whom it may reach."""
    window.unit("A06")
    window.click('#offers [data-offer="fire_area"]')
    window.click_at(650, 330)
    window.see("#plan [data-verdict]")


def shoot(window: Window) -> None:
    """Dice that just fell."""
    aim(window)
    window.commit()
    window.see("#dice .roll")


def rally(window: Window) -> None:
    """Who is frightened may rally."""
    window.unit("A02")
    window.see("#offers")
