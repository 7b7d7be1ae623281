"""What can be set of the single things of a battle that somebody makes: cards, seats, stacks, events, changes of rules, goals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.system import Manifest
from app.engine.types import SEATS, Seat, Text
from app.systems.open_wars.book.geometry import Cell, card_at, place_of
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.values import stack_limit
from app.systems.open_wars.opening.battle import (
    LAST_TURN,
    MOST_IN_STACK,
    MOST_NUMBER,
    ApproachRow,
    Battle,
    ForceRow,
    PointRow,
    SeatRow,
)
from app.systems.open_wars.words.screen_words import said, same
from app.systems.open_wars.workshop.events import of_event
from app.systems.open_wars.workshop.fields import of_battle
from app.systems.open_wars.workshop.forms import NONE, Form, Put, Setting, cell_names, form_names, unit_names
from app.systems.open_wars.workshop.goals import with_kind
from app.systems.open_wars.workshop.lines import of_modifier, of_sided

MOST_POINTS: Final = 20
HOLE: Final = Text("Sin carta", "No card")


def settings_of(rules: Rules, manifest: Manifest, battle: Battle, thing: str | None) -> Iterator[Setting]:
    """What can be set of a thing, or of the battle itself (``None``). Raises ``InvalidInput`` for a thing that is not there."""
    if thing is None:
        return of_battle(rules, manifest, battle)
    kind, _, number = thing.partition(".")
    ref = UnitRef.of(thing)
    if kind in SEATS and not number and SEATS.index(Seat(kind)) < len(battle.seat):
        return _seat(rules, battle, SEATS.index(Seat(kind)))
    if ref is not None and force_of(battle, ref) is not None:
        return _stack(rules, battle, ref)
    if kind == "starts" and any(str(row.players) == number for row in battle.starts_by_players):
        return _starts(rules, battle, int(number))
    if kind == "event" and _is_index(number, battle.event):
        return of_event(rules, manifest, battle, int(number))
    if kind == "modifier" and _is_index(number, battle.modifier):
        return of_modifier(rules, battle, int(number))
    if kind == "sided" and _is_index(number, battle.victory.sided):
        return of_sided(rules, battle, int(number))
    if is_on_map(battle, thing):
        return _card(rules, battle, thing)
    if battle.map_generator and _is_cell(thing):
        return iter(())  # of the random map that is drawn, and will be another
    raise InvalidInput.at("thing", "the id of a thing of the battle", thing)


def _is_index(number: str, rows: tuple[Any, ...]) -> bool:  # of any rows
    return number.isascii() and number.isdigit() and str(int(number)) == number and int(number) < len(rows)


def _is_cell(name: str) -> bool:
    try:
        place_of(name)
    except ValueError:
        return False
    return True


def is_on_map(battle: Battle, cell: str) -> bool:
    """Whether a cell lies on the map, with or without a card."""
    if not _is_cell(cell):
        return False
    column, row = place_of(cell)
    return row < len(battle.map) and column < battle.columns


def force_of(battle: Battle, ref: UnitRef) -> ForceRow | None:
    """The stack of a seat on a cell, ``None`` if there is none."""
    index = SEATS.index(ref.seat) if ref.seat in SEATS else len(SEATS)
    if index >= len(battle.seat):
        return None
    return next((f for f in battle.seat[index].forces if f.at == ref.cell and f.unit == ref.unit), None)


def with_seat(battle: Battle, index: int, seat: SeatRow) -> Battle:
    """The battle with another seat in that place."""
    seats = tuple(seat if number == index else other for number, other in enumerate(battle.seat))
    return replace(battle, seat=seats)


# ---------------------------------------------------------------------------------------------------------------- cards


def with_card(battle: Battle, cell: Cell, code: str) -> Battle:
    """The battle with another card on a cell, or a hole (``""``)."""
    column, row = place_of(cell)
    rows = [list(codes) for codes in battle.map]
    rows[row][column] = code
    return replace(battle, map=tuple(tuple(codes) for codes in rows))


def with_points(battle: Battle, cell: Cell, points: int) -> Battle:
    """The battle with a cell that gives so many points (OW-VIC-04); the first one makes points a way to win."""
    if points == 0 and battle.victory.control_points is None:
        return battle
    victory = with_kind(battle.victory, "control_points")
    goals = victory.control_points
    if goals is None:
        return battle
    if any(row.at == cell for row in goals.cells):
        cells = tuple(
            PointRow(cell, points) if row.at == cell else row for row in goals.cells if row.at != cell or points
        )
    else:
        cells = (*goals.cells, PointRow(cell, points)) if points else goals.cells
    return replace(battle, victory=replace(victory, control_points=replace(goals, cells=cells)))


def points_of(battle: Battle, cell: Cell) -> int:
    """The points that a cell gives."""
    goals = battle.victory.control_points
    return next((row.points for row in goals.cells if row.at == cell), 0) if goals is not None else 0


def card_names(rules: Rules) -> dict[str, Text]:
    """Every card by its code, and the hole."""
    return {NONE: HOLE, **{code: card.name for code, card in rules.cards.items()}}


def _card(rules: Rules, battle: Battle, cell: Cell) -> Iterator[Setting]:
    form, code = Form(cell), card_at(battle.map, cell)
    yield form.choice(
        "card",
        Text("Carta", "Card"),
        code or NONE,
        card_names(rules),
        lambda value: with_card(battle, cell, "" if value == NONE else value),
    )
    if code:
        label = Text("Puntos de control que da", "Control points it gives")
        value = points_of(battle, cell)
        yield form.number("points", label, value, 0, MOST_POINTS, lambda points: with_points(battle, cell, points))


# ---------------------------------------------------------------------------------------------------------------- seats


def _starts(rules: Rules, battle: Battle, players: int) -> Iterator[Setting]:
    form, names = Form(f"starts.{players}"), cell_names(rules, battle.map)
    for number, cell in enumerate(battle.starts(players)):
        label = said("Sale de (asiento {s})", "Starts on (seat {s})", s=SEATS[number].upper())
        yield form.choice(f"start_{number + 1}", label, cell, names, _start_setter(battle, players, number))


def _start_setter(battle: Battle, players: int, number: int) -> Put:
    def put(cell: str) -> Battle:
        return replace(
            battle,
            starts_by_players=tuple(
                replace(row, starts=tuple(cell if n == number else other for n, other in enumerate(row.starts)))
                if row.players == players
                else row
                for row in battle.starts_by_players
            ),
        )

    return put


def _seat(rules: Rules, battle: Battle, index: int) -> Iterator[Setting]:
    form, seat, cells = Form(SEATS[index]), battle.seat[index], cell_names(rules, battle.map)

    def setter(field: str) -> Put:
        return lambda value: with_seat(battle, index, replace(seat, **{field: value}))

    factions = {code: faction.name for code, faction in rules.factions.items() if not faction.neutral}
    sides = {NONE: Text("Por su cuenta", "Alone"), **{str(n): said("Bando {n}", "Side {n}", n=n) for n in (1, 2, 3)}}
    sides |= {
        other.side: same(other.side) for other in battle.seat if other.side is not None and other.side not in sides
    }
    yield form.choice("faction", Text("Facción", "Faction"), seat.faction, factions, setter("faction"))
    yield form.choice("start", Text("Casilla de salida", "Start cell"), seat.start, cells, setter("start"))
    yield form.choice(
        "side", Text("Bando", "Side"), seat.side or NONE, sides, lambda side: _with_side(battle, index, side)
    )
    yield form.number("gold", Text("Oro al empezar", "Gold to begin with"), seat.gold, 0, MOST_NUMBER, setter("gold"))
    yield form.number("mana", Text("Maná al empezar", "Mana to begin with"), seat.mana, 0, MOST_NUMBER, setter("mana"))
    yield form.switch(
        "no_recruitment", Text("No recluta", "Does not recruit"), seat.no_recruitment, setter("no_recruitment")
    )
    goal = seat.must_approach
    yield form.choice(
        "approach",
        Text("Sus fichas deben acercarse a", "Its tokens must approach"),
        goal.cell if goal is not None else NONE,
        {NONE: Text("ningún sitio", "nowhere"), **cells},
        lambda cell: with_seat(
            battle,
            index,
            replace(seat, must_approach=None if cell == NONE else ApproachRow(cell, goal.from_turn if goal else 1)),
        ),
    )
    if goal is not None:
        yield form.number(
            "approach_from",
            Text("Desde el turno", "From turn"),
            goal.from_turn,
            1,
            LAST_TURN,
            lambda turn: with_seat(battle, index, replace(seat, must_approach=ApproachRow(goal.cell, turn))),
        )


def _with_side(battle: Battle, index: int, side: str) -> Battle:
    """The battle with a seat on a side; with any side named there are teams (OW-GEN-06)."""
    battle = with_seat(battle, index, replace(battle.seat[index], side=None if side == NONE else side))
    options = {code: value for code, value in battle.options.items() if code != "teams"}
    has_teams = any(seat.side is not None for seat in battle.seat)
    return replace(battle, options={**options, "teams": "fixed"} if has_teams else options)


# --------------------------------------------------------------------------------------------------------------- stacks


def _stack(rules: Rules, battle: Battle, ref: UnitRef) -> Iterator[Setting]:
    form, force, index = Form(ref.id), force_of(battle, ref), SEATS.index(ref.seat)
    if force is None:
        return

    def put(**values: Any) -> Battle:  # of the types of a force
        return with_stack(battle, index, force, replace(force, **values))

    most = max(force.count, stack_limit(rules, rules.units[force.unit]))
    yield form.number("count", Text("Fichas", "Tokens"), force.count, 1, most, lambda count: put(count=count))
    names = unit_names(rules, battle.seat[index].faction)
    yield form.choice("unit", Text("Unidad", "Unit"), force.unit, names, lambda unit: put(unit=unit, form=None))
    lives = battle.two_lives
    if force.form is not None or (lives is not None and lives.unit == force.unit):
        yield form.choice(
            "form",
            Text("Forma", "Form"),
            force.form or NONE,
            form_names(lives),
            lambda name: put(form=None if name == NONE else name),
        )


def with_stack(battle: Battle, index: int, old: ForceRow | None, new: ForceRow | None) -> Battle:
    """The battle with a stack of a seat in place of another; what comes to lie with its like joins it."""
    seat = battle.seat[index]
    listed = [new if force is old else force for force in seat.forces] + ([new] if old is None else [])
    joined: dict[tuple[str, str], ForceRow] = {}
    for force in listed:
        if force is not None:
            known = joined.get((force.at, force.unit))
            count = force.count if known is None else min(MOST_IN_STACK, known.count + force.count)
            joined[force.at, force.unit] = replace(known or force, count=count)
    return with_seat(battle, index, replace(seat, forces=tuple(joined.values())))
