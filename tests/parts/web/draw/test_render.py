"""Scenes become SVG: what templates print for each kind of piece."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.engine.scene import Area, Chip, Disc, Link, Polygon, Token
from app.web.draw.render import Renderer, element_id, load_symbols, number, side_number
from app.web.draw.render_shapes import middle, outline
from app.web.wire.templating import ROOT, Templates, build_templates
from tests.parts.web import scenes
from tests.parts.web.scenes import text

WAR_OF_PLASTIC = ROOT / "app" / "systems" / "war_of_plastic"


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


def renderer(templates: Templates, lang: str = "en", folder: Path | None = WAR_OF_PLASTIC) -> Renderer:
    return Renderer(templates, load_symbols(folder), lang)


def board(templates: Templates, lang: str = "en", folder: Path | None = WAR_OF_PLASTIC) -> ElementTree.Element:
    draw = renderer(templates, lang, folder)
    scene = scenes.garden()
    svg = draw.fragment("boards/measured.svg", scene=scene, layers=draw.layers(scene))
    return ElementTree.fromstring(svg)


def by_id(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = root.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def test_the_board_says_what_kind_it_is_and_how_large(templates: Templates) -> None:
    svg = board(templates)

    assert svg.get("id") == "board"
    assert svg.get("data-board") == "measured"
    assert (svg.get("data-width"), svg.get("data-height")) == ("1200", "800")


def test_every_unit_is_marked_with_its_id_and_stands_at_its_place_with_north_upwards(templates: Templates) -> None:
    svg = board(templates)
    units = {unit.get("data-unit"): unit for unit in svg.iter() if unit.get("data-unit")}

    expected = {drawable.id for drawable in scenes.garden().drawables if isinstance(drawable, Token)}
    assert units.keys() == expected
    assert units["A-01"].get("transform") == "translate(250 650)"
    assert units["A-01"].get("aria-label") == "Soldier 01 1"
    assert units["A-01"].get("data-side") == "A"


def test_a_base_has_its_true_size(templates: Templates) -> None:
    tank = by_id(board(templates), "d-A-06")

    base = next(iter(tank))
    assert base.get("class") == "base"
    assert base.get("r") == "50"


def test_states_are_told_by_symbols_and_words_never_by_colour_alone(templates: Templates) -> None:
    wounded = by_id(board(templates), "d-A-02")

    uses = [use.get("href") for use in wounded.iter() if use.get("href")]
    assert uses == ["#unit-soldier-wounded", "#mark-wound"]
    assert wounded.get("aria-label") == "Soldier 02 2, wounded"


def test_spanish_pieces_speak_spanish(templates: Templates) -> None:
    assert by_id(board(templates, "es"), "d-A-02").get("aria-label") == "Soldado 02 2, herido"


def test_every_symbol_that_is_used_is_drawn(templates: Templates) -> None:
    svg = board(templates)
    drawn = {element.get("id") for element in svg.iter()}

    used = {use.get("href", "")[1:] for use in svg.iter() if use.get("href")}
    painted = {match for fill in svg.iter() for match in re.findall(r"url\(#([^)]+)\)", fill.get("fill", ""))}
    assert used <= drawn
    assert painted - {"field"} <= drawn


def test_a_game_without_drawings_gets_plain_ones(templates: Templates) -> None:
    svg = board(templates, folder=None)

    uses = {use.get("href") for use in by_id(svg, "d-A-01").iter() if use.get("href")}
    assert uses == {"#unit-plain"}
    textures = [path.get("fill") for path in by_id(svg, "d-house-1").iter() if path.get("class") == "texture"]
    assert textures == ["url(#terrain-plain)"]


@pytest.mark.parametrize(
    ("unit", "facing_deg", "is_mirrored"),
    [
        ("A-01", 180, True),
        ("A-01", 90, False),
        ("B-01", 10, False),
        ("A-01", 0, False),
        ("B-01", 0, False),
        ("A-01", None, False),
        ("B-01", None, True),
    ],
)
def test_a_figure_looks_where_it_faces_and_at_first_towards_the_other_side(
    templates: Templates, unit: str, facing_deg: float | None, is_mirrored: bool
) -> None:
    piece = renderer(templates).piece(scenes.token(unit, 0, 0, facing_deg=facing_deg), 800)

    assert piece.mirrored is is_mirrored


def test_pieces_lie_in_the_layer_of_their_kind(templates: Templates) -> None:
    layers = renderer(templates).layers(scenes.garden())

    assert [piece.id for piece in layers["ground"]] == ["d-water-1"]
    assert [piece.id for piece in layers["zone"]] == ["d-zone-a"]
    assert [piece.id for piece in layers["chips"]] == ["d-token-1"]
    assert [piece.id for piece in layers["links"]] == ["d-fight-1"]


def test_rings_and_traces_lie_under_the_figures_and_the_plan_over_all(templates: Templates) -> None:
    layers = [each.get("id") for each in board(templates).iter() if (each.get("id") or "").startswith("layer-")]

    assert layers[-6:] == [f"layer-{name}" for name in ("survey", "rings", "trace", "tokens", "links", "plan")]


def test_nothing_in_the_svg_needs_inline_style_or_script(templates: Templates) -> None:
    for element in board(templates).iter():
        assert element.get("style") is None
        assert not element.tag.endswith(("style", "script"))
        assert not [name for name in element.attrib if name.startswith("on")]


@pytest.mark.parametrize(
    "drawable",
    [
        Area("a<b", "wood", Disc(10, 10, 5), text("<b>&\"'")),
        Chip("c", 1, 1, 1, 'x"y', text("<script>")),
        Link("l", 0, 0, 1, 1, "<", text("<i>")),
        scenes.token("A-01", 1, 1, symbol='"><script>'),
    ],
)
def test_names_are_only_ever_text(templates: Templates, drawable: Area | Chip | Link | Token) -> None:
    piece = renderer(templates).piece(drawable, 100)

    svg = templates.environment.get_template("parts/pieces.svg").module.piece(piece)  # type: ignore[attr-defined]

    ElementTree.fromstring(f"<div>{svg}</div>")
    assert "<script" not in svg


def test_holes_of_a_shape_are_cut_out_by_the_even_odd_rule() -> None:
    square = Polygon(((0, 0), (10, 0), (10, 10), (0, 10)), holes=(((2, 2), (4, 2), (4, 4)),))

    assert outline(square, 10) == "M0 10L10 10L10 0L0 0ZM2 8L4 8L4 6Z"


def test_a_disc_is_two_arcs() -> None:
    assert outline(Disc(10, 10, 4), 100) == "M6 90a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"


def test_the_middle_of_a_shape_is_that_of_its_box() -> None:
    assert middle(scenes.box(10, 20, 40, 20)) == ((30, 30), 20)
    assert middle(Disc(1, 2, 3)) == ((1, 2), 3)


@pytest.mark.parametrize(("value", "shown"), [(1, "1"), (1.04, "1"), (1.25, "1.2"), (-0.5, "-0.5"), (100.0, "100")])
def test_coordinates_have_one_decimal_at_most(value: float, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize(("side", "expected"), [("A", 1), ("a", 1), ("B", 2), ("g", 7), (None, 0), ("", 0)])
def test_sides_named_by_letters_are_numbered_by_them(side: str | None, expected: int) -> None:
    assert side_number(side) == expected


def test_any_other_side_always_wears_the_same_colour() -> None:
    assert side_number("dwarves") == side_number("dwarves")
    assert 1 <= side_number("dwarves") <= 7


def test_ids_of_elements_are_safe_in_selectors() -> None:
    assert element_id("engaged:A 1/B") == "d-engaged_A_1_B"
