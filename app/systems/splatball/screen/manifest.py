"""Everything about the game that does not depend on a position: scenarios, options, rules, tables, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.engine.book import rule_of
from app.engine.scene import Scene
from app.engine.system import Manifest, OptionSpec, ScenarioSpec, SeatsRange, Sign
from app.engine.types import BoardKind
from app.engine.words import name_of, text_of
from app.systems.splatball.book.book import Book
from app.systems.splatball.opening.setup import RULES_VERSION, taken_of

FINAL_ACTIONS: Final = frozenset({"submit_army", "finish_deploy"})
"""Acts that are not taken back without consent (section 13 of the rules)."""
MINUTES: Final = 90
"""A usual game, in minutes; every scenario says its own."""
SHOWN: Final = (
    *("board", "shape", "zone", "zone_house", "unit", "vehicle", "transport_slots", "damage_track", "range", "arc"),
    *("strength", "terrain", "vehicle_terrain", "control", "objective", "objective_house", "camouflage_marker"),
    *("chicken", "recruit", "victory_mode", "configurator", "scenery_amount"),
    *("configurator_weight", "configurator_large"),
)
"""The tables as they are shown, in this order."""

SHAPING: Final = frozenset(
    {"modules_wide", "modules_high", "shape", "scenery", "scenery_amount", "seed", "roads", "objectives_per_player"}
)
"""Options that the opening's picture depends on (SPL-SET-04, SPL-SET-11, SPL-CFG-01)."""


def build_manifest(
    book: Book, tables: Mapping[str, Any], rules_hash: str, picture: Callable[[str, int], Scene]
) -> Manifest:
    """The manifest from the data files; ``picture`` draws the opening board of a scenario with so many seats."""
    data, words = tables["data"], tables["options"]
    game = data["game"]
    return Manifest(
        id=game["id"],
        prefix="SPL",
        name=name_of(game),
        summary=text_of(words["summary"]),
        board=BoardKind.SQUARES,
        seats=SeatsRange(game["players_min"], game["players_max"]),
        minutes=MINUTES,
        scenarios=tuple(_scenario(book, row, picture) for row in book.scenarios.values()),
        options=tuple(_option(book, row, words) for row in _by_group(book, words)),
        rules=tuple(rule_of(row) for row in tables["rules"]["rules"]),
        tables={"words": tables["names"], **{name: _rows(data[name]) for name in SHOWN}},
        rules_version=RULES_VERSION,
        rules_hash=rules_hash,
        credits=text_of(words["credits"]),
        final_actions=FINAL_ACTIONS,
        legend=tuple(Sign(symbol, text_of(text)) for symbol, text in words["legend"].items()),
        replaceable=book.replaceable,
    )


def _rows(table: Any) -> Any:  # a table of data.toml
    """Rows by their ids."""
    if not isinstance(table, list):
        return table
    return {row["id"]: {name: value for name, value in row.items() if name != "id"} for row in table}


def _scenario(book: Book, row: Mapping[str, Any], picture: Callable[[str, int], Scene]) -> ScenarioSpec:
    values = book.resolve(row["options"])
    least, most = row["players"]
    return ScenarioSpec(
        id=row["id"],
        name=name_of(row),
        summary=name_of(row, "summary"),
        seats=SeatsRange(least, most),
        minutes=row["minutes"],
        options={name: values[name] for name in row["options"]},
        picture=picture(row["id"], least),
        takes=_takes(book, row),
    )


def _takes(book: Book, row: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What a room may choose for a scenario, of the options of which it does not take every value (SPL-SET-13)."""
    rules = book.rules(book.resolve(row["options"]))
    found = taken_of(rules, rules.scenarios[row["id"]])
    default = book.resolve(row["options"])
    return {name: tuple(sorted({*values, default[name]}, key=str)) for name, values in found.items()}


def _by_group(book: Book, words: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The options group by group, in the order of the groups."""
    groups = list(words["groups"])
    return sorted(book.option_rows.values(), key=lambda row: groups.index(words["options"][row["id"]]["group"]))


def _option(book: Book, row: Mapping[str, Any], words: Mapping[str, Any]) -> OptionSpec:
    told = words["options"][row["id"]]
    named = {value: text_of(name) for value, name in told.get("values", {}).items()}
    called = (text_of(told["name"]), text_of(told["text"]), text_of(words["groups"][told["group"]]))
    return book.options[row["id"]].spec(
        row["id"], row["rule"], called, named, draw=row["id"] == "seed", shapes_opening=row["id"] in SHAPING
    )
