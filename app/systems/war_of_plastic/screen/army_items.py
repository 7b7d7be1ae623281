"""What an army list may be made of, each kind with what its owner wants to know of it (WOP-ARMY-03, WOP-ARMY-07)."""

from __future__ import annotations

from typing import Final

from app.engine.offers import Item
from app.engine.types import Text
from app.engine.words import joined, shaped, short_centimetres
from app.systems.war_of_plastic.book.state import UnitType
from app.systems.war_of_plastic.book.tables import Rules, UnitKind
from app.systems.war_of_plastic.book.words import Words

CLASSES: Final[tuple[UnitType, ...]] = ("infantry", "light", "heavy")


def items_of(rules: Rules, words: Words) -> tuple[Item, ...]:
    """Every kind of unit with its points, class by class."""
    kinds = sorted(rules.kinds.values(), key=lambda kind: CLASSES.index(kind.type))
    return tuple(_item(rules, words, kind) for kind in kinds)


def _item(rules: Rules, words: Words, kind: UnitKind) -> Item:
    name = words.unit_class(kind.type)
    return Item(
        value=kind.id,
        name=words.kind(kind.id),
        cost=kind.points,
        symbol=kind.id,
        group=name,
        detail=_detail(rules, words, kind),
        kind=name,
        about=f"unit.{kind.id}",
    )


def _detail(rules: Rules, words: Words, kind: UnitKind) -> Text:
    """How far it goes, what it carries, what it shoots with: ``20 cm; forced 30 cm · Rifle 50 cm``."""
    caps = rules.caps(kind.type, 0)
    parts = [short_centimetres(caps.moving_mm)]
    if caps.forced_mm is not None:
        moving, forced = short_centimetres(caps.moving_mm), short_centimetres(caps.forced_mm)
        parts = [words.say("about", "and_forced", moving=moving, forced=forced)]
    # What sets it apart comes first: where there is little room the end is cut off.
    for weapon in dict.fromkeys((*((kind.special,) if kind.special else ()), *kind.weapons)):
        reach = short_centimetres(rules.weapons[weapon].range_mm)
        name = words.weapon(weapon)
        parts.append(shaped("{name} {reach}", name=name, reach=reach))
    if kind.capacity:
        parts.append(words.say("about", "room_for", seats=kind.capacity))
    return joined(parts, by=" · ")
