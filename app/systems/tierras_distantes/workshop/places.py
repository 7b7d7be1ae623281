"""Suggested places in a battle in the making: where a miniature's feet come to stand, and places for whoever has none (TD-DEP-06, TD-DEP-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.boards.measured import Table
from app.engine.workshop.base import plain
from app.systems.tierras_distantes.book.book import own_scenario
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PLAYERS, Side
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.muster.zones import Zone, first_free
from app.systems.tierras_distantes.space.land import Block, Body, Land, body_at, land_of, step_of, surface
from app.systems.tierras_distantes.workshop.document import Battle, MemberRow, Spot
from app.systems.tierras_distantes.workshop.things import (
    PlacesAt,
    SquadAt,
    members_of,
    own_members,
    with_members,
    with_spots,
)


class Grounds(NamedTuple):
    """The table of a battle with its terrain, as it is measured."""

    rules: Rules
    land: Land
    table: Table

    @classmethod
    def of(cls, rules: Rules, battle: Battle) -> Grounds:
        """Those of a battle."""
        scenario = own_scenario(plain(battle))
        width, height = battle.table
        return cls(rules, land_of(rules.ground, scenario.terrain), Table(width * NM_PER_MM, height * NM_PER_MM))

    def surfaces(self, x_mm: int, y_mm: int) -> list[int]:
        """The heights in mm at which feet may be at a point: the table, and the tops that can be stood on, the lowest first."""
        tops = {block.z1 // NM_PER_MM for block in self._under(x_mm, y_mm) if block.ground.solid and block.ground.stand}
        return sorted({0, *tops})

    def feet(self, body: Body, x_mm: int, y_mm: int, z_mm: int) -> int:
        """How high a miniature stands that comes to a point with its feet at a height: it steps down, or up as long as there is a step up
        (TD-DEP-06)."""
        under, step = self._under(x_mm, y_mm), step_of(self.rules, body)
        z, found = z_mm * NM_PER_MM, surface(under, z_mm * NM_PER_MM, step)
        while found > z:
            z, found = found, surface(under, found, step)
        return found // NM_PER_MM

    def _under(self, x_mm: int, y_mm: int) -> list[Block]:
        return self.land.at((x_mm * NM_PER_MM, y_mm * NM_PER_MM))

    def zone(self, side: Side) -> Zone:
        """Where a side deploys."""
        return Zone(self.rules, self.land, self.table, side)


def bodies_of(rules: Rules, members: Sequence[MemberRow]) -> Iterator[Body]:
    """The bodies of a squad in order; of a quality that the game does not have, that of the first one it has."""
    usual = next(iter(rules.qualities.values()))
    for row in members:
        body = body_at(rules.qualities.get(row.quality, usual), "", (0, 0, 0))
        yield from (body for _ in range(row.count))


def proposed(rules: Rules, battle: Battle, places: PlacesAt) -> tuple[Spot, ...]:
    """A place for everybody on a side, as far as there is room (TD-DEP-08)."""
    nobody = [None for _ in bodies_of(rules, members_of(battle, places.player))]
    return filled(rules, battle, places, nobody)


def filled(rules: Rules, battle: Battle, places: PlacesAt, spots: Sequence[Spot | None]) -> tuple[Spot, ...]:
    """These places, and the first free ones for whoever has none; whoever comes after one without any has none either."""
    bodies = list(bodies_of(rules, members_of(battle, places.player)))
    if None not in spots:
        return tuple(spot for spot in spots if spot is not None)
    zone = Grounds.of(rules, battle).zone(places.side)
    standing = [_at(body, spot) for body, spot in zip(bodies, spots, strict=False) if spot is not None]
    found: list[Spot] = []
    for body, spot in zip(bodies, spots, strict=False):
        free = None if spot is not None else first_free(zone, body, standing)
        if spot is None and free is None:
            break
        if free is not None:
            standing.append(free)
            spot = (free.x // NM_PER_MM, free.y // NM_PER_MM, free.z // NM_PER_MM)
        assert spot is not None
        found.append(spot)
    return tuple(found)


def _at(body: Body, spot: Spot) -> Body:
    x, y, z = spot
    return body._replace(x=x * NM_PER_MM, y=y * NM_PER_MM, z=z * NM_PER_MM)


def with_listed(
    rules: Rules, battle: Battle, of: SquadAt, members: tuple[MemberRow, ...], same: Sequence[int | None]
) -> Battle:
    """The battle with other members of a squad, whose miniatures keep their places: of each entry ``same`` says which one it was,
    ``None`` for a new one."""
    before = _numbers(own_members(battle, of))
    changed = with_members(battle, of, members)
    wanted: list[int | None] = []
    for row, entry in zip(members, same, strict=True):
        known = () if entry is None else before[entry]
        wanted += [known[number] if number < len(known) else None for number in range(row.count)]
    for player in PLAYERS:
        if player == of.player or battle.squads[player].same_as == of.player:
            for side, spots in battle.squads[player].suggested_deployment.items():
                changed = with_spots(
                    changed, player, side, _kept(rules, changed, PlacesAt(player, side), spots, wanted)
                )
    return changed


def _numbers(members: Sequence[MemberRow]) -> list[range]:
    """The numbers of the miniatures of each entry."""
    found, first = [], 0
    for row in members:
        found.append(range(first, first + row.count))
        first += row.count
    return found


def _kept(
    rules: Rules, battle: Battle, places: PlacesAt, spots: Sequence[Spot], wanted: Sequence[int | None]
) -> tuple[Spot, ...]:
    """The places of those who had one, in their new order, with others between them filled in; after the last of them nobody has any."""
    found = [spots[number] if number is not None and number < len(spots) else None for number in wanted]
    last = max((at for at, spot in enumerate(found) if spot is not None), default=-1)
    return filled(rules, battle, places, found[: last + 1])
