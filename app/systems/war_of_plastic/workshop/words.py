"""How the workshop calls things: the units, obstacles and objectives of a battle, tools and faults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from app.engine.types import Text
from app.engine.words import same, shaped
from app.engine.workshop.base import Found, worded
from app.engine.workshop.workshop import Fault
from app.systems.war_of_plastic.book.state import Army
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.workshop.battle import Sheet

GAME: Final = "words"
SHOP: Final = "workshop"
MOST_TOLD: Final = 60
"""Faults told at a time: whoever has more mends some of these first."""


class ShopWords:
    """``game`` words what the game words at the table, ``shop`` what only the workshop says."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.game: Final = Words(tables)
        self._shop: Final = Words({**tables, GAME: tables[SHOP]})
        self._told: Final[Mapping[str, Any]] = tables[GAME]

    def say(self, section: str, key: str, **places: object) -> Text:
        """A sentence of the workshop."""
        return self._shop.say(section, key, **places)

    def table(self, section: str) -> Mapping[str, Text]:
        """Every text of a section, by its key."""
        return self._shop.table(section)

    def option_group(self, option: str) -> Text:
        """The heading that a room option stands under."""
        return self.game.say("option_groups", self._told["options"][option]["group"])

    def choice(self, value: object) -> Text:
        """A value of a room option."""
        known = self._told["choices"].get(str(value))
        return same(value) if known is None else Text(known["es"], known["en"])

    def army(self, army: Army) -> Text:
        """An army's name."""
        return self.game.army(army)

    def thing(self, sheet: Sheet, thing: str) -> Text:
        """What a thing of a battle is called: a unit by its id, an obstacle by its number among those of its kind."""
        unit = sheet.unit(thing)
        if unit is not None:
            kind = self.game.kind(unit.kind)
            return shaped("{id} · {kind}", id=unit.id, kind=kind)
        piece = sheet.piece(thing)
        if piece is not None:
            alike = [row.id for row in sheet.pieces if row.kind == piece.kind]
            return shaped("{name} {n}", name=self.game.terrain(piece.kind), n=alike.index(piece.id) + 1)
        place = sheet.objective(thing)
        if place is not None:
            return self.say("faults", "objective", number=place[1] + 1, army=self.army(place[0]))
        return same(thing)

    def faults(self, sheet: Sheet, found: Iterable[Found]) -> Sequence[Fault]:
        """Faults in words, the first ``MOST_TOLD`` of them."""
        return worded(found, partial(self._fault, sheet), MOST_TOLD)

    def _fault(self, sheet: Sheet, found: Found) -> Text:
        places = dict(found.places)
        if found.thing is not None:
            places["thing"] = self.thing(sheet, found.thing)
        if "other" in places:
            places["other"] = self.thing(sheet, str(places["other"]))
        if "army" in places:
            places["army"] = self.army("A" if places["army"] == "A" else "B")
        return self.say("faults", found.key, **places)
