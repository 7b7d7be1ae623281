"""Acts in their one wording: of all that say the same, the one that is rolled for and kept (``GameSystem.understood``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from app.engine.types import Action, Seat
from app.systems.open_wars.book.kinds import Order, Target, TokenId
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.judge.alike import least_alike, least_fallen
from app.systems.open_wars.magic.asking import DISPEL
from app.systems.open_wars.magic.cast_rules import PACT
from app.systems.open_wars.magic.castable import BUDGETS
from app.systems.open_wars.magic.spell_targets import aimed_cell, is_single
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.turn.prompts import named_token, pact_tokens

PORTAL = "infernal_portal"
FALLEN = "own_fallen_token"

AnyAct = TypeVar("AnyAct", bound=Action)


def understood(moment: Moment, seat: Seat, action: Action) -> Action:
    """A legal act as the judge understands it: of tokens that are alike those with the least ids, lists in order, what was left
    out filled in, what says nothing left out; the very same object where it is so already."""
    match action:
        case a.Muster() | a.Recruit():
            return _put(action, list=_tidy(action.list))
        case a.Move() | a.Retreat():
            return _put(action, tokens=least_alike(moment.field, moment.position, action.tokens))
        case a.Cast():
            (caster,) = least_alike(moment.field, moment.position, (action.caster,))
            return _put(action, caster=caster, target=_target(moment, action))
        case a.ChooseSite():
            return _put(action, kind=None)  # no location holds two
        case a.AssignHit():
            return _put(action, token=_struck(moment, action))
        case a.Pact():
            return _put(action, token=_payer(moment, action))
        case a.Resurrect() if action.token is not None:
            asked = moment.top.ask.tokens if moment.top is not None and moment.top.ask is not None else ()
            return _put(action, token=least_fallen(moment.position, action.token, asked))
    return action


def _put(action: AnyAct, **values: object) -> AnyAct:
    return (
        action if all(getattr(action, name) == value for name, value in values.items()) else replace(action, **values)
    )


def _tidy(orders: Iterable[Order]) -> tuple[Order, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    for order in orders:
        counts[order.unit, order.city or ""] += order.count
    return tuple(Order(unit, count, city or None) for (unit, city), count in sorted(counts.items()))


def _target(moment: Moment, action: a.Cast) -> Target:
    """Only what the spell goes by."""
    spell, target = moment.rules.spells[action.spell], action.target
    if spell.code == DISPEL:
        return Target(effect=target.effect)
    if spell.code == PACT:
        return Target()
    if spell.target == FALLEN:
        return Target(cell=target.cell, fallen=_least_raised(moment, target.fallen))
    if not is_single(spell):
        return Target(cell=aimed_cell(spell, moment.position.tokens[action.caster], target))
    named = Target(cell=target.cell, seat=target.seat, unit=target.unit)
    if spell.code == PORTAL:
        return replace(named, to=target.to)
    return replace(named, path=target.path or None) if spell.code in BUDGETS else named


def _least_raised(moment: Moment, number: TokenId | None) -> TokenId | None:
    return None if number is None else least_fallen(moment.position, number)


def _struck(moment: Moment, action: a.AssignHit) -> TokenId | None:
    ask = moment.top.ask if moment.top is not None else None
    return named_token(moment.field, moment.position, ask.tokens if ask else (), action.unit, action.token)


def _payer(moment: Moment, action: a.Pact) -> TokenId | None:
    if action.unit is None:
        return None
    tokens = pact_tokens(moment.field, moment.position, action.unit)
    return named_token(moment.field, moment.position, tokens, action.unit.unit, action.token)
