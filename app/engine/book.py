"""A game's book: its data files, the options and house values of a room laid over them, and the rules made of all that, kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar

import msgspec

from app.engine.judging import Kept
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import OptionSpec, OptionValue, Replaceable, Rule, Setup
from app.engine.types import RuleId, Text
from app.engine.words import decimal
from app.engine.workshop.workshop import OWN

KEPT_RULES: Final = 4096
"""How many pairs of options and overrides are remembered with their rules."""
KEPT_TABLES: Final = 256
"""How many different rules are remembered."""
KEPT_BATTLES: Final = 256
"""How many pairs of them are remembered with a battle that somebody made, which is large."""
MOST_SHOWN: Final = 120
"""So many characters of what was given are told in an error, at most."""

NO_HOUSE_VALUE: Final = "the path of a house value"

MOST_LETTERS: Final = 120
MOST_ITEMS: Final = 40

Rules = TypeVar("Rules")
Scenario = TypeVar("Scenario")


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

    def spec(
        self, name: str, rule: str, words: tuple[Text, Text, Text], named: Mapping[str, Text], **more: bool
    ) -> OptionSpec:
        """Its line of the manifest: ``words`` are its name, its text and its group, ``named`` words of its choices; those of an option
        in millimetres (``..._mm``) are told in centimetres. ``more`` is what else ``OptionSpec`` says of it."""
        if name.endswith("_mm"):
            named = {str(mm): decimal(f"{mm / 10:g} cm") for mm in self.choices or () if isinstance(mm, int)} | dict(
                named
            )
        default: OptionValue = self.kept(self.default)  # type: ignore[assignment]  # a default is one of its values
        kind, (title, text, group) = type_of_option(default), words
        return OptionSpec(
            name, kind, default, title, text, group, RuleId(rule), self.choices, self.least, self.most, named, **more
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


class HouseValues(NamedTuple):
    """Which values of the tables a room may replace, and by what: those whose source is the house, by others like them.

    ``never`` are fields that no room replaces, ``also`` those that it may in published rows, too. Whole numbers go from 0 to ``most``; where one
    is below 0 itself, from ``least``; a field of ``bounds``, wherever it stands, from its least to its most. Text has at most 120
    characters, a list 40 items, each like one of the old ones.
    """

    never: frozenset[str]
    also: frozenset[str]
    least: int
    most: int
    bounds: Mapping[str, Sequence[int]] = {}

    @classmethod
    def within(cls, bounds: Mapping[str, Sequence[int]]) -> HouseValues:
        """Whole numbers of the house, each within its own bounds."""
        return cls(frozenset({"source"}), frozenset(), 0, 0, bounds=bounds)

    def put(self, node: dict[str, Any], name: str, value: Any, source: str | None) -> str | None:
        """Puts a value at a name of a row, whose source is the last argument; answers what was expected, where that cannot be."""
        old = node[name]
        if not self._may_go(name, old, source):
            return NO_HOUSE_VALUE
        if not self._is_like(old, value):
            return f"a value like {old!r}"
        if type(old) is int:
            least, most = self._bounds(name, old)
            if not least <= value <= most:
                return f"a whole number from {least} to {most}"
        node[name] = value
        return None

    def replaceable(
        self, table: Mapping[str, Any], path: str = "", source: str | None = None
    ) -> dict[str, Replaceable]:
        """By dotted path all that ``put`` takes in tables, and what may stand in its place: what a manifest says of them."""
        found: dict[str, Replaceable] = {}
        source = table.get("source", source)
        for name, value in table.items():
            below = f"{path}.{name}" if path else name
            for here, row in _rows_below(value, below):
                found |= self.replaceable(row, here, source)
            if self._may_go(name, value, source) and self._is_like(value, value):
                found[below] = Replaceable(*self._bounds(name, value)) if type(value) is int else Replaceable()
        return found

    def _may_go(self, name: str, old: Any, source: str | None) -> bool:
        is_free = source == "house" or name in self.also
        return is_free and name not in self.never and not isinstance(old, dict) and not _are_rows(old)

    def _bounds(self, name: str, old: int) -> Sequence[int]:
        return self.bounds.get(name) or (self.least if old < 0 else 0, self.most)

    def _is_like(self, old: Any, value: Any) -> bool:
        """Whether it is of the same kind: of a list every item like one of the old ones (where there were none, text), of a row every field."""
        if isinstance(old, list):
            is_list = isinstance(value, list) and len(value) <= MOST_ITEMS
            return is_list and all(any(self._fits("", each, item) for each in old or [""]) for item in value)
        if isinstance(old, dict):
            is_row = isinstance(value, dict) and value.keys() == old.keys()
            return is_row and all(self._fits(name, each, value[name]) for name, each in old.items())
        if type(old) is str:
            return type(value) is str and len(value) <= MOST_LETTERS
        return type(old) is type(value) and type(old) in (int, bool)

    def _fits(self, name: str, old: Any, value: Any) -> bool:
        """The same of what stands in a list, where whole numbers are within their bounds, too."""
        least, most = self._bounds(name, old) if type(old) is int else (0, 0)
        return self._is_like(old, value) and (type(old) is not int or least <= value <= most)


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

    @property
    def replaceable(self) -> dict[str, Replaceable]:
        """The values of the tables that a room may replace, for the manifest."""
        return self.house_values.replaceable(self.raw)

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
        if not tables:
            return self.build(self.raw, values)
        try:
            return self.build(override(self.raw, tables, self.house_values), values)
        except msgspec.ValidationError as error:
            raise InvalidInput.at("tables", "values that can be played with", error) from None


class BattleBook(Book[Rules]):
    """A book whose rules, Structs with their ``scenarios`` by id, may hold one more: a battle that somebody made."""

    def __init__(
        self, raw: Mapping[str, Any], scenarios: Mapping[str, Mapping[str, Any]], options: Mapping[str, Allowed]
    ) -> None:
        super().__init__(raw, scenarios, options)
        self._with_battle: Final = Kept(self.fresh_rules, KEPT_BATTLES)

    @abstractmethod
    def made(self, battle: Mapping[str, Any]) -> Any:
        """The scenario that a document of the workshop is. Raises ``InvalidInput``."""

    def rules(
        self,
        options: Mapping[str, Any] | None = None,
        tables: Mapping[str, Any] | None = None,
        battle: Mapping[str, Any] | None = None,
    ) -> Rules:
        """The rules of a room; ``battle`` is the document of the room's own scenario."""
        return super().rules(options, tables) if battle is None else self._with_battle(options, tables, battle)

    def fresh_rules(
        self,
        options: Mapping[str, Any] | None,
        tables: Mapping[str, Any] | None = None,
        battle: Mapping[str, Any] | None = None,
    ) -> Rules:
        """The same, not remembered."""
        rules: Any = super().fresh_rules(options, tables)
        if battle is not None:
            rules = msgspec.structs.replace(rules, scenarios={**rules.scenarios, OWN: self.made(battle)})
        return rules  # type: ignore[no-any-return]  # Rules

    def opening(self, setup: Setup) -> tuple[dict[str, Any], Rules]:
        """The options and the rules of a game that is set up: a scenario's, or a battle's own, under those of the room. Raises
        ``InvalidInput``."""
        battle = setup.battle
        if battle is None and setup.scenario not in self.scenarios:
            raise InvalidInput.at("scenario", "one of " + ", ".join(self.scenarios), setup.scenario)
        if battle is not None and setup.scenario != OWN:
            raise InvalidInput.at("scenario", OWN, setup.scenario)
        row = self.scenarios[setup.scenario] if battle is None else battle
        options = self.resolve(row.get("options", {}), setup.options)
        return options, self.rules(options, setup.tables, battle)


def scenario_made(battle: Mapping[str, Any], make: Callable[[Mapping[str, Any]], Scenario], **more: Any) -> Scenario:
    """The scenario that a document is, by what makes one of a row, which names it ``id``; ``more`` of the row may be said otherwise. Raises
    ``InvalidInput``."""
    row = {"id": OWN, **more, **{name: value for name, value in battle.items() if value is not None}}
    try:
        return make(row)
    except (msgspec.ValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidInput.at("battle", "a battle of the workshop", error) from None


def _several(known: Sequence[str], given: object) -> str | None:
    """The chosen names in the order of the data, each once, at least one, joined by commas."""
    chosen = given.split(",") if isinstance(given, str) else given
    if not isinstance(chosen, (list, tuple)) or not chosen:
        return None
    if any(not isinstance(name, str) or name not in known for name in chosen) or len(set(chosen)) < len(chosen):
        return None
    return ",".join(name for name in known if name in chosen)


# ------------------------------------------------------------------------------------------------------- rows of data files


def rule_of(row: Mapping[str, Any]) -> Rule:
    """A line of the rule inventory."""
    return Rule(
        id=RuleId(row["id"]),
        chapter=Text(row["chapter_es"], row["chapter_en"]),
        text=Text(row["text_es"], row["text_en"]),
        kind=row["kind"],
    )


def type_of_option(default: object) -> Literal["boolean", "integer", "string"]:
    """The type of an option, by its default."""
    if isinstance(default, bool):
        return "boolean"
    return "integer" if isinstance(default, int) else "string"


def override(raw: Mapping[str, Any], tables: Mapping[str, Any], house: HouseValues) -> dict[str, Any]:
    """The data with house values replaced; ``raw`` is unchanged.

    A path names table, row and field (``"units.jeep.capacity"``; rows of lists by their ``id``; names may hold a dot of
    their own). Raises ``InvalidInput`` for a path that names nothing, and for what is no house value.
    """
    result: dict[str, Any] = dict(raw)
    errors = []
    for path, value in tables.items():
        problem = _set(result, path.split("."), value, house)
        if problem:
            errors.append(FieldError(f"tables.{path}"[:120], problem, repr(value)[:120]))
    if errors:
        raise InvalidInput(errors)
    return result


def _set(table: dict[str, Any], path: list[str], value: Any, house: HouseValues) -> str | None:
    """Puts ``value`` at ``path`` into a copy of every table on the way; answers what was expected, if it cannot."""
    node: Any = table
    source = table.get("source")
    at = 0
    while at < len(path):
        key, taken = _key_of(node, path, at)
        if key is None:
            return NO_HOUSE_VALUE
        at += taken
        if at == len(path):
            return house.put(node, key, value, source) if isinstance(node, dict) else NO_HOUSE_VALUE
        below = node[key]
        node[key] = node = below.copy() if isinstance(below, dict | list) else below
        if isinstance(node, dict):
            source = node.get("source", source)
    return NO_HOUSE_VALUE


def _are_rows(value: Any) -> bool:
    """Whether a list is a table, whose rows have ids."""
    return isinstance(value, list) and any(isinstance(row, dict) and "id" in row for row in value)


def _rows_below(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rows within a value by their paths: itself, or those of a list by their ids."""
    if isinstance(value, dict):
        yield path, value
    elif _are_rows(value):
        yield from ((f"{path}.{row['id']}", row) for row in value if "id" in row)


def _key_of(node: Any, path: list[str], at: int) -> tuple[Any, int]:
    """What the path names next, and how many parts of it that takes; ``None`` for nothing."""
    if isinstance(node, list):
        rows = (index for index, row in enumerate(node) if isinstance(row, dict) and row.get("id") == path[at])
        return next(rows, None), 1
    if not isinstance(node, dict):
        return None, 0
    names = (".".join(path[at : at + parts]) for parts in (1, 2))
    return next(((name, parts) for parts, name in enumerate(names, 1) if name in node), (None, 0))
