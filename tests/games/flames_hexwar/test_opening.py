"""Setting up: points, seats, commands, deployment; what a room may replace; whole numbers and chance."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from app.boards import hexes
from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Setup
from app.engine.types import Seat, UnitId, Viewer
from app.systems.flames_hexwar.judge.acts import check
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.opening.setup import open_game
from app.systems.flames_hexwar.position.actions import Commit, Deploy
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.queries.queries import build_queries
from tests.games.flames_hexwar.playing import done, moment_of, opened, played
from tests.games.flames_hexwar.scenes import Table, platoon, squad
from tests.games.flames_hexwar.table import FOLDER, book, rules

SMG = platoon("A1", "sov_smg", {n: f"00{n:02d}" for n in range(10)})
FOOT = platoon("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1506"))
AIR = {"level": "limited", "aircraft": "il2", "count": 1}


def opens(attackers: Any, defenders: Any, **more: Any) -> bool:
    try:
        Table(attackers, defenders, **more)
    except InvalidInput:
        return False
    return True


# ------------------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("FHW-SET-01", "FHW-SET-02", "FHW-AIR-01")
def test_the_attacker_has_so_many_times_the_points_air_support_counted() -> None:
    # 110 points against 81, then 210 with air support, then 298 with artillery off the board
    def starts(percent: int, *more: Any, air: Any = None) -> bool:
        return opens([SMG, *more], [FOOT], air=air, options={"min_points_percent": percent})

    priests = platoon("A2", "us_priests", {}, start="off_board")
    assert [starts(135), starts(136)] == [True, False]
    assert [starts(259, air=AIR), starts(260, air=AIR)] == [True, False]
    assert [starts(367, priests), starts(368, priests)] == [True, False]
    assert [opens([SMG], [squad("B1", "sov_smg")], options={"min_points_percent": n}) for n in (100, 101)] == [
        True,
        False,
    ]
    assert starts(0)


@pytest.mark.rule("FHW-AIR-02", "FHW-SET-05")
def test_every_air_support_brings_its_dice_and_its_planes() -> None:
    own = [squad(f"A{n}", "sov_smg", company=str(n)) for n in (1, 2)]
    for count in (1, 2):
        state = Table(own, [FOOT], air=AIR | {"count": count}).position.sides["A"]
        assert (state.air_dice, state.planes) == (5 * count, 3 * count)


@pytest.mark.rule("FHW-SET-01")
def test_a_host_who_asks_for_too_many_points_is_told_how_many_there_are() -> None:
    with pytest.raises(InvalidInput) as refused:
        Table([SMG], [FOOT], options={"min_points_percent": 136})

    (error,) = refused.value.errors
    assert (error.field, error.expected) == ("options.min_points_percent", "a whole number from 0 to 135")


@pytest.mark.rule("FHW-SET-02")
def test_a_platoon_costs_its_teams_by_skill_and_motivation() -> None:
    units = tomllib.loads((FOLDER / "data" / "units.toml").read_text("utf-8"))
    of = units["points_rule"]
    for name, row in units["platoons"].items():
        teams = sum(units["teams"][each["team"]]["points"] * each["count"] for each in row["teams"])
        factor = of["skill_factor"][row["skill"]] * of["motivation_factor"][row["motivation"]]
        assert row["points"] == int(round(teams * factor * 1000) / 1000 + 0.5), name


@pytest.mark.rule("FHW-SET-05", "FHW-AIR-01")
def test_at_most_one_air_support_for_each_company() -> None:
    two = AIR | {"count": 2}
    assert opens([SMG], [FOOT], air=AIR)
    assert not opens([SMG], [FOOT], air=two)
    assert opens([SMG, squad("A2", "sov_t34_76_4", company="2")], [FOOT], air=two)


# --------------------------------------------------------------------------------------------------------- armies and seats


@pytest.mark.rule("FHW-SET-03", "FHW-HQ-02")
def test_the_command_is_the_team_of_that_role_else_the_first_that_is_not_independent() -> None:
    own = [SMG, squad("A2", "us_priests"), squad("A3", "sov_t34_76_4")]
    at = Table([*own, squad("A4", "sov_hq")], [FOOT])
    commands = {name: each.command for name, each in at.position.platoons.items()}
    assert commands == {"A1": "A1.0", "A2": "A2.1", "A3": "A3.0", "A4": None, "B1": "B1.0"}
    assert at.platoon("A2").starting == 3  # the observer is independent


@pytest.mark.rule("FHW-SEAT-01", "FHW-SEAT-02")
def test_seats_take_sides_in_turn_or_as_they_say_and_companies_are_dealt() -> None:
    own = [
        SMG,
        platoon("A2", "sov_su76", {0: "0101"}, company="2"),
        platoon("A3", "sov_su76", {0: "0102"}, company="3"),
    ]

    def dealt(*seats: dict[str, Any]) -> Any:
        at = Table(own, [FOOT], seats=seats, deployed=False).position
        return {seat: (state.side, state.companies) for seat, state in at.seats.items()}

    assert dealt({}, {}) == {"a": ("A", ("A1", "A2", "A3")), "b": ("B", ("B1",))}
    assert dealt({}, {}, {}) == {"a": ("A", ("A1", "A3")), "b": ("B", ("B1",)), "c": ("A", ("A2",))}
    assert dealt({"side": "B"}, {}) == {"a": ("B", ("B1",)), "b": ("A", ("A1", "A2", "A3"))}
    assert dealt({}, {}, {}, {})["d"] == ("A", ("A3",))  # the defender is full
    for wrong in (({"side": "A"}, {"side": "A"}), ({"side": "B"}, {"side": "B"}, {}), ({"side": "C"}, {}), ({},)):
        with pytest.raises(InvalidInput):
            dealt(*wrong)


@pytest.mark.rule("FHW-SEAT-04", "FHW-SEAT-03", "FHW-HID-03")
def test_seats_of_one_side_see_everything_of_it_and_command_their_own() -> None:
    own = [SMG, platoon("A2", "sov_su76", {0: "0101", 1: "0102", 2: "0103", 3: "0104"}, company="2")]
    at = Table(own, [FOOT], seats=({}, {}, {}), air=AIR)
    assert at.asked == "abc"
    at.acts("a", "order", platoon="A1", order="MT")
    assert at.no("c", "order", platoon="A1", order="MD") == "SEAT-02"
    assert at.no("c", "air", call=True) == "SEAT-03"
    assert at.no("c", "offer_draw") == "SEAT-03"
    drafts = {seat: view(at.moment.field, Viewer(seat)).known.seats["a"].drafts for seat in at.position.seats}
    assert drafts["c"] == drafts["a"]
    assert drafts["c"].orders["A1"].order == "MT"
    assert drafts["b"].orders == {}
    at.acts("c", "order", platoon="A2", order="MT").acts("b", "order", platoon="B1", order="MD").commit()
    assert (at.prompt, at.asked) == ("b", "ac")  # the first that acts does it
    assert at.no("a", "activate", platoon="A2") == "SEAT-02"
    at.acts("c", "activate", platoon="A2")
    assert at.asked == "c"


# ---------------------------------------------------------------------------------------------------------------- deployment


def deploying(**more: Any) -> Table:
    own = [SMG, platoon("A2", "sov_zis3", dict.fromkeys(range(2), "0201") | {n: f"02{n:02d}" for n in range(2, 6)}),
           platoon("A3", "sov_t34_76_4", {n: f"030{n}" for n in range(4)})]  # fmt: skip
    mortars = platoon("A4", "sov_mortars", {n: f"04{n:02d}" for n in range(8)})
    tank = platoon("A5", "sov_su76", {}, start="reserve")
    at = Table([*own, mortars, tank], [FOOT], deployed=False, **more)
    return at.commit() if more.get("at", "A") == "A" else at


@pytest.mark.rule("FHW-SET-06", "FHW-TURN-05")
def test_the_defender_deploys_first_and_everything_stands_in_its_zone() -> None:
    at = Table([SMG], [FOOT], deployed=False)
    assert (at.prompt, at.asked) == ("deploy_defender", "b")
    assert at.no("a", "deploy", team="A1.0", at="0105") == "TURN-05"
    at.acts("b", "deploy", team="B1.0", at="1010")
    assert at.where("B1.0") == "1010"
    at.commit()
    assert (at.prompt, at.asked) == ("deploy_attacker", "a")
    assert at.no("a", "deploy", team="A1", at="0905") == "SEAT-02"
    assert at.no("a", "deploy", team="A1.0", at="1005") == "SET-06"
    at.acts("a", "deploy", team="A1.0", at="0905").commit()
    assert at.prompt == "plan"


@pytest.mark.rule("FHW-SET-06")
def test_deployment_is_refused_in_its_order() -> None:
    ground = {"surface": {"0506": "d", "0507": "b", "0508": "d"}, "relief": {"0505": "A"}, "roads": [[(5, 8), (6, 8)]],
              "mixed": [{"at": (5, 9), "dir": 0, "feature": "woods"}]}  # fmt: skip
    at = deploying(**ground)
    tank: dict[str, Any] = {"team": "A3.0", "facing": 0}
    assert at.no("a", "deploy", team="A5.0", at="0303", facing=0) == "SET-06"  # in reserve
    assert at.no("a", "deploy", **tank, at="2013") == "MOVE-09"
    assert at.no("a", "deploy", **tank, at="1006") == "SET-06"
    assert at.no("a", "deploy", **tank, at="0505") == "TERR-03"
    assert at.no("a", "deploy", **tank, at="0506") == "TERR-06"
    assert at.no("a", "deploy", **tank, at="0508") is None  # a road leads into it
    assert at.no("a", "deploy", **tank, at="0507") == "TERR-07"
    assert at.no("a", "deploy", team="A1.0", at="0507/2") == "TERR-07"
    assert at.no("a", "deploy", **tank, at="0509", half="cover") == "TERR-12"
    assert at.no("a", "deploy", team="A3.0", at="0303") == "FACE-01"
    assert at.no("a", "deploy", team="A1.0", at="0303", facing=0) == "FACE-01"
    at.acts("a", "deploy", team="A3.1", at="0700", facing=0).acts("a", "deploy", team="A3.2", at="0700", facing=0)
    assert at.no("a", "deploy", **tank, at="0700") == "STACK-01"
    assert at.no("a", "deploy", team="A1.1", aboard="A3.0") is None
    assert at.no("a", "deploy", team="A2.2", aboard="A3.0") == "TRAN-02"  # a gun is not a rider
    for number in (1, 2, 3):
        at.acts("a", "deploy", team=f"A1.{number}", aboard="A3.0")
    assert at.no("a", "deploy", team="A1.4", aboard="A3.0") == "TRAN-02"
    assert at.no("a", "deploy", team="A1.3", aboard="A3.0") is None  # it is there already
    enemy = Table([SMG], [FOOT | {"placements": [{"team": 0, "at": (5, 5)}]}], deployed=False)
    enemy.changed(lambda now: msgspec.structs.replace(now, phase="deploy_attacker"))
    assert enemy.no("a", "deploy", team="A1.0", at="0505") == "STACK-07"


@pytest.mark.rule("FHW-SET-04", "FHW-ART-01", "FHW-SET-06")
def test_artillery_but_mortars_may_start_off_the_board() -> None:
    at = deploying()
    assert at.no("a", "station", platoon="A4", off_board=True) == "SET-04"  # mortars
    assert at.no("a", "station", platoon="A3", off_board=True) == "SET-04"  # tanks
    at.acts("a", "station", platoon="A2", off_board=True)
    assert at.platoon("A2").status == "off_board"
    assert at.team("A2.2").at is None
    assert at.no("a", "deploy", team="A2.2", at="0505", facing=0) == "SET-06"
    at.acts("a", "station", platoon="A2", off_board=False)
    assert at.no("a", "commit") == "SET-06"  # its teams wait to be placed
    at.commit(fill=True)
    assert at.platoon("A2").status == "off_board"


@pytest.mark.rule("FHW-SET-04")
def test_a_battery_that_carries_others_stays_on_the_board() -> None:
    at = deploying().change("A2.3", aboard="A2.2", at=None)
    assert at.no("a", "station", platoon="A2", off_board=True) is None  # its own go with it
    at.change("A1.0", aboard="A2.2", at=None)
    assert at.no("a", "station", platoon="A2", off_board=True) == "SET-04"
    assert at.no("a", "station", platoon="A2", off_board=False) is None


@pytest.mark.rule("FHW-SET-06", "FHW-GTG-01")
def test_a_side_may_start_gone_to_ground() -> None:
    at = Table([SMG], [FOOT, platoon("B2", "ger_panzer4", dict.fromkeys(range(2), "1801") | {2: "1802"}),
                       platoon("B3", "ger_recce", {n: f"170{n}" for n in range(3)})], zones={"B": {"gone_to_ground": True}})  # fmt: skip
    down = {name for name, team in at.position.teams.items() if team.gone_to_ground}
    assert down == {*(f"B1.{n}" for n in range(5)), *(f"B3.{n}" for n in range(3))}


@pytest.mark.rule("FHW-SET-07", "FHW-REIN-03")
def test_reinforcements_come_on_by_the_line_that_was_fixed_before_play() -> None:
    tanks = platoon("A2", "sov_t34_76_4", {}, start="reserve")
    both: dict[str, Any] = {"reserves": {"attacker_start_turn": 1, "defender_start_turn": 0}, "dice": (5,)}

    def enters(at: str, **more: Any) -> Any:
        scene = Table([SMG, tanks], [FOOT], **both, **more).plan(A1="FO", A2="MD", B1="FO").until("c")
        return scene.acts("a", "activate", platoon="A2").no("a", "move", team="A2.0", path=(at,))

    assert [enters("0006"), enters("0506")] == [None, "REIN-03"]
    line = {"A": {"reinforcement_line": [(5, 6), (5, 7)]}}
    assert [enters("0006", zones=line), enters("0506", zones=line)] == ["REIN-03", None]


# ------------------------------------------------------------------------------------------------- options, numbers, chance


@pytest.mark.rule("FHW-GEN-06")
def test_every_ruling_with_two_sides_can_be_chosen_for_a_room() -> None:
    data = tomllib.loads((FOLDER / "data" / "data.toml").read_text("utf-8"))
    defaults = {name: value for name, value in data["options"].items() if name != "source"}
    assert len(defaults) == 32
    for name, default in defaults.items():
        ends = data["option_ranges"].get(name) or data["option_choices"].get(name) or (True, False)
        assert default in ends or ends[0] <= default <= ends[-1]
        for choice in ends:
            chosen = {"min_points_percent": 0, name: choice if name != "min_points_percent" else 150}
            found = open_game(book(), Setup("quick_crossroads", ({}, {}), chosen), GivenDice(()))
            assert found.position.options[name] == chosen[name]
    with pytest.raises(InvalidInput):
        Table([SMG], [FOOT], options={"weather_md": "perhaps"})


@pytest.mark.rule("FHW-GEN-01")
def test_the_text_comes_first_then_the_base_game_then_the_house() -> None:
    ask = build_queries(book())
    assert ask["cm_to_hexes"]({"cm": 25, "doubled": True}) == {"hexes": 7}  # the text, against its own doubling
    of = rules()
    assert [of.saves.infantry, of.saves.gun, of.saves.unarmoured_vehicle] == [3, 5, 5]  # the base game
    assert ask["cm_to_hexes"]({"cm": 200}) == {"hexes": 26}  # the house


@pytest.mark.rule("FHW-GEN-05")
def test_fractions_go_up_where_no_rule_says_otherwise() -> None:
    ask = build_queries(book())
    assert ask["footprint"]({"pieces": 7, "mode": "concentrated"})["hexes"] == 4
    assert ask["allowance"]({"mobility": "half_tracked", "order": "MD", "rough": True, "weather": "mud"})["hexes"] == 1


@pytest.mark.rule("FHW-GEN-07")
def test_the_same_dice_make_the_same_game_and_nothing_else_is_random() -> None:
    for number, each in enumerate(played("quick_crossroads", 2, 0)):
        if number % 4:
            continue
        faces = [roll.value for roll in each.step.rolls]
        again = done(each.moment, each.seat, each.action, GivenDice(faces))
        assert msgspec.json.encode(again.state) == msgspec.json.encode(each.step.state)
        assert isinstance(moment_of(again.state).position, Position)


@pytest.mark.rule("FHW-WEA-01")
def test_the_scenario_says_the_weather_turn_by_turn() -> None:
    rows = [{"turns": [1], "id": "rain"}, {"turns": [2, 3], "id": "mud"}]
    at = Table([SMG], [FOOT], weather="clear")
    assert at.moment.field.weather == "clear"
    changing = Table([SMG], [FOOT], forecast=rows)
    seen = []
    for _ in range(4):
        seen.append(changing.moment.field.weather)
        changing.plan(A1="FO", B1="FO")
    assert seen == ["rain", "mud", "mud", "clear"]
    assert hexes.name(at.team("A1.0").at) == "0000"  # type: ignore[arg-type]


@pytest.mark.rule("FHW-END-02")
def test_teams_are_placed_anew_only_so_often() -> None:
    position = opened("quick_crossroads", 2, {"draft_limit": 100})
    defender = Seat("b")
    for number in range(100):
        act = Deploy(UnitId("B1.4"), ("0904", "0805")[number % 2])
        position = done(moment_of(position), defender, act, GivenDice(())).state
    assert position.seats[defender].made == 100

    refused = check(moment_of(position), defender, Deploy(UnitId("B1.4"), "0904"))

    assert isinstance(refused, Refusal)
    assert refused.rule == "FHW-END-02"
    assert not isinstance(check(moment_of(position), defender, Commit()), Refusal)
