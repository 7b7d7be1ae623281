"""Questions about distance, sight and bursts."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from app.engine.asking import Answer
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.queries import spatial
from app.systems.tierras_distantes.space import bursts
from app.systems.tierras_distantes.space import sight as seeing
from app.systems.tierras_distantes.space.distance import distance

SIGHTS: Final = ask.questions()


@SIGHTS.of_options
def _distance(rules: Rules, *, from_: spatial.ABody, to: spatial.ABody) -> Answer:
    return {"cm": ask.cm(distance(rules, from_, to))}


@SIGHTS.of_options
def _sight(
    rules: Rules,
    *,
    viewer: spatial.ABody,
    target: spatial.ABody,
    terrain: spatial.Terrain,
    minis: spatial.Bodies = (),
) -> Answer:
    seen = seeing.sight(rules, terrain, viewer, target, minis)
    return {
        "visible": seen.visible,
        "hidden_cm": ask.cm(seen.hidden),
        "visible_cm": ask.cm(seen.showing),
        "soft_cm": ask.cm(seen.soft),
        "cover": seen.cover,
    }


@SIGHTS.of_options
def _area_targets(
    rules: Rules,
    *,
    point: spatial.APoint,
    radius_cm: ask.Length,
    minis: Annotated[tuple[spatial.NamedBody, ...], msgspec.Meta(max_length=spatial.MOST_BODIES)],
) -> Answer:
    found = [spatial.body(each, f"given.minis[{number}]", each.id) for number, each in enumerate(minis)]
    return {"order": [body.id for body in bursts.caught(rules, point, radius_cm, found)]}
