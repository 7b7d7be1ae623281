"""Air attacks that a flight's commander may designate, whole and divided (FHW-AIR-03, FHW-AIR-06, FHW-AIR-09)."""

from __future__ import annotations

from msgspec.structs import replace

from app.boards import hexes
from app.engine.offering import MOST_EXAMPLES, Example
from app.engine.offers import Corner, Domain, Fields
from app.engine.types import Text
from app.engine.words import listed, same
from app.systems.flames_hexwar.barrage.designating import corner_of
from app.systems.flames_hexwar.choices.flights import About, Area, areas, batteries
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.plan.drafting import AIR
from app.systems.flames_hexwar.position import actions as a

Attacks = tuple[a.AirAttack, ...]


def strike_offers(of: Asking) -> Offers:
    """The whole flight at one place; once that is designated, one of its planes elsewhere, as often as there are planes to part."""
    side = of.position.sides[of.side]
    if side.commander != of.seat or not side.flight:
        return
    yield from _attacking(of, (), side.flight, of.label("strike"), of.say("strike_guns"))
    drafted = of.state.drafts.strike
    if drafted is None:
        return
    parted = _parted(drafted.attacks)
    if parted is not None:
        yield from _attacking(of, parted, 1, of.say("strike_elsewhere"), of.say("strike_guns_elsewhere"))
    yield from of.make(
        [a.Undraft(AIR)],
        label=of.say("unstrike", attacks=listed(_attack(of, each) for each in drafted.attacks)),
        ask="button",
    )


def _parted(attacks: Attacks) -> Attacks | None:
    """The attacks of a flight less a plane of the largest; ``None`` where each is of one plane."""
    most = max(attacks, key=lambda each: each.planes)
    if most.planes == 1:
        return None
    return tuple(replace(each, planes=each.planes - 1) if each is most else each for each in attacks)


def _attacking(of: Asking, others: Attacks, planes: int, label: Text, at_guns: Text) -> Offers:
    """So many planes besides other attacks: about every corner, any hexes within its radius; at every battery."""
    near = tuple(corner_of(each.vertex) for each in others if each.vertex is not None)
    found = areas(of.field, of.side, near)[:MOST_EXAMPLES]
    attacks = [area.attack(of.field, planes) for area in found]
    acts = [Example(a.Strike((*others, each)), _attack(of, each)) for each in attacks]
    if acts and of.allows(acts[0].action):
        corners = tuple(_corner(of, n, *each) for n, each in enumerate(zip(found, attacks, strict=True)))
        fields = Fields(pattern=f"attacks.{len(others)}.hexes")
        domain = Domain(corners=corners, size=of.rules.air.hexes_per_attack, fields=fields)
        yield from of.make(acts, label=label, ask="pattern", domain=domain, judged=True)
    found_guns = batteries(of.field, of.side, planes)
    yield from of.make([Example(a.Strike((*others, each)), _attack(of, each)) for each in found_guns], label=at_guns)


def _corner(of: Asking, number: int, area: Area, attack: a.AirAttack) -> Corner:
    assert attack.vertex is not None
    return Corner(*of.corner(attack.vertex), _names(of, area.corner), number, tuple(map(hexes.name, area.hexes)))


def _names(of: Asking, corner: About) -> tuple[str, ...]:
    return tuple(hexes.name(at) for at in corner if of.field.terrain.board.holds(at))


def _attack(of: Asking, attack: a.AirAttack) -> Text:
    planes = of.counted("planes", attack.planes)
    if attack.battery is not None:
        return of.say("strike_battery", planes=planes, battery=of.platoon(attack.battery))
    return of.say("strike_area", planes=planes, cells=listed(map(same, attack.hexes or ())))
