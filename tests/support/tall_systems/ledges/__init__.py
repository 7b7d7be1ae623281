"""Ledges: bands are put together, placed on a table with a ledge under a bridge, walk in company and throw stones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.tall_systems.ledges.system import Ledges


def build(tables: Mapping[str, Any], rules_hash: str) -> Ledges:
    """The game, from its own data files."""
    return Ledges(tables, rules_hash)
