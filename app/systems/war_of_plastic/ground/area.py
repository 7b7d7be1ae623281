"""Areas of effect and stray hits: who is caught near a unit, and which friend takes a miss into close combat (WOP-AREA,
WOP-CCS)."""

from __future__ import annotations

from typing import NamedTuple

from app.boards.measured import gap_at_most, gap_um
from app.systems.war_of_plastic.book.state import Army, Unit
from app.systems.war_of_plastic.ground.close_combat import engaged_with
from app.systems.war_of_plastic.ground.protection import protection
from app.systems.war_of_plastic.position.field import Field, is_on_foot


class Area(NamedTuple):
    """An area of effect: the unit it is centred on, and everybody else it catches in order (WOP-AREA-06)."""

    centre: Unit
    caught: tuple[Unit, ...]


def area_of_hit(field: Field, shooter: Unit, target: Unit, *, threshold: int) -> Area:
    """The area of a hit: round the target; with ``cc_area_centre = always`` round the friend in close combat with it, who
    then stands first if his own protection does not save him (WOP-CCS-04, WOP-CCS-06)."""
    friend = stray_victim(field, shooter, target) if is_shot_into_close_combat(field, shooter, target) else None
    if friend is None or field.rules.options.cc_area_centre == "miss_only":
        return Area(target, caught_by_area(field, shooter, target, threshold=threshold))
    himself = (friend,) if protection(field, shooter, friend) <= threshold else ()
    others = caught_by_area(field, shooter, friend, threshold=threshold)
    return Area(friend, (*himself, *(unit for unit in others if unit.id != target.id)))


def area_of_stray(field: Field, shooter: Unit, victim: Unit) -> Area:
    """The area of a miss into close combat: round the friend it hits, and only friends are caught (WOP-CCS-05)."""
    threshold = protection(field, shooter, victim)
    caught = caught_by_area(field, shooter, victim, threshold=threshold, only_army=shooter.army)
    return Area(victim, caught)


def caught_by_area(
    field: Field, shooter: Unit, centre: Unit, *, threshold: int, only_army: Army | None = None
) -> tuple[Unit, ...]:
    """The units at most 6 cm from ``centre``, on its level, whose protection from the shooter is at most ``threshold``;
    the centre itself left out. In order of the gap to it (WOP-GEO-13), equal gaps by id (WOP-AREA-01, WOP-AREA-02,
    WOP-AREA-04, WOP-AREA-05, WOP-AREA-06).

    ``only_army`` limits it to one army (WOP-CCS-05). Passengers are not caught (WOP-VEH-10), walls do not matter.
    """
    middle = field.place_of(centre)
    near = []
    for unit in field.on_table():
        if unit.id == centre.id or unit.level != middle.level or only_army not in (None, unit.army):
            continue
        if unit.id == shooter.id and not field.rules.options.area_hits_shooter:
            continue
        place = field.place_of(unit)
        if gap_at_most(place, middle, field.rules.constants.area_mm) and protection(field, shooter, unit) <= threshold:
            near.append((gap_um(place, middle), unit.id, unit))
    return tuple(unit for _, _, unit in sorted(near, key=lambda entry: entry[:2]))


def is_shot_into_close_combat(field: Field, shooter: Unit, target: Unit) -> bool:
    """Whether the target is in close combat with a soldier of the shooter's army; it may be shot at as any (WOP-CCS-01,
    WOP-CCS-08)."""
    return any(enemy.army == shooter.army for enemy in engaged_with(field, target))


def stray_victim(field: Field, shooter: Unit, target: Unit) -> Unit | None:
    """The friend a miss into close combat hits: infantry on foot of the shooter's army on the target's level, in any
    state, not the shooter, nearest to the target, equal gaps by id (WOP-CCS-02, WOP-CCS-03). ``None`` if there is
    nobody."""
    place = field.place_of(target)
    friends = (
        (gap_um(field.place_of(unit), place), unit.id, unit)
        for unit in field.on_table()
        if unit.army == shooter.army and unit.id not in (shooter.id, target.id)
        if is_on_foot(unit) and unit.level == place.level
    )
    nearest = min(friends, key=lambda entry: entry[:2], default=None)
    return None if nearest is None else nearest[2]
