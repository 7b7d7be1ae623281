"""A telephone, upright and on its side: nothing of the bar or of the dice is cut, and no sentence moves the board."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seated
from tests.browser.hexes.test_flames_table import GAME, TURN, before_a_window, crossroads, do
from tests.browser.tables import DESKTOP, LYING, PHONE
from tests.support.server import RunningServer

pytestmark = pytest.mark.e2e

SENTENCES = {
    "en": ("Turn up the card: Commit or Cancel.", "Move the teams of T-34/76 company (4) A1, shoot with them, or end."),
    "es": (
        "Toca.",
        "Escribe una orden en cada carta, ordena tu mazo y confirma: nadie las ve hasta que se levanta una carta.",
    ),
}
_BAR = """([headline, prompt]) => {
  const [words, asked, bar] = ['.headline__words', '#prompt', '.bar'].map((each) => document.querySelector(each));
  words.textContent = headline;
  asked.textContent = prompt;
  const text = document.createRange();
  text.selectNodeContents(words);
  const [inner, outer] = [text.getBoundingClientRect(), bar.getBoundingClientRect()];
  return [outer.height, inner.top - outer.top, asked.scrollHeight - asked.clientHeight];
}"""
"""How high the bar is, how far below its rim the words of the headline begin, and how much of the sentence is cut."""

_LONG = """name => {
  const thrown = name.closest('.dice__throw');
  name.textContent = 'Platoon command (SMG) A2.0';
  thrown.querySelector('.dice__what').textContent = 'Platoon command (SMG) A2.0 falls.';
  for (const roll of [...thrown.querySelectorAll('.roll')].slice(1)) roll.remove();
  const [roll, need] = [thrown.querySelector('.roll'), document.createElement('span')];
  roll.append('does not succeed');
  need.textContent = 'needs 5+';
  name.after(need);
}"""
"""A throw of one die by somebody with a long name."""


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bar_of_a_phone_keeps_its_height_and_cuts_nothing(
    seated: Seated, table_server: RunningServer, language: str
) -> None:
    steps = tomllib.loads((GAME / "data" / "words.toml").read_text("utf-8"))["phases"]
    ana = seated(crossroads(table_server), "a", viewport=PHONE, locale=language)
    longest = max((words[language] for words in steps.values()), key=len)

    found = [
        ana.page.evaluate(_BAR, [headline, prompt])
        for headline in (TURN[language], f"{TURN[language]} · {longest}")
        for prompt in SENTENCES[language]
    ]

    assert len({height for height, _, _ in found}) == 1
    assert min(rim for _, rim, _ in found) >= 0
    assert max(cut for _, _, cut in found) <= 0


def test_what_is_asked_has_the_width_of_a_phone_on_its_side(seated: Seated, table_server: RunningServer) -> None:
    ana = seated(crossroads(table_server), "a", viewport=LYING)

    expect(ana.locator("#prompt")).to_contain_text("nobody sees them until a card is turned.")
    assert ana.locator("#prompt").evaluate("each => each.scrollHeight - each.clientHeight") <= 0


def test_dice_in_a_place_that_became_narrow_are_not_cut(seated: Seated, table_server: RunningServer) -> None:
    room = before_a_window(table_server)
    ana = seated(room, "a", viewport=DESKTOP)
    do(room, "b", next(offer for offer in room.offers("b") if offer["type"] == "opportunity")["examples"][0])
    ana.wait_for_seq(len(room.events("a")))
    name = ana.locator("#dice > :last-child .dice__whose").first
    expect(name).to_be_visible()
    name.evaluate(_LONG)

    ana.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})

    ana.page.wait_for_function(
        "() => { const dice = document.getElementById('dice'); return dice.scrollHeight <= dice.clientHeight; }"
    )
    assert ana.problems == []
