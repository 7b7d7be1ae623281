"""Every rule that a game enforces or computes is named, whole, by a test and beside the code or the data that does it; and
nothing names a rule that does not exist."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.registry import discover
from app.engine.system import GameSystem

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "games"
SYSTEMS = ROOT / "app" / "systems"
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


# -- one search finds a rule -----------------------------------------------------------------------------------------------

INVENTORY = "rules.toml"
VECTORS = "vectors.json"
"""Worked examples, word for word those of the specification."""
SUFFIXES = {".py", ".toml", ".md", ".json"}
NUMBER = r"\d\d[a-z]?(?!\d)"
SHORT = re.compile(
    rf"\b(?:{'|'.join(game.manifest.prefix for game in GAMES)})-[A-Z]+-{NUMBER}(?:,| and| or| to|/| ?–)\s*-?{NUMBER}\b(?!-)"
)
"""An id with another that is only a number: no search for that one finds it."""


def texts(*folders: Path) -> Iterator[tuple[Path, str]]:
    """Every file of words and code below some folders, without the rule inventories."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES and path.name != INVENTORY and path != Path(__file__):
                yield path, path.read_text("utf-8")


def named_beside_the_rules(game: GameSystem) -> set[str]:
    """The ids that stand in a game's code and data."""
    pattern = re.compile(rf"\b{game.manifest.prefix}-[A-Z]+-{NUMBER}")
    return {name for _, text in texts(SYSTEMS / game.manifest.id) for name in pattern.findall(text)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.manifest.id)
def test_every_enforced_or_computed_rule_stands_beside_what_enforces_or_computes_it(game):
    wanted = {rule.id for rule in game.manifest.rules if rule.kind in ("enforced", "computed")}

    assert sorted(wanted - named_beside_the_rules(game)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.manifest.id)
def test_neither_code_nor_data_name_a_rule_that_does_not_exist(game):
    assert sorted(named_beside_the_rules(game) - {rule.id for rule in game.manifest.rules}) == []


def test_every_id_is_written_whole():
    short = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path, text in texts(SYSTEMS, ROOT / "tests")
        if path.name != VECTORS
        for found in SHORT.finditer(text)
    ]

    assert short == []


@pytest.mark.parametrize(
    "text",
    [
        "{}-MOV-04, 05",
        "{}-MOV-04 to 06",
        "{}-MOV-04, -05",
        "{}-MOV-04 and 05",
        "{}-MOV-04 or -05",
        "{}-MOV-04,\n    05",
    ],
)
def test_a_short_form_would_be_seen(text):
    assert all(SHORT.search(text.format(game.manifest.prefix)) for game in GAMES)


@pytest.mark.parametrize("text", ["{0}-MOV-04, {0}-MOV-05", "{}-MOV-04, 5 of them", "{}-MOV-04)", "{}-MOV-04, 100 mm"])
def test_what_is_whole_is_no_short_form(text):
    assert not any(SHORT.search(text.format(game.manifest.prefix)) for game in GAMES)
