"""The worked examples of the specification, put to the rules as they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.systems.war_of_plastic.queries.queries import build_queries
from tests.games.war_of_plastic.battlefield import book

DOCUMENT = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", DOCUMENT["vectors"], ids=lambda vector: vector["id"])
def test_the_rules_answer_in_plain_json_as_the_specification_expects(vector):
    answer = build_queries(book())[vector["query"]](vector["given"])

    assert answer == vector["expect"], vector["why"]
    assert json.loads(json.dumps(answer)) == answer


def test_every_question_of_the_specification_is_answered():
    asked = {name for name in DOCUMENT["queries"] if not name.startswith("_")}

    assert set(build_queries(book())) == asked
