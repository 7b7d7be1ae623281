"""The arithmetic of a campaign (OW-CAM): points, treasury, veterans, promotions, the muster of the next game.

Pure functions over plain values. A campaign is a list of games (``Campaign.games``), played in order by the same seats with the
same factions. What a game leaves behind is a ``Legacy`` for each seat, read off its last position by ``legacy_of``. Between two
games a seat decides, openly and in this order: which unit is promoted (``promotion_refusal``), then which veterans are kept
(``keep_refusal``); the muster itself is the first act of the next game, secret there as ever. ``muster_gold`` says what it
may cost, ``carried_gold`` what is added to the starting gold.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal

import msgspec

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.scenarios import Campaign
from app.systems.open_wars.book.tables import Rules, Stat
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.lists import army_of
from app.systems.open_wars.field.values import stack_refusal
from app.systems.open_wars.position.state import Position

KEEP: Final = RuleId("OW-CAM-04")
PROMOTE: Final = RuleId("OW-CAM-06")
ONE_OF_EACH: Final = RuleId("OW-UNIT-09")

GameResult = Literal["win", "draw", "loss"]


class Legacy(msgspec.Struct, frozen=True):
    """What a game leaves to a seat: its result, secondary objectives met, surviving own-faction tokens (two-sided ones healed), gold left,
    and two-sided units lost for good (OW-CAM-02, OW-CAM-03, OW-CAM-05)."""

    result: GameResult
    secondary: int = 0
    survivors: Mapping[str, int] = {}
    gold: int = 0
    gone: tuple[str, ...] = ()


def points_for(campaign: Campaign, result: GameResult, secondary: int) -> int:
    """Campaign points of one game (OW-CAM-02)."""
    return {"win": campaign.win, "draw": campaign.draw, "loss": campaign.loss}[result] + secondary * campaign.secondary


def carried_gold(campaign: Campaign, gold_left: int) -> int:
    """The treasury that goes into the next game: half, rounded down, up to a limit (OW-CAM-05)."""
    return min(gold_left // campaign.carry_divisor, campaign.carry_max)


def muster_gold(campaign: Campaign, gold: int, points: Mapping[str, int], seat: str) -> int:
    """The muster gold of a seat: the game's, and a bonus for the seat with strictly fewest points (OW-CAM-04)."""
    others = [total for name, total in points.items() if name != seat]
    trails = bool(others) and points[seat] < min(others)
    return gold + (campaign.trailing_bonus_gold if trails else 0)


def value_of(rules: Rules, kept: Mapping[str, int]) -> int:
    """What kept veterans count against the cap: their printed cost."""
    return sum(rules.units[code].value * count for code, count in kept.items())


def keep_refusal(
    rules: Rules, kept: Mapping[str, int], carry_cap: int, survivors: Mapping[str, int] | None = None
) -> Refusal | None:
    """Why veterans may not be kept: over the cap or no survivors, or more than one start cell holds (OW-CAM-04, OW-SET-04,
    OW-UNIT-09). ``survivors`` left out: as many as named."""
    value, there = value_of(rules, kept), kept if survivors is None else survivors
    if value > carry_cap or any(count > there.get(code, 0) for code, count in kept.items()):
        return Refusal(KEEP, {"value": value, "cap": carry_cap})
    placed: dict[str, int] = {}
    for code, count in sorted(kept.items()):
        kind = rules.units[code]
        if kind.unique and count > 1:
            return Refusal(ONE_OF_EACH, {"unit": code})
        rule = stack_refusal(rules, kind, placed, count) if count else None
        if rule is not None:
            return Refusal(rule, {"unit": code, "tokens": count})
        placed[code] = count
    return None


def promotion_refusal(
    rules: Rules,
    campaign: Campaign,
    faction: str,
    unit: str,
    stat: str,
    survivors: int,
    promoted: Collection[str],
) -> Refusal | None:
    """Why a unit may not be promoted: not of the own faction, magic, unique or a building, none survived, promoted before,
    or at the cap of the value (OW-CAM-06)."""
    kind = rules.units[unit]
    barred = kind.faction != faction or kind.is_magic or kind.unique or kind.printed.movement == 0
    if barred or survivors < 1 or unit in promoted or stat not in campaign.promotion_stats:
        return Refusal(PROMOTE, {"unit": unit, "stat": stat})
    value = promoted_value(rules, campaign, unit, stat)
    if value > campaign.promotion_cap[stat]:
        return Refusal(PROMOTE, {"unit": unit, "stat": stat, "value": value, "cap": campaign.promotion_cap[stat]})
    return None


def promoted_value(rules: Rules, campaign: Campaign, unit: str, stat: str) -> int:
    """The value of a unit after a promotion; its cost does not change."""
    stats: Mapping[str, Stat] = {
        "initiative": "initiative",
        "movement": "movement",
        "attack": "attack",
        "range": "range",
    }
    return rules.units[unit].printed.of(stats[stat]) + campaign.promotion_step


def campaign_winner(points: Mapping[str, int], last_winner: str | None) -> str | None:
    """Who has won the campaign: most points, then the winner of the last game; ``None``: it is shared (OW-CAM-08)."""
    first = [name for name, total in points.items() if total == max(points.values())]
    if len(first) == 1:
        return first[0]
    return last_winner if last_winner in first else None


def legacy_of(field: Field, position: Position, seat: Seat) -> Legacy:
    """What a game that is over leaves to a seat (OW-CAM-02, OW-CAM-03). A seat that resigned has no survivors."""
    result, state = position.result, position.seats[seat]
    won = result is not None and seat in result.seats
    drawn = result is not None and result.side == "draw"
    army = army_of(field, seat) if not state.resigned else {}
    survivors = {code: count for code, count in army.items() if field.rules.units[code].faction == state.faction}
    return Legacy(
        result="win" if won else "draw" if drawn else "loss",
        secondary=_secondary_met(field, position, seat),
        survivors=dict(sorted(survivors.items())),
        gold=state.gold,
        gone=state.gone,
    )


def _secondary_met(field: Field, position: Position, seat: Seat) -> int:
    """Secondary objectives: a cell that the seat's side controls at the end of the last turn played."""
    if position.seats[seat].resigned:
        return 0
    held = [field.controller(entry.cell) for entry in field.rules.scenarios[position.scenario].victory.secondary]
    return sum(owner is not None and not field.are_enemies(owner, seat) for owner in held)
