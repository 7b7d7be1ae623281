"""The outline of a reach beside the judge: on random tables, at random places, what it shows as free is free.

``TAPETE_SOAK=10000 pytest tests/games/war_of_plastic/test_reach.py`` asks at so many places.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from math import hypot

import pytest
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon
from shapely.ops import unary_union

from app.boards.measured import Table, placed
from app.boards.reach import turns
from app.engine.refusal import Refusal
from app.systems.war_of_plastic.book.state import Mode, Piece, Unit
from app.systems.war_of_plastic.choices.paths import ground_of, reach_outlines
from app.systems.war_of_plastic.ground.places import obstruction
from app.systems.war_of_plastic.march.movement import judge_path, start_of
from app.systems.war_of_plastic.position.field import Field
from tests.games.war_of_plastic.battlefield import box, by_id, field, jeep, rules, soldier, tank

PLACES = max(300, int(os.environ.get("TAPETE_SOAK", "1")))
"""How many places are asked about."""

A_TABLE = 30
"""Places asked about on each table."""

TABLE = Table(900, 700)

KINDS = sorted(rules().terrain)


def random_piece(pick: random.Random, name: str) -> Piece:
    """A box, an angle or a disc of any kind, turned, somewhere on the table."""
    kind = pick.choice(KINDS)
    x, y = pick.randrange(0, TABLE.width_mm), pick.randrange(0, TABLE.height_mm)
    if pick.random() < 0.3 and not rules().terrain[kind].building:
        return Piece(name, kind, x_mm=x, y_mm=y, radius_mm=pick.randrange(10, 50))
    wide, deep = pick.randrange(10, 110), pick.randrange(10, 90)
    box = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    angle = ((-wide, -deep), (wide, -deep), (wide, 0), (0, 0), (0, deep), (-wide, deep))
    points = placed(pick.choice((box, angle)), pick.randrange(24), (x, y), rules().rotation)
    return Piece(name, kind, points, levels=pick.choice((1, 2)) if rules().terrain[kind].building else 1)


def random_table(pick: random.Random) -> tuple[Field, Unit]:
    """A crowded table and a unit on it that stands where it may; every third touches something."""
    make = pick.choice((soldier, soldier, jeep, tank))
    hurt = 1 if pick.random() < 0.1 else 0
    pieces = [random_piece(pick, f"p{n}") for n in range(pick.randrange(2, 9))]
    others = [
        pick.choice((soldier, soldier, tank))(
            f"u{n}", pick.randrange(60, 840), pick.randrange(60, 640), pick.choice("AB")
        )
        for n in range(pick.randrange(2, 9))
    ]
    while True:
        unit = make("walker", pick.randrange(15, 885), pick.randrange(15, 685), damage=hurt)
        if pick.random() < 0.3:
            other = pick.choice(others)
            unit = make("walker", other.x_mm + other.radius_mm + unit.radius_mm, other.y_mm, damage=hurt)
        where = field(unit, *others, *pieces)
        start = start_of(where, unit)
        on_table = TABLE.holds(start.x, start.y, start.radius)
        if on_table and obstruction(where, unit, start) is None:
            return where, unit


def tables() -> Iterator[tuple[random.Random, Field, Unit, dict[int, ShapelyPolygon], list[tuple[int, int]]]]:
    """Random tables with the outlines for each limit, and the places at which ways turn."""
    pick = random.Random(20261121)
    for _ in range(PLACES // A_TABLE):
        where, unit = random_table(pick)
        caps = where.rules.caps(unit.type, unit.damage)
        limits = [mm for mm in (caps.forced_mm, caps.moving_mm) if mm]
        drawn = reach_outlines(where, TABLE, unit, limits)
        shapes = {
            mm: unary_union([ShapelyPolygon(part.outline, part.holes).buffer(0) for part in parts])
            for mm, parts in zip(limits, drawn, strict=True)
        }
        start, least = start_of(where, unit), where.rules.constants.min_leg_mm
        bends = turns((start.x, start.y), limits[0], ground_of(where, TABLE, unit), least_leg_mm=least)
        yield pick, where, unit, shapes, list(bends)


def random_place(pick: random.Random, unit: Unit, within_mm: int) -> tuple[int, int]:
    """A place no farther from a unit, straight, than that."""
    while True:
        x, y = pick.randrange(-within_mm, within_mm + 1), pick.randrange(-within_mm, within_mm + 1)
        if 1 <= hypot(x, y) <= within_mm:
            return unit.x_mm + x, unit.y_mm + y


def is_allowed(where: Field, unit: Unit, goal: tuple[int, int], limit_mm: int, bends: list[tuple[int, int]]) -> bool:
    """Whether the judge allows some way to a place not longer than the limit: straight, or by up to three turns."""

    def length(path: list[tuple[int, int]]) -> float:
        legs = zip([(unit.x_mm, unit.y_mm), *path], path, strict=False)
        return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in legs)

    ways: list[list[tuple[int, int]]] = [[]]
    for _ in range(4):
        ways.sort(key=length)
        for way in ways:
            verdict = judge_path(where, TABLE, unit, [*way, goal])
            if not isinstance(verdict, Refusal) and verdict.length_mm <= limit_mm:
                return True
        ways = [
            [*way, bend]
            for way in ways
            for bend in bends
            if bend not in way and length([*way, bend, goal]) <= limit_mm and passes(where, unit, [*way, bend])
        ]
    return False


def passes(where: Field, unit: Unit, way: list[tuple[int, int]]) -> bool:
    """Whether a way may be gone so far, wherever it may end: only where it may not stop is left out of account."""
    verdict = judge_path(where, TABLE, unit, way)
    return not isinstance(verdict, Refusal) or verdict.rule == "WOP-MOVE-12"


@pytest.mark.rule("WOP-MOVE-02", "WOP-MOVE-05", "WOP-MOVE-09", "WOP-MOVE-12", "WOP-MOVE-14")
def test_soak_no_random_place_inside_the_outline_is_refused_by_the_judge():
    asked = {}
    for number, (pick, where, unit, shapes, bends) in enumerate(tables()):
        for _ in range(A_TABLE):
            place = random_place(pick, unit, max(shapes))
            for limit, shape in shapes.items():
                if shape.contains(ShapelyPoint(place)):
                    asked[number, place, limit] = is_allowed(where, unit, place, limit, bends)

    assert len(asked) > PLACES / 3
    assert [place for place, allowed in asked.items() if not allowed] == []


def test_soak_nearly_every_place_that_is_reached_straight_is_inside_the_outline():
    missed = found = 0
    for pick, where, unit, shapes, _ in tables():
        for _ in range(A_TABLE):
            place = random_place(pick, unit, max(shapes))
            for limit, shape in shapes.items():
                if is_allowed(where, unit, place, limit, []):
                    found += 1
                    missed += not shape.contains(ShapelyPoint(place))

    assert found > PLACES / 3
    assert missed / found < 0.08


def test_the_reach_is_drawn_round_what_stops_the_unit():
    where = field(
        soldier("s", 300, 300), soldier("f", 400, 300), box("w", "high_wall", 280, 360, 320, 370), jeep("v", 200, 300)
    )

    (whole,) = reach_outlines(where, TABLE, by_id(where, "s"), [300])[0]

    assert max(x for x, _ in whole.outline) == pytest.approx(600, abs=1)
    shape = ShapelyPolygon(whole.outline, whole.holes)
    assert not shape.contains(ShapelyPoint(400, 300)), "a friend is passed, but nobody stops on him"
    assert not shape.contains(ShapelyPoint(300, 380))
    assert shape.contains(ShapelyPoint(300, 500))


@pytest.mark.parametrize(("mode", "longest"), [(Mode.MOVING, 200), (Mode.FORCED, 300)])
def test_a_survey_draws_both_limits(mode, longest):
    where = field(soldier("s", 450, 350))

    reach = dict(
        zip((Mode.MOVING, Mode.FORCED), reach_outlines(where, TABLE, by_id(where, "s"), [200, 300]), strict=True)
    )

    assert max(x for x, _ in reach[mode][0].outline) == pytest.approx(450 + longest, abs=1)
