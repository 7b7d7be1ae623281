"""Every question the rules answer by name: the ``queries`` of ``vectors.json``, for previews and the rules service."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from app.engine.system import Query
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.queries.campaign import CAMPAIGN_QUERIES
from app.systems.open_wars.queries.combat import COMBAT_QUERIES
from app.systems.open_wars.queries.flow import FLOW_QUERIES
from app.systems.open_wars.queries.magic import MAGIC_QUERIES
from app.systems.open_wars.queries.results import RESULT_QUERIES
from app.systems.open_wars.queries.tables import TABLE_QUERIES


def build_queries(book: Book) -> Mapping[str, Query]:
    """Every question by name. Each takes the decoded ``given`` of a vector and answers its ``expect``; a refusal by the
    rules is an answer, a wrong input raises ``InvalidInput``."""
    queries = {
        **TABLE_QUERIES,
        **FLOW_QUERIES,
        **COMBAT_QUERIES,
        **MAGIC_QUERIES,
        **RESULT_QUERIES,
        **CAMPAIGN_QUERIES,
    }
    return MappingProxyType({name: partial(query, book) for name, query in queries.items()})
