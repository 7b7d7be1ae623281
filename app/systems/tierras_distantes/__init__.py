"""Tierras Distantes: science-fiction skirmishes of single miniatures on a measured table with real heights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.system import GameSystem
from app.systems.tierras_distantes.system import TierrasDistantes


def build(tables: Mapping[str, Any], rules_hash: str) -> GameSystem:
    """The game from its data files."""
    return TierrasDistantes(tables, rules_hash)
