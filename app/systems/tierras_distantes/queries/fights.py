"""Questions about dice, pools, shares, results and odds of fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput, Refusal
from app.systems.tierras_distantes.book.kinds import Player, Result
from app.systems.tierras_distantes.book.tables import Rules, Weapon
from app.systems.tierras_distantes.fire import dice as dicing
from app.systems.tierras_distantes.fire import odds as chances
from app.systems.tierras_distantes.fire import results
from app.systems.tierras_distantes.fire.bursting import judge_point
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.queries import spatial

FIGHTS: Final = ask.questions()
Distance = Annotated[float, msgspec.Meta(ge=0, le=ask.FARTHEST_CM)]
Number = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=400)]


class WeaponRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of one's own."""

    total: ask.Natural
    effective: ask.Natural
    effective_range: Distance
    max_range: Distance


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shooter's dice at the one target."""

    weapon: ask.Name
    distance_cm: Distance
    share: ask.Natural | None = None


class ShareGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A share of divided fire."""

    target: ask.Name
    dice: Number
    distance_cm: Distance


class ShotGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shot at a target, or divided."""

    shooter: ask.Name
    weapon: ask.Name
    target: ask.Name | None = None
    distance_cm: Distance | None = None
    split: Annotated[tuple[ShareGiven, ...], msgspec.Meta(min_length=1, max_length=40)] | None = None

    def __post_init__(self) -> None:
        given = tuple(each is not None for each in (self.target, self.distance_cm, self.split))
        if given not in ((True, True, False), (False, False, True)):
            raise ValueError("expected target and distance_cm, or split")


def _weapon(rules: Rules, name: str, path: str) -> Weapon:
    found = rules.weapons.get(name)
    if found is None:
        raise InvalidInput.at(path, "the id of a weapon", name)
    return found


def _own(row: WeaponRow) -> Weapon:
    most = ask.nm(row.max_range, "given.weapon.max_range") or None
    effective = ask.nm(row.effective_range, "given.weapon.effective_range")
    return Weapon(
        id="",
        name=ask.UNNAMED,
        total=row.total,
        effective=row.effective,
        effective_range_nm=effective,
        max_range_nm=most,
        area_radius_nm=None,
        divide=False,
        indirect=False,
        cost=0,
    )


def _pool(found: Pool | Refusal) -> Answer:
    if isinstance(found, Refusal):
        return judged(found, "ok", "rule")
    return {"ok": True, "rolled": found.rolled, "kept": found.kept}


@FIGHTS.of_options
def _weapon_dice(
    rules: Rules, *, weapon: ask.Name | WeaponRow, distance_cm: ask.Length, share: ask.Natural | None = None
) -> Answer:
    row = _own(weapon) if isinstance(weapon, WeaponRow) else _weapon(rules, weapon, "given.weapon")
    return _pool(dicing.dice_at(rules, row, distance_cm, share))


@FIGHTS.of_options
def _attack_pool(
    rules: Rules,
    *,
    contributions: Annotated[tuple[Contribution, ...], msgspec.Meta(min_length=1, max_length=40)],
) -> Answer:
    pools = []
    for number, each in enumerate(contributions):
        path = f"given.contributions[{number}]"
        weapon = _weapon(rules, each.weapon, f"{path}.weapon")
        distance = ask.nm(each.distance_cm, f"{path}.distance_cm")
        pool = dicing.judge_aimed(weapon) or dicing.dice_at(rules, weapon, distance, each.share)
        if isinstance(pool, Refusal):
            return _pool(pool)
        pools.append(pool)
    return _pool(dicing.together(pools))


@FIGHTS.of_options
def _divide(
    rules: Rules,
    *,
    weapon: ask.AWeapon,
    shares: Annotated[tuple[ShareGiven, ...], msgspec.Meta(min_length=1, max_length=40)],
) -> Answer:
    found = _shares(rules, weapon, shares, "given.shares")
    return judged(found, "ok", "rule") if isinstance(found, Refusal) else _attacks(found)


@FIGHTS.of_options
def _fire_plan(
    rules: Rules, *, shots: Annotated[tuple[ShotGiven, ...], msgspec.Meta(min_length=1, max_length=40)]
) -> Answer:
    """All see their targets (TD-CON-08, TD-DIV-06)."""
    pools: list[tuple[str, Pool]] = []
    shooters: set[str] = set()
    for number, shot in enumerate(shots):
        path = f"given.shots[{number}]"
        weapon = _weapon(rules, shot.weapon, f"{path}.weapon")
        if shot.shooter in shooters:
            return judged("TD-CON-08", "ok", "rule")
        shooters.add(shot.shooter)
        found = _shot(rules, weapon, shot, path)
        if isinstance(found, Refusal):
            return judged(found, "ok", "rule")
        pools += found
    return _attacks(pools)


def _shot(rules: Rules, weapon: Weapon, shot: ShotGiven, path: str) -> list[tuple[str, Pool]] | Refusal:
    if shot.split is not None:
        return _shares(rules, weapon, shot.split, f"{path}.split")
    assert shot.target is not None
    assert shot.distance_cm is not None
    distance = ask.nm(shot.distance_cm, f"{path}.distance_cm")
    pool = dicing.judge_aimed(weapon) or dicing.dice_at(rules, weapon, distance)
    return pool if isinstance(pool, Refusal) else [(shot.target, pool)]


def _shares(rules: Rules, weapon: Weapon, shares: Sequence[ShareGiven], path: str) -> list[tuple[str, Pool]] | Refusal:
    targets, dice = [each.target for each in shares], [each.dice for each in shares]
    refusal = dicing.judge_aimed(weapon) or dicing.judge_shares(weapon, targets, dice)
    if refusal is not None:
        return refusal
    found = []
    for number, share in enumerate(shares):
        distance = ask.nm(share.distance_cm, f"{path}[{number}].distance_cm")
        pool = dicing.dice_at(rules, weapon, distance, share.dice)
        if isinstance(pool, Refusal):
            return pool
        found.append((share.target, pool))
    return found


def _attacks(pools: Iterable[tuple[str, Pool]]) -> Answer:
    """One attack for each target, in the order in which they first appear (TD-DIV-06)."""
    by_target: dict[str, list[Pool]] = {}
    for target, pool in pools:
        by_target.setdefault(target, []).append(pool)
    attacks: list[dict[str, Any]] = []
    for target, found in by_target.items():
        whole = dicing.together(found)
        attacks.append({"target": target, "rolled": whole.rolled, "kept": whole.kept})
    return {"ok": True, "attacks": attacks}


@FIGHTS.of_options
def _aim(
    rules: Rules,
    *,
    weapon: ask.Name,
    weapons: ask.Names,
    shooter_seat: Player,
    target_seat: Player,
    visible: bool,
    distance_cm: ask.Length,
    target_lost: bool = False,
) -> Answer:
    refusal = dicing.judge_carried(rules, weapon, weapons)
    if isinstance(refusal, Refusal):
        return judged(refusal, "ok", "rule")
    hostile = shooter_seat != target_seat and not target_lost
    found = dicing.judge_aimed(refusal) or dicing.judge_enemy(hostile=hostile)
    pool = found or dicing.dice_at(rules, refusal, distance_cm)
    if isinstance(pool, Refusal):
        return judged(pool, "ok", "rule")
    if not visible and rules.options.blind_shot == "forbidden":
        return judged(Refusal(dicing.UNSEEN), "ok", "rule")
    return {"ok": True, "rolls": visible}


@FIGHTS.question
def _attack_total(rules: Rules, *, dice: ask.Dice, kept: ask.Natural) -> Answer:
    return {"total": results.total(dice, kept)}


@FIGHTS.question
def _resolve(
    rules: Rules, *, attack_dice: ask.Dice, kept: ask.Natural, defence_dice: ask.Dice, cover: Number
) -> Answer:
    found = results.resolved(rules, attack_dice, kept, defence_dice, cover)
    return {"attack": found.attack, "defence": found.defence, "margin": found.margin, "result": found.result}


@FIGHTS.question
def _odds(
    rules: Rules, *, rolled: ask.FewDice, kept: ask.FewDice, defence_dice: ask.FewDice, cover: Number = 0
) -> Answer:
    found = chances.chances(rules, Pool(rolled, kept), defence_dice, cover)
    return dict(zip(chances.RESULTS, chances.in_ten_thousandths(list(found.values())), strict=True))


@FIGHTS.question
def _apply_result(rules: Rules, *, result: Result, frightened: bool) -> Answer:
    found = results.after(result, frightened=frightened)
    return {"frightened": found.frightened, "lost": found.lost}


@FIGHTS.of_options
def _group_cover(
    rules: Rules, *, bonuses: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=100)]
) -> Answer:
    return {"cover": results.group_cover(rules, bonuses)}


@FIGHTS.of_options
def _area_shot(
    rules: Rules,
    *,
    weapon: ask.AWeapon,
    shooter: spatial.ABody,
    point: spatial.APoint,
    terrain: spatial.Terrain,
    board: spatial.Board | None = None,
) -> Answer:
    return _pool(judge_point(rules, weapon, shooter, point, terrain, board))
