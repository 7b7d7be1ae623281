"""Every question the rules answer by name: the ``queries`` of ``vectors.json``, for previews and the rules service."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.system import Query
from app.systems.war_of_plastic.book.tables import Book
from app.systems.war_of_plastic.queries.combat import COMBAT
from app.systems.war_of_plastic.queries.flow import FLOW
from app.systems.war_of_plastic.queries.may_act import MAY_ACT
from app.systems.war_of_plastic.queries.movement import MOVEMENT


def build_queries(book: Book) -> Mapping[str, Query]:
    """Every question by name. Each takes the decoded ``given`` of a vector and answers its ``expect``; a refusal by the
    rules is an answer, a wrong input raises ``InvalidInput``."""
    chapters = (MOVEMENT, COMBAT, FLOW, MAY_ACT)
    return MappingProxyType({name: query for chapter in chapters for name, query in chapter.of(book).items()})
