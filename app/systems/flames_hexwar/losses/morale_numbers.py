"""When platoons and companies test their morale (FHW-MOR)."""

from __future__ import annotations

from app.systems.flames_hexwar.book.tables import Rules


def is_tested(rules: Rules, starting: int, in_fight: int) -> bool:
    """Whether a platoon that lost a team is below half (FHW-MOR-02)."""
    if rules.options.platoon_morale_threshold == "half_or_less":
        return 2 * in_fight <= starting
    return 2 * in_fight < starting


def company_is_tested(starting: int, left: int) -> bool:
    """Whether a company is below half (FHW-MOR-05)."""
    return 2 * left < starting
