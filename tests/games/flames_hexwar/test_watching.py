"""Those whom many see together are those whom each sees by himself, in every weather, over hills and through smoke."""

from __future__ import annotations

import pytest

from app.engine.types import UnitId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.sight import Seen
from tests.games.flames_hexwar.playing import played

EVERY = 23
"""So many acts lie between two positions that are looked at."""
MOST = 1400


@pytest.mark.rule("FHW-HIT-07", "FHW-GEO-16")
@pytest.mark.parametrize(("scenario", "seed"), [("evening_village", 3), ("big_pass", 8), ("mountain_patrol", 1)])
def test_who_is_sighted_is_who_anybody_sees(scenario: str, seed: int) -> None:
    smoky = hilly = 0
    for number, each in enumerate(played(scenario, 2, seed)):
        if number > MOST:
            break
        if number % EVERY:
            continue
        field = each.moment.field
        smoky += bool(field.position.smoke)
        hilly += bool(field.terrain.hilly)
        for fog in (None, 4):
            for name in list(field.platoons)[:: 1 + number % 3]:
                _compare(field, [team for team in field.by_platoon[name] if team.at is not None], fog)
    assert hilly or scenario != "big_pass"
    assert smoky or scenario != "big_pass"


def _compare(field: Field, own: list[Team], fog: int | None) -> None:
    enemies = field.enemies(own[0].side) if own else ()
    found = [enemy.id for enemy in field.sighted(own, enemies, fog)]
    assert found == [enemy.id for enemy in enemies if any(field.sees(team, enemy, fog) for team in own)]
    if own:
        seen: list[UnitId] = [enemy.id for enemy in enemies if isinstance(field.look(own[0], enemy, fog), Seen)]
        assert [enemy.id for enemy in field.sighted(own[:1], enemies, fog)] == seen
