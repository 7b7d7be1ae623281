"""What a selected miniature could do from where it is: how far it gets, what it sees and what sees it, what it can climb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.boards import plane
from app.boards.reach import Reach
from app.engine.judging import Kept
from app.engine.offers import Choice, Preview
from app.engine.scene import Disc, Polygon
from app.engine.telling import Overlay, Ring, Spot
from app.engine.types import Text
from app.engine.words import lowered
from app.systems.tierras_distantes.activation.allowance import fitness_of
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.choices.climbs import climber_of
from app.systems.tierras_distantes.choices.paths import reaches
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, drawn, outlines
from app.systems.tierras_distantes.choices.planning.nerves import leader_circle
from app.systems.tierras_distantes.choices.planning.sights import look_round, may_shoot, ranges
from app.systems.tierras_distantes.choices.planning.walks import faces
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march.holds import holds
from app.systems.tierras_distantes.position.state import Position, Unit

DRAWN: Final = 2
"""Moves whose reach is drawn at most."""


def _reached(rules: Rules, position: Position, unit: Unit) -> tuple[tuple[Reach, ...], ...]:
    field = Field(rules, position)
    return tuple(reaches(field, unit, moves=moves) for moves in range(1, min(moves_left(rules, unit), DRAWN) + 1))


_reaches: Final = Kept(_reached, 32)
"""Where a miniature gets with one move, and with two if it has them: the dearest there is to work out, asked for whenever somebody selects
it."""


def of(eyes: Eyes, unit: Unit) -> Preview:
    """A survey: nothing of one that is not in play, or of whose place the seat does not know (TD-HID-03)."""
    if not unit.in_play or not eyes.knows(unit):
        return Preview(True)
    if eyes.position.phase != "batch":
        return Preview(True, overlays=tuple(ranges(eyes, eyes.field, unit)))
    seen = look_round(eyes, eyes.field, unit, armed=may_shoot(eyes, unit))
    overlays: list[Overlay] = [*_reach(eyes, unit)]
    if not unit.frightened and unit.status != "done":
        overlays += _holds(eyes, unit)
    if may_shoot(eyes, unit):
        overlays += ranges(eyes, eyes.field, unit)
    if unit.leader and unit.status in ("ready", "active"):
        overlays += leader_circle(eyes, unit)
    return Preview(
        True,
        notes=(*_notes(eyes, unit), *seen.notes),
        chances=seen.chances,
        overlays=(*overlays, *seen.overlays),
        threats=seen.threats,
    )


def _reach(eyes: Eyes, unit: Unit) -> Iterator[Overlay]:
    """Where one move and where two may end; of one who has moved, where the next may."""
    found = _reaches(eyes.rules, eyes.position, unit)
    if not found:
        yield Ring(unit.id, "muted")
        return
    for moves in range(len(found), 0, -1):
        words = eyes.counted("plan", "reach", moves)
        yield from outlines(found[moves - 1], "good" if moves == 1 else "info", words)
    yield from _slow(eyes, unit, len(found))


def _slow(eyes: Eyes, unit: Unit, moves: int) -> Iterator[Overlay]:
    """The slow ground that one may come to (TD-MOV-09)."""
    body, far = eyes.field.body(unit.id), moves * eyes.rules.qualities[unit.quality].move_nm
    halves = eyes.rules.options.difficult_ground == "whole_action"
    words: Text | None = eyes.say("plan", "slow_action" if halves else "slow_ground")
    for block in eyes.field.land.near(body.at, body.at, far):
        if block.ground.half and plane.point_polygon_at_most(body.at, block.shape, far):
            yield Spot(Polygon(tuple((drawn(x), drawn(y)) for x, y in block.shape.points)), "warn", words, hatched=True)
            words = None  # one of them says it for all


def _holds(eyes: Eyes, unit: Unit) -> Iterator[Overlay]:
    """The faces in hold with the actions to their tops, and where one would land on them (TD-CLB-03)."""
    climber = climber_of(eyes.field, unit)
    ringed: set[str] = set()
    for hold in holds(eyes.rules, eyes.field.land, eyes.field.table, climber):
        block, end = hold.block, hold.ends.end
        if block.id not in ringed and hold.way != "down":
            ringed.add(block.id)
            yield Ring(block.id, "info", eyes.counted("plan", "to_top", hold.actions_to_top(climber)))
        if hold.way == "land":
            yield Spot(Disc(drawn(end.x), drawn(end.y), drawn(end.radius)), "info", outline=True)


def moves_left(rules: Rules, unit: Unit) -> int:
    """How many moves a miniature could still make in this activation or its next one, as it is now."""
    if unit.frightened or unit.climbing is not None:
        return 0
    constants, used = rules.constants, fitness_of(unit)
    return max(0, min(constants.moves - used.moves, constants.actions - used.actions))


def _notes(eyes: Eyes, unit: Unit) -> Iterator[Choice]:
    if unit.frightened:
        yield Choice(eyes.say("plan", "is_frightened", unit=eyes.named(unit.id)), "warn", unit.id)
    if unit.climbing is not None:
        piece = lowered(eyes.ground(unit.climbing))
        yield Choice(eyes.say("plan", "is_climbing", unit=eyes.named(unit.id), piece=piece), "warn", unit.id)
    yield from (Choice(words) for words in faces(eyes, eyes.field, unit))
