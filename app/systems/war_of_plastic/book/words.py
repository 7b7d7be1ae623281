"""Words of the game, filled in: names from the tables, sentences from ``data/words.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine import words
from app.engine.types import Text
from app.engine.words import called, lowered, name_of, same, shaped
from app.systems.war_of_plastic.book.state import Piece


class Words(words.Words):
    """The sentences and names of the game, in both languages at once."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        super().__init__(tables["words"])
        self._data: Final = tables["data"]
        self._names: Final = words.Words(tables["data"])

    def army(self, army: str) -> Text:
        """Whoever plays an army, by name where one player does; else the army's own."""
        return called(army, self.say("armies", army))

    def kind(self, kind: str) -> Text:
        """A unit kind's name."""
        return self._name("units", kind)

    def weapon(self, weapon: str) -> Text:
        """A weapon's name."""
        return self._name("weapons", weapon)

    def terrain(self, kind: str) -> Text:
        """A terrain's name."""
        return self._name("terrain", kind)

    def unit_class(self, unit_type: str) -> Text:
        """A unit class's name."""
        return self._name("types", unit_type)

    def row(self, mode: str) -> Text:
        """A movement mode, as it stands at the head of its row."""
        return self._name("modes", mode)

    def mode(self, mode: str) -> Text:
        """A movement mode, in lower case."""
        return lowered(self.row(mode))

    def edge(self, edge: str) -> Text:
        """An edge's name."""
        return self._name("edges", edge)

    def compass(self, eighth: int) -> Text:
        """A direction, by the eighths of a turn from the north to it, clockwise."""
        return self.say("compass", f"of_{45 * eighth}")

    def refusal(self, rule: str) -> Text:
        """What a refusal by a rule says."""
        return self.table("refusals").get(rule, same(rule))

    def objective(self, kind: str) -> Text:
        """The name of a kind of objective."""
        return self._name("objectives", kind)

    def damage(self, result: str, unit_type: str | None = None) -> Text:
        """The name of a damage result, of a class of units if it is given."""
        rows = (row for row in self._data["damage"] if row["result"] == result and unit_type in (None, row["type"]))
        return named(next(rows, None), result)

    def shelter(self, protection: int) -> Text:
        """What gives a soldier his protection."""
        return name_of(self._data["protection"]["names"], str(protection))

    def _name(self, table: str, key: str) -> Text:
        return self._names.table(table).get(key, same(key))


def named(row: Mapping[str, Any] | None, otherwise: str) -> Text:
    """The two names of a table row; of no row, its id."""
    return same(otherwise) if row is None else name_of(row)


def numbered(name: Text, pieces: Sequence[Piece], piece: Piece) -> Text:
    """The name of a piece of terrain: with a number where there are others of its kind, in their order."""
    alike = [each.id for each in pieces if each.kind == piece.kind]
    if len(alike) < 2:
        return name
    return shaped("{name} {n}", name=name, n=alike.index(piece.id) + 1)
