"""Two games with the squads exchanged: who leads what, points, ties (TD-SQD-09)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine import play
from app.engine.campaign import Played, campaign_of
from app.engine.dice import GivenDice, StreamDice
from app.engine.refusal import IllegalAction, InvalidInput
from app.engine.system import Setup
from app.engine.types import SPECTATOR, Outcome, Seat, Text
from app.systems.tierras_distantes.campaign.play import TierrasCampaign
from app.systems.tierras_distantes.campaign.state import CampaignState, Nothing
from app.systems.tierras_distantes.position.actions import ListedMember, LockSquad, Resign
from app.systems.tierras_distantes.position.state import Position
from tests.games.tierras_distantes.playing import after, opened, stepped
from tests.support.random_play import registry

A, B = Seat("a"), Seat("b")
SIX = ({"quality": "regular", "armour": "medium", "weapons": ("assault_rifle",), "count": 6, "name": "Los seis"},)


def game() -> Any:
    return registry()["tierras_distantes"]


@cache
def rules() -> TierrasCampaign:
    found = campaign_of(game())
    assert isinstance(found, TierrasCampaign)
    return found


def begun(scenario: str = "outpost", *seats: Any, **options: Any) -> CampaignState:
    setup = Setup(f"both_ways_{scenario}", seats or ({}, {}), options)
    state: CampaignState = play.start(rules(), setup, GivenDice(())).state
    return state


def first_position(state: CampaignState) -> Position:
    due = rules().next_game(state)
    assert due is not None
    found: Position = opened(due.setup.scenario, seats=due.setup.seats, **due.setup.options).state
    return found


def counted(state: CampaignState, *winners: Seat, lost: Any = (0, 0), start: Any = (6, 6)) -> CampaignState:
    """The campaign after a game that ended so."""
    position = first_position(state)
    return told(state, _with_losses(position, lost, start), *winners)


def _with_losses(position: Position, lost: Any, start: Any) -> Position:
    players = {
        player: replace(side, lost=lost[at], start=start[at])
        for at, (player, side) in enumerate(position.players.items())
    }
    return replace(position, players=players)


def told(state: CampaignState, position: Position, *winners: Seat) -> CampaignState:
    played = Played(state.number, Outcome(winners, "", "", Text("", "")), position)
    found: CampaignState = play.carried_on(rules(), state, rules().after_game(state, played)).state
    return found


def squads(state: CampaignState) -> list[Any]:
    due = rules().next_game(state)
    assert due is not None
    return [seat["squad"] for seat in due.setup.seats]


def ended(state: CampaignState) -> tuple[Any, str]:
    outcome = rules().outcome(state)
    assert outcome is not None
    return outcome.winners, outcome.reason


@pytest.mark.rule("TD-SQD-09")
def test_every_scenario_can_be_played_both_ways() -> None:
    assert [each.id for each in rules().manifest.scenarios] == [
        f"both_ways_{each.id}" for each in game().manifest.scenarios
    ]
    assert all(len(rules().games(each.id)) == 2 for each in rules().manifest.scenarios)


@pytest.mark.rule("TD-SQD-09")
def test_the_squads_of_the_scenario_are_exchanged() -> None:
    state = begun("relay")
    assert squads(state) == ["A", "B"]
    assert squads(counted(state, A)) == ["B", "A"]
    assert squads(counted(begun("relay", {"squad": "B"}, {"squad": "A"}), A)) == ["A", "B"]
    other_way = first_position(counted(state, A))
    assert other_way.players["A"].members == first_position(state).players["B"].members


@pytest.mark.rule("TD-SQD-09", "TD-SQD-11")
def test_squads_that_the_players_built_are_exchanged_too_with_their_names() -> None:
    position = first_position(begun("unknown_world"))
    ready = game().book.rules().scenarios["unknown_world"].ready[0]
    bare = tuple(ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in ready.members)
    own = (*bare[:-1], replace(bare[-1], name="Zeta"))
    position = after(position, "b", LockSquad(own))
    position = stepped(position, "a", LockSquad(bare), StreamDice(bytes(32), "terrain")).state
    second = first_position(told(begun("unknown_world"), position, A))

    assert second.players["B"].members == ready.members == position.players["A"].members
    assert second.players["A"].members == position.players["B"].members
    assert {side.squad for side in second.players.values()} == {"given"}


@pytest.mark.rule("TD-SQD-09", "TD-SQD-10")
def test_a_squad_that_was_never_open_is_not_handed_over() -> None:
    state = begun("unknown_world")
    position = first_position(state)
    ready = game().book.rules().scenarios["unknown_world"].ready[0]
    bare = tuple(ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in ready.members)
    position = after(after(position, "a", LockSquad(bare)), "b", Resign())

    assert squads(told(state, position, A)) == ["B", "A"]


@pytest.mark.rule("TD-SQD-09")
def test_squads_brought_along_are_exchanged() -> None:
    state = begun("unknown_world", {"squad": list(SIX)}, {})

    assert squads(state) == [SIX, "B"]
    assert squads(told(state, first_position(state), A)) == ["B", SIX]


@pytest.mark.rule("TD-SQD-09")
def test_more_points_win() -> None:
    state = counted(counted(begun(), A, lost=(5, 0)), lost=(5, 0))

    assert [member.points for member in state.members] == [3, 1]
    assert ended(state) == ((A,), "points")
    assert rules().next_game(state) is None


@pytest.mark.rule("TD-SQD-09")
def test_who_is_ahead_stands_first_with_the_losses_of_all_games() -> None:
    level, ahead = begun(), counted(counted(begun(), A, lost=(5, 1)), lost=(2, 0))

    ranks = [rules().standing(rules().view(state, SPECTATOR)) for state in (level, ahead)]

    assert [[(each.seat, each.points, each.place) for each in found] for found in ranks] == [
        [(A, 0, 1), (B, 0, 1)],
        [(A, 3, 1), (B, 1, 2)],
    ]
    assert [note.en for each in ranks[1] for note in each.notes] == ["Lost: 7 of 12", "Lost: 1 of 12"]


@pytest.mark.rule("TD-SQD-09", "TD-GEN-05")
def test_both_games_are_played_by_the_options_and_tables_of_the_campaign() -> None:
    setup = Setup("both_ways_outpost", ({}, {}), {"turn_limit": 3}, {"weapon.carbine.total": 5})
    state: CampaignState = play.start(rules(), setup, GivenDice(())).state

    for each in (state, counted(state, A)):
        due = rules().next_game(each)
        assert due is not None
        assert (due.setup.options, due.setup.tables) == ({"turn_limit": 3}, {"weapon.carbine.total": 5})
    assert rules().manifest.minutes == 2 * game().manifest.minutes


@pytest.mark.rule("TD-SQD-09", "TD-END-09")
def test_equal_points_are_decided_by_the_share_of_losses_over_both_games() -> None:
    level = counted(begun(), A, lost=(3, 4), start=(6, 10))
    assert rules().outcome(level) is None

    assert ended(counted(level, B, lost=(3, 2), start=(6, 5))) == ((B,), "losses")  # 6 of 12, 6 of 15
    assert ended(counted(level, B, lost=(1, 4), start=(8, 4))) == ((A,), "losses")  # 4 of 14, 8 of 14
    assert ended(counted(level, B, lost=(3, 1), start=(6, 0))) == ((), "shared")  # 6 of 12, 5 of 10


@pytest.mark.rule("TD-SQD-09", "TD-REF-01")
def test_nothing_is_decided_between_the_games() -> None:
    for state in (begun(), counted(begun())):
        assert rules().to_act(state) == ()
        assert not rules().offers(state, A)
        assert rules().check(state, A, Nothing()).rule == "TD-REF-01"
        with pytest.raises(IllegalAction):
            rules().apply(state, A, Nothing(), GivenDice(()))


@pytest.mark.rule("TD-SQD-09", "TD-GEN-08")
def test_what_cannot_be_played_is_refused_before_the_first_game() -> None:
    for seats in (({"squad": "A"}, {"squad": "A"}), ({"squad": []}, {}), ({"squad": 7}, {}), ({},)):
        with pytest.raises(InvalidInput):
            begun("outpost", *seats)
    with pytest.raises(InvalidInput):
        begun("outpost", turn_limit=0, quiet_turns=0)
