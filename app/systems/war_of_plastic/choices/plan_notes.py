"""Sentences beside a plan: what would follow from it, and the mistakes it might be (rules.md, "What a table of friends
expects on screen")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from app.engine.offers import Choice
from app.engine.types import Action, UnitId
from app.engine.words import decimal, joined, same
from app.systems.war_of_plastic.book.state import Mode, Unit
from app.systems.war_of_plastic.book.words import Words, numbered
from app.systems.war_of_plastic.ground.buildings import barring_rule, open_walls
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import is_at_edge
from app.systems.war_of_plastic.march.movement import PathVerdict
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.field import Place


def is_taken_off(moment: Moment, unit: Unit, verdict: PathVerdict, board: UnitId | None) -> bool:
    """Whether a unit would be taken off for care at the end of its path (WOP-HEAL-02)."""
    return unit.damage > 0 and board is None and _ends_at_own_edge(moment, unit, verdict)


def move_notes(
    words: Words, moment: Moment, unit: Unit, verdict: PathVerdict, board: UnitId | None
) -> Iterator[Choice]:
    """What would follow from a move: close combat, contact with a vehicle or a house, care, boarding, the end of the
    manoeuvre."""
    for enemy in verdict.engages:
        yield Choice(words.say("notes", "engages", unit=enemy), "warn", enemy)
    for other in verdict.contacts:
        touched = moment.position.units[other]
        if touched.army != unit.army and touched.type != "infantry" and unit.type == "infantry":
            yield Choice(words.say("notes", "may_assault", unit=other), "info", other)
    if board is not None:
        yield Choice(words.say("notes", "boards", vehicle=board), "info", board)
    elif unit.type == "infantry":
        yield from _houses(words, moment, unit, verdict)
        yield from outlook(words, moment, unit.id, verdict.end)
    if is_taken_off(moment, unit, verdict, board):
        yield Choice(words.say("notes", "taken_off"), "warn", unit.id)
        yield from _along(words, moment, unit)
    elif unit.type == "infantry" and unit.damage:
        yield Choice(words.say("notes", "wounded_ends"), "info", unit.id)
    elif unit.type != "infantry" and _ends_at_own_edge(moment, unit, verdict):
        yield from _handed_over(words, moment, unit)


def mode_notes(words: Words, moment: Moment, unit: Unit, weapons: Sequence[str], mode: Mode) -> Iterator[Choice]:
    """The mode in which the ``weapons`` that the unit may use would shoot, and those aboard it (WOP-VEH-06); and that its
    artillery would stay silent (WOP-ARTY-01)."""
    if mode is Mode.STATIONARY:
        return
    if weapons:
        yield Choice(words.say("notes", "shoots_as", mode=words.mode(mode.value)), "info")
    if moment.field.passengers_of(unit.id):
        yield Choice(words.say("notes", "aboard_shoot_as", mode=words.mode(mode.value)), "info")
    for weapon in weapons:
        if moment.rules.weapons[weapon].is_artillery:
            yield Choice(words.say("notes", "artillery_silent", weapon=words.weapon(weapon)), "warn", unit.id)


def act_notes(words: Words, moment: Moment, action: Action) -> Iterator[Choice]:
    """What else an act would mean."""
    position = moment.position
    if isinstance(action, a.Fight):
        unit = position.units[UnitId(action.unit)]
        if unit.special:
            weapons = joined(words.weapon(weapon) for weapon in unit.special)
            yield Choice(words.say("notes", "drops_if_wounded", unit=unit.id, weapons=weapons), "warn", unit.id)
    elif isinstance(action, a.Unstun | a.Withdraw):
        yield Choice(words.say("notes", "whole_manoeuvre"), "warn")
    elif isinstance(action, a.Heal):
        left = position.units[UnitId(action.unit)].damage - 1
        yield Choice(words.say("notes", "hurts_left" if left else "ready_next_turn", left=left), "info")
    elif isinstance(action, a.EndTurn):
        unused = moment.rules.constants.manoeuvres_per_turn - position.manoeuvres_used
        if unused:
            yield Choice(words.say("notes", "unused", unused=unused), "warn")
    elif isinstance(action, a.FinishDeployment):
        army = position.army_to_act
        rest = sum(unit.army == army and unit.status == "undeployed" for unit in position.units.values())
        yield Choice(words.say("notes", "to_reserve", units=rest), "warn")


def _ends_at_own_edge(moment: Moment, unit: Unit, verdict: PathVerdict) -> bool:
    edge = moment.position.armies[unit.army].edge
    return edge is not None and is_at_edge(moment.rules, moment.table, edge, verdict.end)


def _houses(words: Words, moment: Moment, unit: Unit, verdict: PathVerdict) -> Iterator[Choice]:
    """The houses that he could not enter now and will touch, so that he may enter them next turn (WOP-BLDG-03)."""
    end, reach = verdict.end, moment.rules.constants.contact_mm
    if end.level or verdict.length_mm == 0:
        return
    for building in moment.field.buildings:
        touches = building.outline.is_near(end, reach) and not building.outline.contains(end.x, end.y)
        if touches and barring_rule(moment.field, building, unit, end, on_foot=False) is not None:
            name = numbered(words.terrain(building.piece.kind), moment.field.pieces, building.piece)
            yield Choice(words.say("notes", "may_enter_next", building=name), "info", unit.id)


def outlook(words: Words, moment: Moment, unit: UnitId, place: Place) -> Iterator[Choice]:
    """Through which walls somebody who stands inside a building sees out and is seen (WOP-SIGHT-03)."""
    for building in moment.field.buildings:
        if not building.outline.contains(place.x, place.y):
            continue
        name = numbered(words.terrain(building.piece.kind), moment.field.pieces, building.piece)
        walls = sorted(
            {round(math.degrees(math.atan2(east, north)) / 45) % 8 for east, north in open_walls(building, place)}
        )
        if walls:
            sides = joined(words.compass(wall) for wall in walls)
            yield Choice(words.say("notes", "sees_out", building=name, sides=sides), "info", unit)
        else:
            depth = decimal(f"{building.terrain.window_mm / 10:g}")
            yield Choice(words.say("notes", "sees_no_way_out", building=name, depth=depth), "warn", unit)


def _along(words: Words, moment: Moment, vehicle: Unit) -> Iterator[Choice]:
    """Everybody aboard goes with a vehicle that is taken off (WOP-HEAL-04)."""
    aboard = moment.field.passengers_of(vehicle.id)
    if aboard:
        yield Choice(words.say("notes", "along", units=joined(same(each.id) for each in aboard)), "warn", vehicle.id)


def _handed_over(words: Words, moment: Moment, vehicle: Unit) -> Iterator[Choice]:
    """A vehicle at the own edge hands over its wounded (WOP-HEAL-04)."""
    wounded = [each for each in moment.field.passengers_of(vehicle.id) if each.damage]
    if wounded:
        units = joined(same(each.id) for each in wounded)
        yield Choice(words.say("notes", "handed_over", units=units), "warn", vehicle.id)
