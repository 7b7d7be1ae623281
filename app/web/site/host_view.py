"""The host form as its template prints it: options in groups, house values by table, all in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.engine.system import Manifest, OptionSpec, ScenarioSpec
from app.engine.types import Text
from app.web.site import host_clock
from app.web.site.host_form import (
    Form,
    Say,
    choices_of,
    decimal,
    default_of,
    house_values,
    letters,
    seat_fields,
    taken_values,
    wire,
)
from app.web.site.reference import field_words, label, name_of, rows_of


class Taken(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a scenario takes of an option: which values, as a form says them (none: all), a sentence on that, and the words of the only
    one."""

    values: tuple[str, ...] = ()
    note: str = ""
    fixed: str = ""


ALL: Final = Taken()


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the form: its name, its words, what was typed, what it is if nothing is chosen, in words."""

    name: str
    title: str
    typed: str
    usual: str
    choices: tuple[tuple[str, str], ...]
    number: bool
    taken: Taken = ALL
    shapes: bool = False


class OptionField(Field, frozen=True, kw_only=True):
    """One option; ``bounds`` are those of a number that can be drawn, ``is_limited`` whether any scenario takes but some of its values."""

    help: str
    rule: str
    bounds: tuple[int, int] | None = None
    is_limited: bool = False


class OptionGroup(msgspec.Struct, frozen=True):
    """Options that stand together."""

    title: str
    fields: tuple[OptionField, ...]


class MoreOptions(msgspec.Struct, frozen=True):
    """The options that are shown to whoever asks for more; they stand open if one of them was chosen or is wrong."""

    groups: tuple[OptionGroup, ...]
    count: int
    is_open: bool


class HouseSheet(msgspec.Struct, frozen=True):
    """The house values of one table; it stands open if one of them was changed or is wrong."""

    title: str
    fields: tuple[Field, ...]
    is_open: bool


def option_groups(
    manifest: Manifest, form: Form, scenario: ScenarioSpec, lang: str, say: Say, *, rare: bool = False
) -> list[OptionGroup]:
    """The options of the game in their groups, in order: those shown at first sight, or the ``rare`` ones."""
    groups: dict[str, list[OptionField]] = {}
    for option in (each for each in manifest.options if each.rare == rare):
        field = _option_field(manifest, option, form, scenario, lang, say)
        groups.setdefault(option.group.in_(lang), []).append(field)
    return [OptionGroup(title, tuple(fields)) for title, fields in groups.items()]


def more_options(
    manifest: Manifest, form: Form, errors: Mapping[str, str], scenario: ScenarioSpec, lang: str, say: Say
) -> MoreOptions:
    """The rare options of the game."""
    groups = option_groups(manifest, form, scenario, lang, say, rare=True)
    fields = [field for group in groups for field in group.fields]
    return MoreOptions(tuple(groups), len(fields), any(field.typed or field.name in errors for field in fields))


def usual_values(manifest: Manifest, lang: str, say: Say) -> dict[str, dict[str, str]]:
    """For each scenario, what each option's field says if nothing is chosen; the page swaps them with the scenario."""
    return {
        scenario.id: {
            f"option_{option.id}": _usual(_value_words(option, default_of(option, scenario), lang, say), say)
            for option in manifest.options
        }
        for scenario in manifest.scenarios
    }


def taken_by_scenario(manifest: Manifest, lang: str, say: Say) -> dict[str, dict[str, Taken]]:
    """For each scenario, what it takes of the options of which it does not take all; the page swaps that with the scenario."""
    return {
        scenario.id: {
            f"option_{option.id}": _taken(option, scenario, lang, say)
            for option in manifest.options
            if option.id in scenario.takes
        }
        for scenario in manifest.scenarios
    }


def house_sheets(manifest: Manifest, form: Form, errors: Mapping[str, str], lang: str, say: Say) -> list[HouseSheet]:
    """The house values of the game by table."""
    words = field_words(manifest.tables)
    names = _row_names(manifest.tables)
    sheets: dict[str, list[Field]] = {}
    for path, cell in house_values(manifest).items():
        table, _, rest = path.partition(".")
        row, _, field = rest.partition(".")
        title = [names.get((table, row)) or label(row, words)]
        if field and field != "value":
            title.append(label(field, words))
        value = _house_field(path, ": ".join(part.in_(lang) for part in title), cell.value, form, say)
        sheets.setdefault(table, []).append(value)
    return [
        HouseSheet(
            label(table, words).in_(lang),
            tuple(fields),
            any(field.typed or field.name in errors for field in fields),
        )
        for table, fields in sheets.items()
    ]


class SeatEntry(msgspec.Struct, frozen=True):
    """One of the game's own fields of a seat, in words; ``abouts`` by the values of its choices."""

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]
    abouts: Mapping[str, str] = {}


def seat_entries(manifest: Manifest, lang: str, say: Say) -> list[SeatEntry]:
    """The game's own fields of a seat as the form asks for them."""
    return [
        SeatEntry(
            field.id,
            field.name.in_(lang),
            tuple(
                (wire(value), plain_words(value, say) if isinstance(value, bool) else words.in_(lang))
                for value, words in field.choices
            ),
            {value: about.in_(lang) for value, about in field.abouts.items()},
        )
        for field in seat_fields(manifest)
    ]


def error_places(manifest: Manifest, sheets: list[HouseSheet], lang: str, say: Say) -> dict[str, str]:
    """What to call each field of the form where an error of it is told away from it."""
    places = {f"option_{option.id}": option.name.in_(lang) for option in manifest.options}
    places |= {field.name: field.title for sheet in sheets for field in sheet.fields}
    places |= dict.fromkeys(("clock", *host_clock.FIELDS), say("host.clock"))
    for letter in letters(manifest):
        seat = say("host.seat", letter=letter.upper())
        own = [f"seat_{letter}_{field.id}" for field in seat_fields(manifest)]
        places |= dict.fromkeys(
            (*(f"seat_{letter}_{part}" for part in ("kind", "name", "contribution", "strategy")), *own), seat
        )
    return places


def _option_field(
    manifest: Manifest, option: OptionSpec, form: Form, scenario: ScenarioSpec, lang: str, say: Say
) -> OptionField:
    title, text = option.name.in_(lang), option.text.in_(lang)
    return OptionField(
        name=f"option_{option.id}",
        title=title,
        help="" if text == title else text,
        rule=option.rule,
        typed=form.options.get(option.id, ""),
        usual=_usual(_value_words(option, default_of(option, scenario), lang, say), say),
        choices=tuple((wire(choice), _value_words(option, choice, lang, say)) for choice in choices_of(option) or ()),
        number=option.type == "integer",
        taken=_taken(option, scenario, lang, say),
        shapes=option.shapes_opening,
        bounds=_bounds(option),
        is_limited=any(option.id in each.takes for each in manifest.scenarios),
    )


def _bounds(option: OptionSpec) -> tuple[int, int] | None:
    can_be_drawn = option.draw and option.minimum is not None and option.maximum is not None
    return (option.minimum, option.maximum) if can_be_drawn else None  # type: ignore[return-value]  # neither is missing


def _taken(option: OptionSpec, scenario: ScenarioSpec, lang: str, say: Say) -> Taken:
    taken = taken_values(option, scenario)
    if taken is None:
        return ALL
    words = [_value_words(option, value, lang, say) for value in taken]
    if len(taken) == 1:
        return Taken((wire(taken[0]),), say("host.taken_one"), words[0])
    return Taken(tuple(map(wire, taken)), say("host.taken_some", values=", ".join(words)))


def _value_words(option: OptionSpec, value: bool | int | str, lang: str, say: Say) -> str:
    named = option.choice_names.get(wire(value)) or option.choice_names.get(str(value))
    return named.in_(lang) if named is not None else plain_words(value, say)


def _house_field(path: str, title: str, value: object, form: Form, say: Say) -> Field:
    choices = (True, False) if isinstance(value, bool) else ()
    words = plain_words(value, say)
    return Field(
        name=f"value_{path}",
        title=title,
        typed=form.tables.get(path, ""),
        usual=_usual(words, say) if choices else words,
        choices=tuple((wire(choice), plain_words(choice, say)) for choice in choices),
        number=isinstance(value, int) and not isinstance(value, bool),
    )


def plain_words(value: object, say: Say) -> str:
    """A value of any shape as a person reads it."""
    if isinstance(value, bool):
        return say("value.yes") if value else say("value.no")
    if isinstance(value, list | tuple):
        nested = any(isinstance(item, list | tuple) for item in value)
        return msgspec.json.encode(value).decode() if nested else ", ".join(plain_words(item, say) for item in value)
    return decimal(value, say) if isinstance(value, float) else str(value)


def _usual(value: str, say: Say) -> str:
    return say("host.usual", value=value)


def _row_names(tables: Mapping[str, Any]) -> dict[tuple[str, str], Text]:
    named = (((table, row_id), name_of(row)) for table, rows in tables.items() for row_id, row in rows_of(rows))
    return {place: name for place, name in named if name is not None}
