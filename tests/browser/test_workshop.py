"""The workshop in a real browser: battles made by mouse, by touch and by keyboard alone, kept, saved, opened, hosted, played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tables import DESKTOP, LYING, PATIENCE_MS, PHONE, Window
from tests.support import axe
from tests.support.random_play import bounded
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

PLASTIC = "/games/war_of_plastic/workshop"
WARS = "/games/open_wars/workshop"
LANDS = "/games/tierras_distantes/workshop"


class Shop(Window):
    """Somebody's browser in a workshop."""

    def __init__(self, page: Page, *, has_touch: bool) -> None:
        super().__init__(page, has_touch=has_touch)

    def go(self, path: str) -> None:
        """Opens a workshop, and waits until its script runs."""
        self.page.goto(path)
        expect(self.locator("#main[data-answers]")).to_be_attached()

    def after(self, done: Callable[[], object]) -> None:
        """Does something, and waits until what came of it is on the page."""
        before = int(self.locator("#main").get_attribute("data-answers") or "")
        done()
        self.page.wait_for_function("n => Number(document.querySelector('#main').dataset.answers) > n", arg=before)

    def take(self, tool: str) -> None:
        """Takes a tool from the palette."""
        button = self.locator(f'[data-tool="{tool}"]')
        group = self.locator("details.tool-group", has=button)
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        button.click()

    def put(self, tool: str, *places: tuple[float, float]) -> None:
        """Puts down as many things of a tool as there are places, and lets go of it."""
        self.take(tool)
        for x, y in places:
            self.after(lambda x=x, y=y: self.click(x, y))
        self.press("Escape")

    def battle(self) -> Any:
        """The battle that this browser keeps."""
        game = self.locator("body").get_attribute("data-game")
        kept = self.page.evaluate("name => localStorage.getItem(name)", f"tapete.workshop.{game}")
        return json.loads(kept)

    def faults(self, count: int) -> None:
        """Waits until so many faults are told."""
        expect(self.locator("#fault-count")).to_have_text(str(count))


@pytest.fixture
def shop(browser: Browser, table_server: RunningServer) -> Iterator[Callable[..., Shop]]:
    """Opens workshops; closes them afterwards."""
    expect.set_options(timeout=PATIENCE_MS)
    opened = []

    def enter(path: str = PLASTIC, *, size: Any = None, theme: str = "light", lang: str = "en") -> Shop:
        is_phone = size == PHONE
        context = browser.new_context(
            base_url=table_server.url,
            viewport=size or DESKTOP,
            color_scheme=theme,  # type: ignore[arg-type]
            locale=lang,
            has_touch=is_phone,
            reduced_motion="reduce",
        )
        opened.append(context)
        found = Shop(context.new_page(), has_touch=is_phone)
        found.go(path)
        return found

    yield enter
    for context in opened:
        context.close()
    expect.set_options(timeout=5_000)


def test_a_small_battle_is_made_by_mouse_kept_saved_opened_hosted_and_played(
    shop: Callable[..., Shop], tmp_path: Path
) -> None:
    here = shop()
    here.faults(2)
    here.put("unit:placed:A:soldier", (300, 100), (600, 100))
    here.faults(2)
    here.locator('[data-do="host"]').click()
    here.page.get_by_role("button", name="Army B has no units.").click()  # what is missing is in hand
    for x in (300, 600):
        here.after(lambda x=x: here.click(x, 700))
    here.press("Escape")
    here.faults(0)
    here.put("shape:house_16", (600, 400))
    here.take("area:wood")
    for x, y in ((200, 350), (350, 350), (350, 450)):
        here.click(x, y)
    expect(here.locator("#hint")).to_contain_text("3 corners")
    leaving: list[str] = []
    here.page.once("dialog", lambda asked: leaving.append(asked.type) or asked.dismiss())
    here.locator(".shop-bar__back").click()
    assert leaving == ["beforeunload"]
    here.after(lambda: here.click(200, 350))
    here.press("Escape")
    assert [row["id"] for row in here.battle()["pieces"]] == ["house-1", "wood-1"]
    assert here.battle()["pieces"][1]["points"] == [[200, 350], [350, 350], [350, 450]]

    # a corner is pulled
    here.after(lambda: here.click(320, 400))
    expect(here.locator("#layer-plan .shop-handle")).to_have_count(3)
    here.after(lambda: here.drag((350, 450), (380, 480)))
    assert here.battle()["pieces"][1]["points"] == [[200, 350], [350, 350], [380, 480]]

    # fields speak centimetres, as the ruler does; what cannot be is not taken, and says what can
    expect(here.locator("#thing-points")).to_have_value("20 35; 35 35; 38 48")
    here.after(lambda: _set(here, "#thing-points", "20 35; 35,5 35; 38 48"))
    assert here.battle()["pieces"][1]["points"] == [[200, 350], [355, 350], [380, 480]]
    expect(here.locator("#thing-points")).to_have_value("20 35; 35.5 35; 38 48")
    here.locator("#tab-settings").click()
    _set(here, "#battle-width_mm", "40")
    expect(here.locator("#hint")).to_have_text("Here it is from 60 to 300.")
    expect(here.locator("#battle-width_mm")).to_have_value("120")

    # a fault is ringed, and leads to the thing; dragging mends it
    here.after(lambda: here.drag((600, 100), (310, 100)))
    here.faults(2)
    expect(here.locator("#layer-plan .is-fault")).to_have_count(2)
    here.locator("#tab-faults").click()
    here.after(lambda: here.locator("#faults .fault").first.click())
    expect(here.locator("#layer-plan .is-selected")).to_have_count(1)
    here.after(lambda: here.press("Control+z"))
    here.faults(0)
    here.after(lambda: here.press("Control+y"))
    here.faults(2)
    here.after(lambda: here.press("Control+z"))

    # the chosen thing's fields, and turning by key
    here.after(lambda: here.click(600, 400))
    expect(here.locator("#thing-name")).to_have_text("House 1")
    here.after(lambda: here.press("r"))
    assert here.battle()["pieces"][0]["turn_deg"] == 15
    here.after(lambda: _set(here, "#thing-levels", "2"))
    expect(here.locator('#board [data-area="house-1"]')).to_have_attribute("data-levels", "2")
    here.locator("#tab-settings").click()
    here.after(lambda: _set(here, "#battle-name_en", "The lane"))
    here.after(lambda: _set(here, "#battle-name_es", "El callejón"))
    here.after(lambda: _set(here, "#battle-width_mm", "140"))
    expect(here.locator("#board")).to_have_attribute("data-width", re.compile("^1400"))
    made = here.battle()

    # what is being typed stays while something else comes back
    here.locator("#battle-summary_en").click()
    here.page.keyboard.insert_text("Half a")
    here.after(lambda: here.page.evaluate("document.querySelector('[data-do=undo]').click()"))
    here.page.keyboard.insert_text(" sentence.")
    here.after(lambda: here.page.evaluate("document.querySelector('[data-do=redo]').click()"))
    expect(here.locator("#battle-summary_en")).to_have_value("Half a sentence.")
    here.after(lambda: here.locator("#battle-summary_en").blur())
    assert here.battle()["summary_en"] == "Half a sentence."
    made = here.battle()

    # a reload loses nothing; a file holds it all
    here.go(PLASTIC)
    expect(here.locator("#battle-name")).to_have_text("The lane")
    expect(here.locator("#board")).to_have_attribute("data-width", re.compile("^1400"))
    here.locator('[data-do="file"]').click()
    with here.page.expect_download() as saved:
        here.locator('[data-do="export"]').click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "the-lane.json"
    expect(here.locator("#hint")).to_have_text("Saved to your downloads: the-lane.json")
    here.go(f"{PLASTIC}?scenario=")
    assert here.battle()["units"] == []
    here.locator('[data-do="file"]').click()
    here.after(lambda: here.locator('[data-do="aside"]').click())
    assert here.battle() == made
    here.locator('[data-do="file"]').click()
    here.after(lambda: here.locator('[data-do="aside"]').click())
    assert here.battle()["units"] == []
    here.locator('[data-do="file"]').click()
    here.after(lambda: here.locator("#import").set_input_files(file))
    assert here.battle() == made

    # hosted, with what was still being typed: the form has the battle chosen, the room plays it
    here.locator("#tab-settings").click()
    here.locator("#battle-minutes").fill("45")
    here.locator('[data-do="host"]').click()
    expect(here.locator('input[name="scenario"][value="own"]')).to_be_checked()
    expect(here.page.get_by_text("The lane")).to_be_visible()
    expect(here.locator(".choice", has_text="The lane")).to_contain_text("45 min")
    here.locator("#seat_b_kind").select_option("me")
    here.page.get_by_role("button", name="Host a private room").click()
    here.page.get_by_role("link", name="To the table").click()
    expect(here.unit("A-02")).to_be_visible()
    expect(here.locator("#log")).to_contain_text("The lane")
    room = here.page.url.partition("/rooms/")[2].partition("?")[0]
    rolled = here.page.evaluate(
        """async (room) => (await fetch(`/api/v1/rooms/${room}/actions?as=a`, {method: 'POST',
            headers: {'Content-Type': 'application/json'}, body: JSON.stringify({action: {type: 'roll'}})})).status""",
        room,
    )
    assert rolled == 200
    here.page.goto("/")
    expect(here.page.get_by_text("The lane").first).to_be_visible()
    assert here.problems == []


def _set(here: Shop, field: str, value: str) -> None:
    here.locator(field).fill(value)
    here.locator(field).blur()


def test_a_battle_is_made_by_keyboard_alone(shop: Callable[..., Shop]) -> None:
    here = shop(lang="es")

    def to(selector: str) -> None:
        here.locator(selector).focus()

    to("#group-4 summary")
    here.press("Enter")
    to('[data-tool="unit:placed:A:soldier"]')
    here.press("Enter")
    to("#board")
    here.press("?")
    expect(here.locator("#help")).to_contain_text("abre esta ayuda")
    here.press("Escape")
    expect(here.locator("#help")).to_be_hidden()
    here.press("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "ArrowLeft")
    expect(here.locator("#hint")).to_have_text("59,0 × 10,0 cm")
    here.after(lambda: here.press("Enter"))
    here.press("Escape")
    assert here.battle()["units"] == [{"id": "A-01", "army": "A", "kind": "soldier", "x": 590, "y": 100}]

    # a polygon, corner by corner
    to("#group-3 summary")
    here.press("Enter")
    to('[data-tool="area:water"]')
    here.press("Enter")
    to("#board")
    here.press("Enter", "Shift+ArrowRight", "Enter", "Shift+ArrowUp", "Enter")
    expect(here.locator("#hint")).to_contain_text("3 esquinas")
    here.after(lambda: here.press("Enter"))
    here.press("Escape")
    assert here.battle()["pieces"][0]["points"] == [[600, 400], [700, 400], [700, 500]]

    # chosen from the list, nudged, turned, undone, taken away
    to("#tab-lists")
    here.press("ArrowLeft", "ArrowRight")
    to("#pick-A-01")
    here.after(lambda: here.press("Enter"))
    here.after(lambda: here.press("ArrowUp"))
    here.after(lambda: here.press("Shift+ArrowRight"))
    assert (here.battle()["units"][0]["x"], here.battle()["units"][0]["y"]) == (690, 110)
    here.after(lambda: here.press("Control+z"))
    assert here.battle()["units"][0]["x"] == 590
    here.press("c")
    to("#board")
    here.after(lambda: here.press("Enter"))
    assert here.battle()["units"][1] == {"id": "A-02", "army": "A", "kind": "soldier", "x": 600, "y": 400}
    here.press("Escape")
    here.after(lambda: here.press("Control+z"))
    to("#tab-thing")
    here.press("ArrowRight")
    to("#pick-A-01")
    here.after(lambda: here.press("Enter"))
    here.after(lambda: here.press("Delete"))
    assert here.battle()["units"] == []
    here.press("r")
    assert here.problems == []


def test_several_things_are_chosen_and_moved_turned_copied_and_taken_away_together(shop: Callable[..., Shop]) -> None:
    here = shop()
    here.put("unit:placed:A:soldier", (300, 100), (400, 100), (500, 100))
    here.put("shape:house_16", (600, 400))

    def places() -> list[tuple[int, int]]:
        return [(row["x"], row["y"]) for row in here.battle()["units"]]

    # a frame round two of them, one more with Shift, dragged as one, and one step back
    here.page.keyboard.down("Shift")
    here.after(lambda: here.drag((250, 60), (450, 140)))
    expect(here.locator("#thing-name")).to_have_text("2 things")
    here.after(lambda: here.click(500, 100))
    here.page.keyboard.up("Shift")
    expect(here.locator("#layer-plan .is-selected")).to_have_count(3)
    here.after(lambda: here.drag((400, 100), (400, 160)))
    assert places() == [(300, 160), (400, 160), (500, 160)]
    here.after(lambda: here.press("r"))
    assert places() == [(303, 134), (400, 160), (497, 186)]
    here.after(lambda: here.press("Control+z"))
    here.after(lambda: here.press("Control+z"))
    assert places() == [(300, 100), (400, 100), (500, 100)]

    # the same by keyboard, from the list: with the button, without Shift
    here.press("Escape")
    here.locator('[data-do="gather"]').focus()
    here.press("Enter")
    here.locator("#tab-lists").click()
    for pick in ("A-01", "A-03"):
        here.locator(f"#pick-{pick}").focus()
        here.after(lambda: here.press("Enter"))
    expect(here.locator("#lists [aria-pressed=true]")).to_have_count(2)
    here.after(lambda: here.press("ArrowUp"))
    here.press("c")
    here.locator("#board").focus()
    here.after(lambda: here.press("Enter"))
    here.press("Escape", "Escape")
    assert len(places()) == 5
    here.after(lambda: here.press("Control+a"))
    here.after(lambda: here.press("Delete"))
    assert here.battle()["units"] == here.battle()["pieces"] == []
    assert here.problems == []


def test_a_map_of_cards_is_made_by_clicking_cells(shop: Callable[..., Shop]) -> None:
    here = shop(WARS)
    cells = here.locator("#board [data-card]").evaluate_all(
        "cards => cards.slice(0, 3).map(({dataset: d}) => [d.card, Number(d.x), Number(d.y)])"
    )
    (first, *_), (name, x, y), _ = cells

    here.take("card.water")
    here.after(lambda: here.click(x, y))
    here.press("Escape")
    expect(here.locator(f'#board [data-card="{name}"]')).to_have_class("card kind-water side-0")
    here.take("hole")
    here.after(lambda: here.click(x, y))
    here.press("Escape")
    expect(here.locator(f'#board [data-card="{name}"].kind-hole')).to_be_visible()
    here.after(lambda: here.press("Control+z"))
    expect(here.locator(f'#board [data-card="{name}"].kind-water')).to_be_visible()
    here.after(lambda: here.click(x, y))
    expect(here.locator("#thing-name")).to_contain_text(name)
    third = cells[2][1:]
    here.locator('[data-do="copy"]').click()
    here.after(lambda: here.click(*third))
    expect(here.locator("#board .kind-water")).to_have_count(2)
    assert first != name

    # several cards go on together, and off the map none does
    here.press("Escape")
    here.locator('[data-do="gather"]').click()
    here.after(lambda: here.drag((x - 20, y - 20), (third[0] + 20, third[1] + 20)))
    expect(here.locator("#thing-name")).to_have_text("2 things")
    here.after(lambda: here.press("ArrowRight"))
    assert here.battle()["map"][0] == ["capital", "plains", "water", "water", "plains"]
    here.after(lambda: here.press("ArrowUp"))
    expect(here.locator("#hint")).to_have_text("It cannot be moved there.")
    here.after(lambda: here.press("Control+a"))
    here.after(lambda: here.press("Delete"))
    expect(here.locator("#board .kind-hole")).to_have_count(25)
    here.after(lambda: here.press("Control+z"))
    here.press("Escape")

    here.go(f"{WARS}?scenario=clash_at_the_bridge")
    here.faults(0)
    here.locator('[data-do="host"]').click()
    expect(here.locator('input[name="scenario"][value="own"]')).to_be_checked()
    here.locator("#seat_b_kind").select_option("bot")
    here.page.get_by_role("button", name="Host a private room").click()
    here.page.get_by_role("link", name="To the table").click()
    expect(here.locator("#board [data-card]").first).to_be_visible()
    assert here.problems == []


def test_a_table_with_heights_is_made_with_its_squads_and_their_places(shop: Callable[..., Shop]) -> None:
    here = shop(LANDS)
    here.take("area:swamp")
    for x, y in ((100, 400), (1100, 400), (1100, 900), (100, 900)):
        here.click(x, y)
    here.after(lambda: here.click(100, 400))
    here.press("Escape")
    here.faults(0)

    # a tier on a hill, both dragged and turned as one, and what stands on them
    here.put("piece:hill", (400, 200))
    here.put("tier", (400, 200))
    here.page.keyboard.down("Shift")
    here.after(lambda: here.drag((250, 80), (550, 320)))
    here.page.keyboard.up("Shift")
    expect(here.locator("#thing-name")).to_have_text("2 things")
    here.after(lambda: here.drag((400, 200), (300, 200)))
    hills = [row for row in here.battle()["terrain"] if row["kind"] == "hill"]
    assert [(row["feature"], row["z1"], row["footprint"][0]) for row in hills] == [
        ("hill-1", 10, [180, 100]), ("hill-1", 20, [230, 150]),
    ]  # fmt: skip
    here.press("Escape")
    for tool in ("squad:A:outpost.A", "squad:B:outpost.A", "places:A:south"):
        here.after(lambda tool=tool: here.take(tool))
    here.after(lambda: here.drag((600, 20), (300, 200)))
    assert here.battle()["squads"]["A"]["suggested_deployment"]["south"][0] == [300, 200, 20]
    expect(here.unit("A01")).to_be_visible()
    here.locator("#tab-lists").click()
    expect(here.locator("#lists")).to_contain_text("Terrain: 38 % of the table covered")

    # a place that is not legal is told at the places, and mended by dragging; then it is played
    here.after(lambda: here.drag((630, 20), (630, 500)))
    here.faults(1)
    here.after(lambda: here.drag((630, 500), (630, 60)))
    here.faults(0)
    here.locator('[data-do="host"]').click()
    here.locator("#seat_b_kind").select_option("me")
    here.page.get_by_role("button", name="Host a private room").click()
    here.page.get_by_role("link", name="To the table").click()
    expect(here.locator("#log")).to_contain_text("Both squads are open.")
    assert here.problems == []


def test_a_battle_is_made_on_a_phone_by_touch(shop: Callable[..., Shop]) -> None:
    here = shop(size=PHONE)
    here.put("disc:tree", (600, 400))
    here.after(lambda: here.click(600, 400))
    expect(here.locator("#thing-name")).to_have_text("Tree 1")
    here.after(lambda: here.locator('[data-do="remove"]').tap())
    assert here.battle()["pieces"] == []

    # a shape without a key, and the other half as its image: the half that is kept is the one that is being worked on
    here.locator("#tab-tools").tap()
    here.take("area:wood")
    for x, y in ((200, 600), (400, 600), (400, 700)):
        here.click(x, y)
    here.after(lambda: here.locator('[data-do="close"]').tap())
    here.locator('[data-do="release"]').tap()
    here.locator("[popovertarget=mirror]").tap()
    expect(here.locator("#mirror-half")).to_have_value("north")
    assert axe.breaches(here.page) == []
    here.after(lambda: here.locator("#mirror .button").tap())
    assert [row["points"][0] for row in here.battle()["pieces"]] == [[200, 600], [1000, 200]]
    wide = here.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0

    # several by touch, one after the other
    here.locator('[data-do="gather"]').tap()
    for x, y in ((350, 630), (850, 170)):
        here.after(lambda x=x, y=y: here.click(x, y))
    expect(here.locator("#thing-name")).to_have_text("2 things")
    here.after(lambda: here.locator('[data-do="remove"]').tap())
    assert here.battle()["pieces"] == []
    ends = here.locator(".gauge").evaluate(
        "each => each.lastElementChild.previousElementSibling.getBoundingClientRect().right"
    )
    assert ends < PHONE["width"]

    here.page.set_viewport_size(LYING)
    board = here.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 0.6 * LYING["height"]
    assert here.problems == []


@pytest.mark.parametrize(
    ("size", "theme"),
    [(DESKTOP, "light"), (PHONE, "dark"), *bounded([], [(DESKTOP, "dark"), (PHONE, "light")])],
)
def test_axe_finds_nothing_wrong_with_the_workshop(shop: Callable[..., Shop], size: Any, theme: str) -> None:
    cards = shop(f"{WARS}?scenario=clash_at_the_bridge", size=size, theme=theme)
    assert axe.breaches(cards.page) == []
    here = shop(f"{PLASTIC}?scenario=house_to_house", size=size, theme=theme)
    for tab in ("lists", "settings", "faults"):
        here.locator(f"#tab-{tab}").click()
        assert axe.breaches(here.page) == []
    here.after(lambda: here.click(200, 200))
    here.locator("#tab-thing").click()
    here.locator('[data-do="file"]').click()
    assert axe.breaches(here.page) == []
