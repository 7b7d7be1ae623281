"""Everything about the game that does not depend on a position: scenarios, options, rules, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.engine.book import rule_of
from app.engine.scene import Scene
from app.engine.system import Manifest, OptionSpec, ScenarioSpec, SeatsRange, Sign
from app.engine.types import BoardKind
from app.engine.words import name_of, text_of
from app.systems.war_of_plastic.book.tables import Book
from app.systems.war_of_plastic.position.actions import ALIASES

FINAL_ACTIONS: Final = frozenset({"move", "enter", "finish_deployment", "lock_army"})
"""Acts that are not taken back without consent (WOP-MOVE-15, WOP-DEPL-12)."""

SEAT_FIELDS: Final[Mapping[str, Any]] = {
    "army": {
        "enum": ["A", "B"],
        "title": "Army",
        "x-title": {"es": "Ejército", "en": "Army"},
        "x-names": {"A": {"es": "A (verde)", "en": "A (green)"}, "B": {"es": "B (arena)", "en": "B (tan)"}},
        "description": "The army this seat plays in; unless given, seats join A and B in turn.",
    },
    "captain": {
        "type": "boolean",
        "title": "Captain",
        "x-title": {"es": "Lleva la voz de su ejército", "en": "Speaks for its army"},
        "description": "Whether this seat is its army's captain; unless given, the army's first seat is.",
    },
}

MINUTES: Final = 60
"""A usual game, in minutes; every scenario says its own."""

EXAMPLES: Final = {
    "action": {"type": "move", "unit": "A-01", "path_mm": [[250, 200], [280, 260]]},
    "query": {"name": "need", "given": {"mode": "stationary", "power": 1, "protection": 1}, "answer": {"need": 4}},
    "refusal": {"rule": "WOP-SHOT-03", "facts": {"distance_cm": 51.2, "reach_cm": 50}},
    "edit": {"type": "place", "tool": "shape:house_16", "x": 600, "y": 400},
}
"""What the wire of the game looks like, for the description of the API."""


def build_manifest(
    book: Book, tables: Mapping[str, Any], rules_hash: str, picture: Callable[[str, int], Scene]
) -> Manifest:
    """The manifest from the data files; ``picture`` draws the opening board of a scenario with so many seats."""
    meta, words = book.raw["meta"], tables["words"]
    players = [row["players"] for row in book.scenarios.values()]
    return Manifest(
        id=meta["id"],
        prefix=meta["id_prefix"],
        name=name_of(meta),
        summary=text_of(words["summary"]),
        board=BoardKind.MEASURED,
        seats=SeatsRange(min(low for low, _ in players), max(high for _, high in players)),
        minutes=MINUTES,
        scenarios=tuple(_scenario(row, picture) for row in book.scenarios.values()),
        options=tuple(_option(book, row, words) for row in book.raw["options"]),
        rules=tuple(rule_of(row) for row in tables["rules"]["rules"]),
        tables={"words": tables["names"], **book.raw},
        rules_version=meta["rulebook_version"],
        rules_hash=rules_hash,
        credits=text_of(words["credits"]),
        final_actions=FINAL_ACTIONS,
        action_aliases=ALIASES,
        seat_fields=SEAT_FIELDS,
        examples=EXAMPLES,
        legend=tuple(Sign(symbol, text_of(text)) for symbol, text in words["legend"].items()),
        replaceable=book.replaceable,
    )


def _scenario(row: Mapping[str, Any], picture: Callable[[str, int], Scene]) -> ScenarioSpec:
    return ScenarioSpec(
        id=row["id"],
        name=name_of(row),
        summary=name_of(row, "summary"),
        seats=SeatsRange(*row["players"]),
        minutes=row["minutes"],
        options=row["options"],
        picture=picture(row["id"], row["players"][0]),
    )


def _option(book: Book, row: Mapping[str, Any], words: Mapping[str, Any]) -> OptionSpec:
    told, allowed = words["options"][row["id"]], book.options[row["id"]]
    called = (name_of(row), text_of(told), text_of(words["option_groups"][told["group"]]))
    choices = [str(choice) for choice in allowed.choices or ()]
    named = {choice: text_of(words["choices"][choice]) for choice in choices if choice in words["choices"]}
    return allowed.spec(row["id"], row["rule"], called, named)
