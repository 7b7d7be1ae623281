"""Refusals and the log in words, in both languages."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Text
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.words.describe import Describer
from tests.games.tierras_distantes.playing import acts, moment, opened, step
from tests.games.tierras_distantes.table import FOLDER, book, piece, position, rules, unit

DESCRIBER = Describer(rules())


def test_every_rule_that_refuses_has_a_sentence_and_no_other_has():
    used = {
        rule for path in FOLDER.rglob("*.py") for rule in re.findall(r'RuleId\("(TD-[A-Z]+-\d\d)"\)', path.read_text())
    }

    assert used == set(book().words.table("refusal")) - {"other"}


def test_sentences_have_the_same_places_in_both_languages():
    for section in ("log", "refusal", "refusal_with", "players", "sides", "reasons"):
        for key, text in book().words.table(section).items():
            es, en = ({name for _, name, _, _ in Formatter().parse(words) if name} for words in (text.es, text.en))
            assert es == en, key


def test_a_refusal_is_said_with_its_numbers_where_they_are_known():
    start = position(unit("A01", 500, 100, status="active"), unit("B01", 500, 900))
    refusal = acts.check(moment(start), "a", a.Move("A01", ((500, 300),)))

    assert DESCRIBER.explain(refusal).en == "The path costs 20.0 cm, and it moves 18.0 cm in an action."
    assert DESCRIBER.explain(Refusal(RuleId("TD-MOV-01"))).en == "The path is longer than it moves in one action."
    assert DESCRIBER.explain(Refusal(RuleId("TD-GEN-01"))) == book().words.say("refusal", "other")


@pytest.mark.rule("TD-COV-01", "TD-FIRE-05")
def test_an_attack_is_said_with_its_dice_and_the_reason_of_its_cover():
    low = piece("low", "barricade", (450, 690, 550, 700), 14)
    start = position(
        unit("A01", 500, 500, status="active", weapons=("laser_rifle",)),
        unit("B01", 500, 730),
        unit("B02", 900, 900),
        pieces=(low,),
    )
    found = step(start, "a", a.Fire("A01", "laser_rifle", "B01"), 6, 5, 4, 1, 3, 3, 3)

    entry = DESCRIBER.describe(found.events[1])

    assert entry.text.en == "15 against 10: B01 B01 is a casualty."
    assert [detail.en for detail in entry.details] == [
        "A01: 4 dice at 23 cm",
        "The best 3 are added",
        "+1 for cover: Barricade",
    ]
    assert [roll.value for roll in entry.rolls] == [6, 5, 4, 1, 3, 3, 3]


def test_a_battle_of_somebodys_own_is_called_by_its_name():
    row = {**book().scenarios["unknown_world"], "name_es": "Mi batalla", "name_en": "My battle"}

    event = opened("own", (), battle=row).events[0]

    assert DESCRIBER.describe(event).text == Text("Empieza «Mi batalla».", "“My battle” begins.")
