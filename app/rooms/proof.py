"""The proof that the dice of an exported game were fair: every die is rolled again from the secret that was committed to.

``static/verify_dice.py`` is the same proof, written for somebody who trusts nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.dice import Roll, act_label, commitment, draw
from app.engine.types import Seat
from app.rooms.export import BrokenExport, Export, Line

IMPORTED: Final = "imported"
"""The kind of the entries that a room took over from another room's export: their dice were that room's."""
_MOST_SIDES: Final = 1 << 32


class About(msgspec.Struct, frozen=True):
    """What an export tells of an entry beside its events. With ``act`` its dice are to be verified."""

    version: int
    kind: str
    seat: Seat | None = None
    settled: bool = False
    place: int | None = None
    act: str | None = None
    rolls: tuple[Roll, ...] = ()


class _Secret(msgspec.Struct, frozen=True):
    secret: str


class _Commitment(msgspec.Struct, frozen=True):
    commitment: str


class _Undone(msgspec.Struct, frozen=True):
    place: int
    kept: tuple[int, ...] = ()


def verify(export: Export) -> str:
    """Rolls every die again; answers the verdict in words.

    Raises ``BrokenExport`` when the secret is not the one that was committed to, when a die is not the one that fell, when
    an event shows another die, when an act stands at another place than its own, or when the game is not over, so that
    the secret is still one.
    """
    committed = _part(export.header.get("dice"), _Commitment, "the header's dice").commitment
    if not export.footer.get("finished"):
        raise BrokenExport("the game is not over: its secret is told when it is; until then nothing can be verified")
    secret = secret_of(export)
    if commitment(secret) != committed:
        raise BrokenExport("the secret at the end is not the one that was committed to at the start")
    contributions = contributions_of(export.header.get("seats"))
    dice = acts = place = 0
    for number, about, events in entries(export):
        _check_contributions(number, events, contributions)
        if about.act is not None:
            begins = any(event["type"] == "game_started" for event in events)
            if about.place != place:
                raise BrokenExport(f"line {number}: expected the act at place {place}, found it at {about.place}")
            _check_dice(number, secret, act_label(contributions, place, about.act), about.rolls)
            dice += len(about.rolls)
            acts += 1
            place += not begins
        elif any(event["type"] == "corrected" for event in events):
            place += 1
        elif about.place is not None:
            place = about.place  # after what was taken over from another room
        if about.kind != IMPORTED:
            _check_shown(number, about, events)
        place = _place_after_undo(number, events, place)
    return f"verified: {dice} dice of {acts} acts are those that the committed secret determines ({committed})"


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


def _check_contributions(number: int, events: Iterable[Line], contributions: Mapping[str, str]) -> None:
    for event in events:
        if event["type"] == "game_started" and event.get("contributions") != contributions:
            raise BrokenExport(f"line {number}: the seats mixed in something else than the header says")


def _check_shown(number: int, about: About, events: Sequence[Line]) -> None:
    shown, rolled = list(dice_in(events)), [roll.value for roll in about.rolls]
    if shown != rolled:
        raise BrokenExport(f"line {number}: its events show the dice {shown}, rolled were {rolled}")
    if about.act is None and rolled:
        raise BrokenExport(f"line {number}: expected what its dice were drawn by, found none")


def _check_dice(number: int, secret: bytes, label: str, rolls: Iterable[Roll]) -> None:
    for counter, roll in enumerate(rolls):
        if not 1 <= roll.sides <= _MOST_SIDES:
            raise BrokenExport(f"line {number}: expected a die of 1 to 2^32 sides, found {roll.sides}")
        rolled = draw(secret, label.encode(), counter, roll.sides)
        if rolled != roll.value:
            raise BrokenExport(
                f"line {number}: die {counter + 1} ({roll.purpose}): expected {rolled}, found {roll.value}"
            )


def _place_after_undo(number: int, events: Iterable[Line], place: int) -> int:
    for event in events:
        if event["type"] == "undone":
            undone = _part(event, _Undone, f"line {number}: its undo")
            if not 0 <= undone.place + len(undone.kept) < place:
                raise BrokenExport(f"line {number}: takes back what was never played")
            place = undone.place + len(undone.kept)
    return place


def _part(value: Any, kind: Any, name: str) -> Any:  # JSON of an unknown origin, and any type
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BrokenExport(f"{name}: {error}") from None
