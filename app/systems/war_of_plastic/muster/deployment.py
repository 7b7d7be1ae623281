"""Deployment: the armies place their units in turn, the rest starts in reserve (WOP-DEPL-06, WOP-DEPL-07,
WOP-DEPL-08, WOP-DEPL-09, WOP-DEPL-10, WOP-DEPL-11, WOP-DEPL-12, WOP-DEPL-13, WOP-DEPL-14, WOP-DEPL-15)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.engine.telling import Ring
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import ARMIES, Army, Edge, Unit, other
from app.systems.war_of_plastic.ground.boarding import carrying_rule
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.places import deployment_refusal
from app.systems.war_of_plastic.position.actions import Deploy, FinishDeployment
from app.systems.war_of_plastic.position.events import Deployed, DeploymentFinished
from app.systems.war_of_plastic.position.events_combat import Spot
from app.systems.war_of_plastic.turn.phases import begin_first_roll, finish_if_nothing_left


def judge_deploy(moment: Moment, seat: Seat, action: Deploy) -> Refusal | None:
    """One's own unit, at the army's go, in the own area at a legal place, or aboard (WOP-DEPL-08, WOP-DEPL-09,
    WOP-DEPL-10, WOP-DEPL-11)."""
    unit = moment.unit(action.unit)
    if unit is None or not moment.handles(seat, unit):
        return Refusal(RuleId("WOP-TEAM-03"), {"unit": action.unit})
    if moment.position.army_to_act != unit.army:
        return Refusal(RuleId("WOP-DEPL-08"), {"unit": unit.id})
    if unit.status != "undeployed":
        return Refusal(RuleId("WOP-MAN-14"), {"unit": unit.id, "status": unit.status})
    if action.vehicle is not None:
        return _aboard_refusal(moment, unit, action.vehicle)
    place = (action.x_mm or 0, action.y_mm or 0)  # its shape has a place or a vehicle
    return deployment_refusal(moment.field, moment.table, edge_of(moment, unit.army), unit, place, level=action.level)


def edge_of(moment: Moment, army: Army) -> Edge:
    """The army's deployment edge, which is known by now."""
    edge = moment.position.armies[army].edge
    assert edge is not None, "problems() refuses a position without edges in these phases"
    return edge


def _aboard_refusal(moment: Moment, unit: Unit, vehicle_id: str) -> Refusal | None:
    """A soldier may start aboard an own light vehicle already deployed and with room (WOP-DEPL-11, WOP-VEH-01,
    WOP-VEH-02, WOP-VEH-03)."""
    vehicle = moment.unit(vehicle_id)
    facts = {"unit": unit.id, "vehicle": vehicle_id}
    if vehicle is None or unit.type != "infantry":
        return Refusal(RuleId("WOP-VEH-01"), facts)
    capacity = moment.rules.kinds[vehicle.kind].capacity
    passengers = len(moment.field.passengers_of(vehicle.id))
    rule = carrying_rule(vehicle.type, capacity, same_army=vehicle.army == unit.army, passengers=passengers)
    if vehicle.status != "table" and rule in (None, "WOP-VEH-03"):
        rule = RuleId("WOP-DEPL-11")
    return None if rule is None else Refusal(rule, facts, (Ring(vehicle.id, "bad"),))


def apply_deploy(story: Story, seat: Seat, action: Deploy) -> None:
    """The unit stands; the other army has the next go, unless it has finished (WOP-DEPL-08, WOP-DEPL-13)."""
    unit = story.position.units[UnitId(action.unit)]
    spot = None
    if action.x_mm is not None and action.y_mm is not None:
        spot = Spot(action.x_mm, action.y_mm, unit.radius_mm, action.level)
    vehicle = None if action.vehicle is None else UnitId(action.vehicle)
    story.add(Deployed(unit.army, unit.id, spot, vehicle, _following(story, unit.army) or unit.army))
    finish_if_nothing_left(story, unit.army)
    _go_on(story)


def judge_finish_deployment(moment: Moment, seat: Seat, action: FinishDeployment) -> Refusal | None:
    """The captain ends it at his army's go (WOP-DEPL-12)."""
    if not moment.is_captain(seat):
        return Refusal(RuleId("WOP-TEAM-04"))
    return None if moment.army_of(seat) == moment.position.army_to_act else Refusal(RuleId("WOP-DEPL-08"))


def apply_finish_deployment(story: Story, seat: Seat, action: FinishDeployment) -> None:
    """What is left goes to the reserve."""
    army = story.position.army_to_act or "A"
    left = tuple(unit.id for unit in story.position.units.values() if unit.army == army and unit.status == "undeployed")
    story.add(DeploymentFinished(army, left, automatic=False, next_army=_following(story, army)))
    _go_on(story)


def _following(story: Story, army: Army) -> Army | None:
    """The other army, unless it has finished (WOP-DEPL-08, WOP-DEPL-13)."""
    return None if story.position.armies[other(army)].deploy_finished else other(army)


def _go_on(story: Story) -> None:
    """After both have finished, the roll for the first turn."""
    if all(story.position.armies[army].deploy_finished for army in ARMIES):
        begin_first_roll(story)
