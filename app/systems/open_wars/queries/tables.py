"""The questions about tables, geometry and single values: units, cards, spells, the map, costs, stacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import msgspec

from app.engine.refusal import InvalidInput
from app.systems.open_wars.book import geometry
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Cell, Name
from app.systems.open_wars.book.tables import COMMON, CardType
from app.systems.open_wars.field import values
from app.systems.open_wars.field.map_maker import counts_of
from app.systems.open_wars.moves.paths import approach_refusal
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.inputs import Answer

Query = Callable[[Book, Any], Answer]


class _UnitTable(msgspec.Struct, frozen=True):
    faction: Name
    packs: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]


def _unit_table(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_UnitTable, given), ask.rules_of(book)
    if asked.faction not in rules.factions:
        raise InvalidInput.at("given.faction", "the code of a faction", asked.faction)
    known = book.option_rows["unit_packs"]["values"]
    for index, pack in enumerate(asked.packs):
        if pack not in known:
            raise InvalidInput.at(f"given.packs[{index}]", "the name of a pack", pack)
    units = {}
    for kind in rules.units.values():
        if kind.faction == asked.faction and kind.pack in asked.packs:
            p = kind.printed
            row = [kind.cost, p.initiative, kind.type, p.movement, p.attack, p.range, kind.unique, kind.hit_points]
            units[kind.code.partition(".")[2]] = row
    return {"units": units}


class _LocationTable(msgspec.Struct, frozen=True):
    type: CardType


def _location_table(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_LocationTable, given), ask.rules_of(book)
    cards = [card for card in rules.cards.values() if card.type == asked.type]
    return {"cards": {card.code: [card.entry_cost, card.gold, card.mana, card.special] for card in cards}}


class _SpellTable(msgspec.Struct, frozen=True):
    faction: Name


def _spell_table(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_SpellTable, given), ask.rules_of(book)
    if asked.faction != COMMON and asked.faction not in rules.factions:
        raise InvalidInput.at("given.faction", "the code of a faction, or common", asked.faction)
    spells = [spell for spell in rules.spells.values() if spell.faction == asked.faction]
    return {"spells": {spell.code: [spell.type, spell.mana, spell.reach, spell.duration] for spell in spells}}


class _StackRoom(msgspec.Struct, frozen=True):
    unit: Name
    present: ask.Tally
    add: ask.Some
    options: ask.Options = {}


def _stack_room(book: Book, given: Any) -> Answer:
    asked = ask.read(_StackRoom, given)
    rules = ask.rules_of(book, asked.options)
    kind = ask.unit_of(rules, asked.unit, "given.unit")
    present = ask.tally_of(rules, asked.present, "given.present")
    return ask.verdict(values.stack_refusal(rules, kind, present, asked.add))


class _EntryCost(msgspec.Struct, frozen=True):
    unit: Name
    card: Name
    options: ask.Options = {}


def _entry_cost(book: Book, given: Any) -> Answer:
    asked = ask.read(_EntryCost, given)
    rules = ask.rules_of(book, asked.options)
    kind = ask.unit_of(rules, asked.unit, "given.unit")
    return {"cost": values.entry_cost(rules, kind, ask.card_of(rules, asked.card, "given.card"))}


class _Enterable(msgspec.Struct, frozen=True):
    unit: Name
    from_card: Name
    to_card: Name
    options: ask.Options = {}


def _enterable(book: Book, given: Any) -> Answer:
    asked = ask.read(_Enterable, given)
    rules = ask.rules_of(book, asked.options)
    kind = ask.unit_of(rules, asked.unit, "given.unit")
    origin = ask.card_of(rules, asked.from_card, "given.from_card")
    goal = ask.card_of(rules, asked.to_card, "given.to_card")
    return ask.verdict(values.entry_refusal(rules, kind, origin, goal))


class _At(msgspec.Struct, frozen=True):
    map: ask.MapRows
    at: Cell


def _neighbours(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_At, given), ask.rules_of(book)
    rows = ask.rows_of(rules, asked.map)
    cell = ask.cell_of(rows, asked.at, "given.at")
    return {"cells": sorted(geometry.neighbours(rows, cell))}


def _is_port(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_At, given), ask.rules_of(book)
    rows = ask.rows_of(rules, asked.map)
    return {"port": values.is_port(rules, rows, ask.cell_of(rows, asked.at, "given.at"))}


class _InRange(msgspec.Struct, frozen=True, rename={"start": "from"}):
    map: ask.MapRows
    start: Cell
    to: Cell
    range: ask.Many
    options: ask.Options = {}


def _in_range(book: Book, given: Any) -> Answer:
    asked = ask.read(_InRange, given)
    rules = ask.rules_of(book, asked.options)
    rows = ask.rows_of(rules, asked.map)
    start, end = ask.cell_of(rows, asked.start, "given.from"), ask.cell_of(rows, asked.to, "given.to")
    return {"in_range": geometry.in_range(rows, start, end, asked.range, rules.options.range_geometry)}


class _StepDistance(msgspec.Struct, frozen=True, rename={"start": "from"}):
    map: ask.MapRows
    start: Cell
    to: Cell


def _step_distance(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_StepDistance, given), ask.rules_of(book)
    rows = ask.rows_of(rules, asked.map)
    start, end = ask.cell_of(rows, asked.start, "given.from"), ask.cell_of(rows, asked.to, "given.to")
    return {"steps": geometry.step_distance(rows, start, end)}


class _Approach(msgspec.Struct, frozen=True, rename={"start": "from"}):
    map: ask.MapRows
    start: Cell
    to: Cell
    goal: Cell


def _approach(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_Approach, given), ask.rules_of(book)
    rows = ask.rows_of(rules, asked.map)
    start, end, goal = (
        ask.cell_of(rows, cell, f"given.{name}")
        for cell, name in ((asked.start, "from"), (asked.to, "to"), (asked.goal, "goal"))
    )
    return ask.verdict(approach_refusal(ask.field_of(rules, rows, ask.Pieces()), start, end, goal))


class _EffectiveValues(msgspec.Struct, frozen=True):
    unit: Name
    card: Name | None = None
    effects: ask.Changes = ()
    wounded: bool = False


def _effective_values(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_EffectiveValues, given), ask.rules_of(book)
    kind = ask.unit_of(rules, asked.unit, "given.unit")
    if asked.wounded and kind.wounded is None:
        raise InvalidInput.at("given.wounded", "false: the unit has one side", True)
    card = ask.card_of(rules, asked.card, "given.card") if asked.card is not None else None
    changes = [(change.stat, change.value) for change in asked.effects]
    printed = values.printed_values(kind, wounded=asked.wounded)
    found: Answer = msgspec.to_builtins(values.effective_values(kind, printed, card, changes))
    return found


class _MovementAtStart(msgspec.Struct, frozen=True):
    unit: Name
    card: Name


def _movement_at_start(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_MovementAtStart, given), ask.rules_of(book)
    kind = ask.unit_of(rules, asked.unit, "given.unit")
    card = ask.card_of(rules, asked.card, "given.card")
    bonus = values.start_bonus(card, kind)
    return {"movement": values.effective_values(kind, kind.printed, card, [("movement", bonus)]).movement}


class _SpellCost(msgspec.Struct, frozen=True):
    spell: Name
    card: Name
    free: bool = False


def _spell_cost(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_SpellCost, given), ask.rules_of(book)
    spell = rules.spells.get(asked.spell)
    if spell is None:
        raise InvalidInput.at("given.spell", "the code of a spell", asked.spell)
    return {"cost": values.spell_cost(spell, ask.card_of(rules, asked.card, "given.card"), free=asked.free)}


class _RandomMapCounts(msgspec.Struct, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=7)]


def _random_map_counts(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_RandomMapCounts, given), ask.rules_of(book)
    if asked.players not in rules.generator.sizes:
        raise InvalidInput.at("given.players", "a number of players with a random map", asked.players)
    found: Answer = msgspec.to_builtins(counts_of(rules, asked.players))
    return found


TABLE_QUERIES: Final[Mapping[str, Query]] = {
    "unit_table": _unit_table,
    "location_table": _location_table,
    "spell_table": _spell_table,
    "stack_room": _stack_room,
    "entry_cost": _entry_cost,
    "enterable": _enterable,
    "neighbours": _neighbours,
    "is_port": _is_port,
    "in_range": _in_range,
    "step_distance": _step_distance,
    "approach": _approach,
    "effective_values": _effective_values,
    "movement_at_start": _movement_at_start,
    "spell_cost": _spell_cost,
    "random_map_counts": _random_map_counts,
}
