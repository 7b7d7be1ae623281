"""What a walk would mean: its cost stretch by stretch, where it ends, who comes along, what lies in its way (TD-MOV, TD-ACC-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction as Share
from math import ceil

from msgspec.structs import replace

from app.boards import plane
from app.boards.measured import ceil_sqrt
from app.engine.offers import Added, Choice, More, Preview
from app.engine.refusal import Fact, Refusal
from app.engine.scene import Disc, Point, Tone
from app.engine.telling import Line, Overlay, Spot
from app.engine.types import Text, UnitId
from app.engine.words import lowered, short_centimetres
from app.systems.tierras_distantes.activation.acting import judge_acting
from app.systems.tierras_distantes.book.kinds import NM_PER_CM, NM_PER_MM
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, cm, drawn, length
from app.systems.tierras_distantes.choices.planning.sights import look_round
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march.climbing import actions_for
from app.systems.tierras_distantes.march.marching import judge_room, judge_walk, moves_of
from app.systems.tierras_distantes.march.walking import IN_THE_WAY, Leg, Walked, allowance_of
from app.systems.tierras_distantes.position.actions import GroupMove, Move
from app.systems.tierras_distantes.position.changes import unit_with
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import leader_reaches
from app.systems.tierras_distantes.space.land import Block, Body, step_of


def preview_walk(eyes: Eyes, action: Move) -> Preview:
    """What a legal move would mean: the way and what is seen from its end."""
    moved = walked_of(eyes, action)
    own = moved[0]
    unit = eyes.position.units[action.unit]
    planned = with_moved(eyes, moved)
    there = planned.position.units[action.unit]
    found = look_round(eyes, planned, there, armed=may_shoot_after(eyes, unit))
    way = [overlay for walked in moved for overlay in drawn_way(eyes, walked)]
    return Preview(
        True,
        facts=facts_of(eyes, unit, own),
        notes=(*_notes(eyes, unit, own), *_at_end(eyes, planned, there), *found.notes),
        chances=found.chances,
        overlays=(*way, *found.overlays),
        threats=found.threats,
        more=companions(eyes, action, moved),
    )


def walked_of(eyes: Eyes, action: Move) -> list[Walked]:
    """The ways of all who move, but for those that may not be walked, whoever stands at their ends."""
    player = eyes.player
    assert player is not None
    walks = [judge_walk(eyes.field, player, each) for each in moves_of(action)]
    return [each for each in walks if isinstance(each, Walked)]


def with_moved(eyes: Eyes, moved: Sequence[Walked]) -> Field:
    """The field with everybody where they plan to be, one move spent."""
    position = eyes.position
    for walked in moved:
        end = walked.end
        before = position.units[UnitId(end.id)]
        position = unit_with(
            position,
            before.id,
            x_mm=end.x // NM_PER_MM,
            y_mm=end.y // NM_PER_MM,
            z_mm=end.z // NM_PER_MM,
            status="active",
            actions=before.actions + 1,
            moves=before.moves + 1,
        )
    return Field(eyes.rules, position)


def may_shoot_after(eyes: Eyes, unit: Unit) -> bool:
    """Whether an action and the shot are left after one more action."""
    constants = eyes.rules.constants
    used = unit.actions if unit.status == "active" else 0
    shots = unit.shots if unit.status == "active" else 0
    return used + 1 < constants.actions and shots < constants.shots


def facts_of(eyes: Eyes, unit: Unit, walked: Walked) -> dict[str, Fact]:
    """The numbers of a walk, in centimetres."""
    return {
        "cost_cm": cm(walked.cost),
        "reach_cm": cm(_most(eyes, unit, walked)),
        "slow_cm": cm(sum(slow_of(leg) for leg in walked.legs)),
        "height_cm": cm(walked.end.z),
    }


def _most(eyes: Eyes, unit: Unit, walked: Walked) -> int:
    move = eyes.rules.qualities[unit.quality].move_nm
    return allowance_of(eyes.rules, move, has_slow_part=any(slow_of(leg) for leg in walked.legs))


def slow_of(leg: Leg) -> int:
    """How much of a straight piece is slow ground, rounded up."""
    share = sum((Share(*part.end) - Share(*part.start) for part in leg.parts if part.slow), Share(0))
    return ceil(share * ceil_sqrt(plane.squared_distance(leg.a, leg.b)))


# ------------------------------------------------------------------------------------------------------------ the way


def drawn_way(eyes: Eyes, walked: Walked) -> Iterator[Overlay]:
    """The way in stretches, slow ones in another tone, each leg with what the way costs so far; and the base at its end."""
    spent = 0
    for leg in walked.legs:
        spent += leg.cost
        stretches = list(_stretches(leg))
        for number, (points, slow) in enumerate(stretches, start=1):
            tone: Tone = "warn" if slow else "good"
            yield Line(points, tone, length(spent) if number == len(stretches) else None, dashed=slow)
    end = walked.end
    yield Spot(Disc(drawn(end.x), drawn(end.y), drawn(end.radius)), "good", _height(eyes, end), outline=True)


def _height(eyes: Eyes, end: Body) -> Text | None:
    return eyes.say("plan", "height", length=length(end.z)) if end.z else None


def _stretches(leg: Leg) -> Iterator[tuple[tuple[Point, Point], bool]]:
    """A straight piece in parts that are slow or not, neighbours of one kind together."""
    parts = [part for part in leg.parts if part.start != part.end]
    while parts:
        slow, first = parts[0].slow, parts[0].start
        last = first
        while parts and parts[0].slow == slow:
            last = parts.pop(0).end
        yield (_on(leg, first), _on(leg, last)), slow


def _on(leg: Leg, t: tuple[int, int]) -> Point:
    (ax, ay), (bx, by) = leg.a, leg.b
    share = t[0] / t[1]
    return (round(drawn(1) * (ax + (bx - ax) * share), 1), round(drawn(1) * (ay + (by - ay) * share), 1))


# -------------------------------------------------------------------------------------------------------------- notes


def _notes(eyes: Eyes, unit: Unit, walked: Walked) -> Iterator[Choice]:
    """What a walk costs, and what is left of the activation."""
    most = _most(eyes, unit, walked)
    yield Choice(eyes.say("plan", "cost", cost=length(walked.cost), reach=length(most)))
    slow = sum(slow_of(leg) for leg in walked.legs)
    if slow:
        halved = eyes.rules.options.difficult_ground == "whole_action"
        yield Choice(eyes.say("plan", "halved" if halved else "slow", length=length(slow)), "warn")
    if not may_shoot_after(eyes, unit) and _could_shoot(eyes, unit):
        yield Choice(eyes.say("plan", "no_shot_after"), "warn", unit.id)


def _could_shoot(eyes: Eyes, unit: Unit) -> bool:
    return not (unit.status == "active" and unit.shots >= eyes.rules.constants.shots)


def _at_end(eyes: Eyes, planned: Field, unit: Unit) -> Iterator[Choice]:
    """What the place is like: ground that covers, faces in hold, whom one touches, an objective, frightened ones near a leader."""
    body = planned.body(unit.id)
    for block in planned.land.at(body.at):
        if block.ground.flat and block.ground.inside_cover and block.z0 == body.z:
            places = {"piece": lowered(block.ground.name), "n": block.ground.inside_cover}
            yield Choice(eyes.say("plan", "covers", **places), "good")
    yield from (Choice(words) for words in faces(eyes, planned, unit))
    for enemy in eyes.enemies(planned, unit):
        other = planned.body(enemy.id)
        if plane.squared_distance(body.at, other.at) <= (body.radius + other.radius + NM_PER_MM) ** 2:
            yield Choice(eyes.say("plan", "touches", unit=enemy.id), "info", enemy.id)
    for objective in planned.position.board.objectives:
        x, y, far = objective.x_mm * NM_PER_MM, objective.y_mm * NM_PER_MM, objective.radius_mm * NM_PER_MM
        is_level = objective.z_min_mm * NM_PER_MM <= body.z <= objective.z_max_mm * NM_PER_MM
        if is_level and plane.squared_distance(body.at, (x, y)) <= far * far:
            yield Choice(eyes.say("plan", "on_objective", objective=objective.name), "good")
    if unit.leader:
        yield from near_leader(eyes, planned, unit)


def near_leader(eyes: Eyes, planned: Field, leader: Unit) -> Iterator[Choice]:
    """Whom a leader could rally from where it is."""
    for unit in frightened_near(planned, leader):
        yield Choice(eyes.say("plan", "may_rally", unit=eyes.named(unit.id)), "good", unit.id)


def frightened_near(field: Field, leader: Unit) -> Iterator[Unit]:
    """The frightened of its side whom a leader reaches (TD-FRT-05)."""
    for unit in field.position.units.values():
        is_frightened = unit.player == leader.player and unit.frightened and unit.id != leader.id
        if is_frightened and leader_reaches(field.rules, field.body(leader.id), field.body(unit.id)):
            yield unit


def faces(eyes: Eyes, planned: Field, unit: Unit) -> Iterator[Text]:
    """The faces in hold where a miniature stands, with the actions to their tops (TD-CLB-01, TD-CLB-03)."""
    body = planned.body(unit.id)
    reach = body.radius + eyes.rules.constants.climb_reach_nm
    for block in planned.land.near(body.at, body.at, reach):
        if is_face(eyes, body, block) and plane.point_polygon_at_most(body.at, block.shape, reach):
            yield climb_words(eyes, unit, body, block)


def is_face(eyes: Eyes, body: Body, block: Block) -> bool:
    """Whether a piece is too high to be stepped on, and so climbed."""
    return block.ground.solid and block.is_obstacle(body, body.z, step_of(eyes.rules, body))


def climb_words(eyes: Eyes, unit: Unit, body: Body, block: Block) -> Text:
    """How high a face is and how many actions that takes."""
    rise = block.z1 - body.z
    n = actions_for(rise, eyes.rules.qualities[unit.quality].climb_nm)
    return eyes.counted("plan", "face", n, piece=lowered(block.ground.name), length=length(rise))


def must_climb(eyes: Eyes, unit: Unit, rule: str, facts: Mapping[str, Fact]) -> Iterator[Choice]:
    """Of a way that is refused for a height, how high that is and how many actions a climb would take (TD-MOV-06, TD-MOV-07)."""
    height = facts.get("rise_cm" if rule == IN_THE_WAY else "drop_cm")
    if isinstance(height, float):
        n = actions_for(round(height * NM_PER_CM), eyes.rules.qualities[unit.quality].climb_nm)
        key = "climb_up" if rule == IN_THE_WAY else "climb_down"
        yield Choice(eyes.counted("plan", key, n, length=short_centimetres(10 * height)), "info", unit.id)


# --------------------------------------------------------------------------------------------------------- companions


def companions(eyes: Eyes, action: Move, moved: Sequence[Walked]) -> tuple[More, ...]:
    """Who could make the same way at the same time, as the judge has it (TD-ACC-06, TD-ACC-07)."""
    found = tuple(_joining(eyes, action, moved))
    return (More(eyes.say("plan", "move_with"), found),) if found else ()


def _joining(eyes: Eyes, action: Move, moved: Sequence[Walked]) -> Iterator[Added]:
    player, units = eyes.player, eyes.position.units
    leader = units[action.unit]
    assert player is not None
    names = [each.unit for each in moves_of(action)]
    for unit in units.values():
        if unit.player != player or unit.id in names or not unit.in_play:
            continue
        if isinstance(judge_acting(eyes.rules, eyes.position, player, (*names, unit.id)), Refusal):
            continue
        entry = GroupMove(unit.id, _beside(leader, unit, action))
        walked = judge_walk(eyes.field, player, entry)
        if not isinstance(walked, Refusal) and judge_room(eyes.field, (*moved, walked)) is None:
            joined = replace(action, others=(*action.others, entry))
            yield Added(joined, eyes.named(unit.id), (unit.id,))


def _beside(leader: Unit, unit: Unit, action: Move) -> tuple[tuple[int, int], ...]:
    """The same way from where somebody else stands."""
    east, north = (unit.x_mm or 0) - (leader.x_mm or 0), (unit.y_mm or 0) - (leader.y_mm or 0)
    return tuple((x + east, y + north) for x, y in action.path_mm)
