"""Sizes, availability, ranging in and hits of bombardments; areas of air attacks (FHW-ART, FHW-AIR, FHW-SMOKE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Literal, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Skill
from app.systems.flames_hexwar.book.tables import Footprint, Rules
from app.systems.flames_hexwar.fire.numbers import SIX, Number

Mode = Literal["normal", "dispersed", "concentrated"]
Spotter = Literal["observer", "platoon_command", "company_command"]


class Size(NamedTuple):
    """How many hexes a bombardment covers, what is added to its numbers, which dice are rolled again."""

    hexes: int
    to_hit: int
    reroll: Literal["none", "hits", "misses"]


def footprint(rules: Rules, pieces: int, mode: Mode) -> Size | RuleId:
    """The size of a bombardment by so many pieces (FHW-ART-08 to FHW-ART-10, FHW-GEN-05)."""
    of = rules.bombardment
    if mode == "dispersed" and pieces < of.dispersed_min_pieces:
        return RuleId("FHW-ART-09")
    if mode == "concentrated" and pieces < of.concentrated_min_pieces:
        return RuleId("FHW-ART-10")
    row = _row(rules, pieces, mode)
    if row.hexes:
        return Size(row.hexes, row.to_hit, row.reroll)
    twice = round(2 * row.hexes_per_piece) * pieces
    rounds_up = mode == "concentrated" and rules.options.concentrated_rounding == "up"
    return Size((twice + rounds_up) // 2, row.to_hit, row.reroll)


def _row(rules: Rules, pieces: int, mode: Mode) -> Footprint:
    rows = [row for row in rules.footprints if row.mode == mode]
    return next((row for row in rows if row.pieces == pieces), None) or next(row for row in rows if row.pieces_from)


def corner_hexes(at: Hex, v: int) -> tuple[Hex, Hex, Hex]:
    """The three hexes of a corner (FHW-GEO-05)."""
    return (at, hexes.step(at, v), hexes.step(at, v + 1))


def is_shape(corner: Sequence[Hex], cells: Sequence[Hex]) -> bool:
    """Whether hexes, in their order, are a footprint about a corner (FHW-ART-07, FHW-GEO-18)."""
    if len(set(cells)) != len(cells) or len(cells) < 2:
        return False
    if len(cells) == 2:
        return set(cells) <= set(corner)
    if set(cells[:3]) != set(corner):
        return False
    return all(
        sum(hexes.distance(at, before) == 1 for before in cells[:number]) >= 2
        for number, at in enumerate(cells)
        if number >= 3
    )


class Turns(NamedTuple):
    """Turns just before this one in which a battery bombarded, or did not (FHW-ART-12)."""

    bombarded: int = 0
    idle: int = 0


def is_spent(rules: Rules, turns: Turns) -> bool:
    """Whether a battery may not bombard again (FHW-ART-13)."""
    return turns.bombarded >= rules.bombardment.max_consecutive_turns


def is_automatic(rules: Rules, turns: Turns) -> bool:
    """Whether it may be available without a die (FHW-ART-13)."""
    return turns.idle >= rules.bombardment.automatic_after_idle_turns


def availability_modifier(rules: Rules, turns: Turns) -> int:
    """What is added to the die of availability (FHW-ART-12, FHW-GEN-03)."""
    of = rules.bombardment
    if turns.bombarded >= 2:
        return of.modifier_after_two_turns_firing
    return of.modifier_after_two_turns_idle if turns.idle >= 2 else 0


def ranging_number(rules: Rules, skill: Skill, *, in_cover: bool, gone_to_ground: bool, by_company: bool) -> int:
    """What a ranging-in die must show, up to 7: a 6 and then 5 or more (FHW-ART-17)."""
    of = rules.to_hit
    cover = of.cover + (of.gone_to_ground if gone_to_ground else 0) if in_cover else 0
    return rules.skills[skill].to_hit_as_target + cover + by_company


def as_dice(rules: Rules, total: int) -> Number | None:
    """A number as dice (FHW-HIT-16); ``None``: it cannot be rolled."""
    if total >= rules.to_hit.impossible_from:
        return None
    return Number(min(total, SIX), (rules.to_hit.confirm[total],) if total in rules.to_hit.confirm else ())


def bombard_number(rules: Rules, skill: Skill, size: Size) -> int:
    """What a die for each team in the footprint must show (FHW-ART-18)."""
    return rules.bombardment.to_hit_by_battery_skill[skill] + size.to_hit


def suppresses_all(rules: Rules, pieces: int, mode: Mode) -> bool:
    """Whether every team in the footprint is suppressed, not only where a hit was scored (FHW-ART-16)."""
    return pieces >= rules.bombardment.suppress_all_from_pieces and mode != "dispersed"


def corner_distance(corner: Sequence[Hex], at: Hex) -> int:
    """How far a hex lies from a corner (FHW-GEO-09)."""
    return 1 + min(hexes.distance(near, at) for near in corner)


def corners_apart(a: Sequence[Hex], b: Sequence[Hex]) -> int:
    """How far two corners lie apart (FHW-GEO-09)."""
    return min(hexes.distance(one, two) for one in a for two in b)


def is_area(rules: Rules, corner: Sequence[Hex], cells: Sequence[Hex]) -> bool:
    """Whether these may be the hexes of an air attack (FHW-AIR-03); whether they are on the board is asked elsewhere."""
    if len(cells) != rules.air.hexes_per_attack or len(set(cells)) != len(cells):
        return False
    return all(corner_distance(corner, at) <= rules.air.radius for at in cells)


def split_refused(rules: Rules, planes: int, split: Sequence[int], corners: Sequence[Sequence[Hex]]) -> RuleId | None:
    """Whether planes may be split so among attacks about these corners (FHW-AIR-06)."""
    most = rules.air.max_distance_between_vertices
    far = any(corners_apart(a, b) > most for number, a in enumerate(corners) for b in corners[:number])
    wrong = sum(split) != planes or any(each < 1 for each in split)
    return RuleId("FHW-AIR-06") if wrong or far else None


def air_suppresses(rules: Rules, planes: int, hits: int) -> bool:
    """Whether an attack suppresses the teams of an acquired hex in which it scored so many hits (FHW-AIR-08)."""
    return hits > 0 or planes >= rules.air.suppress_automatically_from_planes


def is_near(friends: Set[Hex], cells: Iterable[Hex], most: int) -> bool:
    """Whether anybody is within so many hexes of any of these (FHW-ART-14, FHW-AIR-13)."""
    return any(not friends.isdisjoint(hexes.disc(at, most)) for at in cells)


Roll = Callable[[], int]


def meets(number: Number, roll: Roll) -> bool:
    """Rolls a number with its confirming dice (FHW-HIT-16)."""
    return roll() >= number.first and all(roll() >= need for need in number.confirm)
