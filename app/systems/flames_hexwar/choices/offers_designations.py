"""Bombardments and air attacks that a seat may designate (FHW-ART, FHW-AIR)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.offering import Example
from app.engine.types import Text, UnitId
from app.engine.words import listed, same
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.barrages import bombards, strikes
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.plan.drafting import AIR
from app.systems.flames_hexwar.position import actions as a

Kind = tuple[str, str, bool]
"""Mode, shells or smoke, without rolling for availability."""
CORNERS: Final = ("1", "2", "3", "4", "5", "6")


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
    kinds: dict[Kind, list[a.Bombard]] = {}
    for act in bombards(of.field, name):
        for automatic in (False, True):
            again = replace(act, automatic=automatic)
            if not automatic or of.allows(again):
                kinds.setdefault((act.mode, act.ammo, automatic), []).append(again)
    for (mode, ammo, automatic), found in kinds.items():
        places = {
            "platoon": of.platoon(name),
            "ammo": of.say(f"ammo_{ammo}"),
            "mode": of.say(f"mode_{mode}"),
        }
        label = of.say("bombard_free" if automatic else "bombard_as", **places)
        examples = [Example(act, _corner(of, act), act.hexes) for act in found]
        yield from of.make(examples, label=label, unit=UnitId(name))
    if name in of.state.drafts.bombards:
        label = of.say("unbombard", platoon=of.platoon(name))
        yield from of.make([a.Undraft(name)], label=label, unit=UnitId(name), ask="button")


def _corner(of: Asking, act: a.Bombard) -> Text:
    return of.say("bombard_at", cell=act.vertex.hex, corner=CORNERS[act.vertex.v])


def _striking(of: Asking) -> Offers:
    """Attacks of the commander's flight, whole and divided (FHW-AIR-03, FHW-AIR-06, FHW-AIR-09)."""
    sides = of.position.sides[of.side]
    if sides.commander != of.seat or not sides.flight:
        return
    whole = list(strikes(of.field, of.side))
    found = [Example(act, _attacks(of, act), _cells(act)) for act in (*whole, *_divided(of, whole))]
    yield from of.make(found)
    if of.state.drafts.strike is not None:
        yield from of.make([a.Undraft(AIR)], label=of.say("unstrike"), ask="button")


def _divided(of: Asking, whole: list[a.Strike]) -> Iterator[a.Strike]:
    """One plane here, the others there."""
    planes = of.position.sides[of.side].flight
    if planes < 2:
        return
    for number, act in enumerate(whole[:MOST_DIVIDED]):
        for other in whole[number + 1 : MOST_DIVIDED]:
            one, rest = replace(act.attacks[0], planes=planes - 1), replace(other.attacks[0], planes=1)
            yield a.Strike((one, rest))


MOST_DIVIDED: Final = 16
"""Of so many attacks of a whole flight each two are offered together."""


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
