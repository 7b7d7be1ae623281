"""What squares and hexes have in common: sectors, what can be reached step by step, what hangs together.

Exact, as all geometry here: whole numbers only, and no verdict by rounding. A cell is whatever a game calls it, as long as it
can be a key and be put in order.

``is_within(directions, facing, half, offset)``   does an offset lie in a sector, its edges included
``is_ahead(...)``                                 1 before, 0 exactly abeam of, -1 behind a facing
``reach(start, steps, most)``                     every cell that can be reached, at what cost and by which way
``runs(things, touch)``                           what hangs together, transitively
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeVar

Offset = tuple[int, int]
Cell = TypeVar("Cell", bound=Hashable)
Thing = TypeVar("Thing", bound=Hashable)


def cross(a: Offset, b: Offset) -> int:
    """Above 0 if ``b`` lies to one hand of ``a``, below 0 if to the other, 0 if in line with it. Skewing a lattice into whole
    numbers keeps the sign."""
    return a[0] * b[1] - a[1] * b[0]


def is_within(directions: Sequence[Offset], facing: int, half: int, offset: Offset) -> bool:
    """Whether an offset lies in the sector that reaches ``half`` directions to each hand of ``directions[facing]``, both edges
    included. ``directions`` go once round in equal steps, as vectors of the lattice; ``half`` is 1 or more; an offset of nothing
    lies in every sector."""
    count = len(directions)
    if offset == (0, 0) or 2 * half >= count:
        return True
    if 4 * half > count:  # all but the inside of the sector behind
        return not _is_inside(directions, facing + count // 2, count // 2 - half, offset, 0)
    return _is_inside(directions, facing, half, offset, 1)


def _is_inside(directions: Sequence[Offset], facing: int, half: int, offset: Offset, edge: int) -> bool:
    """Inside a sector no wider than half the circle; with ``edge`` 1 its edges count."""
    count = len(directions)
    hand = 1 if cross(directions[0], directions[1]) > 0 else -1
    first, last = directions[(facing - half) % count], directions[(facing + half) % count]
    return hand * cross(first, offset) > -edge and hand * cross(offset, last) > -edge


def is_ahead(directions: Sequence[Offset], facing: int, offset: Offset) -> int:
    """1 if an offset lies before whoever faces ``directions[facing]``, -1 if behind, 0 if exactly abeam. The number of
    directions must be a multiple of four."""
    quarter = len(directions) // 4
    hand = 1 if cross(directions[0], directions[1]) > 0 else -1
    side = hand * cross(directions[(facing - quarter) % len(directions)], offset)
    return (side > 0) - (side < 0)


def reach(
    start: Cell, steps: Callable[[Cell], Iterable[tuple[Cell, int]]], most: int
) -> Mapping[Cell, tuple[int, tuple[Cell, ...]]]:
    """Every cell that can be reached for no more than ``most``, its own among them: what it costs, and the cells entered one after
    the other. ``steps`` answers the next cells and what each costs (0 or more); of ways that cost the same, the one with fewer
    steps counts, then the one found first."""
    found: dict[Cell, tuple[int, tuple[Cell, ...]]] = {}
    waiting: list[tuple[int, int, int, Cell, tuple[Cell, ...]]] = [(0, 0, 0, start, ())]
    count = 0
    while waiting:
        cost, length, _, cell, path = heappop(waiting)
        if cell in found:
            continue
        found[cell] = (cost, path)
        for beyond, more in steps(cell):
            if beyond not in found and cost + more <= most:
                count += 1
                heappush(waiting, (cost + more, length + 1, count, beyond, (*path, beyond)))
    return found


def runs(things: Iterable[Thing], touch: Callable[[Thing, Thing], bool]) -> list[tuple[Thing, ...]]:
    """What hangs together: each run in the order of ``things``, the runs in the order of their first."""
    left = list(dict.fromkeys(things))
    order = {thing: number for number, thing in enumerate(left)}
    found = []
    while left:
        run, edge = [left[0]], [left.pop(0)]
        while edge:
            at = edge.pop()
            near = [thing for thing in left if touch(at, thing)]
            left = [thing for thing in left if thing not in near]
            run += near
            edge += near
        found.append(tuple(sorted(run, key=order.__getitem__)))
    return found
