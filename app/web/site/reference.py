"""A game's reference pages: its rule inventory as chapters to search, its tables laid out in rows and columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.system import Rule
from app.engine.types import Text

Source = Literal["rulebook", "house"]
_SOURCES: Final[tuple[Source, ...]] = ("rulebook", "house")
SILENT: Final = frozenset({"source", "id", "name", "name_es", "name_en", "comment"})
"""Members of a row that are not values: they say where it comes from and what it is called."""
WORDS: Final = "words"
"""The table, if a game has one, that names tables and fields for people: ``{"range_mm": {"es", "en"}}``."""


class Chapter(msgspec.Struct, frozen=True):
    """Rules that stand together."""

    title: Text
    rules: tuple[Rule, ...]


class Cell(msgspec.Struct, frozen=True):
    """One value, and where it comes from."""

    value: Any  # plain data of any shape: a number, a word, a list
    source: Source | None


class TableRow(msgspec.Struct, frozen=True):
    """A line of a table; ``source`` is set when all its values share it."""

    id: str
    name: Text | None
    cells: tuple[Cell | None, ...]
    source: Source | None


class Sheet(msgspec.Struct, frozen=True):
    """One table of a game: a title, the fields that head its columns, its rows."""

    id: str
    title: Text
    columns: tuple[Text, ...]
    rows: tuple[TableRow, ...]


def fold(words: str) -> str:
    """``words`` as a search compares them: without case and accents."""
    bare = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def chapters(rules: Iterable[Rule], *, search: str = "", language: str = "en") -> list[Chapter]:
    """The rules in chapters, in order; with ``search``, those whose id, chapter or text in ``language`` has each word of it."""
    wanted = fold(search).split()
    found: dict[str, list[Rule]] = {}
    titles: dict[str, Text] = {}
    for rule in rules:
        content = fold(f"{rule.id} {rule.chapter.in_(language)} {rule.text.in_(language)}")
        if all(word in content for word in wanted):
            titles.setdefault(rule.chapter.en, rule.chapter)
            found.setdefault(rule.chapter.en, []).append(rule)
    return [Chapter(titles[title], tuple(members)) for title, members in found.items()]


def sheets(tables: Mapping[str, Any]) -> list[Sheet]:
    """Every table of a game as rows and columns, whatever shape its data has."""
    words, known = field_words(tables), vocabulary(tables)
    made = (_sheet(name, table, words, known) for name, table in tables.items() if name != WORDS)
    return [sheet for sheet in made if sheet.rows]


def field_words(tables: Mapping[str, Any]) -> Mapping[str, Text]:
    """What the game calls its tables and fields."""
    given = tables.get(WORDS, {})
    named = {str(key): name_of(value) for key, value in given.items() if isinstance(value, Mapping)}
    return {key: name for key, name in named.items() if name is not None}


def vocabulary(tables: Mapping[str, Any]) -> Mapping[str, Text]:
    """Every id of the game that has a name: its words, and what the rows of its tables are called."""
    named = {
        row_id: name
        for table in reversed(list(tables.values()))
        for row_id, row in rows_of(table)
        if (name := name_of(row)) is not None
    }
    return {**named, **field_words(tables)}


def label(field: str, words: Mapping[str, Text]) -> Text:
    """A field in words: the game's own, or its id spelled out; the parts of a path are parted by a comma.

    A part that only says where values come from stays unsaid: each value says it itself."""
    path = field.split(".")
    parts = [words.get(part) or _spelled_out(part) for part in path if part not in _SOURCES] or [_spelled_out(field)]
    return Text(es=", ".join(part.es for part in parts), en=", ".join(part.en for part in parts))


def name_of(row: object) -> Text | None:
    """What a row is called, if it says so."""
    if not isinstance(row, Mapping):
        return None
    for given in (row, row.get("name")):
        if isinstance(given, Text):
            return given
        if isinstance(given, Mapping) and given.keys() >= {"es", "en"}:
            return Text(es=str(given["es"]), en=str(given["en"]))
    if "name_es" in row and "name_en" in row:
        return Text(es=str(row["name_es"]), en=str(row["name_en"]))
    return None


def rows_of(table: object) -> Iterator[tuple[str, object]]:
    """The rows of a table with their ids: a mapping's members, a list's items by their own ``id`` or their number."""
    if isinstance(table, Mapping):
        yield from ((key, row) for key, row in _paired(table).items() if key not in SILENT)
    elif isinstance(table, list | tuple):
        for number, row in enumerate(table, start=1):
            yield (str(row.get("id", number)) if isinstance(row, Mapping) else str(number)), row
    else:
        yield "", table


def leaves(row: object, source: Source | None, path: str = "") -> Iterator[tuple[str, Cell]]:
    """Every value inside a row by its path, each with the nearest ``source`` around it."""
    if isinstance(row, Mapping) and not _is_words(row):
        own = source_of(row, source)
        for key, value in _paired(row).items():
            if key not in SILENT:
                yield from leaves(value, own, f"{path}.{key}" if path else str(key))
    else:
        yield path, Cell(row, source)


def source_of(row: object, around: Source | None) -> Source | None:
    """Where a row's values come from: what it says itself, else what the table around it says."""
    own = row.get("source") if isinstance(row, Mapping) else None
    return next((source for source in _SOURCES if source == own), around)


def _sheet(name: str, table: object, words: Mapping[str, Text], known: Mapping[str, Text]) -> Sheet:
    source = source_of(table, None)
    read = [(key, None if _is_words(row) else name_of(row), dict(leaves(row, source))) for key, row in rows_of(table)]
    fields = list(dict.fromkeys(field for _, _, cells in read for field in cells))
    rows = tuple(_row(key, called or known.get(key), cells, fields) for key, called, cells in read if cells)
    return Sheet(
        name, label(name, words), tuple(label(field, known) if field else Text("", "") for field in fields), rows
    )


def _row(key: str, name: Text | None, cells: Mapping[str, Cell], fields: Iterable[str]) -> TableRow:
    sources = {cell.source for cell in cells.values()}
    shared = sources.pop() if len(sources) == 1 else None
    return TableRow(key, name, tuple(cells.get(field) for field in fields), shared)


def _paired(row: Mapping[Any, Any]) -> dict[str, Any]:
    """The members of a row with ``text_es`` and ``text_en`` put together as one ``text`` in both languages."""
    pairs = {key[:-3] for key in row if str(key).endswith("_es") and f"{str(key)[:-3]}_en" in row}
    paired: dict[str, Any] = {}
    for key, value in row.items():
        stem, _, language = str(key).rpartition("_")
        if stem in pairs and language in ("es", "en"):
            paired.setdefault(stem, {"es": row[f"{stem}_es"], "en": row[f"{stem}_en"]})
        else:
            paired[str(key)] = value
    return paired


def _is_words(row: object) -> bool:
    return isinstance(row, Mapping) and row.keys() == {"es", "en"}


def _spelled_out(field: str) -> Text:
    plain = field.replace("_", " ")
    return Text(plain, plain)
