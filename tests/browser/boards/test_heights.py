"""A table with heights: what lies over what after an act, what is seen over what, a line from its side, lengths through the air."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.tables import PEBBLES, Room
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

ORDER = "() => [...document.querySelector('#layer-tokens').children].map(each => each.id.slice(2))"
IS_IN_ORDER = f"wanted => JSON.stringify(({ORDER})()) === JSON.stringify(wanted)"


@pytest.fixture
def quarry(table_server: RunningServer) -> Room:
    """The quarry, in which Ana is the first to act."""
    room = Room(table_server, "pebbles", "quarry", PEBBLES)
    if room.to_act() == ["b"]:
        assert room.act("b", {"type": "pass"}).status_code == 200
    return room


def test_heights_are_seen_measured_and_told(seated: Seated, quarry: Room) -> None:
    ana = seated(quarry, "a")
    assert ana.page.evaluate(ORDER) == ["a0", "a1", "b0", "b1", "bridge"]

    # Who climbs comes to lie over those who stand lower, but not over what is higher, and has hands at the face.
    ana.drag((140, 100), (150, 215))
    ana.allows()
    ana.commit()
    ana.page.wait_for_function(IS_IN_ORDER, arg=["a1", "b0", "b1", "a0", "bridge"])
    expect(ana.unit("a0").locator(".feet")).to_have_text("↑3.5")
    expect(ana.unit("a0").locator(".grip")).to_have_count(1)

    # Who stands under a bridge is seen, and taken in hand, through it.
    assert quarry.act("b", {"type": "pass"}).status_code == 200
    assert quarry.act("a", {"type": "move", "unit": "a1", "path_mm": [[290, 100]]}).status_code == 200
    assert quarry.act("b", {"type": "pass"}).status_code == 200
    ana.wait_for_seq(len(quarry.events("a")))
    ana.knows_its_offers()
    ana.click(290, 100)
    expect(ana.locator("#who")).to_contain_text("A1")

    # Far ground is told from near ground and from slow ground by more than its colour.
    ana.unit("a0").click()
    expect(ana.locator("#layer-survey .overlay-spot.is-filled")).to_have_count(3)
    expect(ana.locator("#layer-survey .overlay-hatch")).to_have_count(1)

    # Who is half hidden has a broken line, and what hides them an outline.
    ana.page.mouse.move(*ana.screen(560, 400))
    sight = ana.locator('[data-sight="b0"].is-pointed')
    expect(sight).to_have_class(re.compile(r"\bis-partly\b"))
    expect(sight.locator(".on-tone-warn .overlay-line")).to_have_count(1)

    # The line of a throw, from its side.
    ana.click(560, 400)
    side = ana.locator("#plan .side-view")
    expect(side).to_contain_text("Seen from head to foot.")
    expect(side.locator("[data-cut]")).to_have_count(4)
    expect(side.locator('[data-cut="copse"]')).to_have_class(re.compile(r"\bis-soft\b"))
    expect(side.locator("[role=img]")).to_have_attribute(
        "aria-label", re.compile("^From the side: 45.0 cm, from the eye")
    )
    assert ana.breaches() == []

    # Between two tops it is farther through the air than on the table.
    ana.press("Escape", "Escape", "m")
    ana.click(80, 320)
    ana.click(330, 75)
    expect(ana.locator("#ruler-mine text")).to_have_text("35.0 cm · 35.2 cm in space (↑4.0)")
    ana.press("m")

    ana.press("v")
    words = ana.locator("#words-found")
    expect(words).to_contain_text("3.5 cm up")
    expect(words).to_contain_text("overhead, from 5.0 to 6.0 cm")
    assert ana.problems == []


def test_words_beside_what_lies_at_the_edge_of_the_view_stay_in_it(seated: Seated, quarry: Room) -> None:
    ana = seated(quarry, "a")
    lefts = ana.page.evaluate(
        """async () => {
          const { Labels } = await import('/static/js/boards/labels.js');
          return [95, 50, 300].map((x) => {
            const labels = new Labels(0.1);
            labels.stayIn({ x: 0, y: 0, width: 100, height: 60 });
            const words = labels.on([{ x, y: 30 }], 'a covered line that leads to the edge');
            return Number(words.getAttribute('x'));
          });
        }"""
    )

    assert 80 < lefts[0] < 90
    assert lefts[1:] == [50, 300], "what is out of view altogether stays where it is"


def test_of_units_over_one_another_one_is_asked_for_by_its_height(seated: Seated, quarry: Room) -> None:
    ana = seated(quarry, "a")
    found = ana.page.evaluate(
        """async () => {
          const { Board } = await import('/static/js/boards/measured.js');
          const board = new Board(document.querySelector('#board'));
          const [low, high] = ['a0', 'a1'].map(id => board.unit(id));
          Object.assign(high, { x: low.x + 5, y: low.y, feet: 60 });
          return board.oneOverAnother({ x: low.x, y: low.y }, 1).map(unit => unit.id);
        }"""
    )

    assert found == ["a1", "a0"]
