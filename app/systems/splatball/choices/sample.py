"""One legal action at random, cheaply: for random play and bots. Nothing here decides; every guess goes before the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from app.boards import squares
from app.boards.squares import FACINGS
from app.engine.refusal import Refusal
from app.engine.system import Picker
from app.engine.types import Action, Seat
from app.systems.splatball.choices import sample_muster
from app.systems.splatball.choices.answers import advances, benefit_uses, passengers_placed, retreats
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.march.moves import judge_move
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.state import Unit
from app.systems.splatball.turn.machine import asked, step_of

Guesses = Iterator[Action]
"""Actions that may be legal, the first to be tried first."""

LONGEST: Final = 6
SOME_UNITS: Final = 3
SELDOM: Final = 12
"""One time in so many a guess is made that wanders off: leaving the board, standing still."""

Thing = TypeVar("Thing")


def sample(moment: Moment, seat: Seat, pick: Picker, is_legal: Callable[[Action], bool]) -> Action | None:
    """A legal action, in the word of the judge ``is_legal``, of a seat that is asked; ``None`` for all others."""
    if seat not in asked(moment.position):
        return None
    guesses = _GUESSES.get(step_of(moment.position), sample_muster.guesses)
    return next((action for action in guesses(moment, seat, pick) if is_legal(action)), None)


def shuffled(things: Sequence[Thing], pick: Picker, most: int | None = None) -> Iterator[Thing]:
    """Some of these in any order."""
    left = list(things)
    for _ in range(len(left) if most is None else min(most, len(left))):
        number = pick(len(left))
        yield left[number]
        left[number] = left[-1]
        left.pop()


def _own(moment: Moment, seat: Seat) -> list[Unit]:
    return [unit for unit in moment.position.units.values() if unit.seat == seat]


def _activate(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    own = _own(moment, seat)
    if pick(4):
        yield a.Activate(tuple(unit.id for unit in own))
    yield a.Activate(tuple(unit.id for unit in own if pick(2)))


def _move(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    ready = [unit for unit in _own(moment, seat) if unit.activated and not unit.has_moved and unit.at is not None]
    for unit in shuffled(ready, pick, SOME_UNITS):
        yield from _moves_of(moment, unit, pick)
    if pick(2):
        yield a.EndMovement()
    yield from _attack(moment, seat, pick)
    yield a.EndTurn()


def _moves_of(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    """A walk at random, as far as it gets; now and then a turn, going aboard, getting off, leaving."""
    field, at = moment.field, unit.at
    assert at is not None
    riders = field.passengers(unit.id)
    if riders and pick(2):
        beside = squares.neighbours(at)
        yield a.Move(unit.id, unload=(a.Unload(riders[pick(len(riders))].id, beside[pick(len(beside))]),))
    if pick(SELDOM) == 0:
        yield a.Move(unit.id, facing=FACINGS[pick(len(FACINGS))])
        yield a.Move(unit.id, exit=True)
    path, way = [], at
    for _ in range(1 + pick(LONGEST)):
        way = squares.step(way, FACINGS[pick(len(FACINGS))])
        path.append(way)
    vehicles = [each.id for each in _own(moment, unit.seat) if not field.kind(each).is_foot and each.at is not None]
    if vehicles and pick(SELDOM) == 0:
        yield a.Move(unit.id, embark=vehicles[pick(len(vehicles))])
    verdict = judge_move(field, a.Move(unit.id, tuple(path)))
    if isinstance(verdict, Refusal):
        step = verdict.facts.get("at_step")
        path = path[: step - 1] if isinstance(step, int) else []
    if path:
        yield a.Move(unit.id, tuple(path))


def _attack(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    field = moment.field
    ready = [unit for unit in _own(moment, seat) if unit.activated and not unit.attacked and unit.at is not None]
    enemies = list(field.enemies_of(seat))
    for unit in shuffled(ready, pick):
        for enemy in shuffled(enemies, pick, SOME_UNITS):
            yield a.Attack(unit.id, enemy.id)


def _fight(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
    yield from _attack(moment, seat, pick)
    yield a.EndTurn()


def _any_of(found: Callable[[Moment, Seat], Sequence[Action]]) -> Callable[[Moment, Seat, Picker], Guesses]:
    def guesses(moment: Moment, seat: Seat, pick: Picker) -> Guesses:
        return shuffled(found(moment, seat), pick)

    return guesses


_GUESSES: Final[Mapping[str, Callable[[Moment, Seat, Picker], Guesses]]] = MappingProxyType(
    {
        "activate": _activate,
        "move": _move,
        "fight": _fight,
        "retreat": _any_of(retreats),
        "advance": _any_of(advances),
        "passengers": _any_of(passengers_placed),
        "benefit": _any_of(benefit_uses),
    }
)
