"""Assaults in their details: vehicles, victims, parts repelled, rounds, falling back, capture, who comes next."""

from __future__ import annotations

from typing import Any

import pytest

from app.boards import hexes
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from tests.games.flames_hexwar.scenes import Table, shot, squad

SMG = squad("A1", "sov_smg", {0: "1306"})
FOE = squad("B1", "ger_grenadiers_small", {1: "1406"})


def written(own: Any, foes: Any, *entries: tuple[str, tuple[str, ...], str], **more: Any) -> Table:
    """Entries ``(seat, platoons, hex)`` revealed."""
    before = more.pop("before", lambda at: at)
    dice = more.pop("dice", ())
    at = Table(own, foes, **more)
    at.plan(**{each["id"]: "FO" for each in (*own, *foes) if "hq" not in each["platoon"]})
    before(at)
    for seat, platoons, on in entries:
        at.acts(seat, "assault", platoons=platoons, at=on)
    return at.commit(*dice)


def assaulting(own: Any = (SMG,), foes: Any = (FOE,), on: str = "1406", *dice: int, **more: Any) -> Table:
    """One assault of the attacker, its moves to be made."""
    names = more.pop("names", ("A1",))
    return written(own, foes, ("a", names, on), **more).acts("a", "next_assault", *dice, at=on)


def fought(at: Table, *dice: int) -> Table:
    """Nobody moves or fires; the dice of the first round."""
    if at.prompt == "assault_move":
        at.acts("a", "done")
    return at.acts("b", "defend", *dice, shots=[]) if at.prompt == "defend" else at


def lost(at: Table) -> set[str]:
    return {event.team for event in at.told(ef.Destroyed)}


# ------------------------------------------------------------------------------------------------------------------- vehicles


@pytest.mark.rule("FHW-ASLT-17", "FHW-ASLT-22", "FHW-ASLT-15")
def test_a_halftrack_strikes_with_as_many_dice_as_it_carries_and_not_empty() -> None:
    own = squad("A1", "ger_panzergrenadiers", {7: "1306>0", 8: "1305>0"})
    at = assaulting(
        [own], before=lambda at: at.change("A1.1", aboard="A1.7", at=None).change("A1.2", aboard="A1.7", at=None)
    )
    fought(at, 1, 1, 1)
    assert [(event.team, len(event.dice)) for event in at.told(ef.Struck)] == [("A1.7", 2), ("B1.1", 1)]
    at.acts("a", "stay", yes=True).acts("b", "stay", 1, 1, yes=True)
    assert [event.modifier for event in at.told(ef.AssaultTested)] == [2, 0]  # twice the strength


@pytest.mark.rule("FHW-ASLT-19", "FHW-ASLT-21", "FHW-ASLT-22")
@pytest.mark.parametrize(("die", "power", "result"), [(5, 3, "lost"), (5, 2, "out"), (6, 3, "out"), (6, 2, "whole")])
def test_tanks_strike_tanks_in_the_side_with_their_main_gun(die: int, power: int, result: str) -> None:
    own = squad("A1", "ger_panzer4", {0: "1306>0"})
    at = fought(
        assaulting([own], [squad("B1", "sov_t34_85_3", {0: "1406>3"})]), 3, 1, die, power
    )  # side armour 5 against 11
    rolled = at.told(ef.ArmourRolled)[0]
    assert (rolled.armour, rolled.against) == (5, 11)
    out = [event.team for event in at.told(ef.BailedOut)]
    assert ("out" if out else "lost" if "B1.0" not in at.position.teams else "whole") == result


@pytest.mark.rule("FHW-ASLT-19", "FHW-SAVE-07", "FHW-BAIL-03")
def test_armour_struck_by_infantry_bails_out_on_an_equal_and_its_riders_save() -> None:
    tanks = squad("B1", "sov_t34_85_3", {0: "1406>3"})
    own = squad("A1", "ger_grenadiers_small", {1: "1306"})

    def strike(*dice: int) -> Table:
        riders = squad("B2", "sov_smg")
        at = assaulting([own], [tanks, riders], "1406", 4,
                        before=lambda at: at.change("B2.1", aboard="B1.0", at=None))  # fmt: skip
        return fought(at, *dice)

    out = strike(3, 1, 1, 5)  # 1 + 1 equals 2
    assert [event.team for event in out.told(ef.BailedOut)] == ["B1.0"]
    assert out.told(ef.Withdrew)[0].winner == "A"  # nobody is left to strike
    assert [(event.team, event.cause) for event in out.told(ef.Destroyed)] == [("B1.0", "captured")]
    assert out.where("B2.1") == "1406" if out.team("B2.1").at else "B2.1" in out.position.teams
    whole = strike(3, 1, 2, 4)
    assert not whole.team("B1.0").bailed_out
    assert "B2.1" not in whole.position.teams


@pytest.mark.rule("FHW-ASLT-19", "FHW-ASLT-05")
def test_a_tank_does_not_strike_at_upper_floors() -> None:
    own, foe = squad("A1", "sov_su76", {0: "1306>0"}), squad("B1", "ger_grenadiers_small", {1: "1406/2", 2: "1406"})
    house: dict[str, Any] = {"surface": {"1406": "b"}, "buildings": [{"at": (14, 6), "floors": 2}]}
    at = fought(assaulting([own], [foe], **house), 5, 1, 1)
    assert lost(at) == {"B1.2"}
    above = squad("B1", "ger_grenadiers_small", {1: "1406/2"})
    with pytest.raises(AssertionError, match="ASLT-05"):
        assaulting([own], [above], **house)


@pytest.mark.rule("FHW-ASLT-12", "FHW-ASLT-08")
def test_tanks_do_not_fear_tanks_and_infantry_that_stays_leaves_them_alone() -> None:
    own = [SMG, squad("A2", "sov_t34_85_3", {0: "1305>0"})]
    foes = [FOE, squad("B2", "ger_panzer4", {0: "1405>3"})]
    at = assaulting(own, foes, "1406", 2, names=("A1", "A2"))
    assert [(event.platoon, event.passed) for event in at.told(ef.AssaultTested)] == [("A1", False)]
    assert set(at.frame().teams) == {"A2.0", "A2.1", "A2.2"}
    assert at.team("A1.0").suppressed
    brave = assaulting(own, foes, "1406", 3, names=("A1", "A2"))
    assert "A1.0" in brave.frame().teams


# -------------------------------------------------------------------------------------------------------------------- victims


@pytest.mark.rule("FHW-ASLT-18", "FHW-ASLT-04")
def test_hits_go_to_the_same_hex_first_then_to_those_next_to_it() -> None:
    own = squad("A1", "sov_smg", {0: "1306", 1: "1306", 2: "1306"})
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1506", 3: "1506"})
    at = assaulting([own], [foe])
    for name in ("A1.0", "A1.1"):
        at.acts("a", "assault_move", team=name, at="1406")
    at.acts("a", "done").acts("b", "defend", 4, 4, 1, 1, 1, 1, shots=[])
    assert lost(at) == {"B1.1", "B1.2"}  # alike: nobody is asked


# -------------------------------------------------------------------------------------------------------- repelled in parts


@pytest.mark.rule("FHW-ASLT-08", "FHW-ASLT-14", "FHW-ASLT-07", "FHW-SHOT-02")
def test_infantry_is_repelled_and_its_tanks_fight_on() -> None:
    own = [squad("A1", "sov_smg", dict.fromkeys(range(3), "1306")), squad("A2", "sov_su76", {0: "1305>0"})]
    foe = squad("B1", "ger_hmg", {1: "1406", 2: "1406"})
    at = assaulting(own, [foe], names=("A1", "A2")).acts("a", "done")
    shots = [shot("B1.1", "hmg", 3, "A1"), shot("B1.2", "hmg", 2, "A1")]
    at.acts("b", "defend", *[6] * 5, shots=shots)
    assert at.prompt == "hits"
    # all saved: 5 saves, then the round of those who are left: a gun's side and the infantry's two dice
    at.acts("a", "allocate", *[6] * 5, 1, 1, 1, teams=("A1.0", "A1.1", "A1.2", "A1.0", "A1.1"))
    assert [event.platoons for event in at.told(ef.Repelled)] == [("A1",)]
    assert at.team("A1.1").suppressed
    assert {event.team for event in at.told(ef.Struck)} == {"A2.0", "B1.1", "B1.2"}


@pytest.mark.rule("FHW-ASLT-14", "FHW-ASLT-06")
def test_four_hits_do_not_repel_and_the_fallen_are_gone() -> None:
    own = [squad("A1", "sov_smg", dict.fromkeys(range(3), "1306"))]
    at = assaulting(own, [squad("B1", "ger_hmg", {1: "1406"})]).acts("a", "done")
    at.acts("b", "defend", *[6] * 4, shots=[shot("B1.1", "hmg", 4, "A1")])
    at.acts("a", "allocate", 1, 6, 6, 6, 1, 1, 1, teams=("A1.1", "A1.0", "A1.2", "A1.0"))
    assert not at.told(ef.Repelled)
    assert {event.team for event in at.told(ef.Struck)} == {"A1.0", "A1.2", "B1.1"}


# --------------------------------------------------------------------------------------------------------------------- rounds


@pytest.mark.rule("FHW-ASLT-20", "FHW-ASLT-23", "FHW-ASLT-25", "FHW-ASLT-27")
def test_rounds_go_on_until_somebody_withdraws() -> None:
    at = fought(assaulting(), 1, 1)
    assert at.asked == "a"
    at.acts("a", "stay", yes=True)
    assert at.asked == "b"
    defender = fought(assaulting(), 1, 1).acts("a", "stay", yes=True).acts("b", "stay", yes=False)
    assert [event.winner for event in defender.told(ef.Withdrew)] == ["A"]
    at.acts("b", "stay", 6, 1, yes=True).acts("a", "go_on", yes=True)
    assert (at.prompt, at.asked) == ("assault_move", "a")
    at.acts("a", "done")
    assert (at.prompt, at.asked) == ("assault_move", "b")
    at.acts("b", "done", 1, 1)  # the second round
    assert (at.prompt, at.asked, at.frame().round) == ("withdraw", "a", 2)


@pytest.mark.rule("FHW-ASLT-25")
def test_whoever_can_strike_no_more_has_lost_at_once() -> None:
    far = assaulting([squad("A1", "sov_smg", {0: "1206"})])
    far.acts("a", "done")
    assert far.prompt == "defend"
    far.acts("b", "defend", shots=[])
    assert [event.winner for event in far.events if isinstance(event, ef.Withdrew)] == ["B"]  # nobody came near
    won = fought(assaulting(), 4, 1)
    assert [event.winner for event in won.told(ef.Withdrew)] == ["A"]


@pytest.mark.rule("FHW-ASLT-25")
def test_where_both_have_fought_and_nobody_is_near_any_more_the_defender_has_won() -> None:
    at = fought(assaulting(), 1, 1).acts("a", "stay", yes=True).acts("b", "stay", 6, 6, yes=True)
    at.acts("a", "assault_move", team="A1.0", at="1206").acts("b", "done")
    assert [event.winner for event in at.told(ef.Withdrew)] == ["B"]


@pytest.mark.rule("FHW-ASLT-22", "FHW-GEN-07")
def test_of_platoons_that_are_as_willing_the_first_tests() -> None:
    own = [SMG, squad("A2", "sov_smg", {0: "1305"})]
    at = fought(assaulting(own, names=("A1", "A2")), 1, 1, 1)
    at.acts("a", "stay", yes=True).acts("b", "stay", 6, 6, yes=True)
    assert [event.platoon for event in at.told(ef.AssaultTested)] == ["A1", "B1"]


# ---------------------------------------------------------------------------------------------------------------- afterwards


@pytest.mark.rule("FHW-ASLT-24", "FHW-BOG-05", "FHW-BAIL-02")
def test_crews_that_are_out_and_bogged_vehicles_of_the_losers_are_captured() -> None:
    own = [squad("A1", "sov_su76", {0: "1306>0", 1: "1305>0"})]
    at = fought(assaulting(own).change("A1.1", bogged=True), 1, 1).acts("a", "stay", yes=False)
    assert [(event.team, event.cause) for event in at.told(ef.Destroyed)] == [("A1.1", "captured")]
    assert at.prompt == "fall_back"


@pytest.mark.rule("FHW-ASLT-24", "FHW-TERR-09")
def test_a_loser_that_stops_short_or_has_no_way_is_lost() -> None:
    woods = {f"{c:02d}{r:02d}": "w" for c in range(10, 14) for r in range(3, 10)}
    own = [squad("A1", "sov_su76", {0: "1306>0"})]
    at = fought(assaulting(own, surface=woods), 1, 1).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", 1, team="A1.0", path=("1206",))  # bogged as it leaves
    assert "A1.0" not in at.position.teams
    back = fought(assaulting(own, surface=woods), 1, 1).acts("a", "stay", yes=False)
    back.acts("a", "fall_back", 2, team="A1.0", path=("1206",))
    assert back.where("A1.0") == "1206"
    guns = fought(assaulting([SMG], [squad("B1", "ger_flak88", {1: "1406>3"})]), 1, 1).acts("a", "stay", yes=True)
    guns.acts("b", "stay", yes=False)
    assert "B1.1" not in guns.position.teams  # it does not move at all: nobody is asked
    assert guns.prompt != "fall_back"


@pytest.mark.rule("FHW-ASLT-24", "FHW-WEA-10")
def test_in_mud_who_goes_back_rolls_for_an_odd_half() -> None:
    own = [squad("A1", "sov_su76", {0: "1306>0"})]
    at = fought(assaulting(own, weather="mud"), 1, 1).acts("a", "stay", 10, yes=False)
    assert [event.die for event in at.told(em.MudRolled)] == [10]


@pytest.mark.rule("FHW-ASLT-24", "FHW-STACK-07", "FHW-SUPP-03")
def test_winners_go_on_one_hex_into_no_enemies() -> None:
    at = fought(assaulting(), 1, 1).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", team="A1.0", path=("1206",))
    assert (at.prompt, at.asked) == ("consolidate", "b")
    assert at.no("b", "consolidate", team="B1.1", at="1606") == "ASLT-24"
    assert at.no("b", "consolidate", team="B1.4", at="1805") == "ASLT-24"  # it took no part
    at.change("B1.1", suppressed=True)
    assert at.no("b", "consolidate", team="B1.1", at="1306") is None
    at.change("A1.1", at=hexes.from_offset(13, 6))
    assert at.no("b", "consolidate", team="B1.1", at="1306") == "STACK-07"


@pytest.mark.rule("FHW-SUPP-03", "FHW-MOVE-09", "FHW-ASLT-04")
def test_assault_moves_of_the_suppressed_and_beyond_the_board() -> None:
    own, foe = squad("A1", "sov_smg", {0: "1800"}), squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1900"))
    at = assaulting([own], [foe], "1900")
    assert at.no("a", "assault_move", team="A1.0", at="1900") is None
    at.change("A1.0", suppressed=True)
    assert at.no("a", "assault_move", team="A1.0", at="1900") == "SUPP-03"
    assert at.no("a", "assault_move", team="A1.0", at="1801") is None
    at.change("A1.0", suppressed=False, at=hexes.from_offset(19, 1)).change("B1.0", at=hexes.from_offset(18, 1))
    assert at.no("a", "assault_move", team="A1.0", at="2001") == "MOVE-09"


@pytest.mark.rule("FHW-TERR-09", "FHW-ASLT-04", "FHW-BOG-01")
def test_vehicles_test_on_assault_moves_too() -> None:
    own = squad("A1", "sov_su76", {0: "1306>0"})
    at = assaulting([own], [FOE], surface={"1406": "w"})
    at.acts("a", "assault_move", 1, team="A1.0", at="1406")
    assert (at.where("A1.0"), at.team("A1.0").bogged) == ("1406", True)
    leaving = assaulting([own], [FOE], surface={"1306": "w"})
    leaving.acts("a", "assault_move", 1, team="A1.0", at="1406")
    assert (leaving.where("A1.0"), leaving.team("A1.0").bogged) == ("1306", True)


# ----------------------------------------------------------------------------------------------------------- who comes next


@pytest.mark.rule("FHW-ASLT-11", "FHW-ASLT-01")
def test_sides_choose_in_turn_and_what_cannot_be_fought_any_more_is_void() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_smg", {0: "1302"})]
    foes = [
        squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1402"}),
        squad("B2", "ger_grenadiers_small", {1: "1510"}),
    ]
    third = squad("A3", "sov_smg", {0: "1410"})
    entries = [("a", ("A1",), "1406"), ("a", ("A2",), "1402"), ("b", ("B2",), "1410")]
    at = written([*own, third], foes, *entries)
    assert (at.prompt, at.asked) == ("e_order", "a")  # it wrote more
    assert at.no("a", "next_assault", at="1410") == "ASLT-11"
    at.change("B1.1", at=hexes.from_offset(18, 6))
    at.acts("a", "next_assault", at="1406")
    assert [event.void for event in at.told(ef.AssaultBegun)] == [True]
    assert (at.prompt, at.asked) == ("e_order", "b")
    tie = written([SMG, third], [FOE, foes[1]], ("a", ("A1",), "1406"), ("b", ("B2",), "1410"), dice=(3, 3, 2, 5))
    assert tie.asked == "b"


@pytest.mark.rule("FHW-ASLT-11", "FHW-ASLT-03")
def test_a_platoon_that_may_no_longer_drops_out() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_at_rifles", {0: "1306"})]
    at = written(own, [FOE], ("a", ("A1", "A2"), "1406"))
    for number in range(10):
        at.change(f"A1.{number}", suppressed=True)
    at.acts("a", "next_assault", at="1406")
    assert [event.platoons for event in at.told(ef.AssaultBegun)] == [("A2",)]


@pytest.mark.rule("FHW-ASLT-09", "FHW-ASLT-10", "FHW-END-06")
def test_equal_forces_roll_for_who_assaults() -> None:
    own, foe = [squad("A1", "sov_at_rifles", {0: "1306"})], [squad("B1", "ger_grenadiers_small", {1: "1406"})]
    at = written(own, foe, ("a", ("A1",), "1406"), ("b", ("B1",), "1306"), dice=(2, 2, 1, 4))
    frame = at.frame()
    assert (frame.side, frame.at, frame.mutual) == ("B", hexes.from_offset(13, 6), True)
