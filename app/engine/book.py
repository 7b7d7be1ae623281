"""A game's book: its data files, the options and house values of a room laid over them, and the rules made of all that, kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from app.engine.judging import Kept
from app.engine.refusal import FieldError, InvalidInput
from app.engine.rows import HouseValues, override, type_of_option
from app.engine.system import OptionSpec, OptionValue
from app.engine.types import RuleId, Text

KEPT_RULES: Final = 4096
"""How many pairs of options and overrides are remembered with their rules."""
KEPT_TABLES: Final = 256
"""How many different rules are remembered."""
MOST_SHOWN: Final = 120
"""So many characters of what was given are told in an error, at most."""

Rules = TypeVar("Rules")


class Allowed(msgspec.Struct, frozen=True):
    """What an option may be: one of its ``choices`` (``several``: a list of some of them, or their names joined by commas, which is
    how it is kept); where there are none a whole number from ``least`` to ``most``."""

    default: Any
    choices: tuple[OptionValue, ...] | None
    least: int | None = None
    most: int | None = None
    several: bool = False

    def kept(self, given: object) -> OptionValue | None:
        """The value as it is kept, ``None`` for one that the option does not have."""
        if self.choices is None:
            fits = type(given) is int and (self.least or 0) <= given <= (self.most or 0)
            return given if fits else None  # type: ignore[return-value]
        if self.several:
            return _several([str(choice) for choice in self.choices], given)
        return next((each for each in self.choices if type(each) is type(given) and each == given), None)

    @property
    def expected(self) -> str:
        """What may be given, as an error says it."""
        if self.choices is None:
            return f"a whole number from {self.least} to {self.most}"
        words = ", ".join(str(each).lower() if isinstance(each, bool) else str(each) for each in self.choices)
        return f"a list of some of {words}" if self.several else f"one of {words}"

    def spec(self, name: str, rule: str, words: tuple[Text, Text, Text], named: Mapping[str, Text]) -> OptionSpec:
        """Its line of the manifest: ``words`` are its name, its text and its group, ``named`` words of its choices."""
        default: OptionValue = self.kept(self.default)  # type: ignore[assignment]  # a default is one of its values
        kind, (title, text, group) = type_of_option(default), words
        return OptionSpec(
            name, kind, default, title, text, group, RuleId(rule), self.choices, self.least, self.most, named
        )


def resolve(options: Mapping[str, Allowed], *layers: Mapping[str, Any]) -> dict[str, Any]:
    """Every option by name: the defaults with the layers over them (a scenario's own, then the room's).

    Raises ``InvalidInput`` naming every unknown option and every value that an option does not have.
    """
    values = {name: option.kept(option.default) for name, option in options.items()}
    errors = []
    for layer in layers:
        for name, given in layer.items():
            option = options.get(name)
            value = None if option is None else option.kept(given)
            if value is not None:
                values[name] = value
                continue
            expected, found = ("the name of an option", name) if option is None else (option.expected, given)
            errors.append(FieldError(f"options.{name}"[:MOST_SHOWN], expected, repr(found)[:MOST_SHOWN]))
    if errors:
        raise InvalidInput(errors)
    return values


class Book(ABC, Generic[Rules]):
    """The data files of a game and the rules made from them.

    ``raw`` are the tables that house values are paths into, ``scenarios`` the rows of the scenarios by id, ``options`` what each
    option may be.
    """

    house_values: ClassVar[HouseValues]
    """Which values of the tables a room may replace."""

    def __init__(
        self, raw: Mapping[str, Any], scenarios: Mapping[str, Mapping[str, Any]], options: Mapping[str, Allowed]
    ) -> None:
        self.raw: Final = raw
        self.scenarios: Final = scenarios
        self.options: Final = options
        self._made: Final = lru_cache(KEPT_TABLES)(self._make)
        self._kept: Final = Kept(self.fresh_rules, KEPT_RULES)

    @abstractmethod
    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> Rules:
        """The rules of tables with house values and of resolved options. Raises ``InvalidInput`` for what cannot be played with."""

    def resolve(self, *layers: Mapping[str, Any]) -> dict[str, Any]:
        """Every option; see ``resolve``."""
        return resolve(self.options, *layers)

    def rules(self, options: Mapping[str, Any] | None = None, tables: Mapping[str, Any] | None = None) -> Rules:
        """The rules of a room. ``options`` may hold only differences; ``tables`` maps the dotted path of a house value
        (``"terrain.wood.height_mm"``) to another value. Raises ``InvalidInput``.

        The positions of a game share these two objects, which nobody changes: the same ones are not read again.
        """
        return self._kept(options, tables)

    def fresh_rules(self, options: Mapping[str, Any] | None, tables: Mapping[str, Any] | None = None) -> Rules:
        """The same for objects that nobody will ask about again, such as a battle in the making: they are not remembered."""
        values = self.resolve(options or {})
        override(self.raw, tables or {}, self.house_values)  # what is no house value is named before it is remembered
        try:
            return self._made(msgspec.json.encode([values, tables or {}], order="sorted"))
        except UnicodeEncodeError:
            raise InvalidInput.at("tables", "text without lone surrogates", ascii(tables)) from None

    def _make(self, of: bytes) -> Rules:
        values, tables = msgspec.json.decode(of)
        return self.build(override(self.raw, tables, self.house_values), values)


def _several(known: Sequence[str], given: object) -> str | None:
    """The chosen names in the order of the data, each once, at least one, joined by commas."""
    chosen = given.split(",") if isinstance(given, str) else given
    if not isinstance(chosen, (list, tuple)) or not chosen:
        return None
    if any(not isinstance(name, str) or name not in known for name in chosen) or len(set(chosen)) < len(chosen):
        return None
    return ",".join(name for name in known if name in chosen)
