"""Deployment: headquarters, ammunition and units, on the board or aboard, hidden or in an ambush (SPL-DEP, SPL-CAMO-04, SPL-CAMO-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.boards import squares
from app.boards.squares import Square
from app.engine.refusal import Fact, Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.splatball.book.kinds import AWAY, UnitKind
from app.systems.splatball.book.scenarios import Ambush
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.muster.laying import next_piece
from app.systems.splatball.muster.yards import Yard, yard_of
from app.systems.splatball.park.aboard import fits, has_places
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.actions import Deploy, DeployAmmo, DeployHq, FinishDeploy
from app.systems.splatball.position.state import Piece, Position, ToLay, Unit
from app.systems.splatball.score.story import Story

NONE_LEFT: Final = RuleId("SPL-DEP-09")
OUTSIDE: Final = RuleId("SPL-DEP-05")
NOT_FREE: Final = RuleId("SPL-DEP-06")
NOT_HIDDEN: Final = RuleId("SPL-CAMO-04")
BASE: Final = RuleId("SPL-DEP-08")
NO_FACINGS: Final = RuleId("SPL-MOVE-05")
NO_TRANSPORT: Final = RuleId("SPL-TRN-02")
NO_ROOM: Final = RuleId("SPL-TRN-01")
AMBUSH: Final = RuleId("SPL-CAMO-11")


class Deployment(NamedTuple):
    """What a seat has to deploy, and where. ``ambush``: the squares of its ambush that are empty, ``None`` for a seat that has none;
    ``left`` is then the pool."""

    seat: Seat
    yard: Yard
    left: Sequence[UnitKind]
    to_lay: Sequence[ToLay] = ()
    markers_left: int = 0
    ambush: Sequence[Square] | None = None


def deployment_of(field: Field, position: Position, seat: Seat) -> Deployment:
    """What a seat, whose edge is known, has to deploy in a position; whoever has handed in no list fills an ambush."""
    state = position.seats[seat]
    assert state.edge is not None
    yard = yard_of(field.ground, state.edge, position.board.edges)
    ambush = state.ambush if state.army is None else None
    return Deployment(seat, yard, state.left, state.to_lay, state.markers_left, ambush)


# ------------------------------------------------------------------------------------------------------------------- units


def judge_deploy(field: Field, of: Deployment, action: Deploy) -> Refusal | None:
    """Whether a unit may be put where an act says, in the order of section 14. Road squares are allowed (SPL-DEP-06)."""
    if of.ambush is not None:
        return _ambush_refusal(of.ambush, of.left, action)
    if action.kind is None or action.kind not in of.left:
        return Refusal(NONE_LEFT, {"kind": action.kind})
    if action.inside is not None:
        return _aboard_refusal(field, of, action.kind, action.inside, hides=bool(action.hidden))
    assert action.at is not None
    return (
        _zone_refusal(of, action.at)
        or _square_refusal(field, action.at)
        or (_hiding_refusal(field.rules, of, action.kind) if action.hidden else None)
        or _room_refusal(field, of, action.at)
        or (Refusal(NO_FACINGS) if action.facing is not None and not field.rules.options.facing else None)
    )


def _named(at: Square) -> dict[str, Fact]:
    return {"square": squares.name(at)} if min(at) >= 0 else {}


def _zone_refusal(of: Deployment, at: Square) -> Refusal | None:
    """Everything of a seat goes into its zone (SPL-DEP-05)."""
    return None if of.yard.holds(at) else Refusal(OUTSIDE, _named(at))


def _square_refusal(field: Field, at: Square) -> Refusal | None:
    """One unit to a square, none on a piece (SPL-DEP-06)."""
    blocker = field.unit_at.get(at) or field.ground.piece_at.get(at)
    return None if blocker is None else Refusal(NOT_FREE, {**_named(at), "blocker": blocker.id})


def _hiding_refusal(rules: Rules, of: Deployment, kind: UnitKind) -> Refusal | None:
    """Units are hidden while deploying where identities are secret, as long as there are markers: foot units on the board, which have no
    gift of their own (SPL-CAMO-03, SPL-CAMO-04)."""
    if may_hide(rules, kind) and of.markers_left and rules.options.camo_identity == "secret":
        return None
    return Refusal(NOT_HIDDEN, {"kind": kind, "markers": of.markers_left})


def may_hide(rules: Rules, kind: UnitKind) -> bool:
    """Whether a camouflage marker may lie on units of a kind (SPL-CAMO-04)."""
    return rules.units[kind].is_foot and not rules.units[kind].undetected_from


def _room_refusal(field: Field, of: Deployment, at: Square) -> Refusal | None:
    """What is still missing of headquarters and ammunition must keep a place (SPL-DEP-08)."""
    missing = len(of.to_lay)
    if not missing or of.yard.keeps_room(missing, of.yard.grid.bit(at) | _taken(field, of)):
        return None
    return Refusal(BASE, {**_named(at), "missing": missing})


def _taken(field: Field, of: Deployment) -> int:
    return of.yard.grid.bits(field.unit_at)


def _aboard_refusal(field: Field, of: Deployment, kind: UnitKind, inside: UnitId, *, hides: bool) -> Refusal | None:
    """Whether a unit may start aboard: an own transport on the board (SPL-TRN-02) with room for it (SPL-TRN-01); passengers are not
    hidden (SPL-CAMO-04)."""
    if hides:
        return Refusal(NOT_HIDDEN, {"kind": kind})
    vehicle = field.units.get(inside)
    if vehicle is None or not _takes(field, of.seat, vehicle) or not field.rules.units[kind].is_foot:
        return Refusal(NO_TRANSPORT, {"vehicle": inside, "kind": kind})
    return None if _has_room(field, vehicle, kind) else Refusal(NO_ROOM, {"vehicle": inside, "kind": kind})


def _takes(field: Field, seat: Seat, vehicle: Unit) -> bool:
    return vehicle.seat == seat and vehicle.at is not None and has_places(field.kind(vehicle))


def _has_room(field: Field, vehicle: Unit, kind: UnitKind) -> bool:
    riders = (*map(field.kind, field.passengers(vehicle.id)), field.rules.units[kind])
    return fits(field.rules, field.kind(vehicle), riders)


def _ambush_refusal(empty: Sequence[Square], pool: Sequence[UnitKind], action: Deploy) -> Refusal | None:
    """One of the pool on each square of an ambush, and nothing else (SPL-CAMO-11)."""
    if action.inside is not None or action.hidden is not None or action.facing is not None:
        return Refusal(AMBUSH, {"empty": len(empty)})
    if action.at not in empty:
        return Refusal(AMBUSH, {**_named(action.at or (-1, -1)), "empty": len(empty)})
    if not pool or (action.kind is not None and action.kind not in pool):
        return Refusal(NONE_LEFT, {"kind": action.kind})
    return None


# ------------------------------------------------------------------------------------------- headquarters, ammunition, the end


def judge_base(field: Field, of: Deployment, kind: ToLay, at: Square) -> Refusal | None:
    """Whether headquarters or ammunition may be laid on a square: exactly one of each, on a square of the zone without piece, road or
    unit, which parts nothing and leaves the other one a place, if it had one (SPL-DEP-05, SPL-DEP-08, SPL-HQ-01)."""
    if of.ambush is not None:
        return Refusal(AMBUSH, {"empty": len(of.ambush)})
    if kind not in of.to_lay:
        return Refusal(BASE, {"base": kind, "missing": 0})
    outside = _zone_refusal(of, at)
    if outside is not None:
        return outside
    facts = {**_named(at), "base": kind}
    yard, blocker = of.yard, field.unit_at.get(at) or field.ground.piece_at.get(at)
    if blocker is not None:
        return Refusal(BASE, {**facts, "blocker": blocker.id})
    if not yard.is_open(at):
        return Refusal(BASE, {**facts, "road": True})
    if not yard.stays_connected(at):
        return Refusal(BASE, {**facts, "parted": True})
    leaves = yard.leaves_partner(yard.grid.bit(at), len(of.to_lay), _taken(field, of))
    return None if leaves else Refusal(BASE, {**facts, "missing": 1})


def judge_finish(field: Field, of: Deployment) -> Refusal | None:
    """Whether a seat has done all it can: filled every square of its ambush (SPL-CAMO-11), or nothing it has left has a legal place any
    more (SPL-DEP-05, SPL-DEP-09)."""
    if of.ambush is not None:
        return Refusal(AMBUSH, {"empty": len(of.ambush)}) if of.ambush else None
    if of.yard.has_base_place(len(of.to_lay), _taken(field, of)):
        return Refusal(OUTSIDE, {"base": of.to_lay[0]})
    if of.left and of.yard.unit_places(len(of.to_lay), _taken(field, of)):
        return Refusal(OUTSIDE, {"kind": of.left[0], "units": len(of.left)})
    rider = next((kind for kind in of.left if transports(field, of.seat, kind)), None)
    return None if rider is None else Refusal(OUTSIDE, {"kind": rider, "units": len(of.left)})


# ------------------------------------------------------------------------------------------------------------ where it is legal


def unit_places(field: Field, of: Deployment) -> tuple[Square, ...]:
    """Every square where a unit may be put, of whatever kind, in row order; of an ambush its empty squares, in the order of the file."""
    if of.ambush is not None:
        return tuple(of.ambush)
    return tuple(of.yard.grid.squares(of.yard.unit_places(len(of.to_lay), _taken(field, of))))


def base_places(field: Field, of: Deployment) -> tuple[Square, ...]:
    """Every square where headquarters or ammunition may be laid, whichever is missing, in row order."""
    return tuple(of.yard.grid.squares(of.yard.base_places(len(of.to_lay), _taken(field, of)))) if of.to_lay else ()


def transports(field: Field, seat: Seat, kind: UnitKind) -> tuple[UnitId, ...]:
    """The own vehicles on the board that have room for a unit of a kind (SPL-TRN-01, SPL-TRN-02)."""
    if not field.rules.units[kind].is_foot:
        return ()
    own = (unit for unit in field.unit_at.values() if _takes(field, seat, unit))
    return tuple(vehicle.id for vehicle in own if _has_room(field, vehicle, kind))


# ----------------------------------------------------------------------------------------------------------------- what follows


def deploy(story: Story, seat: Seat, action: Deploy) -> None:
    """A unit is there, under the seat's next number (SPL-DEP-10), and faces away from its edge unless told otherwise (SPL-DEP-07). Whoever
    is seen by that is revealed, itself or another (SPL-CAMO-08)."""
    position = story.position
    state, number = position.seats[seat], tuple(position.seats).index(seat)
    if state.army is None:
        _fill(story, seat, number, action)
        return
    assert state.edge is not None
    assert action.kind is not None
    story.add(
        es.Deployed(
            seat,
            UnitId(f"s{number}u{state.next_unit}"),
            square=action.at,
            inside=action.inside,
            kind=action.kind,
            facing=action.facing or AWAY[state.edge],
            lives=story.rules.units[action.kind].lives,
            hidden=bool(action.hidden),
        )
    )


def _fill(story: Story, seat: Seat, number: int, action: Deploy) -> None:
    """A square of an ambush has its unit: its marker, facing and id are those of the scenario, by the order of the squares in the file
    (SPL-CAMO-12); without ``kind`` it is drawn (SPL-CAMO-11, SPL-DICE-04)."""
    ambush, pool = ambush_of(story.rules, story.position, number), story.position.seats[seat].left
    assert ambush is not None
    assert action.at is not None
    kind, die = action.kind, None
    if kind is None:
        die = story.dice.roll(f"ambush of {seat}", len(pool)) if len(pool) > 1 else None
        kind, _ = draw(pool, die or 1)
    story.add(
        es.Deployed(
            seat,
            ambush.ids[ambush.squares.index(action.at)],
            square=action.at,
            kind=kind,
            facing=ambush.facing,
            lives=story.rules.units[kind].lives,
            ambush=True,
            die=die,
            sides=None if die is None else len(pool),
        )
    )


def ambush_of(rules: Rules, position: Position, number: int) -> Ambush | None:
    """The ambush that a scenario has for the seat of a number (SPL-CAMO-10)."""
    given = rules.scenarios[position.scenario].seat_of(number)
    return None if given is None else given.ambush


def draw(pool: Sequence[UnitKind], die: int) -> tuple[UnitKind, tuple[UnitKind, ...]]:
    """Which unit of a pool a die means, and what is left of it, in the order of the file (SPL-DICE-04)."""
    return pool[die - 1], (*pool[: die - 1], *pool[die:])


def deploy_base(story: Story, seat: Seat, action: DeployHq | DeployAmmo) -> None:
    """Headquarters or ammunition is laid (SPL-DEP-08, SPL-HQ-01); the ammunition bears its owner's marker from the start (SPL-OBJ-06)."""
    name = next_piece(story.position.pieces)
    if isinstance(action, DeployHq):
        piece = Piece(name, "hq", action.at, owner=seat)
    else:
        piece = Piece(name, "ammo", action.at, owner=seat, objective=seat)
    story.add(es.PiecePlaced(seat, piece))


def finish_deploy(story: Story, seat: Seat, action: FinishDeploy) -> None:
    """A seat has deployed. What found no room stays out of the game (SPL-DEP-09); of an ambush's pool nothing is said (SPL-CAMO-12)."""
    state = story.position.seats[seat]
    story.add(es.DeploymentFinished(seat, None if state.army is None else state.left))
