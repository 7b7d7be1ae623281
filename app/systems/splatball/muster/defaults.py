"""What is done in the set-up for a seat whose time is up (section 24 of the rules): always the first of what is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from app.engine.types import Action, Seat
from app.systems.splatball.muster.armies import plain_army
from app.systems.splatball.muster.deploying import Deployment, base_places, deployment_of, transports, unit_places
from app.systems.splatball.muster.edges import free_edges
from app.systems.splatball.muster.objectives import eligible_now
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.state import Position, Step


def default_act(field: Field, position: Position, seat: Seat) -> Action | None:
    """The act for a seat that is asked and does not answer; ``None`` once the set-up is over."""
    found = _DEFAULTS.get(position.step)
    return None if found is None else found(field, position, seat)


def _army(field: Field, position: Position, seat: Seat) -> Action:
    return a.SubmitArmy(plain_army(field.rules, position, seat))


def _pass(field: Field, position: Position, seat: Seat) -> Action:
    return a.Pass()


def _edge(field: Field, position: Position, seat: Seat) -> Action:
    return a.ChooseEdge(free_edges(position)[0])


def _deploy(field: Field, position: Position, seat: Seat) -> Action:
    """Headquarters, then ammunition, then the units in the order of the list, each on its first legal square, aboard if there is none,
    nobody hidden; in an ambush whoever is drawn on the first empty square."""
    of = deployment_of(field, position, seat)
    if of.ambush is not None:
        return a.Deploy(at=of.ambush[0]) if of.ambush else a.FinishDeploy()
    return _base(field, of) or _unit(field, of) or a.FinishDeploy()


def _base(field: Field, of: Deployment) -> Action | None:
    at = next(iter(base_places(field, of)), None)
    if at is None:
        return None
    return a.DeployHq(at) if "hq" in of.to_lay else a.DeployAmmo(at)


def _unit(field: Field, of: Deployment) -> Action | None:
    at = next(iter(unit_places(field, of)), None) if of.left else None
    if at is not None:
        return a.Deploy(of.left[0], at)
    for kind in of.left:
        for vehicle in transports(field, of.seat, kind):
            return a.Deploy(kind, inside=vehicle)
    return None


def _objective(field: Field, position: Position, seat: Seat) -> Action:
    return a.PlaceObjective(eligible_now(field.ground, position)[0])


def _no_markers(field: Field, position: Position, seat: Seat) -> Action:
    return a.AssignMarkers()


_DEFAULTS: Final[Mapping[Step, Callable[[Field, Position, Seat], Action]]] = MappingProxyType(
    {
        "army": _army,
        "scenery": _pass,
        "roads": _pass,
        "fences": _pass,
        "edge": _edge,
        "deploy": _deploy,
        "objectives": _objective,
        "markers": _no_markers,
    }
)
"""The act of each step."""
