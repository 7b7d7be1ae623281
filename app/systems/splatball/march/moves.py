"""The one judge of a whole move (SPL-MOVE-02, section 14 of the rules): a path with all that may go with it.

Nothing happens before the whole is legal. What is legal is a ``Plan``; ``marching.py`` carries it out.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import Facing, Square
from app.engine.refusal import Fact, Refusal
from app.engine.types import RuleId, UnitId
from app.systems.splatball.book.kinds import PieceId, Segment
from app.systems.splatball.march.allowance import allowance, is_immobilised, may_fight
from app.systems.splatball.march.stepping import Passage, Stop, Stride, Walker
from app.systems.splatball.march.transport import embark_refusal, facing_of, unload_refusal
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import in_order
from app.systems.splatball.position.actions import Move, Unload
from app.systems.splatball.position.state import Unit

NOT_ACTIVATED: Final = RuleId("SPL-ACT-02")
GOT_OFF: Final = RuleId("SPL-TRN-06")
ONE_MOVE: Final = RuleId("SPL-MOVE-02")
ABOARD: Final = RuleId("SPL-TRN-05")
FOOT_SQUARES: Final = RuleId("SPL-MOVE-04")
VEHICLE_SQUARES: Final = RuleId("SPL-VEH-03")
NOT_AT_THE_RIM: Final = RuleId("SPL-MOVE-11")
NO_PICKUP: Final = RuleId("SPL-TRN-08")
NO_FENCE_SET: Final = RuleId("SPL-TRN-09")
NO_FACINGS: Final = RuleId("SPL-MOVE-05")
NO_TURN: Final = RuleId("SPL-VEH-17")

UNTURNED: Final = frozenset({"marmot", "cart"})
"""Vehicles without a facing that matters (SPL-VEH-17)."""


class SetDown(msgspec.Struct, frozen=True):
    """A passenger that gets off, and how it faces then."""

    unit: UnitId
    at: Square
    facing: Facing


class Plan(msgspec.Struct, frozen=True):
    """A legal move, with all that carrying it out takes."""

    unit: UnitId
    strides: tuple[Stride, ...]
    """Its steps in order."""
    cost: int
    """Squares of movement used, leaving and going aboard included."""
    stop: Stop | None
    """What ended the move on its last step."""
    destroyed_pieces: tuple[PieceId, ...]
    """Driven over, in order (SPL-VEH-09)."""
    destroyed_fences: tuple[Segment, ...]
    """Driven down, in order, those taken aboard left out."""
    taken: tuple[Segment, ...]
    """Taken aboard, in order (SPL-TRN-08)."""
    exits: bool
    """It leaves the board (SPL-MOVE-11)."""
    vehicle: UnitId | None
    """The one that it goes aboard (SPL-TRN-03)."""
    set_down: tuple[SetDown, ...]
    fences_set: tuple[Segment, ...]
    """SPL-TRN-09."""
    facing: Facing | None
    """The one that it turns to; ``None``: it does not turn (SPL-MOVE-05)."""
    fences_aboard: int
    """Segments aboard afterwards."""
    may_fight: bool
    """Whether this move leaves it its attack."""

    @property
    def changes_square(self) -> bool:
        """Whether the unit is elsewhere afterwards (SPL-CAMO-07)."""
        return bool(self.strides) or self.exits or self.vehicle is not None


class Way(msgspec.Struct, frozen=True):
    """A path that was gone to its end: where it ends, at what cost, out of how many squares."""

    at: Square
    strides: tuple[Stride, ...]
    cost: int
    most: int
    stop: Stop | None


def judge_move(field: Field, action: Move) -> Refusal | Plan:
    """Whether a unit of whoever acts may move so, in the order of section 14 from SPL-ACT-02 on; step and ownership are judged before.
    ``at_step`` is a fact of refusals of a step of the path, and of leaving the board, which counts as the step after it."""
    unit = field.units[action.unit]
    refusal = _refused_at_once(field, unit, action)
    if refusal is not None:
        return refusal
    assert unit.at is not None
    walker = Walker(Passage(field, unit.id), field.kind(unit), unit.seat)
    way = gone(walker, unit, action.path)
    if isinstance(way, Refusal):
        return way
    taken = tuple(way.strides[step - 1].fence for step in action.pickup if step <= len(way.strides))
    return (
        _exit_refusal(field, way, action)
        or _embark_refusal(walker, unit, way, action)
        or _pickup_refusal(walker, unit, way, action)
        or _unload_refusal(walker.passage, unit, way, action)
        or _fences_refusal(walker, unit, way, action)
        or _facing_refusal(field, unit, action)
        or _planned(field, unit, way, action, frozenset(taken))
    )


# ------------------------------------------------------------------------------------------------------- before the first step


def _refused_at_once(field: Field, unit: Unit, action: Move) -> Refusal | None:
    """What forbids any move, or one that is made up so."""
    facts: dict[str, Fact] = {"unit": unit.id}
    if not unit.activated:
        return Refusal(NOT_ACTIVATED, facts)
    if unit.unloaded_from is not None:
        return Refusal(GOT_OFF, facts)
    if unit.has_moved or not _holds_together(field, unit, action):
        return Refusal(ONE_MOVE, facts)
    if unit.at is None:
        return Refusal(ABOARD, facts)
    if (action.exit or _names_turn(field, unit, action)) and is_immobilised(field.kind(unit), unit.damage):
        return Refusal(VEHICLE_SQUARES, {**facts, "most": 0})
    return None


def _names_turn(field: Field, unit: Unit, action: Move) -> bool:
    """Whether a facing is named that the unit does not have; where there are no facings, any counts (SPL-MOVE-05)."""
    return action.facing is not None and (action.facing != unit.facing or not field.rules.options.facing)


def _holds_together(field: Field, unit: Unit, action: Move) -> bool:
    """Whether there is anything in a move, and nothing that does not go together (SPL-MOVE-02): leaving and going aboard end it."""
    stays = bool(action.unload or action.place_fences or _names_turn(field, unit, action))
    ends = bool(action.exit) + (action.embark is not None)
    return ends + stays == 1 or (bool(action.path) and ends + stays == 0)


# --------------------------------------------------------------------------------------------------------------- on the way


def gone(walker: Walker, unit: Unit, path: tuple[Square, ...]) -> Refusal | Way:
    """The path of a unit on the board, step by step: none after a rule has stopped it (SPL-MOVE-10), each legal, and no more squares than
    it has (SPL-MOVE-04, SPL-VEH-03)."""
    assert unit.at is not None
    most = most_squares(walker, unit, path)
    at, cost, stop = unit.at, 0, None
    strides: list[Stride] = []
    for number, to in enumerate(path, start=1):
        if stop is not None:
            return stopped(stop, at, at_step=number)
        rule = walker.refusing(at, to)
        if rule is not None:
            return Refusal(rule, {"at_step": number, **walker.facts(rule, to)})
        stride = walker.stride(at, to)
        cost += stride.cost
        if cost > most:
            return _too_far(walker, cost, most, at_step=number)
        walker.take(stride)
        strides.append(stride)
        at, stop = to, stride.stop
    return Way(at, tuple(strides), cost, most, stop)


def most_squares(walker: Walker, unit: Unit, path: tuple[Square, ...]) -> int:
    """The squares that a unit has for a path; a vehicle one more if all of it lies on the road (SPL-ROAD-04)."""
    field = walker.passage.field
    roads = field.ground.roads
    along_road = unit.at in roads and all(to in roads for to in path)
    return allowance(field.rules, walker.kind, unit.damage, along_road=along_road)


def stopped(stop: Stop, at: Square, **facts: Fact) -> Refusal:
    """The refusal of whatever comes after a rule has stopped a unit (SPL-MOVE-10)."""
    piece = {} if stop.piece is None else {"piece": stop.piece}
    return Refusal(stop.rule, {**facts, "square": squares.name(at), **piece})


def _too_far(walker: Walker, cost: int, most: int, **facts: Fact) -> Refusal:
    return Refusal(FOOT_SQUARES if walker.is_foot else VEHICLE_SQUARES, {**facts, "cost": cost, "most": most})


# ----------------------------------------------------------------------------------------------------------- after the path


def _exit_refusal(field: Field, way: Way, action: Move) -> Refusal | None:
    """Leaving: from beside a square that is off the board, for 1 square more (SPL-MOVE-11)."""
    if not action.exit:
        return None
    step = len(way.strides) + 1
    if way.stop is not None:
        return stopped(way.stop, way.at, at_step=step)
    if not field.ground.is_beside_edge(way.at):
        return Refusal(NOT_AT_THE_RIM, {"at_step": step, "square": squares.name(way.at)})
    if way.cost + 1 > way.most:
        rule = FOOT_SQUARES if field.kind(field.units[action.unit]).is_foot else VEHICLE_SQUARES
        return Refusal(rule, {"at_step": step, "cost": way.cost + 1, "most": way.most})
    return None


def _embark_refusal(walker: Walker, unit: Unit, way: Way, action: Move) -> Refusal | None:
    """Going aboard: a unit that was stopped cannot (SPL-TRN-03)."""
    if action.embark is None:
        return None
    if way.stop is not None:
        return stopped(way.stop, way.at)
    return embark_refusal(walker, unit, way.at, action.embark, left=way.most - way.cost)


def _pickup_refusal(walker: Walker, unit: Unit, way: Way, action: Move) -> Refusal | None:
    """Taking fences aboard: an Armadillo takes a segment that it crosses, once, if it has room (SPL-TRN-08)."""
    for count, step in enumerate(action.pickup):
        is_crossing = step <= len(way.strides) and way.strides[step - 1].fence is not None
        room = walker.kind.fence_capacity - unit.fences_aboard - count
        if not is_crossing or step in action.pickup[:count] or room < 1:
            return Refusal(NO_PICKUP, {"pickup": step})
    return None


def _unload_refusal(passage: Passage, unit: Unit, way: Way, action: Move) -> Refusal | None:
    """Getting off, one after the other in the order named (SPL-TRN-05)."""
    for unload in action.unload:
        refusal = unload_refusal(passage, unit, way.at, unload)
        if refusal is not None:
            return refusal
        passage.taken[unload.at] = unload.unit
    return None


def _fences_refusal(walker: Walker, unit: Unit, way: Way, action: Move) -> Refusal | None:
    """Setting fences that are carried, those taken in this very move among them (SPL-TRN-09)."""
    standing = set(walker.passage.fences)
    for count, named in enumerate(action.place_fences):
        segment = in_order(named)
        carried = unit.fences_aboard + len(action.pickup) - count
        if carried < 1 or segment in standing or not _takes_fence(walker.passage, way.at, segment):
            beside = squares.beside(segment) if segment in squares.sides(way.at) else ()
            return Refusal(NO_FENCE_SET, {"squares": [squares.name(each) for each in beside if min(each) >= 0]})
        standing.add(segment)
    return None


def _takes_fence(passage: Passage, at: Square, segment: Segment) -> bool:
    """Whether a side of a square is not on the rim (SPL-GEO-11), and parts squares without piece and road (SPL-TRN-09)."""
    ground = passage.field.ground
    return segment in squares.sides(at) and all(
        each in ground.squares and each not in ground.roads and passage.piece_at(each) is None
        for each in squares.beside(segment)
    )


def _facing_refusal(field: Field, unit: Unit, action: Move) -> Refusal | None:
    """Turning: not in a room without facings (SPL-MOVE-05), nor a Marmot or a Battle Cart (SPL-VEH-17)."""
    if not _names_turn(field, unit, action):
        return None
    if not field.rules.options.facing:
        return Refusal(NO_FACINGS, {"unit": unit.id})
    return Refusal(NO_TURN, {"unit": unit.id}) if unit.type in UNTURNED else None


# ------------------------------------------------------------------------------------------------------------ what it comes to


def _planned(field: Field, unit: Unit, way: Way, action: Move, taken: frozenset[Segment | None]) -> Plan:
    facing = action.facing if _names_turn(field, unit, action) else None
    crossed = [stride.fence for stride in way.strides if stride.fence is not None]
    aboard = tuple(segment for segment in crossed if segment in taken)
    is_away = bool(action.exit) or action.embark is not None
    return Plan(
        unit=unit.id,
        strides=way.strides,
        cost=way.cost + is_away,
        stop=way.stop,
        destroyed_pieces=tuple(stride.piece for stride in way.strides if stride.piece is not None),
        destroyed_fences=tuple(segment for segment in crossed if segment not in taken),
        taken=aboard,
        exits=bool(action.exit),
        vehicle=action.embark,
        set_down=tuple(
            SetDown(each.unit, each.at, facing_of(field, field.units[each.unit], each.facing)) for each in action.unload
        ),
        fences_set=tuple(in_order(segment) for segment in action.place_fences),
        facing=facing,
        fences_aboard=unit.fences_aboard + len(aboard) - len(action.place_fences),
        may_fight=not is_away and _fights_after(field, unit, way.cost, action, is_turn=facing is not None),
    )


def _fights_after(field: Field, unit: Unit, cost: int, action: Move, *, is_turn: bool) -> bool:
    after = replace(
        unit,
        moved=unit.moved + cost,
        turned=unit.turned or is_turn,
        has_unloaded=unit.has_unloaded or bool(action.unload),
    )
    return may_fight(field.rules, after, field.passengers(unit.id))


def worded(field: Field, action: Move) -> Move:
    """A legal move in the one wording of all that say the same: no facing that says nothing new, segments with their first vertex first,
    steps of ``pickup`` in order."""
    unit = field.units[action.unit]
    meant = replace(
        action,
        facing=action.facing if _names_turn(field, unit, action) else None,
        unload=tuple(_worded(field, each) for each in action.unload),
        pickup=tuple(sorted(action.pickup)),
        place_fences=tuple(in_order(segment) for segment in action.place_fences),
    )
    return action if meant == action else meant


def _worded(field: Field, unload: Unload) -> Unload:
    rider = field.units[unload.unit]
    is_default = facing_of(field, rider, unload.facing) == facing_of(field, rider)
    return replace(unload, facing=None) if is_default else unload
