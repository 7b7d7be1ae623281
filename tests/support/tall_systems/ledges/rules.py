"""The rules of Ledges: who is asked, what is refused, what follows."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import msgspec

from app.engine.dice import Dice
from app.engine.refusal import Refusal
from app.engine.story import Step, Story
from app.engine.types import RuleId, Seat, UnitId
from tests.support.tall_systems.ledges import values as v

SIDES = (Seat("a"), Seat("b"))
ZONES = {SIDES[0]: (0, 700), SIDES[1]: (400, 1200)}
"""From where to where along the table a seat places."""


def figure(position: v.Position, unit: UnitId) -> v.Figure | None:
    return next((each for each in position.figures if each.id == unit), None)


def own(position: v.Position, seat: Seat) -> list[v.Figure]:
    return [each for each in position.figures if each.seat == seat]


def waiting(position: v.Position, seat: Seat) -> list[v.Figure]:
    return [each for each in own(position, seat) if each.place is None]


def to_act(position: v.Position) -> tuple[Seat, ...]:
    if position.winner is not None:
        return ()
    if len(position.locked) < 2:
        return tuple(seat for seat in SIDES if seat not in position.locked)
    placing = next((seat for seat in SIDES if waiting(position, seat)), None)
    return (placing or position.turn,)


def is_over(piece: str, x: float, y: float) -> bool:
    (left, low), _, (right, high), _ = v.PIECES[piece]
    return left <= x <= right and low <= y <= high


def surfaces(x: float, y: float) -> list[int]:
    """The heights one may stand at a place, from below."""
    return [0, *(top for piece, (_, top) in v.HEIGHTS.items() if is_over(piece, x, y))]


def _no(number: int) -> Refusal:
    return Refusal(RuleId(f"LED-0{number}"))


def check(position: v.Position, seat: Seat, action: v.AnyAction) -> Refusal | None:
    if isinstance(action, v.Concede):
        return _no(1) if position.winner else None
    if seat not in to_act(position):
        return _no(1)
    if isinstance(action, v.Lock):
        return _no(2) if len(position.locked) > 1 or sum(each.cost for each in action.members) > v.LIMIT else None
    if len(position.locked) < 2:
        return _no(1)
    if isinstance(action, v.Pass):
        return _no(1) if waiting(position, seat) else None
    who = figure(position, action.unit)
    if who is None or who.seat != seat or (who.place is None) != isinstance(action, v.Put):
        return _no(1)
    return _check_act(position, who, action)


def _check_act(position: v.Position, who: v.Figure, action: v.AnyAction) -> Refusal | None:
    match action:
        case v.Put():
            left, right = ZONES[who.seat]
            stands = left <= action.x_mm <= right and action.z_mm in surfaces(action.x_mm, action.y_mm)
            return None if stands and not _meets(position, who, (action.x_mm, action.y_mm, action.z_mm)) else _no(3)
        case v.Move():
            entries = [(who, action.path_mm)]
            for each in action.company:
                other = figure(position, each.unit)
                if other is None or other.seat != who.seat or other.place is None:
                    return _no(1)
                entries.append((other, each.path_mm))
            return next((found for one, path in entries if (found := _check_walk(one, path))), None)
        case v.Throw():
            parts = action.split or (v.Part(action.target or UnitId(""), v.STONES),)
            named = [part.target for part in parts] + [each.target for each in action.company]
            foes = {each.id for each in position.figures if each.seat != who.seat}
            whole = sum(part.stones for part in parts) == v.STONES and (action.target is None) == bool(action.split)
            return None if whole and foes.issuperset(named) else _no(5)
        case v.Lob():
            return None if action.z_mm in surfaces(action.x_mm, action.y_mm) else _no(3)
        case v.Scale():
            return None if (action.piece, action.to_mm) in holds(who) else _no(6)
    return _no(1)


def _check_walk(who: v.Figure, path: tuple[tuple[int, int], ...]) -> Refusal | None:
    assert who.place is not None
    points = [who.place[:2], *path]
    if not all(0 <= x <= 1200 and 0 <= y <= 800 for x, y in path):
        return _no(3)
    cost = cost_of(points)
    if cost <= v.LONGEST:
        return None
    return Refusal(RuleId("LED-04"), {"unit": who.id, "length_cm": cost / 10, "reach_cm": v.LONGEST / 10})


def cost_of(points: Sequence[tuple[int, int]]) -> int:
    """What a way counts as: a leg that ends in the bog along the south edge counts twice."""
    return sum(math.ceil(math.dist(a, b)) * (2 if b[1] < v.BOG else 1) for a, b in itertools.pairwise(points))


def _meets(position: v.Position, who: v.Figure, place: tuple[int, int, int]) -> bool:
    others = (each.place for each in position.figures if each.id != who.id and each.place is not None)
    return any(math.dist(place, other) < 2 * v.RADIUS for other in others)


def holds(who: v.Figure) -> Iterator[tuple[str, int]]:
    """What is at hand to be scaled, and how high."""
    assert who.place is not None
    x, y, z = who.place
    for piece, (_, top) in v.HEIGHTS.items():
        for to in (top - 30, top):
            if is_over(piece, x, y) and to != z:
                yield piece, to


def apply(position: v.Position, seat: Seat, action: v.AnyAction, verdict: object, dice: Dice) -> Step:
    """What follows from an accepted action."""
    story = Story(evolve, position, dice)
    after = _after(position, seat, action)
    if not isinstance(action, v.Lock | v.Put):
        after = msgspec.structs.replace(after, turn=SIDES[seat == SIDES[0]])
    losers = [each for each in SIDES if len(after.locked) > 1 and not own(after, each)]
    if losers:
        after = msgspec.structs.replace(after, winner=SIDES[losers[0] == SIDES[0]])
    story.add(v.Acted(seat, action, after))
    return story.step()


def _after(position: v.Position, seat: Seat, action: v.AnyAction) -> v.Position:
    match action:
        case v.Lock():
            alike = [each for each in action.members for _ in range(each.count)]
            named = tuple(
                v.Figure(UnitId(f"{seat}{n}"), seat, each.build, each.colours, each.captain)
                for n, each in enumerate(alike, 1)
            )
            return msgspec.structs.replace(position, figures=position.figures + named, locked=(*position.locked, seat))
        case v.Put():
            return _moved(position, action.unit, (action.x_mm, action.y_mm, action.z_mm))
        case v.Move():
            for unit, path in ((action.unit, action.path_mm), *((each.unit, each.path_mm) for each in action.company)):
                x, y = path[-1]
                position = _moved(position, unit, (x, y, surfaces(x, y)[-1]))
            return position
        case v.Throw():
            parts = action.split or (v.Part(action.target or UnitId(""), v.STONES),)
            for part in (*parts, *(v.Part(each.target, 1) for each in action.company)):
                position = _hit(position, part)
            return position
        case v.Scale():
            who = figure(position, action.unit)
            assert who is not None
            assert who.place is not None
            return _moved(position, action.unit, (*who.place[:2], action.to_mm))
        case v.Concede():
            return msgspec.structs.replace(position, winner=SIDES[seat == SIDES[0]])
    return position


def _moved(position: v.Position, unit: UnitId, place: tuple[int, int, int]) -> v.Position:
    figures = tuple(
        msgspec.structs.replace(each, place=place) if each.id == unit else each for each in position.figures
    )
    return msgspec.structs.replace(position, figures=figures)


def _hit(position: v.Position, part: v.Part) -> v.Position:
    hurt = (
        msgspec.structs.replace(each, bruises=each.bruises + part.stones) if each.id == part.target else each
        for each in position.figures
    )
    return msgspec.structs.replace(position, figures=tuple(each for each in hurt if each.bruises < v.BRUISES_OUT))


def evolve(position: v.Position | None, event: v.AnyEvent) -> v.Position:
    """The position after an event."""
    return event.position
