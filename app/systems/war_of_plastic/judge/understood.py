"""Acts in their one wording: of all that say the same, the one that is rolled for and kept (``GameSystem.understood``)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.types import Action, Seat, UnitId
from app.systems.war_of_plastic.book.state import Position
from app.systems.war_of_plastic.fire.arms import survivor_point
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.muster.armies import standing_list
from app.systems.war_of_plastic.muster.obstacles import proposed_piece
from app.systems.war_of_plastic.position import actions as a


def understood(moment: Moment, seat: Seat, action: Action) -> Action:
    """A legal act as the judge understands it: no level 0 written down, passengers in order, of like passengers the first, pieces turned no further than they
    need be, what was left out filled in; the very same object where it is so already."""
    match action:
        case a.LockArmy() if action.list is not None and action.list == standing_list(moment, seat):
            return a.LockArmy()
        case a.Move() if any(waypoint[2:] == (0,) for waypoint in action.path_mm):
            return replace(action, path_mm=_on_the_ground(action.path_mm))
        case a.Enter():
            path, passengers = _on_the_ground(action.path_mm), tuple(sorted(action.passengers))
            if (path, passengers) != (action.path_mm, action.passengers):
                return replace(action, path_mm=path, passengers=passengers)
        case a.PlaceObstacle():
            step = _least_turn(moment, action)
            return action if step == action.rotation_step else replace(action, rotation_step=step)
        case a.Shoot():
            unit = _least_passenger(moment, UnitId(action.unit))
            return action if unit == action.unit else replace(action, unit=unit)
        case a.PlaceSurvivor() if action.x_mm is None:
            x, y = survivor_point(moment, action) or (None, None)
            return replace(action, x_mm=x, y_mm=y)
    return action


def _on_the_ground(path: tuple[a.Waypoint, ...]) -> tuple[a.Waypoint, ...]:
    return tuple(waypoint[:2] if waypoint[2:] == (0,) else waypoint for waypoint in path)


def _least_turn(moment: Moment, action: a.PlaceObstacle) -> int:
    """The least turn by which the piece lies as it does: half a turn of a barricade is none."""
    lies = _corners(moment, action)
    turns = range(action.rotation_step)
    return next((step for step in turns if _corners(moment, replace(action, rotation_step=step)) == lies), turns.stop)


def _corners(moment: Moment, action: a.PlaceObstacle) -> list[tuple[int, ...]]:
    piece = proposed_piece(moment, action)
    return sorted(map(tuple, piece.points_mm or ())) if piece is not None else []


def _least_passenger(moment: Moment, shooter: UnitId) -> UnitId:
    """Of passengers that nothing tells apart but their ids, the first: all others are told apart by where they stand."""
    unit = moment.position.units[shooter]
    if unit.aboard is None or _is_told(moment.position, shooter):
        return shooter
    return next(
        other.id
        for other in moment.field.passengers_of(unit.aboard)
        if replace(other, id=shooter) == unit and not _is_told(moment.position, other.id)
    )


def _is_told(position: Position, unit: UnitId) -> bool:
    """Whether anything but the unit itself names it: its manoeuvre, what an army has reached, or an objective."""
    if position.open is not None and position.open.unit == unit:
        return True
    return any(
        any(unit in reached for reached in army.reached.values())
        or any(isinstance(each.filter, tuple) and unit in each.filter for each in army.objectives.list)
        for army in position.armies.values()
    )
