"""Boards of squares and hexes become SVG: cells, lines, what lies on and between them."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from app.engine.scene import Cell
from app.engine.types import BoardKind
from app.web.draw.render import Renderer, load_symbols
from app.web.draw.render_cells import CellPiece, fine, net
from app.web.wire.templating import ROOT, Templates, build_templates
from tests.parts.web import lattices, scenes

KINDS = [BoardKind.SQUARES, BoardKind.HEXES]
KERB = 38
"""How far the kerb of a small drawing reaches beyond its cells."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


def board(templates: Templates, kind: BoardKind) -> ElementTree.Element:
    draw = Renderer(templates, load_symbols(None), "en")
    scene = lattices.scene(kind)
    return ElementTree.fromstring(draw.fragment(f"boards/{kind}.svg", scene=scene, layers=draw.layers(scene)))


def one(root: ElementTree.Element, attribute: str, value: str) -> ElementTree.Element:
    (found,) = [each for each in root.iter() if each.get(attribute) == value]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_says_which_kind_it_is_and_holds_its_cells(templates: Templates, kind: BoardKind) -> None:
    root = board(templates, kind)

    cells = {each.get("data-cell") for each in root.iter() if each.get("data-cell")}
    assert root.get("data-board") == kind
    assert cells == {"a1", "b1", "a2", "b2", "c1"}
    assert one(root, "data-cell", "c1").get("data-column") == "2"


def lines(path: str) -> list[frozenset[tuple[float, float]]]:
    """The ends of each line of a path."""
    found, at = [], 0j
    for way in path.split("m")[1:]:
        start, _, steps = way.partition("l")
        at += step(start)
        numbers = steps.split()
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            found.append(frozenset((place(at), place(at + step(f"{x} {y}")))))
            at += step(f"{x} {y}")
    return found


def step(written: str) -> complex:
    x, y = map(float, written.split())
    return complex(x, y)


def place(at: complex) -> tuple[float, float]:
    return round(at.real, 2), round(at.imag, 2)


@pytest.mark.parametrize(
    ("kind", "columns", "rows"), [(BoardKind.SQUARES, 3, 2), (BoardKind.HEXES, 3, 2), (BoardKind.HEXES, 7, 6)]
)
def test_every_line_between_cells_and_about_them_is_drawn_once(kind: BoardKind, columns: int, rows: int) -> None:
    scene = lattices.scene(kind, columns, rows)
    assert scene.lattice is not None
    sides = Counter[frozenset[tuple[float, float]]]()
    for cell in scene.drawables:
        if isinstance(cell, Cell):
            ends = [place(complex(x, scene.height - y)) for x, y in scene.lattice.outline((cell.column, cell.row))]
            sides.update(map(frozenset, zip(ends, (*ends[1:], ends[0]), strict=True)))

    found = net(scene)

    assert Counter(lines(found.inside)) == Counter(side for side, count in sides.items() if count == 2)
    assert Counter(lines(found.rim)) == Counter(side for side, count in sides.items() if count == 1)


def test_the_lines_of_a_board_repeat_themselves() -> None:
    found = net(lattices.scene(BoardKind.HEXES, 24, 18))

    assert len(zlib.compress(found.inside.encode())) < 1000


def test_a_board_without_a_lattice_has_no_lines() -> None:
    with pytest.raises(ValueError, match="lattice"):
        net(replace(lattices.scene(BoardKind.SQUARES), lattice=None))


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_says_its_ground_its_height_and_its_cost(templates: Templates, kind: BoardKind) -> None:
    root = board(templates, kind)

    assert one(root, "data-cell", "a1").get("data-name") == "Hill 2"
    assert one(root, "data-cell", "b1").get("data-name") == "Marsh, ×2, Flag ×3"
    assert [each.text for each in one(root, "data-cell", "b1").iter() if each.get("class") == "cell-cost"] == ["2"]


def test_what_stands_in_a_cell_is_one_of_several_drawings_and_always_the_same(templates: Templates) -> None:
    draw = Renderer(templates, load_symbols(ROOT / "app" / "systems" / "flames_hexwar"), "en")
    hexes = lattices.cells(lattices.scene(BoardKind.HEXES, 9, 9).lattice)  # type: ignore[arg-type]

    def stands(shade: str) -> list[str]:
        return [
            piece.thing for cell in hexes if isinstance(piece := draw.piece(replace(cell, shade=shade), 100), CellPiece)
        ]

    assert set(stands("woods")) == {"cell-woods", "cell-woods-2", "cell-woods-3"}
    assert stands("woods") == stands("woods")
    assert set(stands("building_stone")) == {"cell-building_stone"}
    assert set(stands("open")) == {""}


@pytest.mark.parametrize("kind", KINDS)
def test_a_front_points_where_its_unit_looks(templates: Templates, kind: BoardKind) -> None:
    token = one(board(templates, kind), "data-unit", "A1")

    (front,) = [each for each in token.iter() if each.get("class") == "front"]
    assert front.get("transform") == "rotate(-45)"
    assert token.get("data-on") == "a2"


@pytest.mark.parametrize("kind", KINDS)
def test_counters_are_dots_and_words(templates: Templates, kind: BoardKind) -> None:
    root = board(templates, kind)
    token, well = one(root, "data-unit", "A1"), one(root, "data-area", "well")

    assert [each.get("class") for each in token.iter() if each.tag.endswith("circle") and each.get("cx")] == [
        "is-filled"
    ] * 2 + [None]
    assert token.get("aria-label") == "Scout 1, Lives 2/3"
    assert next(each.text for each in token.iter() if each.tag.endswith("text")) == "3"
    assert [each.get("class") for each in well.iter() if (each.get("class") or "").startswith(("mark ", "dots "))] == [
        "mark side-2",
        "dots side-2",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_between_two_cells_lies_along_their_line(templates: Templates, kind: BoardKind) -> None:
    fence = one(board(templates, kind), "data-edge", "f1")

    assert fence.get("aria-label") == "Fence, a1 | b1"
    assert re.search(r"rotate\(-?90\)", fence.get("transform") or "")


@pytest.mark.parametrize("kind", KINDS)
def test_a_stain_can_be_seen_and_not_touched(templates: Templates, kind: BoardKind) -> None:
    stain = one(board(templates, kind), "id", "d-s1")

    assert stain.get("aria-hidden") == "true"
    assert not [name for name in stain.attrib if name.startswith("data-")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_drawing_holds_the_cells_and_their_lines(templates: Templates, kind: BoardKind) -> None:
    draw = Renderer(templates, load_symbols(None), "en")
    scene = lattices.scene(kind)
    found = [piece for layer in draw.layers(scene).values() for piece in layer]

    printed = draw.fragment("parts/picture.svg", scene=scene, found=found)

    assert printed.count('class="cell ') == sum(isinstance(each, Cell) for each in scene.drawables)
    assert printed.count('class="lattice"') == 1
    assert printed.count('class="front"') == 1
    x, _, width, _ = map(float, (ElementTree.fromstring(printed).get("viewBox") or "").split())
    assert -x >= KERB
    assert width >= scene.width + 2 * KERB


def test_any_board_may_hold_what_lies_on_cells(templates: Templates) -> None:
    """No renderer knows kinds of boards: a stain on a measured table is a piece like any other."""
    draw = Renderer(templates, load_symbols(None), "en")
    garden = scenes.garden()
    stain = lattices.scene(BoardKind.SQUARES).drawables[-3]

    layers = draw.layers(replace(garden, drawables=(*garden.drawables, stain)))

    assert [piece.id for piece in layers["stains"]] == ["d-s1"]


@pytest.mark.parametrize(
    ("value", "written"), [(0.0, "0"), (-0.001, "0"), (12.0, "12"), (57.735, "57.73"), (-0.25, "-0.25"), (100.0, "100")]
)
def test_coordinates_where_lines_meet_have_two_decimals(value: float, written: str) -> None:
    assert fine(value) == written
