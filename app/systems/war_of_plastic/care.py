"""Medical and mechanical care: removing hurts from units in reserve (WOP-HEAL-05 to 08)."""

from __future__ import annotations

from typing import NamedTuple

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.war_of_plastic.state import Status


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
