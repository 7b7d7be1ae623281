"""Moves of an assault: in, back, and on (FHW-ASLT-04, FHW-ASLT-24, FHW-REC-03)."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import Facing, Half, Place, name_of_place, other, place_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.march.halting import halt_refused, has_room, in_street, next_places, own_half
from app.systems.flames_hexwar.march.moving import note_entering, note_leaving, passes, stays_down
from app.systems.flames_hexwar.march.stepping import Stepped, Trace, Walking, closed, closer, start_of
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import FallBack
from app.systems.flames_hexwar.position.frames import FallingBack
from app.systems.flames_hexwar.position.state import Team

NEAR = 3
"""From how far an enemy draws teams into a move of one hex (FHW-ASLT-04)."""
HALVES: tuple[Half, ...] = ("cover", "free")
CLEAR = 2
"""How far losers go from their enemies (FHW-ASLT-24)."""


# ------------------------------------------------------------------------------------------------------------------- one hex


def may_step(field: Field, team: Team, to: Hex) -> bool:
    """Whether a team could make a move of one hex into a neighbour that enemies may hold, room left aside (FHW-ASLT-04)."""
    return judge_step(field, team, Place(to), None, None, into_enemies=True, needs_room=False) is None


def judge_step(
    field: Field,
    team: Team,
    place: Place,
    half: Half | None,
    facing: Facing | None,
    *,
    into_enemies: bool,
    needs_room: bool = True,
) -> Refusal | None:
    """The first rule that a move of one hex breaks, in an assault or after it: whatever the going, but nowhere that is closed."""
    rule = "FHW-ASLT-04" if into_enemies else "FHW-ASLT-24"
    assert team.at is not None
    if field.mobility(team).move == 0 or team.turn.stuck or not _is_next(field, team, place):
        return Refusal.by(rule, team=team.id)
    if into_enemies and not _is_drawn(field, team):
        return Refusal.by(rule, team=team.id)
    if team.bailed_out:
        return Refusal.by("FHW-BAIL-02", team=team.id)
    if team.bogged:
        return Refusal.by("FHW-BOG-05", team=team.id)
    here = start_of(team)
    if into_enemies and team.suppressed and closer(field, team, here, place):
        return Refusal.by("FHW-SUPP-03", team=team.id)
    if not field.terrain.board.holds(place.hex):
        return Refusal.by("FHW-MOVE-09", at=hexes.name(place.hex))
    is_road = place.hex != team.at and field.terrain.joined(team.at, place.hex)
    shut = closed(field, team, team.at, place.hex) if place.hex != team.at and not is_road else None
    if shut is not None:
        return shut
    if not into_enemies and any(True for _ in field.standing_in(place.hex, other(team.side))):
        return Refusal.by("FHW-STACK-07", at=hexes.name(place.hex))
    return halt_refused(field, team, place, half, facing) if needs_room else None


def _is_next(field: Field, team: Team, place: Place) -> bool:
    assert team.at is not None
    if place.hex == team.at:
        return abs(place.floor - team.floor) == 1 and place.floor <= field.terrain[place.hex].floors
    return hexes.distance(team.at, place.hex) == 1 and place.floor == team.floor == 1


def _is_drawn(field: Field, team: Team) -> bool:
    """Whether an enemy team is within three hexes (FHW-ASLT-04)."""
    assert team.at is not None
    return field.is_enemy_near(team.side, team.at, NEAR)


def can_move(field: Field, team: Team, *, into_enemies: bool) -> bool:
    """Whether a team has any such move."""
    if team.at is None or team.aboard is not None:
        return False
    here = Place(team.at, team.floor)
    floors = [Place(team.at, floor) for floor in (here.floor - 1, here.floor + 1) if floor >= 1]
    near = [Place(at) for at in hexes.neighbours(team.at)]
    return any(
        judge_step(field, team, place, None, None, into_enemies=into_enemies) is None for place in (*near, *floors)
    )


def step(story: Story, name: UnitId, at: str, half: Half | None, facing: Facing | None, *, assault: bool) -> None:
    """A team moves one hex; vehicles and guns test as on any move (FHW-TERR-09)."""
    field, team, to = story.field, story.position.teams[name], place_of(at)
    assert team.at is not None
    walking = Walking(field, team, "retreat")
    trace = start_of(team)
    going = walking.tests(trace, to, own_half(field, team, to, half))
    if not stays_down(field, team, to):
        story.leave_ground((name,))
    for test in going.leaving:
        if not passes(story, name, test):
            return
    enter(story, team, to, half, facing if going.entering is None else None, assault=assault)
    if going.entering is not None and passes(story, name, going.entering):
        _face(story, name, facing)


def _face(story: Story, name: UnitId, facing: Facing | None) -> None:
    """Who has passed the test of the place where it halts faces as it was to; a forced halt leaves it as it came (FHW-STACK-06)."""
    if facing is not None and facing != story.position.teams[name].facing:
        story.add(em.Turned(name, facing))


def enter(story: Story, team: Team, to: Place, half: Half | None, facing: Facing | None, *, assault: bool) -> None:
    """A team comes to a place and stays there."""
    assert team.at is not None
    start = Place(team.at, team.floor)
    own = own_half(story.field, team, to, half)
    if facing is None and story.field.kind(team).turns and start.hex != to.hex:
        towards = [side for side in range(hexes.SIDES) if hexes.step(start.hex, side) == to.hex]
        facing = towards[0] if towards else None
    note_entering(story, team, to, own)
    by_road = start.hex != to.hex and story.field.terrain.joined(start.hex, to.hex)
    street = in_street(story.field, team, to.hex, by_road=by_road)
    story.add(em.Consolidated(team.id, to, own, facing, assault, street, by_road))
    note_leaving(story, team, start)


# ------------------------------------------------------------------------------------------------------------------ falling back


def walking_back(field: Field, frame: FallingBack, team: Team) -> Walking:
    """A team on its way back."""
    return Walking(field, team, "retreat" if frame.firing is None else "disengage", frame.mud.get(team.platoon))


def is_clear(field: Field, frame: FallingBack, place: Place) -> bool:
    """Whether a place is far enough from every enemy of an assault (FHW-ASLT-24)."""
    enemies = (field.teams[name].at for name in frame.away_from if name in field.teams)
    return all(hexes.distance(at, place.hex) >= CLEAR for at in enemies if at is not None)


def judge_fall_back(field: Field, frame: FallingBack, act: FallBack) -> Refusal | None:
    """The first rule that a way back breaks."""
    rule = "FHW-ASLT-24" if frame.firing is None else "FHW-REC-03"
    team = field.teams[act.team]
    places = [place_of(name) for name in act.path]
    if act.team not in frame.teams or not places:
        return Refusal.by(rule, team=act.team)
    if frame.firing is None and not is_clear(field, frame, places[-1]):
        return Refusal.by(rule, team=act.team)
    if frame.firing is not None and _comes_closer(field, frame, team, places):
        return Refusal.by(rule, team=act.team)
    walking = walking_back(field, frame, team)
    trace = walking.start
    for number, place in enumerate(places):
        is_last = number == len(places) - 1
        half = own_half(field, team, place, act.half) if is_last and field.terrain.board.holds(place.hex) else None
        found = walking.step(trace, place, half)
        if isinstance(found, Refusal):
            return found
        if not _may_pass(field, team, place):
            return Refusal.by("FHW-STACK-06", at=hexes.name(place.hex))
        trace = found.trace
    wrong = halt_refused(field, team, places[-1], act.half, act.facing)
    if wrong is not None and wrong.rule.startswith("FHW-STACK"):
        return Refusal.by("FHW-STACK-06", at=act.path[-1])
    return wrong


def _may_pass(field: Field, team: Team, place: Place) -> bool:
    """Whether a team may go through a place: any, but where the room asks for room at every hex entered (FHW-STACK-06)."""
    return field.rules.options.stacking_checked != "every_hex" or has_room(field, team, place)


def _comes_closer(field: Field, frame: FallingBack, team: Team, places: Sequence[Place]) -> bool:
    """After disengaging no step may bring a team closer to the firing platoon (FHW-REC-03)."""
    assert team.at is not None
    way = [team.at, *(place.hex for place in places)]
    return any(_is_closer(field, frame, here, to) for here, to in itertools.pairwise(way))


def _is_closer(field: Field, frame: FallingBack, here: Hex, to: Hex) -> bool:
    assert frame.firing is not None
    enemies = (each.at for each in field.members(frame.firing) if each.at is not None)
    return any(hexes.distance(at, to) < hexes.distance(at, here) for at in enemies)


def _may_end(walking: Walking, trace: Trace, place: Place) -> bool:
    """Whether a way may end with a step to a place: in either half of a mixed hex, for whom it is open and has room (FHW-TERR-12)."""
    field, team = walking.field, walking.team
    is_mixed = field.terrain[place.hex].mixed is not None
    halves: tuple[Half | None, ...] = HALVES if is_mixed and not field.kind(team).is_vehicle else (None,)
    return any(
        isinstance(walking.step(trace, place, half), Stepped) and has_room(field, team, place, half) for half in halves
    )


def shortest_back(field: Field, frame: FallingBack, team: Team) -> FallBack | None:
    """The shortest way of a loser as it is written: with the half in which it ends, where the covering one is none."""
    way = way_back(field, frame, team)
    if way is None:
        return None
    act = FallBack(team.id, tuple(map(name_of_place, way)))
    return act if judge_fall_back(field, frame, act) is None else replace(act, half="free")


def way_back(field: Field, frame: FallingBack, team: Team) -> tuple[Place, ...] | None:
    """The shortest way to where a loser may stay, ties by row, then column of each place in turn; ``None``: there is none, or it
    is stuck (FHW-TERR-09)."""
    if team.turn.stuck:
        return None
    walking = walking_back(field, frame, team)
    todo: deque[tuple[Trace, tuple[Place, ...]]] = deque([(walking.start, ())])
    seen: set[tuple[Place | None, int, bool]] = set()
    while todo:
        trace, way = todo.popleft()
        for place in sorted(next_places(walking, trace), key=_by_row):
            found = walking.step(trace, place)
            if not isinstance(found, Stepped) or not _may_pass(field, team, place):
                continue
            if is_clear(field, frame, place) and _may_end(walking, trace, place):
                return (*way, place)
            key = (place, found.trace.cost - found.trace.road, found.trace.rough)
            if key not in seen:
                seen.add(key)
                todo.append((found.trace, (*way, place)))
    return None


def ways_back(field: Field, frame: FallingBack, team: Team) -> Iterator[tuple[Place, ...]]:
    """Every legal way of a team, the shortest first."""
    walking = walking_back(field, frame, team)
    todo: deque[tuple[Trace, tuple[Place, ...]]] = deque([(walking.start, ())])
    while todo:
        trace, way = todo.popleft()
        assert trace.place is not None
        for place in next_places(walking, trace):
            if frame.firing is not None and _is_closer(field, frame, trace.place.hex, place.hex):
                continue
            found = walking.step(trace, place)
            if isinstance(found, Stepped):
                new = (*way, place)
                if (frame.firing is not None or is_clear(field, frame, place)) and _may_end(walking, trace, place):
                    yield new
                todo.append((found.trace, new))


def only_way(field: Field, frame: FallingBack, team: Team) -> tuple[Place, ...] | None:
    """The way of a team that has but one, with nothing to choose where it ends."""
    if field.kind(team).turns:
        return None
    found = list(itertools.islice(ways_back(field, frame, team), 2))
    return found[0] if len(found) == 1 and field.terrain[found[0][-1].hex].mixed is None else None


def _by_row(place: Place) -> tuple[int, int, int]:
    column, row = hexes.to_offset(place.hex)
    return row, column, place.floor


def fall_back(story: Story, act: FallBack) -> bool:
    """A team goes back step by step with its tests; answers whether it has come to the end."""
    frame = story.position.frames[-1]
    assert isinstance(frame, FallingBack)
    team = story.position.teams[act.team]
    walking = walking_back(story.field, frame, team)
    trace, places = walking.start, [place_of(name) for name in act.path]
    story.leave_ground((act.team,))
    for number, place in enumerate(places):
        is_last = number == len(places) - 1
        half = own_half(story.field, team, place, act.half) if is_last else None
        if half is None and story.field.kind(team).is_vehicle:  # where it may stick on leaving
            half = own_half(story.field, team, place, None)
        found = walking.step(trace, place, half)
        assert isinstance(found, Stepped)
        if not all(passes(story, act.team, test) for test in found.leaving):
            return False
        if found.entering is None:
            _go(story, act.team, found.trace, half, act.facing if is_last else None)
        else:
            _go(story, act.team, found.trace, half or own_half(story.field, team, place, None), None)
            if not passes(story, act.team, found.entering):
                return False
            _face(story, act.team, act.facing if is_last else None)
        trace = found.trace
    return True


def _go(story: Story, name: UnitId, trace: Trace, half: Half | None, facing: Facing | None) -> None:
    team, to = story.position.teams[name], trace.place
    assert team.at is not None
    assert to is not None
    start = Place(team.at, team.floor)
    if facing is None and story.field.kind(team).turns and start.hex != to.hex:
        facing = next(side for side in range(hexes.SIDES) if hexes.step(start.hex, side) == to.hex)
    note_entering(story, team, to, half)
    street = in_street(story.field, team, to.hex, by_road=trace.by_road)
    story.add(em.FellBack(name, to, half, facing, street, trace.by_road))
    note_leaving(story, team, start)
