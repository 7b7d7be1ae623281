"""Deployment: every team on any hex of its zone, aboard, batteries off the board (FHW-SET-04, FHW-SET-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.offering import Example
from app.engine.offers import Domain, Fields
from app.engine.types import UnitId
from app.engine.words import joined
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.book.kinds import Half, Place, name_of_place
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.march.ways import fits
from app.systems.flames_hexwar.plan import deploying
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.words.names import cell

FORWARD: Final = {"A": 0, "B": 3}
"""How whoever is placed faces if nothing is said: towards the other side."""
MOST_PLACES: Final = 6
"""So many of the hexes of a zone are examples; all of them are cells that may be chosen."""
HALVES: Final[tuple[Half, Half]] = ("cover", "free")


def deploying_offers(of: Asking) -> Offers:
    """Teams placed anew, batteries sent off the board, the commit."""
    zone, rooms = zone_of(of), _Rooms(of)
    for team in of.own_teams():
        if of.wants(team.id) and of.field.platoons[team.platoon].status == "board":
            yield from _placing(of, team, zone, rooms)
    for name, platoon in of.field.platoons.items():
        if of.wants(name) and of.field.seat(name) == of.seat and guns_of(of.field, name):
            is_off = platoon.status == "off_board"
            label = of.label("station")
            act = Example(a.Station(name, not is_off), of.say("station_on" if is_off else "station_off"))
            yield from of.make([act], label=label, unit=UnitId(name))
    if of.only is None:
        yield from _committing(of)


def zone_of(of: Asking) -> list[Hex]:
    """The hexes of the zone of the seat's side, nearest to the other side first."""
    board, rows = of.field.terrain.board, of.field.scenario.side_of(of.side).deploy
    found = {
        hexes.from_offset(column, row)
        for c0, r0, c1, r1 in rows
        for column in range(c0, c1 + 1)
        for row in range(r0, r1 + 1)
    }
    sign = -1 if of.side == "A" else 1
    return sorted(
        (at for at in found if board.holds(at)),
        key=lambda at: (sign * hexes.to_offset(at)[0], hexes.to_offset(at)[1]),
    )


class _Rooms:
    """Where teams may be placed: judged once for all that move alike, take the same room and have a front or none."""

    def __init__(self, of: Asking) -> None:
        self._of: Final = of
        self._known: Final[dict[tuple[object, Hex], bool]] = {}

    def takes(self, team: Team, act: a.Deploy, at: Hex) -> bool:
        """Whether a team may be placed in a hex; where it stands itself it makes room by going."""
        if team.at == at:
            return deploying.judge_deploy(self._of.field, act) is None
        kind = self._of.field.kind(team)
        key = ((kind.mobility, kind.kind, kind.size), at)
        if key not in self._known:
            self._known[key] = deploying.judge_deploy(self._of.field, act) is None
        return self._known[key]


def _placing(of: Asking, team: Team, zone: list[Hex], rooms: _Rooms) -> Offers:
    looks = of.facings(team)
    facing = (FORWARD[team.side] if team.facing is None else team.facing) if looks else None
    acts = [(at, a.Deploy(team.id, id_of(at), facing=facing)) for at in zone]
    found = [(at, act) for at, act in acts if (at, 1) != (team.at, team.floor) and rooms.takes(team, act, at)]
    if found and not of.allows(found[0][1]):
        found = []
    turning = (team.at,) if looks and team.at is not None and team.floor == 1 else ()
    cells = tuple(id_of(at) for at in (*turning, *(at for at, _ in found)))
    domain = Domain(cells=cells, facings=looks, facing=facing, fields=Fields(cell="at", facing="facing"))
    spread = found[:: max(1, -(-len(found) // MOST_PLACES))]
    yield from of.make(
        [Example(act, None, (id_of(at),)) for at, act in spread],
        label=of.label("deploy"),
        unit=team.id,
        ask="cell",
        domain=domain,
        judged=True,
    )
    others = _other_places(of, team, zone, facing)
    yield from of.make(others, label=joined((of.say("deploy_other"), of.team(team.id)), by=": "), unit=team.id)
    carriers = [each for each in of.own_teams() if each.at is not None and fits(of.field, team, each)]
    aboard = [
        Example(a.Deploy(team.id, aboard=each.id), of.say("aboard", team=of.team(each.id)), (each.id,))
        for each in carriers
        if each.id != team.aboard
    ]
    yield from of.make(aboard, label=joined((of.say("deploy_aboard"), of.team(team.id)), by=": "), unit=team.id)


def _other_places(of: Asking, team: Team, zone: list[Hex], facing: int | None) -> Iterator[Example]:
    """Halves of mixed hexes that are not meant by themselves, upper floors."""
    for at in zone:
        ground = of.field.terrain[at]
        if ground.mixed is not None and not of.field.kind(team).is_vehicle:
            yield from (
                Example(
                    a.Deploy(team.id, id_of(at), half, facing), of.say(f"at_half_{half}", cell=cell(at)), (id_of(at),)
                )
                for half in HALVES
            )
        for floor in range(2, ground.floors + 1):
            name = of.say("at_floor", cell=cell(at), floor=floor)
            yield Example(a.Deploy(team.id, name_of_place(Place(at, floor)), None, facing), name, (id_of(at),))


def _committing(of: Asking) -> Offers:
    yield from of.make([a.Commit()], label=of.say("commit_deployed"), ask="button")
    left = deploying.unplaced(of.field, of.seat)
    if left:
        who = of.platoons(dict.fromkeys(team.platoon for team in left))
        yield from of.make([a.Commit(True)], label=of.say("commit_fill_off", who=who), ask="button")
