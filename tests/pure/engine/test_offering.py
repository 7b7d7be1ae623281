"""Offers are made of what the judge accepts, and say by a schema that stands by itself what their act looks like."""

from __future__ import annotations

import msgspec

from app.engine.offering import MOST_EXAMPLES, Example, Offering, schema_of
from app.engine.types import Action, Text, UnitId


class Spot(msgspec.Struct, frozen=True):
    x: int


class Jump(Action, frozen=True, tag="jump"):
    far: int
    to: Spot | None = None


class Sit(Action, frozen=True, tag="sit"):
    pass


JUMP = Text("Salta", "Jump")


def offering(most: int = 9) -> Offering:
    return Offering(lambda action: not isinstance(action, Jump) or action.far <= most, {"jump": JUMP}.__getitem__)


def test_an_offer_holds_the_examples_that_the_judge_accepts_under_the_label_of_their_kind():
    (offer,) = offering(2).make(map(Jump, range(5)), unit=UnitId("frog"))

    assert (offer.type, offer.label, offer.unit) == ("jump", JUMP, "frog")
    assert offer.examples == (Jump(0), Jump(1), Jump(2))
    assert (offer.names, offer.picks) == ((), None)


def test_there_is_no_offer_without_a_legal_example():
    assert list(offering(2).make([Jump(3)])) == []


def test_what_has_been_judged_is_not_judged_again():
    (offer,) = offering(2).make([Jump(3)], judged=True)

    assert offer.examples == (Jump(3),)


def test_no_more_is_asked_of_the_judge_than_can_be_shown():
    asked = iter(range(10 * MOST_EXAMPLES))

    (offer,) = offering(10 * MOST_EXAMPLES).make(map(Jump, asked))

    assert len(offer.examples) == MOST_EXAMPLES == next(asked)


def test_names_and_picks_go_with_the_examples_that_are_left():
    here, there = Text("aquí", "here"), Text("allí", "there")

    (offer,) = offering(2).make([Example(Jump(1), here, ("a",)), Example(Jump(3), here), Example(Jump(2), there)])

    assert offer.names == (here, there)
    assert offer.picks == (("a",), ())


def test_the_schema_of_an_act_holds_whatever_it_refers_to():
    schema = schema_of(Jump)

    assert set(schema["properties"]) == {"type", "far", "to"}
    assert {"$ref": "#/$defs/Spot"} in schema["properties"]["to"]["anyOf"]
    assert set(schema["$defs"]) == {"Spot"}
    assert "$defs" not in schema_of(Sit)
