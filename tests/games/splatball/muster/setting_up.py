"""Games that are being set up: a position before the first act, and acts played with given dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.dice import GivenDice
from app.engine.refusal import Refusal
from app.engine.types import SEATS, Action, Event, Seat
from app.systems.splatball.book.kinds import Edge
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.muster import course
from app.systems.splatball.muster.defaults import default_act
from app.systems.splatball.park.field import Field
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events as e
from app.systems.splatball.position.state import BoardState, Piece, Position, SeatState
from app.systems.splatball.score.story import Story
from tests.games.splatball.table import book, piece

A, B, C, D = SEATS[:4]
SPREAD = tuple((x, y) for y in (5, 7, 9, 11) for x in (1, 3, 5, 7, 9))
"""Squares in no zone of a board of 12 x 18, none of which touches another."""


def trees(count: int = 12) -> tuple[Piece, ...]:
    """So many trees, apart from one another and from the zones at north and south."""
    return tuple(piece(f"p{number}", "tree", at) for number, at in enumerate(SPREAD[:count], start=1))


def before(
    players: int = 2,
    *,
    pieces: Sequence[Piece] = (),
    to_lay: Mapping[str, int] | None = None,
    edges: tuple[Edge, ...] = ("N", "S"),
    size: tuple[int, int] = (12, 18),
    given: Sequence[Edge | None] = (),
    starts: Seat | None = A,
    roads: Sequence[tuple[int, int]] = (),
    scenario: str = "own_park",
    **options: Any,
) -> Position:
    """A position before the first act: with free deployment, ``given`` edges that seats have from the start."""
    resolved = book().resolve({}, options)
    seats = SEATS[:players]
    own = (*given, *(None for _ in seats))
    return Position(
        scenario=scenario,
        options=resolved,
        tables={},
        round=0,
        phase="army",
        step="army",
        active=None,
        starting_seat=starts,
        order=() if starts is None else (*seats[seats.index(starts) :], *seats[: seats.index(starts)]),
        board=BoardState(*size, edges=edges, roads=tuple(roads)),
        pieces={each.id: each for each in pieces},
        seats={
            seat: SeatState(seat, own[number], to_lay=("hq", "ammo"), markers_left=resolved["camo_markers"])
            for number, seat in enumerate(seats)
        },
        points=dict.fromkeys(seats, 0),
        units={},
        to_lay=to_lay or {},
    )


class SetUp:
    """A set-up being played; ``is_over`` once round 1 would begin."""

    def __init__(self, position: Position, *dice: int) -> None:
        self.position = position
        self.events: list[Event] = []
        self.is_over = False
        self._go(lambda story: course.begin(story), dice)

    @property
    def rules(self) -> Rules:
        return book().rules(self.position.options, self.position.tables)

    @property
    def field(self) -> Field:
        return Field.of(self.position, self.rules)

    @property
    def asked(self) -> tuple[str, Seat | None]:
        """The step, and whose place it is; once the set-up is over, none and nobody's."""
        return ("", None) if self.is_over else self.position.step, self.position.active

    def check(self, seat: Seat, action: Action) -> object:
        """The rule that refuses an act, ``None`` for a legal one."""
        verdict = self._verdict(seat, action)
        return verdict.rule if isinstance(verdict, Refusal) else None

    def _verdict(self, seat: Seat, action: Action) -> object:
        judge, _ = course.ACTS[type(action)]
        return judge(Moment.of(self.position, self.rules), seat, action)

    def do(self, seat: Seat, action: Action, *dice: int) -> SetUp:
        """A legal act."""
        verdict = self._verdict(seat, action)
        assert not isinstance(verdict, Refusal), verdict
        self._go(lambda story: course.ACTS[type(action)][1](story, seat, action, verdict), dice)
        return self

    def resign(self, seat: Seat) -> SetUp:
        """A seat gives up."""
        self._go(lambda story: story.add(e.SeatResigned(seat)), ())
        return self

    def _go(self, act: Any, dice: tuple[int, ...]) -> None:
        thrown = GivenDice(dice)
        story = Story(self.rules, self.position, thrown)
        act(story)
        assert not self.is_over
        self.is_over = course.go_on(story)
        assert not thrown.left_over
        self.position = story.position
        self.events += story.events

    def by_default(self, *, until: str = "") -> SetUp:
        """Everything by default, until a step is reached or the set-up is over."""
        while not self.is_over and self.position.step != until:
            self.one_by_default()
        return self

    def one_by_default(self) -> None:
        """One act by default."""
        seat = self.position.active
        if seat is None:
            seat = next(name for name, state in self.position.seats.items() if not state.handed_in)
        action = default_act(self.field, self.position, seat)
        assert action is not None
        self.do(seat, action)

    def armies(self, *kinds: str) -> SetUp:
        """Every seat hands in the same list."""
        for seat in self.position.seats:
            self.do(seat, a.SubmitArmy(tuple(kinds)))  # type: ignore[arg-type]
        return self

    def told(self, *kinds: type[Event]) -> list[Event]:
        """What has happened, of these kinds."""
        return [event for event in self.events if isinstance(event, kinds)]
