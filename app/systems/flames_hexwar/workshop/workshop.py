"""The workshop of Flames Hexwar: battles that people make, hex by hex (``app/engine/workshop/workshop.py``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import SeatsRange, Setup
from app.engine.workshop.base import BookWorkshop, Made
from app.engine.workshop.forms import say, setting_of
from app.engine.workshop.workshop import OWN, Change, Copy, Edit, Fault, Mirror, Move, Place, Remove, Tool, Turn
from app.engine.workshop.workshop import Battle as Document
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.opening.problems import problems
from app.systems.flames_hexwar.opening.setup import open_game
from app.systems.flames_hexwar.workshop import edits
from app.systems.flames_hexwar.workshop.document import Battle, blank, copied, scenario_of, understood
from app.systems.flames_hexwar.workshop.faults import faults_of
from app.systems.flames_hexwar.workshop.fields import of_battle
from app.systems.flames_hexwar.workshop.forms import Setting
from app.systems.flames_hexwar.workshop.images import copied as another
from app.systems.flames_hexwar.workshop.images import mirrored
from app.systems.flames_hexwar.workshop.laid import field_of
from app.systems.flames_hexwar.workshop.scene import draw
from app.systems.flames_hexwar.workshop.things import settings_of
from app.systems.flames_hexwar.workshop.tools import tools_of


class HexwarWorkshop(BookWorkshop[Battle, Book]):
    """The making of battles of Flames Hexwar; see ``app/engine/workshop/workshop.py``."""

    document_type = Battle

    def copy_of(self, scenario: str) -> object:
        """A scenario as a document."""
        return copied(self._book.scenarios[scenario])

    def blank(self) -> Battle:
        """Open ground with a crossroads to hold."""
        rules = self._book.rules()
        return blank(say(rules, "start", "name"), say(rules, "start", "objective"))

    def understood(self, raw: object) -> Battle:
        """A document as somebody sent it."""
        return understood(self._book, raw)

    def tools(self, battle: Document) -> Sequence[Tool]:
        """What can be put into it."""
        made = self.typed(battle)
        return tuple(tools_of(self._rules(made), made))

    def settings(self, doc: Battle, thing: str | None) -> Iterable[Setting]:
        """What can be set of a thing, or of the battle itself."""
        rules = self._rules(doc)
        if thing is None:
            return of_battle(rules, self._manifest, doc)
        return settings_of(self._book, rules, doc, thing)

    def scene(self, battle: Document) -> Scene:
        """Its drawing."""
        made = self.typed(battle)
        field = field_of(self._book, made)
        return draw(field, made, faults_of(field, made))

    def picture(self, battle: Document, doc: Battle) -> Scene:
        """Its drawing as it opens."""
        return draw(field_of(self._book, doc), doc)

    def found(self, doc: Battle) -> Sequence[Fault]:
        """What one can see."""
        return faults_of(field_of(self._book, doc), doc)

    def try_out(self, battle: Document, doc: Battle) -> None:
        """Sets it up for every number of players; a position that cannot be is refused, too, whoever plays it."""
        seats = self.seats(doc)
        opened = [
            open_game(self._book, Setup(OWN, ({},) * number, battle=battle), StreamDice(b"", "tried"))
            for number in range(seats.min, seats.max + 1)
        ]
        reasons = problems(self._book, opened[0].position)
        if reasons:
            raise InvalidInput.at("battle", "a position that can be", reasons[0])

    def seats(self, doc: Battle) -> SeatsRange:
        """How many play it (FHW-SEAT-01)."""
        least, most = scenario_of(doc).players
        return SeatsRange(least, max(least, most))

    def carried_out(self, doc: Battle, edit: Edit) -> Made[Battle]:
        """The battle after an edit."""
        match edit:
            case Place():
                return edits.place(self._book, doc, edit)
            case Move():
                return edits.move(self._book, doc, edit)
            case Turn():
                return edits.turn(doc, edit)
            case Remove():
                return Made(edits.remove(doc, edit))
            case Copy():
                return another(self._book, doc, edit)
            case Mirror():
                return mirrored(self._book, doc, edit)
            case Change():
                put = setting_of(self.settings(doc, edit.id), edit.field, edit.value)
                return Made(put(edit.value), edit.id)
            case _:
                raise InvalidInput.at("edit.type", "an edit of hexes: neither draw nor add", type(edit).__name__)

    def _rules(self, battle: Battle) -> Rules:
        return self._book.fresh_rules(self._book.resolve(battle.options))
