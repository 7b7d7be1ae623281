"""War of Plastic: plastic soldiers on a measured table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.system import GameSystem
from app.systems.war_of_plastic.system import WarOfPlastic


def build(tables: Mapping[str, Any], rules_hash: str) -> GameSystem:
    """The game from its data files."""
    return WarOfPlastic(tables, rules_hash)
