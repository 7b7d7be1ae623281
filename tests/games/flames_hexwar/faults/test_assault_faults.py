"""What planted faults left unseen in assaults and on the march: who may, who meets whom, whose victims, streets and trenches."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.assault.contact import involved, rows_against, tanks_near
from app.systems.flames_hexwar.assault.entries import is_tank_platoon
from app.systems.flames_hexwar.assault.numbers import Force, assaulter
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.march.stepping import Walking
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.state import TeamTurn
from tests.games.flames_hexwar.fights.test_assault_ends import assaulting, fought, written
from tests.games.flames_hexwar.opening.test_frames import assaulted
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad

SMG = squad("A1", "sov_smg", {0: "1306"})
FOE = squad("B1", "ger_grenadiers_small", {1: "1406"})


# ------------------------------------------------------------------------------------------------------------------ writing


@pytest.mark.rule("FHW-ASLT-03", "FHW-ASLT-12")
@pytest.mark.parametrize("state", [None, "suppressed", "bailed_out", "bogged"])
def test_who_cannot_fight_does_not_assault_nor_frighten(state: str | None) -> None:
    own = [squad("A1", "sov_su76", {0: "1306>0"}), squad("A2", "sov_smg", {0: "1306"})]
    at = Table(own, [squad("B1", "ger_panzer4", {0: "1406>3"})]).plan(A1="FO", A2="FO", B1="FO")
    for number in range(4):
        at.change(f"A1.{number}", **({state: True} if state else {}))
    assert at.no("a", "assault", platoons=("A1",), at="1406") == (None if state is None else "ASLT-03")
    afraid = assaulting([SMG], [squad("B1", "ger_panzer4", {0: "1406>3"})], "1406", 6)
    frame = afraid.frame()
    if state in ("bailed_out", "bogged"):
        afraid.change("B1.0", **{state: True})
        assert not tanks_near(afraid.moment.field, frame)
    else:
        assert tanks_near(afraid.moment.field, frame)


@pytest.mark.rule("FHW-ASLT-03", "FHW-REC-05", "FHW-SEAT-05")
def test_nobody_is_asked_for_the_assaults_of_a_disorganised_platoon() -> None:
    at = Table([squad("A1", "sov_scouts", {0: "1306"})], [FOE]).plan(A1="FO", B1="FO")
    assert (at.prompt, at.asked) == ("e_write", "ab")
    lost = replace(at.platoon("A1"), disorganised=True)
    at.changed(lambda now: replace(now, platoons={**now.platoons, lost.id: lost}))
    assert at.asked == "b"


@pytest.mark.rule("FHW-ASLT-03", "FHW-REIN-03", "FHW-SEAT-05")
def test_who_has_come_onto_the_board_assaults_though_others_of_his_platoon_wait_beside_it() -> None:
    own = [squad("A1", "sov_smg", dict.fromkeys(range(10), "0911")), squad("A2", "sov_smg", start="reserve")]
    at = Table(own, [FAR], reserves={"attacker_start_turn": 1, "defender_start_turn": 0}, dice=(5,))
    at.change("B1.1", at=hexes.from_offset(2, 6)).plan(A1="FC", A2="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A2").acts("a", "move", team="A2.0", path=("0006",)).acts("a", "close")
    assert (at.platoon("A2").status, at.prompt, at.asked) == ("arriving", "e_write", "ab")
    assert "assault" in {offer.type for offer in offers(at.moment, Seat("a"))}
    at.acts("a", "assault", platoons=("A2",), at="0206").commit().acts("a", "next_assault", at="0206")
    assert at.frame().teams == ("A2.0",)


@pytest.mark.rule("FHW-ASLT-05")
@pytest.mark.parametrize(
    "closed", [{"surface": {"1406": "d"}}, {"surface": {"1406": "b"}, "buildings": [{"at": (14, 6), "floors": 2}]}]
)
def test_infantry_goes_where_the_vehicles_of_its_platoon_may_not(closed: dict[str, Any]) -> None:
    own, foe = squad("A1", "ger_panzergrenadiers", {0: "1306", 7: "1306>0"}), squad("B1", "ger_hmg", {1: "1406"})
    at = Table([own], [foe], **closed).plan(A1="FO", B1="FO")
    at.change("B1.1", floor=2 if "buildings" in closed else 1)
    assert at.no("a", "assault", platoons=("A1",), at="1406") is None
    at.change("A1.0", suppressed=True)
    for number in range(1, 7):
        at.change(f"A1.{number}", suppressed=True)
    assert at.no("a", "assault", platoons=("A1",), at="1406") == "ASLT-05"


@pytest.mark.rule("FHW-ASLT-08")
def test_a_platoon_is_of_tanks_if_all_of_it_is() -> None:
    at = Table([squad("A1", "sov_t34_76_4"), squad("A2", "sov_smg")], [FAR])
    tank, foot = at.team("A1.0"), at.team("A2.0")
    found = [is_tank_platoon(at.moment.field, teams) for teams in ((tank,), (tank, tank), (tank, foot), (foot,), ())]
    assert found == [True, True, False, False, False]


@pytest.mark.rule("FHW-ASLT-09")
@pytest.mark.parametrize(
    ("a", "b", "side"),
    [(Force(1, 1), Force(0, 5), "A"), (Force(0, 5), Force(1, 1), "B"), (Force(0, 5), Force(0, 4), "A"),
     (Force(2, 4), Force(1, 5), "B"), (Force(1, 4), Force(2, 4), None)],
)  # fmt: skip
def test_who_brings_tanks_assaults_else_who_brings_more(a: Force, b: Force, side: str | None) -> None:
    assert assaulter(a, b) == side


@pytest.mark.rule("FHW-ASLT-09")
def test_an_assault_is_mutual_only_if_each_goes_for_the_other() -> None:
    own = [SMG, squad("A2", "sov_smg", {0: "1302"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1402"})
    entries = [("a", ("A1",), "1406"), ("b", ("B1",), "1302")]
    at = written(own, [foe], *entries, dice=(4, 1))
    assert [entry.mutual for entry in at.position.entries] == [None, None]
    both = written(own, [foe], ("a", ("A1",), "1406"), ("b", ("B1",), "1306"))
    assert both.frame().mutual


@pytest.mark.rule("FHW-ASLT-09")
def test_an_entry_joins_one_pair_at_most_the_first_that_fits() -> None:
    own, foes = squad("A1", "sov_smg", {0: "1306", 1: "1305"}), [FOE, squad("B2", "ger_grenadiers_small", {1: "1406"})]
    many = written([own], foes, ("a", ("A1",), "1406"), ("b", ("B1",), "1306"), ("b", ("B2",), "1305"))
    (entries,) = [event.entries for event in many.told(ef.EntriesRevealed)]
    assert [(entry.platoons, entry.mutual) for entry in entries] == [(("A1",), 0), (("B1",), 0), (("B2",), None)]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1405"})
    two = [SMG, squad("A2", "sov_smg", {0: "1306"})]
    one = written(two, [foe], ("a", ("A1",), "1406"), ("a", ("A2",), "1405"), ("b", ("B1",), "1306"))
    (entries,) = [event.entries for event in one.told(ef.EntriesRevealed)]
    assert [(entry.platoons, entry.mutual) for entry in entries] == [(("A1",), 0), (("A2",), None), (("B1",), 0)]


@pytest.mark.rule("FHW-ASLT-09", "FHW-END-06")
@pytest.mark.parametrize(("dice", "side"), [((4, 1), "A"), ((1, 4), "B")])
def test_the_higher_die_assaults(dice: tuple[int, int], side: str) -> None:
    own, foe = [squad("A1", "sov_at_rifles", {0: "1306"})], [FOE]
    at = written(own, foe, ("a", ("A1",), "1406"), ("b", ("B1",), "1306"), dice=dice)
    assert at.frame().side == side


# ----------------------------------------------------------------------------------------------------------- moves and rounds


@pytest.mark.rule("FHW-END-07", "FHW-ASLT-04")
def test_whoever_may_move_in_an_assault_may_be_done_with_it() -> None:
    at = assaulted()
    assert "done" in {offer.type for offer in offers(at.moment, Seat("a"))}


@pytest.mark.rule("FHW-ASLT-05", "FHW-TERR-06", "FHW-TERR-08")
@pytest.mark.parametrize(("roads", "refused"), [([], "TERR-06"), ([[(13, 6), (13, 5)]], None)])
def test_a_vehicle_goes_into_dense_woods_by_road_alone(roads: Any, refused: str | None) -> None:
    own, foe = squad("A1", "sov_su76", {0: "1306>0"}), squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = assaulting([own], [foe], surface={"1305": "d"}, roads=roads)
    assert at.no("a", "assault_move", team="A1.0", at="1305") == refused


@pytest.mark.rule("FHW-ASLT-08", "FHW-ASLT-14")
def test_a_part_that_is_repelled_fights_no_more() -> None:
    own = [squad("A1", "sov_smg", dict.fromkeys(range(3), "1306")), squad("A2", "sov_su76", {0: "1305>0"})]
    at = assaulting(own, [squad("B1", "ger_hmg", {1: "1406", 2: "1406"})], names=("A1", "A2")).acts("a", "done")
    shots = [shot("B1.1", "hmg", 3, "A1"), shot("B1.2", "hmg", 2, "A1")]
    at.acts("b", "defend", *[6] * 5, shots=shots)
    at.acts("a", "allocate", *[6] * 5, 1, 1, 1, teams=("A1.0", "A1.1", "A1.2", "A1.0", "A1.1"))
    assert (at.frame().platoons, {name[:2] for name in at.frame().teams}) == (("A2",), {"A2"})


@pytest.mark.rule("FHW-ASLT-18")
def test_hits_that_are_left_over_go_round_again() -> None:
    at = assaulting([SMG], [squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1506"})])
    at.change("A1.0", at=hexes.from_offset(14, 6))
    rows = rows_against(at.moment.field, at.frame(), "B", [(UnitId("A1.0"), 4)])
    assert [row.teams for row in rows] == [("B1.1",), ("B1.2",), ("B1.1", "B1.2"), ("B1.1", "B1.2")]


@pytest.mark.rule("FHW-ASLT-25", "FHW-ASLT-24")
def test_who_has_fought_takes_part_whether_or_not_he_still_can() -> None:
    at = assaulting([SMG], [squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1706"})])
    frame = replace(at.frame(), fought=(UnitId("B1.2"),))
    assert [team.id for team in involved(at.moment.field, frame, "B")] == ["B1.1", "B1.2"]
    assert [team.id for team in involved(at.moment.field, at.frame(), "B")] == ["B1.1"]


@pytest.mark.rule("FHW-HQ-04", "FHW-ASLT-21")
def test_a_test_that_is_passed_with_what_is_added_is_not_rolled_again() -> None:
    own = [squad("A1", "sov_smg", {0: "1306", 1: "1306"}), squad("A2", "sov_hq", {0: "1306"})]
    at = assaulting(own, [FOE])
    fought(at, *[1] * 3)
    at.acts("a", "stay", yes=True).acts("b", "stay", 1, 6, yes=True)
    tested = at.told(ef.AssaultTested)[0]
    assert (tested.dice, tested.modifier, tested.passed) == ((1,), 2, True)


@pytest.mark.rule("FHW-TERR-09", "FHW-ASLT-13")
def test_a_gun_that_stuck_on_its_way_does_not_defend_itself() -> None:
    foe = squad("B1", "ger_hmg", {1: "1406", 2: "1406"})
    at = assaulting([SMG], [foe], before=lambda at: at.change("B1.1", turn=TeamTurn(stuck=True))).acts("a", "done")
    found = [at.no("b", "defend", shots=[shot(name, "hmg", 1, "A1")]) for name in ("B1.1", "B1.2")]
    assert found == ["TERR-09", None]

    def both(at: Table) -> Table:
        return at.change("B1.1", turn=TeamTurn(stuck=True)).change("B1.2", turn=TeamTurn(stuck=True))

    alone = assaulting([SMG], [foe], before=both).acts("a", "done", 1, 1, 1)
    assert (alone.prompt, len(alone.told(ef.Struck))) == ("withdraw", 3)  # nobody is asked; they strike for all that


@pytest.mark.rule("FHW-ASLT-13", "FHW-SHOT-08", "FHW-HIT-13", "FHW-REC-01", "FHW-AIR-10")
@pytest.mark.parametrize(
    ("tables", "change", "asked"),
    [({}, {}, True), ({"weapons.tg76su.he": False}, {}, False), ({}, {"facing": 0}, False),
     ({}, {"turn": TeamTurn(lifted=True)}, True), ({}, {"turn": TeamTurn(aa_fired=True)}, False)],
)  # fmt: skip
def test_who_has_nothing_to_fire_is_not_asked_to_defend(tables: Any, change: dict[str, Any], asked: bool) -> None:
    foe = squad("B1", "sov_su76", {0: "1406>3"})
    at = assaulting([SMG], [foe], "1406", 6, tables=tables, before=lambda at: at.change("B1.0", **change))
    at.acts("a", "done", *(() if asked else (1, 1)))
    assert at.prompt == ("defend" if asked else "withdraw")


@pytest.mark.rule("FHW-ASLT-13", "FHW-REC-05", "FHW-HQ-01")
@pytest.mark.parametrize(("kind", "asked"), [("smg_team", False), ("hero_team", True)])
def test_a_disorganised_platoon_defends_itself_by_its_independent_teams_alone(kind: str, asked: bool) -> None:
    def before(at: Table) -> Table:
        lost = replace(at.platoon("B1"), disorganised=True)
        return at.change("B1.1", type=kind).changed(lambda now: replace(now, platoons={**now.platoons, lost.id: lost}))

    at = assaulting([SMG], [squad("B1", "sov_scouts", {1: "1406"})], before=before)
    at.acts("a", "done", *(() if asked else (1, 1)))
    assert at.prompt == ("defend" if asked else "withdraw")


@pytest.mark.rule("FHW-ASLT-13", "FHW-SHOT-01", "FHW-SHOT-04")
def test_of_defensive_fire_the_first_shot_that_is_wrong_is_named() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1406", 2: "1406"}), squad("B2", "ger_hmg", {1: "1405"})]
    at = assaulting([SMG], foes).acts("a", "done")
    good, many, strange = shot("B1.1", "hmg", 1, "A1"), shot("B1.2", "hmg", 11, "A1"), shot("B1.2", "hmg", 1, "A9")
    spoon = shot("B2.1", "spoon", 1, "A1")

    def refused(*shots: Any) -> Any:
        return at.no("b", "defend", shots=shots)

    assert [refused(good), refused(good, spoon, many), refused(good, many, spoon)] == [None, "SHOT-01", "SHOT-04"]
    assert [refused(good, strange), refused(strange, good)] == ["ASLT-13", "ASLT-13"]
    own_spoon = shot("B1.1", "spoon", 1, "A1")
    assert [refused(own_spoon, strange), refused(strange, own_spoon)] == ["SHOT-01", "ASLT-13"]


# ---------------------------------------------------------------------------------------------------------------- the march


@pytest.mark.rule("FHW-TERR-02")
@pytest.mark.parametrize("listed", [True, False])
def test_a_junction_that_is_listed_is_one_from_either_side(listed: bool) -> None:
    junctions = [{"at": (5, 6), "dir": 0}] if listed else []
    at = Table([SMG], [FAR], relief={"0506": "1", "0606": "1"}, junctions=junctions)
    one, two = hexes.from_offset(5, 6), hexes.from_offset(6, 6)
    assert (at.moment.field.terrain.is_junction(one, two), at.moment.field.terrain.is_junction(two, one)) == (
        listed,
        listed,
    )


@pytest.mark.rule("FHW-WEA-09", "FHW-WEA-10")
@pytest.mark.parametrize(("die", "most"), [(None, 2), (1, 2), (6, 1)])
def test_an_odd_half_is_counted_up_until_the_die_says_otherwise(die: int | None, most: int) -> None:
    at = Table([squad("A1", "sov_su76", {0: "0506>0"})], [FAR], weather="mud")
    team = at.team("A1.0")
    assert at.moment.field.mobility(team).rough == 3
    assert Walking(at.moment.field, team, "move", die).allowance(rough=True) == most


@pytest.mark.rule("FHW-MOVE-07", "FHW-FACE-01")
def test_infantry_does_not_turn_where_it_stands() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_smg")]
    at = Table(own, [FAR]).plan(A1="MD", A2="FC", B1="FC").until("c").acts("a", "activate", platoon="A1")
    assert at.no("a", "move", team="A1.0", path=(), facing=2) == "MOVE-07"


@pytest.mark.rule("FHW-VIS-04", "FHW-FO-06")
def test_what_stands_with_a_mover_is_noted_of_its_way() -> None:
    own = [squad("A1", "sov_smg", {0: "0506", 1: "0506", 2: "0506"})]
    at = Table(own, [FAR]).plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    before = at.moment.field.stack("A", hexes.from_offset(5, 6))
    at.acts("a", "move", team="A1.0", path=("0606",), halt=False)
    moving = next(frame for frame in at.position.frames if hasattr(frame, "moving")).moving
    assert moving is not None
    assert [visit.stack for visit in moving.visits][:1] == [before]
    assert before >= 3


@pytest.mark.rule("FHW-HIT-07")
@pytest.mark.parametrize(("seen", "need"), [((), 5), (("B1",), 4)])
def test_a_platoon_all_of_which_has_moved_hits_worse_whom_it_did_not_see(seen: Any, need: int) -> None:
    at = Table(
        [squad("A1", "sov_maxims", {1: "0806"}), squad("A2", "sov_smg")],
        [squad("B1", "ger_grenadiers_small", {1: "1206"})],
    )
    only = {name: team for name, team in at.position.teams.items() if team.platoon != "A1" or name == "A1.1"}
    at.changed(lambda now: replace(now, teams=only)).plan(A1="MD", A2="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1")
    noted = replace(at.platoon("A1"), seen=seen, command=UnitId("A1.1"))
    at.changed(lambda now: replace(now, platoons={**now.platoons, noted.id: noted}))
    at.change("A1.1", turn=TeamTurn(moved="moved", halted=True), at=hexes.from_offset(11, 6))
    dice = at.moment.rules.weapons["hmg"].rof_move
    assert dice
    at.acts("a", "fire", 1, platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    (event,) = at.told(ef.ShotsRolled)
    assert {each[0] for each in event.needs.values()} == {need - 1}  # next to it


@pytest.mark.rule("FHW-FO-02")
def test_the_first_platoon_that_is_fired_at_out_of_turn_is_remembered() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_smg", {0: "0508"})]
    at = (
        Table(own, [squad("B1", "ger_hmg", {1: "1006", 2: "1006", 3: "1006"})])
        .plan(A1="MD", A2="MD", B1="FO")
        .until("c")
    )
    for name, team, to in (("A1", "B1.1", "0606"), ("A2", "B1.2", "0608")):
        at.acts("a", "activate", platoon=name).acts("a", "move", team=f"{name}.0", path=(to,))
        at.acts("b", "opportunity", 1, shots=[shot(team, "hmg", 1)])
        assert at.platoon("B1").fo_first == "A1"
        at.acts("b", "hold", until="activation").acts("a", "move", team=f"{name}.0", path=())
        if name == "A1":
            at.acts("a", "close")


@pytest.mark.rule("FHW-REC-03")
def test_who_disengages_may_go_along_as_far_off_as_it_was() -> None:
    at = Table([squad("A1", "sov_maxims", {1: "1006"})], [squad("B1", "ger_recce", {0: "1206>3"})])
    only = {name: team for name, team in at.position.teams.items() if team.platoon != "A1" or name == "A1.1"}
    at.changed(lambda now: replace(now, teams=only)).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    at.acts("b", "disengage", 3, yes=True)
    firing, here = hexes.from_offset(10, 6), hexes.from_offset(12, 6)
    for near in hexes.neighbours(here):
        refused = at.no("b", "fall_back", team="B1.0", path=(hexes.name(near),))
        assert refused == ("REC-03" if hexes.distance(near, firing) < 2 else None)
    assert at.no("b", "fall_back", team="B1.0", path=("1306", "1206")) == "REC-03"  # every step is looked at


@pytest.mark.rule("FHW-SUPP-03")
@pytest.mark.parametrize(("wood", "refused"), [({}, "SUPP-03"), ({"0806": "w", "0805": "w", "0807": "w"}, None)])
def test_the_suppressed_go_closer_to_nobody_whom_they_see(wood: dict[str, str], refused: str | None) -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_smg")]
    foe = squad("B1", "ger_hmg", dict.fromkeys(range(5), "1106"))
    at = Table(own, [foe], surface=wood).plan(A1="MD", A2="FC", B1="FC").until("c").acts("a", "activate", platoon="A1")
    at.change("A1.0", suppressed=True)
    assert at.no("a", "move", team="A1.0", path=("0606",)) == refused
