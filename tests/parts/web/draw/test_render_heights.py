"""A table with heights: what is drawn over what, the numbers on tops and beside those who stand on them, shadows, climbers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from app.engine.scene import Area, Disc, Drawable, Scene, Token
from app.engine.types import BoardKind, Text
from app.web.draw.changed_board import Amended
from app.web.draw.render import Renderer, load_symbols
from app.web.draw.render_relief import cast, grip
from app.web.wire.templating import Templates, build_templates
from tests.parts.web import scenes
from tests.parts.web.scenes import box, text

SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
NOTHING = Text("", "")


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


def unit(name: str, x: float, y: float, feet: int = 0, holds: str | None = None) -> Token:
    return Token(name, x, y, 12, "soldier", "A", text(name), name, feet=feet, holds=holds)  # type: ignore[arg-type]


HILL = Area("hill", "hill", box(100, 100, 200, 200), text("Hill"), top=10)
KNOLL = Area("knoll", "hill", box(150, 150, 100, 100), text("Knoll"), top=25)
WOOD = Area("wood", "wood", Disc(500, 500, 80), text("Wood"), top=60, soft=True)
RING = Area("ring", "objective", Disc(800, 800, 50), text("Ring"), layer="zone", bottom=50, top=70)
SWAMP = Area("swamp", "swamp", box(400, 0, 80, 80), text("Swamp"))
WALL = Area("wall", "wall", box(600, 100, 200, 10), text("Wall"), top=50)
BRIDGE = Area("bridge", "bridge", box(300, 300, 100, 40), text("Bridge"), layer="overhead", bottom=50, top=60)
LAND: tuple[Drawable, ...] = (BRIDGE, WALL, KNOLL, WOOD, HILL, SWAMP, RING)
UNITS: tuple[Drawable, ...] = (unit("on", 320, 320, 60), unit("under", 350, 320), unit("climber", 598, 130, 24, "wall"))


def scene(*drawables: Drawable) -> Scene:
    return Scene(BoardKind.MEASURED, 1000, 1000, drawables or (*UNITS, *LAND), NOTHING, NOTHING)


def drawn(templates: Templates, lang: str = "en") -> ElementTree.Element:
    draw = Renderer(templates, load_symbols(None), lang)
    return ElementTree.fromstring(draw.fragment("boards/measured.svg", scene=scene(), layers=draw.layers(scene())))


def named(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = root.find(f".//*[@id='d-{name}']")
    assert found is not None, name
    return found


def of_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in element.iter() if name in (each.get("class") or "").split()]


def test_what_is_lower_lies_under_what_is_higher(templates: Templates) -> None:
    root = drawn(templates)

    lands = [each.get("data-area") for each in root.iter() if each.get("data-area")]
    assert lands[:5] == ["swamp", "hill", "knoll", "wall", "wood"]


def test_what_hangs_overhead_lies_over_who_is_below_and_under_who_stands_on_it(templates: Templates) -> None:
    layer = drawn(templates).find(".//*[@id='layer-tokens']")

    assert layer is not None
    assert [each.get("id") for each in layer] == ["d-under", "d-climber", "d-bridge", "d-on"]
    assert len(of_class(named(layer, "bridge"), "sheer")) == 1


@pytest.mark.parametrize(
    ("area", "lang", "words"),
    [("hill", "en", "1"), ("knoll", "en", "2.5"), ("knoll", "es", "2,5"), ("wood", "en", "6"), ("bridge", "en", "5–6")],
)
def test_every_top_says_how_high_it_is(templates: Templates, area: str, lang: str, words: str) -> None:
    (mark,) = of_class(named(drawn(templates, lang), area), "height-mark")

    assert mark.text == words


def test_the_number_of_a_tier_stands_at_its_corner_and_that_of_a_wall_in_its_middle(templates: Templates) -> None:
    root = drawn(templates)
    (hill,), (wall,) = (of_class(named(root, name), "height-mark") for name in ("hill", "wall"))

    assert (hill.get("x"), hill.get("y")) == ("100", "900")
    assert (wall.get("x"), wall.get("y"), wall.get("class")) == ("700", "895", "height-mark is-middle")


def test_flat_ground_has_no_number_and_what_is_walked_into_no_top(templates: Templates) -> None:
    root = drawn(templates)

    assert of_class(named(root, "swamp"), "height-mark") == []
    assert of_class(named(root, "ring"), "height-mark") == [], "a zone counts between two heights, and has no top"
    assert [of_class(named(root, name), "tier") for name in ("swamp", "wood")] == [[], []]


def test_a_higher_top_is_lighter(templates: Templates) -> None:
    root = drawn(templates)
    tints = [
        float(of_class(named(root, name), "tier")[0].get("fill-opacity") or 0) for name in ("hill", "knoll", "wall")
    ]

    assert tints == sorted(set(tints))


def test_who_stands_high_says_how_high(templates: Templates) -> None:
    root = drawn(templates)

    assert [each.text for each in of_class(named(root, "on"), "feet")] == ["↑6"]
    assert named(root, "on").get("data-feet") == "60"
    assert of_class(named(root, "under"), "feet") == []
    assert named(root, "under").get("data-feet") is None


def test_a_climber_turns_to_the_face_it_clings_to(templates: Templates) -> None:
    root = drawn(templates)

    (hands,) = of_class(named(root, "climber"), "grip")
    assert (hands.get("transform") or "").startswith("rotate(84.3)")
    assert "is-holding" in (named(root, "climber").get("class") or "")
    assert of_class(named(root, "on"), "grip") == []


def test_a_climber_is_turned_in_a_push_too(templates: Templates) -> None:
    draw = Renderer(templates, load_symbols(None), "en")
    before, after = scene(unit("climber", 598, 80), *LAND), scene(unit("climber", 598, 130, 24, "wall"), *LAND)
    draw.know(after.drawables)

    pushed = Amended(draw, {each.id: each for each in before.drawables}, 1000, [after.drawables[0]], [])

    ((piece, amended),) = pushed.moved
    assert amended is None
    assert 'class="grip"' in draw.printed(piece)


def test_a_board_that_is_flat_is_drawn_as_ever(templates: Templates) -> None:
    draw = Renderer(templates, load_symbols(None), "en")
    svg = draw.fragment("boards/measured.svg", scene=scenes.garden(), layers=draw.layers(scenes.garden()))

    assert not [name for name in ("is-tall", "height-mark", "tier", "feet", "data-top", "sheer", "grip") if name in svg]


def test_shadows_fall_to_the_south_east_as_far_as_a_thing_is_high() -> None:
    assert cast(SQUARE, 0, 20) == (
        "M0 0L100 0L100 100L0 100ZM100 0L106 8L106 108L100 100ZM100 100L106 108L6 108L0 100Z"
    )


def test_on_a_turned_table_shadows_fall_the_other_way() -> None:
    assert cast(SQUARE, 0, 20, (0.6, 0.8)) == (
        "M0 0L100 0L100 100L0 100ZM0 0L-6 -8L94 -8L100 0ZM0 100L-6 92L-6 -8L0 0Z"
    )


def test_the_shadow_of_what_hangs_overhead_lies_beyond_it() -> None:
    assert cast(SQUARE, 50, 50).startswith("M15 20L115 20")


@pytest.mark.parametrize(("at", "deg"), [((-10, 50), 0), ((110, 50), 180), ((50, -10), 90), ((110, 110), -135)])
def test_the_nearest_face_is_that_of_a_side_or_a_corner(at: tuple[float, float], deg: float) -> None:
    assert grip(at, SQUARE) == pytest.approx(deg)
