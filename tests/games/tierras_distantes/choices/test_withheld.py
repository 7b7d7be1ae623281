"""What a miniature may not do now, with the judge's reason."""

from __future__ import annotations

import pytest

from app.engine.types import Seat, UnitId
from app.systems.tierras_distantes.choices.withheld import withheld
from app.systems.tierras_distantes.position.state import Ending, Position
from tests.games.tierras_distantes.playing import moment
from tests.games.tierras_distantes.table import piece, position, unit


def reasons(at: Position, name: str = "A01", seat: str = "a") -> dict[str, tuple[str, str | None]]:
    return {each.label.en: (each.refusal.rule, each.whom) for each in withheld(moment(at), Seat(seat), UnitId(name))}


ENEMY = unit("B01", 500, 900)


def test_who_can_do_everything_is_told_nothing_of_it() -> None:
    box = piece("box", "container", (513, 400, 600, 600), 29)
    at = position(unit("A01", 500, 500, status="active"), ENEMY, pieces=[box])

    assert reasons(at) == {"Try to rally": ("TD-FRT-14", None)}


@pytest.mark.rule("TD-ACC-01", "TD-ACC-02", "TD-ACC-03", "TD-CLB-03")
def test_what_was_used_up_is_said_of_each_kind() -> None:
    box = piece("box", "container", (100, 100, 200, 200), 29)
    moved = position(unit("A01", 500, 500, status="active", actions=2, moves=2), ENEMY, pieces=[box])
    shot = position(unit("A01", 500, 500, status="active", actions=1, shots=1), ENEMY, pieces=[box])
    done = position(unit("A01", 500, 500, status="active", actions=3, shots=1), unit("A02", status="active"), ENEMY)

    assert reasons(moved)["Move"] == ("TD-ACC-02", None)
    assert reasons(moved)["Climb"] == ("TD-ACC-02", None)
    assert reasons(shot)["Fire: Assault rifle"] == ("TD-ACC-03", None)
    assert reasons(shot)["Climb"] == ("TD-CLB-03", None)
    assert reasons(done)["Move"] == ("TD-ACC-01", None)


@pytest.mark.rule("TD-ACT-04", "TD-FRT-01", "TD-CLB-08", "TD-CLB-11", "TD-REF-01")
def test_who_does_not_act_is_frightened_or_climbs_is_told_so() -> None:
    wall = piece("wall", "wall", (400, 513, 600, 520), 60)
    at = position(
        unit("A01", 500, 500, 30, status="active", climbing="wall"),
        unit("A02", 100, 100, status="active", frightened=True),
        unit("A03", 200, 100),
        ENEMY,
        pieces=[wall],
    )

    assert reasons(at)["Move"] == ("TD-CLB-11", None)
    assert reasons(at)["Fire: Assault rifle"] == ("TD-CLB-08", None)
    assert set(reasons(at, "A02").values()) == {("TD-FRT-01", None)}
    assert set(reasons(at, "A03").values()) == {("TD-ACT-04", None)}
    assert set(reasons(at, "B01", "b").values()) == {("TD-REF-01", None)}
    assert reasons(at, "B01") == reasons(at, "C01") == reasons(at, "A01", "spectator") == {}


@pytest.mark.rule("TD-SEE-01", "TD-RNG-03", "TD-AREA-11")
def test_a_weapon_without_a_target_says_why_of_the_nearest_enemy() -> None:
    wall = piece("wall", "wall", (300, 600, 700, 610), 60)
    arms = ("carbine", "pistol", "hand_grenade")
    at = position(unit("A01", 500, 500, status="active", weapons=arms), ENEMY, unit("B02", 500, 950), pieces=[wall])

    told = reasons(at)

    assert told["Fire: Carbine"] == ("TD-SEE-01", "B01")
    assert told["Fire: Pistol"] == ("TD-RNG-03", "B01")
    assert "Fire at a point: Hand grenade" not in told  # an empty point may be fired at


@pytest.mark.rule("TD-FRT-05", "TD-FRT-06", "TD-FRT-14")
def test_a_leader_is_told_who_is_too_far_away_and_nobody_else_of_leading() -> None:
    leader = unit("A01", 500, 100, status="active", leader=True)
    calm = position(leader, unit("A02", 500, 200), ENEMY)
    far = position(leader, unit("A02", 500, 200), unit("A03", 500, 400, frightened=True), ENEMY)

    assert reasons(calm)["Rally another"] == ("TD-FRT-14", "A02")
    facing = position(leader, unit("A02", 500, 200), unit("B01", 500, 150, frightened=True))
    assert reasons(facing)["Rally another"] == ("TD-FRT-14", "A02")
    assert reasons(far)["Rally another"] == ("TD-FRT-05", "A03")
    assert "Rally another" not in reasons(calm, "A02")


@pytest.mark.rule("TD-MOV-07")
def test_who_is_shut_in_is_told_what_is_in_the_way() -> None:
    box = [
        piece("w1", "wall", (470, 470, 530, 487), 50),
        piece("w2", "wall", (470, 513, 530, 530), 50),
        piece("w3", "wall", (470, 487, 487, 513), 50),
        piece("w4", "wall", (513, 487, 530, 513), 50),
    ]
    at = position(unit("A01", 500, 500, status="active"), ENEMY, pieces=box)

    assert reasons(at)["Move"] == ("TD-MOV-07", None)


@pytest.mark.rule("TD-MOV-07", "TD-CLB-03")
def test_who_cannot_climb_is_told_what_keeps_it_from_the_nearest_piece() -> None:
    """A house rises from a plateau on which somebody stands, the head right under a walkway."""
    plateau = piece("plateau", "hill", (200, 200, 800, 800), 30)
    house, far = piece("house", "building", (513, 400, 600, 600), 60), piece("far", "rock", (0, 0, 90, 90), 90)
    way = piece("way", "platform", (450, 450, 560, 550), 75, 60)
    stands = unit("A01", 500, 500, 30, status="active")

    under = reasons(position(stands, ENEMY, pieces=[plateau, house, far, way]))
    away = reasons(position(unit("A01", 400, 500, 30, status="active"), ENEMY, pieces=[plateau, house, far]))

    assert under["Climb"] == ("TD-MOV-07", None)
    assert away["Climb"] == ("TD-CLB-03", None)
    assert "Climb" not in reasons(position(stands, ENEMY, pieces=[plateau, house, far]))
    low, box = piece("low", "barricade", (400, 512, 500, 520), 14), piece("box", "container", (513, 400, 600, 505), 29)
    assert "Climb" not in reasons(position(unit("A01", 500, 500, status="active"), ENEMY, pieces=[low, box]))


@pytest.mark.rule("TD-MOV-07", "TD-MOV-02")
def test_a_step_to_any_side_is_enough_to_say_nothing_of_moving() -> None:
    """Shut in on all sides but one, with no room for a whole move."""
    walls = [
        piece("w1", "wall", (370, 470, 430, 487), 50),
        piece("w2", "wall", (370, 524, 430, 540), 50),
        piece("w3", "wall", (370, 487, 387, 524), 50),
        piece("w4", "wall", (413, 487, 430, 524), 50),
    ]

    assert "Move" not in reasons(position(unit("A01", 400, 500, status="active"), ENEMY, pieces=walls))


@pytest.mark.rule("TD-AREA-11", "TD-ACC-03")
def test_an_area_weapon_is_withheld_only_from_who_has_spent_its_shot() -> None:
    far = unit("B02", 700, 900)
    grenadier = unit("A01", 500, 500, status="active", weapons=("hand_grenade",))
    spent = unit("A01", 500, 500, status="active", weapons=("hand_grenade",), actions=1, shots=1)

    assert "Fire at a point: Hand grenade" not in reasons(position(grenadier, far))
    assert reasons(position(spent, far))["Fire at a point: Hand grenade"] == ("TD-ACC-03", None)


def test_nothing_is_withheld_before_the_first_batch_and_after_the_last() -> None:
    at = position(unit("A01", 500, 500, status="active"), ENEMY, phase="over", result=Ending("A", "losses"))

    assert reasons(at) == {}
