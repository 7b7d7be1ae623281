"""Every text a player may read, in both languages, as it stands in the data files and in the code."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

APP: Final = Path(__file__).parents[2] / "app"
_PLACES: Final = re.compile(r"\{[^{}]*\}")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")


class Entry(NamedTuple):
    """A text: where it stands and its words; an empty string where a language lacks."""

    where: str
    es: str
    en: str

    def in_(self, language: str) -> str:
        """Its words in a language."""
        return self.es if language == "es" else self.en


def places(words: str) -> list[str]:
    """What is to be filled in, in alphabetical order."""
    return sorted(_PLACES.findall(words))


@cache
def entries() -> tuple[Entry, ...]:
    """All of them, those of the data files first."""
    found: list[Entry] = []
    for path in sorted(APP.rglob("*.toml")):
        found += _in_table(tomllib.loads(path.read_text("utf-8")), str(path.relative_to(APP)))
    for path in sorted(APP.rglob("*.py")):
        found += _in_code(path)
    return tuple(found)


def _in_table(value: object, where: str) -> Iterator[Entry]:
    if isinstance(value, list):
        for n, each in enumerate(value):
            name = each.get("id") or each.get("code") if isinstance(each, dict) else None
            yield from _in_table(each, f"{where}[{name or n}]")
    elif isinstance(value, dict):
        yield from _pairs(value, where)
        for key, each in value.items():
            yield from _in_table(each, f"{where} {key}")


def _pairs(table: Mapping[str, Any], where: str) -> Iterator[Entry]:
    stems = {
        key[: -len(suffix)] for key in table for suffix in ("es", "en") if key == suffix or key.endswith(f"_{suffix}")
    }
    for stem in sorted(stems):
        both = table.get(f"{stem}es", ""), table.get(f"{stem}en", "")
        if all(isinstance(words, str) for words in both):
            yield Entry(f"{where} {stem.rstrip('_')}".rstrip(), *both)


def _in_code(path: Path) -> Iterator[Entry]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            named = {each.arg: each.value for each in node.keywords}
            es, en = (
                named.get(name, node.args[n] if n < len(node.args) else None) for n, name in enumerate(("es", "en"))
            )
            words = [_literal(part) for part in (es, en)]
            if None not in words:
                yield Entry(f"{path.relative_to(APP)}:{node.lineno}", *(each or "" for each in words))


def _literal(node: ast.expr | None) -> str | None:
    """The words of a string, its parts that are worked out as ``{}``; nothing for what is no string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


@cache
def foreign(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """What must not be read on a page in ``language``: the texts and the patterns of texts of the other one that mean nothing in it."""
    other = "en" if language == "es" else "es"
    own = {normal(entry.in_(language)) for entry in entries()}
    plain, patterns = set(), set()
    for entry in entries():
        words = normal(entry.in_(other))
        if words in own or not _LETTERS.search(_PLACES.sub("", words)):
            continue
        if not _PLACES.search(words):
            plain.add(words)
        elif len(_LETTERS.findall(_PLACES.sub("", words))) >= 2:
            patterns.add(
                "".join(
                    ".+" if _PLACES.fullmatch(part) else re.escape(part) for part in re.split(r"(\{[^{}]*\})", words)
                )
            )
    return frozenset(plain), tuple(re.compile(pattern) for pattern in sorted(patterns))


def normal(words: str) -> str:
    """Words without the spaces and signs around them that templates add."""
    return " ".join(words.split()).strip(" .:,;()·–—▸")


def is_foreign(words: str, language: str) -> bool:
    """Whether words are a text of the other language."""
    plain, patterns = foreign(language)
    words = normal(words)
    return words in plain or any(pattern.fullmatch(words) for pattern in patterns)
