"""The worked examples, put to the questions of the rules service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.systems.tierras_distantes.queries.queries import build_queries
from tests.games.tierras_distantes.table import VECTORS, book

QUERIES = build_queries(book())
CASES = VECTORS["vectors"]
PLACED: dict[str, Any] = {"board": [100, 100], "placed": [], "x": 0, "y": 0}


@pytest.mark.parametrize("vector", CASES, ids=[vector["id"] for vector in CASES])
def test_worked_examples(vector: Mapping[str, Any]) -> None:
    answer = QUERIES[vector["query"]](vector["given"])

    assert {name: answer.get(name) for name in vector["expect"]} == vector["expect"], vector["why"]


@pytest.mark.rule("TD-GEN-02")
@pytest.mark.parametrize(
    ("name", "whole", "half"),
    [
        ("regular_move", 18, 9), ("regular_climb", 3, 1.5), ("regular_height", 3, 1.5), ("regular_radius", 1.25, 0.625),
        ("leader_range", 20, 10), ("assault_rifle_effective_range", 60, 30), ("hand_grenade_area_radius", 4, 2),
        ("soft_block", 10, 5), ("table_side", 100, 100), ("deployment_fraction", 0.25, 0.25), ("container_top", 2.9, 2.9),
    ],
)  # fmt: skip
def test_what_is_a_length_of_miniatures_is_scaled_and_nothing_else(name: str, whole: float, half: float) -> None:
    assert [QUERIES["scaled"]({"name": name, "scale_pct": pct})["value"] for pct in (100, 50)] == [whole, half]


@pytest.mark.parametrize(
    ("query", "given", "at"),
    [
        ("generator", {"board": [120, 121], "dice": []}, "given.board"),
        ("generator", {"board": [120, 150.05], "dice": []}, "given.board"),
        ("place_piece", PLACED | {"piece": {"size": [20, 20], "parts": [[5, 5, 5, 9]]}}, "given.piece.parts[0]"),
        ("place_piece", PLACED | {"piece": {"size": [20, 20], "parts": [[5, 9, 8, 5]]}}, "given.piece.parts[0]"),
    ],
)
def test_what_makes_no_sense_is_no_question_of_the_rules(query: str, given: Any, at: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        QUERIES[query](given)

    assert [error.field for error in caught.value.errors] == [at]
