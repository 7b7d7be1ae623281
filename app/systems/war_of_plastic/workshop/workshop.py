"""The workshop of War of Plastic: battles of one's own, made on the very table that they are played on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import Correctable, ScenarioSpec, SeatsRange, Setup
from app.engine.types import SPECTATOR, Text
from app.engine.workshop import OWN, Battle, Change, Copy, Edit, Edited, Fault, Mirror, Tool
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
    sheet_of,
)
from app.systems.war_of_plastic.workshop.edits import edited
from app.systems.war_of_plastic.workshop.fields import Fields
from app.systems.war_of_plastic.workshop.images import copied, mirrored
from app.systems.war_of_plastic.workshop.scene import battle_scene
from app.systems.war_of_plastic.workshop.tools import tools
from app.systems.war_of_plastic.workshop.words import ShopWords

_NOT_IN_BATTLES: Final = ("id", "source")
"""Fields of a scenario that a battle does not have."""


class PlasticWorkshop:
    """The ``Workshop`` of the game."""

    def __init__(self, book: Book, tables: Any) -> None:
        self._book: Final = book
        self._words: Final = ShopWords(tables)

    def start(self, scenario: str | None = None) -> Battle:
        """A copy of a scenario, or an empty table with two armies that are to destroy each other."""
        if scenario is None:
            return self._empty().data()
        row = self._book.scenarios.get(scenario)
        if row is None:
            raise InvalidInput.at("scenario", "one of " + ", ".join(self._book.scenarios), scenario)
        return self.read({name: value for name, value in row.items() if name not in _NOT_IN_BATTLES})

    def _empty(self) -> Sheet:
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

    def read(self, raw: object) -> Battle:
        """A document as somebody sent it, in one order and without what goes without saying."""
        return read_sheet(self._book, raw).data()

    def tools(self, battle: Battle) -> Sequence[Tool]:
        """Everything that can be put into a battle."""
        return tools(self._words, self._rules(sheet_of(battle)))

    def edit(self, battle: Battle, edit: Edit) -> Edited:
        """The document after an edit."""
        sheet = sheet_of(battle)
        rules = self._rules(sheet)
        if isinstance(edit, Change):
            made = self._fields(battle, sheet).changed(edit)
            return Edited(self.read(self._named(sheet, made).data()), edit.id)
        if isinstance(edit, Copy):
            done = copied(rules, sheet, edit)
        elif isinstance(edit, Mirror):
            done = mirrored(rules, sheet, edit)
        else:
            done = edited(rules, sheet, edit)
        return Edited(self.read(done.sheet.data()), done.thing)

    def _named(self, before: Sheet, after: Sheet) -> Sheet:
        """The battle named alike in both languages, where one is named and the other still has the name that it began with."""
        given = self._words.say("start", "name")
        if after.name_en != before.name_en and after.name_es == given.es:
            return replace(after, name_es=after.name_en)
        if after.name_es != before.name_es and after.name_en == given.en:
            return replace(after, name_en=after.name_es)
        return after

    def fields(self, battle: Battle, thing: str | None = None) -> Sequence[Correctable]:
        """What can be set of a thing, or of the battle itself."""
        return tuple(each.correctable for each in self._fields(battle, sheet_of(battle)).of(thing))

    def _fields(self, battle: Battle, sheet: Sheet) -> Fields:
        return Fields(self._book, self._words, sheet, lambda: self._position(battle, self._rules(sheet)))

    def scene(self, battle: Battle) -> Scene:
        """The table as it would be played, with every obstacle that the battle names."""
        sheet = sheet_of(battle)
        rules = self._rules(sheet)
        return battle_scene(self._words, rules, sheet, self._position(battle, rules), title_of(battle))

    def faults(self, battle: Battle) -> Sequence[Fault]:
        """Everything that keeps it from being played."""
        sheet = sheet_of(battle)
        rules = self._rules(sheet)
        position = self._position(battle, rules)
        found = [*option_faults(battle, rules), *battle_faults(battle, rules, position, position.board.pieces)]
        if found:
            return self._words.faults(sheet, found)
        try:
            self._opened(battle)
        except InvalidInput as error:
            return self._words.refused(error)
        return ()

    def spec(self, battle: Battle) -> ScenarioSpec:
        """The battle as the manifest words a scenario, drawn as it opens."""
        least, most = battle["players"]
        return ScenarioSpec(
            id=OWN,
            name=title_of(battle),
            summary=_either(battle["summary_es"], battle["summary_en"]),
            seats=SeatsRange(least, max(least, most)),
            minutes=battle["minutes"],
            options=battle["options"],
            picture=self._picture(battle),
        )

    def _picture(self, battle: Battle) -> Scene:
        try:
            position = self._opened(battle)
        except InvalidInput:
            return self.scene(battle)
        return scene(self._words.game, self._rules(sheet_of(battle)), view(position, SPECTATOR))

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


def _either(es: str, en: str) -> Text:
    return Text(es or en, en or es)
