"""What is offered while a game is set up: lists, scenery by hand, edges, deployment, markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from app.boards import squares
from app.boards.squares import FACINGS, Square
from app.engine.offering import Example, Offering
from app.engine.offers import Domain, Facing, Fields, Item, Offer
from app.engine.scene import Figure
from app.engine.types import Seat, Text
from app.engine.words import same
from app.systems.splatball.book.kinds import AWAY, KINDS, UnitKind
from app.systems.splatball.book.tables import UnitType
from app.systems.splatball.choices.lists import some_armies
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.muster.armies import army_value
from app.systems.splatball.muster.deploying import (
    Deployment,
    base_places,
    deployment_of,
    may_hide,
    transports,
    unit_places,
)
from app.systems.splatball.muster.edges import free_edges
from app.systems.splatball.muster.laying import KINDS as LAID
from app.systems.splatball.muster.laying import laying_of
from app.systems.splatball.muster.markers import bearers
from app.systems.splatball.muster.objectives import eligible_now
from app.systems.splatball.position import actions as a
from app.systems.splatball.screen.drawn import ALL_ROUND, DEGREES, key
from app.systems.splatball.words.names import cell, kind_name, piece_name, unit_name

Offers = Iterator[Offer]
Thing = TypeVar("Thing")
MOST: Final = 180
ROUTES: Final = 12


def spread(found: Sequence[Thing], most: int) -> Sequence[Thing]:
    """So many of these at most, spread evenly over all of them."""
    if len(found) <= most:
        return found
    return [found[number * len(found) // most] for number in range(most)]


class MusterOffers:
    """Makes the offers of one seat at one moment of the set-up."""

    def __init__(self, offering: Offering, moment: Moment, seat: Seat) -> None:
        self.make = offering.make
        self.rules, self.position, self.field = moment
        self.seat = seat

    def of(self, step: str) -> Offers:
        """Every offer of a step."""
        found = _STEPS.get(step)
        if found is not None:
            yield from found(self)

    def say(self, name: str, **places: object) -> Text:
        """Words of a choice."""
        return self.rules.words.say("choices", name, **places)

    # -- lists

    def army(self) -> Offers:
        """Lists, put together of items with their price; the scenario's own suggestion first."""
        armies = some_armies(self.rules, self.position, self.seat)
        names = self._names(armies)
        examples = [Example(a.SubmitArmy(army), name) for (_, army), name in zip(armies, names, strict=True)]
        value = army_value(self.rules, self.position)
        domain = Domain(
            items=tuple(self._item(self.rules.units[kind]) for kind in KINDS), most=value, left=self.say("left")
        )
        yield from self.make(examples, ask="list", domain=domain)

    def _names(self, armies: Sequence[tuple[str, tuple[UnitKind, ...]]]) -> list[Text]:
        found: list[Text] = []
        for number, (name, _) in enumerate(armies):
            text = self.say(name)
            found.append(text if text not in found else Text(f"{text.es} {number}", f"{text.en} {number}"))
        return found

    def _item(self, kind: UnitType) -> Item:
        say = self.rules.words.say
        group = say("lists", "foot" if kind.is_foot else "vehicles")
        detail = say("lists", "foot_detail" if kind.is_foot else "vehicle_detail", lives=kind.lives, move=kind.move)
        dice = "-".join(str(count) for count in kind.dice) or "0"
        figures: tuple[Figure, ...] = (Figure("moved", say("lists", "moves"), kind.move),)
        if kind.is_foot:
            figures = (Figure("lives", say("lists", "lives"), kind.lives), *figures)
        return Item(
            kind.id,
            kind_name(self.rules, kind.id),
            kind.cost,
            symbol=kind.id,
            group=group,
            detail=say("lists", "line", detail=detail, dice=same(dice)),
            figures=figures,
        )

    # -- scenery by hand

    def scenery(self) -> Offers:
        """Pieces at legal squares spread over the board, and passing."""
        laying = laying_of(self.field.ground, self.position.board.edges)
        left = self.position.to_lay
        for kind in LAID:
            if laying.kind_refusal(kind, left.get("elements", 0), left.get("large", 0)) is not None:
                continue
            places = laying.places(kind)
            examples = [Example(a.PlacePiece(kind, at), None, (key(at),)) for at in spread(places, MOST)]
            domain = Domain(cells=tuple(map(key, places)), cell_form="numbers", fields=Fields(cell="at"))
            label = piece_name(self.rules, kind)
            yield from self.make(examples, label=label, ask="cell", domain=domain, judged=True)
        yield from self.make([a.Pass()], ask="button")

    def roads(self) -> Offers:
        """Some pairs of ends between which a road can be routed, and passing."""
        ground = self.field.ground
        bare = [at for at in ground.board.cells() if at not in ground.piece_at and at not in ground.roads]
        pairs = _pairs(bare, ROUTES)
        examples = [
            Example(a.PlaceRoad(one, other), self.say("road", a=cell(one), b=cell(other)), (key(one), key(other)))
            for one, other in pairs
        ]
        yield from self.make(examples)
        yield from self.make([a.Pass()], ask="button")

    def fences(self) -> Offers:
        """Some fences that can be routed, told by the squares south-east of their ends, and passing."""
        board = self.field.ground.board
        inner = [(x, y) for y in range(1, board.rows) for x in range(1, board.columns)]
        near = [
            (one, (one[0] + dx, one[1] + dy))
            for one in spread(inner, MOST)
            for dx, dy in ((3, 0), (0, 3), (2, 2), (4, 1))
        ]
        examples = [
            Example(a.PlaceFence(one, other), self.say("road", a=cell(one), b=cell(other)), (key(one), key(other)))
            for one, other in near
        ]
        yield from self.make(spread(examples, MOST))
        yield from self.make([a.Pass()], ask="button")

    # -- deployment

    def edge(self) -> Offers:
        """Every edge that is free."""
        names = self.rules.words.table("edges")
        examples = [
            Example(a.ChooseEdge(edge), self.say("edge", edge=names[edge])) for edge in free_edges(self.position)
        ]
        yield from self.make(examples)

    def deploy(self) -> Offers:
        """Each kind that is left on legal squares, hidden or not, or aboard; headquarters, ammunition; finishing."""
        of = deployment_of(self.field, self.position, self.seat)
        if of.ambush is not None:
            yield from self._ambush(of)
            return
        for base, act in (("hq", a.DeployHq), ("ammo", a.DeployAmmo)):
            if base in of.to_lay:
                places = base_places(self.field, of)
                examples = [Example(act(at), None, (key(at),)) for at in spread(places, MOST)]
                domain = Domain(cells=tuple(map(key, places)), cell_form="numbers", fields=Fields(cell="at"))
                yield from self.make(examples, ask="cell", domain=domain, judged=True)
        places = unit_places(self.field, of)
        for kind in dict.fromkeys(of.left):
            yield from self._kind(of, kind, places)
        yield from self.make([a.FinishDeploy()], ask="button")

    def _kind(self, of: Deployment, kind: UnitKind, places: Sequence[Square]) -> Offers:
        name = kind_name(self.rules, kind)
        domain = self._cells(kind, places)
        examples = [Example(a.Deploy(kind, at), None, (key(at),)) for at in spread(places, MOST)]
        yield from self.make(examples, label=name, ask="cell", domain=domain, judged=True)
        if of.markers_left and may_hide(self.rules, kind) and self.rules.options.camo_identity == "secret":
            hidden = [Example(a.Deploy(kind, at, hidden=True), None, (key(at),)) for at in spread(places, MOST)]
            label = self.say("hidden", kind=name)
            yield from self.make(hidden, label=label, ask="cell", domain=domain, judged=True)
        aboard = [
            Example(a.Deploy(kind, inside=vehicle), self._aboard(kind, vehicle), (vehicle,))
            for vehicle in transports(self.field, self.seat, kind)
        ]
        yield from self.make(aboard, label=self.say("aboard", kind=name))

    def _aboard(self, kind: UnitKind, vehicle: str) -> Text:
        found = self.field.units[vehicle]  # type: ignore[index]  # the id of a unit
        return self.say(
            "kind_in", kind=kind_name(self.rules, kind), vehicle=unit_name(self.rules, found.type, found.id)
        )

    def _cells(self, kind: UnitKind, places: Sequence[Square]) -> Domain:
        """Where a unit may be put, and which ways it may look there (SPL-DEP-07)."""
        edge = self.position.seats[self.seat].edge
        may_look = self.rules.options.facing and kind not in ALL_ROUND
        names = self.rules.words.table("facings")
        looks = tuple(Facing(each, DEGREES[each], names[each]) for each in FACINGS) if may_look else ()
        return Domain(
            cells=tuple(map(key, places)),
            cell_form="numbers",
            facings=looks,
            facing=AWAY[edge] if may_look and edge is not None else None,
            fields=Fields(cell="at", facing="facing" if may_look else None),
        )

    def _ambush(self, of: Deployment) -> Offers:
        """One of the pool on each empty square, or whoever is drawn (SPL-CAMO-11)."""
        empty = tuple(of.ambush or ())
        domain = Domain(cells=tuple(map(key, empty)), cell_form="numbers", fields=Fields(cell="at"))
        for kind in dict.fromkeys(of.left):
            examples = [Example(a.Deploy(kind, at), None, (key(at),)) for at in empty]
            yield from self.make(examples, label=kind_name(self.rules, kind), ask="cell", domain=domain)
        drawn = [Example(a.Deploy(at=at), None, (key(at),)) for at in empty]
        yield from self.make(drawn, label=self.say("drawn"), ask="cell", domain=domain)
        yield from self.make([a.FinishDeploy()], ask="button")

    # -- markers

    def objectives(self) -> Offers:
        """Every piece that may take a marker."""
        examples = [
            Example(a.PlaceObjective(piece), self._at(piece), (piece,))
            for piece in eligible_now(self.field.ground, self.position)
        ]
        yield from self.make(examples)

    def _at(self, name: str) -> Text:
        piece = self.position.pieces[name]  # type: ignore[index]  # the id of a piece
        return self.say("kind_at", kind=piece_name(self.rules, piece.kind), cell=cell(piece.at))

    def markers(self) -> Offers:
        """Each unit that may bear a marker, the first ones together, and nobody (SPL-CAMO-04)."""
        found = [unit.id for unit in bearers(self.field, self.seat)]
        most = self.position.seats[self.seat].markers_left
        lists = [tuple(found[:most]), *((unit,) for unit in found), ()]
        examples = [Example(a.AssignMarkers(units), self._markers(units), units) for units in dict.fromkeys(lists)]
        yield from self.make(examples)

    def _markers(self, units: Sequence[str]) -> Text:
        if not units:
            return self.say("markers_none")
        names = [unit_name(self.rules, self.field.units[unit].type, unit) for unit in units]  # type: ignore[index,arg-type]
        return self.say("markers", names=Text(", ".join(n.es for n in names), ", ".join(n.en for n in names)))


def _pairs(found: Sequence[Square], most: int) -> list[tuple[Square, Square]]:
    """Pairs of squares that lie far from one another."""
    some = spread(found, most)
    return [(one, other) for one in some for other in some if squares.distance(one, other) >= most // 2]


_STEPS: Final[Mapping[str, Callable[[MusterOffers], Offers]]] = MappingProxyType(
    {
        "army": MusterOffers.army,
        "scenery": MusterOffers.scenery,
        "roads": MusterOffers.roads,
        "fences": MusterOffers.fences,
        "edge": MusterOffers.edge,
        "deploy": MusterOffers.deploy,
        "objectives": MusterOffers.objectives,
        "markers": MusterOffers.markers,
    }
)
