"""The order of refusals (part 5.3 of the rules): an act with everything wrong is put right step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.systems.flames_hexwar.position.state import Battery, Smoke
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad

Mend = dict[str, Any] | Callable[[Table], object]
Rung = tuple[str, Mend]
"""The rule that refuses, and what puts it right: other fields of the act, or another state."""


def climb(at: Table, seat: str, kind: str, fields: dict[str, Any], rungs: Sequence[Rung]) -> None:
    """Each rule refuses as long as its fault stands, whatever else is wrong; in the end the act is legal."""
    for number, (rule, mend) in enumerate(rungs):
        assert at.no(seat, kind, **fields) == rule, f"step {number} of {kind}"
        if isinstance(mend, dict):
            fields = fields | mend
        else:
            mend(at)
    assert at.no(seat, kind, **fields) is None, kind


def put(name: str, **values: Any) -> Callable[[Table], object]:
    """A team in another state."""
    return lambda at: at.change(name, **values)


def turn(name: str, **values: Any) -> Callable[[Table], object]:
    """A team that has done something else this turn."""
    return lambda at: at.change(name, turn=replace(at.team(name).turn, **values))


def card(name: str, **values: Any) -> Callable[[Table], object]:
    """A platoon in another state."""

    def changed(at: Table) -> object:
        new = {**at.position.platoons, at.platoon(name).id: replace(at.platoon(name), **values)}
        return at.changed(lambda now: replace(now, platoons=new))

    return changed


def house(**tables: Any) -> Callable[[Table], object]:
    """Other house values, dots written as ``__``."""
    new = {name.replace("__", "."): value for name, value in tables.items()}
    return lambda at: at.changed(lambda now: replace(now, tables=new))


def stand(name: str, where: str) -> Callable[[Table], object]:
    return put(name, at=hexes.from_offset(int(where[:2]), int(where[2:])))


def all_of(*mends: Callable[[Table], object]) -> Callable[[Table], object]:
    return lambda at: [mend(at) for mend in mends]


# -------------------------------------------------------------------------------------------------------- before everything


@pytest.mark.rule("FHW-TURN-05", "FHW-SEAT-02", "FHW-SEAT-03", "FHW-END-02")
def test_who_is_asked_then_whose_it_is_then_the_count_then_the_rules_of_the_act() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_hq")], [FAR], options={"draft_limit": 100})
    at.changed(lambda now: replace(now, seats={name: replace(each, made=100) for name, each in now.seats.items()}))
    at.acts("a", "commit", fill=True)
    fields = {"platoon": "B1", "order": "AE", "ae": None}
    assert at.no("a", "order", **fields) == "TURN-05"
    assert at.no("b", "order", **(fields | {"platoon": "A1"})) == "SEAT-02"
    assert at.no("b", "order", **fields) == "END-02"
    at.changed(lambda now: replace(now, seats={name: replace(each, made=99) for name, each in now.seats.items()}))
    assert at.no("b", "order", **fields) == "PLAN-10"
    assert at.no("b", "activate", platoon="A1") == "TURN-05"
    assert at.no("b", "undraft", draft="B1") == "TURN-05"  # nothing is drafted


# -------------------------------------------------------------------------------------------------- deployment and planning


@pytest.mark.rule("FHW-SET-06", "FHW-FACE-01", "FHW-STACK-02", "FHW-TERR-12", "FHW-STACK-07", "FHW-MOVE-09")
def test_deploy() -> None:
    own = [squad("A1", "sov_t34_76_4", {1: "0509", 2: "0510"}), squad("A2", "sov_su76", start="reserve")]
    at = Table(own, [FAR], deployed=False, surface={"0506": "d", "1006": "d", "0509": "."},
               mixed=[{"at": (5, 9), "dir": 0, "feature": "woods"}]).commit()  # fmt: skip
    at.change("A1.1", half="free")
    stand("B1.0", "0506")(at)
    stand("B1.1", "0509")(at)
    climb(at, "a", "deploy", {"team": "A2.0", "at": "2013", "half": "cover"}, [
        ("SET-06", {"team": "A1.0"}),
        ("MOVE-09", {"at": "1006"}),
        ("SET-06", {"at": "0506"}),
        ("TERR-06", {"at": "0509"}),
        ("STACK-07", stand("B1.1", "1911")),
        ("TERR-12", {"half": "free"}),
        ("FACE-01", {"facing": 0}),
        ("STACK-02", {"at": "0510", "half": None}),
    ])  # fmt: skip


@pytest.mark.rule("FHW-PLAN-02", "FHW-WEA-03", "FHW-PLAN-09", "FHW-PLAN-10")
def test_order() -> None:
    own = [squad("A1", "sov_zis3", start="off_board"), squad("A2", "sov_hq")]
    at = Table(own, [FAR], weather="rain")
    climb(at, "a", "order", {"platoon": "A2", "order": "MT", "ae": "dig_in"}, [
        ("PLAN-02", {"platoon": "A1"}),
        ("WEA-03", {"order": "FO"}),
        ("PLAN-09", {"order": "FC"}),
        ("PLAN-10", {"ae": None}),
    ])  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- designations


@pytest.mark.rule("FHW-SEAT-02", "FHW-ART-06")
@pytest.mark.parametrize(
    ("spotter", "rule"),
    [("A1.1", None), ("A2.0", "ART-06"), ("B1.0", "SEAT-02"), ("A2.9", "SEAT-02"), ("X", "SEAT-02")],
)
def test_one_spots_with_living_teams_of_ones_own_alone(spotter: str, rule: str | None) -> None:
    own = [squad("A1", "sov_zis3", {1: "1405"}), squad("A2", "sov_smg", {0: "1405"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1705"})]).plan(A1="FC", A2="FC", B1="FC")
    at.changed(lambda now: replace(now, teams={name: team for name, team in now.teams.items() if name != "A2.9"}))
    vertex = {"hex": "1705", "v": 0}
    fields = {"battery": "A1", "aim": "B1.1", "mode": "normal", "ammo": "he", "vertex": vertex}
    assert at.no("a", "bombard", spotter=spotter, hexes=("1705", "1805", "1804", "1704"), **fields) == rule


@pytest.mark.rule(
    "FHW-FC-01", "FHW-ART-01", "FHW-ART-03", "FHW-ART-15", "FHW-ART-06", "FHW-ART-20", "FHW-ART-13", "FHW-SMOKE-01",
    "FHW-SMOKE-02", "FHW-ART-09", "FHW-ART-10", "FHW-ART-07", "FHW-ART-21", "FHW-ART-14",
)  # fmt: skip
def test_bombard() -> None:
    guns = squad("A1", "sov_zis3", {1: "1405", **dict.fromkeys(range(2, 6), "0305")})
    own = [guns, squad("A2", "sov_su76"), squad("A3", "sov_su76"), squad("A4", "sov_smg", {0: "1706"})]
    foes = [squad("B1", "ger_grenadiers_small", {1: "1905"}), squad("B2", "us_priests", start="off_board"),
            squad("B3", "ger_hq", {0: "1905"})]  # fmt: skip
    at = Table(own, foes).plan(A1="FC", A2="MD", A3="FC", A4="FC", B1="FC", B2="FC")
    for number in range(2, 6):
        at.change(f"A1.{number}", suppressed=True)
    card("A1", battery=Battery(bombarded=3, smoke_out=True))(at)
    house(weapons__gun76zis__smoke=False)(at)
    edge = {"vertex": {"hex": "1905", "v": 1}, "hexes": ("1905", "2004")}
    whole = {"vertex": {"hex": "1905", "v": 2}, "hexes": ("1905", "1904", "1805")}
    fields = {
        "battery": "A2",
        "spotter": "A4.0",
        "aim": "B2.1",
        "mode": "dispersed",
        "ammo": "smoke",
        "automatic": True,
    }
    climb(at, "a", "bombard", fields | edge, [
        ("FC-01", {"battery": "A3"}),
        ("ART-01", {"battery": "A1"}),
        ("ART-03", {"aim": "B3.0"}),
        ("ART-15", {"aim": "A4.0"}),
        ("ART-15", {"aim": "B1.2"}),
        ("ART-15", {"aim": "B1.1"}),
        ("ART-06", {"spotter": "A1.1"}),
        ("ART-20", all_of(put("A1.2", suppressed=False), put("A1.3", suppressed=False))),
        ("ART-13", card("A1", battery=Battery(smoke_out=True))),
        ("ART-13", {"automatic": False}),
        ("SMOKE-01", house()),
        ("SMOKE-02", card("A1", battery=Battery())),
        ("ART-09", {"mode": "concentrated"}),
        ("ART-10", {"mode": "normal"}),
        ("ART-07", {"hexes": ("1905", "2004", "1904")}),
        ("ART-21", whole),
        ("ART-14", stand("A4.0", "1606")),
    ])  # fmt: skip


@pytest.mark.rule("FHW-AIR-06", "FHW-AIR-09", "FHW-AIR-03", "FHW-AIR-13")
def test_strike() -> None:
    at = Table([squad("A1", "sov_smg", {0: "1305"})], [FAR], air={"level": "limited", "aircraft": "il2", "count": 1})
    at.acts("a", "air", call=True).plan(5, 4, A1="FC", B1="FC")
    near = {"planes": 1, "vertex": {"hex": "1505", "v": 4}, "hexes": ("1505", "1506", "1506")}
    battery = {"planes": 1, "battery": "B1"}
    climb(at, "a", "strike", {"attacks": [near]}, [
        ("AIR-06", {"attacks": [battery, near]}),
        ("AIR-09", {"attacks": [near | {"planes": 2}]}),
        ("AIR-03", {"attacks": [near | {"planes": 2, "hexes": ("1505", "1506", "1606")}]}),
        ("AIR-13", stand("A1.0", "1205")),
    ])  # fmt: skip


# -------------------------------------------------------------------------------------------------------------------- shooting


@pytest.mark.rule(
    "FHW-FC-01", "FHW-EXEC-08", "FHW-SHOT-01", "FHW-SHOT-06", "FHW-FC-06", "FHW-REC-01", "FHW-REC-05", "FHW-BAIL-02",
    "FHW-BOG-05", "FHW-TERR-09", "FHW-SHOT-04", "FHW-AIR-10", "FHW-SHOT-07", "FHW-SHOT-08", "FHW-SMOKE-01", "FHW-SMOKE-02",
    "FHW-SMOKE-07", "FHW-SHOT-02", "FHW-HIT-13", "FHW-HIT-16", "FHW-FACE-01",
)  # fmt: skip
def test_fire() -> None:
    own = [squad("A1", "us_priests", {1: "0606>3"}), squad("A2", "sov_hq", {0: "0606"}), squad("A3", "sov_smg"),
           squad("A4", "sov_su76")]  # fmt: skip
    foes = [
        squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1806")),
        squad("B2", "ger_mortars", {1: "1005"}),
    ]
    at = Table(own, foes).plan(A1="FC", A3="FO", A4="FC", B1="FC", B2="FC").until("a2_designate")
    wall = tuple(Smoke(hexes.from_offset(1 + 7, row)) for row in range(12))
    at.changed(lambda now: replace(now, smoke=wall))
    card("A1", disorganised=True, battery=Battery(designated=True))(at)
    at.change("A1.1", bailed_out=True, bogged=True, aboard="A3.0", smoke_out=True)
    turn("A1.1", lifted=True, stuck=True, aa_fired=True)(at)
    turn("A2.0", acted_with="A3")(at)
    bare: dict[str, Any] = {"weapons__how105us__he": False, "weapons__how105us__smoke": False}
    hard: dict[str, Any] = {"skill__veteran__to_hit_as_target": 6}
    house(**bare, **hard)(at)
    at.change("B1.0", gone_to_ground=True)
    first = shot("A1.1", "tg75us", 2, "B1", priority="B2.0", facing=0)
    head = shot("A2.0", "tg75us", 2, "B1")
    gun = first | {"weapon": "how105us"}
    other = gun | {"at": "B2"}
    one = gun | {"count": 1}
    smoke = one | {"smoke": True}
    unseen = smoke | {"at": "B2.1", "priority": "B2.1"}
    climb(at, "a", "fire", {"platoon": "A3", "shots": [head, first]}, [
        ("FC-01", {"platoon": "A1"}),
        ("EXEC-08", {"shots": [first]}),
        ("SHOT-01", {"shots": [gun, other]}),
        ("FC-06", card("A1", disorganised=True, battery=Battery())),
        ("REC-01", turn("A1.1", lifted=False)),
        ("REC-05", card("A1", disorganised=False)),
        ("BAIL-02", put("A1.1", bailed_out=False)),
        ("BOG-05", put("A1.1", bogged=False)),
        ("TERR-09", turn("A1.1", stuck=False)),
        ("SHOT-04", put("A1.1", aboard=None)),
        ("AIR-10", turn("A1.1", aa_fired=False)),
        ("SHOT-04", {"shots": [one, other]}),
        ("SHOT-07", lambda at: at.changed(lambda now: replace(now, smoke=()))),
        ("SHOT-08", {"shots": [smoke, other]}),
        ("SMOKE-01", house(**hard)),
        ("SMOKE-02", put("A1.1", smoke_out=False)),
        ("SHOT-02", {"shots": [unseen]}),
        ("SMOKE-07", {"shots": [one, other]}),
        ("SHOT-02", all_of(*(stand(f"B1.{n}", "1306") for n in range(5)))),
        ("HIT-13", put("A1.1", facing=0)),
        ("SHOT-01", {"shots": [one | {"priority": None}, other]}),
        ("FACE-01", {"shots": [one | {"priority": None, "facing": None}, other]}),
        ("SHOT-06", {"shots": [one | {"priority": None, "facing": None}]}),
    ])  # fmt: skip


@pytest.mark.rule("FHW-HIT-16", "FHW-HIT-13", "FHW-SHOT-01")
def test_fire_that_cannot_hit() -> None:
    own = squad("A1", "sov_maxims", {1: "0606"})
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1306"))
    at = Table([own], [foe], surface={"1306": "w"}).plan(A1="FC", B1="FC").until("a2_designate")
    for number in range(5):
        at.change(f"B1.{number}", gone_to_ground=True)
    house(skill__veteran__to_hit_as_target=6)(at)  # cover, gone to ground, far: nine
    climb(at, "a", "fire", {"platoon": "A1", "shots": [shot("A1.1", "hmg", 1, "B1", priority="A1.0", facing=3)]}, [
        ("HIT-16", house()),
        ("SHOT-01", {"shots": [shot("A1.1", "hmg", 1, "B1", facing=3)]}),
        ("FACE-02", {"shots": [shot("A1.1", "hmg", 1, "B1", facing=0)]}),
    ])  # fmt: skip


@pytest.mark.rule(
    "FHW-FO-09", "FHW-SHOT-01", "FHW-REC-05", "FHW-BAIL-02", "FHW-BOG-05", "FHW-SHOT-04", "FHW-AIR-10", "FHW-FO-04",
    "FHW-WEA-07", "FHW-SHOT-07", "FHW-SHOT-08", "FHW-SHOT-02", "FHW-HIT-13", "FHW-FACE-01",
)  # fmt: skip
def test_opportunity() -> None:
    foes = [squad("B1", "ger_stugs", {0: "1506>0"}), squad("B2", "ger_hmg", {1: "1506"})]
    at = Table([squad("A1", "sov_smg", {0: "0206", 1: "1006"})], foes).plan(A1="MD", B1="FO", B2="FC").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0306",))
    wall = tuple(Smoke(hexes.from_offset(7, row)) for row in range(12))
    at.changed(lambda now: replace(now, smoke=wall))
    card("B1", disorganised=True, rallied=True)(at)
    at.change("B1.0", bailed_out=True, bogged=True, aboard="B2.0")
    turn("B1.0", aa_fired=True, fired_at={"A1": (2,)}, lost_sight_of=("A1.0",))(at)
    house(weapons__tg75kwk40__he=False)(at)
    gun = shot("B1.0", "tg75kwk40", 3, facing=0)
    climb(at, "b", "opportunity", {"shots": [shot("B2.1", "hmg"), gun]}, [
        ("FO-09", {"shots": [gun | {"weapon": "hmg"}, gun]}),
        ("SHOT-01", {"shots": [gun, gun]}),
        ("REC-05", card("B1", disorganised=False)),
        ("BAIL-02", put("B1.0", bailed_out=False)),
        ("BOG-05", put("B1.0", bogged=False)),
        ("SHOT-04", put("B1.0", aboard=None)),
        ("AIR-10", turn("B1.0", aa_fired=False)),
        ("SHOT-04", {"shots": [gun | {"count": 2}, gun]}),
        ("FO-04", turn("B1.0", fired_at={})),
        ("WEA-07", turn("B1.0", lost_sight_of=())),
        ("SHOT-07", lambda at: at.changed(lambda now: replace(now, smoke=()))),
        ("SHOT-08", house()),
        ("SHOT-02", stand("B1.0", "1206")),
        ("HIT-13", put("B1.0", facing=3)),
        ("FACE-01", {"shots": [gun | {"count": 2, "facing": None}, gun]}),
        ("SHOT-06", {"shots": [gun | {"count": 2, "facing": None}]}),
    ])  # fmt: skip


@pytest.mark.rule("FHW-REC-05", "FHW-REC-01", "FHW-REC-02")
def test_lift() -> None:
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1206"))
    own = [squad("A1", "us_recce", {0: "0906"}), squad("A2", "sov_smg", {0: "0906"})]
    at = Table(own, [foe], surface={"1206": "b"}).plan(A1="FC", A2="FC", B1="FC").until("a2_designate")
    card("A1", disorganised=True)(at)
    turn("A1.0", lifted=True)(at)
    climb(at, "a", "lift", {"team": "A1.0", "platoon": "A2"}, [
        ("REC-05", card("A1", disorganised=False)),
        ("REC-01", turn("A1.0", lifted=False)),
        ("REC-01", {"platoon": "B1"}),
        ("REC-02", stand("A1.0", "1006")),
    ])  # fmt: skip
    assert at.no("a", "lift", team="A2.0", platoon="B1") == "REC-01"  # no reconnaissance
    at.acts("a", "lift", team="A1.0", platoon="B1")
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "tg37", 1, "B1")]) == "REC-01"


# -------------------------------------------------------------------------------------------------------------------- moving


def moving(own: Any, foes: Any = (FAR,), order: str = "MD", dice: tuple[int, ...] = (), **more: Any) -> Table:
    at = Table(own, foes, **more)
    at.plan(**{"A1": order} | {each["id"]: "FC" for each in (*own[1:], *foes) if "hq" not in each["platoon"]})
    return at.until({"MD": "c", "MT": "b"}[order]).acts("a", "activate", *dice, platoon="A1")


@pytest.mark.rule(
    "FHW-MOVE-07", "FHW-EXEC-08", "FHW-TRAN-02", "FHW-TRAN-01", "FHW-BAIL-02", "FHW-BOG-05", "FHW-TERR-09"
)
def test_move_before_its_first_step() -> None:
    own = [
        squad("A1", "sov_su76", {0: "0306"}),
        squad("A2", "sov_hq", {0: "0306"}),
        squad("A3", "sov_smg", {0: "0306"}),
    ]
    at = moving(own)
    at.change("A1.0", bailed_out=True, bogged=True, aboard="A3.0")
    turn("A1.0", halted=True, boarded=True, stuck=True)(at)
    turn("A2.0", acted_with="A3")(at)
    climb(at, "a", "move", {"team": "A1.0", "path": ("1006",)}, [
        ("MOVE-07", {"team": "A3.0"}),
        ("MOVE-07", {"team": "A2.0"}),
        ("EXEC-08", {"team": "A1.0"}),
        ("MOVE-07", turn("A1.0", halted=False)),
        ("TRAN-02", put("A1.0", aboard=None)),
        ("TRAN-01", turn("A1.0", boarded=False)),
        ("BAIL-02", put("A1.0", bailed_out=False)),
        ("BOG-05", put("A1.0", bogged=False)),
        ("TERR-09", turn("A1.0", stuck=False)),
        ("MOVE-01", {"path": ()}),
        ("MOVE-07", {"facing": 2}),
    ])  # fmt: skip


@pytest.mark.rule(
    "FHW-MOVE-09", "FHW-MOVE-01", "FHW-STACK-07", "FHW-TERR-03", "FHW-ROAD-05", "FHW-WEA-12", "FHW-MOVE-02", "FHW-MOVE-03",
    "FHW-SUPP-03", "FHW-TERR-12", "FHW-FACE-01", "FHW-STACK-06",
)  # fmt: skip
def test_move_step_by_step() -> None:
    own = [squad("A1", "ger_recce", {0: "0400>0", 1: "0601", 2: "0601"})]
    foe = squad("B1", "ger_pak40_section", {0: "0800", 1: "0501"})
    at = moving(own, (foe,), "MT", relief={"0501": "A"}, surface={"0301": "w"},
                forecast=[{"turns": [1], "id": "mud"}],
                roads=[[(4, 0), (5, 0)]], wrecks=[{"at": (5, 0), "count": 2}])  # fmt: skip
    at.change("A1.0", suppressed=True)
    stand("B1.1", "0401")(at)
    go: dict[str, Any] = {"team": "A1.0", "facing": 0}
    at.change("A1.0", at=hexes.from_offset(4, 0))
    climb(at, "a", "move", go | {"path": ("0600",)}, [
        ("MOVE-01", {"path": ("0401",)}),
        ("STACK-07", {"path": ("0301",)}),
        ("WEA-12", {"path": ("0500",)}),
        ("ROAD-05", lambda at: at.changed(lambda now: replace(now, wrecks=()))),
        ("MOVE-03", all_of(stand("B1.0", "0900"), stand("B1.1", "1911"))),
        ("SUPP-03", put("A1.0", suppressed=False)),
    ])  # fmt: skip
    at.change("A1.0", at=hexes.from_offset(0, 0))
    off = {"team": "A1.0", "path": ("0012",)}
    assert at.no("a", "move", **off) == "MOVE-09"


@pytest.mark.rule("FHW-TRAN-01", "FHW-STACK-07", "FHW-TERR-07", "FHW-TERR-12", "FHW-FACE-01", "FHW-STACK-02")
def test_dismount() -> None:
    own = [squad("A1", "sov_zis3", {0: "0306"}), squad("A2", "sov_su76", {0: "0405"})]
    at = moving(own, surface={"0306": "."}, mixed=[{"at": (4, 6), "dir": 0, "feature": "building"}])
    at.change("A2.0", type="truck").change("A2.1", type="truck").change("A1.2", aboard="A2.0", at=None)
    for name in ("A2.2", "A2.3"):
        stand(name, "0406")(at)
        at.change(name, half="free")
    stand("B1.0", "0406")(at)
    fields = {"team": "A1.0", "at": "0706", "half": "cover", "facing": 0}
    climb(at, "a", "dismount", fields, [
        ("TRAN-01", {"team": "A1.2"}),
        ("TRAN-01", {"at": "0406"}),
        ("STACK-07", stand("B1.0", "1911")),
        ("TERR-07", {"half": "free"}),
        ("STACK-02", {"at": "0404", "half": None}),
    ])  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------- assaults


@pytest.mark.rule("FHW-ASLT-01", "FHW-ASLT-03", "FHW-ASLT-04", "FHW-ASLT-05")
def test_assault() -> None:
    own = [squad("A1", "sov_su76", {0: "1306"}), squad("A2", "sov_smg", {0: "1506"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "0806", 3: "1405"})
    at = Table(own, [foe], surface={"1406": "d"}).plan(A1="FO", A2="FO", B1="FO")
    turn("A1.1", rolled=2)(at)
    climb(at, "a", "assault", {"platoons": ("A1", "A1"), "at": "0000"}, [
        ("ASLT-01", {"at": "0806"}),
        ("ASLT-03", turn("A1.1", rolled=1)),
        ("ASLT-04", {"at": "1406"}),
        ("ASLT-05", {"at": "1405"}),
        ("ASLT-01", {"platoons": ("A1",)}),
    ])  # fmt: skip


@pytest.mark.rule(
    "FHW-ASLT-04", "FHW-BAIL-02", "FHW-BOG-05", "FHW-MOVE-09", "FHW-TERR-07", "FHW-FACE-01", "FHW-STACK-01"
)
def test_assault_move() -> None:
    own = [squad("A1", "sov_su76", {0: "1306>0", 1: "1305>0", 2: "1305>0"}), squad("A2", "sov_smg", {0: "1205"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table(own, [foe], surface={"1307": "b"}).plan(A1="FO", A2="FO", B1="FO")
    at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406")
    at.change("A1.0", bailed_out=True, bogged=True)
    climb(at, "a", "assault_move", {"team": "A2.0", "at": "1506", "half": "free"}, [
        ("ASLT-04", {"team": "A1.0"}),
        ("ASLT-04", {"at": "1307"}),
        ("BAIL-02", put("A1.0", bailed_out=False)),
        ("BOG-05", put("A1.0", bogged=False)),
        ("TERR-07", {"at": "1305"}),
        ("TERR-12", {"half": None}),
        ("STACK-01", {"at": "1406"}),
    ])  # fmt: skip


@pytest.mark.rule("FHW-ALLOC-04", "FHW-ALLOC-02", "FHW-ALLOC-01")
def test_allocate() -> None:
    own = squad("A1", "sov_maxims", {1: "0806", 2: "0806"})
    foe = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1206", 2: "1206"})
    at = Table([own], [foe]).plan(A1="FC", B1="FC").until("a2_designate")
    shots = [shot("A1.1", "hmg", 2, "B1", priority="B1.1"), shot("A1.2", "hmg", 1, "B1")]
    at.acts("a", "fire", platoon="A1", shots=shots).commit(6, 6, 6)
    climb(at, "b", "allocate", {"teams": ("B1.0", "B1.0", "B1.0")}, [
        ("ALLOC-02", {"teams": ("B1.1", "B1.1", "B1.0")}),
        ("ALLOC-01", {"teams": ("B1.1", "B1.2", "B1.0")}),
    ])  # fmt: skip


@pytest.mark.rule("FHW-ASLT-13", "FHW-SHOT-01", "FHW-SHOT-04")
def test_defend() -> None:
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table([own], [foe]).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406").acts("a", "done")
    climb(at, "b", "defend", {"shots": [shot("B1.2", "smg", 3, "A1")]}, [
        ("ASLT-13", {"shots": [shot("B1.1", "rifle_mg", 3, "A9")]}),
        ("ASLT-13", {"shots": [shot("B1.1", "smg", 3, "A1")]}),
        ("SHOT-01", {"shots": [shot("B1.1", "rifle_mg", 3, "A1")]}),
        ("SHOT-04", {"shots": [shot("B1.1", "rifle_mg", 2, "A1")]}),
    ])  # fmt: skip
