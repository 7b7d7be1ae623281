"""What fire may be expected to do, for whoever proposes it and whoever weighs positions: targets in order, shares, exact odds."""

from __future__ import annotations

from typing import Any

import pytest

from app.systems.tierras_distantes.choices.shots import aims, best_first, split_shots
from app.systems.tierras_distantes.choices.threats import Menace, threats_on
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.fire.odds import chances
from app.systems.tierras_distantes.position.state import Unit
from tests.games.tierras_distantes.table import piece, position, rules, unit

LOW = piece("low", "barricade", (450, 690, 550, 700), 14)
WALL = piece("wall", "wall", (300, 690, 700, 700), 50)
RIFLE = Pool(3, 3)


def menace(*units: Unit, pieces: Any = (), **options: Any) -> Menace:
    """What the first may do to the others."""
    threats = threats_on(rules(**options), position(*units, pieces=pieces).board.pieces)
    (shooter, *_), targets = threats.line_up(units[:1]), threats.line_up(units[1:])
    return threats.row(shooter, targets)


def odds(pool: Pool, armour: str = "medium", cover: int = 0) -> tuple[float, float]:
    """The chances of a fright and of a casualty."""
    found = chances(rules(), pool, rules().armours[armour].dice, cover)
    return float(found["frightened"]), float(found["casualty"])


def shooter(*weapons: str, **more: Any) -> Unit:
    return unit("A01", 500, 500, weapons=weapons, status="active", **more)


@pytest.mark.rule("TD-COV-01", "TD-FIRE-06", "TD-SEE-01", "TD-AREA-02")
@pytest.mark.parametrize(
    ("weapons", "armour", "pieces", "y", "expected"),
    [
        (("assault_rifle",), "none", (), 730, odds(RIFLE, "none")),
        (("assault_rifle",), "heavy", (), 730, odds(RIFLE, "heavy")),
        (("assault_rifle",), "none", (LOW,), 730, odds(RIFLE, "none", 1)),
        (("assault_rifle",), "none", (WALL,), 730, None),
        (("pistol", "assault_rifle"), "none", (), 730, odds(RIFLE, "none")),
        (("pistol", "assault_rifle"), "powered", (), 730, odds(RIFLE, "powered")),
        (("claws",), "none", (), 730, None),
    ],
)
def test_what_somebody_may_do_is_the_best_of_its_weapons_at_exact_odds(
    weapons: tuple[str, ...], armour: str, pieces: Any, y: int, expected: tuple[float, float] | None
) -> None:
    found = menace(shooter(*weapons), unit("B01", 500, y, armour=armour), pieces=pieces)

    assert [(hit.target, (hit.frightened, hit.casualty)) for hit in found.hits] == [(0, expected)][
        : expected is not None
    ]
    assert found.nearest_mm == y - 500


@pytest.mark.rule("TD-AREA-02", "TD-AREA-06")
def test_a_burst_needs_no_sight() -> None:
    wall = piece("wall", "wall", (300, 560, 700, 570), 50)
    hidden = unit("B01", 500, 600)

    assert menace(shooter("hand_grenade"), hidden, pieces=(wall,)).hits
    assert not menace(shooter("assault_rifle"), hidden, pieces=(wall,)).hits
    assert menace(shooter("assault_rifle")).nearest_mm == float("inf")


@pytest.mark.rule("TD-RES-05", "TD-COV-01")
def test_the_best_targets_come_first_and_the_frightened_count_for_what_can_still_happen_to_them() -> None:
    foes = [
        unit("B01", 400, 730, armour="heavy"), unit("B02", 300, 730, armour="none"),
        unit("B03", 200, 730, armour="none", frightened=True), unit("B04", 500, 730, armour="none"),
    ]  # fmt: skip
    at = position(shooter("assault_rifle"), *foes, pieces=(LOW,))
    field, own = Field(rules(), at), at.units["A01"]

    found = aims(field, own, rules().weapons["assault_rifle"], foes)

    hopes = {aim.target: aim.hope for aim in found}
    fright, casualty = odds(RIFLE, "none")
    assert hopes["B03"] == casualty
    assert hopes["B02"] == casualty + 0.4 * fright
    assert [aim.target for aim in best_first(found)] == sorted(hopes, key=lambda name: -hopes[name])
    assert hopes["B04"] < hopes["B02"]


@pytest.mark.rule("TD-DIV-01", "TD-DIV-02")
def test_of_divided_fire_the_better_target_is_named_first_with_each_share() -> None:
    foes = [unit("B01", 450, 700), unit("B02", 550, 700, armour="none")]
    at = position(shooter("light_machine_gun", "assault_rifle"), *foes)
    field, own, weapons = Field(rules(), at), at.units["A01"], rules().weapons

    best = best_first(aims(field, own, weapons["light_machine_gun"], foes))
    found = [shot.split for shot in split_shots(field, own, weapons["light_machine_gun"], best)]

    assert [[(share.target, share.dice) for share in split] for split in found if split is not None] == [
        [("B02", 2), ("B01", 2)], [("B02", 3), ("B01", 1)], [("B02", 1), ("B01", 3)],
    ]  # fmt: skip
    assert list(split_shots(field, own, weapons["assault_rifle"], best)) == []
