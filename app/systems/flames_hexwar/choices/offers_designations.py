"""Bombardments and air attacks that a seat may designate (FHW-ART, FHW-AIR)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.offering import MOST_EXAMPLES, Example
from app.engine.offers import Corner, Domain, Fields
from app.engine.types import Text, UnitId
from app.engine.words import listed, same
from app.systems.flames_hexwar.barrage.designating import corner_of, guns_of
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.barrages import bombards, strikes, too_near
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.plan.drafting import AIR
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import hex_of
from app.systems.flames_hexwar.screen.grounds import lattice_of

MOST_DIVIDED: Final = 12
"""Of so many attacks of a whole flight each two are offered together."""
MOST_WHOLE: Final = 120
TOUCHING: Final = 2
"""Next to so many hexes before it every further one lies (FHW-GEO-18)."""


class Kind(NamedTuple):
    """Bombardments that differ by their place alone."""

    mode: str
    ammo: str
    size: int
    automatic: bool


def designation_offers(of: Asking) -> Offers:
    """Bombardments of each battery, attacks of the flight, the commit."""
    for name, platoon in of.field.platoons.items():
        is_able = platoon.order == "FC" and platoon.status != "destroyed" and of.field.seat(name) == of.seat
        if is_able and of.wants(name):
            yield from _bombarding(of, name)
    if of.only is None:
        yield from _striking(of)
        yield from of.make([a.Commit()], label=of.say("commit_fire"), ask="button")


def _bombarding(of: Asking, name: PlatoonId) -> Offers:
    """A battery's bombardments by mode and shells (FHW-ART-02, FHW-ART-07, FHW-SMOKE-03)."""
    if not guns_of(of.field, name):
        return
    unit, cells = UnitId(name), None
    for kind, found in _kinds(of, name).items():
        cells = cells or _free_cells(of)
        if not of.allows(found[0]):
            continue
        examples = [Example(act, _words(of, act)) for act in found]
        domain = Domain(
            corners=tuple(_corner(of, number, act) for number, act in enumerate(found[:MOST_EXAMPLES])),
            size=kind.size,
            touching=TOUCHING,
            cells=cells,
            fields=Fields(pattern="hexes"),
        )
        label = _label(of, name, kind)
        yield from of.make(examples, label=label, unit=unit, ask="pattern", domain=domain, judged=True)
    if name in of.state.drafts.bombards:
        label = of.say("unbombard", platoon=of.platoon(name))
        yield from of.make([a.Undraft(name)], label=label, unit=unit, ask="button")


def _kinds(of: Asking, name: PlatoonId) -> dict[Kind, list[a.Bombard]]:
    """The judged bombardments of a battery, one about each corner; those without a die of availability once more (FHW-ART-13)."""
    kinds: dict[Kind, dict[frozenset[Hex], a.Bombard]] = {}
    for act in bombards(of.field, name):
        corner = frozenset(corner_of(act.vertex)) if len(act.hexes) > TOUCHING else frozenset(map(hex_of, act.hexes))
        kinds.setdefault(Kind(act.mode, act.ammo, len(act.hexes), False), {}).setdefault(corner, act)
    found = {kind: list(acts.values()) for kind, acts in kinds.items()}
    for kind, acts in list(found.items()):
        if of.allows(replace(acts[0], automatic=True)):
            found[kind._replace(automatic=True)] = [replace(act, automatic=True) for act in acts]
    return found


def _free_cells(of: Asking) -> tuple[str, ...]:
    """Every hex that is far enough from all friends (FHW-ART-14)."""
    shut = too_near(of.field, of.side, of.rules.bombardment.friend_distance)
    return tuple(id_of(at) for at in of.field.terrain.board.cells() if at not in shut)


def _corner(of: Asking, number: int, act: a.Bombard) -> Corner:
    """Where a bombardment begins, on the board as it is drawn."""
    lattice = lattice_of(of.field.scenario)
    x, y = lattice.outline(hexes.to_offset(hex_of(act.vertex.hex)))[(1 - act.vertex.v) % hexes.SIDES]
    return Corner(x, y, act.hexes[:3], number)


def _label(of: Asking, name: PlatoonId, kind: Kind) -> Text:
    return of.say(
        "bombard_free" if kind.automatic else "bombard_as",
        platoon=of.platoon(name),
        ammo=of.say(f"ammo_{kind.ammo}"),
        mode=of.say(f"mode_{kind.mode}"),
        hexes=kind.size,
    )


def _words(of: Asking, act: a.Bombard) -> Text:
    aim = of.field.teams[act.aim]
    corner = of.rules.words.say("corners", str(act.vertex.v))
    return of.say("bombard_at", platoon=of.platoon(aim.platoon), cell=act.vertex.hex, corner=corner)


def _striking(of: Asking) -> Offers:
    """Attacks of the commander's flight, whole and divided (FHW-AIR-03, FHW-AIR-06, FHW-AIR-09)."""
    sides = of.position.sides[of.side]
    if sides.commander != of.seat or not sides.flight:
        return
    corners = {frozenset(_cells(act)): act for act in reversed(list(strikes(of.field, of.side)))}
    whole = list(reversed(corners.values()))
    whole = whole[:: max(1, -(-len(whole) // MOST_WHOLE))]
    found = [Example(act, _attacks(of, act), _cells(act)) for act in (*whole, *_divided(of, whole))]
    yield from of.make(found)
    if of.state.drafts.strike is not None:
        yield from of.make([a.Undraft(AIR)], label=of.say("unstrike"), ask="button")


def _divided(of: Asking, whole: list[a.Strike]) -> Iterator[a.Strike]:
    """One plane here, the others there."""
    planes, some = of.position.sides[of.side].flight, whole[:: max(1, len(whole) // MOST_DIVIDED)]
    for one, other in itertools.combinations(some if planes > 1 else (), 2):
        yield a.Strike((replace(one.attacks[0], planes=planes - 1), replace(other.attacks[0], planes=1)))


def _attacks(of: Asking, act: a.Strike) -> Text:
    return listed(_attack(of, each) for each in act.attacks)


def _attack(of: Asking, attack: a.AirAttack) -> Text:
    planes = of.counted("planes", attack.planes)
    if attack.battery is not None:
        return of.say("strike_battery", planes=planes, battery=of.platoon(attack.battery))
    return of.say("strike_area", planes=planes, cells=listed(map(same, attack.hexes or ())))


def _cells(act: a.Strike) -> tuple[str, ...]:
    found = (each for attack in act.attacks for each in (attack.hexes or (str(attack.battery),)))
    return tuple(dict.fromkeys(found))
