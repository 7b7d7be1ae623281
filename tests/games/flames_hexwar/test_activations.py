"""Activations: what may be done in them and in which order; headquarters; passengers; special actions; rallies."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.judge.view import tell
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad

FOE = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))


def turned(attackers: Any, defenders: Any, card: str = "A1", *dice: int, **more: Any) -> Table:
    """A card turned in (b) or (c); everybody else covers, or does what ``orders`` says."""
    orders = {each["id"]: "FC" for each in (*attackers, *defenders) if "hq" not in each["platoon"]} | {card: "MD"}
    orders |= more.pop("orders", {})
    before = more.pop("before", lambda at: at)
    at = Table(attackers, defenders, **more).plan(**orders)
    at.until({"MD": "c", "MT": "b", "AE": "d"}[orders[card].split()[0]])
    return before(at).acts(card[0].lower(), "activate", *dice, platoon=card)


def go(at: Table, team: str, *path: str, **more: Any) -> Table:
    """A move, and everybody holds their fire."""
    at.acts("a", "move", team=team, path=path, **more)
    while at.prompt == "window":
        at.acts(at.asked[0], "hold", until="activation")
    return at


# ---------------------------------------------------------------------------------------------------------------- move and shoot


@pytest.mark.rule("FHW-MD-01", "FHW-MD-02", "FHW-EXEC-07")
def test_a_platoon_moves_some_of_its_teams_then_shoots_from_where_they_end() -> None:
    at = turned([squad("A1", "sov_rifle_14", {0: "0406", 1: "0406"})], [FOE])
    fire = [shot("A1.1", "rifle_mg", 1, "B1")]
    assert at.no("a", "close") is None  # none need move or shoot
    assert at.no("a", "fire", platoon="A1", shots=fire) == "SHOT-02"  # six hexes
    go(at, "A1.1", "0506")
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "rifle_mg", 2, "B1")]) == "SHOT-04"  # it moved
    at.acts("a", "fire", 1, platoon="A1", shots=fire)
    assert [str(each.start) for each in at.told(ef.ShotsRolled)] == [str(at.team("A1.1").at)]
    assert at.prompt != "activation"  # and that is all of it
    other = turned([squad("A1", "sov_smg"), squad("A2", "sov_smg", {0: "0906"})], [FOE])
    assert other.no("a", "fire", platoon="A2", shots=[shot("A2.0", "smg", 1, "B1")]) == "MD-01"
    double = turned([squad("A1", "sov_smg", {0: "0206"})], [FAR], orders={"A1": "MT"})
    assert double.no("a", "fire", platoon="A1", shots=[shot("A1.0", "smg", 1, "B1")]) == "MOVE-02"


@pytest.mark.rule("FHW-EXEC-06", "FHW-TURN-02", "FHW-ALLOC-04")
def test_whoever_falls_to_opportunity_fire_does_not_shoot_any_more() -> None:
    at = turned([squad("A1", "sov_smg", {0: "0806", 1: "0806"})], [FOE], orders={"B1": "FO"})
    at.acts("a", "move", team="A1.1", path=("0906",))
    at.acts("b", "opportunity", 6, 1, shots=[shot("B1.1", "rifle_mg")])  # a hit; a save of 1
    assert "A1.1" not in at.position.teams
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "smg", 1, "B1")]) == "SEAT-02"
    assert at.no("a", "move", team="A1.0", path=("0906",)) is None


@pytest.mark.rule("FHW-FO-03", "FHW-FO-09")
def test_opportunity_fire_answers_moves_at_the_double_and_at_the_walk_with_the_rate_of_who_stands() -> None:
    for order, path in (("MT", "0406"), ("MD", "0606")):
        at = turned([squad("A1", "sov_smg", {0: "0506", 1: "0506"})], [FOE], orders={"A1": order, "B1": "FO"})
        at.acts("a", "move", team="A1.0", path=(path,))
        assert at.prompt == "window"
        assert at.no("b", "opportunity", shots=[shot("B1.1", "rifle_mg", 2)]) is None
        assert at.no("b", "opportunity", shots=[shot("B1.1", "rifle_mg", 3)]) == "SHOT-04"
    other = turned([squad("A1", "sov_smg", {0: "0506"})], [FOE, squad("B2", "ger_hmg", {1: "1007"})],
                   orders={"B1": "FO", "B2": "FC"})  # fmt: skip
    other.acts("a", "move", team="A1.0", path=("0606",))
    assert other.no("b", "opportunity", shots=[shot("B2.1", "hmg", 1)]) == "FO-09"


@pytest.mark.rule("FHW-FO-13", "FHW-HQ-03", "FHW-SHOT-07")
def test_a_moving_headquarters_is_a_target_of_its_own_and_a_joined_one_is_part_of_its_platoon() -> None:
    own = [squad("A1", "sov_smg", {0: "0506", 1: "0506"}), squad("A2", "sov_hq", {0: "0506"})]
    at = turned(own, [FOE], orders={"B1": "FO"})
    field = at.moment.field
    assert [team.id for team in field.target_teams("A1")][-1] == "A2.0"
    at.acts("a", "move", team="A2.0", path=("0606",))
    field = at.moment.field
    assert field.target_of(at.team("A2.0")) == "A2.0"
    assert "A2.0" not in [team.id for team in field.target_teams("A1")]
    at.acts("b", "opportunity", 1, 1, shots=[shot("B1.1", "rifle_mg", 2)])
    assert at.team("B1.1").turn.fired_at == {"A2.0": (2,)}
    at.acts("b", "hold", until="team")
    go(at, "A2.0")
    at.acts("a", "move", team="A1.0", path=("0606",))
    assert at.no("b", "opportunity", shots=[shot("B1.1", "rifle_mg", 2)]) is None  # another target


@pytest.mark.rule("FHW-FO-14")
def test_no_smoke_and_no_lifting_out_of_turn() -> None:
    shermans = squad("B2", "us_shermans", {0: "1106>3"})
    at = turned([squad("A1", "sov_smg", {0: "0506"})], [squad("B1", "ger_recce", {0: "0906>3"}), shermans],
                orders={"B1": "FO", "B2": "FO"})  # fmt: skip
    at.acts("a", "move", team="A1.0", path=("0606",))
    assert at.no("b", "lift", team="B1.0", platoon="A1") == "TURN-05"
    assert (
        at.no("b", "fire", platoon="B2", shots=[shot("B2.0", "tg75us", 1, "A1", priority="A1.0", smoke=True)])
        == "TURN-05"
    )
    with pytest.raises(Exception, match="smoke"):
        at.no("b", "opportunity", shots=[shot("B2.0", "tg75us", 1, smoke=True)])


@pytest.mark.rule("FHW-FACE-03")
def test_vehicles_that_cover_do_not_turn_and_guns_do() -> None:
    su = squad("A1", "sov_su76", {0: "0606>3"})
    gun = squad("A2", "sov_zis3", {2: "0607>3"})
    at = (
        Table([su, gun], [squad("B1", "ger_panzer4", {0: "1006>3"})])
        .plan(A1="FC", A2="FC", B1="FC")
        .until("a2_designate")
    )
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "tg76su", 1, "B1")]) == "HIT-13"  # behind it
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "tg76su", 1, "B1", facing=0)]) == "HIT-13"
    tank = squad("A3", "sov_t34_76_4", {0: "0605>3"})
    turret = Table([tank], [squad("B1", "ger_panzer4", {0: "1006>3"})]).plan(A3="FC", B1="FC").until("a2_designate")
    assert turret.no("a", "fire", platoon="A3", shots=[shot("A3.0", "tg76su", 1, "B1", facing=0)]) == "FACE-01"
    assert at.no("a", "fire", platoon="A2", shots=[shot("A2.2", "gun76zis", 1, "B1", facing=3)]) == "FACE-02"
    at.acts("a", "fire", platoon="A2", shots=[shot("A2.2", "gun76zis", 1, "B1")]).commit(1)
    assert (at.team("A2.2").facing, at.team("A1.0").facing) == (0, 3)


# ------------------------------------------------------------------------------------------------------------------ headquarters


HQ = [squad("A1", "sov_smg", {0: "0506", 1: "0506"}), squad("A2", "sov_smg", {0: "0507", 1: "0507"}),
      squad("A3", "sov_hq", {0: "0506", 1: "0906"})]  # fmt: skip


@pytest.mark.rule("FHW-EXEC-08", "FHW-HQ-01")
def test_headquarters_act_once_with_any_platoon_of_their_seat_within_its_order() -> None:
    at = turned(HQ, [FAR], orders={"A2": "MD"})
    go(at, "A3.0", "0606").acts("a", "close")
    at.acts("a", "activate", platoon="A2")
    assert at.no("a", "move", team="A3.0", path=("0706",)) in ("MOVE-07", "EXEC-08")
    assert at.no("a", "move", team="A3.1", path=("0806",)) is None  # joined to it or not
    assert at.no("a", "move", team="A1.0", path=("0606",)) == "MOVE-07"
    shots = [shot("A3.1", "smg", 1, "B1")]
    near = turned(HQ, [FOE], orders={"A2": "MD"})
    assert near.no("a", "fire", platoon="A1", shots=shots) is None
    near.acts("a", "fire", 1, platoon="A1", shots=shots)
    near.acts("a", "activate", platoon="A2")
    assert near.no("a", "fire", platoon="A2", shots=shots) == "EXEC-08"
    assert near.no("a", "move", team="A3.1", path=("0806",)) == "EXEC-08"
    double = turned(HQ, [FAR], orders={"A1": "MT"})
    assert double.no("a", "move", team="A3.1", path=("0806", "0706", "0606", "0506")) is None
    assert double.no("a", "fire", platoon="A1", shots=shots) == "MOVE-02"
    cover = Table(HQ, [FOE]).plan(A1="FC", A2="FC", B1="FC").until("a2_designate")
    cover.acts("a", "fire", platoon="A1", shots=shots)
    assert cover.no("a", "fire", platoon="A2", shots=shots) == "EXEC-08"  # drafted with another


@pytest.mark.rule("FHW-WEA-06", "FHW-EXEC-08")
@pytest.mark.parametrize(("dice", "rule"), [((2,), None), ((3, 1), "EXEC-08")])
def test_headquarters_all_of_whose_shots_are_lost_in_fog_have_not_acted(
    dice: tuple[int, ...], rule: str | None
) -> None:
    own = [squad("A1", "sov_smg"), squad("A2", "sov_mortars", {1: "0706"}), squad("A3", "sov_smg")]
    foe = squad("B1", "ger_grenadiers_small", {1: "1006"})
    at = turned(own, [foe], orders={"A3": "MD"}, weather="fog")
    at.acts("a", "fire", *dice, platoon="A1", shots=[shot("A2.1", "carbine", 1, "B1")])
    at.acts("a", "activate", platoon="A3")
    assert at.no("a", "move", team="A2.1", path=("0606",)) == rule


@pytest.mark.rule("FHW-EXEC-08", "FHW-SEAT-02")
def test_headquarters_act_with_platoons_of_their_own_seat_alone() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_hq", {0: "0506"}, company="2")]
    at = turned(own, [FAR], seats=({}, {}, {}))
    assert at.no("a", "move", team="A2.0", path=("0606",)) == "SEAT-02"
    assert at.no("c", "move", team="A2.0", path=("0606",)) == "TURN-05"


@pytest.mark.rule("FHW-HQ-02")
def test_who_shares_a_hex_with_several_joins_the_one_that_was_named() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_at_rifles", {0: "0506"}),
           squad("A3", "sov_hq", {0: "0506", 1: "0806"})]  # fmt: skip
    at = Table(own, [FAR])
    field = at.moment.field
    assert [field.joined_to(at.team(name)) for name in ("A3.0", "A3.1", "A1.0")] == ["A1", None, None]
    assert at.no("a", "join", team="A3.1", platoon="A1") == "HQ-02"
    assert at.no("a", "join", team="A1.0", platoon="A2") == "HQ-02"
    at.acts("a", "join", team="A3.0", platoon="A2")
    assert at.moment.field.joined_to(at.team("A3.0")) == "A1"  # a draft
    at.plan(A1="MD", A2="FO", B1="FO")
    assert at.moment.field.joined_to(at.team("A3.0")) == "A2"
    revealed = next(event for event in at.events if isinstance(event, ep.PlansRevealed))
    for viewer in (Viewer("b"), SPECTATOR):
        told = tell(at.position, revealed, viewer)
        assert isinstance(told, ep.PlansRevealed)
        assert told.joins == {"A3.0": "A2"}


@pytest.mark.rule("FHW-HQ-04", "FHW-RALLY-06")
def test_a_joined_company_command_rolls_failed_motivation_again_once() -> None:
    def rally(*dice: int, joined: bool = True) -> Any:
        own = [squad("A1", "sov_su76", {n: "0506" if n < 2 else "0507" for n in range(4)}),
               squad("A3", "sov_hq", {0: "0506" if joined else "0806"})]  # fmt: skip
        at = turned(own, [FAR], "A1", *dice, before=lambda at: at.change("A1.2", bailed_out=True))
        return [(event.dice, event.passed) for event in at.told(em.Rallied)]

    assert rally(3, joined=False) == [((3,), False)]
    assert rally(3, 4) == [((3, 4), True)]
    assert rally(3, 3) == [((3, 3), False)]
    assert rally(4) == [((4,), True)]


@pytest.mark.rule("FHW-RALLY-07", "FHW-RALLY-05")
def test_suppressed_headquarters_roll_at_the_start_of_tactical_movement() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_hq", {0: "0806", 1: "0807"})]
    foe = [FAR, squad("B2", "ger_hq")]
    at = Table(own, foe).plan(A1="MD", B1="FC").until("a2_designate")
    at.change("A2.0", suppressed=True).change("A2.1", suppressed=True).change("B2.0", suppressed=True)
    at.commit(4, 3, 5)
    assert at.prompt == "c"
    told = [(event.teams, event.passed) for event in at.told(em.Rallied)]
    assert told == [(("A2.0",), True), (("A2.1",), False), (("B2.0",), True)]


@pytest.mark.rule("FHW-HQ-05")
def test_the_second_in_command_takes_over() -> None:
    own = [squad("A1", "sov_smg"), squad("A2", "sov_hq", {0: "0906", 1: "0001"})]
    foe = squad("B1", "ger_hmg", {1: "1206"})
    at = Table(own, [foe]).plan(A1="FC", B1="FC").until("a2_designate")
    assert at.no("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A2.0")]) is None  # joined to none
    at.acts("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A2.0")]).commit(6, 1)
    assert "A2.0" not in at.position.teams
    assert at.team("A2.1").role == "company_command"


@pytest.mark.rule("FHW-HQ-06", "FHW-HQ-09", "FHW-CMD-05")
def test_a_joined_company_command_serves_a_platoon_that_lost_its_own() -> None:
    own = [squad("A1", "sov_smg", {0: "0906", 1: "0807", 2: "0807"}), squad("A2", "sov_hq", {0: "0807", 1: "0801"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1206"})]).plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A1", priority="A1.0")]).commit(6, 1)
    assert "A1.0" not in at.position.teams  # simply lost: nobody is asked
    assert at.platoon("A1").command is None
    field = at.moment.field
    command = field.command_of(at.platoon("A1").id)
    assert command is not None
    assert command.id == "A2.0"
    at.change("A2.0", at=at.team("A2.1").at)
    assert at.moment.field.command_of(at.platoon("A1").id) is None


@pytest.mark.rule("FHW-HQ-07", "FHW-FO-11")
def test_germans_appoint_a_new_command_at_once() -> None:
    foe = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1306", 2: "1306"})
    at = Table([squad("A1", "sov_maxims", {1: "0906"})], [foe]).plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1", priority="B1.0")]).commit(6, 1)
    assert (at.prompt, at.asked) == ("new_command", "b")
    assert at.no("b", "appoint", team="B1.0") == "SEAT-02"
    assert at.no("b", "appoint", team="A1.1") == "SEAT-02"
    at.acts("b", "appoint", team="B1.3")
    assert at.platoon("B1").command == "B1.3"


@pytest.mark.rule("FHW-FO-11", "FHW-FO-10", "FHW-HQ-07")
def test_a_command_lost_to_opportunity_fire_is_replaced_by_another_team_on_three_or_more() -> None:
    def fired(*dice: int) -> Table:
        own = squad("A1", "sov_maxims", {1: "0906"})
        foe = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1306", 2: "1306"})
        at = turned([own], [foe], "B1", orders={"A1": "FO"})
        at.acts("b", "move", team="B1.0", path=("1306",))
        return at.acts("a", "opportunity", *dice, shots=[shot("A1.1", "hmg")])

    lost = fired(6, 1, 2)
    assert (lost.prompt, "B1.0" in lost.position.teams) == ("new_command", False)
    saved = fired(6, 1, 3)
    assert (saved.prompt, saved.asked) == ("swap", "b")
    assert saved.no("b", "swap", team="B1.0") == "FO-10"
    saved.acts("b", "swap", team="B1.4")
    assert "B1.4" not in saved.position.teams
    assert saved.team("B1.0").turn.halted
    assert saved.where("B1.0") == "1206"
    nobody = fired(6, 1, 3).acts("b", "swap", team=None)
    assert (nobody.prompt, "B1.0" in nobody.position.teams) == ("new_command", False)


@pytest.mark.rule("FHW-HQ-08")
def test_infantry_in_its_hex_falls_in_a_heros_stead() -> None:
    def struck(*dice: int, near: str = "0906") -> Table:
        own = [squad("A1", "sov_smg", {1: near, 2: near}), squad("A2", "sov_hq", {0: "0906", 1: "0801"})]
        at = Table(own, [squad("B1", "ger_hmg", {1: "1206"})])
        at.change("A2.0", type="hero_team", role="warrior").plan(A1="FC", B1="FC").until("a2_designate")
        at.acts("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A1", priority="A2.0")]).commit(*dice)
        return at

    fallen = struck(6, 1, 2)
    assert "A2.0" not in fallen.position.teams
    kept = struck(6, 1, 3)
    assert (kept.prompt, kept.asked) == ("hero", "a")
    assert kept.no("a", "shield", team="A1.0") == "HQ-08"
    kept.acts("a", "shield", team="A1.2")
    assert ("A2.0" in kept.position.teams, "A1.2" in kept.position.teams) == (True, False)


@pytest.mark.rule("FHW-HQ-08", "FHW-ASLT-03")
def test_a_hero_may_fight_in_assaults() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_hq", {0: "1306", 1: "1306"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table(own, [foe]).change("A2.0", type="hero_team", role="warrior").plan(A1="FO", B1="FO")
    at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406")
    assert {"A2.0", "A2.1"} & {*at.frame().teams} == {"A2.0"}  # the hero, not the second in command


# -------------------------------------------------------------------------------------------------------------------- passengers

RIDERS = [
    squad("A1", "sov_smg", {0: "0506", 1: "0506", 2: "0607"}),
    squad("A2", "sov_t34_76_4", {0: "0506", 1: "0406"}),
]


def mounted(at: Table, *teams: str, on: str = "A2.0") -> Table:
    for name in teams:
        at.change(name, aboard=on, at=None)
    return at


@pytest.mark.rule("FHW-TRAN-01", "FHW-TRAN-02")
def test_passengers_get_down_before_anybody_moves_and_get_up_at_their_end() -> None:
    at = turned(RIDERS, [FAR], before=lambda at: mounted(at, "A1.1"))
    assert at.no("a", "move", team="A1.1", path=("0606",)) == "TRAN-02"
    assert at.no("a", "dismount", team="A1.1", at="0706") == "TRAN-01"  # not next to it
    assert at.no("a", "dismount", team="A1.0", at="0606") == "TRAN-01"  # not aboard
    assert at.no("a", "dismount", team="A1.1", at="0606", facing=0) == "FACE-01"
    at.acts("a", "dismount", team="A1.1", at="0606")
    assert at.no("a", "move", team="A1.1", path=("0706", "0806")) is None  # and then moves normally
    late = turned(RIDERS, [FAR], before=lambda at: mounted(at, "A1.1"))
    go(late, "A1.0", "0606")
    assert late.no("a", "dismount", team="A1.1", at="0506") == "TRAN-01"
    up = turned(RIDERS, [FAR])
    assert up.no("a", "mount", team="A1.2", carrier="A9.0") == "SEAT-02"  # no name at all
    assert up.no("a", "mount", team="A1.2", carrier="A2.0") == "TRAN-01"  # not in its hex
    up.acts("a", "mount", team="A1.0", carrier="A2.0")
    assert (up.team("A1.0").aboard, up.team("A1.0").at) == ("A2.0", None)
    assert up.no("a", "mount", team="A1.0", carrier="A2.0") == "TRAN-01"
    assert up.team("A2.0").turn.boarded
    full = turned(RIDERS, [FAR], before=lambda at: mounted(at, "A1.3", "A1.4", "A1.5"))
    assert full.no("a", "mount", team="A1.0", carrier="A2.0") == "TRAN-02"


@pytest.mark.rule("FHW-TRAN-01")
def test_a_carrier_that_somebody_has_mounted_moves_no_more() -> None:
    at = turned(RIDERS, [FAR], orders={"A2": "MD"})
    at.acts("a", "mount", team="A1.0", carrier="A2.0").acts("a", "close").acts("a", "activate", platoon="A2")
    assert at.no("a", "move", team="A2.0", path=("0606",)) == "TRAN-01"
    assert at.no("a", "move", team="A2.1", path=("0306",)) is None


# --------------------------------------------------------------------------------------------------------------- special actions


@pytest.mark.rule("FHW-AE-03", "FHW-REC-05", "FHW-PLAN-09")
def test_a_disorganised_patrol_is_reorganised_without_dice() -> None:
    own = squad("A1", "us_recce", {0: "0906"})
    at = Table([own], [FOE])
    at.changed(
        lambda now: replace(now, platoons={**now.platoons, "A1": replace(now.platoons["A1"], disorganised=True)})
    )  # type: ignore[index]
    assert at.no("a", "order", platoon="A1", order="MD") == "PLAN-09"
    at.plan(A1="AE recce_reorganise", B1="FC").until("d").acts("a", "activate", platoon="A1")
    assert not at.platoon("A1").disorganised


@pytest.mark.rule("FHW-AE-05", "FHW-ASLT-03")
def test_a_special_action_leaves_no_time_to_move_shoot_or_assault() -> None:
    own = [squad("A1", "sov_smg", {0: "0906"}), squad("A2", "sov_smg", {0: "0906"})]
    at = Table(own, [FOE]).plan(A1="AE dig_in", A2="FC", B1="FO").until("a2_designate")
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "smg", 1, "B1")]) == "FC-01"
    at.until("d").acts("a", "activate", 1, platoon="A1")
    assert at.prompt == "e_write"
    assert at.no("a", "assault", platoons=("A1",), at="1006") == "ASLT-03"
    assert at.no("a", "assault", platoons=("A2",), at="1006") is None


@pytest.mark.rule("FHW-PLAN-11", "FHW-AE-02")
def test_an_order_that_comes_to_nothing_stays_as_it_was_given() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0906"})], [FAR]).plan(A1="AE dig_in", B1="FC").until("d")
    for number in range(10):
        at.change(f"A1.{number}", suppressed=True)
    at.acts("a", "activate", 1, platoon="A1")  # the rally fails, and nobody is left to dig
    assert [(event.order, event.ae) for event in at.told(ep.CardTurned)] == [("AE", "dig_in")]
    assert not any(team.foxhole for team in at.position.teams.values())
    empty = turned([squad("A1", "sov_how122", {2: "0505"})], [FAR])
    assert empty.no("a", "move", team="A1.2", path=("0605",)) == "MOVE-01"  # guns that nobody moves
    assert empty.no("a", "close") is None


@pytest.mark.rule("FHW-BOG-06")
def test_a_recovery_vehicle_frees_one_next_to_it() -> None:
    own = [squad("A1", "sov_su76", {0: "0506", 1: "0806"}), squad("A2", "sov_t34_76_4", {0: "0606", 1: "0508"})]

    def recovering(*dice: int, vehicle: str | None = "A2.0") -> Table:
        at = Table(own, [FAR]).change("A1.0", type="recovery").plan(A1="AE recover", A2="FC", B1="FC").until("d")
        at.change("A2.0", bogged=True).change("A2.1", bogged=True).acts("a", "activate", platoon="A1")
        assert (at.prompt, at.asked, at.frame().vehicles) == ("special", "a", ("A2.0",))
        assert at.no("a", "recover", team="A1.0", vehicle="A2.1") == "BOG-06"
        assert at.no("a", "recover", team="A1.1", vehicle="A2.0") == "BOG-06"
        return at.acts("a", "recover", *dice, team="A1.0", vehicle=vehicle)

    assert not recovering(5).team("A2.0").bogged  # conscripts: 5+
    assert recovering(4).team("A2.0").bogged
    assert recovering(vehicle=None).team("A2.0").bogged
    assert Table(own, [FAR]).no("a", "order", platoon="A1", order="AE", ae="recover") == "PLAN-10"


@pytest.mark.rule("FHW-BOG-04", "FHW-BAIL-04", "FHW-BAIL-05", "FHW-RALLY-02", "FHW-RALLY-03", "FHW-BOG-02")
def test_bogged_and_bailed_out_are_two_things_and_each_has_its_test() -> None:
    tanks = squad("A1", "sov_su76", {0: "0506", 1: "0606", 2: "0706"})

    def rally(*dice: int) -> Table:
        return turned([tanks], [FAR], "A1", *dice,
                      before=lambda at: at.change("A1.0", bogged=True).change("A1.1", bailed_out=True)
                      .change("A1.2", bogged=True, bailed_out=True))  # fmt: skip

    def told(at: Table) -> Any:
        return [(event.what, event.teams, event.passed) for event in at.told(em.Rallied)]

    crews = [("bailed_out", ("A1.1",), True), ("bailed_out", ("A1.2",), True)]
    assert told(rally(4, 4, 5, 4)) == [*crews, ("bogged", ("A1.0",), True), ("bogged", ("A1.2",), False)]
    out = rally(4, 3, 5)  # no die for a vehicle whose crew is out
    assert told(out)[2:] == [("bogged", ("A1.0",), True)]
    assert (out.team("A1.2").bogged, out.team("A1.2").bailed_out) == (True, True)
