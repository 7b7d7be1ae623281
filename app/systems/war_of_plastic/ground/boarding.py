"""Boarding: who may get into which vehicle (WOP-VEH-01, WOP-VEH-02, WOP-VEH-03, WOP-VEH-13)."""

from __future__ import annotations

from app.engine.refusal import Fact, Refusal
from app.engine.telling import Ring
from app.engine.types import RuleId, UnitId
from app.systems.war_of_plastic.book.state import Unit, UnitType
from app.systems.war_of_plastic.position.field import Field


def boarding_refusal(field: Field, unit: Unit, vehicle_id: UnitId, *, leaving: UnitId | None = None) -> Refusal | None:
    """Whether a unit may get into a vehicle at all: a soldier, a vehicle that carries, a friend's, with room
    (WOP-VEH-01, WOP-VEH-02, WOP-VEH-03, WOP-VEH-13). One that is not on the table, or that he is just getting off,
    carries nobody."""
    vehicle = field.units.get(vehicle_id)
    ring = (Ring(vehicle_id, "bad"),)
    facts: dict[str, Fact] = {"unit": unit.id, "vehicle": vehicle_id}
    if vehicle is None or unit.type != "infantry" or vehicle.status != "table" or vehicle_id == leaving:
        return Refusal(RuleId("WOP-VEH-01"), facts, ring)
    capacity = field.rules.kinds[vehicle.kind].capacity
    rule = carrying_rule(
        vehicle.type, capacity, same_army=vehicle.army == unit.army, passengers=len(field.passengers_of(vehicle_id))
    )
    if rule is None:
        return None
    return Refusal(rule, {**facts, "capacity": capacity}, ring)


def carrying_rule(vehicle_type: UnitType, capacity: int, *, same_army: bool, passengers: int) -> RuleId | None:
    """Which rule keeps one more soldier off a vehicle that has ``passengers`` aboard (WOP-VEH-01, WOP-VEH-02,
    WOP-VEH-03)."""
    if vehicle_type != "light" or capacity == 0:
        return RuleId("WOP-VEH-01")
    if not same_army:
        return RuleId("WOP-VEH-02")
    return RuleId("WOP-VEH-03") if passengers >= capacity else None
