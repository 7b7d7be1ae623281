"""Deployment: every team on any hex of its zone, aboard, batteries off the board (FHW-SET-04, FHW-SET-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.offering import Example
from app.engine.offers import Domain, Fields
from app.engine.types import Text, UnitId
from app.engine.words import joined
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.book.kinds import SIDES, Half, Place, Side, name_of_place
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.book.units import TeamType
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.march.ways import fits
from app.systems.flames_hexwar.plan import deploying
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.terrain.terrain import Ground, Terrain
from app.systems.flames_hexwar.words.names import cell

FORWARD: Final = {"A": 0, "B": 3}
"""How whoever is placed faces if nothing is said: towards the other side."""
MOST_PLACES: Final = 6
"""So many of the hexes of a zone are examples; all of them are cells that may be chosen."""
KEPT: Final = 32
"""So many zones are remembered."""
HALVES: Final[tuple[Half, Half]] = ("cover", "free")


def deploying_offers(of: Asking) -> Offers:
    """Teams placed anew, batteries sent off the board, the commit."""
    zone = _Zone(of)
    for team in of.own_teams():
        if of.wants(team.id) and of.field.platoons[team.platoon].status == "board":
            yield from _placing(of, team, zone)
    for name, platoon in of.field.platoons.items():
        if of.wants(name) and of.field.seat(name) == of.seat and guns_of(of.field, name):
            is_off = platoon.status == "off_board"
            label = of.label("station")
            act = Example(a.Station(name, not is_off), of.say("station_on" if is_off else "station_off"))
            yield from of.make([act], label=label, unit=UnitId(name))
    if of.only is None:
        yield from _committing(of)


class Places(NamedTuple):
    """The hexes of the zone of a side, nearest to the other side first; of each a number that those have in common whose ground is
    the same, a road included; those with halves or floors."""

    all: Sequence[Hex]
    like: Mapping[Hex, int]
    divided: Sequence[Hex]


def _places(scenario: Scenario, terrain: Terrain, side: Side) -> Places:
    found = {
        hexes.from_offset(column, row)
        for c0, r0, c1, r1 in scenario.side_of(side).deploy
        for column in range(c0, c1 + 1)
        for row in range(r0, r1 + 1)
    }
    sign = -1 if side == "A" else 1
    there = sorted(
        (at for at in found if terrain.board.holds(at)),
        key=lambda at: (sign * hexes.to_offset(at)[0], hexes.to_offset(at)[1]),
    )
    numbers: dict[object, int] = {}
    like = {at: numbers.setdefault((terrain[at], terrain.has_road(at)), len(numbers)) for at in there}
    return Places(there, like, [at for at in there if _is_divided(terrain[at])])


places_of: Final = Kept(_places, KEPT)


class _Zone:
    """The zone of the seat's side: where teams may be placed, judged once for all that move alike, take the same room and have a front or
    none, and once for all hexes alike in which nobody stands; the carriers that stand in it."""

    def __init__(self, of: Asking) -> None:
        field = of.field
        self._field: Final = field
        places = places_of(field.scenario, field.terrain, of.side)
        self.divided: Final = places.divided
        self._alike: Final = {
            at: at if any(True for side in SIDES for _ in field.standing_in(at, side)) else places.like[at]
            for at in places.all
        }
        self._known: Final[dict[object, dict[object, bool]]] = {}
        carriers = (each for each in of.own_teams() if each.at is not None and _carries(of.field.kind(each)))
        self._carriers: Final = [(each, of.say("aboard", team=of.team(each.id))) for each in carriers]
        self._taking: Final[dict[str, list[tuple[Team, Text]]]] = {}

    def open_to(self, team: Team, facing: int | None) -> list[Hex]:
        """The hexes on the ground of which a team may be placed that is not there; where it stands itself it makes room by going."""
        kind = self._field.kind(team)
        known, found = self._known.setdefault((kind.mobility, kind.kind, kind.size), {}), []
        for at, like in self._alike.items():
            is_open = known.get(like) if at != team.at else team.floor > 1 and self._is_open(team, facing, at)
            if is_open is None:
                is_open = known[like] = self._is_open(team, facing, at)
            if is_open:
                found.append(at)
        return found

    def taking(self, team: Team) -> Iterator[tuple[Team, Text]]:
        """The carriers that a team might be placed aboard, looked for once for its kind, and how that is said."""
        if team.type not in self._taking:
            self._taking[team.type] = [each for each in self._carriers if fits(self._field, team, each[0])]
        return (each for each in self._taking[team.type] if each[0].id not in (team.id, team.aboard))

    def _is_open(self, team: Team, facing: int | None, at: Hex) -> bool:
        return deploying.judge_deploy(self._field, a.Deploy(team.id, id_of(at), facing=facing)) is None


def _is_divided(ground: Ground) -> bool:
    return ground.mixed is not None or ground.floors > 1


def _carries(kind: TeamType) -> bool:
    return kind.tows or max(kind.transport, kind.tank_riders) > 0


def _placing(of: Asking, team: Team, zone: _Zone) -> Offers:
    looks = of.facings(team)
    facing = (FORWARD[team.side] if team.facing is None else team.facing) if looks else None
    found = zone.open_to(team, facing)
    if found and not of.allows(a.Deploy(team.id, id_of(found[0]), facing=facing)):
        found = []
    turning = (team.at,) if looks and team.at is not None and team.floor == 1 else ()
    cells = tuple(map(id_of, (*turning, *found)))
    fields = Fields(cell="at", facing="facing")
    domain = Domain(cells=cells, facings=looks, facing=facing, fields=fields, aboard=team.aboard)
    spread = found[:: max(1, -(-len(found) // MOST_PLACES))]
    yield from of.make(
        [Example(a.Deploy(team.id, id_of(at), facing=facing), None, (id_of(at),)) for at in spread],
        label=of.label("deploy"),
        unit=team.id,
        ask="cell",
        domain=domain,
        judged=True,
        group=of.platoon(team.platoon),
    )
    others = _other_places(of, team, zone.divided, facing)
    yield from of.make(others, label=joined((of.say("deploy_other"), of.team(team.id)), by=": "), unit=team.id)
    aboard = [Example(a.Deploy(team.id, aboard=each.id), text, (each.id,)) for each, text in zone.taking(team)]
    yield from of.make(aboard, label=_aboard(of, team, aboard), unit=team.id)


def _aboard(of: Asking, team: Team, carriers: Sequence[Example]) -> Text:
    """Who goes aboard, and whom where there is but one."""
    if len(carriers) != 1:
        return of.say("deploy_aboard", team=of.team(team.id))
    return of.say("deploy_aboard_on", team=of.team(team.id), carrier=of.team(carriers[0].action.aboard))  # type: ignore[attr-defined]


def _other_places(of: Asking, team: Team, zone: Sequence[Hex], facing: int | None) -> Iterator[Example]:
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
