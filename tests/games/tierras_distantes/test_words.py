"""Refusals and the log in words, in both languages."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Text
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.words.describe import Describer
from tests.games.tierras_distantes.playing import acts, moment, opened, step
from tests.games.tierras_distantes.screen.looking import plain
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

    assert (
        DESCRIBER.explain(refusal).en
        == "The path costs 20.0 cm, difficult ground counted, and one action covers 18.0 cm."
    )
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

    assert entry.text.en == "15 against 10 (cover +1 included): B01 B01 is a casualty."
    assert [detail.en for detail in entry.details] == [
        "A01: 4 dice at 23 cm",
        "The best 3 are added",
        "+1 for cover: Barricade",
    ]
    assert [roll.value for roll in entry.rolls] == [6, 5, 4, 1, 3, 3, 3]
    assert [roll.side for roll in entry.rolls] == ["A"] * 4 + ["B"] * 3
    assert [roll.success for roll in entry.rolls[:4]] == [True, True, True, False]


@pytest.mark.rule("TD-CON-01", "TD-RNG-04")
def test_three_who_shoot_together_are_named_over_their_dice_and_four_are_counted():
    four = [unit(f"A0{n}", 440 + 30 * n, 500, status="active", weapons=("pistol",)) for n in range(1, 5)]
    start = position(*four, unit("B01", 500, 650), unit("B02", 900, 900))

    found = []
    for others in (four[1:3], four[1:]):
        shots = tuple(a.GroupShot(each.id, "pistol", "B01") for each in others)
        dice = (1,) * (len(shots) + 1) + (3, 3, 3)
        attack = step(start, "a", a.Fire("A01", "pistol", "B01", others=shots), *dice).events[1]
        found.append(DESCRIBER.describe(attack))

    assert [entry.rolls[0].whose.en for entry in found] == ["A01, A02 and A03 at B01 B01", "4 miniatures at B01 B01"]
    assert [detail.en for detail in found[0].details] == [
        *("A01: one die at 15.3 cm", "A02: one die at 15 cm", "A03: one die at 15.3 cm"),
        "The best one counts",
    ]


@pytest.mark.rule("TD-FRT-03", "TD-FRT-05")
def test_an_attempt_to_rally_is_said_with_who_makes_it_and_what_came_of_it():
    start = position(
        unit("A01", 500, 500, status="active", leader=True),
        unit("A02", 500, 600, status="active", frightened=True),
        unit("B01", 900, 900),
    )
    found = [
        DESCRIBER.describe(step(start, "a", act, *dice).events[0])
        for act, dice in ((a.Rally("A02"), (1, 1)), (a.RallyOther("A01", "A02"), (6, 6)))
    ]

    assert [(entry.text.en, entry.tone) for entry in found] == [
        ("A02 A02 rallies.", "good"),
        ("A02 A02 does not rally.", "warn"),
    ]
    assert [len(entry.details) for entry in found] == [1, 2]
    assert found[1].details[0].en == "A01 tries"


@pytest.mark.rule("TD-CLB-08")
def test_a_climb_is_said_by_its_direction():
    wall = piece("wall", "wall", (400, 512, 600, 520), 60)
    up = step(
        position(unit("A01", 500, 500, status="active"), unit("B01", 900, 900), pieces=[wall]),
        "a",
        a.Climb("A01", "wall", 30),
    )
    hanging = unit("A01", 500, 500, 30, status="active", climbing="wall")
    down = step(position(hanging, unit("B01", 900, 900), pieces=[wall]), "a", a.Climb("A01", "wall", 0))

    found = [DESCRIBER.describe(each.events[0]) for each in (up, down)]

    assert [entry.text.en for entry in found] == ["A01 A01 climbs up to 3 cm.", "A01 A01 climbs down to 0 cm."]
    assert [[detail.en for detail in entry.details] for entry in found] == [["still climbing"], []]


@pytest.mark.rule("TD-INI-01", "TD-ACT-08", "TD-END-07", "TD-END-13")
def test_dice_of_a_turn_are_said_with_whose_they_are_and_what_they_decided():
    initiative = DESCRIBER.describe(e.InitiativeRolled(2, (3, 3, 2, 5), "B"))
    morale = [
        DESCRIBER.describe(e.MoraleRolled("A", dice, 9, holds)) for dice, holds in (((4, 4), True), ((6, 3), False))
    ]
    batches = [
        DESCRIBER.describe(e.BatchBegan("A", kind, count)) for kind, count in (("first", 3), ("final", 3), ("final", 1))
    ]
    turns = [DESCRIBER.describe(e.TurnEnded(3, {"A": 1, "B": 2}, quiet)) for quiet in (0, 2)]

    assert [(plain(roll.whose.en), roll.side) for roll in initiative.rolls] == [("Side A", "A"), ("Side B", "B")] * 2
    assert plain(initiative.text.en) == "Round 2: Side B has the initiative."
    assert [(plain(each.text.en), each.tone) for each in morale] == [
        ("Side A holds.", "good"),
        ("Side A is demoralised.", "bad"),
    ]
    assert [plain(each.text.en) for each in batches] == [
        "Side A activates 3 miniatures: half the dice, or all that are left.",
        "Last batch: Side A activates the 3 that are left.",
        "Last batch: Side A activates the only one left.",
    ]
    assert [[detail.en for detail in each.details] for each in turns] == [[], ["Quiet turns in a row: 2"]]


def test_a_battle_of_somebodys_own_is_called_by_its_name():
    row = {**book().scenarios["unknown_world"], "name_es": "Mi batalla", "name_en": "My battle"}

    event = opened("own", (), battle=row).events[0]

    assert DESCRIBER.describe(event).text == Text("Empieza «Mi batalla».", "“My battle” begins.")
