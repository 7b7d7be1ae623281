"""Initiative, how many are activated, and what follows a batch (TD-INI, TD-ACT, TD-TRN)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from app.systems.tierras_distantes.book.kinds import PLAYERS, Player, other
from app.systems.tierras_distantes.book.tables import Rules

NextStep = Literal["wiped_out", "turn_end", "final_batch", "second_batch", "new_round"]


class Next(NamedTuple):
    """What follows a batch, and whose batch it is, if it is one."""

    step: NextStep
    player: Player | None = None

    @property
    def rolls(self) -> bool:
        """Whether it begins with dice: a last batch needs none (TD-ACT-08)."""
        return self.step in ("second_batch", "new_round")


def initiative(rules: Rules, last: Player | None, roll: Callable[[str], int]) -> tuple[list[int], Player]:
    """The dice for the initiative, A's and B's by turns, and who has it (TD-INI-01): a tie is rolled again, or kept by whoever had it in
    the round before (TD-INI-02)."""
    dice: list[int] = []
    while True:
        a, b = roll("initiative"), roll("initiative")
        dice += (a, b)
        if a != b:
            return dice, "A" if a > b else "B"
        if rules.options.initiative_tie == "keep_last" and last is not None:
            return dice, last


def activation_roll(rules: Rules, dice: Sequence[int]) -> int:
    """Half of the dice, rounded down (TD-ACT-01, TD-ACT-02): all are added, no best ones (TD-ACT-12)."""
    return sum(dice) // rules.constants.activation_divisor


def activation_count(roll: int, ready: int) -> int:
    """How many must be activated: so many, or all that are left (TD-ACT-03)."""
    return min(roll, ready)


def still_to_name(count: int, named: int, ready: int) -> int:
    """How many must still be named (TD-ACT-05)."""
    return max(0, min(count - named, ready))


def is_batch_over(rules: Rules, used: Iterable[int], still_to_name: int) -> bool:
    """Whether a batch ends by itself: nobody has to be named, no living active miniature has an action left; ``used`` are the actions that
    each has taken (TD-ACT-13)."""
    return still_to_name == 0 and all(actions >= rules.constants.actions for actions in used)


def after_batch(
    finished: Literal["first", "second"], holder: Player, ready: Mapping[Player, int], alive: Mapping[Player, int]
) -> Next:
    """What follows the batch that just ended in a round of that ``holder`` of the initiative (TD-ACT-09, TD-TRN-02, TD-TRN-03,
    TD-ACT-07, TD-END-08)."""
    if any(alive[player] == 0 for player in PLAYERS):
        return Next("wiped_out")
    left = [player for player in PLAYERS if ready[player]]
    if not left:
        return Next("turn_end")
    if len(left) == 1:
        return Next("final_batch", left[0])  # at once, even if it has just acted (TD-ACT-08)
    return Next("second_batch", other(holder)) if finished == "first" else Next("new_round")
