"""What players read, from a game's data files in both languages at once: sentences with their places filled in; texts put together.

A table of words has sections (``[log]``), a section has rows by key: ``moved = { es = "{unit} mueve.", en = "{unit} moves." }``;
names of other tables stand in ``name_es`` and ``name_en``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from app.engine.types import Text, place_for


class Words:
    """The sentences and names of a game, by section and key."""

    __slots__ = ("_sections",)

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._sections: Final = {name: _rows(rows) for name, rows in tables.items() if isinstance(rows, Mapping)}

    def table(self, section: str) -> Mapping[str, Text]:
        """Every text of a section by its key, places left open; whoever changes it gets a ``TypeError``."""
        return self._sections[section]

    def say(self, section: str, key: str, /, **places: object) -> Text:
        """A text with its places filled in (see ``filled``). Raises ``KeyError`` for words or places that are missing."""
        return filled(self._sections[section][key], **places)

    def counted(self, section: str, key: str, n: int, /, **places: object) -> Text:
        """The same of ``n`` things: of one thing the row ``<key>_one``, of any other number the row ``<key>``; both may say ``{n}``."""
        return self.say(section, f"{key}_one" if n == 1 else key, n=n, **places)

    def refused(self, rule: str, facts: Mapping[str, object]) -> Text:
        """Why something is refused: the sentence of a rule in ``[refusal_with]`` where all that it has places for is known, else the plain
        one in ``[refusal]``, else its ``other``."""
        numbered = self.table("refusal_with").get(rule)
        if numbered is not None and {name for _, name, _, _ in Formatter().parse(numbered.en) if name} <= facts.keys():
            return filled(numbered, **facts)
        plain = self.table("refusal")
        return plain.get(rule, plain["other"])


def _rows(rows: Mapping[str, Any]) -> Mapping[str, Text]:
    return MappingProxyType({key: found for key, row in rows.items() if (found := _text(row)) is not None})


def _text(row: object) -> Text | None:
    """The text of a row; ``None`` for a value that is none, such as where a table comes from."""
    if not isinstance(row, Mapping):
        return None
    return text_of(row) if "es" in row else name_of(row) if "name_es" in row else None


def text_of(row: Mapping[str, Any]) -> Text:
    """The text that a row is: ``{ es = "…", en = "…" }``."""
    return Text(row["es"], row["en"])


def name_of(row: Mapping[str, Any], field: str = "name") -> Text:
    """A text of a table's row, its name if nothing else is asked for: ``name_es``, ``name_en``."""
    return Text(row[f"{field}_es"], row[f"{field}_en"])


def filled(words: Text, /, **places: object) -> Text:
    """The words with their places filled in: a ``Text`` in the sentence's own language, anything else as ``str`` has it."""
    if "{" not in words.en and "{" not in words.es:
        return words
    return Text(
        words.es.format(**{name: _in(value, "es") for name, value in places.items()}),
        words.en.format(**{name: _in(value, "en") for name, value in places.items()}),
    )


def called(who: str, otherwise: Text) -> Text:
    """Whoever plays a seat or a side, by name where the words are read (``app.engine.types``), ``otherwise`` where nobody has one."""
    return Text(place_for(who, otherwise.es), place_for(who, otherwise.en))


def same(words: object) -> Text:
    """Words that need no translation."""
    return Text(str(words), str(words))


def shaped(shape: str, /, **places: object) -> Text:
    """A shape that both languages share, with its places filled in: ``shaped("{name} ({cell})", name=name, cell="B2")``."""
    return filled(same(shape), **places)


def joined(parts: Iterable[Text], by: str = ", ") -> Text:
    """Texts one after the other."""
    found = tuple(parts)
    return Text(by.join(part.es for part in found), by.join(part.en for part in found))


def listed(parts: Iterable[Text]) -> Text:
    """``one, two and three``."""
    found = tuple(parts)
    if len(found) < 2:
        return joined(found)
    head = joined(found[:-1])
    return Text(f"{head.es} y {found[-1].es}", f"{head.en} and {found[-1].en}")


def lowered(words: Text) -> Text:
    """The words within a sentence."""
    return Text(words.es.lower(), words.en.lower())


def decimal(number: str) -> Text:
    """Words with a decimal point, which in Spanish is a comma: ``12,5 cm``, ``12.5 cm``."""
    return Text(number.replace(".", ","), number)


def centimetres(length_mm: int) -> Text:
    """A length, to the tenth: ``12,5 cm``, ``12.5 cm``."""
    return decimal(f"{length_mm / 10:.1f} cm")


def short_centimetres(length_mm: float) -> Text:
    """A length without a decimal that says nothing: ``20 cm``, ``12,5 cm``."""
    return decimal(f"{length_mm / 10:g} cm")


def _in(value: object, language: str) -> str:
    if not isinstance(value, Text):
        return str(value)
    return value.es if language == "es" else value.en  # places for names stay open
