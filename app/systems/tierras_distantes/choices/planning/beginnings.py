"""What acts before play would mean: squads, terrain, places (TD-SQD, TD-TER, TD-DEP). In blind deployment only the own side is looked at
(TD-HID-03)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.boards import convex
from app.engine.offers import Choice, Preview
from app.engine.refusal import Fact
from app.engine.scene import Disc, Polygon, Tone
from app.engine.telling import Overlay, Ring, Spot
from app.engine.words import lowered
from app.systems.tierras_distantes.book.kinds import PieceId, Point, Side
from app.systems.tierras_distantes.book.pieces import PoolPiece
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, drawn, length, share_words
from app.systems.tierras_distantes.choices.planning.sights import look_round
from app.systems.tierras_distantes.choices.planning.walks import faces
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.land.placing import turned_box
from app.systems.tierras_distantes.muster.deploying import unplaced
from app.systems.tierras_distantes.muster.zones import Zone
from app.systems.tierras_distantes.position.actions import ChooseSide, Deploy, LeavePiece, LockSquad, PlacePiece
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import leader_reaches
from app.systems.tierras_distantes.squads.balance import balancing
from app.systems.tierras_distantes.squads.lists import most_leaders, points_of, size_of
from app.systems.tierras_distantes.squads.locking import rival_of

HUNDRED = 100


def preview_squad(eyes: Eyes, action: LockSquad) -> Preview:
    """What a squad costs, beside what it may and must (TD-SQD-04, TD-SQD-06)."""
    return Preview(True, facts=squad_facts(eyes, action), notes=tuple(_squad_notes(eyes, action)))


def squad_facts(eyes: Eyes, action: LockSquad) -> dict[str, Fact]:
    """The numbers of a squad whose rows are known."""
    leaders = sum(entry.count for entry in action.members if entry.leader)
    return {
        "points": points_of(eyes.rules, action.members),
        "size": size_of(action.members),
        "leaders": leaders,
        "most_leaders": most_leaders(eyes.rules, size_of(action.members)),
    }


def _squad_notes(eyes: Eyes, action: LockSquad) -> Iterator[Choice]:
    options, player = eyes.rules.options, eyes.player
    assert player is not None
    facts = squad_facts(eyes, action)
    yield Choice(eyes.say("plan", "squad", n=facts["size"], points=facts["points"]))
    yield Choice(
        eyes.say("plan", "leaders", n=facts["leaders"], most=facts["most_leaders"]),
        "info" if facts["leaders"] else "warn",
    )
    rival = rival_of(eyes.rules, eyes.position, player)
    if rival is None:
        yield Choice(eyes.say("plan", "balance_later", n=options.balance_tolerance_pct))
        return
    least, most = balancing(eyes.rules, rival)
    key = "balances" if most is not None else "balances_above"
    yield Choice(eyes.say("plan", key, rival=rival, least=least, most=most), "good")


# ------------------------------------------------------------------------------------------------------------- terrain


def preview_piece(eyes: Eyes, action: PlacePiece) -> Preview:
    """Where a piece would lie, and how much of the table is covered then (TD-TER-01)."""
    piece = next(each for each in lots.in_hand(eyes.position) if each.id == action.piece)
    width, height = piece.size_mm
    return Preview(
        True,
        facts={"covered_pct": covered(eyes, width * height)},
        notes=tuple(covered_notes(eyes, width * height, piece.id)),
        overlays=tuple(boxes(piece, action, "good")),
    )


def preview_left(eyes: Eyes, action: LeavePiece) -> Preview:
    """What the table would be covered by without a piece (TD-TER-04)."""
    return Preview(True, facts={"covered_pct": covered(eyes, 0)}, notes=tuple(covered_notes(eyes, 0, action.piece)))


def covered(eyes: Eyes, more: int) -> float:
    """The share of the table that pieces cover, with so many square millimetres more, in per cent."""
    board = eyes.position.board
    twice = sum(convex.twice_area(each.points) for each in lots.placed_of(eyes.position)) + 2 * more
    return round(HUNDRED * twice / (2 * board.width_mm * board.height_mm), 1)


def covered_notes(eyes: Eyes, more: int, piece: PieceId) -> Iterator[Choice]:
    """What terrain would cover with so many square millimetres more, and what it may still come to without a piece in hand."""
    constants = eyes.rules.constants
    yield Choice(eyes.say("plan", "covered", share=share_words(covered(eyes, more))))
    if not eyes.rules.options.require_third:
        return
    in_hand = sum(each.size_mm[0] * each.size_mm[1] for each in lots.in_hand(eyes.position) if each.id != piece)
    all_in = HUNDRED * constants.terrain_num / constants.terrain_den
    still = covered(eyes, more + in_hand)
    yield Choice(eyes.say("plan", "coverable", share=share_words(still), third=share_words(round(all_in, 1))))


def boxes(piece: PoolPiece, action: PlacePiece, tone: Tone) -> Iterator[Overlay]:
    """A piece of the pool as it would lie, with its parts."""
    whole = (0, 0, *piece.size_mm)
    for box in (whole, *(part.box_mm for part in piece.parts)):
        laid = turned_box(box, piece.size_mm, action.rotation_step, at_of(action))
        points = tuple((float(x), float(y)) for x, y in corners(laid))
        yield Spot(Polygon(points), tone, outline=box is not whole)


def at_of(action: PlacePiece) -> Point:
    """Where the south-west corner of a piece comes to."""
    return (action.x_mm, action.y_mm)


# --------------------------------------------------------------------------------------------------------------- places


def preview_side(eyes: Eyes, action: ChooseSide) -> Preview:
    """The zone of a side (TD-DEP-02)."""
    return Preview(True, overlays=(strip(eyes, action.side, "good"),))


def strip(eyes: Eyes, side: Side, tone: Tone) -> Spot:
    """The zone of a side, as an outline."""
    west, south, east, north = Zone(eyes.rules, eyes.field.land, eyes.field.table, side).area
    points = tuple((drawn(x), drawn(y)) for x, y in ((west, south), (east, south), (east, north), (west, north)))
    return Spot(Polygon(points), tone, eyes.say("plan", "zone"), outline=True)


def preview_deploy(eyes: Eyes, action: Deploy) -> Preview:
    """A place in one's zone: the ground, what is near, and where enemies are known to stand what is seen of them."""
    unit = eyes.position.units[action.unit]
    planned = eyes.field.with_unit(unit.id, (action.x_mm, action.y_mm, action.z_mm))
    there = replace(planned.position.units[unit.id], status="ready")
    seen = look_round(eyes, planned, there, armed=True)
    body = planned.body(unit.id)
    spot = Spot(Disc(drawn(body.x), drawn(body.y), drawn(body.radius)), "good", outline=True)
    return Preview(
        True,
        facts={"height_cm": action.z_mm / 10},
        notes=(*_place_notes(eyes, planned, there), *seen.notes),
        chances=seen.chances,
        overlays=(spot, *seen.overlays),
        threats=seen.threats,
    )


def _place_notes(eyes: Eyes, planned: Field, unit: Unit) -> Iterator[Choice]:
    body = planned.body(unit.id)
    if body.z:
        yield Choice(eyes.say("plan", "stands_at", length=length(body.z)))
    for block in planned.land.at(body.at):
        if block.ground.flat and block.z0 == body.z:
            if block.ground.inside_cover:
                places = {"piece": lowered(block.ground.name), "n": block.ground.inside_cover}
                yield Choice(eyes.say("plan", "covers", **places), "good")
            if block.ground.half:
                yield Choice(eyes.say("plan", "starts_slow", piece=lowered(block.ground.name)), "warn")
        if block.ground.soft:
            yield Choice(eyes.say("plan", "in_woods", piece=lowered(block.ground.name)), "good")
    yield from (Choice(words) for words in faces(eyes, planned, unit))
    own = [each for each in planned.position.units.values() if each.player == unit.player and each.in_play]
    leaders = [each for each in own if each.leader and each.id != unit.id]
    if leaders and not unit.leader:
        near = [each for each in leaders if leader_reaches(eyes.rules, planned.body(each.id), body)]
        key = "leader_near" if near else "leader_far"
        yield Choice(eyes.say("plan", key, leader=eyes.named((near or leaders)[0].id)), "good" if near else "warn")
    if unit.player == eyes.player and eyes.position.units[unit.id].in_play:
        yield from replacing(eyes)


def replacing(eyes: Eyes) -> Iterator[Choice]:
    """How often somebody may still be placed anew (TD-DEP-07)."""
    player, position = eyes.player, eyes.position
    assert player is not None
    size = sum(unit.player == player for unit in position.units.values())
    left = size * eyes.rules.constants.replacements - position.players[player].replaced
    yield Choice(eyes.counted("plan", "replacements", left), "info" if left > 1 else "warn")


def preview_rest(eyes: Eyes) -> Preview:
    """Who would be placed by the program."""
    player = eyes.player
    assert player is not None
    left = unplaced(eyes.position, player)
    rings = tuple(Ring(unit.id, "info") for unit in left)
    return Preview(True, notes=(Choice(eyes.counted("plan", "rest", len(left))),), overlays=rings)


def preview_confirming(eyes: Eyes) -> Preview:
    """Confirming is for good."""
    player = eyes.player
    assert player is not None
    out = unplaced(eyes.position, player)
    notes = [Choice(eyes.say("plan", "confirms"), "warn")]
    notes += [Choice(eyes.say("plan", "stays_out", unit=eyes.named(unit.id)), "warn", unit.id) for unit in out]
    return Preview(True, notes=tuple(notes))
