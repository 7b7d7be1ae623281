"""Why something cannot be: refusals by the rules (values) and errors of callers (exceptions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.engine.telling import Overlay
from app.engine.types import RuleId

Fact = str | int | float | bool | None | list[str]


class Refusal(msgspec.Struct, frozen=True):
    """The rules say no: which rule, the numbers that decided it, and what to draw on the board.

    ``facts`` is written for people: ``{"distance_cm": 51.2, "reach_cm": 50}``; the only place where
    lengths may be centimetres. The state is untouched by whatever was refused.
    """

    rule: RuleId
    facts: Mapping[str, Fact] = {}
    overlays: tuple[Overlay, ...] = ()

    @classmethod
    def by(cls, rule: str, **facts: Fact) -> Refusal:
        """The refusal of a rule, with what decided it."""
        return cls(RuleId(rule), facts)


class FieldError(msgspec.Struct, frozen=True):
    """One wrong field of an input: where it is, what was expected there and what was found."""

    field: str
    expected: str
    found: str


class EngineError(Exception):
    """Base of everything the engine raises at a broken caller or broken data."""


class InvalidInput(EngineError):
    """An input has the wrong shape, type or value; ``errors`` lists the fields."""

    def __init__(self, errors: Sequence[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(f"{e.field}: expected {e.expected}, found {e.found}" for e in self.errors))

    @classmethod
    def at(cls, field: str, expected: str, found: object) -> InvalidInput:
        """The error of a single field; what was found is cut to a readable length."""
        return cls([FieldError(field, expected, str(found)[:200])])


class InvalidPosition(InvalidInput):
    """A position that cannot be; ``errors`` holds every reason (``problems`` of the game)."""


class IllegalAction(EngineError):
    """An action was applied although the rules refuse it."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"refused by {refusal.rule}: {dict(refusal.facts)}")


class OutOfDice(EngineError):
    """A list of given dice held fewer results than the rules rolled."""

    def __init__(self, given: int, purpose: str) -> None:
        super().__init__(f"expected a die for {purpose!r}, found none after {given} given")
        self.given = given
        self.purpose = purpose
