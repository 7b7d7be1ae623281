"""What is remembered of positions: answers, each kept with the very objects it was worked out from and with nothing else.

A game is a pure function of what it is given. What it remembers, it remembers here: ``Kept`` hands a function just the
objects that its answer is kept with, so that there is nothing else the answer could depend on. Nobody keeps an answer by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar

from app.engine.refusal import Refusal
from app.engine.types import Action, Seat

P = ParamSpec("P")
Answer = TypeVar("Answer")
Read = TypeVar("Read")
Key = int | tuple[int, ...]
"""What objects are known again by: one by its number, several by theirs."""


class Kept(Generic[P, Answer]):
    """A pure function with the answers it gave last, at most ``most`` of them.

    An answer is given again for the very same objects (compared by identity, so they must never change); as long as it is
    kept they are held, so that no other object can take the place of one of them. Any thread may ask.
    """

    __slots__ = ("_found", "_most", "_work")

    def __init__(self, work: Callable[P, Answer], most: int = 1) -> None:
        self._work: Final = work
        self._most: Final = most
        self._found: dict[Key, tuple[tuple[object, ...], Answer]] = {}

    if TYPE_CHECKING:  # nothing is given by name: an answer is kept with what it is given in its place

        def __call__(self, *of: P.args, **no: P.kwargs) -> Answer:
            """The answer for these objects."""

    else:

        def __call__(self, *of):
            """The answer for these objects."""
            key = id(of[0]) if len(of) == 1 else tuple(map(id, of))
            found = self._found.get(key)
            return self._keep(key, self._work(*of), of) if found is None else found[1]

    def by(self, shorter: Callable[[], Answer], *of: object) -> Answer:
        """The answer for these objects, where it is not known by a ``shorter`` way, which must come to the same."""
        key: Key = id(of[0]) if len(of) == 1 else tuple(map(id, of))
        found = self._found.get(key)
        return self._keep(key, shorter(), of) if found is None else found[1]

    def _keep(self, key: Key, answer: Answer, of: tuple[object, ...]) -> Answer:
        if len(self._found) >= self._most:
            self._found.clear()
        self._found[key] = (of, answer)
        return answer


class Same:
    """Answers the value it was given last where it is given an equal one, so that equal values are the very same object."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: Any = None

    def __call__(self, value: Answer) -> Answer:
        """An object equal to ``value``."""
        last: Answer = self._last  # looked at once: another thread may be given another value meanwhile
        if value == last:
            return last
        self._last = value
        return value


class Judging(Generic[Read]):
    """A game's judge, with what its rules ``read`` of the position asked about last, and the last verdict on it.

    What is checked is mostly applied next, and what is offered is checked: both ask for the same reading, and the act that
    is applied for the same verdict.
    """

    __slots__ = ("read", "verdict")

    def __init__(self, read: Callable[[Any], Read], judge: Callable[[Read, Seat, Action], object]) -> None:
        def verdict(position: Any, seat: Seat, action: Action) -> object:
            return judge(self.read(position), seat, action)

        self.read: Final = Kept(read)
        """What the rules read of a position."""
        self.verdict: Final = Kept(verdict)
        """What the judge says of an act at a position: a ``Refusal``, or whatever else a legal one is judged to be."""

    def check(self, position: Any, seat: Seat, action: Action) -> Refusal | None:
        """The first rule that refuses an act, ``None`` for a legal one."""
        verdict = self.verdict(position, seat, action)
        return verdict if isinstance(verdict, Refusal) else None
