"""Everywhere a team can come to, with the cheapest way there: the judge's own steps, searched (FHW-MOVE, FHW-ROAD)."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.systems.flames_hexwar.book.kinds import Place
from app.systems.flames_hexwar.march.halting import next_places
from app.systems.flames_hexwar.march.stepping import Stepped, Trace, Walking


class Reached(NamedTuple):
    """A place with a cheapest way to it, and how many tests lie on that way."""

    place: Place
    path: tuple[Place, ...]
    trace: Trace
    tests: int


class _Known(NamedTuple):
    cost: int
    road: int


def reach(walking: Walking, start: Trace | None = None, others: Iterable[Trace] = ()) -> Mapping[Place, Reached]:
    """Every place that a legal way leads to, room at its end left aside. Of several ways to a place the one with the fewest tests, then
    the cheapest, is kept. ``others``: where others that are alike set out from, of whom it is the same."""
    begins = (walking.start if start is None else start, *others)
    homes = {begin.place for begin in begins}
    found: dict[Place, Reached] = {}
    seen: dict[tuple[Place | None, bool, bool], list[_Known]] = {}
    tie = itertools.count()
    todo: list[tuple[int, int, int, Trace, tuple[Place, ...]]] = [
        (0, begin.cost, next(tie), begin, ()) for begin in begins
    ]
    while todo:
        tests, _, _, trace, path = heapq.heappop(todo)
        if trace.place is not None and path:
            old = found.get(trace.place)
            if old is None or (tests, trace.cost) < (old.tests, old.trace.cost):
                found[trace.place] = Reached(trace.place, path, trace, tests)
        for place in next_places(walking, trace) if _may_go_on(walking, trace) else ():
            if place in homes or place in path or _is_known(walking, trace, place, seen):
                continue
            stepped = walking.step(trace, place)
            if not isinstance(stepped, Stepped):
                continue
            new = stepped.trace
            key, known = (new.place, new.rough, new.by_road), _Known(new.cost, -new.road)
            before = seen.setdefault(key, [])
            if any(each.cost <= known.cost and each.road <= known.road for each in before):
                continue
            before.append(known)
            rolled = tests + len(stepped.leaving) + (stepped.entering is not None)
            heapq.heappush(todo, (rolled, new.cost, next(tie), new, (*path, place)))
    return found


def _is_known(
    walking: Walking, trace: Trace, place: Place, seen: Mapping[tuple[Place | None, bool, bool], Sequence[_Known]]
) -> bool:
    """Whether a place has been come to as cheaply as it could be from here, before the step is looked at."""
    here = trace.place
    by_road = here is not None and here.hex != place.hex and walking.field.terrain.joined(here.hex, place.hex)
    known = seen.get((place, trace.rough, by_road), ())
    return any(each.cost <= trace.cost + 1 and each.road <= -trace.road - by_road for each in known)


def _may_go_on(walking: Walking, trace: Trace) -> bool:
    """Whether the allowance is enough for a step more, were it along a road (FHW-ROAD-03)."""
    return walking.is_within(trace._replace(cost=trace.cost + 1, road=trace.road + 1))
