"""Edits of a battle that somebody makes: putting down, moving, taking away. Values are set as ``things.py`` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from app.engine.naming import renamed
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS, Seat
from app.engine.workshop.forms import listed, without_row
from app.engine.workshop.workshop import Add, Change, Move, Place, Remove
from app.systems.open_wars.book.geometry import card_at, cells_of
from app.systems.open_wars.book.kinds import Cell, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import (
    MOST_IN_STACK,
    MOST_LISTED,
    Battle,
    BonusRow,
    CellOrNone,
    ForceRow,
    FormRow,
    Players,
    ReplaceRow,
    SeatRow,
    SidedRow,
    SpawnRow,
    StartsRow,
    TwoLivesRow,
    Where,
    by_die,
    cells_by_die,
)
from app.systems.open_wars.workshop.fields import described, first_cells, seated
from app.systems.open_wars.workshop.goals import with_kind
from app.systems.open_wars.workshop.things import (
    force_of,
    is_on_map,
    lists_of,
    points_of,
    with_card,
    with_list,
    with_points,
    with_seat,
    with_stack,
)

Made = tuple[Battle, str | None]
"""A battle after an edit, and the thing that the edit was about."""

MOST_POINTS: Final = 20


# ------------------------------------------------------------------------------------------------------------ putting down


def place(rules: Rules, battle: Battle, edit: Place) -> Made:
    """Puts a card, a start, points or tokens on a cell."""
    cell = cell_of(battle, edit)
    kind, _, what = edit.tool.partition(".")
    if kind == "card" and what in rules.cards:
        return with_card(battle, cell, what), cell
    if edit.tool == "hole":
        return without_card(battle, cell), None
    if edit.tool == "points":
        return with_points(battle, cell, min(MOST_POINTS, points_of(battle, cell) + 1)), cell
    if kind == "start" and what in SEATS[: battle.players.max]:
        return _start(battle, SEATS.index(Seat(what)), cell)
    seat, _, unit = what.partition(".")
    if kind == "force" and seat in SEATS[: len(battle.seat)] and unit in rules.units:
        return _force(battle, SEATS.index(Seat(seat)), unit, cell)
    raise InvalidInput.at("edit.tool", "a tool of this battle", edit.tool)


def cell_of(battle: Battle, edit: Place) -> Cell:
    """The cell that a thing is put into; raises ``InvalidInput`` for one that is not on the map."""
    cell = edit.cell or ""
    if not is_on_map(battle, cell):
        raise InvalidInput.at("edit.cell", "a cell of the map", edit.cell)
    return cell


def with_card_or_hole(battle: Battle, cell: Cell, code: str) -> Battle:
    """The battle with another card on a cell, or a hole (``""``), on which nothing can lie."""
    return with_card(battle, cell, code) if code else without_card(battle, cell)


def without_card(battle: Battle, cell: Cell) -> Battle:
    """The battle without a card, and without what lies on it."""
    battle = with_card(with_points(battle, cell, 0) if points_of(battle, cell) else battle, cell, "")
    seats = tuple(replace(seat, forces=tuple(f for f in seat.forces if f.at != cell)) for seat in battle.seat)
    return replace(battle, seat=seats)


def _start(battle: Battle, number: int, cell: Cell) -> Made:
    """A seat starts there; with free seats whatever their number. Who started there starts where this one did."""
    if battle.seat:
        old = battle.seat[number].start
        seats = tuple(replace(seat, start=old) if seat.start == cell else seat for seat in battle.seat)
        return with_seat(replace(battle, seat=seats), number, replace(seats[number], start=cell)), SEATS[number]
    rows = tuple(
        row if number >= len(row.starts) else StartsRow(row.players, _with_start(row.starts, number, cell))
        for row in battle.starts_by_players
    )
    return replace(battle, starts_by_players=rows), f"starts.{max(battle.players.max, number + 1)}"


def _with_start(starts: tuple[Cell, ...], number: int, cell: Cell) -> tuple[Cell, ...]:
    changed = [starts[number] if other == cell else other for other in starts]
    changed[number] = cell
    return tuple(changed)


def _force(battle: Battle, index: int, unit: str, cell: Cell) -> Made:
    ref = UnitRef(cell, SEATS[index], unit)
    old = force_of(battle, ref)
    if not card_at(battle.map, cell):
        raise InvalidInput.at("edit.cell", "a cell with a card", cell)
    new = ForceRow(unit, 1, cell) if old is None else replace(old, count=min(MOST_IN_STACK, old.count + 1))
    return with_stack(battle, index, old, new), ref.id


def add(rules: Rules, battle: Battle, edit: Add) -> Made:
    """Puts a seat, an event, a change of the rules or a goal on its list."""
    cell = next(iter(cells_of(battle.map)), "A1")
    factions = [code for code, faction in rules.factions.items() if not faction.neutral]
    owner = battle.seat[0].faction if battle.seat else factions[0]
    unit = next(kind.code for kind in rules.units.values() if kind.faction == owner)
    lists = {"spawn": battle.event, "two_lives": battle.event, "sided": battle.victory.sided, "seat": ()}
    if len(lists.get(edit.tool, battle.modifier)) >= MOST_LISTED:
        raise InvalidInput.at("edit.tool", f"a list of up to {MOST_LISTED}", edit.tool)
    match edit.tool:
        case "seats" if not battle.seat and not battle.map_generator:
            return described(rules, battle), SEATS[0]
        case "seat":
            return _another_seat(rules, battle, factions)
        case "spawn":
            event: SpawnRow | TwoLivesRow = SpawnRow("2", 0, cell, (ForceRow(unit, 1),))
        case "two_lives":
            kind = rules.units[unit].printed
            form = FormRow(kind.initiative, kind.movement, kind.attack, kind.range, 1)
            event = TwoLivesRow(0, unit, {"first": form, "second": form}, 5, cell)
        case "replace_card_feature":
            changed = replace(battle, modifier=(*battle.modifier, ReplaceRow(cell, ())))
            return changed, f"modifier.{len(battle.modifier)}"
        case "attack_bonus_if_outnumbering":
            changed = replace(battle, modifier=(*battle.modifier, BonusRow(owner, 1)))
            return changed, f"modifier.{len(battle.modifier)}"
        case "sided":
            lines = (*battle.victory.sided, SidedRow(owner, "always", str(battle.turn_limit)))
            victory = replace(with_kind(battle.victory, "sided"), sided=lines)
            return replace(battle, victory=victory), f"sided.{len(lines) - 1}"
        case _:
            raise InvalidInput.at("edit.tool", "a tool of this battle", edit.tool)
    return replace(battle, event=(*battle.event, event)), f"event.{len(battle.event)}"


def _another_seat(rules: Rules, battle: Battle, factions: list[str]) -> Made:
    if not battle.seat:
        most = min(len(SEATS), battle.players.max + 1)
        return seated(rules, battle, battle.players.min, most), None
    number = len(battle.seat)
    if number >= len(SEATS):
        raise InvalidInput.at("edit.tool", f"up to {len(SEATS)} seats", "seat")
    taken = [seat.faction for seat in battle.seat]
    faction = next(code for code in factions if code not in taken or len(taken) >= len(factions))
    starts = first_cells(rules, battle, battle.starts(number), number + 1)
    start = starts[number] if number < len(starts) else battle.seat[0].start
    seats = (*battle.seat, SeatRow(faction, start))
    order = battle.turn_order if battle.turn_order == "army_value" else (*battle.turn_order, number)
    return replace(battle, seat=seats, turn_order=order, players=Players(len(seats), len(seats))), SEATS[number]


# ----------------------------------------------------------------------------------------------------------------- moving


def move(battle: Battle, edit: Move) -> Made:
    """Moves a stack to another card; a card changes places with another, with everything that lies on them or names them."""
    ref, goal = UnitRef.of(edit.id), edit.cell or ""
    if not is_on_map(battle, goal):
        raise InvalidInput.at("edit.cell", "a cell of the map", edit.cell)
    force = force_of(battle, ref) if ref is not None else None
    if ref is not None and force is not None:
        if not card_at(battle.map, goal):
            raise InvalidInput.at("edit.cell", "a cell with a card", goal)
        moved = (
            battle if goal == ref.cell else with_stack(battle, SEATS.index(ref.seat), force, replace(force, at=goal))
        )
        return moved, replace(ref, cell=goal).id
    if not is_on_map(battle, edit.id):
        raise InvalidInput.at("edit.id", "a card or a stack of the battle", edit.id)
    return with_names(_swapped(battle, edit.id, goal), {edit.id: goal, goal: edit.id}), goal


def _swapped(battle: Battle, one: Cell, other: Cell) -> Battle:
    first, second = card_at(battle.map, one), card_at(battle.map, other)
    return with_card(with_card(battle, one, second), other, first)


def with_names(battle: Battle, names: Mapping[Cell, Cell]) -> Battle:
    """The battle with other names for some cells, wherever they are named."""

    def to(cell: Cell) -> Cell:
        return names.get(cell, cell)

    def where(told: str) -> str:
        faces = cells_by_die(told) if told.startswith("die:") else {}
        return by_die({face: to(cell) for face, cell in faces.items()}) if faces else to(told)

    return renamed(battle, {Cell: to, CellOrNone: to, Where: where})


# ------------------------------------------------------------------------------------------------------------ taking away


def remove(battle: Battle, edit: Remove) -> Battle:
    """Takes a thing away."""
    ref = UnitRef.of(edit.id)
    force = force_of(battle, ref) if ref is not None else None
    if ref is not None and force is not None:
        return with_stack(battle, SEATS.index(ref.seat), force, None)
    place = listed(edit.id, lists_of(battle))
    if place is not None:
        kind, index = place
        return with_list(battle, kind, without_row(lists_of(battle)[kind], index))
    if edit.id in SEATS[: len(battle.seat)] and len(battle.seat) > 1:
        return _without_seat(battle, SEATS.index(Seat(edit.id)))
    if is_on_map(battle, edit.id) and card_at(battle.map, edit.id):
        return without_card(battle, edit.id)
    raise InvalidInput.at("edit.id", "a thing of the battle that can be taken away", edit.id)


def _without_seat(battle: Battle, number: int) -> Battle:
    """The battle without a seat and its events; those behind it move up."""
    events = [event for event in battle.event if event.seat != number]
    for index, event in enumerate(events):
        if event.seat > number:
            events[index] = replace(event, seat=event.seat - 1)
    order = battle.turn_order
    if order != "army_value":
        order = tuple(other - (other > number) for other in order if other != number)
    seats = battle.seat[:number] + battle.seat[number + 1 :]
    return replace(battle, seat=seats, event=tuple(events), turn_order=order, players=Players(len(seats), len(seats)))


# ---------------------------------------------------------------------------------------------------------------- naming


def renamed_thing(before: Battle, after: Battle, edit: Change) -> Made:
    """The battle after a value was set, and what the thing is called now: a stack by its unit, a goal by its place."""
    if edit.id is None:
        return after, None
    ref = UnitRef.of(edit.id)
    if edit.field == "unit" and ref is not None and force_of(before, ref) is not None:
        return after, UnitRef(ref.cell, ref.seat, str(edit.value)).id
    if edit.field == "place" and edit.id.startswith("sided."):
        return after, f"sided.{int(edit.value) - 1}"
    return after, edit.id
