"""Plans that are refused, drawn on the board with their numbers: the stretch, the thing that is in the way, the range (REF)."""

from __future__ import annotations

from collections.abc import Iterator

from app.boards import convex
from app.boards.plane import polygon
from app.engine.offers import Choice, More, Preview
from app.engine.refusal import Refusal
from app.engine.scene import Disc
from app.engine.telling import Line, Overlay, Ring, SideView, Spot
from app.engine.types import Action, UnitId
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.choices.planning.beginnings import at_of, boxes, covered_notes, strip
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, drawn, length
from app.systems.tierras_distantes.choices.planning.nerves import leader_circle
from app.systems.tierras_distantes.choices.planning.side_view import side_view
from app.systems.tierras_distantes.choices.planning.sights import at_fault, breaks_at, verdict_words
from app.systems.tierras_distantes.choices.planning.walks import companions, must_climb, walked_of
from app.systems.tierras_distantes.fire.aiming import sighted
from app.systems.tierras_distantes.judge.acts import NOT_NOW
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.land.placing import NOT_SO, turned_box
from app.systems.tierras_distantes.march.marching import moves_of
from app.systems.tierras_distantes.march.walking import BODIES_OVERLAP
from app.systems.tierras_distantes.muster.zones import OUTSIDE
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance, reach_around

UNSEEN = "TD-SEE-01"
OUT_OF_RANGE = "TD-RNG-03"


def preview_refused(eyes: Eyes, action: Action, refusal: Refusal) -> Preview:
    """Why an act cannot be, with what there is to draw of it; nothing of one that is not due."""
    if refusal.rule == NOT_NOW:
        return Preview(False, refusal, refusal.facts, overlays=refusal.overlays)
    return Preview(
        False,
        refusal,
        refusal.facts,
        notes=tuple(_ways_out(eyes, action, refusal)),
        overlays=(*_drawn(eyes, action, refusal), *refusal.overlays),
        more=_room_makers(eyes, action, refusal),
        side=_side(eyes, action, refusal),
    )


def _ways_out(eyes: Eyes, action: Action, refusal: Refusal) -> Iterator[Choice]:
    """What would do instead of a walk that a height refuses; what a piece is needed for that cannot be left out."""
    match action:
        case a.Move() if (unit := _own(eyes, str(refusal.facts.get("unit")))) is not None:
            yield from must_climb(eyes, unit, refusal.rule, refusal.facts)
        case a.LeavePiece() if refusal.rule == NOT_SO:
            yield from covered_notes(eyes, 0, action.piece)
        case _:
            return


def _room_makers(eyes: Eyes, action: Action, refusal: Refusal) -> tuple[More, ...]:
    """Who would make room by moving along, where somebody stands in the way at the end (TD-ACC-07)."""
    if not isinstance(action, a.Move) or refusal.rule != BODIES_OVERLAP:
        return ()
    return companions(eyes, action, walked_of(eyes, action))


def _drawn(eyes: Eyes, action: Action, refusal: Refusal) -> Iterator[Overlay]:
    match action:
        case a.Move():
            yield from _way(eyes, action)
        case a.Climb():
            yield from _climb(eyes, action)
        case a.Fire():
            yield from _shots(eyes, refusal)
        case a.FireArea():
            yield from _burst(eyes, action, refusal)
        case a.RallyOther():
            yield from _rallying(eyes, action)
        case a.PlacePiece():
            yield from _laid(eyes, action)
        case a.Deploy() if refusal.rule == OUTSIDE:
            yield from _zone(eyes)
        case a.Activate():
            yield from (Ring(name, "warn") for name in action.units if _own(eyes, name) is not None)
        case _:
            return


def _own(eyes: Eyes, name: str) -> Unit | None:
    """An own miniature in play."""
    unit = eyes.position.units.get(UnitId(name))
    return unit if unit is not None and unit.player == eyes.player and unit.in_play else None


def _way(eyes: Eyes, action: a.Move) -> Iterator[Overlay]:
    """The whole way, faint, under what is refused of it."""
    for each in moves_of(action):
        unit = _own(eyes, each.unit)
        if unit is not None:
            body = eyes.field.body(unit.id)
            points = ((drawn(body.x), drawn(body.y)), *((float(x), float(y)) for x, y in each.path_mm))
            yield Line(points, "muted", dashed=True)


def _climb(eyes: Eyes, action: a.Climb) -> Iterator[Overlay]:
    """From where to where."""
    unit = _own(eyes, action.unit)
    if unit is None or action.at_mm is None:
        return
    body = eyes.field.body(unit.id)
    x, y = action.at_mm
    yield Line(((drawn(body.x), drawn(body.y)), (x, y)), "bad", dashed=True)
    yield Spot(Disc(x, y, drawn(body.radius)), "bad", outline=True)


def _shots(eyes: Eyes, refusal: Refusal) -> Iterator[Overlay]:
    """The line to a target that is not seen, broken where it is, or too far away."""
    pair = _aimed(eyes, refusal)
    if pair is None:
        return
    shooter, target = pair
    one, two = eyes.field.body(shooter.id), eyes.field.body(target.id)
    ends = ((drawn(one.x), drawn(one.y)), (drawn(two.x), drawn(two.y)))
    if refusal.rule == OUT_OF_RANGE:
        yield Line(ends, "bad", length(distance(eyes.rules, one, two)), dashed=True)
        return
    seen = sighted(eyes.field, shooter.id, target.id)
    by = at_fault(eyes, seen)
    broken = breaks_at(eyes.field, one, two, by)
    if broken is None:
        yield Line(ends, "bad", dashed=True)
    else:
        yield Line((ends[0], broken), "good")
        yield Line((broken, ends[1]), "bad", dashed=True)
    if by is not None:
        yield Ring(by, "bad", verdict_words(eyes, seen, two))


def _aimed(eyes: Eyes, refusal: Refusal) -> tuple[Unit, Unit] | None:
    """Who shoots at whom, of a shot that is refused for sight or range."""
    if refusal.rule not in (UNSEEN, OUT_OF_RANGE):
        return None
    units = eyes.position.units
    found = [units.get(UnitId(str(refusal.facts.get(name)))) for name in ("unit", "target")]
    shooter, target = found
    return None if shooter is None or target is None else (shooter, target)


def _side(eyes: Eyes, action: Action, refusal: Refusal) -> SideView | None:
    """The line that is blocked, from its side."""
    pair = _aimed(eyes, refusal) if isinstance(action, a.Fire) and refusal.rule == UNSEEN else None
    if pair is None:
        return None
    return side_view(eyes, eyes.field, *pair, sighted(eyes.field, pair[0].id, pair[1].id))


def _burst(eyes: Eyes, action: a.FireArea, refusal: Refusal) -> Iterator[Overlay]:
    """The burst where it cannot be, and how far away that is."""
    unit, weapon = _own(eyes, action.unit), eyes.rules.weapons.get(action.weapon)
    if unit is None or weapon is None or weapon.area_radius_nm is None:
        return
    body = eyes.field.body(unit.id)
    x, y = float(action.x_mm), float(action.y_mm)
    yield Spot(Disc(x, y, drawn(weapon.area_radius_nm)), "bad", outline=True)
    yield Line(((drawn(body.x), drawn(body.y)), (x, y)), "bad", dashed=True)
    if refusal.rule == OUT_OF_RANGE and weapon.max_range_nm is not None:
        disc = Disc(drawn(body.x), drawn(body.y), drawn(reach_around(eyes.rules, body, weapon.max_range_nm)))
        yield Spot(disc, "info", length(weapon.max_range_nm), outline=True)


def _laid(eyes: Eyes, action: a.PlacePiece) -> Iterator[Overlay]:
    """A piece where it cannot lie, and the features that it would lie on."""
    piece = next((each for each in lots.in_hand(eyes.position) if each.id == action.piece), None)
    if piece is None:
        return
    yield from boxes(piece, action, "bad")
    laid = polygon(corners(turned_box((0, 0, *piece.size_mm), piece.size_mm, action.rotation_step, at_of(action))))
    for other in eyes.position.board.pieces:
        if other.base and convex.interiors_meet(laid, polygon(other.footprint)):
            yield Ring(other.id, "bad")


def _zone(eyes: Eyes) -> Iterator[Overlay]:
    """The zone that a base must lie in."""
    side = None if eyes.player is None else eyes.position.players[eyes.player].side
    if side is not None:
        yield strip(eyes, side, "good")


def _rallying(eyes: Eyes, action: a.RallyOther) -> Iterator[Overlay]:
    """How far the one is who should be rallied, and how far the leader reaches."""
    leader, target = _own(eyes, action.unit), _own(eyes, action.target)
    if leader is None or target is None:
        return
    one, two = eyes.field.body(leader.id), eyes.field.body(target.id)
    yield from leader_circle(eyes, leader)
    ends = ((drawn(one.x), drawn(one.y)), (drawn(two.x), drawn(two.y)))
    yield Line(ends, "bad", length(distance(eyes.rules, one, two)), dashed=True)
