"""The worked examples of this chapter, put to the rules as they stand."""

import json

import pytest

from tests.games.splatball.fire.answers import ANSWERS
from tests.games.splatball.table import vectors


@pytest.mark.parametrize("vector", vectors(*ANSWERS), ids=lambda vector: vector["id"])
def test_the_rules_answer_as_the_specification_expects(vector):
    answer = ANSWERS[vector["query"]](vector["given"])

    assert json.loads(json.dumps(answer)) == vector["expect"], vector["why"]
