"""The workshop of Open Wars: battles that people make, card by card (``app/engine/workshop/workshop.py``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import SeatsRange, Setup
from app.engine.types import Text
from app.engine.workshop.base import BookWorkshop, Made
from app.engine.workshop.forms import say, setting_of
from app.engine.workshop.workshop import OWN, Add, Change, Copy, Edit, Fault, Mirror, Move, Place, Remove, Tool
from app.engine.workshop.workshop import Battle as Document
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.scenarios import Scenario, Turns
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import (
    LAST_TURN,
    Battle,
    MusterRow,
    Players,
    StartsRow,
    VictoryRow,
    by_die,
)
from app.systems.open_wars.opening.faults import faults_of
from app.systems.open_wars.opening.reading import read
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.workshop import edits
from app.systems.open_wars.workshop.forms import Setting, told
from app.systems.open_wars.workshop.images import copied, mirrored, with_line
from app.systems.open_wars.workshop.scene import draw
from app.systems.open_wars.workshop.things import settings_of
from app.systems.open_wars.workshop.tools import LINES, tools_of

SIZE: Final = 5


class OpenWarsWorkshop(BookWorkshop[Battle, Book]):
    """The making of battles of Open Wars; see ``app/engine/workshop/workshop.py``."""

    document_type = Battle

    def copy_of(self, scenario: str) -> object:
        """A scenario as a document."""
        return _copied(self._book, scenario)

    def blank(self) -> Battle:
        """Two capitals on an empty plain."""
        return _empty(say(self._book.rules(), "start", "name"))

    def understood(self, raw: object) -> Battle:
        """A document as somebody sent it."""
        return read(self._book, raw)

    def tools(self, battle: Document) -> Sequence[Tool]:
        """What can be put into it."""
        made = self.typed(battle)
        return tuple(tools_of(self._rules(made), made))

    def settings(self, doc: Battle, thing: str | None) -> Iterable[Setting]:
        """What can be set of a thing, or of the battle itself."""
        return settings_of(self._rules(doc), self._manifest, doc, thing)

    def scene(self, battle: Document) -> Scene:
        """Its drawing."""
        made = self.typed(battle)
        return draw(self._book, made, faults_of(self._book, made))

    def picture(self, battle: Document, doc: Battle) -> Scene:
        """Its drawing without holes."""
        return draw(self._book, doc, holes=False)

    def found(self, doc: Battle) -> Sequence[Fault]:
        """What one can see."""
        return faults_of(self._book, doc)

    def try_out(self, battle: Document, doc: Battle) -> None:
        """Sets it up for every number of players."""
        for number in range(doc.players.min, doc.players.max + 1):
            open_game(self._book, Setup(OWN, ({},) * number, battle=battle), StreamDice(b"", "tried"))

    def seats(self, doc: Battle) -> SeatsRange:
        """How many play it."""
        return SeatsRange(doc.players.min, doc.players.max)

    def _rules(self, battle: Battle) -> Rules:
        return self._book.fresh_rules(self._book.resolve(battle.options))

    def carried_out(self, doc: Battle, edit: Edit) -> Made[Battle]:
        """The battle after an edit."""
        return Made(*self._edited(doc, edit))

    def _edited(self, battle: Battle, edit: Edit) -> edits.Made:
        rules = self._rules(battle)
        match edit:
            case Place(tool=tool) if tool in LINES:
                return with_line(battle, tool, edits.cell_of(battle, edit))
            case Place():
                return edits.place(rules, battle, edit)
            case Add():
                return edits.add(rules, battle, edit)
            case Move():
                return edits.move(battle, edit)
            case Remove():
                return edits.remove(battle, edit), None
            case Copy():
                return copied(rules, battle, edit)
            case Mirror():
                return mirrored(rules, battle, edit)
            case Change():
                put = setting_of(settings_of(rules, self._manifest, battle, edit.id), edit.field, edit.value)
                return edits.renamed_thing(battle, put(edit.value), edit)
            case _:
                raise InvalidInput.at("edit.type", "an edit of cards: any but draw and turn", type(edit).__name__)


def _empty(name: Text) -> Battle:
    """Two capitals on a plain, an army each from a muster: it can be played as it is."""
    rows = [["plains"] * SIZE for _ in range(SIZE)]
    rows[0][0] = rows[-1][-1] = "capital"
    return Battle(
        name_es=name.es,
        name_en=name.en,
        summary_es="",
        summary_en="",
        minutes=60,
        players=Players(2, 2),
        turn_limit=8,
        turn_order="army_value",
        victory=VictoryRow(("annihilation",), at_turn_limit=("army_value", "draw")),
        map=tuple(tuple(row) for row in rows),
        starts_by_players=(StartsRow(2, ("A1", "E5")),),
        muster=MusterRow(14, 2, 4),
    )


def _copied(book: Book, code: str) -> dict[str, Any]:
    """A scenario of the game as a document."""
    row, scenario = book.scenarios[code], book.rules().scenarios[code]
    kept = (
        "name_es",
        "name_en",
        "summary_es",
        "summary_en",
        "minutes",
        "players",
        "turn_limit",
        "turn_order",
        "options",
    )
    optional = ("map", "map_generator", "unused_start_becomes", "starts_by_players", "muster", "modifier")
    victory = {name: value for name, value in row["victory"].items() if name != "secondary"}
    sided = [{**line, "turns": str(line["turns"])} for line in row["victory"].get("sided", ())]
    modifiers = [{name: value for name, value in each.items() if name != "compare"} for each in row.get("modifier", ())]
    return {
        **{name: row[name] for name in kept},
        **{name: row[name] for name in optional if name in row},
        "seat": row.get("seat", ()),
        "victory": {**victory, "sided": sided},
        "modifier": modifiers,
        "event": _events(scenario),
    }


def _events(scenario: Scenario) -> list[Mapping[str, Any]]:
    """The events of a scenario as a document says them."""
    found: list[Mapping[str, Any]] = []
    for spawn in scenario.spawns:
        where = spawn.at or (f"option:{spawn.option}" if spawn.option is not None else by_die(spawn.by_die))
        units = msgspec.to_builtins(spawn.units)
        found.append({"kind": "spawn", "turn": _told(spawn.turns), "seat": spawn.seat, "at": where, "units": units})
    lives = scenario.two_lives
    if lives is not None:
        forms = {name: msgspec.to_builtins(lives.forms[name]) for name in (lives.first, lives.second)}
        event = {"kind": "two_lives", "seat": lives.seat, "unit": lives.unit, "forms": forms}
        found.append({**event, "at_once_from": lives.at_once_from, "cell": lives.cell})
    return found


def _told(turns: Turns) -> str:
    return told(turns.first, min(turns.last, LAST_TURN))
