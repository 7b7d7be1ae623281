"""Muster and recruitment as they are offered: what may be put on the list, and a few legal lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from app.engine.offers import Domain, Item
from app.engine.system import Picker
from app.engine.types import Text
from app.systems.open_wars import labels
from app.systems.open_wars.actions import Muster, Recruit
from app.systems.open_wars.field import Field
from app.systems.open_wars.geometry import card_at
from app.systems.open_wars.kinds import Cell, Order
from app.systems.open_wars.lists import cities_of, default_muster
from app.systems.open_wars.sample_lists import (
    may_muster,
    may_recruit,
    sample_muster,
    sample_recruits,
    start_of,
)
from app.systems.open_wars.state import SeatState
from app.systems.open_wars.tables import UnitKind
from app.systems.open_wars.values import stack_limit

EXAMPLES: Final = 12
"""So many lists are shown as examples, at most."""


def picker(seed: int) -> Picker:
    """Numbers that are always the same: offers are the same whenever they are asked for."""
    state = seed

    def pick(n: int) -> int:
        nonlocal state
        state = (state * 1103515245 + 12345) % (1 << 31)
        return (state >> 8) % n

    return pick


def _kinds(field: Field, state: SeatState) -> list[UnitKind]:
    """What a seat may buy at all (OW-FAC-03, OW-REC-10, OW-HERO-05)."""
    rules = field.rules
    found = [k for k in rules.units.values() if rules.sellable(state.faction, k.code) and k.cost >= 0]
    return [kind for kind in found if kind.code not in state.gone]


def _detail(kind: UnitKind) -> Text:
    """The printed line of a token: initiative, movement, attack, range."""
    values = kind.printed
    numbers = (values.initiative, values.movement, values.attack, values.range)
    es = " · ".join(f"{name} {n}" for name, n in zip(("Ini", "Mov", "Ata", "Alc"), numbers, strict=True))
    en = " · ".join(f"{name} {n}" for name, n in zip(("Ini", "Mov", "Att", "Ran"), numbers, strict=True))
    return Text(es, en)


def _item(field: Field, kind: UnitKind, cell: Cell | None, group: Text) -> Item:
    entry = {"unit": kind.code} if cell is None else {"unit": kind.code, "city": cell}
    value = kind.code if cell is None else f"{cell}.{kind.code}"
    most = stack_limit(field.rules, kind)
    return Item(value, kind.name, kind.cost, kind.code, entry, group, _detail(kind), most)


def muster_domain(field: Field, state: SeatState) -> Domain:
    """What an army may be mustered from (OW-SET-05)."""
    group = labels.place(field.rules, card_at(field.rows, state.start), state.start)
    items = [
        _item(field, kind, None, group)
        for kind in _kinds(field, state)
        if kind.cost <= state.budget and may_muster(field, state, (Order(kind.code, 1),))
    ]
    least = 0 if may_muster(field, state, ()) else field.rules.constants.muster_min_tokens
    return Domain(items=tuple(items), most=state.budget, field="list", least=least)


def muster_examples(field: Field, state: SeatState) -> list[Muster]:
    """The least of all musters, and some that spend what there is."""
    start = start_of(field, state)
    least = default_muster(field.rules, state.faction, state.budget, start, start.present, state.gone)
    lists = _varied(lambda pick: sample_muster(field, state, pick), state)
    return [Muster(orders) for orders in _distinct([*lists, least])]


def recruit_domain(field: Field, state: SeatState) -> Domain:
    """What may be recruited, city by city (OW-REC)."""
    items = [
        _item(field, kind, cell, labels.place(field.rules, card_at(field.rows, cell), cell))
        for cell, city in cities_of(field, state.seat).items()
        if city.usable
        for kind in _kinds(field, state)
        if kind.cost <= state.gold and may_recruit(field, state, (Order(kind.code, 1, cell),))
    ]
    return Domain(items=tuple(items), most=state.gold, field="list", least=0)


def recruit_examples(field: Field, state: SeatState) -> list[Recruit]:
    """The empty list, and some that spend what there is."""
    lists = _varied(lambda pick: sample_recruits(field, state, pick), state)
    return [Recruit(orders) for orders in _distinct([(), *lists])]


def _varied(draw: Callable[[Picker], tuple[Order, ...]], state: SeatState) -> list[tuple[Order, ...]]:
    return [draw(picker(1000 * number + state.gold + 31 * ord(state.seat[0]))) for number in range(1, EXAMPLES)]


def _distinct(lists: Sequence[tuple[Order, ...]]) -> list[tuple[Order, ...]]:
    return list(
        dict.fromkeys(tuple(sorted(orders, key=lambda order: (order.city or "", order.unit))) for orders in lists)
    )
