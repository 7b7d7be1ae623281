"""The judge of a skirmish, what acts lead to, and how events fold. Everything about cells is asked of a ``Geometry``."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.boards import cells
from app.engine.dice import Dice
from app.engine.refusal import Refusal
from app.engine.story import Step, Story
from app.engine.types import BoardKind, RuleId, Seat, Text, UnitId
from tests.support.cells import values as v

LONGEST = 3
FARTHEST = 6
SPILL, SPILL_TOUCHING, SPILL_FAR = 5, 2, 2
"""How many cells paint runs over, next to how many before it each further one is, how far off a figure may begin."""
HITS_OUT = 2
COSTS: Mapping[str, int] = {"plain": 1, "rough": 2}
"""What can be entered, and what it costs. Trees cannot, and hide what lies behind them."""


class Geometry(Protocol):
    """All that a skirmish has to know of its board."""

    kind: BoardKind
    facings: Sequence[tuple[v.Look, float, Text]]
    must_look: bool
    """Whether a figure that arrives must be told which way it looks."""

    def lattice(self, columns: int, rows: int) -> Any: ...
    def name(self, place: v.Place) -> str: ...
    def key(self, place: v.Place) -> str: ...
    def wired(self, place: v.Place) -> v.Named: ...
    def read(self, value: v.Named) -> v.Place | None: ...
    def steps(self, place: v.Place) -> Sequence[tuple[v.Place, bool]]: ...
    def distance(self, a: v.Place, b: v.Place) -> int: ...
    def blockers(self, a: v.Place, b: v.Place, blocks: Callable[[v.Place], bool]) -> Sequence[v.Place]: ...
    def sees(self, at: v.Place, facing: v.Look, to: v.Place) -> bool: ...
    def turned(self, facing: v.Look, by: int) -> v.Look: ...
    def corners(self, columns: int, rows: int) -> Sequence[v.Corner]: ...


GREATEST_SEED = 2**32 - 1


def strewn(position: v.Position, seed: int) -> v.Position:
    """The same with its ground elsewhere: in other cells between the armies for each seed, as it is for none."""
    if seed == 0:
        return position
    taken = {each.at for each in position.figures}
    places = [(column, row) for column in range(2, position.columns - 2) for row in range(position.rows)]
    free = [each for each in places if each not in taken]
    found = random.Random(seed).sample(free, min(len(free), len(position.grounds)))
    grounds = [v.Ground(at, each.kind) for each, at in zip(position.grounds, found, strict=False)]
    return msgspec.structs.replace(position, grounds=tuple(grounds))


def ground(position: v.Position, place: v.Place) -> str:
    return next((each.kind for each in position.grounds if each.at == place), "plain")


def figure(position: v.Position, name: str) -> v.Figure | None:
    return next((each for each in position.figures if each.id == name), None)


def in_play(position: v.Position) -> Iterator[v.Figure]:
    return (each for each in position.figures if each.hits < HITS_OUT)


def to_act(position: v.Position) -> tuple[Seat, ...]:
    return () if position.ended is not None else (position.turn,)


def steps(geometry: Geometry, position: v.Position) -> Callable[[v.Place], Iterator[tuple[v.Place, int]]]:
    """Where one can go from a place, and for what: on the board, over no fence, on nobody, into no tree."""
    taken = {each.at for each in in_play(position)}

    def found(place: v.Place) -> Iterator[tuple[v.Place, int]]:
        for beyond, is_side in geometry.steps(place):
            x, y = beyond
            if not (0 <= x < position.columns and 0 <= y < position.rows) or beyond in taken:
                continue
            cost = COSTS.get(ground(position, beyond))
            if cost is not None and not (is_side and _pair(place, beyond) in position.fences):
                yield beyond, cost

    return found


def reach(geometry: Geometry, position: v.Position, who: v.Figure) -> Mapping[v.Place, tuple[int, tuple[v.Place, ...]]]:
    return cells.reach(who.at, steps(geometry, position), LONGEST)


def _pair(a: v.Place, b: v.Place) -> tuple[v.Place, v.Place]:
    return (a, b) if a < b else (b, a)


def check(geometry: Geometry, prefix: str, position: v.Position, seat: Seat, action: v.AnyAction) -> Refusal | None:
    def no(rule: str, **facts: Any) -> Refusal:
        return Refusal(RuleId(f"{prefix}-{rule}"), facts)

    if isinstance(action, v.Concede):
        return None if position.ended is None else no("TURN-01")
    if isinstance(action, v.AnswerDraw):
        return None if position.offered not in (None, seat) else no("DRAW-01")
    if isinstance(action, v.OfferDraw):
        return None if position.ended is None and position.offered is None and seat == position.turn else no("DRAW-01")
    if seat not in to_act(position):
        return no("TURN-01")
    if isinstance(action, v.Move | v.Shoot):
        who = figure(position, action.unit)
        if who is None or who.seat != seat or who.hits >= HITS_OUT:
            return no("TURN-02")
        return (
            _move(geometry, position, who, action, no)
            if isinstance(action, v.Move)
            else _shoot(geometry, position, who, action, no)
        )
    if isinstance(action, v.Volley | v.Spill | v.Queue):
        return _from_afar(geometry, position, seat, action, no)
    if isinstance(action, v.Arrive):
        return _arrive(geometry, position, seat, action, no)
    return _build(geometry, position, seat, action, no) if isinstance(action, v.Build) else None


def may_order(position: v.Position, seat: Seat) -> bool:
    """Whether a seat may do what is done from afar: while it keeps two or more in reserve."""
    return sum(each.seat == seat for each in position.reserves) > 1


def _from_afar(
    geometry: Geometry,
    position: v.Position,
    seat: Seat,
    action: v.Volley | v.Spill | v.Queue,
    no: Callable[..., Refusal],
) -> Refusal | None:
    if not may_order(position, seat):
        return no("AFAR-01")
    match action:
        case v.Queue():
            own = sorted(each.id for each in position.reserves if each.seat == seat)
            return None if sorted(action.order) == own else no("QUEUE-01")
        case v.Spill():
            who = figure(position, action.unit)
            if who is None or who.seat != seat or who.hits >= HITS_OUT:
                return no("TURN-02")
            cells = [geometry.read(each) for each in action.cells]
            begins = [set(corner.cells) for corner in spills(geometry, position, who)]
            is_whole = len(set(cells)) == len(cells) == SPILL and set(cells[:3]) in begins
            return (
                None
                if is_whole and all(_runs_on(geometry, position, cells, n) for n in range(3, SPILL))
                else no("SPILL-01")
            )
    if len({each.unit for each in action.shots}) < len(action.shots):
        return no("VOLLEY-01")
    for each in action.shots:
        who = figure(position, each.unit)
        if who is None or who.seat != seat or who.hits >= HITS_OUT:
            return no("TURN-02")
        refused = _shoot(geometry, position, who, v.Shoot(each.unit, each.target), no)
        if refused is not None:
            return refused
    return None


def spills(geometry: Geometry, position: v.Position, who: v.Figure) -> list[v.Corner]:
    """The corners from which paint of a figure may run."""
    return [
        corner
        for corner in geometry.corners(position.columns, position.rows)
        if all(geometry.distance(who.at, each) <= SPILL_FAR for each in corner.cells)
    ]


def _runs_on(geometry: Geometry, position: v.Position, cells: Sequence[v.Place | None], n: int) -> bool:
    at = cells[n]
    if at is None or not (0 <= at[0] < position.columns and 0 <= at[1] < position.rows):
        return False
    return sum(geometry.distance(at, each) == 1 for each in cells[:n] if each is not None) >= SPILL_TOUCHING


def spilt(geometry: Geometry, position: v.Position, corner: v.Corner) -> tuple[v.Place, ...]:
    """A pattern that begins at a corner: the first cells there are."""
    found = list(corner.cells)
    every = [(x, y) for y in range(position.rows) for x in range(position.columns)]
    while len(found) < SPILL:
        found.append(
            next(at for at in every if at not in found and _runs_on(geometry, position, [*found, at], len(found)))
        )
    return tuple(found)


def _arrive(
    geometry: Geometry, position: v.Position, seat: Seat, action: v.Arrive, no: Callable[..., Refusal]
) -> Refusal | None:
    if v.Reserve(action.unit, seat) not in position.reserves:
        return no("TURN-02")
    if geometry.read(action.at) not in arrivals(position, seat):
        return no("ARRIVE-01")
    if action.facing is None:
        return no("ARRIVE-02") if geometry.must_look else None
    return None if action.facing in [value for value, _, _ in geometry.facings] else no("MOVE-03")


def arrivals(position: v.Position, seat: Seat) -> list[v.Place]:
    """Where the reserve of a seat may come: what is free of the columns at its own rim."""
    taken = {each.at for each in in_play(position)}
    first = 0 if seat == position.seats[0] else position.columns - 2
    places = [(column, row) for row in range(position.rows) for column in (first, first + 1)]
    return [each for each in places if each not in taken and ground(position, each) in COSTS]


def away(geometry: Geometry, position: v.Position, seat: Seat) -> v.Look:
    """How somebody of a seat looks who is told nothing: away from its own rim."""
    return geometry.facings[0 if seat == position.seats[0] else len(geometry.facings) // 2][0]


def _build(
    geometry: Geometry, position: v.Position, seat: Seat, action: v.Build, no: Callable[..., Refusal]
) -> Refusal | None:
    who = figure(position, action.unit)
    if who is None or who.seat != seat or who.hits >= HITS_OUT:
        return no("TURN-02")
    return None if line_of(geometry, action.between) in lines(geometry, position, who.at) else no("BUILD-01")


def lines(geometry: Geometry, position: v.Position, at: v.Place) -> list[tuple[v.Place, v.Place]]:
    """Where a figure in a cell may put a fence: on the sides of that cell, within the board, where there is none."""
    beyond = [place for place, is_side in geometry.steps(at) if is_side]
    inside = [(x, y) for x, y in beyond if 0 <= x < position.columns and 0 <= y < position.rows]
    return [line for line in (_pair(at, each) for each in inside) if line not in position.fences]


def line_of(geometry: Geometry, between: tuple[v.Named, v.Named]) -> tuple[v.Place, v.Place] | None:
    """The line that an act names, the smaller place first."""
    one, other = (geometry.read(each) for each in between)
    return None if one is None or other is None else _pair(one, other)


def end_of(geometry: Geometry, who: v.Figure, action: v.Move) -> v.Place:
    """Where a move leads to."""
    end = geometry.read(action.path[-1]) if action.path else None
    return who.at if end is None else end


def _move(
    geometry: Geometry, position: v.Position, who: v.Figure, action: v.Move, no: Callable[..., Refusal]
) -> Refusal | None:
    path = [geometry.read(each) for each in action.path]
    if not path and action.facing in (None, who.facing) and action.fence is None and not action.paint:
        return no("MOVE-01")
    if action.facing is not None and action.facing not in [value for value, _, _ in geometry.facings]:
        return no("MOVE-03")
    at, spent = who.at, 0
    for place in path:
        cost = dict(steps(geometry, position)(at)).get(place) if place else None
        if cost is None or place is None:
            return no("MOVE-02", cell="" if place is None else geometry.name(place))
        at, spent = place, spent + cost
    if spent > LONGEST:
        return no("MOVE-01", cost=spent, most=LONGEST)
    if action.fence is not None and line_of(geometry, action.fence) not in lines(geometry, position, at):
        return no("BUILD-01")
    return no("PAINT-01") if action.paint and at in (place for place, _ in position.splashes) else None


def _shoot(
    geometry: Geometry, position: v.Position, who: v.Figure, action: v.Shoot, no: Callable[..., Refusal]
) -> Refusal | None:
    target = figure(position, action.target)
    if target is None or target.seat == who.seat or target.hits >= HITS_OUT:
        return no("SHOT-01")
    far = geometry.distance(who.at, target.at)
    if far > FARTHEST:
        return no("SHOT-02", distance=far, most=FARTHEST)
    if not geometry.sees(who.at, who.facing, target.at):
        return no("SHOT-03")
    hidden = blockers(geometry, position, who.at, target.at)
    return no("SHOT-04", cell=geometry.name(hidden[0])) if hidden else None


def blockers(geometry: Geometry, position: v.Position, a: v.Place, b: v.Place) -> Sequence[v.Place]:
    return geometry.blockers(a, b, lambda place: ground(position, place) == "tree")


def apply(geometry: Geometry, position: v.Position, seat: Seat, action: v.AnyAction, dice: Dice) -> Step:
    story = Story(evolve, position, dice)
    match action:
        case v.Move():
            who = figure(position, action.unit)
            assert who is not None
            path = tuple(place for each in action.path if (place := geometry.read(each)) is not None)
            if path or action.facing not in (None, who.facing):
                story.add(v.Moved(who.id, path, who.facing if action.facing is None else action.facing))
            if action.fence is not None and (line := line_of(geometry, action.fence)) is not None:
                story.add(v.Built(who.id, line))
            if action.paint:
                story.add(v.Painted(who.id, seat, path[-1] if path else who.at))
        case v.Shoot():
            who, target = figure(position, action.unit), figure(position, action.target)
            assert who is not None
            assert target is not None
            die = story.roll("shot")
            story.add(v.Shot(who.id, target.id, who.at, target.at, die, position.need, die >= position.need))
        case v.Arrive():
            at = geometry.read(action.at)
            assert at is not None
            facing = away(geometry, position, seat) if action.facing is None else action.facing
            story.add(v.Arrived(action.unit, seat, at, facing))
        case v.Build():
            line = line_of(geometry, action.between)
            assert line is not None
            story.add(v.Built(action.unit, line))
        case v.Volley():
            for each in action.shots:
                shooter, aimed = figure(story.state, each.unit), figure(story.state, each.target)
                assert shooter is not None
                assert aimed is not None
                die = story.roll("shot")
                story.add(v.Shot(shooter.id, aimed.id, shooter.at, aimed.at, die, position.need, die >= position.need))
        case v.Spill():
            painted = {place for place, _ in position.splashes}
            for name in action.cells:
                cell = geometry.read(name)
                if cell is not None and cell not in painted:
                    story.add(v.Painted(action.unit, seat, cell))
        case v.Queue():
            story.add(v.Queued(seat, action.order))
            return story.step()
        case v.Pass():
            story.add(v.Passed(seat))
        case v.OfferDraw():
            story.add(v.DrawOffered(seat))
            return story.step()
        case v.AnswerDraw():
            story.add(v.DrawAnswered(seat, action.accept))
            if action.accept:
                story.add(v.GameEnded(v.Ended((), "draw")))
            return story.step()
        case v.Concede():
            story.add(v.GameEnded(v.Ended(tuple(each for each in position.seats if each != seat), "conceded")))
            return story.step()
    ended = _ended(story.state)
    number = position.seats.index(seat) + 1
    if ended is None and number == len(position.seats) and position.round == position.rounds:
        ended = _best(story.state)
    if ended is None:
        next_seat = position.seats[number % len(position.seats)]
        story.add(v.TurnBegan(next_seat, position.round + number // len(position.seats)))
    else:
        story.add(v.GameEnded(ended))
    return story.step()


def _ended(position: v.Position) -> v.Ended | None:
    left = {each.seat for each in in_play(position)}
    return v.Ended(tuple(sorted(left)), "last") if len(left) < len(position.seats) else None


def _best(position: v.Position) -> v.Ended:
    left = {
        seat: sum(HITS_OUT - each.hits for each in position.figures if each.seat == seat) for seat in position.seats
    }
    best = tuple(seat for seat in position.seats if left[seat] == max(left.values()))
    return v.Ended(best if len(best) == 1 else (), "rounds")


def evolve(position: v.Position | None, event: v.AnyEvent) -> v.Position:
    if isinstance(event, v.Begun):
        return event.position
    assert position is not None
    change = msgspec.structs.replace
    match event:
        case v.Moved():
            at = {"at": event.path[-1]} if event.path else {}
            return change(position, figures=_with(position, event.unit, facing=event.facing, **at))
        case v.Shot() if event.hit:
            target, shooter = figure(position, event.target), figure(position, event.unit)
            assert target is not None
            assert shooter is not None
            splashes = (*position.splashes, (event.end, shooter.seat))
            return change(position, figures=_with(position, event.target, hits=target.hits + 1), splashes=splashes)
        case v.Arrived():
            left = tuple(each for each in position.reserves if each.id != event.unit)
            figures = (*position.figures, v.Figure(event.unit, event.seat, event.end, event.facing))
            return change(position, figures=figures, reserves=left)
        case v.Built():
            return change(position, fences=(*position.fences, event.between))
        case v.Painted():
            return change(position, splashes=(*position.splashes, (event.place, event.seat)))
        case v.Queued():
            others = tuple(each for each in position.reserves if each.seat != event.seat)
            return change(position, reserves=(*(v.Reserve(each, event.seat) for each in event.order), *others))
        case v.TurnBegan():
            offered = position.offered if position.offered == position.turn else None
            return change(position, turn=event.seat, round=event.round, offered=offered)
        case v.DrawOffered():
            return change(position, offered=event.seat)
        case v.DrawAnswered():
            return change(position, offered=None)
        case v.GameEnded():
            return change(position, ended=event.ended, offered=None)
    return position


def _with(position: v.Position, name: UnitId, **values: Any) -> tuple[v.Figure, ...]:
    return tuple(msgspec.structs.replace(each, **values) if each.id == name else each for each in position.figures)


def problems(geometry: Geometry, position: v.Position) -> list[str]:
    found = []
    standing = [each.at for each in in_play(position)]
    if len(set(standing)) < len(standing):
        found.append("two figures in one cell")
    for each in position.figures:
        x, y = each.at
        if not (0 <= x < position.columns and 0 <= y < position.rows) or ground(position, each.at) not in COSTS:
            found.append(f"{each.id} stands where nobody can")
    return found


def worth(position: v.Position, seat: Seat) -> int:
    if seat not in position.seats:
        return 0
    if position.ended is not None:
        return 10_000 * (
            (seat in position.ended.winners) - bool(position.ended.winners and seat not in position.ended.winners)
        )
    return sum((1 if each.seat == seat else -1) * (HITS_OUT - min(each.hits, HITS_OUT)) for each in position.figures)
