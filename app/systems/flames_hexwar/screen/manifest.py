"""Everything about the game that does not depend on a position: scenarios, options, rules, tables, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.engine.book import rule_of
from app.engine.scene import Scene
from app.engine.system import Manifest, OptionSpec, ScenarioSpec, SeatsRange, Sign
from app.engine.types import BoardKind
from app.engine.words import name_of, text_of
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.opening.setup import RULES_VERSION

FINAL_ACTIONS: Final = frozenset({"move", "commit", "activate", "pass", "hold", "close"})
"""Acts that are not taken back without consent, whatever they roll or reveal (part 14 of the rules)."""
MINUTES: Final = 120
"""A usual game, in minutes; every scenario says its own."""
LISTS: Final = ("platoons", "teams", "weapons", "aircraft")
"""The army lists, which are shown before all other tables."""
SEAT_FIELDS: Final[Mapping[str, Any]] = {
    "side": {
        "enum": ["A", "B"],
        "title": "Side",
        "x-title": {"es": "Bando", "en": "Side"},
        "x-names": {"A": {"es": "Atacante", "en": "Attacker"}, "B": {"es": "Defensor", "en": "Defender"}},
        "description": "The side this seat plays for; unless given, seats take A and B in turn.",
    }
}
"""What a seat of a room may say of itself (FHW-SEAT-01)."""

EXAMPLES: Final[Mapping[str, Any]] = {
    "action": {"type": "order", "platoon": "A1", "order": "MD"},
    "query": {
        "name": "order_allowed",
        "given": {"order": "MT", "weather": "rain", "status": "board"},
        "answer": {"allowed": False, "rule": "FHW-WEA-03"},
    },
    "refusal": {"rule": "FHW-PLAN-09", "facts": {"platoon": "A1"}},
    "edit": {"type": "place", "tool": "objective", "cell": "0203"},
}
"""What the wire of the game looks like, for the description of the API."""


def build_manifest(
    book: Book, tables: Mapping[str, Any], rules_hash: str, picture: Callable[[str, int], Scene]
) -> Manifest:
    """The manifest from the data files; ``picture`` draws the opening board of a scenario with so many seats."""
    data, words = tables["data"], tables["options"]
    game, scenarios = data["game"], book.rules().scenarios
    players = [scenario.players for scenario in scenarios.values()]
    return Manifest(
        id=game["id"],
        prefix=game["prefix"],
        name=name_of(game),
        summary=text_of(words["summary"]),
        board=BoardKind.HEXES,
        seats=SeatsRange(min(least for least, _ in players), max(most for _, most in players)),
        minutes=MINUTES,
        scenarios=tuple(_scenario(book, name, picture) for name in scenarios),
        options=tuple(_option(book, name, words) for name in _by_group(book, words)),
        rules=tuple(rule_of(row) for row in tables["rules"]["rules"]),
        tables={"words": tables["names"], **{name: _rows(book.raw[name]) for name in (*LISTS, *book.raw)}},
        rules_version=RULES_VERSION,
        rules_hash=rules_hash,
        credits=text_of(words["credits"]),
        final_actions=FINAL_ACTIONS,
        seat_fields=SEAT_FIELDS,
        examples=EXAMPLES,
        legend=tuple(Sign(symbol, text_of(text)) for symbol, text in tables["words_screen"]["legend"].items()),
        replaceable=book.replaceable,
    )


def _rows(table: Any) -> Any:  # a table of data.toml
    """Rows by their ids, where they have one."""
    if not isinstance(table, list) or not all("id" in row for row in table):
        return table
    return {row["id"]: {name: value for name, value in row.items() if name != "id"} for row in table}


def _scenario(book: Book, name: str, picture: Callable[[str, int], Scene]) -> ScenarioSpec:
    scenario = book.rules().scenarios[name]
    values = book.resolve(scenario.options)
    least, most = scenario.players
    return ScenarioSpec(
        id=name,
        name=scenario.name,
        summary=scenario.summary,
        seats=SeatsRange(least, most),
        minutes=scenario.minutes,
        options={option: values[option] for option in scenario.options},
        picture=picture(name, least),
    )


def _by_group(book: Book, words: Mapping[str, Any]) -> list[str]:
    """The options group by group, in the order of the groups."""
    groups = list(words["groups"])
    return sorted(book.options, key=lambda name: groups.index(words["options"][name]["group"]))


def _option(book: Book, name: str, words: Mapping[str, Any]) -> OptionSpec:
    told = words["options"][name]
    named = {value: text_of(text) for value, text in told.get("values", {}).items()}
    called = (text_of(told["name"]), text_of(told["text"]), text_of(words["groups"][told["group"]]))
    return book.options[name].spec(name, told["rule"], called, named)
