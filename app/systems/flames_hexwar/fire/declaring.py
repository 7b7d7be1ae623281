"""Declarations of fire, judged shot by shot (part 5.3 of the rules: ``fire``, ``opportunity``, ``defend``)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from app.boards import hexes
from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.flames_hexwar.book.kinds import Facing
from app.systems.flames_hexwar.book.units import VEHICLE_MG, Weapon
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.opportunity import dice_left
from app.systems.flames_hexwar.fire.volleys import Valid, numbers_of, valid_of
from app.systems.flames_hexwar.position.actions import Opportunity, Shot
from app.systems.flames_hexwar.position.frames import Fired, Volley
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.arcs import arc

SMOKE_ORDERS = ("fc", "md")


class Declared(NamedTuple):
    """A legal declaration: its volleys in the order in which their targets were first named, and the guns that pivot first, in the order
    of their shots."""

    volleys: tuple[Volley, ...]
    pivots: tuple[tuple[UnitId, Facing], ...] = ()


class Declaring(NamedTuple):
    """Who declares, under which rules. ``barred`` names the rule that keeps a team out of it altogether; ``lifting`` are teams that look
    for hidden ones instead; ``bombarded``: the platoon has designated a bombardment; ``runs`` is what the mover's way adds by shooter,
    ``mover`` the only team that opportunity fire can hit (FHW-ALLOC-04)."""

    aiming: Aiming
    barred: Callable[[Team], RuleId | None]
    lifting: Collection[UnitId] = ()
    bombarded: bool = False
    runs: Mapping[UnitId, int | None] | None = None
    mover: UnitId | None = None


class _Hit:
    """The teams that each shot of a declaration can hit, with all that shoot at the same target: all of these are looked at together."""

    def __init__(
        self,
        of: Declaring,
        shots: Sequence[Shot],
        geometry: Sequence[Valid | None],
        targets: Mapping[UnitId, Sequence[Team]],
    ) -> None:
        self._of, self._shots, self._geometry, self._targets = of, shots, geometry, targets
        self._found: dict[UnitId, dict[int, Collection[UnitId]]] = {}

    def by(self, place: int) -> Collection[UnitId]:
        """Those that one shot can hit."""
        at = self._shots[place].at
        if at not in self._found:
            self._found[at] = self._at(at)
        return self._found[at].get(place, ())

    def _at(self, at: UnitId) -> dict[int, Collection[UnitId]]:
        shots = enumerate(zip(self._shots, self._geometry, strict=True))
        together = {
            place: valid for place, (shot, valid) in shots if shot.at == at and valid is not None and valid.seen
        }
        numbers = numbers_of(self._of.aiming, tuple(together.values()), self._targets[at], self._of.runs)
        return dict(zip(together, numbers, strict=True))


def judge_shots(of: Declaring, shots: Sequence[Shot]) -> Declared | Refusal:
    """The first rule that a declaration breaks, shot by shot; else what it comes to."""
    found = judged_shots(of, shots)
    return found if isinstance(found, Declared) else found[1]


def judged_shots(of: Declaring, shots: Sequence[Shot]) -> Declared | tuple[int, Refusal]:
    """The same; a refusal with the number of the shot that it refuses."""
    aiming = of.aiming
    fired = [Fired(each.team, each.weapon, each.count, _at(aiming, each), each.priority, each.smoke) for each in shots]
    targets = {each.at: _targets(of, each.at) for each in shots}
    geometry = [valid_of(aiming, each, targets[shot.at]) for each, shot in zip(fired, shots, strict=True)]
    hit = _Hit(of, shots, geometry, targets)
    pivots: dict[UnitId, Facing] = {}
    for place, shot in enumerate(shots):
        refusal = _before_sight(of, shots, place) or _at_target(of, shot, targets[shot.at], hit, place)
        if refusal is not None:
            return place, refusal
        refusal = _pivot(of, shot, geometry[place], pivots)
        if refusal is not None:
            return place, refusal
    volleys: dict[str, list[Fired]] = {}
    for each, shot in zip(fired, shots, strict=True):
        volleys.setdefault(shot.at, []).append(each)
    turning = {
        each.team: pivots[each.team]
        for each in itertools.chain.from_iterable(volleys.values())
        if pivots.get(each.team) not in (None, aiming.field.teams[each.team].facing)
    }
    return Declared(
        tuple(Volley(aiming.platoon, at, tuple(mine)) for at, mine in volleys.items()), tuple(turning.items())
    )


def _targets(of: Declaring, at: str) -> list[Team]:
    """Whom a shot may be meant for: a platoon, or an independent team that is joined to none (FHW-SHOT-07); of the platoon that moves the
    mover alone."""
    field = of.aiming.field
    team = field.teams.get(UnitId(at))
    if team is not None and field.target_of(team) != at:
        return []
    return [each for each in field.target_teams(at) if of.mover in (None, each.id)]


def as_shots(shots: Sequence[Opportunity], target: str) -> tuple[Shot, ...]:
    """Opportunity fire as shots at the mover."""
    return tuple(Shot(each.team, each.weapon, each.count, UnitId(target), facing=each.facing) for each in shots)


def _at(aiming: Aiming, shot: Shot) -> hexes.Hex:
    team = aiming.field.teams.get(shot.team)
    return hexes.Hex(0, 0) if team is None or team.at is None else team.at


def _before_sight(of: Declaring, shots: Sequence[Shot], place: int) -> Refusal | None:
    """What is asked of a shot before anybody looks."""
    aiming, shot = of.aiming, shots[place]
    field, context = aiming.field, aiming.context
    team = field.teams[shot.team]
    barred = of.barred(team)
    if barred is not None:
        return Refusal.by(barred, team=team.id)
    weapon = aiming.weapon(team, shot.weapon)
    if weapon is None:
        return Refusal.by("FHW-SHOT-01", team=team.id)
    earlier = [each for each in shots[:place] if each.team == shot.team]
    if any(each.weapon == shot.weapon or each.at != shot.at for each in earlier):
        return Refusal.by("FHW-SHOT-06", team=team.id)
    if of.bombarded:
        return Refusal.by("FHW-FC-06", platoon=aiming.platoon)
    if context != "defend" and (team.id in of.lifting or team.turn.lifted):
        return Refusal.by("FHW-REC-01", team=team.id)
    if field.platoons[team.platoon].disorganised and not field.is_independent(team):
        return Refusal.by("FHW-REC-05", platoon=team.platoon)
    if not aiming.as_rallied:
        if team.bailed_out:
            return Refusal.by("FHW-BAIL-02", team=team.id)
        if team.bogged:
            return Refusal.by("FHW-BOG-05", team=team.id)
    if team.turn.stuck and context != "fo":
        return Refusal.by("FHW-TERR-09", team=team.id)
    fires_main = any(each.team == shot.team and each.weapon != VEHICLE_MG for each in shots)
    rate = aiming.rate(team, weapon, fires_main=fires_main)
    if team.at is None or team.aboard is not None or rate == 0:
        return Refusal.by("FHW-SHOT-04", team=team.id)
    if team.turn.aa_fired:
        return Refusal.by("FHW-AIR-10", team=team.id)
    if shot.count > rate:
        return Refusal.by("FHW-SHOT-04", team=team.id, most=rate)
    if context == "fo":
        return _fo_used(aiming, team, shot, weapon, rate)
    return None


def _fo_used(aiming: Aiming, team: Team, shot: Shot, weapon: Weapon, rate: int) -> Refusal | None:
    """What a team has fired at the moving platoon before (FHW-FO-04, FHW-WEA-07)."""
    used = team.turn.fired_at.get(shot.at, ())  # type: ignore[call-overload]
    left = dice_left(aiming.field.rules.opportunity, rate, used)
    if shot.count > left:
        return Refusal.by("FHW-FO-04", team=team.id, most=left)
    moving = aiming.field.moving
    return Refusal.by("FHW-WEA-07", team=team.id) if moving in team.turn.lost_sight_of else None


def _at_target(of: Declaring, shot: Shot, targets: Sequence[Team], hit: _Hit, place: int) -> Refusal | None:
    """What is asked of a shot and its target."""
    aiming = of.aiming
    field = aiming.field
    team = field.teams[shot.team]
    weapon = aiming.weapon(team, shot.weapon)
    assert weapon is not None
    enemies = [target for target in targets if target.side != team.side]
    seen = aiming.in_sight(team, enemies)
    if not seen or (of.runs is not None and of.runs.get(team.id) is None):
        return Refusal.by("FHW-SHOT-07", team=team.id, target=shot.at)
    aimable = [target for target in enemies if target.id in seen and (shot.smoke or aiming.may_aim(weapon, target))]
    if not aimable:
        return Refusal.by("FHW-SHOT-08", team=team.id)
    if shot.smoke:
        refusal = _smoke(aiming, shot, team, weapon)
        if refusal is not None:
            return refusal
    near = aiming.within(team, weapon, aimable)
    if not near:
        far = min(field.far(team, target) for target in aimable)
        return Refusal.by("FHW-SHOT-02", team=team.id, distance=far, range=weapon.range)
    if not any(aiming.in_field_of_fire(team, weapon, target) for target in near):
        return Refusal.by("FHW-HIT-13", team=team.id)
    own = hit.by(place)
    if not own:
        return Refusal.by("FHW-HIT-16", team=team.id)
    if shot.priority is not None and shot.priority not in own:
        return Refusal.by("FHW-SHOT-01", team=team.id, target=shot.priority)
    return None


def _smoke(aiming: Aiming, shot: Shot, team: Team, weapon: Weapon) -> Refusal | None:
    """FHW-SMOKE-01, FHW-SMOKE-02, FHW-SMOKE-07."""
    target = aiming.field.teams.get(shot.priority or UnitId(""))
    if not weapon.smoke or aiming.context not in SMOKE_ORDERS or shot.count != 1 or target is None:
        return Refusal.by("FHW-SMOKE-01", team=team.id)
    if team.smoke_out:
        return Refusal.by("FHW-SMOKE-02", team=team.id)
    return Refusal.by("FHW-SMOKE-07", target=target.id) if target.role == "observer" else None


def _pivot(of: Declaring, shot: Shot, valid: Valid | None, pivots: dict[UnitId, Facing]) -> Refusal | None:
    """A gun turns to shoot: as the shot says, or as little as it must (FHW-FACE-02)."""
    team = of.aiming.field.teams[shot.team]
    if of.aiming.field.kind(team).kind != "gun":
        return None if shot.facing is None else Refusal.by("FHW-FACE-01", team=team.id)
    assert valid is not None
    assert team.at is not None
    targets = [of.aiming.field.teams[name] for name in valid.seen]

    def bears(facing: Facing) -> bool:
        return any(arc(team.at, facing, target.at) != "rear" for target in targets)  # type: ignore[arg-type]

    if shot.facing is not None:
        if not bears(shot.facing):
            return Refusal.by("FHW-FACE-02", team=team.id)
        pivots[team.id] = shot.facing
    elif team.id not in pivots and not bears(team.facing or 0):
        nearest = min(targets, key=lambda target: of.aiming.field.far(team, target))
        assert nearest.at is not None
        pivots[team.id] = min(hexes.sides_towards(team.at, nearest.at), default=team.facing or 0)
    return None
