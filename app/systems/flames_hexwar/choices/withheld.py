"""What an own team or platoon may not do now, and the first rule that says so: the judge asked of every kind of act it has in the game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from app.boards import hexes
from app.engine.about import Withheld
from app.engine.explaining import Try, refused
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.flames_hexwar.barrage.designating import guns_of, spotters
from app.systems.flames_hexwar.barrage.numbers import corner_hexes
from app.systems.flames_hexwar.book.kinds import ORDERS, SPECIALS, Order, Place, PlatoonId, name_of_place
from app.systems.flames_hexwar.choices.barrages import bombards
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.judge.acts import Moment, check
from app.systems.flames_hexwar.judge.steps import is_asked_for
from app.systems.flames_hexwar.march.ways import line_of
from app.systems.flames_hexwar.plan.planning import has_card
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Opportunity, Shot, Vertex
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Platoon, Team

NEAREST: Final = 4
"""So many enemies are tried."""


def withheld(moment: Moment, seat: Seat, unit: UnitId) -> tuple[Withheld, ...]:
    """Every kind of act that an own team, or the platoon of a card, has and cannot do now."""
    if moment.position.result is not None or seat not in moment.position.seats:
        return ()
    asking = _Withholding(moment, seat)
    team, platoon = moment.field.teams.get(unit), moment.field.platoons.get(PlatoonId(unit))
    if team is not None and moment.field.seat(team.platoon) == seat:
        return tuple(asking.of_team(team))
    if platoon is not None and moment.field.seat(platoon.id) == seat and platoon.status != "destroyed":
        return tuple(asking.of_platoon(platoon))
    return ()


class _Withholding:
    """Asks the judge for one seat."""

    def __init__(self, moment: Moment, seat: Seat) -> None:
        self.moment, self.seat, self.field = moment, seat, moment.field

    # -- teams

    def of_team(self, team: Team) -> Iterator[Withheld]:
        """What a team has of its own: ways, getting down and up, fire, looking for the hidden, going in."""
        phase = self.moment.position.phase
        if phase in ("deploy_defender", "deploy_attacker"):
            return
        if self.is_due("move"):
            yield from self.first("move", self.ways(team))
            yield from self.first("dismount" if team.aboard is not None else "mount", self.riding(team))
        if self.is_due("fire"):
            yield from self.first("fire", self.shots(team))
            if self.field.is_recce(team):
                yield from self.first("lift", self.lifts(team))
        if self.is_due("opportunity"):
            yield from self.first("opportunity", self.opportunities(team))
        if self.is_due("assault_move"):
            yield from self.first("assault_move", self.goings(team))

    def is_due(self, kind: str) -> bool:
        """Whether that kind of act is asked of the seat at all: if not, there is nothing to explain."""
        return is_asked_for(self.field, self.seat, kind)

    def ways(self, team: Team) -> Iterator[Try]:
        if team.at is None:
            if team.aboard is None and self.field.platoons[team.platoon].status == "arriving":
                for at, _ in line_of(self.field, team):
                    yield a.Move(team.id, (hexes.name(at),)), None
            return
        for at in hexes.neighbours(team.at):
            if self.field.terrain.board.holds(at):
                yield a.Move(team.id, (hexes.name(at),)), None
        yield a.Move(team.id, ()), None
        for floor in (team.floor - 1, team.floor + 1):
            if 1 <= floor <= self.field.terrain[team.at].floors:
                yield a.Move(team.id, (name_of_place(Place(team.at, floor)),)), None
        if self.field.kind(team).turns:
            for facing in range(hexes.SIDES):
                yield a.Move(team.id, (), facing=facing), None

    def riding(self, team: Team) -> Iterator[Try]:
        if team.aboard is not None:
            carrier = self.field.teams[team.aboard]
            for at in () if carrier.at is None else (carrier.at, *hexes.neighbours(carrier.at)):
                if self.field.terrain.board.holds(at):
                    yield a.Dismount(team.id, hexes.name(at)), carrier.id
            return
        if self.field.kind(team).is_vehicle:
            return
        for each in self.field.teams.values():
            if each.side == team.side and self.field.is_transport(each) and self.field.seat(each.platoon) == self.seat:
                yield a.Mount(team.id, each.id), each.id

    def shots(self, team: Team) -> Iterator[Try]:
        """The enemies that are nearest, with every weapon."""
        aiming = Aiming(self.field, "fc", team.platoon)
        for enemy in self.nearest(team):
            for weapon in aiming.weapons(team):
                shot = Shot(team.id, weapon.id, 1, UnitId(self.field.target_of(enemy)))
                yield a.Fire(self.acting_with(team), (shot,)), enemy.id

    def acting_with(self, team: Team) -> PlatoonId:
        """The platoon with which a team shoots: an independent one with that which is active (FHW-EXEC-08)."""
        active = next((each for each in self.field.position.frames if isinstance(each, Activation)), None)
        return active.platoon if active is not None and self.field.is_independent(team) else team.platoon

    def opportunities(self, team: Team) -> Iterator[Try]:
        for weapon in Aiming(self.field, "fo", team.platoon).weapons(team):
            yield a.FireOpportunity((Opportunity(team.id, weapon.id, 1),)), self.field.moving

    def lifts(self, team: Team) -> Iterator[Try]:
        for enemy in self.nearest(team):
            yield a.Lift(team.id, enemy.platoon), enemy.id

    def goings(self, team: Team) -> Iterator[Try]:
        for at in () if team.at is None else hexes.neighbours(team.at):
            if self.field.terrain.board.holds(at):
                yield a.AssaultMove(team.id, hexes.name(at)), None

    def nearest(self, team: Team) -> list[Team]:
        """The enemies next to a team, or that one would look at first."""
        enemies = list(self.field.enemies(team.side))
        if team.at is not None:
            enemies.sort(key=lambda enemy: self.field.far(team, enemy))
        return enemies[:NEAREST]

    # -- platoons

    def of_platoon(self, platoon: Platoon) -> Iterator[Withheld]:
        """What a card has: each order, its turn, bombarding, assaulting."""
        if self.is_due("order") and has_card(self.field, platoon):
            for order in ORDERS:
                yield from self.order(platoon, order)
        if self.is_due("activate"):
            yield from self.first("activate", [(a.Activate(platoon.id), None)])
        if self.is_due("bombard") and guns_of(self.field, platoon.id):
            yield from self.first("bombard", self.bombards(platoon))
        if self.is_due("assault"):
            yield from self.first("assault", self.assaults(platoon))

    def order(self, platoon: Platoon, order: Order) -> Iterator[Withheld]:
        """One order, whatever the special action is."""
        kinds = SPECIALS if order == "AE" else (None,)
        found = refused(self.judged, ((a.GiveOrder(platoon.id, order, special), None) for special in kinds))
        if found is not None:
            yield Withheld(f"order.{order}", self.moment.rules.words.say("orders", order), *found)

    def bombards(self, platoon: Platoon) -> Iterator[Try]:
        """The enemies that are nearest, whatever keeps the battery from them; then what may be."""
        spotter = next(iter(spotters(self.field, platoon.id)), None)
        enemies = [each for each in self.field.enemies(platoon.side) if not self.field.is_independent(each)]
        for enemy in enemies[:NEAREST]:
            assert enemy.at is not None
            cells = tuple(hexes.name(at) for at in corner_hexes(enemy.at, 0) if self.field.terrain.board.holds(at))
            name = enemy.id if spotter is None else spotter.id
            vertex = Vertex(hexes.name(enemy.at), 0)
            yield a.Bombard(platoon.id, name, enemy.id, "normal", "he", vertex, cells), enemy.id
        for act in itertools.islice(bombards(self.field, platoon.id), 1):
            yield act, act.aim

    def assaults(self, platoon: Platoon) -> Iterator[Try]:
        """The enemies that are nearest to any of its teams."""
        own = [team for team in self.field.members(platoon.id) if team.at is not None]
        enemies = sorted(
            self.field.enemies(platoon.side),
            key=lambda enemy: min((self.field.far(team, enemy) for team in own), default=0),
        )
        for enemy in enemies:
            assert enemy.at is not None
            yield a.WriteAssault((platoon.id,), hexes.name(enemy.at)), enemy.id

    # -- the judge

    def first(self, name: str, tries: Iterable[Try]) -> Iterator[Withheld]:
        """The refusal of the first try, unless the judge accepts any of them."""
        found = refused(self.judged, tries)
        if found is not None:
            yield Withheld(name, self.moment.rules.words.say("actions", name), *found)

    @property
    def judged(self) -> Callable[[Action], Refusal | None]:
        """The judge, for this seat."""

        def judge(action: Action) -> Refusal | None:
            verdict = check(self.moment, self.seat, action)
            return verdict if isinstance(verdict, Refusal) else None

        return judge
