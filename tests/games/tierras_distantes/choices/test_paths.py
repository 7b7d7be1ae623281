"""Paths that are proposed: legal ones, to where one may want to go."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.types import Text, UnitId
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.choices.paths import example_paths, judge_for, reaches, sample_path
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.position.state import Position, Unit
from tests.games.tierras_distantes.table import piece, position, rules, unit


def asked(at: Position, name: str = "A01") -> tuple[Field, Unit]:
    return Field(rules(), at), at.units[UnitId(name)]


@pytest.mark.rule("TD-MOV-01", "TD-MOV-13")
def test_random_paths_are_legal_and_various() -> None:
    hill = piece("hill", "hill", (450, 450, 600, 600), 10)
    crowd = [unit(f"B{n:02}", 440 + 40 * n, 560) for n in range(1, 5)]
    field, mini = asked(position(unit("A01", 480, 500, 10, status="active"), *crowd, pieces=[hill]))
    random = Random(1)

    paths = [path for _ in range(60) if (path := sample_path(field, mini, random.randrange)) is not None]

    assert len(set(paths)) > 40
    assert all(map(judge_for(field, mini), paths))
    assert {len(path) for path in paths} == {1, 2}


def test_examples_lead_to_an_enemy_into_cover_onto_an_objective_and_away() -> None:
    aim = Objective("aim", Text("", ""), 600, 500, 50, 0, 0, 1)
    trench = piece("trench", "trench", (460, 400, 500, 440))
    at = position(unit("A01", 500, 500, status="active"), unit("B01", 500, 640), pieces=[trench], objectives=[aim])
    field, mini = asked(at)

    ends = {path[-1] for path in example_paths(field, mini)}

    assert (500, 613) in ends  # two bases of 12.5 and a little from the enemy
    assert (480, 420) in ends
    assert (600, 500) in ends
    assert (500, 320) in ends
    assert all(map(judge_for(field, mini), example_paths(field, mini)))


def test_behind_a_wall_is_on_the_side_away_from_the_enemy() -> None:
    wall = piece("wall", "wall", (400, 560, 600, 570), 50)
    field, mini = asked(position(unit("A01", 500, 450, status="active"), unit("B01", 500, 800), pieces=[wall]))

    assert (500, 547) in {path[-1] for path in example_paths(field, mini)}


def test_somebody_shut_in_is_offered_a_short_way_or_none() -> None:
    box = [
        piece("w1", "wall", (470, 470, 530, 487), 50),
        piece("w2", "wall", (470, 513, 530, 530), 50),
        piece("w3", "wall", (470, 487, 487, 513), 50),
        piece("w4", "wall", (513, 487, 530, 513), 50),
    ]
    field, mini = asked(position(unit("A01", 500, 500, status="active"), unit("B01", 500, 800), pieces=box))

    assert example_paths(field, mini) == ()
    field, mini = asked(position(unit("A01", 500, 500, status="active"), unit("B01", 500, 800), pieces=box[1:]))
    assert example_paths(field, mini)


@pytest.mark.rule("TD-MOV-02", "TD-MOV-06")
@pytest.mark.parametrize("side", [20, 6, 2])
def test_somebody_on_a_pillar_is_offered_a_step_on_it(side: int) -> None:
    pillar = piece("pillar", "rock", (500 - side // 2, 500 - side // 2, 500 + side // 2, 500 + side // 2), 40)
    field, mini = asked(position(unit("A01", 500, 500, 40, status="active"), unit("B01", 500, 800), pieces=[pillar]))

    (path,) = example_paths(field, mini)

    assert judge_for(field, mini)(path)


def test_the_second_move_reaches_farther_than_the_first() -> None:
    field, mini = asked(position(unit("A01", 500, 500, status="active"), unit("B01", 500, 800)))
    (one,), (two,) = reaches(field, mini, moves=1), reaches(field, mini, moves=2)

    assert one.holes == two.holes == ()
    assert max(x for x, _ in one.outline) == pytest.approx(680, abs=1)
    assert max(x for x, _ in two.outline) == pytest.approx(857, abs=1)
