"""What can be set of an event of a battle: who comes when and where (OW-SCN-01), and who lives twice (OW-SCN-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.system import Manifest
from app.engine.types import SEATS, Seat
from app.engine.workshop.forms import NONE, form_of, say, with_row
from app.systems.open_wars.book.geometry import cells_of
from app.systems.open_wars.book.tables import STATS, Rules
from app.systems.open_wars.field.values import stack_limit
from app.systems.open_wars.opening.battle import (
    LAST_TURN,
    Battle,
    ForceRow,
    SpawnRow,
    TwoLivesRow,
    by_die,
    cells_by_die,
)
from app.systems.open_wars.workshop.forms import (
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
    event = battle.event[number]

    def put(changed: SpawnRow | TwoLivesRow) -> Battle:
        return replace(battle, event=with_row(battle.event, number, changed))

    form = form_of(rules, f"event.{number}", event, put)
    yield form.choice(
        "seat",
        seat_names(battle),
        value=str(SEATS[event.seat]),
        put=lambda seat: put(replace(event, seat=SEATS.index(Seat(seat)))),
    )
    if isinstance(event, SpawnRow):
        yield from _spawn(rules, manifest, form, battle, event, put)
    else:
        yield from _two_lives(rules, form, battle, event, put)


def _faction(battle: Battle, seat: int) -> str | None:
    return battle.seat[seat].faction if seat < len(battle.seat) else None


def _spawn(
    rules: Rules, manifest: Manifest, form: Form, battle: Battle, event: SpawnRow, put: Put
) -> Iterator[Setting]:
    cells = cell_names(rules, battle.map)
    yield from span(rules, form, event.turn, lambda turns: put(replace(event, turn=turns)))
    options = {option.id: option.name for option in manifest.options}
    option = event.at.removeprefix("option:")
    listed = {event.at: options[option]} if event.at.startswith("option:") and option in options else {}
    faces = cells_by_die(event.at) if event.at.startswith("die:") else {}
    first = next(iter(cells_of(battle.map)), "A1")
    yield form.choice(
        "at",
        {**cells, **listed, BY_DIE: say(rules, "values", "by_die")},
        value=BY_DIE if faces else event.at,
        put=lambda at: put(replace(event, at=by_die(faces or {1: first}) if at == BY_DIE else at)),
    )
    for face in range(1, FACES + 1) if faces else ():
        yield form.choice(
            f"die_{face}",
            {NONE: say(rules, "values", "again"), **cells},
            label=say(rules, "fields", "die", n=face),
            value=faces.get(face, NONE),
            put=_face_setter(event, face, put),
        )
    for place in range(min(MOST_UNITS, len(event.units) + 1)):
        yield from _unit(rules, form, battle, event, place, put)


def _face_setter(event: SpawnRow, face: int, put: Put) -> Put:
    def set_face(cell: str) -> Battle:
        faces = {other: where for other, where in cells_by_die(event.at).items() if other != face}
        if cell != NONE:
            faces[face] = cell
        return put(replace(event, at=by_die(faces)) if faces else event)

    return set_face


def _unit(rules: Rules, form: Form, battle: Battle, event: SpawnRow, place: int, put: Put) -> Iterator[Setting]:
    """A unit and its count for one that comes, or for one more."""
    kinds = {NONE: say(rules, "values", "nobody"), **unit_names(rules, _faction(battle, event.seat))}
    force = event.units[place] if place < len(event.units) else None
    yield form.choice(
        f"unit_{place + 1}",
        kinds,
        label=say(rules, "fields", "comes", n=place + 1),
        value=force.unit if force is not None else NONE,
        put=_unit_setter(event, place, put),
    )
    if force is None:
        return
    form = form.of(force, lambda changed: put(replace(event, units=with_row(event.units, place, changed))))
    most = max(force.count, stack_limit(rules, rules.units[force.unit]))
    yield form.number(f"count_{place + 1}", 1, most, at="count", label=say(rules, "fields", "how_many"))
    lives = battle.two_lives
    if force.form is not None or (lives is not None and lives.unit == force.unit):
        label = say(rules, "fields", "form")
        yield form.choice(f"form_{place + 1}", form_names(rules, lives), at="form", label=label)


def _unit_setter(event: SpawnRow, place: int, put: Put) -> Put:
    def set_unit(unit: str) -> Battle:
        units = list(event.units)
        if unit == NONE:
            del units[place : place + 1]
        elif place < len(units):
            units[place] = replace(units[place], unit=unit, form=None)
        else:
            units.append(ForceRow(unit, 1))
        return put(replace(event, units=tuple(units)))

    return set_unit


def _two_lives(rules: Rules, form: Form, battle: Battle, event: TwoLivesRow, put: Put) -> Iterator[Setting]:
    units = unit_names(rules, _faction(battle, event.seat))
    yield form.choice("unit", units, label=say(rules, "fields", "lives_twice"))
    yield form.choice("cell", cell_names(rules, battle.map))
    yield form.number("at_once_from", 1, LAST_TURN)
    for place, (name, values) in enumerate(event.forms.items(), 1):
        of_form = form.of(values, _form_setter(event, name, put))
        for stat in STATS:
            label = say(
                rules,
                "fields",
                "of_life",
                stat=rules.words.table("numbers")[stat],
                life=say(rules, "values", f"life_{place}"),
            )
            yield of_form.number(f"{stat}_{name}", 0, MOST_OF_FORM, at=stat, label=label)


def _form_setter(event: TwoLivesRow, name: str, put: Put) -> Put:
    return lambda values: put(replace(event, forms={**event.forms, name: values}))
