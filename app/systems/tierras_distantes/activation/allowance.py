"""What a miniature may do with what is left of its activation (TD-ACC, TD-FRT-01, TD-CLB-08, TD-CLB-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.state import Unit

Kind = Literal["move", "climb", "fire", "fire_area", "rally", "rally_other"]

NOT_ACTIVE: Final = RuleId("TD-ACT-04")
FRIGHTENED: Final = RuleId("TD-FRT-01")
CLIMBER_WALKS: Final = RuleId("TD-CLB-11")
CLIMBER_SHOOTS: Final = RuleId("TD-CLB-08")
NO_ACTION: Final = RuleId("TD-ACC-01")
NO_MOVE: Final = RuleId("TD-ACC-02")
NO_SHOT: Final = RuleId("TD-ACC-03")
NO_LEADER: Final = RuleId("TD-FRT-06")
NOT_FRIGHTENED: Final = RuleId("TD-FRT-14")


class Fitness(NamedTuple):
    """The state of a miniature, and what it has used."""

    frightened: bool = False
    climbing: bool = False
    leader: bool = False
    actions: int = 0
    moves: int = 0
    shots: int = 0


def fitness_of(unit: Unit) -> Fitness:
    """Of a miniature that acts; one that is named only now has used nothing (TD-ACT-05)."""
    used = (unit.actions, unit.moves, unit.shots) if unit.status == "active" else (0, 0, 0)
    return Fitness(unit.frightened, unit.climbing is not None, unit.leader, *used)


def _calm(rules: Rules, mini: Fitness) -> Refusal | None:
    """A frightened miniature can do nothing but try to rally."""
    return Refusal(FRIGHTENED) if mini.frightened else None


def _on_foot(rules: Rules, mini: Fitness) -> Refusal | None:
    return Refusal(CLIMBER_WALKS) if mini.climbing else None


def _hands_free(rules: Rules, mini: Fitness) -> Refusal | None:
    return Refusal(CLIMBER_SHOOTS) if mini.climbing else None


def _has_action(rules: Rules, mini: Fitness) -> Refusal | None:
    most = rules.constants.actions
    return Refusal(NO_ACTION, {"actions": mini.actions, "most": most}) if mini.actions >= most else None


def _has_move(rules: Rules, mini: Fitness) -> Refusal | None:
    most = rules.constants.moves
    return Refusal(NO_MOVE, {"moves": mini.moves, "most": most}) if mini.moves >= most else None


def _has_climb(rules: Rules, mini: Fitness) -> Refusal | None:
    """A climb is one of the moves (TD-CLB-09)."""
    return _has_move(rules, mini) if rules.options.climb_is_move else None


def _has_shot(rules: Rules, mini: Fitness) -> Refusal | None:
    most = rules.constants.shots
    return Refusal(NO_SHOT, {"shots": mini.shots, "most": most}) if mini.shots >= most else None


def _leads(rules: Rules, mini: Fitness) -> Refusal | None:
    return None if mini.leader else Refusal(NO_LEADER)


def _is_frightened(rules: Rules, mini: Fitness) -> Refusal | None:
    return None if mini.frightened else Refusal(NOT_FRIGHTENED)


_TESTS: Final[Mapping[Kind, tuple[Callable[[Rules, Fitness], Refusal | None], ...]]] = MappingProxyType(
    {
        "move": (_calm, _on_foot, _has_action, _has_move),
        "climb": (_calm, _has_action, _has_climb),
        "fire": (_calm, _hands_free, _has_action, _has_shot),
        "fire_area": (_calm, _hands_free, _has_action, _has_shot),
        "rally": (_is_frightened, _has_action),
        "rally_other": (_calm, _leads, _has_action),
    }
)
"""What is asked of the miniature itself, in the order of "Actions"; rallying has no limit but the actions (TD-ACC-04,
TD-FRT-10)."""


def judge_able(rules: Rules, kind: Kind, mini: Fitness) -> Refusal | None:
    """Whether an active miniature is able to do that now, whatever lies around it."""
    for test in _TESTS[kind]:
        refusal = test(rules, mini)
        if refusal is not None:
            return refusal
    return None
