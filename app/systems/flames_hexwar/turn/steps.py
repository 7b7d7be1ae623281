"""Steps (b), (c) and (d): cards turned in turn, activations, special actions (FHW-EXEC, FHW-MT, FHW-MD, FHW-AE)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.flames_hexwar.book.kinds import Order, PlatoonId, Side
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire import shooting
from app.systems.flames_hexwar.losses.losing import take_effect
from app.systems.flames_hexwar.losses.morale import check_platoons
from app.systems.flames_hexwar.losses.rallying import needs_rally, rally, rally_all, rally_headquarters, turn_up
from app.systems.flames_hexwar.march.moving import is_between_steps
from app.systems.flames_hexwar.march.moving import run as run_move
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import CompanyKey, Phase
from app.systems.flames_hexwar.terrain.going import has_odd_half
from app.systems.flames_hexwar.turn.alternation import Next, next_side
from app.systems.flames_hexwar.turn.special import carry_out

ORDER_OF: Final[Mapping[str, Order]] = {"b": "MT", "c": "MD", "d": "AE"}
"""Whose cards are turned in a step."""


# ------------------------------------------------------------------------------------------------------------------- counting


def count(story: Story, step: str) -> None:
    """How many cards of each deck have the order of a step becomes public (FHW-EXEC-02)."""
    order = ORDER_OF.get(step, "FC")
    left = {key: _cards(story.field, key, order) for key in story.position.companies}
    story.add(ep.Counted(step, left))  # type: ignore[arg-type]


def _cards(field: Field, key: CompanyKey, order: Order) -> int:
    deck = field.position.companies[key].deck
    return sum(field.platoons[name].order == order and not field.platoons[name].done for name in deck)


def left_of(field: Field) -> dict[Side, int]:
    """Cards of each side that are left in a step."""
    companies = field.position.companies.values()
    return {side: sum(each.counted or 0 for each in companies if each.side == side) for side in ("A", "B")}


def next_of(field: Field) -> Next:
    """Who acts next in a step."""
    return next_side(left_of(field), field.position.last)


# ---------------------------------------------------------------------------------------------------------------- alternation


def begin(story: Story, step: Phase) -> None:
    """A step begins; HQ teams rally at the start of (b)."""
    story.add(e.PhaseChanged(step))
    if step == "b":
        rally_headquarters(story)
    count(story, step)


def go_on(story: Story) -> bool:
    """Finds the side to act; answers whether it is asked, else the step is over."""
    found = next_of(story.field)
    side = found.side
    if found.rolls:
        side = roll_off(story, "step")
    if side is None:
        return False
    story.flow(active=side)
    return True


def roll_off(story: Story, what: str) -> Side:
    """Both roll, the higher starts; equal dice are rolled again (FHW-EXEC-01, FHW-END-06)."""
    while True:
        dice = (story.die("who starts"), story.die("who starts"))
        story.add(ep.RolledOff(dice, what))  # type: ignore[arg-type]
        if dice[0] != dice[1]:
            return "A" if dice[0] > dice[1] else "B"


def end_of_moves(story: Story) -> None:
    """At the end of (c) platoons kept for opportunity fire that never fired rally (FHW-RALLY-05)."""
    rally_all(story, "FO")


def judge_activate(field: Field, seat: Seat, name: PlatoonId) -> Refusal | None:
    """The next card is the topmost with the step's order in its deck, or any of them (FHW-PLAN-07)."""
    order = ORDER_OF[field.position.phase]
    cards = [each for each in field.company(name).deck if field.platoons[each].order == order]
    is_free = field.rules.options.deck_order == "free"
    is_next = name in cards if is_free else cards[:1] == [name]
    return None if is_next else Refusal(RuleId("FHW-PLAN-07"), {"platoon": name})


def next_cards(field: Field, seat: Seat) -> list[PlatoonId]:
    """The cards that a seat may turn now."""
    return [
        name
        for company in field.position.companies.values()
        if company.seat == seat
        for name in company.deck
        if judge_activate(field, seat, name) is None
    ]


def judge_pass(field: Field) -> Refusal | None:
    """A side passes only while it has fewer cards left than the other (FHW-EXEC-04)."""
    left, side = left_of(field), field.position.active
    assert side is not None
    mine, others = left[side], left["B" if side == "A" else "A"]
    return None if 0 < mine < others else Refusal(RuleId("FHW-EXEC-04"), {"own": mine, "other": others})


# ----------------------------------------------------------------------------------------------------------------- activation


def activate(story: Story, name: PlatoonId) -> None:
    """A card is turned: rally, what is seen, mud; or the special action (part 4 of the rules, FHW-END-03)."""
    platoon = story.position.platoons[name]
    turn_up(story, name)
    story.add(ep.CardPlayed(name))
    story.flow(last=platoon.side)
    if needs_rally(story.field, name) and not platoon.rallied:
        rally(story, name)
    if story.position.phase == "d":
        carry_out(story, name)
        return
    story.add(em.SightNoted(name, seen_by(story.field, name)))
    story.push(Activation(name, _mud(story, name)))


def seen_by(field: Field, name: PlatoonId) -> tuple[PlatoonId, ...]:
    """The enemy platoons, and independent teams by themselves, of which a platoon sees a team (FHW-HIT-07)."""
    own = [team for team in field.by_platoon[name] if team.at is not None]
    seen = field.sighted(own, field.enemies(field.platoons[name].side))
    return tuple(dict.fromkeys(PlatoonId(field.target_of(enemy)) for enemy in seen))


def _mud(story: Story, name: PlatoonId) -> int | None:
    """One die for all teams that act, if any has an odd half (FHW-WEA-10)."""
    field = story.field
    if not field.rules.weather[field.weather].halves_movement:
        return None
    seat, doubled = field.seat(name), field.platoons[name].order == "MT"
    free = (team for team in field.independent if field.seat(team.platoon) == seat and team.turn.acted_with is None)
    teams = itertools.chain(field.by_platoon[name], free)
    if not any(has_odd_half(field.rules, field.mobility(team), doubled=doubled) for team in teams):
        return None
    die = story.die("mud", 10)
    story.add(em.MudRolled(name, die, die in field.rules.weather[field.weather].odd_half_up_on))
    return die


def judge_close(field: Field) -> Refusal | None:
    """No activation is closed while a team is between its first step and its halt (FHW-MOVE-07)."""
    activation = next(frame for frame in field.position.frames if isinstance(frame, Activation))
    moving = activation.moving
    return None if moving is None else Refusal(RuleId("FHW-MOVE-07"), {"team": moving.team})


def awaits(field: Field, activation: Activation) -> bool:
    """Whether an activation waits for its player: nothing has still to take effect, to be carried out or to be closed."""
    if field.position.hurts:
        return False
    if activation.moving is not None:
        return is_between_steps(field, activation.moving)
    return not activation.closing and field.platoons[activation.platoon].status != "destroyed"


def run(story: Story, activation: Activation) -> bool:
    """Goes on with an activation; answers whether its player is asked."""
    if awaits(story.field, activation):
        return True
    if story.position.hurts:
        take_effect(story)
        if story.position.frames[-1] is not activation:
            return False
    if activation.moving is not None:
        run_move(story, activation)
        return False
    shooting.settle(story)
    story.pop()
    check_platoons(story)
    return False
