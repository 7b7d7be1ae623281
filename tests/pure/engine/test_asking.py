"""Questions made of functions: their parameters are the fields of the input, and whatever is wrong with one is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import pytest

from app.engine.asking import Answer, As, Questions, dice_used, named
from app.engine.dice import GivenDice, dice_of_question
from app.engine.refusal import InvalidInput

PRICES = {"apple": 3, "pear": 5}


class Shop(msgspec.Struct, frozen=True):
    """The rules of a shop: its prices, and how many times over they are asked."""

    prices: Mapping[str, int]
    times: int = 1


class Whole(msgspec.Struct, frozen=True):
    """A whole input."""

    apples: int
    options: Mapping[str, int] = {}


Price = Annotated[int, named(lambda shop: shop.prices, "the name of a fruit", str)]
Rolled = Annotated[GivenDice, As(tuple[int, ...], lambda _, dice, __: dice_of_question(dice, exactly=True), ())]


def shop(book: Mapping[str, int], options: Mapping[str, Any]) -> Shop:
    return Shop(book, options.get("times", 1))


ASKED: Questions[dict[str, int]] = Questions(shop, Mapping[str, int])


@ASKED.of_options
def _cost(shop: Shop, *, fruit: Price, second: Price | None = None, from_: int = 0) -> Answer:
    return {"cost": shop.times * (fruit + (second or 0)) + from_}


@ASKED.of_options
def _apples(shop: Shop, *, asked: Whole) -> Answer:
    return {"cost": shop.times * asked.apples * shop.prices["apple"]}


@ASKED.question
def _fruits(book: dict, *, given: Any, dice: Rolled) -> Answer:
    return {"fruits": sorted(book), "luck": dice.roll("luck") if given.get("lucky") else 0, **dice_used(given, dice)}


ask = ASKED.of(PRICES)


def wrong(name: str, given: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as refused:
        ask[name](given)
    return [(error.field, error.expected) for error in refused.value.errors]


def test_the_parameters_of_a_function_are_the_fields_of_its_question() -> None:
    assert sorted(ask) == ["apples", "cost", "fruits"]
    assert ask["cost"]({"fruit": "apple"}) == {"cost": 3}
    assert ask["cost"]({"fruit": "apple", "second": "pear", "from": 10, "note": "read by nobody"}) == {"cost": 18}


def test_a_code_that_no_row_has_is_named_by_its_path() -> None:
    assert wrong("cost", {"fruit": "plum"}) == [("given.fruit", "the name of a fruit")]
    assert wrong("cost", {"fruit": "apple", "second": "plum"}) == [("given.second", "the name of a fruit")]
    assert wrong("cost", {"fruit": 3})[0][0] == "given.fruit"
    assert wrong("cost", None)[0][0] == "given"


def test_options_are_read_only_by_the_questions_that_have_them() -> None:
    assert ask["cost"]({"fruit": "pear", "options": {"times": 4}}) == {"cost": 20}
    assert ask["apples"]({"apples": 2, "options": {"times": 2}}) == {"cost": 12}
    assert ask["fruits"]({"options": 7}) == {"fruits": ["apple", "pear"], "luck": 0}


def test_the_dice_of_a_question_are_counted_where_it_gives_any_and_told_where_they_are_too_few_or_too_many() -> None:
    assert ask["fruits"]({"lucky": True, "dice": [4]}) == {"fruits": ["apple", "pear"], "luck": 4, "dice_used": 1}
    assert wrong("fruits", {"lucky": True}) == [("given.dice", "a die for luck")]
    assert wrong("fruits", {"dice": [4]}) == [("given.dice", "exactly 0 dice")]
