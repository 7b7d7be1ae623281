"""The stock of smoke (FHW-SMOKE-02, FHW-SMOKE-03)."""

from __future__ import annotations

from app.systems.flames_hexwar.book.tables import Rules


def smoke_exhausted(rules: Rules, die: int, earlier: int) -> bool:
    """Whether a die ends it: lowered by one for each time that smoke was fired before."""
    return die - earlier <= rules.constants.smoke_exhausted_on
