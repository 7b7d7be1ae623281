"""The workshop of War of Plastic: battles of one's own, made on the very table that they are played on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import OptionValue, SeatsRange, Setup
from app.engine.types import SPECTATOR
from app.engine.workshop.base import BaseWorkshop, Made
from app.engine.workshop.workshop import OWN, Battle, Change, Copy, Edit, Fault, Mirror, Tool
from app.systems.war_of_plastic.book.state import ARMIES, Position
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.judge.view import view
from app.systems.war_of_plastic.opening.faults import battle_faults, option_faults
from app.systems.war_of_plastic.opening.setup import open_game, pieces_of, position_of, title_of, units_of
from app.systems.war_of_plastic.screen.scene import scene
from app.systems.war_of_plastic.workshop.battle import (
    Edges,
    ObjectiveRow,
    ObjectivesRow,
    Sheet,
    Size,
    read_sheet,
)
from app.systems.war_of_plastic.workshop.edits import edited
from app.systems.war_of_plastic.workshop.fields import Fields, Setting
from app.systems.war_of_plastic.workshop.images import copied, mirrored
from app.systems.war_of_plastic.workshop.scene import battle_scene
from app.systems.war_of_plastic.workshop.tools import tools
from app.systems.war_of_plastic.workshop.words import ShopWords

_NOT_IN_BATTLES: Final = ("id", "source")
"""Fields of a scenario that a battle does not have."""


class PlasticWorkshop(BaseWorkshop[Sheet]):
    """The ``Workshop`` of the game."""

    document_type = Sheet

    def __init__(self, book: Book, tables: Any) -> None:
        self._book: Final = book
        self._words: Final = ShopWords(tables)

    def scenarios(self) -> Iterable[str]:
        """Every scenario of the game."""
        return self._book.scenarios

    def copy_of(self, scenario: str) -> object:
        """A scenario as a document."""
        return {name: value for name, value in self._book.scenarios[scenario].items() if name not in _NOT_IN_BATTLES}

    def blank(self) -> Sheet:
        """An empty table with two armies that are to destroy each other."""
        name = self._words.say("start", "name")
        return Sheet(
            name_es=name.es,
            name_en=name.en,
            summary_es="",
            summary_en="",
            minutes=60,
            players=(2, 4),
            board=Size(1200, 800),
            options={"max_rounds": 12, "at_limit": "points"},
            edges=Edges("fixed", "south", "north"),
            pieces=(),
            units=(),
            objectives={army: ObjectivesRow("any", (ObjectiveRow("destroy_all"),)) for army in ARMIES},
        )

    def understood(self, raw: object) -> Sheet:
        """A document as somebody sent it."""
        return read_sheet(self._book, raw)

    def tools(self, battle: Battle) -> Sequence[Tool]:
        """Everything that can be put into a battle."""
        return tools(self._words, self._rules(self.typed(battle)))

    def carried_out(self, doc: Sheet, edit: Edit) -> Made[Sheet]:
        """The battle after an edit."""
        rules = self._rules(doc)
        if isinstance(edit, Change):
            return Made(self._named(doc, self._fields(doc).changed(edit)), edit.id)
        if isinstance(edit, Copy):
            return Made(*copied(rules, doc, edit))
        return Made(*(mirrored(rules, doc, edit) if isinstance(edit, Mirror) else edited(rules, doc, edit)))

    def _named(self, before: Sheet, after: Sheet) -> Sheet:
        """The battle named alike in both languages, where one is named and the other still has the name that it began with."""
        given = self._words.say("start", "name")
        if after.name_en != before.name_en and after.name_es == given.es:
            return replace(after, name_es=after.name_en)
        if after.name_es != before.name_es and after.name_en == given.en:
            return replace(after, name_en=after.name_es)
        return after

    def settings(self, doc: Sheet, thing: str | None) -> Iterable[Setting]:
        """What can be set of a thing, or of the battle itself."""
        return self._fields(doc).of(thing)

    def _fields(self, sheet: Sheet) -> Fields:
        return Fields(self._book, self._words, sheet, lambda: self._position(sheet.data(), self._rules(sheet)))

    def scene(self, battle: Battle) -> Scene:
        """The table as it would be played, with every obstacle that the battle names."""
        sheet = self.typed(battle)
        rules = self._rules(sheet)
        return battle_scene(self._words, rules, sheet, self._position(battle, rules), title_of(battle))

    def found(self, doc: Sheet) -> Sequence[Fault]:
        """What the rules of the workshop find."""
        rules, battle = self._rules(doc), doc.data()
        position = self._position(battle, rules)
        found = [*option_faults(battle, rules), *battle_faults(battle, rules, position, position.board.pieces)]
        return self._words.faults(doc, found)

    def try_out(self, battle: Battle, doc: Sheet) -> None:
        """Sets it up for the fewest players."""
        self._opened(battle)

    def refused(self, error: InvalidInput) -> Sequence[Fault]:
        """What set-up refuses beside all that the workshop looks at."""
        reasons = (f"{each.field}: {each.expected} / {each.found}" for each in error.errors)
        return [Fault(self._words.say("faults", "other", reason=reason)) for reason in reasons]

    def seats(self, doc: Sheet) -> SeatsRange:
        """How many play it."""
        least, most = doc.players
        return SeatsRange(least, max(least, most))

    def options(self, doc: Sheet) -> dict[str, OptionValue]:
        """The options that it sets itself."""
        return dict(doc.options)

    def picture(self, battle: Battle, doc: Sheet) -> Scene:
        """Its drawing as it opens; as it is made, where it cannot open yet."""
        try:
            position = self._opened(battle)
        except InvalidInput:
            return self.scene(battle)
        return scene(self._words.game, self._rules(doc), view(position, SPECTATOR))

    def _opened(self, battle: Battle) -> Position:
        """The battle as it would begin with the fewest players that it is for."""
        seats: tuple[dict[str, Any], ...] = tuple({} for _ in range(battle["players"][0]))
        return open_game(self._book, Setup(OWN, seats, battle=battle), GivenDice(())).position

    def _rules(self, sheet: Sheet) -> Rules:
        return self._book.rules(self._book.resolve(sheet.options))

    def _position(self, battle: Battle, rules: Rules) -> Position:
        """The battle set up without a word about faults, all its obstacles and units in it."""
        seats: tuple[dict[str, Any], ...] = tuple({} for _ in range(max(2, battle["players"][0])))
        options = self._book.resolve(battle["options"])
        position = position_of(battle, rules, Setup(OWN, seats, battle=battle), options)
        board = replace(position.board, pieces=pieces_of(rules, battle))
        return replace(position, board=board, units=units_of(rules, battle, position.armies))
