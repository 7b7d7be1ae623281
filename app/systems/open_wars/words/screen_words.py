"""Words of what is drawn: values, phases, marks; and small helps to put texts together."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.types import RuleId, Seat, Text
from app.engine.words import called, same, shaped
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules


def refused(rules: Rules, rule: RuleId) -> Text:
    """What a refusal by a rule says."""
    words = rules.words.table("refusals")
    return words.get(rule, words["other"])


def reason_words(rules: Rules, reason: str) -> Text:
    """Why somebody has won, within a sentence."""
    return rules.words.table("reasons").get(reason, same(reason.replace("_", " ")))


def movement_left(rules: Rules, points: Iterable[int]) -> Text:
    """What tokens may still move: ``1 movement left``; ``1 / 2`` where they differ."""
    found = sorted(set(points))
    key = "movement_left_one" if found == [1] else "movement_left"
    return rules.words.say("names", key, n=" / ".join(map(str, found)))


def unit_name(rules: Rules, code: str) -> Text:
    """A unit's name, its code if the tables have none."""
    kind = rules.units.get(code)
    return same(code) if kind is None else kind.name


def counted(rules: Rules, code: str, count: int) -> Text:
    """``Axer``, or with more than one ``Axer ×3``."""
    name = unit_name(rules, code)
    return name if count == 1 else shaped("{name} ×{count}", name=name, count=count)


def faction_name(rules: Rules, code: str) -> Text:
    """A faction's name, its code if the tables have none."""
    found = rules.factions.get(code)
    return same(code) if found is None else found.name


def player(seat: str) -> Text:
    """Whoever plays a seat, or alone a side: by name, else the letter."""
    return called(seat, same(seat.upper() if len(seat) == 1 else seat.replace("_", " ")))


def seat_name(rules: Rules, faction: str, seat: Seat) -> Text:
    """The same where the faction is known: by name, else ``Orcs (A)``."""
    return called(seat, shaped("{faction} ({seat})", faction=faction_name(rules, faction), seat=seat.upper()))


def spell_name(rules: Rules, code: str) -> Text:
    """The name of what lasts: a spell's, a card's, else the code."""
    spell, card = rules.spells.get(code), rules.cards.get(code)
    if spell is not None:
        return spell.name
    return same(code) if card is None else card.name


def ref_name(rules: Rules, ref: UnitRef) -> Text:
    """A unit with its player and place: ``Axer (Ana, B2)``."""
    return shaped("{unit} ({who}, {cell})", unit=unit_name(rules, ref.unit), who=player(ref.seat), cell=ref.cell)
