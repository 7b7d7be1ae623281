"""Muster and recruitment as they are offered: what may be put on the list, and a few legal lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from app.engine.offering import Example, told_apart
from app.engine.offers import Barred, Domain, Item
from app.engine.refusal import Refusal
from app.engine.scene import Figure
from app.engine.system import Picker
from app.engine.types import Action, RuleId, Text
from app.engine.words import Words, joined
from app.systems.open_wars.book.geometry import card_at
from app.systems.open_wars.book.kinds import Cell, Order
from app.systems.open_wars.book.tables import STATS, Rules, UnitKind
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.lists import (
    MUSTER,
    NO_PORT,
    UNPAYABLE,
    army_of,
    cities_of,
    default_muster,
    muster_refusal,
    recruit_refusal,
)
from app.systems.open_wars.field.values import ONE_MAGIC, STACK_FULL, stack_limit
from app.systems.open_wars.judge.sample_lists import (
    may_muster,
    sample_muster,
    sample_recruits,
    start_of,
)
from app.systems.open_wars.position.actions import Muster, Recruit
from app.systems.open_wars.position.state import SeatState
from app.systems.open_wars.screen.drawn_stacks import LINE
from app.systems.open_wars.words.labels import place
from app.systems.open_wars.words.screen_words import refused

Orders = tuple[Order, ...]

EXAMPLES: Final = 12
"""So many lists are shown as examples, at most."""

OF_CITY: Final = frozenset({NO_PORT, STACK_FULL, ONE_MAGIC})
"""Rules that keep a unit out of one city and perhaps not out of another."""


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


def _detail(words: Words, kind: UnitKind) -> Text:
    """The printed line of a token: initiative, movement, attack, range."""
    return words.say("lists", "printed", **{stat: kind.printed.of(stat) for stat in STATS})


def _kind(words: Words, kind: UnitKind) -> Text:
    """What sort of unit it is: its type, and whether there is but one of it."""
    name = words.say("types", kind.type)
    return joined((name, words.say("lists", "unique")), by=" · ") if kind.unique else name


def _why_most(words: Words, kind: UnitKind) -> Text:
    """Why no more of it fit on a card (OW-STK-02, OW-UNIT-09)."""
    if kind.unique:
        return words.say("lists", "why_unique")
    if kind.is_magic:
        return words.say("lists", "why_magic")
    return words.say("lists", "why_full")


def _item(field: Field, state: SeatState, kind: UnitKind, cell: Cell | None) -> Item:
    entry = {"unit": kind.code} if cell is None else {"unit": kind.code, "city": cell}
    value = kind.code if cell is None else f"{cell}.{kind.code}"
    where = cell or state.start
    words, group = field.rules.words, place(field.rules, card_at(field.rows, where), where)
    present = field.counts(where, state.seat).get(kind.code, 0)
    return Item(
        value=value,
        name=kind.name,
        cost=kind.cost,
        symbol=kind.code,
        entry=entry,
        group=group,
        detail=_detail(words, kind),
        most=max(1, stack_limit(field.rules, kind) - present),
        why_most=_why_most(words, kind),
        kind=_kind(words, kind),
        figures=tuple(Figure(stat, words.say("numbers", stat), kind.printed.of(stat)) for stat in LINE),
        about=f"unit.{kind.code}",
    )


def _split(
    rules: Rules, found: Iterable[tuple[Item, Refusal | None]], gold: int
) -> tuple[tuple[Item, ...], tuple[Barred, ...]]:
    """What may be on a list by itself, and what may not and why; what no city can help is said of the first city alone."""
    items: list[Item] = []
    barred: dict[tuple[str | None, RuleId], Barred] = {}
    for item, refusal in found:
        if refusal is None:
            items.append(item)
        elif refusal.rule in (UNPAYABLE, MUSTER):
            why = rules.words.say("lists", "unpayable", cost=item.cost, gold=gold)
            barred.setdefault((item.symbol, refusal.rule), Barred(item, why, refusal.rule))
        else:
            why = refused(rules, refusal.rule)
            of_city = item.value if refusal.rule in OF_CITY else item.symbol
            barred.setdefault((of_city, refusal.rule), Barred(item, why, refusal.rule))
    return tuple(items), tuple(barred.values())


def muster_domain(field: Field, state: SeatState, kept: int) -> Domain:
    """What an army may be mustered from (OW-SET-05); at most ``kept`` gold of what is left over stays."""
    start = start_of(field, state)

    def judged(kind: UnitKind) -> Refusal | None:
        orders = (Order(kind.code, 1),)
        return muster_refusal(field.rules, state.faction, state.budget, start, orders, start.present, state.gone)

    found = ((_item(field, state, kind, None), judged(kind)) for kind in _kinds(field, state))
    items, barred = _split(field.rules, found, state.budget)
    least = 0 if may_muster(field, state, ()) else field.rules.constants.muster_min_tokens
    left = field.rules.words.say("lists", "left_of_muster", n=kept)
    return Domain(items=items, barred=barred, most=state.budget, field="list", least=least, left=left)


def muster_examples(field: Field, state: SeatState) -> list[Example]:
    """The least of all musters, and some that spend what there is."""
    start = start_of(field, state)
    least = default_muster(field.rules, state.faction, state.budget, start, start.present, state.gone)
    lists = _varied(lambda pick: sample_muster(field, state, pick), state)
    return _named(field.rules, Muster, _distinct([*lists, least]))


def recruit_domain(field: Field, state: SeatState) -> Domain:
    """What may be recruited, city by city (OW-REC). Nothing is said of gold that is left: it stays, so nobody is asked once more."""
    rules, cities, army = field.rules, cities_of(field, state.seat), army_of(field, state.seat)

    def judged(kind: UnitKind, cell: Cell) -> Refusal | None:
        orders = (Order(kind.code, 1, cell),)
        return recruit_refusal(rules, state.faction, state.gold, cities, army, state.gone, orders)

    found = (
        (_item(field, state, kind, cell), judged(kind, cell))
        for cell, city in cities.items()
        if city.usable
        for kind in _kinds(field, state)
    )
    items, barred = _split(field.rules, found, state.gold)
    return Domain(items=items, barred=barred, most=state.gold, field="list", least=0)


def recruit_examples(field: Field, state: SeatState) -> list[Example]:
    """The empty list, and some that spend what there is."""
    lists = _varied(lambda pick: sample_recruits(field, state, pick), state)
    return _named(field.rules, Recruit, _distinct([(), *lists]))


def _named(rules: Rules, act: Callable[[Orders], Action], lists: Sequence[Orders]) -> list[Example]:
    """Lists as examples, each by the name of what it has most of."""
    names = told_apart(lists, _traits(rules), lambda key: rules.words.say("list_names", key), "mixed")
    return [Example(act(orders), name) for orders, name in zip(lists, names, strict=True)]


def _traits(rules: Rules) -> dict[str, Callable[[Orders], int]]:
    """What a list may be known for, the plainest first."""

    def total(of: Callable[[UnitKind], int]) -> Callable[[Orders], int]:
        return lambda orders: sum(of(rules.units[order.unit]) * order.count for order in orders)

    def mean(of: Callable[[UnitKind], int]) -> Callable[[Orders], int]:
        return lambda orders: 100 * total(of)(orders) // max(1, sum(order.count for order in orders))

    return {
        "least": total(lambda kind: -kind.cost),
        "unique": total(lambda kind: kind.unique),
        "many": total(lambda _: 1),
        "choice": mean(lambda kind: kind.cost),
        "magic": total(lambda kind: kind.is_magic),
        "flying": total(lambda kind: kind.is_flying),
        "swift": mean(lambda kind: kind.printed.movement),
        "far": total(lambda kind: kind.printed.range),
        "strong": mean(lambda kind: kind.printed.attack),
    }


def _varied(draw: Callable[[Picker], tuple[Order, ...]], state: SeatState) -> list[tuple[Order, ...]]:
    return [draw(picker(1000 * number + state.gold + 31 * ord(state.seat[0]))) for number in range(1, EXAMPLES)]


def _distinct(lists: Sequence[tuple[Order, ...]]) -> list[tuple[Order, ...]]:
    return list(
        dict.fromkeys(tuple(sorted(orders, key=lambda order: (order.city or "", order.unit))) for orders in lists)
    )
