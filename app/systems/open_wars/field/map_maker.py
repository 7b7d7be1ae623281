"""The random map (OW-SET-08): how many cards of which kind, shuffled and laid until the start cells are fair.

A shuffle asks the dice service for whole numbers (OW-DICE: nothing else is random except these shuffles).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from app.engine.dice import Dice
from app.systems.open_wars.book.geometry import CardRows, Cell, card_at, cell_at, neighbours
from app.systems.open_wars.book.tables import Generator, MapSize, Rules

LEAST_NEIGHBOURS: Final = 2
"""A start cell needs so many neighbours that are not water."""

Item = TypeVar("Item")


class Counts(msgspec.Struct, frozen=True):
    """How many cards of which kind a random map is made of: the cells that are no start cells, special cards, basic ones."""

    free_cells: int
    specials: int
    forest: int
    mountain: int
    desert: int
    water: int
    plains: int


def counts_of(rules: Rules, players: int) -> Counts:
    """The card counts of the random map for a number of players."""
    generator, size = rules.generator, rules.generator.sizes[players]
    free = size.columns * size.rows - len(size.starts)
    specials = min(free * generator.special_share_percent // 100, len(special_cards(rules)))
    left = free - specials
    share = {name: left * generator.basic_mix_percent[name] // 100 for name in _MIXED}
    return Counts(free, specials, **share, plains=left - sum(share.values()))


_MIXED: Final = ("forest", "mountain", "desert", "water")


def special_cards(rules: Rules) -> tuple[str, ...]:
    """Every special card, repeated as often as it has copies, in the order of the file."""
    return tuple(card.code for card in rules.cards.values() if card.special for _ in range(max(0, card.copies)))


def random_map(rules: Rules, players: int, dice: Dice) -> CardRows:
    """A map for a number of players (OW-SET-08)."""
    generator, size = rules.generator, rules.generator.sizes[players]
    counts = counts_of(rules, players)
    specials = shuffled(special_cards(rules), dice)[: counts.specials]
    cards = [*specials, *(name for name in (*_MIXED, "plains") for _ in range(getattr(counts, name)))]
    for _ in range(1 + generator.max_reshuffles):
        cards = shuffled(cards, dice)
        rows = _laid(generator, size, cards)
        if is_fair(rules, rows, size.starts):
            return rows
    return _dried(rules, size, rows)


def shuffled(items: Sequence[Item], dice: Dice) -> list[Item]:
    """The items in random order: from the last index down to 1, each swapped with one of 0 to itself."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = dice.roll("map", last + 1) - 1
        result[last], result[other] = result[other], result[last]
    return result


def is_fair(rules: Rules, rows: CardRows, starts: Sequence[Cell]) -> bool:
    """Whether every start cell has enough neighbours that are not water, and cards that are not water join them all."""
    for start in starts:
        if sum(not _is_water(rules, rows, cell) for cell in neighbours(rows, start)) < LEAST_NEIGHBOURS:
            return False
    reached, waiting = {starts[0]}, [starts[0]]
    while waiting:
        for cell in neighbours(rows, waiting.pop()):
            if cell not in reached and not _is_water(rules, rows, cell):
                reached.add(cell)
                waiting.append(cell)
    return reached.issuperset(starts)


def _is_water(rules: Rules, rows: CardRows, cell: Cell) -> bool:
    return rules.cards[card_at(rows, cell)].type == "water"


def _laid(generator: Generator, size: MapSize, cards: Sequence[str]) -> CardRows:
    waiting = iter(cards)
    return tuple(
        tuple(
            generator.start_card if cell_at(column, row) in size.starts else next(waiting)
            for column in range(size.columns)
        )
        for row in range(size.rows)
    )


def _dried(rules: Rules, size: MapSize, rows: CardRows) -> CardRows:
    """The last resort: plains instead of every basic water card, and if that does not do, of every water card."""
    dry = _without(rows, {"water"})
    if is_fair(rules, dry, size.starts):
        return dry
    return _without(rows, {code for code, card in rules.cards.items() if card.type == "water"})


def _without(rows: CardRows, codes: set[str]) -> CardRows:
    return tuple(tuple("plains" if code in codes else code for code in row) for row in rows)
