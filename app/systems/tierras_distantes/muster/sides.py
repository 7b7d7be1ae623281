"""Who deploys on which side (TD-DEP-01)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import Player, Side, other
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land.lot import rolled_off
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.actions import ChooseSide
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.position.story import Story

OTHER_SIDE: Final = RuleId("TD-DEP-01")


def roll_sides(story: Story) -> None:
    """Both roll; the winner chooses, or gets the first side without choosing (TD-DEP-01)."""
    dice, winner = rolled_off(story.roll, "sides")
    story.add(e.SidesRolled(tuple(dice), winner))
    if story.rules.options.side_choice == "random":
        choose(story, winner, story.position.board.sides[0])


def judge_side(position: Position, action: ChooseSide) -> Refusal | None:
    """Whether the scenario names that side (TD-DEP-01)."""
    sides = position.board.sides
    return None if action.side in sides else Refusal(OTHER_SIDE, {"sides": list(sides)})


def choose(story: Story, player: Player, side: Side) -> None:
    """The player has that side, the other the opposite one; who has the first go is who lost the roll (TD-DEP-04)."""
    opposite = next(each for each in story.position.board.sides if each != side)
    first = other(player) if _in_turn(story.rules) else None
    story.add(e.SideChosen({player: side, other(player): opposite}, first))


def _in_turn(rules: Rules) -> bool:
    return rules.options.deployment_order != "blind"
