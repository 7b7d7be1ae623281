"""What each viewer sees and is told. A view starts empty and is filled with what its viewer may know (WOP-HID).

Everything on the table is open. The one secret are free army lists of unequal armies until both are locked (WOP-HID-02):
the other side and spectators learn whether a list is locked, and nothing else of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from app.engine.system import Picker
from app.engine.types import Event, Seat, UnitId, Viewer
from app.systems.war_of_plastic.book.state import (
    ARMIES,
    Army,
    Board,
    Claim,
    DrawOffer,
    Edge,
    Objectives,
    ObstaclePool,
    OpenManoeuvre,
    Phase,
    Position,
    Prompt,
    Result,
    Unit,
    WeaponToken,
)
from app.systems.war_of_plastic.ground.moment import Moment, army_of
from app.systems.war_of_plastic.muster.armies import sample_list
from app.systems.war_of_plastic.position.events import ArmySubmitted, SetUp


class ArmyView(msgspec.Struct, frozen=True):
    """An army as a viewer sees it. ``list`` is its free army list, ``None`` while there is none or it is secret."""

    seats: tuple[Seat, ...]
    captain: Seat
    objectives: Objectives
    edge: Edge | None
    turn_number: int
    empty_turns: int
    reached: Mapping[str, tuple[UnitId, ...]]
    zone_rounds: Mapping[str, int]
    survived: tuple[int, ...]
    confirmed: tuple[int, ...]
    role: Literal["place", "edge"] | None
    list: tuple[str, ...] | None
    list_locked: bool
    deploy_finished: bool


class View(msgspec.Struct, frozen=True):
    """A game as ``viewer`` sees it; ``army`` is his own, ``None`` for a spectator. Lengths in whole mm."""

    viewer: Viewer
    army: Army | None
    game: Literal["war_of_plastic"]
    rules_version: str
    scenario: str
    options: Mapping[str, bool | int | str]
    tables: Mapping[str, Any]  # house values that differ, as in the position
    board: Board
    armies: Mapping[Army, ArmyView]
    units: Mapping[UnitId, Unit]
    tokens: tuple[WeaponToken, ...]
    obstacles: ObstaclePool | None
    phase: Phase
    deploys_first: Army | None
    round: int
    first_army: Army | None
    army_to_act: Army | None
    manoeuvres_used: int
    open: OpenManoeuvre | None
    prompts: tuple[Prompt, ...]
    draw_offer: DrawOffer | None
    claim: Claim | None
    stall_rounds: int
    combat_this_round: bool
    result: Result | None


def may_see_list(position: Position, army: Army, viewer: str) -> bool:
    """Whether a viewer may see an army's list: his own, an open one of equal armies, or any once both are locked."""
    return (
        position.options["symmetric_armies"] is True
        or army_of(position, viewer) == army
        or all(each.list_locked for each in position.armies.values())
    )


def view(position: Position, viewer: Viewer) -> View:
    """What a viewer sees; of seeds, coming dice and plans a position knows nothing (WOP-HID-01, WOP-HID-02, WOP-HID-03,
    WOP-HID-05)."""
    return View(
        viewer=viewer,
        army=army_of(position, viewer),
        game=position.game,
        rules_version=position.rules_version,
        scenario=position.scenario,
        options=position.options,
        tables=position.tables,
        board=position.board,
        armies={army: _army_view(position, army, viewer) for army in ARMIES},
        units=position.units,
        tokens=position.tokens,
        obstacles=position.obstacles,
        phase=position.phase,
        deploys_first=position.deploys_first,
        round=position.round,
        first_army=position.first_army,
        army_to_act=position.army_to_act,
        manoeuvres_used=position.manoeuvres_used,
        open=position.open,
        prompts=position.prompts,
        draw_offer=position.draw_offer,
        claim=position.claim,
        stall_rounds=position.stall_rounds,
        combat_this_round=position.combat_this_round,
        result=position.result,
    )


def _army_view(position: Position, army: Army, viewer: str) -> ArmyView:
    state = position.armies[army]
    return ArmyView(
        seats=state.seats,
        captain=state.captain,
        objectives=state.objectives,
        edge=state.edge,
        turn_number=state.turn_number,
        empty_turns=state.empty_turns,
        reached=state.reached,
        zone_rounds=state.zone_rounds,
        survived=state.survived,
        confirmed=state.confirmed,
        role=state.role,
        list=state.list if may_see_list(position, army, viewer) else None,
        list_locked=state.list_locked,
        deploy_finished=state.deploy_finished,
    )


def tell(before: Position, event: Event, viewer: Viewer) -> Event | None:
    """The event as a viewer may know it; a list put forward in secret is told to the own army alone (WOP-HID-02)."""
    if isinstance(event, ArmySubmitted) and not may_see_list(before, event.army, viewer):
        return None
    if isinstance(event, SetUp):
        return _told_set_up(event, viewer)
    return event


def _told_set_up(event: SetUp, viewer: Viewer) -> SetUp:
    """A position with every list that the viewer may not see left out; the same event if there is none."""
    position = event.position
    hidden = [a for a in ARMIES if position.armies[a].list is not None and not may_see_list(position, a, viewer)]
    if not hidden:
        return event
    armies = {a: replace(s, list=None) if a in hidden else s for a, s in position.armies.items()}
    return SetUp(replace(position, armies=armies))


def resample(moment: Moment, viewer: Viewer, pick: Picker) -> Position:
    """Another position that a viewer cannot tell apart: secret lists replaced by other legal ones, the very same position
    if nothing is secret from him."""
    position = moment.position
    hidden = [army for army in ARMIES if not may_see_list(position, army, viewer)]
    if not hidden:
        return position
    armies = dict(position.armies)
    for army in hidden:
        state = armies[army]
        if state.list_locked or pick(2):
            armies[army] = replace(state, list=sample_list(moment.rules, pick))
        else:
            armies[army] = replace(state, list=None)
    return replace(position, armies=armies)
