"""Every question the rules answer by name: the ``queries`` of ``vectors.json``, for previews and the rules service."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asking import gathered
from app.engine.system import Query
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.queries.campaign import CAMPAIGN
from app.systems.open_wars.queries.combat import COMBAT
from app.systems.open_wars.queries.flow import FLOW
from app.systems.open_wars.queries.magic import MAGIC
from app.systems.open_wars.queries.results import RESULTS
from app.systems.open_wars.queries.tables import TABLES


def build_queries(book: Book) -> Mapping[str, Query]:
    """Every question by name."""
    return gathered(book, TABLES, FLOW, COMBAT, MAGIC, RESULTS, CAMPAIGN)
