"""Which order a platoon may get (FHW-PLAN-09, FHW-PLAN-12, FHW-WEA-03)."""

from __future__ import annotations

from typing import Literal

from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Order, Special, Weather
from app.systems.flames_hexwar.book.tables import Rules

Status = Literal["board", "off_board", "arriving", "disorganised"]


def order_refused(
    rules: Rules, order: Order, special: Special | None, weather: Weather, status: Status
) -> RuleId | None:
    """The rule that keeps a platoon of that status from an order; what a content needs is not asked (FHW-PLAN-10)."""
    if not rules.weather[weather].double_moves and order == barred_by_weather(rules):
        return RuleId("FHW-WEA-03")
    allowed = {
        "board": True,
        "off_board": order == "FC" or (order == "AE" and special == "bring_on"),
        "arriving": order in ("MD", "MT"),
        "disorganised": order == "MT" or (order == "AE" and special == "recce_reorganise"),
    }[status]
    return None if allowed else RuleId("FHW-PLAN-09")


def barred_by_weather(rules: Rules) -> Order:
    """The order that rain and fog bar (FHW-WEA-03)."""
    return "MT" if rules.options.weather_md == "double" else "MD"


def blank_order(rules: Rules, weather: Weather, status: Status) -> tuple[Order, Special | None]:
    """What a blank card gets (FHW-PLAN-12)."""
    found = rules.blank[status]
    if order_refused(rules, found[0], None, weather, status) is not None and status == "arriving":
        found = rules.blank["arriving_without_md"]
    return found  # type: ignore[return-value]


def draft_refused(rules: Rules, made: int, limit: int | None = None) -> RuleId | None:
    """Whether a seat has used up its drafting acts of a state (FHW-END-02)."""
    most = rules.options.draft_limit if limit is None else limit
    return RuleId("FHW-END-02") if made >= most else None


def reopen_refused(rules: Rules, made: int, limit: int | None = None) -> RuleId | None:
    """Whether a seat has reopened its plan as often as it may (FHW-PLAN-08)."""
    most = rules.options.plan_reopens if limit is None else limit
    return RuleId("FHW-PLAN-08") if made >= most else None
