"""Steps of a team, judged one by one: what each costs, what going it is, who may not make it (FHW-MOVE, FHW-TERR, FHW-ROAD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.systems.flames_hexwar.book.kinds import WORST_LAST, Going, Half, Place
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.march.bogging import BogTest, bog_test, wreck_refused, wreck_tests
from app.systems.flames_hexwar.position.frames import Visit
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.terrain import going
from app.systems.flames_hexwar.terrain.going import TRACKS, VEHICLES, Step
from app.systems.flames_hexwar.terrain.stacking import size_name

Manner = Literal["move", "double", "retreat", "disengage"]
"""Move and shoot, at the double, back from an assault, back after disengaging."""
NATURAL: Final = Step("normal", "normal")


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


class Stepped(NamedTuple):
    """A legal step: where it leads, the tests before it and on it."""

    trace: Trace
    leaving: tuple[BogTest, ...] = ()
    entering: BogTest | None = None


class Walking(NamedTuple):
    """A team on its way. ``mud``: whether odd halves are rounded up, where the die is known."""

    field: Field
    team: Team
    manner: Manner
    mud: int | None = None
    line: Sequence[tuple[Hex, bool]] = ()
    """Hexes by which a waiting team comes on, and whether a road begins there (FHW-REIN-03)."""

    # -- what it may

    def allowance(self, *, rough: bool) -> int:
        """Hexes that it may go (FHW-MOVE-04, FHW-WEA-09)."""
        field = self.field
        mobility, of = field.mobility(self.team), field.rules.weather[field.weather]
        halved = of.halves_movement
        up = self.mud is None or self.mud in of.odd_half_up_on
        return going.allowance(
            field.rules, mobility, doubled=self.manner == "double", rough=rough, halved=halved, rounds_up=up
        )

    def is_within(self, trace: Trace) -> bool:
        """Whether its allowance is enough for a way (FHW-ROAD-03)."""
        mobility = self.field.mobility(self.team)
        return going.reaches(mobility, self.allowance(rough=trace.rough), trace.cost, trace.road)

    @property
    def start(self) -> Trace:
        """Before its first step."""
        team = self.team
        return Trace(None if team.at is None else Place(team.at, team.floor))

    def along(self, visits: Sequence[Visit]) -> Trace:
        """How far it has come by a way that it has gone."""
        trace = Trace(visits[0].place)
        for visit in visits[1:]:
            assert visit.place is not None
            trace = self._traced(trace, visit.place)[0]
        return trace

    # -- steps

    def step(self, trace: Trace, to: Place, half: Half | None = None) -> Stepped | Refusal:
        """The first rule that refuses a step, in the order of part 5.3; else what it comes to. ``half``: that of a mixed hex in which the
        way ends (FHW-TERR-13)."""
        refusal = self._beside(trace, to) or self._forbidden(trace, to)
        if refusal is not None:
            return refusal
        new, of = self._traced(trace, to, half)
        refusal = self._hindered(trace, to, new, of)
        if refusal is not None:
            return refusal
        return Stepped(new, self._leaving_tests(trace, to), self._entering_test(trace, new, of))

    def _beside(self, trace: Trace, to: Place) -> Refusal | None:
        terrain = self.field.terrain
        if trace.place is None:
            is_line = any(at == to.hex for at, _ in self.line) and to.floor == 1
            return None if is_line else Refusal.by("FHW-REIN-03")
        if not terrain.board.holds(to.hex):
            return Refusal.by("FHW-MOVE-09")
        if to.hex == trace.place.hex:
            is_next = abs(to.floor - trace.place.floor) == 1 and to.floor <= terrain[to.hex].floors
            return None if is_next else Refusal.by("FHW-MOVE-01")
        is_next = hexes.distance(to.hex, trace.place.hex) == 1 and to.floor == trace.place.floor == 1
        return None if is_next else Refusal.by("FHW-MOVE-01")

    def _forbidden(self, trace: Trace, to: Place) -> Refusal | None:
        """Enemies, and ground that is closed (FHW-STACK-07, FHW-TERR)."""
        field = self.field
        if any(True for _ in field.standing_in(to.hex, "B" if self.team.side == "A" else "A")):
            return Refusal.by("FHW-STACK-07", at=hexes.name(to.hex))
        if self._is_road(trace, to) or self._is_inside(trace, to):
            return None
        return closed(field, self.team, None if trace.place is None else trace.place.hex, to.hex)

    def _hindered(self, trace: Trace, to: Place, new: Trace, of: Step) -> Refusal | None:
        """Wrecks, mud, what the double forbids, suppression, the allowance."""
        field, kind = self.field, self.field.kind(self.team)
        if kind.is_vehicle:
            wrecks = field.wrecks.get(to.hex, 0)
            refused = wreck_refused(field.rules, wrecks, by_road=new.by_road, recovers=kind.recovery)
            if refused is not None:
                return Refusal(refused, {"at": hexes.name(to.hex)})
        if of.going == "forbidden":
            return Refusal.by("FHW-WEA-12", at=hexes.name(to.hex))
        if self.manner == "double":
            left = self._left_ground(trace, to)
            if WORST_LAST[of.going] or WORST_LAST[left.going]:
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
            return Refusal.by("FHW-MOVE-01", at=hexes.name(to.hex), most=self.allowance(rough=new.rough))
        return None

    def _is_near_enemy(self, to: Place) -> bool:
        """Whether an enemy in sight is too near to go there at the double (FHW-MOVE-03)."""
        field, most = self.field, self.field.rules.options.mt_min_enemy_distance
        if not field.is_enemy_near(self.team.side, to.hex, most):
            return False
        ghost = at_place(self.team, to)
        return any(field.sees(ghost, enemy) for enemy in field.enemies_near(self.team.side, to.hex, most))

    # -- going

    def _is_inside(self, trace: Trace, to: Place) -> bool:
        return trace.place is not None and trace.place.hex == to.hex

    def _is_road(self, trace: Trace, to: Place) -> bool:
        if trace.place is None:
            return any(at == to.hex and is_road for at, is_road in self.line)
        return to.hex != trace.place.hex and self.field.terrain.joined(trace.place.hex, to.hex)

    def _going(self, trace: Trace, to: Place, half: Half | None = None) -> Step:
        field = self.field
        if self._is_inside(trace, to):
            return NATURAL
        start = field.terrain[to.hex if trace.place is None else trace.place.hex]
        is_junction = trace.place is not None and field.terrain.is_junction(trace.place.hex, to.hex)
        return going.step_going(
            field.rules,
            field.mobility(self.team),
            start,
            field.terrain[to.hex],
            is_road=self._is_road(trace, to),
            is_junction=is_junction,
            weather=field.weather,
            half=half,
        )

    def _left_ground(self, trace: Trace, to: Place) -> Step:
        """The going of the hex that a first step leaves (FHW-BOG-01, FHW-TERR-11)."""
        if trace.has_begun or trace.place is None or self._is_road(trace, to) or self._is_inside(trace, to):
            return NATURAL
        field = self.field
        return going.standing_going(
            field.rules, field.mobility(self.team), field.terrain[trace.place.hex], field.weather
        )

    def _traced(self, trace: Trace, to: Place, half: Half | None = None) -> tuple[Trace, Step]:
        field, mobility = self.field, self.field.mobility(self.team)
        of, left, is_road = self._going(trace, to, half), self._left_ground(trace, to), self._is_road(trace, to)
        cost = 1
        if mobility.of == "infantry" and of.going == "very_difficult":
            cost = field.rules.options.infantry_very_difficult_cost  # FHW-TERR-10
        touched = WORST_LAST[of.going] > 0 or WORST_LAST[left.going] > 0
        return Trace(
            to,
            trace.cost + cost,
            trace.road + is_road,
            trace.rough or (mobility.of in VEHICLES and touched),
            of.going,
            is_road,
            True,
        ), of

    # -- tests

    def tests(self, trace: Trace, to: Place, half: Half | None = None) -> Stepped:
        """A step that is made whatever it costs, with its tests: a move of one hex in an assault (FHW-ASLT-04)."""
        new, of = self._traced(trace, to, half)
        return Stepped(new, self._leaving_tests(trace, to), self._entering_test(trace, new, of))

    def _leaving_tests(self, trace: Trace, to: Place) -> tuple[BogTest, ...]:
        found = []
        left = self._left_ground(trace, to)
        if (test := self._test(left)) is not None:
            found.append(test)
        kind = self.field.kind(self.team)
        if kind.is_vehicle and trace.place is not None and self._is_road(trace, to):
            wrecks = self.field.wrecks.get(trace.place.hex, 0)
            size = size_name(kind.kind, kind.size)
            if wreck_tests(self.field.rules, wrecks, size, enters_by_road=trace.by_road, leaves_by_road=True):
                skill = self.field.skill(self.team).id
                found.append(bog_test(self.field.rules, "difficult", skill, wide_tracks=kind.wide_tracks))
        return tuple(found)

    def _entering_test(self, trace: Trace, new: Trace, of: Step) -> BogTest | None:
        assert new.place is not None
        before = trace.going if trace.has_begun else self._left_ground(trace, new.place).going
        return self._test(of) if WORST_LAST[of.going] > WORST_LAST[before] else None

    def _test(self, of: Step) -> BogTest | None:
        """The test of going, for whoever it can stop (FHW-TERR-09)."""
        kind = self.field.kind(self.team)
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


def closed(field: Field, team: Team, start: Hex | None, to: Hex) -> Refusal | None:
    """Ground that is closed to a team, whatever the weather (FHW-TERR-03, FHW-TERR-04, FHW-TERR-06, FHW-TERR-07). ``start`` is ``None``
    where it is placed, or comes from beside the board."""
    mobility, terrain = field.mobility(team), field.terrain
    end = terrain[to]
    begin = end if start is None else terrain[start]
    if start is None:
        if end.mountain is not None and mobility.of in VEHICLES:
            return Refusal.by("FHW-TERR-03", at=hexes.name(to))
    elif going.relief_going(field.rules, mobility, begin, end) == "forbidden":
        is_climber = mobility.of in TRACKS and begin.mountain is not None
        return Refusal.by("FHW-TERR-04" if is_climber else "FHW-TERR-03", at=hexes.name(to))
    is_dense = (begin, end) if start is not None else (end,)
    if mobility.of in VEHICLES and any(each.surface == "dense_woods" and each.mixed is None for each in is_dense):
        return Refusal.by("FHW-TERR-06", at=hexes.name(to))
    if going.surface_going(field.rules, mobility, end) == "forbidden":
        return Refusal.by("FHW-TERR-07", at=hexes.name(to))
    return None


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
