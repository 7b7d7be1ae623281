"""Aimed fire worth proposing: at each target, divided, together with others. All of it has been through the functions that judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.choices.lookout import lookout_of
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire import dice as dicing
from app.systems.tierras_distantes.fire.aiming import sighted
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.position.actions import Fire, GroupShot, Share
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance

FRIGHT: Final = 0.4
"""What frightening somebody is worth beside a casualty."""
DIVIDED_AMONG: Final = 4
"""Divided fire is proposed at so many targets, the best ones."""
GROUPED_AT: Final = 2
"""Fire of several together is proposed at so many targets, the best ones."""


class Aim(NamedTuple):
    """A target that a weapon may be fired at: whom, from how far, with which dice, and what that may be expected to do."""

    target: UnitId
    distance: int
    pool: Pool
    hope: float


def aims(field: Field, unit: Unit, weapon: Weapon, targets: Sequence[Unit]) -> list[Aim]:
    """Each of these enemies that a miniature may fire a weapon at (TD-RNG-03, TD-FIRE-12, TD-SEE-01). Where blind shots are lost nothing that
    depends on sight is looked at (TD-HID-04)."""
    rules, lookout, shooter = field.rules, lookout_of(field), field.body(unit.id)
    looks, bodies_hide = rules.options.blind_shot == "forbidden", rules.options.minis_block_sight
    found = []
    for target in targets:
        body = field.body(target.id)
        far = distance(rules, shooter, body)
        pool = dicing.dice_at(rules, weapon, far)
        if isinstance(pool, Refusal):
            continue
        cover = 0
        if looks:
            seen = sighted(field, unit.id, target.id) if bodies_hide else lookout.look(shooter, body)
            if not seen.visible:
                continue
            cover = seen.cover
        odds = lookout.odds(pool, rules.armours[target.armour].dice, cover)
        fright = 0.0 if target.frightened else FRIGHT * odds.frightened
        found.append(Aim(target.id, far, pool, odds.casualty + fright))
    return found


def best_first(found: Sequence[Aim]) -> list[Aim]:
    """The targets at which most may be expected first."""
    return sorted(found, key=lambda aim: (-aim.hope, aim.target))


def split_shots(field: Field, unit: Unit, weapon: Weapon, best: Sequence[Aim]) -> Iterator[Fire]:
    """Fire divided evenly, and to either side (TD-DIV-02), among the best targets; each share has a die where it is aimed (TD-DIV-05)."""
    whole = weapon.effective
    if not weapon.divide or whole < 2:
        return
    for one, two in combinations(best[:DIVIDED_AMONG], 2):
        for part in dict.fromkeys((whole - whole // 2, whole - 1, 1)):
            shares = ((one, part), (two, whole - part))
            if not any(
                isinstance(dicing.dice_at(field.rules, weapon, aim.distance, dice), Refusal) for aim, dice in shares
            ):
                yield Fire(unit.id, weapon.id, split=tuple(Share(aim.target, dice) for aim, dice in shares))


def group_shots(
    field: Field, unit: Unit, weapon: Weapon, best: Sequence[Aim], friends: Sequence[Unit]
) -> Iterator[Fire]:
    """Fire at the best targets together with all who can join (TD-CON-01), and with the one who adds most; ``friends`` may be named by it."""
    for aim in best[:GROUPED_AT]:
        target = field.position.units[aim.target]
        joining = [shot for friend in friends if (shot := _joining(field, friend, target)) is not None]
        if joining:
            yield Fire(unit.id, weapon.id, aim.target, others=tuple(shot for _, shot in joining))
        if len(joining) > 1:
            yield Fire(unit.id, weapon.id, aim.target, others=(max(joining, key=lambda each: each[0])[1],))


def _joining(field: Field, friend: Unit, target: Unit) -> tuple[float, GroupShot] | None:
    """The best weapon with which a friend may fire at a target, and what it may be expected to do by itself."""
    if judge_able(field.rules, "fire", fitness_of(friend)) is not None:
        return None
    found = []
    for name in friend.weapons:
        weapon = field.rules.weapons[name]
        if weapon.area_radius_nm is None:
            found += [
                (aim.hope, GroupShot(friend.id, name, target.id)) for aim in aims(field, friend, weapon, (target,))
            ]
    return max(found, key=lambda each: each[0], default=None)
