"""What a seat may do now, in a fixed order: everything countable as examples, the rest as a domain with legal examples.

Conceding and draws are the room's and never among the offers. Every example has been through the judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.offering import Example
from app.engine.offers import Domain, Fields, Offer, Waiver
from app.engine.scene import Disc, Polygon, Shape
from app.engine.types import Action, Seat, Text, UnitId
from app.engine.words import decimal, joined, shaped
from app.systems.war_of_plastic.book.state import Army, KindList, Phase, Unit
from app.systems.war_of_plastic.book.tables import Shape as PoolShape
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.choices.examples import deployment_places, obstacle_places
from app.systems.war_of_plastic.choices.offering import Offering
from app.systems.war_of_plastic.choices.offers_turn import levels_for, offers_of_unit, whole_table
from app.systems.war_of_plastic.fire.arms import wreck_place
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import deployment_area, survivor_candidates, survivor_gap
from app.systems.war_of_plastic.muster.armies import example_lists, open_lists
from app.systems.war_of_plastic.muster.captains import claimable, may_delegate, words_of
from app.systems.war_of_plastic.muster.deployment import edge_of
from app.systems.war_of_plastic.muster.obstacles import allowed_edges
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.screen.army_items import items_of

FULL_TURN_DEG: Final = 360
PLACE: Final = Fields(x="x_mm", y="y_mm")
TURNED: Final = Fields(x="x_mm", y="y_mm", turn="rotation_step")
ON_LEVEL: Final = Fields(x="x_mm", y="y_mm", level="level")
ROLLS: Final = (Phase.OBSTACLE_ROLL, Phase.EDGE_ROLL, Phase.FIRST_ROLL)


def offers(words: Words, moment: Moment, seat: Seat, unit: UnitId | None = None) -> tuple[Offer, ...]:
    """Everything a seat may do, or what it may do with one unit."""
    return tuple(offer for offer in _Everything(words, moment, seat).all(unit) if unit is None or offer.unit == unit)


class _Everything(Offering):
    """Makes all offers of one seat at one moment."""

    def all(self, unit: UnitId | None) -> Iterator[Offer]:
        """Every offer; with a unit, what is another unit's may be left out."""
        army = self.moment.army_of(self.seat)
        phase = self.moment.position.phase
        if army is None or phase is Phase.FINISHED:
            return
        if phase is Phase.TURN:
            yield from self._turn(army, unit)
        elif phase is Phase.DEPLOYMENT:
            yield from self._deployment(army, unit)
        else:
            yield from self._before_deployment(army)
        if unit is None:
            yield from self._delegations(army)

    # --------------------------------------------------------------------------------------------- before the first turn

    def _before_deployment(self, army: Army) -> Iterator[Offer]:
        phase = self.moment.position.phase
        if phase is Phase.ARMIES:
            yield from self._lists(army)
        elif phase in ROLLS:
            yield from self.make([a.Roll()], ask="button", at_once=True)
        elif phase is Phase.OBSTACLE_ROLE:
            names = [self.words.say("offers", "role_place"), self.words.say("offers", "role_edge")]
            yield from self.make(map(Example, [a.ChooseRole("place"), a.ChooseRole("edge")], names))
        elif phase is Phase.EDGE_CHOICE:
            edges = allowed_edges(self.moment)
            names = [self.words.edge(edge) for edge in edges]
            yield from self.make(map(Example, map(a.ChooseEdge, edges), names))
        else:
            yield from self._obstacles()

    def _lists(self, army: Army) -> Iterator[Offer]:
        """A list to be composed, and the lock; of equal armies B has only A's list to accept (WOP-ARMY-07)."""
        moment = self.moment
        theirs = moment.position.armies["A"].list
        if open_lists(moment.rules) and army == "B":
            yield from self.make([] if theirs is None else [a.SubmitArmy(theirs)], ask="button")
            yield from self.make([a.LockArmy()], ask="button")
            return
        items = items_of(moment.rules, self.words)
        draft = Domain(items=items, most=moment.rules.options.points_limit)
        domain = replace(draft, left=self.words.say("lists", "left"))
        lists = {kinds: self._list_name(kinds) for kinds in example_lists(moment.rules)}
        label = self.words.say("offers", "lock_this")
        locks = [Example(a.LockArmy(kinds), name) for kinds, name in lists.items()]
        yield from self.make(locks, label=label, ask="list", domain=domain)
        submits = [Example(a.SubmitArmy(kinds), name) for kinds, name in lists.items()]
        # Of equal armies what is put forward is no draft.
        drafted = None if open_lists(moment.rules) else self.words.say("offers", "draft")
        yield from self.make(submits, label=drafted, ask="list", domain=domain if drafted is None else draft)
        yield from self.make([a.LockArmy()], ask="button")

    def _list_name(self, kinds: KindList) -> Text:
        """An example by the unit that leads it and by who comes along."""
        first, *others = kinds
        come = "alone" if set(others) <= {first} else "with_one" if len(set(others)) == 1 else "with_all"
        return self.words.say(
            "lists", come, first=self.words.kind(first), other=self.words.kind(others[0] if others else first)
        )

    def _obstacles(self) -> Iterator[Offer]:
        """Each shape of the pool that is left, then passing or finishing (WOP-OBST-06, WOP-OBST-10)."""
        moment = self.moment
        pool = moment.position.obstacles
        left: dict[str, list[int]] = {}
        for index, shape_id in enumerate(() if pool is None else pool.remaining):
            if shape_id is not None:
                left.setdefault(shape_id, []).append(index)
        for shape_id, indices in left.items():
            shape = moment.rules.shapes[shape_id]
            round_ = shape.disc_radius is not None
            ghost: Shape = Polygon(shape.points) if shape.disc_radius is None else Disc(0, 0, shape.disc_radius)
            turn = None if round_ else FULL_TURN_DEG // len(moment.rules.rotation.cos)
            domain = Domain(region=(whole_table(moment),), ghost=ghost, turn_deg=turn, fields=TURNED)
            label = _told_apart(self.words, shape, len(indices))
            places = obstacle_places(moment, indices)
            yield from self.make(places, label=label, ask="point", domain=domain)
        yield from self.make([a.PassObstacle()], ask="button")
        yield from self.make([a.FinishObstacles()], ask="button")

    def _deployment(self, army: Army, unit: UnitId | None) -> Iterator[Offer]:
        moment = self.moment
        if moment.position.army_to_act != army:
            return
        edge = edge_of(moment, army)
        west, south, east, north = deployment_area(moment.rules, moment.table, edge)
        region = (Polygon(((west, south), (east, south), (east, north), (west, north))),)
        for each in moment.position.units.values():
            if unit not in (None, each.id) or each.status != "undeployed" or not moment.handles(self.seat, each):
                continue
            levels = levels_for(moment, each)
            domain = Domain(region=region, ghost=Disc(0, 0, each.radius_mm), levels=levels, fields=ON_LEVEL)
            places = [a.Deploy(each.id, *place) for place in deployment_places(moment, edge, each)]
            yield from self.make(places, unit=each.id, ask="point", domain=domain)
            yield from self._aboard(each)
        yield from self.make([a.FinishDeployment()], ask="button", closes=True)

    def _aboard(self, unit: Unit) -> Iterator[Offer]:
        """The vehicles a soldier may start aboard (WOP-DEPL-11)."""
        if unit.type != "infantry":
            return
        vehicles = [each for each in self.moment.field.on_table() if each.army == unit.army and each.type == "light"]
        examples = [a.Deploy(unit.id, vehicle=each.id) for each in vehicles]
        names = [self.words.say("panels", "aboard", vehicle=each.id) for each in vehicles]
        label = self.words.say("offers", "deploy_aboard")
        yield from self.make(map(Example, examples, names), label=label, unit=unit.id)

    # ------------------------------------------------------------------------------------------------------- in the turn

    def _turn(self, army: Army, unit: UnitId | None) -> Iterator[Offer]:
        position = self.moment.position
        if position.prompts:
            yield from self._survivor()
            return
        if position.claim is not None and position.claim.army != army:
            names = [self.words.say("offers", "confirm"), self.words.say("offers", "deny")]
            answers = [a.ConfirmObjective(yes=True), a.ConfirmObjective(yes=False)]
            yield from self.make(map(Example, answers, names))
        if position.army_to_act != army:
            return
        is_done = True
        for each in position.units.values():
            if each.army == army and unit in (None, each.id) and each.status != "destroyed":
                for offer in offers_of_unit(self, each):
                    is_done = False
                    yield offer
        # With the last manoeuvre the turn ends: that is said, not implied.
        is_last = position.manoeuvres_used >= self.moment.rules.constants.manoeuvres_per_turn
        yields = (is_done and not is_last) or None
        yield from self.make([a.EndManoeuvre()], ask="button", at_once=is_done or None, yields=yields)
        claims = claimable(position, army)
        waivers = self._no_choice(army) if is_done and unit is None and not claims else None
        yield from self.make([a.EndTurn()], ask="button", closes=True, waivers=waivers)
        names = [Text(*words_of(position.armies[army].objectives.list[index])) for index in claims]
        yield from self.make(map(Example, map(a.ClaimObjective, claims), names))

    def _no_choice(self, army: Army) -> tuple[Waiver, ...] | None:
        """The end of a turn in which nobody of the army can do anything, given by itself; a companion's units may yet."""
        position = self.moment.position
        mine = (each for each in position.units.values() if each.army == army and each.status != "destroyed")
        if position.manoeuvres_used or not all(self.moment.handles(self.seat, each) for each in mine):
            return None
        return (Waiver("no_units", self.words.say("offers", "no_units"), given=True),)

    def _survivor(self) -> Iterator[Offer]:
        """Where a survivor may be placed: the default, then the other candidates (WOP-DMG-20)."""
        moment = self.moment
        prompt = moment.position.prompts[0]
        unit = moment.position.units[prompt.unit]
        wreck = wreck_place(moment, prompt.wreck)
        gap = survivor_gap(moment.field, moment.table, unit, wreck)
        region: Shape = whole_table(moment)
        examples: list[Action] = [a.PlaceSurvivor(unit.id)]
        if gap is not None:
            region = Disc(wreck.x, wreck.y, wreck.radius + unit.radius_mm + gap)
            points = survivor_candidates(moment.field, moment.table, unit, wreck, gap)
            examples += [a.PlaceSurvivor(unit.id, *point) for point in points]
        domain = Domain(region=(region,), ghost=Disc(0, 0, unit.radius_mm), fields=PLACE)
        yield from self.make(examples, unit=unit.id, ask="point", domain=domain)

    def _delegations(self, army: Army) -> Iterator[Offer]:
        """Units that may be handed over to a companion, also out of turn (WOP-TEAM-03); one offer, so that it does not
        drown the others."""
        seats = self.moment.position.armies[army].seats
        handed = [
            a.Delegate(each.id, seat)
            for each in self.moment.position.units.values()
            if each.army == army and each.status != "destroyed" and may_delegate(self.moment, self.seat, each)
            for seat in seats
            if seat != each.handler
        ]
        names = [self.words.say("offers", "hand_over", unit=each.unit, seat=each.seat.upper()) for each in handed]
        yield from self.make(map(Example, handed, names))


def _told_apart(words: Words, piece: PoolShape, left: int) -> Text:
    """A piece of the pool by its name, floors and size, as two of one kind may differ, and how many are left if several:
    ``House, 2 floors (18 × 14 cm) ×2``. What belongs together is never parted by the end of a line."""
    if piece.disc_radius is not None:
        size = f"Ø\u00a0{piece.disc_radius / 5:g}\u00a0cm"
    else:
        wide, deep = (max(each) - min(each) for each in zip(*piece.points, strict=True))
        size = f"{wide / 10:g}\u00a0×\u00a0{deep / 10:g}\u00a0cm"
    name = words.terrain(piece.kind)
    if piece.levels > 1:
        name = joined((name, words.say("tags", "levels", levels=piece.levels)))
    several = f"\u00a0×{left}" if left > 1 else ""
    return shaped("{name} ({size}){several}", name=name, size=decimal(size), several=several)
