"""Dice of an attack, who takes a hit, and what stops it (sections 12 and 13).

The machine settles hits one at a time, asking the defender between them; these functions answer for one hit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

import msgspec

from app.engine.dice import Dice
from app.engine.types import Seat
from app.systems.open_wars.book.geometry import Cell
from app.systems.open_wars.book.kinds import EffectId, TokenId, UnitRef
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import saves_of
from app.systems.open_wars.position.state import Effect, Token

WALLS: Final = "unbreakable_walls"
SHIELD: Final = "mystic_shield"
GRACE: Final = "elven_grace"
MITHRIL: Final = "mithril_armor"
SAVAGE_BLOW: Final = "savage_blow"
BRUTAL_CRUSH: Final = "brutal_crush"

StoppedBy = Literal["walls", "shield", "grace", "card", "mithril"]


# dice of an attack


def rolled_hits(values: Sequence[int], faces: Sequence[int]) -> int:
    """How many dice hit: each equal to or below the effective Attack of its token (OW-ATK-03)."""
    return sum(face <= value for value, face in zip(values, faces, strict=True))


def extra_hits(base: int, success: Collection[int], dice: Dice, purpose: str) -> tuple[tuple[int, ...], int]:
    """The dice that Savage Blow or Brutal Crush adds, one for each base hit, and the hits they score (OW-SPELL-30,
    OW-SPELL-31)."""
    faces = tuple(dice.roll(purpose) for _ in range(base))
    return faces, sum(face in success for face in faces)


# who takes a hit


def capacities(field: Field, cell: Cell, seat: Seat, unit: str | None = None) -> dict[str, int]:
    """How many hits each unit of a seat in a location can take: its hit points, or of the one unit that a spell hits
    (OW-HIT-05, OW-HIT-12, OW-UNIT-10)."""
    found: dict[str, int] = {}
    for token in field.here(cell):
        if token.seat == seat and unit in (None, token.unit):
            found[token.unit] = found.get(token.unit, 0) + field.hit_points(token)
    return found


def candidates(
    field: Field, cell: Cell, seat: Seat, capacity: Mapping[str, int], *, with_points: bool = False
) -> tuple[Token, ...]:
    """Who may take the next hit: of the units with the lowest printed cost that still can, one token of each class that
    differs in any way, the highest id of the class (OW-HIT-03, OW-HIT-04). ``with_points``: points left and halted
    tell tokens
    apart too, as they do in the Movement phase and with ``retreat_allowance = remaining``."""
    open_units = [code for code, left in capacity.items() if left > 0 and field.unit(UnitRef(cell, seat, code))]
    if not open_units:
        return ()
    lowest = min(field.rules.units[code].cost for code in open_units)
    classes: dict[tuple[object, ...], Token] = {}
    for code in sorted(open_units):
        if field.rules.units[code].cost == lowest:
            for token in field.unit(UnitRef(cell, seat, code)):
                classes[token_class(field, token, with_points=with_points)] = token
    return tuple(classes.values())


def token_class(field: Field, token: Token, *, with_points: bool = False) -> tuple[object, ...]:
    """What makes a token differ from others of its unit (OW-HIT-04)."""
    marks = tuple(sorted(_mark(effect, token) for effect in field.marks(token)))
    points = (token.spent, token.halted, token.serpent) if with_points else ()
    return (token.unit, token.acted, token.barred, token.wounded, token.form, token.dispelled, marks, points)


def _mark(effect: Effect, token: Token) -> tuple[object, ...]:
    """A mark as it tells tokens apart: what cards did counts by its numbers, what a spell did can be dispelled by itself."""
    if effect.source == "card":
        return (effect.code, effect.initiative, effect.movement, effect.attack, effect.range)
    groups = tuple(i for i, group in enumerate(effect.groups) if token.id in group)
    return ("", effect.id, token.id in effect.failed, groups)


# what stops a hit


class Charge(msgspec.Struct, frozen=True):
    """A charge used up: of which effect, and the tokens that had it together (OW-HIT-07)."""

    effect: EffectId
    tokens: tuple[TokenId, ...]


class HitCheck(msgspec.Struct, frozen=True):
    """What became of a hit before a hit point is lost. ``stopped`` hits leave the capacity as it was, except those cut off by
    Mithril. ``dice``: purpose, face and whether it stopped the hit. ``graced``: the unit has had its try of this combat."""

    stopped: StoppedBy | None
    charge: Charge | None = None
    dice: tuple[tuple[str, int, bool], ...] = ()
    graced: bool = False

    @property
    def uses_capacity(self) -> bool:
        """Whether the hit counts against what the unit can take (OW-HIT-05)."""
        return self.stopped in (None, "mithril")


def check_hit(field: Field, ref: UnitRef, dice: Dice, *, may_try_grace: bool, struck: bool) -> HitCheck:
    """Puts a hit on a unit to everything that may stop it, in order: Walls, Shield, Grace, the card's save, Mithril
    (OW-HIT-06, OW-HIT-07, OW-HIT-08, OW-HIT-09, OW-HIT-10; its dice: OW-DICE-04). ``may_try_grace``: a combat is on
    and the unit has not had its try; ``struck``: it has lost a hit
    point in this attack."""
    for code, name in ((WALLS, "walls"), (SHIELD, "shield")):
        charge = _charge(field, ref, code)
        if charge is not None:
            stopped: StoppedBy = "walls" if name == "walls" else "shield"
            return HitCheck(stopped, charge)
    rolled: list[tuple[str, int, bool]] = []
    tries = may_try_grace and bool(effects_on(field, ref, GRACE))
    if tries:
        face = dice.roll(f"{GRACE}: {ref.unit}")
        saved = face in field.rules.spells[GRACE].effect["first_hit_save"]
        rolled.append((GRACE, face, saved))
        if saved:
            return HitCheck("grace", None, tuple(rolled), tries)
    card = field.card(ref.cell)
    for success in saves_of(card, field.rules.units[ref.unit]) if card is not None else ():
        face = dice.roll(f"save: {ref.unit}")
        rolled.append((card.code if card is not None else "", face, face in success))
        if face in success:
            return HitCheck("card", None, tuple(rolled), tries)
    cut_off = struck and bool(effects_on(field, ref, MITHRIL))
    return HitCheck("mithril" if cut_off else None, None, tuple(rolled), tries)


def effects_on(field: Field, ref: UnitRef, code: str) -> tuple[Effect, ...]:
    """The effects of a spell that mark at least one token of a unit (OW-UNIT-13)."""
    ids = {token.id for token in field.unit(ref)}
    return tuple(effect for effect in field.effects if effect.code == code and not ids.isdisjoint(effect.tokens))


def _charge(field: Field, ref: UnitRef, code: str) -> Charge | None:
    ids = {token.id for token in field.unit(ref)}
    for effect in field.effects:
        if effect.code == code:
            for group in effect.groups:
                if not ids.isdisjoint(group):
                    return Charge(effect.id, group)
    return None
