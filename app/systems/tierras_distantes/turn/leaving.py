"""Draws and giving up (TD-END-11, TD-END-12)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.kinds import Player, other
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position.state import Ending, Position
from app.systems.tierras_distantes.position.story import Story

NOT_NOW: Final = RuleId("TD-REF-01")
ONCE_A_TURN: Final = RuleId("TD-END-12")


def judge_offer(position: Position, player: Player) -> Refusal | None:
    """A draw is offered while no offer is open (TD-REF-01), once in a turn by each (TD-END-12)."""
    if position.phase == "over" or position.draw_offer is not None:
        return Refusal(NOT_NOW)
    return Refusal(ONCE_A_TURN) if position.players[player].offered_in_turn == position.turn else None


def judge_answer(position: Position, player: Player) -> Refusal | None:
    """An offer is answered by whoever has one before them (TD-END-12)."""
    return None if position.draw_offer == other(player) else Refusal(NOT_NOW)


def judge_resigning(position: Position) -> Refusal | None:
    """One may give up until the game is over (TD-END-11)."""
    return Refusal(NOT_NOW) if position.phase == "over" else None


def offer(story: Story, player: Player) -> None:
    """Offers a draw."""
    story.add(e.DrawOffered(player))


def accept(story: Story) -> None:
    """The game is a draw."""
    story.add(e.GameEnded(Ending("draw", "agreed")))


def decline(story: Story, player: Player) -> None:
    """The game goes on."""
    story.add(e.DrawDeclined(player))


def resign(story: Story, player: Player) -> None:
    """The other wins."""
    story.add(e.GameEnded(Ending(other(player), "resigned")))
