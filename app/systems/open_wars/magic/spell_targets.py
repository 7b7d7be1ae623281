"""What a spell may be aimed at: reach, side, faction, and the units an area spell finds (OW-MAG-07, OW-MAG-08,
OW-MAG-09, OW-MAG-11, OW-MAG-13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.geometry import Cell, neighbours
from app.systems.open_wars.book.kinds import Free, SiteKind, Target, TokenId, UnitRef
from app.systems.open_wars.book.tables import Spell
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import is_immobile
from app.systems.open_wars.fight.site_list import shooters
from app.systems.open_wars.magic.asking import CastIn
from app.systems.open_wars.position.state import Fallen, Token

OUT_OF_REACH: Final = RuleId("OW-MAG-07")
WRONG_TARGET: Final = RuleId("OW-MAG-09")
NO_TARGET: Final = RuleId("OW-MAG-11")
NOT_IN_COMBAT: Final = RuleId("OW-MAG-13")
DISPEL_RULE: Final = RuleId("OW-SPELL-01")

_SIDES: Final[Mapping[str, str]] = {
    "allied_unit": "side",
    "allied_unit_with_casualty_in_last_attack": "side",
    "other_allied_magic_unit": "side",
    "enemy_unit": "enemy",
    "own_side_faction_unit": "side",
    "own_side_faction_unit_in_combat": "side",
    "allied_faction_unit": "side",
    "allied_faction_unit_in_combat": "side",
    "allied_faction_unit_that_just_rolled": "side",
    "allied_faction_unit_attacked_by_last_attack": "side",
    "own_faction_unit": "own",
    "own_faction_unit_2hp": "own",
}
"""Whose unit a single target must be: of the own side, of the own seat, or an enemy's."""

_MOVERS: Final = frozenset(
    {"arcane_wind", "jaguars_call", "infernal_portal", "savage_ambush", "elven_reflexes", "pumas_leap"}
)


class Against(msgspec.Struct, frozen=True):
    """What a Dispel is aimed at: the spell on top of the chain, or a lasting effect. ``cells``: those of which one must be in
    reach; ``by``: who cast it, if known."""

    cells: tuple[Cell, ...]
    by: Seat | None = None
    lasting: bool = False


class Attacked(msgspec.Struct, frozen=True):
    """The attack just resolved in the site (OW-SPELL-11, OW-SPELL-19). ``present``: the tokens that stood there,
    ``None`` if not
    known."""

    seat: Seat
    cell: Cell
    lost: Mapping[str, int]
    present: tuple[TokenId, ...] | None = None


class Occasion(msgspec.Struct, frozen=True):
    """Everything but the map that decides whether a spell may be cast now.

    ``used``: once-per-turn spells that the seat (for Dispel: the token) has used; ``converged_before``: those it cast free
    through Convergence last turn; ``may_be_free``: whether a free cast of the kind asked for is open to the caster;
    ``scored``: where whose Barbarians have hit in this combat; ``rolling``: the unit whose attack is being resolved;
    ``fallen``: the token that Raise the Fallen names.
    """

    moment: CastIn
    mana: int
    free: Free = "none"
    may_be_free: bool = True
    used: tuple[str, ...] = ()
    converged_before: tuple[str, ...] = ()
    site: tuple[SiteKind, Cell] | None = None
    last: Attacked | None = None
    scored: tuple[tuple[Seat, Cell], ...] = ()
    rolling: UnitRef | None = None
    against: Against | None = None
    fallen: Fallen | None = None


def is_single(spell: Spell) -> bool:
    """Whether the spell names one unit."""
    return spell.target in _SIDES


def aimed_cell(spell: Spell, caster: Token, target: Target) -> Cell | None:
    """The location a spell is aimed at; area spells of the own location need not name it."""
    if target.cell is None and spell.reach == "own_location" and not is_single(spell):
        return caster.cell
    return target.cell


def reach_refusal(field: Field, spell: Spell, caster: Token, target: Target, occasion: Occasion) -> Refusal | None:
    """Why the target is out of reach (OW-MAG-07; for Dispel OW-SPELL-01)."""
    reach = field.values(caster).range
    if spell.reach == "spell":
        return _dispel_reach(field, caster, reach, occasion.against)
    cell = aimed_cell(spell, caster, target)
    if cell is None:
        return None if spell.code == "dark_pact" else Refusal(NO_TARGET)
    reaches = {
        "in_range": field.reaches(caster.cell, cell, reach),
        "location_in_range": field.reaches(caster.cell, cell, reach),
        "own_location": cell == caster.cell,
        "adjacent_location": cell in neighbours(field.rows, caster.cell),
    }
    return None if reaches[spell.reach] else Refusal(OUT_OF_REACH, {"from": caster.cell, "to": cell, "range": reach})


def _dispel_reach(field: Field, caster: Token, reach: int, against: Against | None) -> Refusal | None:
    if against is None:
        return Refusal(NO_TARGET)
    if field.rules.options.dispel_reach == "unlimited":
        return None
    if any(field.reaches(caster.cell, cell, reach) for cell in against.cells):
        return None
    return Refusal(DISPEL_RULE, {"from": caster.cell, "range": reach})


def target_refusal(field: Field, spell: Spell, caster: Token, target: Target, occasion: Occasion) -> Refusal | None:
    """Why the target is none for this spell: side and faction, whether it is there, the current combat (OW-MAG-09,
    OW-MAG-11, OW-MAG-13)."""
    if is_single(spell):
        refusal = None if spell.code == "dark_pact" and target.unit is None else _unit(field, spell, caster, target)
    elif spell.target == "own_fallen_token":
        refusal = _fallen(field, spell, caster, occasion.fallen)
    elif spell.reach == "spell" or spell.target == "own_faction_units_later_destroyed":
        refusal = None
    else:
        refusal = None if affected(field, spell, caster, target) else Refusal(NO_TARGET)
    return refusal or _outside_combat(field, spell, caster, target, occasion)


def affected(field: Field, spell: Spell, caster: Token, target: Target) -> tuple[UnitRef, ...]:
    """The units an area spell touches in its location, or the one unit a spell names, in turn order of seats, then unit
    code (OW-MAG-08, OW-MAG-09)."""
    if is_single(spell):
        ref = target.ref
        return (ref,) if ref is not None and field.unit(ref) else ()
    cell = aimed_cell(spell, caster, target)
    if cell is None:
        return ()
    return tuple(ref for ref in field.units(cell) if _matches(field, spell, caster.seat, ref))


def _matches(field: Field, spell: Spell, seat: Seat, ref: UnitRef) -> bool:
    enemy, own_faction = field.are_enemies(seat, ref.seat), field.rules.units[ref.unit].faction == spell.faction
    return {
        "all_units": True,
        "all_enemy_units": enemy,
        "all_enemy_units_not_faction": enemy and not own_faction,
        "all_allied_faction_units": own_faction and not enemy,
        "all_faction_units": own_faction,
    }.get(spell.target, False)


def _unit(field: Field, spell: Spell, caster: Token, target: Target) -> Refusal | None:
    ref = target.ref
    kind = field.rules.units.get(ref.unit) if ref is not None else None
    if ref is None or kind is None or ref.seat not in field.sides:
        return Refusal(NO_TARGET)
    whose = _SIDES[spell.target]
    if whose == "own":
        right_side = ref.seat == caster.seat
    else:
        right_side = field.are_enemies(caster.seat, ref.seat) == (whose == "enemy")
    right_faction = "faction" not in spell.target or kind.faction == spell.faction
    right_type = spell.target != "other_allied_magic_unit" or kind.is_magic
    if not (right_side and right_faction and right_type):
        return Refusal(WRONG_TARGET, {"unit": ref.unit, "seat": ref.seat})
    tokens = field.unit(ref)
    if not tokens or (spell.target == "other_allied_magic_unit" and caster in tokens):
        return Refusal(NO_TARGET)
    if spell.code in _MOVERS and is_immobile(field.rules, field.printed(tokens[0])):
        stays = spell.code == "pumas_leap" and not target.path
        return None if stays else Refusal(NO_TARGET, {"unit": ref.unit})
    return None


def _fallen(field: Field, spell: Spell, caster: Token, fallen: Fallen | None) -> Refusal | None:
    kind = field.rules.units.get(fallen.unit) if fallen is not None else None
    if fallen is None or kind is None:
        return Refusal(NO_TARGET)
    if fallen.seat != caster.seat or kind.faction != spell.faction:
        return Refusal(WRONG_TARGET, {"unit": fallen.unit})
    return None


def _outside_combat(field: Field, spell: Spell, caster: Token, target: Target, occasion: Occasion) -> Refusal | None:
    """Spells of a combat need a current site and a target in it (OW-MAG-13)."""
    if spell.duration != "combat":
        return None
    if occasion.site is None:
        return Refusal(NOT_IN_COMBAT)
    kind, cell = occasion.site
    if spell.target == "own_faction_units_later_destroyed":
        return None
    if not is_single(spell):
        return None if caster.cell == cell else Refusal(NOT_IN_COMBAT, {"site": cell})
    ref = target.ref
    inside = ref is not None and ref.cell == cell
    if inside and kind == "ranged":
        inside = ref in shooters(field, cell) or ref == occasion.rolling
    return None if inside else Refusal(NOT_IN_COMBAT, {"site": cell})
