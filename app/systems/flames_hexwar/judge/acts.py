"""The one judge: every act with the functions that judge and apply it (parts 5.1 to 5.3 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.types import Action, RuleId, Seat
from app.systems.flames_hexwar.assault import defending, entries, moves, procedure, retreating
from app.systems.flames_hexwar.barrage import flights, lifting
from app.systems.flames_hexwar.book.kinds import hex_of, other, place_of
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field, field_of
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire import hits, shooting, windows
from app.systems.flames_hexwar.fire.declaring import Declared
from app.systems.flames_hexwar.judge import steps as judging
from app.systems.flames_hexwar.judge.understood import understood
from app.systems.flames_hexwar.losses import losing
from app.systems.flames_hexwar.march import moving, ways
from app.systems.flames_hexwar.plan import deploying, drafting, planning
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import (
    Activation,
    Assault,
    Covering,
    FallingBack,
    NewCommand,
    SpecialChoice,
)
from app.systems.flames_hexwar.position.state import Position, Result
from app.systems.flames_hexwar.turn import machine, special
from app.systems.flames_hexwar.turn import steps as cards


class Moment(NamedTuple):
    """A position with everything the judge reads of it."""

    rules: Rules
    position: Position
    field: Field

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Moment:
        """The moment of a position."""
        return cls(rules, position, field_of(rules, position))


class Act(NamedTuple):
    """How an act is judged, once it is asked for, and what follows from it, with what the judge said of it."""

    judge: Callable[[Field, Seat, Any], object]
    apply: Callable[[Story, Seat, Any, Any], None]


def check(moment: Moment, seat: Seat, action: Action) -> object:
    """The first rule that refuses an act, in the order of part 5.3; else what applying it takes."""
    refusal = judging.refused(moment.field, seat, action)
    return refusal or ACTS[type(action)].judge(moment.field, seat, action)


def apply(moment: Moment, seat: Seat, action: Action, verdict: object, dice: Dice) -> Step:
    """What follows from a legal act."""
    story = Story(moment.rules, moment.position, dice, moment.field)
    if isinstance(action, a.Bombard | a.Strike | a.Fire):  # drafts are kept in their one wording
        action = understood(moment.field, seat, action)
    ACTS[type(action)].apply(story, seat, action, verdict)
    machine.go_on(story)
    return story.step()


def begin(moment: Moment, dice: Dice) -> Step:
    """What follows from the set-up before anybody decides."""
    story = Story(moment.rules, moment.position, dice)
    machine.begin(story)
    return story.step()


def _top(field: Field) -> Any:
    return field.position.frames[-1]


# ------------------------------------------------------------------------------------------------------------------- judges


def _legal(field: Field, seat: Seat, action: Action) -> None:
    """Nothing but that it is asked is looked at."""
    return


def _commit(field: Field, seat: Seat, action: a.Commit) -> Refusal | None:
    if field.position.phase in ("deploy_defender", "deploy_attacker"):
        return deploying.judge_commit(field, seat, action)
    return planning.judge_commit(field, seat, action) if field.position.phase == "plan" else None


def _fire(field: Field, seat: Seat, action: a.Fire) -> Refusal | Declared | None:
    if field.position.phase == "a2_designate":
        return drafting.fire_refused(field, seat, action)
    return shooting.judge_fire(field, seat, action.platoon, action.shots)


def _lift(field: Field, seat: Seat, action: a.Lift) -> Refusal | None:
    if field.position.phase == "a2_designate":
        return drafting.lift_refused(field, seat, action)
    team = field.teams[action.team]
    refusal = lifting.judge_lift(field, team, action.platoon)
    if refusal is None and not _acts_here(field, seat, action):
        return Refusal.by("FHW-REC-01", team=team.id)
    return refusal


def _acts_here(field: Field, seat: Seat, action: a.Lift) -> bool:
    frame, team = _top(field), field.teams[action.team]
    if field.position.phase != "c" or frame.moving is not None:
        return False
    if field.is_independent(team):
        return ways.may_act(field, team, seat, frame.platoon) is None
    return bool(team.platoon == frame.platoon)


def _aa(field: Field, seat: Seat, action: a.AssignAntiAir) -> Refusal | None:
    choice, below = _top(field), field.position.frames[-2]
    assert isinstance(below, Covering)
    wave = next(each for each in below.waves if each.side == choice.side)
    return flights.judge_aa(field, wave, action.shots)


def _allocate(field: Field, seat: Seat, action: a.Allocate) -> Refusal | None:
    frame = _top(field)
    refusal = hits.allocate_refused(frame.rows, action.teams, is_fo=frame.context == "fo")
    if refusal is not None and frame.context == "strike":
        return replace(refusal, rule=RuleId("FHW-ASLT-18"))
    return refusal


def _swap(field: Field, seat: Seat, action: a.Swap) -> Refusal | None:
    return (
        None if action.team is None or action.team in _top(field).teams else Refusal.by("FHW-FO-10", team=action.team)
    )


def _appoint(field: Field, seat: Seat, action: a.Appoint) -> Refusal | None:
    frame = _top(field)
    if isinstance(frame, SpecialChoice):
        return special.judge_appoint(frame, action.team)
    return None if action.team in frame.teams else Refusal.by("FHW-HQ-07", team=action.team)


def _shield(field: Field, seat: Seat, action: a.Shield) -> Refusal | None:
    return None if action.team in _top(field).teams else Refusal.by("FHW-HQ-08", team=action.team)


def _fall_back(field: Field, seat: Seat, action: a.FallBack) -> Refusal | None:
    return moves.judge_fall_back(field, _top(field), action)


def _assault_step(field: Field, seat: Seat, action: a.AssaultMove | a.Consolidate) -> Refusal | None:
    frame = _top(field)
    into = isinstance(action, a.AssaultMove)
    may = {team.id for team in procedure.movers(field, frame).get(seat, ())}
    team = field.teams[action.team]
    is_involved = action.team in frame.moved or action.team in may
    if action.team in frame.moved or (not is_involved and not _is_of(field, frame, action.team)):
        return Refusal.by("FHW-ASLT-04" if into else "FHW-ASLT-24", team=action.team)
    if team.at is None:
        return Refusal.by("FHW-ASLT-04" if into else "FHW-ASLT-24", team=action.team)
    return moves.judge_step(field, team, place_of(action.at), action.half, action.facing, into_enemies=into)


def _is_of(field: Field, frame: Assault, name: str) -> bool:
    return any(team.id == name for team in procedure.moving_teams(field, frame))


def _defend(field: Field, seat: Seat, action: a.Defend) -> object:
    return defending.judge_defend(field, action.shots)


# ------------------------------------------------------------------------------------------------------------- what follows


def _apply_commit(story: Story, seat: Seat, action: a.Commit, _: object) -> None:
    phase = story.position.phase
    if action.fill and phase in ("deploy_defender", "deploy_attacker"):
        deploying.fill(story, seat)
    elif action.fill and phase == "plan":
        planning.fill(story, seat)
    if story.position.draw is not None:
        story.add(e.DrawLapsed())
    story.add(ep.Committed(seat))
    machine.reveal_early(story, seat)


def _apply_fire(story: Story, seat: Seat, action: a.Fire, declared: Declared | None) -> None:
    """Drafted in (a2); in (c) it is rolled, and the activation ends with it (part 4 of the rules)."""
    if declared is None:
        drafting.put(story, seat, action)
        return
    activation = story.activation
    assert activation is not None
    story.swap(activation, replace(activation, fired=True, closing=True))
    shooting.begin(story, declared, "md")


def _apply_lift(story: Story, seat: Seat, action: a.Lift, _: object) -> None:
    if story.position.phase == "a2_designate":
        drafting.put(story, seat, action)
        return
    activation = story.activation
    assert activation is not None
    if story.field.is_independent(story.position.teams[action.team]):
        story.mark(action.team, acted_with=activation.platoon)
    found = lifting.lift(story, action.team, action.platoon)
    if found:
        story.add(em.FoundOut(found))


def _apply_close(story: Story, seat: Seat, action: a.Close, _: object) -> None:
    activation = story.activation
    assert isinstance(activation, Activation)
    story.swap(activation, replace(activation, closing=True))


def _apply_standing(story: Story, seat: Seat, action: a.Standing, _: object) -> None:
    planning.write_standing(story, seat, action)


def _apply_appoint(story: Story, seat: Seat, action: a.Appoint, _: object) -> None:
    if isinstance(story.position.frames[-1], NewCommand):
        losing.appoint(story, action.team)
    else:
        special.appoint(story, action.team)


def _apply_done(story: Story, seat: Seat, action: a.Done, _: object) -> None:
    if isinstance(story.position.frames[-1], FallingBack):
        retreating.stop(story)
    else:
        procedure.done(story, seat)


def _apply_assault_step(story: Story, seat: Seat, action: a.AssaultMove | a.Consolidate, _: object) -> None:
    frame = story.position.frames[-1]
    assert isinstance(frame, Assault)
    story.change(replace(frame, moved=(*frame.moved, action.team)))
    into = isinstance(action, a.AssaultMove)
    moves.step(story, action.team, action.at, action.half, action.facing, assault=into)
    if into:
        story.mark(action.team, assaulted=True)


def _resign(story: Story, seat: Seat, action: Action, _: object) -> None:
    side = story.position.seats[seat].side
    story.add(e.GameEnded(Result(other(side), "resignation"), seat))


def _offer_draw(story: Story, seat: Seat, action: Action, _: object) -> None:
    story.add(e.DrawOffered(story.position.seats[seat].side, seat))


def _answer_draw(story: Story, seat: Seat, action: a.AnswerDraw, _: object) -> None:
    story.add(e.DrawAnswered(story.position.seats[seat].side, seat, action.accept))
    if action.accept:
        story.add(e.GameEnded(Result(None, "draw")))


def _put(story: Story, seat: Seat, action: Action, _: object) -> None:
    drafting.put(story, seat, action)


ACTS: Final[Mapping[type[Action], Act]] = MappingProxyType(
    {
        a.Deploy: Act(lambda field, seat, act: deploying.judge_deploy(field, act), lambda s, seat, act, _: deploying.deploy(s, act)),
        a.Station: Act(lambda field, seat, act: deploying.judge_station(field, act), lambda s, seat, act, _: deploying.station(s, act)),
        a.GiveOrder: Act(lambda field, seat, act: planning.judge_order(field, act), lambda s, seat, act, _: planning.give_order(s, seat, act)),
        a.Deck: Act(planning.judge_deck, lambda s, seat, act, _: planning.order_deck(s, seat, act)),
        a.Air: Act(planning.judge_air, _put),
        a.Join: Act(lambda field, seat, act: planning.judge_join(field, act), _put),
        a.Standing: Act(planning.judge_standing, _apply_standing),
        a.Bombard: Act(lambda field, seat, act: drafting.bombard_refused(field, act), _put),
        a.Strike: Act(drafting.strike_refused, _put),
        a.Fire: Act(_fire, _apply_fire),
        a.Lift: Act(_lift, _apply_lift),
        a.WriteAssault: Act(entries.judge_entry, _put),
        a.Undraft: Act(_legal, lambda s, seat, act, _: drafting.withdraw(s, seat, act.draft)),
        a.Commit: Act(_commit, _apply_commit),
        a.Reopen: Act(lambda field, seat, act: judging.reopen_judged(field, seat), lambda s, seat, act, _: s.add(ep.Reopened(seat))),
        a.Activate: Act(lambda field, seat, act: cards.judge_activate(field, seat, act.platoon), lambda s, seat, act, _: cards.activate(s, act.platoon)),
        a.Pass: Act(lambda field, seat, act: cards.judge_pass(field), lambda s, seat, act, _: s.add(ep.Passed(s.position.active or "A"))),
        a.Dismount: Act(ways.judge_dismount, lambda s, seat, act, _: moving.dismount(s, seat, act)),
        a.Move: Act(ways.judge_move, lambda s, seat, act, way: moving.begin(s, way)),
        a.Mount: Act(ways.judge_mount, lambda s, seat, act, _: moving.mount(s, seat, act)),
        a.Close: Act(lambda field, seat, act: cards.judge_close(field), _apply_close),
        a.FireOpportunity: Act(lambda field, seat, act: windows.judge_opportunity(field, seat, act.shots), lambda s, seat, act, declared: windows.fire(s, declared, act.shots)),
        a.Hold: Act(_legal, lambda s, seat, act, _: windows.hold(s, seat, act.until)),
        a.NextAssault: Act(lambda field, seat, act: entries.judge_next(field, seat, act.at), lambda s, seat, act, _: machine.choose_assault(s, seat, hex_of(act.at))),
        a.AssignAntiAir: Act(_aa, lambda s, seat, act, _: flights.assign(s, seat, act.shots)),
        a.Allocate: Act(_allocate, lambda s, seat, act, _: hits.give(s, s.position.frames[-1], act.teams)),  # type: ignore[arg-type]
        a.Swap: Act(_swap, lambda s, seat, act, _: hits.answer_swap(s, act.team)),
        a.Appoint: Act(_appoint, _apply_appoint),
        a.Shield: Act(_shield, lambda s, seat, act, _: hits.answer_hero(s, act.team)),
        a.Recover: Act(lambda field, seat, act: special.judge_recover(field, act.team, act.vehicle), lambda s, seat, act, _: special.recover(s, act.team, act.vehicle)),
        a.Disengage: Act(_legal, lambda s, seat, act, _: retreating.disengage(s, yes=act.yes)),
        a.FallBack: Act(_fall_back, lambda s, seat, act, _: retreating.go_back(s, act)),
        a.AssaultMove: Act(_assault_step, _apply_assault_step),
        a.Defend: Act(_defend, lambda s, seat, act, declared: defending.defend(s, seat, declared)),
        a.Stay: Act(_legal, lambda s, seat, act, _: procedure.stay(s, yes=act.yes)),
        a.GoOn: Act(_legal, lambda s, seat, act, _: procedure.go_on(s, yes=act.yes)),
        a.Consolidate: Act(_assault_step, _apply_assault_step),
        a.Done: Act(_legal, _apply_done),
        a.Resign: Act(_legal, _resign),
        a.OfferDraw: Act(lambda field, seat, act: judging.draws_refused(field, seat, "offer_draw"), _offer_draw),
        a.AnswerDraw: Act(lambda field, seat, act: judging.draws_refused(field, seat, "answer_draw"), _answer_draw),
    }
)  # fmt: skip
"""Every act of the game."""
