"""Care: removing hurts from units in reserve, and stuns anywhere (WOP-HEAL-05 to 08, WOP-DMG-14)."""

from __future__ import annotations

from typing import NamedTuple

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.war_of_plastic.close_combat import can_engage, contact, is_engaged
from app.systems.war_of_plastic.field import Field
from app.systems.war_of_plastic.state import Status, Unit


class Treated(NamedTuple):
    """A unit after treatment: the hurts left, and from which turn of its army it may enter (``None``: not yet)."""

    damage: int
    ready_from_turn: int | None


def treatment_refusal(status: Status, damage: int) -> Refusal | None:
    """Only hurt units in reserve are treated (WOP-HEAL-08); that they have not made a manoeuvre this turn is judged with
    every other action (WOP-MAN-03, WOP-HEAL-07)."""
    if status == "reserve" and damage > 0:
        return None
    return Refusal(RuleId("WOP-HEAL-08"), {"status": status, "damage": damage})


def treated(damage: int, army_turn: int) -> Treated:
    """One hurt less; with the last one gone it may enter from the army's next turn on (WOP-HEAL-05, 06)."""
    return Treated(damage - 1, army_turn + 1 if damage == 1 else None)


def unstun_refusal(field: Field, helper: Unit, target: Unit | None) -> Refusal | None:
    """A stun is removed by the stunned unit itself; with ``unstun_by = helper`` by a fit friendly soldier on foot, not in
    close combat, in contact with it (for a passenger: with his vehicle), but in reserve by itself (WOP-DMG-14)."""
    if target is not None and target.stunned and _may_unstun(field, helper, target):
        return None
    facts = {"unit": helper.id, "target": None if target is None else target.id}
    return Refusal(RuleId("WOP-DMG-14"), {**facts, "by": field.rules.options.unstun_by})


def _may_unstun(field: Field, helper: Unit, target: Unit) -> bool:
    if field.rules.options.unstun_by == "self" or target.status == "reserve":
        return helper.id == target.id
    if helper.army != target.army or helper.id == target.id or not can_engage(helper) or is_engaged(field, helper):
        return False
    touched = target if target.aboard is None else field.units.get(target.aboard, target)
    return contact(field, helper, touched)
