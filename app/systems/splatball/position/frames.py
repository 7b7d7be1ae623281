"""What is being resolved, as data: the stack of frames of a position, the innermost last (section 12 of the rules).

Each frame waits for one decision after the other; what follows from an answer is worked out by ``turn/machine.py``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from app.boards.squares import Facing
from app.engine.types import Seat, UnitId
from app.systems.splatball.book.kinds import Count, PieceId, Square


class AttackFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="attack"):
    """An attack on a foot unit after its hits: the target goes back square by square, then the attacker may follow (SPL-FIRE-09)."""

    attacker: UnitId
    target: UnitId
    vacated: Square
    """Where the target stood when it was attacked (SPL-ADV-01)."""
    step: Literal["retreat", "advance"]
    due: Count = 0
    """Squares still to go back (SPL-RET-02)."""
    adjacent: bool = False
    """Whether the attacker was in contact with it (SPL-ADV-01)."""


class WreckFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="wreck"):
    """A transport that was eliminated, whose passengers are placed (SPL-TRN-12)."""

    seat: Seat
    """Whose it was."""
    attacker: Seat
    """Whose side gets the points for passengers that are lost."""
    at: Square
    facing: Facing
    passengers: tuple[UnitId, ...]
    """Those who wait, by id."""
    first: bool = True
    """Whether the next one is the first, who takes the vehicle's own square."""


class EndFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="end"):
    """The end of a turn while benefits are asked about (SPL-TURN-04, SPL-SPC-01)."""

    piece: PieceId
    """The one that is asked about."""
    left: tuple[PieceId, ...] = ()
    """Those to be asked about after it."""


Frame = AttackFrame | WreckFrame | EndFrame
