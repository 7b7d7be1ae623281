"""The tables of the game, read once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import app.systems
from app.engine.registry import read_tables
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.tables import Rules

FOLDER = Path(app.systems.__file__).parent / "open_wars"


@cache
def book() -> Book:
    """The data files."""
    return Book(read_tables(FOLDER))


def rules(**options: object) -> Rules:
    """The tables under these options."""
    return book().rules(options)
