"""Attacks as they are resolved: what happens, in which order, who is asked, what scores."""

import pytest
from msgspec.structs import replace

from app.systems.splatball.fire import attack, resolving
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.position.frames import AttackFrame, EndFrame, WreckFrame
from tests.games.splatball.table import piece, position, story, unit

SCAMP = unit("s", "scamp", (5, 6))
"""Attacks from below; the target's own edge is the north."""
FLEES = {"a": "S", "b": "N"}


def begun(at, *dice, attacker="s", target="t"):
    """The story of an attack with these dice, all of which must fall."""
    told = story(at, *dice)
    shot = attack.judge_attack(told.field, attacker, target)
    resolving.attack(told, shot)
    assert not told.dice.left_over
    return told


def fight(*units, **more):
    return position(*units, edges=FLEES, **more)


def names(told):
    return [type(event).__name__ for event in told.events if not isinstance(event, e.Flow)]


def target(kind="scamp", at=(5, 5), **more):
    return unit("t", kind, at, "b", **more)


# ----------------------------------------------------------------------------------------------------------------- the dice


@pytest.mark.rule("SPL-FIRE-09", "SPL-DICE-02", "SPL-FIRE-07")
def test_a_miss_is_declared_and_rolled_and_that_is_all():
    told = begun(fight(SCAMP, target()), 1, 2, 3)
    declared, rolled = told.events

    assert (declared.count, declared.deduction, declared.need, declared.distance) == (3, 0, 4, 1)
    assert (declared.start, declared.end, declared.target_kind, declared.kind) == ((5, 6), (5, 5), "scamp", "scamp")
    assert (rolled.dice, rolled.successes, rolled.hits, rolled.power) == ((1, 2, 3), 0, 0, 6)
    assert told.position.units["s"].attacked
    assert told.position.points == {"a": 0, "b": 0}
    assert told.position.splats == ()


@pytest.mark.rule("SPL-FIRE-02", "SPL-FIRE-01")
def test_whoever_has_attacked_does_not_attack_again():
    told = begun(fight(SCAMP, target()), 1, 2, 3)

    assert attack.judge_attack(told.field, "s", "t").rule == "SPL-FIRE-02"


@pytest.mark.rule("SPL-DICE-03", "SPL-RET-01", "SPL-HIT-04", "SPL-VP-01")
def test_hits_score_and_are_followed_by_retreat_dice():
    told = begun(fight(SCAMP, target("hoser")), 5, 6, 4, 3, 4)

    assert names(told) == ["AttackDeclared", "DiceRolled", "Hit", "Scored", "RetreatRolled"]
    assert told.position.units["t"].lives == 1
    assert told.position.points["a"] == 4
    assert told.events[-1].dice == (3, 4)
    assert told.position.frames == ()
    assert told.position.splats[0].count == 2


@pytest.mark.rule("SPL-HIT-05", "SPL-ADV-03")
def test_the_eliminated_roll_nothing_and_let_nobody_in():
    told = begun(fight(SCAMP, target(lives=2), unit("z", "scamp", (0, 0), "b")), 6, 5, 4)

    assert names(told) == ["AttackDeclared", "DiceRolled", "Hit", "Eliminated", "Scored"]
    assert told.position.gone["t"].cause == "eliminated"
    assert told.position.points["a"] == 3
    assert told.position.frames == ()


@pytest.mark.rule("SPL-ADV-03")
def test_a_room_may_let_the_attacker_in_after_an_elimination():
    at = fight(SCAMP, target(lives=2), unit("z", "scamp", (0, 0), "b"), options={"advance_on_elimination": True})
    told = begun(at, 6, 5, 4)

    assert told.position.frames == (AttackFrame("s", "t", (5, 5), "advance", 0, True),)
    resolving.advance(told, accept=True)
    assert told.position.units["s"].at == (5, 5)


@pytest.mark.rule("SPL-WIN-09", "SPL-HIT-05")
def test_when_the_last_enemy_falls_nothing_more_is_asked():
    at = fight(SCAMP, target(lives=1), options={"advance_on_elimination": True})
    told = begun(at, 6, 5, 4)

    assert told.is_over
    assert names(told)[-1] == "GameOver"
    assert told.position.frames == ()


@pytest.mark.rule("SPL-WIN-09", "SPL-RET-01")
def test_where_points_end_the_game_no_retreat_is_rolled():
    at = fight(SCAMP, target(), options={"victory": "points", "points_target": 5}, points={"a": 4, "b": 0})

    assert names(begun(at, 6, 1, 1))[-1] == "GameOver"


@pytest.mark.parametrize(("rule", "removed"), [("pool", 3), ("best_die", 2), ("each_die", 0)])
@pytest.mark.rule("SPL-HIT-03")
def test_the_room_says_how_points_are_taken_off(rule, removed):
    at = fight(SCAMP, target(), pieces=[piece("p1", "hedge", (6, 5))], options={"points_rule": rule})
    told = begun(at, 6, 5, 4, *[6] * removed)

    assert told.position.units["t"].lives == 4 - removed


# -------------------------------------------------------------------------------------------------------------- the way back


def waiting(told):
    return told.position.frames[-1] if told.position.frames else None


@pytest.mark.rule("SPL-RET-04", "SPL-RET-02")
def test_its_owner_is_asked_for_each_square():
    told = begun(fight(SCAMP, target()), 4, 4, 1, 1, 1)

    assert waiting(told) == AttackFrame("s", "t", (5, 5), "retreat", 2, True)
    resolving.retreat_to(told, (4, 4))
    assert (waiting(told).due, told.position.units["t"].at) == (1, (4, 4))
    resolving.retreat_to(told, (4, 3))
    assert waiting(told).step == "advance"


@pytest.mark.rule("SPL-RET-04", "SPL-ADV-01")
def test_the_only_square_is_taken_without_asking_but_advancing_is_asked():
    at = fight(SCAMP, target(at=(0, 5)), unit("x", "scamp", (0, 4), "b"), options={"facing": False})
    at = replace(at, units={**at.units, "s": replace(SCAMP, at=(0, 6))})
    told = begun(at, 4, 4, 1, 1, 6)

    assert told.position.units["t"].at == (1, 4)
    assert waiting(told) == AttackFrame("s", "t", (0, 5), "advance", 0, True)


@pytest.mark.rule("SPL-RET-03", "SPL-COV-04")
def test_what_it_stands_beside_when_attacked_ignores_one_result():
    playground = [piece("p1", "playground", (4, 5))]
    told = begun(fight(SCAMP, target(), pieces=playground), 6, 6, 1, 1, 2)
    rolled = told.events[-1]

    assert (rolled.squares, rolled.ignored) == (0, True)
    assert waiting(told) is None
    more = begun(fight(SCAMP, target(), pieces=playground), 6, 6, 1, 1, 1)
    assert waiting(more).due == 1
    none = begun(fight(SCAMP, target(), pieces=playground), 6, 6, 1, 3, 2)
    assert (none.events[-1].squares, none.events[-1].ignored) == (0, False)


RIM = (replace(SCAMP, at=(5, 1)), unit("z", "scamp", (0, 11), "b"))
"""An attacker below somebody at the rim, and somebody who keeps the game going."""


@pytest.mark.rule("SPL-RET-07", "SPL-RET-08", "SPL-VP-05", "SPL-ADV-03")
def test_each_square_that_cannot_be_made_costs_a_life_and_scores():
    told = begun(fight(*RIM, target("hoser", at=(5, 0))), 5, 1, 1, 2)

    assert names(told)[-3:] == ["RetreatRolled", "RetreatFailed", "Scored"]
    assert (told.position.units["t"].lives, told.position.points["a"]) == (1, 4)
    assert waiting(told) is None


@pytest.mark.rule("SPL-RET-08", "SPL-WIN-09", "SPL-ADV-03")
def test_lives_lost_for_squares_may_eliminate_and_cause_no_dice():
    told = begun(fight(*RIM, target(at=(5, 0), lives=3)), 4, 4, 1, 1, 1)

    assert names(told)[-4:] == ["RetreatRolled", "RetreatFailed", "Eliminated", "Scored"]
    assert told.position.points["a"] == 4
    assert waiting(told) is None
    option = fight(*RIM, target(at=(5, 0), lives=3), options={"advance_on_elimination": True})
    assert waiting(begun(option, 4, 4, 1, 1, 1)).step == "advance"


@pytest.mark.rule("SPL-WIN-09", "SPL-RET-08")
def test_where_a_life_lost_for_a_square_ends_the_game_the_next_is_kept():
    won = {"options": {"victory": "points", "points_target": 5}, "points": {"a": 2, "b": 0}}
    told = begun(fight(*RIM, target(at=(5, 0)), **won), 4, 4, 1, 1, 1)

    assert names(told)[-3:] == ["RetreatFailed", "Scored", "GameOver"]
    assert told.position.units["t"].lives == 1


@pytest.mark.rule("SPL-ADV-01", "SPL-RET-07")
def test_whoever_went_back_and_fell_farther_back_has_left_its_square():
    told = begun(fight(replace(SCAMP, at=(5, 2)), RIM[1], target(at=(5, 1), lives=3)), 4, 4, 1, 1, 1)
    befores = len(told.events)
    resolving.retreat_to(told, (6, 0))

    assert [type(event).__name__ for event in told.events[befores:]] == [
        "Retreated", "Flow", "RetreatFailed", "Eliminated", "Scored", "Flow",
    ]  # fmt: skip
    assert waiting(told) == AttackFrame("s", "t", (5, 1), "advance", 0, True)
    resolving.advance(told, accept=True)
    assert told.position.units["s"].at == (5, 1)


@pytest.mark.rule("SPL-RET-07")
def test_no_position_on_the_way_is_asked_of_somebody_who_is_gone():
    told = begun(fight(replace(SCAMP, at=(5, 2)), RIM[1], target(at=(5, 1), lives=3)), 4, 4, 1, 1, 1)
    resolving.retreat_to(told, (6, 0))

    for state in (*told.step().befores, told.position):
        for frame in state.frames:
            assert frame.step == "advance" or frame.target in state.units


@pytest.mark.rule("SPL-RET-09", "SPL-CAMO-07")
def test_going_back_costs_the_marker_not_the_facing():
    told = begun(fight(SCAMP, target(facing="SE", marker=True, revealed=True)), 4, 1, 1, 1)
    assert told.position.units["t"].marker
    resolving.retreat_to(told, (5, 4))
    back = told.position.units["t"]

    assert (back.marker, back.facing, back.at) == (False, "SE", (5, 4))
    assert names(told)[-2:] == ["Retreated", "MarkerRemoved"]


@pytest.mark.rule("SPL-RET-09")
def test_whoever_loses_a_life_instead_keeps_its_marker():
    told = begun(fight(*RIM, target("hoser", at=(5, 0), marker=True, revealed=True)), 5, 1, 1, 2)

    assert told.position.units["t"].marker


@pytest.mark.rule("SPL-CAMO-08")
def test_going_back_may_come_upon_the_hidden():
    hidden = unit("h", "scamp", (5, 1), "a", marker=True)
    told = begun(fight(SCAMP, target(), hidden), 4, 1, 1, 1)
    resolving.retreat_to(told, (5, 4))

    assert told.position.units["h"].revealed
    assert names(told)[-2:] == ["Retreated", "Revealed"]


# --------------------------------------------------------------------------------------------------------------- and after it


@pytest.mark.rule("SPL-ADV-05", "SPL-CAMO-07")
def test_advancing_costs_the_marker_and_nothing_else():
    marked = replace(SCAMP, marker=True, revealed=True, moved=3, facing="W")
    told = begun(fight(marked, target()), 4, 1, 1, 1)
    resolving.retreat_to(told, (5, 4))
    resolving.advance(told, accept=True)
    there = told.position.units["s"]

    assert names(told)[-2:] == ["Advanced", "MarkerRemoved"]
    assert (there.at, there.marker, there.moved, there.facing, there.attacked) == ((5, 5), False, 3, "W", True)
    assert attack.judge_attack(told.field, "s", "t").rule == "SPL-FIRE-02"
    assert told.position.frames == ()


@pytest.mark.rule("SPL-ADV-01")
def test_one_need_not_advance():
    told = begun(fight(SCAMP, target()), 4, 1, 1, 1)
    resolving.retreat_to(told, (5, 4))
    resolving.advance(told, accept=False)

    assert (told.position.units["s"].at, told.position.frames) == ((5, 6), ())


@pytest.mark.parametrize(
    "attacker",
    [unit("s", "hoser", (5, 6)), unit("s", "scamp", (5, 7)), unit("s", "badger", (5, 6))],
    ids=["support", "from afar", "vehicle"],
)
@pytest.mark.rule("SPL-ADV-02", "SPL-ADV-01")
def test_nothing_is_asked_of_whoever_may_not(attacker):
    count = {"hoser": 4, "scamp": 2, "badger": 4}[attacker.type]
    told = begun(fight(attacker, target()), 4, *[1] * (count - 1), 1)
    resolving.retreat_to(told, (5, 4))

    assert told.position.frames == ()


@pytest.mark.rule("SPL-ADV-02", "SPL-VEH-14")
def test_nobody_advances_out_of_a_cart():
    cart = (unit("s", "cart", (5, 6)), unit("r", "scamp", inside="s"))
    told = begun(fight(*cart, target()), 4, 1, 1, 1)
    resolving.retreat_to(told, (5, 4))

    assert told.position.frames == ()
    assert told.position.units["s"].attacked


# ---------------------------------------------------------------------------------------------------------------- camouflage


@pytest.mark.rule("SPL-CAMO-06", "SPL-CAMO-08")
def test_attacking_reveals_before_the_dice_and_leaves_the_marker():
    hidden = unit("s", "sniper", (5, 9), marker=True)
    told = begun(fight(hidden, target()), 1, 1, 1)

    assert names(told) == ["Revealed", "AttackDeclared", "DiceRolled"]
    assert (told.position.units["s"].marker, told.position.units["s"].revealed) == (True, True)


# ------------------------------------------------------------------------------------------------------------------ vehicles


def marmot(**more):
    return unit("s", "marmot", (5, 9), **more)


@pytest.mark.rule("SPL-VHIT-02", "SPL-VHIT-04", "SPL-VP-02", "SPL-VEH-16")
def test_an_impact_scores_and_nobody_goes_back_or_follows():
    told = begun(fight(unit("s", "scamp", (5, 6)), target("badger")), 4, 4, 4)

    assert names(told) == ["AttackDeclared", "DiceRolled", "Impact", "Scored"]
    assert (told.events[0].strength, told.events[0].need) == (8, None)
    assert told.position.units["t"].damage == 1
    assert told.position.points["a"] == 4
    assert told.position.frames == ()


@pytest.mark.rule("SPL-VHIT-02")
def test_too_little_power_does_nothing():
    assert names(begun(fight(SCAMP, target("badger")), 3, 3, 1)) == ["AttackDeclared", "DiceRolled"]


@pytest.mark.rule("SPL-VHIT-03", "SPL-VEH-15", "SPL-ADV-03")
def test_a_destroyed_vehicle_leaves_nothing_and_lets_nobody_in():
    at = fight(SCAMP, target("badger", damage=1), RIM[1], options={"advance_on_elimination": True})
    told = begun(at, 6, 6, 4)

    assert names(told) == ["AttackDeclared", "DiceRolled", "Impact", "Eliminated", "Scored"]
    assert told.events[2].double
    assert told.position.points["a"] == 6
    assert (told.position.frames, told.field.is_free((5, 5))) == ((), True)


def wreck(*riders, at=(5, 5), **more):
    aboard = [unit(f"r{number}", kind, None, "b", inside="t") for number, kind in riders]
    return fight(marmot(), target("armadillo", at=at, damage=2, facing="E"), *aboard, **more)


@pytest.mark.rule("SPL-TRN-12", "SPL-WIN-08")
def test_passengers_are_placed_by_their_owner_one_after_the_other():
    told = begun(wreck((10, "scamp"), (2, "hoser")), 6, 6, 1, 1)

    assert not told.is_over
    assert waiting(told) == WreckFrame("b", "a", (5, 5), "E", ("r2", "r10"))
    resolving.place_passenger(told, "r10", (5, 5))
    assert waiting(told) == WreckFrame("b", "a", (5, 5), "E", ("r2",), False)
    resolving.place_passenger(told, "r2", (4, 4))
    assert told.position.frames == ()
    placed = told.position.units["r10"], told.position.units["r2"]
    assert [(each.at, each.inside, each.facing, each.lives) for each in placed] == [
        ((5, 5), None, "E", 4),
        ((4, 4), None, "E", 3),
    ]


@pytest.mark.rule("SPL-TRN-12")
def test_a_lone_passenger_takes_the_vehicles_square_without_asking():
    told = begun(wreck((1, "scamp")), 6, 6, 1, 1)

    assert (told.position.units["r1"].at, told.position.frames) == ((5, 5), ())
    assert names(told)[-3:] == ["Eliminated", "Scored", "PassengerPlaced"]


CROWD = [piece("p1", "tree", (1, 0)), piece("p2", "tree", (0, 1)), piece("p3", "tree", (1, 1))]


def cornered(**more):
    """A wreck to be in a corner where only its own square is free, with three aboard, and slingers who throw over the trees."""
    riders = [
        unit(f"r{number}", kind, None, "b", inside="t") for number, kind in ((10, "lobber"), (2, "hoser"), (3, "camo"))
    ]
    armadillo = target("armadillo", at=(0, 0), damage=2, fences_aboard=2)
    return fight(unit("s", "slinger", (0, 2)), armadillo, *riders, pieces=CROWD, **more)


@pytest.mark.rule("SPL-TRN-12", "SPL-VP-06", "SPL-WIN-09")
def test_those_without_a_square_are_lost_by_their_ids_and_score():
    told = begun(cornered(), 6, 6)
    resolving.place_passenger(told, "r3", (0, 0))

    lost = [event for event in told.events if isinstance(event, ef.PassengerLost | e.Scored)]
    assert [getattr(event, "unit", None) or event.gained["a"] for event in lost] == [6, "r2", 7, "r10", 5]
    assert [told.position.gone[name].cause for name in ("r2", "r10")] == ["eliminated", "eliminated"]
    assert (told.position.frames, told.position.board.fences) == ((), ())


@pytest.mark.rule("SPL-WIN-09", "SPL-TRN-12")
def test_the_game_may_end_with_one_passenger_before_the_next_is_lost():
    told = begun(cornered(options={"victory": "points", "points_target": 13}), 6, 6)
    resolving.place_passenger(told, "r3", (0, 0))

    assert told.is_over
    assert "r10" in told.position.units


@pytest.mark.rule("SPL-WIN-09", "SPL-VHIT-03")
def test_where_the_wreck_ends_the_game_nobody_is_placed():
    told = begun(cornered(options={"victory": "points", "points_target": 6}), 6, 6)

    assert told.is_over
    assert names(told)[-1] == "GameOver"
    assert told.position.frames == ()


@pytest.mark.rule("SPL-TRN-12")
def test_on_the_way_every_passenger_rides_waits_or_stands_somewhere():
    told = begun(cornered(), 6, 6)
    resolving.place_passenger(told, "r3", (0, 0))

    for state in (*told.step().befores, told.position):
        waiting_now = [name for frame in state.frames for name in frame.passengers]
        assert set(waiting_now) <= set(state.units)
        for each in state.units.values():
            assert each.at is not None or each.inside in state.units or each.id in waiting_now


@pytest.mark.rule("SPL-CAMO-08", "SPL-TRN-12")
def test_placing_a_passenger_may_come_upon_the_hidden():
    hidden = unit("h", "scamp", (5, 2), "a", marker=True)
    at = wreck((1, "scamp"), (2, "scamp"))
    at = replace(at, units={**at.units, "h": hidden, "t": replace(at.units["t"], at=(5, 6))})
    told = begun(at, 6, 6, 1, 1)
    resolving.place_passenger(told, "r1", (5, 6))
    assert not told.position.units["h"].revealed
    resolving.place_passenger(told, "r2", (5, 5))

    assert told.position.units["h"].revealed


# ---------------------------------------------------------------------------------------------------------------- going on


@pytest.mark.rule("SPL-FIRE-01")
def test_what_waits_stays_as_it_is():
    asked = [
        begun(fight(SCAMP, target()), 4, 1, 1, 1),
        begun(wreck((1, "scamp"), (2, "scamp")), 6, 6, 1, 1),
        story(fight(SCAMP, target(), frames=(EndFrame("p1"),))),
    ]
    for told in asked:
        before = told.position
        resolving.run(told)
        assert told.position is before


@pytest.mark.rule("SPL-RET-04")
def test_what_waits_goes_on_where_something_has_changed():
    """As when whoever stood in the way has resigned."""
    at = fight(SCAMP, target(), frames=(AttackFrame("s", "t", (5, 5), "retreat", 1, True),), pieces=[
        piece("p1", "tree", (4, 4)), piece("p2", "tree", (6, 4)),
    ])  # fmt: skip
    told = story(at)
    resolving.run(told)

    assert (told.position.units["t"].at, waiting(told).step) == ((5, 4), "advance")


@pytest.mark.rule("SPL-GEN-04", "SPL-VP-01")
def test_points_go_to_the_side():
    at = fight(SCAMP, target(), unit("z", "scamp", (0, 0), "c"), seats="abc", sides={"a": "a", "b": "b", "c": "a"})
    at = replace(at, active="c", units={**at.units, "s": replace(SCAMP, seat="c")})
    told = begun(at, 4, 1, 1, 6)

    assert told.position.points == {"a": 1, "b": 0}
    assert told.events[1].side == "a"
