"""Options of a room (part 9 of the rules), each in both its values where the outcome differs; bounds of a game."""

from __future__ import annotations

from typing import Any

import pytest

from app.boards import hexes
from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.field.command import in_command
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.queries.queries import build_queries
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad
from tests.games.flames_hexwar.table import book

QUERIES = build_queries(book())
FOE = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))
HILL, HIGH = {"relief": "hill", "level": 1}, {"relief": "hill", "level": 2}


def ask(question: str, **given: Any) -> Any:
    return QUERIES[question](given)


def sight(cells: dict[str, Any], a: str = "infantry", b: str = "infantry", far: int = 8, **options: Any) -> Any:
    ends = {"from": {"at": [2, 4], "kind": a}, "to": {"at": [far, 4], "kind": b}}
    return QUERIES["sight"]({**ends, "hexes": cells, "options": options})


# ---------------------------------------------------------------------------------------------------------------- questions

ANSWERS: list[tuple[str, Any, str, dict[str, Any], Any, Any]] = [
    ("concentrated_rounding", "down", "footprint", {"pieces": 7, "mode": "concentrated"}, 4, 3),
    ("half_hex_move", "one_hex", "allowance", {"mobility": "gun_medium", "order": "MD"}, 0, 1),
    ("russian_conscript_18", "total_three", "in_command",
     {"skill": "conscript", "nation": "soviet", "living_teams": 18, "team": [1, 1], "command": [1, 1]}, 3, 4),
    ("armour_long_range_from", 8, "armour", {"armour": 6, "die": 3, "at": 9, "range": 7, "fp": 3, "fp_die": 3}, "no_effect", "bailed_out"),
    ("platoon_morale_threshold", "half_or_less", "platoon_morale",
     {"starting": 10, "in_fight": 5, "lost_a_team": True, "motivation": "confident", "die": 3}, False, True),
    ("repel_counts", "bailed_only", "assault_repel", {"tank_platoons": 1, "destroyed": 0, "bailed_or_bogged": 2}, True, True),
    ("assault_rounds", 5, "assault_round",
     {"round": 5, "attacker_stays": True, "defender_stays": True, "attacker_die": 6, "attacker_motivation": "confident",
      "defender_die": 6, "defender_motivation": "confident"}, "new_round", "defender_wins"),
    ("weather_md", "move_and_shoot", "order_allowed", {"order": "MT", "weather": "rain", "status": "board"}, False, True),
    ("weather_md", "move_and_shoot", "order_allowed", {"order": "MD", "weather": "rain", "status": "board"}, True, False),
    ("weather_md", "move_and_shoot", "default_order", {"weather": "fog", "status": "arriving"}, "MD", "MT"),
    ("min_points_percent", 150, "points_ratio", {"attacker": 150, "defender": 100}, False, True),
]  # fmt: skip


@pytest.mark.rule(
    "FHW-GEN-04", "FHW-ART-10", "FHW-MOVE-05", "FHW-CMD-03", "FHW-SAVE-04", "FHW-MOR-02", "FHW-ASLT-27", "FHW-WEA-03",
    "FHW-SET-01", "FHW-PLAN-12",
)  # fmt: skip
@pytest.mark.parametrize(("option", "other", "question", "given", "usual", "else_"), ANSWERS)
def test_an_option_changes_an_answer(
    option: str, other: Any, question: str, given: dict[str, Any], usual: Any, else_: Any
) -> None:
    def first(found: Any) -> Any:
        return next(iter(found.values()))

    assert first(ask(question, **given)) == usual
    assert first(ask(question, **given, options={option: other})) == else_


@pytest.mark.rule("FHW-LOS-05", "FHW-LOS-11", "FHW-VIS-02", "FHW-SMOKE-06")
def test_options_of_sight() -> None:
    hill = {"5,4": HILL}
    assert not sight(hill, "vehicle", "gun")["los"]
    assert sight(hill, "vehicle", "gun", guns_profile="high")["cover"] == "concealed"
    assert not sight(hill, "infantry", "vehicle")["los"]
    assert sight(hill, "infantry", "vehicle", hill_low_profile="target_only")["los"]
    assert not sight(hill, "vehicle", "infantry", hill_low_profile="target_only")["los"]
    dense = {f"{c},{r}": {"surface": "dense_woods"} for c in range(7) for r in range(1, 8)}
    assert not sight(dense, far=3)["los"]
    assert sight(dense, far=3, dense_interior_adjacent_los=True)["los"]
    assert not sight(dense, far=4, dense_interior_adjacent_los=True)["los"]
    ends = {"from": {"at": [2, 4], "kind": "infantry"}, "to": {"at": [6, 7], "kind": "infantry"}}
    near = {"2,5": {"surface": "built_up"}}
    visions = [QUERIES["sight"]({**ends, "hexes": near, "options": {"vision_rule": rule}})["vision"]
               for rule in ("not_full_is_limited", "far_side_only")]  # fmt: skip
    assert visions == ["limited", "full"]
    smoke = {"3,4": {"smoke": True}}
    assert [sight(smoke, far=6)["los"], sight(smoke, far=6, smoke_max_sight=4)["los"]] == [False, True]
    assert [sight(smoke, far=5)["los"], sight(smoke, far=5, smoke_max_sight=2)["los"]] == [True, False]


# ------------------------------------------------------------------------------------------------------------------ planning

TWO = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_smg", {0: "0507"}),
       squad("A3", "sov_smg", {0: "0508"}, company="2"), squad("A4", "sov_smg", company="2")]  # fmt: skip


@pytest.mark.rule("FHW-PLAN-06", "FHW-PLAN-07")
def test_each_company_has_its_deck_and_a_side_takes_the_next_card_of_any() -> None:
    def turning(**options: Any) -> list[str]:
        at = Table(TWO, [FAR], options=options).plan(A1="MD", A2="MD", A3="FC", A4="MD", B1="FC").until("c")
        assert {key: company.deck for key, company in at.position.companies.items()} == {
            "A1": ("A1", "A2"), "A2": ("A3", "A4"), "B1": ("B1",)}  # fmt: skip
        return [name for name in ("A1", "A2", "A3", "A4") if at.no("a", "activate", platoon=name) is None]

    assert turning() == ["A1", "A4"]  # the topmost of the order of each
    assert turning(deck_order="free") == ["A1", "A2", "A4"]


@pytest.mark.rule("FHW-PLAN-08")
@pytest.mark.parametrize("most", [0, 2])
def test_a_plan_is_reopened_so_many_times_in_a_turn(most: int) -> None:
    at = Table([squad("A1", "sov_smg")], [FAR], options={"plan_reopens": most})
    for _ in range(most):
        at.acts("a", "commit", fill=True).acts("a", "reopen")
    at.acts("a", "commit", fill=True)
    assert at.no("a", "reopen") == "PLAN-08"
    at.acts("b", "commit", fill=True)
    at.acts("a", "commit", fill=True)
    assert at.no("a", "reopen") == ("PLAN-08" if most == 0 else None)


@pytest.mark.rule("FHW-PLAN-05", "FHW-FO-17", "FHW-HID-02")
def test_where_the_cards_aside_are_not_counted_a_window_asks_everybody() -> None:
    def moved(aside: str, **options: Any) -> Table:
        at = Table([squad("A1", "sov_smg", {0: "0506"})], [FOE], options=options).plan(A1="MD", B1=aside).until("c")
        return at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))

    assert [moved("FO").prompt, moved("FC").prompt] == ["window", "activation"]
    hidden = [moved(order, fo_count_public=False) for order in ("FO", "FC")]
    assert [at.prompt for at in hidden] == ["window", "window"]
    for viewer in (Viewer("a"), SPECTATOR):
        seen = [view(at.moment.field, viewer).decks for at in hidden]
        assert seen[0] == seen[1]


# ------------------------------------------------------------------------------------------------------------- fire and moves


@pytest.mark.rule("FHW-SHOT-10", "FHW-MT-02")
@pytest.mark.parametrize(("doubled", "dice"), [(True, 4), (False, 2)])
def test_dice_against_those_at_the_double(doubled: bool, dice: int) -> None:
    own = squad("A1", "sov_t34_76_4", {0: "0206"})
    at = Table([own], [squad("B1", "ger_panzer4", {0: "1006>3"})], options={"mt_double_dice": doubled}).plan(
        A1="MT", B1="FO"
    )
    at.until("b").acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0306", "0406"))
    at.acts("b", "hold").acts("b", "opportunity", *[1] * dice, shots=[shot("B1.0", "tg75kwk40", 2)])
    assert len(at.told(ef.ShotsRolled)[0].dice) == dice


@pytest.mark.rule("FHW-GEN-04", "FHW-HIT-10")
@pytest.mark.parametrize(("misses", "need"), [(True, 2), (False, 1)])
def test_a_natural_one_misses_or_not(misses: bool, need: int) -> None:
    own, foe = squad("A1", "sov_smg", {1: "0906"}), squad("B1", "sov_maxims", {1: "1006"})
    at = Table([own], [foe], options={"natural_one_misses": misses}).plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "smg", 1, "B1")]).commit(*((1,) if misses else (1, 6)))
    assert set(at.told(ef.ShotsRolled)[0].needs.values()) == {(need,)}


@pytest.mark.rule("FHW-STACK-06")
def test_stacks_are_checked_at_every_hex_where_the_room_says_so() -> None:
    own = squad("A1", "sov_t34_76_4", {0: "0306", 1: "0406", 2: "0406"})

    def passes(**options: Any) -> Any:
        at = Table([own], [FAR], options=options).plan(A1="MD", B1="FC").until("c").acts("a", "activate", platoon="A1")
        return at.no("a", "move", team="A1.0", path=("0406", "0506"))

    assert [passes(), passes(stacking_checked="every_hex")] == [None, "STACK-06"]


@pytest.mark.rule("FHW-MOVE-03")
@pytest.mark.parametrize(("distance", "refused"), [(0, None), (3, None), (4, "MOVE-03"), (6, "MOVE-03")])
def test_how_near_the_double_goes_to_enemies(distance: int, refused: str | None) -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"})], [FOE], options={"mt_min_enemy_distance": distance})
    at.plan(A1="MT", B1="FC").until("b").acts("a", "activate", platoon="A1")
    assert at.no("a", "move", team="A1.0", path=("0606",)) == refused


@pytest.mark.rule("FHW-CMD-02")
def test_any_friend_holds_the_chain_of_command_where_the_room_says_so() -> None:
    own = [squad("A1", "sov_smg", {0: "0506", 1: "0706"}), squad("A2", "sov_at_rifles", {0: "0606"})]
    held = []
    for chain in ("same_platoon", "any_friend"):
        at = Table(own, [FAR], options={"command_chain": chain})
        held.append(in_command(at.moment.field, at.team("A1.1")))
    assert held == [False, True]


# ------------------------------------------------------------------------------------------------------------------ assaults


def assaulting(own: Any, foes: Any, on: str, **options: Any) -> Table:
    at = Table(own, foes, options=options).plan(
        **{each["id"]: "FO" for each in (*own, *foes) if "hq" not in each["platoon"]}
    )
    at.acts("a", "assault", platoons=("A1",), at=on).commit().acts("a", "next_assault", at=on)
    return at.acts("a", "done") if at.prompt == "assault_move" else at


@pytest.mark.rule("FHW-ASLT-17")
def test_strikes_are_one_die_or_the_rate_of_who_moves() -> None:
    own, foe = [squad("A1", "sov_smg", {0: "1306"})], [squad("B1", "ger_grenadiers_small", {1: "1406"})]
    dice = []
    for way, count in (("one_per_team", 2), ("rof", 4)):
        at = assaulting(own, foe, "1406", assault_dice=way).acts("b", "defend", *[1] * count, shots=[])
        dice.append([len(event.dice) for event in at.told(ef.Struck)])
    assert dice == [[1, 1], [3, 1]]  # a submachine gun, a rifle


@pytest.mark.rule("FHW-ASLT-04")
def test_who_must_enter_must_stand_next_to_the_objective() -> None:
    own, foe = [squad("A1", "sov_smg", {0: "1206"})], [squad("B1", "ger_grenadiers_small", {1: "1406"})]
    found = []
    for must in (False, True):
        at = Table(own, foe, options={"assault_requires_entry": must}).plan(A1="FO", B1="FO")
        found.append(at.no("a", "assault", platoons=("A1",), at="1406"))
    assert found == [None, "ASLT-04"]


@pytest.mark.rule("FHW-ASLT-07")
@pytest.mark.parametrize(("counts", "repelled"), [("bailed_and_bogged", True), ("bailed_only", False)])
def test_bogged_tanks_count_for_repelling_where_the_room_says_so(counts: str, repelled: bool) -> None:
    own, foe = (
        [squad("A1", "sov_su76", {0: "1306>0", 1: "1305>0", 2: "1307>0"})],
        [squad("B1", "ger_grenadiers_small", {1: "1406"})],
    )
    at = assaulting(own, foe, "1406", repel_counts=counts)
    at.change("A1.1", bogged=True).change("A1.2", bogged=True)
    at.acts("b", "defend", *(() if repelled else (1, 1)), shots=[])
    assert bool(at.told(ef.Repelled)) is repelled


# --------------------------------------------------------------------------------------------------- stacks of the two sides


@pytest.mark.rule("FHW-STACK-05", "FHW-ASLT-26")
def test_each_side_has_its_own_stack_in_a_hex() -> None:
    own = [squad("A1", "sov_t34_85_3", {0: "1306>0", 1: "1305>0", 2: "1405>0"})]
    foe = [squad("B1", "ger_grenadiers_small", {0: "1406", 1: "1406", 2: "1406", 3: "1406"})]
    at = Table(own, foe).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406")
    at.acts("a", "assault_move", team="A1.0", at="1406").acts(
        "a", "assault_move", team="A1.2", at="1406"
    )  # beside seven points
    field, there = at.moment.field, hexes.from_offset(14, 6)
    assert (field.stack("A", there), field.stack("B", there)) == (6, 7)
    at.change("A1.1", at=hexes.from_offset(13, 6))
    assert at.no("a", "assault_move", team="A1.1", at="1406") == "STACK-01"


# --------------------------------------------------------------------------------------------------------- why a game ends


@pytest.mark.rule("FHW-END-03", "FHW-EXEC-05")
def test_a_card_is_turned_once_a_team_moves_once_and_a_passenger_gets_down_and_up_once() -> None:
    own = [squad("A1", "sov_smg", {0: "0506", 1: "0506"}), squad("A2", "sov_t34_76_4", {0: "0506"})]
    at = Table(own, [FAR]).plan(A1="MD", A2="FC", B1="FC").until("c").change("A1.1", aboard="A2.0", at=None)
    at.acts("a", "activate", platoon="A1").acts("a", "dismount", team="A1.1", at="0506")
    assert at.no("a", "dismount", team="A1.1", at="0506") == "TRAN-01"
    at.acts("a", "move", team="A1.0", path=("0606",))
    assert at.no("a", "move", team="A1.0", path=("0706",)) == "MOVE-07"
    at.acts("a", "mount", team="A1.1", carrier="A2.0")
    assert at.no("a", "mount", team="A1.1", carrier="A2.0") == "TRAN-01"
    assert at.no("a", "dismount", team="A1.1", at="0506") == "TRAN-01"
    at.acts("a", "close")
    assert at.position.turn == 2  # nobody else has a card to turn
    jeeps = squad("A3", "us_recce", {2: "0011"})
    road = [[(column, 11) for column in range(20)]]
    fast = Table([jeeps], [FAR], roads=road).plan(A3="MT", B1="FC").until("b").acts("a", "activate", platoon="A3")
    way = tuple(f"{column:02d}11" for column in range(1, 18))
    assert fast.no("a", "move", team="A3.2", path=way[:15]) is None
    assert fast.no("a", "move", team="A3.2", path=way) == "MOVE-01"


VICTIMS = ("B2.0", "B2.1", "B2.0", "B2.1")
SAVES = (1, 1, 6, 6, 6)  # the command falls, the gun fails and is shot through its shield; what hits the doomed again


@pytest.mark.rule("FHW-HID-09", "FHW-EXEC-05", "FHW-EXEC-02")
def test_a_dead_card_leaves_its_deck_without_being_shown_and_a_public_number_falls_by_it() -> None:
    foes = [
        squad("B1", "ger_hq"),
        squad("B2", "ger_pak40_section", {0: "1006", 1: "1006>3"}),
        squad("B3", "ger_grenadiers_small"),
    ]
    shots = [shot("A1.1", "hmg", 2, "B2"), shot("A1.2", "hmg", 2, "B2")]
    at = Table([squad("A1", "sov_maxims", {1: "0706", 2: "0706"})], foes).acts(
        "b", "deck", company="1", cards=("B3", "B2")
    )
    at.plan(A1="MD", B2="MD", B3="MD").until("c")
    assert at.position.companies["B1"].counted == 2  # type: ignore[index]
    at.acts("b", "activate", platoon="B3").acts("b", "close").acts("a", "activate", platoon="A1")
    at.acts("a", "fire", 6, 6, 6, 6, platoon="A1", shots=shots)
    at.acts("b", "allocate", *SAVES, teams=VICTIMS)
    assert (at.platoon("B2").status, at.position.turn) == ("destroyed", 2)  # nobody is left to turn a card
    assert not list(at.told(ep.CardTurned))
    assert [event.company for event in at.told(ep.CountDropped)] == ["B1"]
    aside = (
        Table([squad("A1", "sov_maxims", {1: "0706", 2: "0706"})], foes)
        .plan(A1="FC", B2="MD", B3="MD")
        .until("a2_designate")
    )
    aside.acts("a", "fire", platoon="A1", shots=shots)
    aside.commit(6, 6, 6, 6)
    aside.acts("b", "allocate", *SAVES, teams=VICTIMS)
    assert aside.platoon("B2").status == "destroyed"
    assert not aside.platoon("B2").turned
    assert aside.position.companies["B1"].deck == ("B3",)  # type: ignore[index]
    assert not [event for event in aside.told(ep.CardTurned) if event.platoon == "B2"]
    assert (aside.prompt, aside.position.companies["B1"].counted) == ("c", 1)  # type: ignore[index]
