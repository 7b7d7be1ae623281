"""What a spell does, asked spell by spell (``spell_result``): each with the few values that matter to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec

from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Name
from app.systems.open_wars.book.tables import STATS, Rules
from app.systems.open_wars.field import values
from app.systems.open_wars.fight import hit_checks
from app.systems.open_wars.fight.settling import Settled, settle
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.combat import ONE, OWNER, Defender, put_defender
from app.systems.open_wars.queries.inputs import Answer, Pieces

Result = Callable[[Book, Any], Answer]

Defenders = Annotated[tuple[Defender, ...], msgspec.Meta(max_length=100)]


class _WithDice(msgspec.Struct, frozen=True):
    dice: ask.Dice | None = None


def _dice_used(given: Any, dice: GivenDice) -> Answer:
    """``dice_used``, where the question gives dice."""
    return {} if ask.read(_WithDice, given).dice is None else {"dice_used": len(dice.rolls)}


def _spell_hits(rules: Rules, card: str, unit: Defender, hits: int, dice: GivenDice, path: str) -> Settled:
    """Hits of a spell on one unit, in whatever moment: no combat, so no try of Grace unless the question says so."""
    ask.card_of(rules, card, "given.card")
    rows = ((card,),)
    pieces = Pieces()
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


class _Numbers(msgspec.Struct, frozen=True):
    spell: Name
    units_in_location: Annotated[tuple[_Valued, ...], msgspec.Meta(max_length=100)]


def _numbers(book: Book, given: Any) -> Answer:
    """Spells that only change numbers: the values of every unit they touch afterwards, never below 0 (OW-UNIT-12)."""
    asked, rules = ask.read(_Numbers, given), ask.rules_of(book)
    spell, found = rules.spells[asked.spell], []
    for index, unit in enumerate(asked.units_in_location):
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


class _AbyssFlames(msgspec.Struct, frozen=True):
    target: Defender
    mana_before: ask.Natural
    cost: ask.Many
    card: Name = "plains"
    dice: ask.Dice = ()


def _abyss_flames(book: Book, given: Any) -> Answer:
    asked, rules = ask.read(_AbyssFlames, given), ask.rules_of(book)
    if asked.cost > asked.mana_before:
        raise InvalidInput.at("given.mana_before", f"at least the cost {asked.cost}", asked.mana_before)
    effect = rules.spells["abyss_flames"].effect
    with ask.given_dice(asked.dice) as dice:
        settled = _spell_hits(rules, asked.card, asked.target, effect["hits"], dice, "given.target")
    destroyed = not settled.field.tokens
    gained = effect["mana_if_destroyed"] if destroyed else 0
    return {
        "fallen": sum(settled.lost.values()),
        "unit_destroyed": destroyed,
        "mana_after": asked.mana_before - asked.cost + gained,
        **_dice_used(given, dice),
    }


class _PurifiedTarget(Defender, frozen=True, kw_only=True):
    card: Name = "plains"
    attack_effects: Annotated[tuple[ask.Number, ...], msgspec.Meta(max_length=50)] = ()


class _PurifyingFlame(msgspec.Struct, frozen=True):
    target: _PurifiedTarget
    dice: ask.Dice = ()


def _purifying_flame(book: Book, given: Any) -> Answer:
    """The hit, and the Attack of the tokens left in their next attack (OW-SPELL-03)."""
    asked, rules = ask.read(_PurifyingFlame, given), ask.rules_of(book)
    target = asked.target
    with ask.given_dice(asked.dice) as dice:
        hits = rules.spells["purifying_flame"].effect["hits"]
        settled = _spell_hits(rules, target.card, target, hits, dice, "given.target")
    kind, card = rules.units[target.unit], rules.cards[target.card]
    found = []
    for token in settled.field.here(ONE):
        printed = values.printed_values(kind, wounded=token.wounded)
        changes: list[values.Change] = [("attack", value) for value in target.attack_effects]
        found.append(values.effective_values(kind, printed, card, changes, purified=True).attack)
    return {"fallen": sum(settled.lost.values()), "attack_values": found, **_dice_used(given, dice)}


class _Standing(Defender, frozen=True, kw_only=True):
    seat: ask.SeatNumber = 0


Standing = Annotated[tuple[_Standing, ...], msgspec.Meta(max_length=100)]


def _in_order(units: Sequence[_Standing], order: ask.SeatNumbers) -> list[tuple[int, _Standing]]:
    """Units with their places in the list: by turn order of seats (without one, by number), then unit code."""
    places = {seat: place for place, seat in enumerate(order)}

    def key(entry: tuple[int, _Standing]) -> tuple[int, int, str]:
        return places.get(entry[1].seat, len(places)), entry[1].seat, entry[1].unit

    return sorted(enumerate(units), key=key)


class _WarCry(msgspec.Struct, frozen=True):
    enemy_units: Standing
    turn_order: ask.SeatNumbers = ()
    card: Name = "plains"
    dice: ask.Dice = ()
    options: ask.Options = {}


def _war_cry(book: Book, given: Any) -> Answer:
    """All dice first, then the hits in the same order with their saves (OW-SPELL-12, OW-DICE-07)."""
    asked = ask.read(_WarCry, given)
    rules = ask.rules_of(book, asked.options)
    effect, each = rules.spells["war_cry"].effect, rules.options.warcry_dice == "per_token"
    units = _in_order(asked.enemy_units, asked.turn_order)
    lost: dict[str, int] = {}
    with ask.given_dice(asked.dice) as dice:
        hits = [
            sum(dice.roll("war cry") in effect["roll_success"] for _ in range(unit.count if each else 1))
            for _, unit in units
        ]
        for (index, unit), scored in zip(units, hits, strict=True):
            path = f"given.enemy_units[{index}]"
            settled = _spell_hits(rules, asked.card, unit, scored * effect["hits"], dice, path)
            for code, count in settled.lost.items():
                lost[code] = lost.get(code, 0) + count
    return {"lost": lost, **_dice_used(given, dice)}


class _PillarOfFire(msgspec.Struct, frozen=True):
    units: Standing
    turn_order: ask.SeatNumbers = ()
    card: Name = "plains"
    dice: ask.Dice = ()


def _pillar_of_fire(book: Book, given: Any) -> Answer:
    """Two hits on every unit but those of the Dwarves, by seat, then unit code (OW-SPELL-22)."""
    asked, rules = ask.read(_PillarOfFire, given), ask.rules_of(book)
    spell = rules.spells["pillar_of_fire"]
    lost: dict[str, int] = {}
    with ask.given_dice(asked.dice) as dice:
        for index, unit in _in_order(asked.units, asked.turn_order):
            kind = ask.unit_of(rules, unit.unit, f"given.units[{index}].unit")
            if kind.faction != spell.faction:
                settled = _spell_hits(rules, asked.card, unit, spell.effect["hits"], dice, f"given.units[{index}]")
                for code, count in settled.lost.items():
                    lost[code] = lost.get(code, 0) + count
    return {"lost": lost, **_dice_used(given, dice)}


class _JaguarsCall(msgspec.Struct, frozen=True):
    hits_pending: ask.Many
    units_left_in_location: Defenders
    card: Name = "plains"
    choices: Annotated[tuple[Name, ...], msgspec.Meta(max_length=1_000)] = ()
    dice: ask.Dice = ()


def _jaguars_call(book: Book, given: Any) -> Answer:
    """Hits fall only on what is still in the location (OW-ATK-08)."""
    asked, rules = ask.read(_JaguarsCall, given), ask.rules_of(book)
    ask.card_of(rules, asked.card, "given.card")
    pieces, rows = Pieces(), ((asked.card,),)
    for index, unit in enumerate(asked.units_left_in_location):
        put_defender(pieces, rules, rows, unit, f"given.units_left_in_location[{index}]")
    field = ask.field_of(rules, rows, pieces)
    with ask.given_dice(asked.dice) as dice:
        settled = settle(field, ONE, OWNER, asked.hits_pending, dice, asked.choices)
    return {"lost": dict(settled.lost), "ignored_hits": settled.wasted, **_dice_used(given, dice)}


# attacks and moves


class _Bloodthirst(msgspec.Struct, frozen=True):
    attack: ask.Many
    tokens: ask.Some
    first_attack_dice: ask.Dice
    defender_can_take: ask.Many
    second_attack_dice: ask.Dice = ()


def _bloodthirst(book: Book, given: Any) -> Answer:
    """A second attack after a first that scored, if somebody is left to be attacked (OW-SPELL-09, OW-ATK-06)."""
    asked = ask.read(_Bloodthirst, given)
    attack = [asked.attack] * asked.tokens
    with ask.given_dice(asked.first_attack_dice) as dice:
        first = hit_checks.rolled_hits(attack, [dice.roll("attack") for _ in attack])
    if first == 0 or first >= asked.defender_can_take:
        return {"second_attack": False}
    with ask.given_dice(asked.second_attack_dice) as dice:
        second = hit_checks.rolled_hits(attack, [dice.roll("second attack") for _ in attack])
    return {"second_attack": True, "hits": [first, second]}


class _Legion(msgspec.Struct, frozen=True):
    destroyed_units: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]
    tokens_lost: ask.Tally = {}
    dice: ask.Dice = ()


def _immortal_legion(book: Book, given: Any) -> Answer:
    """One die for each destroyed unit, by code; on a success one of its tokens returns, acted and barred (OW-SPELL-28)."""
    asked, rules = ask.read(_Legion, given), ask.rules_of(book)
    spell, returned = rules.spells["immortal_legion"], dict[str, int]()
    with ask.given_dice(asked.dice) as dice:
        for code in sorted(asked.destroyed_units):
            kind = ask.unit_of(rules, code, "given.destroyed_units")
            if kind.faction != spell.faction:
                continue
            if dice.roll("immortal legion") in spell.effect["roll_success"] and not kind.is_two_sided:
                returned[code] = spell.effect["returns"]
    marks = {"acted": True, "barred": True} if returned else {}
    return {"returned": returned, **marks, **_dice_used(given, dice)}


class _WildFury(msgspec.Struct, frozen=True):
    attack_hits_scored: ask.Many
    movement: ask.Many
    neighbour_costs: ask.Tally
    hits_saved_by_defender: ask.Many = 0


def _wild_fury(book: Book, given: Any) -> Answer:
    """Hits count before saves; the step costs at most the full Movement (OW-SPELL-07)."""
    asked = ask.read(_WildFury, given)
    cells = [cell for cell, cost in asked.neighbour_costs.items() if cost <= asked.movement]
    return {"may_move_to": sorted(cells) if asked.attack_hits_scored > 0 else []}


class _ElvenReflexes(msgspec.Struct, frozen=True):
    movement: ask.Many
    path_costs: Annotated[tuple[ask.Many, ...], msgspec.Meta(max_length=100)]
    points_spent_this_turn: ask.Many = 0
    acted: bool = False


def _elven_reflexes(book: Book, given: Any) -> Answer:
    """A path within a fresh budget; whoever had not acted still has not (OW-SPELL-19)."""
    asked = ask.read(_ElvenReflexes, given)
    return {"legal": sum(asked.path_costs) <= asked.movement, "acted_after": asked.acted}


class _Mist(msgspec.Struct, frozen=True):
    attempt: Annotated[str, msgspec.Meta(max_length=64)]
    die: ask.Die


def _mist(book: Book, given: Any) -> Answer:
    """The die of a marked unit; a retreat that fails is spent all the same (OW-SPELL-26, OW-RET-09)."""
    asked, rules = ask.read(_Mist, given), ask.rules_of(book)
    moved = asked.die not in rules.spells["mist_of_the_damned"].effect["roll_before_move_fail"]
    spent = asked.attempt == "retreat"
    return {"moved": moved, "acted": spent, "barred": spent}


class _Convergence(msgspec.Struct, frozen=True):
    then: Annotated[str, msgspec.Meta(max_length=200)] = ""


def _convergence(book: Book, given: Any) -> Answer:
    """A free cast is used up whatever becomes of its spell, and nothing is given back (OW-DSP-03)."""
    ask.read(_Convergence, given)
    return {"free_cast_left": 0, "mana_refunded": 0}


_RESULTS: Final[Mapping[str, Result]] = {
    "abyss_flames": _abyss_flames,
    "purifying_flame": _purifying_flame,
    "war_cry": _war_cry,
    "pillar_of_fire": _pillar_of_fire,
    "jaguars_call": _jaguars_call,
    "bloodthirst": _bloodthirst,
    "immortal_legion": _immortal_legion,
    "wild_fury": _wild_fury,
    "elven_reflexes": _elven_reflexes,
    "mist_of_the_damned": _mist,
    "elven_convergence": _convergence,
}

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


class _Spell(msgspec.Struct, frozen=True):
    spell: Name


def spell_result(book: Book, given: Any) -> Answer:
    """``spell_result``: what the spell does with these values."""
    name = ask.read(_Spell, given).spell
    if name in _NUMBERS:
        return _numbers(book, given)
    if name not in _RESULTS:
        raise InvalidInput.at("given.spell", f"one of {', '.join(sorted({*_RESULTS, *_NUMBERS}))}", name)
    return _RESULTS[name](book, given)


RESULT_QUERIES: Final[Mapping[str, Result]] = {"spell_result": spell_result}
