"""Battles made by hand: ground by the hex, roads drawn along, platoons put down, images, faults in words, and a game of one's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Cell, Token
from app.engine.system import Setup
from app.engine.workshop.workshop import OWN, Change, Copy, Mirror, Move, Place, Remove, Turn
from app.systems.flames_hexwar.workshop.document import MOST_PLATOONS
from app.systems.flames_hexwar.workshop.edits import check_room
from app.systems.flames_hexwar.workshop.forms import thing_name
from app.systems.flames_hexwar.workshop.ground import chains_of, pairs_of
from tests.support.random_play import registry

Battle = Mapping[str, Any]
SYSTEM = registry()["flames_hexwar"]
SHOP: Any = SYSTEM.workshop  # type: ignore[attr-defined]


def new() -> Battle:
    found: Battle = SHOP.start()
    return found


def put(battle: Battle, tool: str, *cells: str, deg: int = 0) -> Battle:
    """The battle with a tool used in some cells, one after the other."""
    for cell in cells:
        battle = SHOP.edit(battle, Place(tool, cell=cell, turn_deg=deg)).battle
    return battle


def change(battle: Battle, field: str, value: bool | int | str, thing: str | None = None) -> Battle:
    found: Battle = SHOP.edit(battle, Change(field, value, thing)).battle
    return found


def faults(battle: Battle) -> list[str]:
    return [fault.text.en for fault in SHOP.faults(battle)]


def sign(battle: Battle, name: str, cell: str) -> str:
    return str(battle[name][int(cell[2:])][int(cell[:2])])


def platoons(battle: Battle, side: int) -> dict[str, Any]:
    return {row["id"]: row for row in battle["side"][side]["platoon"]}


# ----------------------------------------------------------------------------------------------------------------- ground


def test_a_new_battle_can_be_played_as_it_is() -> None:
    battle = new()
    assert faults(battle) == []
    step = SYSTEM.setup(Setup(OWN, ({}, {}), {}, {}, battle=battle), StreamDice(bytes(32), "new"))
    assert SYSTEM.to_act(step.state) == ("b",)


def test_ground_is_painted_hex_by_hex_and_cleared() -> None:
    battle = put(new(), "surface.woods", "0402", "0502")
    battle = put(battle, "relief.mountain2", "0402")
    battle = put(put(put(battle, "trench", "0502"), "wreck", "0602"), "trees", "0602")
    assert (sign(battle, "surface", "0402"), sign(battle, "relief", "0402")) == ("w", "B")
    assert battle["trenches"] == [[5, 2]]
    assert battle["wrecks"] == [{"at": [6, 2], "count": 1}]
    battle = SHOP.edit(battle, Remove("0402")).battle
    assert (sign(battle, "surface", "0402"), sign(battle, "relief", "0402")) == (".", ".")
    bare = put(battle, "bare", "0502", "0602")
    assert (bare["trenches"], bare["wrecks"], bare["tree_lined"]) == ([], [], [])
    assert sign(bare, "surface", "0502") == "w"


def test_a_building_has_floors_and_a_material_that_go_with_it() -> None:
    battle = put(new(), "surface.building", "0902")
    battle = change(change(battle, "floors", 3, "0902"), "material", "wood", "0902")
    assert battle["buildings"] == [{"at": [9, 2], "floors": 3, "material": "wood"}]
    assert put(battle, "surface.open", "0902")["buildings"] == []


def test_a_covering_half_lies_on_open_ground_and_is_turned() -> None:
    """FHW-COV-07, FHW-GEO-12."""
    battle = put(new(), "half_building", "0903", deg=120)
    assert battle["mixed"] == [{"at": [9, 3], "dir": 2, "feature": "building", "material": "stone"}]
    battle = SHOP.edit(battle, Turn("0903", 60)).battle
    assert battle["mixed"][0]["dir"] == 3
    assert put(battle, "surface.woods", "0903")["mixed"] == []
    assert change(battle, "feature", "none", "0903")["mixed"] == []


def test_a_junction_is_put_on_a_side_and_taken_off_from_either_hex() -> None:
    """FHW-TERR-02."""
    battle = put(new(), "junction", "0402")
    assert battle["junctions"] == [{"at": [4, 2], "dir": 0}]
    assert put(battle, "junction", "0502", deg=180)["junctions"] == []
    with pytest.raises(InvalidInput):
        put(battle, "junction", "0002", deg=180)


def test_roads_are_drawn_from_hex_to_hex_and_cut() -> None:
    battle: Battle = {**new(), "roads": []}
    battle = put(battle, "road", "0202", "0302", "0402", "0502")
    assert battle["roads"] == [[[2, 2], [3, 2], [4, 2], [5, 2]]]
    battle = put(battle, "road", "0404", "0403", "0402")
    assert len(battle["roads"]) == 2
    cut = put(battle, "no_road", "0402")
    assert all([4, 2] not in chain for chain in cut["roads"])
    assert cut["roads"][0] == [[2, 2], [3, 2]]


def test_chains_join_the_same_pairs_that_they_were_made_of() -> None:
    chains = (((0, 0), (1, 0), (2, 0)), ((1, 0), (1, 1), (2, 2)), ((2, 0), (2, 1), (1, 1)))
    assert pairs_of(chains_of(pairs_of(chains))) == pairs_of(chains)


def test_a_zone_is_painted_as_hexes_and_kept_as_rectangles() -> None:
    battle = put(new(), "no_zone", "0000")
    zone = battle["side"][0]["deploy"]
    assert sum((c1 - c0 + 1) * (r1 - r0 + 1) for c0, r0, c1, r1 in zone) == 3 * 11 - 1
    assert put(battle, "zone.A", "0000")["side"][0]["deploy"] == [[0, 0, 2, 10]]
    taken = put(battle, "zone.B", "0100")
    assert any(c0 <= 1 <= c1 and r0 <= 0 <= r1 for c0, r0, c1, r1 in taken["side"][1]["deploy"])
    lined = put(battle, "line.B", "1300", "1301")
    assert lined["side"][1]["reinforcement_line"] == [[13, 0], [13, 1]]
    assert put(lined, "no_zone", "1300", "1301")["side"][1].get("reinforcement_line") is None


def test_a_smaller_board_loses_what_would_lie_beyond() -> None:
    battle = change(put(new(), "trench", "1309"), "cols", 10)
    assert (battle["cols"], len(battle["surface"][0]), battle["trenches"]) == (10, 10, [])
    assert battle["roads"] == [[[column, 5] for column in range(10)]]
    with pytest.raises(InvalidInput):
        change(battle, "cols", 41)
    assert SHOP.scene(battle).lattice.columns == 10


def test_what_lies_in_hexes_is_painted_by_its_own_name_and_ground_by_its_kind() -> None:
    tools = {tool.id for tool in SHOP.tools(new())}
    assert {"road", "no_road", "trees", "trench", "wreck", "bare"} <= tools
    assert {"surface.woods", "relief.hill1", "zone.A", "line.B", "platoon.A.sov_smg"} <= tools
    assert not any(tool.startswith("lying.") for tool in tools)


# ------------------------------------------------------------------------------------------------------------------ armies


def test_a_platoon_is_put_down_with_its_teams_where_there_is_room() -> None:
    """FHW-STACK-01, FHW-TERR-07: nobody is put into a full hex, nor on ground that is closed to it."""
    battle = put(put(new(), "surface.building", "0108"), "platoon.A.sov_t34_76_4", "0108", deg=60)
    placed = platoons(battle, 0)["A3"]["placements"]
    assert len(placed) == 4
    assert {row["facing"] for row in placed} == {1}
    assert all(row["at"] != [1, 8] for row in placed)
    assert faults(battle) == []


def test_a_team_is_moved_turned_and_taken_off_its_place() -> None:
    battle = put(new(), "platoon.A.sov_t34_76_4", "0108")
    battle = SHOP.edit(battle, Move("A3.0", cell="0210")).battle
    battle = SHOP.edit(battle, Turn("A3.0", 120)).battle
    first = platoons(battle, 0)["A3"]["placements"][0]
    assert (first["at"], first["facing"]) == ([2, 10], 2)
    battle = SHOP.edit(battle, Remove("A3.0")).battle
    assert "stands nowhere" in faults(battle)[0]
    rows = [row.unit for panel in SHOP.scene(battle).panels if panel.id == "unplaced" for row in panel.rows]
    assert rows == ["A3.0"]
    assert SHOP.scene(battle).prompt.en == "To put right: 1."
    assert SHOP.scene(new()).prompt.en == "It can be played."


def test_a_whole_platoon_is_moved_copied_and_kept_in_reserve() -> None:
    """FHW-REIN-01: whoever is in reserve stands nowhere, and needs a turn in which it comes."""
    battle = SHOP.edit(new(), Copy("B1", cell="1002")).battle
    assert len(platoons(battle, 1)["B2"]["placements"]) == 5
    away = change(battle, "start", "reserve", "B2")
    assert platoons(away, 1)["B2"].get("placements", []) == []
    assert any("no turn in which they come" in each for each in faults(away))
    assert not any("no turn" in each for each in faults(change(away, "defender_start_turn", 2)))
    back = SHOP.edit(away, Move("B2", cell="1003")).battle
    assert platoons(back, 1)["B2"]["start"] == "board"


def test_another_list_of_the_nation_leaves_its_teams_to_be_placed() -> None:
    battle = change(new(), "platoon", "ger_volksgrenadiers", "B1")
    assert platoons(battle, 1)["B1"].get("placements", []) == []


# ------------------------------------------------------------------------------------------------------------------ images


def test_the_image_of_a_half_is_as_far_from_everything_as_its_model() -> None:
    """Turned about the middle, roads stay roads and what was the attacker's is the defender's."""
    battle = put(put(new(), "surface.woods", "0302"), "half_woods", "0404", deg=60)
    image = SHOP.edit(battle, Mirror("west", turned=True)).battle
    assert sum(row.count("w") for row in image["surface"]) == 2
    assert sorted(row["dir"] for row in image["mixed"]) == [1, 4]
    assert {row["id"] for row in image["side"][0]["platoon"]} == {"A1", "A2"}
    assert [row["platoon"] for row in image["side"][1]["platoon"]] == ["sov_smg", "sov_smg"]
    assert SHOP.read(image) == image
    again = SHOP.edit(image, Mirror("west", turned=True)).battle
    assert again["surface"] == image["surface"]


@pytest.mark.parametrize("half", ["west", "east", "south", "north"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("rows", [10, 11])
def test_every_image_is_a_document_and_is_its_own_image(half: Any, turned: bool, rows: int) -> None:
    battle = put(change(new(), "rows", rows), "surface.dense_woods", "0303", "0904", "1205", "0001")
    if rows % 2 == 0 and not turned and half in ("south", "north"):
        with pytest.raises(InvalidInput):
            SHOP.edit(battle, Mirror(half))
        return
    image = SHOP.edit(battle, Mirror(half, turned=turned)).battle
    assert SHOP.read(image) == image
    again = SHOP.edit(image, Mirror(half, turned=turned)).battle
    assert (again["surface"], sorted(map(len, again["roads"]))) == (image["surface"], sorted(map(len, image["roads"])))


def test_the_ground_of_a_hex_is_copied() -> None:
    battle = put(new(), "surface.built_up", "0303")
    assert sign(SHOP.edit(battle, Copy("0303", cell="0406")).battle, "surface", "0406") == "t"
    image = SHOP.edit(battle, Copy("0303", image="half_turn"))
    assert sign(image.battle, "surface", str(image.thing)) == "t"


# ------------------------------------------------------------------------------------------------------------------ faults


def test_points_below_the_ratio_are_told_and_an_option_may_lower_it() -> None:
    """FHW-SET-01."""
    battle = put(new(), "platoon.B.ger_grenadiers_small", "1002")
    assert any("FHW-SET-01" in each for each in faults(battle))
    assert faults(change(battle, "option_min_points_percent", 100)) == []


def test_a_battle_without_an_objective_is_told() -> None:
    """FHW-VIC-01."""
    battle = SHOP.edit(new(), Remove("objective.0")).battle
    assert any("There is no objective" in each for each in faults(battle))
    assert faults(put(battle, "objective", "0904")) == []
    assert any("must need 1 to 1" in each for each in faults(change(new(), "needs", 0)))


def test_a_road_into_a_mountain_or_a_building_is_told_where_it_lies() -> None:
    """FHW-TERR-08."""
    for tool in ("surface.building", "relief.mountain1"):
        found = SHOP.faults(put(new(), tool, "0505"))
        assert [fault.thing for fault in found if "FHW-TERR-08" in fault.text.en] == ["0505"]


def test_teams_on_forbidden_ground_in_stacks_and_out_of_their_zone_are_told() -> None:
    """FHW-SET-06, FHW-STACK-01, FHW-TERR-03."""
    battle = put(new(), "platoon.A.sov_t34_76_4", "0109")
    team = platoons(battle, 0)["A3"]["placements"][0]["at"]
    there = f"{team[0]:02d}{team[1]:02d}"
    assert any("FHW-TERR-03" in each for each in faults(put(battle, "relief.mountain1", there)))
    assert any("outside its zone" in each for each in faults(SHOP.edit(battle, Move("A3.0", cell="0602")).battle))
    full = battle
    for number in range(4):
        full = SHOP.edit(full, Move(f"A3.{number}", cell="0210")).battle
    assert any("too many in that hex" in each for each in faults(full))


def test_no_side_has_more_air_supports_than_companies() -> None:
    """FHW-SET-05."""
    battle = change(change(new(), "air", "limited", "side.A"), "supports", 2, "side.A")
    assert any("FHW-SET-05" in each for each in faults(battle))


def test_only_artillery_starts_off_the_board() -> None:
    """FHW-SET-04."""
    assert any("FHW-SET-04" in each for each in faults(change(new(), "start", "off_board", "A1")))


def test_weather_is_set_turn_by_turn() -> None:
    """FHW-WEA-01."""
    battle = change(change(new(), "weather_2", "rain"), "weather_3", "rain")
    assert {"turns": [2, 3], "id": "rain"} in battle["weather"]
    shorter = change(battle, "turns", 2)
    assert {"turns": [2], "id": "rain"} in shorter["weather"]
    assert len([f for f in SHOP.fields(shorter) if f.field.startswith("weather_")]) == 2


# --------------------------------------------------------------------------------------------------------------- documents


def test_the_drawing_is_the_tables_with_everybody_who_stands_there() -> None:
    battle = SHOP.start("big_pass")
    scene = SHOP.scene(battle)
    hexes = [each for each in scene.drawables if isinstance(each, Cell)]
    teams = [each for each in scene.drawables if isinstance(each, Token)]
    assert len(hexes) == battle["cols"] * battle["rows"]
    assert len(teams) == sum(len(row.get("placements", ())) for side in battle["side"] for row in side["platoon"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"surface": ["."]},
        {"cols": 40, "rows": 40},
        {"roads": [[[0, 0], [3, 3]]]},
        {"objectives": [{"at": [39, 39], "name_es": "x", "name_en": "x"}]},
        {"options": {"min_points_percent": -1}},
        {"buildings": [{"at": [0, 0]}]},
    ],
    ids=lambda each: next(iter(each)),
)
def test_what_cannot_be_laid_out_is_no_document(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        SHOP.read({**new(), **wrong})


# ----------------------------------------------------------------------------------------------------------------- aboard


@pytest.mark.rule("FHW-SET-06", "FHW-TRAN-02")
def test_teams_begin_aboard_carriers_that_have_room_for_them() -> None:
    battle = change(new(), "option_min_points_percent", 0)
    battle = put(battle, "platoon.B.ger_panzergrenadiers", "1108")
    for team in ("B2.0", "B2.1", "B2.2"):
        battle = change(battle, "aboard", "B2.7", team)
    assert faults(battle) == []
    listed = [row.unit for panel in SHOP.scene(battle).panels for row in panel.rows if panel.id == "aboard"]
    assert listed == ["B2.0", "B2.1", "B2.2"]
    step = SYSTEM.setup(Setup(OWN, ({}, {}), {}, {}, battle=battle), StreamDice(bytes(32), "new"))
    assert [step.state.teams[name].aboard for name in listed] == ["B2.7"] * 3

    full = change(battle, "aboard", "B2.7", "B2.3")
    assert faults(full)
    assert all("FHW-TRAN-02" in fault for fault in faults(full))
    with pytest.raises(InvalidInput):
        SYSTEM.setup(Setup(OWN, ({}, {}), {}, {}, battle=full), StreamDice(bytes(32), "new"))
    off = change(battle, "aboard", "none", "B2.0")
    assert "aboard" not in platoons(off, 1)["B2"]["placements"][0]
    moved = SHOP.edit(battle, Move("B2.1", cell="1008")).battle
    assert "aboard" not in platoons(moved, 1)["B2"]["placements"][1]
    alone = SHOP.edit(battle, Remove("B2.7")).battle
    assert sum("FHW-TRAN-02" in fault for fault in faults(alone)) == 3


def test_the_image_of_a_platoon_is_aboard_its_own_carriers() -> None:
    battle = put(new(), "platoon.B.ger_panzergrenadiers", "1108")
    battle = change(change(battle, "aboard", "B2.7", "B2.1"), "aboard", "B2.7", "B1.0")
    made = SHOP.edit(battle, Copy("B2", image="left_right"))
    stood = platoons(made.battle, 0)["A3"]["placements"]
    assert next(each["aboard"] for each in stood if each["team"] == 1) == "A3.7"
    other = SHOP.edit(battle, Copy("B1", image="left_right"))
    assert 0 not in [each["team"] for each in platoons(other.battle, 0)["A3"]["placements"]]


# ----------------------------------------------------------------------------------------------------- what faults left unseen


def test_things_in_a_hex_are_kept_and_cleared_one_by_one() -> None:
    wrecks = change(put(new(), "wreck", "0303"), "wrecks", 3, "0303")
    assert put(wrecks, "wreck", "0303")["wrecks"] == wrecks["wrecks"]
    full = put(put(put(new(), "trees", "0303"), "trench", "0303"), "wreck", "0303")
    bare = put(full, "bare", "0303")
    assert [bare.get(name, []) for name in ("tree_lined", "trenches", "wrecks", "mixed")] == [[], [], [], []]
    assert put(put(new(), "half_woods", "0303"), "bare", "0303").get("mixed", []) == []


def test_lines_of_arrival_may_be_both_sides_and_zones_one_sides_alone() -> None:
    """FHW-SET-06, FHW-SET-07."""
    lines = put(put(new(), "line.A", "0303"), "line.B", "0303")
    assert [[3, 3] in side["reinforcement_line"] for side in lines["side"]] == [True, True]
    zones = put(put(new(), "zone.A", "0902"), "zone.B", "0902")
    inside = [any(c0 <= 9 <= c1 and r0 <= 2 <= r1 for c0, r0, c1, r1 in side["deploy"]) for side in zones["side"]]
    assert inside == [False, True]


@pytest.mark.parametrize(("deg", "turned"), [(60, 1), (-60, 5), (120, 2), (1, 1), (-1, 5), (360, 0)])
def test_a_turn_is_by_whole_sides_and_by_one_at_least(deg: int, turned: int) -> None:
    battle = put(new(), "half_woods", "0404")
    assert SHOP.edit(battle, Turn("0404", deg)).battle["mixed"][0]["dir"] == turned


def test_an_objective_moves_but_not_onto_another() -> None:
    battle = put(new(), "objective", "0303")
    names = [f"objective.{number}" for number in range(len(battle["objectives"]))]
    at = next(name for name, row in zip(names, battle["objectives"], strict=True) if row["at"] == [3, 3])
    assert [3, 3] in [row["at"] for row in SHOP.edit(battle, Move(at, cell="0303")).battle["objectives"]]
    other = next(row["at"] for row in battle["objectives"] if row["at"] != [3, 3])
    with pytest.raises(InvalidInput):
        SHOP.edit(battle, Move(at, cell=f"{other[0]:02d}{other[1]:02d}"))


def test_what_can_be_told_of_victory_points_and_reserves_is_told() -> None:
    """FHW-VIC-01, FHW-SET-01, FHW-REIN-01."""
    last = change(new(), "check_from_turn", new()["turns"])
    assert faults(last) == []
    shorter = change(last, "turns", new()["turns"] - 1)
    assert any("FHW-VIC-01" in each or "turn" in each for each in faults(shorter))
    for side, platoon, field in ((0, "A1", "attacker_start_turn"), (1, "B1", "defender_start_turn")):
        battle = change(new(), "start", "reserve", platoon)
        assert platoons(battle, side)[platoon]["start"] == "reserve"
        told = [fault.field for fault in SHOP.faults(battle)]
        assert field in told
        late = change(battle, field, 2)
        assert field not in [fault.field for fault in SHOP.faults(late)]
        assert field in [fault.field for fault in SHOP.faults(change(late, field, 0))]


@pytest.mark.rule("FHW-SET-01")
def test_the_points_that_are_missing_are_told_to_the_last_one() -> None:
    battle = change(put(new(), "platoon.B.ger_grenadiers_small", "1002"), "option_min_points_percent", 155)
    told = next(each for each in faults(battle) if "FHW-SET-01" in each)
    attacker, defender, least = (int(word) for word in re.findall(r"\d\d+", told.replace("FHW-SET-01", "")))
    assert 155 * defender > 100 * attacker
    assert 100 * least > 155 * defender > 100 * (least - 1)


def test_names_are_as_long_as_they_may_be() -> None:
    assert SHOP.read({**new(), "name_en": "x" * 80})["name_en"] == "x" * 80
    with pytest.raises(InvalidInput):
        SHOP.read({**new(), "name_en": "x" * 81})


def test_the_drawing_lists_the_armies() -> None:
    battle = new()
    listed = {panel.id: [row.unit for row in panel.rows] for panel in SHOP.scene(battle).panels}
    assert [listed[f"army-{side}"] for side in "AB"] == [list(platoons(battle, number)) for number in (0, 1)]


def test_of_a_road_that_is_cut_no_single_hex_is_left() -> None:
    """FHW-GEO-17."""
    battle = put({**new(), "roads": []}, "road", "0202", "0302", "0402", "0502")
    assert put(battle, "no_road", "0302")["roads"] == [[[4, 2], [5, 2]]]
    assert put(battle, "no_road", "0502")["roads"] == [[[2, 2], [3, 2], [4, 2]]]
    assert put(put(battle, "no_road", "0302"), "no_road", "0502")["roads"] == []


@pytest.mark.rule("FHW-FACE-01")
def test_a_platoon_that_is_put_down_faces_as_it_is_put_if_it_has_a_front() -> None:
    for kind, facings in (("sov_t34_76_4", {2}), ("sov_smg", {None})):
        row = platoons(put(new(), f"platoon.A.{kind}", "0203", deg=120), 0)["A3"]
        assert {each.get("facing") for each in row["placements"]} == facings


def test_a_platoon_that_is_put_down_joins_the_company_of_the_last_one() -> None:
    """FHW-SET-03."""
    battle = change(new(), "company", "2", list(platoons(new(), 0))[-1])
    assert platoons(put(battle, "platoon.A.sov_smg", "0203"), 0)["A3"]["company"] == "2"
    assert platoons(put(new(), "platoon.A.sov_smg", "0203"), 0)["A3"]["company"] == "1"


@pytest.mark.rule("FHW-SET-06", "FHW-TRAN-02")
def test_tanks_and_trucks_on_the_board_are_offered_to_those_who_may_ride() -> None:
    battle = put(new(), "platoon.A.sov_t34_76_4", "0203")

    def carriers(made: Battle, team: str) -> set[str]:
        found = [field for field in SHOP.fields(made, team) if field.field == "aboard"]
        return {name for field in found for name in field.schema["enum"] if name.startswith("A3.")}

    first = next(name for name in platoons(battle, 0) if name != "A3")
    assert carriers(battle, f"{first}.0") == {f"A3.{number}" for number in range(4)}
    assert carriers(change(battle, "start", "reserve", "A3"), f"{first}.0") == set()
    assert carriers(battle, "A3.0") == set()


@pytest.mark.rule("FHW-SET-01")
def test_points_that_are_just_enough_are_enough() -> None:
    even = SHOP.edit(new(), Mirror("west", turned=True)).battle
    told = {percent: faults(change(even, "option_min_points_percent", percent)) for percent in (100, 101)}
    assert [any("FHW-SET-01" in each for each in told[percent]) for percent in (100, 101)] == [False, True]


def test_objectives_have_names_as_long_as_they_may_be_and_a_battle_one_of_its_own() -> None:
    row = {"at": [3, 3], "name_es": "x", "name_en": "x" * 80}
    assert SHOP.read({**new(), "objectives": [row]})["objectives"][0]["name_en"] == "x" * 80
    with pytest.raises(InvalidInput):
        SHOP.read({**new(), "objectives": [{**row, "name_en": "x" * 81}]})
    assert (new()["name_en"], new()["objectives"][0]["name_en"]) == ("New battle", "The crossroads")
    assert len(platoons(new(), 0)) < 3


def test_settings_of_a_side_are_its_own() -> None:
    battle = change(new(), "air", "limited", "side.B")
    assert ["air" in side for side in battle["side"]] == [False, True]


def test_a_side_has_no_more_platoons_than_it_may() -> None:
    battle = SHOP.understood(new())
    (row, *_) = battle.side[0].platoon
    check_room(SHOP._book, battle, (row,) * (MOST_PLATOONS - 1), row)
    with pytest.raises(InvalidInput):
        check_room(SHOP._book, battle, (row,) * MOST_PLATOONS, row)


def test_things_are_called_by_what_they_are() -> None:
    battle, rules = SHOP.understood(new()), SHOP._book.rules()
    assert "1" in thing_name(rules, battle, "road.0").en
    assert thing_name(rules, battle, "objective.0") == battle.objectives[0].name
    assert thing_name(rules, battle, "nothing.0").en == "nothing.0"
