"""Questions about bombardments, smoke and aircraft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput
from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.fire.smoke import smoke_exhausted
from app.systems.flames_hexwar.queries import inputs as ask

BARRAGES = ask.questions()
Pieces = Annotated[int, msgspec.Meta(ge=1, le=40)]


def _corner(given: ask.VertexGiven) -> tuple[Hex, Hex, Hex]:
    return numbers.corner_hexes(hexes.from_offset(*given.hex), given.v)


@BARRAGES.of_options
def _footprint(rules: Rules, *, pieces: Pieces, mode: numbers.Mode) -> Answer:
    found = numbers.footprint(rules, pieces, mode)
    if isinstance(found, str):
        return {"illegal": found}
    return {"hexes": found.hexes, "to_hit": found.to_hit, "reroll": found.reroll}


@BARRAGES.of_options
def _footprint_shape(rules: Rules, *, vertex: ask.VertexGiven, hexes_: ask.Hexes) -> Answer:
    return {"legal": numbers.is_shape(_corner(vertex), hexes_)}


@BARRAGES.of_options
def _availability(
    rules: Rules,
    *,
    consecutive_bombard: ask.Few = 0,
    consecutive_idle: ask.Few = 0,
    use_automatic: bool = False,
    mortar: bool = False,
    die: ask.Die | None = None,
) -> Answer:
    turns = numbers.Turns(consecutive_bombard, consecutive_idle)
    if mortar:
        return {"available": True, "roll": False}
    if numbers.is_spent(rules, turns) or (use_automatic and not numbers.is_automatic(rules, turns)):
        return judged("FHW-ART-13", "available", "rule")
    if use_automatic:
        return {"available": True, "roll": False}
    if die is None:
        raise InvalidInput.at("given.die", "a die for the availability", None)
    total = die + numbers.availability_modifier(rules, turns)
    return {"available": total >= rules.bombardment.availability_needed, "roll": True}


@BARRAGES.of_options
def _bombard_allowed(
    rules: Rules, *, footprint: ask.Hexes, friends: ask.Hexes = (), aim_independent: bool = False
) -> Answer:
    if aim_independent:
        return judged("FHW-ART-15", "allowed", "rule")
    near = numbers.is_near(frozenset(friends), footprint, rules.bombardment.friend_distance)
    return judged("FHW-ART-14" if near else None, "allowed", "rule")


@BARRAGES.of_options
def _bombard_suppresses(
    rules: Rules,
    *,
    pieces: Pieces,
    mode: numbers.Mode,
    kind: Literal["infantry", "gun", "transport", "tank"],
    hit_in_hex: bool = False,
) -> Answer:
    may = kind != "tank" or rules.options.suppress_armour
    return {"suppressed": may and (hit_in_hex or numbers.suppresses_all(rules, pieces, mode))}


@BARRAGES.of_options
def _bombard_hit(rules: Rules, *, skill: ask.SkillType, pieces: Pieces, mode: numbers.Mode, dice: ask.Dice) -> Answer:
    size = numbers.footprint(rules, pieces, mode)
    if isinstance(size, str):
        raise InvalidInput.at("given.mode", f"a mode for so many pieces ({size})", mode)
    need = numbers.bombard_number(rules, skill.id, size)
    roll = _rolling(dice)
    wanted = numbers.as_dice(rules, need)
    hit = wanted is not None and numbers.meets(wanted, roll)
    if wanted is not None and size.reroll == ("hits" if hit else "misses"):
        hit = numbers.meets(wanted, roll)
    return {"need": need, "hit": hit}


@BARRAGES.of_options
def _range_in(
    rules: Rules,
    *,
    aim_skill: ask.SkillType,
    spotter: numbers.Spotter,
    dice: ask.Dice,
    cover: bool = False,
    gone_to_ground: bool = False,
) -> Answer:
    need = numbers.ranging_number(
        rules, aim_skill.id, in_cover=cover, gone_to_ground=gone_to_ground, by_company=spotter == "company_command"
    )
    wanted, roll = numbers.as_dice(rules, need), _rolling(dice)
    attempt = None
    for number in range(1, rules.bombardment.range_in_attempts + 1):
        if wanted is not None and numbers.meets(wanted, roll):
            attempt = number
            break
    return {"need": need, "attempt": attempt}


def _rolling(dice: Sequence[int]) -> numbers.Roll:
    left = list(dice)

    def roll() -> int:
        if not left:
            raise InvalidInput.at("given.dice", "another die", f"only {len(dice)} dice")
        return left.pop(0)

    return roll


@BARRAGES.of_options
def _smoke_stock(rules: Rules, *, die: ask.Die, earlier_uses: ask.Few = 0) -> Answer:
    return {"exhausted": smoke_exhausted(rules, die, earlier_uses)}


@BARRAGES.of_options
def _air_area(rules: Rules, *, vertex: ask.VertexGiven, hexes_: ask.AnyHexes) -> Answer:
    is_on_board = all(ask.BOARD.holds(at) for at in hexes_)
    return {"legal": is_on_board and numbers.is_area(rules, _corner(vertex), hexes_)}


@BARRAGES.of_options
def _air_split(
    rules: Rules,
    *,
    planes: Annotated[int, msgspec.Meta(ge=1, le=3)],
    split: Annotated[tuple[ask.Few, ...], msgspec.Meta(min_length=1, max_length=3)],
    vertices: Annotated[tuple[ask.VertexGiven, ...], msgspec.Meta(max_length=3)],
) -> Answer:
    if len(vertices) != len(split):
        raise InvalidInput.at("given.vertices", "one for each attack", len(vertices))
    refused = numbers.split_refused(rules, planes, split, [_corner(each) for each in vertices])
    return judged(refused, "legal", "rule")


@BARRAGES.of_options
def _air_suppress(
    rules: Rules, *, planes: Annotated[int, msgspec.Meta(ge=1, le=3)], acquired: bool = False, hits_in_hex: ask.Few = 0
) -> Answer:
    return {"suppressed": acquired and numbers.air_suppresses(rules, planes, hits_in_hex)}


@BARRAGES.of_options
def _offboard_air(rules: Rules, *, artillery: Literal["static", "self_propelled"], die: ask.Die) -> Answer:
    of = rules.air
    need = of.acquire_static if artillery == "static" else of.acquire_self_propelled
    return {"acquired": die >= need, "pieces_in_zone": of.pieces_in_zone}
