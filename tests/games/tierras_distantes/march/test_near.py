"""Who is near a walk: whoever is left out could not have been met (TD-MOV-08, TD-MOV-13)."""

from __future__ import annotations

import random

import pytest

from app.boards import plane
from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.field.field import Field
from tests.games.tierras_distantes.playing import moment
from tests.games.tierras_distantes.table import position, unit

MOVER = UnitId("A01")


@pytest.mark.rule("TD-MOV-08", "TD-MOV-13")
@pytest.mark.parametrize("scale", [30, 100, 200])
def test_whoever_is_not_near_a_walk_is_not_met_on_it(scale):
    pick, left_out = random.Random(scale), 0
    for _ in range(60):
        qualities = [pick.choice(("regular", "alien_brute", "alien_drone")) for _ in range(6)]
        units = [
            unit(f"{'A' if number < 4 else 'B'}{number:02}", pick.randrange(400), pick.randrange(400), quality=quality)
            for number, quality in enumerate(qualities, start=1)
        ]
        field: Field = moment(position(*units, options={"scale_pct": scale})).field
        body = field.body(MOVER)
        end = body.x + pick.randint(-100, 100) * NM_PER_MM, body.y + pick.randint(-100, 100) * NM_PER_MM

        near = field.near((body.at, end), (MOVER,))

        for other in field.others((MOVER,)):
            if other not in near:
                left_out += 1
                assert plane.point_segment_at_least(other.at, body.at, end, body.radius + other.radius)
        assert body not in near
    assert left_out
