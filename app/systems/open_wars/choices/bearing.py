"""Which windows can mean something to a seat: what they are about, of which everybody knows (OW-WIN-11).

Whom a window asks is the rules' (OW-WIN-01). A seat that could do no more in it than cast a spell upon nothing that is going on is
passed for by its page, unless its player wants to be asked.
"""

from __future__ import annotations

from typing import Final, TypeVar

from app.engine.types import Seat
from app.systems.open_wars.fight.site_list import targets
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.magic.asking import CastIn
from app.systems.open_wars.magic.cast_rules import spells_of
from app.systems.open_wars.magic.castable import casts, magic_tokens, ways_to_pay
from app.systems.open_wars.position import frames as f

FOR_LATER: Final = frozenset({"arcane_wind"})
"""Spells that do nothing before the unit's own side moves, and can be cast then."""

SHIELDS: Final = frozenset({"mystic_shield", "mithril_armor", "unbreakable_walls", "elven_grace", "immortal_legion"})
"""Spells that do nothing but keep units from harm: of use in a fight while somebody may still attack the seat in it."""

Frame = TypeVar("Frame", bound=f.Frame)


def bears(moment: Moment, seat: Seat, kind: CastIn) -> bool:
    """Whether the window that asks a seat is about something of its own, and the seat has a spell for it. With closed
    reserves the spell is not asked for: that would tell how much mana there is (OW-HID-02)."""
    if not _touches(moment, seat, kind):
        return False
    return kind == "dispel" or not moment.rules.options.open_reserves or _has_spell(moment, seat, kind)


def _touches(moment: Moment, seat: Seat, kind: CastIn) -> bool:
    if kind == "move":
        return _is_entered(moment, seat)
    if kind == "end_move":
        return _is_beset(moment, seat)
    if kind == "act":
        return _fights(moment, seat)
    if kind == "roll":
        return _is_hit(moment, seat)
    if kind == "turn_end":
        return any(token.seat == seat for token in moment.position.fallen)
    return kind == "dispel"


def _is_entered(moment: Moment, seat: Seat) -> bool:
    """Another side's declared move leads to a location where the seat stands."""
    move = _last(moment, f.MoveFrame)
    if move is None or not moment.field.are_enemies(seat, move.seat):
        return False
    return any(token.seat == seat for cell in move.path for token in moment.field.here(cell))


def _is_beset(moment: Moment, seat: Seat) -> bool:
    """Whoever has ended its movement stands against the seat somewhere; once another has cast, whoever does."""
    window, field = moment.top, moment.field
    moved = window.opener if isinstance(window, f.WindowFrame) else None
    cells = {token.cell for token in field.tokens.values() if token.seat == seat}
    return any(moved in (None, token.seat) for cell in cells for token in field.enemies(seat, cell))


def _fights(moment: Moment, seat: Seat) -> bool:
    """The seat stands where the fight is, was attacked last in it, or may be shot at from there."""
    site = moment.position.combat.site if moment.position.combat is not None else None
    if site is None:
        return False
    field = moment.field
    if any(token.seat == seat for token in field.here(site.cell)) or (site.last is not None and site.last.seat == seat):
        return True
    return _is_threatened(moment, seat)


def _is_threatened(moment: Moment, seat: Seat) -> bool:
    """A unit that has yet to act in the fight may attack the seat."""
    field, combat = moment.field, moment.position.combat
    if combat is None or combat.site is None:
        return False
    return any(aim[1] == seat for ref in field.units(combat.site.cell) for aim in targets(field, ref))


def _is_hit(moment: Moment, seat: Seat) -> bool:
    """The attack that was rolled is the seat's or on the seat, and has hit."""
    attack = _last(moment, f.AttackFrame)
    return attack is not None and attack.hits > 0 and seat in (attack.seat, attack.attacker.seat)


def _last(moment: Moment, kind: type[Frame]) -> Frame | None:
    return next((frame for frame in reversed(moment.position.frames) if isinstance(frame, kind)), None)


def _has_spell(moment: Moment, seat: Seat, kind: CastIn) -> bool:
    """Whether the seat could cast something in the window that is of use now."""
    field, position = moment.field, moment.position
    idle = FOR_LATER if _is_threatened(moment, seat) else FOR_LATER | SHIELDS
    return any(
        next(casts(field, position, token, spell, kind, way), None) is not None
        for token in magic_tokens(field, position, seat)
        for spell in spells_of(field, token)
        if spell.code not in idle
        for way in ways_to_pay(position, token)
    )
