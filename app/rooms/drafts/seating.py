"""What a room may be made from: checks of everything that is the room's own business."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import GameSystem, ScenarioSpec
from app.engine.types import SEATS
from app.rooms.room.room import ROOM_FIELDS, TAKE_BACK
from app.rooms.values import strategies
from app.rooms.values.names import BOT_NAMES
from app.rooms.values.values import NewRoom

KINDS: Final = ("human", "open", "bot")
STRATEGIES: Final = tuple(strategies.STRATEGIES)
TAKE_BACKS: Final = ("free", "consent", "never")
SPECTATORS: Final = ("public", "none", "delayed")
LONGEST_NAME: Final = 60
LONGEST_CONTRIBUTION: Final = 200
MOST_MESSAGES: Final = 5000
"""Lines of chat in a room, at most: to the table, to each army, and among spectators."""
LONGEST_MESSAGE: Final = 500
_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text after them: they could make a line say something else."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing at all."""


def seats_of(new: NewRoom, system: GameSystem, scenario: ScenarioSpec | None) -> tuple[dict[str, Any], ...]:
    """The seats of a new room, as they are stored: names and strategies filled in. Raises ``InvalidInput`` naming every
    wrong field."""
    if scenario is None:
        raise InvalidInput.at("scenario", "one of " + ", ".join(s.id for s in system.manifest.scenarios), new.scenario)
    least, most = scenario.seats.min, min(scenario.seats.max, len(SEATS))
    if not least <= len(new.seats) <= most:
        raise InvalidInput.at("seats", f"{least} to {most} seats", len(new.seats))
    errors: list[FieldError] = []
    seats = [_seat(number, given, system, errors) for number, given in enumerate(new.seats)]
    if errors:
        raise InvalidInput(errors)
    return tuple(seats)


def check_options(new: NewRoom) -> None:
    """Raises ``InvalidInput`` for a wrong option of the room; the game checks its own."""
    take_back = new.options.get(TAKE_BACK, "free")
    if take_back not in TAKE_BACKS:
        raise InvalidInput.at(f"options.{TAKE_BACK}", "free, consent or never", take_back)
    if new.spectators not in SPECTATORS:
        raise InvalidInput.at("spectators", "public, none or delayed", new.spectators)


def clean_text(value: object, field: str, most: int, *, least: int = 1, lines: bool = False) -> str:
    """Words from outside, without blanks around them. Raises ``InvalidInput`` for what is not ``least`` to ``most``
    characters of text; ``lines`` allows line breaks."""
    expected = f"{least} to {most} characters without control characters"
    if least:
        expected += ", some of them to be seen"
    if not isinstance(value, str):
        raise InvalidInput.at(field, expected, type(value).__name__)
    text = value.strip()
    is_seen = not least or any(_is_seen(letter) for letter in text)
    if not (is_seen and least <= len(text) <= most) or any(_is_unfit(letter, lines=lines) for letter in text):
        raise InvalidInput.at(field, expected, value.encode("utf-8", "backslashreplace").decode())
    return text


def _is_unfit(letter: str, *, lines: bool) -> bool:
    if lines and letter == "\n":
        return False
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in _OVERRIDES


def _is_seen(letter: str) -> bool:
    """Whether a letter alone can be seen: neither blank nor a mark on another."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANKS


def _seat(number: int, given: object, system: GameSystem, errors: list[FieldError]) -> dict[str, Any]:
    field = f"seats[{number}]"
    if not isinstance(given, Mapping):
        errors.append(FieldError(field, "an object", str(given)[:100]))
        return {}
    known = ROOM_FIELDS | set(system.manifest.seat_fields)
    errors += (
        FieldError(f"{field}.{name}"[:200], "a field of a seat", "an unknown one")
        for name in given
        if name not in known
    )
    seat = {name: value for name, value in given.items() if value is not None}
    kind = seat.get("kind")
    if kind not in KINDS:
        errors.append(FieldError(f"{field}.kind", "human, open or bot", str(kind)[:100]))
        return seat
    _check_words(seat, field, errors)
    if kind == "bot":
        seat.setdefault("strategy", "random")
        seat.setdefault("name", BOT_NAMES[SEATS[number]])
    elif kind == "human":
        seat.setdefault("name", SEATS[number].upper())
    if "strategy" in seat and (kind != "bot" or seat["strategy"] not in STRATEGIES):
        errors.append(
            FieldError(
                f"{field}.strategy", " or ".join(STRATEGIES) + ", and only for a bot", str(seat["strategy"])[:100]
            )
        )
    return seat


def check_known(seats: Iterable[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
    """Raises ``InvalidInput`` for seats and options of the room's own that no room was ever made with."""
    for number, seat in enumerate(seats):
        if seat.get("kind") not in KINDS:
            raise InvalidInput.at(f"seats[{number}].kind", "human, open or bot", str(seat.get("kind"))[:100])
        check_told(seat)
    if options.get(TAKE_BACK, "free") not in TAKE_BACKS:
        raise InvalidInput.at(f"options.{TAKE_BACK}", "free, consent or never", str(options[TAKE_BACK])[:100])


def check_told(told: Mapping[str, Any]) -> None:
    """Raises ``InvalidInput`` for words, of a seat or of something that happened in a room, that no room takes."""
    for name, (most, least) in _WORDS.items():
        if told.get(name) is not None:
            clean_text(told[name], name, most, least=least, lines=name in ("text", "reason"))
    if told.get("strategy") is not None and told["strategy"] not in STRATEGIES:
        raise InvalidInput.at("strategy", " or ".join(STRATEGIES), str(told["strategy"])[:100])


_WORDS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "name": (LONGEST_NAME, 1),
        "contribution": (LONGEST_CONTRIBUTION, 0),
        "text": (LONGEST_MESSAGE, 1),
        "reason": (LONGEST_MESSAGE, 0),
    }
)
"""What people write, with the most and the least characters of it."""


def _check_words(seat: dict[str, Any], field: str, errors: list[FieldError]) -> None:
    limits: Sequence[tuple[str, int, int]] = (("name", 1, LONGEST_NAME), ("contribution", 0, LONGEST_CONTRIBUTION))
    for name, least, most in limits:
        if name in seat:
            try:
                seat[name] = clean_text(seat[name], f"{field}.{name}", most, least=least)
            except InvalidInput as error:
                errors += error.errors
