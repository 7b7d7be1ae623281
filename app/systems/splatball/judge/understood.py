"""Acts in their one wording: of all that say the same, the one that is rolled for and kept (``GameSystem.understood``)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from app.engine.types import Action, Seat, UnitId
from app.systems.splatball.book.kinds import AWAY, KINDS
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.march.moves import worded
from app.systems.splatball.park.field import id_number
from app.systems.splatball.position import actions as a

AnyAct = TypeVar("AnyAct", bound=Action)


def understood(moment: Moment, seat: Seat, action: Action) -> Action:
    """A legal act as the judge understands it: lists in order, facings that say nothing new left out, the ends of a road or a fence in
    their order where it means nothing; the very same object where it is so already."""
    match action:
        case a.SubmitArmy():
            return _put(action, list=tuple(kind for kind in KINDS for _ in range(action.list.count(kind))))
        case a.Move():
            return worded(moment.field, action)
        case a.Activate() | a.AssignMarkers():
            return _put(action, units=_in_order(action.units))
        case a.Deploy() if action.facing is not None and action.facing == _away(moment, seat):
            return replace(action, facing=None)
        case a.UseBenefit() if action.facing is not None and action.facing == _away(moment, seat):
            return replace(action, facing=None)
    return action


def _away(moment: Moment, seat: Seat) -> str | None:
    edge = moment.position.seats[seat].edge
    return None if edge is None else AWAY[edge]


def _in_order(units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    return tuple(sorted(units, key=id_number))


def _put(action: AnyAct, **values: object) -> AnyAct:
    is_so = all(getattr(action, name) == value for name, value in values.items())
    return action if is_so else replace(action, **values)
