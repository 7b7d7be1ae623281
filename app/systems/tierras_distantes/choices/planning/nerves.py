"""What an attempt to rally would mean, and what naming and ending a batch leaves behind (TD-FRT, TD-ACT)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from app.engine.offers import Choice, Preview
from app.engine.scene import Disc
from app.engine.telling import Overlay, Ring, Spot
from app.engine.words import joined, lowered, same
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import DIE_SIDES, other
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, cm, drawn, length, odds
from app.systems.tierras_distantes.choices.planning.sights import Shot, best_shot
from app.systems.tierras_distantes.choices.planning.walks import frightened_near
from app.systems.tierras_distantes.fire.aiming import sighted
from app.systems.tierras_distantes.nerve.rallying import rally_below, recovers
from app.systems.tierras_distantes.position.actions import Activate, EndBatch, Rally, RallyOther
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance, leader_reaches, reach_around
from app.systems.tierras_distantes.turn.batches import ready_of, units_with_status


def chance_to_rally(eyes: Eyes, unit: Unit) -> Fraction:
    """How likely an attempt is to succeed (TD-FRT-03)."""
    quality = eyes.rules.qualities[unit.quality]
    rolls = list(product(range(1, DIE_SIDES + 1), repeat=eyes.rules.constants.rally_dice))
    return Fraction(sum(recovers(eyes.rules, quality, dice) for dice in rolls), len(rolls))


def preview_rally(eyes: Eyes, action: Rally) -> Preview:
    """An attempt of one's own, all that are left, and what a shot after it would come to (TD-FRT-04)."""
    unit = eyes.position.units[action.unit]
    share, left = chance_to_rally(eyes, unit), _left(eyes, unit)
    below = rally_below(eyes.rules, eyes.rules.qualities[unit.quality])
    step = (eyes.say("odds", "rally", n=below), "TD-FRT-03")
    chances = [odds(eyes.say("odds", "rallies", unit=eyes.named(unit.id)), share, (step,), unit.id)]
    if left > 1:
        tries = 1 - (1 - share) ** left
        chances.append(odds(eyes.counted("odds", "rallies_in", left), tries, unit=unit.id))
    shot = _shot_after(eyes, unit)
    if shot is not None and left > 1:
        recovered = 1 - (1 - share) ** (left - 1)
        text = eyes.say(
            "odds", "then_shoots", unit=eyes.named(shot.attack.target), weapon=lowered(eyes.weapon(shot.weapon))
        )
        chances.append(odds(text, recovered * shot.casualty, unit=shot.attack.target))
    return Preview(
        True, facts={"below": below, "actions": left}, notes=tuple(_leaders(eyes, unit)), chances=tuple(chances)
    )


def preview_rally_other(eyes: Eyes, action: RallyOther) -> Preview:
    """A leader's attempt, with the circle he reaches (TD-FRT-05)."""
    units = eyes.position.units
    leader, target = units[action.unit], units[action.target]
    share, below = chance_to_rally(eyes, target), rally_below(eyes.rules, eyes.rules.qualities[target.quality])
    far = distance(eyes.rules, eyes.field.body(leader.id), eyes.field.body(target.id))
    step = (eyes.say("odds", "rally", n=below), "TD-FRT-03")
    after = "rallied_acts" if target.status in ("ready", "active") else "rallied_waits"
    notes = [Choice(eyes.say("plan", after, unit=eyes.named(target.id)))]
    if not _has_spent_shot(eyes, leader) and _left(eyes, leader) == 1:
        notes.append(Choice(eyes.say("plan", "last_action", unit=eyes.named(leader.id)), "warn", leader.id))
    return Preview(
        True,
        facts={"below": below, "distance_cm": cm(far)},
        notes=tuple(notes),
        chances=(odds(eyes.say("odds", "rallies", unit=eyes.named(target.id)), share, (step,), target.id),),
        overlays=tuple(leader_circle(eyes, leader)),
    )


def leader_circle(eyes: Eyes, leader: Unit) -> Iterator[Overlay]:
    """How far a leader reaches, and the frightened within it (TD-FRT-05)."""
    body, reach = eyes.field.body(leader.id), eyes.rules.constants.leader_range_nm
    around = reach_around(eyes.rules, body, reach)
    label = eyes.say("plan", "leads", length=length(reach))
    yield Spot(Disc(drawn(body.x), drawn(body.y), drawn(around)), "info", label, outline=True)
    for unit in frightened_near(eyes.field, leader):
        yield Ring(unit.id, "warn")


def _left(eyes: Eyes, unit: Unit) -> int:
    """Actions that are left."""
    return eyes.rules.constants.actions - (unit.actions if unit.status == "active" else 0)


def _has_spent_shot(eyes: Eyes, unit: Unit) -> bool:
    return unit.status == "active" and unit.shots >= eyes.rules.constants.shots


def _shot_after(eyes: Eyes, unit: Unit) -> Shot | None:
    """The best shot of somebody who would have rallied, as far as its seat may know."""
    if eyes.is_blind or unit.climbing is not None or _has_spent_shot(eyes, unit):
        return None
    field = eyes.field
    shots = [
        shot
        for enemy in eyes.enemies(field, unit)
        if (shot := best_shot(eyes, field, unit, enemy, sighted(field, unit.id, enemy.id))) is not None
    ]
    return max(shots, key=lambda shot: shot.casualty, default=None)


def _leaders(eyes: Eyes, unit: Unit) -> Iterator[Choice]:
    """Leaders who could try instead, with actions to spare."""
    for leader in eyes.position.units.values():
        is_other = leader.player == unit.player and leader.status == "active" and leader.id != unit.id
        is_able = is_other and judge_able(eyes.rules, "rally_other", fitness_of(leader)) is None
        if is_able and leader_reaches(eyes.rules, eyes.field.body(leader.id), eyes.field.body(unit.id)):
            yield Choice(eyes.say("plan", "leader_could", leader=eyes.named(leader.id)), "warn", leader.id)


# ------------------------------------------------------------------------------------------------------------- batches


def preview_activation(eyes: Eyes, action: Activate) -> Preview:
    """Who would act, with a word on those who can do little (TD-ACT-03, TD-ACT-11)."""
    units = [eyes.position.units[name] for name in action.units]
    return Preview(
        True,
        facts={"named": len(units)},
        notes=tuple(note for unit in units for note in _of_named(eyes, unit)),
        overlays=tuple(Ring(unit.id, "warn" if unit.frightened else "good") for unit in units),
    )


def _of_named(eyes: Eyes, unit: Unit) -> Iterator[Choice]:
    if unit.frightened:
        yield Choice(eyes.say("plan", "named_frightened", unit=eyes.named(unit.id)), "warn", unit.id)
    if unit.climbing is not None:
        yield Choice(eyes.say("plan", "named_climbing", unit=eyes.named(unit.id)), "info", unit.id)


def preview_end(eyes: Eyes, action: EndBatch) -> Preview:
    """What ending a batch leaves unused (TD-ACC-10), and what comes after it (TD-ACT-08, TD-ACT-09)."""
    return Preview(True, notes=tuple(_before_end(eyes, action)))


def _before_end(eyes: Eyes, action: EndBatch) -> Iterator[Choice]:
    player, position = eyes.player, eyes.position
    assert player is not None
    active = [unit for unit in units_with_status(position, player, "active") if _left(eyes, unit)]
    for unit in active:
        shot = None if unit.frightened or _has_spent_shot(eyes, unit) else _shot_after(eyes, unit)
        if shot is not None:
            places = {"unit": eyes.named(unit.id), "target": shot.attack.target, "share": _whole(shot)}
            yield Choice(eyes.say("plan", "unused_shot", **places), "warn", unit.id)
        else:
            yield Choice(eyes.counted("plan", "unused", _left(eyes, unit), unit=eyes.named(unit.id)), "warn", unit.id)
    if action.rest:
        yield Choice(eyes.say("plan", "named_idle", list=joined(map(same, action.rest))), "warn")
    mine = len(ready_of(position, player)) - len(action.rest)
    theirs = len(ready_of(position, other(player)))
    if not mine and theirs:
        yield Choice(eyes.counted("plan", "final_theirs", theirs))
    elif mine and not theirs:
        yield Choice(eyes.counted("plan", "final_mine", mine))
    elif not mine and not theirs:
        yield Choice(eyes.say("plan", "turn_ends"))


def _whole(shot: Shot) -> int:
    return round(100 * shot.casualty)
