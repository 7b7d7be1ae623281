"""Where a team may end a move: its half, its facing, room (FHW-TERR-12, FHW-FACE, FHW-STACK-06)."""

from __future__ import annotations

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Facing, Half, Place
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.march.stepping import Stepped, Trace, Walking
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.terrain import going

HALVES: tuple[Half, ...] = ("free", "cover")


def half_refused(field: Field, team: Team, place: Place, half: Half | None) -> RuleId | None:
    """A half where there is none, a vehicle in a covering one, or a gun in one that is closed to it (FHW-TERR-12)."""
    ground = field.terrain[place.hex]
    if half is None:
        return None
    if ground.mixed is None or (half == "cover" and field.kind(team).is_vehicle):
        return RuleId("FHW-TERR-12")
    if half == "cover" and going.surface_going(field.rules, field.mobility(team), ground, "cover") == "forbidden":
        return RuleId("FHW-TERR-07")
    return None


def halt_refused(
    field: Field, team: Team, place: Place, half: Half | None, facing: Facing | None, *, needs_facing: bool = False
) -> Refusal | None:
    """The first rule that refuses a halt. ``needs_facing``: whoever is placed must say which way it faces (FHW-FACE-01)."""
    wrong = half_refused(field, team, place, half)
    if wrong is not None:
        return Refusal(wrong, {"at": hexes.name(place.hex)})
    turns = field.kind(team).turns
    if (facing is not None and not turns) or (needs_facing and turns and facing is None):
        return Refusal(RuleId("FHW-FACE-01"), {"team": team.id})
    full = field.crowded(team, place, own_half(field, team, place, half))
    return None if full is None else Refusal(RuleId(full), {"at": hexes.name(place.hex)})


def own_half(field: Field, team: Team, place: Place, half: Half | None) -> Half | None:
    """The half in which a team halts."""
    return field.half_for(team, place.hex, half)


def in_street(field: Field, team: Team, at: Hex, *, by_road: bool) -> bool:
    """Whether a team that halts in a hex is in its street: a vehicle whose last step into it was a road step (FHW-COV-11)."""
    return by_road and field.kind(team).is_vehicle and field.terrain[at].surface == "built_up"


def has_room(field: Field, team: Team, place: Place, half: Half | None = None) -> bool:
    """Whether a team could halt there."""
    return field.crowded(team, place, own_half(field, team, place, half)) is None


def could_halt(walking: Walking, before: Trace | None, here: Trace) -> bool:
    """Whether a team could end its move where it has come to: in either half of a mixed hex that is open to it as the end of its last step,
    with room there (FHW-STACK-06, FHW-TERR-13)."""
    field, team, place = walking.field, walking.team, here.place
    if place is None:
        return False
    if before is None or field.terrain[place.hex].mixed is None or field.kind(team).is_vehicle:
        return has_room(field, team, place)
    return any(
        has_room(field, team, place, half) and isinstance(walking.step(before, place, half), Stepped) for half in HALVES
    )


def may_go_on(walking: Walking, trace: Trace, before: Trace | None = None) -> bool:
    """Whether some way on from here, dice left aside, ends where there is room (FHW-STACK-06). ``before``: the last step's start."""
    seen: dict[tuple[Place | None, bool, bool], list[tuple[int, int]]] = {}
    todo = [(before, trace)]
    while todo:
        last, here = todo.pop()
        if could_halt(walking, last, here):
            return True
        for to in next_places(walking, here):
            found = walking.step(here, to)
            if not isinstance(found, Stepped):
                continue
            if walking.field.terrain[to.hex].mixed is not None and could_halt(walking, here, found.trace):
                return True
            key = (found.trace.place, found.trace.rough, found.trace.by_road)
            spent = (found.trace.cost, -found.trace.road)
            if any(cost <= spent[0] and road <= spent[1] for cost, road in seen.get(key, ())):
                continue
            seen.setdefault(key, []).append(spent)
            todo.append((here, found.trace))
    return False


def next_places(walking: Walking, trace: Trace) -> list[Place]:
    """Everywhere a step might lead: neighbours, the next floors, the hexes of its line."""
    if trace.place is None:
        return [Place(at) for at, _ in walking.line]
    terrain, here = walking.field.terrain, trace.place
    found = [*terrain.near(here.hex)] if here.floor == 1 else []
    floors = terrain[here.hex].floors
    found += [Place(here.hex, floor) for floor in (here.floor - 1, here.floor + 1) if 1 <= floor <= floors]
    return found
