"""Fire carried out: dice, results, who is frightened and who is lost (TD-FIRE-03, TD-FIRE-06, TD-CON-02, TD-AREA-03)."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.types import UnitId
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Point, Result
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.fire.aiming import Volley
from app.systems.tierras_distantes.fire.attacks import Attack, attacks_of
from app.systems.tierras_distantes.fire.bursting import Blast
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.fire.results import after, resolved
from app.systems.tierras_distantes.position import events_fights as e
from app.systems.tierras_distantes.position.actions import FireArea
from app.systems.tierras_distantes.position.story import Story
from app.systems.tierras_distantes.space.sight import Sighting


def fire(story: Story, volley: Volley) -> None:
    """Aimed fire: one attack for each target, in the order in which they were first named (TD-CON-01, TD-DIV-03, TD-DIV-06); casualties are
    removed after all of them (TD-FIRE-10)."""
    story.add(e.Fired(unit=min(shot.unit for shot in volley.shots), shots=volley.shots))
    for lost in volley.lost:
        story.add(e.ShotLost(unit=lost.unit, target=lost.aim.target))
    _suffer(story, [(each.target, _attack(story, each)) for each in attacks_of(story.rules, volley.strikes)])


def _attack(story: Story, attack: Attack) -> Result:
    by = tuple(
        e.Contributed(
            strike.unit,
            strike.weapon,
            up_to_mm(strike.distance),
            *strike.pool,
            _point(story, strike.unit),
            strike.sighting.cover,
            strike.aim.share,
        )
        for strike in attack.strikes
    )
    return _rolled(story, attack.target, by, attack.pool, cover_told(story.position.board.pieces, attack.seen))


def burst(story: Story, action: FireArea, blast: Blast) -> None:
    """Area fire: everybody in it suffers an attack of its own, the nearest first (TD-AREA-03, TD-AREA-05); casualties are removed after
    all of them."""
    assert blast.weapon.area_radius_nm is not None
    story.add(
        e.Burst(
            unit=action.unit,
            weapon=action.weapon,
            from_mm=_point(story, action.unit),
            x_mm=action.x_mm,
            y_mm=action.y_mm,
            z_mm=action.z_mm,
            radius_mm=blast.weapon.area_radius_nm // NM_PER_MM,
            hit=tuple(name for name, _ in blast.hit),
        )
    )
    found = []
    for name, seen in blast.hit:
        cover = cover_told(story.position.board.pieces, seen)
        distance, centre = up_to_mm(blast.distance), (action.x_mm, action.y_mm)
        by = (e.Contributed(action.unit, action.weapon, distance, *blast.pool, centre, cover.bonus),)
        found.append((name, _rolled(story, name, by, blast.pool, cover)))
    _suffer(story, found)


def _rolled(story: Story, target: UnitId, by: tuple[e.Contributed, ...], pool: Pool, cover: e.CoverTold) -> Result:
    """All attack dice, then all dice of the armour, and what comes of them."""
    rules = story.rules
    attack = story.rolled("attack", pool.rolled)
    defence = story.rolled("defence", rules.armours[story.position.units[target].armour].dice)
    scores = resolved(rules, attack, pool.kept, defence, cover.bonus)
    story.add(
        e.Attacked(
            unit=target,
            at_mm=_point(story, target),
            by=by,
            attack=e.AttackRoll(attack, pool.kept, scores.attack),
            defence=e.DefenceRoll(defence, scores.defence),
            cover=cover,
            margin=scores.margin,
            result=scores.result,
        )
    )
    return scores.result


def _suffer(story: Story, results: Sequence[tuple[UnitId, Result]]) -> None:
    """What becomes of the targets; who was frightened before stays so (TD-RES-05)."""
    for name, result in results:
        unit = story.position.units[name]
        found = after(result, frightened=unit.frightened)
        if found.frightened and not unit.frightened:
            story.add(e.Frightened(unit=name))
    for name, result in results:
        unit = story.position.units[name]
        if after(result, frightened=unit.frightened).lost:
            assert unit.x_mm is not None
            assert unit.y_mm is not None
            assert unit.z_mm is not None
            story.add(e.Lost(unit=name, x_mm=unit.x_mm, y_mm=unit.y_mm, z_mm=unit.z_mm))


def _point(story: Story, name: UnitId) -> Point:
    """Where a miniature stands in plan."""
    unit = story.position.units[name]
    assert unit.x_mm is not None
    assert unit.y_mm is not None
    return (unit.x_mm, unit.y_mm)


def cover_told(pieces: Sequence[Piece], seen: Sighting | None) -> e.CoverTold:
    """The bonus of a sighting and where it comes from."""
    by = None if seen is None else next((piece for piece in pieces if piece.id == seen.cover_by), None)
    if seen is None or by is None:
        return e.CoverTold()
    hides = any(shadow.by == by.id for shadow in seen.shadows)
    return e.CoverTold(seen.cover, "hidden" if hides else "soft" if by.id in seen.woods else "inside", by.id, by.kind)


def up_to_mm(length_nm: int) -> int:
    """A length in whole millimetres, rounded up."""
    return -(-length_nm // NM_PER_MM)
