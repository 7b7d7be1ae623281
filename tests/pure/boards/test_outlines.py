"""Outlines, polygons and discs alike: every question at both sides of its boundary."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.boards import measured, plane
from app.boards.outlines import Outline, Round
from tests.pure.boards.shapes import LAW, outlines, points

BOX = Outline.of(((100, 200), (300, 200), (300, 260), (100, 260)))
DISC = Outline.of_disc(Round(400, 250, 50))
WEDGE = Outline.of(((0, 0), (80, 0), (0, 60)))


def test_an_outline_knows_its_box() -> None:
    assert BOX[2:] == (100, 200, 300, 260)
    assert (DISC.polygon, DISC.disc, DISC[2:]) == (None, (400, 250, 50), (350, 200, 450, 300))


@pytest.mark.parametrize(
    ("outline", "question", "given", "expected"),
    [
        (BOX, "contains", (100, 260), True),
        (BOX, "contains", (99, 230), False),
        (BOX, "contains", (200, 261), False),
        (WEDGE, "contains", (40, 30), True),
        (WEDGE, "contains", (41, 30), False),
        (DISC, "contains", (350, 250), True),
        (DISC, "contains", (430, 290), True),
        (DISC, "contains", (431, 290), False),
        (BOX, "is_near", (Round(330, 230, 20), 10), True),
        (BOX, "is_near", (Round(331, 230, 20), 10), False),
        (BOX, "is_near", (Round(318, 284, 20), 10), True),
        (BOX, "is_near", (Round(319, 284, 20), 10), False),
        (BOX, "is_near", (Round(200, 170, 20), 10), True),
        (BOX, "is_near", (Round(200, 169, 20), 10), False),
        (BOX, "is_near", (Round(70, 230, 20), 10), True),
        (BOX, "is_near", (Round(69, 230, 20), 10), False),
        (BOX, "is_near", (Round(200, 290, 20), 10), True),
        (BOX, "is_near", (Round(200, 291, 20), 10), False),
        (DISC, "is_near", (Round(448, 314, 20), 10), True),
        (DISC, "is_near", (Round(449, 314, 20), 10), False),
        (BOX, "is_under", (Round(319, 230, 20),), True),
        (BOX, "is_under", (Round(320, 230, 20),), False),
        (BOX, "is_under", (Round(200, 230, 1),), True),
        (DISC, "is_under", (Round(469, 250, 20),), True),
        (DISC, "is_under", (Round(470, 250, 20),), False),
        (BOX, "is_crossed", ((0, 259), (500, 259)), True),
        (BOX, "is_crossed", ((0, 260), (500, 260)), False),
        (BOX, "is_crossed", ((150, 210), (160, 210)), True),
        (DISC, "is_crossed", ((0, 299), (500, 299)), True),
        (DISC, "is_crossed", ((0, 300), (500, 300)), False),
        (BOX, "clears", ((0, 280), (500, 280), 20), True),
        (BOX, "clears", ((0, 279), (500, 279), 20), False),
        (BOX, "clears", ((0, 180), (500, 180), 20), True),
        (BOX, "clears", ((0, 181), (500, 181), 20), False),
        (BOX, "clears", ((320, 0), (320, 500), 20), True),
        (BOX, "clears", ((319, 0), (319, 500), 20), False),
        (BOX, "clears", ((80, 0), (80, 500), 20), True),
        (BOX, "clears", ((81, 0), (81, 500), 20), False),
        (BOX, "clears", ((60, 230), (340, 230), 20), False),
        (BOX, "clears", ((200, 100), (200, 400), 20), False),
        (BOX, "clears", ((60, 100), (300, 140), 20), True),
        (BOX, "clears", ((286, 312), (346, 232), 20), True),
        (BOX, "clears", ((285, 311), (345, 231), 20), False),
        (DISC, "clears", ((0, 320), (800, 320), 20), True),
        (DISC, "clears", ((0, 319), (800, 319), 20), False),
        (DISC, "clears", ((360, 350), (500, 350), 20), True),
        (BOX, "meets", (Outline.of(((300, 260), (400, 260), (400, 300))),), True),
        (BOX, "meets", (Outline.of(((301, 260), (400, 260), (400, 300))),), False),
        (BOX, "meets", (Outline.of_disc(Round(330, 300, 50)),), True),
        (BOX, "meets", (Outline.of_disc(Round(331, 300, 50)),), False),
        (Outline.of_disc(Round(330, 300, 50)), "meets", (BOX,), True),
        (Outline.of_disc(Round(331, 300, 50)), "meets", (BOX,), False),
        (DISC, "meets", (Outline.of_disc(Round(480, 310, 50)),), True),
        (DISC, "meets", (Outline.of_disc(Round(481, 310, 50)),), False),
    ],
)  # fmt: skip
def test_what_is_asked_of_an_outline(outline: Outline, question: str, given: Any, expected: bool) -> None:
    assert getattr(outline, question)(*given) is expected


@LAW
@given(outlines, points, points, st.integers(0, 9))
def test_a_look_at_the_box_changes_no_answer(polygon, a, b, radius):
    outline, (x, y) = Outline.of(polygon.points), a

    assert outline.contains(x, y) is plane.contains(polygon, a)
    assert outline.is_near(Round(x, y, radius), 2) is plane.point_polygon_at_most(a, polygon, radius + 2)
    assert outline.clears(a, b, radius) is measured.sweep_clears_polygon(a, b, radius, polygon)
    disc = Outline.of_disc(Round(20, 20, 8))
    assert disc.contains(x, y) is (hypot(x - 20, y - 20) <= 8)
    assert disc.clears(a, b, radius) is measured.sweep_clears_disc(a, b, radius, Round(20, 20, 8))
    assert outline.meets(disc) is disc.meets(outline) is plane.point_polygon_at_most((20, 20), polygon, 8)
