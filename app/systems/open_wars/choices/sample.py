"""One legal action at random, cheaply: for random play and bots. Nothing here decides; every guess goes before the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

from app.engine.system import Picker
from app.engine.types import Action, Seat
from app.systems.open_wars.book.geometry import neighbours
from app.systems.open_wars.fight.site_list import targets
from app.systems.open_wars.fight.sites import ready
from app.systems.open_wars.judge.acts import Moment, approach_of
from app.systems.open_wars.judge.sample_lists import sample_muster, sample_recruits
from app.systems.open_wars.magic.cast_rules import spells_of
from app.systems.open_wars.magic.castable import castable, casts, ways_to_pay
from app.systems.open_wars.magic.occasions import moment_of
from app.systems.open_wars.moves.paths import approaching_step, retreat_cells
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.turn.machine import waiting_for
from app.systems.open_wars.turn.prompts import pact_tokens

Guesses = Iterator[Action]
"""Actions that may be legal, the first to be tried first."""

LONGEST: Final = 4
MOST_CASTS: Final = 12
TRIES: Final = 4
FEW_SPELLS: Final = 5

Thing = TypeVar("Thing")


def sample(moment: Moment, seat: Seat, pick: Picker, is_legal: Callable[[Action], bool]) -> Action | None:
    """A legal action, in the word of the judge ``is_legal``, of a seat that is asked; ``None`` for all others."""
    if seat not in waiting_for(moment.position):
        return None
    return next((action for action in _guesses(moment, seat, pick) if is_legal(action)), None)


def _guesses(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    top = moment.top
    if isinstance(top, f.OrdersFrame):
        state = moment.position.seats[seat]
        if top.list == "muster":
            yield a.Muster(sample_muster(moment.field, state, pick))
        else:
            yield a.Recruit(sample_recruits(moment.field, state, pick) if pick(8) else ())
            yield a.Recruit(())
    elif isinstance(top, f.MovementFrame):
        yield from _movement(moment, seat, pick)
    elif isinstance(top, f.WindowFrame):
        if pick(3) == 0:
            yield from _cast(moment, seat, pick)
        yield a.Pass()
    elif top is not None and top.ask is not None:
        yield from _answers(moment, top, top.ask, pick)


def _shuffled(things: Sequence[Thing], pick: Picker) -> list[Thing]:
    left, found = list(things), []
    while left:
        found.append(left.pop(pick(len(left))))
    return found


def _cast(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    """A spell that can be cast, any of a token's as likely as the others."""
    when = moment_of(moment.position, seat)
    field, position = moment.field, moment.position
    own = [token for token in field.tokens.values() if token.seat == seat and field.kind(token).is_magic]
    spells = [(token, spell) for token in own for spell in spells_of(field, token) if when in spell.windows]
    for token, spell in _shuffled(spells, pick)[:FEW_SPELLS]:
        ways = ways_to_pay(position, token)
        found = list(islice(casts(field, position, token, spell, when, ways[pick(len(ways))]), MOST_CASTS))
        if found:
            yield found[pick(len(found))]
            return


# --------------------------------------------------------------------------------------------------------------- movement


def _movement(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    """A stack or a part of it somewhere, a spell now and then, or the end of it."""
    if pick(12) == 0:
        yield from _cast(moment, seat, pick)
    if pick(3):
        for _ in range(TRIES):
            guess = _move(moment, seat, pick)
            if guess is not None:
                yield guess
    yield a.EndMovement()
    approach = approach_of(moment.rules, moment.position, seat)
    step = approaching_step(moment.field, seat, approach) if approach is not None else None
    if step is not None:
        yield a.Move(step[0], (step[1],))


def _move(moment: Moment, seat: Seat, pick: Picker) -> a.Move | None:
    field = moment.field
    own = [token for token in field.tokens.values() if token.seat == seat and field.points_left(token)]
    if not own:
        return None
    token = own[pick(len(own))]
    stack = [t for t in field.here(token.cell) if (t.seat, t.unit) == (seat, token.unit)]
    going = stack if pick(4) else stack[: 1 + pick(len(stack))]
    path: list[str] = []
    cell = token.cell
    for _ in range(1 + pick(min(LONGEST, field.points_left(token)))):
        beside = [each for each in neighbours(field.rows, cell) if each not in (token.cell, *path)]
        if not beside:
            break
        cell = beside[pick(len(beside))]
        path.append(cell)
    return a.Move(tuple(each.id for each in going), tuple(path)) if path else None


# ---------------------------------------------------------------------------------------------------------------- answers


def _answers(moment: Moment, top: Any, ask: f.Prompt, pick: Picker) -> Guesses:
    match ask.kind:
        case "act":
            yield from _acts(moment, ask, pick)
        case "choose_unit":
            yield from (a.ChooseUnit(unit.unit) for unit in _shuffled(ask.units, pick))
        case "choose_site":
            yield from (a.ChooseSite(site.cell, site.kind) for site in _shuffled(ask.sites, pick))
        case "assign_hit":
            tokens = [moment.position.tokens[number] for number in ask.tokens]
            yield from (a.AssignHit(token.unit, token.id) for token in _shuffled(tokens, pick))
        case "bonus_target":
            yield from (a.BonusTarget(target.cell, target.seat) for target in _shuffled(ask.targets, pick))
        case "follow_up_move":
            cells = (*ask.cells, None)
            yield a.FollowUpMove(cells[pick(len(cells))])
        case "pact":
            unit = ask.units[pick(len(ask.units))]
            tokens_of = pact_tokens(moment.field, moment.position, unit)
            if pick(4):
                yield a.Pact(unit, tokens_of[pick(len(tokens_of))])
            yield a.Pact()
        case "pact_cast":
            found = castable(
                moment.field,
                moment.position,
                ask.seat,
                moment_of(moment.position, ask.seat),
                caster=top.caster,
                free="pact",
            )
            casts = list(islice(found, MOST_CASTS))
            if casts and pick(4):
                yield casts[pick(len(casts))]
            yield a.Pass()
        case "resurrect":
            yield from (a.Resurrect(number) for number in _shuffled(ask.tokens, pick) if pick(4))
            yield a.Resurrect()


def _acts(moment: Moment, ask: f.Prompt, pick: Picker) -> Guesses:
    """Acts of the unit in combat, attacks more often than any other."""
    unit, field = ask.unit, moment.field
    if unit is None:
        return
    if pick(15) == 0:
        yield a.Hold()
    found = targets(field, unit)
    if found and pick(6):
        cell, seat = found[pick(len(found))]
        yield a.Attack(cell, seat)
    tokens: tuple[Token, ...] = ready(field, unit)
    if tokens and pick(3) == 0:
        group = tokens[: 1 + pick(len(tokens))]
        for goal in _shuffled(tuple(retreat_cells(field, group)), pick):
            yield a.Retreat(tuple(token.id for token in group), goal)
    if found:
        yield a.Attack(*found[0])
    yield a.Hold()
