"""What a scenario says of its own, in words: goals of sides, cards that do something else, bonuses, places to go to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.types import SEATS, Text
from app.engine.words import joined, listed, same, shaped
from app.systems.open_wars.book.scenarios import Scenario, SidedLine, Turns
from app.systems.open_wars.book.tables import Feature, Rules
from app.systems.open_wars.words.screen_words import faction_name, player, unit_name

FOR_EVER: Final = 99
"""Turns that last as long are without end."""


def turns_words(rules: Rules, turns: Turns) -> Text:
    """``turn 5``, ``turns 1-6``, ``from turn 2 on``, ``any turn``."""
    if turns.last >= FOR_EVER:
        start = rules.words.say("goals", "turns_from", n=turns.first)
        return rules.words.say("goals", "turns_any") if turns.first == 1 else start
    if turns.first == turns.last:
        return rules.words.say("goals", "turn", n=turns.first)
    return rules.words.say("goals", "turns", a=turns.first, b=turns.last)


def goal_words(rules: Rules, scenario: Scenario, line: SidedLine) -> tuple[Text, Text]:
    """Who wins by a line of the list, and when (OW-VIC-06)."""
    title = rules.words.say("goals", "victory", who=faction_name(rules, line.side))
    unit = unit_name(rules, line.unit) if line.unit is not None else same("?")
    lives = scenario.two_lives
    is_second = lives is not None and line.form == lives.second
    places = {
        "at": ", ".join(line.at) or "?",
        "unit": unit,
        "faction": faction_name(rules, line.faction or "?"),
        "life": rules.words.say("goals", "life_second" if is_second else "life_first"),
    }
    when = rules.words.say("conditions", line.condition, **places)
    return title, shaped("{when} ({turns})", when=when, turns=turns_words(rules, line.turns))


def rule_words(rules: Rules, scenario: Scenario) -> Iterator[Text]:
    """What else is different in a scenario: bonuses of factions, seats that must go somewhere (OW-SCN-04, OW-SCN-05,
    OW-SCN-07)."""
    for modifier in scenario.modifiers:
        if modifier.kind == "attack_bonus_if_outnumbering":
            yield rules.words.say(
                "goals", "outnumbering", who=faction_name(rules, modifier.faction or "?"), n=f"{modifier.value:+d}"
            )
    for letter, seat in zip(SEATS, scenario.seats, strict=False):
        goal = seat.must_approach
        if goal is not None:
            yield rules.words.say("goals", "approach", seat=player(letter), cell=goal.cell, n=goal.from_turn)
        if seat.no_recruitment:
            yield rules.words.say("goals", "no_recruits", seat=player(letter))


def card_words(rules: Rules, features: tuple[Feature, ...]) -> Text:
    """What a card does in a scenario in place of its own text (OW-SCN-03)."""
    if not features:
        return rules.words.say("goals", "card_nothing")
    twin = next((card for card in rules.cards.values() if card.features == features and card.text is not None), None)
    if twin is not None and twin.text is not None:
        return rules.words.say("goals", "card_twin", text=twin.text)
    told = [_bonus(rules, feature) for feature in features if feature.kind == "stat_bonus" and feature.stat is not None]
    if len(told) < len(features):
        return rules.words.say("goals", "card_other")
    return rules.words.say("goals", "card_bonuses", told=joined(told, by="; "))


def _bonus(rules: Rules, feature: Feature) -> Text:
    who = listed(faction_name(rules, code) for code in feature.factions or ())
    words = shaped("{stat} {n}", stat=rules.words.say("numbers", feature.stat or "attack"), n=f"{feature.value:+d}")
    return rules.words.say("goals", "bonus_for", words=words, who=who) if feature.factions else words
