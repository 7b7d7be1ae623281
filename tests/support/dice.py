"""Dice for tests: every result is written down beforehand, and every one must be rolled."""

from __future__ import annotations

from types import TracebackType

from app.engine.dice import GivenDice


class ScriptedDice(GivenDice):
    """Given results as a context manager: leaving it fails if any was not rolled.

    ``with ScriptedDice(6, 1) as dice: ...``
    """

    def __init__(self, *values: int) -> None:
        super().__init__(values)

    def __enter__(self) -> ScriptedDice:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self.left_over:
            raise AssertionError(f"expected every die to be rolled, found {self.left_over} left over")
