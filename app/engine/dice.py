"""Dice: what the rules ask for, and three ways to answer - verifiable, seeded, given.

A verifiable room has a secret of 256 bits, committed by its SHA-256 before anybody acts, and mixed with a contribution
of each seat. Each act draws from its own stream: HMAC-SHA256 keyed by the secret over the contributions, the place of
the act in the game and the act itself. So nobody can choose a die, the same act at the same place always gets the same
dice, and whoever has the secret, published at the end, can roll every die again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

import msgspec

from app.engine.refusal import InvalidInput, OutOfDice

SECRET_BYTES: Final = 32


class Roll(msgspec.Struct, frozen=True):
    """A die that fell: what for, how many faces, what came up (1 to ``sides``)."""

    purpose: str
    sides: int
    value: int


class Dice(Protocol):
    """What the rules are given to roll with. ``rolls`` keeps everything rolled so far, in order."""

    rolls: list[Roll]

    def roll(self, purpose: str, sides: int = 6) -> int:
        """One die of ``sides`` faces, at least 2: 1 to ``sides``. ``purpose`` labels it in the log and in the proof."""
        ...


class GivenDice:
    """Raw results handed in by a caller, in the order the rules roll them."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = tuple(values)
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The next given result; raises ``OutOfDice`` when none is left and ``InvalidInput`` when no such face exists."""
        index = len(self.rolls)
        if index >= len(self._values):
            raise OutOfDice(index, purpose)
        value = self._values[index]
        if not 1 <= value <= sides:
            raise InvalidInput.at(f"dice[{index}]", f"a whole number from 1 to {sides}", value)
        self.rolls.append(Roll(purpose, sides, value))
        return value

    @property
    def left_over(self) -> int:
        """How many given results were not rolled."""
        return len(self._values) - len(self.rolls)


@contextmanager
def dice_of_question(values: Sequence[int], *, exactly: bool) -> Iterator[GivenDice]:
    """The dice of a question of the rules service (``given.dice``); raises ``InvalidInput`` for too few, and with ``exactly``
    also for too many: else what is left over is not used."""
    dice = GivenDice(values)
    try:
        yield dice
    except OutOfDice as error:
        raise InvalidInput.at("given.dice", f"a die for {error.purpose}", f"only {error.given} dice") from None
    if exactly and dice.left_over:
        raise InvalidInput.at("given.dice", f"exactly {len(dice.rolls)} dice", f"{len(values)} dice")


class StreamDice:
    """Dice drawn from HMAC-SHA256 keyed by ``secret`` over ``label`` and a counter, without bias.

    Die number n reads the bytes of ``HMAC(secret, label | 0 | n | block)``, four at a time; a value at or above the
    greatest multiple of ``sides`` is thrown away, the rest taken modulo ``sides``.
    """

    def __init__(self, secret: bytes, label: str) -> None:
        self._secret = secret
        self._label = label.encode()
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The next die of this stream."""
        value = draw(self._secret, self._label, len(self.rolls), sides)
        self.rolls.append(Roll(purpose, sides, value))
        return value


def draw(secret: bytes, label: bytes, counter: int, sides: int) -> int:
    """Die number ``counter`` of the stream ``label``: 1 to ``sides``, every face equally likely."""
    limit = (1 << 32) - (1 << 32) % sides
    block = 0
    while True:
        message = label + b"\0" + counter.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.new(secret, message, hashlib.sha256).digest()
        for start in range(0, len(digest), 4):
            number = int.from_bytes(digest[start : start + 4], "big")
            if number < limit:
                return number % sides + 1
        block += 1


def commitment(secret: bytes) -> str:
    """What is published before the game: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def act_text(seat: str, action: Mapping[str, object]) -> str:
    """Who did what, in canonical JSON (keys sorted, no spaces): what the dice of an act are drawn by."""
    return msgspec.json.encode({"action": action, "seat": seat}, order="sorted").decode()


def act_label(contributions: Mapping[str, str], place: int, act: str) -> str:
    """The label of an act's stream: the seats' contributions, the act's place among the acts that stand, and the SHA-256,
    in hex, of the act as ``act_text`` writes it."""
    mixed = msgspec.json.encode(contributions, order="sorted").decode()
    return f"{mixed}|{place}|{hashlib.sha256(act.encode()).hexdigest()}"
