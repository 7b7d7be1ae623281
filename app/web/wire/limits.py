"""How often somebody may ask, and how much they may keep open: by their address and by their link, whichever ends first.

Each server process counts for itself: with several of them, an asker may reach as many times these figures.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from app.rooms.pace.turns import Who
from app.rooms.values.errors import TooFast

_MOST_BUCKETS: Final = 50_000
_CLOSE_ONE_S: Final = 10
"""What somebody with too much open is told to wait: when something is closed is their own decision."""


class Kind(StrEnum):
    """What is counted."""

    ROOMS = "rooms"
    IMPORTS = "imports"
    IMPORTED_BYTES = "imported_bytes"
    EXPORTS = "exports"
    REPLAYS = "replays"
    LINKS = "links"
    READS = "reads"
    ACTIONS = "actions"
    MESSAGES = "messages"
    QUESTIONS = "questions"
    THOUGHT = "thought"
    RULES = "rules"
    SOCKETS = "sockets"
    POINTERS = "pointers"
    LINES = "lines"
    GUESSES = "guesses"


class Allowance(msgspec.Struct, frozen=True):
    """``burst`` requests (or whatever else the kind counts: bytes, seconds) at once, ``per_minute`` in the long run, ``open`` at
    the same time (``None``: nothing stays open)."""

    burst: int
    per_minute: int
    open: int | None = None


class Limit(msgspec.Struct, frozen=True):
    """What may be done from one address and with one link; ``None`` where it is not counted so."""

    about: str
    address: Allowance | None = None
    link: Allowance | None = None

    def figures(self) -> Iterator[tuple[str, Allowance]]:
        """By what it is counted, and how much of it is allowed."""
        yield from ((by, figure) for by, figure in (("address", self.address), ("link", self.link)) if figure)


DEFAULT: Final[Mapping[Kind, Limit]] = {
    Kind.ROOMS: Limit("rooms made", address=Allowance(20, 10)),
    Kind.IMPORTS: Limit("exports made into rooms", address=Allowance(5, 5)),
    Kind.IMPORTED_BYTES: Limit("bytes of these exports: 64 MB a day", address=Allowance(32_000_000, 44_445)),
    Kind.EXPORTS: Limit("exports", address=Allowance(40, 60), link=Allowance(10, 20)),
    Kind.REPLAYS: Limit("pages of a replay", address=Allowance(240, 1800), link=Allowance(120, 900)),
    Kind.LINKS: Limit("links taken, made anew", address=Allowance(60, 60)),
    Kind.READS: Limit(
        "rooms looked at: pages, positions, events", address=Allowance(1200, 6000), link=Allowance(240, 2400)
    ),
    Kind.ACTIONS: Limit(
        "actions, proposals, seats claimed, games begun and closed", Allowance(300, 3000), Allowance(60, 600)
    ),
    Kind.MESSAGES: Limit("chat", address=Allowance(50, 300), link=Allowance(10, 60)),
    Kind.QUESTIONS: Limit(
        "offers, previews, surveys, whole tables", address=Allowance(600, 6000), link=Allowance(120, 1200)
    ),
    Kind.THOUGHT: Limit(
        "seconds of a processor that offers, previews, surveys take", address=Allowance(120, 90), link=Allowance(60, 40)
    ),
    Kind.RULES: Limit("the rules service", address=Allowance(120, 1200)),
    Kind.SOCKETS: Limit("sockets and streams", address=Allowance(60, 120, open=200), link=Allowance(30, 60, open=30)),
    Kind.POINTERS: Limit("pointers and rulers shown", address=Allowance(300, 6000), link=Allowance(60, 1200)),
    Kind.LINES: Limit("lines of any kind: requests, sockets, streams, silent ones", Allowance(3000, 18000, open=300)),
    Kind.GUESSES: Limit("secrets shown that open nothing", address=Allowance(30, 20)),
}
"""An address may be a whole family's; one link has what its holder needs; fifty links at one address share that address's."""


class Asker(msgspec.Struct, frozen=True):
    """Who is counted: an address, and the seat whose link they hold (``None`` for whoever has shown none)."""

    address: str
    link: str | None = None


class Limits:
    """Counts what one process is asked; ``limits`` empty counts nothing."""

    def __init__(self, limits: Mapping[Kind, Limit], clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._buckets: defaultdict[Kind, OrderedDict[_Who, tuple[float, float]]] = defaultdict(OrderedDict)
        self._open: Counter[_Who] = Counter()

    @classmethod
    def named(cls, name: str) -> Limits:
        """The limits of the setting ``LIMITS``: ``default`` or ``off``."""
        return cls({} if name == "off" else DEFAULT)

    def take(self, kind: Kind, asker: Asker, amount: int = 1) -> None:
        """Counts one request, or ``amount`` of whatever the kind counts; raises ``TooFast`` with the wait until the next is
        allowed, and then counts nothing. What is more than was left is waited for by the next one."""
        now = self._clock()
        counted = list(self._counted(kind, asker))
        left = [self._left(who, figure, now) for who, figure in counted]
        waits = [(1 - had) * 60 / figure.per_minute for had, (_, figure) in zip(left, counted, strict=True) if had < 1]
        if waits:
            raise TooFast(math.ceil(max(waits)))
        self._fill(kind, ((who, had - amount, now) for had, (who, _) in zip(left, counted, strict=True)))

    def payer(self, asker: Asker) -> Thoughts:
        """Who pays for what the rules are asked for that asker."""
        return Thoughts(self, asker)

    def afford(self, kind: Kind, asker: Asker) -> None:
        """Counts nothing; raises ``TooFast`` with the wait for somebody who has used up, or more than, what there was."""
        now = self._clock()
        left = [(self._left(who, figure, now), figure) for who, figure in self._counted(kind, asker)]
        waits = [max(1, math.ceil(-had * 60 / figure.per_minute)) for had, figure in left if had <= 0]
        if waits:
            raise TooFast(max(waits))

    def pay(self, kind: Kind, asker: Asker, amount: float) -> None:
        """Counts what is known only afterwards; whoever has less than that is in debt."""
        now = self._clock()
        counted = list(self._counted(kind, asker))
        self._fill(kind, [(who, self._left(who, figure, now) - amount, now) for who, figure in counted])

    def _fill(self, kind: Kind, filled: Iterable[tuple[_Who, float, float]]) -> None:
        buckets = self._buckets[kind]
        for who, left, now in filled:
            buckets[who] = (left, now)
            buckets.move_to_end(who)
        while len(buckets) > _MOST_BUCKETS:
            buckets.popitem(last=False)

    def hold(self, kind: Kind, asker: Asker) -> Held:
        """Counts one request for something that stays open until it is let go; raises ``TooFast``."""
        counted = list(self._counted(kind, asker))
        if any(figure.open is not None and self._open[who] >= figure.open for who, figure in counted):
            raise TooFast(_CLOSE_ONE_S)
        self.take(kind, asker)
        return Held(self._open, [who for who, _ in counted])

    def a_day(self, kind: Kind) -> int | None:
        """How much one address is allowed in a day in the long run; ``None`` where it is not counted."""
        limit = self._limits.get(kind)
        return None if limit is None or limit.address is None else limit.address.per_minute * 24 * 60

    def _counted(self, kind: Kind, asker: Asker) -> Iterator[tuple[_Who, Allowance]]:
        limit = self._limits.get(kind)
        if limit is None:
            return
        if limit.address is not None:
            yield (kind, "address", asker.address), limit.address
        if limit.link is not None and asker.link is not None:
            yield (kind, "link", asker.link), limit.link

    def _left(self, who: _Who, figure: Allowance, now: float) -> float:
        """How many requests are left at this moment; whoever was forgotten has rested long enough."""
        had, since = self._buckets[who[0]].get(who, (float(figure.burst), now))
        return min(figure.burst, had + (now - since) * figure.per_minute / 60)


_Who = tuple[Kind, str, str]


class Thoughts:
    """An asker who pays for the time that their questions take, once they are answered."""

    def __init__(self, limits: Limits, asker: Asker) -> None:
        self._limits = limits
        self._asker = asker
        self.who: Final = Who(asker.address, asker.link or "")

    def afford(self) -> None:
        """Raises ``TooFast`` for somebody in debt."""
        self._limits.afford(Kind.THOUGHT, self._asker)

    def pay(self, seconds: float) -> None:
        """Takes what a question took, in seconds of a processor."""
        self._limits.pay(Kind.THOUGHT, self._asker, seconds)


class Held:
    """Something open that counts until it is let go, or until its ``with`` ends."""

    def __init__(self, open_now: Counter[_Who], held: list[_Who]) -> None:
        self._open = open_now
        self._held = held
        self._open.update(held)

    def __enter__(self) -> None:
        """It counts already."""

    def __exit__(self, *problem: object) -> None:
        self.let_go()

    def let_go(self) -> None:
        """Counts no longer; a second time does nothing."""
        self._open.subtract(self._held)
        for who in self._held:
            if self._open[who] <= 0:
                del self._open[who]
        self._held = []
