"""Armies to choose from, and at random: legal, as ``muster/armies.py`` judges them."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.system import Picker
from app.engine.types import Seat
from app.systems.splatball.book.kinds import KINDS, UnitKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.muster.armies import army_value, cost_of, judge_army, plain_army, suggested_army
from app.systems.splatball.position.state import Position

Army = tuple[UnitKind, ...]
WANTED: tuple[tuple[str, tuple[UnitKind, ...]], ...] = (
    ("assault", ("scamp", "camo", "lobber", "badger")),
    ("support", ("sniper", "hoser", "slinger", "marmot")),
    ("wheels", ("badger", "marmot", "armadillo", "scamp", "cart")),
)
"""Ways of spending the value: kinds taken in turn as long as they can be paid."""


def some_armies(rules: Rules, position: Position, seat: Seat) -> list[tuple[str, Army]]:
    """A few legal lists, each with the key of its name, no two alike: the scenario's own first."""
    value = army_value(rules, position)
    found: dict[Army, str] = {}
    suggested = suggested_army(rules, position, seat)
    if judge_army(rules, value, suggested) is None:
        found[suggested] = "suggested"
    for name, kinds in WANTED:
        army = in_turn(rules, value, kinds)
        if army:
            found.setdefault(army, name)
    found.setdefault(plain_army(rules, position, seat), "most_scamps")
    return [(name, army) for army, name in found.items()]


def in_turn(rules: Rules, value: int, kinds: Sequence[UnitKind]) -> Army:
    """One of each kind in turn, as long as any can be paid; in the order in which kinds are listed."""
    found: list[UnitKind] = []
    while len(found) < rules.constants.army_units_max:
        before = len(found)
        for kind in kinds:
            if cost_of(rules, (*found, kind)) <= value and len(found) < rules.constants.army_units_max:
                found.append(kind)
        if len(found) == before:
            break
    return tuple(kind for kind in KINDS for _ in range(found.count(kind)))


def random_army(rules: Rules, value: int, pick: Picker) -> Army:
    """A legal list at random, which mostly spends what there is; an empty one where nothing can be paid."""
    found: list[UnitKind] = []
    while len(found) < rules.constants.army_units_max:
        left = value - cost_of(rules, found)
        fits = [kind for kind in KINDS if rules.units[kind].cost <= left]
        if not fits:
            break
        found.append(fits[pick(len(fits))])
    return tuple(kind for kind in KINDS for _ in range(found.count(kind)))
