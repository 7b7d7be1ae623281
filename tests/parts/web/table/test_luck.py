"""Luck in consequences: what came off against what was to be expected; and boards printed once."""

from __future__ import annotations

import pytest

from app.engine.telling import LogEntry, RollShown
from app.engine.types import Text
from app.web.table.luck import chance_of, luck_of, unlikeliest

HIT, SAVE = Text("impacto", "hit"), Text("salvación", "save")


def roll(value: int, need: int | None, purpose: Text = HIT, *, low: bool = False) -> RollShown:
    came_off = None if need is None else (value <= need if low else value >= need)
    return RollShown(purpose, value, need=need, success=came_off, low=low)


def line(side: str, *rolls: RollShown, text: str = "shot") -> LogEntry:
    return LogEntry(Text(text, text), side=side, rolls=rolls)


def test_a_chance_counts_the_faces_that_do() -> None:
    assert chance_of(roll(3, 5)) == pytest.approx(2 / 6)
    assert chance_of(roll(3, 2, low=True)) == pytest.approx(2 / 6)
    assert chance_of(roll(3, 7)) == 0
    assert chance_of(roll(3, 1)) == 1
    assert chance_of(roll(3, None)) is None


def test_each_purpose_is_tallied_and_rolls_that_need_nothing_only_counted() -> None:
    (red,) = luck_of([line("red", roll(6, 4), roll(4, 4), roll(2, None)), None, line("red", roll(1, 5, SAVE))])

    assert (red.rolls, red.needing, red.came_off) == (4, 3, 2)
    assert red.expected == pytest.approx(1 + 1 / 3)
    assert [(tally.purpose.en, tally.came_off, round(tally.difference, 2)) for tally in red.tallies] == [
        ("hit", 2, 1.0),
        ("save", 0, -0.33),
    ]


def test_how_good_the_dice_were_is_counted_among_all_games_with_the_same_rolls() -> None:
    best, worst, even = (
        luck_of([line("red", *(roll(value, 4) for value in values))])[0].better_than
        for values in ([6, 6, 6], [1, 1, 1], [6, 1])
    )
    (nothing,) = luck_of([line("red", roll(3, None))])

    assert (best, worst, even) == (94, 6, 50)
    assert nothing.better_than is None


def test_the_unlikeliest_moments_are_told_most_seldom_first() -> None:
    log = [
        line("a", roll(6, 6), text="one"),
        line("b", roll(6, 6), roll(6, 6), text="two"),
        line("a", roll(4, 4), roll(5, 4), roll(6, 4), text="three"),
        None,
    ]

    assert [(each.text.en, each.one_in) for each in unlikeliest(log)] == [("two", 36), ("three", 8)]


def test_a_moment_is_as_seldom_as_so_many_that_come_off_not_as_the_very_dice() -> None:
    many = tuple(roll(value, 4) for value in (1, 6, 4, 1, 4, 6))
    log = [line("a", *many, text="four of six"), line("b", roll(1, 2), roll(6, 2), roll(1, 2), text="one of three")]

    assert [(each.text.en, each.one_in) for each in unlikeliest(log)] == [("one of three", 14)]


def test_dice_of_both_sides_in_a_line_are_weighed_apart() -> None:
    theirs = RollShown(SAVE, 6, need=6, success=True, side="b")
    log = [line("a", roll(4, 4), roll(1, 4), theirs)]

    assert [(each.side, each.one_in) for each in unlikeliest(log)] == []
    assert [each.side for each in unlikeliest([line("a", roll(4, 4), theirs, theirs)])] == ["b"]
