"""Where there is fighting, in which order, and who may act or shoot there (section 10, OW-END-01)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.geometry import Cell, cells_of, reading_order
from app.systems.open_wars.book.kinds import CombatStep, SiteKind, UnitRef
from app.systems.open_wars.book.options import Options
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import is_shielded
from app.systems.open_wars.position.state import Token

MOST_ROUNDS: Final = 10
"""With ``combat_rounds = to_the_end`` a fight ends after so many rounds (OW-END-02)."""

NOBODY_ABLE: Final = RuleId("OW-ATK-05")
OUT_OF_RANGE: Final = RuleId("OW-RNG-04")
ELSEWHERE: Final = RuleId("OW-RNG-05")
NO_TARGET: Final = RuleId("OW-ATK-01")


def able(tokens: Sequence[Token], *, bonus: bool = False) -> tuple[Token, ...]:
    """The tokens that roll a die in an attack: neither acted nor barred (OW-ATK-02); in a bonus attack acted ones too
    (OW-ATK-06)."""
    return tuple(token for token in tokens if not token.barred and (bonus or not token.acted))


def is_isolated(field: Field, ref: UnitRef) -> bool:
    """Whether a unit has no enemy in its location, or by option nobody at all beside it (OW-RNG-03)."""
    if field.enemies(ref.seat, ref.cell):
        return False
    return field.rules.options.isolated_definition == "no_enemies" or field.units(ref.cell) == (ref,)


def targets(field: Field, ref: UnitRef, *, bonus: bool = False) -> tuple[tuple[Cell, Seat], ...]:
    """Every enemy seat in every location that a unit can attack now: its own if enemies are there, else those in Range
    (OW-ATK-01, OW-RNG-04, OW-RNG-05). In order of seat in turn order, then row, then column (OW-PRM-09)."""
    tokens = able(field.unit(ref), bonus=bonus)
    if not tokens:
        return ()
    found: set[tuple[Cell, Seat]] = set()
    here = field.enemies(ref.seat, ref.cell)
    if here:
        found = {(ref.cell, token.seat) for token in here}
    elif is_isolated(field, ref):
        reach = field.range_of(tokens)
        enemies = [t for t in field.tokens.values() if field.are_enemies(ref.seat, t.seat)] if reach > 0 else []
        for cell in {token.cell for token in enemies}:
            if field.reaches(ref.cell, cell, reach) and not _shielded(field, cell):
                found |= {(cell, token.seat) for token in enemies if token.cell == cell}
    return tuple(sorted(found, key=lambda target: (field.place_in_order(target[1]), reading_order(target[0]))))


def _shielded(field: Field, cell: Cell) -> bool:
    card = field.card(cell)
    return card is not None and is_shielded(card)


def attack_refusal(field: Field, ref: UnitRef, cell: Cell, seat: Seat) -> Refusal | None:
    """Why the acting unit may not attack a seat in a location (OW-ACT-09)."""
    if not targets(field, ref):
        return Refusal(NOBODY_ABLE)
    if (cell, seat) in targets(field, ref):
        return None
    if field.enemies(ref.seat, ref.cell):
        ranged = field.range_of(able(field.unit(ref))) > 0
        return Refusal(ELSEWHERE if cell != ref.cell and ranged else NO_TARGET, {"cell": cell, "seat": seat})
    in_reach = any(target == cell for target, _ in targets(field, ref))
    return Refusal(NO_TARGET if in_reach else OUT_OF_RANGE, {"cell": cell, "seat": seat})


def shooters(field: Field, cell: Cell) -> tuple[UnitRef, ...]:
    """The units that act in a ranged site: isolated, with a token able to attack and a legal target (OW-SITE-06)."""
    return tuple(ref for ref in field.units(cell) if not field.enemies(ref.seat, ref.cell) and targets(field, ref))


def waiting_sites(field: Field, step: CombatStep, resolved: Collection[Cell]) -> tuple[Cell, ...]:
    """The locations that wait to be fought in a step, by row, then column (OW-SITE-01, OW-SITE-05). ``resolved``: the
    melee sites
    of this turn that have been."""
    if step == "ranged":
        return tuple(cell for cell in cells_of(field.rows) if shooters(field, cell))
    return tuple(cell for cell in cells_of(field.rows) if cell not in resolved and field.is_contested(cell))


def site_chooser(field: Field, step: CombatStep, sites: Sequence[Cell]) -> Seat | None:
    """Who picks the next site: the first seat in turn order that has a unit (a shooter) in any of them; ``None`` with no
    choice to make (OW-SITE-04)."""
    if len(sites) < 2:
        return None
    if step == "ranged":
        involved = {ref.seat for cell in sites for ref in shooters(field, cell)}
    else:
        involved = {token.seat for cell in sites for token in field.here(cell)}
    return min(involved, key=field.place_in_order)


class SiteEnd(msgspec.Struct, frozen=True):
    """Whether the combat of a site is over, or a new round begins (OW-END-01, OW-END-02)."""

    over: bool
    new_round: bool = False


def site_end(
    options: Options, kind: SiteKind, *, opponents: int, units_not_acted: int, round: int = 1, attacks: int = 0
) -> SiteEnd:
    """The end test of a site. ``opponents``: in melee the sides with tokens there, in a ranged site the shooters with a legal
    target; ``attacks`` made in this ``round``."""
    if opponents < (2 if kind == "melee" else 1):
        return SiteEnd(True)
    if units_not_acted > 0:
        return SiteEnd(False)
    goes_on = kind == "melee" and options.combat_rounds == "to_the_end" and attacks > 0 and round < MOST_ROUNDS
    return SiteEnd(not goes_on, goes_on)


class Choices(msgspec.Struct, frozen=True):
    """What a unit may do when its turn comes; ``acts``: whether it gets a turn in this site at all."""

    acts: bool
    attack: bool
    retreat: bool
    hold: bool


def choices_of(
    tokens: Sequence[Token], *, enemies_here: bool, targets: int, retreat_cells: int, immobile: bool
) -> Choices:
    """What a unit may do in a site (OW-INI-07, OW-ATK-05, OW-RET-01, OW-SITE-06). ``targets``: legal targets in Range if it is
    isolated; ``retreat_cells``: where it may retreat to."""
    ready = any(not token.acted for token in tokens)
    strikes = bool(able(tokens)) and (enemies_here or targets > 0)
    acts = ready if enemies_here else strikes
    flees = acts and enemies_here and retreat_cells > 0 and not immobile
    return Choices(acts, acts and strikes, flees, acts)


def marks_after(action: Literal["attack", "retreat", "hold"], not_acted: int) -> tuple[int, int]:
    """How many tokens of a unit have acted, and are barred, by what it did (OW-INI-07, OW-RET-06): all that had not acted, gone or
    left."""
    return not_acted, not_acted if action == "retreat" else 0
