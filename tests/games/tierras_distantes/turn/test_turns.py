"""Initiative, batches, naming, what follows a batch, how turns end (TD-TRN, TD-INI, TD-ACT, TD-END)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Text
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Ending
from tests.games.tierras_distantes.playing import after, refused, step
from tests.games.tierras_distantes.table import position, unit

END = a.EndBatch()
AWAY = a.Move("A01", ((100, 600),))


def line(letter, count, y, **more):
    return [unit(f"{letter}{n:02}", 100 * n, y, **more) for n in range(1, count + 1)]


def battle(active=1, of=4, **more):
    """Four against four; the first of A's are active."""
    own = line("A", of, 500)
    own[:active] = [replace(each, status="active") for each in own[:active]]
    return position(*own, *line("B", 4, 900), **more)


def kinds(found):
    return [type(event).__name__ for event in found.events]


# ------------------------------------------------------------------------------------------------------------ what follows


@pytest.mark.rule("TD-ACT-06", "TD-ACT-07", "TD-ACT-01")
def test_after_the_first_batch_the_other_player_rolls():
    found = step(battle(), "a", END, 3, 2)

    assert kinds(found) == ["BatchEnded", "BatchBegan"]
    assert found.state.units["A01"].status == "done"
    batch = found.state.batch
    assert (batch.player, batch.kind, batch.roll, batch.count, batch.named) == ("B", "second", 2, 2, ())


@pytest.mark.rule("TD-TRN-02", "TD-INI-01", "TD-ACT-09")
def test_after_the_second_batch_a_round_begins_with_new_initiative():
    second = after(battle(), "a", END, 1, 1)
    second = after(second, "b", a.Activate(("B02",)))

    found = step(second, "b", END, 2, 2, 1, 4, 6, 6)

    assert kinds(found) == ["BatchEnded", "InitiativeRolled", "BatchBegan", "Activated"]
    assert found.events[1].dice == (2, 2, 1, 4)
    state = found.state
    assert (state.turn, state.round, state.initiative, state.last_initiative) == (1, 2, "B", "A")
    assert (state.batch.player, state.batch.count, state.batch.named) == ("B", 3, ("B01", "B03", "B04"))


@pytest.mark.rule("TD-INI-02")
def test_a_tie_may_stay_with_who_had_the_initiative():
    second = after(battle(options={"initiative_tie": "keep_last"}), "a", END, 1, 1)
    second = after(second, "b", a.Activate(("B02",)))

    assert after(second, "b", END, 2, 2, 1, 1).initiative == "A"


@pytest.mark.rule("TD-ACT-08", "TD-ACT-09")
def test_the_last_batch_needs_no_roll_and_may_follow_at_once():
    done = [replace(each, status="done") for each in line("B", 4, 900)]
    own = line("A", 3, 500)
    own[0] = replace(own[0], status="active")

    found = step(position(*own, *done), "a", END)

    assert kinds(found) == ["BatchEnded", "BatchBegan", "Activated"]
    batch = found.state.batch
    assert (batch.player, batch.kind, batch.roll, batch.count, batch.named) == ("A", "final", None, 2, ("A02", "A03"))


@pytest.mark.rule("TD-TRN-03", "TD-END-01", "TD-END-05", "TD-TRN-01")
def test_a_turn_ends_when_all_have_been_activated_and_losses_are_checked():
    own = [unit("A01", 100, 500, status="active", frightened=True), unit("A02", 200, 500, status="lost")]
    foes = [unit("B01", 100, 900, status="done"), unit("B02", 200, 900, status="done", climbing="rock")]

    found = step(position(*own, *foes, quiet=2, lost_in_turn=1), "a", END)

    assert kinds(found) == ["BatchEnded", "TurnEnded", "GameEnded"]
    assert found.state.result == Ending("B", "demoralised")  # one of two


@pytest.mark.rule("TD-END-05", "TD-ACT-10", "TD-TRN-04")
def test_in_a_new_turn_every_living_miniature_is_ready_and_fright_stays():
    own = [unit("A01", 100, 500, status="active", frightened=True, actions=3)]
    foes = [unit("B01", 100, 900, status="done"), unit("B02", 200, 900, status="done", climbing="rock")]

    found = step(position(*own, *foes, quiet=2), "a", END, 6, 1, 4, 4)

    assert kinds(found)[1:] == ["TurnEnded", "TurnBegan", "InitiativeRolled", "BatchBegan", "Activated"]
    state = found.state
    assert (state.turn, state.round, state.quiet) == (2, 1, 3)
    assert (state.units["A01"].status, state.units["A01"].frightened, state.units["A01"].actions) == ("active", True, 0)
    assert (state.units["B02"].status, state.units["B02"].climbing) == ("ready", "rock")


# ------------------------------------------------------------------------------------------------------------------ naming


@pytest.mark.rule("TD-ACT-03", "TD-ACT-04", "TD-ACT-05", "TD-REF-01")
def test_declared_all_are_named_before_anybody_acts():
    waiting = battle(0, count=2)

    assert refused(waiting, "a", END) == "TD-ACT-03"
    assert refused(waiting, "a", AWAY) == "TD-ACT-04"
    assert refused(waiting, "a", a.Activate(("A01",))) == "TD-ACT-03"
    assert refused(waiting, "a", a.Activate(("A01", "A01"))) == "TD-REF-03"
    assert refused(waiting, "a", a.Activate(("A01", "B01"))) == "TD-REF-02"
    named = after(waiting, "a", a.Activate(("A01", "A03")))
    assert [named.units[name].status for name in ("A01", "A02", "A03")] == ["active", "ready", "active"]
    assert refused(named, "a", a.Activate(("A02", "A04"))) == "TD-REF-01"
    assert refused(named, "a", AWAY) is None
    assert refused(named, "a", a.EndBatch(("A02",))) == "TD-REF-03"


@pytest.mark.rule("TD-ACT-04", "TD-ACT-05")
def test_progressive_they_are_named_as_they_act_and_the_rest_at_the_end():
    waiting = battle(0, count=2, options={"activation_choice": "progressive"})
    assert refused(waiting, "a", a.Activate(("A01", "A02"))) == "TD-REF-01"
    together = a.Move("A01", ((100, 600),), (a.GroupMove("A02", ((200, 600),)), a.GroupMove("A03", ((300, 600),))))
    assert refused(waiting, "a", together) == "TD-ACT-04"

    found = step(waiting, "a", a.Move("A02", ((200, 600),)))

    assert kinds(found) == ["Activated", "Moved"]
    state = found.state
    assert (state.batch.named, state.units["A02"].actions) == (("A02",), 1)
    assert refused(state, "a", END) == "TD-ACT-03"
    assert refused(state, "a", a.EndBatch(("A02",))) == "TD-ACT-10"
    ended = step(state, "a", a.EndBatch(("A04",)), 6, 6)
    assert [ended.state.units[name].status for name in ("A01", "A02", "A03", "A04")] == [
        "ready",
        "done",
        "ready",
        "done",
    ]


@pytest.mark.rule("TD-ACT-05")
def test_who_is_named_anew_has_all_its_actions():
    tired = unit("A01", 100, 500, actions=3, moves=2, shots=1)
    waiting = position(tired, *line("B", 2, 900), count=1, options={"activation_choice": "progressive"})

    found = after(waiting, "a", a.Move("A01", ((100, 600),)))

    assert (found.units["A01"].actions, found.units["A01"].moves, found.units["A01"].shots) == (1, 1, 0)


@pytest.mark.rule("TD-ACT-11", "TD-ACT-12")
def test_the_frightened_must_be_activated_too():
    own = [unit("A01", 100, 500, status="active"), unit("A02", 200, 500, frightened=True)]
    foes = [unit("B01", 100, 900), unit("B02", 200, 900, status="done", frightened=True)]

    found = step(position(*own, *foes), "a", END, 6, 6)

    assert (found.events[1].roll, found.events[1].count, found.events[2].units) == (6, 1, ("B01",))


@pytest.mark.rule("TD-ACT-13")
def test_a_batch_ends_by_itself_when_nobody_has_an_action_left():
    own = [unit("A01", 100, 500, status="active", actions=2), unit("A02", 200, 500, status="active", actions=3)]
    start = position(*own, unit("A03", 300, 500), *line("B", 2, 900))

    found = step(start, "a", a.Move("A01", ((100, 600),)), 1, 1)

    assert kinds(found) == ["Moved", "BatchEnded", "BatchBegan"]
    waiting = replace(
        start, options={**start.options, "activation_choice": "progressive"}, batch=replace(start.batch, count=3)
    )
    assert kinds(step(waiting, "a", a.Move("A01", ((100, 600),)))) == ["Moved"]


@pytest.mark.rule("TD-ACC-10", "TD-ACC-05")
def test_nobody_is_obliged_to_act():
    found = after(battle(2), "a", END, 1, 1)

    assert [found.units[name].actions for name in ("A01", "A02")] == [0, 0]


# -------------------------------------------------------------------------------------------------------------------- ends


def last(own=(), foes=(), **more):
    """The last batch of a turn: A's only active miniature, everybody else done."""
    units = [
        unit("A01", 100, 500, status="active"),
        *(replace(each, status=each.status if each.status == "lost" else "done") for each in (*own, *foes)),
        unit("B01", 100, 900, status="done"),
    ]
    return position(*units, **more)


def losses(letter, lost, of):
    """All but the first of a squad, so many of them lost."""
    return [
        unit(f"{letter}{n:02}", 40 * n, 700 if letter == "A" else 800, status="lost" if n <= lost + 1 else "done")
        for n in range(2, of + 1)
    ]


@pytest.mark.rule("TD-END-03", "TD-END-04", "TD-END-02", "TD-SQD-03", "TD-END-06")
@pytest.mark.parametrize(
    ("a_lost", "b_lost", "ending"),
    [
        (3, 2, Ending("B", "demoralised")),
        (2, 3, Ending("A", "demoralised")),
        (3, 3, Ending("draw", "both_demoralised")),
    ],
)
def test_who_has_lost_half_is_demoralised(a_lost, b_lost, ending):
    start = last(losses("A", a_lost, 6), losses("B", b_lost, 6))

    assert step(start, "a", END).state.result == ending


@pytest.mark.rule("TD-END-07", "TD-END-01")
def test_with_dice_both_roll_for_their_band_a_first():
    start = last(losses("A", 2, 8), losses("B", 4, 8), options={"morale": "roll"})

    held = step(start, "a", END, 5, 4, 3, 3, 6, 1, 1, 1)
    broke = step(start, "a", END, 5, 5, 3, 4)

    assert [(each.player, each.dice, each.below, each.holds) for each in held.events[1:3]] == [
        ("A", (5, 4), 10, True),
        ("B", (3, 3), 7, True),
    ]
    assert held.state.turn == 2
    assert broke.state.result == Ending("draw", "both_demoralised")


@pytest.mark.rule("TD-END-08")
def test_a_side_without_miniatures_ends_the_game_at_once_with_the_others_dice():
    start = position(
        unit("A01", 100, 500, status="active", weapons=("hand_grenade",), armour="none"),
        *losses("A", 2, 8),
        unit("B01", 100, 560, armour="none", status="ready"),
        options={"morale": "roll"},
    )

    found = step(start, "a", a.FireArea("A01", "hand_grenade", 100, 540), 6, 6, 6, 1, 1, 1, 1, 6, 5, 5)

    assert kinds(found) == ["Burst", "Attacked", "Attacked", "Lost", "MoraleRolled", "GameEnded"]
    assert found.state.result == Ending("draw", "both_demoralised")
    assert (found.state.phase, found.state.batch) == ("over", None)


@pytest.mark.rule("TD-END-08")
@pytest.mark.parametrize("morale", ["fixed", "roll"])
def test_a_side_that_consent_left_without_miniatures_loses_with_the_batch_whatever_was_counted(morale):
    start = position(unit("A01", 100, 500, status="active"), unit("B01", status="lost"), options={"morale": morale})
    uncounted = replace(start, players={**start.players, "B": replace(start.players["B"], lost=0)})

    for at in (start, uncounted):
        found = step(at, "a", END)
        assert kinds(found) == ["BatchEnded", "GameEnded"]
        assert found.state.result == Ending("A", "demoralised")


def disc(name, x, y, points):
    return Objective(name, Text(name, name), x, y, 50, 0, 0, points)


@pytest.mark.rule("TD-END-09", "TD-END-10")
def test_at_the_limit_objectives_decide_then_losses():
    options = {"turn_limit": 1}
    held = [disc("near", 100, 500, 2), disc("far", 100, 900, 1)]

    found = step(last(objectives=held, options=options), "a", END)
    assert kinds(found) == ["BatchEnded", "ObjectivesHeld", "TurnEnded", "GameEnded"]
    assert found.events[1].holders == {"near": "A", "far": "B"}
    assert found.state.result == Ending("A", "objectives")
    level = last(losses("A", 1, 6), losses("B", 1, 7), objectives=[held[0], disc("far", 100, 900, 2)], options=options)
    assert step(level, "a", END).state.result == Ending("B", "losses")
    assert step(last(options=options), "a", END).state.result == Ending("draw", "turn_limit")


@pytest.mark.rule("TD-END-13", "TD-END-14")
def test_so_many_turns_without_a_loss_are_a_draw():
    assert step(last(quiet=3), "a", END).state.result == Ending("draw", "quiet")
    assert step(last(quiet=3, lost_in_turn=1), "a", END, 6, 1, 1, 1).state.quiet == 0
    assert step(last(quiet=2), "a", END, 6, 1, 1, 1).state.quiet == 3


@pytest.mark.rule("TD-END-11", "TD-REF-01")
def test_whoever_resigns_loses_at_any_time():
    found = after(battle(), "b", a.Resign())

    assert found.result == Ending("A", "resigned")
    for action in (a.Resign(), a.OfferDraw(), a.AcceptDraw(), END):
        assert refused(found, "a", action) == "TD-REF-01"


@pytest.mark.rule("TD-GEN-03", "TD-REF-01")
def test_there_are_no_acts_of_a_third_seat():
    for action in (a.Resign(), a.OfferDraw(), END):
        assert refused(battle(), "c", action) == "TD-REF-01"


@pytest.mark.rule("TD-END-12", "TD-REF-01")
def test_a_draw_is_offered_once_in_a_turn_and_answered_by_the_other():
    offered = after(battle(), "b", a.OfferDraw())

    assert refused(offered, "a", a.OfferDraw()) == refused(offered, "b", a.AcceptDraw()) == "TD-REF-01"
    assert after(offered, "a", a.AcceptDraw()).result == Ending("draw", "agreed")
    declined = after(offered, "a", a.DeclineDraw())
    assert refused(declined, "b", a.OfferDraw()) == "TD-END-12"
    assert refused(declined, "a", a.OfferDraw()) is None
    assert refused(replace(declined, turn=2), "b", a.OfferDraw()) is None


@pytest.mark.rule("TD-END-12")
def test_an_offer_lapses_when_its_player_acts_or_the_batch_ends():
    of_a, of_b = after(battle(), "a", a.OfferDraw()), after(battle(), "b", a.OfferDraw())
    walk = a.Move("A01", ((100, 600),))

    assert kinds(step(of_a, "a", walk)) == ["DrawLapsed", "Moved"]
    assert kinds(step(of_b, "a", walk)) == ["Moved"]
    assert kinds(step(of_b, "a", END, 1, 1)) == ["BatchEnded", "DrawLapsed", "BatchBegan"]


@pytest.mark.rule("TD-REF-01", "TD-END-12")
def test_no_second_draw_is_offered_while_one_is_open():
    start = position(unit("A01", 500, 500, status="active"), unit("B01", 500, 900), draw_offer="A")

    assert refused(start, "a", a.OfferDraw()) == refused(start, "b", a.OfferDraw()) == "TD-REF-01"


@pytest.mark.rule("TD-END-11", "TD-END-12")
def test_who_gives_up_with_an_offer_open_ends_the_game_and_nothing_lapses():
    start = position(unit("A01", 500, 500, status="active"), unit("B01", 500, 900), draw_offer="A")

    (event,) = step(start, "a", a.Resign()).events

    assert event.ending == Ending("B", "resigned")
