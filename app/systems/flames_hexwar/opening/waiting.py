"""Why a position in which somebody is asked cannot be: what holds between two acts, and not in the middle of one, where a die has fallen
whose consequences are still to come (parts 3 and 4 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator

from app.systems.flames_hexwar.assault.procedure import ASKING
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.losses.losing import STEP_ORDERS
from app.systems.flames_hexwar.plan.planning import has_card
from app.systems.flames_hexwar.position import frames as f
from app.systems.flames_hexwar.position.state import Company, Position, place_of_team
from app.systems.flames_hexwar.turn.machine import STEPS, asked

DEPLOYING = ("deploy_defender", "deploy_attacker")
PLANNING = (*DEPLOYING, "plan")
"""Phases in which no cards lie."""


def waiting(moment: Moment) -> Iterator[str]:
    """Every contradiction of a position that waits; nothing where nobody is asked."""
    position = moment.position
    if not asked(moment.field):
        return
    if (position.turn == 0) != (position.phase in DEPLOYING):
        yield "turn: expected 0 while sides deploy, and then alone"
    if position.phase in STEPS and position.active is None:
        yield "active: a step is a side's"
    if position.active is None and any(each.mutual is None for each in position.entries):
        yield "active: assaults are a side's to choose"
    if position.entries and position.phase != "e_order":
        yield "entries: expected while assaults are fought alone"
    top = position.frames[-1] if position.frames else None
    if isinstance(top, f.Assault) and top.stage not in ASKING:
        yield f"frames: nobody is asked in the stage {top.stage} of an assault"
    yield from _cards(moment)
    for company in position.companies.values():
        yield from _counted(position, company)
    yield from _ways(position)


def _cards(moment: Moment) -> Iterator[str]:
    """Once all have planned, every platoon in play has its card, in its deck or set aside, until that is played (FHW-PLAN-02)."""
    position = moment.position
    lying = {name for company in position.companies.values() for name in (*company.deck, *company.aside)}
    for name, platoon in position.platoons.items():
        lies = has_card(moment.field, platoon) and not platoon.done and position.phase not in PLANNING
        if lies != (name in lying):
            yield f"platoons.{name}: its card {'is missing' if lies else 'lies there'}"
        elif lies and platoon.order is None:
            yield f"platoons.{name}: its card is blank"


def _counted(position: Position, company: Company) -> Iterator[str]:
    """In a step the cards with its order that are left are known (FHW-EXEC-02)."""
    wanted, platoons = STEP_ORDERS.get(position.phase), position.platoons
    if wanted is None:
        if company.counted:
            yield f"companies.{company.key}.counted: nothing is counted now"
    elif company.counted != sum(platoons[name].order == wanted for name in company.deck):
        yield f"companies.{company.key}.counted: expected its cards with {wanted}"


def _ways(position: Position) -> Iterator[str]:
    """A team on its way stands where its way has come to (FHW-MOVE-06); it may just have been lost."""
    for frame in position.frames:
        if isinstance(frame, f.Activation) and frame.moving is not None:
            team = position.teams.get(frame.moving.team)
            if team is not None and frame.moving.visits[-1].place != place_of_team(team):
                yield f"frames: {team.id} is not where its way has led"
