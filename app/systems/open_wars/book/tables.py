"""The tables of the game as typed values: what ``data/*.toml`` says, with a room's options and house values laid over it.

``Rules`` is what every chapter reads; ``book.py`` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.types import RuleId, Text
from app.engine.words import Words
from app.systems.open_wars.book.options import Options
from app.systems.open_wars.book.scenarios import Campaign, Scenario

Stat = Literal["initiative", "movement", "attack", "range"]
UnitType = Literal["water", "mountain", "forest", "plains", "desert", "city", "magic", "flying"]
CardType = Literal["water", "mountain", "forest", "plains", "desert", "city"]
SpellType = Literal["instant", "combat"]
Reach = Literal["spell", "in_range", "location_in_range", "own_location", "adjacent_location"]
Duration = Literal["instant", "combat", "turn", "next_attack"]
WindowKind = Literal["collect", "recruit", "own_move", "move", "end_move", "act", "roll", "dispel", "turn_end"]

STATS: Final[tuple[Stat, ...]] = ("initiative", "movement", "attack", "range")
COMMON: Final = "common"
"""The ``faction`` of the spells that every magic unit may cast."""


class Values(msgspec.Struct, frozen=True):
    """The four changeable values of a token (OW-UNIT-03, OW-UNIT-05, OW-UNIT-06, OW-UNIT-07)."""

    initiative: int
    movement: int
    attack: int
    range: int

    def of(self, stat: Stat) -> int:
        """One of the four by name."""
        return int(getattr(self, stat))


class UnitKind(msgspec.Struct, frozen=True):
    """A row of ``[[unit]]``: what is printed on a token (OW-UNIT-01), with one ``type`` (OW-UNIT-04). ``cost`` -1:
    never for sale (OW-REC-10).
    ``wounded``: the values of its other side, for tokens with 2 hit points (OW-HERO-01)."""

    code: str
    faction: str
    name: Text
    pack: str
    cost: int
    type: UnitType
    printed: Values
    unique: bool
    hit_points: int
    neutral: bool
    wounded: Values | None = None

    @property
    def is_two_sided(self) -> bool:
        """Heroes, titans and inferno tokens: 2 hit points and a wounded side (OW-HERO-01), and no ability of
        their own beside that (OW-HERO-06)."""
        return self.hit_points == 2

    @property
    def is_magic(self) -> bool:
        """May cast spells (OW-MAG-01)."""
        return self.type == "magic"

    @property
    def is_flying(self) -> bool:
        """Enters every card, is never locked (OW-FLY)."""
        return self.type == "flying"

    @property
    def value(self) -> int:
        """What it counts for army value and casualties: its cost, 0 if it is not for sale (OW-ORD-02)."""
        return max(0, self.cost)


class Feature(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect of a card's text (OW-CARD); only the fields that its ``kind`` uses are set."""

    kind: str
    stat: Stat | None = None
    value: int = 0
    types: tuple[str, ...] | None = None
    factions: tuple[str, ...] | None = None
    except_types: tuple[str, ...] = ()
    max_cost: int | None = None
    min_range: int | None = None
    on: tuple[str, ...] = ()
    fail: tuple[int, ...] = ()
    success: tuple[int, ...] = ()
    mana: int = 0
    enter_from: CardType | None = None
    pay: str | None = None
    per_turn: int = 0


class Card(msgspec.Struct, frozen=True):
    """A location card (OW-LOC-02); it has features only where it has a text (OW-LOC-03). ``copies``: how many a
    random map may use, -1 for any number."""

    code: str
    type: CardType
    name: Text
    entry_cost: int
    gold: int
    mana: int
    special: bool
    copies: int
    features: tuple[Feature, ...] = ()
    text: Text | None = None
    rule: RuleId | None = None

    def features_of(self, kind: str) -> tuple[Feature, ...]:
        """Its effects of one kind, in the order of the card."""
        if not self.features:
            return ()
        return tuple(feature for feature in self.features if feature.kind == kind)


class Spell(msgspec.Struct, frozen=True):
    """A row of ``[[spell]]`` (section 16). ``effect`` holds its numbers under the names of ``spells.toml``."""

    code: str
    faction: str
    name: Text
    type: SpellType
    mana: int
    reach: Reach
    target: str
    windows: tuple[WindowKind, ...]
    duration: Duration
    rule: RuleId
    effect: Mapping[str, Any]  # the numbers and words of its row
    text: Text


class Faction(msgspec.Struct, frozen=True):
    """One of the seven factions, or a neutral one: a name, and no rule of its own (OW-GEN-09)."""

    code: str
    name: Text
    color: str
    neutral: bool = False


class Constants(msgspec.Struct, frozen=True):
    """Single numbers of ``data.toml``."""

    stack_normal: int
    stack_magic: int
    stack_unique: int
    terrain_bonus: int
    minimum_entry_cost: int
    muster_gold: int
    muster_mana: int
    muster_min_tokens: int
    leftover_gold_kept_max: int
    least_players: int
    most_players: int


class MapSize(msgspec.Struct, frozen=True):
    """A row of ``[[generator.size]]``: the random map for a number of players."""

    players: int
    columns: int
    rows: int
    starts: tuple[str, ...]


class Generator(msgspec.Struct, frozen=True):
    """``[generator]``: how a random map is made (OW-SET-08)."""

    special_share_percent: int
    basic_mix_percent: Mapping[str, int]
    start_card: str
    max_reshuffles: int
    sizes: Mapping[int, MapSize]


class Rules(msgspec.Struct, frozen=True):
    """All tables of one room. Nothing in it ever changes."""

    options: Options
    constants: Constants
    units: Mapping[str, UnitKind]
    cards: Mapping[str, Card]
    spells: Mapping[str, Spell]
    factions: Mapping[str, Faction]
    ranks: Mapping[str, int]
    """Rank of flying, magic, unique and normal units in a tie of initiative: the lower acts first (OW-INI-03)."""
    window_types: Mapping[str, tuple[str, ...]]
    """Which types of spell a window admits: ``instant``, ``combat`` or ``dispel_only`` (section 15)."""
    generator: Generator
    scenarios: Mapping[str, Scenario]
    campaign: Campaign
    words: Words
    """What the game says, ``data/words.toml``."""

    def sellable(self, faction: str, code: str) -> bool:
        """Whether a seat of a faction may own the unit at all: of its own faction, or neutral, and of a pack that the
        room plays with (OW-FAC-03, OW-OPT-01)."""
        kind = self.units.get(code)
        if kind is None or kind.pack not in self.options.unit_packs:
            return False
        return kind.neutral or kind.faction == faction
