"""A scene of location cards becomes SVG: what templates print for cards and for the stacks on them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from app.engine.scene import Card, Stack
from app.web.draw.render import Renderer, load_symbols
from app.web.draw.render_cards import broken
from app.web.table import messages
from app.web.wire.templating import Templates, build_templates
from tests.parts.web import cards
from tests.parts.web.tables import delta


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


def board(templates: Templates, lang: str = "en") -> ElementTree.Element:
    draw = Renderer(templates, load_symbols(None), lang)
    scene = cards.valley()
    return ElementTree.fromstring(draw.fragment("boards/cards.svg", scene=scene, layers=draw.layers(scene)))


def by_id(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = root.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def classes(element: ElementTree.Element) -> set[str]:
    return set((element.get("class") or "").split())


def test_the_board_says_that_it_is_one_of_cards_and_how_large(templates: Templates) -> None:
    svg = board(templates)

    assert (svg.get("id"), svg.get("data-board")) == ("board", "cards")
    assert (svg.get("data-width"), svg.get("data-height")) == ("1040.0", "844.0")


def test_every_stack_is_marked_with_its_id_and_every_card_with_its_cell(templates: Templates) -> None:
    svg = board(templates)

    stacks = {each.get("data-unit") for each in svg.iter() if each.get("data-unit")}
    cells = {each.get("data-card") for each in svg.iter() if each.get("data-card")}
    assert stacks == {each.id for each in cards.drawables() if isinstance(each, Stack)}
    assert cells == {each.id for each in cards.drawables() if isinstance(each, Card)}
    assert "C2" not in cells


def test_cards_lie_under_stacks_and_only_the_layers_of_their_board_are_there(templates: Templates) -> None:
    layers = [each.get("id") for each in board(templates).iter() if (each.get("id") or "").startswith("layer-")]

    assert layers == ["layer-cards", "layer-survey", "layer-stacks", "layer-rings", "layer-trace", "layer-plan"]


def test_columns_and_rows_are_named_at_the_edges_each_once(templates: Templates) -> None:
    names = {each.text: each for each in board(templates).iter() if each.get("class") in ("is-column", "is-row")}
    cards_drawn = [each for each in cards.drawables() if isinstance(each, Card)]
    assert set(names) == {each.label[0] for each in cards_drawn} | {each.label[1:] for each in cards_drawn}
    first = by_id(board(templates), "d-B1")
    x, y = (float(value) for value in (first.get("transform") or "")[len("translate(") : -1].split())
    assert (float(names["B"].get("x") or ""), names["B"].get("y")) == (x, names["A"].get("y"))
    assert float(names["1"].get("y") or "") == y


def test_a_card_says_all_that_is_printed_on_it(templates: Templates) -> None:
    card = by_id(board(templates), "d-B1")

    assert card.get("aria-label") == "B1, Shadow Jungle, forest · entry 1, Forest units have +1 Attack here."
    assert {"kind-forest", "is-special", "is-held", "side-1"} <= classes(card)


def test_control_and_contest_are_told_by_shapes_not_by_colour_alone(templates: Templates) -> None:
    svg = board(templates)

    held = [use.get("href") for use in by_id(svg, "d-A1").iter() if use.get("href")]
    fought = [use.get("href") for use in by_id(svg, "d-A2").iter() if use.get("href")]
    assert "#arms-plain" in held
    assert "#mark-contested" in fought
    assert "is-contested" in classes(by_id(svg, "d-A2"))


def test_a_stack_shows_its_count_and_the_line_that_counts_now(templates: Templates) -> None:
    svg = board(templates)
    slynn = by_id(svg, "d-B1-a-orcs-slynn")
    texts = {each.get("class"): "".join(each.itertext()) for each in slynn.iter() if each.tag.endswith("text")}

    assert slynn.get("data-count") == "4"
    assert texts["tile-line"] == "2-2-0"
    raised = [each.text for each in slynn.iter() if each.get("class") == "is-up"]
    assert raised == ["2"]
    assert ", attack 2 (Shadow wood +1), " in (slynn.get("aria-label") or "")


def test_a_wounded_unique_stack_is_told_in_signs(templates: Templates) -> None:
    gorath = by_id(board(templates), "d-A1-a-orcs-gorath")

    assert "is-wounded" in classes(gorath)
    assert {"tile-star", "tile-wound"} <= {each.get("class") for each in gorath.iter()}


def test_marks_of_a_stack_are_read_with_its_name(templates: Templates) -> None:
    archer = by_id(board(templates, "es"), "d-A2-b-elves-archer")

    assert (archer.get("aria-label") or "").startswith("Archer ×2, A2, plains")
    assert (archer.get("aria-label") or "").endswith("trabada, ya ha actuado")
    assert "is-spent" in classes(archer)


def test_every_drawing_that_is_used_is_there(templates: Templates) -> None:
    svg = board(templates)

    drawn = {each.get("id") for each in svg.iter()}
    used = {use.get("href", "")[1:] for use in svg.iter() if use.get("href")}
    assert used <= drawn


def test_a_stack_that_grew_travels_alone(templates: Templates) -> None:
    before = cards.valley()
    grown = tuple(replace(each, count=4) if each.id == "A1-a-orcs-axer" else each for each in before.drawables)  # type: ignore[type-var]

    message = messages.delta_message(templates, delta(before, replace(before, drawables=grown)), "en")

    assert re.findall(r'<g id="(d-[^"]+)"', message) == ["d-A1-a-orcs-axer"]
    assert re.findall(r'data-part="(\w+)"', message.partition("</svg>")[0]) == ["under", "count"]


def test_of_a_stack_that_is_stronger_where_it_is_only_its_line_and_its_words_travel(templates: Templates) -> None:
    before = cards.valley()
    there = cards.stack("orcs-slynn", "B1", "a", 0, count=4, arms="orcs", kind="forest", line=(2, 1, 0, 1, 1))
    now = tuple(there if each.id == there.id else each for each in before.drawables)

    message = messages.delta_message(templates, delta(before, replace(before, drawables=now)), "en")

    sent = message.partition("</svg>")[0]
    assert re.findall(r' ([\w-]+)="', sent.partition(">")[2].partition(">")[0]) == ["id", "hx-swap-oob", "aria-label"]
    assert re.findall(r'data-part="(\w+)"', sent) == ["line"]


def test_a_stack_that_goes_to_another_card_is_the_same_drawing_under_another_id(templates: Templates) -> None:
    before = cards.valley()
    gone = {"id": "A2-a-orcs-axer", "card": "A2", "x": 140.0}
    went = tuple(replace(each, **gone) if each.id == "A1-a-orcs-axer" else each for each in before.drawables)  # type: ignore[type-var]

    message = messages.delta_message(templates, delta(before, replace(before, drawables=went)), "en")

    moved = re.search(
        r'<svg><g id="d-A2-a-orcs-axer" hx-swap-oob="outerAmend:#d-A1-a-orcs-axer"([^>]*)></g></svg>', message
    )
    assert moved is not None
    assert re.findall(r"([\w-]+)=", moved[1]) == ["data-unit", "data-on", "data-x", "transform", "aria-label"]
    assert re.findall(r'<g id="(d-[^"]+)"', message) == ["d-A2-a-orcs-axer"]


def test_of_a_stack_that_is_hurt_only_its_wound_is_drawn_anew(templates: Templates) -> None:
    before = cards.valley()
    hurt = tuple(replace(each, pose="wounded") if each.id == "A1-a-orcs-axer" else each for each in before.drawables)  # type: ignore[type-var]

    message = messages.delta_message(templates, delta(before, replace(before, drawables=hurt)), "en")

    assert re.findall(r'data-part="(\w+)"', message) == ["wound"]
    assert 'class="tile-wound"' in message


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Capital", ("Capital",)),
        ("Wheat Field", ("Wheat Field",)),
        ("City of Mages", ("City of", "Mages")),
        ("Thunder Summit", ("Thunder", "Summit")),
        ("Desierto de las almas perdidas", ("Desierto de las", "almas perdidas")),
        ("Graveyard of the Fallen", ("Graveyard of", "the Fallen")),
    ],
)
def test_a_long_name_stands_on_two_lines_alike_in_length(name: str, lines: tuple[str, ...]) -> None:
    assert broken(name) == lines
