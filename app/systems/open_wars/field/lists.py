"""The one judge of muster and recruitment lists (OW-ACT-01, OW-ACT-02).

A list is judged rule by rule in the order of rules.md, section 23: the first rule that any line breaks refuses all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.geometry import Cell, cells_of
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import is_port, stack_refusal

FOREIGN: Final = RuleId("OW-FAC-03")
NOT_FOR_SALE: Final = RuleId("OW-REC-10")
DEFEATED: Final = RuleId("OW-HERO-05")
NO_CITY: Final = RuleId("OW-REC-03")
NO_PORT: Final = RuleId("OW-REC-06")
UNIQUE: Final = RuleId("OW-REC-07")
UNPAYABLE: Final = RuleId("OW-REC-08")
MUSTER: Final = RuleId("OW-SET-05")
ONE_OF_EACH: Final = RuleId("OW-UNIT-09")


class City(msgspec.Struct, frozen=True):
    """A location where tokens may be placed: whether it is a city that the seat controls, a port, and what the seat has
    there (unit code -> tokens)."""

    usable: bool
    port: bool
    present: Mapping[str, int] = {}


def cities_of(field: Field, seat: Seat) -> dict[Cell, City]:
    """Every city of the map as the seat may use it now (OW-REC-03, OW-REC-06)."""
    found = {}
    for cell in cells_of(field.rows):
        card = field.card(cell)
        if card is not None and card.type == "city":
            port = is_port(field.rules, field.rows, cell)
            found[cell] = City(field.controller(cell) == seat, port, field.counts(cell, seat))
    return found


def army_of(field: Field, seat: Seat) -> dict[str, int]:
    """How many tokens of each unit a seat has on the map."""
    found: dict[str, int] = {}
    for token in field.tokens.values():
        if token.seat == seat:
            found[token.unit] = found.get(token.unit, 0) + 1
    return found


def cost_of(rules: Rules, orders: Iterable[Order]) -> int:
    """What a list costs (OW-UNIT-02)."""
    return sum(rules.units[order.unit].cost * order.count for order in orders)


def recruit_refusal(
    rules: Rules,
    faction: str,
    gold: int,
    cities: Mapping[Cell, City],
    army: Mapping[str, int],
    gone: Collection[str],
    orders: Sequence[Order],
) -> Refusal | None:
    """Why a recruitment list is refused. ``army``: the seat's tokens on the map; ``gone``: its two-sided units that were
    defeated (OW-HERO-05). A city takes units of any type, as far as there is room beside those who stand there
    (OW-REC-04, OW-REC-05)."""
    refusal = _ownership(rules, faction, gone, orders)
    if refusal is not None:
        return refusal
    for order in orders:
        city = cities.get(order.city or "")
        if city is None or not city.usable:
            return Refusal(NO_CITY, {"city": order.city})
    for order in orders:
        if rules.units[order.unit].type == "water" and not cities[order.city or ""].port:
            return Refusal(NO_PORT, {"city": order.city, "unit": order.unit})
    double = _doubled(rules, army, orders)
    if double is not None:
        return Refusal(UNIQUE, {"unit": double})
    cost = cost_of(rules, orders)
    if cost > gold:
        return Refusal(UNPAYABLE, {"cost": cost, "gold": gold})
    return _room(rules, {cell: city.present for cell, city in cities.items()}, orders)


def muster_refusal(
    rules: Rules,
    faction: str,
    gold: int,
    start: City,
    orders: Sequence[Order],
    kept: Mapping[str, int] | None = None,
    gone: Collection[str] = (),
) -> Refusal | None:
    """Why a muster list is refused (OW-SET-05). ``start`` is the start cell, ``kept`` the veterans of a campaign that stand
    there already (OW-CAM-04)."""
    refusal = _ownership(rules, faction, gone, orders)
    if refusal is not None:
        return refusal
    veterans = kept or {}
    cost, count = cost_of(rules, orders), sum(order.count for order in orders) + sum(veterans.values())
    elsewhere = next((order.city for order in orders if order.city is not None), None)
    if elsewhere is not None:
        return Refusal(MUSTER, {"city": elsewhere})
    if count < rules.constants.muster_min_tokens or cost > gold:
        return Refusal(MUSTER, {"tokens": count, "cost": cost, "gold": gold})
    double = _doubled(rules, veterans, orders)
    if double is not None:
        return Refusal(ONE_OF_EACH, {"unit": double})
    placed = [Order(order.unit, order.count, "") for order in orders]
    full = _room(rules, {"": veterans}, placed)
    if full is not None:
        return full
    for order in orders:
        if rules.units[order.unit].type == "water" and not start.port:
            return Refusal(NO_PORT, {"unit": order.unit})
    return None


def default_muster(
    rules: Rules,
    faction: str,
    gold: int,
    start: City,
    kept: Mapping[str, int] | None = None,
    gone: Collection[str] = (),
) -> tuple[Order, ...]:
    """The muster of a seat that gives none: nothing if that is allowed, else one token of the cheapest legal unit of its
    own faction (OW-PRM-09)."""
    if muster_refusal(rules, faction, gold, start, (), kept, gone) is None:
        return ()
    own = [kind for kind in rules.units.values() if kind.faction == faction]
    for kind in sorted(own, key=lambda kind: (kind.cost, kind.code)):
        orders = (Order(kind.code, 1),)
        if muster_refusal(rules, faction, gold, start, orders, kept, gone) is None:
            return orders
    return ()


def _ownership(rules: Rules, faction: str, gone: Collection[str], orders: Sequence[Order]) -> Refusal | None:
    for order in orders:
        if not rules.sellable(faction, order.unit):
            return Refusal(FOREIGN, {"unit": order.unit, "faction": faction})
    for order in orders:
        if rules.units[order.unit].cost < 0:
            return Refusal(NOT_FOR_SALE, {"unit": order.unit})
    for order in orders:
        if order.unit in gone:
            return Refusal(DEFEATED, {"unit": order.unit})
    return None


def _doubled(rules: Rules, army: Mapping[str, int], orders: Sequence[Order]) -> str | None:
    """A unique unit of which there would be two (OW-UNIT-09); of others there may be any number (OW-UNIT-08)."""
    counts = dict(army)
    for order in orders:
        counts[order.unit] = counts.get(order.unit, 0) + order.count
        if rules.units[order.unit].unique and counts[order.unit] > 1:
            return order.unit
    return None


def _room(rules: Rules, present: Mapping[Cell, Mapping[str, int]], orders: Sequence[Order]) -> Refusal | None:
    counts = {cell: dict(units) for cell, units in present.items()}
    for order in orders:
        here = counts[order.city or ""]
        rule = stack_refusal(rules, rules.units[order.unit], here, order.count)
        if rule is not None:
            return Refusal(rule, {"unit": order.unit, "city": order.city or None, "present": here.get(order.unit)})
        here[order.unit] = here.get(order.unit, 0) + order.count
    return None
