"""Rules, vectors and positions for tests, in a few words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.engine.registry import read_tables
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.tables import Rules

FOLDER = Path(__file__).parents[3] / "app" / "systems" / "tierras_distantes"
VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


@lru_cache(maxsize=1)
def book() -> Book:
    return Book(read_tables(FOLDER))


def rules(tables: Mapping[str, Any] | None = None, **options: Any) -> Rules:
    """The rules with options that differ from their defaults; ``tables``: house values by dotted path."""
    return book().rules(options, tables)
