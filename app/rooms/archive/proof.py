"""The proof that the dice of an exported game were fair: every die is rolled again from the secret that was committed to.

``static/verify_dice.py`` is the same proof in the same words, written for somebody who trusts nothing here; ``retrace.py``
also asks the rules. What neither can know is listed with every verdict (``unproved.py``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from app.engine.dice import Roll, act_label, commitment, draw
from app.engine.types import SEATS, Seat
from app.rooms.archive.export import BrokenExport, Export, Line
from app.rooms.archive.order import IMPORTED, Order
from app.rooms.archive.unproved import unproved
from app.rooms.room.projection import timestamp
from app.rooms.values.ports import is_campaign

_MOST_SIDES: Final = 1 << 32
_ENDS: Final = frozenset({"game_finished", "room_closed"})
_NAMES: Final = ("room", "game", "scenario", "rules_version", "rules_hash", "spectators")
_HEADER: Final = frozenset({"type", "format", *_NAMES, "options", "tables", "seats", "at", "viewer", "dice", "hash"})
_FOOTER: Final = frozenset({"type", "events", "finished", "dice", "hash"})
"""What the first line and the last one of every finished export say."""
_OF_THE_ROOM: Final = frozenset({"seat", "kind", "name", "strategy", "contribution"})
_TAKE_BACK: Final = "take_back"


class Rolled(Roll, frozen=True, forbid_unknown_fields=True):
    """A die as a file tells of it."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an export tells of an entry beside its events. With ``act`` its dice are to be verified."""

    version: int
    kind: str
    seat: Seat | None = None
    settled: bool = False
    place: int | None = None
    act: str | None = None
    rolls: tuple[Rolled, ...] | None = None


class Proof(msgspec.Struct, frozen=True):
    """What a finished export proves: ``dice`` (how many of how many sides) and ``acts`` by the secret that was ``committed``
    to; and, where the rules were at hand, that the game was played by them. ``is_imported``: another room began it."""

    committed: str
    dice: Mapping[int, int]
    acts: int
    last_hash: str
    is_imported: bool = False
    has_rules: bool = False

    @property
    def verdict(self) -> str:
        """The proof in one line."""
        dice = f"{sum(self.dice.values())} dice of {self.acts} acts"
        return f"verified: {dice} are those that the committed secret determines ({self.committed})"

    @property
    def lines(self) -> tuple[str, ...]:
        """The verdict, by which dice, what to compare, and what is not proved."""
        missing = unproved(has_rules=self.has_rules, is_imported=self.is_imported)
        sides = ", ".join(f"{count} of {sides} sides" for sides, count in sorted(self.dice.items()))
        told = (self.verdict, f"dice: {sides or 'none'}", f"last hash: {self.last_hash}")
        return (*told, "not proved:", *(f"- {text.en}" for text in missing))


class _Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: str


class _Commitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    commitment: str


class _Undone(msgspec.Struct, frozen=True):
    place: int
    kept: tuple[int, ...] = ()


class _Began(msgspec.Struct, frozen=True):
    seats: list[dict[str, Any]]  # objects of the game's own


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: dict[str, Any]  # an action of the game's own, or a set-up
    seat: str


def verify(export: Export) -> Proof:
    """Rolls every die again, without asking the rules.

    Raises ``BrokenExport`` when the secret is not the one that was committed to, when a die is not the one that fell, when
    an event shows another die, when an act stands at another place than its own, when dice or acts are said to be what they
    are not, when the result is another one, or when the game is not over, so that the secret is still one.
    """
    if export.footer.get("finished") is not True:
        raise BrokenExport("the game is not over: its secret is told when it is; until then nothing can be verified")
    walk = _Walk(export)
    for number, about, events in entries(export):
        walk.take_in(f"line {number}", about, events)
    return walk.proof()


def entries(export: Export) -> Iterator[tuple[int, About, Sequence[Line]]]:
    """The lines that belong together, each with the number of its first line and what the file says of the entry."""
    number, about, events = 2, None, list[Line]()
    for line_number, event in enumerate(export.events, 2):
        if "entry" in event:
            if about is not None:
                yield number, about, events
            number, events = line_number, []
            about = _part(event["entry"], About, f"line {number}: its entry")
        elif about is None:
            raise BrokenExport(f"line {line_number}: expected the first event of an entry, found one without any")
        events.append(event)
    if about is not None:
        yield number, about, events


def contributions_of(seats: Any) -> dict[str, str]:  # JSON of an unknown origin
    """What each seat mixed into the dice; seats without one are left out. Raises ``BrokenExport``."""
    found = _part(seats, list[dict[str, Any]], "the header's seats")
    return {str(seat["seat"]): str(seat["contribution"]) for seat in found if {"seat", "contribution"} <= seat.keys()}


def secret_of(export: Export) -> bytes:
    """The secret that the footer of a finished export tells; raises ``BrokenExport``."""
    try:
        return bytes.fromhex(_part(export.footer.get("dice"), _Secret, "the footer's dice").secret)
    except ValueError:
        raise BrokenExport("expected the secret in hex, found something else") from None


def dice_in(value: Any) -> Iterator[int]:  # JSON
    """The dice that events show, in the order they fell: every game names them ``die``, or ``dice`` for a list."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name in ("die", "dice"):
                yield from (each for each in (item if isinstance(item, Sequence) else [item]) if each is not None)
            elif name != "entry":
                yield from dice_in(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from dice_in(item)


def same(one: Any, other: Any) -> bool:  # JSON
    """Whether two values are written alike, but for the order of names: ``1``, ``1.0`` and ``true`` are not."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


class _Walk:
    """Goes through the entries in order: ``place`` is how many acts stand."""

    def __init__(self, export: Export) -> None:
        self._export = export
        _check_frame(export)
        self._committed = _part(export.header.get("dice"), _Commitment, "the header's dice").commitment
        self._secret = secret_of(export)
        if commitment(self._secret) != self._committed:
            raise BrokenExport("the secret at the end is not the one that was committed to at the start")
        self._contributions = contributions_of(export.header.get("seats"))
        seats = [seat.get("seat") for seat in export.header["seats"]]
        if export.header.get("viewer", "") is not None or seats != list(SEATS[: len(seats)]):
            raise BrokenExport("line 1: expected everybody's game and its seats in their order, found something else")
        self._order = Order(has_clock=export.header.get("clock") is not None)
        self._dice = Counter[int]()
        self._acts = self._place = self._version = self._imported = 0
        self._is_own = False
        self._result: Any = None

    def take_in(self, where: str, about: About, events: Sequence[Line]) -> None:
        """One entry. Raises ``BrokenExport`` for one that cannot stand there."""
        if about.version <= self._version:
            raise BrokenExport(f"{where}: its entry is out of its order")
        self._version = about.version
        if not all(event.get("at") == events[0].get("at") for event in events) or not _is_moment(events[0].get("at")):
            raise BrokenExport(f"{where}: does not say when it happened")
        self._check_words(where, events)
        self._order.take_in(where, about.kind, events, is_act=about.act is not None)
        if about.kind == IMPORTED:
            self._take_over(where, about)
        else:
            self._is_own = True
            if about.act is None:
                self._check_actless(where, about, events)
            else:
                self._roll_again(where, about, about.act)
            self._check_shown(where, about, events)
        for event in events:
            if event["type"] == "undone":
                self._take_back(where, event)
            elif event["type"] == "game_finished":
                self._result = event.get("result")

    def proof(self) -> Proof:
        """What was proved, once everything was taken in."""
        if self._order.status != "finished":
            raise BrokenExport("the last line says that the game is over, and no event does")
        if not same(self._export.footer.get("result"), self._result):
            raise BrokenExport("the result in the last line is not the one that the game ended with")
        last_hash = str(self._export.footer["hash"])
        return Proof(self._committed, dict(self._dice), self._acts, last_hash, bool(self._imported))

    def _check_words(self, where: str, events: Sequence[Line]) -> None:
        """That what is told of the dice in between is what the first line and the last one say."""
        secret = self._secret.hex()
        for event in events:
            kind = event["type"]
            if kind == "game_started" and not same(event.get("contributions"), self._contributions):
                raise BrokenExport(f"{where}: tells of another secret or contribution than the first and last line")
            mixed = event.get("contribution") if kind == "seat_claimed" else None
            if mixed and mixed != self._contributions.get(str(event.get("seat"))):
                raise BrokenExport(f"{where}: tells of another secret or contribution than the first and last line")
            told = (
                event.get("commitment") if kind == "room_opened" else event.get("secret") if kind in _ENDS else secret
            )
            if told not in (secret, self._committed) or (told == secret) == (kind == "room_opened"):
                raise BrokenExport(f"{where}: tells of another secret or contribution than the first and last line")

    def _take_over(self, where: str, about: About) -> None:
        if self._is_own or about.act is not None or about.rolls is not None or about.place != self._imported:
            raise BrokenExport(f"{where}: is said to come from another room, with acts, dice or a place of this one")
        self._imported += 1
        self._place = about.place

    def _check_actless(self, where: str, about: About, events: Sequence[Line]) -> None:
        if about.rolls is not None or about.place is not None or any(dice_in(events)):
            raise BrokenExport(f"{where}: shows dice, and no act that they were drawn by")
        self._place += about.kind == "corrected"  # values put right by consent count as an act

    def _roll_again(self, where: str, about: About, text: str) -> None:
        begins = about.kind == "game_started"
        if about.place != self._place:
            raise BrokenExport(f"{where}: expected the act at place {self._place}, found it at {about.place}")
        act = _act_in(where, text)
        if act.seat != ("" if begins else about.seat):
            raise BrokenExport(f"{where}: the act is another seat's")
        if begins:
            self._check_set_up(where, act.action)
        if about.rolls is None:
            raise BrokenExport(f"{where}: the act does not say which dice fell")
        label = act_label(self._contributions, self._place, text).encode()
        for counter, roll in enumerate(about.rolls):
            if not 2 <= roll.sides <= _MOST_SIDES:
                raise BrokenExport(f"{where}: expected a die of 2 to 2^32 sides, found {roll.sides}")
            rolled = draw(self._secret, label, counter, roll.sides)
            if rolled != roll.value:
                raise BrokenExport(
                    f"{where}: die {counter + 1} ({roll.purpose}): expected {rolled}, found {roll.value}"
                )
            self._dice[roll.sides] += 1
        self._acts += 1
        self._place += not begins

    def _check_set_up(self, where: str, began: Mapping[str, Any]) -> None:
        """The game began with what the header says."""
        header = self._export.header
        given = {name: header.get(name) for name in ("scenario", "options", "tables", "battle")}
        options = _part(header["options"], dict[str, Any], "the header's options")
        given["options"] = {name: value for name, value in options.items() if name != _TAKE_BACK}
        own = [_without_the_rooms(seat) for seat in header["seats"]]
        seats = _part(began, _Began, f"{where}: its set-up").seats
        its_own = {"battle": None, **began, "seats": [*map(_without_the_rooms, seats)]}
        if not same({**given, "seats": own}, its_own):
            raise BrokenExport(f"{where}: the game began otherwise than the header says")
        self._order.began(where, seats)

    def _check_shown(self, where: str, about: About, events: Sequence[Line]) -> None:
        shown, rolled = list(dice_in(events)), [roll.value for roll in about.rolls or ()]
        if not same(shown, rolled):
            raise BrokenExport(f"{where}: its events show the dice {shown}, rolled were {rolled}")

    def _take_back(self, where: str, event: Line) -> None:
        undone = _part(event, _Undone, f"{where}: its undo")
        after = range(1, self._place - undone.place)
        if not 0 <= undone.place < self._place or list(undone.kept) != [n for n in after if n in undone.kept]:
            raise BrokenExport(f"{where}: takes back what was never played")
        self._place = undone.place + len(undone.kept)


def _act_in(where: str, text: str) -> _Act:
    """Who did what; there is one way alone to write it, else the dice of a deed could be chosen by its wording."""
    try:
        act = msgspec.json.decode(text, type=_Act)
    except (msgspec.DecodeError, RecursionError):
        raise BrokenExport(f"{where}: expected an act, found something else") from None
    if msgspec.json.encode(act, order="sorted").decode() != text:
        raise BrokenExport(f"{where}: the act is not written as acts are")
    return act


def _check_frame(export: Export) -> None:
    """That the first line and the last one say what they say in every export, and nothing else."""
    header, footer = export.header, export.footer
    if not _HEADER <= header.keys() <= _HEADER | {"battle", "clock"} or not _is_moment(header["at"]):
        raise BrokenExport("line 1: expected what every first line says, found something else")
    if not _FOOTER <= footer.keys() <= _FOOTER | {"result"}:
        raise BrokenExport("the last line: expected what every last line says, found something else")
    if not all(isinstance(header[name], str) for name in _NAMES) or is_campaign(header["room"]):
        raise BrokenExport("line 1: expected the file of a game, found another one")


def _is_moment(at: Any) -> bool:  # JSON
    """Whether a moment is written as exports write it."""
    try:
        return isinstance(at, str) and timestamp(msgspec.convert(at, datetime)) == at
    except (msgspec.ValidationError, OverflowError):
        return False


def _without_the_rooms(seat: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in seat.items() if name not in _OF_THE_ROOM}


def _part(value: Any, kind: Any, name: str) -> Any:  # JSON of an unknown origin, and any type
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BrokenExport(f"{name}: {error}") from None
