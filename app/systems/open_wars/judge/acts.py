"""The one judge: every act with the functions that judge and apply it (rules.md, section 23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.refusal import Fact, Refusal
from app.engine.story import Step
from app.engine.types import Action, RuleId, Seat
from app.systems.open_wars.book.kinds import Phase, UnitRef
from app.systems.open_wars.book.scenarios import Approach
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field import lists
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.field.values import is_port
from app.systems.open_wars.fight import sites
from app.systems.open_wars.fight.site_list import attack_refusal
from app.systems.open_wars.magic import casting, windows
from app.systems.open_wars.magic.asking import window_refusal
from app.systems.open_wars.magic.cast_rules import NO_MANA, NOT_ITS_SPELL, cast_refusal
from app.systems.open_wars.magic.occasions import moment_of, occasion_of, pact_caster
from app.systems.open_wars.moves import marches
from app.systems.open_wars.moves.paths import approaching_step, group_of, move_refusal, retreat_refusal
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events import Committed, DrawLapsed
from app.systems.open_wars.position.state import Position
from app.systems.open_wars.turn import leaving, machine, prompts, turn

WINDOW_OPEN: Final = RuleId("OW-WIN-10")
NOT_ITS_TURN: Final = RuleId("OW-TURN-01")
SECOND_LIST: Final = RuleId("OW-REC-02")
NOT_ONE_UNIT: Final = RuleId("OW-MOV-09")
ANOTHER_ACTS: Final = RuleId("OW-INI-01")
HAS_ACTED: Final = RuleId("OW-INI-07")
MUST_APPROACH: Final = RuleId("OW-SCN-05")


class Moment(NamedTuple):
    """A position with everything the judge reads of it."""

    rules: Rules
    position: Position
    field: Field

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Moment:
        """The moment of a position."""
        return cls(rules, position, Field.of(position, rules))

    @property
    def top(self) -> f.Frame | None:
        """What is being resolved."""
        return self.position.frames[-1] if self.position.frames else None


class Act(NamedTuple):
    """How an act is judged and what follows from it. Each function takes its own kind of action."""

    judge: Callable[[Moment, Seat, Any], Refusal | None]
    apply: Callable[[Story, Seat, Any], None]


def not_asked(moment: Moment, of: Phase | None = None) -> Refusal:
    """An act that the position does not ask of this seat now: it belongs to another phase, ``of``, or somebody else is asked,
    as everybody sees."""
    position, top = moment.position, moment.top
    facts: dict[str, Fact] = {"phase": position.phase}
    if any(isinstance(frame, f.WindowFrame) for frame in position.frames):
        return Refusal(WINDOW_OPEN, facts)
    if of is not None and of != position.phase:
        facts["of"] = of
    elif isinstance(top, f.MovementFrame):
        facts["turn"] = top.seat.upper()
    elif top is not None and top.ask is not None:
        facts["turn"] = top.ask.seat.upper()
        if top.ask.unit is not None:
            facts["unit"] = top.ask.unit.unit
    return Refusal(NOT_ITS_TURN, facts)


# ------------------------------------------------------------------------------------------------------------------ lists


def _list_refusal(moment: Moment, seat: Seat, kind: str) -> Refusal | None:
    top = moment.top
    if not isinstance(top, f.OrdersFrame) or top.list != kind:
        return not_asked(moment)
    if seat in machine.waiting_for(moment.position):
        return None
    given = moment.position.seats[seat].committed or (top.in_turn and _has_recruited(moment, top, seat))
    return Refusal(SECOND_LIST) if given else not_asked(moment)


def _has_recruited(moment: Moment, top: f.OrdersFrame, seat: Seat) -> bool:
    recruits = turn.recruits(moment.rules, moment.position, seat)
    return recruits and seat not in top.seats


def _judge_muster(moment: Moment, seat: Seat, action: a.Muster) -> Refusal | None:
    refusal = _list_refusal(moment, seat, "muster")
    if refusal is not None:
        return refusal
    state = moment.position.seats[seat]
    kept = moment.field.counts(state.start, seat)
    start = lists.City(True, is_port(moment.rules, moment.field.rows, state.start), kept)
    return lists.muster_refusal(moment.rules, state.faction, state.budget, start, action.list, kept, state.gone)


def _apply_muster(story: Story, seat: Seat, action: a.Muster) -> None:
    story.add(Committed(seat, "muster", action.list))


def _judge_recruit(moment: Moment, seat: Seat, action: a.Recruit) -> Refusal | None:
    refusal = _list_refusal(moment, seat, "recruit")
    if refusal is not None:
        return refusal
    state, field = moment.position.seats[seat], moment.field
    cities, army = lists.cities_of(field, seat), lists.army_of(field, seat)
    return lists.recruit_refusal(moment.rules, state.faction, state.gold, cities, army, state.gone, action.list)


def _apply_recruit(story: Story, seat: Seat, action: a.Recruit) -> None:
    story.add(Committed(seat, "recruit", action.list))
    top = story.frames[-1]
    if isinstance(top, f.OrdersFrame) and top.in_turn:
        turn.place_recruits(story, seat)
        story.put(replace(top, seats=tuple(each for each in top.seats if each != seat)))


# --------------------------------------------------------------------------------------------------------------- movement


def approach_of(rules: Rules, position: Position, seat: Seat) -> Approach | None:
    """Where the scenario makes a seat go this turn (OW-SCN-05)."""
    seats = rules.scenarios[position.scenario].seats
    number = tuple(position.seats).index(seat)
    approach = seats[number].must_approach if number < len(seats) else None
    return approach if approach is not None and position.turn >= approach.from_turn else None


def _moves(moment: Moment, seat: Seat) -> bool:
    top = moment.top
    return isinstance(top, f.MovementFrame) and top.seat == seat


def _judge_move(moment: Moment, seat: Seat, action: a.Move) -> Refusal | None:
    if not _moves(moment, seat):
        return not_asked(moment, "movement")
    approach = approach_of(moment.rules, moment.position, seat)
    return move_refusal(moment.field, seat, action.tokens, action.path, approach)


def _apply_move(story: Story, seat: Seat, action: a.Move) -> None:
    marches.declare(story, seat, action.tokens, action.path)


def _judge_end(moment: Moment, seat: Seat, action: a.EndMovement) -> Refusal | None:
    if not _moves(moment, seat):
        return not_asked(moment, "movement")
    approach = approach_of(moment.rules, moment.position, seat)
    step = approaching_step(moment.field, seat, approach) if approach is not None else None
    return None if step is None else Refusal(MUST_APPROACH, {"token": step[0][0], "cell": step[1]})


def _apply_end(story: Story, seat: Seat, action: a.EndMovement) -> None:
    turn.end_movement(story, seat)


# ------------------------------------------------------------------------------------------------------------------ magic


def _judge_cast(moment: Moment, seat: Seat, action: a.Cast) -> Refusal | None:
    position, top = moment.position, moment.top
    when = moment_of(position, seat)
    pact = pact_caster(position, seat)
    if when == "none" and any(isinstance(frame, f.WindowFrame) for frame in position.frames):
        return not_asked(moment)
    if pact is not None and (action.caster != pact or action.free != "pact"):
        return not_asked(moment)
    spell = moment.rules.spells.get(action.spell)
    if spell is None:
        return Refusal(NOT_ITS_SPELL, {"spell": action.spell})
    rule = window_refusal(moment.rules, spell, when)
    if rule is not None:
        return Refusal(rule, {"window": when})
    caster = position.tokens.get(action.caster)
    if caster is None or top is None:  # not on the map, or no more
        return Refusal(NO_MANA, {"token": action.caster})
    if caster.seat != seat:
        return Refusal(NOT_ITS_SPELL, {"token": action.caster})
    occasion = occasion_of(position, when, caster, action.target, action.free, spell.code)
    return cast_refusal(moment.field, caster, spell, action.target, occasion)


def _apply_cast(story: Story, seat: Seat, action: a.Cast) -> None:
    casting.cast(story, seat, action)


def _judge_pass(moment: Moment, seat: Seat, action: a.Pass) -> Refusal | None:
    top = moment.top
    asked = isinstance(top, f.WindowFrame) and top.queue[:1] == (seat,)
    return None if asked or pact_caster(moment.position, seat) is not None else not_asked(moment)


def _apply_pass(story: Story, seat: Seat, action: a.Pass) -> None:
    top = story.frames[-1]
    if isinstance(top, f.WindowFrame):
        windows.pass_on(story, top, seat)
    elif isinstance(top, f.CastFrame):
        casting.decline_pact_cast(story, top)


# ----------------------------------------------------------------------------------------------------------------- combat


def _acting(moment: Moment, seat: Seat) -> f.SiteFrame | None:
    """The combat whose acting unit is this seat's."""
    top = moment.top
    if isinstance(top, f.SiteFrame) and top.ask is not None and top.ask.kind == "act" and top.ask.seat == seat:
        return top
    return None


def not_its_go(moment: Moment, seat: Seat, ref: UnitRef) -> Refusal | None:
    """Why a unit does nothing in the combat being fought now: nobody asks its seat, it has acted, or another unit acts. It is
    what people are told of a unit; tokens that are not the acting unit's are refused as such (OW-MOV-09)."""
    frame = _acting(moment, seat)
    if frame is None or frame.unit is None:
        return not_asked(moment, "combat")
    if frame.unit == ref:
        return None
    if all(token.acted for token in moment.field.unit(ref)):
        return Refusal(HAS_ACTED, {"unit": ref.unit})
    return Refusal(ANOTHER_ACTS, {"unit": frame.unit.unit, "cell": frame.unit.cell})


def _judge_attack(moment: Moment, seat: Seat, action: a.Attack) -> Refusal | None:
    frame = _acting(moment, seat)
    if frame is None or frame.unit is None:
        return not_asked(moment, "combat")
    return attack_refusal(moment.field, frame.unit, action.cell, action.seat)


def _judge_retreat(moment: Moment, seat: Seat, action: a.Retreat) -> Refusal | None:
    frame = _acting(moment, seat)
    if frame is None or frame.unit is None:
        return not_asked(moment, "combat")
    group = group_of(moment.field, seat, action.tokens)
    if group is None or UnitRef(group[0].cell, seat, group[0].unit) != frame.unit:
        return Refusal(NOT_ONE_UNIT)
    return retreat_refusal(moment.field, group, action.cell)


def _judge_hold(moment: Moment, seat: Seat, action: a.Hold) -> Refusal | None:
    return None if _acting(moment, seat) is not None else not_asked(moment, "combat")


def _apply_attack(story: Story, seat: Seat, action: a.Attack) -> None:
    frame = story.frames[-1]
    assert isinstance(frame, f.SiteFrame)
    sites.attack(story, frame, action.cell, action.seat)


def _apply_retreat(story: Story, seat: Seat, action: a.Retreat) -> None:
    frame = story.frames[-1]
    assert isinstance(frame, f.SiteFrame)
    sites.retreat(story, frame, action.tokens, action.cell)


def _apply_hold(story: Story, seat: Seat, action: a.Hold) -> None:
    frame = story.frames[-1]
    assert isinstance(frame, f.SiteFrame)
    sites.hold(story, frame)


# ---------------------------------------------------------------------------------------------------------------- prompts


def _prompted(answer: prompts.Answer) -> Act:
    """An answer to a prompt of its kind, put to this seat."""

    def judge(moment: Moment, seat: Seat, action: Any) -> Refusal | None:
        top = moment.top
        if top is None or top.ask is None or top.ask.kind != answer.kind or top.ask.seat != seat:
            return not_asked(moment)
        return answer.judge(moment.field, moment.position, top, action)

    def apply(story: Story, seat: Seat, action: Any) -> None:
        answer.apply(story, story.asked, action)

    return Act(judge, apply)


ACTS: Final[Mapping[type[Action], Act]] = MappingProxyType(
    {
        a.Muster: Act(_judge_muster, _apply_muster),
        a.Recruit: Act(_judge_recruit, _apply_recruit),
        a.Move: Act(_judge_move, _apply_move),
        a.EndMovement: Act(_judge_end, _apply_end),
        a.Cast: Act(_judge_cast, _apply_cast),
        a.Pass: Act(_judge_pass, _apply_pass),
        a.Attack: Act(_judge_attack, _apply_attack),
        a.Retreat: Act(_judge_retreat, _apply_retreat),
        a.Hold: Act(_judge_hold, _apply_hold),
        a.ChooseSite: _prompted(prompts.CHOOSE_SITE),
        a.ChooseUnit: _prompted(prompts.CHOOSE_UNIT),
        a.AssignHit: _prompted(prompts.ASSIGN_HIT),
        a.BonusTarget: _prompted(prompts.BONUS_TARGET),
        a.FollowUpMove: _prompted(prompts.FOLLOW_UP_MOVE),
        a.Pact: _prompted(prompts.PACT),
        a.Resurrect: _prompted(prompts.RESURRECT),
        a.Resign: Act(lambda moment, seat, action: None, leaving.resign),
        a.OfferDraw: Act(lambda moment, seat, action: leaving.offer_refusal(moment.position, seat), leaving.offer),
        a.AcceptDraw: Act(lambda moment, seat, action: leaving.answer_refusal(moment.position, seat), leaving.accept),
        a.DeclineDraw: Act(lambda moment, seat, action: leaving.answer_refusal(moment.position, seat), leaving.decline),
    }
)

_OF_DRAWS: Final = (a.OfferDraw, a.AcceptDraw, a.DeclineDraw, a.Resign)


def check(moment: Moment, seat: Seat, action: Action) -> Refusal | None:
    """``None`` if the rules accept the action now, else the first rule that refuses it."""
    state = moment.position.seats.get(seat)
    if state is None or not state.plays or moment.position.phase == "game_over":
        return not_asked(moment)
    return ACTS[type(action)].judge(moment, seat, action)


def begin(moment: Moment, dice: Dice) -> Step:
    """What follows from the starting position before anybody decides."""
    story = Story(moment.rules, moment.position, dice)
    leaving.settle(story)
    return story.finish()


def apply(moment: Moment, seat: Seat, action: Action, verdict: None, dice: Dice) -> Step:
    """What follows from a legal act."""
    story = Story(moment.rules, moment.position, dice)
    draw = moment.position.draw
    if draw is not None and draw.seat == seat and not isinstance(action, _OF_DRAWS):
        story.add(DrawLapsed(seat))
    if not isinstance(action, _OF_DRAWS):
        story.answer()
    ACTS[type(action)].apply(story, seat, action)
    leaving.settle(story)
    return story.finish()
