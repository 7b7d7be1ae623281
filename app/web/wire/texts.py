"""The words of the pages, in Spanish and English, from ``app/web/texts/*.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from app.engine.types import Text

Language = Literal["es", "en"]
FOLDER: Final = Path(__file__).parents[1] / "texts"
LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")


class UnknownWord(LookupError):
    """A page asked for words that ``app/web/texts`` does not have."""

    def __init__(self, key: str) -> None:
        super().__init__(f"expected app/web/texts to hold {key!r}")


class Texts:
    """Every entry of ``texts/*.toml``: ``[home.title]`` with ``es`` and ``en`` is found as ``home.title``."""

    def __init__(self, entries: Mapping[str, Text]) -> None:
        self._entries: Final = dict(entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def say(self, key: str, language: str, **values: object) -> str:
        """The words of ``key`` in ``language``, with ``{name}`` filled in; raises ``UnknownWord``."""
        words = self.text(key).in_(language)
        return words.format_map(values) if values else words

    def text(self, key: str) -> Text:
        """Both languages of ``key``, places not filled in; raises ``UnknownWord``."""
        try:
            return self._entries[key]
        except KeyError:
            raise UnknownWord(key) from None


def load_texts(path: Path | None = None) -> Texts:
    """Reads every file of ``app/web/texts``, or the one named. Raises ``ValueError`` for an entry that lacks a
    language or holds anything else."""
    sources = [path] if path else sorted(FOLDER.glob("*.toml"))
    return Texts({key: text for file in sources for key, text in _entries(tomllib.loads(file.read_text("utf-8")), "")})


def _entries(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Text]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if not isinstance(value, dict):
            raise ValueError(f"expected {key} to be a table, found {value!r}")
        if any(isinstance(words, str) for words in value.values()):
            if value.keys() != {"es", "en"}:
                raise ValueError(f"expected {key} to have es and en, found {sorted(value)}")
            yield key, Text(**value)
        else:
            yield from _entries(value, f"{key}.")
