"""The worked examples of this chapter, asked as the rules service asks them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from app.systems.splatball.queries.queries import build_queries
from tests.games.splatball.table import book, vectors

QUERIES = (
    "random",
    "random_below",
    "route",
    "way_out",
    "board_legal",
    "configurator_numbers",
    "configure",
    "in_zone",
    "army_proposal",
)
CASES = vectors(*QUERIES)


@pytest.mark.parametrize(
    "vector", [pytest.param(each, id=each["id"], marks=pytest.mark.rule(*each["rule"])) for each in CASES]
)
def test_the_configurator_answers_as_the_specification_expects(vector: Mapping[str, Any]) -> None:
    answer = build_queries(book())[vector["query"]](vector["given"])

    assert json.loads(json.dumps(answer)) == vector["expect"], vector["why"]


def test_every_question_of_the_configurator_has_examples() -> None:
    assert {vector["query"] for vector in CASES} == set(QUERIES)
