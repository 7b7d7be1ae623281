"""What is done for a seat whose time is up: its turn ends, what is asked of it is answered with the least harm (house)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.engine.types import Action, Seat
from app.systems.war_of_plastic.book.state import Army, Phase
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import first_deployment
from app.systems.war_of_plastic.muster.armies import open_lists, sample_list
from app.systems.war_of_plastic.muster.deployment import edge_of
from app.systems.war_of_plastic.muster.obstacles import allowed_edges
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.turn.phases import to_act

Ways = Iterator[Action]
"""Actions that give up what is asked, the least harmful first; not each is legal."""


def time_out(moment: Moment, seat: Seat, is_legal: Callable[[Action], bool]) -> Action | None:
    """The first way, in the word of the judge ``is_legal``; ``None`` for a seat that is not asked, or whose captain must do
    it."""
    army = moment.army_of(seat)
    if army is None or seat not in to_act(moment.rules, moment.position):
        return None
    return next((action for action in WAYS[moment.position.phase](moment, army) if is_legal(action)), None)


def _armies(moment: Moment, army: Army) -> Ways:
    """The list put forward stands; without one, the dearest units that the points allow, one after the other."""
    if open_lists(moment.rules) and army == "A":
        kinds = moment.position.armies[army].list or sample_list(moment.rules, _last)
        if kinds is not None:
            yield a.SubmitArmy(kinds)
        return
    yield a.LockArmy()
    kinds = sample_list(moment.rules, _last)
    if kinds is not None:
        yield a.LockArmy(kinds)


def _last(n: int) -> int:
    return n - 1


def _roll(moment: Moment, army: Army) -> Ways:
    yield a.Roll()


def _role(moment: Moment, army: Army) -> Ways:
    """Who chooses his edge has nothing more to place."""
    yield a.ChooseRole("edge")


def _obstacles(moment: Moment, army: Army) -> Ways:
    yield a.PassObstacle()
    yield a.FinishObstacles()


def _edge(moment: Moment, army: Army) -> Ways:
    yield from (a.ChooseEdge(edge) for edge in allowed_edges(moment))


def _deployment(moment: Moment, army: Army) -> Ways:
    """The next unit of the list in the first free place; if there is none, all that is left goes to the reserve."""
    edge = edge_of(moment, army)
    for unit in moment.position.units.values():
        if unit.army == army and unit.status == "undeployed":
            place = first_deployment(moment.field, moment.table, edge, unit)
            if place is not None:
                yield a.Deploy(unit.id, *place)
    yield a.FinishDeployment()


def _turn(moment: Moment, army: Army) -> Ways:
    """A survivor stands where it falls, a claim is not confirmed, the turn ends."""
    position = moment.position
    if position.prompts:
        yield a.PlaceSurvivor(position.prompts[0].unit)
        return
    if position.claim is not None and position.claim.army != army:
        yield a.ConfirmObjective(yes=False)
    yield a.EndTurn()


def _nothing(moment: Moment, army: Army) -> Ways:
    return iter(())


WAYS: Final[Mapping[Phase, Callable[[Moment, Army], Ways]]] = MappingProxyType(
    {
        Phase.ARMIES: _armies,
        Phase.OBSTACLE_ROLL: _roll,
        Phase.OBSTACLE_ROLE: _role,
        Phase.OBSTACLES: _obstacles,
        Phase.EDGE_ROLL: _roll,
        Phase.EDGE_CHOICE: _edge,
        Phase.DEPLOYMENT: _deployment,
        Phase.FIRST_ROLL: _roll,
        Phase.TURN: _turn,
        Phase.FINISHED: _nothing,
    }
)
