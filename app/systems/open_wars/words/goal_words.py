"""What a scenario says of its own, in words: goals of sides, cards that do something else, bonuses, places to go to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.types import SEATS, Text
from app.systems.open_wars.book.scenarios import Scenario, SidedLine, Turns
from app.systems.open_wars.book.tables import Feature, Rules
from app.systems.open_wars.words.screen_words import NUMBERS, faction_name, joined, listed, said, same, unit_name

FOR_EVER: Final = 99
"""Turns that last as long are without end."""


def turns_words(turns: Turns) -> Text:
    """``turn 5``, ``turns 1-6``, ``from turn 2 on``, ``any turn``."""
    if turns.last >= FOR_EVER:
        start = said("desde el turno {n}", "from turn {n} on", n=turns.first)
        return Text("cualquier turno", "any turn") if turns.first == 1 else start
    if turns.first == turns.last:
        return said("turno {n}", "turn {n}", n=turns.first)
    return said("turnos {a}-{b}", "turns {a}-{b}", a=turns.first, b=turns.last)


def goal_words(rules: Rules, scenario: Scenario, line: SidedLine) -> tuple[Text, Text]:
    """Who wins by a line of the list, and when (OW-VIC-06)."""
    title = said("Victoria de {who}", "Victory for {who}", who=faction_name(rules, line.side))
    unit = unit_name(rules, line.unit) if line.unit is not None else same("?")
    lives = scenario.two_lives
    is_second = lives is not None and line.form == lives.second
    life = Text("su segunda vida", "its second life") if is_second else Text("su primera vida", "its first life")
    es, en, about = {
        "control": ("si controla {about}", "if it controls {about}", same(", ".join(line.at) or "?")),
        "unit_defeated": ("si cae {about}", "if {about} is defeated", unit),
        "form_defeated": ("si cae {about} en {life}", "if {about} is defeated in {life}", unit),
        "eliminated": (
            "si se elimina a {about}",
            "if {about} are eliminated",
            faction_name(rules, line.faction or "?"),
        ),
        "always": ("sin más", "with no more ado", same("")),
    }[line.condition]
    return title, said(f"{es} ({{turns}})", f"{en} ({{turns}})", about=about, life=life, turns=turns_words(line.turns))


def rule_words(rules: Rules, scenario: Scenario) -> Iterator[Text]:
    """What else is different in a scenario: bonuses of factions, seats that must go somewhere (OW-SCN-04, OW-SCN-05,
    OW-SCN-07)."""
    for modifier in scenario.modifiers:
        if modifier.kind == "attack_bonus_if_outnumbering":
            yield said(
                "{who}: Ataque {n} donde son más.",
                "{who}: Attack {n} where they are more.",
                who=faction_name(rules, modifier.faction or "?"),
                n=f"{modifier.value:+d}",
            )
    for letter, seat in zip(SEATS, scenario.seats, strict=False):
        goal = seat.must_approach
        if goal is not None:
            yield said(
                "{seat} debe acercarse a {cell} desde el turno {n}.",
                "{seat} must approach {cell} from turn {n} on.",
                seat=letter.upper(),
                cell=goal.cell,
                n=goal.from_turn,
            )
        if seat.no_recruitment:
            yield said("{seat} no recluta.", "{seat} does not recruit.", seat=letter.upper())


def card_words(rules: Rules, features: tuple[Feature, ...]) -> Text:
    """What a card does in a scenario in place of its own text (OW-SCN-03)."""
    if not features:
        return Text("En esta partida la carta no hace nada.", "In this game the card does nothing.")
    twin = next((card for card in rules.cards.values() if card.features == features and card.text is not None), None)
    if twin is not None and twin.text is not None:
        return said("En esta partida: {text}", "In this game: {text}", text=twin.text)
    told = [_bonus(rules, feature) for feature in features if feature.kind == "stat_bonus" and feature.stat is not None]
    if len(told) < len(features):
        return Text("En esta partida la carta hace otra cosa.", "In this game the card does something else.")
    return said("En esta partida: {told}.", "In this game: {told}.", told=joined(told, by="; "))


def _bonus(rules: Rules, feature: Feature) -> Text:
    who = listed(faction_name(rules, code) for code in feature.factions or ())
    words = said("{stat} {n}", "{stat} {n}", stat=NUMBERS[feature.stat or "attack"], n=f"{feature.value:+d}")
    return said("{words} para {who}", "{words} for {who}", words=words, who=who) if feature.factions else words
