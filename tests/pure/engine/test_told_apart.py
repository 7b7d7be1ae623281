"""Names of ready-made lists: each is called by what it has most of."""

from __future__ import annotations

from app.engine.offering import told_apart
from app.engine.types import Text
from app.engine.words import same

TRAITS = {"long": len, "high": max}


def named(*lists: tuple[int, ...]) -> tuple[Text, ...]:
    return told_apart(lists, TRAITS, same, "other")


def test_each_trait_names_the_list_that_has_most_of_it_and_the_rest_are_numbered() -> None:
    names = named((1, 1, 1), (9, 1), (2, 1), (3, 1))

    assert [name.en for name in names] == ["long", "high", "other 1", "other 2"]


def test_what_nobody_has_more_of_names_nobody() -> None:
    assert [name.en for name in named((1, 1), (1, 1))] == ["other 1", "other 2"]
    assert named() == ()
