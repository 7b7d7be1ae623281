"""Steps of a team, judged one by one: what each costs, what going it is, who may not make it (FHW-MOVE, FHW-TERR, FHW-ROAD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.systems.flames_hexwar.book.kinds import WORST_LAST, Going, Half, Place, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.march.bogging import BogTest, bog_test, wreck_refused, wreck_tests
from app.systems.flames_hexwar.march.crossing import INSIDE, NATURAL, Crossing, closed_to, crossings_of
from app.systems.flames_hexwar.position.frames import Visit
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.terrain import going
from app.systems.flames_hexwar.terrain.going import VEHICLES, Step
from app.systems.flames_hexwar.terrain.stacking import size_name

Manner = Literal["move", "double", "retreat", "disengage"]
"""Move and shoot, at the double, back from an assault, back after disengaging."""


class Trace(NamedTuple):
    """How far a way has come. ``place`` is ``None`` beside the board."""

    place: Place | None
    cost: int = 0
    road: int = 0
    """Road steps."""
    rough: bool = False
    """It has touched difficult ground: the rough allowance holds (FHW-TERR-11)."""
    going: Going = "normal"
    """Of the last step, or of the start as it is left (FHW-BOG-01)."""
    by_road: bool = False
    """Whether the place was entered by a road step this turn."""
    has_begun: bool = False
    """It has left the hex where it began."""


class Stepped(NamedTuple):
    """A legal step: where it leads, the tests before it and on it."""

    trace: Trace
    leaving: tuple[BogTest, ...] = ()
    entering: BogTest | None = None


class Walking:
    """A team on its way. ``mud``: whether odd halves are rounded up, where the die is known; ``line``: hexes by which a waiting team comes
    on, and whether a road begins there (FHW-REIN-03)."""

    def __init__(
        self,
        field: Field,
        team: Team,
        manner: Manner,
        mud: int | None = None,
        line: Sequence[tuple[Hex, bool]] = (),
    ) -> None:
        self.field: Final = field
        self.team: Final = team
        self.manner: Final = manner
        self.mud: Final = mud
        self.line: Final = line
        self._mobility: Final = field.mobility(team)
        self._kind: Final = field.kind(team)
        self._crossings: Final = crossings_of(field.rules, field.terrain)
        self._allowances: Final[dict[bool, int]] = {}

    # -- what it may

    def allowance(self, *, rough: bool) -> int:
        """Hexes that it may go (FHW-MOVE-04, FHW-WEA-09)."""
        found = self._allowances.get(rough)
        if found is None:
            found = self._allowances[rough] = self._allowance(rough=rough)
        return found

    def _allowance(self, *, rough: bool) -> int:
        field = self.field
        of = field.rules.weather[field.weather]
        up = self.mud is None or self.mud in of.odd_half_up_on
        return going.allowance(
            field.rules,
            self._mobility,
            doubled=self.manner == "double",
            rough=rough,
            halved=of.halves_movement,
            rounds_up=up,
        )

    def is_within(self, trace: Trace) -> bool:
        """Whether its allowance is enough for a way (FHW-ROAD-03)."""
        return going.reaches(self._mobility, self.allowance(rough=trace.rough), trace.cost, trace.road)

    def has_more(self, trace: Trace) -> bool:
        """Whether a further step, be it by road, would be within its allowance."""
        rough = trace.rough
        return going.reaches(self._mobility, self.allowance(rough=rough), trace.cost + 1, trace.road + 1)

    @property
    def start(self) -> Trace:
        """Before its first step."""
        return start_of(self.team)

    def along(self, visits: Sequence[Visit]) -> Trace:
        """How far it has come by a way that it has gone."""
        trace = Trace(visits[0].place, by_road=visits[0].by_road)
        for visit in visits[1:]:
            assert visit.place is not None
            trace = self._traced(trace, visit.place, self._crossing(trace, visit.place))
        return trace

    # -- steps

    def step(self, trace: Trace, to: Place, half: Half | None = None) -> Stepped | Refusal:
        """The first rule that refuses a step, in the order of part 5.3; else what it comes to. ``half``: that of a mixed hex in which the
        way ends (FHW-TERR-13)."""
        refusal = self._beside(trace, to)
        if refusal is not None:
            return refusal
        if self.field.is_held(to.hex, other(self.team.side)):
            return Refusal.by("FHW-STACK-07", at=hexes.name(to.hex))
        crossing = self._crossing(trace, to)
        if crossing.closed is not None:
            return crossing.closed
        if half is not None:
            crossing = self._crossing(trace, to, half)
            if crossing.of.nature == "forbidden":
                return Refusal.by("FHW-TERR-07", at=hexes.name(to.hex))
        new = self._traced(trace, to, crossing)
        refusal = self._hindered(trace, to, new, crossing)
        return self._stepped(trace, new, crossing) if refusal is None else refusal

    def _beside(self, trace: Trace, to: Place) -> Refusal | None:
        terrain = self.field.terrain
        if trace.place is None:
            is_line = any(at == to.hex for at, _ in self.line) and to.floor == 1
            return None if is_line else Refusal.by("FHW-REIN-03")
        if trace.place.floor == 1 and to in terrain.near(trace.place.hex):
            return None
        if not terrain.board.holds(to.hex):
            return Refusal.by("FHW-MOVE-09")
        is_floor = to.hex == trace.place.hex and abs(to.floor - trace.place.floor) == 1
        return None if is_floor and to.floor <= terrain[to.hex].floors else Refusal.by("FHW-MOVE-01")

    def _hindered(self, trace: Trace, to: Place, new: Trace, crossing: Crossing) -> Refusal | None:
        """Wrecks, mud, what the double forbids, suppression, the allowance."""
        field, kind, of = self.field, self._kind, crossing.of
        if kind.is_vehicle:
            wrecks = field.wrecks.get(to.hex, 0)
            refused = wreck_refused(field.rules, wrecks, by_road=new.by_road, recovers=kind.recovery)
            if refused is not None:
                return Refusal(refused, {"at": hexes.name(to.hex)})
        if of.going == "forbidden":
            return Refusal.by("FHW-WEA-12", at=hexes.name(to.hex))
        if self.manner == "double":
            if WORST_LAST[of.going] or WORST_LAST[_left(trace, crossing).going]:
                return Refusal.by("FHW-MOVE-02", at=hexes.name(to.hex))
            if self._is_near_enemy(to):
                return Refusal.by("FHW-MOVE-03", at=hexes.name(to.hex))
        if (
            self.team.suppressed
            and self.manner in ("move", "double", "disengage")
            and closer(field, self.team, trace, to)
        ):
            return Refusal.by("FHW-SUPP-03", at=hexes.name(to.hex))
        if not self.is_within(new):
            return self._too_far(to, new)
        return None

    def _too_far(self, to: Place, trace: Trace) -> Refusal:
        """How far it goes at most; ``rough``: it would go farther but for the ground on its way (FHW-TERR-11)."""
        most = self.allowance(rough=trace.rough)
        is_rough = trace.rough and most < self.allowance(rough=False)
        facts = {"rough": True} if is_rough else {}
        return Refusal.by("FHW-MOVE-01", at=hexes.name(to.hex), most=most, **facts)

    def _is_near_enemy(self, to: Place) -> bool:
        """Whether an enemy in sight is too near to go there at the double (FHW-MOVE-03)."""
        field, most = self.field, self.field.rules.options.mt_min_enemy_distance
        if not field.is_enemy_near(self.team.side, to.hex, most):
            return False
        ghost = at_place(self.team, to)
        return any(field.sees(ghost, enemy) for enemy in field.enemies_near(self.team.side, to.hex, most))

    def ending_refused(self, visits: Sequence[Visit], half: Half) -> Refusal | None:
        """Why a team that has come into a mixed hex cannot end its move in that half, which its last step is then judged by (FHW-TERR-13)."""
        ending = self._ending(visits, half)
        if ending is None:
            return None
        trace, crossing = ending
        to = visits[-1].place
        assert to is not None
        if self.manner == "double" and WORST_LAST[crossing.of.going]:
            return Refusal.by("FHW-MOVE-02", at=hexes.name(to.hex))
        new = self._traced(trace, to, crossing)
        if not self.is_within(new):
            return self._too_far(to, new)
        return None

    def ending_test(self, visits: Sequence[Visit], half: Half | None) -> BogTest | None:
        """The test of the half in which a gun ends its move, where it says so only after its last step (FHW-TERR-09, FHW-TERR-13)."""
        ending = self._ending(visits, half)
        if ending is None or visits[-1].place is None:
            return None
        trace, crossing = ending
        return self._stepped(trace, self._traced(trace, visits[-1].place, crossing), crossing).entering

    def _ending(self, visits: Sequence[Visit], half: Half | None) -> tuple[Trace, Crossing] | None:
        """The last step of a way that ends in the covering half of a mixed hex, and what it has come to before."""
        to = visits[-1].place
        if half != "cover" or len(visits) == 1 or to is None or self.field.terrain[to.hex].mixed is None:
            return None
        trace = self.along(visits[:-1])
        return trace, self._crossing(trace, to, half)

    # -- going

    def _crossing(self, trace: Trace, to: Place, half: Half | None = None) -> Crossing:
        here, weather = trace.place, self.field.weather
        if here is None:
            is_road = any(at == to.hex and is_road for at, is_road in self.line)
            return self._crossings.onto(self._mobility, weather, to.hex, half, is_road=is_road)
        if here.hex == to.hex:
            return INSIDE._replace(left=self._standing(here.hex))
        found = self._crossings.between(self._mobility, weather, here.hex, to.hex, half)
        is_start = not trace.has_begun and self.team.half == "cover" and not found.is_road
        return found._replace(left=self._standing(here.hex)) if is_start else found

    def _standing(self, at: Hex) -> Step:
        """The going of the hex in which it stands, of its own half of it (FHW-TERR-12)."""
        field = self.field
        return going.standing_going(field.rules, self._mobility, field.terrain[at], field.weather, self.team.half)

    def _traced(self, trace: Trace, to: Place, crossing: Crossing) -> Trace:
        mobility, of, left = self._mobility, crossing.of, _left(trace, crossing)
        cost = 1
        if mobility.of == "infantry" and of.going == "very_difficult":
            cost = self.field.rules.options.infantry_very_difficult_cost  # FHW-TERR-10
        touched = WORST_LAST[of.going] > 0 or WORST_LAST[left.going] > 0
        return Trace(
            to,
            trace.cost + cost,
            trace.road + crossing.is_road,
            trace.rough or (mobility.of in VEHICLES and touched),
            of.going,
            crossing.is_road,
            trace.has_begun or trace.place is None or trace.place.hex != to.hex,
        )

    # -- tests

    def tests(self, trace: Trace, to: Place, half: Half | None = None) -> Stepped:
        """A step that is made whatever it costs, with its tests: a move of one hex in an assault (FHW-ASLT-04)."""
        crossing = self._crossing(trace, to, half)
        return self._stepped(trace, self._traced(trace, to, crossing), crossing)

    def _stepped(self, trace: Trace, new: Trace, crossing: Crossing) -> Stepped:
        """A step with its tests, of the ground that is left and of that which is entered: none for men (FHW-TERR-09)."""
        if self._kind.kind == "infantry":
            return Stepped(new)
        left = _left(trace, crossing)
        assert new.place is not None
        before = trace.going if trace.has_begun else left.going
        entering = self._test(crossing.of) if WORST_LAST[crossing.of.going] > WORST_LAST[before] else None
        is_leaving = trace.place is not None and trace.place.hex != new.place.hex
        return Stepped(new, self._leaving_tests(trace, left, crossing) if is_leaving else (), entering)

    def _leaving_tests(self, trace: Trace, left: Step, crossing: Crossing) -> tuple[BogTest, ...]:
        test, kind = self._test(left), self._kind
        found = () if test is None else (test,)
        if not kind.is_vehicle or trace.place is None or not crossing.is_road:
            return found
        wrecks, size = self.field.wrecks.get(trace.place.hex, 0), size_name(kind.kind, kind.size)
        if not wreck_tests(self.field.rules, wrecks, size, enters_by_road=trace.by_road, leaves_by_road=True):
            return found
        skill = self.field.skill(self.team).id
        return (*found, bog_test(self.field.rules, "difficult", skill, wide_tracks=kind.wide_tracks))

    def _test(self, of: Step) -> BogTest | None:
        """The test of going, for whoever it can stop (FHW-TERR-09)."""
        kind = self._kind
        wanted = ("difficult", "very_difficult") if kind.is_vehicle else ("very_difficult",)
        if kind.kind == "infantry" or of.going not in wanted:
            return None
        return bog_test(
            self.field.rules,
            of.going,
            self.field.skill(self.team).id,
            wide_tracks=kind.is_vehicle and kind.wide_tracks,
            twice=kind.is_vehicle and of.forces_reroll,
        )


def at_place(team: Team, place: Place) -> Team:
    """A team as if it stood in a place."""
    return replace(team, at=place.hex, floor=place.floor, half=None, aboard=None)


def start_of(team: Team) -> Trace:
    """Where a team sets out, and how it came there this turn (FHW-ROAD-04)."""
    return Trace(None if team.at is None else Place(team.at, team.floor), by_road=team.turn.by_road)


def _left(trace: Trace, crossing: Crossing) -> Step:
    """The going of the hex that a first step leaves (FHW-BOG-01, FHW-TERR-11)."""
    return NATURAL if trace.has_begun else crossing.left


def closed(field: Field, team: Team, start: Hex | None, to: Hex) -> Refusal | None:
    """Ground that is closed to a team, whatever the weather."""
    return closed_to(field.rules, field.terrain, field.mobility(team), start, to)


def closer(field: Field, team: Team, trace: Trace, to: Place) -> bool:
    """Whether a step brings a team closer to an enemy that it sees (FHW-SUPP-03)."""
    if trace.place is None:
        return False
    here = trace.place
    ghost = at_place(team, here)
    if team.at == here.hex and team.floor == here.floor:
        ghost = team
    return any(
        enemy.at is not None
        and hexes.distance(enemy.at, to.hex) < hexes.distance(enemy.at, here.hex)
        and field.sees(ghost, enemy)
        for enemy in field.enemies(team.side)
    )
