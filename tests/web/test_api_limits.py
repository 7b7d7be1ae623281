"""Token buckets: a burst at once, then a steady pace, each asker for himself."""

from __future__ import annotations

import pytest

from app.rooms.errors import TooFast
from app.web.limits import DEFAULT, Figure, Kind, Limits


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


FIGURES = {Kind.MESSAGES: Figure(burst=3, per_minute=30)}


def test_a_burst_is_allowed_and_the_next_one_must_wait() -> None:
    limits = Limits(FIGURES, Clock())

    for _ in range(3):
        limits.take(Kind.MESSAGES, "ana")
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.MESSAGES, "ana")

    assert refused.value.retry_after_s == 2


def test_the_wait_that_was_told_is_enough() -> None:
    clock = Clock()
    limits = Limits(FIGURES, clock)
    for _ in range(3):
        limits.take(Kind.MESSAGES, "ana")
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.MESSAGES, "ana")

    clock.now += refused.value.retry_after_s

    limits.take(Kind.MESSAGES, "ana")
    with pytest.raises(TooFast):
        limits.take(Kind.MESSAGES, "ana")


def test_one_asker_never_uses_up_anothers_allowance() -> None:
    limits = Limits(FIGURES, Clock())
    for _ in range(3):
        limits.take(Kind.MESSAGES, "ana")

    limits.take(Kind.MESSAGES, "luis")


def test_a_long_rest_saves_no_more_than_one_burst() -> None:
    clock = Clock()
    limits = Limits(FIGURES, clock)
    limits.take(Kind.MESSAGES, "ana")
    clock.now += 86_400

    for _ in range(3):
        limits.take(Kind.MESSAGES, "ana")
    with pytest.raises(TooFast):
        limits.take(Kind.MESSAGES, "ana")


def test_the_setting_off_counts_nothing() -> None:
    limits = Limits.named("off")

    for _ in range(10_000):
        limits.take(Kind.ROOMS, "ana")


def test_the_setting_default_has_a_figure_for_every_kind() -> None:
    assert set(DEFAULT) == set(Kind)
