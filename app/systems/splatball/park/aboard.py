"""Room aboard (SPL-TRN-01, SPL-TRN-02)."""

from __future__ import annotations

from collections.abc import Iterable

from app.systems.splatball.book.tables import Rules, UnitType


def has_places(vehicle: UnitType) -> bool:
    """Whether a kind of unit carries others."""
    return bool(vehicle.slots or vehicle.most_passengers)


def fits(rules: Rules, vehicle: UnitType, riders: Iterable[UnitType], segments: int = 0) -> bool:
    """Whether a vehicle has room for passengers of these kinds and so many fence segments: so many units, or so many places, of which
    assault and support units take theirs (SPL-TRN-01). Only foot units ride (SPL-TRN-02)."""
    classes = [rider.unit_class for rider in riders]
    if None in classes or segments > vehicle.fence_capacity:
        return False
    if vehicle.most_passengers:
        return len(classes) <= vehicle.most_passengers
    places = rules.constants.places
    return sum(places[name] for name in classes if name is not None) <= vehicle.slots
