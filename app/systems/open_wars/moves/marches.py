"""Moves as they happen: the declaration, its window, and the group on its way (OW-MOV-12, OW-MOV-13)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Cell, TokenId
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.moves.paths import Budget
from app.systems.open_wars.moves.walking import Manner, MistDie, Step, Walked, WeatherDie, walk
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.frames import MoveFrame, WindowFrame
from app.systems.open_wars.position.state import Effect, Token


def declare(story: Story, seat: Seat, tokens: Sequence[TokenId], path: tuple[Cell, ...]) -> None:
    """A seat declares a move; its window opens (OW-WIN-04)."""
    group = tuple(sorted(tokens))
    first = story.position.tokens[group[0]]
    story.add(e.MoveDeclared(seat, first.unit, group, first.cell, path))
    story.push(MoveFrame(seat, first.unit, group, first.cell, path))


def run(story: Story, frame: MoveFrame) -> None:
    """The window, then the move with those of its tokens that are still there."""
    if frame.step == "declared":
        story.put(replace(frame, step="start"))
        story.push(WindowFrame("move", opener=frame.seat))
        return
    story.pop()
    tokens = [story.position.tokens.get(number) for number in frame.tokens]
    group = [token for token in tokens if token is not None and token.cell == frame.cell]
    if group:
        go(story, group, frame.path, "move", "points")


def go(story: Story, group: Sequence[Token], path: Sequence[Cell], manner: Manner, budget: Budget) -> Walked:
    """A group goes along a path as far as it comes; every die and every step is told."""
    walked = walk(story.field, group, path, story.dice, manner, budget)
    first, ids = group[0], tuple(token.id for token in group)
    for happening in walked.happenings:
        if isinstance(happening, MistDie):
            story.add(e.MistRolled(first.seat, first.unit, happening.tokens, happening.die, happening.free))
            _settle_mist(story, happening)
        elif isinstance(happening, WeatherDie):
            _tell_weather(story, first, ids, happening)
        else:
            onward = happening is not walked.steps[-1] or walked.cell != happening.cell
            _tell_step(story, first, ids, happening, onward=onward)
    if walked.reason != "arrived":
        story.add(e.MoveEnded(first.seat, first.unit, ids, walked.cell, walked.reason))
    return walked


def _settle_mist(story: Story, rolled: MistDie) -> None:
    """The mark is gone, or the marked tokens of the unit cannot move this turn (OW-SPELL-26)."""
    effect = next(effect for effect in story.position.effects if effect.id == rolled.effect)
    groups = tuple(group for group in effect.groups if group != rolled.tokens)
    failed = effect.failed if rolled.free else (*effect.failed, *rolled.tokens)
    kept = effect.tokens if not rolled.free else tuple(t for t in effect.tokens if t not in rolled.tokens)
    if groups or failed:
        story.alter(replace(effect, groups=groups, failed=failed, tokens=kept))
    else:
        story.end(effect)


def _tell_weather(story: Story, first: Token, ids: tuple[TokenId, ...], rolled: WeatherDie) -> None:
    story.add(
        e.WeatherRolled(first.seat, first.unit, ids, rolled.cell, rolled.card, rolled.on, rolled.die, rolled.failed)
    )
    if rolled.failed:
        effect = Effect(0, "card", rolled.card, "turn", ids)
        story.begin(
            replace(effect, movement=rolled.value)
            if rolled.stat == "movement"
            else replace(effect, attack=rolled.value)
        )


def _tell_step(story: Story, first: Token, ids: tuple[TokenId, ...], step: Step, *, onward: bool) -> None:
    story.add(
        e.Stepped(
            first.seat,
            first.unit,
            ids,
            step.start,
            step.cell,
            step.cost,
            halted=step.halted,
            barred=step.barred,
            locked=step.locked,
            serpent=bool(step.helped),
            onward=onward,
        )
    )
    if step.helped:
        card = story.field.card(step.cell)
        code = card.code if card is not None else ""
        story.begin(Effect(0, "card", code, "turn", step.helped, movement=step.bonus))
