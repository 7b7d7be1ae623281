"""Faults that rules find and a workshop words."""

from __future__ import annotations

from app.engine.types import Text
from app.engine.words import Words
from app.engine.workshop.base import Found, fault, worded
from app.engine.workshop.workshop import Fault

WORDS = Words(
    {
        "faults": {
            "few_beds": {"es": "Faltan {n} bancales.", "en": "{n} beds are missing."},
            "bare": {"es": "Está vacío.", "en": "It is bare."},
        }
    }
)


def say(found: Found) -> Text:
    return WORDS.say("faults", found.key, **found.places)


def test_a_fault_is_worded_with_its_places_and_tells_what_puts_it_right() -> None:
    found = [fault("few_beds", field="beds", n=2), fault("bare", "bed.1", tool="tree")]

    assert worded(found, say) == (
        Fault(Text("Faltan 2 bancales.", "2 beds are missing."), field="beds"),
        Fault(Text("Está vacío.", "It is bare."), "bed.1", tool="tree"),
    )


def test_what_is_found_twice_of_one_thing_is_told_once() -> None:
    found = [fault("bare", "bed.1"), fault("bare", "bed.2"), fault("bare", "bed.1")]

    assert [each.thing for each in worded(found, say)] == ["bed.1", "bed.2"]


def test_no_more_is_looked_for_than_is_told() -> None:
    looked = []

    def looking():
        for number in range(100):
            looked.append(number)
            yield fault("bare", f"bed.{number}")

    assert len(worded(looking(), say, 3)) == len(looked) == 3
