"""What can be set of the single things of a battle that somebody makes: cards, seats, stacks, events, changes of rules, goals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.system import Manifest
from app.engine.types import SEATS, Seat, Text
from app.engine.words import same
from app.engine.workshop.forms import NONE, form_of, listed, say, with_row
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
from app.systems.open_wars.workshop.events import of_event
from app.systems.open_wars.workshop.fields import of_battle
from app.systems.open_wars.workshop.forms import Form, Put, Setting, cell_names, faction_names, form_names, unit_names
from app.systems.open_wars.workshop.goals import with_kind
from app.systems.open_wars.workshop.lines import of_modifier, of_sided

MOST_POINTS: Final = 20


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
    place = listed(thing, lists_of(battle))
    if place is not None:
        makers = {"event": partial(of_event, rules, manifest), "modifier": partial(of_modifier, rules)}
        return makers.get(place[0], partial(of_sided, rules))(battle, place[1])
    if is_on_map(battle, thing):
        return _card(rules, battle, thing)
    if battle.map_generator and _is_cell(thing):
        return iter(())  # of the random map that is drawn, and will be another
    raise InvalidInput.at("thing", "the id of a thing of the battle", thing)


def lists_of(battle: Battle) -> dict[str, tuple[Any, ...]]:  # rows of several types
    """The lists of a battle, by what their things are called."""
    return {"event": battle.event, "modifier": battle.modifier, "sided": battle.victory.sided}


def with_list(battle: Battle, kind: str, rows: tuple[Any, ...]) -> Battle:  # rows of that list
    """The battle with another list in place of one of these."""
    if kind == "sided":
        return replace(battle, victory=replace(battle.victory, sided=rows))
    changed: Battle = replace(battle, **{kind: rows})
    return changed


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
    return replace(battle, seat=with_row(battle.seat, index, seat))


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
    return {NONE: say(rules, "values", "no_card"), **{code: card.name for code, card in rules.cards.items()}}


def _card(rules: Rules, battle: Battle, cell: Cell) -> Iterator[Setting]:
    form: Form = form_of(rules, cell)
    code = card_at(battle.map, cell)
    yield form.choice(
        "card",
        card_names(rules),
        value=code or NONE,
        put=lambda value: with_card(battle, cell, "" if value == NONE else value),
    )
    if code:
        value = points_of(battle, cell)
        yield form.number("points", 0, MOST_POINTS, value=value, put=lambda n: with_points(battle, cell, n))


# ---------------------------------------------------------------------------------------------------------------- seats


def _starts(rules: Rules, battle: Battle, players: int) -> Iterator[Setting]:
    form: Form = form_of(rules, f"starts.{players}")
    cells = cell_names(rules, battle.map)
    for number, cell in enumerate(battle.starts(players)):
        label = say(rules, "fields", "start_of", s=SEATS[number].upper())
        put = _start_setter(battle, players, number)
        yield form.choice(f"start_{number + 1}", cells, label=label, value=cell, put=put)


def _start_setter(battle: Battle, players: int, number: int) -> Put:
    def put(cell: str) -> Battle:
        rows = (
            replace(row, starts=with_row(row.starts, number, cell)) if row.players == players else row
            for row in battle.starts_by_players
        )
        return replace(battle, starts_by_players=tuple(rows))

    return put


def _seat(rules: Rules, battle: Battle, index: int) -> Iterator[Setting]:
    seat, cells = battle.seat[index], cell_names(rules, battle.map)

    def put(changed: SeatRow) -> Battle:
        return with_seat(battle, index, changed)

    form = form_of(rules, SEATS[index], seat, put)
    sides = {NONE: say(rules, "values", "alone"), **{str(n): say(rules, "values", "side", n=n) for n in (1, 2, 3)}}
    sides |= {
        other.side: same(other.side) for other in battle.seat if other.side is not None and other.side not in sides
    }
    yield form.choice("faction", faction_names(rules))
    yield form.choice("start", cells)
    yield form.choice("side", sides, put=lambda side: _with_side(battle, index, side))
    yield form.number("gold", 0, MOST_NUMBER)
    yield form.number("mana", 0, MOST_NUMBER)
    yield form.switch("no_recruitment")
    yield from _approach(rules, form, seat, put, cells)


def _approach(rules: Rules, form: Form, seat: SeatRow, put: Put, cells: dict[str, Text]) -> Iterator[Setting]:
    goal = seat.must_approach
    first = 1 if goal is None else goal.from_turn

    def approach(cell: str) -> Battle:
        return put(replace(seat, must_approach=None if cell == NONE else ApproachRow(cell, first)))

    where = {NONE: say(rules, "values", "nowhere"), **cells}
    yield form.choice("approach", where, value=None if goal is None else goal.cell, put=approach)
    if goal is not None:
        form = form.of(goal, lambda changed: put(replace(seat, must_approach=changed)))
        yield form.number("approach_from", 1, LAST_TURN, at="from_turn")


def _with_side(battle: Battle, index: int, side: str) -> Battle:
    """The battle with a seat on a side; with any side named there are teams (OW-GEN-06)."""
    battle = with_seat(battle, index, replace(battle.seat[index], side=None if side == NONE else side))
    options = {code: value for code, value in battle.options.items() if code != "teams"}
    has_teams = any(seat.side is not None for seat in battle.seat)
    return replace(battle, options={**options, "teams": "fixed"} if has_teams else options)


# --------------------------------------------------------------------------------------------------------------- stacks


def _stack(rules: Rules, battle: Battle, ref: UnitRef) -> Iterator[Setting]:
    force, index = force_of(battle, ref), SEATS.index(ref.seat)
    if force is None:
        return

    def put(changed: ForceRow) -> Battle:
        return with_stack(battle, index, force, changed)

    form = form_of(rules, ref.id, force, put)
    yield form.number("count", 1, max(force.count, stack_limit(rules, rules.units[force.unit])))
    units = unit_names(rules, battle.seat[index].faction)
    yield form.choice("unit", units, put=lambda unit: put(replace(force, unit=unit, form=None)))
    lives = battle.two_lives
    if force.form is not None or (lives is not None and lives.unit == force.unit):
        yield form.choice("form", form_names(rules, lives))


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
