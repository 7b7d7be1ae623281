"""What ends a game, and who has won (SPL-WIN)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from app.engine.types import Seat
from app.systems.splatball.book.options import Victory
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.position.state import Position, Result, Side


def best(points: Mapping[Side, int], among: Collection[Side]) -> tuple[Side, ...]:
    """The sides with most points, all that are level (SPL-WIN-06), in their order."""
    most = max(points[side] for side in among)
    return tuple(side for side in points if side in among and points[side] == most)


def by_points(points: Mapping[Side, int], target: int) -> tuple[Side, ...]:
    """The sides that have won by points: of those that have come so far the one with most; level, they share the win (SPL-WIN-02)."""
    there = [side for side, count in points.items() if count >= target]
    return best(points, there) if there else ()


def by_units(points: Mapping[Side, int], units: Mapping[Side, int]) -> tuple[Side, ...]:
    """The last side with units; where none has any, those with most points (SPL-WIN-03, SPL-WIN-04)."""
    left = [side for side, count in units.items() if count]
    if len(left) > 1:
        return ()
    return tuple(left) or best(points, points)


def winners(
    mode: Victory, target: int, points: Mapping[Side, int], units: Mapping[Side, int]
) -> tuple[tuple[Side, ...], str] | None:
    """The sides that have won after an event, and why; ``None`` while the game goes on (SPL-WIN-09): points are looked at before units."""
    if mode == "points" and (found := by_points(points, target)):
        return found, "points"
    found = by_units(points, units)
    return (found, "last_side") if found else None


def is_last_round(rules: Rules, number: int) -> bool:
    """Whether the game ends with that round (SPL-WIN-01, SPL-WIN-05)."""
    options = rules.options
    return number >= (options.rounds if options.victory == "rounds" else options.round_cap)


def units_in_play(position: Position) -> dict[Side, int]:
    """Side -> its units on the board or aboard; passengers of a wreck who wait for their place are aboard (SPL-WIN-08)."""
    found = dict.fromkeys(position.points, 0)
    for unit in position.units.values():
        found[position.seats[unit.seat].side] += 1
    return found


def is_in_play(position: Position, seat: Seat) -> bool:
    """Whether a seat has not resigned and, from round 1 on, has a unit left (SPL-WIN-08)."""
    state = position.seats.get(seat)
    if state is None or state.resigned or position.phase == "over":
        return False
    return position.round == 0 or any(unit.seat == seat for unit in position.units.values())


def seats_in_play(position: Position) -> tuple[Seat, ...]:
    """Every seat in play, in the order of seats."""
    if position.phase == "over":
        return ()
    if position.round == 0:
        return tuple(seat for seat, state in position.seats.items() if not state.resigned)
    there = {unit.seat for unit in position.units.values()}
    return tuple(seat for seat, state in position.seats.items() if seat in there and not state.resigned)


def result_of(position: Position, sides: Collection[Side], reason: str) -> Result:
    """The result for winning sides: all their seats, those that resigned included (SPL-WIN-08)."""
    seats = tuple(seat for seat, state in position.seats.items() if state.side in sides)
    return Result(seats, reason)  # type: ignore[arg-type]  # one of its reasons


def looked_at(rules: Rules, position: Position) -> Result | None:
    """The result after an event, if it ends the game (SPL-WIN-09)."""
    options = rules.options
    found = winners(options.victory, options.points_target, position.points, units_in_play(position))
    return None if found is None else result_of(position, *found)


def after_rounds(rules: Rules, position: Position) -> Result:
    """The result when the last round is over: most points; level, a draw between those (SPL-WIN-01, SPL-WIN-05, SPL-WIN-06)."""
    reason = "rounds" if rules.options.victory == "rounds" else "cap"
    return result_of(position, best(position.points, position.points), reason)
