"""What may be decided between two games becomes a form, and the form the same action again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.offers import Domain, Item, Offer
from app.engine.refusal import InvalidInput
from app.engine.types import Action, Text
from app.web.site.campaign_forms import FEW, action_of, decisions
from app.web.wire.bodies import Malformed


class Choose(Action, frozen=True, tag="choose"):
    what: str = "nothing"


class Keep(Action, frozen=True, tag="keep"):
    list: tuple[Any, ...] = ()


def same(words: str) -> Text:
    return Text(f"{words} (es)", words)


def choice(*names: str, **more: Any) -> Offer:
    return Offer("choose", same("Choose"), {}, tuple(Choose(n) for n in names), names=tuple(map(same, names)), **more)


ROPES = Item("rope", same("Rope"), 2, most=3, group=same("Gear"), detail=same("Ten ells"))
KNIGHTS = Item("knight", same("Knight"), 4, entry={"unit": "knight"})
LISTED = Offer(
    "keep", same("Keep"), {}, (Keep(),), input="list", domain=Domain(items=(ROPES, KNIGHTS), most=6, field="list")
)


def test_every_choice_stands_with_its_words_and_comes_back_as_its_action() -> None:
    (decision,) = decisions([choice("left", "right")], "es")

    assert [each.words for each in decision.choices] == ["left (es)", "right (es)"]
    assert [each.chosen for each in decision.choices] == [True, False]
    assert action_of({"action": decision.choices[1].action}) == {"type": "choose", "what": "right"}


def test_many_choices_unfold_and_a_lone_button_needs_no_choosing() -> None:
    many, lone = decisions([choice(*map(str, range(FEW + 1))), choice("go", input="button")], "en")

    assert many.unfolds
    assert lone.is_button


def test_what_was_chosen_and_refused_stands_chosen_again() -> None:
    offers = [choice("left", "right"), LISTED]
    (first, _) = decisions(offers, "en")

    again, listed = decisions(offers, "en", {"action": first.choices[1].action, "count_decision-1-0": "7"})

    assert [each.chosen for each in again.choices] == [False, True]
    assert [count.typed for count in listed.counts] == ["7", "0"]


def test_a_list_is_counted_out_words_as_often_as_wanted_objects_once_with_their_count() -> None:
    (decision,) = decisions([LISTED], "en")
    rope, knight = decision.counts
    typed = {
        "action": decision.template,
        "field": decision.field,
        f"count_{rope.field}": "2",
        f"value_{rope.field}": rope.value,
        f"count_{knight.field}": "3",
        f"value_{knight.field}": knight.value,
    }

    assert (rope.words, rope.cost, rope.most, rope.group, rope.detail) == ("Rope", 2, 3, "Gear", "Ten ells")
    assert decision.most == 6
    assert action_of(typed) == {"type": "keep", "list": ["rope", "rope", {"unit": "knight", "count": 3}]}
    assert action_of(typed | {f"count_{rope.field}": "", f"count_{knight.field}": "0"}) == {"type": "keep", "list": []}


def test_an_offer_without_anything_to_choose_is_no_form() -> None:
    assert decisions([msgspec.structs.replace(LISTED, examples=())], "en") == []


@pytest.mark.parametrize("typed", [{}, {"action": "{"}, {"action": ""}])
def test_what_is_no_json_is_malformed(typed: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        action_of(typed)


@pytest.mark.parametrize(
    "typed",
    [
        {"action": "[]"},
        {"action": "7"},
        {"action": "{}", "count_a": "-1", "value_a": '"x"'},
        {"action": "{}", "count_a": "100", "value_a": '"x"'},
        {"action": "{}", "count_a": "x", "value_a": '"x"'},
        {"action": "{}", **{f"count_{n}": "99" for n in range(9)}, **{f"value_{n}": '"x"' for n in range(9)}},
    ],
)
def test_what_is_no_form_of_ours_is_invalid(typed: dict[str, str]) -> None:
    with pytest.raises(InvalidInput):
        action_of(typed)
