"""What wins a game, when it is counted, and how both sides stand in it (FHW-VIC)."""

from __future__ import annotations

from collections import Counter

from app.engine.types import Goal, Tally, Text
from app.engine.words import joined, listed
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.turn.ending import held_by, left_of, objectives
from app.systems.flames_hexwar.words.names import cell, side_name


def goals(rules: Rules, view: View) -> tuple[Goal, ...]:
    """Objectives, breaking the other side, the last turn."""
    say, field = rules.words.say, Field(rules, view.known)
    of = field.scenario.victory
    held = Counter(held_by(field, at) for _, at in objectives(field))
    left = {
        side: sum(left_of(field, each) for each in view.known.companies.values() if each.side == side) for side in SIDES
    }
    turns = field.scenario.turns
    return (
        Goal(
            "objectives",
            say("goals", "objectives"),
            joined((_asked(field), say("goals", "objectives_held")), by=" "),
            say("goals", "objectives_counted"),
            tuple(
                Tally(side, side_name(rules, side), held[side], of.attacker_needs_objectives if side == "A" else None)
                for side in SIDES
            ),
        ),
        Goal(
            "last",
            say("goals", "last"),
            say("goals", "last_about"),
            say("goals", "objectives_counted"),
            tuple(Tally(side, side_name(rules, side), left[side]) for side in SIDES),
        ),
        Goal(
            "limit",
            say("goals", "limit"),
            say("goals", f"limit_{of.otherwise}"),
            say("goals", "limit_counted", n=turns),
            (),
        ),
    )


def _asked(field: Field) -> Text:
    """Which objectives, how many of them the attacker needs, and from when on (FHW-VIC-01)."""
    of, words = field.scenario.victory, field.rules.words
    n, from_turn = of.attacker_needs_objectives, of.check_from_turn
    sought = [cell(at) for _, at in objectives(field)]
    if n < len(sought):
        return words.say("goals", "objectives_about", n=n, from_turn=from_turn, cells=listed(sought))
    return words.counted("goals", "objectives_all", n, from_turn=from_turn, cells=listed(sought))
