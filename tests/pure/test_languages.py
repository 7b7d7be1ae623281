"""Everything a player reads exists in Spanish and in English: in the data files, in the code, in the logs of played games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from app.engine.types import SPECTATOR, Text
from tests.support.catalogue import Entry, entries, is_foreign, places
from tests.support.random_play import Moment, played, registry

NAMES = "a proper name, or a word that both languages have"
VEHICLES = "what a vehicle or an aircraft is called in every language"
NUMBERS = "numbers with their unit"
KEYS = "what is printed on a key"
SAME = {
    **dict.fromkeys(
        ("Open Wars", "War of Plastic", "Inferno", "Capital", "Normal", "Berserker", "Slynn", "Brutus"), NAMES
    ),
    **dict.fromkeys(("Mantis", "Kobra", "Skorpic", "Kraken", "Demogor", "Tempus", "Dracoon", "Diablo"), NAMES),
    **dict.fromkeys(
        ("Rifle", "Jeep", "no", "No", "bot", "Total", "{count} min", "Splatball", "Zigzag", "Armadillo"), NAMES
    ),
    **dict.fromkeys(("Flames Hexwar", "Bazooka", "Panzerfaust", "Panzerschreck", "Marine"), NAMES),
    **dict.fromkeys(("Panther", "Panzer III M", "Panzer IV H", "Tiger I", "StuG III G", "Marder III"), VEHICLES),
    **dict.fromkeys(("Sd.Kfz. 10/5 (2 cm)", "Sd.Kfz. 234/2 Puma", "Schwimmwagen"), VEHICLES),
    **dict.fromkeys(("IS-2", "ISU-152", "KV-1", "SU-76M", "SU-85", "M5 Stuart", "M7 Priest", "M8 Greyhound"), VEHICLES),
    **dict.fromkeys(("M4 Sherman (75 mm)", "M4 Sherman (76 mm)"), VEHICLES),
    **dict.fromkeys(("Hs 129 B", "Il-2 Shturmovik", "P-47 Thunderbolt"), VEHICLES),
    **dict.fromkeys(("{width} × {height} cm", "{x} × {y} cm", "{x} × {y} cm · {length} cm"), NUMBERS),
    **dict.fromkeys(("1 cm", "5 cm"), NUMBERS),
    **dict.fromkeys(("Ctrl Z, Ctrl Y", "Esc"), KEYS),
}
"""Texts that are the same in both languages, each with the reason."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_PLACES = re.compile(r"\{[^{}]*\}")


def said(entry: Entry) -> str:
    """A text as a test that fails shows it."""
    return f"{entry.where}: {entry.es!r} / {entry.en!r}"


def test_every_text_has_words_in_both_languages() -> None:
    lacking = [said(entry) for entry in entries() if bool(entry.es.strip()) != bool(entry.en.strip())]

    assert len(entries()) > 3000, "the texts are no longer found"
    assert lacking == []


def test_both_languages_fill_in_the_same() -> None:
    different = [said(entry) for entry in entries() if set(places(entry.es)) != set(places(entry.en))]

    assert different == []


def test_what_is_the_same_in_both_languages_is_so_for_a_reason() -> None:
    same = {
        entry.es.replace("\N{NO-BREAK SPACE}", " ")
        for entry in entries()
        if entry.es == entry.en and _LETTERS.search(_PLACES.sub("", entry.es))
    }

    assert same - SAME.keys() == set(), "not translated, or to be listed with its reason"
    assert SAME.keys() - same == set(), "listed, but no longer the same in both languages"


def texts_of(moment: Moment, game: str) -> Iterator[Text]:
    """What a log tells of what followed, and what the table says then."""
    system = registry()[game]
    before = moment.state
    for event in moment.step.events:
        told = system.tell(before, event, SPECTATOR)
        if told is not None:
            line = system.describe(told)
            if line is not None:
                yield line.text
        before = system.evolve(before, event)
    scene = system.scene(system.view(before, SPECTATOR))
    yield from (scene.headline, scene.prompt)


@pytest.mark.parametrize(
    ("game", "scenario", "seats"), [("war_of_plastic", "crossroads", 2), ("open_wars", "arcanums_crown", 2)]
)
def test_a_played_game_is_told_in_each_language_without_a_word_of_the_other(
    game: str, scenario: str, seats: int
) -> None:
    moments = played(game, scenario, seats, 4).moments[:150]

    texts = {text for moment in moments for text in texts_of(moment, game)}

    assert len(texts) > 60
    assert [text.es for text in texts if is_foreign(text.es, "es")] == []
    assert [text.en for text in texts if is_foreign(text.en, "en")] == []
    assert [text.es for text in texts if re.search(r"\d\.\d", text.es)] == [], "a decimal point in Spanish"
    assert [text.en for text in texts if re.search(r"\d,\d", text.en)] == [], "a decimal comma in English"
