"""What every game's campaigns must keep, whichever they are: found by scanning and played at random, games and all.

``TAPETE_SOAK=20 pytest tests/contract/test_contract_campaigns.py`` plays many more of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from app.engine import play
from app.engine.campaign import Campaign, NextGame, Played, campaign_of
from app.engine.dice import GivenDice, StreamDice
from app.engine.refusal import IllegalAction, InvalidInput
from app.engine.system import Setup
from app.engine.types import SEATS, SPECTATOR, Action, Seat, Text, Viewer
from app.rooms.values.events import RESERVED
from tests.support.random_play import GAMES, registry, same_bytes


def campaigns() -> list[tuple[str, str, int]]:
    """Every campaign with its least and greatest number of seats."""
    found = []
    for game, system in registry().items():
        rules = campaign_of(system)
        for known in rules.manifest.scenarios if rules else ():
            found += [(game, known.id, seats) for seats in {known.seats.min, known.seats.max}]
    return found


every_campaign = pytest.mark.parametrize(
    ("game", "campaign", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in campaigns()]
)


class Decided(msgspec.Struct, frozen=True):
    """A decision between two games: the campaign before it, whose it was, and what followed."""

    state: Any
    seat: Seat
    action: Action
    step: play.Step


class Story(msgspec.Struct, frozen=True):
    """A campaign from its beginning to its end. ``ends`` are the states before and after each game with the step between."""

    rules: Campaign
    setup: Setup
    opening: play.Step
    games: tuple[NextGame, ...]
    ends: tuple[tuple[Any, play.Step], ...]
    decisions: tuple[Decided, ...]
    final: Any

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*(Viewer(seat) for seat in SEATS[: len(self.setup.seats)]), SPECTATOR)

    def steps(self) -> Iterator[play.Step]:
        yield self.opening
        yield from (step for _, step in self.ends)
        yield from (decided.step for decided in self.decisions)


@cache
def told(game: str, campaign: str, seats: int, seed: int = 0) -> Story:
    """A campaign whose games and decisions are played at random."""
    system = registry()[game]
    rules = campaign_of(system)
    assert rules is not None
    pick = random.Random(f"{game} {campaign} {seats} {seed}")
    setup = Setup(campaign, ({},) * seats)
    opening = play.start(rules, setup, GivenDice(()))
    state, games, ends, decisions = opening.state, [], [], []
    while rules.outcome(state) is None:
        due = rules.next_game(state)
        if due is not None:
            assert rules.to_act(state) == ()
            games.append(due)
            position = played_out(game, due, pick)
            outcome = system.outcome(position)
            assert outcome is not None
            step = play.carried_on(rules, state, rules.after_game(state, Played(due.number, outcome, position)))
            ends.append((state, step))
        else:
            seat = pick.choice(rules.to_act(state))
            action = rules.sample(state, seat, pick.randrange)
            assert action is not None
            found = play.step(rules, state, seat, action, GivenDice(()))
            assert isinstance(found, play.Step), found
            step = found
            decisions.append(Decided(state, seat, action, step))
        state = step.state
        assert len(games) + len(decisions) < 500, "no end in sight"
    return Story(rules, setup, opening, tuple(games), tuple(ends), tuple(decisions), state)


def played_out(game: str, due: NextGame, pick: random.Random) -> Any:
    """The last position of a game of random play."""
    system = registry()[game]
    secret = pick.randbytes(32)
    state, acts = play.start(system, due.setup, StreamDice(secret, "")).state, 0
    while system.outcome(state) is None:
        seat = pick.choice(system.to_act(state))
        action = system.sample(state, seat, pick.randrange)
        assert action is not None
        step = play.step(system, state, seat, action, StreamDice(secret, str(acts)))
        assert isinstance(step, play.Step)
        state, acts = step.state, acts + 1
    return state


def stories(game: str, campaign: str, seats: int) -> Iterator[Story]:
    return (told(game, campaign, seats, seed) for seed in range(GAMES))


def test_a_campaign_of_some_game_is_looked_at() -> None:
    assert campaigns()


@every_campaign
def test_soak_its_games_come_in_order_and_it_ends_after_the_last(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        plan = one.rules.games(campaign)
        outcome = one.rules.outcome(one.final)

        assert [due.number for due in one.games] == list(range(1, len(plan) + 1))
        assert outcome is not None
        assert set(outcome.winners) <= set(SEATS[:seats])
        assert one.rules.next_game(one.final) is None
        assert one.rules.to_act(one.final) == ()
        assert all(each.minutes > 0 and each.name.es and each.name.en and each.summary.en for each in plan)


@every_campaign
def test_soak_a_game_is_due_as_it_was_until_its_end_is_told(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        for (before, _), due in zip(one.ends, one.games, strict=True):
            again = msgspec.json.decode(msgspec.json.encode(before), type=one.rules.state_type)
            assert one.rules.next_game(before) == due == one.rules.next_game(again)
            assert one.rules.outcome(before) is None


@every_campaign
def test_soak_every_example_is_legal_and_nobody_else_is_offered_anything(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        for decided in one.decisions:
            asked = one.rules.to_act(decided.state)
            for seat in SEATS[:seats]:
                offers = one.rules.offers(decided.state, seat)
                assert bool(offers) == (seat in asked)
                for offer in offers:
                    assert offer.examples
                    assert len(offer.names) in (0, len(offer.examples))
                    assert all(one.rules.check(decided.state, seat, each) is None for each in offer.examples)


@every_campaign
def test_soak_what_is_refused_is_not_applied_and_refusals_have_words(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        for decided in one.decisions:
            refusal = one.rules.check(one.final, decided.seat, decided.action)
            assert refusal is not None
            words = one.rules.explain(refusal)
            assert words.es
            assert words.en
            with pytest.raises(IllegalAction):
                one.rules.apply(one.final, decided.seat, decided.action, GivenDice(()))


@every_campaign
def test_soak_states_events_and_actions_survive_the_wire(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        for step in one.steps():
            assert same_bytes(
                msgspec.json.decode(msgspec.json.encode(step.state), type=one.rules.state_type), step.state
            )
            state = step.befores[0]
            for event in step.events:
                plain = play.encode(event)
                assert plain["type"] not in RESERVED
                again = play.decode_event(one.rules, plain)
                assert again == event
                state = one.rules.evolve(state, again)
            assert same_bytes(state, step.state)
        for decided in one.decisions:
            assert play.decode_action(one.rules, play.encode(decided.action)) == decided.action


@every_campaign
def test_soak_nothing_tells_a_resampled_campaign_from_the_real_one(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        for number, decided in enumerate(one.decisions):
            for viewer in one.viewers:
                other = one.rules.resample(decided.state, viewer, random.Random(number).randrange)
                view = one.rules.view(decided.state, viewer)

                assert same_bytes(one.rules.view(other, viewer), view)
                assert one.rules.to_act(other) == one.rules.to_act(decided.state)
                assert same_bytes(one.rules.standing(one.rules.view(other, viewer)), one.rules.standing(view))
                if viewer != SPECTATOR:
                    seat = Seat(viewer)
                    assert same_bytes(one.rules.offers(other, seat), one.rules.offers(decided.state, seat))
                if viewer != decided.seat and one.rules.to_act(decided.step.state):
                    step = play.step(one.rules, other, decided.seat, decided.action, GivenDice(()))
                    assert isinstance(step, play.Step)
                    assert same_bytes(_told(one, step, viewer), _told(one, decided.step, viewer))


def _told(one: Story, step: play.Step, viewer: Viewer) -> list[Any]:
    return [one.rules.tell(before, event, viewer) for before, event in zip(step.befores, step.events, strict=True)]


@every_campaign
def test_soak_the_standing_ranks_every_seat_by_its_points(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        for state in (one.opening.state, *(step.state for _, step in one.ends), one.final):
            ranks = one.rules.standing(one.rules.view(state, SPECTATOR))

            assert [rank.seat for rank in ranks] == list(SEATS[:seats])
            for rank in ranks:
                assert rank.place == 1 + sum(other.points > rank.points for other in ranks)
                assert all(isinstance(note, Text) and note.es and note.en for note in rank.notes)


@every_campaign
def test_soak_every_line_of_its_story_is_in_both_languages(game: str, campaign: str, seats: int) -> None:
    for one in stories(game, campaign, seats):
        entries = [one.rules.describe(event) for step in one.steps() for event in step.events]
        lines = [entry.text for entry in entries if entry is not None]

        assert lines
        assert all(line.es and line.en for line in lines)


@every_campaign
def test_what_cannot_be_a_campaign_is_refused_by_its_field(game: str, campaign: str, seats: int) -> None:
    rules = campaign_of(registry()[game])
    assert rules is not None
    for setup in (
        Setup("no such campaign", ({},) * seats),
        Setup(campaign, ({},) * seats, {"no_such_option": True}),
        Setup(campaign, ({},)),
        Setup(campaign, ({},) * seats, {}, {"no.such.value": 1}),
    ):
        with pytest.raises(InvalidInput):
            play.start(rules, setup, GivenDice(()))


@every_campaign
def test_its_games_can_be_set_up_from_their_setup_alone(game: str, campaign: str, seats: int) -> None:
    system = registry()[game]
    for due in told(game, campaign, seats).games:
        plain = msgspec.to_builtins(due.setup)
        again = Setup(plain["scenario"], tuple(plain["seats"]), plain["options"], plain["tables"])

        first, second = [play.start(system, each, StreamDice(bytes(32), "")).state for each in (due.setup, again)]

        assert same_bytes(first, second)
