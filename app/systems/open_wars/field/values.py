"""What cards and tokens are worth: effective values, entry costs, who may enter what, room in stacks, saves and discounts.

Pure functions over a unit kind and a card. Where a rule refuses, its id is answered, ``None`` where nothing refuses. What
depends on who stands where is in ``field.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from app.engine.refusal import Fact
from app.engine.types import RuleId
from app.systems.open_wars.book.geometry import CardRows, Cell, card_at, neighbours
from app.systems.open_wars.book.scenarios import Form
from app.systems.open_wars.book.tables import STATS, Card, Feature, Rules, Spell, Stat, UnitKind, Values

Change = tuple[Stat, int]
"""A number added to a value of a token by a spell, a card or a scenario."""

NO_WATER: Final = RuleId("OW-LOC-05")
NO_LANDING: Final = RuleId("OW-WAT-02")
NO_OVERLAND: Final = RuleId("OW-WAT-03")
NO_STOP: Final = RuleId("OW-CARD-01")
STACK_FULL: Final = RuleId("OW-STK-02")
ONE_MAGIC: Final = RuleId("OW-STK-04")

_FOUR: Final = frozenset({"mountain", "forest", "plains", "desert"})


def printed_values(
    kind: UnitKind, *, wounded: bool = False, form: Form | None = None, promotions: Mapping[str, Stat] | None = None
) -> Values:
    """The printed values of a token: of its side (OW-HERO-02) or its scenario form (OW-SCN-06), with its promotion
    (OW-CAM-06)."""
    if form is not None:
        values = Values(form.initiative, form.movement, form.attack, form.range)
    else:
        values = kind.wounded if wounded and kind.wounded is not None else kind.printed
    promoted = (promotions or {}).get(kind.code)
    if promoted is None:
        return values
    return Values(*(values.of(stat) + (stat == promoted) for stat in STATS))


def effective_values(
    kind: UnitKind, printed: Values, card: Card | None, changes: Iterable[Change] = (), *, purified: bool = False
) -> Values:
    """The values of a token on a card: everything added up, then never below 0 (OW-UNIT-12).

    ``changes`` are those of spells, lasting cards and scenarios; the card's own bonus is worked out here, after the Range,
    because a card may ask for one (OW-CARD-08). ``purified``: positive changes of Attack count for nothing (OW-SPELL-03).
    """
    listed = tuple(changes)
    if not listed and (card is None or not card.features):
        return printed  # as almost everywhere
    reach = _total(kind, printed, "range", card, listed, 0)
    totals = [_total(kind, printed, stat, card, listed, reach, purified and stat == "attack") for stat in STATS]
    return Values(*(max(0, total) for total in totals))


def _total(
    kind: UnitKind,
    printed: Values,
    stat: Stat,
    card: Card | None,
    changes: Iterable[Change],
    reach: int,
    purified: bool = False,
) -> int:
    of_card = (
        feature.value
        for feature in (card.features_of("stat_bonus") if card is not None else ())
        if feature.stat == stat and touches(feature, kind) and reach >= (feature.min_range or 0)
    )
    added = [*of_card, *(value for name, value in changes if name == stat)]
    return printed.of(stat) + sum(value for value in added if not purified or value < 0)


def touches(feature: Feature, kind: UnitKind) -> bool:
    """Whether a unit passes the filters of a card's effect; an empty list of types means all."""
    if feature.types and kind.type not in feature.types:
        return False
    if feature.factions is not None and kind.faction not in feature.factions:
        return False
    if feature.max_cost is not None and kind.cost > feature.max_cost:
        return False
    return kind.type not in feature.except_types


def entry_cost(rules: Rules, kind: UnitKind, card: Card, changes: int = 0) -> int:
    """The points it takes to enter a card (OW-MOV-04, OW-MOV-05); ``changes`` are those of spells and scenarios,
    and nothing else changes it but the card (OW-MOV-07)."""
    return max(rules.constants.minimum_entry_cost, card.entry_cost + changes + sum(cost_changes(rules, kind, card)))


def cost_changes(rules: Rules, kind: UnitKind, card: Card) -> tuple[int, int]:
    """What is added to the printed cost of entering a card: by the card itself, and for being the unit's own terrain."""
    by_card = sum(feature.value for feature in card.features_of("entry_cost_mod") if touches(feature, kind))
    at_home = kind.type == card.type and (rules.options.terrain_bonus_types == "six" or card.type in _FOUR)
    return by_card, rules.constants.terrain_bonus if at_home else 0  # magic and flying are no card types


def price(rules: Rules, kind: UnitKind, cell: Cell, card: Card) -> dict[str, Fact]:
    """What entering a card costs, as facts of a refusal: where that is not what is printed, also what is, and what changes it."""
    cost, (by_card, at_home) = entry_cost(rules, kind, card), cost_changes(rules, kind, card)
    found: dict[str, Fact] = {"cell": cell, "cost": cost}
    if cost != card.entry_cost:
        changes = {"by_card": f"{by_card:+d}", "at_home": f"{at_home:+d}"}
        found["printed"] = card.entry_cost
        found |= {name: value.replace("-", "−") for name, value in changes.items() if value != "+0"}
    return found


def entry_refusal(rules: Rules, kind: UnitKind, origin: Card, goal: Card, *, adjacent: bool = True) -> RuleId | None:
    """Why the terrain keeps a unit from going from one card to another (OW-LOC-05, OW-WAT-02, OW-WAT-03, OW-FLY-03);
    ``adjacent`` is false for teleports, which no port lets in from afar (OW-CARD-26)."""
    if kind.is_flying or _admits(kind, origin, goal, adjacent=adjacent):
        return None
    if kind.type == "water":
        if goal.type == "water":
            return None
        if origin.type != "water":
            return NO_OVERLAND
        reenters = rules.options.water_units_reenter_port and goal.type == "city" and adjacent
        return None if reenters else NO_LANDING
    return NO_WATER if goal.type == "water" else None


def _admits(kind: UnitKind, origin: Card | None, goal: Card, *, adjacent: bool) -> bool:
    """Whether the card itself lets the unit in against the general rule (OW-CARD-09, OW-CARD-26, OW-CARD-27)."""
    for feature in goal.features_of("allow_entry"):
        if not touches(feature, kind):
            continue
        if feature.enter_from is None or (adjacent and origin is not None and origin.type == feature.enter_from):
            return True
    return False


def rest_refusal(kind: UnitKind, card: Card) -> RuleId | None:
    """Why a unit may not end a move on a card it may cross (OW-CARD-01)."""
    return NO_STOP if any(touches(feature, kind) for feature in card.features_of("no_stop")) else None


def return_refusal(kind: UnitKind, card: Card) -> RuleId | None:
    """Why the terrain keeps a unit from appearing on a card out of nowhere, returned by a spell or a card
    (OW-WAT-04, OW-LOC-05, OW-CARD-01)."""
    if kind.type == "water" and card.type != "water":
        return NO_LANDING
    if card.type == "water" and kind.type not in ("water", "flying") and not _admits(kind, None, card, adjacent=False):
        return NO_WATER
    return rest_refusal(kind, card)


def stack_limit(rules: Rules, kind: UnitKind) -> int:
    """How many tokens of the unit one seat may have in one location (OW-STK-02)."""
    limits = [rules.constants.stack_normal]
    if kind.is_magic:
        limits.append(rules.constants.stack_magic)
    if kind.unique:
        limits.append(rules.constants.stack_unique)
    return min(limits)


def stack_refusal(rules: Rules, kind: UnitKind, present: Mapping[str, int], add: int) -> RuleId | None:
    """Why ``add`` more tokens of a unit do not fit where ``present`` tokens of the same seat stand (OW-STK-01,
    OW-STK-02, OW-STK-03, OW-STK-04, OW-STK-05)."""
    if present.get(kind.code, 0) + add > stack_limit(rules, kind):
        return STACK_FULL
    if kind.is_magic and rules.options.magic_per_location == "one_in_all":
        magic = sum(count for code, count in present.items() if rules.units[code].is_magic)
        if magic + add > rules.constants.stack_magic:
            return ONE_MAGIC
    return None


def is_immobile(rules: Rules, printed: Values) -> bool:
    """Printed Movement 0: a building, which nothing moves (OW-MOV-08)."""
    return printed.movement == 0 and rules.options.immobile_units == "fixed"


def is_port(rules: Rules, rows: CardRows, cell: Cell) -> bool:
    """A city with water next to it (OW-GEO-08)."""
    code = card_at(rows, cell)
    if not code or rules.cards[code].type != "city":
        return False
    return any(rules.cards[card_at(rows, beside)].type == "water" for beside in neighbours(rows, cell))


def halts(card: Card, kind: UnitKind) -> bool:
    """Whether a unit that enters the card must stop there (OW-CARD-11, OW-CARD-21)."""
    return any(touches(feature, kind) for feature in card.features_of("stop_on_entry"))


def bars(card: Card) -> bool:
    """Whether tokens that enter may not attack this turn (OW-CARD-17)."""
    return bool(card.features_of("no_attack_turn_of_entry"))


def is_shielded(card: Card) -> bool:
    """Whether attacks with Range from another card may not be aimed here (OW-CARD-02)."""
    return bool(card.features_of("no_ranged_attack_from_outside"))


def weather(card: Card, kind: UnitKind, moment: Literal["enter", "leave"]) -> tuple[Feature, ...]:
    """The dice a group of the unit must roll when it enters or leaves a card (OW-CARD-06, OW-CARD-07)."""
    return tuple(
        feature for feature in card.features_of("weather_roll") if moment in feature.on and touches(feature, kind)
    )


def start_bonus(card: Card, kind: UnitKind) -> int:
    """Movement gained by standing on a card when the own movement turn begins (OW-CARD-13)."""
    return sum(feature.value for feature in card.features_of("start_movement_bonus") if touches(feature, kind))


def entry_bonus(card: Card, kind: UnitKind) -> int:
    """Movement gained by entering a card, once per turn and token (OW-CARD-10)."""
    return sum(feature.value for feature in card.features_of("on_entry_movement") if touches(feature, kind))


def automatic_hits(card: Card, kind: UnitKind) -> int:
    """Hits that an attack on an enemy of the same card scores whatever the dice show (OW-CARD-12)."""
    return sum(feature.value for feature in card.features_of("auto_hit") if touches(feature, kind))


def saves_of(card: Card, kind: UnitKind) -> tuple[tuple[int, ...], ...]:
    """The faces that stop a hit on a unit of this kind, for every save roll of the card (OW-CARD-15, OW-CARD-20,
    OW-CARD-23)."""
    return tuple(feature.success for feature in card.features_of("hit_save") if touches(feature, kind))


def spell_cost(spell: Spell, card: Card, *, free: bool = False) -> int:
    """The mana a spell takes of a caster on a card: never below 1, or 0 when it is cast free (OW-MAG-03, OW-CARD-14)."""
    if free:
        return 0
    return max(1, spell.mana - sum(feature.value for feature in card.features_of("spell_discount")))
