"""What a climb would mean: how high it goes, where it ends, and what comes within reach from there (TD-CLB)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.offers import Choice, Preview
from app.engine.scene import Disc, Tone
from app.engine.telling import Line, Overlay, Ring, Spot
from app.engine.words import lowered
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.choices.paths import reaches
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, cm, drawn, length, outlines
from app.systems.tierras_distantes.choices.planning.sights import look_round
from app.systems.tierras_distantes.choices.planning.walks import may_shoot_after, near_leader
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march.clambering import judge_climb
from app.systems.tierras_distantes.march.climbing import Ascended, actions_for
from app.systems.tierras_distantes.position.actions import Climb
from app.systems.tierras_distantes.position.changes import unit_with
from app.systems.tierras_distantes.position.state import Unit


def preview_climb(eyes: Eyes, action: Climb) -> Preview:
    """What a legal climb would mean, and what is seen from its end."""
    found = judge_climb(eyes.field, action)
    assert isinstance(found, Ascended)
    unit = eyes.position.units[action.unit]
    planned = _planned(eyes, action, found)
    there = planned.position.units[action.unit]
    seen = look_round(eyes, planned, there, armed=may_shoot_after(eyes, unit) and not found.is_climbing)
    return Preview(
        True,
        facts={"travel_cm": cm(found.travel), "height_cm": cm(found.end.z), "still_climbing": found.is_climbing},
        notes=(
            *_notes(eyes, unit, action, found),
            *(near_leader(eyes, planned, there) if unit.leader else ()),
            *seen.notes,
        ),
        chances=seen.chances,
        overlays=(*_way(eyes, action, found), *reach_after(eyes, planned, there), *seen.overlays),
        threats=seen.threats,
    )


def _planned(eyes: Eyes, action: Climb, found: Ascended) -> Field:
    """The field with the climber where it ends, the action spent."""
    end, unit = found.end, eyes.position.units[action.unit]
    position = unit_with(
        eyes.position,
        unit.id,
        x_mm=end.x // NM_PER_MM,
        y_mm=end.y // NM_PER_MM,
        z_mm=end.z // NM_PER_MM,
        climbing=action.piece if found.is_climbing else None,
        status="active",
        actions=unit.actions + 1,
        moves=unit.moves + eyes.rules.options.climb_is_move,
    )
    return Field(eyes.rules, position)


def _way(eyes: Eyes, action: Climb, found: Ascended) -> Iterator[Overlay]:
    body, end = eyes.field.body(action.unit), found.end
    tone: Tone = "warn" if found.is_climbing else "good"
    yield Ring(action.piece, tone)
    if body.at != end.at:
        ends = ((drawn(body.x), drawn(body.y)), (drawn(end.x), drawn(end.y)))
        yield Line(ends, tone, length(found.travel))
    disc = Disc(drawn(end.x), drawn(end.y), drawn(end.radius))
    yield Spot(disc, tone, eyes.say("plan", "height", length=length(end.z)), outline=True)


def reach_after(eyes: Eyes, planned: Field, unit: Unit) -> Iterator[Overlay]:
    """How far one gets from the end of a climb, if it stands there and has a move left."""
    if unit.climbing is None and judge_able(eyes.rules, "move", fitness_of(unit)) is None:
        yield from outlines(reaches(planned, unit, moves=1), "info", eyes.say("plan", "reach_after"))


def _notes(eyes: Eyes, unit: Unit, action: Climb, found: Ascended) -> Iterator[Choice]:
    quality, block = eyes.rules.qualities[unit.quality], eyes.ground(action.piece)
    yield Choice(eyes.say("plan", "climbs", length=length(found.travel), most=length(quality.climb_nm)))
    if not found.is_climbing:
        key = "on_top" if found.end.z else "on_table"
        yield Choice(eyes.say("plan", key, piece=lowered(block), length=length(found.end.z)), "good")
        return
    yield Choice(eyes.say("plan", "hangs", piece=lowered(block), length=length(found.end.z)), "warn", unit.id)
    top = next(each.z1 for each in eyes.field.land.blocks if each.id == action.piece)
    if found.end.z < top:
        n = actions_for(top - found.end.z, quality.climb_nm)
        yield Choice(eyes.counted("plan", "to_the_top", n))
