"""Questions about fights: arcs, sight, cover, power, hits, odds, vehicles, retreats, attacks, advances."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import Facing
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import SEATS, UnitId
from app.systems.splatball.book.kinds import Arc, Edge, Segment, Square, UnitKind
from app.systems.splatball.book.options import PointsRule
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.fire import attack, hits, odds, retreat
from app.systems.splatball.fire.advance import judge_advance
from app.systems.splatball.fire.cover import cover as cover_of
from app.systems.splatball.fire.ranges import in_arc as lies_in_arc
from app.systems.splatball.fire.sight import line_of_sight as line_between
from app.systems.splatball.march.transport import passenger_squares as places_for
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Contacts, Unit
from app.systems.splatball.queries import inputs as ask

FIGHTS: Final = ask.questions()
Need = Annotated[int, msgspec.Meta(ge=1, le=6)]
FewDice = Annotated[int, msgspec.Meta(ge=0, le=8)]


@FIGHTS.question
def _distance(rules: Rules, *, from_: Square, to: Square, diagonals: bool = True) -> Answer:
    return {"distance": squares.distance(from_, to, diagonals=diagonals)}


@FIGHTS.question
def _in_arc(rules: Rules, *, at: Square, facing: Facing, arc: Arc, target: Square) -> Answer:
    return {"inside": lies_in_arc(at, facing, arc, target)}


@FIGHTS.question
def _line_of_sight(
    rules: Rules, *, from_: Square, to: Square, pieces: ask.Pieces = (), units_at: ask.Squares = ()
) -> Answer:
    ground = ask.ground_of(rules, ask.Situation(pieces=pieces))
    return {"clear": line_between(ground, from_, to, frozenset(units_at)).is_clear}


@FIGHTS.of_options
def _cover(
    rules: Rules,
    *,
    target_at: Square,
    attacker_at: Square,
    pieces: ask.Pieces = (),
    fences: ask.Segments = (),
) -> Answer:
    found = cover_of(ask.ground_of(rules, ask.Situation(pieces=pieces, fences=fences)), target_at, attacker_at)
    return {"dice": found.dice, "points": found.points, "ignore_first_retreat": found.ignores_first_retreat}


@FIGHTS.question
def _power_loss(rules: Rules, *, type: ask.Foot, lives: ask.Natural) -> Answer:
    if not 1 <= lives <= type.lives:
        raise InvalidInput.at("given.lives", f"1 to {type.lives}", lives)
    return {"points": hits.power_loss(type, lives)}


@FIGHTS.question
def _hits(
    rules: Rules, *, dice: ask.Dice, to_hit: Need, deduction: ask.Natural, points_rule: PointsRule = "pool"
) -> Answer:
    return {"hits": hits.hits(dice, to_hit, deduction, points_rule)}


@FIGHTS.question
def _odds(rules: Rules, *, dice: FewDice, to_hit: Need, deduction: ask.Natural) -> Answer:
    found = odds.odds(dice, to_hit, deduction, "pool")
    return {"counts": list(found.counts), "of": found.of}


@FIGHTS.of_options
def _vehicle_attack(
    rules: Rules, *, vehicle: ask.Vehicle, dice: ask.Dice, deduction: ask.Natural, damage: ask.Natural
) -> Answer:
    if damage >= vehicle.damage_to_eliminate:
        raise InvalidInput.at("given.damage", f"0 to {vehicle.damage_to_eliminate - 1}", damage)
    power = hits.power(dice, deduction)
    found = hits.on_vehicle(rules, vehicle, damage, power)
    return {
        "power": power,
        "impact": found.impact,
        "damage": found.damage,
        "effect": found.effect,
        "points": found.points,
    }


@FIGHTS.question
def _foot_attack(rules: Rules, *, type: ask.Foot, lives: ask.Natural, dice: ask.Dice, deduction: ask.Natural) -> Answer:
    if not 1 <= lives <= type.lives:
        raise InvalidInput.at("given.lives", f"1 to {type.lives}", lives)
    made = hits.hits(dice, type.to_hit, deduction, "pool")
    found = hits.on_foot(type, lives, made)
    return {
        "hits": made,
        "lives_removed": found.removed,
        "lives_left": found.left,
        "eliminated": found.is_eliminated,
        "points": found.points,
        "retreat_dice": found.retreat_dice,
    }


# --------------------------------------------------------------------------------------------------------------- retreats


@FIGHTS.question
def _retreat_count(rules: Rules, *, type: ask.AnyUnit, dice: ask.Dice, ignore_first: bool) -> Answer:
    return {"squares": hits.retreat_count(type, dice, ignore_first=ignore_first)}


class _Retreat(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    own_edge: Edge
    unit: ask.Name


def _going_back(rules: Rules, asked: _Retreat) -> tuple[Field, Unit]:
    field = ask.field_of(rules, asked)
    unit = ask.standing(field, asked.unit, "given.unit")
    if not rules.units[unit.type].is_foot:
        raise InvalidInput.at("given.unit", "the id of a foot unit", asked.unit)
    return Field(field.ground, field.units, field.sides, {unit.seat: asked.own_edge}), unit


@FIGHTS.of_options
def _retreat_squares(rules: Rules, *, asked: _Retreat) -> Answer:
    field, unit = _going_back(rules, asked)
    return {"squares": [list(at) for at in retreat.retreat_squares(field, unit)]}


class _Outcome(_Retreat, frozen=True, kw_only=True):
    squares: Annotated[int, msgspec.Meta(ge=0, le=20)]
    choices: Annotated[tuple[Square, ...], msgspec.Meta(max_length=20)]


@FIGHTS.of_options
def _retreat_outcome(rules: Rules, *, asked: _Outcome) -> Answer:
    field, unit = _going_back(rules, asked)
    try:
        found = retreat.outcome(field, unit, asked.squares, asked.choices)
    except ValueError as error:
        raise InvalidInput.at("given.choices", "a legal square for each step that has several", error) from None
    return {
        "at": list(found.at),
        "lives_left": found.lives,
        "eliminated": found.lives == 0,
        "points": found.points,
        "marker": found.marker,
    }


# ---------------------------------------------------------------------------------------------------------------- attacks


class _Attacker(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    attacker: ask.Name
    moved: ask.Natural = 0
    turned: bool = False


class _Attack(_Attacker, frozen=True, kw_only=True):
    target: ask.Name


def _attacking(rules: Rules, asked: _Attacker) -> Field:
    """The field, the attacker having moved and turned as is said."""
    field = ask.field_of(rules, asked)
    unit = ask.known(field, asked.attacker, "given.attacker")
    moved = asked.moved or unit.moved
    changed = replace(unit, moved=moved, has_moved=unit.has_moved or moved > 0 or asked.turned, turned=asked.turned)
    return Field(field.ground, {**field.units, unit.id: changed}, field.sides, field.edges)


@FIGHTS.of_options
def _check_attack(rules: Rules, *, asked: _Attack) -> Answer:
    verdict = attack.judge_attack(_attacking(rules, asked), UnitId(asked.attacker), UnitId(asked.target))
    if isinstance(verdict, Refusal):
        return judged(verdict, "legal", "rule")
    answer: Answer = {"legal": True, "dice": verdict.dice, "deduction": verdict.deduction}
    if verdict.need is not None:
        answer["to_hit"] = verdict.need
    if verdict.strength is not None:
        answer["strength"] = verdict.strength.single
    return answer


@FIGHTS.of_options
def _legal_targets(rules: Rules, *, asked: _Attacker) -> Answer:
    found = attack.legal_targets(_attacking(rules, asked), UnitId(asked.attacker))
    return {"targets": sorted(shot.target for shot in found)}


class _Touched(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pieces: Annotated[tuple[ask.Name, ...], msgspec.Meta(max_length=100)] = ()
    fences: ask.Segments = ()


class _Advance(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    attacker: ask.Name
    vacated: Square
    target_fate: Literal["retreated", "stayed", "eliminated"]
    contacts_at_turn_start: _Touched = _Touched()


@FIGHTS.of_options
def _check_advance(rules: Rules, *, asked: _Advance) -> Answer:
    field = ask.field_of(rules, asked)
    unit = ask.known(field, asked.attacker, "given.attacker")
    touched: tuple[Segment, ...] = tuple(
        ask.segment_of(segment, "given.contacts_at_turn_start.fences")
        for segment in asked.contacts_at_turn_start.fences
    )
    contacts = Contacts(asked.contacts_at_turn_start.pieces, touched)  # type: ignore[arg-type]  # names of pieces
    verdict = judge_advance(field, replace(unit, contacts=contacts), asked.vacated, asked.target_fate)
    return judged(verdict, "legal", "rule")


class _Wreck(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    vehicle_at: Square
    type: UnitKind
    first: bool
    seat: ask.SeatNumber = 0


@FIGHTS.of_options
def _passenger_squares(rules: Rules, *, asked: _Wreck) -> Answer:
    field = ask.field_of(rules, asked)
    found = places_for(field, asked.vehicle_at, asked.type, SEATS[asked.seat], first=asked.first)
    return {"squares": [list(at) for at in found]}
