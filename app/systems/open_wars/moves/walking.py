"""Carrying out a move, a retreat or a spell move, with its dice (OW-MOV-12, OW-MOV-13, OW-RET-08, OW-RET-09,
OW-MAG-14, OW-DICE-06).

``walk`` changes nothing: it tells what happens, in order, and where the group is afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from app.engine.dice import Dice
from app.systems.open_wars.book.geometry import Cell
from app.systems.open_wars.book.kinds import EffectId, TokenId
from app.systems.open_wars.book.tables import Card, Feature, Stat, UnitKind
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import bars, entry_bonus, entry_cost, halts, weather
from app.systems.open_wars.moves.paths import (
    MIST_CODE,
    Budget,
    Purse,
    checks_crossing,
    first_step_refusal,
    purse_of,
    room_refusal,
    stay_refusal,
    step_refusal,
    stops_in,
)
from app.systems.open_wars.position.state import Token

Manner = Literal["move", "retreat", "spell"]
Reason = Literal["arrived", "void", "mist", "points", "way", "room"]


class MistDie(msgspec.Struct, frozen=True):
    """The die of a unit marked by Mist: ``free`` and the mark is gone, or these tokens cannot move this turn (OW-SPELL-26)."""

    effect: EffectId
    tokens: tuple[TokenId, ...]
    die: int
    free: bool


class WeatherDie(msgspec.Struct, frozen=True):
    """The die of a group that enters or leaves a card; if it ``failed``, the group has ``value`` of ``stat`` this turn."""

    cell: Cell
    card: str
    on: Literal["enter", "leave"]
    die: int
    failed: bool
    stat: Stat
    value: int


class Step(msgspec.Struct, frozen=True):
    """A card entered. ``cost`` are the points spent of the turn's; ``helped`` the tokens that gain ``bonus`` Movement
    (OW-CARD-10)."""

    start: Cell
    cell: Cell
    cost: int
    halted: bool
    barred: bool
    locked: bool
    helped: tuple[TokenId, ...] = ()
    bonus: int = 0


Happening = MistDie | WeatherDie | Step


class Walked(msgspec.Struct, frozen=True):
    """What came of it: everything that happened in order, why it ended and where the group stands. ``cell`` differs from the
    last step's where the group may not stay there (OW-MOV-13)."""

    happenings: tuple[Happening, ...]
    cell: Cell
    reason: Reason
    purses: tuple[Purse, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The cards entered."""
        return tuple(happening for happening in self.happenings if isinstance(happening, Step))

    @property
    def attack_change(self) -> int:
        """What the dice on the way did to the group's Attack this turn (OW-CARD-07)."""
        dice = (happening for happening in self.happenings if isinstance(happening, WeatherDie))
        return sum(die.value for die in dice if die.failed and die.stat == "attack")


def walk(
    field: Field,
    tokens: Sequence[Token],
    path: Sequence[Cell],
    dice: Dice,
    manner: Manner = "move",
    budget: Budget = "points",
) -> Walked:
    """Carries a group along a path that was judged before. ``field`` is the situation now, ``tokens`` those of the group that
    are still there; a move whose first step is no longer legal is void (OW-MOV-12). Only moves spend the turn's points."""
    walker = _Walker(field, tokens, dice, manner, budget) if tokens else None
    if walker is None or (manner == "move" and _is_void(field, tokens, path)):
        purses = tuple(purse_of(field, token) for token in tokens)
        return Walked((), tokens[0].cell if tokens else "", "void", purses)
    return walker.go(path)


def _is_void(field: Field, tokens: Sequence[Token], path: Sequence[Cell]) -> bool:
    """Whether the first step of a declared move is no longer legal, also because the group would end there and may not stay
    (OW-MOV-12, OW-STK-07)."""
    if first_step_refusal(field, tokens, path) is not None:
        return True
    ends = len(path) == 1 or stops_in(field, tokens[0], path[0])
    return ends and stay_refusal(field, tokens, path[0]) is not None


class _Walker:
    """A group under way: where it is, where it has been, what it has left."""

    def __init__(self, field: Field, tokens: Sequence[Token], dice: Dice, manner: Manner, budget: Budget) -> None:
        self.field = field
        self.tokens = tokens
        self.dice = dice
        self.manner = manner
        self.budget: Final[Budget] = budget
        self.kind: UnitKind = field.kind(tokens[0])
        self.cell = tokens[0].cell
        self.been = [self.cell]
        self.purses = [purse_of(field, token, budget) for token in tokens]
        self.happenings: list[Happening] = []

    def go(self, path: Sequence[Cell]) -> Walked:
        """The whole way, or as far as it goes."""
        if not self._clears_mist():
            return self._ended("mist")
        for index, goal in enumerate(path):
            card = self.field.card(goal)
            if card is None:
                return self._ended("way")
            self._roll(self.cell, "leave")
            reason = self._hindered(goal, card, path[index + 1] if index + 1 < len(path) else None)
            if reason is not None:
                return self._ended(reason)
            if self._enter(goal, card):
                break
        return self._ended("arrived")

    def _clears_mist(self) -> bool:
        """Mist dice, one for each marked unit (OW-SPELL-26); false once one has failed."""
        moving = {token.id for token in self.tokens}
        failing = self.field.rules.spells[MIST_CODE].effect["roll_before_move_fail"]
        for effect in self.field.effects:
            if effect.code != MIST_CODE:
                continue
            for group in effect.groups:
                if not moving.isdisjoint(group):
                    die = self.dice.roll("mist")
                    self.happenings.append(MistDie(effect.id, group, die, die not in failing))
                    if die in failing:
                        return False
        return True

    def _roll(self, cell: Cell, on: Literal["enter", "leave"]) -> None:
        card = self.field.card(cell)
        for feature in weather(card, self.kind, on) if card is not None else ():
            self._weather(cell, card.code if card is not None else "", feature, on)

    def _weather(self, cell: Cell, card: str, feature: Feature, on: Literal["enter", "leave"]) -> None:
        stat: Stat = feature.stat or "movement"
        die = self.dice.roll(f"{card}: {on}")
        failed = die in feature.fail
        self.happenings.append(WeatherDie(cell, card, on, die, failed, stat, feature.value))
        if failed and stat == "movement":
            self.purses = [Purse(p.movement + feature.value, p.spent, p.serpent) for p in self.purses]

    def _hindered(self, goal: Cell, card: Card, onward: Cell | None) -> Reason | None:
        """Why the next card cannot be entered after all."""
        if self.budget != "free" and min(p.left for p in self.purses) < entry_cost(self.field.rules, self.kind, card):
            return "points"
        refusal = step_refusal(self.field, self.kind, self.cell, goal, self.purses, self.budget, onward)
        if refusal is None and (onward is None or stops_in(self.field, self.tokens[0], goal)):
            return "room" if stay_refusal(self.field, self.tokens, goal) is not None else None
        if refusal is None and checks_crossing(self.field, self.kind, card):
            refusal = room_refusal(self.field, self.tokens, goal)
        return "way" if refusal is not None else None

    def _enter(self, goal: Cell, card: Card) -> bool:
        """Pays and enters; entry effects in the order of OW-MOV-13. True if the group goes no farther."""
        cost = 0 if self.budget == "free" else entry_cost(self.field.rules, self.kind, card)
        bonus = entry_bonus(card, self.kind)
        pairs = zip(self.tokens, self.purses, strict=True)
        helped = tuple(token.id for token, purse in pairs if bonus and not purse.serpent)
        self.purses = [purse.pay(cost, bonus) for purse in self.purses]
        locked = not self.kind.is_flying and bool(self.field.enemies(self.tokens[0].seat, goal))
        stopped = locked or halts(card, self.kind)
        start, self.cell = self.cell, goal
        self.been.append(goal)
        step = Step(
            start=start,
            cell=goal,
            cost=cost if self.manner == "move" else 0,
            halted=stopped and self.manner != "retreat",
            barred=bars(card),
            locked=locked,
            helped=helped,
            bonus=bonus if helped else 0,
        )
        self.happenings.append(step)
        self._roll(goal, "enter")
        return stopped

    def _ended(self, reason: Reason) -> Walked:
        """Where the group stays: where it is, or the last place on its way where it may (OW-MOV-13)."""
        for cell in reversed(self.been[1:]):
            if stay_refusal(self.field, self.tokens, cell) is None:
                break
        else:
            cell = self.been[0]
        if cell != self.cell:
            reason = "room"
        return Walked(tuple(self.happenings), cell, reason, tuple(self.purses))
