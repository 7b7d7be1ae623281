"""Questions about initiative, activation, actions and rallying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from app.engine.asking import Answer, judged
from app.engine.dice import dice_of_question
from app.engine.refusal import InvalidInput, Refusal
from app.systems.tierras_distantes.activation import naming, rounds
from app.systems.tierras_distantes.activation.allowance import NOT_ACTIVE, Fitness, Kind, judge_able
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.nerve import rallying
from app.systems.tierras_distantes.position.state import Status
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.queries.spatial import BodyGiven, body
from app.systems.tierras_distantes.space.distance import distance

FLOW: Final = ask.questions()
TwoDice = Annotated[tuple[ask.Die, ...], msgspec.Meta(min_length=2, max_length=2)]
Statuses = Annotated[Mapping[ask.Name, Status], msgspec.Meta(max_length=100)]


class MiniGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a miniature that is to act."""

    active: bool = True
    frightened: bool = False
    climbing: bool = False
    leader: bool = False
    actions: ask.Natural = 0
    moves: ask.Natural = 0
    shots: ask.Natural = 0


class UsedGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an active miniature has used."""

    actions: ask.Natural
    lost: bool = False


class LeaderGiven(BodyGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A leader where it stands."""

    seat: Player = "A"
    leader: bool = False
    active: bool = True
    frightened: bool = False


class RalliedGiven(BodyGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whom it would rally."""

    seat: Player = "A"
    frightened: bool = True


@FLOW.question
def _activation_count(rules: Rules, *, dice: TwoDice, ready: ask.Natural) -> Answer:
    roll = rounds.activation_roll(rules, dice)
    return {"roll": roll, "count": rounds.activation_count(roll, ready)}


@FLOW.of_options
def _initiative(
    rules: Rules,
    *,
    rolls: Annotated[tuple[tuple[ask.Die, ask.Die], ...], msgspec.Meta(min_length=1, max_length=100)],
    last_holder: Player | None = None,
) -> Answer:
    flat = [die for pair in rolls for die in pair]
    with dice_of_question(flat, exactly=False) as dice:
        fallen, winner = rounds.initiative(rules, last_holder, dice.roll)
    return {"winner": winner, "pairs_used": len(fallen) // 2}


@FLOW.question
def _next_step(
    rules: Rules,
    *,
    finished: Literal["first", "second"],
    initiative: Player,
    ready: ask.PerPlayer,
    alive: ask.PerPlayer,
) -> Answer:
    ask.both(ready, "given.ready")
    ask.both(alive, "given.alive")
    found = rounds.after_batch(finished, initiative, ready, alive)
    return {"next": found.step, "seat": found.player, "rolls": found.rolls}


@FLOW.question
def _batch_over(
    rules: Rules,
    *,
    active: Annotated[tuple[UsedGiven, ...], msgspec.Meta(max_length=100)],
    still_to_name: ask.Natural,
) -> Answer:
    used = (mini.actions for mini in active if not mini.lost)
    return {"over": rounds.is_batch_over(rules, used, still_to_name)}


@FLOW.question
def _activate(rules: Rules, *, count: ask.Natural, ids: ask.Names, status: Statuses) -> Answer:
    return judged(naming.judge_activation(count, ids, status), "ok", "rule")


@FLOW.of_options
def _end_batch(
    rules: Rules, *, count: ask.Natural, named: ask.Natural, status: Statuses, rest: ask.Names = ()
) -> Answer:
    return judged(naming.judge_end(rules, count, named, rest, status), "ok", "rule")


@FLOW.of_options
def _action_allowed(rules: Rules, *, kind: Kind, mini: MiniGiven) -> Answer:
    if not mini.active:
        return judged(Refusal(NOT_ACTIVE), "ok", "rule")
    state = Fitness(mini.frightened, mini.climbing, mini.leader, mini.actions, mini.moves, mini.shots)
    return judged(judge_able(rules, kind, state), "ok", "rule")


@FLOW.of_options
def _rally_roll(rules: Rules, *, dice: ask.Dice, quality: ask.AQuality) -> Answer:
    if len(dice) != rules.constants.rally_dice:
        raise InvalidInput.at("given.dice", f"{rules.constants.rally_dice} dice", len(dice))
    return {"recovered": rallying.recovers(rules, quality, dice)}


@FLOW.of_options
def _rally_other(rules: Rules, *, leader: LeaderGiven, target: RalliedGiven) -> Answer:
    far = distance(rules, body(leader, "given.leader"), body(target, "given.target"))
    able = judge_able(rules, "rally_other", Fitness(leader.frightened, leader=leader.leader))
    refusal = (
        (None if leader.active else Refusal(NOT_ACTIVE))
        or able
        or rallying.judge_rallied(own=leader.seat == target.seat, frightened=target.frightened)
        or rallying.judge_near(rules, far)
    )
    return {"ok": True, "distance_cm": ask.cm(far)} if refusal is None else judged(refusal, "ok", "rule")
