"""Ways of roads and fences: the one that a breadth-first search finds (SPL-CFG-08, SPL-CFG-10, SPL-CFG-11)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Final

from app.boards import squares
from app.boards.squares import Square, Vertex
from app.systems.splatball.book.tables import Configurator
from app.systems.splatball.park.ground import Ground

WAYS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west (SPL-CFG-08)."""

At = tuple[int, int]


def search(
    start: At, is_open: Callable[[At, At], bool], is_end: Callable[[At], bool], most: int | None = None
) -> tuple[At, ...] | None:
    """The way from a place to the first one taken from the queue that is an end, both included; ``None`` if there is none, or none of
    at most ``most`` steps. ``is_open(here, there)``: whether one may go on from one to the other. The queue is taken step by step:
    ``level`` holds all that are equally many steps off, in its order."""
    parents: dict[At, At | None] = {start: None}
    level, steps = [start], 0
    while level:
        end = next(filter(is_end, level), None)
        if end is not None:
            return _back(parents, end)
        if steps == most:
            return None
        level, steps = _next_level(level, parents, is_open), steps + 1
    return None


def _next_level(level: list[At], parents: dict[At, At | None], is_open: Callable[[At, At], bool]) -> list[At]:
    """What is discovered from places in their order; the first discoverer is the parent."""
    found = []
    for at in level:
        for dx, dy in WAYS:
            there = (at[0] + dx, at[1] + dy)
            if there not in parents and is_open(at, there):
                parents[there] = at
                found.append(there)
    return found


def _back(parents: dict[At, At | None], at: At) -> tuple[At, ...]:
    way, here = [], at
    while (before := parents[here]) is not None:
        way.append(here)
        here = before
    return (here, *reversed(way))


def road(ground: Ground, start: Square, end: Square) -> tuple[Square, ...] | None:
    """The way of a road between two squares without piece, on squares without piece, over no fence (SPL-CFG-08)."""
    if not (_is_bare(ground, start) and _is_bare(ground, end)):
        return None
    return search(start, _passes(ground), lambda at: at == end)


def way_out(ground: Ground, start: Square) -> tuple[Square, ...] | None:
    """The way from the end of a road to the nearest border: a square with a side off the board (SPL-CFG-08, SPL-CFG-13)."""
    if not _is_bare(ground, start):
        return None
    held = ground.squares

    def is_border(at: Square) -> bool:
        return any((at[0] + dx, at[1] + dy) not in held for dx, dy in WAYS)

    return search(start, _passes(ground), is_border)


def road_with_ways_out(ground: Ground, start: Square, end: Square) -> tuple[Square, ...] | None:
    """A road with both its ways out, each square once; ``None`` if there is none (SPL-CFG-07, SPL-CFG-11)."""
    way = road(ground, start, end)
    outs = (way_out(ground, start), way_out(ground, end))
    if way is None or outs[0] is None or outs[1] is None:
        return None
    return tuple(dict.fromkeys((*way, *outs[0], *outs[1])))


def _is_bare(ground: Ground, at: Square) -> bool:
    return at in ground.squares and at not in ground.piece_at


def _passes(ground: Ground) -> Callable[[Square, Square], bool]:
    """Whether a road goes on from a square to the next one."""
    bare = ground.squares.difference(ground.piece_at)
    if not ground.fences:
        return lambda _, to: to in bare
    return lambda at, to: to in bare and ground.crossed(at, to) is None


# ----------------------------------------------------------------------------------------------------------------- fences


def is_free(ground: Ground, vertex: Vertex, used: Container[Vertex]) -> bool:
    """Whether a fence may use a vertex: the four squares round it on the board, without piece and road, and no fence there (SPL-CFG-09)."""
    return vertex not in used and all(
        at in ground.squares and at not in ground.piece_at and at not in ground.roads for at in squares.around(vertex)
    )


def used_vertices(ground: Ground) -> frozenset[Vertex]:
    """The vertices of fences that stand."""
    return frozenset(vertex for segment in ground.fences for vertex in segment)


def fence_over(is_open: Callable[[Vertex], bool], start: Vertex, end: Vertex, most: int) -> tuple[Vertex, ...] | None:
    """The way of a fence between two vertices over open ones, of at most so many segments; ``None`` if there is none, or an end is not
    open (SPL-CFG-09, SPL-CFG-10)."""
    if not (is_open(start) and is_open(end)):
        return None
    return search(start, lambda _, to: is_open(to), lambda at: at == end, most)


def fence_ends(table: Configurator, start: Vertex) -> Iterator[Vertex]:
    """The vertices, in row order, that are as far from the one where a fence begins as its other end may be (SPL-CFG-09)."""
    x, y = start
    reach = range(-table.fence_max_span, table.fence_max_span + 1)
    return (
        (x + dx, y + dy)
        for dy in reach
        for dx in reach
        if table.fence_min_span <= abs(dx) + abs(dy) <= table.fence_max_span
    )


def fence_route(ground: Ground, start: Vertex, end: Vertex) -> tuple[Vertex, ...] | None:
    """A fence as hands lay it, too: between free vertices, its ends so far from one another, the whole not too long (SPL-CFG-09,
    SPL-CFG-11)."""
    table = ground.rules.configurator
    if end not in fence_ends(table, start):
        return None
    used = used_vertices(ground)
    return fence_over(lambda vertex: is_free(ground, vertex, used), start, end, table.fence_max_length)
