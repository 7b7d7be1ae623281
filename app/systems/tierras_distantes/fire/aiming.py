"""Aimed fire, judged: who shoots with what at whom, what each sees and how many dice that is (TD-FIRE, TD-CON, TD-DIV)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire import dice as dicing
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.position.actions import Fire, GroupShot
from app.systems.tierras_distantes.position.events_fights import Aimed, Shooting
from app.systems.tierras_distantes.space.distance import distance
from app.systems.tierras_distantes.space.sight import Sighting, culprit, sight

SHOOTS_TWICE: Final = RuleId("TD-CON-08")
UNKNOWN: Final = RuleId("TD-REF-02")


class Strike(NamedTuple):
    """Dice of one shooter at one target, measured before the first die (TD-FIRE-10, TD-ACC-08)."""

    unit: UnitId
    weapon: str
    aim: Aimed
    distance: int
    pool: Pool
    sighting: Sighting


class Volley(NamedTuple):
    """Aimed fire that may be done: all that was aimed; what is not seen is lost (TD-SEE-01)."""

    shots: tuple[Shooting, ...]
    strikes: tuple[Strike, ...]
    lost: tuple[Strike, ...]


def shots_of(action: Fire) -> Iterator[Fire | GroupShot]:
    """The act itself, then those who shoot with it."""
    yield action
    yield from action.others


def judge_fire(field: Field, player: Player, action: Fire) -> Volley | Refusal:
    """Whether miniatures that may act may all shoot so; what each of them would do. One target may be shot at as often as one likes (TD-FIRE-11)."""
    strikes: list[Strike] = []
    shots: list[Shooting] = []
    for shot in shots_of(action):
        refusal = _judge_shooter(field, shot, [each.unit for each in shots])
        weapon = refusal or dicing.judge_carried(field.rules, shot.weapon, field.position.units[shot.unit].weapons)
        if isinstance(weapon, Refusal):
            return weapon
        aims = _aims(weapon, shot)
        if isinstance(aims, Refusal):
            return aims
        for aim in aims:
            strike = judge_strike(field, player, shot.unit, weapon, aim)
            if isinstance(strike, Refusal):
                return strike
            strikes.append(strike)
        shots.append(Shooting(shot.unit, shot.weapon, aims))
    seen = tuple(strike for strike in strikes if strike.sighting.visible)
    return Volley(tuple(shots), seen, tuple(strike for strike in strikes if not strike.sighting.visible))


def _judge_shooter(field: Field, shot: Fire | GroupShot, before: list[UnitId]) -> Refusal | None:
    """Whether a shooter is able to (TD-FIRE-02), and appears but once (TD-CON-08)."""
    refusal = judge_able(field.rules, "fire", fitness_of(field.position.units[shot.unit]))
    return refusal or (Refusal(SHOOTS_TWICE, {"unit": shot.unit}) if shot.unit in before else None)


def _aims(weapon: Weapon, shot: Fire | GroupShot) -> tuple[Aimed, ...] | Refusal:
    """At whom a weapon is aimed: area weapons at nobody (TD-AREA-07), others at one, or divided (TD-DIV-01, TD-DIV-02)."""
    refusal = dicing.judge_aimed(weapon)
    if refusal is None and shot.split is not None:
        refusal = dicing.judge_shares(
            weapon, [share.target for share in shot.split], [share.dice for share in shot.split]
        )
    if refusal is not None:
        return refusal
    if shot.split is not None:
        return tuple(Aimed(share.target, share.dice) for share in shot.split)
    assert shot.target is not None
    return (Aimed(shot.target),)


def judge_strike(field: Field, player: Player, unit: UnitId, weapon: Weapon, aim: Aimed) -> Strike | Refusal:
    """Fire at one target: a known one (TD-REF-02), a living enemy (TD-FIRE-09), within reach (TD-RNG-03), with a die (TD-FIRE-12), seen
    (TD-SEE-01)."""
    rules, target = field.rules, field.position.units.get(aim.target)
    if target is None:
        return Refusal(UNKNOWN, {"unit": aim.target})
    refusal = dicing.judge_enemy(hostile=target.player != player and target.in_play)
    if refusal is not None:
        return refusal
    far = distance(rules, field.body(unit), field.body(aim.target))
    pool = dicing.dice_at(rules, weapon, far, aim.share)
    if isinstance(pool, Refusal):
        return replace(pool, facts={"unit": unit, "target": aim.target, **pool.facts})
    seen = sighted(field, unit, aim.target)
    if not seen.visible and rules.options.blind_shot == "forbidden":
        return unseen(field, unit, aim.target, seen)
    return Strike(unit, weapon.id, aim, far, pool, seen)


def sighted(field: Field, unit: UnitId, target: UnitId) -> Sighting:
    """What a miniature sees of another; the other way round it need not be the same (TD-SEE-09)."""
    options = field.rules.options
    others = field.others((unit, target)) if options.minis_block_sight else ()
    return sight(field.rules, field.land, field.body(unit), field.body(target), others)


def unseen(field: Field, unit: UnitId, target: UnitId, seen: Sighting) -> Refusal:
    """The refusal of a shot at somebody who is not seen (TD-SEE-01), with what is most in the way."""
    lengths = {"hidden_cm": dicing.in_cm(seen.hidden), "soft_cm": dicing.in_cm(seen.soft)}
    facts: dict[str, str | float] = {"unit": unit, "target": target, **lengths}
    by = culprit(field.rules, seen)
    return Refusal(dicing.UNSEEN, facts if by is None else {**facts, "blocker": by})
