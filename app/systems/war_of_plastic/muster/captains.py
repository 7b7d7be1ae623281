"""What stands beside the turns: handing units over, draws, conceding, objectives agreed by hand (WOP-TEAM-03,
WOP-WIN-05, WOP-WIN-07)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import Army, Objective, Position, Result, Unit, other
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.position.actions import (
    AnswerDraw,
    ClaimObjective,
    Concede,
    ConfirmObjective,
    Delegate,
    OfferDraw,
)
from app.systems.war_of_plastic.position.events_captains import (
    ClaimAnswered,
    Conceded,
    Delegated,
    DrawAnswered,
    DrawOffered,
    ObjectiveClaimed,
)
from app.systems.war_of_plastic.turn.turn import end_game

CaptainsAct = OfferDraw | AnswerDraw | Concede | ConfirmObjective


def judge_delegate(moment: Moment, seat: Seat, action: Delegate) -> Refusal | None:
    """The owner, or the captain, hands a unit over to another seat of the army (WOP-TEAM-03)."""
    unit = moment.unit(action.unit)
    if unit is None or not may_delegate(moment, seat, unit):
        return Refusal(RuleId("WOP-TEAM-03"), {"unit": action.unit})
    if unit.status == "destroyed":
        return Refusal(RuleId("WOP-MAN-15"), {"unit": unit.id})
    if action.seat == unit.handler or action.seat not in moment.position.armies[unit.army].seats:
        return Refusal(RuleId("WOP-TEAM-03"), {"unit": unit.id, "seat": action.seat})
    return None


def may_delegate(moment: Moment, seat: Seat, unit: Unit) -> bool:
    """Whether a seat may hand a unit over: its owner, or its captain at any time."""
    return seat in (unit.owner, moment.position.armies[unit.army].captain)


def apply_delegate(story: Story, seat: Seat, action: Delegate) -> None:
    """The unit has another handler."""
    unit = story.position.units[UnitId(action.unit)]
    story.add(Delegated(unit.army, unit.id, Seat(action.seat)))


def judge_captain(moment: Moment, seat: Seat, action: CaptainsAct) -> Refusal | None:
    """Draws, conceding and answers are the captain's (WOP-TEAM-04)."""
    return None if moment.is_captain(seat) else Refusal(RuleId("WOP-TEAM-04"))


def apply_offer_draw(story: Story, seat: Seat, action: OfferDraw) -> None:
    """The offer stands; it stops nobody (WOP-WIN-07)."""
    story.add(DrawOffered(_army(story.moment, seat)))


def apply_answer_draw(story: Story, seat: Seat, action: AnswerDraw) -> None:
    """A draw, or the offer is gone."""
    story.add(DrawAnswered(_army(story.moment, seat), action.yes))
    if action.yes:
        end_game(story, Result("draw", "draw_agreed"))


def apply_concede(story: Story, seat: Seat, action: Concede) -> None:
    """The other army wins."""
    army = _army(story.moment, seat)
    story.add(Conceded(army))
    end_game(story, Result(other(army), "concession"))


def judge_claim(moment: Moment, seat: Seat, action: ClaimObjective) -> Refusal | None:
    """The captain claims one of his army's objectives agreed by hand, in his own turn (WOP-WIN-05)."""
    if not moment.is_captain(seat):
        return Refusal(RuleId("WOP-TEAM-04"))
    if action.index in claimable(moment.position, _army(moment, seat)):
        return None
    return Refusal(RuleId("WOP-WIN-05"), {"index": action.index})


def claimable(position: Position, army: Army) -> tuple[int, ...]:
    """The indices of an army's objectives that it may claim: agreed by hand, not confirmed yet."""
    own = position.armies[army]
    return tuple(
        index
        for index, objective in enumerate(own.objectives.list)
        if objective.type == "manual" and index not in own.confirmed
    )


def apply_claim(story: Story, seat: Seat, action: ClaimObjective) -> None:
    """Asks the other captain whether an objective is reached."""
    army = _army(story.moment, seat)
    objective = story.position.armies[army].objectives.list[action.index]
    es, en = words_of(objective)
    story.add(ObjectiveClaimed(army, action.index, es, en))


def words_of(objective: Objective) -> tuple[str, str]:
    """An objective agreed by hand, in Spanish and in English."""
    return objective.text_es or objective.text_en or "", objective.text_en or objective.text_es or ""


def apply_confirm(story: Story, seat: Seat, action: ConfirmObjective) -> None:
    """The claim is confirmed or not; it may be made again."""
    claim = story.position.claim
    assert claim is not None, "it belongs to the state only while there is one"
    story.add(ClaimAnswered(claim.army, claim.index, action.yes))


def _army(moment: Moment, seat: Seat) -> Army:
    return moment.army_of(seat) or "A"
