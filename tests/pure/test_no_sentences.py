"""What a game says stands in its data files: no sentence in two languages stands in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

SYSTEMS = Path(__file__).parents[2] / "app" / "systems"
PLACES = re.compile(r"\{[^{}]*\}")
LETTERS = re.compile(r"[^\W\d_]")
OF_THE_API = frozenset({"at", "FieldError", "Parameter"})
"""Errors and descriptions for programs, which are in English alone: a place, then what was expected there."""


def words_of(node: ast.expr) -> str | None:
    """The words of a string, without what is filled in; nothing for what is no string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return PLACES.sub("", node.value)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        return PLACES.sub("", "".join(str(part) for part in parts))
    return None


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def is_in_two_languages(node: ast.AST) -> bool:
    """A ``Text`` of two strings with letters in them, or anything that is given two sentences one after the other."""
    if not isinstance(node, ast.Call) or called(node) in OF_THE_API:
        return False
    given = [words_of(each) for each in (*node.args, *(keyword.value for keyword in node.keywords))]
    for one, other in pairwise(given):
        if one is not None and other is not None and LETTERS.search(one) and LETTERS.search(other):
            is_sentence = " " in one.strip() and " " in other.strip()
            if called(node) == "Text" or is_sentence:
                return True
    return False


def sentences(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and is_in_two_languages(node):
            yield f"{path.relative_to(SYSTEMS)}:{node.lineno}: {ast.unparse(node)[:100]}"


def test_no_game_holds_sentences_in_its_python() -> None:
    files = sorted(SYSTEMS.rglob("*.py"))

    assert len(files) > 100
    assert [found for path in files for found in sentences(path)] == []


def test_sentences_would_be_noticed() -> None:
    def found(code: str) -> bool:
        return is_in_two_languages(ast.parse(code).body[0].value)  # type: ignore[attr-defined]

    assert found('Text("Herida", "Wounded")')
    assert found('Text(es="Herida", en="Wounded")')
    assert found('Text(f"Cuesta {n}", f"Costs {n}")')
    assert found('note("No hay respuesta", "There is no answer", "warn")')
    assert not found('Text(f"{name.es} {n}", f"{name.en} {n}")')
    assert not found('words.say("log", "moved")')
    assert not found('InvalidInput.at("battle.name", "text without control characters")')
