"""The workshop of Tierras Distantes: battles that people make, on a table with heights (``app/engine/workshop/workshop.py``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import SeatsRange, Setup
from app.engine.types import SPECTATOR
from app.engine.workshop.base import BookWorkshop, Made
from app.engine.workshop.forms import say, setting_of
from app.engine.workshop.workshop import OWN, Add, Change, Copy, Draw, Edit, Fault, Mirror, Move, Place, Remove, Tool
from app.engine.workshop.workshop import Battle as Document
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import PLAYERS
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.choices.pictured import pictured
from app.systems.tierras_distantes.judge.view import view
from app.systems.tierras_distantes.opening.setup import open_game
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.screen.scene import scene
from app.systems.tierras_distantes.workshop import edits, images
from app.systems.tierras_distantes.workshop.document import Battle, SquadRow, copied, understood
from app.systems.tierras_distantes.workshop.faults import faults_of
from app.systems.tierras_distantes.workshop.fields import settings_of
from app.systems.tierras_distantes.workshop.forms import Setting
from app.systems.tierras_distantes.workshop.scene import draw
from app.systems.tierras_distantes.workshop.tools import tools_of

MINUTES = 60
TABLE_MM = (1200, 1200)


class TierrasWorkshop(BookWorkshop[Battle, Book]):
    """The making of battles of Tierras Distantes; see ``app/engine/workshop/workshop.py``."""

    document_type = Battle

    def copy_of(self, scenario: str) -> object:
        """A scenario as a document."""
        return copied(self._book.scenarios[scenario])

    def blank(self) -> Battle:
        """A bare table with two squads that the players build."""
        name = say(self._book.rules(), "start", "name")
        squads = {player: SquadRow(open=True) for player in PLAYERS}
        return Battle(name_es=name.es, name_en=name.en, minutes=MINUTES, table=TABLE_MM, squads=squads)

    def understood(self, raw: object) -> Battle:
        """A document as somebody sent it."""
        return understood(self._book, raw)

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
        return draw(self._book, self._rules(made), made)

    def picture(self, battle: Document, doc: Battle) -> Scene:
        """Its drawing as it opens; as it is made, where it cannot open yet."""
        try:
            position = self._opened(battle)
        except InvalidInput:
            return self.scene(battle)
        rules = self._book.fresh_rules(position.options, None, battle)
        return scene(rules, view(rules, pictured(rules, position, StreamDice(bytes(32), "picture")), SPECTATOR))

    def found(self, doc: Battle) -> Sequence[Fault]:
        """What one can see."""
        return faults_of(self._rules(doc), doc)

    def try_out(self, battle: Document, doc: Battle) -> None:
        """Sets it up."""
        self._opened(battle)

    def _opened(self, battle: Document) -> Position:
        setup = Setup(OWN, ({},) * len(PLAYERS), battle=battle)
        return open_game(self._book, setup, StreamDice(b"", "tried")).position

    def seats(self, doc: Battle) -> SeatsRange:
        """Two (TD-GEN-03)."""
        return SeatsRange(len(PLAYERS), len(PLAYERS))

    def carried_out(self, doc: Battle, edit: Edit) -> Made[Battle]:
        """The battle after an edit."""
        rules = self._rules(doc)
        match edit:
            case Place():
                return edits.place(rules, doc, edit)
            case Draw():
                return edits.draw(rules, doc, edit)
            case Add():
                return edits.add(rules, doc, edit)
            case Move():
                return edits.move(rules, doc, edit)
            case Remove():
                return Made(edits.remove(rules, doc, edit))
            case Copy():
                return images.copied(rules, doc, edit)
            case Mirror():
                return images.mirrored(doc, edit)
            case Change():
                put = setting_of(self.settings(doc, edit.id), edit.field, edit.value)
                return Made(put(edit.value), edit.id)
            case _:
                return edits.turn(rules, doc, edit)

    def _rules(self, doc: Battle) -> Rules:
        return self._book.fresh_rules(doc.options)
