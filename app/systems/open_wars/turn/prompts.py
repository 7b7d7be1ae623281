"""Decisions in the middle of a resolution: which answers fit, and what follows from them (OW-PRM)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.open_wars.book.kinds import TokenId, UnitRef
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.fight import attacks, hits, sites
from app.systems.open_wars.fight.hit_checks import token_class
from app.systems.open_wars.magic import casting
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events import Passed
from app.systems.open_wars.position.state import Position, Token
from app.systems.open_wars.turn import turn


class Answer(NamedTuple):
    """A kind of prompt: who judges an answer to it, and what it does. The frame is the one that asks."""

    kind: f.PromptKind
    judge: Callable[[Field, Position, Any, Any], Refusal | None]
    apply: Callable[[Story, Any, Any], None]


def _only(rule: str, fits: bool) -> Refusal | None:
    return None if fits else Refusal(RuleId(rule))


# ------------------------------------------------------------------------------------------------------- sites and units


def _judge_site(field: Field, position: Position, frame: f.TurnFrame, action: a.ChooseSite) -> Refusal | None:
    sites_asked = frame.ask.sites if frame.ask is not None else ()
    fits = any(site.cell == action.cell and action.kind in (None, site.kind) for site in sites_asked)
    return _only("OW-SITE-04", fits)


def _apply_site(story: Story, frame: f.TurnFrame, action: a.ChooseSite) -> None:
    combat = story.position.combat
    assert combat is not None
    story.put(replace(frame, ask=None))
    sites.begin(story, combat.step, action.cell)


def _judge_unit(field: Field, position: Position, frame: f.SiteFrame, action: a.ChooseUnit) -> Refusal | None:
    return _only("OW-INI-06", frame.ask is not None and any(unit.unit == action.unit for unit in frame.ask.units))


def _apply_unit(story: Story, frame: f.SiteFrame, action: a.ChooseUnit) -> None:
    assert frame.ask is not None
    unit = UnitRef(frame.cell, frame.ask.seat, action.unit)
    story.put(replace(frame, step="act", unit=unit, ask=None))


# ------------------------------------------------------------------------------------------------------------------- hits


def with_points(field: Field, position: Position) -> bool:
    """Whether points left tell tokens apart (OW-HIT-04)."""
    return position.phase == "movement" or field.rules.options.retreat_allowance == "remaining"


def named_token(
    field: Field, position: Position, tokens: tuple[TokenId, ...], unit: str, number: TokenId | None
) -> TokenId | None:
    """Which of the tokens asked about is meant: the one of the same class as ``number``, or the only one of its unit."""
    there = [position.tokens[each] for each in tokens if position.tokens[each].unit == unit]
    if number is None:
        return there[0].id if len(there) == 1 else None
    meant = position.tokens.get(number)
    if meant is None or not there or (meant.cell, meant.seat) != (there[0].cell, there[0].seat):
        return None

    def kind(token: Token) -> tuple[object, ...]:
        return token_class(field, token, with_points=with_points(field, position))

    return next((token.id for token in there if kind(token) == kind(meant)), None)


def _judge_hit(field: Field, position: Position, frame: f.HitsFrame, action: a.AssignHit) -> Refusal | None:
    tokens = frame.ask.tokens if frame.ask is not None else ()
    if all(position.tokens[number].unit != action.unit for number in tokens):
        return Refusal(RuleId("OW-HIT-03"), {"unit": action.unit})
    return _only("OW-HIT-04", named_token(field, position, tokens, action.unit, action.token) is not None)


def _apply_hit(story: Story, frame: f.HitsFrame, action: a.AssignHit) -> None:
    tokens = frame.ask.tokens if frame.ask is not None else ()
    number = named_token(story.field, story.position, tokens, action.unit, action.token)
    assert number is not None
    hits.settle(story, frame, number)


# --------------------------------------------------------------------------------------------------- attacks and magic


def _judge_target(field: Field, position: Position, frame: Any, action: a.BonusTarget) -> Refusal | None:
    return _only("OW-ATK-06", f.Place(action.cell, action.seat) in frame.ask.targets)


def _apply_target(story: Story, frame: Any, action: a.BonusTarget) -> None:
    target = f.Place(action.cell, action.seat)
    if isinstance(frame, f.AttackFrame):
        attacks.second_target(story, frame, target)
    else:
        casting.bonus_target(story, frame, target)


def _judge_follow(field: Field, position: Position, frame: f.AttackFrame, action: a.FollowUpMove) -> Refusal | None:
    cells = frame.ask.cells if frame.ask is not None else ()
    return _only("OW-SPELL-07", action.cell is None or action.cell in cells)


def _apply_follow(story: Story, frame: f.AttackFrame, action: a.FollowUpMove) -> None:
    attacks.follow_up(story, frame, action.cell)


def pact_tokens(field: Field, position: Position, unit: UnitRef) -> tuple[TokenId, ...]:
    """Who of a unit may pay for Dark Pact: one token of each class (OW-SPELL-15, OW-HIT-04)."""
    two_sided_only = field.rules.options.dark_pact_hit_points == "two_sided_only"
    classes = {
        token_class(field, token, with_points=with_points(field, position)): token.id
        for token in field.unit(unit)
        if not two_sided_only or field.hit_points(token) >= 2
    }
    return tuple(classes.values())


def _judge_pact(field: Field, position: Position, frame: f.CastFrame, action: a.Pact) -> Refusal | None:
    if action.unit is None:
        return None
    units = frame.ask.units if frame.ask is not None else ()
    if action.unit not in units:
        return Refusal(RuleId("OW-SPELL-15"), {"unit": action.unit.unit})
    tokens = pact_tokens(field, position, action.unit)
    return _only("OW-HIT-04", named_token(field, position, tokens, action.unit.unit, action.token) is not None)


def _apply_pact(story: Story, frame: f.CastFrame, action: a.Pact) -> None:
    number = None
    if action.unit is not None:
        tokens = pact_tokens(story.field, story.position, action.unit)
        number = named_token(story.field, story.position, tokens, action.unit.unit, action.token)
    casting.pay_pact(story, frame, action.unit, number)


# ------------------------------------------------------------------------------------------------------------- resurrect


def _judge_resurrect(field: Field, position: Position, frame: f.TurnFrame, action: a.Resurrect) -> Refusal | None:
    if action.token is None:
        return None
    tokens = frame.ask.tokens if frame.ask is not None else ()
    fallen = next((each for each in position.fallen if each.id == action.token and each.id in tokens), None)
    affordable = fallen is not None and field.rules.units[fallen.unit].cost <= position.seats[fallen.seat].gold
    return _only("OW-CARD-18", affordable)


def _apply_resurrect(story: Story, frame: f.TurnFrame, action: a.Resurrect) -> None:
    seat = frame.ask.seat if frame.ask is not None else None
    story.put(replace(frame, queue=frame.queue[1:], ask=None))
    if action.token is not None and seat is not None:
        turn.resurrect(story, seat, action.token)
    elif seat is not None:
        story.add(Passed(seat))


CHOOSE_SITE: Final = Answer("choose_site", _judge_site, _apply_site)
CHOOSE_UNIT: Final = Answer("choose_unit", _judge_unit, _apply_unit)
ASSIGN_HIT: Final = Answer("assign_hit", _judge_hit, _apply_hit)
BONUS_TARGET: Final = Answer("bonus_target", _judge_target, _apply_target)
FOLLOW_UP_MOVE: Final = Answer("follow_up_move", _judge_follow, _apply_follow)
PACT: Final = Answer("pact", _judge_pact, _apply_pact)
RESURRECT: Final = Answer("resurrect", _judge_resurrect, _apply_resurrect)
