"""Moves of several at once (TD-ACC-07)."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.refusal import Refusal
from app.systems.tierras_distantes.march.walking import Walked, crowding
from app.systems.tierras_distantes.space.land import Body


def crowded(moved: Sequence[Walked], others: Sequence[Body]) -> Refusal | None:
    """Whether those who moved together have room, judged with all of them at their new places; who stayed is among ``others``
    (TD-ACC-07, TD-MOV-13)."""
    ends = [each.end for each in moved]
    for number, end in enumerate(ends):
        refusal = crowding(end, (*ends[:number], *others))
        if refusal is not None:
            return refusal
    return None
