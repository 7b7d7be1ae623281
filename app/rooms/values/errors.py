"""Why a room refuses something: one exception for each line of the contract's error table, without any HTTP."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.refusal import Refusal
from app.engine.types import Text, with_names


class RoomError(Exception):
    """Base of everything a room answers instead of what was asked."""


class NotFound(RoomError):
    """No such room, game, query or proposal; also a room the asker has no part in."""


class UnknownToken(RoomError):
    """A secret that opens nothing: never issued, or revoked."""


class Forbidden(RoomError):
    """The asker has no right to this; ``reason`` says why in the player's words."""

    def __init__(self, reason: Text | None = None) -> None:
        self.reason = reason
        super().__init__("" if reason is None else reason.en)


class Stale(RoomError):
    """What the seat may do has changed since the number it sent; ``seq`` is its present one."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        super().__init__(f"expected a seq not older than the last change, found an older one; now at {seq}")


class NotNow(RoomError):
    """The room is not in the status that this needs: not yet begun, or over; ``reason`` says so in the player's words."""

    def __init__(self, reason: Text | None = None) -> None:
        self.reason = reason
        super().__init__("" if reason is None else reason.en)


class SeatTaken(RoomError):
    """Somebody already plays that seat."""


class KeyReused(RoomError):
    """A known idempotency key came with another body."""


class Refused(RoomError):
    """The rules refuse the action; ``text`` words the refusal."""

    def __init__(self, refusal: Refusal, text: Text) -> None:
        self.refusal = refusal
        self.text = text
        super().__init__(f"refused by {refusal.rule}: {dict(refusal.facts)}")

    def told_with(self, names: Mapping[str, str]) -> Refused:
        """The same with those who play by name."""
        return Refused(self.refusal, Text(with_names(self.text.es, names), with_names(self.text.en, names)))


class TooFast(RoomError):
    """Too many requests; worth trying again after ``retry_after_s`` whole seconds."""

    def __init__(self, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"expected fewer requests; try again in {retry_after_s} s")


class TooLarge(RoomError):
    """A body over its limit."""


class Busy(RoomError):
    """A question that could not be worked out within its limits of time and memory."""
