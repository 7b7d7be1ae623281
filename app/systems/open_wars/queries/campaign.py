"""The questions about campaigns (OW-CAM)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Name
from app.systems.open_wars.judge import campaign as cam
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.inputs import Answer


class _Points(msgspec.Struct, frozen=True):
    result: cam.GameResult
    secondary_met: ask.Many = 0


class _Treasury(msgspec.Struct, frozen=True):
    gold_left: ask.Natural


class _Muster(msgspec.Struct, frozen=True):
    muster_gold: ask.Natural
    points: Annotated[dict[Name, ask.Natural], msgspec.Meta(min_length=1, max_length=7)]
    seat: Name | ask.SeatNumber


class _Veterans(msgspec.Struct, frozen=True):
    kept: ask.Tally
    carry_cap: ask.Natural
    survivors: ask.Tally | None = None


class _Promotion(msgspec.Struct, frozen=True):
    faction: Name
    unit: Name
    stat: Name
    survivors: ask.Many
    already_promoted: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)] = ()


class _Kind(msgspec.Struct, frozen=True):
    kind: Literal["points", "treasury", "muster", "veterans", "promotion"]


def campaign_query(book: Book, given: Any) -> Answer:
    """``campaign``: points, treasury, muster, veterans or promotion."""
    rules = ask.rules_of(book)
    match ask.read(_Kind, given).kind:
        case "points":
            points = ask.read(_Points, given)
            return {"points": cam.points_for(rules.campaign, points.result, points.secondary_met)}
        case "treasury":
            return {"carried": cam.carried_gold(rules.campaign, ask.read(_Treasury, given).gold_left)}
        case "muster":
            muster = ask.read(_Muster, given)
            if str(muster.seat) not in muster.points:
                raise InvalidInput.at("given.seat", "a seat with points", muster.seat)
            return {"gold": cam.muster_gold(rules.campaign, muster.muster_gold, muster.points, str(muster.seat))}
        case "veterans":
            return _veterans(book, given)
        case "promotion":
            return _promotion(book, given)


def _veterans(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_Veterans, given), ask.rules_of(book)
    kept = ask.tally_of(rules, asked.kept, "given.kept")
    survivors = None if asked.survivors is None else ask.tally_of(rules, asked.survivors, "given.survivors")
    refusal = cam.keep_refusal(rules, kept, asked.carry_cap, survivors)
    answer = {"legal": refusal is None, "value": cam.value_of(rules, kept)}
    return answer if refusal is None else {**answer, "rule": refusal.rule}


def _promotion(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_Promotion, given), ask.rules_of(book)
    ask.unit_of(rules, asked.unit, "given.unit")
    if asked.faction not in rules.factions:
        raise InvalidInput.at("given.faction", "the code of a faction", asked.faction)
    refusal = cam.promotion_refusal(
        rules, rules.campaign, asked.faction, asked.unit, asked.stat, asked.survivors, asked.already_promoted
    )
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    return {"legal": True, "new_value": cam.promoted_value(rules, rules.campaign, asked.unit, asked.stat)}


CAMPAIGN_QUERIES: Final = {"campaign": campaign_query}
