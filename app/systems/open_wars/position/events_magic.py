"""What happens by magic: spells cast, annulled and failed, effects that begin, change and end."""

from __future__ import annotations

from typing import Literal

from app.engine.types import Event, Seat
from app.systems.open_wars.book.kinds import Cell, Count, EffectId, Free, Name, Target, TokenId, UnitRef
from app.systems.open_wars.position.state import Effect


class SpellCast(Event, frozen=True, tag="spell_cast"):
    """A spell was cast and paid (OW-MAG-02). ``answers``: a Dispel at the spell cast before it."""

    seat: Seat
    caster: TokenId
    unit: Name
    cell: Cell
    spell: Name
    target: Target
    cost: Count
    free: Free = "none"
    answers: bool = False


class SpellAnnulled(Event, frozen=True, tag="spell_annulled"):
    """A spell was dispelled before it took effect (OW-DSP-03)."""

    seat: Seat
    spell: Name


class SpellFailed(Event, frozen=True, tag="spell_failed"):
    """What a spell was to do can no longer be done (OW-MAG-06)."""

    seat: Seat
    spell: Name


class SpellMoved(Event, frozen=True, tag="spell_moved"):
    """A spell sets a unit in motion (OW-MAG-14)."""

    spell: Name
    unit: UnitRef
    tokens: tuple[TokenId, ...]
    path: tuple[Cell, ...]


class Teleported(Event, frozen=True, tag="teleported"):
    """A unit went through the Infernal Portal (OW-SPELL-14)."""

    unit: UnitRef
    tokens: tuple[TokenId, ...]
    cell: Cell
    barred: bool = False
    halted: bool = False
    serpent: bool = False


class EffectBegan(Event, frozen=True, tag="effect_began"):
    """A lasting effect begins, of a spell or of a card."""

    effect: Effect


class EffectChanged(Event, frozen=True, tag="effect_changed"):
    """A lasting effect after a charge, a die or an attack has changed it."""

    effect: Effect


class EffectEnded(Event, frozen=True, tag="effect_ended"):
    """A lasting effect ended: used up, dispelled, or with its combat."""

    effect: EffectId
    code: Name
    reason: Literal["used", "dispelled", "combat"]


class ManaGained(Event, frozen=True, tag="mana_gained"):
    """A seat gained mana by a spell (OW-SPELL-13)."""

    seat: Seat
    mana: Count
    spell: Name


class PactPaid(Event, frozen=True, tag="pact_paid"):
    """A unit paid a hit point for Dark Pact (OW-SPELL-15); the token's fall or wound follows. No unit: nothing was chosen."""

    seat: Seat
    unit: UnitRef | None = None


class WarCryRolled(Event, frozen=True, tag="war_cry_rolled"):
    """The dice of War Cry and the units they were for, in order (OW-DICE-07)."""

    cell: Cell
    units: tuple[UnitRef, ...]
    dice: tuple[int, ...]
    hits: tuple[int, ...]
