"""Questions that the rules answer by name (``GameSystem.queries``): each is a function, whose parameters are what is asked.

``def stack_room(rules: Rules, *, unit: Unit, add: Some) -> Answer`` is the question ``stack_room``: the fields of its input
are ``unit`` and ``add``, of the types that the parameters have, with the defaults that they have. A type marked by ``As`` is
one thing on the wire and another for the function: the code of a unit becomes the unit, or the caller is told that there is
none. Whatever is wrong with an input is ``InvalidInput`` with the path of the field, below ``given``; a refusal by the rules
is an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from functools import partial, reduce
from operator import or_
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from app.engine.dice import GivenDice
from app.engine.play import decode
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Query

Answer = dict[str, Any]
"""A JSON-ready object."""

Ground = TypeVar("Ground")
Function = TypeVar("Function", bound=Callable[..., Answer])

Made = Callable[[Any, Any, str], Any]
"""What the rules, a value as it was sent and its path make of it; a context manager is entered while the question is answered."""

GIVEN: Final = "given"
"""A parameter of this name gets the input as it was sent, beside what the others read of it."""
ASKED: Final = "asked"
"""A parameter of this name is the whole input, a Struct."""


class As(NamedTuple):
    """How a parameter is read (``Annotated[UnitKind, As(Name, unit_of)]``): its type on the wire, what is made of it, and what it is
    on the wire where it is left out, if the function's own default does not say so."""

    wire: Any
    made: Made
    default: Any = msgspec.NODEFAULT


def named(table: Callable[[Any], Mapping[str, Any]], expected: str, wire: Any) -> As:
    """A row of one of the rules' tables by its code; any other code is told to be none."""

    def row(rules: Any, code: str, path: str) -> Any:
        found = table(rules).get(code)
        if found is None:
            raise InvalidInput.at(path, expected, code)
        return found

    return As(wire, row)


class Questions(Generic[Ground]):
    """The questions of a chapter. ``rules`` makes what they are asked of, of the game's book and of the ``options`` of a question."""

    def __init__(self, rules: Callable[[Ground, Mapping[str, Any]], Any], options: Any) -> None:
        self._rules: Final = rules
        self._options: Final = options
        self._known: Final[dict[str, _Question]] = {}

    def question(self, function: Function) -> Function:
        """Adds a question that is asked of the rules as they are printed; its name is the function's."""
        self._known[function.__name__.strip("_")] = _Question(function, None)
        return function

    def of_options(self, function: Function) -> Function:
        """Adds a question that may name ``options``, under which it is asked."""
        self._known[function.__name__.strip("_")] = _Question(function, self._options)
        return function

    def names(self) -> frozenset[str]:
        """The names of all."""
        return frozenset(self._known)

    def answer(self, book: Ground, name: str, given: Any) -> Answer:  # Any: decoded JSON, whatever a caller sent
        """The answer to one of them. Raises ``InvalidInput`` naming what is wrong with the input."""
        question = self._known[name]
        asked = decode(question.input, given, GIVEN)
        options = asked.options if question.has_options else {}
        return question.answer(book if question.is_of(book) else self._rules(book, options), asked, given)

    def of(self, book: Ground) -> Mapping[str, Query]:
        """All of them, asked of a book."""
        return MappingProxyType({name: partial(self.answer, book, name) for name in self._known})


class _Field(NamedTuple):
    name: str
    wire_name: str
    read: As


class _Question:
    """A function, and the Struct of its input."""

    def __init__(self, function: Callable[..., Answer], options: Any) -> None:
        hints = get_type_hints(function, include_extras=True)
        hints.pop("return")
        first, *names = hints
        self._ground: Final[type] = hints[first]
        self._function: Final = function
        self._takes_given: Final = GIVEN in names
        self._takes_all: Final = ASKED in names
        self._fields: Final = [_field(name, hints[name]) for name in names if name not in (GIVEN, ASKED)]
        self.has_options: Final = options is not None
        self.input: Final = hints[ASKED] if self._takes_all else self._struct(options)

    def _struct(self, options: Any) -> Any:  # a new type of Struct
        defaults: Mapping[str, Any] = self._function.__kwdefaults__ or {}
        fields: list[Any] = [
            (each.name, each.read.wire, defaults.get(each.name, each.read.default)) for each in self._fields
        ]
        if options is not None:
            fields.append(("options", options, MappingProxyType({})))
        renamed = {each.name: each.wire_name for each in self._fields}
        return msgspec.defstruct(self._function.__name__, fields, frozen=True, kw_only=True, rename=renamed)

    def is_of(self, book: object) -> bool:
        """Whether it is asked of the book itself."""
        return isinstance(book, self._ground)

    def answer(self, ground: Any, asked: Any, given: Any) -> Answer:
        """What the function answers."""
        values: dict[str, Any] = {ASKED: asked} if self._takes_all else {}
        if self._takes_given:
            values[GIVEN] = given
        with ExitStack() as entered:
            for field in self._fields:
                value = getattr(asked, field.name)
                if value is not None:
                    value = field.read.made(ground, value, f"{GIVEN}.{field.wire_name}")
                if isinstance(value, AbstractContextManager):
                    value = entered.enter_context(value)
                values[field.name] = value
            return self._function(ground, **values)


def _field(name: str, hint: Any) -> _Field:
    return _Field(name, name.rstrip("_"), _read_as(hint))


def _read_as(hint: Any) -> As:
    """How a parameter of that type is read; one that may be ``None`` as what it is else."""
    if get_origin(hint) is Annotated:
        return next((each for each in hint.__metadata__ if isinstance(each, As)), As(hint, _as_it_is))
    if get_origin(hint) in (Union, UnionType):
        parts = [_read_as(part) for part in get_args(hint)]
        made = next((part.made for part in parts if part.made is not _as_it_is), _as_it_is)
        return As(reduce(or_, (part.wire for part in parts)), made)
    return As(hint, _as_it_is)


def _as_it_is(rules: Any, value: Any, path: str) -> Any:
    return value


def gathered(book: Ground, *chapters: Questions[Ground]) -> Mapping[str, Query]:
    """The questions of all chapters by name, asked of a book: each takes the decoded ``given`` of a vector and answers its ``expect``; a
    refusal by the rules is an answer, a wrong input raises ``InvalidInput``."""
    return MappingProxyType({name: query for chapter in chapters for name, query in chapter.of(book).items()})


def judged(refusal: Refusal | str | None, word: str, by: str) -> Answer:
    """What a refusal answers: ``{word: true}`` for none, else ``{word: false, by: <the rule>}``."""
    if refusal is None:
        return {word: True}
    return {word: False, by: refusal.rule if isinstance(refusal, Refusal) else refusal}


def dice_used(given: Any, dice: GivenDice) -> Answer:
    """``dice_used``, where the question gives dice."""
    return {"dice_used": len(dice.rolls)} if "dice" in given else {}
