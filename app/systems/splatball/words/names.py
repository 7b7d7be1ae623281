"""What units, pieces, squares and players are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from app.boards import squares
from app.boards.squares import Square
from app.engine.types import Text, UnitId
from app.engine.words import called, listed, same, shaped
from app.systems.splatball.book.tables import Rules


def number_of(unit: UnitId) -> str:
    """What tells a unit from others of its kind: the number of its id, else the id itself.

    >>> number_of("s0u12"), number_of("badger")
    ('12', 'badger')
    """
    head, _, number = unit.rpartition("u")
    return number if head and number.isdigit() else unit


def unit_name(rules: Rules, kind: str | None, unit: UnitId) -> Text:
    """A unit by its kind and number: ``Scamps 3``; of an unknown kind a hidden one."""
    name = kind_name(rules, kind or "hidden")
    return shaped("{name} {n}", name=name, n=number_of(unit))


def kind_name(rules: Rules, kind: str) -> Text:
    """A kind of unit in short."""
    return rules.words.table("units").get(kind, same(kind))


def piece_name(rules: Rules, kind: str | None) -> Text:
    """A kind of scenery."""
    return rules.words.table("pieces").get(kind or "", same(kind or ""))


def cell(square: Square | Sequence[int] | None) -> Text:
    """A square as people call it."""
    return same("") if square is None else same(squares.name((square[0], square[1])))


def player(rules: Rules, seat: str) -> Text:
    """Whoever plays a seat, by name, else ``Gang A``."""
    return called(seat, rules.words.say("players", "one", letter=seat.upper()))


def kinds(rules: Rules, found: Iterable[str]) -> Text:
    """``Scamps ×2, Badger``."""
    counts = Counter(found)
    return listed(
        kind_name(rules, kind) if count == 1 else shaped("{name} ×{n}", name=kind_name(rules, kind), n=count)
        for kind, count in counts.items()
    )
