"""The one judge: every act with the functions that judge and apply it (sections 13 and 14 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from app.engine.dice import Dice
from app.engine.offering import name_of
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.types import Action, RuleId, Seat, UnitId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.fire import resolving
from app.systems.splatball.fire.attack import Shot, judge_attack
from app.systems.splatball.fire.retreat import judge_retreat
from app.systems.splatball.judge.steps import refused
from app.systems.splatball.march.marching import carry_out
from app.systems.splatball.march.moves import Plan, judge_move
from app.systems.splatball.march.transport import passenger_squares
from app.systems.splatball.muster import course
from app.systems.splatball.muster.laying import with_budgets
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.frames import EndFrame, WreckFrame
from app.systems.splatball.position.state import Position
from app.systems.splatball.score.story import Story
from app.systems.splatball.turn import benefits, leaving, machine, turns

NOT_ONES_OWN: Final = RuleId("SPL-GEN-04")
TWICE: Final = RuleId("SPL-ACT-01")
NO_PLACE: Final = RuleId("SPL-TRN-12")


class Moment(NamedTuple):
    """A position with everything the judge reads of it."""

    rules: Rules
    position: Position
    field: Field

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Moment:
        """The moment of a position."""
        return cls(rules, with_budgets(rules, position), Field.of(position, rules))


class Act(NamedTuple):
    """How an act is judged, once it is asked for, and what follows from it, with what the judge said of it."""

    judge: Callable[[Moment, Seat, Any], object]
    apply: Callable[[Story, Seat, Any, Any], None]


def check(moment: Moment, seat: Seat, action: Action) -> object:
    """The first rule that refuses an act, in the order of section 14; else what applying it takes."""
    refusal = refused(moment.position, seat, name_of(action))
    return refusal or ACTS[type(action)].judge(moment, seat, action)


def apply(moment: Moment, seat: Seat, action: Action, verdict: object, dice: Dice) -> Step:
    """What follows from a legal act."""
    story = Story(moment.rules, moment.position, dice)
    ACTS[type(action)].apply(story, seat, action, verdict)
    machine.go_on(story)
    leaving.lapse(story, moment.position)
    return story.step()


def begin(moment: Moment, dice: Dice) -> Step:
    """What follows from the set-up before anybody decides."""
    story = Story(moment.rules, moment.position, dice)
    machine.begin(story)
    return story.step()


# ------------------------------------------------------------------------------------------------------------------ judges


def owned(moment: Moment, seat: Seat, units: Iterable[UnitId]) -> Refusal | None:
    """The first of these that is no unit of one's own in play (SPL-GEN-04)."""
    for name in units:
        unit = moment.position.units.get(name)
        if unit is None or unit.seat != seat:
            return Refusal(NOT_ONES_OWN, {"unit": name})
    return None


def _legal(moment: Moment, seat: Seat, action: Action) -> None:
    """Nothing but the step is asked of it: whoever was activated need not have done anything (SPL-ACT-03)."""
    return


def _activate(moment: Moment, seat: Seat, action: a.Activate) -> Refusal | None:
    for number, name in enumerate(action.units):
        refusal = owned(moment, seat, (name,))
        if refusal is not None:
            return refusal
        if name in action.units[:number]:
            return Refusal(TWICE, {"unit": name})
    return None


def _move(moment: Moment, seat: Seat, action: a.Move) -> Refusal | Plan:
    return owned(moment, seat, (action.unit,)) or judge_move(moment.field, action)


def _attack(moment: Moment, seat: Seat, action: a.Attack) -> Refusal | Shot:
    return owned(moment, seat, (action.unit,)) or judge_attack(moment.field, action.unit, action.target)


def _retreat(moment: Moment, seat: Seat, action: a.RetreatTo) -> Refusal | None:
    frame = moment.position.frames[-1]
    return judge_retreat(moment.field, moment.position.units[frame.target], action.at)  # type: ignore[union-attr]


def _place_passenger(moment: Moment, seat: Seat, action: a.PlacePassenger) -> Refusal | None:
    frame = moment.position.frames[-1]
    assert isinstance(frame, WreckFrame)
    if action.unit not in frame.passengers:
        return Refusal(NOT_ONES_OWN, {"unit": action.unit})
    kind = moment.position.units[action.unit].type
    legal = passenger_squares(moment.field, frame.at, kind, frame.seat, first=frame.first)
    return None if action.at in legal else Refusal(NO_PLACE)


def _benefit(moment: Moment, seat: Seat, action: a.UseBenefit) -> Refusal | None:
    frame = moment.position.frames[-1]
    assert isinstance(frame, EndFrame)
    return benefits.judge(moment.field, moment.position, seat, frame.piece, action)


# ------------------------------------------------------------------------------------------------------------ what follows


def _apply_move(story: Story, seat: Seat, action: a.Move, plan: Plan) -> None:
    carry_out(story, plan)


def _apply_attack(story: Story, seat: Seat, action: a.Attack, shot: Shot) -> None:
    """The first attack ends the step of movement (SPL-TURN-03)."""
    if story.position.step == "move":
        turns.end_movement(story, seat)
    resolving.attack(story, shot)


ACTS: Final[Mapping[type[Action], Act]] = MappingProxyType(
    {
        **{kind: Act(*act) for kind, act in course.ACTS.items()},
        a.Activate: Act(_activate, lambda story, seat, action, _: turns.activate(story, seat, action)),
        a.Move: Act(_move, _apply_move),
        a.EndMovement: Act(_legal, lambda story, seat, action, _: turns.end_movement(story, seat)),
        a.Attack: Act(_attack, _apply_attack),
        a.EndTurn: Act(_legal, lambda story, seat, action, _: turns.end(story, seat)),
        a.RetreatTo: Act(_retreat, lambda story, seat, action, _: resolving.retreat_to(story, action.at)),
        a.Advance: Act(_legal, lambda story, seat, action, _: resolving.advance(story, accept=action.accept)),
        a.PlacePassenger: Act(
            _place_passenger, lambda story, seat, action, _: resolving.place_passenger(story, action.unit, action.at)
        ),
        a.UseBenefit: Act(_benefit, lambda story, seat, action, _: turns.answer_benefit(story, seat, action)),
        a.Resign: Act(_legal, lambda story, seat, action, _: leaving.resign(story, seat)),
        a.OfferDraw: Act(_legal, lambda story, seat, action, _: leaving.offer_draw(story, seat)),
        a.AnswerDraw: Act(
            _legal, lambda story, seat, action, _: leaving.answer_draw(story, seat, accept=action.accept)
        ),
    }
)
"""Every act of the game."""
