"""Why what is being resolved cannot be: which frame may lie on which, and what each of them must find (part 4 of the rules)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

from app.boards import hexes
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.assault.contact import strikers
from app.systems.flames_hexwar.barrage.designating import corner_of
from app.systems.flames_hexwar.book.kinds import SIDES, Place, PlatoonId, Side, other
from app.systems.flames_hexwar.book.units import VEHICLE_MG
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.declaring import Declared, judge_shots
from app.systems.flames_hexwar.fire.shooting import barring
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.position import frames as f
from app.systems.flames_hexwar.position.actions import Shot, Vertex
from app.systems.flames_hexwar.position.state import Phase, Platoon, Position, Team
from app.systems.flames_hexwar.turn.steps import ORDER_OF

FIRST: Final[Mapping[type, frozenset[Phase]]] = {
    f.Activation: frozenset({"b", "c"}),
    f.SpecialChoice: frozenset({"d"}),
    f.Covering: frozenset({"a1_resolve", "a2_resolve"}),
    f.Assault: frozenset({"e_order"}),
    f.NewCommand: frozenset({"b", "c", "d", "e_write", "e_order", "plan"}),
}
"""What may lie lowest, and in which phases."""
UPON: Final[Mapping[type, tuple[type, ...]]] = {
    f.Window: (f.Activation,),
    f.Volleys: (f.Window, f.Activation, f.Covering, f.Assault),
    f.Hits: (f.Volleys, f.Covering, f.Assault),
    f.SwapChoice: (f.Hits,),
    f.HeroChoice: (f.Hits, f.Covering, f.Assault, f.SwapChoice),
    f.NewCommand: (f.Hits, f.Volleys, f.Covering, f.Assault, f.Window, f.Activation, f.FallingBack, f.NewCommand),
    f.DisengageChoice: (f.Volleys,),
    f.FallingBack: (f.Volleys, f.Assault),
    f.AntiAirChoice: (f.Covering,),
}
"""What may lie on what."""
CONTEXTS: Final[Mapping[type, str]] = {f.Window: "fo", f.Activation: "md", f.Covering: "fc", f.Assault: "defend"}
MUD: Final = 10
MOST_DICE: Final = 80


def resolving(moment: Moment) -> Iterator[str]:
    """Every contradiction in the flow of the game, empty for none."""
    position = moment.position
    yield from _flow(position)
    stacked = [*_stacked(position)]
    yield from stacked
    if not stacked:
        for number, frame in enumerate(position.frames):
            found = [f"frames[{number}]: {each}" for each in _Frames(moment, number).found(frame)]
            yield from found
            if found:
                return


def _flow(position: Position) -> Iterator[str]:
    if position.frames and position.result is not None:
        yield "frames: nothing is resolved when the game is over"


def _stacked(position: Position) -> Iterator[str]:
    below: f.Frame | None = None
    for number, frame in enumerate(position.frames):
        if below is None:
            if position.phase not in FIRST.get(type(frame), ()):
                yield f"frames[{number}]: not in {position.phase}"
        elif type(below) not in UPON.get(type(frame), ()):
            yield f"frames[{number}]: not on what lies below it"
        if isinstance(frame, f.Volleys) and below is not None and frame.context != CONTEXTS.get(type(below)):
            yield f"frames[{number}]: of another context than what lies below it"
        below = frame


class _Frames:
    """Looks for contradictions in one of the frames."""

    def __init__(self, moment: Moment, number: int) -> None:
        self.position, self.field, self.number = moment.position, moment.field, number
        self.below = self.position.frames[number - 1] if number else None

    def found(self, frame: f.Frame) -> Iterator[str]:
        match frame:
            case f.Activation():
                yield from self.activation(frame)
            case f.Window():
                if not isinstance(self.below, f.Activation) or self.below.moving is None:
                    yield "a window opens on a team that moves"
                elif self.below.moving.announced is None:
                    yield "a window opens on what is announced"
            case f.Volleys():
                yield from self.volleys(frame)
            case f.Hits():
                yield from self.hits(frame)
            case f.Covering():
                yield from self.covering(frame)
            case f.Assault():
                yield from self.assault(frame)
            case _:
                yield from self.choice(frame)

    # -- names

    def living(self, *names: UnitId | None, side: str | None = None) -> Iterator[str]:
        for name in names:
            team = None if name is None else self.position.teams.get(name)
            if name is not None and (team is None or side not in (None, team.side)):
                yield f"{name} is no living team of whom it should be"

    def placed(self, *names: UnitId, side: str | None = None) -> Iterator[str]:
        for name in names:
            yield from self.living(name, side=side)
            team = self.position.teams.get(name)
            if team is not None and team.at is None:
                yield f"{name} stands nowhere"

    def platoon(self, name: str, side: str | None = None) -> Iterator[str]:
        platoon = self.position.platoons.get(PlatoonId(name))
        if platoon is None or platoon.status == "destroyed" or side not in (None, platoon.side):
            yield f"{name} is no platoon that is left to whom it should be"

    def side_of(self, seat: Seat) -> Side:
        return self.position.seats[seat].side

    # -- activations

    def activation(self, frame: f.Activation) -> Iterator[str]:
        platoon = self.position.platoons.get(frame.platoon)
        if platoon is None or platoon.order != ORDER_OF[self.position.phase] or platoon.status == "destroyed":
            yield "its platoon has no card of the step"
            return
        if frame.mud is not None and not 1 <= frame.mud <= MUD:
            yield f"mud: expected 1 to {MUD}"
        if frame.moving is not None:
            yield from self.moving(frame.moving, platoon)

    def moving(self, moving: f.Moving, platoon: Platoon) -> Iterator[str]:
        team = self.position.teams.get(moving.team)
        if team is None and moving.team in self.position.gone:
            return  # it has just been lost on its way
        if team is None or team.aboard is not None or team.side != platoon.side:
            yield "nobody of its own moves"
            return
        if team.platoon != platoon.id and not self.field.is_independent(team):
            yield "its own teams move, and headquarters"
        if not moving.visits:
            yield "a way begins somewhere"
        if any(visit.place is None for visit in moving.visits[1:]):
            yield "a way begins beside the board alone"
        ways = (*(visit.place for visit in moving.visits), moving.announced, *moving.rest)
        places = [each for each in ways if isinstance(each, Place)]
        if any(not 1 <= each.floor <= self.field.terrain[each.hex].floors for each in places):
            yield "a way leads through floors that are there"
        if any(not self.is_step(a, b) for a, b in itertools.pairwise(places)):
            yield "a way goes step by step"
        if moving.has_halted != (moving.announced == "halt"):
            yield "a halt is announced when it has come"
        yield from self.living(*moving.fog)

    def is_step(self, one: Place, to: Place) -> bool:
        if one.hex == to.hex:
            return abs(one.floor - to.floor) <= 1
        return hexes.distance(one.hex, to.hex) == 1 and one.floor == to.floor == 1

    # -- fire

    def volleys(self, frame: f.Volleys) -> Iterator[str]:
        for volley in frame.left:
            yield from self.platoon(volley.platoon)
            yield from self.target(volley.target)
            if not volley.shots:
                yield "a volley without shots"
            for shot in volley.shots:
                yield from self.placed(shot.team)
                yield from self.living(shot.priority)
                team = self.position.teams.get(shot.team)
                if team is not None and not self.has(team, shot.weapon):
                    yield f"{shot.team} has no {shot.weapon}"
                if not 1 <= shot.count <= MOST_DICE:
                    yield f"dice: expected 1 to {MOST_DICE}"

    def has(self, team: Team, weapon: str) -> bool:
        kind = self.field.kind(team)
        return weapon in kind.weapons or (weapon == VEHICLE_MG and kind.mg_count > 0)

    def target(self, name: str) -> Iterator[str]:
        """A platoon, or a team by itself, though it has just been lost; nobody where hits have no one target."""
        position = self.position
        if name and name not in position.platoons and name not in position.teams and name not in position.gone:
            yield f"{name} is no target"

    def hits(self, frame: f.Hits) -> Iterator[str]:
        if frame.context != "strike":
            yield from self.target(frame.target)
        if not frame.rows:
            yield "no hits"
        if frame.given and len(frame.given) != len(frame.rows):
            yield "given: expected a team for each hit"
        if frame.next > len(frame.rows):
            yield "next: expected no more than there are"
        if frame.seat is not None and self.side_of(frame.seat) != frame.side:
            yield "asked is a seat of the side that is hit"
        yield from self.living(*(frame.given[frame.next :] or ()), *frame.riders, side=frame.side)
        for row in frame.rows:
            if not row.teams:
                yield "a hit that nobody can be given"
            if frame.next == 0:
                yield from self.placed(*row.teams, side=frame.side)
            known = self.field.rules.aircraft if row.by == "air" else self.field.rules.weapons
            if frame.context != "strike" and row.weapon not in known:
                yield f"{row.weapon} is no weapon"
            if frame.context == "strike" and row.shooter is None:
                yield "somebody strikes"

    # -- covering fire

    def covering(self, frame: f.Covering) -> Iterator[str]:
        for wave in frame.waves:
            if len(wave.planes) != len(wave.attacks) or not wave.attacks:
                yield "planes: expected some for each attack"
            if self.position.sides[wave.side].aircraft is None:
                yield "a wave of a side without aircraft"
            for attack in wave.attacks:
                yield from self.cells(*(attack.hexes or ()))
                yield from () if attack.vertex is None else self.corner(attack.vertex)
        if len({wave.side for wave in frame.waves}) < len(frame.waves):
            yield "waves: expected one of each side"
        if frame.attack[0] < len(frame.waves) and frame.attack[1] >= len(frame.waves[frame.attack[0]].attacks):
            yield "attack: expected one of the wave"
        for side, act, pieces in frame.bombards:
            yield from self.platoon(act.battery, side)
            platoon = self.position.platoons.get(act.battery)
            if platoon is not None and (platoon.battery is None or not 1 <= pieces <= MOST_DICE):
                yield f"{act.battery} does not bombard"
            yield from self.placed(act.spotter, side=side)
            yield from self.placed(act.aim, side=other(side))
            yield from self.cells(*act.hexes)
            yield from self.corner(act.vertex)
        yield from self.aa(frame)
        for team, name in frame.lifts:
            yield from self.placed(team)
            yield from self.platoon(name)
        for name, shots in frame.fires:
            yield from self.platoon(name)
            if not shots or not self.is_declared(name, shots):
                yield f"{name} could not fire so"
        if any(not board_holds(self.field, at) for cells, _ in frame.smoke for at in cells):
            yield "smoke off the board"

    def aa(self, frame: f.Covering) -> Iterator[str]:
        waves = {wave.side: wave for wave in frame.waves}
        for team, number, dice, side in frame.aa:
            yield from self.placed(team, side=other(side))
            if side not in waves or number >= len(waves[side].attacks) or not 1 <= dice <= MOST_DICE:
                yield f"{team} fires at no attack"

    def cells(self, *names: str) -> Iterator[str]:
        for name in names:
            at = hexes.named(name)
            if at is None or not board_holds(self.field, at):
                yield f"{name} is off the board"

    def corner(self, vertex: Vertex) -> Iterator[str]:
        """At the rim it may be named by a hex that is not on the board (FHW-GEO-05)."""
        if not any(board_holds(self.field, at) for at in corner_of(vertex)):
            yield f"{vertex.hex} is off the board"

    def is_declared(self, name: PlatoonId, shots: tuple[Shot, ...]) -> bool:
        known = {*self.position.teams}
        if name not in self.position.platoons or any(shot.team not in known for shot in shots):
            return False
        return isinstance(judge_shots(barring(self.field, self.field.seat(name), name), shots), Declared)

    # -- assaults

    def assault(self, frame: f.Assault) -> Iterator[str]:
        platoons = self.position.platoons
        for name in frame.platoons:
            if name not in platoons or platoons[name].side != frame.side:
                yield f"{name} assaults its own side"
        for name in frame.defenders:
            if name not in platoons or platoons[name].side == frame.side:
                yield f"{name} defends against its own side"
        moves = frame.stage in ("moves", "regroup", "regroup_defender", "consolidate")
        if moves and frame.mover is None:
            yield "mover: expected a side"
        if frame.stage == "continue" and frame.tester is None:
            yield "tester: expected a side"
        if frame.stage in ("retreat", "consolidate") and frame.winner is None:
            yield "winner: expected a side"
        if any(self.side_of(seat) == frame.side for seat in frame.asked or ()):
            yield "asked: expected defenders"
        yield from (f"{name} came from nowhere" for name in frame.teams if name not in frame.came_from)
        for _, rows in frame.rows:
            for row in rows:
                yield from self.placed(*row.teams)
        yield from self.speakers(frame)

    def speakers(self, frame: f.Assault) -> Iterator[str]:
        """Both sides can still fight while they say whether they stay (FHW-ASLT-25)."""
        if frame.stage in ("withdraw", "defender_stays", "continue"):
            for side in SIDES:
                if not strikers(self.field, frame, side):
                    yield f"nobody of {side} can strike"

    # -- answers

    def choice(self, frame: f.Frame) -> Iterator[str]:
        match frame:
            case f.SwapChoice() | f.HeroChoice():
                yield from self.living(frame.team, *frame.teams, side=self.side_of(frame.seat))
                if not frame.teams or frame.team in frame.teams:
                    yield "teams: expected some others"
            case f.NewCommand() | f.SpecialChoice():
                side = self.side_of(frame.seat)
                yield from self.platoon(frame.platoon, side)
                yield from self.living(*frame.teams, side=side)
                is_known = frame.platoon in self.position.platoons
                if not frame.teams or (is_known and self.field.seat(frame.platoon) != frame.seat):
                    yield "teams: expected some of the seat's"
                if isinstance(frame, f.SpecialChoice):
                    yield from self.placed(*frame.vehicles, side=side)
            case f.DisengageChoice():
                side = self.side_of(frame.seat)
                yield from self.platoon(frame.platoon, side)
                yield from self.platoon(frame.firing, other(side))
            case f.FallingBack():
                yield from self.placed(*frame.teams, side=self.side_of(frame.seat))
                if not frame.teams:
                    yield "nobody falls back"
                if (frame.firing is None) != isinstance(self.below, f.Assault):
                    yield "firing: expected after disengaging alone"
            case f.AntiAirChoice():
                below = self.below
                if not isinstance(below, f.Covering) or frame.side not in {wave.side for wave in below.waves}:
                    yield "aircraft of that side do not come"
                if not frame.seats or any(self.side_of(seat) == frame.side for seat in frame.seats):
                    yield "seats: expected some of the other side"


def board_holds(field: Field, at: hexes.Hex) -> bool:
    """Whether a hex is on the board."""
    return field.terrain.board.holds(at)
