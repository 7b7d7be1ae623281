"""Other worlds that a viewer cannot tell from this one: what is secret, drawn anew (SPL-HID-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from app.boards.squares import FACINGS
from app.engine.system import Picker
from app.engine.types import Seat, UnitId, Viewer
from app.systems.splatball.book.kinds import FOOT_KINDS, KINDS, UnitKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.judge.view import is_of_side, is_unseen, sees_list
from app.systems.splatball.muster.armies import army_value
from app.systems.splatball.muster.course import has_deployed
from app.systems.splatball.position.state import Gone, Position, SeatState, Unit

HIDEABLE: Final[tuple[UnitKind, ...]] = tuple(kind for kind in FOOT_KINDS if kind != "camo")
"""What may lie under a marker of a free deployment (SPL-CAMO-04)."""
ENOUGH: Final = 3
"""Of so many draws one ends a list, so that lists differ in length."""


def resample(moment: Moment, viewer: Viewer, pick: Picker) -> Position | None:
    """Another position that a viewer cannot tell apart; ``None`` if nothing is hidden."""
    position = moment.position
    if position.result is not None:
        return None
    changed = position
    for seat in position.seats:
        if viewer != Viewer(seat):
            changed = _seat(moment.rules, changed, seat, viewer, pick)
    return None if changed is position else changed


def _seat(rules: Rules, position: Position, seat: Seat, viewer: Viewer, pick: Picker) -> Position:
    """The secrets of one seat drawn anew; the same position where it has none."""
    state = position.seats[seat]
    if state.army is None:
        return _ambush(rules, position, seat, viewer, pick)
    if sees_list(position, seat, viewer):
        return position
    if position.phase == "army":
        value = army_value(rules, position)
        drawn = _list(rules, value, pick)
        return _put(position, seat, replace(state, army=drawn, left=drawn))
    return _army(rules, position, seat, viewer, pick)


def _put(position: Position, seat: Seat, state: SeatState) -> Position:
    return replace(position, seats={**position.seats, seat: state})


def _cost(rules: Rules, kinds: Iterable[UnitKind]) -> int:
    return sum(rules.units[kind].cost for kind in kinds)


def _list(rules: Rules, value: int, pick: Picker, at_least: int = 1) -> tuple[UnitKind, ...]:
    """Any list that costs no more than a value; so many entries at least."""
    found: list[UnitKind] = []
    while True:
        left = value - _cost(rules, found)
        fits = [kind for kind in KINDS if rules.units[kind].cost <= left]
        is_enough = len(found) >= at_least and pick(ENOUGH) == 0
        if not fits or is_enough or len(found) >= rules.constants.army_units_max:
            return tuple(found)
        found.append(fits[pick(len(fits))])


def _exactly(
    rules: Rules, count: int, value: int, among: Sequence[UnitKind], pick: Picker, *, after: int = 0
) -> list[UnitKind]:
    """So many kinds that together cost no more than a value, of which ``after`` is left for what comes later. There is always such a
    draw: of this very world one."""
    least = min(rules.units[kind].cost for kind in among)
    found: list[UnitKind] = []
    for number in range(count):
        left = value - after - _cost(rules, found) - least * (count - number - 1)
        fits = [kind for kind in among if rules.units[kind].cost <= left] or [
            min(among, key=lambda k: rules.units[k].cost)
        ]
        found.append(fits[pick(len(fits))])
    return found


def _army(rules: Rules, position: Position, seat: Seat, viewer: Viewer, pick: Picker) -> Position:
    """Another army of a seat whose list stays secret: what was seen of it, other units under its markers, other ones left."""
    state = position.seats[seat]
    own = [unit for unit in position.units.values() if unit.seat == seat]
    hidden = [unit for unit in own if is_unseen(position, unit, viewer)]
    gone = [each for each in position.gone.values() if each.seat == seat]
    lost = [each for each in gone if _is_unknown(position, each, viewer)]
    out = [each for each in lost if each.cause == "undeployed"]
    covered = [each for each in lost if each.cause != "undeployed"]
    is_finished = has_deployed(position, seat)
    if not hidden and not lost and is_finished:
        return position
    seen: list[UnitKind] = [unit.type for unit in own if unit not in hidden]
    seen += [each.type for each in gone if each not in lost]
    recruits = sum(piece.used for piece in position.pieces.values())  # a recruit was never part of the list
    value = army_value(rules, position) - _cost(rules, seen) + recruits * rules.units[rules.constants.recruit].cost
    cheapest = min(rules.units[kind].cost for kind in KINDS)
    under = _exactly(rules, len(hidden) + len(covered), value, HIDEABLE, pick, after=cheapest * len(out))
    rest = value - _cost(rules, under)
    missing = tuple(_exactly(rules, len(out), rest, KINDS, pick))
    left = () if is_finished else _list(rules, rest, pick, at_least=0)
    units = dict(position.units)
    for unit, kind in zip(hidden, under, strict=False):
        units[unit.id] = _as(rules, position, unit, kind, pick)
    away: dict[UnitId, Gone] = dict(position.gone)
    for each, kind in zip((*covered, *out), (*under[len(hidden) :], *missing), strict=True):
        away[each.id] = replace(each, type=kind)
    army = (*seen, *under, *missing, *left)
    return _put(replace(position, units=units, gone=away), seat, replace(state, army=army, left=left))


def _is_unknown(position: Position, gone: Gone, viewer: Viewer) -> bool:
    return gone.unseen and not (gone.cause == "resigned" and is_of_side(position, viewer, gone.seat))


def _as(rules: Rules, position: Position, unit: Unit, kind: UnitKind, pick: Picker) -> Unit:
    """A hidden unit as one of another kind, with all its lives, any facing, and any flags of the running turn."""
    changed = replace(unit, type=kind, lives=rules.units[kind].lives)
    if not rules.options.facing:
        return changed
    changed = replace(changed, facing=FACINGS[pick(len(FACINGS))])
    if unit.seat != position.active or position.phase != "turn" or position.step == "activate":
        return changed
    is_activated = bool(pick(2))
    has_turned = is_activated and bool(pick(2))
    return replace(changed, activated=is_activated, turned=has_turned, has_moved=has_turned)


def _ambush(rules: Rules, position: Position, seat: Seat, viewer: Viewer, pick: Picker) -> Position:
    """An ambush arranged anew, out of its pool less those of it that were revealed."""
    if is_of_side(position, viewer, seat):
        return position
    hidden = [unit for unit in position.units.values() if unit.seat == seat and is_unseen(position, unit, viewer)]
    covered = [each for each in position.gone.values() if each.seat == seat and _is_unknown(position, each, viewer)]
    state = position.seats[seat]
    if not hidden and not covered:
        return position
    found = Counter(state.left) + Counter([*(unit.type for unit in hidden), *(each.type for each in covered)])
    pool = sorted(found.elements(), key=KINDS.index)
    units, away = dict(position.units), dict(position.gone)
    for unit in hidden:
        units[unit.id] = _as(rules, position, unit, pool.pop(pick(len(pool))), pick)
    for each in covered:
        away[each.id] = replace(each, type=pool.pop(pick(len(pool))))
    return _put(replace(position, units=units, gone=away), seat, replace(state, left=tuple(pool)))
