"""Fire as it is carried out: dice in order, groups, shares, lost shots, bursts (TD-FIRE, TD-CON, TD-DIV, TD-AREA, TD-SEE)."""

from __future__ import annotations

import pytest

from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position.events_fights import CoverTold
from tests.games.tierras_distantes.playing import acts, moment, refused, step
from tests.games.tierras_distantes.table import piece, position, unit

HIT = (6, 6, 6)
WALL = piece("wall", "wall", (300, 590, 500, 600), 50)
LOW = piece("low", "barricade", (450, 690, 550, 700), 14)


def shooter(name="A01", x=500, y=500, *weapons, **more):
    return unit(name, x, y, status="active", weapons=weapons or ("assault_rifle",), **more)


def kinds(found):
    return [type(event).__name__ for event in found.events]


def attacks(found):
    return [event for event in found.events if isinstance(event, e.Attacked)]


@pytest.mark.rule("TD-FIRE-03", "TD-FIRE-06", "TD-FIRE-07", "TD-RES-03", "TD-FIRE-01")
def test_the_attack_is_rolled_then_the_armour():
    start = position(shooter(), unit("A02", 100, 100), unit("B01", 500, 700))

    found = step(start, "a", a.Fire("A01", "assault_rifle", "B01"), 4, 3, 2, 3, 3, 3)

    assert kinds(found) == ["Fired", "Attacked", "Frightened"]
    attack = found.events[1]
    assert (attack.attack.dice, attack.attack.score) == ((4, 3, 2), 9)
    assert (attack.defence.dice, attack.defence.score) == ((3, 3, 3), 9)
    assert (attack.margin, attack.result, attack.unit) == (0, "frightened", "B01")
    after = found.state.units
    assert (after["A01"].actions, after["A01"].shots, after["A01"].moves) == (1, 1, 0)
    assert after["B01"].frightened


@pytest.mark.rule("TD-RES-04", "TD-RES-05", "TD-FRT-12")
def test_a_casualty_is_removed_and_counted():
    start = position(shooter(), unit("B01", 500, 700, frightened=True), unit("B02", 600, 700))

    lost = step(start, "a", a.Fire("A01", "assault_rifle", "B01"), 6, 6, 6, 1, 1, 1)
    again = step(start, "a", a.Fire("A01", "assault_rifle", "B01"), 3, 3, 3, 3, 3, 3)

    assert kinds(lost) == ["Fired", "Attacked", "Lost"]
    gone = lost.state.units["B01"]
    assert (gone.status, gone.x_mm, gone.frightened) == ("lost", None, False)
    assert (lost.events[-1].x_mm, lost.events[-1].y_mm, lost.events[-1].z_mm) == (500, 700, 0)
    assert (lost.state.players["B"].lost, lost.state.lost_in_turn) == (1, 1)
    assert kinds(again) == ["Fired", "Attacked"]


@pytest.mark.rule("TD-CON-01", "TD-CON-02", "TD-CON-03", "TD-CON-06", "TD-CON-08", "TD-ACC-06")
def test_shooters_at_one_target_make_one_attack():
    start = position(shooter(), shooter("A02", 560, 500, "carbine"), unit("B01", 500, 700), unit("B02", 900, 900))
    together = a.Fire("A01", "assault_rifle", "B01", others=(a.GroupShot("A02", "carbine", "B01"),))

    found = step(start, "a", together, 1, 1, 6, 6, 5, 3, 3, 3)

    (attack,) = attacks(found)
    assert (attack.attack.dice, attack.attack.kept, attack.attack.score) == ((1, 1, 6, 6, 5), 3, 17)
    assert [(each.unit, each.rolled, each.kept) for each in attack.by] == [("A01", 3, 3), ("A02", 2, 2)]
    assert [found.state.units[name].shots for name in ("A01", "A02")] == [1, 1]
    twice = a.Fire("A01", "assault_rifle", "B01", others=(a.GroupShot("A01", "assault_rifle", "B01"),))
    assert refused(start, "a", twice) == "TD-CON-08"


@pytest.mark.rule("TD-COV-05", "TD-CON-06", "TD-COV-01")
@pytest.mark.parametrize(("option", "bonus"), [("any", 1), ("all", 0)])
def test_cover_against_a_group_is_that_of_one_shooter_or_of_all(option, bonus):
    """The barricade hides the target from the south alone."""
    start = position(
        shooter(), shooter("A02", 800, 730), unit("B01", 500, 730), unit("B02", 900, 900),
        pieces=(LOW,), options={"concentrated_cover": option},
    )  # fmt: skip
    together = a.Fire("A02", "assault_rifle", "B01", others=(a.GroupShot("A01", "assault_rifle", "B01"),))

    (attack,) = attacks(step(start, "a", together, *HIT, *HIT, 5, 5, 5))

    assert [each.cover for each in attack.by] == [0, 1]
    assert attack.cover == (CoverTold(1, "hidden", "low", "barricade") if bonus else CoverTold())
    assert attack.defence.score == 15 + bonus


@pytest.mark.rule("TD-CON-01", "TD-COV-03")
def test_what_a_group_does_is_told_alike_whoever_is_named_first():
    east = piece("east", "barricade", (550, 680, 560, 780), 14)
    start = position(
        shooter(), shooter("A02", 800, 730), unit("B01", 500, 730), unit("B02", 900, 900), pieces=(LOW, east)
    )
    shots = [a.GroupShot(name, "assault_rifle", "B01") for name in ("A01", "A02")]

    told = [
        step(start, "a", a.Fire(one.unit, one.weapon, one.target, others=(two,)), *HIT, *HIT, 5, 5, 5)
        for one, two in (shots, shots[::-1])
    ]

    assert [(found.events[0].unit, attacks(found)[0].cover.piece) for found in told] == [("A01", "low")] * 2


@pytest.mark.rule("TD-FIRE-10", "TD-DIV-02", "TD-DIV-03", "TD-DIV-04", "TD-DIV-06", "TD-ACC-08")
def test_targets_are_attacked_in_the_order_in_which_they_are_named_and_casualties_leave_at_the_end():
    gun, rifle = shooter("A01", 500, 500, "light_machine_gun"), shooter("A02", 560, 500)
    start = position(gun, rifle, unit("B01", 500, 700), unit("B02", 600, 700), unit("B03", 900, 900))
    split = (a.Share("B02", 1), a.Share("B01", 3))
    together = a.Fire("A01", "light_machine_gun", split=split, others=(a.GroupShot("A02", "assault_rifle", "B02"),))

    found = step(start, "a", together, 6, 6, 6, 5, 1, 1, 1, 6, 6, 6, 1, 1, 1)

    first, second = attacks(found)
    assert (first.unit, first.attack.dice, first.attack.kept) == ("B02", (6, 6, 6, 5), 3)
    assert (second.unit, second.attack.dice, second.attack.kept) == ("B01", (6, 6, 6), 3)
    assert kinds(found) == ["Fired", "Attacked", "Attacked", "Lost", "Lost"]
    assert (found.state.units["A01"].shots, found.state.units["A01"].actions) == (1, 1)


@pytest.mark.rule("TD-SEE-01", "TD-CON-07")
def test_a_shot_at_somebody_unseen_is_refused_or_lost():
    units = (shooter("A01", 400, 500), shooter("A02", 700, 500), unit("B01", 400, 700), unit("B02", 900, 900))
    together = a.Fire("A01", "assault_rifle", "B01", others=(a.GroupShot("A02", "assault_rifle", "B01"),))
    alone = a.Fire("A01", "assault_rifle", "B01")

    assert refused(position(*units, pieces=(WALL,)), "a", together) == "TD-SEE-01"
    blind = position(*units, pieces=(WALL,), options={"blind_shot": "lost"})
    found, lost = step(blind, "a", together, *HIT, 1, 1, 1), step(blind, "a", alone)

    assert kinds(found) == ["Fired", "ShotLost", "Attacked", "Lost"]
    assert [each.unit for each in attacks(found)[0].by] == ["A02"]
    assert [found.state.units[name].shots for name in ("A01", "A02")] == [1, 1]
    assert kinds(lost) == ["Fired", "ShotLost"]
    assert (lost.rolls, lost.state.units["A01"].actions) == ((), 1)


@pytest.mark.rule("TD-SEE-01", "TD-DIV-02")
def test_of_divided_fire_only_the_shares_at_the_unseen_are_lost():
    gun = shooter("A01", 400, 500, "light_machine_gun")
    blind = position(gun, unit("B01", 400, 700), unit("B02", 900, 500), pieces=(WALL,), options={"blind_shot": "lost"})

    found = step(
        blind, "a", a.Fire("A01", "light_machine_gun", split=(a.Share("B01", 3), a.Share("B02", 1))), 6, 1, 1, 1
    )

    assert kinds(found) == ["Fired", "ShotLost", "Attacked", "Frightened"]


@pytest.mark.rule("TD-SEE-07")
def test_bodies_block_sight_only_where_the_room_says_so():
    def fired(*between, **options):
        start = position(shooter(), *between, unit("B01", 500, 700), unit("B09", 900, 900), options=options)
        return refused(start, "a", a.Fire("A01", "assault_rifle", "B01"))

    friend, foe, lost = unit("A02", 500, 600), unit("B02", 500, 600), unit("B02", 500, 600, status="lost")
    assert fired(friend) is None
    assert fired(friend, minis_block_sight=True) == fired(foe, minis_block_sight=True) == "TD-SEE-01"
    assert fired(lost, minis_block_sight=True) is None


@pytest.mark.rule("TD-FIRE-11", "TD-FIRE-09")
def test_a_target_may_be_shot_at_as_often_as_one_likes():
    start = position(*(shooter(f"A0{n}", 100 * n, 500) for n in range(1, 6)), unit("B01", 500, 900, armour="powered"))

    for n in range(1, 6):
        start = step(start, "a", a.Fire(f"A0{n}", "assault_rifle", "B01"), 1, 1, 1, *(6,) * 5).state

    assert [start.units[f"A0{n}"].shots for n in range(1, 6)] == [1] * 5


# ------------------------------------------------------------------------------------------------------------------ bursts


@pytest.mark.rule("TD-AREA-01", "TD-AREA-03", "TD-AREA-05", "TD-AREA-10", "TD-FIRE-10")
def test_a_burst_attacks_everybody_in_it_nearest_first():
    start = position(
        shooter("A01", 500, 500, "hand_grenade", armour="none"),
        unit("B02", 500, 540, armour="light"),
        unit("B01", 500, 560, armour="none"),
        unit("B03", 900, 900),
    )

    found = step(start, "a", a.FireArea("A01", "hand_grenade", 500, 525), *HIT, 1, 1, *HIT, 6, *HIT, 6)

    assert [each.unit for each in attacks(found)] == ["B02", "A01", "B01"]
    assert found.events[0].hit == ("B02", "A01", "B01")
    assert kinds(found) == ["Burst", *["Attacked"] * 3, *["Lost"] * 3, "GameEnded"]
    assert [event.unit for event in found.events[4:7]] == ["B02", "A01", "B01"]


@pytest.mark.rule("TD-AREA-11", "TD-ACC-03")
def test_the_point_may_be_empty():
    start = position(shooter("A01", 500, 500, "hand_grenade"), unit("B01", 900, 900))

    found = step(start, "a", a.FireArea("A01", "hand_grenade", 500, 600))

    assert (kinds(found), found.rolls, found.state.units["A01"].shots) == (["Burst"], (), 1)


@pytest.mark.rule("TD-AREA-09")
def test_beyond_effective_range_each_attack_has_a_die_less():
    start = position(
        shooter("A01", 500, 500, "hand_grenade"), unit("B01", 500, 610, armour="none"), unit("B02", 900, 900)
    )

    (attack,) = attacks(step(start, "a", a.FireArea("A01", "hand_grenade", 500, 610), 2, 2, 6))

    assert attack.attack.dice == (2, 2)


@pytest.mark.rule("TD-AREA-06", "TD-COV-02")
@pytest.mark.parametrize(("origin", "bonus"), [("burst", 0), ("shooter", 1), ("none", 0)])
def test_cover_against_a_burst_is_judged_from_where_the_room_says(origin, bonus):
    """The barricade stands between the shooter and the burst, which is on the target's side of it."""
    start = position(
        shooter("A01", 500, 640, "hand_grenade"), unit("B01", 500, 730), unit("B02", 900, 900),
        pieces=(LOW,), options={"area_cover_from": origin},
    )  # fmt: skip

    (attack,) = attacks(step(start, "a", a.FireArea("A01", "hand_grenade", 500, 730), *HIT, 6, 6, 6))

    assert attack.cover.bonus == bonus


@pytest.mark.rule("TD-AREA-06")
def test_without_cover_not_even_a_trench_helps():
    trench = piece("trench", "trench", (400, 700, 600, 760))
    units = (shooter("A01", 500, 640, "hand_grenade"), unit("B01", 500, 730), unit("B02", 900, 900))
    throw = a.FireArea("A01", "hand_grenade", 500, 730)
    dice = (*HIT, 6, 6, 6)

    (some,) = attacks(step(position(*units, pieces=(trench,)), "a", throw, *dice))
    (none,) = attacks(step(position(*units, pieces=(trench,), options={"area_cover_from": "none"}), "a", throw, *dice))

    assert (some.cover, none.cover) == (CoverTold(2, "inside", "trench", "trench"), CoverTold())


@pytest.mark.rule("TD-COV-01", "TD-COV-05", "TD-COV-06")
def test_of_two_who_see_a_target_in_cover_the_first_by_id_says_what_covers_it():
    woods, low = piece("woods", "woods", (400, 560, 480, 590), 60), piece("near", "barricade", (555, 735, 640, 745), 14)
    start = position(
        shooter("A01", 440, 500), shooter("A02", 640, 640), unit("B01", 550, 760), unit("B02", 900, 900),
        pieces=(low, woods),
    )  # fmt: skip
    fire = a.Fire("A02", "assault_rifle", "B01", others=(a.GroupShot("A01", "assault_rifle", "B01"),))
    alone = a.Fire("A02", "assault_rifle", "B01")

    (both,), (one,) = (
        attacks(step(start, "a", each, *dice, 6, 6, 6)) for each, dice in ((fire, HIT * 2), (alone, HIT))
    )

    assert both.cover == CoverTold(1, "soft", "woods", "woods")
    assert one.cover == CoverTold(1, "hidden", "near", "barricade")


# ---------------------------------------------------------------------------------------------------- the order of refusals


@pytest.mark.rule("TD-FIRE-02", "TD-REF-02", "TD-ACT-04", "TD-FIRE-08", "TD-FIRE-09", "TD-AREA-07")
def test_refusals_of_aimed_fire_come_in_order():
    gunner = shooter("A01", 500, 500, "assault_rifle", "hand_grenade")
    start = position(gunner, unit("A02", 100, 100), unit("B01", 500, 700), unit("B02", 100, 900, status="lost"))

    def shot(**more):
        return a.Fire(**{"unit": "A01", "weapon": "assault_rifle", "target": "B01", **more})

    assert refused(start, "a", shot(unit="A09", weapon="bow")) == "TD-REF-02"
    assert refused(start, "a", shot(unit="B01")) == "TD-REF-02"
    assert refused(start, "a", shot(unit="A02", weapon="bow")) == "TD-ACT-04"
    assert refused(start, "a", shot(weapon="bow", target="B09")) == "TD-FIRE-08"
    assert refused(start, "a", shot(weapon="carbine")) == "TD-FIRE-08"
    assert refused(start, "a", shot(weapon="hand_grenade", target="B09")) == "TD-AREA-07"
    assert refused(start, "a", shot(target="B09")) == "TD-REF-02"
    assert refused(start, "a", shot(target="A02")) == refused(start, "a", shot(target="A01")) == "TD-FIRE-09"
    split = (a.Share("B09", 1), a.Share("B01", 2))
    assert refused(start, "a", shot(target=None, split=split)) == "TD-DIV-01"
    for state, rule in (
        ({"frightened": True, "climbing": "rock"}, "TD-FRT-01"),
        ({"climbing": "rock", "actions": 3}, "TD-CLB-08"),
        ({"actions": 3, "shots": 1}, "TD-ACC-01"),
        ({"shots": 1}, "TD-ACC-03"),
    ):
        tired = position(shooter("A01", 500, 500, **state), unit("B01", 500, 700))
        assert refused(tired, "a", shot(weapon="bow")) == rule


@pytest.mark.rule("TD-DIV-02", "TD-FIRE-12", "TD-RNG-03")
def test_shares_are_judged_target_by_target():
    gunner = shooter("A01", 100, 100, "light_machine_gun")
    start = position(gunner, unit("B01", 100, 300), unit("B02", 100, 800))

    def divided(*shares):
        return a.Fire("A01", "light_machine_gun", split=tuple(a.Share(*share) for share in shares))

    assert refused(start, "a", divided(("B01", 4))) == "TD-DIV-02"
    assert refused(start, "a", divided(("B01", 2), ("B01", 2))) == "TD-DIV-02"
    assert refused(start, "a", divided(("B01", 5), ("B02", -1))) == "TD-DIV-02"
    assert refused(start, "a", divided(("B02", 1), ("B09", 3))) == "TD-FIRE-12"
    assert refused(start, "a", divided(("B09", 1), ("B02", 3))) == "TD-REF-02"
    assert refused(start, "a", divided(("B02", 2), ("B01", 2))) is None


@pytest.mark.rule("TD-AREA-12", "TD-AREA-08", "TD-RNG-03", "TD-AREA-02")
def test_refusals_of_area_fire_come_in_order():
    gunner = shooter("A01", 400, 500, "assault_rifle", "flamethrower")
    start = position(gunner, unit("B01", 500, 900), pieces=(WALL,), options={"area_sight": "by_weapon"})

    def flame(x, y, z=0, weapon="flamethrower"):
        return refused(start, "a", a.FireArea("A01", weapon, x, y, z))

    assert flame(-5, 0, weapon="bow") == "TD-FIRE-08"
    assert flame(-5, 0, weapon="assault_rifle") == "TD-AREA-12"
    assert flame(-5, 0) == flame(400, 560, 10) == flame(400, 595) == "TD-AREA-08"
    assert flame(400, 621) == "TD-RNG-03"
    assert flame(400, 620) == "TD-AREA-02"
    assert flame(400, 580) is None


@pytest.mark.rule("TD-FIRE-09", "TD-SEE-01", "TD-CON-07")
def test_nobody_who_is_lost_is_fired_at_and_a_lost_shot_is_its_shooters():
    gone = position(shooter(), unit("B01", status="lost"), unit("B02", 900, 900))
    hidden = position(shooter(x=450, y=550), unit("B01", 450, 650), pieces=[WALL], options={"blind_shot": "lost"})

    assert refused(gone, "a", a.Fire("A01", "assault_rifle", "B01")) == "TD-FIRE-09"
    lost = step(hidden, "a", a.Fire("A01", "assault_rifle", "B01")).events[1]
    assert (type(lost).__name__, lost.unit, lost.target) == ("ShotLost", "A01", "B01")


@pytest.mark.rule("TD-CLB-08", "TD-AREA-02")
def test_nobody_throws_anything_while_it_climbs():
    wall = piece("tower", "wall", (400, 512, 600, 520), 60)
    start = position(
        unit("A01", 500, 500, 30, status="active", weapons=("hand_grenade",), climbing="tower"),
        unit("B01", 500, 450),
        pieces=[wall],
    )

    assert refused(start, "a", a.FireArea("A01", "hand_grenade", 500, 450)) == "TD-CLB-08"


@pytest.mark.rule("TD-RNG-03")
def test_a_shot_too_far_names_who_shoots_and_at_whom():
    start = position(shooter("A01", 500, 100, "pistol"), unit("B01", 500, 900))

    facts = acts.check(moment(start), "a", a.Fire("A01", "pistol", "B01")).facts

    assert (facts["unit"], facts["target"]) == ("A01", "B01")
