"""Pebbles, and a question that takes a worker for some seconds."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.engine.registry import read_tables
from tests.support.toy_systems import pebbles
from tests.support.toy_systems.pebbles.system import Pebbles


def build(tables: Mapping[str, Any], rules_hash: str) -> Pebbles:
    """The game, from the data files of Pebbles."""
    assert pebbles.__file__ is not None
    system = Pebbles(read_tables(Path(pebbles.__file__).parent), rules_hash)
    system.manifest = msgspec.structs.replace(system.manifest, id="patient")
    system.queries = {"sleep": _sleep}
    return system


def _sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "done"
