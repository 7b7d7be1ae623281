"""What is remembered is kept with the very objects it was worked out from."""

from __future__ import annotations

import pytest

from app.engine.judging import Kept


class Thing:
    """Something that is known by itself alone."""


def test_an_answer_is_given_again_for_the_same_objects_and_for_no_others() -> None:
    asked: list[tuple[Thing, ...]] = []

    def number(*of: Thing) -> int:
        asked.append(of)
        return len(asked)

    kept = Kept(number, 2)
    one, two = Thing(), Thing()

    assert [kept(one), kept(one), kept(one, two), kept(two, one), kept(one, two)] == [1, 1, 2, 3, 4]
    assert asked == [(one,), (one, two), (two, one), (one, two)]  # a third answer puts the two before it away


def test_nothing_is_given_by_name_for_an_answer_is_not_kept_with_it() -> None:
    kept = Kept(lambda thing, more=0: more)

    with pytest.raises(TypeError):
        kept(Thing(), more=1)


def test_a_shorter_way_to_an_answer_is_taken_where_it_is_not_known() -> None:
    kept = Kept(lambda thing: "worked out")
    one, two = Thing(), Thing()

    assert kept(one) == "worked out"
    assert kept.by(lambda: "never asked", one) == "worked out"
    assert kept.by(lambda: "come to", two) == "come to"
    assert kept(two) == "come to"
