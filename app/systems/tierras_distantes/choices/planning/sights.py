"""What a miniature sees from a place, and what sees it there: a line to every enemy with the odds both ways (TD-SEE, TD-RNG).

Where shots at somebody unseen are lost, nothing is said but how far everybody is (TD-HID-04).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from app.boards import convex
from app.engine.offers import Choice
from app.engine.refusal import Refusal
from app.engine.scene import Disc, Point
from app.engine.telling import Chance, Overlay, Sight, Spot
from app.engine.types import Text
from app.engine.words import lowered, short_centimetres
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Result
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, drawn, length, odds, per_cent
from app.systems.tierras_distantes.choices.planning.reckoning import chances_of, cover_words, steps_of
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire import dice as dicing
from app.systems.tierras_distantes.fire.aiming import Strike, sighted
from app.systems.tierras_distantes.fire.attacks import Attack
from app.systems.tierras_distantes.fire.bursting import cover_at, judge_point
from app.systems.tierras_distantes.position.events_fights import Aimed
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance, point_body, reach_around
from app.systems.tierras_distantes.space.land import Body
from app.systems.tierras_distantes.space.sight import Sighting, culprit


class Shot(NamedTuple):
    """The best that somebody could do to somebody else from where both are: the attack and its chances."""

    attack: Attack
    found: Mapping[Result, Fraction]

    @property
    def casualty(self) -> Fraction:
        """The chance of a casualty."""
        return self.found["casualty"]

    @property
    def weapon(self) -> str:
        """What would be used."""
        return self.attack.strikes[0].weapon


class Outlook(NamedTuple):
    """What there is to say of a place."""

    overlays: tuple[Overlay, ...] = ()
    notes: tuple[Choice, ...] = ()
    chances: tuple[Chance, ...] = ()
    threats: tuple[Chance, ...] = ()


def look_round(eyes: Eyes, field: Field, unit: Unit, *, armed: bool) -> Outlook:
    """Every enemy that the seat knows of, from where a miniature stands in ``field``: lines, what is in their way, and the best odds both
    ways, the likeliest first. Who is not ``armed`` does not shoot from there."""
    enemies = tuple(eyes.enemies(field, unit))
    if eyes.is_blind:
        return Outlook(tuple(_line(eyes, field, unit, enemy) for enemy in enemies))
    lines: list[Overlay] = []
    notes: list[Choice] = []
    aims: list[Shot] = []
    threats: list[Shot] = []
    for enemy in enemies:
        seen = sighted(field, unit.id, enemy.id)
        aim = best_shot(eyes, field, unit, enemy, seen) if armed else None
        threat = best_shot(eyes, field, enemy, unit, sighted(field, enemy.id, unit.id)) if may_threaten(enemy) else None
        lines.append(_sight(eyes, field, unit, enemy, seen, aim, threat))
        if not seen.visible and armed:
            notes.append(
                Choice(
                    eyes.say("sight", "unseen", unit=enemy.id, why=why_hidden(eyes, seen, field.body(enemy.id))),
                    "muted",
                    enemy.id,
                )
            )
        aims += [aim] if aim is not None and (aim.casualty or aim.found["frightened"]) else []
        threats += [threat] if threat is not None and (threat.casualty or threat.found["frightened"]) else []
    return Outlook(
        tuple(lines),
        tuple(notes),
        tuple(_aimed(eyes, each) for each in _likeliest(aims)),
        tuple(threat_of(eyes, each) for each in _likeliest(threats)),
    )


def may_shoot(eyes: Eyes, unit: Unit) -> bool:
    """Whether a miniature has its shot left in this batch or in one to come: neither frightened, nor climbing, nor spent."""
    if unit.status == "done":
        return False
    return judge_able(eyes.rules, "fire", fitness_of(unit)) is None


def may_threaten(enemy: Unit) -> bool:
    """Whether an enemy could shoot in an activation of its own as it is now."""
    return not enemy.frightened and enemy.climbing is None


def best_shot(eyes: Eyes, field: Field, shooter: Unit, target: Unit, seen: Sighting) -> Shot | None:
    """The best weapon against a target that is seen so; a burst is put at its feet."""
    found = []
    for name in shooter.weapons:
        attack = _attack(field, shooter, target, field.rules.weapons[name], seen)
        if attack is not None:
            found.append(Shot(attack, chances_of(eyes, attack)))
    return max(found, key=lambda shot: (shot.casualty, shot.found["frightened"]), default=None)


def _attack(field: Field, shooter: Unit, target: Unit, weapon: Weapon, seen: Sighting) -> Attack | None:
    rules, one, two = field.rules, field.body(shooter.id), field.body(target.id)
    cover: Sighting | None = seen
    if weapon.area_radius_nm is None:
        pool = dicing.dice_at(rules, weapon, distance(rules, one, two)) if seen.visible else None
        far = distance(rules, one, two)
    else:
        point = point_body(two.x, two.y, two.z)
        pool = judge_point(rules, weapon, one, point, field.land, field.table)
        far, cover = distance(rules, one, point), cover_at(field, one, point, two)
    if pool is None or isinstance(pool, Refusal):
        return None
    strike = Strike(shooter.id, weapon.id, Aimed(target.id), far, pool, seen)
    return Attack(target.id, (strike,), pool, cover)


def _likeliest(shots: Sequence[Shot]) -> list[Shot]:
    return sorted(shots, key=lambda shot: (-shot.casualty, -shot.found["frightened"]))


def _aimed(eyes: Eyes, shot: Shot) -> Chance:
    target, weapon = shot.attack.target, lowered(eyes.weapon(shot.weapon))
    text = eyes.say("sight", "aimed", weapon=weapon, unit=eyes.named(target))
    return odds(text, shot.casualty, tuple(steps_of(eyes, shot.attack)), target)


def threat_of(eyes: Eyes, shot: Shot) -> Chance:
    """What an enemy could do, in this turn or, when it has acted, in the next."""
    shooter = eyes.position.units[shot.attack.strikes[0].unit]
    key = "threat_next" if shooter.status == "done" else "threat"
    text = eyes.say("sight", key, unit=eyes.named(shooter.id), weapon=lowered(eyes.weapon(shot.weapon)))
    return odds(text, shot.casualty, tuple(steps_of(eyes, shot.attack)), shooter.id)


# ---------------------------------------------------------------------------------------------------------------- lines


def _line(eyes: Eyes, field: Field, unit: Unit, enemy: Unit) -> Sight:
    """A line that says no more than how far it is, and whether that is within range."""
    one, two = field.body(unit.id), field.body(enemy.id)
    far = distance(field.rules, one, two)
    weapons = [field.rules.weapons[name] for name in unit.weapons]
    near = any(not isinstance(dicing.dice_at(field.rules, weapon, far), Refusal) for weapon in weapons)
    return Sight(enemy.id, _drawn(one), _drawn(two), "info", near=near, distance=length(far))


def _sight(
    eyes: Eyes, field: Field, unit: Unit, enemy: Unit, seen: Sighting, aim: Shot | None, threat: Shot | None
) -> Sight:
    """A line green in the open, amber to covered ones, grey where nothing is seen."""
    one, two = field.body(unit.id), field.body(enemy.id)
    by = at_fault(eyes, seen)
    return Sight(
        enemy.id,
        _drawn(one),
        _drawn(two),
        "muted" if not seen.visible else "warn" if seen.cover else "good",
        near=aim is not None or threat is not None,
        distance=length(distance(field.rules, one, two)),
        aim=None if aim is None else short(eyes, aim),
        threat=None if threat is None else short(eyes, threat),
        blocked=None if seen.visible else why_hidden(eyes, seen, field.body(enemy.id)),
        breaks_at=None if seen.visible else breaks_at(field, one, two, by),
        blockers=() if by is None else (by,),
        covered=cover_words(eyes, seen) if seen.visible and seen.cover else None,
    )


def short(eyes: Eyes, shot: Shot) -> Text:
    """The chance of a casualty, short enough to stand beside a base."""
    return eyes.say("sight", "short", share=per_cent(shot.casualty))


def at_fault(eyes: Eyes, seen: Sighting) -> str | None:
    """The piece that hides a target, or gives it cover."""
    return seen.cover_by if seen.visible else culprit(eyes.rules, seen)


def why_hidden(eyes: Eyes, seen: Sighting, target: Body) -> Text:
    """What hides a target, and how much of it."""
    least, by = eyes.rules.constants.see_min_nm, culprit(eyes.rules, seen)
    if by is None or (seen.showing < least and seen.hidden + least <= target.height):
        return eyes.say("sight", "bodies")
    key, deep = ("soft", seen.soft) if seen.showing >= least else ("hides", seen.hidden)
    return eyes.say("sight", key, piece=lowered(eyes.ground(by)), length=short_centimetres(round(deep / NM_PER_MM)))


def breaks_at(field: Field, one: Body, two: Body, by: str | None) -> Point | None:
    """Where the piece at fault begins on a line."""
    block = next((block for block in field.land.blocks if block.id == by), None)
    part = None if block is None or one.at == two.at else convex.part_inside(one.at, two.at, block.shape)
    if part is None:
        return None
    (top, bottom), _ = part
    return tuple(round(drawn(a + (b - a) * top // bottom), 1) for a, b in zip(one.at, two.at, strict=True))  # type: ignore[return-value]


def _drawn(body: Body) -> Point:
    return (drawn(body.x), drawn(body.y))


def ranges(eyes: Eyes, field: Field, unit: Unit) -> Iterator[Spot]:
    """How far the weapons of a miniature reach on its own level: with all dice, and at all (TD-RNG-02, TD-RNG-03)."""
    body = field.body(unit.id)
    for name in unit.weapons:
        weapon = field.rules.weapons[name]
        for reach in dict.fromkeys((weapon.effective_range_nm, weapon.max_range_nm)):
            if reach is not None:
                text = eyes.say("sight", "range", weapon=lowered(weapon.name), length=length(reach))
                around = drawn(reach_around(field.rules, body, reach))
                yield Spot(Disc(*_drawn(body), around), "info", text, outline=True)


def verdict_words(eyes: Eyes, seen: Sighting, target: Body) -> Text:
    """What a line of sight comes to: open, covered and by what, or blocked."""
    if not seen.visible:
        return why_hidden(eyes, seen, target)
    return cover_words(eyes, seen) if seen.cover else eyes.say("sight", "open")
