"""What happens in combat: sites, initiative, attacks, hits, retreats, returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from app.engine.types import Event, Seat
from app.systems.open_wars.book.kinds import Cell, CombatStep, Count, Name, SiteKind, TokenId, UnitRef
from app.systems.open_wars.position.state import Token


class CombatStepBegan(Event, frozen=True, tag="combat_step_began"):
    """The ranged or the melee step begins (OW-SITE-03)."""

    step: CombatStep


class SiteBegan(Event, frozen=True, tag="site_began"):
    """A combat begins (OW-SITE-02); ``number`` counts those of this turn."""

    kind: SiteKind
    cell: Cell
    number: Count


class SiteEnded(Event, frozen=True, tag="site_ended"):
    """A combat is over, effects of duration ``combat`` with it (OW-END-01)."""

    kind: SiteKind
    cell: Cell


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A new round of the same combat: tokens that are not barred may act again (OW-END-02)."""

    round: Count
    tokens: tuple[TokenId, ...]


class InitiativeRolled(Event, frozen=True, tag="initiative_rolled"):
    """A die of a seat tied for who acts next (OW-INI-05)."""

    seat: Seat
    die: int


class UnitActed(Event, frozen=True, tag="unit_acted"):
    """Tokens have used their opportunity; after a retreat they are also barred (OW-INI-07, OW-RET-06)."""

    unit: UnitRef
    tokens: tuple[TokenId, ...]
    barred: bool = False


class UnitHeld(Event, frozen=True, tag="unit_held"):
    """A unit did nothing; ``forced``: there was nothing else it could do."""

    unit: UnitRef
    forced: bool = False


class UnitRetreated(Event, frozen=True, tag="unit_retreated"):
    """Tokens of a unit set out to retreat (OW-RET)."""

    unit: UnitRef
    tokens: tuple[TokenId, ...]
    cell: Cell


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """A unit attacks a seat's tokens in a location; ``bonus``: an attack beyond its own (OW-ATK-06)."""

    attacker: UnitRef
    tokens: tuple[TokenId, ...]
    cell: Cell
    seat: Seat
    bonus: bool = False


class AttackRolled(Event, frozen=True, tag="attack_rolled"):
    """The dice of an attack in ascending token id, the value each had to reach, the hits of the dice, automatic hits
    (OW-ATK-02, OW-ATK-03, OW-ATK-04)."""

    attacker: UnitRef
    dice: tuple[int, ...]
    values: tuple[int, ...]
    hits: Count
    automatic: Count = 0


class ExtraRolled(Event, frozen=True, tag="extra_rolled"):
    """The extra dice of Savage Blow or Brutal Crush (OW-SPELL-30, OW-SPELL-31)."""

    attacker: UnitRef
    spell: Name
    dice: tuple[int, ...]
    hits: Count


class HitStopped(Event, frozen=True, tag="hit_stopped"):
    """A hit that did nothing: a charge of Walls or Shield was used up, or Mithril Armour cut it off (OW-HIT-06,
    OW-HIT-10)."""

    unit: UnitRef
    by: Literal["unbreakable_walls", "mystic_shield", "mithril_armor"]


class SaveRolled(Event, frozen=True, tag="save_rolled"):
    """A die against a hit: of Elven Grace or of the card (OW-HIT-08, OW-HIT-09)."""

    unit: UnitRef
    by: Name
    die: int
    saved: bool


class TokenWounded(Event, frozen=True, tag="token_wounded"):
    """A two-sided token turned to its wounded side (OW-HERO-02)."""

    token: TokenId
    unit: UnitRef


class TokenFell(Event, frozen=True, tag="token_fell"):
    """A token fell (OW-HIT-11); ``gone``: it is two-sided and out for the rest of the game (OW-HERO-05)."""

    token: TokenId
    unit: UnitRef
    gone: bool = False


class HitsLost(Event, frozen=True, tag="hits_lost"):
    """Hits nobody could take (OW-HIT-01)."""

    cell: Cell
    seat: Seat
    hits: Count


class AttackSettled(Event, frozen=True, tag="attack_settled"):
    """An attack's hits are settled: who stood there, how many of each unit were lost. ``scored``: its unit is Barbarian and hit
    (OW-SPELL-12)."""

    attacker: UnitRef
    cell: Cell
    seat: Seat
    present: tuple[TokenId, ...]
    lost: Mapping[Name, int]
    scored: bool = False


class LegionRolled(Event, frozen=True, tag="legion_rolled"):
    """The die of Immortal Legion for a destroyed unit (OW-SPELL-28)."""

    unit: UnitRef
    die: int
    returns: bool


class Returned(Event, frozen=True, tag="returned"):
    """A fallen token came back as a new one (``fallen``: its id before), and why: a spell, ``skeleton_desert``, or ``two_lives``. ``cost`` gold was
    paid; ``flags`` are what the scenario remembers from now on."""

    token: Token
    fallen: TokenId
    by: Name
    cost: Count = 0
    flags: tuple[Name, ...] | None = None
