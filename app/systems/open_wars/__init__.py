"""Open Wars: fantasy armies on a map of location cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.system import GameSystem
from app.systems.open_wars.system import OpenWars


def build(tables: Mapping[str, Any], rules_hash: str) -> GameSystem:
    """The game from its data files."""
    return OpenWars(tables, rules_hash)
