"""Values set in a form: what a schema allows, and what is said of what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.forms import SWITCH, checked, choice, expected, fits, whole, words
from app.engine.refusal import InvalidInput
from app.engine.system import Correctable
from app.engine.types import Text, UnitId

STATES = choice({"up": Text("de pie", "standing"), "down": Text("caída", "fallen")})
LABEL = Text("Algo", "Something")
FORM = (
    Correctable(UnitId("u"), "state", LABEL, "up", STATES),
    Correctable(UnitId("u"), "hurts", LABEL, 0, whole(0, 3)),
    Correctable(UnitId("u"), "acted", LABEL, False, SWITCH),
)


@pytest.mark.parametrize(
    ("schema", "allowed", "refused"),
    [
        (whole(0, 3), (0, 3), (-1, 4, True, "1", 1.0)),
        (whole(0, 30) | {"multipleOf": 15}, (0, 15), (1, 14)),
        (SWITCH, (True, False), (0, 1, "true")),
        (STATES, ("up", "down"), ("", "UP", 0, None)),
        ({"enum": [1, 2]}, (1, 2), (True, "1", 3)),
        (words(5), ("", "hello"), ("longer", "a\nb", 5)),
        (words(5, least=2), ("ab",), ("a", "a   ")),
        (words(9, pattern=r"\d+ \d+"), ("1 2",), ("1", "1 2 3")),
    ],
)
def test_a_value_fits_what_its_schema_says(schema: Any, allowed: tuple[Any, ...], refused: tuple[Any, ...]) -> None:
    assert [value for value in allowed if not fits(schema, value)] == []
    assert [value for value in refused if fits(schema, value)] == []


def test_a_choice_words_each_of_its_values() -> None:
    assert STATES["x-names"] == {"up": {"es": "de pie", "en": "standing"}, "down": {"es": "caída", "en": "fallen"}}


def test_what_may_be_set_is_found_by_its_field() -> None:
    assert checked(FORM, "hurts", 2, "changes[0]") is FORM[1]


@pytest.mark.parametrize(
    ("field", "value", "where", "said"),
    [
        ("colour", 1, "changes[0].field", "one of state, hurts, acted"),
        ("state", "sideways", "changes[0].value", "one of up, down"),
        ("hurts", 4, "changes[0].value", "a whole number from 0 to 3"),
        ("acted", 1, "changes[0].value", "true or false"),
    ],
)
def test_what_may_not_be_set_is_said(field: str, value: Any, where: str, said: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked(FORM, field, value, "changes[0]")

    (error,) = refused.value.errors
    assert (error.field, error.expected) == (where, said)


def test_words_are_expected_by_their_length() -> None:
    assert expected(words(80, lines=3)) == "up to 80 characters"
    assert words(80, lines=3)["x-lines"] == 3
    assert expected(whole(0, 360) | {"multipleOf": 15}) == "a whole number from 0 to 360 in steps of 15"
