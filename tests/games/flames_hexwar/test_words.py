"""Everything that happens is told, in both languages, from the event alone; every refusal has a sentence."""

from __future__ import annotations

import string
from typing import get_args

import pytest

from app.engine.refusal import Refusal
from app.engine.types import RuleId
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.words.describe import SILENT, Describer
from tests.games.flames_hexwar.playing import played
from tests.games.flames_hexwar.table import book

GAMES = [("quick_crossroads", 2, seed) for seed in range(6)] + [("evening_village", 2, 0), ("big_pass", 4, 0)]


@pytest.mark.parametrize(("scenario", "seats", "seed"), GAMES)
def test_whatever_happens_is_told_in_words_with_every_place_filled_in(scenario: str, seats: int, seed: int) -> None:
    describer = Describer(book().rules())
    for each in played(scenario, seats, seed):
        for event in each.step.events:
            line = describer.describe(event)
            if line is None:
                continue
            assert line.text.es.strip(), event
            assert line.text.en.strip(), event
            assert "{" not in line.text.en.replace("{{", ""), (event, line.text)


def test_only_what_says_nothing_is_not_told() -> None:
    told = [kind for kind in get_args(e.AnyEvent) if kind not in SILENT]
    assert len(told) > 70
    log = book().words.table("log")
    for kind in told:
        tag = str(kind.__struct_config__.tag)
        assert any(key == tag or key.startswith(f"{tag}_") for key in log), tag


def test_every_refusal_has_a_sentence_and_one_with_its_numbers_where_they_are_known() -> None:
    describer = Describer(book().rules())
    far = describer.explain(Refusal(RuleId("FHW-SHOT-02"), {"distance": 9, "range": 5}))
    assert "9" in far.en
    assert "5" in far.en
    assert "9" not in describer.explain(Refusal(RuleId("FHW-SHOT-02"))).en
    assert describer.explain(Refusal(RuleId("FHW-XXX-01"))) == book().words.table("refusal")["other"]
    for words in book().words.table("refusal").values():
        assert not [name for _, name, _, _ in string.Formatter().parse(words.en) if name]
