"""The questions about campaigns (OW-CAM)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.asking import Answer
from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Name
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.judge import campaign as cam
from app.systems.open_wars.queries import inputs as ask

CAMPAIGN: Final = ask.questions()
KINDS: Final = ask.questions()
"""What ``campaign`` is asked, by its kind."""


@CAMPAIGN.question
def _campaign(
    book: Book, *, given: Any, kind: Literal["points", "treasury", "muster", "veterans", "promotion"]
) -> Answer:
    return KINDS.answer(book, kind, given)


@KINDS.question
def _points(rules: Rules, *, result: cam.GameResult, secondary_met: ask.Many = 0) -> Answer:
    return {"points": cam.points_for(rules.campaign, result, secondary_met)}


@KINDS.question
def _treasury(rules: Rules, *, gold_left: ask.Natural) -> Answer:
    return {"carried": cam.carried_gold(rules.campaign, gold_left)}


@KINDS.question
def _muster(
    rules: Rules,
    *,
    muster_gold: ask.Natural,
    points: Annotated[dict[Name, ask.Natural], msgspec.Meta(min_length=1, max_length=7)],
    seat: Name | ask.SeatNumber,
) -> Answer:
    if str(seat) not in points:
        raise InvalidInput.at("given.seat", "a seat with points", seat)
    return {"gold": cam.muster_gold(rules.campaign, muster_gold, points, str(seat))}


@KINDS.question
def _veterans(
    rules: Rules, *, kept: ask.Counted, carry_cap: ask.Natural, survivors: ask.Counted | None = None
) -> Answer:
    refusal = cam.keep_refusal(rules, kept, carry_cap, survivors)
    answer = {"legal": refusal is None, "value": cam.value_of(rules, kept)}
    return answer if refusal is None else {**answer, "rule": refusal.rule}


@KINDS.question
def _promotion(
    rules: Rules,
    *,
    unit: ask.Unit,
    faction: ask.Side,
    stat: Name,
    survivors: ask.Many,
    already_promoted: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)] = (),
) -> Answer:
    refusal = cam.promotion_refusal(rules, rules.campaign, faction.code, unit.code, stat, survivors, already_promoted)
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    return {"legal": True, "new_value": cam.promoted_value(rules, rules.campaign, unit.code, stat)}
