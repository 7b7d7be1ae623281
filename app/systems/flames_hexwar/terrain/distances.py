"""Centimetres as hexes (FHW-DIST)."""

from __future__ import annotations

from app.systems.flames_hexwar.book.tables import Rules

CM_PER_HEX = 10


def hexes_of(rules: Rules, cm: int, *, doubled: bool = False, is_mortar: bool = False) -> int | None:
    """A length in hexes, at the double if asked, of a mortar's range if asked; ``None`` for one that no table holds (FHW-DIST-03,
    FHW-DIST-04)."""
    if is_mortar:
        return -(
            -cm * rules.constants.mortar_hexes // CM_PER_HEX
        )  # up, where a house value leaves a fraction (FHW-GEN-05)
    found = rules.cm_to_hexes.get(cm)
    if found is None or not doubled:
        return found
    return rules.double_exceptions.get(cm, 2 * found)
