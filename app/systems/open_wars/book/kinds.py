"""Names and small values shared by the position, its frames, the actions and the events of Open Wars."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from app.engine.types import Seat, UnitId

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""A code of the data files, or a scenario's own word."""

UnitCode = Annotated[Name, "unit"]
"""The code of a unit."""

Cell = Annotated[str, msgspec.Meta(min_length=2, max_length=3, pattern=r"^[A-Z][1-9][0-9]?$(?!\n)")]
"""A place on the map: column letter, row number (OW-GEO-01)."""

TokenId = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
EffectId = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Number = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Side = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""Who wins or loses together: the letter of a seat, or a scenario's word (``"alliance"``)."""

Phase = Literal["muster", "turn_start", "collect", "recruit", "movement", "combat", "turn_end", "game_over"]
CombatStep = Literal["ranged", "melee"]
SiteKind = CombatStep
WindowKind = Literal["collect", "recruit", "move", "end_move", "act", "roll", "dispel", "turn_end"]
"""The response windows (OW-WIN)."""

FREE: Final = ("none", "convergence", "pact")
Free = Literal["none", "convergence", "pact"]
"""How a spell is paid: with mana, free through Elven Convergence, or free through Dark Pact (OW-MAG-03)."""


class UnitRef(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A unit: all tokens of one unit code that belong to one seat and stand in one cell (rules.md, section 0)."""

    cell: Cell
    seat: Seat
    unit: UnitCode

    @property
    def id(self) -> UnitId:
        """Its id on the board: ``"B2.a.orcs.axer"``."""
        return UnitId(f"{self.cell}.{self.seat}.{self.unit}")

    @classmethod
    def of(cls, unit: str) -> UnitRef | None:
        """The unit that an id of the board means, ``None`` if it is none."""
        cell, _, rest = unit.partition(".")
        seat, _, code = rest.partition(".")
        return cls(cell, Seat(seat), code) if seat and code else None


class Order(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of a muster list (no city: all stand on the start cell) or of a recruitment list."""

    unit: UnitCode
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    city: Cell | None = None


class Target(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a spell is cast at; which fields are set goes by the spell (rules.md, section 23).

    A unit: ``cell``, ``seat``, ``unit``; a location: ``cell``; with a ``path`` (the cells entered, in order) for Jaguar's Call, Puma's
    Leap, Savage Ambush and Elven Reflexes, with ``to`` for Infernal Portal; ``fallen`` and ``cell`` for Raise the Fallen;
    ``effect`` for Dispel on a lasting effect, nothing for Dispel on the spell just cast, and nothing for Dark Pact.
    """

    cell: Cell | None = None
    seat: Seat | None = None
    unit: UnitCode | None = None
    path: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=40)] | None = None
    to: Cell | None = None
    fallen: TokenId | None = None
    effect: EffectId | None = None
    spell: Name | None = None

    @property
    def ref(self) -> UnitRef | None:
        """The unit it names, ``None`` if it names none."""
        if self.cell is None or self.seat is None or self.unit is None:
            return None
        return UnitRef(self.cell, self.seat, self.unit)
