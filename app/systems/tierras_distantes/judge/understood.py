"""Acts in their one wording: of all that say the same, the one that is rolled for and kept (``GameSystem.understood``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from app.engine.types import Action, Seat, UnitId
from app.systems.tierras_distantes.book.kinds import MOST_UNITS, Point
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.fire.aiming import shots_of
from app.systems.tierras_distantes.judge.acts import Moment, player_of
from app.systems.tierras_distantes.land.placing import pieces_of_pool
from app.systems.tierras_distantes.march.marching import moves_of
from app.systems.tierras_distantes.muster.deploying import spreads
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Position

AnyAct = TypeVar("AnyAct", bound=Action)
QUARTERS: Final = 4


def understood(moment: Moment, seat: Seat, action: Action) -> Action:
    """A legal act as the judge understands it: names in order, whoever acts together in order, points of a path that add nothing and turns
    that change nothing left out; the very same object where it is so already."""
    match action:
        case a.Activate():
            return _put(action, units=tuple(sorted(action.units)))
        case a.EndBatch():
            return _put(action, rest=tuple(sorted(action.rest)))
        case a.LockSquad():
            return _put(action, members=tuple(_merged(moment.rules, action.members)))
        case a.PlacePiece():
            return _put(action, rotation_step=_least_turn(moment.position, action))
        case a.DeployRest(spread=True):
            player = player_of(moment.position, seat)
            return _put(action, spread=player is not None and spreads(moment.field, player))
        case a.Move():
            return _move(moment.position, action)
        case a.Fire():
            return _fire(action)
    return action


def _put(action: AnyAct, **values: object) -> AnyAct:
    is_so = all(getattr(action, name) == value for name, value in values.items())
    return action if is_so else replace(action, **values)


def _merged(rules: Rules, members: Sequence[a.ListedMember]) -> Iterator[a.ListedMember]:
    """Entries with their weapons in the order of the table; neighbours that are alike are one, as far as its count goes."""
    order = list(rules.weapons)
    last: a.ListedMember | None = None
    for each in members:
        member = replace(each, weapons=tuple(sorted(each.weapons, key=order.index)))
        if last is not None and replace(last, count=1) == replace(member, count=1):
            count = last.count + member.count
            if count <= MOST_UNITS:
                last = replace(last, count=count)
                continue
        if last is not None:
            yield last
        last = member
    if last is not None:
        yield last


def _least_turn(position: Position, action: a.PlacePiece) -> int:
    """The first of the turns that lay all parts of a piece in the same way."""
    assert position.placing is not None
    piece = next(each.piece for each in position.placing.pool if each.piece.id == action.piece)
    laid = [pieces_of_pool(piece, (action.x_mm, action.y_mm), turn) for turn in range(QUARTERS)]
    return next(turn for turn, pieces in enumerate(laid) if pieces == laid[action.rotation_step])


def _move(position: Position, action: a.Move) -> a.Move:
    ways = sorted((entry.unit, _way(position, entry)) for entry in moves_of(action))
    (unit, path), *rest = ways
    return _put(action, unit=unit, path_mm=path, others=tuple(a.GroupMove(name, way) for name, way in rest))


def _way(position: Position, entry: a.Move | a.GroupMove) -> tuple[Point, ...]:
    """A path without points that are where the one before is."""
    unit = position.units[entry.unit]
    before: tuple[int | None, int | None] = (unit.x_mm, unit.y_mm)
    found: list[Point] = []
    for point in entry.path_mm:
        if point != before:
            found.append(point)
        before = point
    return tuple(found)


def _fire(action: a.Fire) -> a.Fire:
    """Shooters in the order of ids, as far as their targets are still attacked in the same order (TD-DIV-06)."""
    left = list(shots_of(action))
    targets = list(dict.fromkeys(target for shot in left for target in _targets(shot)))
    seen: set[UnitId] = set()
    found: list[a.Fire | a.GroupShot] = []
    while left:
        fitting = (shot for shot in left if _fits(shot, targets, seen))
        following = min(fitting, key=lambda shot: shot.unit)
        left.remove(following)
        seen.update(_targets(following))
        found.append(following)
    first, *rest = (_in_order(shot, targets) for shot in found)
    return _put(
        action, unit=first.unit, weapon=first.weapon, target=first.target, split=first.split, others=tuple(rest)
    )


def _targets(shot: a.Fire | a.GroupShot) -> list[UnitId]:
    if shot.split is not None:
        return [share.target for share in shot.split]
    assert shot.target is not None
    return [shot.target]


def _fits(shot: a.Fire | a.GroupShot, targets: Sequence[UnitId], seen: set[UnitId]) -> bool:
    """Whether the targets that a shot names first are those that come next."""
    new = {target for target in _targets(shot) if target not in seen}
    return set(targets[len(seen) : len(seen) + len(new)]) == new


def _in_order(shot: a.Fire | a.GroupShot, targets: Sequence[UnitId]) -> a.GroupShot:
    split = shot.split
    if split is not None:
        split = tuple(sorted(split, key=lambda share: targets.index(share.target)))
    return a.GroupShot(shot.unit, shot.weapon, shot.target, split)
