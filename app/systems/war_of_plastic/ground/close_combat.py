"""Close combat: who touches whom, who is tied, who may fight or assault whom (WOP-CC, WOP-CCV, WOP-GEO-12)."""

from __future__ import annotations

from collections.abc import Mapping

from app.boards.measured import gap_at_most, gap_mm
from app.engine.refusal import Fact, Refusal
from app.engine.telling import Ring
from app.engine.types import RuleId, UnitId
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.position.field import Field, carries, is_fit, is_on_foot


def contact(field: Field, a: Unit, b: Unit) -> bool:
    """Whether two units touch: both on the table and not aboard, on one level, at most ``contact_mm`` apart, and both in
    the same building or both in none (WOP-GEO-03, WOP-GEO-12, WOP-BLDG-11, WOP-VEH-11)."""
    if a.status != "table" or b.status != "table" or a.level != b.level:
        return False
    if not gap_at_most(field.place_of(a), field.place_of(b), field.rules.constants.contact_mm):
        return False
    return field.building_of(a) is field.building_of(b)


def contacts(field: Field, unit: Unit) -> tuple[Unit, ...]:
    """Every unit in contact with ``unit``, by id."""
    touching = (other for other in field.on_table() if other.id != unit.id and contact(field, unit, other))
    return tuple(sorted(touching, key=lambda other: other.id))


def engaged_with(field: Field, unit: Unit) -> tuple[Unit, ...]:
    """The enemies that tie ``unit`` in close combat, by id: infantry on foot on both sides, fit and in contact
    (WOP-CC-02)."""
    if not can_engage(unit):
        return ()
    tied = (e for e in field.enemies_of(unit.army) if can_engage(e) and contact(field, unit, e))
    return tuple(sorted(tied, key=lambda enemy: enemy.id))


def is_engaged(field: Field, unit: Unit) -> bool:
    """Whether the unit is tied in close combat (WOP-CC-02, WOP-CC-06). Asked of every act: those far away are passed
    over first."""
    if not can_engage(unit) or unit.x_mm is None or unit.y_mm is None:
        return False
    x, y, near = unit.x_mm, unit.y_mm, unit.radius_mm + field.rules.constants.contact_mm
    for enemy in field.units.values():
        if enemy.army == unit.army or enemy.x_mm is None or enemy.y_mm is None:
            continue
        reach = near + enemy.radius_mm
        if (
            abs(enemy.x_mm - x) <= reach
            and abs(enemy.y_mm - y) <= reach
            and can_engage(enemy)
            and contact(field, unit, enemy)
        ):
            return True
    return False


def engaged_pairs(field: Field) -> tuple[tuple[UnitId, UnitId], ...]:
    """Every pair tied in close combat, each pair and the list in order of ids."""
    ready = sorted((unit for unit in field.on_table() if can_engage(unit)), key=lambda unit: unit.id)
    return tuple(
        (a.id, b.id)
        for index, a in enumerate(ready)
        for b in ready[index + 1 :]
        if a.army != b.army and contact(field, a, b)
    )


def can_engage(unit: Unit) -> bool:
    """Whether the unit can tie and be tied: fit infantry on foot; vehicles never, by contact or by assault (WOP-CC-02,
    WOP-CC-12, WOP-CCV-06)."""
    return is_on_foot(unit) and is_fit(unit)


def fight_refusal(field: Field, attacker: Unit, target: str) -> Refusal | None:
    """Only a fit soldier on foot fights, and only enemy infantry on foot in contact with him, in any state (WOP-CC-09,
    WOP-CC-07, WOP-CC-11)."""
    enemy = field.units.get(UnitId(target))
    if (
        can_engage(attacker)
        and enemy is not None
        and enemy.army != attacker.army
        and is_on_foot(enemy)
        and contact(field, attacker, enemy)
    ):
        return None
    return Refusal(RuleId("WOP-CC-09"), _apart(field, attacker, enemy, target), (Ring(target, "bad"),))


def fight_targets(field: Field, attacker: Unit) -> tuple[Unit, ...]:
    """Whom the attacker may name in a fight, by id."""
    return tuple(e for e in contacts(field, attacker) if fight_refusal(field, attacker, e.id) is None)


def assault_refusal(field: Field, attacker: Unit, target: str, weapon: str) -> Refusal | None:
    """Only a fit, free soldier on foot assaults, only an enemy vehicle in contact, with a weapon he carries other than
    artillery (WOP-CCV-07, WOP-CCV-04, WOP-SHOT-02); no vehicle assaults another (WOP-CCV-08)."""
    vehicle = field.units.get(UnitId(target))
    if (
        not can_engage(attacker)
        or vehicle is None
        or vehicle.army == attacker.army
        or vehicle.type == "infantry"
        or not contact(field, attacker, vehicle)
        or is_engaged(field, attacker)
    ):
        return Refusal(RuleId("WOP-CCV-07"), _apart(field, attacker, vehicle, target), (Ring(target, "bad"),))
    arm = field.rules.weapons.get(weapon)
    if arm is not None and arm.is_artillery:
        return Refusal(RuleId("WOP-CCV-04"), {"unit": attacker.id, "weapon": weapon})
    if not carries(attacker, weapon):
        return Refusal(RuleId("WOP-SHOT-02"), {"unit": attacker.id, "weapon": weapon})
    return None


def assault_targets(field: Field, attacker: Unit) -> tuple[Unit, ...]:
    """Which vehicles the attacker may assault, by id; none while he is engaged."""
    if not can_engage(attacker) or is_engaged(field, attacker):
        return ()
    return tuple(v for v in contacts(field, attacker) if v.army != attacker.army and v.type != "infantry")


def _apart(field: Field, attacker: Unit, other: Unit | None, target: str) -> Mapping[str, Fact]:
    """The facts of a close combat that cannot be: who, and how far apart they stand."""
    facts: dict[str, Fact] = {"unit": attacker.id, "target": target}
    if other is not None and "table" == other.status == attacker.status:
        gap = gap_mm(field.place_of(attacker), field.place_of(other))
        facts |= field.tape_facts(gap, field.rules.constants.contact_mm)
    return facts
