"""Whole ways, judged when they are named (part 5.3 of the rules: ``move``, ``dismount``, ``mount``)."""

from __future__ import annotations

from typing import NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.flames_hexwar.book.kinds import Facing, Half, Place, PlatoonId, hex_of, place_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.march.halting import halt_refused, has_room, may_go_on, own_half
from app.systems.flames_hexwar.march.stepping import Manner, Walking, closed
from app.systems.flames_hexwar.position.actions import Dismount, Mount, Move
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Team


class Way(NamedTuple):
    """A legal way."""

    team: Team
    places: tuple[Place, ...]
    halt: bool
    half: Half | None
    facing: Facing | None


def activation_of(field: Field) -> Activation:
    """The activation that is going on."""
    found = field.activation
    assert found is not None
    return found


def line_of(field: Field, team: Team) -> list[tuple[Hex, bool]]:
    """The hexes by which a side's reinforcements come on, and whether a road begins or ends in each (FHW-SET-07, FHW-REIN-03)."""
    row = field.scenario.side_of(team.side)
    cells = row.reinforcement_line
    if cells is None:
        column = 0 if team.side == "A" else field.scenario.cols - 1
        cells = tuple((column, row_) for row_ in range(field.scenario.rows))
    ends = {tuple(chain[end]) for chain in field.scenario.roads if chain for end in (0, -1)}
    return [(hexes.from_offset(*cell), tuple(cell) in ends) for cell in cells]


def walking_of(field: Field, team: Team, manner: Manner | None = None, mud: int | None = None) -> Walking:
    """A team on its way under the order of the active platoon, or in another manner."""
    if manner is None:
        activation = activation_of(field)
        manner = "double" if field.platoons[activation.platoon].order == "MT" else "move"
        mud = activation.mud
    return Walking(field, team, manner, mud, line_of(field, team) if _begins_beside(field, team) else ())


def _begins_beside(field: Field, team: Team) -> bool:
    """Whether the way of a team begins beside the board (FHW-REIN-03)."""
    if team.at is None:
        return team.aboard is None
    moving = None if field.activation is None else field.activation.moving
    return moving is not None and moving.team == team.id and moving.visits[0].place is None


def may_act(field: Field, team: Team, seat: Seat, platoon: PlatoonId) -> RuleId | None:
    """Whether an HQ team may act with a platoon: one of its own seat, once a turn, with one platoon (FHW-EXEC-08)."""
    is_own = field.seat(team.platoon) == seat == field.seat(platoon)
    done = team.turn.acted_with
    return None if is_own and done in (None, platoon) else RuleId("FHW-EXEC-08")


def judge_move(field: Field, seat: Seat, act: Move) -> Refusal | Way:
    """The first rule that a way breaks, else the way."""
    team, activation = field.teams[act.team], activation_of(field)
    refusal = _mover(field, seat, team, activation, act)
    if refusal is not None:
        return refusal
    walking = walking_of(field, team)
    moving = activation.moving
    trace = walking.start if moving is None else walking.along(moving.visits)
    places = tuple(place_of(name) for name in act.path)
    before = None if moving is None or len(moving.visits) == 1 else walking.along(moving.visits[:-1])
    for number, place in enumerate(places):
        is_last = act.halt and number == len(places) - 1
        half = own_half(field, team, place, act.half) if is_last and field.terrain.board.holds(place.hex) else None
        found = walking.step(trace, place, half)
        if isinstance(found, Refusal):
            return found
        if field.rules.options.stacking_checked == "every_hex" and not has_room(field, team, place):
            return Refusal(RuleId("FHW-STACK-06"), {"at": hexes.name(place.hex)})
        before, trace = trace, found.trace
    if act.halt:
        assert trace.place is not None
        wrong = halt_refused(field, team, trace.place, act.half, act.facing)
        if wrong is not None:
            return wrong if not wrong.rule.startswith("FHW-STACK") else Refusal.by("FHW-STACK-06", at=wrong.facts["at"])
    elif not may_go_on(walking, trace, before):
        assert trace.place is not None
        return Refusal.by("FHW-STACK-06", at=hexes.name(trace.place.hex))
    half = own_half(field, team, trace.place, act.half) if act.halt and trace.place is not None else None
    if moving is not None and not places and half == "cover":
        barred = walking.ending_refused(moving.visits, half)
        if barred is not None and act.half is not None:
            return barred
        half = half if barred is None else "free"
        assert trace.place is not None
        if barred is not None and not has_room(field, team, trace.place, half):
            return Refusal.by("FHW-STACK-06", at=hexes.name(trace.place.hex))
    return Way(team, places, act.halt, half, act.facing)


def _mover(field: Field, seat: Seat, team: Team, activation: Activation, act: Move) -> Refusal | None:
    """What is asked of a team before its first step (FHW-MOVE-07, FHW-EXEC-08, FHW-TRAN, FHW-BAIL-02, FHW-BOG-05)."""
    moving, is_hq = activation.moving, field.is_independent(team)
    if team.turn.halted or (moving is not None and moving.team != team.id):
        return Refusal.by("FHW-MOVE-07", team=team.id)
    if not is_hq and team.platoon != activation.platoon:
        return Refusal.by("FHW-MOVE-07", team=team.id)
    if not act.path and (moving is None or not act.halt) and not _turns(field, team, act, is_moving=moving is not None):
        return Refusal.by("FHW-MOVE-07", team=team.id)
    if not act.path and moving is None and team.at is None and team.aboard is None:
        return Refusal.by("FHW-MOVE-07", team=team.id)
    if is_hq:
        is_in_play = team.at is not None or team.aboard is not None or field.platoons[team.platoon].status == "arriving"
        if not is_in_play:
            return Refusal.by("FHW-EXEC-08", team=team.id)
        barred = may_act(field, team, seat, activation.platoon)
        if barred is not None or (team.turn.acted and moving is None):
            return Refusal.by("FHW-EXEC-08", team=team.id)
    if team.aboard is not None:
        return Refusal.by("FHW-TRAN-02", team=team.id)
    if team.turn.boarded:
        return Refusal.by("FHW-TRAN-01", team=team.id)
    if team.bailed_out:
        return Refusal.by("FHW-BAIL-02", team=team.id)
    if team.bogged:
        return Refusal.by("FHW-BOG-05", team=team.id)
    return Refusal.by("FHW-TERR-09", team=team.id) if team.turn.stuck else None


def _turns(field: Field, team: Team, act: Move, *, is_moving: bool) -> bool:
    """Whether an empty way turns a vehicle or a gun where it stands (FHW-MOVE-07)."""
    return not is_moving and act.halt and act.facing not in (None, team.facing) and field.kind(team).turns


def turning_moves(field: Field, team: Team) -> bool:
    """Whether turning on the spot counts as moving: for hull-mounted guns (FHW-FACE-02)."""
    return field.kind(team).hull_mounted


# ---------------------------------------------------------------------------------------------------------------- passengers


def judge_dismount(field: Field, seat: Seat, act: Dismount) -> Refusal | None:
    """The first rule that keeps a passenger aboard (FHW-TRAN-01)."""
    team, activation = field.teams[act.team], activation_of(field)
    at = hex_of(act.at)
    if not _may_get_down(field, seat, team, activation):
        return Refusal.by("FHW-TRAN-01", team=team.id)
    carrier = field.teams[team.aboard] if team.aboard is not None else team
    if carrier.at is None or hexes.distance(carrier.at, at) > 1 or not field.terrain.board.holds(at):
        return Refusal.by("FHW-TRAN-01", team=team.id)
    if any(True for _ in field.standing_in(at, "B" if team.side == "A" else "A")):
        return Refusal.by("FHW-STACK-07", at=act.at)
    shut = closed(field, team, carrier.at, at) if at != carrier.at else None
    if shut is not None:
        return shut
    return halt_refused(field, team, Place(at), act.half, act.facing)


def _may_get_down(field: Field, seat: Seat, team: Team, activation: Activation) -> bool:
    if team.aboard is None or activation.begun or team.turn.got_down:
        return False
    if field.is_independent(team):
        return may_act(field, team, seat, activation.platoon) is None
    return team.platoon == activation.platoon


def judge_mount(field: Field, seat: Seat, act: Mount) -> Refusal | None:
    """The first rule that keeps a team from getting up (FHW-SEAT-02, FHW-TRAN-01, FHW-TRAN-02)."""
    team, carrier, activation = field.teams[act.team], field.teams.get(act.carrier), activation_of(field)
    if carrier is None:
        return Refusal.by("FHW-SEAT-02", team=act.carrier)
    is_free = team.at is not None and team.aboard is None and not team.turn.got_up and activation.moving is None
    is_own = (
        may_act(field, team, seat, activation.platoon) is None
        if field.is_independent(team)
        else team.platoon == activation.platoon
    )
    is_there = carrier.at is not None and carrier.at == team.at and carrier.aboard is None and team.floor == 1
    is_whole = not (carrier.bailed_out or team.bailed_out or team.bogged)
    if not (is_free and is_own and is_there and is_whole) or carrier.side != team.side:
        return Refusal.by("FHW-TRAN-01", team=team.id)
    return None if fits(field, team, carrier) else Refusal.by("FHW-TRAN-02", team=team.id)


def is_towed(field: Field, team: Team) -> bool:
    """Whether a team is a gun that is towed: all but those that men carry, who are passengers (FHW-TRAN-02)."""
    return field.kind(team).kind == "gun" and field.mobility(team).id != "man_packed"


def fits(field: Field, team: Team, carrier: Team) -> bool:
    """Whether a carrier takes a team besides those it carries (FHW-TRAN-02)."""
    of, kind, riders = field.kind(carrier), field.kind(team), field.aboard(carrier.id)
    if carrier.id == team.id or kind.is_vehicle or carrier.side != team.side:
        return False
    guns = sum(is_towed(field, each) for each in riders)
    if is_towed(field, team):
        return of.tows and guns == 0
    return len(riders) - guns < max(of.transport, of.tank_riders)
