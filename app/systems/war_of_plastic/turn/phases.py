"""The phases of the game as a table: what belongs to each, whom it waits for, and which comes next (rules.md, "Turn
structure")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Protocol, get_args

from app.engine.refusal import Fact
from app.engine.types import Action, Seat, UnitId
from app.systems.war_of_plastic.book.state import (
    ARMIES,
    Army,
    Claim,
    OpenManoeuvre,
    Phase,
    Position,
    Prompt,
    Unit,
    other,
)
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import DeploymentFinished, PhaseChanged

UNIT_ACTS: Final = frozenset(get_args(a.UnitAct))
"""Acts that belong to a unit's manoeuvre: moving, and the actions (WOP-MAN-07)."""

ANY_TIME: Final = frozenset({a.Delegate, a.OfferDraw, a.AnswerDraw, a.Concede})
"""What may be done in every phase until the end (WOP-MAN-14)."""

BELONGS: Final[Mapping[Phase, frozenset[type[Action]]]] = MappingProxyType(
    {
        Phase.ARMIES: frozenset({a.SubmitArmy, a.LockArmy}),
        Phase.OBSTACLE_ROLL: frozenset({a.Roll}),
        Phase.OBSTACLE_ROLE: frozenset({a.ChooseRole}),
        Phase.OBSTACLES: frozenset({a.PlaceObstacle, a.PassObstacle, a.FinishObstacles}),
        Phase.EDGE_ROLL: frozenset({a.Roll}),
        Phase.EDGE_CHOICE: frozenset({a.ChooseEdge}),
        Phase.DEPLOYMENT: frozenset({a.Deploy, a.FinishDeployment}),
        Phase.FIRST_ROLL: frozenset({a.Roll}),
        Phase.TURN: UNIT_ACTS | {a.EndManoeuvre, a.EndTurn, a.PlaceSurvivor, a.ClaimObjective, a.ConfirmObjective},
        Phase.FINISHED: frozenset(),
    }
)
"""Which acts belong to which phase, besides those of any time."""


def belongs(moment: Moment, seat: Seat, action: Action) -> bool:
    """Whether an act belongs to the present phase and state at all; all others are refused with WOP-MAN-14 before anything
    else is looked at."""
    position, army = moment.position, moment.army_of(seat)
    kind = type(action)
    if kind in ANY_TIME:
        return position.phase is not Phase.FINISHED and _fits_draws(position, kind, army)
    if kind not in BELONGS[position.phase]:
        return False
    if position.phase is Phase.ARMIES:
        return army is None or not position.armies[army].list_locked
    if position.phase in (Phase.OBSTACLE_ROLE, Phase.EDGE_CHOICE):
        return army == position.army_to_act
    if kind is a.PassObstacle:
        return moment.rules.options.obstacle_method == "alternate"
    if kind is a.FinishObstacles:
        return moment.rules.options.obstacle_method == "one_side"
    return position.phase is not Phase.TURN or _fits_turn(position, action, army)


def _fits_draws(position: Position, kind: type[Action], army: Army | None) -> bool:
    """A draw is offered when no offer stands, and answered when the other army's does (WOP-WIN-07)."""
    if kind is a.OfferDraw:
        return position.draw_offer is None
    if kind is a.AnswerDraw:
        return position.draw_offer is not None and army is not None and position.draw_offer.army != army
    return True


def _fits_turn(position: Position, action: Action, army: Army | None) -> bool:
    """Own turn, nothing else waiting (WOP-MAN-14)."""
    if position.prompts:
        # An id that names no unit is for the next test to refuse.
        return isinstance(action, a.PlaceSurvivor) and (
            action.unit == position.prompts[0].unit or action.unit not in position.units
        )
    if isinstance(action, a.PlaceSurvivor):
        return False
    if isinstance(action, a.ConfirmObjective):
        return position.claim is not None and army is not None and position.claim.army != army
    if army is None or army != position.army_to_act:
        return False
    if isinstance(action, a.ClaimObjective):
        return position.claim is None
    return not isinstance(action, a.EndManoeuvre) or position.open is not None


def waited_for(moment: Moment, seat: Seat, action: Action) -> dict[str, Fact]:
    """What an act that does not belong now has to wait for, as the facts of its refusal (WOP-MAN-14). ``phase``: the present one
    always; ``survivor``: whom somebody has to place first; ``turn``: the army whose turn it is, where that is not the seat's own;
    ``nothing``: the act is of this phase, but there is nothing yet to end, to answer or to claim by it."""
    position = moment.position
    found: dict[str, Fact] = {"phase": position.phase.value}
    if type(action) in BELONGS[position.phase] | ANY_TIME:
        found["nothing"] = True
    if position.prompts:
        found["survivor"] = position.prompts[0].unit
    elif position.army_to_act is not None and position.army_to_act != moment.army_of(seat):
        found["turn"] = position.army_to_act
    return found


class Table(Protocol):
    """What is asked about: a position, or what a viewer sees of one."""

    @property
    def phase(self) -> Phase: ...
    @property
    def armies(self) -> Mapping[Army, _Army]: ...
    @property
    def units(self) -> Mapping[UnitId, Unit]: ...
    @property
    def prompts(self) -> tuple[Prompt, ...]: ...
    @property
    def open(self) -> OpenManoeuvre | None: ...
    @property
    def claim(self) -> Claim | None: ...
    @property
    def army_to_act(self) -> Army | None: ...


class _Army(Protocol):
    @property
    def seats(self) -> tuple[Seat, ...]: ...
    @property
    def captain(self) -> Seat: ...
    @property
    def turn_number(self) -> int: ...
    @property
    def list(self) -> tuple[str, ...] | None: ...
    @property
    def list_locked(self) -> bool: ...


def to_act(rules: Rules, table: Table) -> tuple[Seat, ...]:
    """Every seat the game waits for, in seat order: whoever has something to do now."""
    return tuple(sorted(_asked(rules, table)))


def _asked(rules: Rules, table: Table) -> set[Seat]:
    captains = {army: table.armies[army].captain for army in ARMIES}
    if table.phase is Phase.ARMIES:
        return {captains[army] for army in _armies_to_list(rules, table)}
    if table.phase in (Phase.OBSTACLE_ROLL, Phase.EDGE_ROLL, Phase.FIRST_ROLL):
        return set(captains.values())
    if table.prompts:
        return {table.prompts[0].seat}
    army = table.army_to_act
    if army is None:
        return set()
    asked = {captains[army]}
    if table.phase is Phase.DEPLOYMENT:
        asked |= _handlers(rules, table, army, [unit for unit in table.units.values() if unit.status == "undeployed"])
    if table.phase is Phase.TURN:
        asked |= _handlers(rules, table, army, _idle(table, army))
        if table.claim is not None:
            asked.add(captains[other(table.claim.army)])
    return asked


def _armies_to_list(rules: Rules, table: Table) -> tuple[Army, ...]:
    """Who has still to write or to accept a list (WOP-ARMY-07)."""
    armies = table.armies
    if not rules.options.symmetric_armies:
        return tuple(army for army in ARMIES if not armies[army].list_locked)
    if armies["A"].list is None:
        return ("A",)
    return () if armies["B"].list_locked else ("B",)


def _idle(table: Table, army: Army) -> list[Unit]:
    """The units of an army that may still do something this turn: that of the open manoeuvre, else those that have not
    acted, the reserve only if it can be cared for or come in."""
    if table.open is not None:
        return [table.units[table.open.unit]]
    turn = table.armies[army].turn_number
    return [
        unit
        for unit in table.units.values()
        if unit.army == army
        and unit.acted_on_turn != turn
        and (
            unit.status in ("table", "aboard")
            or (unit.status == "reserve" and (unit.damage or unit.stunned or unit.ready_from_turn <= turn))
        )
    ]


def _handlers(rules: Rules, table: Table, army: Army, units: Iterable[Unit]) -> set[Seat]:
    """Who may act with any of these units."""
    handlers = {unit.handler for unit in units if unit.army == army}
    return set(table.armies[army].seats) if handlers and rules.options.team_control == "shared" else handlers


# ------------------------------------------------------------------------------------------------------- what comes next


def begin_after_lists(story: Story) -> None:
    """The armies are known: obstacles, unless the scenario has set them up (WOP-OBST-01)."""
    if story.rules.options.obstacle_method == "preset":
        begin_edges(story)
    else:
        story.add(PhaseChanged(Phase.OBSTACLE_ROLL))


def begin_edges(story: Story) -> None:
    """The edge roll-off; skipped when every unit has its place and both edges are known (WOP-DEPL-01, WOP-DEPL-15)."""
    if _all_placed(story.position) and _edges_known(story.position):
        begin_first_roll(story)
    else:
        story.add(PhaseChanged(Phase.EDGE_ROLL))


def begin_edge_choice(story: Story, chooser: Army) -> None:
    """An army chooses its edge, unless the scenario fixes both (WOP-DEPL-02)."""
    if _edges_known(story.position):
        begin_deployment(story)
    else:
        story.add(PhaseChanged(Phase.EDGE_CHOICE, chooser))


def begin_deployment(story: Story) -> None:
    """The armies deploy in turn; one with nothing to deploy has finished (WOP-DEPL-06, WOP-DEPL-07, WOP-DEPL-12,
    WOP-DEPL-15)."""
    if _all_placed(story.position):
        begin_first_roll(story)
        return
    first = story.position.deploys_first or "A"
    story.add(PhaseChanged(Phase.DEPLOYMENT, first))
    for army in (first, other(first)):
        finish_if_nothing_left(story, army)


def finish_if_nothing_left(story: Story, army: Army) -> None:
    """An army that has nothing left to deploy finishes by itself (WOP-DEPL-12)."""
    if not any(unit.army == army and unit.status == "undeployed" for unit in story.position.units.values()):
        enemy = other(army)
        following = None if story.position.armies[enemy].deploy_finished else enemy
        story.add(DeploymentFinished(army, (), automatic=True, next_army=following))


def begin_first_roll(story: Story) -> None:
    """The roll-off for the first turn (WOP-START-01)."""
    story.add(PhaseChanged(Phase.FIRST_ROLL))


def _all_placed(position: Position) -> bool:
    return not any(unit.status == "undeployed" for unit in position.units.values())


def _edges_known(position: Position) -> bool:
    return all(position.armies[army].edge is not None for army in ARMIES)
