"""What a spell does, asked spell by spell (``spell_result``): each with the few values that matter to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer, dice_used
from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Name
from app.systems.open_wars.book.tables import STATS, Rules
from app.systems.open_wars.field import values
from app.systems.open_wars.fight import hit_checks
from app.systems.open_wars.fight.settling import Settled, settle
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.combat import ONE, OWNER, Defender, Defenders, Losses, defended, put_defender
from app.systems.open_wars.queries.inputs import Pieces

RESULTS: Final = ask.questions()
SPELLS: Final = ask.questions()
"""What ``spell_result`` is asked, by the spell."""

_NUMBERS: Final = frozenset(
    {
        "warquake",
        "jungle_roar",
        "blood_corruption",
        "aura_of_terror",
        "reckless_charge",
        "arcane_wind",
        "spectral_arrow",
    }
)


@RESULTS.question
def _spell_result(book: Book, *, given: Any, spell: Name) -> Answer:
    """What the spell does with these values."""
    known = SPELLS.names() - {_numbers.__name__.strip("_")}
    if spell not in known | _NUMBERS:
        raise InvalidInput.at("given.spell", f"one of {', '.join(sorted(known | _NUMBERS))}", spell)
    return SPELLS.answer(book, spell if spell in known else "numbers", given)


def _spell_hits(rules: Rules, card: str, unit: Defender, hits: int, dice: GivenDice, path: str) -> Settled:
    """Hits of a spell on one unit, in whatever moment: no combat, so no try of Grace unless the question says so."""
    ask.card_of(rules, card, "given.card")
    pieces, rows = Pieces(), ((card,),)
    put_defender(pieces, rules, rows, unit, path)
    return settle(ask.field_of(rules, rows, pieces), ONE, OWNER, hits, dice, unit=unit.unit)


# numbers


class _Valued(msgspec.Struct, frozen=True):
    unit: Name
    seat: ask.SeatNumber = 0
    initiative: ask.Many | None = None
    movement: ask.Many | None = None
    attack: ask.Many | None = None
    range: ask.Many | None = None


@SPELLS.question
def _numbers(
    rules: Rules,
    *,
    spell: ask.Spelled,
    units_in_location: Annotated[tuple[_Valued, ...], msgspec.Meta(max_length=100)],
) -> Answer:
    """Spells that only change numbers: the values of every unit they touch afterwards, never below 0 (OW-UNIT-12)."""
    found = []
    for index, unit in enumerate(units_in_location):
        kind = ask.unit_of(rules, unit.unit, f"given.units_in_location[{index}].unit")
        touched = spell.target == "all_units" or kind.faction == spell.faction or "faction" not in spell.target
        row: Answer = {"unit": unit.unit}
        for stat in STATS:
            value = getattr(unit, stat)
            change = spell.effect.get(stat, 0) + (spell.effect.get(f"{stat}_flying", 0) if kind.is_flying else 0)
            if value is not None:
                row[stat] = max(0, value + (change if touched else 0))
        found.append(row)
    return {"units": found}


# hits


@SPELLS.question
def _abyss_flames(
    rules: Rules,
    *,
    given: Any,
    target: Defender,
    mana_before: ask.Natural,
    cost: ask.Many,
    card: Name = "plains",
    dice: ask.Rolled,
) -> Answer:
    if cost > mana_before:
        raise InvalidInput.at("given.mana_before", f"at least the cost {cost}", mana_before)
    effect = rules.spells["abyss_flames"].effect
    settled = _spell_hits(rules, card, target, effect["hits"], dice, "given.target")
    destroyed = not settled.field.tokens
    return {
        "fallen": sum(settled.lost.values()),
        "unit_destroyed": destroyed,
        "mana_after": mana_before - cost + (effect["mana_if_destroyed"] if destroyed else 0),
        **dice_used(given, dice),
    }


class _PurifiedTarget(Defender, frozen=True, kw_only=True):
    card: Name = "plains"
    attack_effects: Annotated[tuple[ask.Number, ...], msgspec.Meta(max_length=50)] = ()


@SPELLS.question
def _purifying_flame(rules: Rules, *, given: Any, target: _PurifiedTarget, dice: ask.Rolled) -> Answer:
    """The hit, and the Attack of the tokens left in their next attack (OW-SPELL-03)."""
    hits = rules.spells["purifying_flame"].effect["hits"]
    settled = _spell_hits(rules, target.card, target, hits, dice, "given.target")
    kind, card = rules.units[target.unit], rules.cards[target.card]
    found = []
    for token in settled.field.here(ONE):
        printed = values.printed_values(kind, wounded=token.wounded)
        changes: list[values.Change] = [("attack", value) for value in target.attack_effects]
        found.append(values.effective_values(kind, printed, card, changes, purified=True).attack)
    return {"fallen": sum(settled.lost.values()), "attack_values": found, **dice_used(given, dice)}


class _Attacked(Defender, frozen=True, kw_only=True):
    seat: ask.SeatNumber = 0


Attacked = Annotated[tuple[_Attacked, ...], msgspec.Meta(max_length=100)]


def _in_order(units: Sequence[_Attacked], order: ask.SeatNumbers) -> list[tuple[int, _Attacked]]:
    """Units with their places in the list: by turn order of seats (without one, by number), then unit code."""
    places = {seat: place for place, seat in enumerate(order)}

    def key(entry: tuple[int, _Attacked]) -> tuple[int, int, str]:
        return places.get(entry[1].seat, len(places)), entry[1].seat, entry[1].unit

    return sorted(enumerate(units), key=key)


@SPELLS.of_options
def _war_cry(
    rules: Rules,
    *,
    given: Any,
    enemy_units: Attacked,
    turn_order: ask.SeatNumbers = (),
    card: Name = "plains",
    dice: ask.Rolled,
) -> Answer:
    """All dice first, then the hits in the same order with their saves (OW-SPELL-12, OW-DICE-07)."""
    effect, each = rules.spells["war_cry"].effect, rules.options.warcry_dice == "per_token"
    units = _in_order(enemy_units, turn_order)
    lost: Counter[str] = Counter()
    hits = [
        sum(dice.roll("war cry") in effect["roll_success"] for _ in range(unit.count if each else 1))
        for _, unit in units
    ]
    for (index, unit), scored in zip(units, hits, strict=True):
        lost.update(_spell_hits(rules, card, unit, scored * effect["hits"], dice, f"given.enemy_units[{index}]").lost)
    return {"lost": dict(lost), **dice_used(given, dice)}


@SPELLS.question
def _pillar_of_fire(
    rules: Rules,
    *,
    given: Any,
    units: Attacked,
    turn_order: ask.SeatNumbers = (),
    card: Name = "plains",
    dice: ask.Rolled,
) -> Answer:
    """Two hits on every unit but those of the Dwarves, by seat, then unit code (OW-SPELL-22)."""
    spell, lost = rules.spells["pillar_of_fire"], Counter[str]()
    for index, unit in _in_order(units, turn_order):
        path = f"given.units[{index}]"
        if ask.unit_of(rules, unit.unit, f"{path}.unit").faction != spell.faction:
            lost.update(_spell_hits(rules, card, unit, spell.effect["hits"], dice, path).lost)
    return {"lost": dict(lost), **dice_used(given, dice)}


@SPELLS.question
def _jaguars_call(
    rules: Rules,
    *,
    given: Any,
    hits_pending: ask.Many,
    card: Name = "plains",
    units_left_in_location: Defenders,
    choices: Losses = (),
    dice: ask.Rolled,
) -> Answer:
    """Hits fall only on what is still in the location (OW-ATK-08)."""
    ask.card_of(rules, card, "given.card")
    field = defended(rules, card, units_left_in_location, "given.units_left_in_location")
    settled = settle(field, ONE, OWNER, hits_pending, dice, choices)
    return {"lost": dict(settled.lost), "ignored_hits": settled.wasted, **dice_used(given, dice)}


# attacks and moves


@SPELLS.question
def _bloodthirst(
    rules: Rules,
    *,
    attack: ask.Many,
    tokens: ask.Some,
    first_attack_dice: ask.Dice,
    defender_can_take: ask.Many,
    second_attack_dice: ask.Dice = (),
) -> Answer:
    """A second attack after a first that scored, if somebody is left to be attacked (OW-SPELL-09, OW-ATK-06)."""
    attacks = [attack] * tokens
    with ask.given_dice(first_attack_dice) as dice:
        first = hit_checks.rolled_hits(attacks, [dice.roll("attack") for _ in attacks])
    if first == 0 or first >= defender_can_take:
        return {"second_attack": False}
    with ask.given_dice(second_attack_dice) as dice:
        second = hit_checks.rolled_hits(attacks, [dice.roll("second attack") for _ in attacks])
    return {"second_attack": True, "hits": [first, second]}


@SPELLS.question
def _immortal_legion(
    rules: Rules,
    *,
    given: Any,
    destroyed_units: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)],
    tokens_lost: ask.Tally = ask.NONE,
    dice: ask.Rolled,
) -> Answer:
    """One die for each destroyed unit, by code; on a success one of its tokens returns, acted and barred (OW-SPELL-28)."""
    spell, returned = rules.spells["immortal_legion"], dict[str, int]()
    for code in sorted(destroyed_units):
        kind = ask.unit_of(rules, code, "given.destroyed_units")
        if kind.faction != spell.faction:
            continue
        if dice.roll("immortal legion") in spell.effect["roll_success"] and not kind.is_two_sided:
            returned[code] = spell.effect["returns"]
    marks = {"acted": True, "barred": True} if returned else {}
    return {"returned": returned, **marks, **dice_used(given, dice)}


@SPELLS.question
def _wild_fury(
    rules: Rules,
    *,
    attack_hits_scored: ask.Many,
    movement: ask.Many,
    neighbour_costs: ask.Tally,
    hits_saved_by_defender: ask.Many = 0,
) -> Answer:
    """Hits count before saves; the step costs at most the full Movement (OW-SPELL-07)."""
    cells = [cell for cell, cost in neighbour_costs.items() if cost <= movement]
    return {"may_move_to": sorted(cells) if attack_hits_scored > 0 else []}


@SPELLS.question
def _elven_reflexes(
    rules: Rules,
    *,
    movement: ask.Many,
    path_costs: Annotated[tuple[ask.Many, ...], msgspec.Meta(max_length=100)],
    points_spent_this_turn: ask.Many = 0,
    acted: bool = False,
) -> Answer:
    """A path within a fresh budget; whoever had not acted still has not (OW-SPELL-19)."""
    return {"legal": sum(path_costs) <= movement, "acted_after": acted}


@SPELLS.question
def _mist_of_the_damned(rules: Rules, *, attempt: Annotated[str, msgspec.Meta(max_length=64)], die: ask.Die) -> Answer:
    """The die of a marked unit; a retreat that fails is spent all the same (OW-SPELL-26, OW-RET-09)."""
    moved = die not in rules.spells["mist_of_the_damned"].effect["roll_before_move_fail"]
    spent = attempt == "retreat"
    return {"moved": moved, "acted": spent, "barred": spent}


@SPELLS.question
def _elven_convergence(rules: Rules, *, then: Annotated[str, msgspec.Meta(max_length=200)] = "") -> Answer:
    """A free cast is used up whatever becomes of its spell, and nothing is given back (OW-DSP-03)."""
    return {"free_cast_left": 0, "mana_refunded": 0}
