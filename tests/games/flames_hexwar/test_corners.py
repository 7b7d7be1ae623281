"""Cases at the edge of a rule: what just does and just does not fall under it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import Viewer
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.queries.queries import build_queries
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad, turned
from tests.games.flames_hexwar.table import book

QUERIES = build_queries(book())
AIR = {"level": "limited", "aircraft": "il2", "count": 1}


# ------------------------------------------------------------------------------------------------------------- covering fire


@pytest.mark.rule("FHW-FC-02", "FHW-HID-03")
@pytest.mark.parametrize("way", ["secret", "open"])
def test_what_the_attacker_has_designated_is_known_before_the_defender_commits_or_not(way: str) -> None:
    own, foe = squad("A1", "sov_maxims", {1: "0806"}), squad("B1", "ger_grenadiers_small", {1: "1206"})
    at = Table([own], [foe], options={"fc_designation": way}).plan(A1="FC", B1="FC").until("a2_designate") if way == "secret" else (
        Table([own], [foe], options={"fc_designation": way}).plan(A1="FC", B1="FC"))  # fmt: skip
    assert at.asked == ("ab" if way == "secret" else "a")
    assert at.no("b", "commit") == (None if way == "secret" else "TURN-05")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]).acts("a", "commit")
    is_open = way == "open"
    assert at.platoon("A1").turned is is_open
    assert bool(view(at.moment.field, Viewer("b")).known.seats["a"].drafts.fires) is is_open  # type: ignore[index]
    at.acts("b", "commit", 1)
    told = [event.platoon for event in at.events if isinstance(event, ef.Designated)]
    assert told == ["A1"]  # once


@pytest.mark.rule("FHW-AIR-02", "FHW-AIR-11", "FHW-AIR-10")
def test_both_sides_fly_the_attackers_wave_first() -> None:
    zones = {"B": {"air": AIR | {"aircraft": "ju87d"}}}
    own, foe = squad("A1", "sov_smg", {1: "0505"}), squad("B1", "ger_grenadiers_small", {1: "1505"})
    at = Table([own], [foe], air=AIR, zones=zones).acts("a", "air", call=True).acts("b", "air", call=True)
    at.plan(5, 1, 6, 1, A1="FC", B1="FC")
    there = {"planes": 1, "vertex": {"hex": "1505", "v": 4}, "hexes": ("1505", "1506", "1606")}
    here = {"planes": 1, "vertex": {"hex": "0505", "v": 4}, "hexes": ("0505", "0506", "0606")}
    at.acts("a", "strike", attacks=[there]).acts("b", "strike", attacks=[here]).commit(4, 1, 3, 1)
    assert [event.side for event in at.told(ef.AreaAcquired)] == ["A", "B"]
    for side, dice, planes in (("A", 0, 3), ("A", 2, 0)):
        empty = Table([own], [foe], air=AIR)
        new = replace(empty.position.sides["A"], air_dice=dice, planes=planes)
        empty.changed(lambda now, new=new: replace(now, sides={**now.sides, "A": new}))  # type: ignore[misc]
        assert empty.no("a", "air", call=True) == "AIR-02", side


@pytest.mark.rule("FHW-SMOKE-01")
def test_smoke_that_misses_lies_nowhere() -> None:
    own, foe = squad("A1", "us_shermans", {0: "0806"}), squad("B1", "ger_grenadiers_small", {1: "1206"})
    at = Table([own], [foe]).plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg75us", 1, "B1", priority="B1.1", smoke=True)]).commit(3)
    assert not at.told(ef.SmokePlaced)
    assert at.told(ef.SmokeRolled)


# ---------------------------------------------------------------------------------------------------------------- moving


@pytest.mark.rule("FHW-SET-07", "FHW-REIN-03", "FHW-SHOT-04")
def test_the_defender_comes_on_by_his_own_edge() -> None:
    tanks = squad("B2", "ger_panzer4", start="reserve")
    at = Table(
        [squad("A1", "sov_smg")], [FAR, tanks], reserves={"attacker_start_turn": 0, "defender_start_turn": 1}, dice=(5,)
    )
    at.plan(A1="FC", B1="FC", B2="MD").until("c").acts("b", "activate", platoon="B2")
    assert at.no("b", "move", team="B2.0", path=("1906",)) is None
    assert at.no("b", "move", team="B2.0", path=("0006",)) == "REIN-03"


@pytest.mark.rule("FHW-SHOT-04", "FHW-MOVE-08")
def test_who_stands_still_while_others_move_shoots_at_his_full_rate() -> None:
    own = squad("A1", "sov_rifle_14", {1: "0706", 2: "0706"})
    at = turned([own], [squad("B1", "ger_grenadiers_small", {1: "1106"})])
    at.acts("a", "move", team="A1.2", path=("0806",))
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "rifle_mg", 2, "B1")]) is None
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.2", "rifle_mg", 2, "B1")]) == "SHOT-04"


@pytest.mark.rule("FHW-MOVE-02", "FHW-TERR-11", "FHW-TERR-03")
def test_the_double_does_not_start_on_very_difficult_ground() -> None:
    rock = {"relief": {"0306": "A"}}
    at = turned([squad("A1", "sov_smg", {0: "0306"})], orders={"A1": "MT"}, **rock)
    assert at.no("a", "move", team="A1.0", path=("0406",)) == "MOVE-02"
    tank = turned([squad("A1", "sov_t34_76_4", {0: "0306"})], orders={"A1": "MT"}, surface={"0306": "w"})
    assert tank.no("a", "move", team="A1.0", path=("0406",)) == "MOVE-02"
    road = turned(
        [squad("A1", "sov_t34_76_4", {0: "0306"})], orders={"A1": "MT"}, surface={"0306": "w"}, roads=[[(3, 6), (4, 6)]]
    )
    assert road.no("a", "move", team="A1.0", path=("0406",)) is None  # the first step is a road step


@pytest.mark.rule("FHW-TERR-12", "FHW-TERR-07")
def test_guns_do_not_choose_a_house_that_is_closed_to_them() -> None:
    mixed = [{"at": (4, 6), "dir": 0, "feature": "building"}]
    at = Table([squad("A1", "ger_pak40", {1: "0306>0"})], [FAR], mixed=mixed, tables={"mobility.gun_medium.move": 1})
    at.plan(A1="MD", B1="FC").until("c").acts("a", "activate", platoon="A1").acts(
        "a", "move", team="A1.1", path=("0406",)
    )
    assert at.team("A1.1").half == "free"


@pytest.mark.rule("FHW-RALLY-04", "FHW-BOG-02")
def test_wide_tracks_try_again_to_get_free_only_when_they_failed() -> None:
    def freed(*dice: int) -> bool:
        at = turned(
            [squad("A1", "sov_t34_76_4", {0: "0306"})], (FAR,), *dice, before=lambda at: at.change("A1.0", bogged=True)
        )
        return not at.team("A1.0").bogged

    assert freed(5)  # conscripts
    assert freed(4, 5)
    assert not freed(4, 4)


@pytest.mark.rule("FHW-ASLT-24", "FHW-FACE-01")
def test_infantry_that_falls_back_has_no_facing() -> None:
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table([own], [foe]).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406").acts("a", "done").acts("b", "defend", 1, 1, shots=[])
    at.acts("a", "stay", yes=False).acts("a", "fall_back", team="A1.0", path=("1206",))
    assert at.team("A1.0").facing is None


# ------------------------------------------------------------------------------------------------------------- sight, assaults


@pytest.mark.rule("FHW-LOS-07", "FHW-LOS-08", "FHW-GEO-14")
def test_a_hill_no_higher_than_the_lower_end_hides_nothing_behind_it() -> None:
    low, high = {"relief": "hill", "level": 1}, {"relief": "hill", "level": 2}
    cells = {"2,4": high, "7,4": low, "8,4": low}
    given = {"from": {"at": [2, 4], "kind": "infantry"}, "to": {"at": [8, 4], "kind": "infantry"}, "hexes": cells}
    assert QUERIES["sight"](given) == {"los": True, "vision": "full", "cover": "none"}


@pytest.mark.rule("FHW-ASLT-21", "FHW-ASLT-22")
@pytest.mark.parametrize(
    ("own", "enemy", "added"), [((1, 1), (1,), 3), ((2,), (1, 1), 0), ((1, 1, 1), (2, 1), 0), ((1,), (0,), 3)]
)
def test_who_has_twice_as_many_tanks_is_bolder(own: Any, enemy: Any, added: int) -> None:
    found = QUERIES["assault_motivation"]({"own": {"tank_tops": list(own)}, "enemy": {"tank_tops": list(enemy)}})
    assert found["modifier"] == added


@pytest.mark.rule("FHW-ASLT-13")
def test_who_does_not_see_does_not_defend() -> None:
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_hmg", {1: "1406", 2: "1606"})
    for wood, asked in ({}, ("B1.1", "B1.2")), ({"surface": {"1406": ".", "1506": "b"}}, ("B1.1",)):
        at = (
            Table([own], [foe], **wood)
            .plan(A1="FO", B1="FO")
            .acts("a", "assault", platoons=("A1",), at="1406")
            .commit()
        )
        at.acts("a", "next_assault", at="1406").acts("a", "done")
        found = [at.no("b", "defend", shots=[shot(name, "hmg", 1, "A1")]) for name in ("B1.1", "B1.2")]
        assert found == [None if name in asked else "ASLT-13" for name in ("B1.1", "B1.2")]


@pytest.mark.rule("FHW-ASLT-09")
def test_halftracks_that_carry_are_no_tanks_in_a_mutual_assault() -> None:
    own, foe = (
        squad("A1", "ger_panzergrenadiers", {7: "1306>0"}),
        squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1406"}),
    )
    at = Table([own], [foe]).plan(A1="FO", B1="FO")
    for number in range(12):
        if number != 7 and f"A1.{number}" in at.position.teams:
            at.change(f"A1.{number}", suppressed=True)
    at.acts("a", "assault", platoons=("A1",), at="1406").acts("b", "assault", platoons=("B1",), at="1306").commit(4)
    assert at.frame().side == "B"  # more teams


@pytest.mark.rule("FHW-ASLT-14", "FHW-HQ-02")
def test_a_hero_goes_back_with_the_platoon_that_is_repelled() -> None:
    own = [squad("A1", "sov_smg", dict.fromkeys(range(3), "1306")), squad("A2", "sov_hq", {0: "1306"})]
    at = (
        Table(own, [squad("B1", "ger_hmg", {1: "1506"})])
        .change("A2.0", type="hero_team", role="warrior")
        .plan(A1="FO", B1="FO")
    )
    at.acts("a", "assault", platoons=("A1",), at="1506").commit().acts("a", "next_assault", at="1506")
    for name in ("A1.1", "A2.0"):
        at.acts("a", "assault_move", team=name, at="1406")
    at.acts("a", "done").acts("b", "defend", *[6] * 5, shots=[shot("B1.1", "hmg", 5, "A1")])
    if at.prompt == "hits":
        row = at.frame().rows[0].teams
        at.acts("a", "allocate", *[6] * 5, teams=tuple(row[number % len(row)] for number in range(5)))
    assert [event.platoons for event in at.events if isinstance(event, ef.Repelled)] == [("A1",)]
    assert at.where("A2.0") == "1306"


@pytest.mark.rule("FHW-VIC-02")
@pytest.mark.parametrize(("change", "holds"), [({}, True), ({"bailed_out": True}, False), ({"role": "observer"}, False), ({"type": "truck"}, False)])  # fmt: skip
def test_who_holds_an_objective(change: dict[str, Any], holds: bool) -> None:
    tank = squad("A1", "sov_t34_76_4", {0: "1910"})
    at = Table([tank, squad("A2", "sov_smg")], [squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))])
    at.plan(A1="AE appoint_command", A2="FC", B1="FC").until("d").change("A1.0", **change)
    rolls = (1,) if change.get("bailed_out") else ()
    at.acts("a", "activate", *rolls, platoon="A1").acts("a", "appoint", team="A1.1")
    while at.prompt == "e_write":
        at.commit()
    held = [event.held for event in at.events if isinstance(event, e.ObjectivesHeld)]
    assert held[0]["1911"] == ("A" if holds else None)
    assert hexes.distance(hexes.from_offset(19, 10), hexes.from_offset(19, 11)) == 1


# ------------------------------------------------------------------------------------------------------- found by planted faults


@pytest.mark.rule("FHW-GEO-12", "FHW-COV-07", "FHW-GEO-11")
@pytest.mark.parametrize(("side", "seen"), [(0, False), (1, True), (2, False), (3, False), (4, True), (5, False)])
def test_a_line_along_the_middle_of_a_mixed_hex_touches_neither_half(side: int, seen: bool) -> None:
    cells = [list(hexes.to_offset(hexes.Hex(n, n))) for n in (1, 2, 3)]
    mixed = {f"{cells[1][0]},{cells[1][1]}": {"mixed": {"dir": side, "feature": "building"}}}
    ends = {"from": {"at": cells[0], "kind": "infantry"}, "to": {"at": cells[2], "kind": "infantry"}}
    assert QUERIES["sight"]({**ends, "hexes": mixed})["los"] is seen


@pytest.mark.rule("FHW-ASLT-09", "FHW-ASLT-11")
def test_several_mutual_assaults_are_fought_pair_by_pair_in_the_attackers_order() -> None:
    own = [squad("A1", "sov_smg", {0: "1306", 1: "1306"}), squad("A2", "sov_smg", {0: "1302", 1: "1302"})]
    foes = [squad("B1", "ger_grenadiers_small", {1: "1406"}), squad("B2", "ger_grenadiers_small", {1: "1402"})]
    at = Table(own, foes).plan(A1="FO", A2="FO", B1="FO", B2="FO")
    for name, on in (("A2", "1402"), ("A1", "1406")):
        at.acts("a", "assault", platoons=(name,), at=on)
    for name, on in (("B1", "1306"), ("B2", "1302")):
        at.acts("b", "assault", platoons=(name,), at=on)
    at.commit()
    pairs = [
        (entry.side, entry.platoons, entry.mutual) for event in at.told(ef.EntriesRevealed) for entry in event.entries
    ]
    assert pairs == [("A", ("A2",), 0), ("A", ("A1",), 1), ("B", ("B1",), 1), ("B", ("B2",), 0)]
    assert (at.frame().platoons, at.frame().defenders) == (("A2",), ("B2",))


@pytest.mark.rule("FHW-ASLT-13", "FHW-SEAT-02")
def test_only_seats_with_a_team_that_may_are_asked_for_defensive_fire() -> None:
    def asked(where: str) -> str:
        foes = [
            squad("B1", "ger_grenadiers_small", {1: "1406"}),
            squad("B2", "ger_grenadiers_small", {1: where}, company="2"),
        ]
        at = Table([squad("A1", "sov_smg", {0: "1306"})], foes, seats=({}, {}, {"side": "B"}))
        for seat, name in (("a", "A1"), ("b", "B1"), ("c", "B2")):
            at.acts(seat, "order", platoon=name, order="FO")
        at.commit().acts("a", "assault", platoons=("A1",), at="1406").commit()
        return at.acts("a", "next_assault", at="1406").acts("a", "done").asked

    assert [asked("1405"), asked("1811")] == ["bc", "b"]


@pytest.mark.rule("FHW-ASLT-24", "FHW-TERR-12")
def test_who_falls_back_into_a_mixed_hex_chooses_its_half() -> None:
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_grenadiers_small", {1: "1406"})
    halves = []
    for half in ("free", "cover"):
        at = Table([own], [foe], mixed=[{"at": (12, 6), "dir": 0, "feature": "woods"}]).plan(A1="FO", B1="FO")
        at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406").acts(
            "a", "done"
        )
        at.acts("b", "defend", 1, 1, shots=[]).acts("a", "stay", yes=False)
        at.acts("a", "fall_back", team="A1.0", path=("1206",), half=half)
        halves.append(at.team("A1.0").half)
    assert halves == ["free", "cover"]


@pytest.mark.rule("FHW-ASLT-04")
@pytest.mark.parametrize(("start", "to", "refused"), [("1106", "1206", None), ("1006", "1106", "ASLT-04")])
def test_only_teams_within_three_hexes_of_an_enemy_are_drawn_in(start: str, to: str, refused: str | None) -> None:
    own, foe = squad("A1", "sov_smg", {0: "1306", 1: start}), squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table([own], [foe]).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406")
    assert at.no("a", "assault_move", team="A1.1", at=to) == refused
