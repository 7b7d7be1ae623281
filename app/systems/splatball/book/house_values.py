"""Whether the house values of a room can be played with: they may be replaced, but not by what the rules cannot work with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from app.systems.splatball.book.kinds import Arc

MOST_DICE: Final = 8
FARTHEST: Final = 20
MOST_POINTS: Final = 1000
_ARCS: Final = get_args(Arc)


def house_problems(raw: Mapping[str, Any]) -> Iterator[str]:
    """Every reason why these tables cannot be played with."""
    for kind, row in raw["range"].items():
        if len(row["dice"]) > FARTHEST or not all(type(dice) is int and 0 <= dice <= MOST_DICE for dice in row["dice"]):
            yield f"range.{kind}.dice: expected up to {FARTHEST} whole numbers from 0 to {MOST_DICE}"
    for kind, row in raw["arc"].items():
        if row["arc"] not in _ARCS:
            yield f"arc.{kind}.arc: expected one of {', '.join(_ARCS)}"
    for kind, row in raw["strength"].items():
        if not 1 <= row["single"] <= row["double"]:
            yield f"strength.{kind}: expected at least 1, and no more for one impact than for a double one"
    if min(raw["transport_slots"][name] for name in ("assault", "support")) < 1:
        yield "transport_slots: expected at least 1"
    for table in ("configurator_weight", "configurator_large"):
        if sum(row["weight"] for row in raw[table].values()) < 1:
            yield f"{table}: expected weights of which one at least is above 0"
