"""Pebbles that is hard to think about: what a position is worth, or what may be done in it, takes long to say, or breaks whoever
asks."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.engine.offers import Offer
from app.engine.registry import read_tables
from app.engine.types import Seat, UnitId
from tests.support.toy_systems import pebbles
from tests.support.toy_systems.pebbles.system import Pebbles

SLOW_ROUNDS = 19
"""A room with so many rounds thinks for a minute about every position."""
DEADLY_ROUNDS = 18
"""A room with so many ends the process that thinks about it."""
HEAVY_ROUNDS = 17
"""What may be done in a room with so many takes half a second of hard work to say."""
ENDLESS_ROUNDS = 16
"""What may be done in a room with so many takes a minute to say."""
HARD_S = 0.5


def build(tables: Mapping[str, Any], rules_hash: str) -> Ponder:
    """The game, from the data files of Pebbles."""
    assert pebbles.__file__ is not None
    return Ponder(read_tables(Path(pebbles.__file__).parent), rules_hash)


class Ponder(Pebbles):
    """Pebbles, but for how long it takes to say what a position is worth."""

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        super().__init__(tables, rules_hash)
        self.manifest = msgspec.structs.replace(self.manifest, id="ponder")

    def offers(self, state: Any, seat: Seat, unit: UnitId | None = None) -> list[Offer]:
        if state.rounds == ENDLESS_ROUNDS:
            time.sleep(60)
        if state.rounds == HEAVY_ROUNDS:
            until = time.process_time() + HARD_S
            while time.process_time() < until:
                pass
        return super().offers(state, seat, unit)

    def worth(self, state: Any, seat: Seat) -> int:
        if state.rounds == DEADLY_ROUNDS:
            os._exit(3)
        if state.rounds == SLOW_ROUNDS:
            time.sleep(60)
        return super().worth(state, seat)
