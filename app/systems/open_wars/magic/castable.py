"""Every spell a seat could cast now, with every target worth naming: for windows, offers and random play."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from app.engine.types import Seat
from app.systems.open_wars.book.geometry import Cell, cells_of, neighbours
from app.systems.open_wars.book.kinds import Free, Target, TokenId, UnitRef
from app.systems.open_wars.book.tables import Spell
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import entry_cost, spell_cost
from app.systems.open_wars.magic.asking import DISPEL, CastIn
from app.systems.open_wars.magic.cast_rules import CONVERGENCE, able_refusal, cast_refusal, spells_of
from app.systems.open_wars.magic.occasions import occasion_of
from app.systems.open_wars.magic.spell_targets import is_single
from app.systems.open_wars.moves.paths import Budget, path_refusal, stay_refusal
from app.systems.open_wars.position.actions import Cast
from app.systems.open_wars.position.state import Position, Token

BUDGETS: Final[dict[str, tuple[Budget, int]]] = {
    "jaguars_call": ("free", 2),
    "pumas_leap": ("fresh", 1),
    "savage_ambush": ("fresh", 1),
    "elven_reflexes": ("fresh", 8),
}
"""What the moves of spells are paid with, and how many cells they go at most."""

EASIEST: Final = "arcane_wind"
"""A spell that nearly every mage who may cast an instant can cast, be it on itself; none costs less."""


def can_cast(field: Field, position: Position, seat: Seat, moment: CastIn) -> bool:
    """Whether a seat could cast anything at all (OW-WIN-01). What it most likely could is looked at first."""
    first = field.rules.spells[DISPEL if moment == "dispel" else EASIEST]
    for token in magic_tokens(field, position, seat):
        for way in ways_to_pay(position, token):
            if next(casts(field, position, token, first, moment, way), None) is not None:
                return True
    return moment != "dispel" and next(castable(field, position, seat, moment), None) is not None


def magic_tokens(field: Field, position: Position, seat: Seat) -> list[Token]:
    """The tokens of a seat that could pay for a spell."""
    mana, easiest = position.seats[seat].mana, field.rules.spells[EASIEST]
    own = (token for token in position.tokens.values() if token.seat == seat and field.kind(token).is_magic)
    return sorted(
        (token for token in own if spell_cost(easiest, field.card_of(token)) <= mana or _is_free(position, token)),
        key=lambda token: token.id,
    )


def _is_free(position: Position, token: Token) -> bool:
    """Whether Convergence lets a token cast for nothing."""
    return any(effect.code == CONVERGENCE and token.id in effect.tokens for effect in position.effects)


def castable(
    field: Field,
    position: Position,
    seat: Seat,
    moment: CastIn,
    *,
    caster: TokenId | None = None,
    free: Free | None = None,
) -> Iterator[Cast]:
    """Every legal cast of a seat, token by token, spell by spell; of one ``caster`` or of one way of paying alone if they are
    given. Of the paths of spell moves one to each cell."""
    if caster is not None:
        tokens = [position.tokens[caster]] if caster in position.tokens else []
    else:
        tokens = magic_tokens(field, position, seat)
    for token in tokens:
        for spell in spells_of(field, token):
            for way in ways_to_pay(position, token) if free is None else (free,):
                yield from casts(field, position, token, spell, moment, way)


def ways_to_pay(position: Position, token: Token) -> tuple[Free, ...]:
    """With mana, and free where Convergence allows it."""
    return ("none", "convergence") if _is_free(position, token) else ("none",)


def casts(field: Field, position: Position, token: Token, spell: Spell, moment: CastIn, free: Free) -> Iterator[Cast]:
    """The legal casts of one spell by one token."""
    if moment not in spell.windows:
        return
    if spell_cost(spell, field.card_of(token), free=free != "none") > position.seats[token.seat].mana:
        return
    if able_refusal(field, token, spell, occasion_of(position, moment, token, Target(), free, spell.code)) is not None:
        return
    for target in _targets(field, position, token, spell, moment):
        occasion = occasion_of(position, moment, token, target, free, spell.code)
        if cast_refusal(field, token, spell, target, occasion) is None:
            yield Cast(token.id, spell.code, target, free)


def _targets(field: Field, position: Position, token: Token, spell: Spell, moment: CastIn) -> Iterator[Target]:
    """What may be named as the spell's target, in reach."""
    if spell.code == DISPEL:
        if moment == "dispel":
            yield Target()
        else:
            yield from (Target(effect=effect.id) for effect in position.effects if effect.source == "spell")
        return
    if spell.code == "dark_pact":
        yield Target()
        return
    for cell in _cells(field, token, spell):
        if spell.target == "own_fallen_token":
            yield from (Target(cell=cell, fallen=fallen.id) for fallen in position.fallen)
        elif is_single(spell):
            for ref in field.units(cell):
                yield from _at_unit(field, ref, spell)
        else:
            yield Target(cell=cell)


def _cells(field: Field, token: Token, spell: Spell) -> tuple[Cell, ...]:
    if spell.reach == "own_location":
        return (token.cell,)
    if spell.reach == "adjacent_location":
        return neighbours(field.rows, token.cell)
    reach = field.values(token).range
    if reach == 0:
        return (token.cell,)
    return tuple(cell for cell in cells_of(field.rows) if field.reaches(token.cell, cell, reach))


def _at_unit(field: Field, ref: UnitRef, spell: Spell) -> Iterator[Target]:
    named = Target(cell=ref.cell, seat=ref.seat, unit=ref.unit)
    if spell.code == "infernal_portal":
        for cell in cells_of(field.rows):
            if cell != ref.cell and field.controller(cell) is not None:
                yield Target(cell=ref.cell, seat=ref.seat, unit=ref.unit, to=cell)
        return
    if spell.code not in BUDGETS:
        yield named
        return
    if spell.code == "pumas_leap":
        yield named
    budget, most = BUDGETS[spell.code]
    for path in spell_paths(field, field.unit(ref), budget, most):
        yield Target(cell=ref.cell, seat=ref.seat, unit=ref.unit, path=path)


def spell_paths(field: Field, tokens: tuple[Token, ...], budget: Budget, most: int) -> Iterator[tuple[Cell, ...]]:
    """A way for a whole unit to each cell it can get to, the cheapest first: what is left of the points may carry it farther."""
    kind, start = field.kind(tokens[0]), tokens[0].cell
    found, passed = {start}, {start}
    waiting: list[tuple[int, int, tuple[Cell, ...]]] = [(0, 0, ())]
    while waiting:
        spent, steps, path = heappop(waiting)
        if path and path[-1] not in found and path_refusal(field, tokens, path, budget) is None:
            found.add(path[-1])
            yield path
        if steps == most or (path and path[-1] in passed):
            continue
        passed.update(path[-1:])
        for goal in neighbours(field.rows, path[-1] if path else start):
            longer, card = (*path, goal), field.card(goal)
            if card is None or goal in passed:
                continue
            refusal = path_refusal(field, tokens, longer, budget)
            if refusal is None or refusal == stay_refusal(field, tokens, goal):
                cost = 0 if budget == "free" else entry_cost(field.rules, kind, card)
                heappush(waiting, (spent + cost, steps + 1, longer))
