"""Questions about turns: control, markers, chickens, benefits, points, who may act, who sees what, how a game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from app.boards.squares import Facing
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import SEATS, RuleId, Seat
from app.systems.splatball.book.kinds import PieceId, Square, UnitKind
from app.systems.splatball.book.options import Victory
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.steps import ANY_TIME, STEPS, of_any_time, of_step
from app.systems.splatball.judge.view import HiddenUnit
from app.systems.splatball.park.camouflage import is_within_sight, revealed_now
from app.systems.splatball.position.state import DrawOffer
from app.systems.splatball.queries import inputs as ask
from app.systems.splatball.score import victory
from app.systems.splatball.score.points import still_in
from app.systems.splatball.turn import benefits, control
from app.systems.splatball.turn.turns import next_seat as seat_after

FLOW: Final = ask.questions()
Flags = Annotated[tuple[bool, ...], msgspec.Meta(max_length=200)]
SeatNumbers = Annotated[tuple[ask.SeatNumber, ...], msgspec.Meta(max_length=4)]
Tally = Annotated[Mapping[ask.Name, Annotated[int, msgspec.Meta(ge=0, le=100_000)]], msgspec.Meta(max_length=4)]


# ---------------------------------------------------------------------------------------------------------------- control


class _Controls(ask.Situation, frozen=True, kw_only=True):
    piece: ask.Name
    seat: ask.SeatNumber


@FLOW.question
def _controls(rules: Rules, *, asked: _Controls) -> Answer:
    field = ask.field_of(rules, asked)
    piece = field.ground.pieces.get(PieceId(asked.piece))
    if piece is None:
        raise InvalidInput.at("given.piece", "the id of a piece", asked.piece)
    return {"controls": SEATS[asked.seat] in control.controllers(field, piece)}


class _TurnEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: ask.SeatNumber
    controlled_by: SeatNumbers


@FLOW.question
def _control_counter(
    rules: Rules, *, seat: ask.SeatNumber, turn_ends: Annotated[tuple[_TurnEnd, ...], msgspec.Meta(max_length=200)]
) -> Answer:
    counters: list[int] = []
    hold: dict[Seat, int] = {}
    for end in turn_ends:
        hold = control.counted(hold, SEATS[end.seat], (SEATS[each] for each in end.controlled_by))
        counters.append(hold.get(SEATS[seat], 0))
    return {"counters": counters}


@FLOW.question
def _objective_captured(
    rules: Rules,
    *,
    seat: ask.SeatNumber,
    owner: ask.SeatNumber,
    sides: ask.Sides,
    controls: bool,
    counter: ask.Natural,
    objective_hold: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1,
) -> Answer:
    captured = control.is_captured(
        ask.sides_of(sides), SEATS[seat], SEATS[owner], controls=controls, counter=counter, needed=objective_hold
    )
    return {"captured": captured, "points": rules.constants.objective_points if captured else 0}


@FLOW.question
def _chicken(rules: Rules, *, in_contact_at_own_turn_ends: Flags) -> Answer:
    count = 0
    for number, is_beside in enumerate(in_contact_at_own_turn_ends, start=1):
        count = control.chicken_after(count, is_beside=is_beside)
        if count >= rules.constants.chicken_rounds:
            return {"removed_after": number}
    return {"removed_after": None, "count": count}


class _Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: UnitKind
    lives: ask.Natural = 0
    damage: ask.Natural = 0
    in_contact: bool = False


class _Lost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: UnitKind
    cause: Literal["eliminated", "left", "chicken", "resigned", "undeployed"]


@FLOW.of_options
def _benefit_usable(
    rules: Rules,
    *,
    kind: Literal["phone", "fountain", "treehouse"],
    counter: ask.Natural,
    used: bool = False,
    free_arrival_squares: ask.Natural = 0,
    own_units: Annotated[tuple[_Own, ...], msgspec.Meta(max_length=60)] = (),
    own_gone: Annotated[tuple[_Lost, ...], msgspec.Meta(max_length=60)] = (),
) -> Answer:
    if kind == "fountain":
        helps = any(benefits.heals(rules, each.type, each.lives, is_near=each.in_contact) for each in own_units)
    elif kind == "phone":
        helps = not used and free_arrival_squares > 0
    else:
        helps = free_arrival_squares > 0 and any(benefits.comes_back(rules, each.type, each.cause) for each in own_gone)
    return {"usable": benefits.is_due(rules, kind, counter) and helps}


# ----------------------------------------------------------------------------------------------------------- who may act


@FLOW.question
def _next_seat(rules: Rules, *, order: SeatNumbers, seat: ask.SeatNumber, in_play: SeatNumbers) -> Answer:
    seats = [SEATS[each] for each in order]
    playing = {SEATS[each] for each in in_play}
    if SEATS[seat] not in seats:
        raise InvalidInput.at("given.seat", "a seat of the order", seat)
    if not playing & set(seats):
        raise InvalidInput.at("given.in_play", "a seat of the order", in_play)
    following, is_new_round = seat_after(seats, SEATS[seat], playing)
    return {"next": SEATS.index(following), "round_ended": is_new_round}


class _Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by: ask.SeatNumber
    accepted: SeatNumbers = ()


@FLOW.question
def _may_act(
    rules: Rules,
    *,
    step: ask.Name,
    asked_: SeatNumbers,
    seat: ask.SeatNumber,
    action: ask.Name,
    in_play: bool = True,
    draw: _Draw | None = None,
    offered_this_round: SeatNumbers = (),
) -> Answer:
    if step not in STEPS:
        raise InvalidInput.at("given.step", "one of " + ", ".join(STEPS), step)
    known = sorted(ANY_TIME.union(*STEPS.values()))
    if action not in known:
        raise InvalidInput.at("given.action", "one of " + ", ".join(known), action)
    rule: RuleId | None
    if action in ANY_TIME:
        offer = None if draw is None else DrawOffer(SEATS[draw.by], tuple(SEATS[each] for each in draw.accepted))
        offered = [SEATS[each] for each in offered_this_round]
        rule = of_any_time(step, SEATS[seat], action, in_play=in_play, draw=offer, offered=offered)
    else:
        asked = [SEATS[each] for each in asked_ if in_play or each != seat]  # who is not in play never may (SPL-ASK-01)
        rule = of_step(step, asked, SEATS[seat], action)
    return judged(None if rule is None else Refusal(rule), "allowed", "rule")


# ------------------------------------------------------------------------------------------------------ points and the end


@FLOW.question
def _points(
    rules: Rules,
    *,
    event: Literal["left", "chicken"],
    type: ask.AnyUnit,
    lives: ask.Natural = 0,
    damage: ask.Natural = 0,
) -> Answer:
    return {"points": still_in(type, min(lives, type.lives), min(damage, type.damage_to_eliminate))}


class _Scored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Tally = ask.NONE
    units_lost: Tally = ask.NONE


def _sides(tally: Mapping[str, int], path: str, known: Mapping[Seat, int] | None = None) -> dict[Seat, int]:
    found = {Seat(name): count for name, count in tally.items()}
    if known is not None and not found.keys() <= known.keys():
        raise InvalidInput.at(path, "sides of given.points", sorted(found))
    return found


@FLOW.question
def _running_score(
    rules: Rules,
    *,
    mode: Victory,
    points: Tally,
    units_in_play: Tally,
    events: Annotated[tuple[_Scored, ...], msgspec.Meta(max_length=200)],
    target: ask.Natural = 0,
) -> Answer:
    counted = _sides(points, "given.points")
    left = counted.fromkeys(counted, 0) | _sides(units_in_play, "given.units_in_play", counted)
    _some(counted)
    for number, event in enumerate(events, start=1):
        for side, gained in _sides(event.points, f"given.events[{number - 1}].points", counted).items():
            counted[side] += gained
        for side, lost in _sides(event.units_lost, f"given.events[{number - 1}].units_lost", counted).items():
            left[side] = max(0, left[side] - lost)
        found = victory.winners(mode, target, counted, left)
        if found is not None:
            return {"ends_after": number, "winners": sorted(found[0]), "points": counted}
    return {"ends_after": None, "winners": [], "points": counted}


@FLOW.question
def _result(
    rules: Rules,
    *,
    mode: Victory,
    round: ask.Natural,
    round_limit: ask.Natural,
    round_finished: bool,
    points: Tally,
    units_in_play: Tally,
    target: ask.Natural = 0,
) -> Answer:
    counted = _sides(points, "given.points")
    left = counted.fromkeys(counted, 0) | _sides(units_in_play, "given.units_in_play", counted)
    _some(counted)
    found = victory.winners(mode, target, counted, left)
    winners = found[0] if found is not None else ()
    if found is None and round_finished and round >= round_limit:
        winners = victory.best(counted, counted)
    return {"over": bool(winners), "winners": sorted(winners)}


def _some(points: Mapping[Seat, int]) -> None:
    if not points:
        raise InvalidInput.at("given.points", "at least one side", points)


# ------------------------------------------------------------------------------------------------------------ who sees what


class _Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: ask.Name
    seat: ask.SeatNumber
    type: UnitKind
    at: Square
    facing: Facing
    lives: ask.Natural
    marker: bool
    revealed: bool


@FLOW.of_options
def _view(rules: Rules, *, viewer: ask.SeatNumber | Literal["spectator"], sides: ask.Sides, unit: _Seen) -> Answer:
    known = ask.sides_of(sides)
    seat = None if isinstance(viewer, str) else SEATS[viewer]
    is_friend = seat is not None and known[seat] == known[SEATS[unit.seat]]
    is_hidden = unit.marker and not unit.revealed and rules.options.camo_identity == "secret" and not is_friend
    return {"shown": sorted((HiddenUnit if is_hidden else _Seen).__struct_fields__)}


@FLOW.question
def _detect(rules: Rules, *, hidden_at: Square, enemy_squares: ask.Squares) -> Answer:
    for number, at in enumerate(enemy_squares, start=1):
        if is_within_sight(rules, hidden_at, at):
            return {"revealed": True, "at_step": number}
    return {"revealed": False}


@FLOW.of_options
def _revealed_now(rules: Rules, *, asked: ask.Situation) -> Answer:
    return {"revealed": sorted(unit.id for unit in revealed_now(ask.field_of(rules, asked)))}
