"""The side view of a line of sight: what the upright plane from the eye to the target cuts, and which part of the target is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from app.engine.scene import Tone
from app.engine.telling import Cut, SideView
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, drawn
from app.systems.tierras_distantes.choices.planning.sights import verdict_words
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.profile import profile
from app.systems.tierras_distantes.space.sight import Sighting


def side_view(eyes: Eyes, field: Field, viewer: Unit, target: Unit, seen: Sighting) -> SideView:
    """A line from the eye of a viewer to the axis of a target (TD-SEE-03), with what was found of it."""
    one, two = field.body(viewer.id), field.body(target.id)
    tone: Tone = "bad" if not seen.visible else "warn" if seen.cover else "good"
    return SideView(
        viewer.id,
        target.id,
        length=round(drawn(1) * hypot(one.x - two.x, one.y - two.y), 1),
        eye=drawn(one.head),
        ground=0,
        feet=drawn(two.z),
        head=drawn(two.head),
        words=verdict_words(eyes, seen, two),
        tone=tone,
        hidden=tuple(hidden_parts(seen)),
        cuts=tuple(_cuts(eyes, field, viewer, target, seen)),
    )


def hidden_parts(seen: Sighting) -> Iterator[tuple[float, float]]:
    """The stretches of the axis that terrain hides, from the feet up, each once."""
    low: int | None = None
    high = 0
    for start, end in sorted((shadow.low, shadow.high) for shadow in seen.shadows):
        if low is None or start > high:
            if low is not None:
                yield drawn(low), drawn(high)
            low, high = start, end
        high = max(high, end)
    if low is not None:
        yield drawn(low), drawn(high)


def _cuts(eyes: Eyes, field: Field, viewer: Unit, target: Unit, seen: Sighting) -> Iterator[Cut]:
    hiding = {shadow.by for shadow in seen.shadows} | (
        set(seen.woods) if seen.cover_by in seen.woods or not seen.visible else set()
    )
    for each in profile(field.land, field.body(viewer.id), field.body(target.id)):
        piece = eyes.piece(each.by)
        assert piece is not None
        yield Cut(
            each.by,
            piece.kind,
            eyes.rules.ground[piece.kind].name,
            each.start,
            each.end,
            each.bottom,
            each.top,
            soft=each.is_soft,
            hides=each.by in hiding,
        )
