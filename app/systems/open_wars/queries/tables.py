"""The questions about tables, geometry and single values: units, cards, spells, the map, costs, stacks."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from app.engine.asking import Answer
from app.engine.refusal import InvalidInput
from app.systems.open_wars.book import geometry
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Cell, Name
from app.systems.open_wars.book.tables import COMMON, CardType, Rules
from app.systems.open_wars.field import values
from app.systems.open_wars.field.map_maker import counts_of
from app.systems.open_wars.moves.paths import approach_refusal
from app.systems.open_wars.queries import inputs as ask

TABLES: Final = ask.questions()


@TABLES.question
def _unit_table(
    book: Book, *, faction: Name, packs: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]
) -> Answer:
    rules = book.rules()
    if faction not in rules.factions:
        raise InvalidInput.at("given.faction", "the code of a faction", faction)
    known = book.option_rows["unit_packs"]["values"]
    for index, pack in enumerate(packs):
        if pack not in known:
            raise InvalidInput.at(f"given.packs[{index}]", "the name of a pack", pack)
    units = {}
    for kind in rules.units.values():
        if kind.faction == faction and kind.pack in packs:
            p = kind.printed
            row = [kind.cost, p.initiative, kind.type, p.movement, p.attack, p.range, kind.unique, kind.hit_points]
            units[kind.code.partition(".")[2]] = row
    return {"units": units}


@TABLES.question
def _location_table(rules: Rules, *, type: CardType) -> Answer:
    cards = [card for card in rules.cards.values() if card.type == type]
    return {"cards": {card.code: [card.entry_cost, card.gold, card.mana, card.special] for card in cards}}


@TABLES.question
def _spell_table(rules: Rules, *, faction: Name) -> Answer:
    if faction != COMMON and faction not in rules.factions:
        raise InvalidInput.at("given.faction", "the code of a faction, or common", faction)
    spells = [spell for spell in rules.spells.values() if spell.faction == faction]
    return {"spells": {spell.code: [spell.type, spell.mana, spell.reach, spell.duration] for spell in spells}}


@TABLES.of_options
def _stack_room(rules: Rules, *, unit: ask.Unit, present: ask.Counted, add: ask.Some) -> Answer:
    return ask.verdict(values.stack_refusal(rules, unit, present, add))


@TABLES.of_options
def _entry_cost(rules: Rules, *, unit: ask.Unit, card: ask.Place) -> Answer:
    return {"cost": values.entry_cost(rules, unit, card)}


@TABLES.of_options
def _enterable(rules: Rules, *, unit: ask.Unit, from_card: ask.Place, to_card: ask.Place) -> Answer:
    return ask.verdict(values.entry_refusal(rules, unit, from_card, to_card))


@TABLES.question
def _neighbours(rules: Rules, *, map: ask.Rows, at: Cell) -> Answer:
    return {"cells": sorted(geometry.neighbours(map, ask.cell_of(map, at, "given.at")))}


@TABLES.question
def _is_port(rules: Rules, *, map: ask.Rows, at: Cell) -> Answer:
    return {"port": values.is_port(rules, map, ask.cell_of(map, at, "given.at"))}


@TABLES.of_options
def _in_range(rules: Rules, *, map: ask.Rows, from_: Cell, to: Cell, range: ask.Many) -> Answer:
    start, end = ask.cell_of(map, from_, "given.from"), ask.cell_of(map, to, "given.to")
    return {"in_range": geometry.in_range(map, start, end, range, rules.options.range_geometry)}


@TABLES.question
def _step_distance(rules: Rules, *, map: ask.Rows, from_: Cell, to: Cell) -> Answer:
    start, end = ask.cell_of(map, from_, "given.from"), ask.cell_of(map, to, "given.to")
    return {"steps": geometry.step_distance(map, start, end)}


@TABLES.question
def _approach(rules: Rules, *, map: ask.Rows, from_: Cell, to: Cell, goal: Cell) -> Answer:
    named = (("from", from_), ("to", to), ("goal", goal))
    start, end, aim = (ask.cell_of(map, cell, f"given.{name}") for name, cell in named)
    return ask.verdict(approach_refusal(ask.field_of(rules, map, ask.Pieces()), start, end, aim))


@TABLES.question
def _effective_values(
    rules: Rules, *, unit: ask.Unit, card: ask.Place | None = None, effects: ask.Changes = (), wounded: bool = False
) -> Answer:
    if wounded and unit.wounded is None:
        raise InvalidInput.at("given.wounded", "false: the unit has one side", True)
    changes = [(change.stat, change.value) for change in effects]
    printed = values.printed_values(unit, wounded=wounded)
    found: Answer = msgspec.to_builtins(values.effective_values(unit, printed, card, changes))
    return found


@TABLES.question
def _movement_at_start(rules: Rules, *, unit: ask.Unit, card: ask.Place) -> Answer:
    bonus = values.start_bonus(card, unit)
    return {"movement": values.effective_values(unit, unit.printed, card, [("movement", bonus)]).movement}


@TABLES.question
def _spell_cost(rules: Rules, *, spell: ask.Spelled, card: ask.Place, free: bool = False) -> Answer:
    return {"cost": values.spell_cost(spell, card, free=free)}


@TABLES.question
def _random_map_counts(rules: Rules, *, players: Annotated[int, msgspec.Meta(ge=2, le=7)]) -> Answer:
    if players not in rules.generator.sizes:
        raise InvalidInput.at("given.players", "a number of players with a random map", players)
    found: Answer = msgspec.to_builtins(counts_of(rules, players))
    return found
