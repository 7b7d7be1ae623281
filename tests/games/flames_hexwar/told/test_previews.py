"""What is told before anything is done: whole, in words of both languages, by rules that there are, and no more than its seat knows."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.offers import Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.telling import Cells, Line, Overlay, Ring, Sight
from app.engine.types import Action, Seat, Text, UnitId, Viewer
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.plans import preview, survey
from app.systems.flames_hexwar.choices.withheld import withheld
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Opportunity, Shot
from tests.games.flames_hexwar.fights.test_assaults import ONE_ON_ONE, writing
from tests.games.flames_hexwar.playing import moment_of, played
from tests.games.flames_hexwar.scenes import Table, platoon, squad
from tests.games.flames_hexwar.table import FOLDER
from tests.games.flames_hexwar.test_moves import go, held, moving
from tests.games.flames_hexwar.test_steps import GRENADIERS, MORTARS, SMG, bombard, covering
from tests.games.flames_hexwar.told.rolls import odds_of, told
from tests.support.random_play import bounded

RULES = {row["id"] for row in tomllib.loads((FOLDER / "data" / "rules.toml").read_text("utf-8"))["rules"]}


def looked_at(moment: Moment, seat: Seat, action: Action) -> Preview:
    found = acts.check(moment, seat, action)
    return preview(moment, seat, action, found if isinstance(found, Refusal) else None)


def moments(scenario: str, every: int) -> Iterator[tuple[Moment, Seat]]:
    for number, each in enumerate(played(scenario, 2, 3)):
        if number % every == 0:
            yield each.moment, each.seat


def some(moment: Moment, seat: Seat, pick: random.Random) -> Iterator[Action]:
    for offer in offers(moment, seat):
        yield from pick.sample(offer.examples, min(2, len(offer.examples)))


def texts(found: Preview) -> Iterator[Text]:
    yield from (note.text for note in found.notes)
    for chance in (*found.chances, *found.threats):
        yield chance.text
        yield from chance.steps
    yield from (label for each in found.overlays if (label := getattr(each, "label", None)) is not None)
    for each in found.overlays:
        if isinstance(each, Sight):
            yield from (words for words in (each.distance, each.aim, each.threat, each.blocked) if words is not None)


def is_whole(moment: Moment, found: Preview) -> None:
    for text in texts(found):
        assert text.es.strip()
        assert text.en.strip()
        assert "{" not in text.es + text.en
    for chance in (*found.chances, *found.threats):
        assert 0 <= chance.numerator <= chance.denominator
        assert len(chance.steps) == len(chance.rules)
        assert {rule for rule in chance.rules if rule is not None} <= RULES
        assert chance.unit is None or chance.unit in moment.field.teams
    for each in found.overlays:
        if isinstance(each, Cells):
            assert each.cells
            assert len({tint.cell for tint in each.cells}) == len(each.cells)


@pytest.mark.parametrize("scenario", ["quick_crossroads", "mountain_patrol"])
def test_everything_offered_is_told_of_and_whole(scenario: str) -> None:
    pick = random.Random(scenario)
    for moment, seat in moments(scenario, bounded(17, 3)):
        for action in some(moment, seat, pick):
            found = looked_at(moment, seat, action)
            assert found.legal
            is_whole(moment, found)
        for unit in [*moment.field.teams, *moment.field.platoons, "0704"][:: bounded(13, 1)]:
            is_whole(moment, survey(moment, seat, UnitId(unit)))


@pytest.mark.rule("FHW-HID-01", "FHW-HID-03", "FHW-HID-11")
def test_nothing_told_hangs_on_what_a_seat_does_not_know() -> None:
    pick = random.Random(6)
    for moment, seat in moments("mountain_patrol", bounded(19, 3)):
        world = resample(moment.field, Viewer(seat), pick.randrange)
        if world is None:
            continue
        other = moment_of(world)
        for action in some(moment, seat, pick):
            assert looked_at(moment, seat, action) == looked_at(other, seat, action)
        for unit in [*moment.field.teams, *moment.field.platoons][::7]:
            assert survey(moment, seat, UnitId(unit)) == survey(other, seat, UnitId(unit))
            assert withheld(moment, seat, UnitId(unit)) == withheld(other, seat, UnitId(unit))


# ----------------------------------------------------------------------------------------------------------------- in detail


def kinds(found: Preview, kind: type[Overlay]) -> list[Any]:
    return [each for each in found.overlays if isinstance(each, kind)]


def words(found: Preview) -> list[str]:
    return [note.text.en for note in found.notes]


@pytest.mark.rule("FHW-MOVE-01", "FHW-ROAD-03", "FHW-CMD-01")
def test_a_way_says_what_it_costs_what_its_road_adds_and_whose_command_breaks() -> None:
    road = [[(column, 6) for column in range(16)]]
    at = moving(
        "ger_recce", "0106", roads=road, others={1: "0107", 2: "0007", **{n: f"00{n:02d}" for n in range(3, 12)}}
    )

    found = told(at, "a", go("0206", "0306", "0406", "0506", "0606", "0706"))

    assert found.facts["cost"] == 6
    assert found.facts["road"] == 3
    assert words(found)[:2] == ["6 of 6 hexes.", "The road gives 3 hexes more."]
    assert any("out of command" in each for each in words(found))
    assert [tint.word.en for tint in kinds(found, Cells)[0].cells] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.rule("FHW-SHOT-06")
def test_no_line_is_drawn_of_a_shot_that_is_refused_for_something_else() -> None:
    foot = platoon("B1", "ger_grenadiers_small", dict.fromkeys(range(3), "0906") | {3: "1911", 4: "1910"})
    at = moving("sov_smg", "0706", defenders=[foot], surface={"0806": "b"})
    act = a.Fire("A1", (Shot("A1.0", "smg", 1, "B1"),))  # type: ignore[arg-type]

    found = preview(at.moment, Seat("a"), act, Refusal("FHW-SHOT-06", {"team": "A1.0"}))

    assert kinds(found, Line) == []
    assert kinds(found, Cells) == []


@pytest.mark.rule("FHW-LOS-02", "FHW-GEO-11")
def test_a_refused_shot_is_drawn_to_where_its_line_breaks() -> None:
    foot = platoon("B1", "ger_grenadiers_small", dict.fromkeys(range(3), "0906") | {3: "1911", 4: "1910"})
    at = moving("sov_smg", "0706", defenders=[foot], surface={"0806": "b"})
    act = a.Fire("A1", (Shot("A1.0", "smg", 1, "B1"),))  # type: ignore[arg-type]
    refusal = acts.check(at.moment, Seat("a"), act)
    assert isinstance(refusal, Refusal)

    found = preview(at.moment, Seat("a"), act, refusal)

    assert (found.legal, found.refusal) == (False, refusal)
    (line,) = kinds(found, Line)
    assert line.dashed
    assert line.tone == "bad"
    assert line.label.en == "houses or a mountain between"
    assert [(tint.cell, tint.tone) for tint in kinds(found, Cells)[0].cells] == [("0806", "bad")]


@pytest.mark.rule("FHW-MOVE-01", "FHW-MOVE-09")
def test_a_refused_way_shows_the_hex_at_fault_if_there_is_one() -> None:
    at = moving("sov_t34_76_4", "0306>0")
    for act, cells in (
        (go("0406", "0506", "0606", "0706", "0806"), [("0806", "bad")]),
        (go("0305", "0304", "0303", "0302", "0301"), [("0301", "bad")]),
    ):
        refusal = acts.check(at.moment, Seat("a"), act)
        assert isinstance(refusal, Refusal)
        found = preview(at.moment, Seat("a"), act, refusal)
        assert [(tint.cell, tint.tone) for tint in kinds(found, Cells)[0].cells] == cells


@pytest.mark.rule("FHW-ART-14")
def test_friends_too_near_to_a_bombardment_are_drawn() -> None:
    near = platoon("A1", "sov_smg", {n: "1406" if n < 3 else f"00{n:02d}" for n in range(10)})
    at = Table([near, MORTARS], [GRENADIERS]).plan(A1="FC", A2="FC", B1="FC")
    act = bombard(mode="concentrated")
    refusal = acts.check(at.moment, Seat("a"), act)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "FHW-ART-14"

    found = preview(at.moment, Seat("a"), act, refusal)

    assert ("1406", "bad") in [(tint.cell, tint.tone) for each in kinds(found, Cells) for tint in each.cells]


@pytest.mark.rule("FHW-ART-12", "FHW-SMOKE-01")
def test_smoke_says_what_it_covers() -> None:
    at = covering()

    found = told(at, "a", bombard(mode="concentrated", ammo="smoke"))

    assert found.chances[0].text.en == "The smoke falls"
    assert words(found) == ["5 teams come to stand in smoke."]


@pytest.mark.rule("FHW-PLAN-01")
def test_a_commit_says_which_cards_are_blank() -> None:
    at = Table([SMG, MORTARS], [GRENADIERS])
    at.do("a", a.GiveOrder("A1", "FC"))  # type: ignore[arg-type]

    assert [each.unit for each in told(at, "a", a.Commit(fill=True)).notes] == ["A2"]


@pytest.mark.rule("FHW-PLAN-09", "FHW-MT-01", "FHW-MD-01")
def test_an_order_draws_what_it_would_allow() -> None:
    at = Table([platoon("A1", "sov_t34_76_4", {n: f"030{n + 4}" for n in range(4)})], [GRENADIERS])

    moved = told(at, "a", a.GiveOrder("A1", "MD"))  # type: ignore[arg-type]
    doubled = told(at, "a", a.GiveOrder("A1", "MT"))  # type: ignore[arg-type]
    waiting = told(at, "a", a.GiveOrder("A1", "FO"))  # type: ignore[arg-type]

    assert len(kinds(doubled, Cells)[0].cells) > len(kinds(moved, Cells)[0].cells)
    assert kinds(doubled, Cells)[0].label.en == "Where it can go at the double"
    assert kinds(waiting, Cells)[0].label.en == "60 and 180 degrees before it"
    foot = Table([squad("A1", "sov_smg", {0: "0506"})], [GRENADIERS])
    for order in ("FC", "FO"):
        (seen,) = kinds(told(foot, "a", a.GiveOrder("A1", order)), Cells)  # type: ignore[arg-type]
        assert seen.label.en == "Where it sees and reaches"
        assert {"0506", "0606", "1306"} & {tint.cell for tint in seen.cells} == {"0506", "0606"}


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-17", "FHW-ASLT-22")
def test_an_entry_says_who_gets_there_what_repels_and_how_strong_both_are() -> None:
    at = writing(*ONE_ON_ONE)

    found = told(at, "a", a.WriteAssault(("A1",), "1406"))  # type: ignore[arg-type]

    first = found.chances[0].text.en
    assert first.endswith("Before it: 1 of 10 teams get there, 5 hits by defensive fire repel the infantry")
    assert odds_of(found.chances, "At least one strike hits in the first round") * 2 == 1  # trained: 4+
    assert odds_of(found.chances, "At least one enemy strike") * 3 == 2  # veterans: 3+
    assert [ring.target for ring in kinds(found, Ring)] == ["A1.0"]


@pytest.mark.rule("FHW-FO-06", "FHW-FO-15")
def test_in_a_window_fire_and_holding_say_what_they_mean() -> None:
    guns = platoon("B1", "ger_pak40_section", {0: "1911", 1: "0906>3"})
    at = moving("sov_t34_76_4", "0306>0", defenders=[guns])
    at.do("a", go("0406", "0506"))
    assert at.prompt == "window"

    found = told(at, "b", a.FireOpportunity((Opportunity("B1.1", "gun75pak", 2),)))  # type: ignore[arg-type]

    assert found.chances[0].text.en == "At least one team destroyed"
    assert any(rule == "FHW-FO-06" for rule in found.chances[0].rules)
    assert words(told(at, "b", a.Hold("team"))) == ["No fire at it for the rest of its way."]


@pytest.mark.rule("FHW-GEO-16", "FHW-GEO-07")
def test_surveys_tell_sight_both_ways_and_arcs() -> None:
    tanks = [platoon("B1", "ger_panzer4", {0: "0906>3", **{n: f"19{n:02d}>3" for n in range(1, 5)}})]
    at = moving("sov_t34_76_4", "0306>0", defenders=tanks)

    own = survey(at.moment, Seat("a"), UnitId("A1.0"))
    enemy = survey(at.moment, Seat("a"), UnitId("B1.0"))

    sight = next(each for each in kinds(own, Sight) if each.unit == "B1.0")
    assert sight.distance.en == "6 hexes"
    assert sight.aim is not None
    assert sight.threat is not None
    assert own.chances[0].text.en.startswith("From here, Panzer IV")
    assert sight.aim.en.endswith("% destroyed")
    assert own.threats[0].text.en.endswith("could destroy it")
    assert enemy.chances[0].text.en == "T-34/76 A1.0 destroyed"
    assert {each.label.en for each in kinds(own, Cells)} == {"Where it can go", "60 and 180 degrees before it"}


@pytest.mark.rule("FHW-MOVE-06", "FHW-MOVE-07")
def test_a_survey_of_who_is_on_its_way_draws_what_is_left_of_it() -> None:
    at = moving("sov_smg", "0306")

    def reach() -> set[str]:
        found = survey(at.moment, Seat("a"), UnitId("A1.0"))
        return {tint.cell for each in kinds(found, Cells) if each.label.en == "Where it can go" for tint in each.cells}

    whole = len(reach())
    held(at.acts("a", "move", team="A1.0", path=("0406",), halt=False))
    assert 0 < len(reach()) < whole
    at.acts("a", "move", team="A1.0", path=("0506",), halt=False)
    assert reach() == set()
    at.acts("a", "move", team="A1.0", path=(), halt=True)
    assert reach() == set()


def test_a_survey_of_nothing_is_no_input() -> None:
    at = moving("sov_t34_76_4", "0306>0")
    for name in ("nobody", "A9.9", "9999", ""):
        with pytest.raises(InvalidInput):
            survey(at.moment, Seat("a"), UnitId(name))
