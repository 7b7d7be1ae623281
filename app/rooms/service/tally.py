"""What is told to whoever keeps count of what people and bots do: which game, by whom, how long it took. Nothing of it names a
room or a person."""

from __future__ import annotations

from typing import Literal, Protocol


class Tally(Protocol):
    """Counts what the rooms tell it. It is told after the fact, never waits and changes nothing."""

    def acted(self, game: str, by: Literal["player", "bot"], seconds: float) -> None:
        """An act was acknowledged, ``seconds`` after it was asked for."""
        ...

    def rules_refused(self, game: str, rule: str) -> None:
        """A rule refused what a player would do."""
        ...

    def bot_decided(self, game: str, outcome: Literal["accepted", "refused"]) -> None:
        """A bot's decision was judged."""
        ...


class NoTally:
    """Nobody counts."""

    def acted(self, game: str, by: Literal["player", "bot"], seconds: float) -> None:
        """As ``Tally.acted``."""

    def rules_refused(self, game: str, rule: str) -> None:
        """As ``Tally.rules_refused``."""

    def bot_decided(self, game: str, outcome: Literal["accepted", "refused"]) -> None:
        """As ``Tally.bot_decided``."""
