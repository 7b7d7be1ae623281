"""The workshop of Open Wars: battles that people make, card by card (``app/engine/workshop.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import Correctable, Manifest, ScenarioSpec, SeatsRange, Setup
from app.engine.types import Text
from app.engine.workshop import OWN, Add, Change, Copy, Edit, Edited, Fault, Mirror, Move, Place, Remove, Tool
from app.engine.workshop import Battle as Document
from app.engine.workshop_base import setting_of
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
    document,
    typed,
)
from app.systems.open_wars.opening.faults import faults_of
from app.systems.open_wars.opening.reading import read
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.workshop import edits
from app.systems.open_wars.workshop.forms import say, told
from app.systems.open_wars.workshop.images import copied, mirrored, with_line
from app.systems.open_wars.workshop.scene import draw
from app.systems.open_wars.workshop.things import settings_of
from app.systems.open_wars.workshop.tools import LINES, tools_of

SIZE: Final = 5


class OpenWarsWorkshop:
    """The making of battles of Open Wars; see ``app/engine/workshop.py``."""

    def __init__(self, book: Book, manifest: Manifest) -> None:
        self._book: Final = book
        self._manifest: Final = manifest

    def start(self, scenario: str | None = None) -> Document:
        """A copy of a scenario, or two capitals on an empty plain."""
        if scenario is None:
            return document(_empty(say(self._book.rules(), "start", "name")))
        if scenario not in self._book.scenarios:
            raise InvalidInput.at("scenario", "one of " + ", ".join(self._book.scenarios), scenario)
        return document(read(self._book, _copied(self._book, scenario)))

    def read(self, raw: object) -> Document:
        """A document as somebody sent it."""
        return document(read(self._book, raw))

    def tools(self, battle: Document) -> Sequence[Tool]:
        """What can be put into it."""
        made = typed(battle)
        return tuple(tools_of(self._rules(made), made))

    def edit(self, battle: Document, edit: Edit) -> Edited:
        """The document after an edit."""
        made = typed(battle)
        changed, thing = self._edited(made, edit)
        return Edited(document(read(self._book, document(changed))), thing)

    def fields(self, battle: Document, thing: str | None = None) -> Sequence[Correctable]:
        """What can be set of a thing, or of the battle itself."""
        made = typed(battle)
        return tuple(each.correctable for each in settings_of(self._rules(made), self._manifest, made, thing))

    def scene(self, battle: Document) -> Scene:
        """Its drawing."""
        made = typed(battle)
        return draw(self._book, made, faults_of(self._book, made))

    def faults(self, battle: Document) -> Sequence[Fault]:
        """Everything that keeps it from being played. One in which nothing was found is tried: what has an effect only together (a
        card that does something else where armies are to muster) shows when it is set up."""
        made = typed(battle)
        return faults_of(self._book, made) or self._tried(battle, made.players)

    def _tried(self, battle: Document, players: Players) -> tuple[Fault, ...]:
        try:
            for number in range(players.min, players.max + 1):
                open_game(self._book, Setup(OWN, ({},) * number, battle=battle), StreamDice(b"", "tried"))
        except InvalidInput as error:
            where = ", ".join(each.field for each in error.errors)
            return (Fault(say(self._book.rules(), "faults", "other", where=where)),)
        return ()

    def spec(self, battle: Document) -> ScenarioSpec:
        """Its words, seats, minutes and options, with its drawing."""
        made = typed(battle)
        values = self._book.resolve(made.options)
        return ScenarioSpec(
            id=OWN,
            name=Text(made.name_es, made.name_en),
            summary=Text(made.summary_es, made.summary_en),
            seats=SeatsRange(made.players.min, made.players.max),
            minutes=made.minutes,
            options={code: values[code] for code in made.options},
            picture=draw(self._book, made, holes=False),
        )

    def _rules(self, battle: Battle) -> Rules:
        return self._book.fresh_rules(self._book.resolve(battle.options))

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
