"""Ways carried out: announced step by step, with windows for opportunity fire between (FHW-MOVE-06, FHW-FO-05)."""

from __future__ import annotations

from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.book.kinds import Half, Place, hex_of, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.windows import open_window, write_moving
from app.systems.flames_hexwar.march.bogging import BogTest, is_passed
from app.systems.flames_hexwar.march.halting import in_street, may_go_on, own_half
from app.systems.flames_hexwar.march.stepping import Stepped, Trace, Walking, at_place, closer
from app.systems.flames_hexwar.march.ways import Way, turning_moves, walking_of
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import Dismount, Mount
from app.systems.flames_hexwar.position.frames import Activation, Moving, Visit
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.sight import in_building


def begin(story: Story, way: Way) -> None:
    """A way is named: the team sets out, goes on, halts or turns."""
    activation, team = _activation(story), way.team
    if story.field.is_independent(team):
        story.mark(team.id, acted=True, acted_with=activation.platoon)
    moving = activation.moving
    if moving is None and not way.places:
        assert team.at is not None
        if turning_moves(story.field, team):
            story.leave_ground((team.id,))
        street = in_street(story.field, team, team.at, by_road=team.in_street)
        story.add(em.HaltedAt(team.id, team.half, way.facing, turning_moves(story.field, team), street))
        story.swap(activation, replace(activation, begun=True))
        return
    facing = way.facing
    if moving is None:
        moving = Moving(team.id, (_visit(story.field, team, by_road=team.turn.by_road),))
    elif not way.places:
        test = walking_of(story.field, team).ending_test(moving.visits, way.half)
        if test is not None and not _passes(story, team, test):
            facing = None  # it has stopped there: a forced halt (FHW-STACK-06)
    new = replace(moving, rest=way.places, halt=way.halt, half=way.half, facing=facing)
    story.swap(activation, replace(activation, begun=True, moving=new))


def stays_down(field: Field, team: Team, to: Place) -> bool:
    """Whether a team only changes floor in a building without enemies (FHW-GTG-04)."""
    return team.at == to.hex and not any(True for _ in field.standing_in(to.hex, other(team.side)))


def _activation(story: Story) -> Activation:
    found = story.activation
    assert found is not None
    return found


def _visit(field: Field, team: Team, *, by_road: bool) -> Visit:
    place = None if team.at is None else Place(team.at, team.floor)
    stack = 0 if team.at is None else field.stack(team.side, team.at)
    return Visit(place, by_road, team.in_street, team.half, stack, field.dug_in(team))


def is_between_steps(field: Field, moving: Moving) -> bool:
    """Whether a team that moves stands and its player must say how it goes on."""
    return moving.team in field.teams and moving.announced is None and not moving.rest and not moving.halt


def run(story: Story, activation: Activation) -> None:
    """Goes on with the team that moves, until somebody is asked; how far it has come is written down then."""
    moving = activation.moving
    assert moving is not None
    while moving is not None and not is_between_steps(story.field, moving):
        moving, is_shown = _onward(story, moving)
        if moving is not None and is_shown and open_window(story, moving):
            _look_ahead(story, moving)
            return
    write_moving(story, moving)


Onward = tuple[Moving | None, bool]
"""How far a team has come, ``None`` at the end of its move; whether enemies may fire at it there (FHW-FO-05)."""


def _onward(story: Story, moving: Moving) -> Onward:
    """What comes next of a move: a place is announced, entered, or is the last."""
    team = story.position.teams.get(moving.team)
    if team is None or moving.has_halted:
        return None, False
    if moving.announced is not None:
        return _carry_out(story, moving, team)
    if moving.rest:
        return _announce(story, moving)
    story.add(em.Announced(team.id))
    return _halt(story, moving, team)


def _announce(story: Story, moving: Moving) -> Onward:
    """The next place is said aloud, and a window opens; none before a team comes onto the board (FHW-REIN-03). Nobody gets up for a
    place that has not been announced: it would tell of the rest of the way (FHW-HID-04)."""
    to = moving.rest[0]
    if not stays_down(story.field, story.position.teams[moving.team], to):
        story.leave_ground((moving.team,))
    story.add(em.Announced(moving.team, to))
    return replace(moving, announced=to, rest=moving.rest[1:]), moving.visits[-1].place is not None


def _look_ahead(story: Story, moving: Moving) -> None:
    """Whether the announced step would be barred to the team, were it suppressed: by the enemies whom it sees as it is announced (FHW-SUPP-03,
    FHW-FO-12)."""
    if not isinstance(moving.announced, Place):
        return
    team = story.position.teams[moving.team]
    trace = walking_of(story.field, team).along(moving.visits)
    if closer(story.field, team, trace, moving.announced):
        write_moving(story, replace(moving, closer=True))


def _halt(story: Story, moving: Moving, team: Team) -> Onward:
    """A team ends its move; the last window opens (FHW-FO-05)."""
    assert team.at is not None
    field, place = story.field, Place(team.at, team.floor)
    half = moving.half if moving.half is not None else own_half(field, team, place, None)
    street = in_street(field, team, team.at, by_road=team.in_street)
    if len(moving.visits) > 1 and field.terrain[team.at].mixed is not None:
        before = moving.visits[-2].place
        note_entering(story, replace(team, at=None) if before is None else at_place(team, before), place, half)
    story.add(em.HaltedAt(team.id, half, moving.facing, street=street))
    dug_in = story.field.dug_in(story.position.teams[team.id])
    visits = (*moving.visits[:-1], replace(moving.visits[-1], half=half, in_street=street, dug_in=dug_in))
    return replace(moving, visits=visits, announced="halt", rest=(), halt=True, has_halted=True), True


def _force_halt(story: Story, moving: Moving) -> Onward:
    """A rule ends a move: the facing is the one it has (FHW-STACK-06)."""
    team = story.position.teams[moving.team]
    return _halt(story, replace(moving, half=None, facing=None), team)


def _carry_out(story: Story, moving: Moving, team: Team) -> Onward:
    """The announced step, if it still can be made; fire makes the rest of the way lapse (FHW-MOVE-06)."""
    to = moving.announced
    assert isinstance(to, Place)
    if moving.fired_on:
        moving = replace(moving, rest=(), halt=False, half=None, facing=None, fired_on=False)
    is_barred = team.suppressed and moving.closer
    moving = replace(moving, announced=None, closer=False)
    if team.turn.halted or team.bailed_out or team.bogged:
        return _force_halt(story, moving)
    walking = walking_of(story.field, replace(team, suppressed=False) if team.suppressed else team)
    trace = walking.along(moving.visits)
    if is_barred:
        halted, _ = _force_halt(story, moving)
        return halted, False  # FHW-FO-12
    half = moving.half if moving.halt and not moving.rest else None
    found = walking.step(trace, to, half)
    if not isinstance(found, Stepped):  # the ground has changed meanwhile: a wreck, an enemy
        return _force_halt(story, moving)
    for test in found.leaving:
        if not _passes(story, team, test):
            return _force_halt(story, moving)
    return _enter(story, moving, walking, trace, found)


def _enter(story: Story, moving: Moving, walking: Walking, trace: Trace, found: Stepped) -> Onward:
    team = story.position.teams[moving.team]
    assert found.trace.place is not None
    _move(story, team, trace, found.trace.place, found.trace, doubled=walking.manner == "double")
    team = story.position.teams[moving.team]
    visit = _visit(story.field, team, by_road=found.trace.by_road)
    new = replace(moving, visits=(*moving.visits, visit))
    if found.entering is not None and not _passes(story, team, found.entering):
        return _force_halt(story, new)
    if not new.rest and not new.halt and not may_go_on(walking_of(story.field, team), found.trace, trace):
        return _force_halt(story, new)  # what has befallen it leaves it no other place (FHW-STACK-06, FHW-END-07)
    return new, False


def _move(story: Story, team: Team, trace: Trace, to: Place, new: Trace, *, doubled: bool) -> None:
    field = story.field
    start = trace.place
    facing = None
    if start is not None and start.hex != to.hex and field.kind(team).turns:
        facing = next(side for side in range(hexes.SIDES) if hexes.step(start.hex, side) == to.hex)
    is_street = new.by_road and field.terrain[to.hex].surface == "built_up"
    note_entering(story, team, to)
    story.add(
        em.Moved(
            team.id,
            to.hex if start is None else start.hex,
            to,
            1 if start is None else start.floor,
            is_street,
            facing,
            doubled,
            new.by_road,
        )
    )
    if start is not None:
        note_leaving(story, team, start)
    if (
        start is not None
        and start.hex == to.hex
        and any(True for _ in story.field.standing_in(to.hex, other(team.side)))
    ):
        story.mark(team.id, changed_floor=True)


def note_entering(story: Story, team: Team, to: Place, half: Half | None = None) -> None:
    """A team is seen to enter a building by an enemy who sees it where it comes from, or would see it there (FHW-LOS-13). Of a mixed hex it
    is the covering ``half`` that holds the building: who passes through or halts beside it does not enter (FHW-TERR-12)."""
    field = story.field
    if not in_building(field.terrain, to.hex, half) or team.at == to.hex:
        return
    if (team.side, to.hex) in story.position.seen_entering:
        return
    inside = replace(at_place(team, to), gone_to_ground=False)
    looks = (inside,) if team.at is None else (team, inside)
    if any(field.sees(enemy, each) for each in looks for enemy in field.enemies(team.side)):
        story.add(em.SeenEntering(team.side, to.hex, True))


def note_leaving(story: Story, team: Team, start: Place) -> None:
    """What a team leaves behind with a place: foxholes of whom it carries off (FHW-AE-02); a building that its side leaves empty was not seen
    to be entered (FHW-LOS-13)."""
    if team.id in story.field.carried and story.position.teams[team.id].at != start.hex:
        dug_in = tuple(each.id for each in story.field.aboard(team.id) if each.foxhole)
        if dug_in:
            story.add(em.FoxholesLeft(dug_in))
    was_seen = (team.side, start.hex) in story.position.seen_entering
    if was_seen and not any(story.field.is_inside(each) for each in story.field.standing_in(start.hex, team.side)):
        story.add(em.SeenEntering(team.side, start.hex, False))


def _passes(story: Story, team: Team, test: BogTest) -> bool:
    return passes(story, team.id, test)


def passes(story: Story, name: UnitId, test: BogTest) -> bool:
    """A bog test, of a vehicle or a gun (FHW-BOG-01, FHW-TERR-09)."""
    dice: list[int] = []
    team = story.position.teams[name]
    passed = is_passed(test, story.rolling("bog test", dice))
    is_gun = story.field.kind(team).kind == "gun"
    story.add(em.BogTested(name, tuple(dice), test.need, passed, is_gun))
    return passed


def dismount(story: Story, seat: Seat, act: Dismount) -> None:
    """A passenger gets down (FHW-TRAN-01). Beside its carrier, or carried on this turn, it has changed hex, at the double where its
    platoon does (FHW-MOVE-08, FHW-MT-02)."""
    team = story.position.teams[act.team]
    activation = _activation(story)
    if story.field.is_independent(team):
        story.mark(team.id, acted_with=activation.platoon)
    at = hex_of(act.at)
    carrier = story.position.teams[team.aboard] if team.aboard is not None else team
    facing = act.facing
    if facing is None and story.field.kind(team).turns:
        facing = team.facing if team.facing is not None else carrier.facing
    half = own_half(story.field, team, Place(at), act.half)
    comes_from = None if carrier.at == at else carrier.at
    note_entering(story, replace(team, at=comes_from, aboard=None), Place(at), half)
    story.add(em.GotDown(team.id, at, half, facing))
    if carrier.at != at or carrier.turn.changed_hex:
        is_doubled = walking_of(story.field, team).manner == "double"
        story.mark(team.id, changed_hex=True, moved="doubled" if is_doubled else "moved")


def mount(story: Story, seat: Seat, act: Mount) -> None:
    """A team gets up (FHW-TRAN-01)."""
    team = story.position.teams[act.team]
    activation = _activation(story)
    if story.field.is_independent(team):
        story.mark(team.id, acted=True, acted_with=activation.platoon)
    if team.at is not None:
        start = Place(team.at, team.floor)
        story.add(em.GotUp(team.id, act.carrier))
        note_leaving(story, team, start)
