"""What a miniature of a list is put together from: quality, armour, one or two weapons, leader, each choice with its cost (TD-SQD-05,
TD-SQD-08)."""

from __future__ import annotations

from typing import Final

from app.engine.judging import Kept
from app.engine.offers import Slot, SlotChoice
from app.engine.types import Text
from app.engine.words import joined, same, short_centimetres
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Armour, Quality, Rules, Weapon

MOST_TABLES: Final = 16


def _slots(rules: Rules) -> tuple[Slot, ...]:
    say = rules.words.table("lists")
    leader = (
        SlotChoice(False, say["no_leader"]),
        SlotChoice(True, say["leader"], rules.constants.leader_cost, about="mark.leader"),
    )
    return (
        Slot("quality", say["quality"], tuple(_quality(rules, each) for each in rules.qualities.values())),
        Slot("armour", say["armour"], tuple(_armour(rules, each) for each in rules.armours.values())),
        Slot(
            "weapons",
            say["weapons"],
            tuple(_weapon(rules, each) for each in rules.weapons.values()),
            most=rules.constants.max_weapons,
        ),
        Slot("leader", say["leader"], leader),
    )


slots_of: Final = Kept(_slots, MOST_TABLES)
"""The parts of a miniature under the rules of a room."""


def _quality(rules: Rules, row: Quality) -> SlotChoice:
    """How far it moves and how high it climbs in an action (TD-MOV-01, TD-CLB-01)."""
    say = rules.words.say
    detail = (say("lists", "moves", length=_length(row.move_nm)), say("lists", "climbs", length=_length(row.climb_nm)))
    return SlotChoice(row.id, row.name, row.cost, detail=joined(detail, by=" · "), about=f"quality.{row.id}")


def _armour(rules: Rules, row: Armour) -> SlotChoice:
    """The dice of its defence (TD-FIRE-06)."""
    detail = rules.words.counted("lists", "dice", row.dice)
    return SlotChoice(row.id, row.name, row.cost, detail=detail, about=f"armour.{row.id}")


def _weapon(rules: Rules, row: Weapon) -> SlotChoice:
    """Its dice (TD-FIRE-04), its range (TD-RNG-02, TD-RNG-03) and its burst (TD-AREA-01)."""
    say = rules.words.say
    dice = same(row.total if row.total == row.effective else f"{row.total}({row.effective})")
    parts = [say("lists", "weapon_dice", dice=dice), _length(row.effective_range_nm)]
    if row.max_range_nm is not None:
        parts.append(say("lists", "at_most", length=_length(row.max_range_nm)))
    if row.area_radius_nm is not None:
        parts.append(say("lists", "burst", length=_length(row.area_radius_nm)))
    if row.divide:
        parts.append(say("lists", "divides"))
    return SlotChoice(row.id, row.name, row.cost, detail=joined(parts, by=" · "), about=f"weapon.{row.id}")


def _length(length_nm: int) -> Text:
    return short_centimetres(length_nm / NM_PER_MM)
