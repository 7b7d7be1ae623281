"""What is done for a seat whose time is up: the defaults of OW-PRM-09, as acts of the seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.engine.types import Action, Seat
from app.systems.open_wars.book.geometry import reading_order
from app.systems.open_wars.field.lists import default_muster
from app.systems.open_wars.judge.acts import Moment, approach_of
from app.systems.open_wars.judge.sample_lists import start_of
from app.systems.open_wars.moves.paths import approaching_step
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.turn.leaving import first_target
from app.systems.open_wars.turn.machine import waiting_for

Ways = Iterator[Action]
"""Actions that give up what is asked, the default first; not each is legal."""


def time_out(moment: Moment, seat: Seat, is_legal: Callable[[Action], bool]) -> Action | None:
    """The default, in the word of the judge ``is_legal``; ``None`` for a seat that is not asked (OW-PRM-09)."""
    if seat not in waiting_for(moment.position):
        return None
    return next((action for action in _ways(moment, seat) if is_legal(action)), None)


def _ways(moment: Moment, seat: Seat) -> Ways:
    top = moment.top
    if isinstance(top, f.OrdersFrame):
        yield _least_list(moment, seat, top.list)
    elif isinstance(top, f.MovementFrame):
        yield a.EndMovement()
        yield from _approach(moment, seat)
    elif isinstance(top, f.WindowFrame):
        yield a.Pass()
    elif top is not None and top.ask is not None:
        yield from _answers(moment, top.ask)


def _least_list(moment: Moment, seat: Seat, kind: str) -> Action:
    if kind == "recruit":
        return a.Recruit()
    state = moment.position.seats[seat]
    start = start_of(moment.field, state)
    return a.Muster(default_muster(moment.rules, state.faction, state.budget, start, start.present, state.gone))


def _approach(moment: Moment, seat: Seat) -> Ways:
    """The step that the end of the movement must wait for (OW-SCN-05)."""
    approach = approach_of(moment.rules, moment.position, seat)
    step = approaching_step(moment.field, seat, approach) if approach is not None else None
    if step is not None:
        yield a.Move(step[0], (step[1],))


def _answers(moment: Moment, ask: f.Prompt) -> Ways:
    match ask.kind:
        case "act":
            yield a.Hold()
        case "choose_unit":
            yield a.ChooseUnit(min(unit.unit for unit in ask.units))
        case "choose_site":
            site = min(ask.sites, key=lambda site: reading_order(site.cell))
            yield a.ChooseSite(site.cell, site.kind)
        case "assign_hit":
            yield from _hits(moment, ask)
        case "bonus_target":
            target = first_target(ask)
            if target is not None:
                yield a.BonusTarget(target.cell, target.seat)
        case "follow_up_move":
            yield a.FollowUpMove()
        case "pact":
            yield a.Pact()
        case "pact_cast":
            yield a.Pass()
        case "resurrect":
            yield a.Resurrect()


def _hits(moment: Moment, ask: f.Prompt) -> Ways:
    """The unit with the lowest code takes it, there the highest token."""
    asked = [moment.position.tokens[number] for number in ask.tokens]
    code = min(token.unit for token in asked)
    stacks = {(token.cell, token.seat) for token in asked}
    numbers = sorted(
        number
        for number, token in moment.position.tokens.items()
        if token.unit == code and (token.cell, token.seat) in stacks
    )
    yield from (a.AssignHit(code, number) for number in reversed(numbers))
