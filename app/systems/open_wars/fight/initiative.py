"""Which unit acts next in a fight (section 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from app.engine.dice import Dice
from app.engine.types import Seat
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules, UnitKind
from app.systems.open_wars.field.control import roll_off
from app.systems.open_wars.field.field import Field

DICE_EACH: Final = 1
"""A tie of initiative: one die for each tied seat (OW-INI-05, OW-DICE-02)."""


class Contender(msgspec.Struct, frozen=True):
    """A unit that still has a token that has not acted, with its effective initiative (OW-INI-01, OW-INI-02)."""

    name: str
    seat: Seat
    kind: UnitKind
    initiative: int


class Next(msgspec.Struct, frozen=True):
    """Whose turn it is: the unit of ``names`` if there is one, else ``seat`` picks among them (OW-INI-06)."""

    seat: Seat
    names: tuple[str, ...]


def rank(rules: Rules, kind: UnitKind) -> int:
    """Rank in a tie, the lower acts first: flying, magic, unique, normal; flying and magic go before unique (OW-INI-03)."""
    if kind.is_flying:
        return rules.ranks["flying"]
    if kind.is_magic:
        return rules.ranks["magic"]
    return rules.ranks["unique" if kind.unique else "normal"]


def next_unit(rules: Rules, contenders: Iterable[Contender], order: Sequence[Seat], dice: Dice) -> Next | None:
    """The unit that acts next: highest initiative, then rank, then printed cost, then a die of each tied seat in turn order,
    rolled again among those equal (OW-INI-01, OW-INI-02, OW-INI-03, OW-INI-04, OW-INI-05, OW-INI-06). ``None`` if
    nobody is left."""
    waiting = list(contenders)
    if not waiting:
        return None

    def place(unit: Contender) -> tuple[int, int, int]:
        return -unit.initiative, rank(rules, unit.kind), -unit.kind.cost

    first = min(place(unit) for unit in waiting)
    tied = [unit for unit in waiting if place(unit) == first]
    seats = sorted({unit.seat for unit in tied}, key=lambda seat: (order.index(seat) if seat in order else 99, seat))
    winner = roll_off(seats, dice, DICE_EACH, "initiative")
    return Next(winner, tuple(sorted(unit.name for unit in tied if unit.seat == winner)))


def contender(field: Field, ref: UnitRef) -> Contender | None:
    """A unit as a contender, with the lowest effective initiative among its tokens that have not acted (OW-UNIT-13);
    ``None`` if all of them have."""
    ready = [token for token in field.unit(ref) if not token.acted]
    if not ready:
        return None
    initiative = min(field.values(token).initiative for token in ready)
    return Contender(ref.unit, ref.seat, field.rules.units[ref.unit], initiative)
