"""Flames Hexwar: platoons of the Second World War on hexes, with secret orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.system import GameSystem
from app.systems.flames_hexwar.system import FlamesHexwar


def build(tables: Mapping[str, Any], rules_hash: str) -> GameSystem:
    """The game from its data files."""
    return FlamesHexwar(tables, rules_hash)
