"""Response windows: what they admit, whom they ask, and when effects end (OW-WIN, OW-MAG-04, OW-MAG-05, OW-MAG-12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.tables import Duration, Rules, Spell, WindowKind

CastIn = WindowKind | Literal["none"]
"""A window, the own movement turn (``own_move``), or neither."""

Ending = Literal["attack_by_other", "own_attack_done", "site_end", "phase_end", "turn_end", "dispelled"]

ONLY_DISPEL: Final = RuleId("OW-WIN-08")
ONLY_IN_COMBAT: Final = RuleId("OW-MAG-04")
NOT_NOW: Final = RuleId("OW-MAG-05")
DISPEL: Final = "dispel"

_OPENED_BY_DECLARING: Final = frozenset({"move", "end_move"})
_ENDINGS: Final[dict[str, frozenset[str]]] = {
    "combat": frozenset({"site_end", "phase_end", "turn_end", "dispelled"}),
    "turn": frozenset({"turn_end", "dispelled"}),
    "next_attack": frozenset({"own_attack_done", "dispelled"}),
    "instant": frozenset({"attack_by_other", "own_attack_done", "site_end", "phase_end", "turn_end", "dispelled"}),
}


def window_refusal(rules: Rules, spell: Spell, moment: CastIn) -> RuleId | None:
    """Why a spell may not be cast at this moment (OW-WIN-08, OW-MAG-04, OW-MAG-05), ``None`` if it may."""
    if moment == "dispel" and spell.code != DISPEL:
        return ONLY_DISPEL
    if moment in spell.windows:
        return None
    types = rules.window_types.get(moment, ())
    if spell.type not in types and spell.code != DISPEL:
        return ONLY_IN_COMBAT if spell.type == "combat" else NOT_NOW
    return NOT_NOW if moment == "none" else spell.rule


def admits(rules: Rules, spell: Spell, moment: CastIn) -> bool:
    """Whether a window, or the own movement turn, admits a spell."""
    return window_refusal(rules, spell, moment) is None


def asked(
    window: WindowKind,
    order: Sequence[Seat],
    can_cast: Collection[Seat],
    *,
    opener: Seat | None = None,
    another_has_cast: bool = False,
) -> tuple[Seat, ...]:
    """Whom a round of a window asks, in turn order: those who can cast, but for the seat whose declaration opened it, until
    another seat has cast in it, and of a ``dispel`` window whoever cast the top spell (OW-WIN-01, OW-WIN-02,
    OW-DSP-01). Nobody: it
    does not open."""
    declared = window in _OPENED_BY_DECLARING and not another_has_cast
    left_out = opener if declared or window == "dispel" else None
    return tuple(seat for seat in order if seat in can_cast and seat != left_out)


def ends(duration: Duration, event: Ending) -> bool:
    """Whether an effect of this duration ends with the event (OW-MAG-12, OW-TURN-08, OW-SPELL-03)."""
    return event in _ENDINGS[duration]


def takes_effect(dispels: int) -> bool:
    """Whether a spell takes effect below so many Dispels, each on top of the other (OW-DSP-02)."""
    return dispels % 2 == 0
