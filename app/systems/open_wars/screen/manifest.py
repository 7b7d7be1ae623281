"""Everything about the game that does not depend on a position: scenarios, options, rules, tables, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.engine.book import rule_of
from app.engine.scene import Scene
from app.engine.system import Manifest, OptionSpec, ScenarioSpec, SeatsRange, Sign
from app.engine.types import BoardKind
from app.engine.words import name_of, text_of
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.options import UNIT_PACKS
from app.systems.open_wars.opening.setup import RULES_VERSION
from app.systems.open_wars.position.actions import ALIASES

FINAL_ACTIONS: Final = frozenset({"muster", "recruit", "cast", "end_movement"})
"""Acts that are not taken back without consent: lists are final once given (OW-REC-02), casts and the end of a movement turn are
answered by others."""

MINUTES: Final = 90
"""A usual game, in minutes; every scenario says its own."""


def build_manifest(
    book: Book, tables: Mapping[str, Any], rules_hash: str, picture: Callable[[str, int], Scene]
) -> Manifest:
    """The manifest from the data files; ``picture`` draws the opening board of a scenario with so many seats."""
    data, words = tables["data"], tables["options"]
    return Manifest(
        id=data["game"],
        prefix="OW",
        name=name_of(data),
        summary=text_of(words["summary"]),
        board=BoardKind.CARDS,
        seats=SeatsRange(data["players"]["min"], data["players"]["max"]),
        minutes=MINUTES,
        scenarios=tuple(_scenario(book, row, picture) for row in book.scenarios.values()),
        options=tuple(_option(book, row, words) for row in _by_group(book, words)),
        rules=tuple(rule_of(row) for row in tables["rules"]["rules"]),
        tables={"words": tables["names"], **shown_tables(book.raw)},
        rules_version=RULES_VERSION,
        rules_hash=rules_hash,
        credits=text_of(words["credits"]),
        final_actions=FINAL_ACTIONS,
        action_aliases=ALIASES,
        seat_fields=_seat_fields(book, words),
        legend=tuple(Sign(symbol, text_of(text)) for symbol, text in words["legend"].items()),
        replaceable=book.replaceable,
    )


def shown_tables(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The tables as they are shown: rows by code, what a card does in a table of its own, because no room may change it."""
    shown = {name: _rows(table) for name, table in raw.items()}
    shown["map_sizes"] = {players: _without(row, "players") for players, row in raw["map_sizes"].items()}
    shown["cards"] = {code: _without(row, "features") for code, row in raw["cards"].items()}
    shown["card_features"] = {
        code: {
            "name_es": row["name_es"],
            "name_en": row["name_en"],
            "origin": row["source"],
            "features": row["features"],
        }
        for code, row in raw["cards"].items()
        if "features" in row
    }
    return shown


def _rows(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _without(row, "code") if isinstance(row, dict) else row for key, row in table.items() if key != "rule"}


def _without(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in (name, "code")}


def _seat_fields(book: Book, words: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of the game's own fields of a seat."""
    factions = book.raw["factions"]
    return {
        "faction": {
            "enum": list(factions),
            "title": "Faction",
            "x-title": dict(words["seats"]["faction"]),
            "x-names": {code: {"es": row["name_es"], "en": row["name_en"]} for code, row in factions.items()},
            "x-abouts": {code: dict(told) for code, told in words["seats"]["factions"].items()},
            "description": "The faction this seat plays; unless given, the first that nobody has.",
        },
        "side": {
            "enum": ["1", "2", "3"],
            "title": "Side",
            "x-title": dict(words["seats"]["side"]),
            "x-names": {number: {"es": f"Bando {number}", "en": f"Side {number}"} for number in ("1", "2", "3")},
            "description": "The side this seat plays for, with fixed teams; unless given, seats join 1 and 2 in turn.",
        },
    }


def _scenario(book: Book, row: Mapping[str, Any], picture: Callable[[str, int], Scene]) -> ScenarioSpec:
    values = book.resolve(row["options"])
    return ScenarioSpec(
        id=row["code"],
        name=name_of(row),
        summary=name_of(row, "summary"),
        seats=SeatsRange(row["players"]["min"], row["players"]["max"]),
        minutes=row["minutes"],
        options={code: values[code] for code in row["options"]},
        picture=picture(row["code"], row["players"]["min"]),
    )


def _by_group(book: Book, words: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The options group by group, in the order of the groups."""
    groups = list(words["groups"])
    return sorted(book.option_rows.values(), key=lambda row: groups.index(words["options"][row["code"]]["group"]))


def _option(book: Book, row: Mapping[str, Any], words: Mapping[str, Any]) -> OptionSpec:
    told = words["options"][row["code"]]
    named = {value: text_of(name) for value, name in told.get("values", {}).items()}
    called = (text_of(told["name"]), text_of(told["text"]), text_of(words["groups"][told["group"]]))
    spec = book.options[row["code"]].spec(row["code"], row["rule"], called, named)
    return replace(spec, choices=tuple(named)) if row["code"] == UNIT_PACKS else spec
