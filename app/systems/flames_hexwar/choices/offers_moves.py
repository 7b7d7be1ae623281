"""Ways of a team: to where it halts, in parts, into halves and onto floors, turning where it stands (FHW-MOVE-06, FHW-MOVE-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from app.boards import hexes
from app.engine.offering import MOST_EXAMPLES, Example
from app.engine.offers import Domain, Fields
from app.systems.flames_hexwar.book.kinds import Half, Place, name_of_place
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.choices.reaching import Reached
from app.systems.flames_hexwar.march.halting import has_room, own_half
from app.systems.flames_hexwar.march.ways import walking_of
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.words.names import cell

MOST_PARTS: Final = 6
"""So many ways without a halt are examples; all that can be reached are cells that may be gone to."""


class _Going(NamedTuple):
    """A team and everywhere it can come to; ``halts``: where there is room for it."""

    team: Team
    found: Mapping[Place, Reached]
    halts: Sequence[Reached]


def moving_offers(of: Asking, activation: Activation, team: Team) -> Offers:
    """Everything that a team may do about moving."""
    walking, moving = walking_of(of.field, team), activation.moving
    trace = walking.start if moving is None else walking.along(moving.visits)
    found = of.reach(team, walking, trace)
    going = _Going(team, found, [each for each in found.values() if has_room(of.field, team, each.place)])
    ways, turns = _ways(of, going), [*_turns(of, team)]
    if ways:
        domain = _domain(of, going, halts=True)
        label = of.label("move")
        acts = [*ways, *turns]
        # Who is independent may move besides, but is of no platoon that goes (FHW-HQ-01).
        group = None if of.field.is_independent(team) else of.platoon(team.platoon)
        yield from of.make(
            acts, label=label, unit=team.id, ask="steps", domain=domain, judged=True, together=True, group=group
        )
    else:
        yield from of.make(turns, label=of.label("move"), unit=team.id, judged=True)
    if moving is not None:
        yield from of.make([a.Move(team.id, ())], label=of.say("halt_here"), unit=team.id, ask="button")
    yield from of.make([*_other_halts(of, going)], label=of.say("move_other"), unit=team.id)
    parts = _parts(of, going) if ways else []
    domain = _domain(of, going, halts=False)
    label, about = of.say("move_on"), of.say("move_on_about")
    yield from of.make(parts, label=label, unit=team.id, ask="steps", domain=domain, about=about, judged=True)


def _path(way: Reached) -> tuple[str, ...]:
    return tuple(map(name_of_place, way.path))


def _ways(of: Asking, going: _Going) -> list[Example]:
    """A way to every hex where it can halt. All have been judged step by step: what is asked of the team itself is asked once."""
    flat = [each for each in going.halts if each.place.floor == 1]
    is_strict = of.rules.options.stacking_checked == "every_hex"
    found: list[Example] = []
    for each in flat[max(0, len(flat) - MOST_EXAMPLES + hexes.SIDES) :]:
        act = a.Move(going.team.id, _path(each))
        is_plain = bool(found) and not is_strict and of.field.terrain[each.place.hex].mixed is None
        if is_plain or of.allows(act):
            found.append(Example(act, None, (id_of(each.place.hex),)))
    return found


def _parts(of: Asking, going: _Going) -> list[Example]:
    """Ways without a halt at their end, to where it could halt all the same (FHW-MOVE-06)."""
    is_strict = of.rules.options.stacking_checked == "every_hex"
    ends = [each for each in going.halts if each.place.floor == 1]
    spread = ends[:: max(1, -(-len(ends) // MOST_PARTS))]
    acts = [(each, a.Move(going.team.id, _path(each), False)) for each in spread]
    return [Example(act, None, (id_of(each.place.hex),)) for each, act in acts if not is_strict or of.allows(act)]


def _domain(of: Asking, going: _Going, *, halts: bool) -> Domain:
    team, looks = going.team, of.facings(going.team) if halts else ()
    ends = going.halts if halts else tuple(going.found.values())
    return Domain(
        start_cell=None if team.at is None else id_of(team.at),
        cells=tuple(dict.fromkeys(id_of(each.place.hex) for each in ends)),
        costs=dict(_costs(going)),
        facings=looks,
        facing=team.facing if looks else None,
        fields=Fields(way="path", facing="facing") if looks else Fields(way="path"),
    )


def _costs(going: _Going) -> Iterator[tuple[str, int]]:
    """What it costs to enter each hex (FHW-TERR-10)."""
    for place, way in going.found.items():
        before = going.found.get(way.path[-2]) if len(way.path) > 1 else None
        is_on = before is not None and before.path == way.path[:-1]
        if place.floor == 1:
            yield id_of(place.hex), way.trace.cost - before.trace.cost if is_on and before else 1


def _turns(of: Asking, team: Team) -> Iterator[Example]:
    """Turning where it stands (FHW-MOVE-07, FHW-FACE-02)."""
    if team.at is None:
        return
    for look in of.facings(team):
        act = a.Move(team.id, (), facing=int(look.value))
        if look.value != team.facing and of.allows(act):
            yield Example(act, of.say("facing", facing=look.name))


def _other_halts(of: Asking, going: _Going) -> Iterator[Example]:
    """Halts that no tap on a hex means: upper floors, the other half of a mixed hex (FHW-TERR-12)."""
    team, field = going.team, of.field
    for each in going.halts:
        at = each.place
        if at.floor > 1:
            name = of.say("at_floor", cell=cell(at.hex), floor=at.floor)
            yield Example(a.Move(team.id, _path(each)), name, (id_of(at.hex),))
        elif field.terrain[at.hex].mixed is not None and not field.kind(team).is_vehicle:
            half: Half = "free" if own_half(field, team, at, None) == "cover" else "cover"
            name = of.say(f"at_half_{half}", cell=cell(at.hex))
            yield Example(a.Move(team.id, _path(each), half=half), name, (id_of(at.hex),))
