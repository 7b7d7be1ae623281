"""The measured table in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.screenshots import over_the_table
from tests.screenshots.pages import KEPT
from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.states import State, View, nothing, replayed, seen_by

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

GAME = "war_of_plastic"
FREE_LISTS = {"army_lists": "free", "symmetric_armies": False}


def states() -> Iterator[State]:
    """From the empty table to the end."""
    yield _state("waiting", waiting)
    yield _state("roll-off", roll_off)
    yield _state("edges", edges)
    yield _state("army-list", army_list, compose)
    yield _state("obstacles-role", obstacles_role)
    yield _state("obstacles", obstacles, place_ruins, has_tablet=True)
    yield _state("deployment", deployment, pick_for_deployment, has_tablet=True)
    yield _state("deployment-planned", deployment, plan_deployment)
    yield _state("deployment-refused", deployment, refuse_deployment)
    yield _state("deployment-waiting", partial(deployment, waits=True))
    yield _state("idle", garden, has_tablet=True)
    yield _state("selected", garden, select, has_tablet=True)
    yield _state("planned", garden, plan_move, has_tablet=True)
    yield _state("refused", garden, plan_too_far)
    yield _state("stunned", stunned, nothing)
    yield _state("aiming", moved, aim, has_tablet=True)
    yield _state("dice", garden, shoot, is_own=True)
    yield _state("waits", partial(garden, viewer="b"))
    yield _state("spectator", partial(shot, viewer="spectator"), has_tablet=True)
    yield _state("close-combat", close_combat, nothing)
    yield _state("floors", floors, go_upstairs)
    yield _state("big", big, has_tablet=True)
    yield _state("big-selected", big, select_in_big)
    yield _state("end", end, has_tablet=True)
    yield _state("replay", replay, over_the_table.in_the_middle, has_tablet=True)
    yield from over_the_table.over(GAME, shot, begun)


def _state(name: str, reach: Callable[[Site], View], show: Callable[[Window], None] = nothing, **more: bool) -> State:
    return State(f"{GAME}/{name}", reach, show, **more)


# ------------------------------------------------------------------------------------------------------ before the battle


def rolled(room: Room) -> Room:
    """The room after every roll-off that is asked for now."""
    while any(offer["type"] == "roll" for offer in room.offers(room.asked())):
        room.act(room.asked(), "roll")
    return room


def waiting(site: Site) -> View:
    """The first player's table, before the second one has come."""
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "open"}]
    return seen_by(Room(site, GAME, "garden_skirmish", seats), "a")


def roll_off(site: Site) -> View:
    """Both are asked to roll."""
    return seen_by(Room(site, GAME, "garden_skirmish"), "a")


def edges(site: Site) -> View:
    """The winner of the roll chooses an edge."""
    room = rolled(Room(site, GAME, "crossroads"))
    return seen_by(room, room.asked())


def army_list(site: Site) -> View:
    """Armies are composed."""
    return seen_by(Room(site, GAME, "crossroads", options=FREE_LISTS), "a")


def obstacles_role(site: Site) -> View:
    """The winner of the roll chooses whether to place the obstacles or to choose the edge."""
    room = rolled(Room(site, GAME, "horde_against_armour"))
    return seen_by(room, room.asked())


def obstacles(site: Site) -> View:
    """Obstacles are placed."""
    room = rolled(Room(site, GAME, "horde_against_armour"))
    room.act(builder := room.asked(), "choose_role", role="place")
    return seen_by(room, builder)


def deployed(site: Site) -> tuple[Room, str, int]:
    """A crossroads with two units on either side; who deploys now, and how far north the middle of their area is."""
    room = rolled(Room(site, GAME, "crossroads"))
    room.act(room.asked(), "choose_edge", edge="south")
    for unit in ("11", "10", "01", "07"):
        for _ in range(2):
            seat = room.asked()
            offer = next(each for each in room.offers(seat) if each.get("unit") == f"{seat.upper()}-{unit}")
            y = 1000 if offer["examples"][0]["y_mm"] > 600 else 200
            room.act(
                seat, "deploy", unit=offer["unit"], x_mm={"11": 600, "10": 1000, "01": 500, "07": 1200}[unit], y_mm=y
            )
    seat = room.asked()
    example = next(each for each in room.offers(seat) if each["type"] == "deploy")["examples"][0]
    return room, seat, 1000 if example["y_mm"] > 600 else 200


def deployment(site: Site, *, waits: bool = False) -> View:
    """The middle of the deployment, as the player sees it whose turn it is, or the other."""
    room, seat, _ = site.once("deployed", lambda: deployed(site))
    return seen_by(room, ("b" if seat == "a" else "a") if waits else seat)


# -------------------------------------------------------------------------------------------------------------- the battle


def begun(site: Site, scenario: str = "garden_skirmish", seats: int = 2) -> Room:
    """A battle with army A to act."""
    room = rolled(Room(site, GAME, scenario, people(seats)))
    if room.asked() != "a":
        room.act(room.asked(), "end_turn")
    return room


def garden(site: Site, *, viewer: str = "a") -> View:
    """The skirmish in the garden as it begins."""
    return seen_by(site.once("garden", lambda: begun(site)), viewer)


def moved(site: Site) -> View:
    """A soldier stands between the houses and may shoot."""
    room = begun(site)
    room.act("a", "move", unit="A-02", path_mm=[[400, 310]])
    return seen_by(room, "a")


def shot_at(site: Site) -> Room:
    """A battle with moves and shots of both sides and something said."""
    room = begun(site)
    room.act("a", "move", unit="A-02", path_mm=[[400, 310]])
    room.pick("a", "shoot")
    while room.asked() == "a":
        room.until("end_turn", ("finish_manoeuvre",))
        if room.asked() == "a":
            room.act("a", "end_turn")
    room.say("a", "¿Seguro que quieres salir de ahí?")
    room.say("b", "Quien no arriesga no gana.")
    room.act("b", "move", unit="B-02", path_mm=[[800, 500]])
    room.pick("b", "shoot")
    if room.asked() == "b":
        room.act("b", "end_turn")
    return room


def shot(site: Site, *, viewer: str = "a") -> View:
    """The middle of a battle."""
    room = site.once("shot_at", lambda: shot_at(site))
    return seen_by(room, viewer)


def stunned(site: Site) -> View:
    """Soldiers stunned and wounded, put so by consent."""
    room = begun(site)
    room.put(("A-03", "stunned", True), ("B-02", "stunned", True), ("A-04", "status", "destroyed"))
    return seen_by(room, "a")


def close_combat(site: Site) -> View:
    """Two soldiers in close combat, put there by consent."""
    room = begun(site)
    room.put(("A-03", "y_mm", 490), ("B-03", "y_mm", 560))
    room.act("a", "move", unit="A-03", path_mm=[[600, 530]])
    return seen_by(room, "a")


def floors(site: Site) -> View:
    """A soldier inside a house of several floors."""
    room = begun(site, "house_to_house")
    room.act("a", "move", unit="A-01", path_mm=[[250, 404]])
    room.act("a", "end_turn")
    room.act("b", "end_turn")
    return seen_by(room, "a")


def big(site: Site) -> View:
    """The big battle of six players, deployed at random."""
    return seen_by(site.once("big", lambda: big_battle(site)), "a")


def big_battle(site: Site) -> Room:
    """The big battle with everybody on the table."""
    room = Room(site, GAME, "breakthrough", people(6))
    room.until("end_turn", ("deploy", "finish_deployment", "roll"))
    return room


def end(site: Site) -> View:
    """A battle that was given up after some shots."""
    room = shot_at(site)
    room.post("b", "/resign")
    return seen_by(room, "a")


def replay(site: Site) -> View:
    """A kept game, to be looked at again."""
    return replayed(Room.imported(site, KEPT.read_bytes()))


# ------------------------------------------------------------------------------------------------------------- on the page


def compose(window: Window) -> None:
    """The composer of a list with some soldiers more."""
    window.click('#offers [data-offer="commit_list"], #offers [data-offer]')
    for _ in range(3):
        window.click('[data-focus="more-soldier"]')
    window.see("#plan [data-verdict]")


def place_ruins(window: Window) -> None:
    """A ruin is about to be placed."""
    window.click('#offers [data-offer="place_obstacle"]', has_text="in")
    window.click_at(700, 500)
    window.see("#plan [data-verdict]")


def pick_for_deployment(window: Window) -> None:
    """A jeep is chosen and the area shows where it may go."""
    window.click("#offers [data-pick$='-09']")
    window.see("#plan")


def plan_deployment(window: Window) -> None:
    """A jeep about to be deployed."""
    pick_for_deployment(window)
    window.click_at(850, _depth(window, 180))
    window.see("#plan [data-verdict=legal]")


def refuse_deployment(window: Window) -> None:
    """A jeep where it may not be deployed."""
    pick_for_deployment(window)
    window.click_at(850, 450)
    window.see("#plan .refusal")


def _depth(window: Window, mm: int) -> int:
    """A place's height on the table, from the edge of whoever deploys."""
    own = window.locator(
        "#board [data-unit][data-seat='{}']".format(window.locator("body").get_attribute("data-viewer"))
    )
    return 1200 - mm if int(own.first.get_attribute("data-y") or 0) > 600 else mm


def select(window: Window) -> None:
    """A soldier is selected: reach, ranges, whom he sees."""
    window.click_at(400, 120)
    expect(window.locator("#layer-survey path").first).to_be_attached()


def plan_move(window: Window) -> None:
    """A move of two stretches is planned."""
    select(window)
    window.click_at(400, 230)
    window.see("#plan [data-verdict=legal]")
    window.click_at(300, 230)
    window.see("#plan [data-verdict=legal]")


def plan_too_far(window: Window) -> None:
    """A move that is too long."""
    select(window)
    window.click_at(400, 560)
    window.see("#plan .refusal")


def aim(window: Window) -> None:
    """A shot with its odds."""
    window.knows_its_offers()
    window.click_at(300, 650)
    window.see("#plan .chance")


def shoot(window: Window) -> None:
    """Dice that just fell."""
    select(window)
    window.click_at(400, 310)
    window.see("#plan [data-verdict=legal]")
    window.commit()
    window.see('[data-offer="shoot"]')
    aim(window)
    window.commit()
    window.see("#dice .roll")


def go_upstairs(window: Window) -> None:
    """A soldier plans to climb."""
    window.unit("A-01")
    window.click_at(300, 500)
    window.see(".plan__level")
    window.click('[data-focus="up"]')
    window.see("#plan [data-verdict]")


def select_in_big(window: Window) -> None:
    """A unit of the big battle is selected."""
    window.tab("units")
    window.click("#units [data-pick]:not([disabled])")
    expect(window.locator("#who")).not_to_be_empty()
    window.tab("dock")
