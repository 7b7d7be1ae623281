"""Situations written from the rules alone: acts in a row with the dice that fall, and what refuses the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.flames_hexwar.scenes import Table, shot, squad

EVERYWHERE: dict[str, Any] = {"deploy": [(0, 0, 19, 11)]}
Legal = tuple[int, ...]
"""The dice of an act that is played; a rule instead: it refuses the act; ``None``: the act is legal, and not played."""
Step = tuple[str, str, dict[str, Any], Legal | str | None]


def begun(own: Any, foes: Any, orders: Mapping[str, Any], marks: Mapping[str, dict[str, Any]], **more: Any) -> Table:
    """A battle whose plan is to be made, some of its teams in another state."""
    at = Table(own, foes, zones={"A": EVERYWHERE, "B": EVERYWHERE}, **more)
    for name, values in marks.items():
        at.change(name, **values)
    return at.plan(**orders)


def follow(at: Table, steps: list[Step]) -> None:
    """Every step as it is told."""
    for number, (seat, kind, fields, outcome) in enumerate(steps):
        if isinstance(outcome, tuple):
            at.acts(seat, kind, *outcome, **fields)
        else:
            assert at.no(seat, kind, **fields) == outcome, f"step {number}: {kind} {fields}"


def named(cases: Mapping[str, Any]) -> list[Any]:
    """Cases by their names, which begin with their rule."""
    return [pytest.param(told, id=told, marks=pytest.mark.rule(told.split()[0])) for told in cases]


def move(team: str, *path: str, **more: Any) -> dict[str, Any]:
    return {"team": team, "path": path, **more}


def fire(*shots: dict[str, Any]) -> dict[str, Any]:
    return {"platoon": "A1", "shots": shots}


TANKS = "sov_t34_85_3"
ROAD = [[(column, 4) for column in range(20)]]


def tanks(*at: str) -> list[dict[str, Any]]:
    return [squad("A1", TANKS, dict(enumerate(at)))]


Moves = tuple[list[dict[str, Any]], dict[str, Any], dict[str, dict[str, Any]], Legal, list[Step]]

MOVES: dict[str, Moves] = {
    "FHW-ROAD-04 a wreck holds up who goes on by road": (
        tanks("0204>0", "0305>0"), {"roads": ROAD, "wrecks": [{"at": (4, 4), "count": 1}]}, {}, (),
        [("a", "move", move("A1.0", "0304", "0404", "0504"), (2,)), ("a", "move", move("A1.0"), "MOVE-07"),
         ("a", "move", move("A1.1", "0404", "0504"), ())],
    ),
    "FHW-ROAD-05 two stop it, but not off the road": (
        tanks("0204>0"), {"roads": ROAD, "wrecks": [{"at": (4, 4), "count": 2}]}, {}, (),
        [("a", "move", move("A1.0", "0304", "0404"), "ROAD-05"), ("a", "move", move("A1.0", "0304", "0303", "0404"), None)],
    ),
    "FHW-TERR-06 a road leads through dense woods and nothing else does": (
        tanks("0404>0"), {"roads": ROAD, "surface": {"0404": "d", "0504": "d"}}, {}, (),
        [("a", "move", move("A1.0", "0403"), "TERR-06"), ("a", "move", move("A1.0", "0504"), ())],
    ),
    "FHW-TERR-04 from hill to mountain and back, nowhere else": (
        tanks("0504>0", "0404>0"), {"relief": {"0404": "1", "0504": "A", "0604": "A"}}, {}, (),
        [("a", "move", move("A1.0", "0604"), "TERR-04"), ("a", "move", move("A1.0", "0505"), "TERR-04"),
         ("a", "move", move("A1.0", "0404"), (3, 3))],
    ),
    "FHW-TERR-13 a hill to which one comes down is normal ground, and the mountain beyond it another stretch": (
        tanks("0304>0"), {"relief": {"0304": "1", "0404": "A", "0504": "1", "0604": "A"}}, {}, (),
        [("a", "move", move("A1.0", "0404", "0504", "0604"), (4, 4))],
    ),
    "FHW-BOG-01 one test for a stretch, one for the next": (
        tanks("0204>0"), {"surface": {"0204": "w", "0304": "w", "0504": "w"}}, {}, (),
        [("a", "move", move("A1.0", "0304", "0404", "0504"), (2, 3)), ("a", "move", move("A1.0"), "MOVE-07")],
    ),
    "FHW-STACK-06 passing through is free, halting is not": (
        tanks("0204>0", "0504>0", "0504>0"), {}, {}, (),
        [("a", "move", move("A1.0", "0304", "0404", "0504"), "STACK-06"),
         ("a", "move", move("A1.0", "0304", "0404", "0504", halt=False), None),
         ("a", "move", move("A1.0", "0304", "0404", "0504", "0604"), ())],
    ),
    "FHW-SUPP-03 who stays suppressed comes no closer": (
        [squad("A1", "sov_smg", {1: "1404", 2: "1404"})], {}, {"A1.1": {"suppressed": True}}, (2,),
        [("a", "move", move("A1.1", "1504"), "SUPP-03"), ("a", "move", move("A1.1", "1304"), None),
         ("a", "move", move("A1.2", "1504"), ())],
    ),
    "FHW-STACK-07 whose team, then which way, then who is there, then the ground": (
        tanks("1804>0"), {"surface": {"1904": "d"}}, {}, (),
        [("a", "move", move("B1.0", "1800"), "SEAT-02"), ("a", "move", move("A1.0"), "MOVE-07"),
         ("a", "move", move("A1.0", "1904"), "STACK-07"), ("a", "move", move("A1.0", "2004"), "MOVE-09")],
    ),
    "FHW-MOVE-01 no farther than a rough allowance, wherever the rough ground lies": (
        tanks("0204>0"), {"surface": {"0604": "w"}}, {}, (),
        [("a", "move", move("A1.0", "0304", "0404", "0504", "0604"), "MOVE-01"),
         ("a", "move", move("A1.0", "0304", "0404", "0504", "0503"), None), ("a", "move", move("A1.0", "0304", "0404", "0504"), ())],
    ),
    "FHW-TERR-12 vehicles keep to the free half, infantry takes the other": (
        [squad("A1", "sov_smg", {1: "0404"})], {"mixed": [{"at": (5, 4), "dir": 0, "feature": "building", "material": "stone"}]}, {}, (),
        [("a", "move", move("A1.1", "0504", facing=1), "FACE-01"), ("a", "move", move("A1.1", "0504"), ())],
    ),
}  # fmt: skip


@pytest.mark.parametrize("told", named(MOVES))
def test_ways(told: str) -> None:
    own, ground, marks, dice, steps = MOVES[told]
    foe = squad("B1", "ger_grenadiers_small", {n: f"19{n + 4:02d}" for n in range(5)})
    at = begun(own, [foe], {"A1": "MD", "B1": "AE dig_in"}, marks, **ground)
    follow(at, [("a", "activate", {"platoon": "A1"}, dice), *steps])


def of(*names: str, **values: Any) -> dict[str, dict[str, Any]]:
    """Several teams in the same state."""
    return dict.fromkeys(names, values)


HMG = squad("B1", "ger_hmg_section", {0: "0804", 1: "0804>3", 2: "0804>3"})
FEW = squad("A1", "sov_smg", {0: "0304", 1: "0304", 2: "0304"})
SIX = (1,) * 6
PIECES = squad("A1", "sov_zis3", {0: "0104", 1: "0204", 2: "0104>0", 3: "0105>0", 4: "0103>0", 5: "0106>0"})
AIM = squad("B1", "ger_grenadiers", {0: "1004", 1: "1004", 2: "1004", 3: "1104"})
SHAPE = {
    "battery": "A1",
    "spotter": "A1.1",
    "aim": "B1.1",
    "mode": "normal",
    "ammo": "he",
    "vertex": {"hex": "1004", "v": 0},
}
THREE = ("1004", "1104", "1003")
STORM = squad("A1", "sov_smg", {1: "1104", 2: "1104", 3: "1104"})
HELD = squad("B1", "ger_grenadiers_small", {1: "1204", 2: "1204"})
HOLD: Step = ("b", "hold", {"until": "activation"}, ())
DONE: Step = ("a", "done", {}, ())
INTO: list[Step] = [("a", "assault_move", {"team": f"A1.{n}", "at": "1204"}, ()) for n in (1, 2, 3)]
ROUND = (1,) * 5
"""All five teams of a round strike, and miss."""


def guns(*shots: tuple[Any, ...]) -> dict[str, Any]:
    return {"shots": [shot(*each) for each in shots]}


def bombarding(*hexes: str, **more: Any) -> dict[str, Any]:
    return {**SHAPE, "hexes": hexes, **more}


def assault(*after: Step) -> list[Step]:
    """A1 assaults 1204."""
    written: list[Step] = [
        ("a", "assault", {"platoons": ("A1",), "at": "1204"}, ()),
        ("a", "commit", {}, ()),
        ("b", "commit", {}, ()),
    ]
    return [*written, *after]


Fights = tuple[
    list[dict[str, Any]], dict[str, str], dict[str, dict[str, Any]], dict[str, Any], list[Step], dict[str, Any]
]

FIGHTS: dict[str, Fights] = {
    "FHW-RALLY-05 a rally that fails leaves the declaration the dice of a suppressed team": (
        [FEW, HMG], {"A1": "MD", "B1": "FO"}, of("B1.0", "B1.1", "B1.2", suppressed=True), {},
        [("a", "activate", {"platoon": "A1"}, ()), ("a", "move", move("A1.1", "0404", "0504"), ()),
         ("b", "opportunity", guns(("B1.1", "hmg", 6), ("B1.2", "hmg", 2)), (3, 1, 1, 1, 1, 1)),
         ("b", "opportunity", guns(("B1.1", "hmg", 1)), "FO-04"), ("b", "opportunity", guns(("B1.2", "hmg", 1)), "FO-04")],
        {"B1.1": {"suppressed": True}},
    ),
    "FHW-FO-12 five hits in one activation stop who is on his way": (
        [FEW, HMG], {"A1": "MD", "B1": "FO"}, {}, {},
        [("a", "activate", {"platoon": "A1"}, ()), ("a", "move", move("A1.1", "0404", "0504"), ()), ("b", "hold", {}, ()),
         ("b", "opportunity", guns(("B1.1", "hmg", 6)), (2, 2, 2, 2, 2, 1, 3, 3, 3, 3, 3)), HOLD,
         ("a", "move", move("A1.1", "0504"), "MOVE-07"), ("a", "move", move("A1.2", "0404"), "SUPP-03"),
         ("a", "move", move("A1.2", "0204"), None)],
        {"A1.0": {"suppressed": True}, "A1.1": {"suppressed": True}},
    ),
    "FHW-FO-10 a command that falls may be another who has not moved": (
        [FEW, HMG], {"A1": "MD", "B1": "FO"}, {}, {},
        [("a", "activate", {"platoon": "A1"}, ()), ("a", "move", move("A1.0", "0404", "0504"), ()),
         ("b", "opportunity", guns(("B1.1", "hmg", 2)), (4, 1, 2, 3)), ("a", "swap", {"team": "A1.0"}, "FO-10"),
         ("a", "swap", {"team": "A1.9"}, ()), HOLD, ("a", "move", move("A1.0", "0404"), "MOVE-07")],
        {"A1.9": None, "A1.0": {}},
    ),
    "FHW-WEA-07 of two guns in fog one sees the mover": (
        [FEW, squad("B1", "ger_hmg_section", {0: "0804", 1: "0804>3", 2: "0805>3"})], {"A1": "MD", "B1": "FO"}, {}, {"weather": "fog"},
        [("a", "activate", {"platoon": "A1"}, ()), ("a", "move", move("A1.1", "0404", "0504"), ()),
         ("b", "opportunity", guns(("B1.1", "hmg", 6), ("B1.2", "hmg", 3)), (4, 6, 1, 1, 1)),
         ("b", "opportunity", guns(("B1.1", "hmg", 6)), "WEA-07"), ("b", "hold", {}, ()),
         ("a", "move", move("A1.1", "0504"), ()), ("b", "opportunity", guns(("B1.1", "hmg", 6)), "WEA-07"),
         ("b", "opportunity", guns(("B1.2", "hmg", 3)), (1, 1, 1))],
        {},
    ),
    "FHW-FO-16 standing orders wait for two open hexes": (
        [FEW, HMG], {"A1": "MD", "B1": "FO"}, {}, {},
        [("a", "activate", {"platoon": "A1"}, ()), ("a", "move", move("A1.1", "0404", "0504"), ()),
         ("b", "standing", {"in_force": False}, "FO-16"),
         ("b", "standing", {"in_force": True, "fire": [{"platoon": "B1", "need": 3, "at": "foot"}]}, SIX + SIX),
         ("b", "hold", {}, "TURN-05"), ("b", "standing", {"in_force": False}, None), ("a", "move", move("A1.1"), ())],
        {},
    ),
    "FHW-WEA-06 shots beyond what the fog lets see are lost without dice": (
        [squad("A1", TANKS, {0: "0204>0", 1: "0205>0"}), squad("B1", "ger_grenadiers_small", {0: "0704", 1: "0704", 2: "0704"})],
        {"A1": "MD", "B1": "AE dig_in"}, {}, {"weather": "fog"},
        [("a", "activate", {"platoon": "A1"}, ()), ("a", "fire", fire(shot("A1.0", "tg85", 3, "B1")), "SHOT-04"),
         ("a", "fire", fire(shot("A1.0", "tg85", 2, "B1"), shot("A1.1", "tg85", 1, "B1")), (4,))],
        {},
    ),
    "FHW-HIT-17 dice that confirm fall after all first dice": (
        [squad("A1", "sov_maxims", {1: "0204>0", 2: "0304>0"}), squad("B1", "ger_grenadiers_small", {0: "0904", 1: "0904", 2: "0904"})],
        {"A1": "MD", "B1": "AE dig_in"}, of("B1.0", "B1.1", "B1.2", gone_to_ground=True), {"surface": {"0904": "w"}},
        [("a", "activate", {"platoon": "A1"}, ()),
         ("a", "fire", fire(shot("A1.1", "hmg", 2, "B1"), shot("A1.2", "hmg", 2, "B1")), (6, 5, 6, 6, 5, 4, 6)),
         ("b", "allocate", {"teams": ("B1.1", "B1.1")}, "ALLOC-01"), ("b", "allocate", {"teams": ("B1.1", "B1.2")}, (3, 2))],
        {"B1.1": {}, "B1.2": None},
    ),
    "FHW-ART-16 four pieces suppress everybody in the hexes, hit or not": (
        [PIECES, AIM], {"A1": "FC", "B1": "AE dig_in"}, {}, {},
        [("a", "bombard", bombarding(*THREE), "ART-07"), ("a", "bombard", bombarding(*THREE, "0904"), "ART-07"),
         ("a", "bombard", bombarding(*THREE, "1005"), ()), ("a", "commit", {}, (4, 1, 4, 5, 3, 3, 3, 4))],
        {"B1.0": {"suppressed": True}, "B1.3": {"suppressed": True}, "B1.4": {"suppressed": False}},
    ),
    "FHW-ART-11 a battery that is not available rolls no more": (
        [PIECES, AIM], {"A1": "FC", "B1": "AE dig_in"}, {}, {},
        [("a", "bombard", bombarding(*THREE, "1005", automatic=True), "ART-13"), ("a", "bombard", bombarding(*THREE, "1005"), ()),
         ("a", "commit", {}, (3,))],
        {"B1.0": {"suppressed": False}},
    ),
    "FHW-ASLT-13 in fog even an enemy in the same hex is in cover": (
        [STORM, HELD], {"A1": "FO", "B1": "FO"}, {}, {"weather": "fog"},
        assault(("a", "next_assault", {"at": "1204"}, ()), *INTO, ("b", "defend", guns(("B1.1", "rifle_mg", 2, "A1")), (3, 2, *ROUND))),
        {"A1.1": {"suppressed": False}, "B1.1": {}},
    ),
    "FHW-ASLT-18 a hit each way, the defender fails and falls back": (
        [STORM, HELD], {"A1": "FO", "B1": "FO"}, {}, {},
        assault(("a", "next_assault", {"at": "1104"}, "ASLT-11"), ("a", "next_assault", {"at": "1204"}, ()),
                ("a", "assault_move", {"team": "A1.1", "at": "1304"}, "ASLT-04"),
                ("a", "assault_move", {"team": "A1.1", "at": "1204"}, ()), ("a", "assault_move", {"team": "A1.2", "at": "1204"}, ()), DONE,
                ("b", "defend", guns(("B1.1", "rifle_mg", 3, "A1")), "SHOT-04"),
                ("b", "defend", guns(("B1.1", "rifle_mg", 2, "A1"), ("B1.2", "rifle_mg", 2, "A1")), (3, 2, 2, 1, 3, 3, 4, 3, 3, 3, 2)),
                ("b", "stay", {"yes": True}, "TURN-05"), ("a", "stay", {"yes": True}, ()), ("b", "stay", {"yes": True}, (2, 3)),
                ("a", "go_on", {"yes": False}, ()), ("b", "fall_back", move("B1.2", "1304"), "ASLT-24"),
                ("b", "fall_back", move("B1.2", "1304", "1404"), ())),
        {"B1.1": None, "A1.1": None, "B1.2": {"suppressed": True}, "B1.0": {"suppressed": True}},
    ),
    "FHW-ASLT-12 tanks beside the objective frighten infantry": (
        [STORM, HELD, squad("B2", "ger_panzer4", {0: "1304>3"})], {"A1": "FO", "B1": "FO", "B2": "FO"}, {}, {},
        assault(("a", "next_assault", {"at": "1204"}, (2,))), {"A1.1": {"suppressed": True}, "A1.0": {"suppressed": True}},
    ),
    "FHW-ASLT-06 five hits repel, where the dice come from two hexes": (
        [STORM, squad("B1", "ger_hmg", {1: "1204>3", 2: "1205>3"})], {"A1": "FO", "B1": "FO"}, {}, {},
        assault(("a", "next_assault", {"at": "1204"}, ()), *INTO,
                ("b", "defend", guns(("B1.1", "hmg", 6, "A1"), ("B1.2", "hmg", 6, "A1")),
                       (3, 3, 3, 1, 1, 1, 2, 2, 1, 1, 1, 1, 3, 3, 3, 2, 3))),
        {"A1.1": None, "A1.2": {"suppressed": True}, "A1.0": {"suppressed": True}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("told", named(FIGHTS))
def test_fights(told: str) -> None:
    everybody, orders, marks, more, steps, ends = FIGHTS[told]
    own, foes = ([each for each in everybody if each["id"].startswith(side)] for side in "AB")
    at = begun(own, foes, orders, marks, **more)
    follow(at, steps)
    for name, values in ends.items():
        assert (name in at.position.teams) is (values is not None), name
        for what, value in (values or {}).items():
            assert getattr(at.team(name), what) == value, (name, what)


@pytest.mark.rule("FHW-REIN-03", "FHW-MT-02", "FHW-SHOT-10", "FHW-GTG-02")
def test_whoever_comes_onto_the_board_has_changed_hex() -> None:
    own = [squad("A1", "sov_rifle_14"), squad("A2", "sov_smg", start="reserve")]
    guns_there = squad("B1", "ger_hmg_section", {0: "0504", 1: "0504>3", 2: "0504>3"})
    for order, dice in (("MT", (1, 1, 1, 1)), ("MD", (1, 1))):
        at = Table([own[0], {**own[1], "placements": []}], [guns_there], zones={"B": EVERYWHERE}, deployed=False,
                   reserves={"attacker_start_turn": 1, "defender_start_turn": 0})  # fmt: skip
        at.commit().commit(5).plan(A1="AE dig_in", A2=order, B1="FO").acts("a", "activate", platoon="A2")
        at.acts("a", "move", team="A2.1", path=("0003",))  # its first step opens no window, its halt does
        at.acts("b", "opportunity", *dice, shots=[shot("B1.1", "hmg", 2)]).acts("b", "hold", until="activation")
        at.acts("a", "close")
        at.acts("a", "activate", 5, platoon="A1")
        assert not at.team("A2.1").gone_to_ground
        assert at.team("A1.1").gone_to_ground


@pytest.mark.rule("FHW-MT-02", "FHW-TRAN-01", "FHW-SHOT-10")
def test_whoever_gets_down_at_the_double_is_shot_at_as_one_who_doubled() -> None:
    foes = [squad("B1", "ger_hmg_section", {1: "0904>3"}), squad("B2", "ger_grenadiers_small")]
    for order, dice in (("MT", (1, 1, 1, 1)), ("MD", (1, 1))):
        own = squad("A1", "sov_smg", {n: f"00{n:02d}" for n in range(10)})
        tank = squad("A2", TANKS, {0: "0404>0"})
        orders: dict[str, Any] = {"A1": order, "A2": "AE appoint_command", "B1": "MD", "B2": "FC"}
        at = Table([own, tank], foes, zones={"A": EVERYWHERE, "B": EVERYWHERE})
        at.change("A1.1", at=None, aboard="A2.0").plan(**orders).until(
            "b" if order == "MT" else "c", *((6, 1) if order == "MD" else ())
        )
        at.acts("a", "activate", platoon="A1").acts("a", "dismount", team="A1.1", at="0504").acts("a", "close")
        at.acts("b", "activate", platoon="B1")
        at.acts("b", "fire", *dice, platoon="B1", shots=[shot("B1.1", "hmg", 2, "A1")])


@pytest.mark.rule("FHW-MOVE-08", "FHW-TRAN-01", "FHW-SHOT-04")
def test_whoever_was_carried_on_this_turn_shoots_as_one_who_moved() -> None:
    own = [squad("A1", TANKS, {0: "0404>0"}), squad("A2", "sov_cavalry", {1: "0409"})]
    for way, rule in ((("0504",), "SHOT-04"), ((), None)):
        at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "0904"})], zones={"A": EVERYWHERE, "B": EVERYWHERE})
        at.change("A2.1", at=None, aboard="A1.0").plan(A1="MD", A2="MD", B1="AE dig_in").acts(
            "a", "activate", platoon="A1"
        )
        if way:
            at.acts("a", "move", team="A1.0", path=way)
        at.acts("a", "close").acts("a", "activate", platoon="A2")
        at.acts("a", "dismount", team="A2.1", at=way[0] if way else "0404")
        assert at.no("a", "fire", platoon="A2", shots=[shot("A2.1", "rifle_mg", 2, "B1")]) == rule
