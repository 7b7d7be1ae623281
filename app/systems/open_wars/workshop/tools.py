"""What can be put into a battle that somebody makes: cards, starts, points, tokens of every seat, events, goals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.types import SEATS, Text
from app.engine.workshop import Tool
from app.systems.open_wars.book.tables import Card, Rules, UnitKind
from app.systems.open_wars.opening.battle import Battle
from app.systems.open_wars.words.screen_words import NUMBERS, TYPES, faction_name, said

BASIC: Final = Text("Cartas básicas", "Basic cards")
ON_MAP: Final = Text("Salidas y puntos", "Starts and points")
LISTS: Final = Text("Asientos, metas y sucesos", "Seats, goals and events")
WHOLE: Final = Text("Filas y columnas", "Rows and columns")
TOKENS: Final = Text("Fichas", "Tokens")
LINES: Final = ("row.new", "column.new", "row.gone", "column.gone")
"""The tools that lay in or take away a whole row or column."""


def tools_of(rules: Rules, battle: Battle) -> Iterator[Tool]:
    """Every tool, those of a group together."""
    if not battle.map_generator:
        yield from _cards(rules)
        yield from _marks(rules, battle)
        yield from _rows_and_columns()
        for number in range(len(battle.seat)):
            yield from _tokens(rules, battle, number)
        if not battle.seat:
            about = Text("La batalla dice quién juega.", "The battle says who plays.")
            yield Tool(
                "seats",
                Text(
                    "Cada asiento con su facción, su oro y sus fichas", "Every seat with its faction, gold and tokens"
                ),
                TOKENS,
                "add",
                about=about,
            )
    yield from _lists(battle)


def _cards(rules: Rules) -> Iterator[Tool]:
    basic = [card for card in rules.cards.values() if not card.special]
    yield from (_card(card, BASIC) for card in basic)
    yield Tool(
        "hole", Text("Hueco", "Hole"), BASIC, "place", "hole", about=Text("Quita la carta.", "Takes the card away.")
    )
    for kind in dict.fromkeys(card.type for card in rules.cards.values()):
        group = said("Especiales: {kind}", "Special: {kind}", kind=TYPES[kind])
        yield from (_card(card, group) for card in rules.cards.values() if card.special and card.type == kind)


def _card(card: Card, group: Text) -> Tool:
    numbers = [("entry", card.entry_cost), ("gold", card.gold), ("mana", card.mana)]
    printed = [said("{name} {n}", "{name} {n}", name=NUMBERS[name], n=n) for name, n in numbers if n]
    about = Text(" · ".join(text.es for text in printed), " · ".join(text.en for text in printed))
    if card.text is not None:
        about = said("{about}. {text}", "{about}. {text}", about=about, text=card.text)
    return Tool(f"card.{card.code}", card.name, group, "place", f"card-{card.code}", about=about)


def _marks(rules: Rules, battle: Battle) -> Iterator[Tool]:
    for seat in SEATS[: battle.players.max]:
        name = said("Salida de {s}", "Start of {s}", s=seat.upper())
        yield Tool(f"start.{seat}", name, ON_MAP, "place", f"mark-start-{seat}", seat)
    about = Text("Cada clic da un punto más.", "Every click gives one point more.")
    yield Tool("points", Text("Punto de control", "Control point"), ON_MAP, "place", "mark-points", about=about)


def _rows_and_columns() -> Iterator[Tool]:
    about = Text("Lo que hay detrás se corre.", "What lies beyond moves along.")
    names = (
        Text("Fila nueva encima", "New row above"),
        Text("Columna nueva a la izquierda", "New column on the left"),
        Text("Fila fuera", "Row taken out"),
        Text("Columna fuera", "Column taken out"),
    )
    for code, name in zip(LINES, names, strict=True):
        yield Tool(code, name, WHOLE, "place", f"mark-{code.replace('.', '-')}", about=about)


def _tokens(rules: Rules, battle: Battle, number: int) -> Iterator[Tool]:
    seat, faction = SEATS[number], battle.seat[number].faction
    group = said(
        "Fichas de {s}: {faction}", "Tokens of {s}: {faction}", s=seat.upper(), faction=faction_name(rules, faction)
    )
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
            about=_line(kind),
        )


def _line(kind: UnitKind) -> Text:
    """What is printed on a token."""
    values = kind.printed
    numbers = (
        ("movement", values.movement),
        ("attack", values.attack),
        ("range", values.range),
        ("initiative", values.initiative),
    )
    printed = [said("{name} {n}", "{name} {n}", name=NUMBERS[name], n=n) for name, n in numbers]
    return Text(
        f"{TYPES[kind.type].es}. " + " · ".join(text.es for text in printed),
        f"{TYPES[kind.type].en}. " + " · ".join(text.en for text in printed),
    )


def _lists(battle: Battle) -> Iterator[Tool]:
    listed = [
        ("spawn", Text("Llegada de fichas", "Arrival of tokens")),
        ("two_lives", Text("Unidad con dos vidas", "Unit with two lives")),
        ("replace_card_feature", Text("Carta que hace otra cosa", "Card that does something else")),
        ("attack_bonus_if_outnumbering", Text("Ataque para quien es más", "Attack for whoever is more")),
        ("sided", Text("Meta de un bando", "Goal of a side")),
    ]
    if battle.players.max < len(SEATS):
        yield Tool("seat", Text("Un asiento más", "One more seat"), LISTS, "add")
    for code, name in listed:
        is_of_map = code in ("replace_card_feature", "spawn", "two_lives")
        is_second = code == "two_lives" and battle.two_lives is not None
        if not is_second and not (is_of_map and battle.map_generator) and (code != "sided" or battle.seat):
            yield Tool(code, name, LISTS, "add")
