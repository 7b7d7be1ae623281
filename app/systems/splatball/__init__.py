"""Splatball: paintball battles between neighbourhood gangs on a board of squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.system import GameSystem
from app.systems.splatball.system import Splatball


def build(tables: Mapping[str, Any], rules_hash: str) -> GameSystem:
    """The game from its data files."""
    return Splatball(tables, rules_hash)
