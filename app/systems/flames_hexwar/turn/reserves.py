"""The reinforcement phase: dice, lots, arrivals (FHW-REIN)."""

from __future__ import annotations

from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events_plans as ep


def reinforce(story: Story) -> None:
    """Side A rolls its dice and draws its lots, then side B; then artillery that was called in arrives (FHW-REIN-01, FHW-REIN-04)."""
    for side in SIDES:
        _roll(story, side)
    for name, platoon in story.position.platoons.items():
        if platoon.status == "coming" and platoon.arrives <= story.position.turn:
            story.add(ep.Arrived(name))


def waiting(story: Story, side: Side) -> list[str]:
    """Platoons in reserve, in roster order."""
    return [name for name, each in story.position.platoons.items() if each.side == side and each.status == "reserve"]


def _roll(story: Story, side: Side) -> None:
    start, left = story.field.scenario.reserves.of(side), waiting(story, side)
    if not start or story.position.turn < start or not left:
        return
    need = story.rules.constants.reserve_needed
    count = min(story.position.turn - start + 1, len(left))
    dice = tuple(story.die("reserves") for _ in range(count))
    story.add(ep.ReservesRolled(side, dice, need))
    for _ in range(sum(die >= need for die in dice)):
        left = waiting(story, side)
        if len(left) == 1:
            story.add(ep.LotDrawn(side, left[0]))  # type: ignore[arg-type]
        else:
            die = story.die("lot", len(left))
            story.add(ep.LotDrawn(side, left[die - 1], die, len(left)))  # type: ignore[arg-type]
