"""Pebbles: a tiny complete game for tests. Everybody picks a charm in secret; figures walk and throw pebbles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.toy_systems.pebbles.system import Pebbles


def build(tables: Mapping[str, Any], rules_hash: str) -> Pebbles:
    """The game, from its own data files."""
    return Pebbles(tables, rules_hash)
