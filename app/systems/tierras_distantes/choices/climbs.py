"""Climbs worth proposing, in words: each has been through the judge of climbs (TD-CLB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from app.boards.measured import round_half_away
from app.boards.plane import Point
from app.boards.ways import COMPASS, steps_toward
from app.engine.offering import Example
from app.engine.types import Text
from app.engine.words import shaped, short_centimetres
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PieceId
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march.holds import Climber, Hold, holds
from app.systems.tierras_distantes.position.actions import Climb
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.land import Block

WINDS: Final = ("east", "north_east", "north", "north_west", "west", "south_west", "south", "south_east")


def climber_of(field: Field, unit: Unit) -> Climber:
    """A miniature among those whom it may meet where a climb ends, as ``holds`` asks for it (TD-CLB-05)."""
    body, most = field.body(unit.id), field.rules.qualities[unit.quality].climb_nm
    shift = 2 * body.radius + field.rules.constants.climb_shift_nm
    box = ((body.x - shift, body.y - shift), (body.x + shift, body.y + shift))
    return Climber(body, unit.climbing, most, field.near(box, (unit.id,)))


def climbs(field: Field, unit: Unit) -> Iterator[tuple[Block, list[Example]]]:
    """Each piece in hold with the climbs that may be made."""
    found = holds(field.rules, field.land, field.table, climber_of(field, unit))
    for block, group in groupby(found, key=lambda hold: hold.block):
        climbed = {act_of(unit, hold): _told(field, unit, hold) for hold in group}
        names = _numbered(climbed.values())
        yield block, [Example(act, name, (block.id,)) for act, name in zip(climbed, names, strict=True)]


def _numbered(names: Iterable[Text]) -> list[Text]:
    """Names no two of which are alike: of several that were, each but the first has a number."""
    seen: Counter[Text] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else shaped("{name} ({n})", name=name, n=seen[name]))
    return found


def act_of(unit: Unit, hold: Hold) -> Climb:
    """A climb as an act."""
    ascent = hold.ascent
    at = None if ascent.at is None else (ascent.at[0] // NM_PER_MM, ascent.at[1] // NM_PER_MM)
    return Climb(unit.id, PieceId(hold.block.id), ascent.to_z // NM_PER_MM, ascent.over, at)


def _told(field: Field, unit: Unit, hold: Hold) -> Text:
    """A climb by how it ends and how high, and by the way it leads where there may be several."""
    say, end = field.rules.words.say, hold.ends.end
    height = short_centimetres(round_half_away(end.z, NM_PER_MM))
    name = hold.way if hold.way in ("up", "land") or hold.ends.is_climbing else f"{hold.way}_to_ground"
    if hold.ascent.at is None:
        return say("choices", f"climb_{name}", height=height)
    wind = say("winds", wind_of(field.body(unit.id).at, hold.ascent.at))
    return say("choices", f"climb_{name}_at", height=height, wind=wind)


def wind_of(start: Point, end: Point) -> str:
    """In which direction one place is from another."""
    step = steps_toward((end[0] - start[0], end[1] - start[1]), COMPASS)[0]
    part = len(COMPASS.cos) // len(WINDS)
    return WINDS[(step + part // 2) // part % len(WINDS)]
