"""Questions about tables and armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import UnitKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.muster.armies import judge_army
from app.systems.splatball.queries import inputs as ask

TABLES: Final = ask.questions()


@TABLES.question
def _table(book: Book, *, name: ask.Name) -> Answer:
    found = _column(book.tables["data"], name)
    if not found:
        raise InvalidInput.at("given.name", "the name of a column", name)
    return {"values": found}


def _column(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A column of ``data.toml``: id -> value, of the rows that have it."""
    if name == "strength":
        return {row["id"]: [row["single"], row["double"]] for row in data["strength"]}
    if name == "vehicle_stops":
        return {row["id"]: sorted(row["stops"]) for row in data["vehicle_terrain"]}
    rows, field = [*data["unit"], *data["vehicle"]], name
    if name == "range":
        rows, field = data["range"], "dice"
    elif name == "arc":
        rows = data["arc"]
    elif name.startswith("terrain."):
        rows, field = data["terrain"], name.removeprefix("terrain.")
    return {row["id"]: row[field] for row in rows if field in row}


@TABLES.question
def _army_check(
    rules: Rules,
    *,
    value: ask.Natural,
    army: Annotated[Mapping[UnitKind, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=10)],
) -> Answer:
    kinds = tuple(kind for kind, count in army.items() for _ in range(count))
    cost = sum(rules.units[kind].cost for kind in kinds)
    return {"cost": cost, **judged(judge_army(rules, value, kinds), "legal", "rule")}
