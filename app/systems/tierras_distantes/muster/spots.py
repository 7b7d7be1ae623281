"""Places in a deployment zone, asked of a position (TD-DEP-06, TD-DEP-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_CM, NM_PER_MM, Place
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.muster import zones
from app.systems.tierras_distantes.muster.zones import Zone, deploy_refusal
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.land import Body, body_at


def judge_spot(field: Field, unit: Unit, place: Place) -> Refusal | None:
    """Whether a miniature may be set to a place of its side; the zones never meet, so that only one's own can be in the way
    (TD-BRD-03, TD-DEP-03, TD-DEP-06, TD-MOV-12, TD-MOV-10, TD-MOV-07, TD-MOV-13)."""
    return deploy_refusal(zone_of(field, unit), _set(field, unit, place), _own(field, unit))


def first_free(field: Field, unit: Unit) -> Place | None:
    """The first free place of a miniature that is not placed yet (TD-DEP-08)."""
    return next((place for _, place in free_places(field, (unit,))), None)


def free_places(field: Field, units: Iterable[Unit]) -> Iterator[tuple[Unit, Place]]:
    """The first free place of each of these that has one, the others standing at theirs already (TD-DEP-08): its suggested one, else the
    first legal point of its zone. Where somebody of a size found none, nobody of that size does later, so the search goes on from there."""
    tried: dict[tuple[int, int], Iterator[Body]] = {}
    for unit in units:
        place = _suggested_free(field, unit)
        if place is None:
            body = _set(field, unit, (0, 0, 0))
            left = tried.setdefault((body.radius, body.height), zones.places(zone_of(field, unit), body))
            place = _searched_free(field, unit, left)
        if place is not None:
            yield unit, place
            field = field.with_unit(unit.id, place)


def spread_places(field: Field, squad: Sequence[Unit]) -> Iterator[tuple[Unit, Place]]:
    """Where those of a squad come to who are not placed yet, if they are spread over their zone: a suggested place, else one near the place
    that is theirs, from the middle outwards in two ranks, else the first free one."""
    for number, unit in enumerate(squad):
        if unit.in_play:
            continue
        place = _suggested_free(field, unit) or _near_own(field, unit, number, len(squad)) or first_free(field, unit)
        if place is not None:
            yield unit, place
            field = field.with_unit(unit.id, place)


def _near_own(field: Field, unit: Unit, number: int, count: int) -> Place | None:
    """A free place near the one that is a miniature's by its number in the squad."""
    zone = zone_of(field, unit)
    steps = (number + 1 if number % 2 else -number) - (count + 1) % 2
    along = zone.table.length_of(zone.side) * (count + steps) // (2 * count)
    inward = zone.depth * (1 + (number % 4 in (0, 3))) // 3
    whole = (length // NM_PER_CM * NM_PER_CM for length in (along, inward))
    found = zones.first_with_room(zones.places_near(zone, _set(field, unit, (0, 0, 0)), *whole), _own(field, unit))
    return None if found is None else _place_of(found)


def _place_of(body: Body) -> Place:
    return (body.x // NM_PER_MM, body.y // NM_PER_MM, body.z // NM_PER_MM)


def _suggested_free(field: Field, unit: Unit) -> Place | None:
    place = _suggested(field, unit)
    return None if place is None or judge_spot(field, unit, place) is not None else place


def _searched_free(field: Field, unit: Unit, left: Iterable[Body]) -> Place | None:
    found = zones.first_with_room(left, _own(field, unit))
    return None if found is None else _place_of(found)


def zone_of(field: Field, unit: Unit) -> Zone:
    """Where a miniature deploys: on the side of its player, which is known by now."""
    side = field.position.players[unit.player].side
    assert side is not None
    return Zone(field.rules, field.land, field.table, side)


def _set(field: Field, unit: Unit, place: Place) -> Body:
    return body_at(field.rules.qualities[unit.quality], unit.id, place)


def _own(field: Field, unit: Unit) -> list[Body]:
    units = field.position.units.values()
    return field.bodies(each for each in units if each.player == unit.player and each.id != unit.id)


def _suggested(field: Field, unit: Unit) -> Place | None:
    """Its place of the scenario, by its number in the squad."""
    side = field.position.players[unit.player].side
    places = field.position.board.suggested.get(unit.player, {}).get(side, ()) if side is not None else ()
    number = int(unit.id[1:])
    return places[number - 1] if number <= len(places) else None
