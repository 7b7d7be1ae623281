"""What planted faults left unseen on the march and in plans: headquarters, halts, carriers, wrecks, what a turn leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId, Viewer
from app.systems.flames_hexwar.field.command import in_command
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.position.state import Platoon, Position, TeamTurn
from tests.games.flames_hexwar.fights.test_barrages import AIR, CELLS, FOOT, MORTARS, VERTEX
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad, turned

SMG = squad("A1", "sov_smg", {0: "0506"})


def with_platoon(at: Table, platoon: Platoon) -> Table:
    return at.changed(lambda now: replace(now, platoons={**now.platoons, platoon.id: platoon}))


# --------------------------------------------------------------------------------------------------------------- headquarters


@pytest.mark.rule("FHW-EXEC-08")
def test_headquarters_that_moved_with_one_platoon_shoot_with_no_other() -> None:
    own = [SMG, squad("A2", "sov_hq", {0: "0908"}), squad("A3", "sov_smg")]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1108"})]).plan(A1="MD", A3="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A2.0", path=("1008",))
    shots = [shot("A2.0", "smg", 1, "B1")]
    assert at.no("a", "fire", platoon="A1", shots=shots) is None
    at.acts("a", "close").acts("a", "activate", platoon="A3")
    assert at.no("a", "fire", platoon="A3", shots=shots) == "EXEC-08"


@pytest.mark.rule("FHW-EXEC-08", "FHW-FC-02")
def test_a_draft_that_names_a_headquarters_team_may_be_written_anew() -> None:
    own = [squad("A1", "sov_smg"), squad("A2", "sov_hq", {0: "1006"}), squad("A3", "sov_smg")]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1106"})]).plan(A1="FC", A3="FC", B1="FO").until("a2_designate")
    drafts = {name: {"platoon": name, "shots": [shot("A2.0", "smg", 1, "B1")]} for name in ("A1", "A3")}
    at.acts("a", "fire", **drafts["A1"])
    assert [at.no("a", "fire", **drafts[name]) for name in ("A1", "A3")] == [None, "EXEC-08"]


@pytest.mark.rule("FHW-HQ-02")
def test_nobody_joins_a_platoon_of_which_an_observer_alone_is_there() -> None:
    own = [squad("A1", "sov_hq", {0: "0506"}), squad("A2", "sov_mortars", {1: "0506"}), squad("A3", "sov_smg")]
    at = Table(own, [FAR])
    assert at.no("a", "join", team="A1.0", platoon="A2") == "HQ-02"
    at.change("A2.2", at=hexes.from_offset(5, 6))
    assert at.no("a", "join", team="A1.0", platoon="A2") is None


@pytest.mark.rule("FHW-CMD-02")
def test_a_chain_of_any_friends_leads_through_no_enemy() -> None:
    own = [squad("A1", "sov_smg", {0: "0706", 1: "0506"}), squad("A2", "sov_smg")]
    for friend, foe, held in (("0606", "1806", True), ("0001", "0606", False)):
        at = Table(own, [FAR], options={"command_chain": "any_friend"})
        for name, place in (("A2.0", friend), ("B1.1", foe)):
            at.change(name, at=hexes.from_offset(int(place[:2]), int(place[2:])))
        assert in_command(at.moment.field, at.team("A1.1")) is held


@pytest.mark.rule("FHW-HIT-07", "FHW-WEA-02")
@pytest.mark.parametrize(("observer", "seen"), [("0606", ("B1",)), ("0506", ())])
def test_what_the_observer_of_a_platoon_sees_before_it_moves_his_platoon_has_seen(observer: str, seen: Any) -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206"})
    at = turned([squad("A1", "sov_mortars", {1: observer})], [foe], weather="rain")
    assert at.platoon("A1").seen == seen


# ----------------------------------------------------------------------------------------------------------- ways and halts


@pytest.mark.rule("FHW-FO-06", "FHW-COV-07")
@pytest.mark.parametrize(("half", "need"), [("cover", 5), ("free", 3)])
def test_of_who_halts_in_a_half_its_cover_counts_for_the_way(half: str, need: int) -> None:
    mixed = [{"at": (6, 6), "dir": 3, "feature": "woods"}]
    at = turned([SMG], [squad("B1", "ger_hmg", {1: "1006"})], orders={"B1": "FO"}, mixed=mixed)
    at.acts("a", "move", team="A1.0", path=("0606",), half=half).acts("b", "hold")
    at.acts("b", "opportunity", 1, shots=[shot("B1.1", "hmg", 1)])
    assert at.told(ef.ShotsRolled)[0].needs == {"A1.0": (need,)}


@pytest.mark.rule("FHW-FO-12", "FHW-SUPP-03")
def test_a_step_that_the_suppressed_may_not_take_is_a_halt_without_another_window() -> None:
    at = turned([SMG], [squad("B1", "ger_hmg", {1: "1006", 2: "1006"})], orders={"B1": "FO"})
    at.acts("a", "move", team="A1.0", path=("0606", "0706"))
    at.acts("b", "opportunity", *[6] * 5, *[6] * 5, shots=[shot("B1.1", "hmg", 5)]).acts("b", "hold")
    assert (at.where("A1.0"), at.team("A1.0").turn.halted, at.prompt) == ("0506", True, "activation")


@pytest.mark.rule("FHW-LOS-13")
@pytest.mark.parametrize(
    ("wood", "seen"),
    [((), True), (("0605",), True), (("0606",), True), (("0605", "0606", "0706"), False)],
)
def test_who_is_seen_where_he_comes_from_or_in_the_house_is_seen_entering(wood: tuple[str, ...], seen: bool) -> None:
    ground: dict[str, Any] = {"0505": "b"} | dict.fromkeys(wood, "w")
    at = turned([SMG], [squad("B1", "ger_hmg", {1: "1006"})], surface=ground, buildings=[{"at": (5, 5), "floors": 1}])
    field, here = at.moment.field, at.team("A1.0")
    house = replace(here, at=hexes.from_offset(5, 5))
    found = [field.sees(at.team("B1.1"), team) for team in (here, house)]
    assert found == [not {"0606", "0706"} & set(wood), "0605" not in wood]
    at.acts("a", "move", team="A1.0", path=("0505",))
    assert (at.position.seen_entering == (("A", hexes.from_offset(5, 5)),)) is seen


@pytest.mark.rule("FHW-LOS-13", "FHW-TRAN-01", "FHW-TERR-12")
def test_a_house_is_left_by_whoever_mounts_beside_it() -> None:
    mixed = [{"at": (5, 6), "dir": 0, "feature": "building"}]
    own = [SMG, squad("A2", "sov_t34_76_4", {0: "0506"})]

    def before(at: Table) -> Table:
        at.change("A1.0", half="cover")
        return at.changed(lambda now: replace(now, seen_entering=(("A", hexes.from_offset(5, 6)),)))

    at = turned(own, mixed=mixed, before=before).acts("a", "mount", team="A1.0", carrier="A2.0")
    assert at.position.seen_entering == ()


@pytest.mark.rule("FHW-ROAD-04")
def test_who_begins_its_turn_beside_a_wreck_leaves_it_without_a_test() -> None:
    road: Any = {"roads": [[(column, 4) for column in range(9)]], "wrecks": [{"at": (3, 4), "count": 1}]}
    at = turned([squad("A1", "sov_t34_76_4", {0: "0304>0"})], **road)
    at.acts("a", "move", team="A1.0", path=("0404",))
    assert not at.told(em.BogTested)


@pytest.mark.rule("FHW-MT-02", "FHW-SHOT-10")
def test_who_changes_floor_after_the_double_has_doubled_for_all_that() -> None:
    house: dict[str, Any] = {"surface": {"0606": "b"}, "buildings": [{"at": (6, 6), "floors": 2}]}
    at = turned([SMG], orders={"A1": "MT"}, **house).acts("a", "move", team="A1.0", path=("0606", "0606/2"))
    assert (at.team("A1.0").floor, at.team("A1.0").turn.moved) == (2, "doubled")


@pytest.mark.rule("FHW-TRAN-01", "FHW-GTG-03")
def test_who_mounts_is_down_no_more() -> None:
    own = [SMG, squad("A2", "sov_t34_76_4", {0: "0506"})]
    at = turned(own, before=lambda at: at.change("A1.0", gone_to_ground=True))
    assert not at.acts("a", "mount", team="A1.0", carrier="A2.0").team("A1.0").gone_to_ground


@pytest.mark.rule("FHW-TRAN-01", "FHW-MOVE-07")
def test_nobody_mounts_while_another_is_between_its_steps() -> None:
    own = [squad("A1", "sov_smg", {0: "0506", 1: "0507"}), squad("A2", "sov_t34_76_4", {0: "0506"})]
    at = turned(own).acts("a", "move", team="A1.1", path=("0607",), halt=False)
    assert at.no("a", "mount", team="A1.0", carrier="A2.0") == "TRAN-01"
    at.acts("a", "move", team="A1.1", path=())
    assert at.no("a", "mount", team="A1.0", carrier="A2.0") is None


@pytest.mark.rule("FHW-COV-11", "FHW-TRAN-01")
def test_who_gets_down_in_a_built_up_hex_is_in_no_street() -> None:
    own = [SMG, squad("A2", "sov_t34_76_4", {0: "0506"})]
    at = turned(own, surface={"0506": "t"}, before=lambda at: at.change("A1.0", at=None, aboard="A2.0", in_street=True))
    at.acts("a", "dismount", team="A1.0", at="0506")
    assert at.team("A1.0").in_street is False


# ------------------------------------------------------------------------------------------------------- covering fire


@pytest.mark.rule("FHW-RALLY-05")
def test_a_suppressed_battery_off_the_board_rallies_before_it_designates() -> None:
    foes = [FAR, squad("B2", "ger_artillery", start="off_board")]
    at = Table([squad("A1", "sov_smg")], foes).change("B2.2", suppressed=True).plan(4, A1="FO", B1="FO", B2="FC")
    assert [(event.platoon, event.passed) for event in at.told(em.Rallied)] == [("B2", True)]


@pytest.mark.rule("FHW-FC-02", "FHW-HID-09")
def test_a_battery_that_was_lost_takes_nobody_the_word_to_designate() -> None:
    at = Table([squad("A1", "sov_smg"), MORTARS], [FOOT]).plan(A1="FC", A2="FC", B1="FO").until("a2_designate")
    assert at.asked == "a"

    def lost(now: Position) -> Position:
        battery = replace(at.platoon("A2").battery, designated=True)
        gone = replace(at.platoon("A2"), status="destroyed", command=None, battery=battery)
        company = replace(now.companies["A1"], counted=1, deck=("A1",))  # type: ignore[index]
        teams = {name: team for name, team in now.teams.items() if team.platoon != "A2"}
        platoons = {**now.platoons, gone.id: gone}
        return replace(now, teams=teams, platoons=platoons, companies={**now.companies, company.key: company})

    assert at.changed(lost).asked == "a"


@pytest.mark.rule("FHW-FC-02", "FHW-HID-03")
def test_open_designations_of_several_seats_are_shown_when_all_have_committed() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"}), squad("A2", "sov_maxims", {1: "0807"}, company="2")]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1206"})], options={"fc_designation": "open"},
               seats=({"side": "A"}, {"side": "B"}, {"side": "A"}))  # fmt: skip
    for seat, name in (("a", "A1"), ("c", "A2"), ("b", "B1")):
        at.acts(seat, "order", platoon=name, order="FC")
    at.plan()
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]).acts("a", "commit")

    def shown() -> bool:
        return bool(view(at.moment.field, Viewer("b")).known.seats["a"].drafts.fires)  # type: ignore[index]

    assert shown() is False
    at.acts("c", "commit")
    assert shown() is True


@pytest.mark.rule("FHW-AIR-10", "FHW-GTG-03")
def test_who_fires_at_planes_is_down_no_more() -> None:
    foes = [FOOT, squad("B2", "ger_hmg", {1: "1406"})]
    at = (
        Table([squad("A1", "sov_smg")], foes, air=AIR).acts("a", "air", call=True).plan(5, 1, A1="FC", B1="FC", B2="FO")
    )
    at.change("B2.1", gone_to_ground=True)
    at.acts("a", "strike", attacks=[{"planes": 1, "vertex": VERTEX, "hexes": CELLS}]).commit()
    at.acts("b", "assign_aa", 1, 1, shots=[{"team": "B2.1", "attack": 0, "count": 1}])
    assert at.team("B2.1").gone_to_ground is False


@pytest.mark.rule("FHW-SMOKE-06", "FHW-SMOKE-05")
def test_smoke_upon_smoke_is_one_marker_and_the_last_says_who_sees_through_it() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR])
    here, name = hexes.from_offset(9, 6), UnitId("B1.1")
    for blind in ((name,), ()):
        at.changed(lambda now, blind=blind: evolve(now, ef.SmokePlaced((here,), blind)))  # type: ignore[misc]
    assert [(each.at, each.blind) for each in at.position.smoke] == [(here, ())]


# ------------------------------------------------------------------------------------------------------------ the turn's end


@pytest.mark.rule("FHW-BOG-06")
def test_a_recovery_vehicle_frees_none_that_another_reaches() -> None:
    own = [squad("A1", "us_shermans", {0: "0306>0", 1: "0906>0"}), squad("A2", "sov_su76", {0: "0406>0", 1: "1006>0"})]
    at = Table(own, [FAR]).change("A2.0", bogged=True).change("A2.1", bogged=True)
    at.change("A1.0", type="recovery").change("A1.1", type="recovery").plan(
        A1="AE recover", A2="AE appoint_command", B1="FC"
    )
    at.until("d").acts("a", "activate", platoon="A1")
    pairs = [("A1.0", "A2.0"), ("A1.0", "A2.1"), ("A1.1", "A2.0"), ("A1.1", "A2.1")]
    found = [at.no("a", "recover", team=team, vehicle=vehicle) for team, vehicle in pairs]
    assert found == [None, "BOG-06", "BOG-06", None]


@pytest.mark.rule("FHW-TURN-04", "FHW-HQ-02", "FHW-REC-01", "FHW-FO-02")
def test_what_was_said_and_seen_in_a_turn_is_over_with_it() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_hq", {0: "0506"})]
    at = Table(own, [FAR]).change("A2.0", joins="A1").change("B1.1", found=True)
    with_platoon(at, replace(at.platoon("B1"), fo_first="A1", seen=("A1",))).plan(A1="FO", B1="FO")
    assert at.position.turn == 2
    assert (at.team("A2.0").joins, at.team("B1.1").found) == (None, False)
    assert (at.platoon("B1").fo_first, at.platoon("B1").seen, at.team("B1.1").turn) == (None, (), TeamTurn())


@pytest.mark.rule("FHW-MOR-06", "FHW-TRAN-02")
def test_nobody_gets_down_from_a_company_that_fails() -> None:
    tanks, others = squad("A1", "sov_t34_76_4", {0: "0506>0"}), (squad(f"A{n}", "sov_smg") for n in (2, 3, 4))
    at = Table([tanks, *others, squad("A5", "sov_smg", company="2")], [FAR]).change("A3.1", at=None, aboard="A1.0")
    gone = ("A2", "A4")

    def lost(now: Position) -> Position:
        teams = {name: team for name, team in now.teams.items() if team.platoon not in (*gone, "A3") or name == "A3.1"}
        left = {name: replace(now.platoons[name], status="destroyed", command=None) for name in gone}
        return replace(now, teams=teams, platoons={**now.platoons, **left})

    at.changed(lost).changed(
        lambda now: replace(now, companies={**now.companies, "A1": replace(now.companies["A1"], starting=5)})  # type: ignore[index,dict-item]
    )
    at.plan(A1="FO", A3="FO", A5="FO", B1="FO")
    assert [event.company for event in at.told(e.CompanyFailed)] == ["A1"]
    assert not at.told(em.GotDown)
