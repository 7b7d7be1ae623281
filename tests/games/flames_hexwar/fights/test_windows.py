"""Windows and activations at their edges: rallies of who fires out of turn, pivots, lifts in (c), passengers of headquarters, draws."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import Seat
from app.systems.flames_hexwar.choices.time_up import time_out
from app.systems.flames_hexwar.fire.counting import Die, hits_of
from app.systems.flames_hexwar.fire.hits import allocate_refused
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.frames import HitRow
from app.systems.flames_hexwar.queries.queries import build_queries
from tests.games.flames_hexwar.scenes import FAR, Table, act, shot, squad
from tests.games.flames_hexwar.table import book

FOE = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))
AIR = {"level": "limited", "aircraft": "il2", "count": 1}


def window(foes: Any = (FOE,), *, step: str = "0606", **more: Any) -> Table:
    """A team of submachine gunners on its first step, everybody with opportunity fire."""
    own = more.pop("own", squad("A1", "sov_smg", {0: "0506", 1: "0506"}))
    before = more.pop("before", lambda at: at)
    at = Table([own], foes, **more).plan(**{"A1": "MD"} | {each["id"]: "FO" for each in foes}).until("c")
    return before(at).acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=(step,))


@pytest.mark.rule("FHW-RALLY-05", "FHW-FO-04", "FHW-SHOT-04")
def test_who_must_rally_to_fire_declares_as_if_it_succeeded() -> None:
    hmg = squad("B1", "ger_hmg", {1: "1006", 2: "1006"})

    def pinned(at: Table) -> Table:
        return at.change("B1.1", suppressed=True)

    shots = [shot("B1.1", "hmg", 6)]
    at = window((hmg,), before=pinned)
    assert at.no("b", "opportunity", shots=shots) is None  # six dice, though three while it is suppressed
    at.acts("b", "opportunity", 3, 1, 1, 1, shots=shots)
    assert [event.passed for event in at.told(em.Rallied)] == [False]
    assert at.team("B1.1").turn.fired_at == {"A1": (3,)}
    whole = window((hmg,), before=pinned).acts("b", "opportunity", 4, *[1] * 6, shots=shots)
    assert whole.team("B1.1").turn.fired_at == {"A1": (6,)}
    tanks = squad("B1", "ger_panzer4", {0: "1006>3"})
    out = window((tanks,), before=lambda at: at.change("B1.0", bailed_out=True))
    out.acts("b", "opportunity", 1, shots=[shot("B1.0", "tg75kwk40", 2)])  # the crew stays out: no dice
    assert not out.told(ef.ShotsRolled)
    assert out.team("B1.0").turn.fired_at == {}
    assert out.no("b", "opportunity", shots=[shot("B1.0", "tg75kwk40", 2)]) == "BAIL-02"  # it has rallied this turn


@pytest.mark.rule("FHW-FACE-02", "FHW-SHOT-03", "FHW-ASLT-13")
def test_guns_pivot_out_of_turn_and_in_their_defence() -> None:
    gun = squad("B1", "ger_pak40", {1: "1006>0"})
    at = window((gun,)).acts("b", "opportunity", 1, shots=[shot("B1.1", "gun75pak", 1)])
    assert at.team("B1.1").facing == 3
    near = Table([squad("A1", "sov_smg", {0: "1306"})], [squad("B1", "ger_pak40", {1: "1406>0"})]).plan(
        A1="FO", B1="FO"
    )
    near.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406").acts(
        "a", "done"
    )
    near.acts("b", "defend", 1, 1, 1, shots=[shot("B1.1", "gun75pak", 1, "A1")])
    assert near.team("B1.1").facing == 3


@pytest.mark.rule("FHW-ALLOC-04")
def test_only_the_mover_takes_hits_of_opportunity_fire() -> None:
    rows = [HitRow(("A1.0",), "hmg")]  # type: ignore[arg-type]
    found = allocate_refused(rows, ("A1.1",), is_fo=True)  # type: ignore[arg-type]
    assert isinstance(found, Refusal)
    assert found.rule == "FHW-ALLOC-04"
    assert allocate_refused(rows, ("A1.0",), is_fo=True) is None  # type: ignore[arg-type]


@pytest.mark.rule("FHW-REC-01", "FHW-MD-01", "FHW-END-03")
def test_a_patrol_lifts_in_its_activation_and_the_shots_that_follow_see_it() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1106"})
    own = [squad("A1", "us_recce", {0: "0706", 1: "0706"}), squad("A2", "us_recce", {0: "0806"})]
    at = (
        Table(own, [foe], surface={"1106": "w"})
        .change("B1.1", gone_to_ground=True)
        .plan(A1="MD", A2="MD", B1="FC")
        .until("c")
    )
    at.acts("a", "activate", platoon="A1")
    assert at.no("a", "lift", team="A2.0", platoon="B1") == "REC-01"  # another platoon's
    at.acts("a", "lift", 4, team="A1.0", platoon="B1")
    assert [event.teams for event in at.told(em.FoundOut)] == [("B1.1",)]
    assert at.no("a", "lift", team="A1.0", platoon="B1") == "REC-01"
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "tg37", 1, "B1")]) == "REC-01"
    at.acts("a", "fire", 1, platoon="A1", shots=[shot("A1.1", "tg37", 1, "B1")])
    assert set(at.told(ef.ShotsRolled)[0].needs.values()) == {(5,)}  # in cover, no longer gone to ground
    failed = Table(own, [foe]).change("B1.1", gone_to_ground=True).plan(A1="MD", A2="MD", B1="FC").until("c")
    failed.acts("a", "activate", platoon="A1").acts("a", "lift", 3, team="A1.0", platoon="B1")
    assert not failed.told(em.FoundOut)


@pytest.mark.rule("FHW-TRAN-01", "FHW-EXEC-08", "FHW-TRAN-02")
def test_headquarters_get_down_and_up_with_the_platoon_with_which_they_act() -> None:
    own = [squad("A1", "sov_t34_76_4", {0: "0506"}), squad("A2", "sov_hq", {1: "0506"}), squad("A3", "sov_smg")]
    at = Table(own, [FAR]).plan(A1="MD", A3="MD", B1="FC").until("c").change("A2.0", aboard="A1.0", at=None)
    at.acts("a", "activate", platoon="A1").acts("a", "dismount", team="A2.0", at="0606")
    assert at.where("A2.0") == "0606"
    assert at.team("A2.0").turn.moved == "moved"
    at.acts("a", "mount", team="A2.1", carrier="A1.0").acts("a", "close").acts("a", "activate", platoon="A3")
    assert at.no("a", "move", team="A2.0", path=("0706",)) == "EXEC-08"
    guns = Table([squad("A1", "sov_zis3"), squad("A2", "sov_su76", {0: "0506"})], [FAR]).change("A2.0", type="truck")
    guns.plan(A1="MD", A2="FC", B1="FC").until("c").change("A1.2", aboard="A2.0", at=None)
    guns.acts("a", "activate", platoon="A1").acts("a", "dismount", team="A1.2", at="0506")
    assert guns.team("A1.2").facing is not None


@pytest.mark.rule("FHW-HQ-08", "FHW-FO-10", "FHW-END-07")
def test_a_hero_with_one_companion_asks_nobody() -> None:
    own = [squad("A1", "sov_smg", {1: "0906"}), squad("A2", "sov_hq", {0: "0906"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1206"})]).change("A2.0", type="hero_team", role="warrior")
    at.plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A1", priority="A2.0")]).commit(6, 1, 3)
    assert "A1.1" not in at.position.teams
    assert "A2.0" in at.position.teams
    two = Table([squad("A1", "sov_smg", {1: "0906", 2: "0906"}), own[1]], [squad("B1", "ger_hmg", {1: "1206"})])
    two.change("A2.0", type="hero_team", role="warrior").plan(A1="FC", B1="FC").until("a2_designate")
    two.acts("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A1", priority="A2.0")]).commit(6, 1, 3)
    assert time_out(two.moment, Seat("a")) == act("shield", team="A1.1")


@pytest.mark.rule("FHW-AIR-11", "FHW-SAVE-03")
@pytest.mark.parametrize(("die", "power", "result"), [(6, 4, "out"), (5, 4, "lost"), (5, 3, "out"), (6, 3, "whole")])
def test_aircraft_strike_the_top_with_their_own_values(die: int, power: int, result: str) -> None:
    at = Table([squad("A1", "sov_smg")], [squad("B1", "ger_panzer4", {0: "1505>3"})], air=AIR).acts(
        "a", "air", call=True
    )
    at.plan(5, 1, A1="FC", B1="FO")
    attack = {"planes": 1, "vertex": {"hex": "1505", "v": 4}, "hexes": ("1505", "1506", "1606")}
    at.acts("a", "strike", attacks=[attack])
    at.acts("a", "commit", 4, 3, die, power)  # top armour 1 against 7, firepower 4+
    found = "lost" if "B1.0" not in at.position.teams else "out" if at.team("B1.0").bailed_out else "whole"
    assert found == result


@pytest.mark.rule("FHW-STACK-07")
def test_nobody_moves_in_a_house_with_an_enemy_inside() -> None:
    house: dict[str, Any] = {"surface": {"0406": "b"}, "buildings": [{"at": (4, 6), "floors": 3}]}
    own = squad("A1", "sov_smg", {0: "0406/2"})
    at = (
        Table([own], [squad("B1", "ger_grenadiers_small", {1: "0406"})], **house)
        .plan(A1="MD", B1="FC")
        .until("a2_designate")
        .until("c")
    )
    at.change("A1.0", gone_to_ground=True).acts("a", "activate", platoon="A1")
    assert at.no("a", "move", team="A1.0", path=("0406/3",)) == "STACK-07"


@pytest.mark.rule("FHW-VIC-05")
def test_an_offer_of_a_draw_stands_until_the_next_commit() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR]).acts("a", "offer_draw")
    at.acts("b", "commit", fill=True)
    assert at.no("b", "answer_draw", accept=True) == "VIC-05"
    assert at.no("a", "offer_draw") is None


@pytest.mark.rule("FHW-VIC-03")
def test_when_both_companies_fail_together_it_is_a_draw() -> None:
    sides = [[squad(f"{side}{n}", "ger_pak40_section") for n in (1, 2, 3)] for side in ("A", "B")]
    at = Table(*sides)
    gone = {"A2", "A3", "B2", "B3"}
    platoons = {
        name: replace(each, status="destroyed") if name in gone else each for name, each in at.position.platoons.items()
    }
    teams = {name: team for name, team in at.position.teams.items() if team.platoon not in gone}
    at.changed(lambda now: replace(now, platoons=platoons, teams=teams)).plan(A1="FO", B1="FO")  # type: ignore[arg-type]
    assert at.position.result is not None
    assert (at.position.result.side, at.position.result.reason) == (None, "draw")


@pytest.mark.rule("FHW-ART-17", "FHW-HIT-16")
def test_numbers_of_seven_take_a_confirming_die_at_once_and_nine_never_comes() -> None:
    mortars = squad("A2", "sov_mortars", {1: "1005"} | dict.fromkeys(range(2, 8), "0305"))
    foe = squad("B1", "ger_grenadiers_small", {1: "1505"})
    at = Table([mortars], [foe], surface={"1505": "w"}).plan(A2="FC", B1="FC").change("B1.1", gone_to_ground=True)
    given = {"battery": "A2", "spotter": "A2.1", "aim": "B1.1", "mode": "concentrated", "ammo": "he"}
    at.acts("a", "bombard", vertex={"hex": "1505", "v": 4}, hexes=("1505", "1506", "1606"), **given).commit(6, 1, 1, 4)
    assert [(event.need, event.dice, event.attempt) for event in at.told(ef.RangedIn)] == [(6, (6,), 1)]
    asked = {"aim_skill": "veteran", "cover": True, "gone_to_ground": True, "spotter": "company_command"}
    ask = build_queries(book())["range_in"]
    assert ask({**asked, "dice": [6, 4, 6, 5]}) == {"need": 7, "attempt": 2}


# ------------------------------------------------------------------------------------------------------- found by planted faults


@pytest.mark.rule("FHW-SAVE-07", "FHW-SAVE-01")
@pytest.mark.parametrize(("die", "lives"), [(4, False), (5, True)])
def test_a_passenger_lives_on_a_five(die: int, lives: bool) -> None:
    foe = squad("B1", "ger_panzergrenadiers", {7: "1206>3"})
    at = Table([squad("A1", "sov_is2", {0: "0806"})], [foe]).change("B1.1", aboard="B1.7", at=None)
    at.plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg122", 1, "B1", priority="B1.7")]).commit(6, 1, 6, die)
    assert ("B1.1" in at.position.teams) is lives


@pytest.mark.rule("FHW-TRAN-01", "FHW-SUPP-03")
def test_who_gets_down_stays_suppressed() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_t34_76_4", {0: "0606"})]
    at = (
        Table(own, [FAR])
        .plan(A1="MD", A2="FC", B1="FC")
        .until("c")
        .change("A1.1", aboard="A2.0", at=None, suppressed=True)
    )
    at.acts("a", "activate", 1, platoon="A1").acts("a", "dismount", team="A1.1", at="0606")
    assert at.team("A1.1").suppressed


@pytest.mark.rule("FHW-FO-10")
def test_who_has_turned_on_the_spot_is_given_for_nobody() -> None:
    tanks = squad("A1", "sov_t34_76_4", {n: "0506" if n < 2 else "0507" for n in range(4)})
    at = Table([tanks], [squad("B1", "ger_panthers", {0: "1006>3"})]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.1", path=(), facing=1)
    at.acts("a", "move", team="A1.0", path=("0606",)).acts(
        "b", "opportunity", 6, 1, 6, 3, shots=[shot("B1.0", "tg75kwk42", 1)]
    )
    assert (at.prompt, set(at.frame().teams)) == ("swap", {"A1.2", "A1.3"})


@pytest.mark.rule("FHW-HIT-03", "FHW-HIT-16", "FHW-HIT-17")
def test_sixes_that_must_be_confirmed_use_up_the_easier_team_first() -> None:
    easy, hard = Number(6, (5,)), Number(6, (6,))
    numbers = [{"B1": easy, "B2": hard, "B3": easy}]
    dice = [Die(6, 0)] * 4
    assert [hit.confirm for hit in hits_of(dice, numbers)] == [(5,), (5,), (6,), (6,)]  # type: ignore[arg-type]
    assert hits_of([Die(5, 0)], numbers) == []  # type: ignore[arg-type]
    plain = [{"B1": Number(4), "B2": hard}]
    assert [hit.confirm for hit in hits_of([Die(6, 0), Die(6, 0), Die(3, 0)], plain)] == [(), (6,)]  # type: ignore[arg-type]


@pytest.mark.rule("FHW-ASLT-18", "FHW-SEAT-04", "FHW-ASLT-20")
@pytest.mark.parametrize(("first", "second", "answers"), [(2, 1, "b"), (1, 2, "c"), (1, 1, "b")])
def test_in_an_assault_of_several_seats_the_one_with_most_teams_answers(first: int, second: int, answers: str) -> None:
    foes = [
        squad("B1", "ger_grenadiers_small", dict.fromkeys(range(1, first + 1), "1406")),
        squad("B2", "ger_grenadiers_small", dict.fromkeys(range(1, second + 1), "1305"), company="2"),
    ]
    at = Table([squad("A1", "sov_smg", {0: "1306"})], foes, seats=({}, {}, {"side": "B"}))
    for seat, name in (("a", "A1"), ("b", "B1"), ("c", "B2")):
        at.acts(seat, "order", platoon=name, order="FO")
    at.commit().acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406").acts(
        "a", "done"
    )
    for seat in at.asked:
        at.acts(seat, "defend", *([1] * (1 + first + second) if at.asked == seat else ()), shots=[])
    at.acts("a", "stay", yes=True)
    assert (at.prompt, at.asked) == ("withdraw", answers)


@pytest.mark.rule("FHW-HIT-13", "FHW-HIT-14")
@pytest.mark.parametrize(("second", "need"), [("0510", 3), ("0407", 4)])
def test_a_hull_that_has_a_team_of_the_platoon_ahead_fires_freely_at_the_one_that_moves(second: str, need: int) -> None:
    own = squad("A1", "sov_t34_76_4", {0: "0506>0", 1: f"{second}>0"})
    gun = squad("B1", "ger_stugs", {0: "1006>4"})
    at = window((gun,), own=own).acts("b", "opportunity", 1, shots=[shot("B1.0", "tg75kwk40", 1)])
    assert set(at.told(ef.ShotsRolled)[0].needs.values()) == {(need,)}


@pytest.mark.rule("FHW-FO-10", "FHW-SAVE-01", "FHW-SAVE-07")
@pytest.mark.parametrize(("die", "lives"), [(4, False), (5, True)])
def test_passengers_of_a_carrier_that_is_given_for_a_command_save(die: int, lives: bool) -> None:
    own = squad("A1", "ger_panzergrenadiers", {0: "0506", 7: "0306>0"})
    guns = squad("B1", "ger_hmg", {1: "1006"})
    at = window((guns,), own=own, before=lambda at: at.change("A1.1", aboard="A1.7", at=None))
    at.acts("b", "opportunity", 6, 1, 3, shots=[shot("B1.1", "hmg", 1)]).acts("a", "swap", die, team="A1.7")
    assert "A1.7" not in at.position.teams
    assert ("A1.1" in at.position.teams) is lives
    if lives:
        assert (at.where("A1.1"), at.team("A1.1").suppressed) == ("0306", True)
