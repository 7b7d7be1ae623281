"""The worked examples, put to the questions of the rules service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.systems.tierras_distantes.queries.queries import build_queries
from tests.games.tierras_distantes.table import VECTORS, book

QUERIES = build_queries(book())
CASES = VECTORS["vectors"]


@pytest.mark.parametrize("vector", CASES, ids=[vector["id"] for vector in CASES])
def test_worked_examples(vector: Mapping[str, Any]) -> None:
    answer = QUERIES[vector["query"]](vector["given"])

    assert {name: answer.get(name) for name in vector["expect"]} == vector["expect"], vector["why"]
