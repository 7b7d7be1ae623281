"""Everything about the game that does not depend on a position: scenarios, options, rules, tables, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.engine.book import rule_of
from app.engine.scene import Scene
from app.engine.system import Manifest, OptionSpec, Replaceable, ScenarioSpec, SeatsRange, Sign
from app.engine.types import BoardKind, Text
from app.engine.words import name_of, text_of
from app.systems.tierras_distantes.book.book import TABLES, Book
from app.systems.tierras_distantes.book.house_values import Override
from app.systems.tierras_distantes.book.kinds import MOST_UNITS, PLAYERS
from app.systems.tierras_distantes.opening.setup import RULES_VERSION, modes_of
from app.systems.tierras_distantes.position.actions import ListedMember

FINAL_ACTIONS: Final = frozenset(
    {"move", "climb", "confirm_deployment", "end_batch", "fire", "fire_area", "rally", "rally_other"}
)
"""Acts that are not taken back without consent ("By hand and in words" in the rules)."""
DECIMALS: Final = 2
"""Of lengths in centimetres."""
MINUTES: Final = 90
"""A usual game, in minutes; every scenario says its own."""
SHAPING: Final = frozenset({"terrain_mode"})
"""Options that the opening's picture depends on (TD-TER-03)."""
AT_FIRST_SIGHT: Final = frozenset(
    ["points_limit", "deployment_order", "activation_choice", "blind_shot", "morale", "turn_limit", "quiet_turns"]
)
"""Options that a page shows to everybody ("Options" in the rules)."""
MEMBER: Final[Mapping[str, Any]] = msgspec.json.schema(ListedMember)["$defs"]["ListedMember"]
"""The JSON Schema of so many miniatures alike of a squad that is brought along."""
EXAMPLES: Final[Mapping[str, Any]] = {
    "action": {"type": "move", "unit": "A01", "path_mm": [[500, 260], [560, 300]]},
    "query": {
        "name": "weapon_dice",
        "given": {"weapon": "assault_rifle", "distance_cm": 61},
        "answer": {"ok": True, "rolled": 2, "kept": 2},
    },
    "refusal": {"rule": "TD-MOV-01", "facts": {"length_cm": 19.2, "reach_cm": 18}},
    "edit": {"type": "place", "tool": "piece:hill", "x": 600, "y": 400},
}
"""What the wire of the game looks like, for the description of the API."""


def build_manifest(
    book: Book, tables: Mapping[str, Any], rules_hash: str, picture: Callable[[str, int], Scene]
) -> Manifest:
    """The manifest from the data files; ``picture`` draws the opening board of a scenario with so many seats."""
    data, words = tables["data"], tables["words_screen"]
    meta, seats = data["meta"], len(PLAYERS)
    return Manifest(
        id=meta["id"],
        prefix="TD",
        name=name_of(meta),
        summary=text_of(words["summary"]),
        board=BoardKind.MEASURED,
        seats=SeatsRange(seats, seats),
        minutes=MINUTES,
        scenarios=tuple(_scenario(book, name, picture) for name in book.scenarios),
        options=tuple(_options(book, data["option_group"])),
        rules=tuple(rule_of(row) for row in tables["rules"]["rules"]),
        tables={"words": tables["names"], **_shown(tables)},
        rules_version=RULES_VERSION,
        rules_hash=rules_hash,
        credits=text_of(words["credits"]),
        final_actions=FINAL_ACTIONS,
        seat_fields=_seat_fields(words["seat"]),
        examples=EXAMPLES,
        legend=tuple(Sign(symbol, text_of(text)) for symbol, text in words["legend"].items()),
        replaceable={path: _replaceable(override) for path, override in book.overrides.items()},
    )


def _shown(tables: Mapping[str, Any]) -> dict[str, Any]:
    """The tables as they are shown: rows by their ids, then what the terrain generator lays."""
    data = tables["data"]
    found = {name: _rows(data[name]) for name in TABLES}
    beyond = {"morale_fixed_beyond": data["morale_fixed_beyond"]}
    return {**found, **beyond, **{name: _rows(table) for name, table in tables["generator"].items()}}


def _rows(table: Any) -> Any:  # a table of data.toml
    if not isinstance(table, list) or not all("id" in row for row in table):
        return table
    return {row["id"]: {name: value for name, value in row.items() if name != "id"} for row in table}


def _scenario(book: Book, name: str, picture: Callable[[str, int], Scene]) -> ScenarioSpec:
    rules = book.rules(book.resolve(book.scenarios[name].get("options", {})))
    scenario, seats = rules.scenarios[name], len(PLAYERS)
    return ScenarioSpec(
        id=name,
        name=scenario.name,
        summary=scenario.summary,
        seats=SeatsRange(seats, seats),
        minutes=scenario.minutes,
        options=dict(scenario.options),
        picture=picture(name, seats),
        takes={"terrain_mode": modes_of(rules, scenario)},
    )


def _options(book: Book, groups: list[Mapping[str, Any]]) -> list[OptionSpec]:
    """The options group by group, in the order of the groups."""
    names = {row["id"]: name_of(row) for row in groups}
    order = list(names)
    rows = sorted(book.option_rows.values(), key=lambda row: order.index(row["group"]))
    return [_option(book, row, names[row["group"]]) for row in rows]


def _option(book: Book, row: Mapping[str, Any], group: Text) -> OptionSpec:
    told = zip(row.get("values", ()), row.get("values_es", ()), row.get("values_en", ()), strict=True)
    named = {value: Text(es, en) for value, es, en in told}
    called = (name_of(row), name_of(row, "text"), group)
    return book.options[row["id"]].spec(
        row["id"], row["rule"], called, named, shapes_opening=row["id"] in SHAPING, rare=row["id"] not in AT_FIRST_SIGHT
    )


def _replaceable(override: Override) -> Replaceable:
    """What a room may put in the place of a value (TD-GEN-05); lengths have two decimals."""
    decimals = DECIMALS if override.kind == "length" else 0
    return Replaceable(override.minimum, override.maximum, decimals)


def _seat_fields(words: Mapping[str, Any]) -> dict[str, Any]:
    """Whose squad a seat leads, or one brought along, as JSON Schema (TD-SQD-09)."""
    brought = {"type": "array", "items": MEMBER, "minItems": 1, "maxItems": MOST_UNITS}
    return {
        "squad": {
            "anyOf": [{"enum": list(PLAYERS)}, brought],
            "title": "Squad",
            "x-title": words["title"],
            "x-names": {player: words[player] for player in PLAYERS},
            "description": "Whose squad of the scenario this seat leads, or a squad brought along; unless given, seats lead A and B in turn.",
        }
    }
