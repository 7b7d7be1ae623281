"""What is drawn as in reach is in reach: the judge allows a way to every place inside, on random land with people about."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from random import Random
from typing import Any

import pytest
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon
from shapely.ops import unary_union

from app.boards.measured import Table
from app.engine.refusal import Refusal
from app.systems.tierras_distantes.march.reaching import Mover, one_move, turns, two_moves
from app.systems.tierras_distantes.march.walking import Walked, crowding, walk
from app.systems.tierras_distantes.muster.zones import Zone, deploy_refusal
from app.systems.tierras_distantes.space.land import Body, Land
from tests.games.tierras_distantes.space.scenes import CM, MM, body, chance_land, land, piece
from tests.games.tierras_distantes.table import rules

pytestmark = pytest.mark.long

SIZE_MM = 500
TABLE = Table(SIZE_MM * MM, SIZE_MM * MM)
MOVE = 18 * CM
TABLES, PLACES = 28, 24


def drawn(parts: Any) -> Any:
    return unary_union([ShapelyPolygon(part.outline, part.holes).buffer(0) for part in parts])


def settled(random: Random, ground: Land, name: str, others: list[Body]) -> Body:
    """Somebody where he may be, on the table or on top of something."""
    zone = Zone(rules(), ground, Table(TABLE[0], 4 * TABLE[1]), "south")
    while True:
        found = body(random.randrange(13, SIZE_MM - 13) / 10, random.randrange(13, SIZE_MM - 13) / 10, name=name)
        tops = sorted({0, *(block.z1 for block in ground.solids if block.covers(found.at))})
        found = found._replace(z=random.choice(tops))
        if deploy_refusal(zone, found, others) is None:
            return found


def scene(seed: int) -> tuple[Random, Land, Mover]:
    random = Random(seed)
    ground = chance_land(random, random.randrange(1, 7), SIZE_MM - 100)
    found: list[Body] = []
    for name in ("A01", "A02", "A03", "B01", "B02", "B03"):
        found.append(settled(random, ground, name, found))
    return random, ground, Mover(found[0], MOVE, found[1:3], found[3:])


def walked(ground: Land, mover: Mover, way: Any, options: Any, *, allowance: int = MOVE) -> Walked | Refusal:
    path = [(x * MM, y * MM) for x, y in way]
    return walk(rules(**options), ground, mover.body, path, allowance=allowance, table=TABLE, enemies=mover.enemies)


def is_free(mover: Mover, found: Walked | Refusal) -> bool:
    return isinstance(found, Walked) and crowding(found.end, (*mover.friends, *mover.enemies)) is None


def ways(ground: Land, mover: Mover, bends: Any, options: Any, allowance: int) -> list[Any]:
    """Every way by up to four turns that may be gone so far, wherever it might end."""
    found: list[Any] = [[]]
    last = found
    for _ in range(4):
        last = [
            [*way, bend]
            for way in last
            for bend in bends
            if bend not in way
            if not isinstance(verdict := walked(ground, mover, [*way, bend], options, allowance=allowance), Refusal)
            or verdict.rule == "TD-MOV-12"
        ]
        found += last
    return found


def places(random: Random, mover: Mover, within_mm: float) -> Any:
    for _ in range(PLACES):
        x, y = random.uniform(-within_mm, within_mm), random.uniform(-within_mm, within_mm)
        if hypot(x, y) < within_mm:
            yield round(mover.body.x / MM + x), round(mover.body.y / MM + y)


@pytest.mark.parametrize("difficult_ground", ["per_cm", "whole_action"])
@pytest.mark.rule("TD-MOV-01", "TD-MOV-07", "TD-MOV-08", "TD-MOV-09", "TD-MOV-12", "TD-MOV-13")
def test_no_random_place_inside_the_outline_is_refused_by_the_judge(difficult_ground: str) -> None:
    options, asked, missed = {"difficult_ground": difficult_ground}, 0, []
    for seed in range(TABLES):
        random, ground, mover = scene(seed)
        outline = drawn(one_move(rules(**options), ground, TABLE, mover))
        known = ways(ground, mover, turns(rules(**options), ground, TABLE, mover), options, MOVE)
        for place in places(random, mover, MOVE / MM):
            if outline.contains(ShapelyPoint(place)):
                asked += 1
                if not any(is_free(mover, walked(ground, mover, [*way, place], options)) for way in known):
                    missed.append((seed, place))

    assert asked > TABLES * PLACES / 3
    assert missed == []


def in_two(ground: Land, mover: Mover, way: Any) -> bool:
    """Whether a way may be gone in two moves: the first ends as late as it may."""
    points = [(mover.body.x / MM, mover.body.y / MM), *way]
    for number, (a, b) in reversed(list(enumerate(pairwise(points)))):
        for share in range(40, -1, -1):
            stop = (round(a[0] + (b[0] - a[0]) * share / 40), round(a[1] + (b[1] - a[1]) * share / 40))
            first = walked(ground, mover, [*way[:number], stop], {})
            if is_free(mover, first):
                assert isinstance(first, Walked)
                then = walked(ground, mover._replace(body=first.end), way[number:], {})
                if is_free(mover, then):
                    return True
    return is_free(mover, walked(ground, mover, way, {}))


@pytest.mark.rule("TD-ACC-02")
def test_what_is_drawn_for_two_moves_is_reached_by_two() -> None:
    asked, missed = 0, []
    for seed in range(TABLES // 4):
        random, ground, mover = scene(seed)
        outline = drawn(two_moves(rules(), ground, TABLE, mover))
        bends = turns(rules(), ground, TABLE, mover._replace(move=2 * MOVE, enemies=[*mover.enemies, *mover.friends]))
        known = ways(ground, mover, bends, {}, 2 * MOVE)
        for place in places(random, mover, 2 * MOVE / MM):
            if outline.contains(ShapelyPoint(place)):
                asked += 1
                if not any(in_two(ground, mover, [*way, place]) for way in known):
                    missed.append((seed, place))

    assert asked > TABLES // 4 * PLACES / 6
    assert missed == []


def test_nobody_stops_on_a_barricade_between_two_moves() -> None:
    ground = land(piece("barricade", (20, 0, 21, 50), z1=1.4))
    mover = Mover(body(15, 25), MOVE, (), ())

    assert drawn(one_move(rules(), ground, TABLE, mover)).contains(ShapelyPoint(250, 250))
    assert not drawn(two_moves(rules(), ground, TABLE, mover)).contains(ShapelyPoint(205, 250))
