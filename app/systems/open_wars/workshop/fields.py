"""What can be set of a battle as a whole: its names, its map, who plays it, its options; how it is won is in ``goals.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.system import Manifest
from app.engine.types import SEATS, Seat
from app.engine.words import same
from app.engine.workshop.forms import NONE, called, chosen, form_of, names, say
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
from app.systems.open_wars.workshop.forms import Form, Put, Setting
from app.systems.open_wars.workshop.goals import of_victory

GROUND: Final = "plains"
"""What new cells of a map are."""


def of_battle(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    """Its names, its map, who plays it, how it ends, its options."""
    yield from called(_form(rules, battle, "battle"), battle, say(rules, "start", "name"), 600)
    yield from _map(_form(rules, battle, "map"), rules, battle)
    yield from _players(_form(rules, battle, "players"), rules, battle)
    yield from of_victory(rules, battle)
    yield from _options(rules, manifest, battle)


def _form(rules: Rules, battle: Battle, group: str) -> Form:
    return form_of(rules, None, battle, lambda made: made, group)


# -- the map


def _map(form: Form, rules: Rules, battle: Battle) -> Iterator[Setting]:
    yield form.switch("map_generator", put=lambda value: _as_random(battle) if value else _as_laid(rules, battle))
    if battle.map_generator:
        return
    columns, rows = battle.columns, len(battle.map)
    most_rows = max(rows, min(MOST_ROWS, MOST_CELLS // max(1, columns)))
    most_columns = max(columns, min(MOST_COLUMNS, MOST_CELLS // max(1, rows)))
    yield form.number("columns", 1, most_columns, value=columns, put=lambda n: sized(battle, n, max(1, rows)))
    yield form.number("rows", 1, most_rows, value=rows, put=lambda n: sized(battle, max(1, columns), n))
    if not battle.seat:
        cities = {code: card.name for code, card in rules.cards.items() if not card.special}
        yield form.choice("unused_start_becomes", {NONE: say(rules, "values", "stays"), **cities})


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
    if battle.seat or not battle.map_generator:
        yield form.choice(
            "seating",
            names(rules, "seating"),
            value="fixed" if battle.seat else "free",
            put=lambda value: described(rules, battle) if value == "fixed" else freed(battle),
        )
    if not battle.seat:
        least, most = battle.players.min, battle.players.max
        yield form.number("players_min", 2, most, value=least, put=lambda n: seated(rules, battle, n, most))
        yield form.number("players_max", least, len(SEATS), value=most, put=lambda n: seated(rules, battle, least, n))
    yield from _order(form, rules, battle)
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


def _order(form: Form, rules: Rules, battle: Battle) -> Iterator[Setting]:
    if not battle.seat:
        return
    order = battle.turn_order if battle.turn_order != "army_value" else ()
    stated = tuple(range(len(battle.seat)))
    yield form.choice(
        "turn_order",
        names(rules, "orders"),
        value="army_value" if battle.turn_order == "army_value" else "stated",
        put=lambda value: replace(battle, turn_order=value if value == "army_value" else stated),
    )
    for place, number in enumerate(order):
        seats = {str(SEATS[n]): same(SEATS[n].upper()) for n in range(len(battle.seat))}
        label = say(rules, "fields", "order", n=place + 1)
        put = _swapped(battle, order, place)
        yield form.choice(f"order_{place + 1}", seats, label=label, value=SEATS[number], put=put)


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
        value=muster is not None,
        put=lambda value: replace(battle, muster=(muster or MusterRow(14, 2, 4)) if value else None),
    )
    if muster is not None:
        form = form.of(muster, lambda changed: replace(battle, muster=changed))
        for field in ("gold", "leftover_gold_kept_max") if battle.seat else ("gold", "mana", "leftover_gold_kept_max"):
            yield form.number(f"muster_{field}", 0, MOST_NUMBER, at=field)  # mana: where no seat says its own


# -- options


def _options(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    """Those of other scenarios only where the battle has them."""
    own = (each for each in manifest.options if each.id in battle.options or each.id not in rules.options.scenario)
    yield from chosen(battle, own, lambda group: say(rules, "groups", "options", group=group))
