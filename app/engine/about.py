"""What a game can say of itself where somebody asks: what a thing is, and why a unit may not do something now.

Both are optional abilities of a game: methods ``about`` and ``withheld`` of its system, found by their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from app.engine.refusal import Refusal
from app.engine.system import GameSystem
from app.engine.types import RuleId, Seat, Text, UnitId


class Statement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence in rules words, with the rules it comes from. ``about`` is the id of a thing that says more."""

    text: Text
    rules: tuple[RuleId, ...] = ()
    about: str | None = None


class Number(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of a thing as it counts now: its name, the value in words, what changed it."""

    name: Text
    value: Text
    why: Text | None = None


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a thing is: its name, its kind, its numbers, and what the rules say of it, its state first."""

    id: str
    title: Text
    kind: Text | None = None
    numbers: tuple[Number, ...] = ()
    lines: tuple[Statement, ...] = ()


class Withheld(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of act that a unit has in the game and cannot do now: its name on the wire, its words, the judge's refusal
    of what comes nearest to being possible. ``whom`` is the unit that refused act was aimed at."""

    type: str
    label: Text
    refusal: Refusal
    whom: UnitId | None = None


@runtime_checkable
class Explaining(Protocol):
    """The two abilities of a game that explains itself."""

    def about(self, view: Any, thing: str) -> About | None:
        """What a thing is, ``None`` for an id that names none. An id is that of a drawable or a row of the scene drawn from
        ``view``, or ``<family>.<name>`` for what has no place of its own: ``mark.stun``, ``figure.gold``, ``weapon.rifle``."""
        ...

    def withheld(self, state: Any, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
        """Every kind of act that an own unit has and that the judge refuses now, in the order in which acts are offered;
        nothing for others' units. Computed from nothing the seat may not know."""
        ...


def about(system: GameSystem, view: Any, thing: str) -> About | None:
    """What a thing is, as its game tells it; ``None`` where it tells nothing."""
    return system.about(view, thing) if isinstance(system, Explaining) else None


def withheld(system: GameSystem, state: Any, seat: Seat, unit: UnitId) -> Sequence[Withheld]:
    """What an own unit may not do now, as its game tells it; nothing where it tells nothing."""
    return system.withheld(state, seat, unit) if isinstance(system, Explaining) else ()
