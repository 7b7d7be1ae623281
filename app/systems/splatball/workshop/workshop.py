"""The workshop of Splatball: battles that people make, square by square (``app/engine/workshop/workshop.py``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import SeatsRange, Setup
from app.engine.workshop.base import BookWorkshop, Made
from app.engine.workshop.forms import say, setting_of
from app.engine.workshop.workshop import OWN, Add, Change, Copy, Edit, Fault, Mirror, Move, Place, Remove, Tool, Turn
from app.engine.workshop.workshop import Battle as Document
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.opening.problems import problems
from app.systems.splatball.opening.setup import open_game
from app.systems.splatball.workshop import edits
from app.systems.splatball.workshop.document import Battle, blank, copied, understood
from app.systems.splatball.workshop.faults import faults_of
from app.systems.splatball.workshop.fields import of_battle
from app.systems.splatball.workshop.forms import Setting
from app.systems.splatball.workshop.images import copied as another
from app.systems.splatball.workshop.images import mirrored
from app.systems.splatball.workshop.scene import draw
from app.systems.splatball.workshop.things import settings_of
from app.systems.splatball.workshop.tools import tools_of


class SplatballWorkshop(BookWorkshop[Battle, Book]):
    """The making of battles of Splatball; see ``app/engine/workshop/workshop.py``."""

    document_type = Battle

    def copy_of(self, scenario: str) -> object:
        """A scenario as a document."""
        return copied(self._book.scenarios[scenario])

    def blank(self) -> Battle:
        """A lawn for two."""
        name = say(self._book.rules(), "start", "name")
        return blank(name.es, name.en)

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
        return of_battle(rules, self._manifest, doc) if thing is None else settings_of(rules, doc, thing)

    def scene(self, battle: Document) -> Scene:
        """Its drawing."""
        made = self.typed(battle)
        return draw(self._book, made, self.found(made))

    def picture(self, battle: Document, doc: Battle) -> Scene:
        """Its drawing as it opens."""
        return draw(self._book, doc)

    def found(self, doc: Battle) -> Sequence[Fault]:
        """What one can see."""
        return faults_of(self._rules(doc), doc)

    def try_out(self, battle: Document, doc: Battle) -> None:
        """Sets it up for every number of players; a position that cannot be is refused, too."""
        for number in range(doc.players[0], doc.players[1] + 1):
            opened = open_game(self._book, Setup(OWN, ({},) * number, battle=battle), StreamDice(b"", "tried"))
            reasons = problems(self._book, opened.position)
            if reasons:
                raise InvalidInput.at("battle", "a position that can be", reasons[0])

    def seats(self, doc: Battle) -> SeatsRange:
        """How many play it."""
        return SeatsRange(*doc.players)

    def carried_out(self, doc: Battle, edit: Edit) -> Made[Battle]:
        """The battle after an edit."""
        rules = self._rules(doc)
        match edit:
            case Place():
                return edits.place(rules, doc, edit)
            case Add():
                return edits.add(self._book, rules, doc, edit)
            case Move():
                return edits.move(rules, doc, edit)
            case Turn():
                return edits.turn(doc, edit)
            case Remove():
                return Made(edits.remove(doc, edit))
            case Copy():
                return another(rules, doc, edit)
            case Mirror():
                return mirrored(rules, doc, edit)
            case Change():
                put = setting_of(self.settings(doc, edit.id), edit.field, edit.value)
                return _renamed(doc, put(edit.value), edit)
            case _:
                raise InvalidInput.at("edit.type", "an edit of squares: any but draw", type(edit).__name__)

    def _rules(self, battle: Battle) -> Rules:
        return self._book.fresh_rules(self._book.resolve(battle.options))


def _renamed(before: Battle, after: Battle, edit: Change) -> Made[Battle]:
    """The battle after a value was set, and what the thing is called now: a unit of another seat has that one's next number."""
    if edit.id is None or edit.field != "seat":
        return Made(after, edit.id)
    known = {unit.id for row in before.seat for unit in row.units}
    new = next((unit.id for row in after.seat for unit in row.units if unit.id not in known), edit.id)
    return Made(after, new)
