"""What every workshop is built of: values that can be set of a part of a document, each with its words, its schema and the document
after setting it.

A ``Form`` is about one part of a document (a Struct somewhere in it) and knows how to put another in its place, so that a game only says
which fields can be set to what: ``form.number("gold", 0, 100)``. Labels stand in the game's data files, by the field's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from app.engine.forms import SWITCH, Value, both, choice, expected, fits, whole
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable, OptionSpec
from app.engine.types import Text, UnitId
from app.engine.words import Words, same

NONE: Final = "none"
"""The value of a choice that chooses nothing: ``None`` in the document."""

Doc = TypeVar("Doc")
Item = TypeVar("Item")
Put = Callable[[Any], Doc]  # of the type that its schema allows


class Setting(NamedTuple, Generic[Doc]):
    """A value that can be set, and the document after setting it."""

    correctable: Correctable
    put: Put[Doc]


class Form(Generic[Doc]):
    """Makes the settings of one thing (``None``: of the document itself).

    ``labels`` words the fields, ``group`` the heading that they stand under (``x-group``). ``part`` is what they are fields of, ``put``
    the document with another part in its place; a setting that is no field of the part says its own value and what setting it does.
    """

    def __init__(
        self,
        labels: Mapping[str, Text],
        thing: str | None,
        part: Any = None,  # a Struct
        put: Put[Doc] | None = None,
        *,
        group: Text | None = None,
    ) -> None:
        self._labels: Final = labels
        self._thing: Final = None if thing is None else UnitId(thing)
        self._part: Final = part
        self._put: Final = put
        self._group: Final = group

    def of(self, part: Any, put: Put[Doc]) -> Form[Doc]:
        """The form of another part, about the same thing and under the same heading."""
        return Form(self._labels, self._thing, part, put, group=self._group)

    def setting(self, field: str, schema: Mapping[str, Any], **how: Any) -> Setting[Doc]:
        """A value of any schema: ``at`` is the field's name in the part, ``label`` its words, where those are others; ``value`` and ``put`` what it
        is and what setting it does, where it is no field of the part."""
        label = how["label"] if "label" in how else self._labels[field]
        value, put = self._of(field, **how)
        under = {} if self._group is None else {"x-group": both(self._group)}
        return Setting(Correctable(self._thing, field, label, value, {**schema, **under}), put)

    def number(self, field: str, least: int, most: int, **how: Any) -> Setting[Doc]:
        """A whole number."""
        return self.setting(field, whole(least, most), **how)

    def length(self, field: str, least: int, most: int, **how: Any) -> Setting[Doc]:
        """A length in whole millimetres, which people read and write as centimetres (``x-mm``)."""
        schema = {**whole(least, most), "x-mm": True}
        return self.setting(field, schema, **how)

    def switch(self, field: str, **how: Any) -> Setting[Doc]:
        """Yes or no."""
        return self.setting(field, SWITCH, **how)

    def words(self, field: str, least: int, most: int, **how: Any) -> Setting[Doc]:
        """Words of somebody's own."""
        return self.setting(field, {"type": "string", "minLength": least, "maxLength": most}, **how)

    def choice(self, field: str, names: Mapping[str, Text], **how: Any) -> Setting[Doc]:
        """One of several words; what stands there now is among them, whatever it is. With ``NONE`` among them, the field may be
        ``None``."""
        value, put = self._of(field, **how)
        shown = NONE if value is None else str(value)
        schema = choice({**names, **({} if shown in names else {shown: same(shown)})})
        takes_none = NONE in names and "put" not in how
        how = {**how, "value": shown, "put": (lambda code: put(None if code == NONE else code)) if takes_none else put}
        return self.setting(field, schema, **how)

    def _of(self, field: str, **how: Any) -> tuple[Any, Put[Doc]]:
        """What a field is now, and what setting it does."""
        name = how.get("at", field)
        value = how["value"] if "value" in how else getattr(self._part, name)
        return value, how.get("put") or (lambda new: self._replaced(**{name: new}))

    def _replaced(self, **values: Any) -> Doc:
        if self._put is None:
            raise TypeError(f"a form of no part has no field {', '.join(values)}")
        return self._put(replace(self._part, **values))


# ------------------------------------------------------------------------------------------------------- a game's own words


class Worded(Protocol):
    """Rules with their words, those of the workshop in the sections ``workshop_...``."""

    @property
    def words(self) -> Words:
        """Every sentence of the game."""


def say(rules: Worded, section: str, key: str, **places: object) -> Text:
    """A sentence of the workshop."""
    return rules.words.say(f"workshop_{section}", key, **places)


def names(rules: Worded, section: str) -> Mapping[str, Text]:
    """The words of a section by their keys."""
    return rules.words.table(f"workshop_{section}")


def form_of(
    rules: Worded, thing: str | None, part: Any = None, put: Put[Doc] | None = None, group: str | None = None
) -> Form[Doc]:
    """The form of a part of a document, under the words of ``fields`` and of ``groups``."""
    heading = None if group is None else say(rules, "groups", group)
    return Form(names(rules, "fields"), thing, part, put, group=heading)


def setting_of(found: Iterable[Setting[Doc]], field: str, value: Value) -> Put[Doc]:
    """What setting a field does. Raises ``InvalidInput`` for a field that is not there and a value that it does not have."""
    by_name = {each.correctable.field: each for each in found}
    if field not in by_name:
        raise InvalidInput.at("edit.field", "one of " + ", ".join(by_name), field)
    schema = by_name[field].correctable.schema
    if not fits(schema, value):
        raise InvalidInput.at("edit.value", expected(schema), repr(value))
    return by_name[field].put


# ------------------------------------------------------------------------------------------- what every battle says of itself


def called(form: Form[Doc], doc: Any, begun: Text, most_minutes: int) -> Iterator[Setting[Doc]]:
    """What a battle is called and how it is told in both languages, how long it takes. It is named alike in both while the other still has
    the name that it ``begun`` with."""
    for field, other in (("name_es", "name_en"), ("name_en", "name_es")):
        fields = (field, other) if getattr(doc, other) in (begun.es, begun.en) else (field,)
        yield form.words(field, 1, 80, put=partial(_all_of, doc, fields))
    for field in ("summary_es", "summary_en"):
        yield form.words(field, 0, 400)
    yield form.number("minutes", 5, most_minutes)


def _all_of(doc: Any, fields: Iterable[str], value: str) -> Any:  # a document
    return replace(doc, **dict.fromkeys(fields, value))


def chosen(doc: Any, options: Iterable[OptionSpec], heading: Callable[[Text], Text]) -> Iterator[Setting[Any]]:
    """The options that a battle sets itself; of those that are as they always are it says nothing. ``heading`` words the group."""
    for option in options:
        form: Form[Any] = Form({}, None, group=heading(option.group))
        value, field = doc.options.get(option.id, option.default), f"option_{option.id}"
        how = {"label": option.name, "value": value, "put": partial(_with_option, doc, option)}
        if isinstance(value, bool):
            yield form.switch(field, **how)
        elif option.choices is None:
            assert option.maximum is not None, f"expected an option of choices or of bounds: {option.id}"
            yield form.number(field, option.minimum or 0, option.maximum, **how)
        else:
            names = {str(each): option.choice_names.get(str(each), same(each)) for each in option.choices}
            yield form.choice(field, names, **how)


def _with_option(doc: Any, option: OptionSpec, value: Any) -> Any:  # a document, a value of the option
    value = next((each for each in option.choices or () if str(each) == str(value)), value)
    rest = {name: other for name, other in doc.options.items() if name != option.id}
    return replace(doc, options=rest if value == option.default else {**rest, option.id: value})


# ------------------------------------------------------------------------------------------------------------- rows of lists


def with_row(rows: tuple[Item, ...], number: int, row: Item) -> tuple[Item, ...]:
    """The rows with another in that place."""
    return (*rows[:number], row, *rows[number + 1 :])


def without_row(rows: tuple[Item, ...], number: int) -> tuple[Item, ...]:
    """The rows without the one in that place."""
    return rows[:number] + rows[number + 1 :]


def listed(thing: str, lists: Mapping[str, tuple[Any, ...]]) -> tuple[str, int] | None:
    """The list that a thing is on and its place there (``event.2``); ``None`` for anything else."""
    kind, _, told = thing.partition(".")
    number = int(told) if told.isascii() and told.isdigit() else -1
    is_there = kind in lists and 0 <= number < len(lists[kind]) and str(number) == told
    return (kind, number) if is_there else None
