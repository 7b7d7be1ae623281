"""What can be set of an event of a battle: who comes when and where (OW-SCN-01), and who lives twice (OW-SCN-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from app.engine.system import Manifest
from app.engine.types import SEATS, Seat, Text
from app.systems.open_wars.book.geometry import cells_of
from app.systems.open_wars.book.tables import STATS, Rules
from app.systems.open_wars.field.values import stack_limit
from app.systems.open_wars.opening.battle import (
    LAST_TURN,
    Battle,
    ForceRow,
    FormRow,
    SpawnRow,
    TwoLivesRow,
    by_die,
    cells_by_die,
)
from app.systems.open_wars.words.screen_words import NUMBERS, said
from app.systems.open_wars.workshop.forms import (
    NONE,
    Form,
    Put,
    Setting,
    cell_names,
    form_names,
    seat_names,
    span,
    unit_names,
)

BY_DIE: Final = "die"
FACES: Final = 6
MOST_UNITS: Final = 8
MOST_OF_FORM: Final = 9


def of_event(rules: Rules, manifest: Manifest, battle: Battle, number: int) -> Iterator[Setting]:
    """What can be set of an event."""
    event, form = battle.event[number], Form(f"event.{number}")
    yield form.choice(
        "seat",
        Text("Asiento", "Seat"),
        str(SEATS[event.seat]),
        seat_names(battle),
        lambda seat: with_event(battle, number, replace(event, seat=SEATS.index(Seat(seat)))),
    )
    if isinstance(event, SpawnRow):
        yield from _spawn(rules, manifest, battle, number, event)
    else:
        yield from _two_lives(rules, battle, number, event)


def with_event(battle: Battle, number: int, event: SpawnRow | TwoLivesRow) -> Battle:
    """The battle with another event in that place."""
    return replace(battle, event=tuple(event if n == number else other for n, other in enumerate(battle.event)))


def _faction(battle: Battle, seat: int) -> str | None:
    return battle.seat[seat].faction if seat < len(battle.seat) else None


def _spawn(rules: Rules, manifest: Manifest, battle: Battle, number: int, event: SpawnRow) -> Iterator[Setting]:
    form, cells = Form(f"event.{number}"), cell_names(rules, battle.map)

    def put(**values: Any) -> Battle:  # of the types of an event
        return with_event(battle, number, replace(event, **values))

    yield from span(form, event.turn, lambda turns: put(turn=turns))
    names = {option.id: option.name for option in manifest.options}
    option = event.at.removeprefix("option:")
    listed = {event.at: names[option]} if event.at.startswith("option:") and option in names else {}
    faces = cells_by_die(event.at) if event.at.startswith("die:") else {}
    first = next(iter(cells_of(battle.map)), "A1")
    yield form.choice(
        "at",
        Text("Dónde", "Where"),
        BY_DIE if faces else event.at,
        {**cells, **listed, BY_DIE: Text("Según un dado", "By a die")},
        lambda at: put(at=by_die(faces or {1: first}) if at == BY_DIE else at),
    )
    for face in range(1, FACES + 1) if faces else ():
        yield form.choice(
            f"die_{face}",
            said("Con un {n}", "On a {n}", n=face),
            faces.get(face, NONE),
            {NONE: Text("se tira otra vez", "rolled again"), **cells},
            _face_setter(battle, number, event, face),
        )
    yield from _units(form, rules, battle, number, event)


def _face_setter(battle: Battle, number: int, event: SpawnRow, face: int) -> Put:
    def put(cell: str) -> Battle:
        faces = {other: where for other, where in cells_by_die(event.at).items() if other != face}
        if cell != NONE:
            faces[face] = cell
        return with_event(battle, number, replace(event, at=by_die(faces)) if faces else event)

    return put


def _units(form: Form, rules: Rules, battle: Battle, number: int, event: SpawnRow) -> Iterator[Setting]:
    """A unit and its count for everyone who comes, and room for one more."""
    for place in range(min(MOST_UNITS, len(event.units) + 1)):
        yield from _unit(form, rules, battle, number, place)


def _unit(form: Form, rules: Rules, battle: Battle, number: int, place: int) -> Iterator[Setting]:
    event = battle.event[number]
    if not isinstance(event, SpawnRow):
        return
    names = {NONE: Text("nadie", "nobody"), **unit_names(rules, _faction(battle, event.seat))}
    force = event.units[place] if place < len(event.units) else None
    put = _unit_setter(battle, number, event, place)
    label = said("Llega, {n}.º", "Comes, no. {n}", n=place + 1)
    yield form.choice(
        f"unit_{place + 1}", label, force.unit if force is not None else NONE, names, lambda unit: put(unit=unit)
    )
    if force is None:
        return
    most = max(force.count, stack_limit(rules, rules.units[force.unit]))
    label = Text("Cuántas", "How many")
    yield form.number(f"count_{place + 1}", label, force.count, 1, most, lambda count: put(count=count))
    lives = battle.two_lives
    if force.form is not None or (lives is not None and lives.unit == force.unit):
        yield form.choice(
            f"form_{place + 1}",
            Text("Forma", "Form"),
            force.form or NONE,
            form_names(lives),
            lambda name: put(form=None if name == NONE else name),
        )


def _unit_setter(battle: Battle, number: int, event: SpawnRow, place: int) -> Any:  # called with the values of a force
    def put(**values: Any) -> Battle:
        units = list(event.units)
        if values.get("unit") == NONE:
            del units[place : place + 1]
        elif place < len(units):
            units[place] = replace(units[place], **values, **({"form": None} if "unit" in values else {}))
        else:
            units.append(ForceRow(values["unit"], 1))
        return with_event(battle, number, replace(event, units=tuple(units)))

    return put


def _two_lives(rules: Rules, battle: Battle, number: int, event: TwoLivesRow) -> Iterator[Setting]:
    form = Form(f"event.{number}")

    def put(**values: Any) -> Battle:  # of the types of an event
        return with_event(battle, number, replace(event, **values))

    names = unit_names(rules, _faction(battle, event.seat))
    yield form.choice(
        "unit", Text("Quién vive dos veces", "Who lives twice"), event.unit, names, lambda unit: put(unit=unit)
    )
    yield form.choice(
        "cell", Text("Vuelve en", "Returns on"), event.cell, cell_names(rules, battle.map), lambda cell: put(cell=cell)
    )
    yield form.number(
        "at_once_from",
        Text(
            "Antes de este turno espera; desde él vuelve en el acto",
            "Waits before this turn; from it on returns at once",
        ),
        event.at_once_from,
        1,
        LAST_TURN,
        lambda turn: put(at_once_from=turn),
    )
    lives = (Text("1.ª vida", "1st life"), Text("2.ª vida", "2nd life"))
    for (name, values), life in zip(event.forms.items(), lives, strict=True):
        for stat in STATS:
            label = said("{stat}, {life}", "{stat}, {life}", stat=NUMBERS[stat], life=life)
            setter = _stat_setter(battle, number, event, name, values, stat)
            yield form.number(f"{stat}_{name}", label, getattr(values, stat), 0, MOST_OF_FORM, setter)


def _stat_setter(battle: Battle, number: int, event: TwoLivesRow, name: str, values: FormRow, stat: str) -> Put:
    def put(value: int) -> Battle:
        return with_event(battle, number, replace(event, forms={**event.forms, name: replace(values, **{stat: value})}))

    return put
