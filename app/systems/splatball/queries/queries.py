"""Every question the rules answer by name: the ``queries`` of ``vectors.json``, for previews and the rules service."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asking import gathered
from app.engine.system import Query
from app.systems.splatball.book.book import Book
from app.systems.splatball.queries.boards import BOARDS
from app.systems.splatball.queries.fights import FIGHTS
from app.systems.splatball.queries.flow import FLOW
from app.systems.splatball.queries.marches import MARCHES
from app.systems.splatball.queries.musters import MUSTERS
from app.systems.splatball.queries.tables import TABLES


def build_queries(book: Book) -> Mapping[str, Query]:
    """Every question by name."""
    return gathered(book, TABLES, BOARDS, MUSTERS, MARCHES, FIGHTS, FLOW)
