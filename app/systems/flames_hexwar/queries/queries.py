"""Every question the rules answer by name: the ``queries`` of ``vectors.json``, for previews and the rules service."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asking import gathered
from app.engine.system import Query
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.queries.assaults import ASSAULTS
from app.systems.flames_hexwar.queries.barrages import BARRAGES
from app.systems.flames_hexwar.queries.fights import FIGHTS
from app.systems.flames_hexwar.queries.flow import FLOW
from app.systems.flames_hexwar.queries.ground import GROUND


def build_queries(book: Book) -> Mapping[str, Query]:
    """Every question by name."""
    return gathered(book, GROUND, FIGHTS, BARRAGES, ASSAULTS, FLOW)
