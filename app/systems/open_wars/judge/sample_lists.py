"""Muster and recruitment lists at random, legal as ``lists.py`` judges them: for random play, for worlds, and as examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.engine.system import Picker
from app.systems.open_wars.book.kinds import Cell, Order
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.lists import (
    City,
    army_of,
    cities_of,
    default_muster,
    muster_refusal,
    recruit_refusal,
)
from app.systems.open_wars.field.values import is_port
from app.systems.open_wars.position.state import SeatState


def start_of(field: Field, state: SeatState) -> City:
    """The start cell of a seat as muster sees it."""
    return City(True, is_port(field.rules, field.rows, state.start), field.counts(state.start, state.seat))


def may_muster(field: Field, state: SeatState, orders: Sequence[Order]) -> bool:
    """Whether a muster list is legal."""
    start = start_of(field, state)
    refusal = muster_refusal(field.rules, state.faction, state.budget, start, orders, start.present, state.gone)
    return refusal is None


def may_recruit(field: Field, state: SeatState, orders: Sequence[Order]) -> bool:
    """Whether a recruitment list is legal."""
    cities, army = cities_of(field, state.seat), army_of(field, state.seat)
    return recruit_refusal(field.rules, state.faction, state.gold, cities, army, state.gone, orders) is None


def sample_muster(field: Field, state: SeatState, pick: Picker) -> tuple[Order, ...]:
    """A legal muster at random, mostly spending what there is."""
    start = start_of(field, state)
    orders = _filled(field, state, [None], state.budget, pick, lambda tried: may_muster(field, state, tried))
    if orders:
        return orders
    return default_muster(field.rules, state.faction, state.budget, start, start.present, state.gone)


def sample_recruits(field: Field, state: SeatState, pick: Picker) -> tuple[Order, ...]:
    """A legal recruitment list at random, perhaps the empty one."""
    cities = cities_of(field, state.seat)
    usable: list[Cell | None] = [cell for cell, city in cities.items() if city.usable]
    army = army_of(field, state.seat)

    def fits(tried: Sequence[Order]) -> bool:
        return recruit_refusal(field.rules, state.faction, state.gold, cities, army, state.gone, tried) is None

    return _filled(field, state, usable, state.gold, pick, fits)


def _filled(
    field: Field,
    state: SeatState,
    places: Sequence[Cell | None],
    gold: int,
    pick: Picker,
    fits: Callable[[Sequence[Order]], bool],
) -> tuple[Order, ...]:
    """One token after another while there is gold, each tried with what is on the list already."""
    rules = field.rules
    kinds = [kind for kind in rules.units.values() if rules.sellable(state.faction, kind.code) and kind.cost >= 0]
    kinds = [kind for kind in kinds if kind.code not in state.gone]
    counts: dict[tuple[str, Cell | None], int] = {}
    left = gold
    for _ in range(12):
        affordable = [kind for kind in kinds if kind.cost <= left]
        if not affordable or not places:
            break
        kind, place = affordable[pick(len(affordable))], places[pick(len(places))]
        key = (kind.code, place)
        tried = {**counts, key: counts.get(key, 0) + 1}
        if fits(_orders(tried)):
            counts, left = tried, left - kind.cost
    return _orders(counts)


def _orders(counts: dict[tuple[str, Cell | None], int]) -> tuple[Order, ...]:
    return tuple(Order(unit, count, place) for (unit, place), count in counts.items())
