"""The one judge: every act with what judges and what applies it, in the order of "Actions" in the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from app.engine.dice import Dice
from app.engine.offering import name_of
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.types import Action, RuleId, Seat, UnitId
from app.systems.tierras_distantes.activation import naming
from app.systems.tierras_distantes.activation.acting import judge_acting
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire import aiming, bursting, resolving
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.march import clambering, marching
from app.systems.tierras_distantes.muster import deploying, sides
from app.systems.tierras_distantes.nerve import rallying
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position.state import Phase, Position
from app.systems.tierras_distantes.position.story import Story
from app.systems.tierras_distantes.squads import locking
from app.systems.tierras_distantes.turn import batches, leaving, machine

NOT_NOW: Final = RuleId("TD-REF-01")

ANY_TIME: Final = frozenset({"offer_draw", "accept_draw", "decline_draw", "resign"})
"""Acts open to both players whoever is asked."""
PHASES: Final[Mapping[Phase, frozenset[str]]] = MappingProxyType(
    {
        "squads": frozenset({"lock_squad"}),
        "terrain": frozenset({"place_piece", "leave_piece"}),
        "sides": frozenset({"choose_side"}),
        "deployment": frozenset({"deploy", "deploy_rest", "confirm_deployment"}),
        "batch": frozenset({"activate", "move", "climb", "fire", "fire_area", "rally", "rally_other", "end_batch"}),
        "over": frozenset(),
    }
)
"""What each phase asks for (TD-REF-01)."""


class Moment(NamedTuple):
    """A position with everything the judge reads of it."""

    rules: Rules
    position: Position
    field: Field

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Moment:
        """The moment of a position."""
        return cls(rules, position, Field(rules, position))


class Named(NamedTuple):
    """An act of miniatures that is legal: those named only by it (TD-ACT-05), and what it takes to apply it."""

    fresh: tuple[UnitId, ...]
    found: Any


Judge = Callable[[Moment, Player, Any], object]
Applied = Callable[[Story, Player, Any, Any], None]


class Act(NamedTuple):
    """How an act is judged, once it is asked for, and what follows from it, with what the judge said of it."""

    judge: Judge
    apply: Applied


def player_of(position: Position, seat: Seat) -> Player | None:
    """Whose a seat is; ``None`` for one that does not play (TD-GEN-03)."""
    return next((player for player in PLAYERS if position.players[player].seat == seat), None)


def check(moment: Moment, seat: Seat, action: Action) -> object:
    """The first rule that refuses an act, else what applying it takes."""
    player = player_of(moment.position, seat)
    kind = name_of(action)
    if player is None or (kind not in ANY_TIME and not is_asked(moment, player, kind)):
        return Refusal(NOT_NOW, {"phase": moment.position.phase})
    return ACTS[type(action)].judge(moment, player, action)


def is_asked(moment: Moment, player: Player, kind: str) -> bool:
    """Whether an act of that kind belongs to the phase, and the game waits for it by that player (TD-REF-01)."""
    fits = kind in PHASES[moment.position.phase]
    return fits and player in machine.players_asked(moment.rules, moment.position)


def apply(moment: Moment, seat: Seat, action: Action, verdict: object, dice: Dice) -> Step:
    """What follows from a legal act."""
    story = Story(moment.rules, moment.position, dice)
    player = player_of(moment.position, seat)
    assert player is not None
    if _lapses(moment, player, action):
        story.add(e.DrawLapsed())
    if isinstance(verdict, Named):
        if verdict.fresh:
            story.add(e.Activated(player, verdict.fresh))
        verdict = verdict.found
    ACTS[type(action)].apply(story, player, action, verdict)
    return story.step()


def begin(moment: Moment, dice: Dice) -> Step:
    """What follows from the set-up before anybody decides."""
    story = Story(moment.rules, moment.position, dice)
    machine.go_on(story)
    return story.step()


def _lapses(moment: Moment, player: Player, action: Action) -> bool:
    """Whether a draw offer lapses because its player acts; placing unseen shows nothing, so it leaves it open (TD-END-12, TD-HID-03)."""
    is_unseen = moment.rules.options.deployment_order == "blind" and isinstance(action, a.Deploy | a.DeployRest)
    return moment.position.draw_offer == player and not is_unseen and not isinstance(action, a.Resign)


# ------------------------------------------------------------------------------------------------------------------ judges


def _one(action: Any) -> tuple[UnitId, ...]:
    return (action.unit,)


def _named(judge: Judge, units: Callable[[Any], tuple[UnitId, ...]] = _one) -> Judge:
    """An act of miniatures: whether they may act comes first ("Common checks")."""

    def judged(moment: Moment, player: Player, action: Any) -> object:
        fresh = judge_acting(moment.rules, moment.position, player, units(action))
        if isinstance(fresh, Refusal):
            return fresh
        found = judge(moment, player, action)
        return found if isinstance(found, Refusal) else Named(fresh, found)

    return judged


def _activate(moment: Moment, player: Player, action: a.Activate) -> Refusal | None:
    position = moment.position
    if not batches.is_naming_awaited(moment.rules, position):
        return Refusal(NOT_NOW)
    return naming.judge_activation(batches.still_to_name(position), action.units, _statuses(position, player))


def _end_batch(moment: Moment, player: Player, action: a.EndBatch) -> Refusal | None:
    batch = moment.position.batch
    assert batch is not None
    statuses = _statuses(moment.position, player)
    return naming.judge_end(moment.rules, batch.count, len(batch.named), action.rest, statuses)


def _statuses(position: Position, player: Player) -> dict[str, str]:
    return {unit.id: unit.status for unit in position.units.values() if unit.player == player}


def _move(moment: Moment, player: Player, action: a.Move) -> object:
    return marching.judge_twice(action) or _MOVES(moment, player, action)


_MOVES: Final = _named(
    lambda moment, player, action: marching.judge_moves(moment.field, player, action),
    lambda action: tuple(each.unit for each in marching.moves_of(action)),
)


def _rally_other(moment: Moment, player: Player, action: a.RallyOther) -> Refusal | None:
    return rallying.judge_target(moment.position, action) or rallying.judge_leading(moment.field, action)


# ----------------------------------------------------------------------------------------------------------- what follows


def _before_play(apply: Applied) -> Applied:
    """What follows by itself before play."""

    def applied(story: Story, player: Player, action: Any, verdict: Any) -> None:
        apply(story, player, action, verdict)
        machine.go_on(story, player)

    return applied


def _in_batch(apply: Applied) -> Applied:
    """What follows by itself in a batch."""

    def applied(story: Story, player: Player, action: Any, verdict: Any) -> None:
        apply(story, player, action, verdict)
        batches.go_on(story)

    return applied


def _deploy(story: Story, player: Player, action: a.Deploy, verdict: None) -> None:
    deploying.deploy(story, action.unit, (action.x_mm, action.y_mm, action.z_mm))


ACTS: Final[Mapping[type[Action], Act]] = MappingProxyType(
    {
        a.LockSquad: Act(
            lambda moment, player, action: locking.judge_locking(moment.rules, moment.position, player, action),
            _before_play(locking.lock),
        ),
        a.PlacePiece: Act(
            lambda moment, player, action: lots.judge_placing(moment.position, player, action),
            _before_play(lots.place),
        ),
        a.LeavePiece: Act(
            lambda moment, player, action: lots.judge_leaving(moment.rules, moment.position, player, action),
            _before_play(lambda story, player, action, piece: lots.leave(story, player, piece)),
        ),
        a.ChooseSide: Act(
            lambda moment, player, action: sides.judge_side(moment.position, action),
            _before_play(lambda story, player, action, _: sides.choose(story, player, action.side)),
        ),
        a.Deploy: Act(
            lambda moment, player, action: deploying.judge_deploy(moment.field, player, action),
            _before_play(_deploy),
        ),
        a.DeployRest: Act(
            lambda moment, player, action: deploying.judge_rest(moment.field, player, action),
            _before_play(lambda story, player, action, places: deploying.deploy_rest(story, places)),
        ),
        a.ConfirmDeployment: Act(
            lambda moment, player, action: deploying.judge_confirming(moment.field, player),
            _before_play(lambda story, player, action, _: deploying.confirm(story, player)),
        ),
        a.Activate: Act(
            _activate, _in_batch(lambda story, player, action, _: story.add(e.Activated(player, action.units)))
        ),
        a.Move: Act(_move, _in_batch(lambda story, player, action, moves: marching.move(story, moves))),
        a.Climb: Act(
            _named(lambda moment, player, action: clambering.judge_climb(moment.field, action)),
            _in_batch(lambda story, player, action, found: clambering.climb(story, action, found)),
        ),
        a.Fire: Act(
            _named(
                lambda moment, player, action: aiming.judge_fire(moment.field, player, action),
                lambda action: tuple(shot.unit for shot in aiming.shots_of(action)),
            ),
            _in_batch(lambda story, player, action, volley: resolving.fire(story, volley)),
        ),
        a.FireArea: Act(
            _named(lambda moment, player, action: bursting.judge_area(moment.field, action)),
            _in_batch(lambda story, player, action, blast: resolving.burst(story, action, blast)),
        ),
        a.Rally: Act(
            _named(lambda moment, player, action: rallying.judge_rallying(moment.field, action)),
            _in_batch(lambda story, player, action, _: rallying.rally(story, action.unit, action.unit)),
        ),
        a.RallyOther: Act(
            _named(_rally_other),
            _in_batch(lambda story, player, action, _: rallying.rally(story, action.unit, action.target)),
        ),
        a.EndBatch: Act(_end_batch, lambda story, player, action, _: batches.end_batch(story, action.rest)),
        a.OfferDraw: Act(
            lambda moment, player, action: leaving.judge_offer(moment.position, player),
            lambda story, player, action, _: leaving.offer(story, player),
        ),
        a.AcceptDraw: Act(
            lambda moment, player, action: leaving.judge_answer(moment.position, player),
            lambda story, player, action, _: leaving.accept(story),
        ),
        a.DeclineDraw: Act(
            lambda moment, player, action: leaving.judge_answer(moment.position, player),
            lambda story, player, action, _: leaving.decline(story, player),
        ),
        a.Resign: Act(
            lambda moment, player, action: leaving.judge_resigning(moment.position),
            lambda story, player, action, _: leaving.resign(story, player),
        ),
    }
)
"""Every act of the game."""
