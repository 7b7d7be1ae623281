"""The worked examples, whole, put to the questions of the rules service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.systems.flames_hexwar.queries.queries import build_queries
from tests.games.flames_hexwar.table import VECTORS, book

CASES = VECTORS["vectors"]
QUERIES = build_queries(book())


@pytest.mark.parametrize("vector", CASES, ids=[vector["id"] for vector in CASES])
def test_worked_examples(vector: Mapping[str, Any]) -> None:
    assert QUERIES[vector["query"]](vector["given"]) == vector["expect"]
