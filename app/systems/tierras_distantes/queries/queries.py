"""Every question of the rules service, by name."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asking import gathered
from app.engine.system import Query
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.queries.endings import ENDINGS
from app.systems.tierras_distantes.queries.fights import FIGHTS
from app.systems.tierras_distantes.queries.flow import FLOW
from app.systems.tierras_distantes.queries.musters import MUSTERS
from app.systems.tierras_distantes.queries.placing import PLACING
from app.systems.tierras_distantes.queries.sights import SIGHTS
from app.systems.tierras_distantes.queries.tables import TABLES
from app.systems.tierras_distantes.queries.ways import WAYS


def build_queries(book: Book) -> Mapping[str, Query]:
    """The questions that the rules answer, asked of the game's book."""
    return gathered(book, TABLES, FLOW, FIGHTS, MUSTERS, ENDINGS, SIGHTS, WAYS, PLACING)
