"""Who controls a location, what it yields, what an army is worth and who is first (sections 5 and 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from app.engine.dice import Dice
from app.engine.types import Seat
from app.systems.open_wars.book.options import Options
from app.systems.open_wars.book.tables import Card, Rules
from app.systems.open_wars.field.values import touches

DICE_PER_SEAT: Final = 2
"""A tie for the highest army value: two dice each (OW-ORD-03)."""

_FIRST_TURN: Final = {"recruitment": 1, "movement": 2, "combat": 3}
"""How many phases the first turn leaves out, by option (OW-TURN-03)."""


class Yield(NamedTuple):
    """Gold and mana of one Collection phase."""

    gold: int
    mana: int


def is_contested(present: Iterable[Seat], sides: Mapping[Seat, str]) -> bool:
    """Whether the seats with tokens in a location are of two or more sides."""
    return len({sides[seat] for seat in present}) > 1


def controller(counts: Mapping[Seat, int], sides: Mapping[Seat, str], order: Sequence[Seat]) -> Seat | None:
    """The seat that controls a location where it has ``counts`` tokens (OW-CTL-01, OW-CTL-02, OW-CTL-03): of
    team-mates the one with most
    tokens, then the earlier in turn order."""
    present = [seat for seat, count in counts.items() if count > 0]
    if not present or is_contested(present, sides):
        return None
    rank = {seat: place for place, seat in enumerate(order)}
    return min(present, key=lambda seat: (-counts[seat], rank.get(seat, len(rank)), seat))


def location_income(rules: Rules, card: Card, units: Iterable[str]) -> Yield:
    """What a card yields to the seat that controls it with these units (OW-COL-01, OW-COL-02, OW-COL-03,
    OW-CARD-09)."""
    mana = card.mana
    for feature in card.features_of("income_if_unit"):
        if any(touches(feature, rules.units[code]) for code in units):
            mana += feature.mana
    return Yield(card.gold, mana)


def army_value(rules: Rules, counts: Mapping[str, int]) -> int:
    """The sum of the printed costs of the tokens on the map, 0 for one that is not for sale (OW-ORD-02, OW-HERO-04)."""
    return sum(rules.units[code].value * count for code, count in counts.items())


def turn_order(
    values: Mapping[Seat, int], dice: Dice, *, out: Collection[Seat] = (), stated: Sequence[Seat] | None = None
) -> tuple[Seat, ...]:
    """The turn order: the one the scenario states, or the seat with the highest army value first and the others clockwise
    (OW-ORD-01, OW-ORD-02, OW-ORD-03, OW-ORD-06). ``values`` holds every seat of the game; ``out`` are those no longer
    in it."""
    playing = sorted(seat for seat in values if seat not in out)
    if stated is not None:
        return tuple(seat for seat in stated if seat in playing)
    if not playing:
        return ()
    highest = max(values[seat] for seat in playing)
    first = roll_off([seat for seat in playing if values[seat] == highest], dice, DICE_PER_SEAT, "turn order")
    place = playing.index(first)
    return tuple(playing[place:] + playing[:place])


def roll_off(tied: Sequence[Seat], dice: Dice, dice_each: int, purpose: str) -> Seat:
    """The seat that rolls highest: each in the order given, those equal at the top again, until one is left
    (OW-ORD-03, OW-INI-05). One seat rolls nothing."""
    while len(tied) > 1:
        sums = [sum(dice.roll(f"{purpose}: {seat}") for _ in range(dice_each)) for seat in tied]
        tied = [seat for seat, total in zip(tied, sums, strict=True) if total == max(sums)]
    return tied[0]


def phases_of(options: Options, turn: int) -> tuple[str, ...]:
    """The phases of a turn in order; the end of the turn is always the last (OW-TURN-01, OW-TURN-02, OW-TURN-03,
    OW-TURN-04)."""
    phases = ("collect", "recruit", "movement", "combat", "turn_end")
    return phases if turn > 1 else phases[_FIRST_TURN[options.turn1_start_phase] :]
