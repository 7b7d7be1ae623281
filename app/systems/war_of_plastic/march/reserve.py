"""The reserve: units taken off for care, hurts and stuns removed, withdrawal (WOP-HEAL, WOP-DMG-14)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.ground.close_combat import can_engage, contact, is_engaged
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.places import can_withdraw
from app.systems.war_of_plastic.position.actions import Heal, Unstun, Withdraw
from app.systems.war_of_plastic.position.events import Healed, Unstunned, Withdrawn
from app.systems.war_of_plastic.turn.turn import close_manoeuvre, open_manoeuvre


def judge_heal(moment: Moment, unit: Unit, action: Heal) -> Refusal | None:
    """Only hurts of units in reserve are removed (WOP-HEAL-08)."""
    if unit.status == "reserve" and unit.damage:
        return None
    return Refusal(RuleId("WOP-HEAL-08"), {"unit": unit.id, "status": unit.status, "damage": unit.damage})


def apply_heal(story: Story, seat: Seat, action: Heal) -> None:
    """One hurt less; with the last one gone it may come back from the next turn on. It was the unit's manoeuvre
    (WOP-HEAL-05, WOP-HEAL-06, WOP-HEAL-07)."""
    unit = story.position.units[UnitId(action.unit)]
    turn = story.position.armies[unit.army].turn_number
    ready_from_turn = turn + 1 if unit.damage == 1 else None
    open_manoeuvre(story, unit.id)
    story.add(Healed(unit.army, unit.id, unit.damage - 1, turn, ready_from_turn))
    close_manoeuvre(story)


def judge_unstun(moment: Moment, unit: Unit, action: Unstun) -> Refusal | None:
    """The stunned unit itself, or with the option a fit friend in contact (WOP-DMG-14)."""
    target = moment.unit(action.target)
    if target is not None and target.stunned and can_unstun(moment, unit, target):
        return None
    return Refusal(RuleId("WOP-DMG-14"), {"unit": unit.id, "target": action.target})


def can_unstun(moment: Moment, unit: Unit, target: Unit) -> bool:
    """Whether ``unit`` may spend its manoeuvre on the stun of ``target``, as far as the two of them go."""
    if moment.rules.options.unstun_by == "self" or target.status == "reserve":
        return unit.id == target.id
    if unit.id == target.id or unit.army != target.army or not can_engage(unit) or is_engaged(moment.field, unit):
        return False
    touched = target if target.aboard is None else moment.position.units[target.aboard]
    return contact(moment.field, unit, touched)


def apply_unstun(story: Story, seat: Seat, action: Unstun) -> None:
    """The stun is off, the hurts stay (WOP-DMG-15)."""
    unit = story.position.units[UnitId(action.unit)]
    open_manoeuvre(story, unit.id)
    story.add(Unstunned(unit.army, UnitId(action.target), unit.id))
    close_manoeuvre(story)


def judge_withdraw(moment: Moment, unit: Unit, action: Withdraw) -> Refusal | None:
    """A hurt unit on the table that touches its own edge (WOP-HEAL-03)."""
    edge = moment.position.armies[unit.army].edge
    if edge is not None and can_withdraw(moment.field, moment.table, edge, unit):
        return None
    return Refusal(RuleId("WOP-HEAL-03"), {"unit": unit.id, "damage": unit.damage, "edge": edge})


def apply_withdraw(story: Story, seat: Seat, action: Withdraw) -> None:
    """The unit goes to the reserve without moving."""
    unit = UnitId(action.unit)
    open_manoeuvre(story, unit)
    take_off(story, unit, automatic=False)
    close_manoeuvre(story)


def take_off(story: Story, unit_id: UnitId, *, automatic: bool) -> None:
    """Takes a unit off the table, with everybody aboard (WOP-HEAL-01, WOP-HEAL-04). Who is unhurt is ready next turn
    (WOP-HEAL-06)."""
    unit = story.position.units[unit_id]
    next_turn = story.position.armies[unit.army].turn_number + 1
    for passenger in story.moment.field.passengers_of(unit_id):
        story.add(Withdrawn(unit.army, passenger.id, automatic, next_turn, with_vehicle=unit_id))
    story.add(Withdrawn(unit.army, unit_id, automatic, next_turn))


def take_off_wounded_passengers(story: Story, vehicle_id: UnitId) -> None:
    """A vehicle at the own edge hands over its wounded (WOP-HEAL-04)."""
    vehicle = story.position.units[vehicle_id]
    next_turn = story.position.armies[vehicle.army].turn_number + 1
    for passenger in story.moment.field.passengers_of(vehicle_id):
        if passenger.damage:
            story.add(Withdrawn(vehicle.army, passenger.id, True, next_turn, with_vehicle=vehicle_id))
