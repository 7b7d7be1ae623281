"""The form that hosts a room: what a game lets the host choose, what was typed, what is wrong with it, the room it asks for.

Nothing typed is lost: a form keeps the words as they came, and every error stands at its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.refusal import FieldError
from app.engine.system import Manifest, OptionSpec, OptionValue, Replaceable, ScenarioSpec
from app.engine.types import SEATS, Text
from app.engine.workshop.workshop import OWN
from app.rooms.drafts.seating import SPECTATORS, STRATEGIES
from app.web.api.shapes import RoomBody
from app.web.site import host_clock
from app.web.site.host_clock import ClockForm
from app.web.site.reference import WORDS, Cell, leaves, rows_of, source_of
from app.web.wire.bodies import parse

Kind = Literal["me", "friend", "bot", "nobody"]
KINDS: Final[tuple[Kind, ...]] = ("me", "friend", "bot", "nobody")
TAKE_BACK: Final = ("free", "consent", "never")
LONGEST_NAME: Final = 60
LONGEST_WORD: Final = 200

_ROOM_KINDS: Final[Mapping[str, str]] = {"me": "human", "friend": "open", "bot": "bot"}
_NOT_VALUES: Final = frozenset({"options", WORDS})
"""Tables that the form shows elsewhere, or that only name things."""
ANY_LIKE: Final = Replaceable()
"""Any value of the same kind."""
_LIST: Final = re.compile(r"\s*\[.*\]\s*", re.DOTALL)

Say = Callable[..., str]
"""``say(key, **values)``: words in the reader's language."""


class Seat(msgspec.Struct, frozen=True):
    """What was typed for one seat; ``fields`` are the game's own."""

    letter: str
    kind: str
    name: str = ""
    contribution: str = ""
    strategy: str = STRATEGIES[0]
    fields: Mapping[str, str] = {}


class SeatField(msgspec.Struct, frozen=True):
    """One of the game's own fields of a seat, as the form asks for it: one of ``choices``, a number or words; ``abouts`` are the lines
    that say what choices are like, as a form says their values."""

    id: str
    name: Text
    choices: tuple[tuple[bool | int | str, Text], ...] = ()
    number: bool = False
    minimum: int | None = None
    maximum: int | None = None
    abouts: Mapping[str, Text] = {}


class Form(msgspec.Struct, frozen=True):
    """Everything typed, as it was typed."""

    scenario: str
    seats: tuple[Seat, ...]
    spectators: str = "public"
    take_back: str = "free"
    options: Mapping[str, str] = {}
    tables: Mapping[str, str] = {}
    clock: ClockForm = ClockForm()
    battle: str = ""
    """The battle that somebody made, as JSON; the manifest is then the one with it (``own_battle.py``)."""


def blank(manifest: Manifest, scenario: str | None = None) -> Form:
    """The form as it first appears: the host in the first seat, friends in as many more as the scenario needs."""
    chosen = scenario_of(manifest, scenario) or manifest.scenarios[0]
    seats = (Seat(letter, _first_kind(place, chosen)) for place, letter in enumerate(letters(manifest)))
    return Form(chosen.id, tuple(seats))


def read(manifest: Manifest, typed: Mapping[str, str]) -> Form:
    """The form as it was sent; what is missing is as empty."""
    own = [field.id for field in seat_fields(manifest)]
    return Form(
        scenario=typed.get("scenario", ""),
        seats=tuple(
            Seat(
                letter,
                typed.get(f"seat_{letter}_kind", "nobody"),
                typed.get(f"seat_{letter}_name", ""),
                typed.get(f"seat_{letter}_contribution", ""),
                typed.get(f"seat_{letter}_strategy", STRATEGIES[0]),
                {field: typed.get(f"seat_{letter}_{field}", "") for field in own},
            )
            for letter in letters(manifest)
        ),
        spectators=typed.get("spectators", "public"),
        take_back=typed.get("take_back", "free"),
        options={option.id: typed.get(f"option_{option.id}", "") for option in manifest.options},
        tables={path: typed.get(f"value_{path}", "") for path in house_values(manifest)},
        clock=host_clock.read(typed),
        battle=typed.get("battle", ""),
    )


def room_of(manifest: Manifest, form: Form, say: Say) -> tuple[RoomBody, dict[str, str]]:
    """The room that a form asks for, and what is wrong with it by field; only what differs from the game is in it."""
    errors: dict[str, str] = {}
    seats = [_room_seat(manifest, seat, say, errors) for seat in taken(form)]
    scenario = scenario_of(manifest, form.scenario)
    if scenario is None:
        errors["scenario"] = say("host.error_scenario")
    elif not scenario.seats.min <= len(seats) <= scenario.seats.max:
        errors["seats"] = say("host.error_seats", least=scenario.seats.min, most=scenario.seats.max, found=len(seats))
    options = _options(manifest, form, say, errors)
    for field, value, choices in (
        ("spectators", form.spectators, SPECTATORS),
        ("take_back", form.take_back, TAKE_BACK),
    ):
        if value not in choices:
            errors[field] = say("host.error_choice")
    clock = host_clock.clock_of(form.clock, say, errors)
    if form.take_back != "free":
        options["take_back"] = form.take_back
    room = RoomBody(
        game=manifest.id,
        scenario=form.scenario,
        seats=seats,
        options=options,
        tables=_tables(manifest, form, say, errors),
        spectators=next((known for known in SPECTATORS if known == form.spectators), "public"),
        battle=parse(form.battle) if form.battle and form.scenario == OWN else None,
        clock=clock,
    )
    return room, errors


def refused(form: Form, errors: tuple[FieldError, ...], say: Say) -> dict[str, str]:
    """What the game found wrong with a room, by the form's fields; ``form`` is the key of what has no field here."""
    letters_taken = [seat.letter for seat in taken(form)]
    return {_field_of(error.field, letters_taken): explain(error, say) for error in errors}


def explain(error: FieldError, say: Say) -> str:
    """An error of the engine in the reader's words."""
    for pattern, key in _EXPECTED:
        match = pattern.fullmatch(error.expected)
        if match:
            return say(key, **match.groupdict())
    return say("host.error_refused", found=error.found)


def taken(form: Form) -> list[Seat]:
    """The seats that somebody plays, in order: they become the room's seats from ``a`` on."""
    return [seat for seat in form.seats if seat.kind != "nobody"]


def letters(manifest: Manifest) -> tuple[str, ...]:
    """The seats that any scenario of the game may have."""
    return SEATS[: manifest.seats.max]


def scenario_of(manifest: Manifest, scenario: str | None) -> ScenarioSpec | None:
    """A scenario by its id."""
    return next((known for known in manifest.scenarios if known.id == scenario), None)


def wire(value: object) -> str:
    """An option's value as a form field says it."""
    return ("false", "true")[value] if isinstance(value, bool) else str(value)


def seat_fields(manifest: Manifest) -> list[SeatField]:
    """The game's own fields of a seat, out of their JSON Schema; ``x-title``, ``x-names`` and ``x-abouts`` word them in
    both languages. Of one that may be something else than one of some values, the form offers those."""
    return [_seat_field(name, schema) for name, schema in manifest.seat_fields.items()]


def house_values(manifest: Manifest) -> dict[str, Cell]:
    """Every house value that a room may change, by its path (``terrain.wood.height_mm``): those that the game names, else all of the
    house's."""
    named, found = manifest.replaceable, _values(manifest.tables)
    if named is not None:
        return {path: cell for path, cell in found if path in named}
    return {path: cell for path, cell in found if cell.source == "house"}


def _values(tables: Mapping[str, Any]) -> Iterator[tuple[str, Cell]]:
    """Every value of the tables by its path."""
    for name, table in tables.items():
        if name in _NOT_VALUES:
            continue
        for row_id, row in rows_of(table):
            if isinstance(table, list | tuple) and not (isinstance(row, Mapping) and "id" in row):
                continue  # nothing names such a row, so nothing could change it
            for field, cell in leaves(row, source_of(table, None)):
                if field != "rule" and not isinstance(cell.value, Mapping | None):
                    yield ".".join(part for part in (name, row_id, field) if part), cell


def _first_kind(place: int, scenario: ScenarioSpec) -> Kind:
    if place == 0:
        return "me"
    return "friend" if place < scenario.seats.min else "nobody"


def _room_seat(manifest: Manifest, seat: Seat, say: Say, errors: dict[str, str]) -> dict[str, Any]:
    place = f"seat_{seat.letter}"
    room_seat: dict[str, Any] = {"kind": _ROOM_KINDS.get(seat.kind, seat.kind)}
    if seat.kind not in KINDS:
        errors[f"{place}_kind"] = say("host.error_choice")
    if seat.kind == "bot":
        room_seat["strategy"] = seat.strategy
        if seat.strategy not in STRATEGIES:
            errors[f"{place}_strategy"] = say("host.error_choice")
    name = " ".join(seat.name.split())
    if len(name) > LONGEST_NAME:
        errors[f"{place}_name"] = say("host.error_long", most=LONGEST_NAME)
    elif name and seat.kind != "friend":
        room_seat["name"] = name
    if len(seat.contribution) > LONGEST_WORD:
        errors[f"{place}_contribution"] = say("host.error_long", most=LONGEST_WORD)
    elif seat.contribution.strip() and seat.kind == "me":
        room_seat["contribution"] = seat.contribution.strip()
    for field in seat_fields(manifest):
        typed = seat.fields.get(field.id, "").strip()
        if typed:
            value, error = _seat_value(field, typed, say)
            room_seat[field.id] = value
            if error:
                errors[f"{place}_{field.id}"] = error
    return room_seat


def _seat_value(field: SeatField, typed: str, say: Say) -> tuple[bool | int | str, str | None]:
    if field.choices:
        return _chosen(typed, [value for value, _ in field.choices], say)
    return _whole_number(typed, field.minimum, field.maximum, say) if field.number else (typed, None)


def _options(manifest: Manifest, form: Form, say: Say, errors: dict[str, str]) -> dict[str, Any]:
    scenario = scenario_of(manifest, form.scenario)
    chosen: dict[str, Any] = {}
    for option in manifest.options:
        typed = form.options.get(option.id, "").strip()
        if not typed:
            continue
        value, error = option_value(option, scenario, typed, say)
        if error:
            errors[f"option_{option.id}"] = error
        elif value != default_of(option, scenario):
            chosen[option.id] = value
    return chosen


def default_of(option: OptionSpec, scenario: ScenarioSpec | None) -> bool | int | str:
    """What an option is unless the host says otherwise: the scenario's own value, else the game's."""
    return scenario.options.get(option.id, option.default) if scenario is not None else option.default


def taken_values(option: OptionSpec, scenario: ScenarioSpec | None) -> tuple[OptionValue, ...] | None:
    """The values of an option that a scenario takes; ``None`` where it takes all."""
    return scenario.takes.get(option.id) if scenario is not None else None


def choices_of(option: OptionSpec) -> tuple[OptionValue, ...] | None:
    """What an option may be, where that can be listed."""
    return (True, False) if option.type == "boolean" and option.choices is None else option.choices


def option_value(
    option: OptionSpec, scenario: ScenarioSpec | None, typed: str, say: Say
) -> tuple[OptionValue, str | None]:
    """The value of an option that was typed, and what is wrong with it, if anything."""
    choices, taken = choices_of(option), taken_values(option, scenario)
    if choices is not None:
        value, error = _chosen(typed, choices, say)
    elif option.type == "integer":
        value, error = _whole_number(typed, option.minimum, option.maximum, say)
    else:
        value, error = typed, None
    if error is None and taken is not None and value not in taken:
        error = say("host.error_taken")
    return value, error


def _chosen(typed: str, choices: Iterable[bool | int | str], say: Say) -> tuple[bool | int | str, str | None]:
    for choice in choices:
        if wire(choice) == typed:
            return choice, None
    return typed, say("host.error_choice")


def _decimal(typed: str, by: Replaceable, say: Say) -> tuple[float | str, str | None]:
    """A number with some decimals, after a comma or a point."""
    if not re.fullmatch(rf"[-+]?[0-9]{{1,10}}([.,][0-9]{{1,{by.decimals}}})?", typed):
        return typed, say("host.error_decimal", most=by.decimals)
    number = float(typed.replace(",", "."))
    if by.minimum is not None and by.maximum is not None and not by.minimum <= number <= by.maximum:
        return number, say("host.error_between", least=decimal(by.minimum, say), most=decimal(by.maximum, say))
    return number, None


def decimal(value: float, say: Say) -> str:
    """A number in the reader's words: ``2,5``, ``2.5``, without decimals that say nothing."""
    return f"{value:g}".replace(".", say("value.point"))


def _whole_number(
    typed: str, least: int | float | None, most: int | float | None, say: Say
) -> tuple[int | str, str | None]:
    if not re.fullmatch(r"[-+]?[0-9]{1,10}", typed):
        return typed, say("host.error_number")
    number = int(typed)
    if least is not None and most is not None and not least <= number <= most:
        return number, say("host.error_range", least=least, most=most)
    return number, None


def _tables(manifest: Manifest, form: Form, say: Say, errors: dict[str, str]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for path, cell in house_values(manifest).items():
        typed = form.tables.get(path, "").strip()
        if not typed:
            continue
        value, error = _table_value(cell.value, (manifest.replaceable or {}).get(path, ANY_LIKE), typed, say)
        if error:
            errors[f"value_{path}"] = error
        elif value != cell.value:
            chosen[path] = value
    return chosen


def _table_value(default: object, by: Replaceable, typed: str, say: Say) -> tuple[Any, str | None]:
    if isinstance(default, bool):
        return (typed == "true", None) if typed in ("true", "false") else (typed, say("host.error_choice"))
    if by.decimals:
        return _decimal(typed, by, say)
    if isinstance(default, int):
        return _whole_number(typed, by.minimum, by.maximum, say)
    if isinstance(default, list | tuple):
        try:
            value = msgspec.json.decode(typed if _LIST.fullmatch(typed) else f"[{typed}]")
        except (msgspec.DecodeError, RecursionError):
            return typed, say("host.error_list")
        return value, None
    return typed, None


def _seat_field(name: str, schema: Mapping[str, Any]) -> SeatField:
    kind = schema.get("type")
    names = schema.get("x-names", {})
    listed = next((each["enum"] for each in (schema, *schema.get("anyOf", ())) if "enum" in each), ())
    values = (True, False) if kind == "boolean" else tuple(listed)
    return SeatField(
        id=name,
        name=_words(schema.get("x-title", schema.get("title")), name),
        choices=tuple((value, _words(names.get(wire(value)), wire(value))) for value in values),
        number=kind == "integer",
        minimum=schema.get("minimum"),
        maximum=schema.get("maximum"),
        abouts={value: _words(line, value) for value, line in schema.get("x-abouts", {}).items()},
    )


def _words(given: object, otherwise: str) -> Text:
    if isinstance(given, Text):
        return given
    if isinstance(given, Mapping) and given.keys() >= {"es", "en"}:
        return Text(str(given["es"]), str(given["en"]))
    plain = str(given) if isinstance(given, str) else otherwise.replace("_", " ")
    return Text(plain, plain)


def _field_of(field: str, letters_taken: list[str]) -> str:
    """The form's field for a field of the room: ``options.x``, ``tables.a.b``, ``seats[1].army``, ``scenario``."""
    head, _, rest = field.partition(".")
    if head == "clock":
        return host_clock.field_of(field)
    if head == "options" and rest:
        return rest if rest == "take_back" else f"option_{rest}"
    if head == "tables" and rest:
        return f"value_{rest}"
    seat = re.fullmatch(r"seats\[(\d+)\]", head)
    if seat and int(seat[1]) < len(letters_taken):
        return f"seat_{letters_taken[int(seat[1])]}_{rest or 'kind'}"
    return head if head in ("scenario", "seats", "spectators") else "form"


_EXPECTED: Final = (
    (re.compile(r"a whole number from (?P<least>-?\d+) to (?P<most>-?\d+)"), "host.error_range"),
    (re.compile(r"at most (?P<most>\d+) characters"), "host.error_long"),
    (re.compile(r"one of (?P<choices>.+)"), "host.error_one_of"),
    (re.compile(r"a value like (?P<example>.+)"), "host.error_like"),
)
