"""A story folds each event once, as it happens."""

from __future__ import annotations

import pytest

from app.engine.dice import GivenDice
from app.engine.story import Resolving, Step, Story, evolving, folded
from app.engine.types import Event


class Added(Event, frozen=True, tag="added"):
    amount: int


class Opened(Event, frozen=True, tag="opened"):
    position: int


class Told(Event, frozen=True, tag="told"):
    pass


class Adding:
    """A state that is a sum, and how often anything was folded."""

    def __init__(self) -> None:
        self.folds = 0

    def evolve(self, state: int | None, event: Added) -> int:
        self.folds += 1
        return (state or 0) + event.amount


def test_what_follows_sees_what_happened_and_nothing_is_folded_twice() -> None:
    sums, dice = Adding(), GivenDice([4])
    story = Story(sums.evolve, 10, dice)

    story.add(Added(story.roll("first")))
    story.add(Added(story.state))
    step = story.step()

    assert step.events == (Added(4), Added(14))
    assert step.befores == (10, 14)
    assert step.state == 28
    assert [roll.value for roll in step.rolls] == [4]
    assert sums.folds == 2


def test_a_story_in_which_nothing_happens_stays_where_it_is() -> None:
    assert Story(Adding().evolve, 3, GivenDice([])).step() == Step((), (), 3, ())


def test_events_that_are_known_make_a_step_and_a_game_has_one_before_the_first() -> None:
    sums = Adding()

    opened = folded(sums.evolve, None, [Added(1), Added(2)], GivenDice([]))

    assert (opened.state, opened.befores, sums.folds) == (3, (None, 1), 2)


def test_a_step_opened_by_an_event_begins_with_it() -> None:
    later = folded(Adding().evolve, 5, [Added(1)], GivenDice([]))

    first = later.opened_by(Added(5))

    assert first.events == (Added(5), Added(1))
    assert first.befores == (None, 5)
    assert first.state == 6


def test_a_position_opens_with_the_first_event_and_goes_on_by_the_type_of_each() -> None:
    evolve = evolving(Opened, {Added: lambda state, event: state + event.amount})

    assert folded(evolve, None, [Opened(5), Added(2), Told(), Added(1)], GivenDice([])).state == 8
    with pytest.raises(ValueError, match="expected opened as the first event, found Added"):
        evolve(None, Added(2))


class Asked(Event, frozen=True, tag="asked"):
    """Who is asked, as fields of a ``Table``."""

    active: str
    frames: tuple[str, ...] = ()


class Table(Asked, frozen=True):
    """A state: who is asked, and how much was added."""

    amount: int = 0


class Asking(Resolving[Table]):
    flow_type = Asked

    def __init__(self, state: Table) -> None:
        super().__init__(evolving(Opened, {Asked: _asked, Added: _added}), state, GivenDice([]))


def _asked(state: Table, event: Asked) -> Table:
    return Table(event.active, event.frames, state.amount)


def _added(state: Table, event: Added) -> Table:
    return Table(state.active, state.frames, state.amount + event.amount)


def test_who_is_asked_is_one_event_until_something_else_happens() -> None:
    begin = Table("a")
    story = Asking(begin)

    story.push("one")
    story.push("two")
    story.flow(active="b")
    story.add(Added(3))
    story.pop()
    step = story.step()

    assert step.events == (Asked("b", ("one", "two")), Added(3), Asked("b", ("one",)))
    assert step.befores == (begin, Table("b", ("one", "two")), Table("b", ("one", "two"), 3))
    assert step.state == Table("b", ("one",), 3)


def test_who_is_asked_as_before_is_no_event() -> None:
    story = Asking(begin := Table("a", ("one",)))

    story.push("two")
    story.change("three")
    story.pop()
    story.flow(active="a")

    assert story.step() == Step((), (), begin, ())
    assert story.state is begin
