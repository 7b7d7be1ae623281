"""The campaign as it is played: games that are due, what they leave, promotions and veterans between them, who wins."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from app.engine import play
from app.engine.campaign import Played, campaign_of
from app.engine.dice import GivenDice, StreamDice
from app.engine.refusal import InvalidInput, Refusal
from app.engine.registry import read_tables
from app.engine.system import Setup
from app.engine.types import SPECTATOR, Action, Outcome, Seat, Viewer
from app.systems.open_wars.campaign.play import OpenWarsCampaign
from app.systems.open_wars.campaign.state import CampaignState, KeepVeterans, Promote, Veterans
from app.systems.open_wars.position.state import Position, Result, Token
from app.systems.open_wars.system import OpenWars
from tests.games.open_wars.tables import FOLDER

A, B = Seat("a"), Seat("b")
CODE = "war_for_elandria"
ELF, ORC = "elves.archer", "orcs.axer"
ELVES_AND_ORCS = ({"faction": "elves"}, {"faction": "orcs"})


@cache
def game() -> OpenWars:
    return OpenWars(read_tables(FOLDER), "hash")


def rules() -> OpenWarsCampaign:
    found = campaign_of(game())
    assert isinstance(found, OpenWarsCampaign)
    return found


def begun(**options: Any) -> CampaignState:
    state: CampaignState = play.start(rules(), Setup(CODE, ELVES_AND_ORCS, options), GivenDice(())).state
    return state


def opened(state: CampaignState) -> Position:
    """The game that is due, as it starts."""
    due = rules().next_game(state)
    assert due is not None
    position: Position = play.start(game(), due.setup, StreamDice(bytes(32), "opening")).state
    return position


def with_tokens(position: Position, **armies: Mapping[str, int]) -> Position:
    """The position with these tokens on the map, each seat's on its start cell."""
    tokens: dict[int, Token] = {}
    for seat, army in armies.items():
        cell = position.seats[Seat(seat)].start
        for unit, count in army.items():
            for _ in range(count):
                tokens[len(tokens) + 1] = Token(len(tokens) + 1, unit, Seat(seat), cell)
    return msgspec.structs.replace(position, tokens=tokens)


def counted(
    state: CampaignState, position: Position, winners: tuple[Seat, ...] = (), side: str = "draw"
) -> CampaignState:
    """The campaign after a game that ended so."""
    over = msgspec.structs.replace(position, result=Result(side, "turn_limit", winners))
    outcome = game().outcome(over)
    assert outcome is not None
    played = Played(state.number, outcome, over)
    after: CampaignState = play.carried_on(rules(), state, rules().after_game(state, played)).state
    return after


def decided(state: CampaignState, seat: Seat, action: Action) -> CampaignState:
    step = play.step(rules(), state, seat, action, GivenDice(()))
    assert isinstance(step, play.Step), step
    after: CampaignState = step.state
    return after


def refused(state: CampaignState, seat: Seat, action: Action) -> str:
    refusal = rules().check(state, seat, action)
    assert isinstance(refusal, Refusal)
    return refusal.rule


def after_first(elves: Mapping[str, int], orcs: Mapping[str, int]) -> CampaignState:
    """After a first game that the elves won, with these tokens left."""
    state = begun()
    return counted(state, with_tokens(opened(state), a=elves, b=orcs), (A,), "a")


@pytest.mark.rule("OW-CAM-01")
def test_three_games_are_played_in_order_and_the_first_is_due_at_once() -> None:
    state = begun()
    due = rules().next_game(state)

    assert due is not None
    assert [each.name.en for each in rules().games(CODE)] == [
        next(known.name.en for known in game().manifest.scenarios if known.id == row.scenario)
        for row in game().book.rules().campaign.games
    ]
    assert (due.number, due.setup.scenario) == (1, "clash_at_the_bridge")
    assert [seat["faction"] for seat in due.setup.seats] == ["elves", "orcs"]
    assert rules().to_act(state) == ()


@pytest.mark.rule("OW-CAM-09")
def test_the_first_game_musters_with_its_own_gold_and_packs() -> None:
    position = opened(begun())

    assert position.phase == "muster"
    assert [seat.budget for seat in position.seats.values()] == [10, 10]
    assert position.options["unit_packs"] == "base"


@pytest.mark.rule("OW-CAM-02")
def test_a_win_brings_three_points_and_a_draw_one_each() -> None:
    won = after_first({ELF: 1}, {ORC: 1})
    state = begun()
    drawn = counted(state, with_tokens(opened(state), a={ELF: 1}, b={ORC: 1}))

    assert [member.points for member in won.members][1] == 0
    assert won.members[0].points >= 3
    assert {member.points for member in drawn.members} <= {1, 2}


@pytest.mark.rule("OW-CAM-04")
def test_promotions_come_first_then_kept_lists_both_seats_at_once() -> None:
    state = after_first({ELF: 2}, {ORC: 2})
    assert (state.stage, rules().to_act(state)) == ("promotions", (A, B))

    state = decided(state, B, Promote())
    assert (state.stage, rules().to_act(state)) == ("promotions", (A,))
    assert refused(state, B, Promote()) == "OW-TURN-01"
    assert refused(state, A, KeepVeterans()) == "OW-TURN-01"

    state = decided(state, A, Promote())
    assert (state.stage, rules().to_act(state)) == ("veterans", (A, B))
    assert rules().next_game(state) is None


@pytest.mark.rule("OW-CAM-04")
@pytest.mark.rule("OW-ACT-14")
def test_veterans_up_to_the_cap_stand_on_the_start_cell_of_the_next_game() -> None:
    state = after_first({ELF: 2}, {ORC: 2})
    for seat in (A, B):
        state = decided(state, seat, Promote())
    price = game().book.rules().units[ELF].value
    assert refused(state, A, KeepVeterans((Veterans(ELF, 3),))) == "OW-CAM-04"
    assert refused(state, A, KeepVeterans((Veterans("nothing", 1),))) == "OW-CAM-04"
    assert 2 * price <= 6, "the cap of the second game"

    state = decided(state, A, KeepVeterans((Veterans(ELF, 1), Veterans(ELF, 1))))
    state = decided(state, B, KeepVeterans())

    assert (state.stage, state.number) == ("game", 2)
    position = opened(state)
    assert position.scenario == "arcanums_crown"
    assert [token.unit for token in position.tokens.values()] == [ELF, ELF]
    assert {token.cell for token in position.tokens.values()} == {position.seats[A].start}


@pytest.mark.rule("OW-CAM-04")
def test_whoever_trails_has_more_muster_gold() -> None:
    state = after_first({ELF: 2}, {ORC: 2})
    for seat in (A, B):
        state = decided(state, seat, Promote())
    for seat in (A, B):
        state = decided(state, seat, KeepVeterans())

    assert [seat.budget for seat in opened(state).seats.values()] == [10, 12]


@pytest.mark.rule("OW-CAM-05")
def test_half_of_the_gold_left_goes_on_up_to_four() -> None:
    state = begun()
    position = with_tokens(opened(state), a={ELF: 1}, b={ORC: 1})
    seats = {
        A: msgspec.structs.replace(position.seats[A], gold=7),
        B: msgspec.structs.replace(position.seats[B], gold=20),
    }

    after = counted(state, msgspec.structs.replace(position, seats=seats))

    assert [member.treasury for member in after.members] == [3, 4]


@pytest.mark.rule("OW-CAM-06")
@pytest.mark.rule("OW-ACT-15")
def test_a_promotion_holds_for_the_rest_of_the_campaign_and_once_for_each_unit() -> None:
    state = after_first({ELF: 2}, {ORC: 2})
    (offer,) = rules().offers(state, A)
    first = next(example for example in offer.examples if isinstance(example, Promote) and example.unit)

    state = decided(state, A, first)
    state = decided(state, B, Promote())
    for seat in (A, B):
        state = decided(state, seat, KeepVeterans())

    position = opened(state)
    assert position.seats[A].promotions == {first.unit: first.stat}
    again = counted(state, with_tokens(position, a={ELF: 2}, b={ORC: 2}), (B,), "b")
    assert again.member(A).promotions == {first.unit: first.stat}
    if again.stage == "promotions" and A in rules().to_act(again):
        assert refused(again, A, first) == "OW-CAM-06"


@pytest.mark.rule("OW-CAM-06")
@pytest.mark.parametrize(
    "action", [Promote("nothing", "attack"), Promote(ELF), Promote(None, "attack"), Promote(ELF, "range")]
)
def test_what_is_no_promotion_is_refused(action: Promote) -> None:
    assert refused(after_first({ELF: 2}, {ORC: 2}), A, action) == "OW-CAM-06"


@pytest.mark.rule("OW-CAM-06")
def test_a_unit_of_the_other_faction_or_one_that_did_not_survive_is_not_promoted() -> None:
    state = after_first({ELF: 2}, {ORC: 2})
    other = next(
        kind.code
        for kind in game().book.rules().units.values()
        if kind.faction == "elves" and kind.code != ELF and kind.pack == "base"
    )

    assert refused(state, A, Promote(ORC, "attack")) == "OW-CAM-06"
    assert refused(state, A, Promote(other, "attack")) == "OW-CAM-06"


@pytest.mark.rule("OW-CAM-03")
def test_a_seat_that_resigned_has_no_survivors_and_nothing_to_decide() -> None:
    state = begun()
    position = with_tokens(opened(state), a={ELF: 2}, b={ORC: 2})
    seats = {**position.seats, B: msgspec.structs.replace(position.seats[B], resigned=True)}

    after = counted(state, msgspec.structs.replace(position, seats=seats), (A,), "a")

    assert after.member(B).survivors == {}
    assert rules().to_act(after) == (A,)


@pytest.mark.rule("OW-CAM-04")
def test_where_nobody_survived_the_next_game_is_due_at_once() -> None:
    state = begun()

    after = counted(state, with_tokens(opened(state)), (A,), "a")

    assert (after.stage, after.number) == ("game", 2)


def last_game(points: tuple[int, int]) -> CampaignState:
    state = begun()
    members = tuple(
        msgspec.structs.replace(member, points=total) for member, total in zip(state.members, points, strict=True)
    )
    return msgspec.structs.replace(state, members=members, number=3)


@pytest.mark.rule("OW-CAM-08")
@pytest.mark.parametrize(
    ("points", "winners", "expected"),
    [((6, 0), (B,), ("a",)), ((0, 3), (B,), ("b",)), ((3, 0), (B,), ("b",)), ((2, 2), (), ())],
)
def test_most_points_win_then_the_winner_of_the_last_game(
    points: tuple[int, int], winners: tuple[Seat, ...], expected: tuple[str, ...]
) -> None:
    state = last_game(points)

    over = counted(state, with_tokens(opened(state)), winners, winners[0] if winners else "draw")

    outcome = rules().outcome(over)
    assert isinstance(outcome, Outcome)
    assert outcome.winners == expected
    assert rules().next_game(over) is None
    assert rules().to_act(over) == ()


@pytest.mark.rule("OW-CAM-07")
def test_each_game_has_its_own_target_and_packs() -> None:
    plan = game().book.rules().campaign.games
    for row in plan:
        position = opened(msgspec.structs.replace(begun(), number=row.number))
        assert position.options["unit_packs"].split(",") == [
            pack for pack in position.options["unit_packs"].split(",") if pack in row.unit_packs
        ]
        assert position.target in (None, row.target_points)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (({"faction": "elves"}, {"faction": "elves"}), {}),
        (({"faction": "elves"},), {}),
        (({"faction": "nobody"}, {}), {}),
        (({}, {}), {"unit_packs": "base"}),
        (({}, {}), {"no_such_option": True}),
    ],
)
def test_what_cannot_be_set_up_is_refused_before_it_begins(seats: Any, options: Any) -> None:
    with pytest.raises(InvalidInput):
        rules().setup(Setup(CODE, seats, options), GivenDice(()))


@pytest.mark.parametrize("seed", range(3))
def test_whole_campaigns_of_random_play_end_and_every_example_is_legal(seed: int) -> None:
    pick = random.Random(seed)
    state = begun()
    while rules().outcome(state) is None:
        due = rules().next_game(state)
        if due is None:
            for seat in rules().to_act(state):
                (offer,) = rules().offers(state, seat)
                assert all(rules().check(state, seat, example) is None for example in offer.examples)
                assert len(offer.names) in (0, len(offer.examples))
            seat = pick.choice(rules().to_act(state))
            action = rules().sample(state, seat, pick.randrange)
            assert action is not None
            state = decided(state, seat, action)
            continue
        position, acts = opened(state), 0
        while game().outcome(position) is None:
            seat = pick.choice(game().to_act(position))
            chosen = game().sample(position, seat, pick.randrange)
            assert chosen is not None
            step = play.step(game(), position, seat, chosen, StreamDice(bytes(32), f"{seed} {acts}"))
            assert isinstance(step, play.Step)
            position, acts = step.state, acts + 1
        outcome = game().outcome(position)
        assert outcome is not None
        events = rules().after_game(state, Played(due.number, outcome, position))
        state = play.carried_on(rules(), state, events).state
        assert msgspec.json.decode(msgspec.json.encode(state), type=CampaignState) == state
        for event in events:
            again = msgspec.json.decode(msgspec.json.encode(event), type=rules().event_type)
            assert again == event
    assert len(rules().standing(rules().view(state, SPECTATOR))) == 2


def test_everything_a_player_reads_is_in_both_languages() -> None:
    state = after_first({ELF: 2}, {ORC: 2})
    (offer,) = rules().offers(state, A)
    step = play.step(rules(), state, A, offer.examples[0], GivenDice(()))
    assert isinstance(step, play.Step)
    told = [rules().describe(event) for event in step.events]
    ranks = rules().standing(rules().view(step.state, Viewer("b")))

    texts = [offer.label, *offer.names, *(entry.text for entry in told if entry), *(n for r in ranks for n in r.notes)]
    assert all(text.es and text.en for text in texts)
    assert offer.label.es != offer.label.en
