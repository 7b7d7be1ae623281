"""Assaults from their writing to their end."""

from __future__ import annotations

from typing import Any

import pytest

from app.systems.flames_hexwar.assault.entries import writers
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.actions import Shot
from app.systems.flames_hexwar.position.frames import Assault
from tests.games.flames_hexwar.scenes import Table, platoon

AWAY = {n: f"00{n:02d}" for n in range(12)}


def smg(near: dict[int, str]) -> dict[str, Any]:
    return platoon("A1", "sov_smg", {n: near.get(n, AWAY[n]) for n in range(10)})


def grenadiers(near: dict[int, str], far: str = "1911") -> dict[str, Any]:
    return platoon("B1", "ger_grenadiers_small", {n: near.get(n, far) for n in range(5)})


def writing(attackers: list[dict[str, Any]], defenders: list[dict[str, Any]], **more: Any) -> Table:
    """The step of assaults: everybody was kept for opportunity fire and nobody moved."""
    at = Table(attackers, defenders, **more)
    at.plan(**{each["id"]: "FO" for each in (*attackers, *defenders)})
    assert at.prompt == "e_write", at.prompt
    return at


def written(at: Table, *names: str, on: str) -> Table:
    at.do("a", a.WriteAssault(names, on))  # type: ignore[arg-type]
    for seat in at.asked:
        at.do(seat, a.Commit())
    return at


ONE_ON_ONE: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([smg({0: "1306"})], [grenadiers({1: "1406"})])


def stage(at: Table) -> str:
    frame = at.position.frames[-1]
    assert isinstance(frame, Assault)
    return frame.stage


@pytest.mark.rule("FHW-ASLT-01", "FHW-ASLT-03", "FHW-ASLT-04", "FHW-SEAT-05")
def test_an_entry_names_platoons_that_may_and_a_hex_with_an_enemy_in_reach() -> None:
    at = writing(*ONE_ON_ONE)
    assert at.asked == "ab"
    assert at.refused("a", a.WriteAssault(("A1",), "1006")) == "ASLT-01"  # type: ignore[arg-type]
    assert at.refused("a", a.WriteAssault(("A1",), "1911")) == "ASLT-04"  # type: ignore[arg-type]
    assert at.refused("a", a.WriteAssault(("A1",), "1406")) is None  # type: ignore[arg-type]
    at.change("A1.0", suppressed=True)
    assert at.asked == "b"  # everybody sees that none of its teams may
    assert writers(Table([smg({})], [grenadiers({})]).moment.field) == ()


@pytest.mark.rule("FHW-ASLT-02", "FHW-ASLT-01")
def test_a_platoon_is_in_one_entry_and_several_may_be_in_one() -> None:
    second = platoon("A2", "sov_smg", {n: "1307" if n == 0 else f"01{n:02d}" for n in range(10)})
    at = writing([*ONE_ON_ONE[0], second], [grenadiers({1: "1406", 2: "1407"})])
    at.do("a", a.WriteAssault(("A1",), "1406"))  # type: ignore[arg-type]
    assert at.refused("a", a.WriteAssault(("A1",), "1407")) == "ASLT-01"  # type: ignore[arg-type]
    assert at.refused("a", a.WriteAssault(("A1", "A2"), "1406")) is None  # type: ignore[arg-type]


@pytest.mark.rule("FHW-ASLT-11", "FHW-ASLT-13", "FHW-END-05")
def test_the_side_that_wrote_chooses_then_moves_then_the_defender_fires() -> None:
    at = written(writing(*ONE_ON_ONE), "A1", on="1406")
    assert (at.prompt, at.asked) == ("e_order", "a")
    assert at.refused("a", a.NextAssault("1407")) == "ASLT-11"
    at.do("a", a.NextAssault("1406"))
    assert (at.prompt, at.asked, stage(at)) == ("assault_move", "a", "moves")
    assert at.refused("a", a.AssaultMove("A1.0", "1206")) is None  # type: ignore[arg-type]
    assert at.refused("a", a.AssaultMove("A1.0", "1506")) == "ASLT-04"  # type: ignore[arg-type]
    at.do("a", a.Done())
    assert (at.prompt, at.asked) == ("defend", "b")


def in_contact(*dice: int, options: Any = None, **more: Any) -> Table:
    """The assault after defensive fire that nobody gave; the first round's dice fall."""
    sides = more.pop("sides", ONE_ON_ONE)
    at = written(writing(*sides, options=options, **more), "A1", on="1406").do("a", a.NextAssault("1406"))
    if at.prompt == "assault_move":
        at.do("a", a.Done())
    if at.prompt == "defend":
        at.do("b", a.Defend(()), *dice)
    return at


@pytest.mark.rule("FHW-ASLT-15", "FHW-ASLT-16", "FHW-ASLT-17", "FHW-ASLT-19", "FHW-ASLT-25")
def test_both_strike_at_once_and_those_on_foot_fall_without_a_save() -> None:
    at = in_contact(4, 3)  # trained 4+, veteran 3+: both hit
    assert len(at.told(ef.Struck)) == 2
    assert {event.team for event in at.told(ef.Destroyed)} == {"A1.0", "B1.1"}
    assert [event.winner for event in at.told(ef.Withdrew)] == ["B"]  # nobody is left to strike: the defender

    missed = in_contact(3, 2)
    assert (missed.prompt, missed.asked, missed.told(ef.Destroyed)) == ("withdraw", "a", [])


@pytest.mark.rule("FHW-ASLT-20", "FHW-ASLT-24")
def test_whoever_withdraws_loses_and_falls_back_two_hexes() -> None:
    at = in_contact(3, 2).do("a", a.Stay(False))
    assert [event.winner for event in at.told(ef.Withdrew)] == ["B"]
    assert at.team("A1.0").suppressed
    assert (at.prompt, at.asked) == ("fall_back", "a")
    assert at.refused("a", a.FallBack("A1.0", ("1305",))) == "ASLT-24"  # type: ignore[arg-type]
    at.do("a", a.FallBack("A1.0", ("1206",)))  # type: ignore[arg-type]
    assert at.where("A1.0") == "1206"
    assert (at.prompt, at.asked) == ("consolidate", "b")
    at.do("b", a.Consolidate("B1.1", "1306"))  # type: ignore[arg-type]
    assert at.where("B1.1") == "1306"
    assert at.position.turn == 2


@pytest.mark.rule("FHW-ASLT-21", "FHW-ASLT-23")
def test_where_both_stay_both_test_and_the_outcome_follows() -> None:
    nobody = in_contact(3, 2).do("a", a.Stay(True)).do("b", a.Stay(True), 1, 1)
    assert [event.winner for event in nobody.told(ef.Withdrew)] == ["B"]

    attacker = in_contact(3, 2).do("a", a.Stay(True)).do("b", a.Stay(True), 6, 1)
    assert (attacker.prompt, attacker.asked) == ("continue", "a")
    attacker.do("a", a.GoOn(False))
    assert [event.winner for event in attacker.told(ef.Withdrew)] == ["A"]

    both = in_contact(3, 2).do("a", a.Stay(True)).do("b", a.Stay(True), 6, 6)
    assert (both.prompt, stage(both)) == ("assault_move", "regroup")


@pytest.mark.rule("FHW-ASLT-27")
def test_after_the_last_round_the_defender_has_won() -> None:
    at = in_contact(3, 2, options={"assault_rounds": 1})
    assert [event.winner for event in at.told(ef.Withdrew)] == ["B"]


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-14", "FHW-ASLT-13", "FHW-SHOT-02")
def test_five_hits_of_defensive_fire_repel_infantry_which_goes_back_suppressed() -> None:
    sides = ([smg(dict.fromkeys(range(3), "1306"))], [grenadiers(dict.fromkeys(range(1, 4), "1506") | {4: "1505"})])
    at = written(writing(*sides), "A1", on="1506").do("a", a.NextAssault("1506"))
    at.do("a", a.AssaultMove("A1.1", "1406")).do("a", a.Done())  # type: ignore[arg-type]
    assert at.where("A1.1") == "1406"
    volley = tuple(Shot(f"B1.{n}", "rifle_mg", 2, "A1") for n in (1, 2, 3))  # type: ignore[arg-type]
    assert at.refused("b", a.Defend((Shot("B1.1", "rifle_mg", 2, "A9"),))) == "ASLT-13"  # type: ignore[arg-type]
    at.do("b", a.Defend(volley), *[6] * 6)
    if at.prompt == "hits":
        frame: Any = at.position.frames[-1]
        order = ("A1.1", "A1.0", "A1.2")
        given: list[str] = []
        for row in frame.rows:
            given.append(min(row.teams, key=lambda team: (given.count(team), order.index(team))))
        at.do("a", a.Allocate(tuple(given)), *[6] * 6)  # type: ignore[arg-type]
    assert [event.platoons for event in at.events if isinstance(event, ef.Repelled)] == [("A1",)]
    assert at.where("A1.1") == "1306"
    assert at.position.turn == 2  # it is over without retreat


@pytest.mark.rule("FHW-ASLT-12")
def test_infantry_that_faces_tanks_must_first_pass() -> None:
    tanks = platoon("B2", "ger_panzer4", {0: "1405>3", 1: "1811", 2: "1810"})
    sides = ([smg({0: "1306"})], [grenadiers({1: "1406"}), tanks])
    at = written(writing(*sides), "A1", on="1406").do("a", a.NextAssault("1406"), 1)
    assert [event.passed for event in at.told(ef.AssaultTested)] == [False]
    assert at.team("A1.0").suppressed
    assert at.position.turn == 2


@pytest.mark.rule("FHW-ASLT-05", "FHW-ASLT-08")
def test_tanks_do_not_assault_woods_that_are_closed_to_them() -> None:
    tanks = platoon("A2", "sov_su76", {n: f"130{5 + n}" for n in range(4)})
    at = writing([tanks], [grenadiers({1: "1406"})], surface={"1406": "d"})
    assert at.refused("a", a.WriteAssault(("A2",), "1406")) == "ASLT-05"  # type: ignore[arg-type]


@pytest.mark.rule("FHW-ASLT-19", "FHW-BAIL-03")
def test_armour_that_is_struck_rolls_against_the_strikers_tank_assault() -> None:
    tanks = platoon("A1", "sov_su76", {0: "1306>0", **{n: AWAY[n] for n in range(1, 4)}})
    at = written(writing([tanks], [grenadiers({1: "1406"})]), "A1", on="1406").do("a", a.NextAssault("1406"))
    at.do("a", a.Done())
    assert at.prompt == "defend"
    at.do("b", a.Defend(()), 1, 3, 1)  # the tank misses, the infantry hits, and 1 + 0 top armour is less than its 2
    assert [event.total for event in at.told(ef.ArmourRolled)] == [1]
    assert "A1.0" not in at.position.teams
    assert at.position.wrecks


@pytest.mark.rule("FHW-ASLT-09", "FHW-ASLT-10")
def test_when_both_assault_each_other_who_brings_more_teams_attacks_without_defensive_fire() -> None:
    at = writing([smg({0: "1306", 1: "1306"})], [grenadiers({1: "1406"})])
    at.do("a", a.WriteAssault(("A1",), "1406")).do("b", a.WriteAssault(("B1",), "1306"))  # type: ignore[arg-type]
    at.do("a", a.Commit()).do("b", a.Commit())
    assert [entry.mutual for event in at.told(ef.EntriesRevealed) for entry in event.entries] == [0, 0]
    frame = at.position.frames[-1]
    assert isinstance(frame, Assault)
    assert (frame.side, frame.mutual, frame.stage) == ("A", True, "moves")
    at.do("a", a.Done(), 1, 1, 1)
    assert at.prompt == "withdraw"
    assert not at.told(ef.ShotsRolled)


@pytest.mark.rule("FHW-GTG-02", "FHW-ASLT-04")
def test_who_takes_part_does_not_go_to_ground() -> None:
    at = in_contact(3, 2).do("a", a.Stay(False)).do("a", a.FallBack("A1.0", ("1206",))).do("b", a.Done())  # type: ignore[arg-type]
    ground = {name for event in at.told(ep.WentToGround) for name in event.teams}
    assert "B1.1" not in ground
    assert "B1.0" in ground
