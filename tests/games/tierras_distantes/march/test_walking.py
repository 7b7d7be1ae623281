"""Walking, at its boundaries."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import Refusal
from app.systems.tierras_distantes.march.groups import crowded
from app.systems.tierras_distantes.march.walking import Walked, crowding, walk
from app.systems.tierras_distantes.space.land import Block, Body
from tests.games.tierras_distantes.space.scenes import CM, MM, TABLE, body, land, nm, piece
from tests.games.tierras_distantes.table import rules


def walked(mini: Body, path: Any, *pieces: Block, move: float = 18, enemies: Any = (), **options: Any) -> Walked | str:
    """What comes of a walk, or the rule that refuses it."""
    points = [(nm(x), nm(y)) for x, y in path]
    found = walk(rules(**options), land(*pieces), mini, points, allowance=nm(move), table=TABLE, enemies=enemies)
    return str(found.rule) if isinstance(found, Refusal) else found


def cost(*given: Any, **options: Any) -> int:
    found = walked(*given, **options)
    assert isinstance(found, Walked)
    return found.cost


@pytest.mark.rule("TD-MOV-02")
def test_a_move_of_less_than_a_millimetre_is_none() -> None:
    assert walked(body(10, 10), [(10.099, 10)]) == "TD-MOV-02"
    assert cost(body(10, 10), [(10.1, 10)]) == MM
    assert walked(body(10, 10), [(10, 10), (10, 10)]) == "TD-MOV-02"


@pytest.mark.rule("TD-MOV-04", "TD-GEN-07")
def test_each_piece_is_rounded_up_to_a_nanometre() -> None:
    assert cost(body(10, 10), [(11, 11), (12, 12)]) == 2 * 14_142_136
    assert cost(body(10, 10), [(11, 11), (11, 11)]) == 14_142_136


@pytest.mark.rule("TD-MOV-09")
def test_two_kinds_of_slow_ground_count_once() -> None:
    woods, rubble = piece("woods", (12, 0, 20, 20), z1=6), piece("rubble", (14, 0, 24, 20))

    assert cost(body(10, 10), [(18, 10)], woods, rubble) == 14 * CM
    assert cost(body(10, 10), [(18, 10)], woods, rubble, difficult_ground="whole_action") == 8 * CM
    assert walked(body(10, 10), [(19.1, 10)], woods, difficult_ground="whole_action") == "TD-MOV-01"
    assert cost(body(10, 10), [(12, 10)], woods, difficult_ground="whole_action", move=2.1) == 2 * CM


@pytest.mark.rule("TD-MOV-09")
def test_slow_ground_slows_only_at_its_own_level() -> None:
    floor = piece("platform", (10, 0, 40, 20), z0=2.5, z1=3)
    swamp = piece("swamp", (10, 0, 40, 20))

    assert cost(body(12, 10, 3), [(22, 10)], floor, swamp) == 10 * CM


@pytest.mark.rule("TD-MOV-05", "TD-MOV-06")
def test_half_the_height_is_stepped_up_and_down() -> None:
    rock = piece("rock", (20, 0, 30, 20), z1=1.5)

    up = walked(body(15, 10), [(25, 10)], rock)
    assert isinstance(up, Walked)
    assert up.end.z == nm(1.5)
    down = walked(up.end, [(15, 10)], rock)
    assert isinstance(down, Walked)
    assert down.end.z == 0
    higher = rock._replace(z1=rock.z1 + 1)
    assert walked(body(25, 10)._replace(z=higher.z1), [(15, 10)], higher) == "TD-MOV-06"
    assert walked(body(15, 10), [(25, 10)], higher) == "TD-MOV-07"


@pytest.mark.rule("TD-MOV-01", "TD-MOV-06")
def test_a_refusal_says_how_much_is_too_much() -> None:
    rock = piece("rock", (20, 0, 30, 20), z1=2.2)
    drop = walk(rules(), land(rock), body(25, 10, 2.2), [(nm(15), nm(10))], allowance=nm(18), table=TABLE, enemies=())
    far = walk(rules(), land(), body(15, 10), [(nm(33) + 1, nm(10))], allowance=nm(18), table=TABLE, enemies=())

    assert isinstance(drop, Refusal)
    assert dict(drop.facts) == {"unit": "A01", "drop_cm": 2.2, "step_cm": 1.5}
    assert isinstance(far, Refusal)
    assert dict(far.facts) == {"unit": "A01", "length_cm": 18.01, "reach_cm": 18}


@pytest.mark.rule("TD-MOV-12")
def test_the_end_on_the_very_edge_of_a_tier_is_on_the_tier() -> None:
    hill = piece("hill", (20, 0, 30, 20), z1=1)
    barricade = piece("barricade", (20, 0, 21, 20), z1=1.4)

    found = walked(body(15, 10), [(20, 10)], hill)
    assert isinstance(found, Walked)
    assert found.end.z == CM
    assert walked(body(15, 10), [(20, 10)], barricade) == "TD-MOV-12"
    assert isinstance(walked(body(15, 10), [(22, 10)], barricade), Walked)


@pytest.mark.rule("TD-MOV-08", "TD-MOV-14")
def test_one_passes_friends_and_touches_enemies() -> None:
    enemy = body(20, 12.5, name="B01")

    assert isinstance(walked(body(10, 10), [(25, 10)], enemies=[enemy]), Walked)
    assert walked(body(10, 10), [(25, 10)], enemies=[enemy._replace(y=enemy.y - 1)]) == "TD-MOV-08"
    assert isinstance(walked(body(10, 10), [(25, 10)], enemies=[enemy._replace(y=nm(10), z=3 * CM)]), Walked)
    beside = walked(body(10, 10), [(20, 10)], enemies=[enemy])
    assert isinstance(beside, Walked)
    assert crowding(beside.end, [enemy]) is None


@pytest.mark.rule("TD-MOV-11", "TD-BRD-03")
def test_every_point_of_a_path_is_on_the_table() -> None:
    assert walked(body(5, 10), [(1.2, 10), (5, 10)]) == "TD-MOV-11"
    assert isinstance(walked(body(5, 10), [(1.25, 10), (5, 10)]), Walked)


@pytest.mark.rule("TD-ACC-07")
def test_a_group_has_room_at_its_new_places() -> None:
    one, two = walked(body(10, 10), [(15, 10)]), walked(body(15, 10, name="A02"), [(10, 10)])
    assert isinstance(one, Walked)
    assert isinstance(two, Walked)

    assert crowded([one, two], []) is None
    refusal = crowded([one, two], [body(12.4, 10, name="A03")])
    assert refusal is not None
    assert refusal.rule == "TD-MOV-13"


@pytest.mark.rule("TD-MOV-06", "TD-MOV-07")
def test_what_is_too_high_or_too_deep_is_told_with_its_height_from_where_one_comes_to_it() -> None:
    """Up a tier, and from there at a wall, or down where the tier ends over a pit."""
    tier, wall = piece("hill", (20, 0, 40, 20), z1=1), piece("wall", (30, 0, 31, 20), z1=5)
    high = piece("rock", (20, 0, 40, 20), z1=2)

    def facts(mini: Body, x: float, *pieces: Block) -> dict[str, Any]:
        found = walk(rules(), land(*pieces), mini, [(nm(x), nm(10))], allowance=nm(40), table=TABLE, enemies=())
        assert isinstance(found, Refusal)
        return {"rule": found.rule, **found.facts}

    up, down = facts(body(15, 10), 35, tier, wall), facts(body(25, 10, 2), 45, high)

    assert (up["rule"], up["rise_cm"]) == ("TD-MOV-07", 4.0)
    assert (down["rule"], down["drop_cm"]) == ("TD-MOV-06", 2.0)
