"""Windows for opportunity fire: fire, hold, standing orders (FHW-FO-05, FHW-FO-15, FHW-FO-16, FHW-FO-17)."""

from __future__ import annotations

from typing import Final

from app.engine.offering import Example
from app.engine.offers import AskedRow, Waiver
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.choices.offers_planning import standing_offers
from app.systems.flames_hexwar.choices.offers_rows import dice_words, is_worth_asking, opportunity_rows, sheet
from app.systems.flames_hexwar.fire.readiness import aside, opportunities
from app.systems.flames_hexwar.fire.windows import declaring_of, moving_of
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Opportunity

UNTIL: Final = ("window", "team", "activation")


def window_offers(of: Asking) -> Offers:
    """What a seat may do in a window: the same holds in each, then what this one is for."""
    cards = aside(of.field, of.seat)
    if of.only is None:
        yield from _holding(of)
    yield from _firing(of, cards)
    if of.only is None:
        yield from standing_offers(of, cards, of.state.standing)


def _firing(of: Asking, cards: list[PlatoonId]) -> Offers:
    """Everybody of a card by one touch of the mover, everybody there is, shot by shot (FHW-FO-09)."""
    _, _, mover = moving_of(of.field)
    target, rows, whole = of.team(mover.id), list[AskedRow](), list[tuple[Opportunity, ...]]()
    for name in cards:
        declaring, members = declaring_of(of.field, name), of.field.members(name)
        shots = opportunities(declaring, members, mover)
        if not shots:
            continue
        whole.append(shots)
        rows += opportunity_rows(of, declaring, members, mover)
        if of.wants(name):
            dice = dice_words(of, sum(shot.count for shot in shots))
            act = Example(a.FireOpportunity(shots), of.say("opportunity_at", mover=target, dice=dice), (mover.id,))
            label = of.say("opportunity_all", platoon=of.platoon(name))
            yield from of.make([act], label=label, unit=UnitId(name))
    if of.only is not None:
        return
    every = a.FireOpportunity(tuple(shot for shots in whole for shot in shots)[: a.MOST_SHOTS])
    if len(whole) > 1:
        act = Example(every, of.say("opportunity_every"), (mover.id,))
        yield from of.make([act], label=of.say("opportunity_ready", mover=target))
    if is_worth_asking(rows):
        label = of.say("opportunity_rows", mover=target)
        yield from of.make([every], label=label, ask="rows", domain=sheet(rows, "shots"))


def _holding(of: Asking) -> Offers:
    """Holding for this window, for the team, for the activation; given beforehand for a step or a turn (FHW-FO-15, FHW-FO-17)."""
    turn = f"turn.{of.position.turn}"
    step = f"{of.position.phase}.{turn}"
    waivers = (
        Waiver(step, of.say("waive_step"), step, about=of.rules.words.say("odds", "waive_step")),
        Waiver(turn, of.say("waive_turn"), turn),
    )
    for until in UNTIL:
        label = of.say(f"hold_{until}")
        given = waivers if until == "activation" else None
        about = of.rules.words.say("odds", f"hold_{until}")
        yield from of.make([a.Hold(until)], label=label, ask="button", waivers=given, about=about, at_once=True)
