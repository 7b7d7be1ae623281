"""A game that is nothing but questions that misbehave."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any


def build(tables: Mapping[str, Any], rules_hash: str) -> Any:
    """Not a game, but enough of one to be asked: ``think`` for some seconds, ``break``, ``die``, ``eat`` memory."""
    return SimpleNamespace(
        manifest=SimpleNamespace(id="slow"),
        queries={"think": _think, "break": lambda _: 1 // 0, "die": lambda _: os._exit(3), "eat": _eat},
    )


def _think(seconds: float) -> str:
    time.sleep(seconds)
    return "done"


def _eat(size: int) -> int:
    return len(bytearray(size))
