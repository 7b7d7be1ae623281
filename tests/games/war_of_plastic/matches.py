"""Games driven for tests: opened from a scenario or put together from a few units, and played with scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from app.engine import play
from app.engine.offers import Offer
from app.engine.refusal import Refusal
from app.engine.system import Setup
from app.engine.types import Action, Event, Seat, UnitId
from app.systems.war_of_plastic.book.state import (
    ArmyState,
    Board,
    Objective,
    Objectives,
    Phase,
    Piece,
    Position,
    Unit,
    WeaponToken,
)
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.system import WarOfPlastic
from tests.support.dice import ScriptedDice
from tests.support.random_play import registry

Kind = TypeVar("Kind", bound=Event)

DESTROY_ALL = Objectives("any", (Objective("destroy_all"),))
QUIET = {"stall_draw_rounds": 0, "empty_table_limit": 0}
"""Options under which nothing ends by itself."""


@lru_cache(maxsize=1)
def game() -> WarOfPlastic:
    """The game as the registry finds it."""
    found = registry()["war_of_plastic"]
    assert isinstance(found, WarOfPlastic)
    return found


class Match:
    """A game under way: acts are played on it one after the other."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def does(self, seat: str, action: Action, *dice: int) -> tuple[Event, ...]:
        """Plays an act that must be accepted and must roll exactly these dice; what happened."""
        with ScriptedDice(*dice) as given:
            step = play.step(game(), self.position, Seat(seat), action, given)
        assert isinstance(step, play.Step), f"{action} was refused: {step}"
        assert all(not game().problems(before) for before in step.befores)
        self.position = step.state
        assert list(game().problems(self.position)) == []
        return step.events

    def refuses(self, seat: str, action: Action) -> str | None:
        """The rule that refuses an act, ``None`` if it is accepted."""
        refusal = game().check(self.position, Seat(seat), action)
        assert refusal is None or isinstance(refusal, Refusal)
        return None if refusal is None else str(refusal.rule)

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.position.units[UnitId(name)]

    def place(self, name: str) -> tuple[int | None, int | None, int]:
        """Where a unit is now."""
        unit = self.unit(name)
        return (unit.x_mm, unit.y_mm, unit.level)

    @property
    def to_act(self) -> tuple[str, ...]:
        """Whom the game waits for."""
        return tuple(str(seat) for seat in game().to_act(self.position))

    def offers(self, seat: str, unit: str | None = None) -> list[Offer]:
        """What is offered to a seat."""
        return list(game().offers(self.position, Seat(seat), None if unit is None else UnitId(unit)))

    def offered(self, seat: str, unit: str | None = None) -> list[str]:
        """The types of act offered to a seat, in their order."""
        return [offer.type for offer in self.offers(seat, unit)]


def opened(scenario: str = "garden_skirmish", *, seats: int | Iterable[Mapping[str, Any]] = 2, **options: Any) -> Match:
    """A game of a scenario as it begins."""
    places = tuple({} for _ in range(seats)) if isinstance(seats, int) else tuple(seats)
    with ScriptedDice() as dice:
        return Match(play.start(game(), Setup(scenario, places, options), dice).state)


def turn_of_a(
    *things: Unit | Piece | WeaponToken,
    seats: int = 2,
    size: tuple[int, int] = (1200, 800),
    objectives: Mapping[str, Objectives] | None = None,
    **options: Any,
) -> Match:
    """Army A's first turn, deployed from the south against B in the north, with these units, pieces and tokens."""
    units = [thing for thing in things if isinstance(thing, Unit)]
    letters = "abcdefg"[:seats]
    aims = {"A": DESTROY_ALL, "B": DESTROY_ALL, **(objectives or {})}
    position = Position(
        game="war_of_plastic",
        rules_version="1.0",
        scenario="garden_skirmish",
        options=game().book.resolve(QUIET, options),
        tables={},
        board=Board(*size, tuple(thing for thing in things if isinstance(thing, Piece))),
        armies={
            "A": ArmyState(tuple(map(Seat, letters[::2])), Seat("a"), aims["A"], "south", turn_number=1),
            "B": ArmyState(tuple(map(Seat, letters[1::2])), Seat("b"), aims["B"], "north"),
        },
        units={unit.id: unit for unit in units},
        phase=Phase.TURN,
        tokens=tuple(thing for thing in things if isinstance(thing, WeaponToken)),
        tokens_made=sum(isinstance(thing, WeaponToken) for thing in things),
        edges_fixed=True,
        round=1,
        first_army="A",
        army_to_act="A",
    )
    assert list(game().problems(position)) == []
    return Match(position)


def kept_in_reserve(unit: Unit, **changes: Any) -> Unit:
    """A unit of the reserve."""
    return msgspec.structs.replace(unit, status="reserve", x_mm=None, y_mm=None, **changes)


def handled_by(unit: Unit, seat: str) -> Unit:
    """A unit that belongs to a seat."""
    return msgspec.structs.replace(unit, owner=Seat(seat), handler=Seat(seat))


def changed(match: Match, name: str, **changes: Any) -> Match:
    """The same game with a unit in another state."""
    unit = msgspec.structs.replace(match.unit(name), **changes)
    return Match(msgspec.structs.replace(match.position, units={**match.position.units, unit.id: unit}))


def next_turn(match: Match) -> None:
    """Both captains end a turn, so that the army to act is at its next one."""
    for _ in range(2):
        match.does("a" if match.position.army_to_act == "A" else "b", a.EndTurn())


def of_kind(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def names(events: Iterable[Event]) -> list[str]:
    """What happened, by name."""
    return [str(event.__struct_config__.tag) for event in events]
