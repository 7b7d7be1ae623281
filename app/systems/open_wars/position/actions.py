"""Everything a player can do: one small class per row of rules.md, section 23, and per prompt (OW-PRM).

Everything is bounded, so that a wrong shape is refused before a rule looks at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import msgspec

from app.engine.types import Action, Seat
from app.systems.open_wars.book.kinds import Cell, Free, Name, Order, SiteKind, Target, TokenId, UnitRef

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {"orders": "list", "token_ids": "tokens", "targets": "target", "target_cell": "cell", "target_seat": "seat"}
)
"""Other names under which rules.md speaks of parameters, and the names on the wire."""

Orders = Annotated[tuple[Order, ...], msgspec.Meta(max_length=100)]
Tokens = Annotated[tuple[TokenId, ...], msgspec.Meta(min_length=1, max_length=20)]
Path = Annotated[tuple[Cell, ...], msgspec.Meta(min_length=1, max_length=40)]


class Muster(Action, frozen=True, tag="muster"):
    """Commits the secret muster list (OW-SET-05)."""

    list: Orders


class Recruit(Action, frozen=True, tag="recruit"):
    """Commits a recruitment list, the empty one too; final (OW-REC-02)."""

    list: Orders = ()


class Move(Action, frozen=True, tag="move"):
    """Declares a move of tokens of one unit along a path: the cells entered, in order (OW-MOV-09)."""

    tokens: Tokens
    path: Path


class EndMovement(Action, frozen=True, tag="end_movement"):
    """Ends the own movement turn (OW-MOV-16)."""


class Cast(Action, frozen=True, tag="cast"):
    """Casts a spell with a magic token (OW-MAG); also the spell that Dark Pact makes free (``free = "pact"``)."""

    caster: TokenId
    spell: Name
    target: Target = Target()
    free: Free = "none"


class Pass(Action, frozen=True, tag="pass"):
    """Casts nothing in the window that asks, or no spell for the Pact (OW-ACT-06)."""


class ChooseSite(Action, frozen=True, tag="choose_site"):
    """Which combat is fought next (OW-SITE-04)."""

    cell: Cell
    kind: SiteKind | None = None


class ChooseUnit(Action, frozen=True, tag="choose_unit"):
    """Which of the own tied units acts (OW-INI-06)."""

    unit: Name


class Attack(Action, frozen=True, tag="attack"):
    """The acting unit attacks an enemy seat in a location (OW-ATK-01)."""

    cell: Cell
    seat: Seat


class Retreat(Action, frozen=True, tag="retreat"):
    """Tokens of the acting unit retreat to an adjacent location (OW-RET)."""

    tokens: Tokens
    cell: Cell


class Hold(Action, frozen=True, tag="hold"):
    """The acting unit does nothing (OW-INI-07)."""


class AssignHit(Action, frozen=True, tag="assign_hit"):
    """Which token takes the hit: any token of its class, or just the unit where all its tokens are the same (OW-HIT-04)."""

    unit: Name
    token: TokenId | None = None


class BonusTarget(Action, frozen=True, tag="bonus_target"):
    """Whom a bonus attack is aimed at (OW-ATK-06)."""

    cell: Cell
    seat: Seat


class FollowUpMove(Action, frozen=True, tag="follow_up_move"):
    """Where the unit of Wild Fury goes, ``None``: nowhere (OW-SPELL-07)."""

    cell: Cell | None = None


class Pact(Action, frozen=True, tag="pact"):
    """Which unit pays a hit point for Dark Pact, and of which class the token is; no unit: nothing, and the Pact ends (OW-SPELL-15). The
    free spell is then a ``cast`` with ``free = "pact"``, or ``pass``."""

    unit: UnitRef | None = None
    token: TokenId | None = None


class Resurrect(Action, frozen=True, tag="resurrect"):
    """Which fallen token comes back on the Skeleton Desert, ``None``: none (OW-CARD-18)."""

    token: TokenId | None = None


class Resign(Action, frozen=True, tag="resign"):
    """Gives up (OW-VIC-08)."""


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    """Offers everybody a draw (OW-VIC-09)."""


class AcceptDraw(Action, frozen=True, tag="accept_draw"):
    """Accepts the draw offered."""


class DeclineDraw(Action, frozen=True, tag="decline_draw"):
    """Declines the draw offered, which lapses."""


AnyAction = (
    Muster
    | Recruit
    | Move
    | EndMovement
    | Cast
    | Pass
    | ChooseSite
    | ChooseUnit
    | Attack
    | Retreat
    | Hold
    | AssignHit
    | BonusTarget
    | FollowUpMove
    | Pact
    | Resurrect
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
)
