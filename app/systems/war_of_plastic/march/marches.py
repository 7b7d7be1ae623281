"""Moves and entries: what the movement chapter judges becomes acts of a manoeuvre, with boarding, getting off and being
taken off for care (WOP-MOVE, WOP-VEH, WOP-RES, WOP-HEAL-01, WOP-HEAL-02, WOP-HEAL-04)."""

from __future__ import annotations

from math import atan2, degrees
from typing import Final

from app.boards.measured import EDGES
from app.engine.refusal import Fact, Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import Edge, Unit
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.places import (
    entry_place,
    entry_refusal,
    is_at_edge,
    is_ready,
    is_taken_off,
    load_rule,
)
from app.systems.war_of_plastic.march.movement import PathVerdict, judge_path, start_of
from app.systems.war_of_plastic.march.reserve import take_off, take_off_wounded_passengers
from app.systems.war_of_plastic.muster.deployment import edge_of
from app.systems.war_of_plastic.position.actions import Enter, Move
from app.systems.war_of_plastic.position.events import Boarded, Entered, LeftVehicle, Moved
from app.systems.war_of_plastic.position.events_combat import Spot
from app.systems.war_of_plastic.position.field import Place
from app.systems.war_of_plastic.turn.turn import close_manoeuvre, open_manoeuvre

NOT_HANDLED: Final = RuleId("WOP-TEAM-03")


def judge_move(moment: Moment, unit: Unit, action: Move) -> PathVerdict | Refusal:
    """The verdict on the path; a unit that is neither on the table nor aboard does not get here."""
    boarding = None if action.board is None else UnitId(action.board)
    return judge_path(moment.field, moment.table, unit, action.path_mm, boarding=boarding)


def judge_enter(moment: Moment, seat: Seat, unit: Unit, action: Enter) -> PathVerdict | Refusal:
    """Ready, at a legal place of the own edge, with no more soldiers than it carries, along a legal path (WOP-RES-03,
    WOP-RES-05, WOP-RES-06)."""
    edge = edge_of(moment, unit.army)
    place = entry_place(moment.table, edge, action.along_mm, unit)
    refusal = (
        _readiness_refusal(moment, seat, unit, action)
        or entry_refusal(moment.field, moment.table, unit, place)
        or _load_refusal(moment, unit, action)
    )
    if refusal is not None:
        return refusal
    boarding = None if action.board is None else UnitId(action.board)
    return judge_path(moment.field, moment.table, unit, action.path_mm, boarding=boarding, entering=place)


def _readiness_refusal(moment: Moment, seat: Seat, unit: Unit, action: Enter) -> Refusal | None:
    """Unit and passengers are in reserve and ready; each passenger is handled by who brings him in (WOP-TEAM-03,
    WOP-RES-06)."""
    passengers = [moment.unit(passenger) for passenger in action.passengers]
    for name, passenger in zip(action.passengers, passengers, strict=True):
        if passenger is None or not moment.handles(seat, passenger):
            return Refusal(NOT_HANDLED, {"unit": name})
    turn = moment.position.armies[unit.army].turn_number
    for each in (unit, *[passenger for passenger in passengers if passenger is not None]):
        if each.status != "reserve" or not is_ready(each, turn):
            facts: dict[str, Fact] = {"unit": each.id, "status": each.status, "damage": each.damage}
            return Refusal(RuleId("WOP-RES-06"), {**facts, "ready_from_turn": each.ready_from_turn, "turn": turn})
    if len(set(action.passengers)) < len(action.passengers):
        return Refusal(RuleId("WOP-RES-06"), {"unit": unit.id})
    return None


def _load_refusal(moment: Moment, unit: Unit, action: Enter) -> Refusal | None:
    """Only soldiers ride, in a vehicle that carries them, up to its capacity (WOP-VEH-01, WOP-VEH-03, WOP-VEH-13)."""
    capacity = moment.rules.kinds[unit.kind].capacity
    rule = load_rule(unit.type, capacity, len(action.passengers))
    if any(moment.position.units[UnitId(name)].type != "infantry" for name in action.passengers):
        rule = RuleId("WOP-VEH-01")
    return None if rule is None else Refusal(rule, {"unit": unit.id, "capacity": capacity})


def apply_move(story: Story, seat: Seat, action: Move) -> None:
    """The unit stands where its path ends; wounded infantry and what is taken off for care has done its manoeuvre."""
    moment = story.moment
    unit = moment.position.units[UnitId(action.unit)]
    verdict = story.verdict
    assert isinstance(verdict, PathVerdict), "judged before"
    start = start_of(moment.field, unit)
    open_manoeuvre(story, unit.id)
    if unit.aboard is not None:
        story.add(LeftVehicle(unit.id, unit.aboard))
    boarding = None if action.board is None else UnitId(action.board)
    story.add(
        Moved(
            army=unit.army,
            unit=unit.id,
            start=spot_of(start),
            path_mm=action.path_mm,
            length_mm=verdict.length_mm,
            mode=verdict.mode,
            turn=moment.position.armies[unit.army].turn_number,
            facing_deg=_facing(unit, start, action.path_mm),
            left=unit.aboard,
            vehicle=boarding,
            edges=() if boarding else _edges_at(moment, verdict.end),
            contacts=verdict.contacts,
            engages=verdict.engages,
        )
    )
    if boarding is not None:
        story.add(Boarded(unit.id, boarding))
    elif is_taken_off(moment.rules, moment.table, edge_of(moment, unit.army), unit, verdict.end):
        take_off(story, unit.id, automatic=True)
        close_manoeuvre(story)
        return
    elif unit.type != "infantry" and is_at_edge(moment.rules, moment.table, edge_of(moment, unit.army), verdict.end):
        take_off_wounded_passengers(story, unit.id)
    if unit.type == "infantry" and unit.damage:
        close_manoeuvre(story)


def apply_enter(story: Story, seat: Seat, action: Enter) -> None:
    """The unit is on the table, with its passengers; it may still act."""
    moment = story.moment
    unit = moment.position.units[UnitId(action.unit)]
    verdict = story.verdict
    assert isinstance(verdict, PathVerdict), "judged before"
    edge = edge_of(moment, unit.army)
    start = entry_place(moment.table, edge, action.along_mm, unit)
    boarding = None if action.board is None else UnitId(action.board)
    open_manoeuvre(story, unit.id)
    story.add(
        Entered(
            army=unit.army,
            unit=unit.id,
            edge=edge,
            start=spot_of(start),
            path_mm=action.path_mm,
            length_mm=verdict.length_mm,
            mode=verdict.mode,
            turn=moment.position.armies[unit.army].turn_number,
            facing_deg=_facing(unit, start, action.path_mm) if action.path_mm else _inward(edge),
            vehicle=boarding,
            passengers=tuple(UnitId(name) for name in action.passengers),
            edges=() if boarding else _edges_at(moment, verdict.end),
            contacts=verdict.contacts,
            engages=verdict.engages,
        )
    )
    if boarding is not None:
        story.add(Boarded(unit.id, boarding))


def spot_of(place: Place) -> Spot:
    """A place as an event tells it."""
    return Spot(place.x, place.y, place.radius, place.level)


def _edges_at(moment: Moment, place: Place) -> tuple[Edge, ...]:
    """The edges a base has got to (WOP-WIN-04)."""
    return tuple(edge for edge in EDGES if is_at_edge(moment.rules, moment.table, edge, place))


def _facing(unit: Unit, start: Place, path: tuple[tuple[int, ...], ...]) -> int:
    """The direction of the last leg on the plan, for show only, as turning is free: 0 is east, counter-clockwise
    (WOP-GEO-16, WOP-GEN-07, WOP-MOVE-16)."""
    points = [(start.x, start.y), *((point[0], point[1]) for point in path)]
    for (ax, ay), (bx, by) in zip(reversed(points[:-1]), reversed(points[1:]), strict=True):
        if (ax, ay) != (bx, by):
            return round(degrees(atan2(by - ay, bx - ax))) % 360
    return unit.facing_deg


def _inward(edge: Edge) -> int:
    return {"south": 90, "north": 270, "west": 0, "east": 180}[edge]
