"""The one sentence for whoever is asked, whoever waits and whoever watches; where the game stands; how it ended."""

from __future__ import annotations

import random

import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.types import SPECTATOR, Text
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.judge import acts
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Batch, Ending
from app.systems.tierras_distantes.turn.machine import players_asked
from tests.games.tierras_distantes.playing import after, moment, opened, stepped
from tests.games.tierras_distantes.screen.looking import A, B, asked, drawn, headline, plain, standing
from tests.games.tierras_distantes.table import book, position, unit
from tests.games.tierras_distantes.test_random_play import proposals

FOE = unit("B01", 900, 900)
VIEWERS = (A, B, SPECTATOR)


def squad(scenario):
    """A squad that is ready there."""
    members = book().rules().scenarios[scenario].ready[0].members
    return a.LockSquad(tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in members))


def cheap():
    """Six recruits with pistols."""
    return a.LockSquad((a.ListedMember("recruit", "none", ("pistol",), count=6),))


def prompts(at):
    """What is said to A, to B and to those who watch."""
    return tuple(plain(asked(at, viewer)) for viewer in VIEWERS)


# -- before play


@pytest.mark.rule("TD-SQD-01", "TD-SQD-04")
def test_squads_are_built_within_their_bounds_and_locked_ones_wait():
    at = opened("unknown_world").state
    build = "Build your squad unseen: 6 to 18 miniatures, up to 200 points."
    assert prompts(at) == (build, build, "Waiting for a squad to be locked: Side A and Side B.")

    at = after(at, "a", squad("unknown_world"))
    locked = "Your squad is locked; that of Side B is missing."
    assert prompts(at) == (locked, build, "Waiting for a squad to be locked: Side B.")


def test_without_a_limit_none_is_named():
    at = opened("unknown_world", points_limit=0).state
    assert asked(at, A) == "Build your squad unseen, 6 to 18 miniatures, and lock it."


@pytest.mark.rule("TD-SQD-12")
def test_whoever_must_add_to_a_squad_is_told_both_totals_and_what_balances():
    at = after(after(opened("unknown_world").state, "a", squad("unknown_world")), "b", cheap())

    mine, other, public = prompts(at)

    own = at.totals["B"]
    again = f"Your squad costs {own}, the other 196: add to it, 177 to 200 points."
    assert other == again
    assert mine == "Your squad is locked; that of Side B is missing."
    assert public == "The squads do not balance: Side B adds to the smaller one."


@pytest.mark.rule("TD-SQD-12", "TD-SQD-09")
def test_a_squad_against_a_given_one_is_told_what_it_must_balance_with():
    brought = [{"quality": "regular", "armour": "medium", "weapons": ["assault_rifle"], "count": 7}]
    at = opened("unknown_world", seats=({"squad": brought}, {})).state

    told, waits, _ = (asked(at, B), *prompts(at)[::2])

    assert told == "The other squad costs 140: build yours, 126 to 155 points."
    assert waits == "Waiting for a squad to be locked: Side B."


@pytest.mark.rule("TD-TER-04")
def test_terrain_is_placed_by_turns():
    at = after(opened("two_halves").state, "a", squad("two_halves"))
    at = _locked(at)
    player = at.placing.player
    seat, viewers = at.players[player].seat, {"A": (A, B), "B": (B, A)}[player]

    assert asked(at, viewers[0]) == "Place one of your 6 pieces of terrain."
    assert plain(asked(at, viewers[1])) == f"Side {player} places terrain: 6 pieces are left to them."
    assert headline(at) == "Terrain"
    assert seat in ("a", "b")


def _locked(at):

    return stepped(at, "b", squad("two_halves"), StreamDice(b"lot", "lot")).state


@pytest.mark.rule("TD-DEP-01")
def test_the_winner_of_the_roll_chooses_a_side():
    at = opened("outpost", (5, 2)).state

    chooses = "Side A has won the roll and chooses a side."
    assert prompts(at) == ("You won the roll: choose your side of the table.", chooses, chooses)
    assert headline(at) == "Choice of sides"


@pytest.mark.rule("TD-DEP-04", "TD-DEP-07")
def test_blind_deployment_tells_each_of_their_own_alone():
    at = after(opened("outpost", (5, 2)).state, "a", a.ChooseSide("south"))
    left = "Deploy unseen: 6 miniatures to go."
    assert prompts(at) == (left, left, "Deploying unseen: Side A and Side B.")

    at = after(at, "a", a.DeployRest())
    done = "All are placed: confirm the deployment, or move somebody first."
    assert prompts(at) == (done, left, "Deploying unseen: Side A and Side B.")

    at = after(at, "a", a.ConfirmDeployment())
    confirmed = "Your deployment is confirmed; that of Side B is missing."
    assert prompts(at) == (confirmed, left, "Deploying unseen: Side B.")


def test_one_after_the_other_the_others_see_how_far_a_deployment_is():
    at = after(opened("outpost", (5, 2), deployment_order="winner_second").state, "a", a.ChooseSide("south"))
    waits = "Side B deploys: 6 miniatures to go."
    assert prompts(at) == (waits, "Deploy in your zone: 6 miniatures to go.", waits)

    at = after(at, "b", a.DeployRest())
    assert prompts(at)[::2] == ("Side B looks the deployment over.",) * 2


def test_by_turns_one_miniature_is_placed_at_a_time():
    at = after(opened("outpost", (5, 2), deployment_order="alternate").state, "a", a.ChooseSide("south"))

    assert asked(at, B) == "Deploy one miniature: 6 to go."


# -- batches


@pytest.mark.rule("TD-ACT-05")
def test_who_acts_is_named_first():
    at = position(unit("A01"), unit("A02", 60), unit("A03", 120), FOE, count=2)

    names = "Side A chooses the 2 miniatures that act."
    assert prompts(at) == ("Choose which 2 miniatures act, of the 3 left.", names, names)
    assert asked(position(unit("A01"), unit("A02", 60), FOE, count=1), A, "es") == (
        "Elige qué miniatura actúa, de las 2 que te quedan."
    )


def test_named_as_they_act_those_missing_are_told():
    at = position(
        unit("A01"), unit("A02", 60), unit("A03", 120), FOE, count=2, options={"activation_choice": "progressive"}
    )

    assert asked(at, A) == "Act with whom you like: 2 more may be activated."
    assert plain(asked(at, B)) == "Side A acts: 2 miniatures have actions left."


@pytest.mark.rule("TD-ACT-13", "TD-ACC-10")
def test_the_active_act_or_the_batch_is_ended():
    two = position(unit("A01", status="active"), unit("A02", 60, status="active"), unit("A03", 120), FOE)
    last = position(
        unit("A01", status="active", actions=2), unit("A02", 60, status="active", actions=3), unit("A03", 120), FOE
    )

    assert prompts(two) == (
        "Act with your 2 active miniatures, or end the batch.",
        *("Side A acts: 2 miniatures have actions left.",) * 2,
    )
    assert prompts(last)[:2] == (
        "One active miniature has actions left: use it, or end the batch.",
        "Side A acts: one miniature has actions left.",
    )


@pytest.mark.rule("TD-FRT-01")
def test_where_only_the_frightened_are_left_they_are_to_rally():
    at = position(unit("A01", status="active", frightened=True), unit("A02", 60, status="active", actions=3), FOE)

    assert asked(at, A) == "Only a frightened one is left: rally it, or end the batch."


@pytest.mark.rule("TD-ACT-08")
def test_the_last_batch_says_that_it_is():
    final = Batch("A", "final", None, 1, ("A01",))
    at = position(
        unit("A01", status="active"), unit("A02", 60, status="done"), FOE, batch=final, options={"turn_limit": 9}
    )

    assert asked(at, A) == "Last batch: one miniature has actions left."
    assert plain(headline(at)) == "Turn 1 of 9 · Last batch: Side A"


def test_the_headline_tells_turn_round_and_whose_batch_it_is():
    at = position(unit("A01"), unit("A02", 60), unit("A03", 120), FOE, count=2)

    assert plain(headline(at)) == "Turn 1 · Round 1: Side A"
    assert plain(headline(at, "es")) == "Turno 1 · Ronda 1: Bando A"
    assert drawn(at, A).my_go
    assert not drawn(at, B).my_go
    assert not drawn(at).my_go


# -- the end


def test_a_game_that_is_over_asks_nobody_and_tells_how_it_ended():
    at = position(
        *(unit("A01"), unit("A02", status="lost"), FOE),
        phase="over",
        batch=None,
        result=Ending("B", "demoralised"),
    )

    found = drawn(at, A)

    assert prompts(at) == ("The game is over.",) * 3
    assert plain(headline(at)) == "Turn 1 · Game over"
    assert found.ending is not None
    assert plain(found.ending.en) == "Side B wins: the other side is demoralised. Losses: A 1 of 2, B 0 of 1."
    assert [each.out for each in found.standings] == [True, False]


@pytest.mark.rule("TD-END-09")
def test_a_game_won_on_objectives_tells_their_points_before_the_losses():
    core = Objective("core", Text("Núcleo", "Core"), 0, 0, 100, 0, 0, 3)
    at = position(unit("A01"), FOE, objectives=(core,), phase="over", batch=None, result=Ending("A", "objectives"))

    ending = plain(drawn(at).ending.en)

    assert ending.endswith("Objectives: A 3, B 0. Losses: A 0 of 1, B 0 of 1.")


def test_a_draw_and_a_game_given_up_before_play_are_told_too():
    drawn_game = position(unit("A01"), FOE, phase="over", batch=None, result=Ending("draw", "quiet"))
    given_up = after(opened("unknown_world").state, "a", a.Resign())

    assert drawn(drawn_game).ending == Text(
        "Empate: demasiados turnos tranquilos. Bajas: A, 0 de 1; B, 0 de 1.",
        "A draw: too many quiet turns. Losses: A 0 of 1, B 0 of 1.",
    )
    ending = drawn(given_up).ending
    assert ending is not None
    assert plain(ending.en) == "Side B wins: the other side has resigned."


def test_nothing_is_left_open_in_any_sentence_of_a_game():

    at, chance, dice = opened("two_halves", morale="roll").state, random.Random(3), StreamDice(b"whole game", "play")
    while players_asked(moment(at).rules, at):
        now = moment(at)
        for viewer in VIEWERS:
            found = drawn(at, viewer)
            for text in (found.prompt, found.headline):
                assert "{" not in text.es + text.en
        player = chance.choice(players_asked(now.rules, at))
        seat = at.players[player].seat
        for action in proposals(now, player, chance):
            verdict = acts.check(now, seat, action)
            if not isinstance(verdict, Refusal):
                at = acts.apply(now, seat, action, verdict, dice).state
                break
    assert drawn(at).ending is not None


@pytest.mark.rule("TD-FRT-01")
def test_as_long_as_one_who_is_calm_is_left_nobody_is_told_to_rally():
    at = position(unit("A01", status="active", frightened=True), unit("A02", 60, status="active"), FOE)

    assert asked(at, A).startswith(("Act with", "Last batch"))


@pytest.mark.rule("TD-HID-03", "TD-DEP-07")
def test_who_has_confirmed_a_deployment_is_told_apart_from_who_places():
    at = after(opened("outpost", (6, 1)).state, "a", a.ChooseSide("south"))
    at = after(after(at, "a", a.DeployRest()), "a", a.ConfirmDeployment())

    notes = [standing(at, side).note for side in "AB"]

    assert None not in notes
    assert notes[0] != notes[1]
