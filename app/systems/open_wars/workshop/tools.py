"""What can be put into a battle that somebody makes: cards, starts, points, tokens of every seat, events, goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from app.engine.types import SEATS, Text
from app.engine.words import joined
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Tool
from app.systems.open_wars.book.tables import Card, Rules, UnitKind
from app.systems.open_wars.opening.battle import Battle
from app.systems.open_wars.words.screen_words import faction_name

LINES: Final = ("row.new", "column.new", "row.gone", "column.gone")
"""The tools that lay in or take away a whole row or column."""


def tools_of(rules: Rules, battle: Battle) -> Iterator[Tool]:
    """Every tool, those of a group together."""
    if not battle.map_generator:
        yield from _cards(rules)
        yield from _marks(rules, battle)
        yield from _rows_and_columns(rules)
        for number in range(len(battle.seat)):
            yield from _tokens(rules, battle, number)
        if not battle.seat:
            group, about = say(rules, "tool_groups", "tokens"), say(rules, "about", "seats")
            yield Tool("seats", say(rules, "tools", "seats"), group, "add", about=about)
    yield from _lists(rules, battle)


def _cards(rules: Rules) -> Iterator[Tool]:
    group = say(rules, "tool_groups", "basic")
    yield from (_card(rules, card, group) for card in rules.cards.values() if not card.special)
    yield Tool("hole", say(rules, "tools", "hole"), group, "place", "hole", about=say(rules, "about", "hole"))
    for kind in dict.fromkeys(card.type for card in rules.cards.values()):
        group = say(rules, "tool_groups", "special", kind=rules.words.table("types")[kind])
        yield from (_card(rules, card, group) for card in rules.cards.values() if card.special and card.type == kind)


def _card(rules: Rules, card: Card, group: Text) -> Tool:
    numbers = {"entry": card.entry_cost, "gold": card.gold, "mana": card.mana}
    about = _printed(rules, {name: n for name, n in numbers.items() if n})
    if card.text is not None:
        about = say(rules, "about", "more", about=about, text=card.text)
    return Tool(f"card.{card.code}", card.name, group, "place", f"card-{card.code}", about=about)


def _marks(rules: Rules, battle: Battle) -> Iterator[Tool]:
    group = say(rules, "tool_groups", "on_map")
    for seat in SEATS[: battle.players.max]:
        name = say(rules, "tools", "start", s=seat.upper())
        yield Tool(f"start.{seat}", name, group, "place", f"mark-start-{seat}", seat)
    about = say(rules, "about", "points")
    yield Tool("points", say(rules, "tools", "points"), group, "place", "mark-points", about=about)


def _rows_and_columns(rules: Rules) -> Iterator[Tool]:
    group, about = say(rules, "tool_groups", "whole"), say(rules, "about", "line")
    for code in LINES:
        name = say(rules, "tools", code.replace(".", "_"))
        yield Tool(code, name, group, "place", f"mark-{code.replace('.', '-')}", about=about)


def _tokens(rules: Rules, battle: Battle, number: int) -> Iterator[Tool]:
    seat, faction = SEATS[number], battle.seat[number].faction
    group = say(rules, "tool_groups", "tokens_of", s=seat.upper(), faction=faction_name(rules, faction))
    own = [kind for kind in rules.units.values() if kind.faction == faction]
    hired = [kind for kind in rules.units.values() if kind.neutral and kind.pack in rules.options.unit_packs]
    for kind in (*own, *hired):
        yield Tool(
            f"force.{seat}.{kind.code}",
            kind.name,
            group,
            "place",
            f"unit-{kind.code}",
            seat,
            cost=kind.value,
            about=_line(rules, kind),
        )


def _line(rules: Rules, kind: UnitKind) -> Text:
    """What is printed on a token."""
    numbers = {name: getattr(kind.printed, name) for name in ("movement", "attack", "range", "initiative")}
    return say(rules, "about", "more", about=rules.words.table("types")[kind.type], text=_printed(rules, numbers))


def _printed(rules: Rules, numbers: Mapping[str, int]) -> Text:
    """Numbers with their names, one after the other."""
    return joined(
        (say(rules, "about", "number", name=rules.words.table("numbers")[name], n=n) for name, n in numbers.items()),
        " · ",
    )


def _lists(rules: Rules, battle: Battle) -> Iterator[Tool]:
    group = say(rules, "tool_groups", "lists")
    if battle.players.max < len(SEATS):
        yield Tool("seat", say(rules, "tools", "seat"), group, "add")
    for code in ("spawn", "two_lives", "replace_card_feature", "attack_bonus_if_outnumbering", "sided"):
        is_of_map = code in ("replace_card_feature", "spawn", "two_lives")
        is_second = code == "two_lives" and battle.two_lives is not None
        if not is_second and not (is_of_map and battle.map_generator) and (code != "sided" or battle.seat):
            yield Tool(code, say(rules, "tools", code), group, "add")
