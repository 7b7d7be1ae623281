"""Every question the rules answer by name: the ``queries`` of ``vectors.json``, for previews and the rules service."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asking import gathered
from app.engine.system import Query
from app.systems.war_of_plastic.book.tables import Book
from app.systems.war_of_plastic.queries.combat import COMBAT
from app.systems.war_of_plastic.queries.flow import FLOW
from app.systems.war_of_plastic.queries.may_act import MAY_ACT
from app.systems.war_of_plastic.queries.movement import MOVEMENT


def build_queries(book: Book) -> Mapping[str, Query]:
    """Every question by name."""
    return gathered(book, MOVEMENT, COMBAT, FLOW, MAY_ACT)
