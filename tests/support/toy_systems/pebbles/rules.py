"""The rules of Pebbles: who is asked, what is refused, what follows."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import msgspec

from app.engine.dice import Dice
from app.engine.refusal import Fact, Refusal
from app.engine.story import Step, Story, folded
from app.engine.telling import Line
from app.engine.types import RuleId, Seat, UnitId
from tests.support.toy_systems.pebbles import values as v

HOUSE = {"longest_mm", "range_mm", "need", "push_mm", "bruises_out", "reach_bonus_mm"}


def length_mm(points: Sequence[tuple[int, int]]) -> int:
    """The length of a path, each leg rounded up."""
    return sum(_up(math.dist(start, end)) for start, end in itertools.pairwise(points))


def _up(length: float) -> int:
    return math.ceil(length - 1e-9)


def unit_of(position: v.Position, unit: UnitId) -> v.Unit | None:
    return next((known for known in position.units if known.id == unit), None)


def player_of(position: v.Position, seat: Seat) -> v.Player:
    return next(player for player in position.players if player.seat == seat)


def team_of(position: v.Position, unit: v.Unit) -> str:
    return player_of(position, unit.seat).team


def alive(position: v.Position) -> list[v.Player]:
    owners = {unit.seat for unit in position.units}
    return [player for player in position.players if player.seat in owners]


def to_act(position: v.Position) -> tuple[Seat, ...]:
    if position.phase == "finished":
        return ()
    if position.phase == "charms":
        return tuple(player.seat for player in alive(position) if player.charm is None)
    placed = position.placing and unit_of(position, position.placing)
    return (placed.seat,) if placed else (position.turn,)


def longest_mm(position: v.Position, seat: Seat) -> int:
    bonus = position.house["reach_bonus_mm"] if player_of(position, seat).charm == "reach" else 0
    return position.house["longest_mm"] + bonus


def need(position: v.Position, seat: Seat) -> int:
    return max(2, position.house["need"] - (player_of(position, seat).charm == "luck"))


def _no(rule: str, facts: Mapping[str, Fact] | None = None, *overlays: Line) -> Refusal:
    return Refusal(RuleId(rule), facts or {}, overlays)


def check(position: v.Position, seat: Seat, action: v.AnyAction) -> Refusal | None:
    match action:
        case v.Concede():
            is_playing = position.phase != "finished" and any(player.seat == seat for player in alive(position))
            return None if is_playing else _no("PEB-TURN-01")
        case v.OfferDraw():
            may = position.phase == "play" and position.offered is None and seat in _seats(position)
            return None if may else _no("PEB-DRAW-01")
        case v.AnswerDraw():
            return None if seat in draw_asked(position) else _no("PEB-DRAW-01")
        case v.PickCharm() if position.phase == "charms" and seat in _seats(position):
            return _no("PEB-CHARM-01") if player_of(position, seat).charm else None
    if seat not in to_act(position) or position.phase != "play":
        return _no("PEB-TURN-01", {"seat": seat})
    match action:
        case v.PlaceUnit():
            return _check_place(position, action)
        case v.Move() | v.Throw() | v.Pass() if position.placing:
            return _no("PEB-PUSH-01", {"unit": position.placing})
        case v.Move():
            return _check_move(position, seat, action)
        case v.Throw():
            return _check_throw(position, seat, action)
        case v.Pass():
            return None
    return _no("PEB-TURN-01", {"seat": seat})


def _seats(position: v.Position) -> list[Seat]:
    return [player.seat for player in alive(position)]


def draw_asked(position: v.Position) -> tuple[Seat, ...]:
    if position.offered is None or position.phase != "play":
        return ()
    return tuple(seat for seat in _seats(position) if seat != position.offered and seat not in position.accepted)


def _check_spot(position: v.Position, unit: v.Unit, spot: tuple[int, int]) -> Refusal | None:
    x, y = spot
    if not _is_inside(position, x, y):
        return _no("PEB-MOVE-02", {"x_mm": x, "y_mm": y})
    for other in position.units:
        gap = (other.x_mm - x) ** 2 + (other.y_mm - y) ** 2
        if other.id != unit.id and gap < (2 * v.RADIUS_MM) ** 2:
            return _no("PEB-MOVE-03", {"unit": other.id})
    return None


def _is_inside(position: v.Position, x: int, y: int) -> bool:
    edge = v.RADIUS_MM
    return edge <= x <= position.width_mm - edge and edge <= y <= position.height_mm - edge


def _check_move(position: v.Position, seat: Seat, action: v.Move) -> Refusal | None:
    unit = unit_of(position, action.unit)
    if unit is None or unit.seat != seat:
        return _no("PEB-MOVE-04", {"unit": action.unit})
    points = ((unit.x_mm, unit.y_mm), *action.path_mm)
    length, longest = length_mm(points), longest_mm(position, seat)
    if length > longest:
        return _no("PEB-MOVE-01", {"length_mm": length, "longest_mm": longest}, Line(points, "bad"))
    return _check_spot(position, unit, action.path_mm[-1])


def _check_throw(position: v.Position, seat: Seat, action: v.Throw) -> Refusal | None:
    unit, target = unit_of(position, action.unit), unit_of(position, action.target)
    if unit is None or unit.seat != seat:
        return _no("PEB-MOVE-04", {"unit": action.unit})
    if target is None or team_of(position, target) == team_of(position, unit):
        return _no("PEB-THROW-02", {"target": action.target})
    points = ((unit.x_mm, unit.y_mm), (target.x_mm, target.y_mm))
    if length_mm(points) > position.house["range_mm"]:
        facts: dict[str, Fact] = {"distance_mm": length_mm(points), "range_mm": position.house["range_mm"]}
        return _no("PEB-THROW-01", facts, Line(points, "bad"))
    return None


def _check_place(position: v.Position, action: v.PlaceUnit) -> Refusal | None:
    unit = unit_of(position, action.unit)
    if unit is None or action.unit != position.placing:
        return _no("PEB-PUSH-01", {"unit": action.unit})
    spot = (action.x_mm, action.y_mm)
    if length_mm(((unit.x_mm, unit.y_mm), spot)) > position.house["push_mm"]:
        return _no("PEB-PUSH-01", {"push_mm": position.house["push_mm"]})
    return _check_spot(position, unit, spot)


def begin(position: v.Position, dice: Dice) -> Step:
    """The first turn, unless charms are picked before."""
    return folded(evolve, position, [] if position.phase == "charms" else [v.TurnBegan(position.turn, 1)], dice)


def apply(position: v.Position, seat: Seat, action: v.AnyAction, verdict: object, dice: Dice) -> Step:
    """What follows from an accepted action; the turn goes on by itself."""
    story = Story(evolve, position, dice)
    for event in _follows(position, seat, action, dice):
        story.add(event)
    for event in _goes_on(story.state, seat, action):
        story.add(event)
    return story.step()


def _follows(position: v.Position, seat: Seat, action: v.AnyAction, dice: Dice) -> list[v.AnyEvent]:
    match action:
        case v.PickCharm():
            return [v.CharmPicked(seat, action.charm)]
        case v.Move():
            return [v.UnitMoved(action.unit, action.path_mm)]
        case v.Throw():
            die, needed = dice.roll("throw"), need(position, seat)
            return [v.PebbleThrown(action.unit, action.target, die, needed, die >= needed)]
        case v.Pass():
            return [v.TurnPassed(seat)]
        case v.PlaceUnit():
            return [v.UnitPlaced(action.unit, action.x_mm, action.y_mm)]
        case v.Concede():
            return [v.Conceded(seat)]
        case v.OfferDraw():
            return [v.DrawOffered(seat)]
        case v.AnswerDraw():
            return [v.DrawAnswered(seat, action.accept)]


def _goes_on(after: v.Position, seat: Seat, action: v.AnyAction) -> list[v.AnyEvent]:
    ended = _ended(after)
    if ended is not None:
        return [v.GameEnded(ended)]
    if after.phase == "charms":
        if to_act(after):
            return []
        shown = v.CharmsShown({player.seat: player.charm for player in after.players if player.charm is not None})
        return [shown] if after.turn in _seats(after) else [shown, *_next_turn(after)]
    is_turn_over = isinstance(action, v.Move | v.Throw | v.Pass | v.PlaceUnit) or (
        isinstance(action, v.Concede) and after.turn not in _seats(after)
    )
    return _next_turn(after) if is_turn_over and after.placing is None else []


def _next_turn(after: v.Position) -> list[v.AnyEvent]:
    seats = [player.seat for player in after.players]
    first = seats.index(after.first)
    order = seats[first:] + seats[:first]
    place = order.index(after.turn)
    living = _seats(after)
    following = [seat for seat in order[place + 1 :] if seat in living]
    if following:
        return [v.TurnBegan(following[0], after.round)]
    if after.round >= after.rounds:
        return [v.GameEnded(_by_bruises(after))]
    return [v.TurnBegan(next(seat for seat in order if seat in living), after.round + 1)]


def _ended(after: v.Position) -> v.Ended | None:
    teams = sorted({player.team for player in alive(after)})
    if len(teams) < 2:
        return _won(after, teams[0] if teams else None, "last_standing")
    if after.offered is not None and not draw_asked(after):
        return _won(after, None, "agreed")
    return None


def _won(after: v.Position, team: str | None, reason: str) -> v.Ended:
    winners = tuple(player.seat for player in after.players if player.team == team)
    return v.Ended(winners, team or "draw", reason)


def _by_bruises(after: v.Position) -> v.Ended:
    health: dict[str, int] = {}
    for unit in after.units:
        team = team_of(after, unit)
        health[team] = health.get(team, 0) + after.house["bruises_out"] - unit.bruises
    best = max(health.values())
    leaders = [team for team in sorted(health) if health[team] == best]
    return _won(after, leaders[0] if len(leaders) == 1 else None, "rounds")


def evolve(position: v.Position | None, event: v.AnyEvent) -> v.Position:
    """The position after an event."""
    if isinstance(event, v.GameSet):
        return event.position
    assert position is not None
    change = msgspec.structs.replace
    match event:
        case v.CharmPicked():
            return change(position, players=_with_charm(position, event.seat, event.charm))
        case v.CharmsShown():
            return change(position, phase="play")
        case v.UnitMoved():
            x, y = event.path_mm[-1]
            return _with_unit(position, event.unit, x_mm=x, y_mm=y)
        case v.PebbleThrown():
            return _after_throw(position, event)
        case v.UnitPlaced():
            placed = _with_unit(position, event.unit, x_mm=event.x_mm, y_mm=event.y_mm)
            return change(placed, placing=None, thrower=None)
        case v.TurnPassed():
            return position
        case v.TurnBegan():
            offered = position.offered if position.offered == position.turn else None
            return change(position, turn=event.seat, round=event.round, offered=offered)
        case v.DrawOffered():
            return change(position, offered=event.seat, accepted=())
        case v.DrawAnswered():
            if event.accept:
                return change(position, accepted=(*position.accepted, event.seat))
            return change(position, offered=None, accepted=())
        case v.Conceded():
            units = tuple(unit for unit in position.units if unit.seat != event.seat)
            is_placing = position.placing is not None and any(unit.id == position.placing for unit in units)
            left = change(position, units=units, placing=position.placing if is_placing else None)
            return change(left, offered=None, accepted=())
        case v.GameEnded():
            return change(position, phase="finished", ended=event.ended, placing=None, thrower=None, offered=None)


def _with_charm(position: v.Position, seat: Seat, charm: v.Charm) -> tuple[v.Player, ...]:
    return tuple(
        msgspec.structs.replace(player, charm=charm) if player.seat == seat else player for player in position.players
    )


def _with_unit(position: v.Position, unit: UnitId, **changes: int) -> v.Position:
    units = tuple(msgspec.structs.replace(known, **changes) if known.id == unit else known for known in position.units)
    return msgspec.structs.replace(position, units=units)


def _after_throw(position: v.Position, event: v.PebbleThrown) -> v.Position:
    target = unit_of(position, event.target)
    assert target is not None
    if not event.hit:
        return position
    if target.bruises + 1 >= position.house["bruises_out"]:
        units = tuple(unit for unit in position.units if unit.id != target.id)
        return msgspec.structs.replace(position, units=units)
    hurt = _with_unit(position, target.id, bruises=target.bruises + 1)
    return msgspec.structs.replace(hurt, placing=target.id, thrower=event.unit)


def worth(position: v.Position, seat: Seat) -> int:
    """Health counts, and how near the nearest enemy is: who is out of range hits nobody."""
    team = next((player.team for player in position.players if player.seat == seat), None)
    if team is None:
        return 0
    if position.ended is not None:
        return 1_000_000 * ((position.ended.side == team) - (position.ended.side not in (team, "draw")))
    health = 0
    for unit in position.units:
        left = 1000 * (position.house["bruises_out"] - unit.bruises)
        health += left if team_of(position, unit) == team else -left
    gaps = [
        math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
        for one in position.units
        for other in position.units
        if one.seat == seat and team_of(position, other) != team
    ]
    return health - int(min(gaps, default=0))


def problems(position: v.Position) -> list[str]:
    """Every reason why a position cannot be."""
    found = [
        f"{one.id} and {other.id} stand on each other"
        for number, one in enumerate(position.units)
        for other in position.units[number + 1 :]
        if (one.x_mm - other.x_mm) ** 2 + (one.y_mm - other.y_mm) ** 2 < (2 * v.RADIUS_MM) ** 2
    ]
    seats = {player.seat for player in position.players}
    found += [f"{unit.id} belongs to nobody" for unit in position.units if unit.seat not in seats]
    found += [f"{unit.id} stands outside" for unit in position.units if not _is_inside(position, unit.x_mm, unit.y_mm)]
    if set(position.house) != HOUSE or min(position.house.values()) < 0:
        found.append("the house values are not those of the game")
    if not {position.turn, position.first} <= seats:
        found.append(f"nobody sits at {position.turn}")
    if position.placing is not None and unit_of(position, position.placing) is None:
        found.append(f"{position.placing} is not there to be placed")
    if (position.phase == "finished") != (position.ended is not None):
        found.append("a finished game has an end, and no other")
    return found
