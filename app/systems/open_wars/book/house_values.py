"""Whether a room's tables hang together: house values may be replaced, but not by what the rules cannot work with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.systems.open_wars.book.geometry import LETTERS, place_of
from app.systems.open_wars.book.tables import Generator, MapSize, Rules

MOST_CELLS: Final = 400
MOST_RESHUFFLES: Final = 200
LARGEST: Final = 100
_PACKS: Final = frozenset({"base", "heroes", "house", "mercenaries", "titans", "inferno"})
_SPELL_TYPES: Final = frozenset({"instant", "combat", "dispel_only"})


def house_problems(rules: Rules) -> Iterator[str]:
    """Every reason why these tables cannot be played with."""
    constants = rules.constants
    if not 1 <= constants.least_players <= constants.most_players <= 7:
        yield "players: expected 1 to 7, the least first"
    if constants.muster_min_tokens > 1:
        yield "free_setup.muster_min_tokens: expected 0 or 1"
    yield from _units(rules)
    yield from _generator(rules, rules.generator)
    for code, card in rules.cards.items():
        if max(card.entry_cost, card.gold, card.mana) > LARGEST or card.copies > LARGEST:
            yield f"cards.{code}: expected numbers up to {LARGEST}"
    for code, types in rules.window_types.items():
        if not _SPELL_TYPES.issuperset(types):
            yield f"windows.{code}.spell_types: expected some of {', '.join(sorted(_SPELL_TYPES))}"


def _units(rules: Rules) -> Iterator[str]:
    for code, kind in rules.units.items():
        if kind.faction not in rules.factions or kind.pack not in _PACKS:
            yield f"units.{code}: expected a known faction and pack"
        if (kind.hit_points == 2) != (kind.wounded is not None) or kind.hit_points not in (1, 2):
            yield f"units.{code}.hit_points: expected 1, or 2 with a wounded side"
        printed = kind.printed
        if max(kind.cost, printed.initiative, printed.movement, printed.attack, printed.range) > LARGEST:
            yield f"units.{code}: expected numbers up to {LARGEST}"


def _generator(rules: Rules, generator: Generator) -> Iterator[str]:
    shares = generator.basic_mix_percent
    if generator.special_share_percent > 100 or sum(shares.values()) - shares["plains"] > 100:
        yield "generator: expected percentages up to 100"
    start = rules.cards.get(generator.start_card)
    if start is None or start.type != "city":
        yield "generator.start_card: expected the code of a city"
    if generator.max_reshuffles > MOST_RESHUFFLES:
        yield f"generator.max_reshuffles: expected up to {MOST_RESHUFFLES}"
    for players, size in generator.sizes.items():
        if not _is_possible(size):
            yield f"map_sizes.{players}: expected a map of up to {MOST_CELLS} cells and a start cell for each player"


def _is_possible(size: MapSize) -> bool:
    if not (1 <= size.columns <= len(LETTERS) and 1 <= size.rows <= 99 and size.columns * size.rows <= MOST_CELLS):
        return False
    try:
        places = {place_of(start) for start in size.starts}
    except ValueError:
        return False
    inside = all(column < size.columns and row < size.rows for column, row in places)
    return inside and len(places) == len(size.starts) == size.players
