"""Bombardments and air attacks that a seat may designate (FHW-ART, FHW-AIR)."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from app.boards.hexes import Hex
from app.engine.offering import MOST_EXAMPLES, Example
from app.engine.offers import Corner, Domain, Fields, Offer
from app.engine.types import Text, UnitId
from app.engine.words import listed, same
from app.systems.flames_hexwar.barrage.designating import corner_of, guns_of, is_mortar
from app.systems.flames_hexwar.book.kinds import PlatoonId, hex_of
from app.systems.flames_hexwar.choices.barrages import bombards, too_near
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.choices.offers_flights import strike_offers
from app.systems.flames_hexwar.position import actions as a

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
    found = list[Offer]()
    for name, platoon in of.field.platoons.items():
        is_able = platoon.order == "FC" and platoon.status != "destroyed" and of.field.seat(name) == of.seat
        if is_able and of.wants(name):
            found += _bombarding(of, name)
    if of.only is None:
        found += strike_offers(of)
        label = of.say("commit_fire" if found else "commit_no_fire")
        found += of.make([a.Commit()], label=label, ask="button")
    yield from found


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
        label = _label(of, kind)
        if name in of.state.drafts.bombards:
            label = of.say("bombard_instead", what=label)
        yield from of.make(examples, label=label, unit=unit, ask="pattern", domain=domain, judged=True)
    if name in of.state.drafts.bombards:
        label = of.say("unbombard", cells=listed(map(same, of.state.drafts.bombards[name].hexes)))
        yield from of.make([a.Undraft(name)], label=label, unit=unit, ask="button")


def _kinds(of: Asking, name: PlatoonId) -> dict[Kind, list[a.Bombard]]:
    """The judged bombardments of a battery, the likeliest to range in about each corner; those without a die of availability once more, where
    there is one otherwise (FHW-ART-13)."""
    kinds: dict[Kind, dict[frozenset[Hex], a.Bombard]] = {}
    for act in bombards(of.field, name):
        corner = frozenset(corner_of(act.vertex)) if len(act.hexes) > TOUCHING else frozenset(map(hex_of, act.hexes))
        kinds.setdefault(Kind(act.mode, act.ammo, len(act.hexes), False), {}).setdefault(corner, act)
    found = {kind: list(acts.values()) for kind, acts in kinds.items()}
    if is_mortar(of.field, of.field.platoons[name]):
        return found
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
    return Corner(*of.corner(act.vertex), act.hexes[:3], number)


def _label(of: Asking, kind: Kind) -> Text:
    return of.say(
        "bombard_free" if kind.automatic else "bombard_as",
        ammo=of.say(f"ammo_{kind.ammo}"),
        mode=of.say(f"mode_{kind.mode}"),
        hexes=kind.size,
    )


def _words(of: Asking, act: a.Bombard) -> Text:
    aim = of.field.teams[act.aim]
    corner = of.rules.words.say("corners", str(act.vertex.v))
    spotter = of.team(act.spotter)
    return of.say("bombard_at", platoon=of.platoon(aim.platoon), cell=act.vertex.hex, corner=corner, spotter=spotter)
