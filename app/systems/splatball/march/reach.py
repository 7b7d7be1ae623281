"""Where a unit can get: the cheapest legal path to every square that its move can end on, for pages and bots.

Exact. Nothing that a vehicle knocks down on its way makes a later square of the same way cheaper than some way that does without: what
helps to get on lies on squares where it has been already. So steps can be judged one by one on the ground as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

import msgspec
from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import Square
from app.engine.judging import Kept
from app.engine.types import UnitId
from app.systems.splatball.book.kinds import PieceId, Segment
from app.systems.splatball.march.allowance import allowance, may_fight
from app.systems.splatball.march.stepping import Passage, Stop, Walker
from app.systems.splatball.march.transport import embark_refusal
from app.systems.splatball.park.aboard import has_places
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Unit

KEPT: Final = 64
"""Units whose ways are remembered, each with the very field that it stands on."""

Node = tuple[Square, Stop | None]
"""A square, and what stops whoever comes to it so: by one way it may be stopped there, by another not."""
Found = dict[Node, tuple[int, tuple[Square, ...]]]
"""What it costs to get there, and the squares entered one after the other."""


class Reached(msgspec.Struct, frozen=True):
    """How a unit gets to a square: the squares entered, and what that costs."""

    path: tuple[Square, ...]
    cost: int
    stop: Stop | None
    """What stops it there."""
    may_fight: bool
    """Whether it may still fight after it."""
    pieces: tuple[PieceId, ...] = ()
    """What a vehicle flattens on the way."""
    fences: tuple[Segment, ...] = ()


class Ways(msgspec.Struct, frozen=True):
    """Everything that a unit can come to for no more than ``most`` squares."""

    most: int
    found: Found


def _ways(field: Field, unit: Unit) -> tuple[Ways, ...]:
    """The ways of a unit on the board; those of a vehicle that keeps to the road stand by themselves, since it has a square more for them
    (SPL-ROAD-04)."""
    if unit.at is None:
        return ()
    walker = Walker(Passage(field, unit.id), field.kind(unit), unit.seat)
    roads = field.ground.roads
    anywhere = allowance(field.rules, walker.kind, unit.damage)
    found = [Ways(anywhere, _searched(walker, unit.at, anywhere, None))]
    along_road = allowance(field.rules, walker.kind, unit.damage, along_road=True)
    if unit.at in roads and along_road > anywhere:
        found.append(Ways(along_road, _searched(walker, unit.at, along_road, roads)))
    return tuple(found)


ways_of: Final = Kept(_ways, KEPT)
"""The ways of a unit on a field."""


def _searched(walker: Walker, start: Square, most: int, within: frozenset[Square] | None) -> Found:
    """The cheapest way to everything within ``most`` squares, cost by cost. Of ways that cost the same the one of more steps counts,
    which flattens less, then the one found first. A square that can be gone on from for less is looked at no more."""
    found: Found = {(start, None): (0, ())}
    layers: list[list[Square]] = [[start], *([] for _ in range(most))]
    for cost, layer in enumerate(layers[:-1]):
        for at in dict.fromkeys(layer):
            if found[at, None][0] == cost:
                for to, reached in _go_on(walker, found, at, most, within):
                    layers[reached].append(to)
    return found


def _go_on(
    walker: Walker, found: Found, at: Square, most: int, within: frozenset[Square] | None
) -> Iterator[tuple[Square, int]]:
    """Puts what lies one step beyond a square among what was found; the squares that nothing stops at, each with its cost."""
    cost, path = found[at, None]
    steps = len(path) + 1
    for to in _beside(at, diagonals=walker.passage.field.rules.options.diagonals):
        if (within is not None and to not in within) or _is_known(found, (to, None), cost + 1, steps):
            continue
        if walker.refusing(at, to) is not None:
            continue
        stride = walker.stride(at, to)
        reached = cost + stride.cost
        if reached <= most and not _is_known(found, (to, stride.stop), reached, steps):
            found[to, stride.stop] = (reached, (*path, to))
            if stride.stop is None:
                yield to, reached


def _is_known(found: Found, node: Node, cost: int, steps: int) -> bool:
    known = found.get(node)
    return known is not None and (known[0] < cost or (known[0] == cost and len(known[1]) >= steps))


def _beside(at: Square, *, diagonals: bool) -> Iterable[Square]:
    """The neighbours of a square, straight ones first, so that of equal ways the straighter one is found first."""
    straight = squares.neighbours(at, diagonals=False)
    if not diagonals:
        return straight
    x, y = at
    return (*straight, (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), (x - 1, y - 1))


def reach(field: Field, unit: Unit) -> Mapping[Square, Reached]:
    """Every square other than its own that a unit's move can end on, with the cheapest legal path to it; of equal ones one that nothing
    stops. Whether the unit is activated or has moved is not looked at. An empty mapping for passengers, who
    are not on the board (SPL-TRN-10), and immobilised vehicles."""
    best: dict[Square, tuple[tuple[int, bool], Stop | None, tuple[Square, ...]]] = {}
    for ways in ways_of(field, unit):
        for (at, stop), (cost, path) in ways.found.items():
            worth = (cost, stop is not None)
            if at != unit.at and (at not in best or worth < best[at][0]):
                best[at] = (worth, stop, path)
    fights = [
        _fights_after(field, unit, cost)
        for cost in range(max((ways.most for ways in ways_of(field, unit)), default=0) + 1)
    ]
    return {at: _reached(field, unit, cost, stop, path, fights[cost]) for at, ((cost, _), stop, path) in best.items()}


def _fights_after(field: Field, unit: Unit, cost: int) -> bool:
    return may_fight(field.rules, replace(unit, moved=unit.moved + cost), field.passengers(unit.id))


def _reached(field: Field, unit: Unit, cost: int, stop: Stop | None, path: tuple[Square, ...], fights: bool) -> Reached:
    if len(path) == cost or unit.at is None:  # nothing costs more where nothing is flattened
        return Reached(path, cost, stop, fights)
    ground = field.ground
    pieces = (ground.piece_at.get(at) for at in path)
    crossed = (ground.crossed(at, to) for at, to in pairwise((unit.at, *path)))
    return Reached(
        path,
        cost,
        stop,
        fights,
        tuple(piece.id for piece in pieces if piece is not None),
        tuple(segment for segment in crossed if segment is not None),
    )


def _unstopped(field: Field, unit: Unit) -> Iterator[tuple[Square, int, int, tuple[Square, ...]]]:
    """Every square that a unit can come to and go on from, its own among them: what that costs, how many squares it has left, the
    path."""
    for ways in ways_of(field, unit):
        for (at, stop), (cost, path) in ways.found.items():
            if stop is None:
                yield at, cost, ways.most - cost, path


def exits(field: Field, unit: Unit) -> tuple[Square, ...] | None:
    """The cheapest path after which a unit can leave the board (SPL-MOVE-11), empty from where it stands; ``None`` if it cannot."""
    found = [
        (cost, len(path), path)
        for at, cost, left, path in _unstopped(field, unit)
        if left >= 1 and field.ground.is_beside_edge(at)
    ]
    return min(found)[2] if found else None


def embarkable(field: Field, unit: Unit) -> Mapping[UnitId, tuple[Square, ...]]:
    """The own transports that a foot unit can go aboard (SPL-TRN-03), each with the cheapest path after which it does."""
    if not field.kind(unit).is_foot:
        return {}
    transports = [
        other.id
        for other in field.unit_at.values()
        if other.seat == unit.seat and has_places(field.kind(other)) and not other.has_unloaded
    ]
    if not transports:
        return {}
    walker = Walker(Passage(field, unit.id), field.kind(unit), unit.seat)
    found: dict[UnitId, tuple[Square, ...]] = {}
    for at, _, left, path in sorted(_unstopped(field, unit), key=lambda way: way[1]):
        for vehicle in transports:
            if vehicle not in found and embark_refusal(walker, unit, at, vehicle, left=left) is None:
                found[vehicle] = path
    return found
