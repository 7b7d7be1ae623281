"""Acts in their one wording: of all that say the same, the one that is rolled for and kept (``GameSystem.understood``)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.types import Action, Seat
from app.systems.war_of_plastic.fire.arms import survivor_point
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.muster.armies import standing_list
from app.systems.war_of_plastic.muster.obstacles import proposed_piece
from app.systems.war_of_plastic.position import actions as a


def understood(moment: Moment, seat: Seat, action: Action) -> Action:
    """A legal act as the judge understands it: no level 0 written down, passengers in order, pieces turned no further than they
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
