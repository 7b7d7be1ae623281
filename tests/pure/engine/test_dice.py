"""Dice: fair, repeatable, committed to, and never too few."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.dice import GivenDice, Roll, StreamDice, act_label, act_text, commitment, draw
from app.engine.refusal import InvalidInput, OutOfDice
from tests.support.dice import ScriptedDice

SECRET = bytes(range(32))
repeatable = settings(derandomize=True, deadline=None)


# -- the verifiable stream ---------------------------------------------------------------------------


def test_the_same_label_gives_the_same_dice() -> None:
    one, two = StreamDice(SECRET, "label"), StreamDice(SECRET, "label")

    assert [one.roll("x") for _ in range(50)] == [two.roll("x") for _ in range(50)]


@pytest.mark.parametrize(
    "other", [StreamDice(SECRET, "label2"), StreamDice(SECRET[::-1], "label"), StreamDice(SECRET, "labe")]
)
def test_another_secret_or_label_gives_other_dice(other: StreamDice) -> None:
    mine = StreamDice(SECRET, "label")

    assert [mine.roll("x") for _ in range(50)] != [other.roll("x") for _ in range(50)]


def test_what_a_die_is_for_does_not_change_it() -> None:
    one, two = StreamDice(SECRET, "label"), StreamDice(SECRET, "label")

    assert [one.roll(str(n)) for n in range(20)] == [two.roll("x") for _ in range(20)]


def test_every_roll_is_kept_with_its_purpose() -> None:
    dice = StreamDice(SECRET, "label")

    values = [dice.roll("attack"), dice.roll("defence", 20)]

    assert dice.rolls == [Roll("attack", 6, values[0]), Roll("defence", 20, values[1])]


def test_a_die_is_drawn_from_the_bytes_that_the_proof_describes() -> None:
    """Worked out here without the code that is tested."""
    digest = hmac.new(SECRET, b"label" + b"\0" + (3).to_bytes(4, "big") + (0).to_bytes(4, "big"), hashlib.sha256)
    number = int.from_bytes(digest.digest()[:4], "big")
    assert number < 2**32 - 2**32 % 6

    dice = StreamDice(SECRET, "label")
    rolled = [dice.roll("x") for _ in range(4)]

    assert rolled[3] == number % 6 + 1 == draw(SECRET, b"label", 3, 6)


@repeatable
@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(1, 1000), st.integers(0, 10_000))
def test_every_die_shows_one_of_its_faces(secret: bytes, label: str, sides: int, counter: int) -> None:
    assert 1 <= draw(secret, label.encode(), counter, sides) <= sides


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20])
def test_every_face_is_as_likely(sides: int) -> None:
    """Chi-squared over 6000 dice; the bound is passed by a fair die 999,999 times in a million, and the seed is fixed."""
    dice = StreamDice(SECRET, f"{sides} sides")
    count = 6000
    seen = Counter(dice.roll("x", sides) for _ in range(count))

    expected = count / sides
    chi_squared = sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))

    freedom = sides - 1
    assert sorted(seen) == list(range(1, sides + 1))
    assert chi_squared < freedom + 4.9 * math.sqrt(2 * freedom) + 10


def test_a_number_that_would_favour_some_faces_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first seven numbers of the block are too great for an even share of six faces; the eighth counts."""
    block = b"\xff\xff\xff\xff" * 7 + (13).to_bytes(4, "big")
    monkeypatch.setattr("app.engine.dice.hmac.new", lambda *given: _Digest(block))

    assert draw(SECRET, b"label", 0, 6) == 13 % 6 + 1


def test_when_a_whole_block_is_thrown_away_the_next_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = iter([b"\xff" * 32, b"\0\0\0\4" + b"\xff" * 28])
    asked: list[bytes] = []

    def new(secret: bytes, message: bytes, kind: object) -> _Digest:
        asked.append(message)
        return _Digest(next(blocks))

    monkeypatch.setattr("app.engine.dice.hmac.new", new)

    assert draw(SECRET, b"label", 2, 6) == 5
    assert [message[-4:] for message in asked] == [b"\0\0\0\0", b"\0\0\0\1"]


class _Digest:
    def __init__(self, block: bytes) -> None:
        self._block = block

    def digest(self) -> bytes:
        return self._block


def test_a_one_sided_die_shows_one() -> None:
    assert StreamDice(SECRET, "label").roll("x", 1) == 1


# -- what is published and what is mixed in ----------------------------------------------------------


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_text_of_an_act_does_not_hang_on_the_order_of_its_fields() -> None:
    assert act_text("a", {"type": "move", "unit": "u"}) == act_text("a", {"unit": "u", "type": "move"})


@pytest.mark.parametrize(
    ("seat", "action"), [("b", {"type": "move"}), ("a", {"type": "pass"}), ("a", {"type": "move", "x": None})]
)
def test_another_seat_or_act_has_another_text(seat: str, action: dict[str, object]) -> None:
    assert act_text(seat, action) != act_text("a", {"type": "move"})


@pytest.mark.parametrize(
    ("contributions", "place", "digest"),
    [
        ({"a": "x"}, 0, "d"),
        ({"a": "x", "b": "z"}, 0, "d"),
        ({"a": "x", "b": "y"}, 1, "d"),
        ({"a": "x", "b": "y"}, 0, "e"),
    ],
)
def test_contributions_place_and_act_all_change_the_label(
    contributions: dict[str, str], place: int, digest: str
) -> None:
    assert act_label(contributions, place, digest) != act_label({"a": "x", "b": "y"}, 0, "d")


def test_the_order_of_contributions_does_not_matter() -> None:
    assert act_label({"a": "x", "b": "y"}, 0, "d") == act_label({"b": "y", "a": "x"}, 0, "d")


def test_no_contribution_can_be_made_to_look_like_another_label() -> None:
    assert act_label({"a": '"}|0|d'}, 0, "e") != act_label({"a": ""}, 0, "d")


# -- given dice --------------------------------------------------------------------------------------


def test_given_dice_fall_in_order() -> None:
    dice = GivenDice([3, 1, 20])

    assert [dice.roll("x"), dice.roll("x"), dice.roll("y", 20)] == [3, 1, 20]
    assert dice.left_over == 0


def test_too_few_given_dice_are_an_error_that_says_what_for() -> None:
    dice = GivenDice([3])
    dice.roll("first")

    with pytest.raises(OutOfDice) as raised:
        dice.roll("second")

    assert (raised.value.given, raised.value.purpose) == (1, "second")


@pytest.mark.parametrize(("value", "sides"), [(0, 6), (7, 6), (-1, 6), (21, 20)])
def test_a_face_that_the_die_does_not_have_is_invalid(value: int, sides: int) -> None:
    with pytest.raises(InvalidInput) as raised:
        GivenDice([1, value][1:]).roll("x", sides)

    assert raised.value.errors[0].field == "dice[0]"


def test_what_was_not_rolled_is_left_over() -> None:
    dice = GivenDice([1, 2, 3])
    dice.roll("x")

    assert dice.left_over == 2


def test_scripted_dice_must_all_be_rolled() -> None:
    with pytest.raises(AssertionError, match="1 left over"), ScriptedDice(1, 2) as dice:
        dice.roll("x")


def test_scripted_dice_hide_no_other_failure() -> None:
    with pytest.raises(ZeroDivisionError), ScriptedDice(1, 2):
        raise ZeroDivisionError


def test_scripted_dice_that_were_all_rolled_are_content() -> None:
    with ScriptedDice(4) as dice:
        assert dice.roll("x") == 4
