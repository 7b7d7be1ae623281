"""What teams may expect to hit from where they stand: rough odds for whoever compares positions (part 14 of the rules)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.systems.flames_hexwar.book.kinds import Half, Skill, Weather
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import VEHICLE_MG, TeamType, Weapon
from app.systems.flames_hexwar.fire import damage, rates
from app.systems.flames_hexwar.fire.numbers import SIX, Aim, Impossible, Number, number
from app.systems.flames_hexwar.sight.arcs import arc, armour_side
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import End, profile_of
from app.systems.flames_hexwar.sight.sight import DugIn, Looks, Seen, Target, Weathered, sight_limit

PAIRS: Final = 30_000
"""So many shooters with their targets are remembered for each board as it lies."""
BOARDS: Final = 16
GROUPS: Final = 64
"""So many armies."""
OUT: Final = 0.35
"""What of a vehicle a bailed out crew is thought to be lost."""
SHAKEN: Final = 0.06
"""What every hit on infantry and guns is worth that is saved: hits suppress (FHW-SUPP-01, FHW-SUPP-04)."""


class Gunner(NamedTuple):
    """A team that shoots, and how."""

    kind: str
    at: Hex
    floor: int = 1
    facing: int | None = None
    moved: bool = False
    suppressed: bool = False


class Mark(NamedTuple):
    """A team that is shot at."""

    kind: str
    skill: Skill
    at: Hex
    floor: int = 1
    half: Half | None = None
    in_street: bool = False
    dug_in: DugIn | None = None
    stack: int = 0
    facing: int | None = None
    gone_to_ground: bool = False


class Gunnery:
    """Odds across one board as it lies: each pair of teams is worked out once."""

    def __init__(self, looks: Looks) -> None:
        self.looks: Final = looks
        self.rules: Final[Rules] = looks.rules
        self.loss: Final = lru_cache(PAIRS)(self._loss)
        """What of a mark a gunner may expect to destroy in one go: parts of a team."""
        self.at: Final = lru_cache(GROUPS)(self._at)
        """These marks, each with what it is worth, as gunners see them."""
        self.by: Final = lru_cache(GROUPS)(self._by)
        """These gunners, each with how many there are, as marks see them."""

    def _at(self, marks: tuple[tuple[Mark, int], ...], weather: Weather) -> Callable[[Gunner], float]:
        looks = self._weathered(weather)

        def best(gunner: Gunner) -> float:
            return max((worth * self.loss(gunner, mark, looks(mark)) for mark, worth in marks), default=0)

        return lru_cache(PAIRS)(best)

    def _by(self, gunners: tuple[tuple[Gunner, int], ...], weather: Weather) -> Callable[[Mark], float]:
        looks = self._weathered(weather)

        def danger(mark: Mark) -> float:
            return sum(count * self.loss(gunner, mark, looks(mark)) for gunner, count in gunners)

        return lru_cache(PAIRS)(danger)

    def _weathered(self, weather: Weather) -> Callable[[Mark], Weathered]:
        rules = self.rules
        of = rules.weather[weather]

        def looks(mark: Mark) -> Weathered:
            kind = rules.teams[mark.kind]
            profile = profile_of(kind.kind, is_small=kind.is_small_vehicle)
            return Weathered(sight_limit(rules, weather, profile), of.always_cover)

        return looks

    def _loss(self, gunner: Gunner, mark: Mark, weather: Weathered) -> float:
        rules = self.rules
        firing, aimed = rules.teams[gunner.kind], rules.teams[mark.kind]
        far = hexes.distance(gunner.at, mark.at)
        armed = [weapon for weapon in self._weapons(firing) if weapon.range >= far and (weapon.he or not aimed.is_foot)]
        if not armed:
            return 0
        start = End(gunner.at, profile_of(firing.kind, is_small=firing.is_small_vehicle), gunner.floor)
        end = End(mark.at, profile_of(aimed.kind, is_small=aimed.is_small_vehicle), mark.floor)
        target = Target(end, mark.half, mark.in_street, mark.dug_in, mark.stack)
        seen = self.looks.look(start, target, weather)
        if isinstance(seen, Blocked):
            return 0
        return self._volley(gunner, mark, armed, seen, far)

    def _weapons(self, kind: TeamType) -> list[Weapon]:
        found = [self.rules.weapons[name] for name in kind.weapons]
        return [*found, self.rules.weapons[VEHICLE_MG]] if kind.mg_count else found

    def _volley(self, gunner: Gunner, mark: Mark, armed: list[Weapon], seen: Seen, far: int) -> float:
        """The best weapon, with machine guns where there are some."""
        shooter = rates.Shooter(moved=gunner.moved, suppressed=gunner.suppressed)
        firing, best, guns = self.rules.teams[gunner.kind], 0.0, 0.0
        for weapon in armed:
            each = self._die(gunner, mark, weapon, seen, far)
            if weapon.id == VEHICLE_MG:
                guns = each * rates.machine_guns(firing, weapon, shooter, fires_main=False)
                best = max(guns, best + each * rates.machine_guns(firing, weapon, shooter, fires_main=True))
            else:
                best = max(best, each * rates.rate(weapon, shooter))
        return best

    def _die(self, gunner: Gunner, mark: Mark, weapon: Weapon, seen: Seen, far: int) -> float:
        """What one die of a weapon may be expected to destroy."""
        found = number(self.rules, self._aim(gunner, mark, weapon, seen, far))
        if isinstance(found, Impossible):
            return 0
        shaken = SHAKEN if self.rules.teams[mark.kind].is_foot else 0
        return chance(found) * (shaken + (1 - shaken) * self._fatal(gunner, mark, weapon, seen, far))

    def _aim(self, gunner: Gunner, mark: Mark, weapon: Weapon, seen: Seen, far: int) -> Aim:
        firing, aimed = self.rules.teams[gunner.kind], self.rules.teams[mark.kind]
        return Aim(
            skill=mark.skill,
            profile=profile_of(aimed.kind, is_small=aimed.is_small_vehicle),
            far=far,
            in_cover=seen.cover != "none",
            gone_to_ground=mark.gone_to_ground,
            weapon_class=weapon.weapon_class,
            unarmoured=aimed.is_vehicle and not aimed.is_armoured,
            in_trench=mark.dug_in == "trench",
            rof1_moved=gunner.moved and weapon.move_penalty,
            hull_mounted=firing.hull_mounted and weapon.id != VEHICLE_MG,
            arc=arc(gunner.at, gunner.facing or 0, mark.at),
        )

    def _fatal(self, gunner: Gunner, mark: Mark, weapon: Weapon, seen: Seen, far: int) -> float:
        """How likely a hit destroys."""
        rules, aimed = self.rules, self.rules.teams[mark.kind]
        if aimed.is_armoured:
            return self._pierced(gunner, mark, weapon, far)
        if aimed.is_vehicle:
            return (damage.save_need(rules, "unarmoured") - 1) / SIX
        failed = (damage.save_need(rules, "gun" if aimed.kind == "gun" else "infantry") - 1) / SIX
        if seen.cover != "bulletproof":
            return failed
        need = damage.firepower_need(rules, weapon.fp, weapon.weapon_class, mark.dug_in)
        return failed * least(need)

    def _pierced(self, gunner: Gunner, mark: Mark, weapon: Weapon, far: int) -> float:
        """Armour of the side that is hit (FHW-SAVE-03)."""
        front, side, _ = self.rules.teams[mark.kind].armour
        own = front if armour_side(mark.at, mark.facing or 0, gunner.at) == "front" else side
        results = [
            damage.against(damage.armour_total(self.rules, own, die, far), weapon.at) for die in range(1, SIX + 1)
        ]
        pierced = least(weapon.fp)
        equal, less = results.count("equal") / SIX, results.count("less") / SIX
        return less * (pierced + OUT * (1 - pierced)) + equal * pierced * OUT


def least(need: int) -> float:
    """How likely a die shows so much."""
    return max(0, min(SIX, SIX + 1 - need)) / SIX


def chance(found: Number) -> float:
    """How likely a number is met."""
    odds = least(found.first)
    for need in found.confirm:
        odds *= least(need)
    return odds


gunnery_of: Final = Kept(Gunnery, BOARDS)
"""The odds of a board as it lies."""
