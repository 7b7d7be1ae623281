"""A book: options by layers, house values, and rules that are made once for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.book import NO_HOUSE_VALUE, Allowed, Book, HouseValues, resolve
from app.engine.refusal import InvalidInput

OPTIONS = {
    "rounds": Allowed(4, None, 1, 20),
    "fog": Allowed(False, (False, True)),
    "size": Allowed("small", ("small", "large")),
    "packs": Allowed(["base"], ("base", "heroes", "house"), several=True),
}
PLAIN = {"rounds": 4, "fog": False, "size": "small", "packs": "base"}


class Rules:
    """What is made of tables and options."""

    def __init__(self, reach: Any, values: Mapping[str, Any]) -> None:
        self.reach = reach
        self.values = values


BOW = {
    "source": "house",
    "reach": 3,
    "bend": -2,
    "string": True,
    "nick": "Twang",
    "woods": ["yew"],
    "worn": [],
    "marks": [1, -2],
    "ends": [{"at": [0]}],
}


class ToyBook(Book[Rules]):
    """A book of one table with one row, of the house but for its name."""

    house_values = HouseValues(frozenset({"source"}), frozenset({"nick"}), -5, 100)

    def __init__(self) -> None:
        super().__init__({"bow": BOW, "sword": {"source": "book", "reach": 1, "nick": "Edge"}}, {"duel": {}}, OPTIONS)
        self.built = 0

    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> Rules:
        self.built += 1
        return Rules(raw["bow"]["reach"], values)


def test_later_layers_lie_over_earlier_ones() -> None:
    assert resolve(OPTIONS) == PLAIN
    assert resolve(OPTIONS, {"rounds": 6, "fog": True}, {"rounds": 9}) == {**PLAIN, "rounds": 9, "fog": True}


@pytest.mark.parametrize("given", [["house", "base"], "house,base"])
def test_several_choices_are_kept_in_the_order_of_the_data(given: object) -> None:
    assert resolve(OPTIONS, {"packs": given})["packs"] == "base,house"


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("colour", "red", "the name of an option"),
        ("rounds", 21, "a whole number from 1 to 20"),
        ("rounds", True, "a whole number from 1 to 20"),
        ("fog", 1, "one of false, true"),
        ("size", "medium", "one of small, large"),
        ("packs", [], "a list of some of base, heroes, house"),
        ("packs", "base,base", "a list of some of base, heroes, house"),
        ("packs", [["base"]], "a list of some of base, heroes, house"),
    ],
)
def test_what_an_option_may_not_be_is_said(name: str, given: object, expected: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        resolve(OPTIONS, {name: given})

    assert [(error.field, error.expected) for error in refused.value.errors] == [(f"options.{name}", expected)]


def test_every_wrong_option_is_named() -> None:
    with pytest.raises(InvalidInput) as refused:
        resolve(OPTIONS, {"rounds": 0, "colour": "red"})

    assert [error.field for error in refused.value.errors] == ["options.rounds", "options.colour"]


def test_rules_that_say_the_same_are_made_once() -> None:
    book = ToyBook()
    same = [book.rules({"rounds": 4}), book.rules({}), book.fresh_rules({"fog": False}), book.rules()]

    assert len(set(map(id, same))) == 1
    assert book.built == 1
    assert book.rules({"rounds": 5}) is not same[0]


def test_a_house_value_lies_over_the_tables_of_its_room_alone() -> None:
    book = ToyBook()

    assert book.rules({}, {"bow.reach": 5}).reach == 5
    assert book.rules().reach == 3
    with pytest.raises(InvalidInput):
        book.rules({}, {"bow.weight": 5})


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("bow.reach", 0, None),
        ("bow.reach", -1, "a whole number from 0 to 100"),
        ("bow.reach", 101, "a whole number from 0 to 100"),
        ("bow.reach", True, "a value like 3"),
        ("bow.bend", -5, None),
        ("bow.bend", -6, "a whole number from -5 to 100"),
        ("bow.string", 1, "a value like True"),
        ("bow.nick", "x" * 120, None),
        ("bow.nick", "x" * 121, "a value like 'Twang'"),
        ("bow.woods", ["ash"] * 40, None),
        ("bow.woods", [1], "a value like ['yew']"),
        ("bow.woods", ["ash"] * 41, "a value like ['yew']"),
        ("bow.worn", ["grip"], None),
        ("bow.worn", [1], "a value like []"),
        ("bow.marks", [-5, 100], None),
        ("bow.marks", [-6], "a value like [1, -2]"),
        ("bow.marks", [101], "a value like [1, -2]"),
        ("bow.marks", [True], "a value like [1, -2]"),
        ("bow.ends", [{"at": [3]}, {"at": []}], None),
        ("bow.ends", [{"at": [-1]}], "a value like [{'at': [0]}]"),
        ("bow.ends", [{"at": [0], "to": 1}], "a value like [{'at': [0]}]"),
        ("bow.ends", [[]], "a value like [{'at': [0]}]"),
        ("bow.source", "book", NO_HOUSE_VALUE),
        ("bow", {}, NO_HOUSE_VALUE),
        ("sword.reach", 2, NO_HOUSE_VALUE),
        ("sword.nick", "Point", None),
    ],
)
def test_a_house_value_is_like_the_one_in_its_place(path: str, value: object, expected: str | None) -> None:
    if expected is None:
        ToyBook().rules({}, {path: value})
        return
    with pytest.raises(InvalidInput) as refused:
        ToyBook().rules({}, {path: value})

    assert [(error.field, error.expected) for error in refused.value.errors] == [(f"tables.{path}", expected)]


def test_text_that_no_file_could_hold_is_refused() -> None:
    with pytest.raises(InvalidInput, match="text without lone surrogates"):
        ToyBook().rules({}, {"bow.nick": "\ud800"})
