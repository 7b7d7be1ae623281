"""The judge of attacks: who may attack whom, with how many dice and what they need (SPL-FIRE), in the order of section 14 of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from app.boards import squares
from app.boards.squares import Facing, Square
from app.engine.refusal import Fact, Refusal
from app.engine.types import RuleId, UnitId
from app.systems.splatball.book.kinds import UnitKind
from app.systems.splatball.book.tables import Strength, UnitType
from app.systems.splatball.fire.cover import cover
from app.systems.splatball.fire.hits import power_loss
from app.systems.splatball.fire.ranges import dice_at, farthest, in_arc, nearest, shooter
from app.systems.splatball.fire.sight import blocker_at, is_seen, sight
from app.systems.splatball.march.allowance import CART, still_fights
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.events_fights import Reason
from app.systems.splatball.position.state import Unit

ADJACENT: Final = 1
"""In contact (SPL-GEO-03), by the distance of SPL-GEO-02."""
WOUNDS: Final = RuleId("SPL-POW-01")


class Shot(msgspec.Struct, frozen=True):
    """A legal attack, as it would be made: all its dice at one target (SPL-FIRE-07)."""

    attacker: UnitId
    target: UnitId
    at: Square
    """Where the attacker stands."""
    to: Square
    """Where the target does."""
    distance: int
    weapon: UnitKind
    """Whose dice they are: a cart's are its passenger's (SPL-VEH-14)."""
    dice: int
    """Less what cover takes (SPL-DICE-02)."""
    deduction: int
    """All points lost, for lives and to terrain (SPL-POW-02)."""
    reasons: tuple[Reason, ...]
    ignores_first_retreat: bool
    """The target goes back one square less (SPL-COV-04)."""
    need: int | None = None
    """What a die must show to hit a foot unit, by its kind, whoever attacks (SPL-HIT-01)."""
    strength: Strength | None = None
    """What an impact on a vehicle takes (SPL-VHIT-01)."""


class _Stand(NamedTuple):
    """An attacker where it stands, or would stand, with what it fights with."""

    unit: Unit
    at: Square
    facing: Facing
    kind: UnitType
    weapon: UnitType
    lost: int
    """Points of firing power lost with lives (SPL-POW-01)."""


# ----------------------------------------------------------------------------------------------------------------- the judge


def judge_attack(field: Field, attacker: UnitId, target: UnitId) -> Refusal | Shot:
    """Whether a unit, which is its own seat's to command, may attack another now: the first rule that refuses it, from SPL-ACT-02 on, or
    the attack. Any unit may attack or not, whatever the dice can do (SPL-FIRE-03, SPL-FIRE-10).

    Nothing that is said of an enemy under its marker depends on more than its square (SPL-HID-05).
    """
    stand = _ready(field, field.units[attacker])
    return stand if isinstance(stand, Refusal) else _bound(field, stand, _aimed(field, stand, target))


def barred(field: Field, unit: Unit) -> Refusal | None:
    """What keeps a unit from attacking anybody now, by what it is and has done in this turn; ``None`` if nothing does."""
    stand = _ready(field, unit)
    return stand if isinstance(stand, Refusal) else None


def legal_targets(field: Field, attacker: UnitId) -> tuple[Shot, ...]:
    """Every attack that a unit may make now, in the order of the field's units."""
    stand = _ready(field, field.units[attacker])
    return () if isinstance(stand, Refusal) else _all(field, stand)


def shot_from(field: Field, unit: Unit, at: Square, facing: Facing, target: UnitId) -> Refusal | Shot:
    """The same from a square where a unit would stand, facing so, for whoever thinks ahead: what it is activated for, has moved or
    done in this turn is left out, and so is where it stands now."""
    stand = _stand(field, unit, at, facing)
    return stand if isinstance(stand, Refusal) else _bound(field, stand, _aimed(field, stand, target))


def targets_from(field: Field, unit: Unit, at: Square, facing: Facing) -> tuple[Shot, ...]:
    """Every attack that it could make from there."""
    stand = _stand(field, unit, at, facing)
    return () if isinstance(stand, Refusal) else _all(field, stand)


def _all(field: Field, stand: _Stand) -> tuple[Shot, ...]:
    """Every legal attack: at adjacent enemies alone, if there is one (SPL-FIRE-08)."""
    far = farthest(stand.weapon)
    found = [
        shot
        for enemy in field.enemies_of(stand.unit.seat)
        if enemy.at is not None and field.distance(stand.at, enemy.at) <= far
        if not isinstance(shot := _aimed(field, stand, enemy.id), Refusal)
    ]
    return tuple(shot for shot in found if shot.distance == ADJACENT) or tuple(found)


# -------------------------------------------------------------------------------------------------- the attacker, points 1 to 8


def _ready(field: Field, unit: Unit) -> Refusal | _Stand:
    """The attacker, unless something keeps it from attacking anybody."""
    if not unit.activated:
        return _no("SPL-ACT-02", unit)
    if unit.attacked:
        return _no("SPL-FIRE-02", unit)
    if unit.at is None:
        return _no("SPL-TRN-11", unit)
    stand = _stand(field, unit, unit.at, unit.facing)
    return stand if isinstance(stand, Refusal) else _has_done(field, stand.kind, unit) or stand


def _stand(field: Field, unit: Unit, at: Square, facing: Facing) -> Refusal | _Stand:
    """What it fights with, from a square: nothing unarmed (SPL-VEH-11), no cart without a passenger (SPL-VEH-14), nobody inside a
    headquarters (SPL-HQ-05)."""
    kind = field.kind(unit)
    if not kind.armed:
        return _no("SPL-VEH-11", unit)
    armed = shooter(field, unit)
    if armed is None:
        return _no("SPL-VEH-14", unit)
    piece = field.ground.piece_at.get(at)
    if piece is not None and piece.kind == "hq":
        return _no("SPL-HQ-05", unit, piece=piece.id)
    weapon = field.kind(armed)
    return _Stand(unit, at, facing, kind, weapon, power_loss(weapon, armed.lives))


def _has_done(field: Field, kind: UnitType, unit: Unit) -> Refusal | None:
    """What it has done in this turn that keeps it from attacking: a passenger came aboard the cart (SPL-TRN-04), it left a cart
    (SPL-TRN-06), the cart has unloaded (SPL-TRN-07), it turned (SPL-FIRE-04) or moved too far (SPL-FIRE-05; a Marmot at all: SPL-VEH-12).
    What a Badger or a cart may move it may move and fight, on a road, too."""
    if unit.boarded or (unit.type == CART and any(rider.boarded for rider in field.passengers(unit.id))):
        return _no("SPL-TRN-04", unit)
    if unit.unloaded_from == "cart":
        return _no("SPL-TRN-06", unit)
    if unit.type == CART and unit.has_unloaded:
        return _no("SPL-TRN-07", unit)
    if unit.turned:
        return _no("SPL-FIRE-04", unit)
    moved = max(unit.moved, unit.unloaded_from == "armadillo")  # which counts as a square (SPL-TRN-06)
    if not still_fights(kind, moved):
        return _no("SPL-FIRE-05", unit, moved=moved, most=kind.move_fight)
    return None


# --------------------------------------------------------------------------------------------------- the target, points 9 to 18


def _aimed(field: Field, stand: _Stand, name: UnitId) -> Refusal | Shot:
    """The attack on a unit, whatever else stands beside the attacker."""
    target = field.units.get(name)
    if target is None or not field.are_enemies(stand.unit.seat, target.seat):
        return Refusal(RuleId("SPL-FIRE-06"), {"unit": stand.unit.id, "target": name})
    if target.at is None:
        return _no("SPL-TRN-10", stand.unit, target=name)
    distance = field.distance(stand.at, target.at)
    refusal = (
        _sheltered(field, stand, target)
        or _unreachable(field, stand, target, distance)
        or _unseen(field, stand, target.at, name, distance)
    )
    return refusal or _shot(field, stand, target, target.at, distance)


def _sheltered(field: Field, stand: _Stand, target: Unit) -> Refusal | None:
    """Inside a headquarters (SPL-HQ-05); of a kind that this vehicle never attacks (SPL-CAMO-02)."""
    if field.is_in_hq(target):
        return _no("SPL-HQ-05", stand.unit, target=target.id)
    if stand.unit.type in field.kind(target).immune_to and not _is_unknown(field, stand, target):
        return _no("SPL-CAMO-02", stand.unit, target=target.id)
    return None


def _unreachable(field: Field, stand: _Stand, target: Unit, distance: int) -> Refusal | None:
    """Out of range (SPL-RNG-02); Camouflaged and too far off to be made out (SPL-CAMO-01), whatever the weapon; under a marker
    (SPL-CAMO-05)."""
    facts: dict[str, Fact] = {"target": target.id, "distance": distance}
    if not dice_at(stand.weapon, distance):
        least = nearest(stand.weapon)
        dead_zone: dict[str, Fact] = {"least": least} if distance < least else {}
        return _no("SPL-RNG-02", stand.unit, **facts, most=farthest(stand.weapon), **dead_zone)
    undetected = field.kind(target).undetected_from
    if undetected and distance >= undetected and not _is_unknown(field, stand, target):
        return _no("SPL-CAMO-01", stand.unit, **facts, most=undetected - 1)
    most = field.rules.constants.marker_distance
    if target.marker and distance > most:
        return _no("SPL-CAMO-05", stand.unit, **facts, most=most)
    return None


def _is_unknown(field: Field, stand: _Stand, target: Unit) -> bool:
    """Whether all that may decide about a unit is its square (SPL-HID-05): it is hidden, and too far off to be revealed."""
    return (
        field.is_hidden(target)
        and target.at is not None
        and field.distance(stand.at, target.at) > field.rules.constants.marker_distance
    )


def _unseen(field: Field, stand: _Stand, to: Square, name: UnitId, distance: int) -> Refusal | None:
    """Out of the arc (SPL-ARC-03), or out of sight (SPL-LOS-01). In contact there is no arc, and always sight (SPL-LOS-06); balloons
    need none (SPL-LOS-05)."""
    if distance == ADJACENT:
        return None
    if field.rules.options.facing and not in_arc(stand.at, stand.facing, stand.kind.arc, to):
        return _no("SPL-ARC-03", stand.unit, target=name, distance=distance)
    if stand.weapon.indirect or is_seen(field, stand.unit, stand.at, to):
        return None
    return _no("SPL-LOS-01", stand.unit, target=name, distance=distance, **_in_the_way(field, stand, to))


def _in_the_way(field: Field, stand: _Stand, to: Square) -> dict[str, Fact]:
    """What breaks the line first: a unit or a piece, at a closed corner two of them."""
    squares_in_way = sight(field, stand.unit, stand.at, to).first
    names = ("blocker", "other_blocker")
    facts: dict[str, Fact] = {name: blocker_at(field, at) for name, at in zip(names, squares_in_way, strict=False)}
    return {"square": squares.name(squares_in_way[0]), **facts}


def _shot(field: Field, stand: _Stand, target: Unit, to: Square, distance: int) -> Refusal | Shot:
    """The attack with what cover leaves of it, unless no die is left (SPL-COV-06)."""
    kind, covered = field.kind(target), cover(field.ground, to, stand.at)
    template = dice_at(stand.weapon, distance)
    if covered.dice >= template:
        return _no(
            "SPL-COV-06", stand.unit, target=target.id, distance=distance, dice=template, piece=covered.reasons[0].piece
        )
    wounds = (Reason(WOUNDS, lost_points=stand.lost),) if stand.lost else ()
    return Shot(
        attacker=stand.unit.id,
        target=target.id,
        at=stand.at,
        to=to,
        distance=distance,
        weapon=stand.weapon.id,
        dice=template - covered.dice,
        deduction=stand.lost + covered.points,
        reasons=(*wounds, *covered.reasons),
        ignores_first_retreat=covered.ignores_first_retreat,
        need=kind.to_hit if kind.is_foot else None,
        strength=kind.strength,
    )


# ------------------------------------------------------------------------------------------------ adjacent enemies, point 19


def _bound(field: Field, stand: _Stand, verdict: Refusal | Shot) -> Refusal | Shot:
    """The attack, unless an adjacent enemy that may be attacked binds the attacker (SPL-FIRE-08)."""
    if isinstance(verdict, Refusal) or verdict.distance == ADJACENT:
        return verdict
    for enemy in _adjacent_enemies(field, stand):
        if not isinstance(_aimed(field, stand, enemy.id), Refusal):
            return _no("SPL-FIRE-08", stand.unit, target=verdict.target, blocker=enemy.id)
    return verdict


def _adjacent_enemies(field: Field, stand: _Stand) -> Iterator[Unit]:
    for at in squares.neighbours(stand.at, diagonals=field.rules.options.diagonals):
        unit = field.unit_at.get(at)
        if unit is not None and field.are_enemies(stand.unit.seat, unit.seat):
            yield unit


def _no(rule: str, unit: Unit, **facts: Fact) -> Refusal:
    return Refusal(RuleId(rule), {"unit": unit.id, **facts})
