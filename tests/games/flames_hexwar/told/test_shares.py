"""Shares of the odds that several teams, planes or platoons make together, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from app.engine.types import Seat
from app.systems.flames_hexwar.barrage.odds import Bombed, Shelling, any_bombed, bombed
from app.systems.flames_hexwar.choices.looking.lookout import best_shot
from app.systems.flames_hexwar.choices.plans import preview
from app.systems.flames_hexwar.position.actions import AirAttack
from tests.games.flames_hexwar.opening.test_frames import flown_at
from tests.games.flames_hexwar.scenes import Table, act, shot, squad
from tests.games.flames_hexwar.told.rolls import odds_of, told

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
AIR = {"level": "limited", "aircraft": "il2", "count": 1}
FOE = squad("B1", "ger_grenadiers_small", {1: "1406"})


def notes(at: Table, seat: str, action: Any) -> list[str]:
    return [note.text.en for note in preview(at.moment, Seat(seat), action, None).notes]


# ---------------------------------------------------------------------------------------------------- aircraft and bombardments


@pytest.mark.rule("FHW-AIR-04", "FHW-AIR-11", "FHW-ART-18")
def test_anybody_is_hit_unless_everybody_is_missed_everywhere() -> None:
    at = Table([squad("A1", "sov_smg")], [FOE])
    teams = (at.team("B1.0"), at.team("B1.1"))
    area = Bombed(4, HALF, 5, THIRD, teams)
    assert area.any_hit == HALF * (1 - Fraction(4, 9))
    assert any_bombed([area, area]) == 1 - Fraction(13, 18) ** 2
    assert any_bombed([]) == 0
    shells = Shelling(0, HALF, Fraction(2, 3), 4, HALF, Fraction(3, 4), 5, THIRD, teams)
    assert shells.falls == Fraction(1, 4)
    assert shells.any_hit == Fraction(1, 4) * Fraction(5, 9)


@pytest.mark.rule("FHW-AIR-04", "FHW-AIR-09", "FHW-AIR-11")
@pytest.mark.parametrize(("kind", "need"), [("ger_artillery", 3), ("us_priests", 4)])
@pytest.mark.parametrize("planes", [1, 2])
def test_an_attack_at_a_battery_off_the_board_reaches_two_of_its_pieces(kind: str, need: int, planes: int) -> None:
    at = Table([squad("A1", "sov_smg")], [FOE, squad("B2", kind, start="off_board")], air=AIR)
    (found,) = bombed(at.moment.field, "A", AirAttack(planes, battery="B2"))  # type: ignore[arg-type]
    one, hit = Fraction(7 - need, 6), Fraction(7 - found.to_hit, 6)
    again = {1: (one, hit), 2: (1 - (1 - one) ** 2, 1 - (1 - hit) ** 2)}
    assert (found.need, found.acquired, found.hit) == (need, *again[planes])
    assert len(found.teams) == 2


@pytest.mark.rule("FHW-AIR-04", "FHW-AIR-11")
def test_who_stands_where_planes_attack_is_hit_once_his_hex_is_acquired() -> None:
    at = Table([squad("A1", "sov_smg")], [FOE], air=AIR).acts("a", "air", call=True)
    at.plan(5, 3, A1="FC", B1="FO")
    area = {"planes": 2, "vertex": {"hex": "1406", "v": 0}, "hexes": ("1406", "1506", "1505")}
    strike: Any = act("strike", attacks=[area])
    (one,) = bombed(at.moment.field, "A", strike.attacks[0])
    assert one.acquired < 1
    name = at.moment.rules.teams[at.team("B1.1").type].name.en
    assert odds_of(told(at, "a", strike).chances, name) == one.acquired * one.hit


@pytest.mark.rule("FHW-AIR-07", "FHW-AIR-10")
def test_anti_aircraft_fire_of_several_teams_at_one_attack_adds_up() -> None:
    at = flown_at()
    shots = [{"team": f"B2.{number}", "attack": 0, "count": count} for number, count in ((1, 2), (2, 1))]
    (found,) = told(at, "b", act("assign_aa", shots=shots)).chances
    assert "Attack 1" in found.text.en
    need = 5
    assert Fraction(found.numerator, found.denominator) == 1 - Fraction(need - 1, 6) ** 3


# ------------------------------------------------------------------------------------------------------------------- assaults


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-07", "FHW-ASLT-21", "FHW-HQ-04")
def test_an_assault_tells_what_repels_it_and_who_of_both_sides_has_to_hold() -> None:
    own = [
        squad("A1", "sov_su76", {0: "1306>0"}),
        squad("A2", "sov_su76", {0: "1306>0"}),
        squad("A3", "sov_smg", {0: "1305"}),
        squad("A4", "sov_smg", {0: "1305"}),
    ]
    at = Table(own, [FOE]).plan(A1="FO", A2="FO", A3="FO", A4="FO", B1="FO")
    rule = at.moment.rules.assault
    entry = act("assault", platoons=("A1", "A2", "A3", "A4"), at="1406")
    said = told(at, "a", entry).chances[0].text.en
    assert f"{rule.repel_infantry_hits + rule.repel_infantry_extra_platoon} hits by defensive fire repel" in said
    assert f"{rule.repel_tanks + rule.repel_tanks_extra} tanks out of action repel" in said
    found = told(at, "a", entry)
    held = [chance for chance in found.threats if chance.text.en.startswith("The enemy holds")]
    assert [at.moment.rules.platoons["ger_grenadiers_small"].name.en in chance.text.en for chance in held] == [True]


@pytest.mark.rule("FHW-HQ-04", "FHW-ASLT-21")
@pytest.mark.parametrize(("place", "again"), [("1306", True), ("1106", False)])
def test_a_company_command_that_is_joined_lets_a_platoon_hold_again(place: str, again: bool) -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_hq", {0: place})]
    at = Table(own, [FOE]).plan(A1="FO", B1="FO")
    found = told(at, "a", act("assault", platoons=("A1",), at="1406")).chances
    assert any("FHW-HQ-04" in chance.rules for chance in found) is again


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-13")
def test_who_defends_is_told_how_many_hits_repel_all_platoons() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_smg", {0: "1306"})]
    at = (
        Table(own, [FOE])
        .plan(A1="FO", A2="FO", B1="FO")
        .acts("a", "assault", platoons=("A1", "A2"), at="1406")
        .commit()
    )
    at.acts("a", "next_assault", at="1406").acts("a", "done")
    rule = at.moment.rules.assault
    needed = rule.repel_infantry_hits + rule.repel_infantry_extra_platoon
    assert any(note.startswith(f"{needed} hits repel") for note in notes(at, "b", act("defend", shots=[])))


# --------------------------------------------------------------------------------------------------------------------- orders


@pytest.mark.rule("FHW-HIT-02", "FHW-SHOT-06")
def test_a_card_tells_what_all_its_teams_could_destroy_each_at_whom_it_is_likeliest_to() -> None:
    foe = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1106"})
    at = Table([squad("A1", "sov_maxims", {1: "0806", 2: "0806"})], [foe], surface={"1206": "w"})
    field = at.moment.field
    worse, better = (best_shot(field, at.team("A1.1"), at.team(f"B1.{number}"), "fc") for number in (0, 1))
    assert worse is not None
    assert better is not None
    assert (worse.odds, worse.lost) < (better.odds, better.lost)
    found = told(at, "a", act("order", platoon="A1", order="FC")).chances
    assert odds_of(found, "At least one team of") == 1 - (1 - better.lost) ** 2


@pytest.mark.rule("FHW-ASLT-04", "FHW-TERR-09")
def test_a_move_into_an_assault_is_told_with_its_test() -> None:
    at = Table([squad("A1", "sov_su76", {0: "1306>0"})], [FOE], surface={"1305": "w"}).plan(A1="FO", B1="FO")
    at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406")
    for to, odds in (("1305", [Fraction(5, 6)]), ("1205", [])):
        found = told(at, "a", act("assault_move", team="A1.0", at=to)).chances
        assert [Fraction(chance.numerator, chance.denominator) for chance in found] == odds


@pytest.mark.rule("FHW-REC-03")
def test_who_may_slip_away_is_told_the_die_for_it_and_the_volley() -> None:
    own = squad("A1", "sov_maxims", {1: "0806"})
    at = Table([own], [squad("B1", "ger_recce", {0: "1206>3", 1: "1207>3"})]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1")
    fire = act("fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    volley = preview(at.moment, Seat("a"), fire, None).chances
    at.do("a", fire)
    assert at.prompt == "disengage"

    stays, goes = (preview(at.moment, Seat("b"), act("disengage", yes=yes), None).chances for yes in (False, True))

    assert stays == volley
    assert (goes[0].text.en, Fraction(goes[0].numerator, goes[0].denominator)) == (
        "Slips away before the dice",
        Fraction(2, 3),
    )
    assert goes[1:] == stays
