"""Bombardments and air attacks as they are designated (part 5.3 of the rules: ``bombard``, ``strike``)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.barrage.numbers import Turns
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side, hex_of
from app.systems.flames_hexwar.book.units import Weapon
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.actions import AirAttack, Bombard, Strike, Vertex
from app.systems.flames_hexwar.position.state import Platoon, Team


def weapon_of(field: Field, team: Team) -> Weapon | None:
    """The weapon with which a team bombards."""
    return field.by_type.bombards[team.type]


def guns_of(field: Field, platoon: PlatoonId) -> list[Team]:
    """The living teams of a platoon that can bombard (FHW-ART-01)."""
    of = field.by_type.bombards
    return [team for team in field.members(platoon) if of[team.type] is not None]


def has_guns(field: Field, platoon: PlatoonId) -> bool:
    """Whether a platoon has any of them."""
    return platoon in field.batteries


def is_mortar(field: Field, platoon: Platoon) -> bool:
    """Whether a battery is of mortars, always available (FHW-ART-01, FHW-ART-13)."""
    return field.of_platoon(platoon).category != "artillery"


def pieces(field: Field, battery: PlatoonId, aim: Team) -> list[Team]:
    """The pieces that fire (FHW-ART-20)."""
    is_off = field.platoons[battery].status == "off_board"
    found = []
    for team in guns_of(field, battery):
        out = team.suppressed or team.bailed_out or team.bogged or team.turn.moved != "none" or team.aboard is not None
        if out or (team.at is None and not is_off):
            continue
        weapon = weapon_of(field, team)
        assert weapon is not None
        if is_off or weapon.min_range <= field.far(team, aim) <= weapon.bombard_range:
            found.append(team)
    return found


def spotters(field: Field, battery: PlatoonId) -> list[Team]:
    """Who may spot for a battery, in roster order: its observer, its command team or who serves as that, its company command (FHW-ART-06,
    FHW-HQ-06)."""
    platoon, command = field.platoons[battery], field.command_of(battery)

    def may(team: Team) -> bool:
        if team.role == "company_command":
            return team is command or field.platoons[team.platoon].company == platoon.company
        return team is command or (team.role == "observer" and team.platoon == battery)

    return field.in_order(team for team in field.standing(platoon.side) if may(team))


def declared_fog(field: Field) -> int | None:
    """How far one sees in fog as a declaration is judged (FHW-WEA-06)."""
    return field.rules.weather[field.weather].declared_limit


def judge_bombard(field: Field, act: Bombard) -> Refusal | int:
    """The first rule that a bombardment breaks, else the number of its pieces."""
    platoon = field.platoons[act.battery]
    if platoon.order != "FC":
        return Refusal.by("FHW-FC-01", platoon=act.battery)
    if not guns_of(field, act.battery):
        return Refusal.by("FHW-ART-01", platoon=act.battery)
    refusal = _aim(field, platoon, act)
    if refusal is not None:
        return refusal
    aim = field.teams[act.aim]
    spotter = field.teams.get(act.spotter)
    allowed = {team.id for team in spotters(field, act.battery)}
    if spotter is None or spotter.id not in allowed or not field.sees(spotter, aim, declared_fog(field)):
        return Refusal.by("FHW-ART-06", team=act.spotter)
    firing = pieces(field, act.battery, aim)
    if not firing:
        return Refusal.by("FHW-ART-20", platoon=act.battery)
    return _size(field, platoon, act, firing, aim) or len(firing)


def _aim(field: Field, platoon: Platoon, act: Bombard) -> Refusal | None:
    aim = field.teams.get(act.aim)
    first = numbers.corner_hexes(hex_of(act.vertex.hex), act.vertex.v)
    if aim is not None and aim.at is None and aim.aboard is None:
        return Refusal.by("FHW-ART-03", team=act.aim)
    if aim is None or aim.side == platoon.side or field.is_independent(aim) or aim.at not in first:
        return Refusal.by("FHW-ART-15", team=act.aim)
    return None


def _size(field: Field, platoon: Platoon, act: Bombard, firing: Sequence[Team], aim: Team) -> Refusal | None:
    battery = platoon.battery
    turns = Turns(0, 0) if battery is None else Turns(battery.bombarded, battery.idle)
    if not is_mortar(field, platoon):
        if numbers.is_spent(field.rules, turns):
            return Refusal.by("FHW-ART-13", platoon=platoon.id)
        if act.automatic and not numbers.is_automatic(field.rules, turns):
            return Refusal.by("FHW-ART-13", platoon=platoon.id)
    if act.ammo == "smoke":
        if not all((weapon := weapon_of(field, team)) is not None and weapon.smoke for team in firing):
            return Refusal.by("FHW-SMOKE-01", platoon=platoon.id)
        if battery is not None and battery.smoke_out:
            return Refusal.by("FHW-SMOKE-02", platoon=platoon.id)
    size = numbers.footprint(field.rules, len(firing), act.mode)
    if isinstance(size, str):
        return Refusal.by(size, pieces=len(firing))
    cells = [hex_of(name) for name in act.hexes]
    corner = numbers.corner_hexes(hex_of(act.vertex.hex), act.vertex.v)
    if len(cells) != size.hexes or not numbers.is_shape(corner, cells):
        return Refusal.by("FHW-ART-07", hexes=size.hexes)
    if not all(field.terrain.board.holds(at) for at in cells):
        return Refusal.by("FHW-ART-21")
    if numbers.is_near(friends(field, platoon.side), cells, field.rules.bombardment.friend_distance):
        return Refusal.by("FHW-ART-14", distance=field.rules.bombardment.friend_distance)
    return None


def friends(field: Field, side: Side) -> Set[Hex]:
    """Where teams of a side are."""
    return field.occupied[side]


def corner_of(vertex: Vertex) -> tuple[Hex, Hex, Hex]:
    """The hexes of a corner that an act names."""
    return numbers.corner_hexes(hex_of(vertex.hex), vertex.v)


def judge_strike(field: Field, side: Side, act: Strike) -> Refusal | None:
    """The first rule that the attacks of a flight break."""
    state = field.position.sides[side]
    planes = [attack.planes for attack in act.attacks]
    corners = [corner_of(attack.vertex) for attack in act.attacks if attack.vertex is not None]
    refused = numbers.split_refused(field.rules, state.flight, planes, corners)
    if refused is not None:
        return Refusal.by(refused, planes=state.flight)
    for attack in act.attacks:
        refusal = _attack(field, side, attack)
        if refusal is not None:
            return refusal
    return None


def _attack(field: Field, side: Side, attack: AirAttack) -> Refusal | None:
    if attack.battery is not None:
        found = field.platoons.get(attack.battery)
        if found is None or found.side == side or found.status != "off_board" or not guns_of(field, found.id):
            return Refusal.by("FHW-AIR-09", platoon=attack.battery)
        return None
    assert attack.vertex is not None
    cells = [hex_of(name) for name in attack.hexes or ()]
    is_on = all(field.terrain.board.holds(at) for at in cells)
    if not is_on or not numbers.is_area(field.rules, corner_of(attack.vertex), cells):
        return Refusal.by("FHW-AIR-03")
    if numbers.is_near(friends(field, side), cells, field.rules.options.air_friend_distance):
        return Refusal.by("FHW-AIR-13", distance=field.rules.options.air_friend_distance)
    return None
