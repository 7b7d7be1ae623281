"""What a unit may not do now, and the first rule that says so: the judge asked of every kind of act it has in the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from app.engine.about import Withheld
from app.engine.explaining import refused
from app.engine.types import Action, Seat, Text, UnitId
from app.engine.words import joined, shaped
from app.systems.open_wars.book.geometry import neighbours, place_of
from app.systems.open_wars.book.kinds import Cell, Target, UnitRef
from app.systems.open_wars.book.tables import Spell
from app.systems.open_wars.field.values import spell_cost
from app.systems.open_wars.judge.acts import Moment, check, not_its_go
from app.systems.open_wars.magic.asking import CastIn
from app.systems.open_wars.magic.cast_rules import spells_of
from app.systems.open_wars.magic.castable import casts, ways_to_pay
from app.systems.open_wars.magic.occasions import moment_of
from app.systems.open_wars.magic.spell_targets import is_single
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position.state import Token

OF_TARGETS: Final = frozenset({"OW-MAG-07", "OW-MAG-09", "OW-MAG-13"})
"""Rules that refuse a spell because of whom it is aimed at."""

NOTHING_MOVES: Final = frozenset({"muster", "turn_end", "game_over"})
"""Phases in which nobody asks why nothing moves or fights."""


def withheld(moment: Moment, seat: Seat, unit: UnitId) -> tuple[Withheld, ...]:
    """Every kind of act that an own unit has and cannot do now; of spells, every one."""
    ref = UnitRef.of(unit)
    if ref is None or ref.seat != seat or not moment.field.unit(ref):
        return ()
    asked = _Withholding(moment, seat, ref)
    return (*asked.moves(), *asked.combat(), *asked.spells())


class _Withholding:
    """Asks the judge about one unit."""

    def __init__(self, moment: Moment, seat: Seat, ref: UnitRef) -> None:
        self.moment = moment
        self.seat = seat
        self.ref = ref
        self.tokens = moment.field.unit(ref)
        self.beside = neighbours(moment.field.rows, ref.cell)

    def moves(self) -> Iterator[Withheld]:
        """Moving, with all of it or with one."""
        if self.moment.position.phase in NOTHING_MOVES:
            return
        alone = [(token.id,) for token in self.tokens]
        together = tuple(token.id for token in self.tokens)
        yield from self._first("move", (a.Move(ids, (cell,)) for ids in (together, *alone) for cell in self.beside))

    def combat(self) -> Iterator[Withheld]:
        """Whose go it is comes first; then attacking the enemies it is nearest to, and retreating from its card."""
        field = self.moment.field
        enemies = {(t.cell, t.seat) for t in field.tokens.values() if field.are_enemies(self.seat, t.seat)}
        is_beset = bool(field.enemies(self.seat, self.ref.cell))
        if self.moment.position.phase in NOTHING_MOVES or not enemies:
            return
        refusal = not_its_go(self.moment, self.seat, self.ref)
        if refusal is not None:
            for name in ("attack", "retreat", "hold") if is_beset else ("attack",):
                yield Withheld(name, self._action(name), refusal)
            return
        nearest = sorted(enemies, key=lambda enemy: (self._steps_to(enemy[0]), enemy))
        yield from self._first("attack", (a.Attack(cell, seat) for cell, seat in nearest))
        if is_beset:
            ready = [token for token in self.tokens if not token.acted] or list(self.tokens)
            yield from self._first("retreat", (a.Retreat((token.id,), cell) for token in ready for cell in self.beside))

    def _steps_to(self, cell: Cell) -> int:
        column, row = place_of(self.ref.cell)
        there = place_of(cell)
        return abs(column - there[0]) + abs(row - there[1])

    def spells(self) -> Iterator[Withheld]:
        """Every spell that it knows and that cannot be cast at anything now, by the first of its tokens."""
        caster = self.tokens[0]
        when = moment_of(self.moment.position, self.seat)
        for spell in spells_of(self.moment.field, caster):
            if self._is_castable(spell, when):
                continue
            label = joined((self._action("cast"), spell.name, self._paid(spell, caster)), by=" ")
            for aim in self._aims(spell):
                refusal = check(self.moment, self.seat, a.Cast(caster.id, spell.code, aim))
                if refusal is not None:
                    is_of_target = refusal.rule in OF_TARGETS and aim.ref is not None
                    yield Withheld("cast", label, refusal, aim.ref.id if is_of_target and aim.ref else None)
                    break

    def _is_castable(self, spell: Spell, when: CastIn) -> bool:
        position, field = self.moment.position, self.moment.field
        return when != "none" and any(
            next(casts(field, position, token, spell, when, way), None) is not None
            for token in self.tokens
            for way in ways_to_pay(position, token)
        )

    def _aims(self, spell: Spell) -> Iterator[Target]:
        """What its refusal is asked of: the units and cards that such a spell is cast at, the nearest first."""
        field = self.moment.field
        if is_single(spell):
            for cell in (self.ref.cell, *self.beside):
                for ref in field.units(cell):
                    yield Target(ref.cell, ref.seat, ref.unit)
        yield Target(self.ref.cell)

    def _paid(self, spell: Spell, caster: Token) -> Text:
        cost = spell_cost(spell, self.moment.field.card_of(caster), free=False)
        return shaped("({paid})", paid=self.moment.rules.words.say("choices", "mana", cost=cost))

    def _action(self, name: str) -> Text:
        return self.moment.rules.words.say("actions", name)

    def _first(self, name: str, tries: Iterable[Action]) -> Iterator[Withheld]:
        """The refusal of the first try, unless the judge accepts any of them."""
        found = refused(partial(check, self.moment, self.seat), ((action, None) for action in tries))
        if found is not None:
            yield Withheld(name, self._action(name), *found)
