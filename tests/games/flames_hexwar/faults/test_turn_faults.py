"""What planted faults left unseen in the turn: the end step, decks, calls, special actions, what is counted of fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.dice import GivenDice
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.choices.offers_asking import Asking
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.plan.orders import blank_order
from app.systems.flames_hexwar.plan.planning import cards_in_deck
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position.state import Battery, Position, TeamTurn
from app.systems.flames_hexwar.turn.special import recoverable
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad
from tests.games.flames_hexwar.table import rules

AIR = {"level": "limited", "aircraft": "il2", "count": 1}
SMG = squad("A1", "sov_smg", {0: "0506"})


def with_battery(at: Table, battery: Battery) -> Table:
    platoon = replace(at.platoon("A1"), battery=battery)
    return at.changed(lambda now: replace(now, platoons={**now.platoons, platoon.id: platoon}))


# ------------------------------------------------------------------------------------------------------------- the end step


@pytest.mark.rule("FHW-GTG-01", "FHW-GTG-02", "FHW-GTG-04", "FHW-AIR-10")
@pytest.mark.parametrize(
    ("changes", "goes"),
    [
        ({}, True),
        ({"turn": TeamTurn(moved="moved")}, True),  # a gun that turned
        ({"turn": TeamTurn(changed_hex=True)}, False),
        ({"turn": TeamTurn(changed_floor=True)}, False),
        ({"turn": TeamTurn(shot=True)}, False),
        ({"turn": TeamTurn(aa_fired=True)}, False),
        ({"turn": TeamTurn(assaulted=True)}, False),
        ({"at": None, "aboard": "A2.0"}, False),
    ],
)
def test_who_goes_to_ground_with_the_turn(changes: dict[str, Any], goes: bool) -> None:
    at = Table([SMG, squad("A2", "sov_t34_76_4")], [FAR]).change("A1.0", **changes)
    at.plan(A1="FO", A2="FO", B1="FO")
    assert at.position.turn == 2
    assert at.team("A1.0").gone_to_ground is goes
    assert (at.team("A1.1").gone_to_ground, at.team("A2.0").gone_to_ground) == (True, False)


@pytest.mark.rule("FHW-ART-12", "FHW-ART-13", "FHW-SMOKE-02", "FHW-TURN-04")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Battery(bombarded=2, designated=True, fired=True), Battery(bombarded=3)),
        (Battery(bombarded=2, designated=True), Battery(idle=1)),  # it was not available
        (Battery(idle=2, fired=True), Battery(bombarded=1)),
        (Battery(smoke_uses=1, exhausted=True), Battery(smoke_uses=1, smoke_out=True, idle=1)),
        (Battery(smoke_out=True, idle=1), Battery(smoke_out=True, idle=2)),
    ],
)
def test_batteries_are_counted_with_the_turn(before: Battery, after: Battery) -> None:
    at = with_battery(Table([squad("A1", "sov_mortars")], [FAR]), before).plan(A1="FO", B1="FO")
    assert at.platoon("A1").battery == after


@pytest.mark.rule("FHW-MOR-05", "FHW-MOR-06")
def test_a_company_fails_once() -> None:
    own = [squad("A1", "sov_smg", company="1"), squad("A2", "sov_smg", company="2")]
    at = Table(own, [FAR])

    def lost(now: Position) -> Position:
        left = {name: team for name, team in now.teams.items() if team.platoon != "A1"}
        gone = replace(at.platoon("A1"), status="destroyed", command=None)
        return replace(now, teams=left, platoons={**now.platoons, gone.id: gone})

    failed = []
    at.changed(lost)
    for _ in range(2):
        at.plan(A2="FO", B1="FO")
        failed.append([event.company for event in at.told(e.CompanyFailed)])
    assert failed == [["A1"], []]


# -------------------------------------------------------------------------------------------------------------------- plans


@pytest.mark.rule("FHW-PLAN-12", "FHW-PLAN-09", "FHW-WEA-03")
def test_what_blank_cards_get() -> None:
    found = {
        status: blank_order(rules(), "clear", status) for status in ("board", "off_board", "arriving", "disorganised")
    }  # type: ignore[arg-type]
    assert found == {
        "board": ("FO", None),
        "off_board": ("FC", None),
        "arriving": ("MD", None),
        "disorganised": ("AE", "recce_reorganise"),
    }
    barred = rules(weather_md="move_and_shoot")
    assert blank_order(barred, "rain", "arriving") == ("MT", None)
    assert blank_order(barred, "rain", "disorganised") == ("AE", "recce_reorganise")


@pytest.mark.rule("FHW-PLAN-03")
def test_a_card_that_is_taken_back_lies_below_those_that_were_ordered() -> None:
    at = Table([squad(f"A{number}", "sov_smg") for number in (1, 2, 3)], [FAR])
    at.acts("a", "order", platoon="A1", order="FO").acts("a", "deck", company="1", cards=("A3", "A2"))
    at.acts("a", "undraft", draft="A1")
    drafts = at.position.seats["a"].drafts  # type: ignore[index]
    assert cards_in_deck(at.moment.field, "A1", drafts) == ("A3", "A2", "A1")  # type: ignore[arg-type]


@pytest.mark.rule("FHW-AIR-02")
def test_no_more_planes_come_than_are_left() -> None:
    at = Table([SMG], [FAR], air=AIR).acts("a", "air", call=True)
    one = replace(at.position.sides["A"], planes=1)
    at.changed(lambda now: replace(now, sides={**now.sides, "A": one})).plan(5, 6, A1="FC", B1="FC")
    assert at.position.sides["A"].flight == 1


# ------------------------------------------------------------------------------------------------------------------ actions


@pytest.mark.rule("FHW-BOG-06")
@pytest.mark.parametrize(
    ("place", "changes", "frees"),
    [("0306>0", {}, True), ("0406>0", {}, True), ("0506>0", {}, False), ("0406>0", {"bogged": True}, False),
     ("0406>0", {"bailed_out": True}, False)],
)  # fmt: skip
def test_a_recovery_vehicle_that_is_stuck_itself_frees_nobody(place: str, changes: dict[str, Any], frees: bool) -> None:
    own = [squad("A1", "us_shermans", {0: place}), squad("A2", "sov_su76", {0: "0306>0"})]
    at = Table(own, [FAR]).change("A1.0", type="recovery", **changes).change("A2.0", bogged=True)
    assert recoverable(at.moment.field, at.team("A1.0")) == (["A2.0"] if frees else [])


@pytest.mark.rule("FHW-FACE-02")
def test_a_gun_may_turn_from_some_of_its_targets_if_not_from_all() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1306", 2: "0706"})
    at = Table([squad("A1", "sov_zis3", {2: "1006>0"})], [foe]).plan(A1="FC", B1="FO").until("a2_designate")

    def refused(facing: int) -> Any:
        shots = [shot("A1.2", "gun76zis", 1, "B1", facing=facing)]
        return at.no("a", "fire", platoon="A1", shots=shots)

    assert [refused(facing) for facing in (0, 3)] == [None, None]
    at.change("B1.2", at=hexes.from_offset(19, 11))
    assert [refused(facing) for facing in (0, 3)] == [None, "FACE-02"]


@pytest.mark.rule("FHW-SUPP-01")
@pytest.mark.parametrize(("dice", "needed", "suppresses"), [(4, 5, False), (5, 5, True), (0, 1, False), (1, 1, True)])
def test_a_platoon_is_suppressed_by_so_many_hits_and_no_fewer(dice: int, needed: int, suppresses: bool) -> None:
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(1, 5), "1206"))
    tables = {"suppression.hits_to_pin_platoon": needed}
    at = Table([squad("A1", "sov_maxims", {1: "0806"})], [foe], tables=tables)
    at.plan(A1="FC", B1="FC").until("a2_designate")
    shots = [shot("A1.1", "hmg", max(1, dice), "B1")]
    at.acts("a", "fire", platoon="A1", shots=shots).commit(*[6] * dice or [1], *[6] * dice)
    assert at.team("B1.1").suppressed is suppresses


@pytest.mark.rule("FHW-ASLT-03", "FHW-SMOKE-01")
def test_a_shot_of_smoke_is_a_die_that_was_rolled() -> None:
    own, foe = squad("A1", "us_shermans", {0: "0806"}), squad("B1", "ger_grenadiers_small", {1: "1206"})
    at = Table([own, squad("A2", "sov_smg")], [foe]).plan(A1="MD", A2="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1")
    smoke = shot("A1.0", "tg75us", 1, "B1", priority="B1.1", smoke=True)
    at.acts("a", "fire", 3, platoon="A1", shots=[smoke])
    assert (at.team("A1.0").turn.rolled, at.team("A1.0").turn.shot) == (1, True)
    assert at.position.smoke == ()
    again = Table([own, squad("A2", "sov_smg")], [foe]).plan(A1="MD", A2="MD", B1="FC").until("c")
    again.acts("a", "activate", platoon="A1").acts("a", "fire", 4, platoon="A1", shots=[smoke])
    assert [each.at for each in again.position.smoke] == [hexes.from_offset(12, 6)]


@pytest.mark.rule("FHW-LOS-13", "FHW-TERR-12")
def test_a_building_hides_those_in_its_half_alone() -> None:
    mixed = [{"at": (12, 6), "dir": 0, "feature": "building", "material": "stone"}]
    at = Table([squad("A1", "sov_smg", {0: "1006"})], [squad("B1", "ger_grenadiers_small", {1: "1206"})], mixed=mixed)
    for half, seen in (("cover", False), ("free", True)):
        at.change("B1.1", half=half, gone_to_ground=True)
        assert at.moment.field.sees(at.team("A1.0"), at.team("B1.1")) is seen


@pytest.mark.rule("FHW-FACE-01")
def test_only_who_has_a_front_is_asked_where_to_look() -> None:
    at = Table([SMG, squad("A2", "sov_t34_76_4")], [FAR])
    asking = Asking(at.moment, Seat("a"), None)
    assert [len(asking.facings(at.team(name))) for name in ("A1.0", "A2.0")] == [0, 6]


@pytest.mark.rule("FHW-MOR-02", "FHW-TRAN-02")
def test_teams_that_count_at_the_start_are_all_but_transports_and_independent_ones() -> None:
    own = [squad("A1", "us_recce"), squad("A2", "sov_mortars")]
    at = Table(own, [squad("B1", "ger_panzergrenadiers")])
    kinds = rules().teams

    def counted(name: str) -> list[bool]:
        return [kinds[each].transport > 0 or kinds[each].tows for each in rules().platoons[name].teams]

    assert any(counted("us_recce"))
    assert at.platoon("A1").starting == len(rules().platoons["us_recce"].teams)
    assert at.platoon("A2").starting == 7  # its observer acts with any platoon
    assert at.platoon("B1").starting == counted("ger_panzergrenadiers").count(False)


@pytest.mark.rule("FHW-TURN-01", "FHW-END-01", "FHW-SEAT-05")
def test_turns_in_which_nobody_has_a_card_pass_by_themselves() -> None:
    later = {"attacker_start_turn": 3, "defender_start_turn": 3}
    own, foes = [squad("A1", "sov_smg", start="reserve")], [squad("B1", "ger_hmg", start="reserve")]
    at = Table(own, foes, reserves=later, turns=2)
    assert (at.position.turn, at.prompt, at.asked) == (2, "over", "")


@pytest.mark.rule("FHW-TURN-04")
def test_of_a_team_that_is_lost_nothing_is_noted() -> None:
    at = Table([SMG], [FAR])
    story = Story(at.moment.rules, at.position, GivenDice(()))
    story.mark(UnitId("A1.99"), shot=True)
    story.mark(UnitId("A1.0"), shot=False)
    assert story.step().events == ()
    story.mark(UnitId("A1.0"), shot=True)
    assert [type(event) for event in story.step().events] == [e.Marked]
