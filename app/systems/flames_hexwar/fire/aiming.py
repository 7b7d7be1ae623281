"""Whom a team can shoot at with what, and by which number (FHW-SHOT-02, FHW-SHOT-03, FHW-HIT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId
from app.systems.flames_hexwar.book.units import VEHICLE_MG, Weapon
from app.systems.flames_hexwar.field.command import in_command
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire import opportunity, rates
from app.systems.flames_hexwar.fire.numbers import Aim
from app.systems.flames_hexwar.position.frames import Context, Moving, Visit
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.arcs import arc, are_opposite
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.sight import Seen, Target

MOVED: Final = ("md", "defend")
"""Where it weighs on a number that a shooter has moved: defensive fire has the full rate, but the usual numbers (FHW-ASLT-13)."""


class Aiming(NamedTuple):
    """Shooters of a platoon under the rules of a context. ``fog``: how far one sees in it, after its die or as declared; ``fo_fog``: by
    shooter."""

    field: Field
    context: Context
    platoon: PlatoonId
    fog: int | None = None
    fo_fog: Mapping[UnitId, int] = {}
    as_rallied: bool = False
    """A declaration is made as if every die of a rally succeeded (FHW-RALLY-05)."""

    # -- shooters

    def weapons(self, team: Team) -> tuple[Weapon, ...]:
        """What a team shoots with, machine guns last."""
        return self.field.by_type.weapons[team.type]

    def weapon(self, team: Team, name: str) -> Weapon | None:
        """One of them."""
        return next((each for each in self.weapons(team) if each.id == name), None)

    def shooter(self, team: Team) -> rates.Shooter:
        """What its rate hangs on."""
        if self.as_rallied:
            return rates.Shooter(mounted=team.aboard is not None)
        moved = self.context == "md" and team.turn.moved != "none"
        return rates.Shooter(moved, team.suppressed, team.bailed_out, team.bogged, team.aboard is not None)

    def rate(self, team: Team, weapon: Weapon, *, fires_main: bool = False) -> int:
        """Dice that it may fire, left aside what it has fired before (FHW-SHOT-04, FHW-SHOT-05)."""
        if weapon.id == VEHICLE_MG:
            return rates.machine_guns(self.field.kind(team), weapon, self.shooter(team), fires_main=fires_main)
        return rates.rate(weapon, self.shooter(team))

    def fog_of(self, team: Team) -> int | None:
        """How far a shooter sees in fog."""
        if self.field.rules.weather[self.field.weather].sight_die is None:
            return None
        return self.fo_fog.get(team.id, self.fog)

    # -- targets

    def in_sight(self, team: Team, targets: Iterable[Team]) -> dict[UnitId, Seen]:
        """What of these a team sees."""
        found = {}
        for target in targets:
            seen = self.field.look(team, target, self.fog_of(team))
            if isinstance(seen, Seen):
                found[target.id] = seen
        return found

    def sees(self, team: Team, target: Team) -> bool:
        """Whether a team sees one of these."""
        return self.field.sees(team, target, self.fog_of(team))

    def within(self, team: Team, weapon: Weapon, targets: Iterable[Team]) -> list[Team]:
        """Those within the range of a weapon."""
        return [target for target in targets if self.field.far(team, target) <= weapon.range]

    def may_aim(self, weapon: Weapon, target: Team) -> bool:
        """Whether a weapon can be aimed at such a team (FHW-SHOT-08)."""
        return weapon.he or not self.field.kind(target).is_foot

    def bears_on(self, team: Team, weapon: Weapon, targets: Iterable[Team]) -> bool:
        """Whether any of these is within the range of a weapon that can be aimed at it: what no look is worth without."""
        return any(self.field.far(team, target) <= weapon.range and self.may_aim(weapon, target) for target in targets)

    def in_field_of_fire(self, team: Team, weapon: Weapon, target: Team) -> bool:
        """Whether a team lies before an assault gun (FHW-SHOT-03, FHW-HIT-13)."""
        if not self._is_hull(team, weapon) or self.field.rules.options.hull_gun_rear == "penalty":
            return True
        return self.arc_to(team, target) != "rear"

    def _is_hull(self, team: Team, weapon: Weapon) -> bool:
        return self.field.kind(team).hull_mounted and weapon.id != VEHICLE_MG

    def arc_to(self, team: Team, target: Team) -> str:
        """In which arc of a vehicle a team lies."""
        assert team.at is not None
        assert target.at is not None
        return arc(team.at, team.facing or 0, target.at)

    def is_platoon_ahead(self, team: Team, target: Team) -> bool:
        """Whether some team of what a target is shot at as lies in the 60 degrees before a gun in a hull (FHW-HIT-14); of others nobody asks."""
        field = self.field
        if not field.kind(team).hull_mounted:
            return False
        others = field.target_teams(field.target_of(target))
        return any(other.at is not None and self.arc_to(team, other) == "front60" for other in others)

    # -- numbers

    def aim(
        self,
        team: Team,
        weapon: Weapon,
        target: Team,
        seen: Seen,
        *,
        priority: UnitId | None = None,
        opposites: Iterable[int] = (),
        in_60: bool = False,
        fo: int | None = None,
    ) -> Aim:
        """Everything that the number of a shooter for one team hangs on. ``opposites``: sides of the target's hex from which others of the
        volley shoot; ``fo``: what opportunity fire adds by the way."""
        field, kind = self.field, self.field.kind(target)
        moved = self.context in MOVED and team.turn.moved != "none"
        return Aim(
            skill=field.skill(target).id,
            profile=field.profile(target),
            far=field.far(team, target),
            in_cover=seen.cover != "none",
            gone_to_ground=target.gone_to_ground,
            weapon_class=weapon.weapon_class,
            unarmoured=kind.is_vehicle and not kind.is_armoured,
            opposite=self._opposite(team, target, opposites),
            in_trench=field.dug_in(target) == "trench",
            disabled=target.bogged or target.bailed_out,
            priority=priority == target.id,
            moved_out_of_command=moved and not in_command(field, team),
            no_prior_sight=self._no_prior_sight(target),
            hit_in_fo=team.turn.hit_in_fo,
            rof1_moved=moved and weapon.move_penalty,
            fo_run=fo or 0,
            fo_second_platoon=self.context == "fo" and self._is_second(target),
            mud_fo=self.context == "fo" and field.rules.options.mud_fo_minus1 and field.weather == "mud",
            hull_mounted=self._is_hull(team, weapon),
            arc="front60" if team.at is None else arc(team.at, team.facing or 0, target.at or team.at),
            platoon_in_60=in_60,
        )

    def _opposite(self, team: Team, target: Team, opposites: Iterable[int]) -> bool:
        """Fire from opposite sides: in this volley, or by another platoon before (FHW-HIT-09, FHW-GEO-06)."""
        assert team.at is not None
        assert target.at is not None
        own = hexes.sides_towards(target.at, team.at)
        before = [side for side, platoon in target.turn.fired_from if platoon != self.platoon]
        return any(are_opposite(one, two) for one in own for two in (*opposites, *before))

    def _no_prior_sight(self, target: Team) -> bool:
        """No team of the moving platoon saw any of the target's before it moved (FHW-HIT-07)."""
        if self.context not in MOVED or not self._has_moved():
            return False
        return self.field.target_of(target) not in self.field.platoons[self.platoon].seen

    def _has_moved(self) -> bool:
        """Whether any team of the platoon has moved this turn, be it lost since."""
        moved = self.field.platoons[self.platoon].lost_mover
        return moved or any(team.turn.moved != "none" for team in self.field.by_platoon[self.platoon])

    def _is_second(self, target: Team) -> bool:
        """Not the first platoon that this one fires at out of turn (FHW-FO-02)."""
        first = self.field.platoons[self.platoon].fo_first
        return first is not None and first != self.field.target_of(target)


def reaches(field: Field, team: Team, target: Team) -> bool:
    """Whether any weapon of a team reaches as far as another team."""
    return field.far(team, target) <= field.by_type.reach[team.type]


def run_of(field: Field, shooter: Team, mover: Team, moving: Moving, fog: int | None) -> int | None:
    """What the way of a mover adds for a firing team; ``None``: it is not in sight (FHW-FO-06, FHW-FO-07, FHW-HIT-12)."""
    *before, here = moving.visits
    if not _sees_at(field, shooter, mover, here, fog):
        return None
    now = _visited(field, shooter, mover, here, fog)
    visited = [*(_visited(field, shooter, mover, visit, fog) for visit in before), now]
    found = opportunity.run_modifier(field.rules, visited)
    if found is None or not field.rules.options.fo_count_announced or not isinstance(moving.announced, Place):
        return found
    ahead = _visited(field, shooter, mover, _ahead(field, mover, here, moving.announced), fog)
    counted = opportunity.run_modifier(field.rules, [*visited, ahead])
    return found if counted is None else counted


def _ahead(field: Field, mover: Team, here: Visit, to: Place) -> Visit:
    """A place that has been announced, as if it were already entered."""
    if here.place is None or here.place.hex == to.hex:
        return replace(here, place=to)
    street = field.terrain.joined(here.place.hex, to.hex) and field.terrain[to.hex].surface == "built_up"
    return Visit(to, in_street=street, stack=field.stack(mover.side, to.hex) + field.points(mover))


def _sees_at(field: Field, shooter: Team, mover: Team, visit: Visit, fog: int | None) -> bool:
    """Whether a firing team saw the mover in a place of its way at all."""
    if visit.place is None or field.is_hidden_at(mover, visit.place.hex, visit.half):
        return False
    limit = field.weathered(field.profile(mover), fog).limit
    return field.looks.sees(field.end(shooter), field.end(mover, visit.place), limit)


def _visited(field: Field, shooter: Team, mover: Team, visit: Visit, fog: int | None) -> opportunity.Visited:
    """A place of the way as a firing team saw the mover there."""
    if visit.place is None or field.is_hidden_at(mover, visit.place.hex, visit.half):
        return opportunity.Visited()
    target = Target(field.end(mover, visit.place), visit.half, visit.in_street, visit.dug_in, visit.stack)
    seen = field.looks.look(field.end(shooter), target, field.weathered(field.profile(mover), fog))
    if isinstance(seen, Blocked):
        return opportunity.Visited()
    return opportunity.Visited(True, seen.cover != "none", field.terrain[visit.place.hex].surface == "built_up")
