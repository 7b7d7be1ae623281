"""Every rule that a game enforces or computes is named by a test, and no test names a rule that does not exist."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from app.engine.registry import discover

TESTS = Path(__file__).parents[1] / "games"
GAMES = list(discover("app.systems").values())


def named_rules(folder: Path) -> set[str]:
    """The rule ids in ``@pytest.mark.rule(...)`` below a folder and in the vectors that its tests run whole."""
    named: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                named |= {
                    arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    for path in folder.rglob("vectors.json"):
        for vector in json.loads(path.read_text("utf-8"))["vectors"]:
            named |= set(vector["rule"])
    return named


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.manifest.id)
def test_every_enforced_or_computed_rule_is_named_by_a_test(game):
    wanted = {rule.id for rule in game.manifest.rules if rule.kind in ("enforced", "computed")}

    unnamed = sorted(wanted - named_rules(TESTS / game.manifest.id))

    assert unnamed == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.manifest.id)
def test_no_test_names_a_rule_that_does_not_exist(game):
    known = {rule.id for rule in game.manifest.rules}

    unknown = sorted(
        rule for rule in named_rules(TESTS / game.manifest.id) - known if rule.startswith(game.manifest.prefix)
    )

    assert unknown == []
