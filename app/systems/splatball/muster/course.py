"""The course of the set-up: which step follows, who is asked next, and every act of it with its judge (section 12 of the rules, SPL-SET-01).

The steps are gone through in order from the one that is running; each says whether it waits for somebody. So whoever resigns is left out,
whenever that is (SPL-WIN-07).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from app.engine.types import Action, Seat
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.muster import armies, deploying, edges, laying, markers, objectives
from app.systems.splatball.muster.start import after, start_roll
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.state import Phase, Position
from app.systems.splatball.score.story import Story
from app.systems.splatball.score.victory import seats_in_play

BUDGETS: Final[Mapping[Phase, str]] = MappingProxyType({"scenery": "elements", "roads": "roads", "fences": "fences"})
"""What the steps of laying by hand use up (SPL-SET-05, SPL-SET-09)."""


AFTER_DEPLOYING: Final = frozenset({"objectives", "markers", "turn", "over"})


class Reading(Protocol):
    """A position with everything a judge reads of it."""

    @property
    def rules(self) -> Rules:
        """The tables of the room."""
        ...

    @property
    def position(self) -> Position:
        """What there is."""
        ...

    @property
    def field(self) -> Field:
        """Who stands where on what."""
        ...


def begin(story: Story) -> None:
    """The starting roll, unless the scenario names who begins (SPL-SET-02)."""
    if story.position.starting_seat is None:
        start_roll(story)


def go_on(story: Story) -> bool:
    """Goes on until somebody must decide; ``True`` once the set-up is over. The steps: armies, scenery, then miniatures, objective
    markers, camouflage markers (SPL-SET-01)."""
    phases = tuple(_STEPS)
    now = phases.index(story.position.phase)
    return not any(_STEPS[phase](story, phase) for phase in phases[now:])


# ------------------------------------------------------------------------------------------------ does a step wait for somebody


def _army(story: Story, phase: Phase) -> bool:
    """Lists, handed in by all at once; then they are shown, unless what is hidden stays secret (SPL-ARMY-02, SPL-HID-01)."""
    seats = story.position.seats
    if any(not state.is_in and not state.resigned for state in seats.values()):
        story.flow(phase=phase, step="army", active=None)
        return True
    lists = {seat: state.army for seat, state in seats.items() if state.army is not None}
    if lists and armies.are_lists_open(story.rules):
        story.add(es.ArmiesShown(lists))
    return False


def _by_hand(story: Story, phase: Phase) -> bool:
    """Pieces, roads or fences, in turn until nothing is left to lay or all pass in succession (SPL-SET-05, SPL-SET-09)."""
    if not story.position.to_lay.get(BUDGETS[phase]) or (story.position.phase == phase and _all_passed(story.position)):
        return False
    return _asks_in_turn(story, phase)


def _deploy(story: Story, phase: Phase) -> bool:
    """Each seat deploys everything before the next one does: first its edge, unless it has one (SPL-DEP-01, SPL-DEP-02, SPL-DEP-05)."""
    position = story.position
    seat = next((seat for seat in deploying_order(position) if not has_deployed(position, seat)), None)
    if seat is None:
        return False
    story.flow(phase=phase, step="edge" if position.seats[seat].edge is None else "deploy", active=seat)
    return True


def has_deployed(position: Position, seat: Seat) -> bool:
    """Whether a seat has deployed: it has said so, or, as in a position that somebody made, the step is over, or it has nothing left
    while it is another one's place."""
    state = position.seats[seat]
    if position.phase != "deploy" or seat == position.active:
        return state.finished or position.phase in AFTER_DEPLOYING
    return state.finished or not (state.to_lay or state.ambush or (state.left and state.army is not None))


def deploying_order(position: Position) -> tuple[Seat, ...]:
    """The seats in play in the order in which they deploy, from whoever's place it is: first the one after the seat that laid the last
    piece by hand, else the starting seat, then clockwise (SPL-DEP-01)."""
    order, last, active = position.order, position.last_layer, position.active
    if position.phase == "deploy" and active is not None:
        first = order.index(active)
    else:
        first = 0 if last is None else order.index(last) + 1
    in_play = seats_in_play(position)
    return tuple(seat for seat in order[first:] + order[:first] if seat in in_play)


def _objectives(story: Story, phase: Phase) -> bool:
    """Objective markers, one at a time; counted when the step begins (SPL-OBJ-01, SPL-OBJ-02)."""
    position, rules = story.position, story.rules
    if position.phase != phase:
        if rules.scenarios[position.scenario].objectives == "fixed":
            return False
        pieces = objectives.eligible_now(story.field.ground, position)
        each = objectives.each_lays(rules, len(pieces), len(seats_in_play(position)))
        if not each:
            return False
        story.add(es.ObjectivesCounted(each))
    elif not _with_objectives(position):
        return False
    return _asks_in_turn(story, phase)


def _with_objectives(position: Position) -> list[Seat]:
    return [seat for seat in seats_in_play(position) if position.seats[seat].objectives_left]


def _markers(story: Story, phase: Phase) -> bool:
    """Camouflage markers, with open identities, each seat once; nobody is asked once the last one has answered (SPL-CAMO-04)."""
    position, options = story.position, story.rules.options
    if options.camo_identity != "open" or not options.camo_markers:
        return False
    if story.rules.scenarios[position.scenario].deployment == "fixed":  # it has an ambush instead (SPL-CAMO-03)
        return False
    if position.phase == phase:
        active = position.active
        if active is not None and position.seats[active].resigned:
            _next_marker(story, active)
        return story.position.active is not None
    return _asks_in_turn(story, phase)


_STEPS: Final[Mapping[Phase, Callable[[Story, Phase], bool]]] = MappingProxyType(
    {
        "army": _army,
        "scenery": _by_hand,
        "roads": _by_hand,
        "fences": _by_hand,
        "deploy": _deploy,
        "objectives": _objectives,
        "markers": _markers,
    }
)


# --------------------------------------------------------------------------------------------------------------- whose place it is


def _all_passed(position: Position) -> bool:
    return set(seats_in_play(position)) <= set(position.passed)


def _asks_in_turn(story: Story, phase: Phase) -> bool:
    """Asks whose place it is in a step whose seats act in turn, the starting seat first (SPL-SET-03); whoever has resigned is passed over."""
    position = story.position
    in_play = seats_in_play(position)
    seat = position.active if position.phase == phase else None
    if seat is None:
        seat = next(each for each in position.order if each in in_play)
    elif seat not in in_play:
        among = _with_objectives(position) if phase == "objectives" else in_play
        seat = after(position.order, seat, among)
    story.flow(phase=phase, step=phase, active=seat)  # the steps that are called as their phases
    return True


def _turn_to_next(story: Story, seat: Seat) -> None:
    """It is the next seat's place, unless the step is over."""
    position = story.position
    if not position.to_lay.get(BUDGETS[position.phase]) or _all_passed(position):
        return
    story.flow(active=after(position.order, seat, seats_in_play(position)))


def _next_objective(story: Story, seat: Seat) -> None:
    left = _with_objectives(story.position)
    if left:
        story.flow(active=after(story.position.order, seat, left))


def _next_marker(story: Story, seat: Seat) -> None:
    """The next seat of the order lays its markers; after the last one, nobody."""
    position = story.position
    later = position.order[position.order.index(seat) + 1 :]
    story.flow(active=next((each for each in later if each in seats_in_play(position)), None))


# ------------------------------------------------------------------------------------------------------------------------ the acts


def _submit(now: Reading, seat: Seat, action: a.SubmitArmy) -> object:
    return armies.judge_army(now.rules, armies.army_value(now.rules, now.position), action.list)


def _deployment(now: Reading, seat: Seat) -> deploying.Deployment:
    return deploying.deployment_of(now.field, now.position, seat)


def _place_piece(story: Story, seat: Seat, action: a.PlacePiece, verdict: None) -> None:
    laying.place_piece(story, seat, action)
    _turn_to_next(story, seat)


def _place_road(story: Story, seat: Seat, action: a.PlaceRoad, road: Any) -> None:  # what the judge found
    laying.place_road(story, seat, road)
    _turn_to_next(story, seat)


def _place_fence(story: Story, seat: Seat, action: a.PlaceFence, fence: Any) -> None:  # what the judge found
    laying.place_fence(story, seat, fence)
    _turn_to_next(story, seat)


def _pass(story: Story, seat: Seat, action: a.Pass, verdict: None) -> None:
    story.add(es.Passed(seat))
    _turn_to_next(story, seat)


def _place_objective(story: Story, seat: Seat, action: a.PlaceObjective, verdict: None) -> None:
    objectives.place_objective(story, seat, action)
    _next_objective(story, seat)


def _assign_markers(story: Story, seat: Seat, action: a.AssignMarkers, verdict: None) -> None:
    markers.assign_markers(story, seat, action)
    _next_marker(story, seat)


Judge = Callable[[Any, Seat, Any], object]
"""A ``Reading``, the seat, its act -> a ``Refusal``, or what applying the act takes."""
Apply = Callable[[Story, Seat, Any, Any], None]
"""The story, the seat, its act, and what the judge said."""

ACTS: Final[Mapping[type[Action], tuple[Judge, Apply]]] = MappingProxyType(
    {
        a.SubmitArmy: (_submit, lambda story, seat, action, _: armies.submit_army(story, seat, action)),
        a.PlacePiece: (
            lambda now, seat, action: laying.judge_piece(now.position, now.field.ground, action),
            _place_piece,
        ),
        a.PlaceRoad: (lambda now, seat, action: laying.judge_road(now.field.ground, action), _place_road),
        a.PlaceFence: (lambda now, seat, action: laying.judge_fence(now.field.ground, action), _place_fence),
        a.Pass: (lambda now, seat, action: None, _pass),
        a.ChooseEdge: (
            lambda now, seat, action: edges.judge_edge(now.position, action.edge),
            lambda story, seat, action, _: edges.choose_edge(story, seat, action),
        ),
        a.Deploy: (
            lambda now, seat, action: deploying.judge_deploy(now.field, _deployment(now, seat), action),
            lambda story, seat, action, _: deploying.deploy(story, seat, action),
        ),
        a.DeployHq: (
            lambda now, seat, action: deploying.judge_base(now.field, _deployment(now, seat), "hq", action.at),
            lambda story, seat, action, _: deploying.deploy_base(story, seat, action),
        ),
        a.DeployAmmo: (
            lambda now, seat, action: deploying.judge_base(now.field, _deployment(now, seat), "ammo", action.at),
            lambda story, seat, action, _: deploying.deploy_base(story, seat, action),
        ),
        a.FinishDeploy: (
            lambda now, seat, action: deploying.judge_finish(now.field, _deployment(now, seat)),
            lambda story, seat, action, _: deploying.finish_deploy(story, seat, action),
        ),
        a.PlaceObjective: (
            lambda now, seat, action: objectives.judge_objective(now.field.ground, now.position, action.piece),
            _place_objective,
        ),
        a.AssignMarkers: (
            lambda now, seat, action: markers.judge_markers(now.field, now.position, seat, action),
            _assign_markers,
        ),
    }
)
"""Every act of the set-up: how it is judged once it is asked for, and what follows from it."""
