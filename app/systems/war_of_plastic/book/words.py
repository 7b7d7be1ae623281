"""Words of the game, filled in: names from the tables, sentences from ``data/words.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.engine.types import Text
from app.systems.war_of_plastic.book.state import Piece


class Words:
    """The sentences and names of one game, in both languages at once."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._sentences = tables["words"]
        self._texts = tables["texts"]
        self._data = tables["data"]

    def say(self, section: str, key: str, **places: object) -> Text:
        """A sentence with its places filled in; a ``Text`` in a place is read in the sentence's own language."""
        row = self._sentences[section][key]
        return Text(*(row[lang].format(**{k: _in(v, lang) for k, v in places.items()}) for lang in ("es", "en")))

    def army(self, army: str) -> Text:
        """An army's name."""
        return self.say("armies", army)

    def kind(self, kind: str) -> Text:
        """A unit kind's name."""
        return named(self._data["units"].get(kind), kind)

    def weapon(self, weapon: str) -> Text:
        """A weapon's name."""
        return named(self._data["weapons"].get(weapon), weapon)

    def terrain(self, kind: str) -> Text:
        """A terrain's name."""
        return named(self._data["terrain"].get(kind), kind)

    def unit_class(self, unit_type: str) -> Text:
        """A unit class's name."""
        return named(self._data["types"].get(unit_type), unit_type)

    def mode(self, mode: str) -> Text:
        """A movement mode, in lower case."""
        name = named(self._data["modes"].get(mode), mode)
        return Text(name.es.lower(), name.en.lower())

    def edge(self, edge: str) -> Text:
        """An edge's name."""
        return named(self._data["edges"].get(edge), edge)

    def text(self, section: str, key: str) -> Text:
        """A word of ``texts.toml``: a phase, an action, a state, a result, a refusal."""
        return named(self._texts[section].get(key), key)

    def refusal(self, rule: str) -> Text:
        """What a refusal by a rule says."""
        return self.say("refusals", rule) if rule in self._sentences["refusals"] else self.text("refusals", rule)

    def objective(self, kind: str) -> Text:
        """The name of a kind of objective."""
        return named(self._data["objectives"].get(kind), kind)

    def damage(self, result: str) -> Text:
        """The name of a damage result."""
        row = next((row for row in self._data["damage"] if row["result"] == result), None)
        return named(row, result)


def named(row: Mapping[str, Any] | None, otherwise: str) -> Text:
    """The two names of a table row; of no row, its id."""
    return Text(otherwise, otherwise) if row is None else Text(row["name_es"], row["name_en"])


def numbered(name: Text, pieces: Sequence[Piece], piece: Piece) -> Text:
    """The name of a piece of terrain: with a number where there are others of its kind, in their order."""
    alike = [each.id for each in pieces if each.kind == piece.kind]
    if len(alike) < 2:
        return name
    n = alike.index(piece.id) + 1
    return Text(f"{name.es} {n}", f"{name.en} {n}")


def plain(word: object) -> Text:
    """The same word in both languages."""
    return Text(str(word), str(word))


def centimetres(length_mm: int) -> Text:
    """A length: ``12,5 cm``, ``12.5 cm``."""
    words = f"{length_mm / 10:.1f} cm"
    return Text(words.replace(".", ","), words)


def listed(words: Iterable[Text]) -> Text:
    """Words one after the other, with commas."""
    found = tuple(words)
    return Text(", ".join(word.es for word in found), ", ".join(word.en for word in found))


def _in(value: object, language: str) -> str:
    return value.in_(language) if isinstance(value, Text) else str(value)
