"""Acts in their one wording: of all that say the same, the one that is rolled for and kept (``GameSystem.understood``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import Action, Seat
from app.systems.flames_hexwar.assault.defending import judge_defend
from app.systems.flames_hexwar.barrage.designating import corner_of
from app.systems.flames_hexwar.book.kinds import place_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.declaring import judge_shots
from app.systems.flames_hexwar.fire.shooting import barring
from app.systems.flames_hexwar.fire.windows import judge_opportunity
from app.systems.flames_hexwar.march.halting import own_half
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Vertex

Part = TypeVar("Part", bound=msgspec.Struct)
Shooting = TypeVar("Shooting", bound=a.Shot | a.DefensiveShot | a.Opportunity)


def understood(field: Field, seat: Seat, action: Action) -> Action:
    """A legal act as the judge understands it: corners by their first name, halves and facings that say nothing new left out, lists
    whose order means nothing in roster order, shots volley by volley; the very same object where it is so already."""
    match action:
        case a.Bombard():
            return _put(action, vertex=first_name(action.vertex))
        case a.Strike():
            attacks = tuple(
                each if each.vertex is None else _put(each, vertex=first_name(each.vertex)) for each in action.attacks
            )
            return _put(action, attacks=attacks)
        case a.Standing():
            names = list(field.platoons)
            ordered = tuple(sorted(action.fire, key=lambda each: names.index(each.platoon)))
            return _put(action, fire=ordered if action.in_force else ())
        case a.AssignAntiAir():
            teams = list(field.teams)
            shots = tuple(sorted(action.shots, key=lambda each: (each.attack, teams.index(each.team), each.count)))
            return _put(action, shots=shots)
        case a.Deploy() if action.at is not None:
            return _put(action, half=_half(field, action.team, action.at, action.half))
        case a.AssaultMove() | a.Consolidate():
            return _put(action, half=_half(field, action.team, action.at, action.half))
        case a.Dismount():
            return _put(action, half=_half(field, action.team, action.at, action.half))
        case a.FallBack():
            return _put(action, half=_half(field, action.team, action.path[-1], action.half))
        case a.Move():
            return _move(field, action)
        case a.Fire():
            declaring = barring(field, seat, action.platoon)
            return _put(action, shots=_said(together(action.shots, _target), partial(judge_shots, declaring)))
        case a.FireOpportunity():
            is_rolled_for = (
                field.rules.weather[field.weather].sight_die is not None
            )  # in the order declared (FHW-WEA-07)
            fired = action.shots if is_rolled_for else together(action.shots, partial(_platoon, field))
            return _put(action, shots=_said(fired, partial(judge_opportunity, field, seat)))
        case a.Defend():
            volleys = together(together(action.shots, _target), partial(_platoon, field))
            return _put(action, shots=_said(volleys, partial(judge_defend, field)))
    return action


def together(shots: Sequence[Shooting], named: Callable[[Shooting], str]) -> tuple[Shooting, ...]:
    """Shots volley by volley, in the order in which what they belong to was first named (FHW-SHOT-06, FHW-FO-09)."""
    order = list(dict.fromkeys(named(shot) for shot in shots))
    return tuple(sorted(shots, key=lambda shot: order.index(named(shot))))


def _target(shot: a.Shot | a.DefensiveShot) -> str:
    return shot.at


def _platoon(field: Field, shot: a.DefensiveShot | a.Opportunity) -> str:
    return field.teams[shot.team].platoon


def _said(shots: tuple[Shooting, ...], judge: Callable[[tuple[Shooting, ...]], object]) -> tuple[Shooting, ...]:
    """Without facings to which the guns turn of themselves (FHW-FACE-02)."""
    meant = judge(shots) if any(shot.facing is not None for shot in shots) else None
    for number, shot in enumerate(shots):
        bare: tuple[Shooting, ...] = (*shots[:number], replace(shot, facing=None), *shots[number + 1 :])
        if shot.facing is not None and judge(bare) == meant:
            shots = bare
    return shots


def _move(field: Field, action: a.Move) -> a.Move:
    team = field.teams[action.team]
    if not action.halt:
        return _put(action, half=None, facing=None)
    at = action.path[-1] if action.path else None
    half = action.half if at is None else _half(field, action.team, at, action.half)
    facing = action.facing
    if not action.path and facing == team.facing and field.moving == team.id:
        facing = None
    if len(action.path) >= 1 and facing is not None:
        hexes_gone = [place_of(name).hex for name in action.path]
        start = hexes_gone[-2] if len(hexes_gone) > 1 else team.at
        if start is not None and start != hexes_gone[-1] and hexes.step(start, facing) == hexes_gone[-1]:
            facing = None
    return _put(action, half=half, facing=facing)


def _half(field: Field, team: str, at: str, half: object) -> object:
    """The half, unless it is the one that is meant without it."""
    mine = field.teams[team]  # type: ignore[index]
    return None if half == own_half(field, mine, place_of(at), None) else half


def first_name(vertex: Vertex) -> Vertex:
    """The first of the three names of a corner (FHW-GEO-05): by row, then column."""
    corner = set(corner_of(vertex))
    names = [Vertex(hexes.name(at), v) for at in corner for v in range(hexes.SIDES) if set(corner_at(at, v)) == corner]
    on_board = [each for each in names if _is_nameable(each)]
    return min(on_board, key=lambda each: (each.hex[2:], each.hex[:2]), default=vertex)


def corner_at(at: hexes.Hex, v: int) -> tuple[hexes.Hex, ...]:
    """The hexes about a corner."""
    return (at, hexes.step(at, v), hexes.step(at, v + 1))


def _is_nameable(vertex: Vertex) -> bool:
    return vertex.hex.isdigit() and len(vertex.hex) == len("0000")


def _put(part: Part, **values: object) -> Part:
    is_so = all(getattr(part, name) == value for name, value in values.items())
    return part if is_so else replace(part, **values)
