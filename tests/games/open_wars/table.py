"""Positions for tests: a map, tokens, seats, and the place in the turn where a test begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from app.engine.dice import GivenDice, StreamDice
from app.engine.refusal import Refusal
from app.engine.registry import read_tables
from app.engine.story import Step
from app.engine.types import Action, Event, Seat
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.kinds import Phase, Target, TokenId, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.judge import acts
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Combat, Effect, Position, SeatState, Token
from app.systems.open_wars.turn import leaving
from app.systems.open_wars.turn.machine import waiting_for

FOLDER = Path(__file__).parents[3] / "app" / "systems" / "open_wars"
OPEN = (
    ("plains", "plains", "plains", "plains"),
    ("plains", "plains", "plains", "plains"),
    ("plains", "plains", "plains", "plains"),
)
"""A map on which nothing happens."""


@lru_cache(maxsize=1)
def book() -> Book:
    return Book(read_tables(FOLDER))


def rules_of(position: Position) -> Rules:
    return book().rules(position.options, position.tables)


def a_position(
    tokens: Sequence[tuple[str, str, str, int]] = (),
    *,
    rows: Sequence[Sequence[str]] = OPEN,
    seats: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    scenario: str = "seven_crowns",
    mana: int = 10,
    gold: int = 10,
    order: str | None = None,
    turn: int = 2,
    phase: Phase = "movement",
    frames: tuple[f.Frame, ...] = (),
    **more: Any,
) -> Position:
    """A position with ``tokens`` (seat, unit, cell, how many), numbered from 1. ``seats``: letter -> faction."""
    factions = seats or {"a": "orcs", "b": "elves"}
    resolved = book().resolve({} if options is None else options)
    placed: dict[int, Token] = {}
    for seat, unit, cell, count in tokens:
        for _ in range(count):
            placed[len(placed) + 1] = Token(len(placed) + 1, unit, Seat(seat), cell)
    position = Position(
        game="open_wars",
        rules_version="1",
        scenario=scenario,
        options=resolved,
        tables={},
        map=tuple(tuple(row) for row in rows),
        seats={
            Seat(seat): SeatState(Seat(seat), (sides or {}).get(seat, seat), faction, "A1", gold, mana)
            for seat, faction in factions.items()
        },
        tokens=placed,
        phase=phase,
        turn=turn,
        order=tuple(Seat(seat) for seat in (order or "".join(factions))),
        next_token=len(placed) + 1,
        frames=frames,
    )
    return replace(position, **more) if more else position


class Game:
    """A position being played: ``do`` plays an act with given dice and keeps what happened."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []

    @property
    def field(self) -> Field:
        return Field.of(self.position, rules_of(self.position))

    @property
    def moment(self) -> acts.Moment:
        return acts.Moment(rules_of(self.position), self.position, self.field)

    @property
    def asked(self) -> str:
        """The letters of the seats that are waited for."""
        return "".join(waiting_for(self.position))

    @property
    def ask(self) -> f.Prompt:
        """What is asked."""
        asked = self.position.frames[-1].ask
        assert asked is not None
        return asked

    def run(self, *dice: int) -> Game:
        """Goes on until somebody must decide."""
        story = Story(rules_of(self.position), self.position, thrown := GivenDice(dice))
        leaving.settle(story)
        self._keep(story.finish(), thrown)
        return self

    def check(self, seat: str, action: Action) -> Refusal | None:
        return acts.check(self.moment, Seat(seat), action)

    def refused(self, seat: str, action: Action) -> str | None:
        """The id of the rule that refuses an act, ``None`` if it is accepted."""
        refusal = self.check(seat, action)
        return None if refusal is None else str(refusal.rule)

    def do(self, seat: str, action: Action, *dice: int) -> Game:
        """Plays an act; all dice given must be rolled."""
        thrown = GivenDice(dice)
        self._keep(acts.apply(self.moment, Seat(seat), action, self.check(seat, action), thrown), thrown)
        return self

    def somehow(self, seat: str, action: Action) -> Game:
        """Plays an act whose dice do not matter."""
        thrown = StreamDice(bytes(32), str(len(self.events)))
        return self._go_on(acts.apply(self.moment, Seat(seat), action, self.check(seat, action), thrown))

    def _keep(self, step: Step, thrown: GivenDice) -> None:
        assert thrown.left_over == 0, f"{thrown.left_over} dice were not rolled"
        self._go_on(step)

    def _go_on(self, step: Step) -> Game:
        self.position, self.events = step.state, list(step.events)
        return self

    def happened(self, kind: type[Event]) -> list[Any]:
        """The events of a kind that followed from the last act."""
        return [event for event in self.events if isinstance(event, kind)]

    def count(self, seat: str, unit: str, cell: str) -> int:
        """How many tokens of a unit are there."""
        return len(self.field.unit(UnitRef(cell, Seat(seat), unit)))


def when_acts(game: Game, seat: str, unit: str, cell: str = "B2") -> Game:
    """Everybody passes and holds until a unit is to act."""
    while True:
        top = game.position.frames[-1]
        if isinstance(top, f.WindowFrame):
            game.somehow(game.asked, a.Pass())
        elif top.ask is not None and top.ask.kind == "choose_unit":
            wanted = [ref.unit for ref in top.ask.units if ref.unit == unit] or [top.ask.units[0].unit]
            game.somehow(game.asked, a.ChooseUnit(wanted[0]))
        elif top.ask is not None and top.ask.unit == UnitRef(cell, Seat(seat), unit):
            return game
        else:
            game.somehow(game.asked, a.Hold())


def moving(position: Position, seat: str = "a", rest: str = "") -> Game:
    """A seat's movement turn; those of ``rest`` follow."""
    frames = (f.TurnFrame("movement_turns", tuple(Seat(s) for s in rest)), f.MovementFrame(Seat(seat)))
    return Game(replace(position, phase="movement", movement=Seat(seat), frames=frames))


def fighting(position: Position, step: str = "melee") -> Game:
    """The Combat phase begins with one of its steps, and goes on until somebody must decide."""
    turn_frame = f.TurnFrame("ranged" if step == "ranged" else "melee")
    combat = Combat("ranged" if step == "ranged" else "melee")
    return Game(replace(position, phase="combat", combat=combat, frames=(turn_frame,)))


def leaping() -> Game:
    """A druid has cast Puma's Leap on an ally's unit, and is asked for the target of its bonus attack."""
    position = a_position(
        [
            ("a", "amazons.druid", "A1", 1),
            ("d", "amazons.warlike", "A1", 1),
            ("b", "orcs.axer", "B1", 1),
            ("c", "elves.warrior", "B1", 1),
        ],
        seats={"a": "amazons", "b": "orcs", "c": "elves", "d": "amazons"},
        sides={"a": "x", "b": "b", "c": "c", "d": "x"},
        mana=4,
        options={"duplicate_factions": True},
    )
    target = Target(cell="A1", seat=Seat("d"), unit="amazons.warlike", path=("B1",))
    return moving(position).do("a", a.Cast(1, "pumas_leap", target))


def at(cell: str, seat: str, unit: str, path: tuple[str, ...] | None = None) -> Target:
    """A unit as the target of a spell."""
    return Target(cell=cell, seat=Seat(seat), unit=unit, path=path)


def mark(number: int, code: str, *tokens: TokenId, source: str = "spell", **more: object) -> Effect:
    """A lasting effect on tokens."""
    effect = Effect(number, "card" if source == "card" else "spell", code, "turn", tokens, seat=Seat("a"), cell="A1")
    return replace(effect, **more)


def with_effects(position: Position, *effects: Effect) -> Position:
    """The same position with these effects and no others."""
    return replace(position, effects=effects, next_effect=len(effects) + 1)


def rich(position: Position, **mana: int) -> Position:
    """The same position with so much mana, nobody else with any."""
    seats = {seat: replace(state, mana=mana.get(seat, 0)) for seat, state in position.seats.items()}
    return replace(position, seats=seats)
