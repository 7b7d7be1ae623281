"""Random points, polygons and lines for the laws of the plane, with shapely's picture of them."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon

from app.boards.plane import Point, Polygon, is_simple, polygon

LAW = settings(
    derandomize=True,
    max_examples=1000 if os.environ.get("TAPETE_SOAK") else 100,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)
"""Laws are tried on the same examples every time; on more of them in a long run."""

NEAR_TIE = 1e-7
"""Where shapely's floats differ from a limit by less than this, they say nothing."""

coordinates = st.integers(-8, 48)
points = st.tuples(coordinates, coordinates)
distances = st.integers(0, 30)
corner_lists = st.lists(points, min_size=3, max_size=7, unique=True).map(tuple)
outlines = corner_lists.filter(is_simple).map(polygon)


def as_line(a: Point, b: Point) -> LineString | ShapelyPoint:
    """A segment as shapely sees it; a point if it has no length."""
    return ShapelyPoint(a) if a == b else LineString([a, b])


def as_shape(outline: Polygon) -> ShapelyPolygon:
    """A polygon as shapely sees it."""
    return ShapelyPolygon(outline.points)


def shifted(point: Point, by: Point) -> Point:
    """A point moved."""
    return (point[0] + by[0], point[1] + by[1])


def quarter_turned(point: Point) -> Point:
    """A point turned by a quarter about the origin."""
    return (-point[1], point[0])
