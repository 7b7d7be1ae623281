"""What bots hope for: nothing is done, left or ordered for the sake of a hope that it does not change."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.hopes.exchanges import STILL
from app.systems.flames_hexwar.choices.hopes.forces import Forces
from app.systems.flames_hexwar.choices.hopes.goals_ahead import contested, shares, still_to_take, urgency
from app.systems.flames_hexwar.choices.hopes.intents import intents
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import TeamTurn
from tests.games.flames_hexwar.scenes import Table, squad

GOAL = [{"at": (12, 6), "name_es": "x", "name_en": "x"}]
HOLDS = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(4), "1206"))
TANKS = squad("A1", "sov_t34_76_4", dict.fromkeys(range(4), "0706>0"))


def hoped(at: Table) -> float:
    """What its own platoons may still do is worth to the attacker."""
    forces = Forces(at.moment.field, "A")
    return intents(forces, still_to_take(shares(forces)))


def test_nobody_is_done_with_a_turn_early_for_the_sake_of_the_next() -> None:
    at = Table([TANKS], [HOLDS], objectives=GOAL).plan(6, 1, A1="MD", B1="MD")
    at.acts("a", "activate", platoon="A1").acts("a", "close")
    done = hoped(at)

    at.acts("b", "activate", platoon="B1").acts("b", "close")

    assert at.position.turn == 2
    assert hoped(at) == done > 0  # the turn that begins brings no more than was hoped of it


def test_who_has_fired_may_fire_in_the_next_turn_but_not_after_the_last() -> None:
    def done(turns: int, *, shot: bool) -> float:
        at = Table([TANKS], [HOLDS], objectives=GOAL, turns=turns).plan(A1="MD", B1="FO").until("c")
        for name in ("A1.0", "A1.1", "A1.2", "A1.3"):
            at.change(name, turn=TeamTurn(shot=shot))
        activation = Activation(PlatoonId("A1"), None, fired=True)
        return hoped(at.changed(lambda position: replace(position, frames=(activation,))))

    assert done(6, shot=True) == done(6, shot=False) > done(1, shot=False) == 0


@pytest.mark.rule("FHW-MOVE-03")
@pytest.mark.parametrize(("start", "further"), [("0006", True), ("0706", False)])
def test_the_double_promises_no_way_that_comes_too_near(start: str, further: bool) -> None:
    def with_order(order: str) -> float:
        wood = {f"{column}{row:02d}": "d" for column in ("09", "10") for row in range(12)}  # nobody sees through it
        at = Table([squad("A1", "sov_smg", dict.fromkeys(range(10), start))], [HOLDS], objectives=GOAL, surface=wood)
        return hoped(at.acts("a", "order", platoon="A1", order=order))

    assert (with_order("MT") > with_order("MD")) is further


@pytest.mark.rule("FHW-ASLT-03")
def test_dice_that_keep_a_platoon_from_an_assault_cost_what_it_promises() -> None:
    own = squad("A1", "sov_smg", dict.fromkeys(range(10), "1106"))
    at = Table([own], [squad("B1", "ger_grenadiers_small", {0: "1206"})], objectives=GOAL)
    at.acts("a", "order", platoon="A1", order="FO")
    forces = Forces(at.moment.field, "A")
    assert contested(forces) == {at.team("B1.0").at}
    before = hoped(at)

    at.change("A1.0", turn=TeamTurn(rolled=2))

    assert before - hoped(at) > STILL * 1000


def test_in_the_end_nothing_counts_but_objectives() -> None:
    def first_turn(of: int) -> float:
        return urgency(Forces(Table([TANKS], [HOLDS], turns=of, objectives=GOAL).moment.field, "A"))

    assert first_turn(1) > 2 * first_turn(2) > 3 * first_turn(3) > 3 * first_turn(4)


@pytest.mark.rule("FHW-SUPP-04")
def test_nothing_is_hoped_of_shots_that_cannot_hurt_armour() -> None:
    """Hits on men suppress, be they saved; hits on armour do not."""

    def hit(foe: str) -> float:
        at = Table([squad("A1", "sov_smg", {0: "1006"})], [squad("B1", foe, {0: "1106>3", 1: "1106>3", 2: "1106>3"})])
        forces = Forces(at.moment.field, "A")
        gunner = next(stand.gunner for stand in forces.of_platoon(PlatoonId("A1")) if stand.team.id == "A1.0")
        assert gunner is not None
        return forces.hits(gunner)

    assert hit("ger_panthers") == 0 < hit("ger_grenadiers_small")
