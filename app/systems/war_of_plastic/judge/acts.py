"""The one judge: every act with the functions that judge and apply it, and the order in which the tests are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from app.engine.dice import Dice
from app.engine.offering import name_of
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.types import Action, RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.fire import arms, combat
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.march import marches, reserve
from app.systems.war_of_plastic.muster import armies, captains, deployment, obstacles
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.turn import turn
from app.systems.war_of_plastic.turn.manoeuvres import unit_rule
from app.systems.war_of_plastic.turn.phases import belongs, waited_for


class Act(NamedTuple):
    """How an act is judged and what follows from it. Each function takes its own kind of action."""

    judge: Callable[[Moment, Seat, Any], object]  # a Refusal, or anything else for "legal"
    apply: Callable[[Story, Seat, Any], None]


def _of_unit(judge: Callable[[Moment, Unit, Any], object]) -> Callable[[Moment, Seat, Any], object]:
    """A judge of a unit's act: the unit is there, may act at all, and then its own test."""

    def judged(moment: Moment, seat: Seat, action: Any) -> object:
        return _unit_refusal(moment, seat, action) or judge(moment, moment.position.units[UnitId(action.unit)], action)

    return judged


def _unit_refusal(moment: Moment, seat: Seat, action: Any) -> Refusal | None:
    unit = moment.unit(action.unit)
    if unit is None:
        return Refusal(RuleId("WOP-TEAM-03"), {"unit": action.unit})
    rule = unit_rule(moment, seat, unit, name_of(action))
    return None if rule is None else Refusal(rule, {"unit": unit.id})


def _judge_enter(moment: Moment, seat: Seat, action: a.Enter) -> object:
    refusal = _unit_refusal(moment, seat, action)
    return refusal or marches.judge_enter(moment, seat, moment.position.units[UnitId(action.unit)], action)


ACTS: Final[Mapping[type[Action], Act]] = MappingProxyType(
    {
        a.SubmitArmy: Act(armies.judge_submit, armies.apply_submit),
        a.LockArmy: Act(armies.judge_lock, armies.apply_lock),
        a.Roll: Act(obstacles.judge_roll, obstacles.apply_roll),
        a.ChooseRole: Act(obstacles.judge_role, obstacles.apply_role),
        a.PlaceObstacle: Act(obstacles.judge_place, obstacles.apply_place),
        a.PassObstacle: Act(obstacles.judge_pass, obstacles.apply_pass),
        a.FinishObstacles: Act(obstacles.judge_finish, obstacles.apply_finish),
        a.ChooseEdge: Act(obstacles.judge_edge, obstacles.apply_edge),
        a.Deploy: Act(deployment.judge_deploy, deployment.apply_deploy),
        a.FinishDeployment: Act(deployment.judge_finish_deployment, deployment.apply_finish_deployment),
        a.DropWeapon: Act(_of_unit(arms.judge_drop), arms.apply_drop),
        a.Move: Act(_of_unit(marches.judge_move), marches.apply_move),
        a.Enter: Act(_judge_enter, marches.apply_enter),
        a.Shoot: Act(_of_unit(combat.judge_shoot), combat.apply_shoot),
        a.Fight: Act(_of_unit(combat.judge_fight), combat.apply_fight),
        a.Assault: Act(_of_unit(combat.judge_assault), combat.apply_assault),
        a.PickUp: Act(_of_unit(arms.judge_pick_up), arms.apply_pick_up),
        a.TakeWeapon: Act(_of_unit(arms.judge_take), arms.apply_take),
        a.Unstun: Act(_of_unit(reserve.judge_unstun), reserve.apply_unstun),
        a.Heal: Act(_of_unit(reserve.judge_heal), reserve.apply_heal),
        a.Withdraw: Act(_of_unit(reserve.judge_withdraw), reserve.apply_withdraw),
        a.EndManoeuvre: Act(turn.judge_end_manoeuvre, turn.apply_end_manoeuvre),
        a.EndTurn: Act(turn.judge_end_turn, turn.apply_end_turn),
        a.PlaceSurvivor: Act(arms.judge_survivor, arms.apply_survivor),
        a.Delegate: Act(captains.judge_delegate, captains.apply_delegate),
        a.OfferDraw: Act(captains.judge_captain, captains.apply_offer_draw),
        a.AnswerDraw: Act(captains.judge_captain, captains.apply_answer_draw),
        a.Concede: Act(captains.judge_captain, captains.apply_concede),
        a.ClaimObjective: Act(captains.judge_claim, captains.apply_claim),
        a.ConfirmObjective: Act(captains.judge_captain, captains.apply_confirm),
    }
)


def judge(moment: Moment, seat: Seat, action: Action) -> object:
    """A ``Refusal``, or what the act's own chapter says of a legal one: the verdict on a path, the designation of targets,
    ``None``."""
    if not belongs(moment, seat, action):
        return Refusal(RuleId("WOP-MAN-14"), waited_for(moment, seat, action))
    return ACTS[type(action)].judge(moment, seat, action)


def check(moment: Moment, seat: Seat, action: Action) -> Refusal | None:
    """``None`` if the rules accept the action, else the first rule that refuses it."""
    judged = judge(moment, seat, action)
    return judged if isinstance(judged, Refusal) else None


def apply(moment: Moment, seat: Seat, action: Action, verdict: object, dice: Dice) -> Step:
    """What follows from a legal act, given what ``judge`` says of it."""
    story = Story(moment, dice, verdict)
    ACTS[type(action)].apply(story, seat, action)
    turn.settle(story)
    return story.step()
