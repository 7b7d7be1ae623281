"""The one judge of casting: whether a token may cast a spell at a target now, and what it costs (OW-ACT-05).

Refusals come in the order of the rules: the moment, the caster, the mana, reach, target, the spell's own text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.geometry import Cell, neighbours
from app.systems.open_wars.book.kinds import Target, UnitRef
from app.systems.open_wars.book.tables import COMMON, Spell
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import return_refusal, spell_cost, stack_refusal
from app.systems.open_wars.magic.asking import DISPEL, window_refusal
from app.systems.open_wars.magic.spell_targets import (
    NO_TARGET,
    Occasion,
    aimed_cell,
    reach_refusal,
    target_refusal,
)
from app.systems.open_wars.moves.paths import (
    NOT_BESIDE,
    has_failed_mist,
    path_refusal,
    teleport_refusal,
)
from app.systems.open_wars.position.state import Token

NOT_ITS_SPELL: Final = RuleId("OW-MAG-01")
NO_MANA: Final = RuleId("OW-MAG-02")
"""Also of a caster that is not on the map."""

CONVERGENCE_RULE: Final = RuleId("OW-SPELL-18")
PACT_RULE: Final = RuleId("OW-SPELL-15")

CONVERGENCE: Final = "elven_convergence"
PACT: Final = "dark_pact"


def spells_of(field: Field, caster: Token) -> tuple[Spell, ...]:
    """The spells of a magic token: the common ones and those of its own faction; none of any other token (OW-MAG-01)."""
    kind = field.kind(caster)
    if not kind.is_magic:
        return ()
    return tuple(spell for spell in field.rules.spells.values() if spell.faction in (COMMON, kind.faction))


def mana_of(field: Field, caster: Token, spell: Spell, occasion: Occasion) -> int:
    """What the spell costs this caster now (OW-MAG-03)."""
    return spell_cost(spell, field.card_of(caster), free=occasion.free != "none")


def cast_refusal(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    """Why a token may not cast a spell at a target (OW-ACT-05); ``None``: it may. ``caster`` is on the map."""
    return (
        able_refusal(field, caster, spell, occasion)
        or reach_refusal(field, spell, caster, target, occasion)
        or target_refusal(field, spell, caster, target, occasion)
        or _own_text(field, caster, spell, target, occasion)
    )


def able_refusal(field: Field, caster: Token, spell: Spell, occasion: Occasion) -> Refusal | None:
    """Why a token may not cast a spell now whatever the target: the moment, its spells, the mana (OW-MAG-01,
    OW-MAG-02, OW-MAG-04, OW-MAG-05)."""
    moment = window_refusal(field.rules, spell, occasion.moment)
    if moment is not None:
        return Refusal(moment, {"window": occasion.moment})
    if spell not in spells_of(field, caster):
        return Refusal(NOT_ITS_SPELL, {"unit": caster.unit})
    cost = mana_of(field, caster, spell, occasion)
    if cost > occasion.mana or (occasion.free != "none" and not occasion.may_be_free):
        return Refusal(NO_MANA, {"cost": cost, "mana": occasion.mana})
    return None


def _own_text(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    """The conditions of the spell's own text (OW-SPELL)."""
    if occasion.free == "convergence" and (spell.code == CONVERGENCE or spell.code in occasion.converged_before):
        return Refusal(CONVERGENCE_RULE, {"spell": spell.code})
    if occasion.free == "pact" and spell.code == PACT:
        return Refusal(PACT_RULE)
    if "once_per_turn" in spell.effect and spell.code in occasion.used:
        return Refusal(spell.rule)
    own = _OWN.get(spell.code)
    return own(field, caster, spell, target, occasion) if own is not None else None


OwnText = Callable[[Field, Token, Spell, Target, Occasion], Refusal | None]


def _dispel(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    against = occasion.against
    if against is None or against.lasting == (occasion.moment == "dispel"):
        return Refusal(NO_TARGET)
    answers_itself = not against.lasting and against.by == caster.seat
    return Refusal(spell.rule) if answers_itself else None


def _jaguar(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    path, tokens = target.path or (), _tokens(field, target)
    if not path:
        return Refusal(NO_TARGET)
    if len(path) > spell.effect["steps"]:
        return Refusal(spell.rule, {"cells": len(path)})
    beside = _not_beside(field, tokens[0].cell, path)
    if beside is not None:
        return beside
    for cell in path:
        if field.enemies(tokens[0].seat, cell):
            return Refusal(spell.rule, {"cell": cell})
    return _moved(field, spell, tokens) or path_refusal(field, tokens, path, "free")


def _puma(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    path, tokens = target.path or (), _tokens(field, target)
    if len(path) > spell.effect["steps"]:
        return Refusal(spell.rule, {"cells": len(path)})
    return (_moved(field, spell, tokens) or path_refusal(field, tokens, path, "fresh")) if path else None


def _ambush(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    path, tokens = target.path or (), _tokens(field, target)
    if len(path) != spell.effect["steps"]:
        return Refusal(spell.rule, {"cells": len(path)})
    beside = _not_beside(field, tokens[0].cell, path)
    if beside is not None:
        return beside
    if not field.enemies(tokens[0].seat, path[0]):
        return Refusal(spell.rule, {"cell": path[0]})
    return _moved(field, spell, tokens) or path_refusal(field, tokens, path, "fresh")


def _reflexes(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    last, tokens = occasion.last, _tokens(field, target)
    if last is None or (last.seat, last.cell) != (tokens[0].seat, tokens[0].cell):
        return Refusal(spell.rule)
    if last.present is not None and not any(token.id in last.present for token in tokens):
        return Refusal(spell.rule)
    if not target.path:
        return Refusal(NO_TARGET)
    return _moved(field, spell, tokens) or path_refusal(field, tokens, target.path, "fresh")


def _bloodthirst(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    rolls_another = occasion.moment == "roll" and occasion.rolling not in (None, target.ref)
    done = all(token.acted for token in _tokens(field, target))
    return Refusal(spell.rule) if rolls_another or done else None


def _rage(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    last, ref = occasion.last, target.ref
    if last is None or ref is None or (last.seat, last.cell) != (ref.seat, ref.cell) or not last.lost.get(ref.unit):
        return Refusal(spell.rule)
    return None


def _war_cry(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    scored = (caster.seat, aimed_cell(spell, caster, target)) in occasion.scored
    return None if scored else Refusal(spell.rule)


def _portal(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    tokens, goal = _tokens(field, target), target.to
    if goal is None or goal == tokens[0].cell or field.controller(goal) != caster.seat:
        return Refusal(spell.rule, {"cell": goal})
    return teleport_refusal(field, tokens, goal)


def _pact(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    payers = tuple(pact_units(field, caster))
    named = target.ref
    pays = bool(payers) if named is None else named in payers
    return None if pays else Refusal(spell.rule)


def _raise(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    fallen, cell = occasion.fallen, target.cell
    card = field.card(cell) if cell is not None else None
    if fallen is None or cell is None or card is None:
        return Refusal(NO_TARGET)
    kind = field.rules.units[fallen.unit]
    if kind.cost > spell.effect["max_cost"] or kind.is_two_sided or field.controller(cell) != caster.seat:
        return Refusal(spell.rule, {"unit": fallen.unit, "cell": cell})
    rule = return_refusal(kind, card) or stack_refusal(field.rules, kind, field.counts(cell, caster.seat), 1)
    return Refusal(rule, {"cell": cell}) if rule is not None else None


def _crush(field: Field, caster: Token, spell: Spell, target: Target, occasion: Occasion) -> Refusal | None:
    return None if occasion.rolling is None or occasion.rolling == target.ref else Refusal(spell.rule)


_OWN: Final[Mapping[str, OwnText]] = MappingProxyType(
    {
        DISPEL: _dispel,
        "jaguars_call": _jaguar,
        "pumas_leap": _puma,
        "savage_ambush": _ambush,
        "elven_reflexes": _reflexes,
        "bloodthirst": _bloodthirst,
        "unrestrained_rage": _rage,
        "war_cry": _war_cry,
        "infernal_portal": _portal,
        PACT: _pact,
        "raise_the_fallen": _raise,
        "brutal_crush": _crush,
    }
)


def pact_units(field: Field, caster: Token) -> Iterator[UnitRef]:
    """The own units of the caster's faction in reach that can pay a hit point for Dark Pact: those with at least 2, by
    option only unwounded two-sided tokens (OW-SPELL-15)."""
    reach, faction = field.values(caster).range, field.kind(caster).faction
    refs = {UnitRef(token.cell, token.seat, token.unit) for token in field.tokens.values()}
    for ref in sorted(refs):
        if ref.seat != caster.seat or field.rules.units[ref.unit].faction != faction:
            continue
        if field.reaches(caster.cell, ref.cell, reach) and _can_pay(field, field.unit(ref)):
            yield ref


def _can_pay(field: Field, tokens: tuple[Token, ...]) -> bool:
    if field.rules.options.dark_pact_hit_points == "two_sided_only":
        return any(field.hit_points(token) >= 2 for token in tokens)
    return sum(field.hit_points(token) for token in tokens) >= 2


def resurrectable(field: Field, seat: Seat, gold: int, unit: str, cell: Cell) -> bool:
    """Whether the Skeleton Desert may bring an own fallen token of this unit back for its printed cost (OW-CARD-18)."""
    card, kind = field.card(cell), field.rules.units[unit]
    if card is None or kind.is_two_sided or kind.cost > gold or kind.cost < 0:
        return False
    if not any(kind.faction in (feature.factions or ()) for feature in card.features_of("resurrect")):
        return False
    return (return_refusal(kind, card) or stack_refusal(field.rules, kind, field.counts(cell, seat), 1)) is None


def _tokens(field: Field, target: Target) -> tuple[Token, ...]:
    """The tokens of the unit a spell names; ``target_refusal`` has seen that they are there."""
    ref = target.ref
    return field.unit(ref) if ref is not None else ()


def _not_beside(field: Field, start: Cell, path: tuple[Cell, ...]) -> Refusal | None:
    cell = start
    for goal in path:
        if goal not in neighbours(field.rows, cell):
            return Refusal(NOT_BESIDE, {"from": cell, "to": goal})
        cell = goal
    return None


def _moved(field: Field, spell: Spell, tokens: tuple[Token, ...]) -> Refusal | None:
    """A unit whose Mist die has failed is not moved by a spell either (OW-SPELL-26)."""
    return Refusal(RuleId("OW-SPELL-26")) if has_failed_mist(field, tokens) else None
