"""Words say what a thing is good for, and what it costs."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.offers import Offer
from app.engine.refusal import Refusal
from app.engine.types import Seat, UnitId, Viewer
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import StandingShot
from app.systems.flames_hexwar.screen.goals import goals
from app.systems.flames_hexwar.words.describe import Describer
from tests.games.flames_hexwar.scenes import Table, act, platoon, squad
from tests.games.flames_hexwar.test_moves import go, moving
from tests.games.flames_hexwar.told.rolls import told

OWN = [squad("A1", "sov_smg", {0: "0506", 1: "0507"}), squad("A2", "sov_t34_76_4", {0: "0406>0"})]
FOES = [squad("B1", "ger_grenadiers_small", {0: "1106", 1: "1106"})]


def notes(at: Table, action: object, seat: str = "a") -> list[str]:
    return [note.text.en for note in told(at, seat, action).notes]  # type: ignore[arg-type]


def boarding(at: Table) -> Offer:
    return next(each for each in offers(at.moment, Seat("a"), UnitId("A1.1")) if "goes aboard" in each.label.en)


@pytest.mark.rule("FHW-PLAN-07", "FHW-PLAN-03")
def test_sorting_a_deck_says_what_it_decides_and_where_it_decides_nothing() -> None:
    at = Table(OWN, FOES)
    sort = act("deck", company="1", cards=("A2", "A1"))
    at.acts("a", "order", platoon="A1", order="MD").acts("a", "order", platoon="A2", order="MD")
    alike = notes(at, sort)
    at.acts("a", "order", platoon="A2", order="MT")

    assert alike == [
        "In each step the topmost card with its order is turned: whoever lies higher acts before the others of the same order."
    ]
    assert notes(at, sort)[1].endswith("their sequence changes nothing.")


@pytest.mark.rule("FHW-FO-16")
def test_a_standing_order_says_that_its_number_is_what_a_hit_needs() -> None:
    at = Table(OWN, FOES)
    at.acts("a", "order", platoon="A1", order="FO")
    offer = next(each for each in offers(at.moment, Seat("a")) if each.type == "standing")

    assert "All: at anybody who is hit on 4+ or easier" in [name.en for name in offer.names]
    assert offer.about is not None
    assert notes(at, a.Standing(True, (StandingShot("A1", 4, "any"),))) == [offer.about.en]  # type: ignore[arg-type]


@pytest.mark.rule("FHW-AE-04", "FHW-CMD-05")
def test_appointing_a_command_says_that_there_is_one() -> None:
    at = Table(OWN, FOES)
    order = act("order", platoon="A1", order="AE", ae="appoint_command")

    assert notes(at, order)[1].endswith("A1.0 commands it and lives: this only puts another in its place.")


@pytest.mark.rule("FHW-TRAN-02", "FHW-SAVE-07")
def test_going_aboard_names_the_carrier_and_tells_gain_and_risk() -> None:
    at = Table(OWN, FOES, deployed=False).commit()
    several = boarding(at)
    for name in ("A2.1", "A2.2", "A2.3"):
        at.change(name, at=None)
    alone = boarding(at)

    assert several.label.en.endswith("A1.1 goes aboard")
    assert alone.label.en.endswith("A1.1 goes aboard T-34/76 A2.0")
    said = notes(at, alone.examples[0])
    assert "goes along with T-34/76 A2.0, and does not shoot" in said[0]
    assert said[1] == "Any hit on the tank may take it: it saves on 5+."


@pytest.mark.rule("FHW-VIC-02")
def test_an_objective_is_said_to_be_contested_from_beside_it() -> None:
    moment = Table(OWN, FOES).moment

    said = msgspec.json.encode(goals(moment.rules, view(moment.field, Viewer("a")))).decode()

    assert "with no enemy in it or next to it" in said


@pytest.mark.rule("FHW-TERR-11", "FHW-MOVE-01")
@pytest.mark.parametrize(("woods", "says"), [({"0506": "w"}, True), ({}, False)])
def test_a_way_that_rough_ground_cuts_short_says_so(woods: dict[str, str], says: bool) -> None:
    at = moving("sov_t34_76_4", "0306>0", surface=woods)
    path = ("0406", "0506", "0606", "0706", "0806")

    refusal = acts.check(at.moment, Seat("a"), go(*path))

    assert isinstance(refusal, Refusal)
    assert refusal.rule == "FHW-MOVE-01"
    assert ("touches rough ground" in Describer(at.moment.rules).explain(refusal).en) is says


@pytest.mark.rule("FHW-ALLOC-02", "FHW-SMOKE-01")
@pytest.mark.parametrize(("kind", "says"), [("sov_smg", False), ("sov_mortars", True)])
def test_smoke_is_spoken_of_where_there_is_any(kind: str, says: bool) -> None:
    foe = platoon("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "0606"))
    at = moving(kind, "0506", defenders=[foe], others={n: "0507" if n < 3 else f"00{n:02d}" for n in range(1, 12)})
    labels = [each.label.en for each in offers(at.moment, Seat("a")) if each.type == "fire"]

    assert any("to be hit first" in each for each in labels)
    assert any("moke" in each for each in labels) is says


SPOTS = {0: "0006", 1: "0106"} | {n: f"00{n:02d}>0" if n < 6 else f"01{n:02d}>0" for n in range(2, 8)}


@pytest.mark.rule("FHW-ART-06", "FHW-FC-01")
@pytest.mark.parametrize("sees", [True, False])
def test_covering_fire_of_a_battery_says_that_it_bombards_and_who_has_to_see(sees: bool) -> None:
    wood = {} if sees else {f"05{row:02d}": "d" for row in range(12)} | {f"06{row:02d}": "d" for row in range(12)}
    at = Table([squad("A1", "sov_mortars", {1: "0306"})], FOES, surface=wood)

    said = notes(at, act("order", platoon="A1", order="FC"))

    assert said[0].startswith("Bombards first")
    assert [each.startswith("None of them sees an enemy now: ") for each in said[1:]] == ([] if sees else [True])


@pytest.mark.rule("FHW-ART-03", "FHW-SET-04")
def test_a_battery_off_the_board_is_not_said_to_assault() -> None:
    guns = {"id": "A1", "company": "1", "platoon": "us_artillery", "start": "off_board", "placements": []}
    at = Table([guns, OWN[0] | {"id": "A2"}], FOES)

    (first, *_) = notes(at, act("order", platoon="A1", order="FC"))

    assert first.startswith("Bombards from off the board")
    at = Table([squad("A1", "us_artillery")], FOES, deployed=False).commit()
    assert notes(at, act("station", platoon="A1", off_board=True))[0].startswith("It starts off the board")


@pytest.mark.rule("FHW-FC-02")
def test_a_step_in_which_nobody_has_a_target_says_so_on_its_button() -> None:
    wood = {f"08{row:02d}": "d" for row in range(12)} | {f"09{row:02d}": "d" for row in range(12)}
    at, shut = (Table(OWN, FOES, surface=each).plan(A1="FC", A2="FC", B1="MD") for each in ({}, wood))

    labels = [[each.label.en for each in offers(table.until("a2_designate").moment, Seat("a"))] for table in (at, shut)]

    assert labels[0][-1] != labels[1][-1]
    assert labels[1] == ["Nobody has a target: go on"]


@pytest.mark.rule("FHW-ART-02")
def test_what_is_designated_anew_says_that_it_replaces() -> None:
    at = Table([squad("A1", "sov_mortars", {1: "0706"})], FOES).plan(A1="FC", B1="MD")
    assert at.prompt == "a1_designate"
    offer = next(each for each in offers(at.moment, Seat("a")) if each.type == "bombard")
    at.do("a", offer.examples[0])

    again = [each.label.en for each in offers(at.moment, Seat("a")) if each.type == "bombard"]

    assert not offer.label.en.startswith("Instead")
    assert all(each.startswith("Instead: ") for each in again)
