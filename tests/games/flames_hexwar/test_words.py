"""Everything that happens is told, in both languages, from the event alone; every refusal has a sentence."""

from __future__ import annotations

import string
from typing import get_args

import pytest

from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import SPECTATOR, RuleId, UnitId, Viewer
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.screen.goals import goals
from app.systems.flames_hexwar.screen.scene import scene
from app.systems.flames_hexwar.words import names
from app.systems.flames_hexwar.words.describe import SILENT, Describer
from app.systems.flames_hexwar.words.sentences import ending, headline, prompt
from tests.games.flames_hexwar.playing import moment_of, opened, played
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


@pytest.mark.parametrize(("scenario", "seats", "seed"), GAMES)
def test_each_die_of_a_shot_is_told_by_the_number_that_it_met(scenario: str, seats: int, seed: int) -> None:
    """FHW-HIT-03: as many are shown to hit as hit."""
    describer = Describer(book().rules())
    shots = [
        event
        for each in played(scenario, seats, seed)
        for event in each.step.events
        if isinstance(event, ef.ShotsRolled)
    ]
    for event in shots:
        rolls = describer.describe(event).rolls
        assert sum(bool(roll.success) for roll in rolls) == event.hits + event.maybe
        assert all(roll.success == (roll.value >= (roll.need or 0)) for roll in rolls)


def test_a_die_that_meets_the_number_of_one_team_alone_is_shown_to_hit() -> None:
    """FHW-HIT-03: of two teams hit on 2 and on 4 a 2 hits one, another 3 none."""
    tank, rider = UnitId("A1.0"), UnitId("A2.1")
    shot = ef.ShotsRolled(
        UnitId("B1.1"), "rifle", "A1", (3, 2, 4), {tank: (2,), rider: (4,)}, Hex(0, 0), Hex(1, 0), PlatoonId("B1"), 2
    )
    told = Describer(book().rules()).describe(shot)
    assert told is not None
    assert [(roll.value, roll.need, roll.success) for roll in told.rolls] == [(3, 4, False), (2, 2, True), (4, 2, True)]


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


@pytest.mark.parametrize(("scenario", "seats", "seed"), [GAMES[0], GAMES[6], GAMES[7]])
def test_everybody_is_told_what_is_asked_or_whom_they_wait_for(scenario: str, seats: int, seed: int) -> None:
    prompts: set[str] = set()
    for number, each in enumerate(played(scenario, seats, seed)):
        if number % 3:
            continue
        for viewer in (*map(Viewer, each.moment.position.seats), SPECTATOR):
            seen = view(each.moment.field, viewer)
            words = prompt(each.moment.rules, seen)
            assert words.es.strip()
            assert "{" not in headline(each.moment.rules, seen).en
            prompts.add(words.en)
            assert len(goals(each.moment.rules, seen)) == 3
    assert len(prompts) > 12


def test_the_end_is_told_with_its_reason() -> None:
    *_, last = played("quick_crossroads", 2, 1)
    after = view(moment_of(last.step.state).field, SPECTATOR)
    told = ending(last.moment.rules, after)
    assert told is not None
    assert told.en.endswith("wins.") or "wins" in told.en
    assert ending(last.moment.rules, view(last.moment.field, SPECTATOR)) is None


def test_whoever_is_asked_is_asked_and_the_others_told_whom_they_wait_for() -> None:
    """The defender deploys first (FHW-SET-06)."""
    field = moment_of(opened("quick_crossroads", 2)).field
    seen = {who: view(field, who) for who in (SPECTATOR, Viewer("a"), Viewer("b"))}
    words = {who: prompt(field.rules, each) for who, each in seen.items()}
    assert words[SPECTATOR] == words[Viewer("a")] != words[Viewer("b")]
    assert [scene(field.rules, each).my_go for each in seen.values()] == [False, False, True]


def test_things_go_by_their_kind_and_their_id_and_unknown_kinds_by_their_own() -> None:
    rules = book().rules()
    assert names.platoon_name(rules, "sov_smg", "A1").en == f"{rules.platoons['sov_smg'].name.en} A1"
    assert names.platoon_name(rules, "nothing", "A1").es == "nothing A1"
    assert names.team_name(rules, "is2", "A1.0").es == f"{rules.teams['is2'].name.es} A1.0"
    assert names.team_name(rules, "nothing", "A1.0").en == "nothing A1.0"
    for kind, of in (*rules.weapons.items(), *rules.aircraft.items()):
        assert names.weapon_name(rules, kind) == of.name
    assert names.weapon_name(rules, "nothing").en == "nothing"


def test_a_die_says_what_came_of_it_and_firepower_is_rolled_by_who_fired() -> None:
    describer = Describer(book().rules())
    who: dict[str, tuple[str, Side]] = {"A1.0": ("t34_76", "A")}
    tank = UnitId("A1.0")
    events = (ef.Saved(tank, 5, 3, True, who=who), ef.FirepowerRolled(tank, 2, 3, False, who=who))
    told = [line for event in events if (line := describer.describe(event)) is not None]
    came = [(line.side, roll.success, roll.outcome) for line in told for roll in line.rolls]
    assert [(side, success, outcome and outcome.en) for side, success, outcome in came] == [
        ("A", True, "saved"),
        ("B", False, "not enough"),
    ]
    armour = describer.describe(ef.ArmourRolled(tank, 6, 6, 12, 11, who=who))
    assert armour is not None
    assert "holds" in armour.text.en
