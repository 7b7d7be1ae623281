"""The course of a turn: manoeuvres that open and close, turns and rounds that end, the end of the game (WOP-MAN, WOP-START,
WOP-WIN)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import ARMIES, Army, Phase, Result, other
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.position.actions import EndManoeuvre, EndTurn
from app.systems.war_of_plastic.position.events import (
    ManoeuvreClosed,
    ManoeuvreOpened,
    RoundEnded,
    TurnEnded,
    TurnStarted,
)
from app.systems.war_of_plastic.position.events_captains import GameEnded, ObjectiveReached
from app.systems.war_of_plastic.turn.objectives import (
    Counters,
    by_counters,
    by_objectives,
    is_satisfied,
    points_for,
    reached_objectives,
    survived,
    zone_rounds,
)


def start_turn(story: Story, army: Army) -> None:
    """The next turn; a round begins with the army that started (WOP-START-02)."""
    position = story.position
    new_round = position.round + (army == position.first_army or position.round == 0)
    story.add(TurnStarted(army, new_round, position.armies[army].turn_number + 1))


# ---------------------------------------------------------------------------------------------------------- manoeuvres


def open_manoeuvre(story: Story, unit: UnitId) -> None:
    """A unit's first act of the turn opens its manoeuvre, which counts from now (WOP-MAN-01, WOP-MAN-16)."""
    if story.position.open is None:
        story.add(ManoeuvreOpened(story.position.units[unit].army, unit, story.position.manoeuvres_used + 1))


def close_manoeuvre(story: Story) -> None:
    """The open manoeuvre is over (WOP-MAN-16): with its action, so that nothing moves after it acted (WOP-MAN-04)."""
    opened = story.position.open
    if opened is not None:
        army = story.position.units[opened.unit].army
        story.add(ManoeuvreClosed(army, opened.unit, story.position.armies[army].turn_number))


def judge_end_manoeuvre(moment: Moment, seat: Seat, action: EndManoeuvre) -> Refusal | None:
    """The unit's handler or the captain closes it."""
    opened = moment.position.open
    assert opened is not None, "it belongs to the state only while one is open"
    unit = moment.position.units[opened.unit]
    if moment.handles(seat, unit) or moment.is_captain(seat):
        return None
    return Refusal(RuleId("WOP-TEAM-03"), {"unit": unit.id})


def apply_end_manoeuvre(story: Story, seat: Seat, action: EndManoeuvre) -> None:
    """The manoeuvre ends without an action."""
    close_manoeuvre(story)


def judge_end_turn(moment: Moment, seat: Seat, action: EndTurn) -> Refusal | None:
    """The captain ends the turn, also with manoeuvres unused (WOP-MAN-09)."""
    return None if moment.is_captain(seat) else Refusal(RuleId("WOP-TEAM-04"))


def apply_end_turn(story: Story, seat: Seat, action: EndTurn) -> None:
    """An open manoeuvre closes, the turn is over."""
    close_manoeuvre(story)
    if not end_by_objectives(story):
        end_turn(story)


# ----------------------------------------------------------------------------------------------------- what ends by itself


def settle(story: Story) -> None:
    """After every completely resolved act: objectives, then the end of a turn whose manoeuvres are used up (WOP-WIN-06,
    WOP-MAN-10)."""
    if story.position.phase is not Phase.TURN or end_by_objectives(story):
        return
    position = story.position
    used_up = position.manoeuvres_used >= story.rules.constants.manoeuvres_per_turn
    if used_up and position.open is None and not position.prompts:
        end_turn(story)


def end_turn(story: Story) -> None:
    """The turn is over, perhaps the round, perhaps the game; else the other army's turn begins."""
    position = story.position
    army = position.army_to_act
    assert army is not None, "somebody's turn"
    on_table = any(unit.army == army and unit.status == "table" for unit in position.units.values())
    offer, claim = position.draw_offer, position.claim
    story.add(
        TurnEnded(
            army,
            0 if on_table else position.armies[army].empty_turns + 1,
            draw_lapsed=offer is not None and offer.army != army,
            claim_lapsed=claim is not None and claim.army != army,
        )
    )
    finished = position.round if army != position.first_army else 0
    if finished:
        _end_round(story)
    if end_by_objectives(story) or _end_by_counters(story, finished):
        return
    start_turn(story, other(army))


def _end_round(story: Story) -> None:
    position = story.position
    story.add(
        RoundEnded(
            position.round,
            {army: zone_rounds(position, army) for army in ARMIES},
            {army: survived(position, army) for army in ARMIES},
            0 if position.combat_this_round else position.stall_rounds + 1,
        )
    )


def end_by_objectives(story: Story) -> bool:
    """Ends the game if an army has what it came for (WOP-WIN-06)."""
    position = story.position
    result = by_objectives({army: is_satisfied(position, army) for army in ARMIES})
    if result is None:
        return False
    for army in ARMIES:
        for index in reached_objectives(position, army):
            story.add(ObjectiveReached(army, index, position.armies[army].objectives.list[index].type))
    end_game(story, result)
    return True


def _end_by_counters(story: Story, round_finished: int) -> bool:
    position = story.position
    counters = Counters(
        {army: position.armies[army].empty_turns for army in ARMIES},
        position.stall_rounds,
        round_finished,
        points_for(position, story.rules),
    )
    result = by_counters(story.rules.options, counters)
    if result is None:
        return False
    end_game(story, result)
    return True


def end_game(story: Story, result: Result) -> None:
    """It is over; waiting prompts are dropped (WOP-WIN-11)."""
    story.add(GameEnded(result.winner, result.reason, points_for(story.position, story.rules)))
