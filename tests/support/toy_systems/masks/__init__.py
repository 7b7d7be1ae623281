"""Masks: a tiny complete game full of secrets, for tests: hidden hands and deck, secret simultaneous choices, lurking
figures that others walk into, and response windows that open whether or not there is anything to respond with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.toy_systems.masks.system import Masks


def build(tables: Mapping[str, Any], rules_hash: str) -> Masks:
    """The game, from its own data files."""
    return Masks(tables, rules_hash)
