"""All hits of an attack or of a spell at once, on a field alone: for questions and for odds.

The machine settles hits one at a time in ``hits.py``; both put each hit to ``hit_checks``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.refusal import InvalidInput
from app.engine.types import Seat
from app.systems.open_wars.book.geometry import Cell
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.fight.hit_checks import Charge, candidates, capacities, check_hit
from app.systems.open_wars.position.state import Effect, Token


class Settled(msgspec.Struct, frozen=True):
    """What became of hits: tokens lost by unit, two-sided units turned to their wounded side, hits stopped, cut off by Mithril
    and that nobody could take, choices asked for, and the field afterwards."""

    lost: Mapping[str, int]
    wounded: tuple[str, ...]
    stopped: int
    dropped: int
    wasted: int
    prompts: int
    field: Field


def settle(
    field: Field,
    cell: Cell,
    seat: Seat,
    hits: int,
    dice: Dice,
    choices: Sequence[str] = (),
    *,
    unit: str | None = None,
    in_combat: bool = True,
) -> Settled:
    """Settles hits on a seat's tokens in a location (OW-HIT-01, OW-HIT-02, OW-HIT-03, OW-HIT-04, OW-HIT-05,
    OW-HIT-06, OW-HIT-07, OW-HIT-08, OW-HIT-09, OW-HIT-10, OW-HIT-11, OW-HIT-12); ``unit``: of a spell on one unit.
    ``choices``: the
    units the defender names wherever there is a choice."""
    capacity = capacities(field, cell, seat, unit)
    lost: dict[str, int] = {}
    graced: set[str] = set()
    struck: list[str] = []
    stopped = dropped = prompts = 0
    left, waiting = hits, list(choices)
    while left:
        options = candidates(field, cell, seat, capacity)
        if not options:
            break
        token = options[-1]
        if len(options) > 1:
            prompts += 1
            token = _chosen(options, waiting)
        left -= 1
        ref = UnitRef(cell, seat, token.unit)
        check = check_hit(
            field, ref, dice, may_try_grace=in_combat and token.unit not in graced, struck=token.unit in struck
        )
        capacity[token.unit] -= check.uses_capacity
        if check.graced:
            graced.add(token.unit)
        if check.stopped == "mithril":
            dropped += 1
        elif check.stopped is not None:
            stopped += 1
            field = _discharged(field, check.charge)
        else:
            struck.append(token.unit)
            if field.hit_points(token) == 1:
                lost[token.unit] = lost.get(token.unit, 0) + 1
            field = _hurt(field, token)
    hurt = {token.unit for token in field.here(cell) if token.wounded}
    wounded = tuple(dict.fromkeys(unit for unit in struck if unit in hurt))
    return Settled(lost, wounded, stopped, dropped, left, prompts, field)


def _chosen(options: Sequence[Token], waiting: list[str]) -> Token:
    if not waiting:
        raise InvalidInput.at("given.choices", f"one of {sorted({token.unit for token in options})}", "no choice left")
    name = waiting.pop(0)
    for token in reversed(options):
        if token.unit == name:
            return token
    raise InvalidInput.at("given.choices", f"one of {sorted({token.unit for token in options})}", name)


def _hurt(field: Field, token: Token) -> Field:
    tokens = dict(field.tokens)
    if field.hit_points(token) > 1:
        tokens[token.id] = replace(token, wounded=True)
    else:
        del tokens[token.id]
    return field.with_tokens(tokens)


def _discharged(field: Field, charge: Charge | None) -> Field:
    if charge is None:
        return field
    effects = [_without(effect, charge) if effect.id == charge.effect else effect for effect in field.effects]
    return field.with_effects(effects)


def _without(effect: Effect, charge: Charge) -> Effect:
    groups = list(effect.groups)
    groups.remove(charge.tokens)
    return replace(effect, groups=tuple(groups))
