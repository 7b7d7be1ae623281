"""What can be set of a battle as a whole: its names, its map, who plays it, its options; how it is won is in ``workshop_goals.py``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.system import Manifest, OptionValue
from app.engine.types import SEATS, Seat, Text
from app.systems.open_wars.book.geometry import CardRows, Cell, card_at, cells_of
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.map_maker import random_map
from app.systems.open_wars.opening.battle import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_NUMBER,
    MOST_ROWS,
    Battle,
    MusterRow,
    Players,
    SeatRow,
    StartsRow,
)
from app.systems.open_wars.words.screen_words import said, same
from app.systems.open_wars.workshop.forms import NONE, Form, Put, Setting
from app.systems.open_wars.workshop.goals import of_victory

NEW: Final[Mapping[str, str]] = MappingProxyType({"es": "Batalla nueva", "en": "New battle"})
"""What a battle is called that nobody has named yet."""

GROUND: Final = "plains"
"""What new cells of a map are."""


def of_battle(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    """Its names, its map, who plays it, how it ends, its options."""
    yield from _names(Form(None, Text("La batalla", "The battle")), battle)
    yield from _map(Form(None, Text("Mapa", "Map")), rules, battle)
    yield from _players(Form(None, Text("Quién juega", "Who plays")), rules, battle)
    yield from of_victory(Form(None, Text("Cómo acaba", "How it ends")), battle)
    yield from _options(rules, manifest, battle)


def _names(form: Form, battle: Battle) -> Iterator[Setting]:
    for field, label, most in (
        ("name_es", Text("Nombre en español", "Name in Spanish"), 80),
        ("name_en", Text("Nombre en inglés", "Name in English"), 80),
        ("summary_es", Text("De qué va, en español", "What it is about, in Spanish"), 400),
        ("summary_en", Text("De qué va, en inglés", "What it is about, in English"), 400),
    ):
        least = 1 if field.startswith("name") else 0
        put = _setter(battle, field) if least == 0 else _name_setter(battle, field)
        yield form.words(field, label, getattr(battle, field), least, most, put)
    yield form.number("minutes", Text("Minutos", "Minutes"), battle.minutes, 5, 600, _setter(battle, "minutes"))


def _name_setter(battle: Battle, field: str) -> Put:
    """Names the battle alike in both languages, while the other still has the name that it began with."""
    other = "name_en" if field == "name_es" else "name_es"
    fields = (field, other) if getattr(battle, other) in NEW.values() else (field,)
    return lambda value: replace(battle, **dict.fromkeys(fields, value))


def _setter(battle: Battle, field: str) -> Put:
    return lambda value: replace(battle, **{field: value})


# -- the map


def _map(form: Form, rules: Rules, battle: Battle) -> Iterator[Setting]:
    yield form.switch(
        "map_generator",
        Text("Mapa aleatorio en cada partida", "A random map in every game"),
        battle.map_generator,
        lambda value: _as_random(battle) if value else _as_laid(rules, battle),
    )
    if battle.map_generator:
        return
    columns, rows = battle.columns, len(battle.map)
    most_rows = max(rows, min(MOST_ROWS, MOST_CELLS // max(1, columns)))
    most_columns = max(columns, min(MOST_COLUMNS, MOST_CELLS // max(1, rows)))
    yield form.number(
        "columns",
        Text("Columnas", "Columns"),
        columns,
        1,
        most_columns,
        lambda value: sized(battle, value, max(1, rows)),
    )
    yield form.number(
        "rows", Text("Filas", "Rows"), rows, 1, most_rows, lambda value: sized(battle, max(1, columns), value)
    )
    if not battle.seat:
        cities = {code: card.name for code, card in rules.cards.items() if not card.special}
        yield form.choice(
            "unused_start_becomes",
            Text("Una salida sin nadie se vuelve", "A start that nobody has becomes"),
            battle.unused_start_becomes or NONE,
            {NONE: Text("se queda igual", "stays as it is"), **cities},
            lambda value: replace(battle, unused_start_becomes=None if value == NONE else value),
        )


def sized(battle: Battle, columns: int, rows: int) -> Battle:
    """The battle on a map of that size: cut on the right and below, or filled up."""
    kept = [[*row[:columns], *[GROUND] * (columns - len(row))] for row in battle.map[:rows]]
    kept += [[GROUND] * columns for _ in range(rows - len(kept))]
    return replace(battle, map=tuple(tuple(row) for row in kept))


def _as_random(battle: Battle) -> Battle:
    return replace(battle, map_generator=True, map=(), starts_by_players=(), unused_start_becomes=None)


def _as_laid(rules: Rules, battle: Battle) -> Battle:
    """A random map, to be changed from here on."""
    if not battle.map_generator:
        return battle
    sizes = rules.generator.sizes
    players = max(number for number in sizes if number <= max(battle.players.max, min(sizes)))
    starts = sizes[players].starts
    numbers = range(battle.players.min, battle.players.max + 1)
    rows = sample_map(rules, players)
    return replace(
        battle, map_generator=False, map=rows, starts_by_players=tuple(StartsRow(n, starts[:n]) for n in numbers)
    )


def sample_map(rules: Rules, players: int) -> CardRows:
    """A random map, always the same."""
    return random_map(rules, players, StreamDice(bytes(32), "picture"))


# -- who plays


def _players(form: Form, rules: Rules, battle: Battle) -> Iterator[Setting]:
    seating = {
        "free": Text("Cada cual elige facción y reúne su ejército", "Everybody chooses a faction and musters"),
        "fixed": Text("La batalla dice quién juega", "The battle says who plays"),
    }
    if battle.seat or not battle.map_generator:
        value = "fixed" if battle.seat else "free"
        yield form.choice(
            "seating",
            Text("Asientos", "Seats"),
            value,
            seating,
            lambda value: described(rules, battle) if value == "fixed" else freed(battle),
        )
    if not battle.seat:
        least, most = battle.players.min, battle.players.max
        yield form.number(
            "players_min",
            Text("Jugadores, al menos", "Players, at least"),
            least,
            2,
            most,
            lambda n: seated(rules, battle, n, most),
        )
        yield form.number(
            "players_max",
            Text("Jugadores, como mucho", "Players, at most"),
            most,
            least,
            len(SEATS),
            lambda n: seated(rules, battle, least, n),
        )
    yield from _order(form, battle)
    yield from _muster(form, battle)


def seated(rules: Rules, battle: Battle, least: int, most: int) -> Battle:
    """The battle for so many players, each number of them with its start cells."""
    if battle.map_generator:
        return replace(battle, players=Players(least, most))
    known = {row.players: row.starts for row in battle.starts_by_players}
    largest = max(known.values(), key=len, default=())
    found = {n: known.get(n) or first_cells(rules, battle, largest, n) for n in range(least, most + 1)}
    return replace(
        battle,
        players=Players(least, most),
        starts_by_players=tuple(StartsRow(number, cells) for number, cells in found.items()),
    )


def first_cells(rules: Rules, battle: Battle, known: tuple[Cell, ...], count: int) -> tuple[Cell, ...]:
    """So many start cells: those there are, then cities that nobody has, then any card."""
    cells = cells_of(battle.map)
    cities = [cell for cell in cells if rules.cards[card_at(battle.map, cell)].type == "city"]
    return tuple(dict.fromkeys((*known, *cities, *cells)))[:count]


def described(rules: Rules, battle: Battle) -> Battle:
    """The battle with seats that it describes itself."""
    if battle.seat or battle.map_generator:
        return battle
    factions = [code for code, faction in rules.factions.items() if not faction.neutral]
    starts = battle.starts(battle.players.max) or first_cells(rules, battle, (), battle.players.max)
    mana = battle.muster.mana if battle.muster is not None else 0
    seats = tuple(SeatRow(faction, cell, mana=mana) for faction, cell in zip(factions, starts, strict=False))
    return replace(
        battle, seat=seats, starts_by_players=(), unused_start_becomes=None, players=Players(len(seats), len(seats))
    )


def freed(battle: Battle) -> Battle:
    """The battle for whoever sits down, with a muster."""
    if not battle.seat:
        return battle
    starts = tuple(seat.start for seat in battle.seat)
    return replace(
        battle,
        seat=(),
        turn_order="army_value",
        starts_by_players=(StartsRow(len(starts), starts),),
        muster=battle.muster or MusterRow(14, 2, 4),
    )


def _order(form: Form, battle: Battle) -> Iterator[Setting]:
    if not battle.seat:
        return
    names = {
        "army_value": Text("Según el valor de los ejércitos", "By the value of the armies"),
        "stated": Text("El que diga la batalla", "As the battle says"),
    }
    is_stated = battle.turn_order != "army_value"
    yield form.choice(
        "turn_order",
        Text("Orden de turno", "Turn order"),
        "stated" if is_stated else "army_value",
        names,
        lambda value: replace(
            battle, turn_order="army_value" if value == "army_value" else tuple(range(len(battle.seat)))
        ),
    )
    order = battle.turn_order if battle.turn_order != "army_value" else ()
    for place, number in enumerate(order):
        seats = {str(SEATS[n]): same(SEATS[n].upper()) for n in range(len(battle.seat))}
        label = said("Va en el puesto {n}", "Goes in place {n}", n=place + 1)
        yield form.choice(f"order_{place + 1}", label, SEATS[number], seats, _swapped(battle, order, place))


def _swapped(battle: Battle, order: tuple[int, ...], place: int) -> Put:
    """Whoever was in that place goes where the other was."""

    def put(letter: str) -> Battle:
        number = SEATS.index(Seat(letter))
        changed = [order[place] if other == number else other for other in order]
        changed[place] = number
        return replace(battle, turn_order=tuple(changed))

    return put


def _muster(form: Form, battle: Battle) -> Iterator[Setting]:
    muster = battle.muster
    yield form.switch(
        "muster",
        Text("Leva: cada cual compra su ejército", "Muster: everybody buys an army"),
        muster is not None,
        lambda value: replace(battle, muster=(muster or MusterRow(14, 2, 4)) if value else None),
    )
    if muster is None:
        return
    for field, label in (
        ("gold", Text("Oro de leva", "Muster gold")),
        ("mana", Text("Maná al empezar", "Mana to begin with")),
        ("leftover_gold_kept_max", Text("Oro sobrante que se guarda", "Gold left over that is kept")),
    ):
        if field == "mana" and battle.seat:
            continue  # every seat says its own
        put = _setter_of(battle, "muster", field)
        yield form.number(f"muster_{field}", label, getattr(muster, field), 0, MOST_NUMBER, put)


def _setter_of(battle: Battle, part: str, field: str) -> Put:
    return lambda value: replace(battle, **{part: replace(getattr(battle, part), **{field: value})})


# -- options


def _options(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    for option in manifest.options:
        if option.id not in battle.options and any(option.id == name for name in rules.options.scenario):
            continue  # of another scenario
        form = Form(None, said("Opciones: {group}", "Options: {group}", group=option.group))
        value = battle.options.get(option.id, option.default)
        put = _option_setter(battle, option.id, option.default)
        if isinstance(value, bool):
            yield form.switch(f"option_{option.id}", option.name, value, put)
        else:
            names = {str(choice): option.choice_names.get(str(choice), same(choice)) for choice in option.choices or ()}
            yield form.choice(f"option_{option.id}", option.name, str(value), names, put)


def _option_setter(battle: Battle, code: str, default: OptionValue) -> Put:
    def put(value: Any) -> Battle:  # a value of the option
        rest = {name: other for name, other in battle.options.items() if name != code}
        return replace(battle, options=rest if value == default else {**rest, code: value})

    return put
