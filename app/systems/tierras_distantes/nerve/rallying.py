"""Rallying: who may try for whom, and with which dice (TD-FRT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.tierras_distantes.activation.allowance import NOT_FRIGHTENED, fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import NM_PER_CM
from app.systems.tierras_distantes.book.tables import Quality, Rules
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.position.actions import Rally, RallyOther
from app.systems.tierras_distantes.position.events_fights import Rallied
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.position.story import Story
from app.systems.tierras_distantes.space.distance import distance

UNKNOWN: Final = RuleId("TD-REF-02")
NOT_ANOTHER: Final = RuleId("TD-FRT-15")
TOO_FAR: Final = RuleId("TD-FRT-05")


def rally_below(rules: Rules, quality: Quality) -> int:
    """The total that a frightened miniature must stay below (TD-FRT-09)."""
    return quality.rally_below if rules.options.quality_rally == "same" else quality.rally_below_varied


def recovers(rules: Rules, quality: Quality, dice: Sequence[int]) -> bool:
    """Whether it recovers (TD-FRT-03)."""
    return sum(dice) < rally_below(rules, quality)


def judge_rallying(field: Field, action: Rally) -> Refusal | None:
    """Whether a miniature that may act may try to recover (TD-FRT-14, TD-ACC-01)."""
    return judge_able(field.rules, "rally", fitness_of(field.position.units[action.unit]))


def judge_target(position: Position, action: RallyOther) -> Refusal | None:
    """Whether the one a leader means is in play (TD-REF-02)."""
    target = position.units.get(action.target)
    return None if target is not None and target.in_play else Refusal(UNKNOWN, {"unit": action.target})


def judge_leading(field: Field, action: RallyOther) -> Refusal | None:
    """Whether a leader that may act may try to rally somebody else (TD-FRT-01, TD-FRT-06, TD-ACC-01, TD-FRT-15, TD-FRT-14, TD-FRT-05); no
    sight is needed (TD-FRT-13)."""
    rules, units = field.rules, field.position.units
    leader, target = units[action.unit], units[action.target]
    return (
        judge_able(rules, "rally_other", fitness_of(leader))
        or judge_rallied(own=leader.player == target.player and leader is not target, frightened=target.frightened)
        or judge_near(rules, distance(rules, field.body(leader.id), field.body(target.id)))
    )


def judge_rallied(*, own: bool, frightened: bool) -> Refusal | None:
    """A leader rallies others of the own side (TD-FRT-15), and only who is frightened (TD-FRT-14)."""
    if not own:
        return Refusal(NOT_ANOTHER)
    return None if frightened else Refusal(NOT_FRIGHTENED)


def judge_near(rules: Rules, far: int) -> Refusal | None:
    """The one rallied is less than a leader's distance away (TD-FRT-05)."""
    most = rules.constants.leader_range_nm
    if far < most:
        return None
    return Refusal(TOO_FAR, {"distance_cm": round(far / NM_PER_CM, 1), "below_cm": round(most / NM_PER_CM, 1)})


def rally(story: Story, by: UnitId, target: UnitId) -> None:
    """An attempt: one action of who makes it, two dice of who is frightened (TD-FRT-02, TD-FRT-03, TD-FRT-08). Who recovers goes on with what is
    left of its activation (TD-FRT-04), who does not stays frightened, for turns if need be (TD-FRT-12)."""
    quality = story.rules.qualities[story.position.units[target].quality]
    dice = story.rolled("rally", story.rules.constants.rally_dice)
    below = rally_below(story.rules, quality)
    story.add(Rallied(unit=target, by=by, dice=dice, below=below, success=recovers(story.rules, quality, dice)))
