"""What counts as a readable body: plain JSON in UTF-8, each field once, numbers that every program agrees on."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.web.wire.bodies import (
    DEEPEST,
    LARGEST_NUMBER,
    LONGEST_LIST,
    Malformed,
    convert,
    parse,
    parsed,
    plain_text,
    refuse_long_lists,
    whole_number,
)


class Walk(msgspec.Struct, forbid_unknown_fields=True):
    """A body to decode."""

    path: list[tuple[int, int]]
    note: str = ""


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"nonsense",
        b"{'a': 1}",
        b'{"a": 1,}',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1} {"b": 2}',
        b'\xef\xbb\xbf{"a": 1}',
        b'{"a": "\xff\xfe"}',
        '{"a": "é"}'.encode("latin-1"),
        '{"a": 1}'.encode("utf-16"),
        b'{"a": "\\ud800"}',
        b'{"a": "\x00"}',
        b'{"a": "one\\u0000two"}',
        b'{"a\\u0000": 1}',
        b'{"a": {"b": ["\\u0000"]}}',
        nested(DEEPEST + 1),
        nested(5_000),
        nested(500_000),
        b'{"a":' * 200 + b"1" + b"}" * 200,
    ],
)
def test_what_is_not_plain_json_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        parse(data)


def test_a_backslash_before_u0000_is_not_a_nul_character() -> None:
    assert parse(rb'{"a": "\\u0000"}') == {"a": r"\u0000"}


def test_the_deepest_allowed_nesting_is_read() -> None:
    assert parse(nested(DEEPEST)) is not None


@pytest.mark.parametrize(
    "number",
    [b"9" * 5_000, b"9" * 400, b"9007199254740992", b"-9007199254740992", b"1e300", b"1E+300", b"1e999", b"1.0e200"],
)
def test_numbers_that_programs_disagree_about_are_invalid(number: bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse(b'{"x_mm": [' + number + b"]}")

    assert refused.value.errors


def test_the_largest_number_is_read() -> None:
    assert parse(str(LARGEST_NUMBER).encode()) == LARGEST_NUMBER


@pytest.mark.parametrize(
    "data", [b'{"seq": 1, "seq": 2}', b'{"a": {"b": 1, "c": 2, "b": 1}}', b'[{"x": 1}, {"x": 1, "x": 1}]']
)
def test_a_field_given_twice_is_invalid(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="each field once"):
        parse(data)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"path": [[1, 2]], "colour": "red"}, "body"),
        ({}, "body"),
        ([], "body"),
        (None, "body"),
        ("path", "body"),
        (7, "body"),
        ({"path": "1,2"}, "path"),
        ({"path": [[1, 2], [1, "2"]]}, "path[1][1]"),
        ({"path": [[1, 2, 3]]}, "path[0]"),
        ({"path": [[1.5, 2]]}, "path[0][0]"),
        ({"path": [[True, 2]]}, "path[0][0]"),
        ({"path": [], "note": None}, "note"),
    ],
)
def test_a_wrong_shape_names_the_field(value: Any, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        convert(value, Walk)

    assert refused.value.errors[0].field == field
    assert refused.value.errors[0].expected


def test_a_list_longer_than_any_plan_is_invalid() -> None:
    refuse_long_lists({"path_mm": [[n, n] for n in range(LONGEST_LIST)]})

    with pytest.raises(InvalidInput) as refused:
        refuse_long_lists({"steps": [{"path_mm": [[n, n] for n in range(10_000)]}]})
    assert refused.value.errors[0].field == "action.steps[0].path_mm"


class Planned(msgspec.Struct):
    """A body that holds a plan."""

    of_a_plan: ClassVar = "action"
    action: Any
    note: Any = None


@pytest.mark.parametrize(("name", "field"), [("action", "action.steps"), ("note", None)])
def test_only_the_plan_of_a_body_is_held_to_the_length_of_a_plan(name: str, field: str | None) -> None:
    data = msgspec.json.encode({"action": {}, name: {"steps": [0] * (LONGEST_LIST + 1)}})
    found = parsed(data)
    body = convert(found.value, Planned)

    if field is None:
        found.refuse_long_lists(body)
    else:
        with pytest.raises(InvalidInput) as refused:
            found.refuse_long_lists(body)
        assert refused.value.errors[0].field == field


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b'{"a": "\\u0000", "b": 1, "b": ' + nested(DEEPEST) + b"}", "it nests too deep"),
        (b'{"b": 1, "b": "\\u0000"}', "it holds a NUL character"),
        (b'{"a": 9007199254740992, "b": "\\u0000"}', "it holds a NUL character"),
        (b'{"a": "\\u0000", "b": 9007199254740992}', "body.b"),
        (b'{"b": 1, "b": 9007199254740992}', "body.b"),
        (b'{"b": 1, "b": "' + "\u20ac".encode() + b'\\n"}', "each field once"),
    ],
)
def test_of_several_faults_always_the_same_is_told(data: bytes, error: str) -> None:
    with pytest.raises((Malformed, InvalidInput), match=error):
        parse(data)


@pytest.mark.parametrize("text", ["-1", "1.0", "", " 1", "1e3", "١", "9" * 16, "0x10", "none"])
def test_a_query_number_is_a_plain_whole_number(text: str) -> None:
    with pytest.raises(InvalidInput):
        whole_number(text, "after")


def test_a_query_number_is_read() -> None:
    assert whole_number("0", "after") == 0
    assert whole_number("41", "after") == 41
    assert whole_number(None, "after") is None


def test_words_of_a_query_hold_no_nul_and_are_short() -> None:
    assert plain_text("unit-1", "unit", 10) == "unit-1"
    with pytest.raises(Malformed):
        plain_text("unit\0", "unit", 10)
    with pytest.raises(InvalidInput):
        plain_text("x" * 11, "unit", 10)
