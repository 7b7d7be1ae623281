"""Whether the house values of a room can be played with: they may be replaced, but not by what the rules cannot work with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from app.systems.flames_hexwar.book import kinds

MOST: Final[Mapping[str, int]] = {
    "range": 40, "bombard_range": 80, "min_range": 40, "rof": 12, "rof_move": 12, "rof_pinned": 12, "at": 30, "fp": 7,
    "bombard_at": 30, "bombard_fp": 7, "to_hit": 6, "mg_count": 6, "transport": 6, "tank_riders": 6, "tank_assault": 30,
    "move": 12, "rough": 12, "move_double": 16, "skill_test": 7, "test": 7, "command_distance": 12, "range_in_attempts": 6,
    "max_consecutive_turns": 10, "hexes": 20, "planes_max": 3, "aa_self_dice": 6, "pieces_in_zone_per_attack": 6,
    "self_propelled_entry_turns": 10, "max_shots_same_platoon": 4, "split_from_rof": 12, "hex_limit": 20, "half_limit": 20,
    "sight_minimum": 40, "declared_limit": 40, "limit_without_die": 40, "mortar_hexes_per_10_cm": 4,
}  # fmt: skip
"""The largest value of a field, wherever it stands; lengths of searches and numbers of dice hang on these."""
FIXED: Final = frozenset({"sight_die", "odd_half_die", "hexes_per_attack", "radius"})
"""Fields that the rules of the game itself name, such as the faces of a die."""
WORDS: Final[Mapping[str, frozenset[str]]] = {
    "class": frozenset((*get_args(kinds.WeaponClass), *get_args(kinds.MobilityClass))),
    "kind": frozenset(get_args(kinds.Kind)),
    "size": frozenset(get_args(kinds.Size)),
    "mobility": frozenset(get_args(kinds.Mobility)),
    "skill": frozenset(get_args(kinds.Skill)),
    "motivation": frozenset(get_args(kinds.Motivation)),
    "category": frozenset(get_args(kinds.Category)),
    "aa": frozenset({"none", "self", "dedicated"}),
    "reroll": frozenset({"none", "hits", "misses"}),
    **dict.fromkeys(("infantry", "gun", "tracked", "half_tracked", "wheeled"), frozenset(get_args(kinds.Going))),
    "cover": frozenset(get_args(kinds.Cover)),
    **dict.fromkeys(("board", "off_board", "arriving", "arriving_without_md"), frozenset(kinds.ORDERS) - {"AE"}),
    "order": frozenset(kinds.ORDERS),
    "ae": frozenset(kinds.SPECIALS),
}
"""What a word may be."""


def never() -> frozenset[str]:
    """Fields that no room replaces: names, ids, what other tables refer to, a table whose rows have no names."""
    words = {"name_es", "name_en", "special_es", "special_en", "symbol", "symbols"}
    return FIXED | words | {"source", "id", "role", "teams", "weapons", "rounding", "bombardment_footprint"}


def every_field(raw: Any) -> Iterator[str]:
    """The names of all fields of the tables."""
    rows: Iterable[Any] = raw.values() if isinstance(raw, Mapping) else raw if isinstance(raw, list) else ()
    if isinstance(raw, Mapping):
        yield from raw
    for row in rows:
        yield from every_field(row)


def house_problems(raw: Any, path: str = "") -> Iterator[str]:
    """Every reason why these tables cannot be played with."""
    if isinstance(raw, list):
        for number, row in enumerate(raw):
            name = row.get("id", number) if isinstance(row, Mapping) else number
            yield from house_problems(row, f"{path}.{name}")
    if not isinstance(raw, Mapping):
        return
    for name, value in raw.items():
        here = f"{path}.{name}".lstrip(".")
        if isinstance(value, str) and name in WORDS and value not in WORDS[name]:
            yield f"{here}: expected one of {', '.join(sorted(WORDS[name]))}"
        yield from house_problems(value, here)
