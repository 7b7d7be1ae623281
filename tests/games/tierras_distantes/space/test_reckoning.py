"""Walking and sight on random land, beside a slow reckoning in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt
from random import Random

import pytest

from app.engine.refusal import Refusal
from app.systems.tierras_distantes.march.walking import walk
from app.systems.tierras_distantes.space.land import Land, surface
from app.systems.tierras_distantes.space.sight import sight
from tests.games.tierras_distantes.space import reckoning
from tests.games.tierras_distantes.space.scenes import CM, MM, body, chance_land
from tests.games.tierras_distantes.table import rules

SIZE_MM = 300
FAR = 10**6 * CM


def somewhere(random: Random, land: Land, *, name: str = "A01"):
    """Somebody on a surface, or in the air above it."""
    found = body(random.randrange(SIZE_MM) / 10, random.randrange(SIZE_MM) / 10, name=name)
    level = surface(land.at(found.at), random.choice((0, 10, 20, 60)) * MM, found.height // 2)
    return found._replace(z=level + random.choice((0, 0, 0, 5)) * MM)


def longest(square: int, slow: Fraction) -> int:
    """A length with its slow share twice, rounded up."""
    wanted = square * (1 + slow) ** 2
    root = isqrt(ceil(wanted))
    return root if root * root >= wanted else root + 1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.rule(
    "TD-GEN-07", "TD-MOV-04", "TD-MOV-05", "TD-MOV-06", "TD-MOV-07", "TD-MOV-08", "TD-MOV-09", "TD-MOV-10"
)
def test_ways_are_judged_as_fractions_judge_them(seed: int) -> None:
    random, seen = Random(seed), set()
    for _ in range(40):
        land = chance_land(random, random.randrange(1, 6), SIZE_MM)
        walker = somewhere(random, land)
        enemies = [somewhere(random, land, name=f"B{n}") for n in range(random.randrange(3))]
        path = [(random.randrange(SIZE_MM) * MM, random.randrange(SIZE_MM) * MM) for _ in range(random.randrange(1, 4))]
        if random.random() < 0.3:
            path[0] = (path[0][0], walker.y)

        found = walk(rules(), land, walker, path, allowance=FAR, table=None, enemies=enemies)
        wanted = reckoning.walked(land, walker, path, enemies)

        if isinstance(found, Refusal):
            if found.rule in ("TD-MOV-02", "TD-MOV-12"):
                continue
            assert found.rule == wanted
        else:
            z, shares = wanted
            assert found.end.z == z
            squares = [(leg.a[0] - leg.b[0]) ** 2 + (leg.a[1] - leg.b[1]) ** 2 for leg in found.legs]
            assert [leg.cost for leg in found.legs] == list(map(longest, squares, shares))
        seen.add(found.rule if isinstance(found, Refusal) else "walked")
    assert {"walked", "TD-MOV-07"} <= seen


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.rule("TD-SEE-03", "TD-SEE-04", "TD-SEE-05", "TD-SEE-06", "TD-COV-04", "TD-COV-06")
def test_a_height_is_hidden_where_the_ray_to_it_runs_through_something(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        land = chance_land(random, random.randrange(1, 6), SIZE_MM)
        viewer, target = somewhere(random, land), somewhere(random, land, name="B01")
        if viewer.at == target.at:
            continue
        found = sight(rules(), land, viewer, target)
        eye = (viewer.x, viewer.y, viewer.head)

        for _ in range(8):
            q = target.z + random.randrange(target.height)
            by = {block.id for block in land.solids if reckoning.hides(block, eye, target, q)}
            near = [s.by for s in found.shadows if min(abs(q - s.low), abs(q - s.high)) <= 1]
            assert by - set(near) == {s.by for s in found.shadows if s.low < q < s.high} - set(near)
        share = reckoning.soft_share(land, eye, target)
        square = share**2 * ((viewer.x - target.x) ** 2 + (viewer.y - target.y) ** 2)
        assert (2 * found.soft - 1) ** 2 <= 4 * square <= (2 * found.soft + 1) ** 2 or found.soft == 0 == share
        covered = {n for s in found.shadows for n in range(s.low // MM, -(-s.high // MM))}
        assert found.hidden <= len(covered) * MM
        assert found.showing == target.height - found.hidden
        assert found.visible is (found.showing >= MM and found.soft <= 10 * CM)
