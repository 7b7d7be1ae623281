"""Cards beside the board: a viewer's own in their order, those of others as backs, and what of it travels when it changes."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from app.engine.scene import Hand, HandCard, Mark, Scene
from app.engine.types import UnitId
from app.web.table import messages
from app.web.wire.templating import Templates, build_templates
from tests.parts.web import cards
from tests.parts.web.scenes import text
from tests.parts.web.tables import delta, room


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


OWN = Hand(
    "deck-A",
    text("tu mazo", "your deck"),
    cards=(
        HandCard("A1", text("Granaderos", "Grenadiers"), UnitId("A1"), text("Fuego", "Fire"), "order-fc", active=True),
        HandCard("A2", text("Panzer", "Panzers"), marks=(Mark("wound", text("roto", "broken")),), turned=True),
    ),
    side="A",
)
THEIRS = Hand("deck-B", text("su mazo", "their deck"), backs=3, side="B")


def with_hands(*hands: Hand) -> Scene:
    return replace(cards.valley(), hands=hands)


def hands_of(templates: Templates, *hands: Hand) -> str:
    push = messages.resync_message(templates, replace(room(), scene=with_hands(*hands)), "a", "en")
    found = re.search(r'<div id="hands".*?</div></div>', push, re.DOTALL)
    assert found is not None
    return found[0]


def test_own_cards_stand_in_their_order_and_select_what_they_are_of(templates: Templates) -> None:
    drawn = hands_of(templates, OWN)

    assert re.findall(r'data-(?:hand|card|pick)="([^"]+)"', drawn) == ["deck-A", "A1", "A1", "A2"]
    assert "Fire" in drawn
    assert 'aria-label="broken"' in drawn
    assert re.findall(r'id="card-deck-A-(\w+)"[^>]* aria-current="true"', drawn) == ["A1"]
    assert drawn.count("(face up)") == 1


def test_hands_of_other_sides_lie_in_a_line_of_their_own(templates: Templates) -> None:
    ally = replace(OWN, id="deck-A2")
    drawn = hands_of(templates, OWN, ally, THEIRS)
    own, _, others = drawn.partition("hands__others")

    assert [re.findall(r'data-hand="([^"]+)"', line) for line in (own, others)] == [["deck-A", "deck-A2"], ["deck-B"]]


def test_backs_are_counted_one_by_one_and_as_a_number(templates: Templates) -> None:
    drawn = hands_of(templates, THEIRS)

    assert drawn.count('class="hand__back"') == 3
    assert 'aria-label="3 cards face down"' in drawn
    assert re.search(r'hand__number"[^>]*>3<', drawn)
    assert 'aria-label="one card face down"' in hands_of(templates, replace(THEIRS, backs=1))


def test_a_game_without_cards_shows_no_place_for_them(templates: Templates) -> None:
    assert re.search(r'<div id="hands"[^>]* hidden', hands_of(templates))


def test_only_the_hand_that_changed_travels(templates: Templates) -> None:
    before = with_hands(OWN, THEIRS)
    quiet = messages.delta_message(templates, delta(before, replace(before, prompt=text("otra", "another"))), "en")
    told = messages.delta_message(templates, delta(before, with_hands(OWN, replace(THEIRS, backs=2))), "en")
    other = messages.delta_message(templates, delta(before, with_hands(OWN)), "en")

    assert "data-hand" not in quiet
    assert re.findall(r'data-hand="([^"]+)"', told) == ["deck-B"]
    assert re.findall(r'id="hands"|data-hand="[^"]+"', other) == ['id="hands"', 'data-hand="deck-A"']
