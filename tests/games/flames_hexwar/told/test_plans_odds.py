"""Odds are exact: every possible roll goes through the judge, and what comes of it is counted."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.story import Step
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.choices.barrages import bombards
from app.systems.flames_hexwar.fire import counting
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.fire.odds import CONFIRMS, Salvo, hits_odds, met
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import AirAttack, Opportunity, Shot, Vertex
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Battery, Position
from tests.games.flames_hexwar.fights.test_assaults import in_contact
from tests.games.flames_hexwar.scenes import Table, platoon
from tests.games.flames_hexwar.test_moves import moving
from tests.games.flames_hexwar.test_steps import GRENADIERS, MORTARS, SMG, bombard
from tests.games.flames_hexwar.told.rolls import odds_of, share_of, told

FACES = range(1, 7)


def counted(salvos: Sequence[Salvo]) -> Counter[int]:
    """Ways by hits, every first die thrown in every way, and confirmed as the judge counts them."""
    owners = [place for place, each in enumerate(salvos) for _ in range(each.dice)]
    numbers = [
        {UnitId(str(name)): number for name, number in enumerate(each.numbers) if number is not None} for each in salvos
    ]
    found: Counter[int] = Counter()
    for faces in itertools.product(FACES, repeat=len(owners)):
        dice = [counting.Die(face, owner) for face, owner in zip(faces, owners, strict=True)]
        ways = {0: Fraction(CONFIRMS ** len(owners))}
        for hit in counting.hits_of(dice, numbers):
            sure = Fraction(1)
            for need in hit.confirm:
                sure *= Fraction(7 - need, 6)
            new: dict[int, Fraction] = {}
            for hits, weight in ways.items():
                new[hits + 1] = new.get(hits + 1, Fraction(0)) + weight * sure
                new[hits] = new.get(hits, Fraction(0)) + weight * (1 - sure)
            ways = new
        for hits, weight in ways.items():
            found[hits] += int(weight)
    return found


SOME = [Number(3), Number(4), Number(5), Number(6), Number(6, (3,)), Number(6, (4,)), Number(6, (5, 3)), None]


def drawn(seed: int) -> tuple[Salvo, ...]:
    pick = random.Random(seed)
    teams = pick.randint(1, 3)
    found = []
    for _ in range(pick.randint(1, 3)):
        numbers = tuple(pick.choice(SOME) for _ in range(teams))
        if any(numbers):
            found.append(Salvo(pick.randint(1, 2) if len(found) < 2 else 1, numbers))
    return tuple(found)


@pytest.mark.rule("FHW-HIT-02", "FHW-HIT-03")
@pytest.mark.parametrize("seed", range(40))
def test_hits_of_a_volley_are_counted_as_every_roll_has_it(seed: int) -> None:
    salvos = drawn(seed)
    if not salvos:
        return

    odds = hits_odds(salvos)

    assert odds is not None
    ways = counted(salvos)
    assert [ways[hits] for hits in range(len(odds.counts))] == list(odds.counts)
    assert sum(ways.values()) == odds.of


@pytest.mark.rule("FHW-HIT-16")
def test_a_number_over_six_is_a_six_and_then_its_confirming_dice() -> None:
    assert met(Number(6, (5, 3))) == Fraction(1, 6) * Fraction(2, 6) * Fraction(4, 6)
    assert met(Number(4)) == Fraction(1, 2)


# -------------------------------------------------------------------------------------------------------- through the judge


def told_of(step: Step, kind: type[Any]) -> list[Any]:
    return [event for event in step.events if isinstance(event, kind)]


def hits_in(step: Step) -> int:
    return sum(each.hits for each in told_of(step, ef.ShotsRolled)) + sum(
        each.passed for each in told_of(step, ef.Confirmed)
    )


def lost(*teams: str) -> Any:
    return lambda step: any(each.team in teams for each in told_of(step, ef.Destroyed))


def out(team: str) -> Any:
    return lambda step: any(each.team == team and not each.dice for each in told_of(step, ef.BailedOut))


def firing(kind: str, at: str, targets: dict[str, Any], **more: Any) -> Table:
    """A platoon with its first team in place and its card turned, an enemy before it."""
    return moving(kind, at, defenders=[targets], **more)


SHOTS = ("to hit", "to confirm", "save", "armour", "firepower", "bailed out again")
SHELLS = ("availability", "ranging in", "bombardment", "save", "firepower")
FAR_AWAY = {n: f"19{n:02d}>3" for n in range(12)}


@pytest.mark.rule("FHW-SAVE-03", "FHW-SAVE-04", "FHW-HIT-05")
@pytest.mark.parametrize("place", ["0906>3", "0906>0", "0706>2"])
def test_shells_on_a_tank_hit_pierce_and_destroy_as_told(place: str) -> None:
    tanks = platoon("B1", "ger_panzer4", {**{n: FAR_AWAY[n] for n in range(1, 5)}, 0: place})
    at = firing("sov_t34_76_4", "0306>0", tanks, surface={"0906": "w"})
    act = a.Fire("A1", (Shot("A1.0", "tg76su", 1, "B1"),))  # type: ignore[arg-type]
    found = told(at, "a", act).chances

    any_hit, gone, bailed = share_of(
        at, "a", act, lambda step: hits_in(step) > 0, lost("B1.0"), out("B1.0"), only=SHOTS
    )

    assert odds_of(found, "At least one hit") == any_hit
    assert odds_of(found, "At least one team destroyed") == gone
    assert any_hit * odds_of(found, "A hit by") == gone
    assert (
        any_hit * next(Fraction(each.numerator, each.denominator) for each in found if "bail out" in each.text.en)
        == bailed
    )


@pytest.mark.rule("FHW-BAIL-03", "FHW-ALLOC-01", "FHW-HQ-04")
def test_two_hits_on_a_lone_tank_make_its_crew_bail_out_and_then_test() -> None:
    tanks = platoon("B1", "ger_panzer4", {**{n: FAR_AWAY[n] for n in range(1, 5)}, 0: "1006>3"})
    at = firing("sov_t34_76_4", "0306>0", tanks, surface={"1006": "w"})
    two = (Shot("A1.0", "tg76su", 2, "B1"),)
    act = a.Fire("A1", two)  # type: ignore[arg-type]

    gone, once = share_of(at, "a", act, lost("B1.0"), lambda step: hits_in(step) == 1, only=SHOTS)

    found = told(at, "a", act).chances
    assert odds_of(found, "At least one team destroyed") == gone
    assert odds_of(found, "One hit") == once


@pytest.mark.rule("FHW-SAVE-01", "FHW-SAVE-02", "FHW-HIT-18", "FHW-SAVE-05", "FHW-GTG-01")
@pytest.mark.parametrize("state", [{}, {"foxhole": True}, {"foxhole": True, "gone_to_ground": True}])
def test_a_shell_on_those_who_have_dug_in_needs_its_firepower(state: dict[str, bool]) -> None:
    foot = platoon("B1", "ger_grenadiers_small", {**{n: FAR_AWAY[n][:4] for n in range(1, 5)}, 0: "0706"})
    at = firing("sov_t34_76_4", "0306>0", foot).change("B1.0", **state)
    act = a.Fire("A1", (Shot("A1.0", "tg76su", 2, "B1"),))  # type: ignore[arg-type]

    any_hit, gone = share_of(at, "a", act, lambda step: hits_in(step) > 0, lost("B1.0"), only=SHOTS)

    found = told(at, "a", act).chances
    assert odds_of(found, "At least one hit") == any_hit
    assert odds_of(found, "At least one team destroyed") == gone


@pytest.mark.rule("FHW-HIT-02", "FHW-HIT-16", "FHW-SHOT-06")
def test_a_volley_at_teams_in_the_open_and_in_cover_counts_as_the_judge_does() -> None:
    foot = platoon("B1", "ger_grenadiers_small", {0: "0806", 1: "0906", 2: "0906", 3: "1911", 4: "1910"})
    at = firing("sov_smg", "0706", foot, surface={"0906": "w"}, others={1: "0705", **AWAY})
    shots = (Shot("A1.0", "smg", 2, "B1"), Shot("A1.1", "smg", 1, "B1"))
    act = a.Fire("A1", shots)  # type: ignore[arg-type]

    wanted = [lambda step, n=n: hits_in(step) == n for n in range(4)]
    none, one, two, three = share_of(at, "a", act, *wanted, only=("to hit", "to confirm"))

    found = told(at, "a", act).chances
    assert odds_of(found, "0 hits") == none
    assert odds_of(found, "One hit") == one
    assert odds_of(found, "2 hits") == two
    assert odds_of(found, "3 hits") == three


AWAY = {n: f"00{n:02d}" for n in range(2, 12)}


@pytest.mark.rule("FHW-BOG-01", "FHW-BOG-02")
@pytest.mark.parametrize("kind", ["sov_t34_76_4", "ger_panzer4", "us_shermans"])
def test_whether_a_way_through_woods_is_gone_to_its_end(kind: str) -> None:
    woods = {"0306": "w", "0506": "w"}
    at = moving(kind, "0306>0", surface=woods)
    act = a.Move("A1.0", ("0406", "0506"))  # type: ignore[arg-type]

    def through(step: Step) -> bool:
        team = step.state.teams["A1.0"]  # type: ignore[index]
        return hexes.name(team.at) == "0506" and not team.bogged if team.at is not None else False

    at.changed(held)
    (arrived,) = share_of(at, "a", act, through)

    assert odds_of(told(at, "a", act).chances, "Gets there") == arrived


def held(position: Position) -> Position:
    """Nobody fires at whoever moves."""
    frames = tuple(
        replace(frame, held=(Seat("b"),)) if isinstance(frame, Activation) else frame for frame in position.frames
    )
    return replace(position, frames=frames)


@pytest.mark.rule("FHW-ART-17", "FHW-ART-18", "FHW-ART-10")
@pytest.mark.parametrize("state", [{"gone_to_ground": True}])
def test_mortars_range_in_and_hit_as_told(state: dict[str, bool]) -> None:
    foot = platoon("B1", "ger_grenadiers_small", {0: "1506", **{n: FAR_AWAY[n][:4] for n in range(1, 5)}})
    at = Table([SMG, MORTARS], [foot]).plan(A1="FC", A2="FC", B1="FO").change("B1.0", **state)
    act = bombard(mode="concentrated")
    chances = told(at, "a", act).chances
    at.do("a", act)

    def any_hit(step: Step) -> bool:
        return any(each.hit for each in told_of(step, ef.BombardRolled))

    def ranged(step: Step) -> bool:
        return any(each.attempt is not None for each in told_of(step, ef.RangedIn))

    hit, falls, gone = share_of(at, "a", a.Commit(), any_hit, ranged, lost("B1.0"), only=SHELLS)

    assert odds_of(chances, "At least one team hit") == hit
    assert odds_of(chances, "The shells fall") == falls
    assert odds_of(chances, "Platoon command") == hit
    assert falls >= hit
    destroyed = [each for each in chances if each.text.en.endswith("destroyed")]
    assert [Fraction(each.numerator, each.denominator) for each in destroyed] == [gone, gone], "anybody, and this one"


@pytest.mark.rule("FHW-AE-02")
def test_digging_in_comes_off_as_told() -> None:
    at = Table([SMG], [GRENADIERS]).plan(A1="AE dig_in", B1="FO").until("d")
    act = a.Activate("A1")  # type: ignore[arg-type]

    (dug,) = share_of(at, "a", act, lambda step: any(each.teams for each in told_of(step, em.DugIn)))

    assert odds_of(told(at, "a", act).chances, "10 teams dig in") == dug


@pytest.mark.rule("FHW-ASLT-21", "FHW-ASLT-22")
def test_nerves_of_both_sides_hold_as_told() -> None:
    at = in_contact(3, 2)
    assert (at.prompt, at.asked) == ("withdraw", "a")
    before = told(at, "a", a.Stay(True)).chances
    at.do("a", a.Stay(True))

    def passed(side: str) -> Any:
        return lambda step: any(each.passed and each.side == side for each in told_of(step, ef.AssaultTested))

    own, enemy = share_of(at, "b", a.Stay(True), passed("A"), passed("B"))

    assert odds_of(before, "SMG company") == own
    assert odds_of(before, "The enemy holds") == enemy


@pytest.mark.rule("FHW-ART-12", "FHW-ART-17", "FHW-SMOKE-02")
@pytest.mark.parametrize(("bombarded", "idle"), [(0, 0), (2, 0), (0, 2)])
def test_a_battery_is_available_and_ranges_in_as_told(bombarded: int, idle: int) -> None:
    guns = platoon("A2", "sov_zis3", {0: "0904", **{n: f"03{n:02d}>0" for n in range(1, 8)}})
    at = Table([SMG, guns], [GRENADIERS]).plan(A1="FC", A2="FC", B1="FC")
    battery = replace(at.platoon("A2"), battery=Battery(bombarded, idle))
    at.changed(lambda position: replace(position, platoons={**position.platoons, battery.id: battery}))
    act = next(act for act in bombards(at.moment.field, battery.id) if act.ammo == "smoke")
    chances = told(at, "a", act).chances
    at.do("a", act)

    def available(step: Step) -> bool:
        return any(each.passed for each in told_of(step, ef.Available))

    def ranged(step: Step) -> bool:
        return any(each.attempt is not None for each in told_of(step, ef.RangedIn))

    ready, falls = share_of(at, "a", a.Commit(), available, ranged, only=("availability", "ranging in"))

    assert odds_of(chances, "The battery") == ready
    assert odds_of(chances, "The smoke falls") == falls


@pytest.mark.rule("FHW-AIR-04", "FHW-AIR-06", "FHW-AIR-08")
def test_a_flight_acquires_and_hits_as_told() -> None:
    foot = platoon("B1", "ger_grenadiers_small", {0: "1506", **{n: FAR_AWAY[n][:4] for n in range(1, 5)}})
    at = Table([SMG], [foot], air={"level": "sporadic", "aircraft": "il2", "count": 1})
    at.do("a", a.Air(True)).plan(5, 4, A1="MD", B1="FO")
    act = a.Strike((AirAttack(2, Vertex("1505", 4), ("1505", "1406", "1506")),))  # type: ignore[arg-type]
    chances = told(at, "a", act).chances
    at.do("a", act)

    def acquired(step: Step) -> bool:
        return any(each.passed for each in told_of(step, ef.AreaAcquired))

    def hit(step: Step) -> bool:
        return any(each.hit for each in told_of(step, ef.AirRolled))

    dice = ("acquire", "air attack", "air attack again", "save", "firepower")
    found, hits, gone = share_of(at, "a", a.Commit(), acquired, hit, lost("B1.0"), only=dice)

    assert odds_of(chances, "Acquires 1506") == found
    assert odds_of(chances, "At least one team hit") == hits
    destroyed = next(each for each in chances if each.text.en.endswith("destroyed"))
    assert Fraction(destroyed.numerator, destroyed.denominator) == gone


@pytest.mark.rule("FHW-FO-06", "FHW-ALLOC-04", "FHW-SAVE-03")
def test_opportunity_fire_at_whoever_moves_comes_off_as_told() -> None:
    guns = platoon("B1", "ger_pak40_section", {0: "1911", 1: "0906>3"})
    at = moving("sov_t34_76_4", "0000>0", defenders=[guns], others={1: "0306>0", 2: "0002>0", 3: "0003>0"})
    at.do("a", a.Move("A1.1", ("0406", "0506")))  # type: ignore[arg-type]
    act = a.FireOpportunity((Opportunity("B1.1", "gun75pak", 1),))  # type: ignore[arg-type]

    any_hit, gone, bailed = share_of(
        at, "b", act, lambda step: hits_in(step) > 0, lost("A1.1"), out("A1.1"), only=SHOTS
    )

    found = told(at, "b", act).chances
    assert odds_of(found, "At least one hit") == any_hit
    assert odds_of(found, "At least one team destroyed") == gone
    out_of_it = next(each for each in found if "bail out" in each.text.en)
    assert any_hit * Fraction(out_of_it.numerator, out_of_it.denominator) == bailed


@pytest.mark.rule("FHW-RALLY-04", "FHW-BOG-02")
def test_whoever_rallies_does_so_as_told() -> None:
    at = moving("sov_t34_76_4", "0306>0", dice=())
    again = Table([platoon("A1", "sov_t34_76_4", {n: f"030{n + 4}>0" for n in range(4)})], [GRENADIERS])
    again.plan(A1="MD", B1="FO").until("c").change("A1.0", bogged=True).change("A1.1", bailed_out=True)
    act = a.Activate("A1")  # type: ignore[arg-type]

    def restored(what: str) -> Any:
        return lambda step: any(each.passed and each.what == what for each in told_of(step, em.Rallied))

    crew, free = share_of(again, "a", act, restored("bailed_out"), restored("bogged"))

    found = told(again, "a", act).chances
    assert odds_of(found, "The crew of T-34/76 A1.1 remounts") == crew
    assert odds_of(found, "T-34/76 A1.0 gets free") == free
    assert told(at, "a", a.Close()).notes  # those that need none are idle
