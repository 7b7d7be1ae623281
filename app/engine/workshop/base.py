"""What every workshop does alike with its documents, so that a game brings the type of its document, its edits, what can be set of it
and what is wrong with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

import msgspec

from app.engine.book import BattleBook
from app.engine.refusal import InvalidInput
from app.engine.scene import Scene
from app.engine.system import Correctable, Manifest, OptionValue, ScenarioSpec, SeatsRange
from app.engine.types import Text
from app.engine.workshop.forms import Setting
from app.engine.workshop.workshop import OWN, Battle, Edit, Edited, Fault

Doc = TypeVar("Doc", bound=msgspec.Struct)
OwnBook = TypeVar("OwnBook", bound=BattleBook[Any])


class Made(NamedTuple, Generic[Doc]):
    """A document after an edit, and the thing that the edit was about."""

    doc: Doc
    thing: str | None = None


class BaseWorkshop(ABC, Generic[Doc]):
    """A ``Workshop`` over documents of one type; ``tools`` and ``scene`` are the game's own."""

    document_type: ClassVar[type[Any]]
    """The Struct of a whole document (``Doc``)."""

    # -- what a game brings

    @abstractmethod
    def scenarios(self) -> Iterable[str]:
        """The scenarios of which there are copies, by their ids."""

    @abstractmethod
    def copy_of(self, scenario: str) -> object:
        """A scenario as somebody would send it."""

    @abstractmethod
    def blank(self) -> Doc:
        """An empty board with what every battle needs."""

    @abstractmethod
    def understood(self, raw: object) -> Doc:
        """A document as somebody sent it. Raises ``InvalidInput`` naming every wrong field."""

    @abstractmethod
    def carried_out(self, doc: Doc, edit: Edit) -> Made[Doc]:
        """The document after an edit. Raises ``InvalidInput`` for one that makes no sense."""

    @abstractmethod
    def settings(self, doc: Doc, thing: str | None) -> Iterable[Setting[Doc]]:
        """What can be set of a thing, or of the battle itself. Raises ``InvalidInput`` for a thing that is not there."""

    @abstractmethod
    def found(self, doc: Doc) -> Sequence[Fault]:
        """What is wrong with it, as far as one can see."""

    @abstractmethod
    def try_out(self, battle: Battle, doc: Doc) -> None:
        """Sets it up, for the numbers of players that it is for. Raises ``InvalidInput`` where that cannot be."""

    @abstractmethod
    def refused(self, error: InvalidInput) -> Sequence[Fault]:
        """What set-up refuses, in words."""

    @abstractmethod
    def seats(self, doc: Doc) -> SeatsRange:
        """How many play it."""

    @abstractmethod
    def options(self, doc: Doc) -> dict[str, OptionValue]:
        """The options that it sets itself."""

    @abstractmethod
    def picture(self, battle: Battle, doc: Doc) -> Scene:
        """Its drawing as it opens."""

    # -- what follows

    def typed(self, battle: Battle) -> Doc:
        """The values of a document that was read."""
        doc: Doc = msgspec.convert(battle, self.document_type)
        return doc

    def start(self, scenario: str | None = None) -> Battle:
        """A copy of a scenario, or an empty board."""
        if scenario is None:
            return plain(self.blank())
        if scenario not in self.scenarios():
            raise InvalidInput.at("scenario", "one of " + ", ".join(self.scenarios()), scenario)
        return self.read(self.copy_of(scenario))

    def read(self, raw: object) -> Battle:
        """A document as somebody sent it."""
        return plain(self.understood(raw))

    def edit(self, battle: Battle, edit: Edit) -> Edited:
        """The document after an edit."""
        made = self.carried_out(self.typed(battle), edit)
        return Edited(self.read(plain(made.doc)), made.thing)

    def fields(self, battle: Battle, thing: str | None = None) -> Sequence[Correctable]:
        """What can be set of a thing, or of the battle itself."""
        return tuple(each.correctable for each in self.settings(self.typed(battle), thing))

    def faults(self, battle: Battle) -> Sequence[Fault]:
        """Everything that keeps it from being played. One in which nothing was found is tried: what has an effect only together
        shows when it is set up."""
        doc = self.typed(battle)
        found = self.found(doc)
        if found:
            return found
        try:
            self.try_out(battle, doc)
        except InvalidInput as error:
            return self.refused(error)
        return ()

    def spec(self, battle: Battle) -> ScenarioSpec:
        """The battle as the manifest words a scenario, with its drawing."""
        doc = self.typed(battle)
        return ScenarioSpec(
            id=OWN,
            name=either(battle["name_es"], battle["name_en"]),
            summary=either(battle["summary_es"], battle["summary_en"]),
            seats=self.seats(doc),
            minutes=battle["minutes"],
            options=self.options(doc),
            picture=self.picture(battle, doc),
        )


class BookWorkshop(BaseWorkshop[Doc], Generic[Doc, OwnBook]):
    """A workshop over a game's book, whose documents have ``options``, and whose words say of what is found wrong only when it is set up
    ``where`` that is (``workshop_faults``, ``other``)."""

    def __init__(self, book: OwnBook, manifest: Manifest) -> None:
        self._book: Final = book
        self._manifest: Final = manifest

    def scenarios(self) -> Iterable[str]:
        """Every scenario of the game."""
        return self._book.scenarios

    def refused(self, error: InvalidInput) -> Sequence[Fault]:
        """Where it cannot be set up."""
        where = ", ".join(each.field for each in error.errors)
        return (Fault(self._book.rules().words.say("workshop_faults", "other", where=where)),)

    def options(self, doc: Any) -> dict[str, OptionValue]:  # a document with options
        """The options that it sets itself."""
        values = self._book.resolve(doc.options)
        return {code: values[code] for code in doc.options}


def plain(doc: msgspec.Struct) -> dict[str, Any]:
    """A document as plain JSON data."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(doc))
    return found


def either(es: str, en: str) -> Text:
    """Words that somebody may have written in one language only."""
    return Text(es or en, en or es)


# -------------------------------------------------------------------------------------------------------------- what is wrong with it


class Found(NamedTuple):
    """Something at fault: the ``key`` of its sentence among a game's words and what is filled in there (``places``); for the rest see
    ``Fault``."""

    key: str
    thing: str | None = None
    field: str | None = None
    tool: str | None = None
    places: Mapping[str, object] = {}


def fault(
    key: str, thing: str | None = None, /, *, field: str | None = None, tool: str | None = None, **places: object
) -> Found:
    """Something at fault: ``fault("no_starts", "starts.3", n=3)``."""
    return Found(key, thing, field, tool, places)


def worded(found: Iterable[Found], say: Callable[[Found], Text], most: int | None = None) -> tuple[Fault, ...]:
    """Faults in words, each once, only the first ``most`` that were found."""
    told = (Fault(say(each), each.thing, each.field, each.tool) for each in islice(found, most))
    return tuple({(each.text, each.thing): each for each in told}.values())
