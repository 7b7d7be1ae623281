"""When a decision is stale, worked out on a game that is nothing but who is asked and what they are offered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, cast

import msgspec
import pytest

from app.engine.system import GameSystem
from app.engine.types import Seat
from app.rooms.room.freshness import Doubt, Freshness, HistoryMissing, Undecided
from app.rooms.values.ports import Entry
from app.rooms.workers.room_work import same_offers

A, B = Seat("a"), Seat("b")
NOW = datetime(2024, 5, 1, tzinfo=UTC)
GAME = {"type": "something"}
TALK = {"type": "message"}
UNDONE = {"type": "undone"}


class Position(msgspec.Struct, frozen=True):
    """What each seat is offered; who is asked has a star among their offers."""

    offers: Mapping[str, str]


class OfferGame:
    """Counts how often offers are worked out."""

    def __init__(self) -> None:
        self.worked_out = 0

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, offers in state.offers.items() if "*" in offers)

    def offers(self, state: Position, seat: Seat) -> list[str]:
        self.worked_out += 1
        return list(state.offers[seat])


class Decided(Freshness):
    """Freshness, and somebody who compares whatever is undecided, as the rooms have it compared."""

    def __init__(self, game: OfferGame, *given: Any, **more: Any) -> None:
        super().__init__(cast(GameSystem, game), *given, **more)
        self.game = cast(GameSystem, game)

    def is_stale(self, seat: Seat, seq: int) -> bool:
        while True:
            try:
                return super().is_stale(seat, seq)
            except Undecided as undecided:
                doubt = undecided.doubt
                assert doubt.seat == seat
                self.decide(doubt, same=same_offers(self.game, doubt.before, doubt.after, seat))


def freshness(**more: Any) -> tuple[Freshness, OfferGame]:
    game = OfferGame()
    return Decided(game, more.pop("changed", {}), more.pop("undecided", {}), **more), game


def position(a: str, b: str) -> Position:
    return Position({"a": a, "b": b})


def entry(seat: str, seq: int, public: dict[str, str] = GAME, **told: Any) -> Entry:
    """An entry after which everybody's number is ``seq``."""
    return Entry(seq, NOW, Seat(seat), "game", (public,), (public,), told, {"a": seq, "b": seq})


def test_being_asked_is_a_change() -> None:
    fresh, game = freshness()

    fresh.note([A, B], entry("a", 5), position("x*", ""), position("", "x*"))

    assert [fresh.is_stale(seat, seq) for seat in (A, B) for seq in (4, 5)] == [True, False, True, False]
    assert game.worked_out == 0


def test_other_offers_while_one_is_asked_are_a_change() -> None:
    fresh, _ = freshness()

    fresh.note([A, B], entry("a", 5), position("xy*", "u*"), position("xy*", "v*"))

    assert fresh.is_stale(B, 4)
    assert not fresh.is_stale(B, 5)
    assert not fresh.is_stale(A, 4)


def test_other_offers_while_nobody_asks_one_are_a_change_too() -> None:
    fresh, _ = freshness()

    fresh.note([A, B], entry("a", 5), position("x*", "u"), position("x*", "v"))

    assert fresh.is_stale(B, 4)


def test_the_last_change_counts_whatever_came_after_it() -> None:
    fresh, _ = freshness()
    states = [position("x*", "u*"), position("y*", "v*"), position("z*", "v*"), position("w*", "v*")]
    for seq, (before, after) in enumerate(pairwise(states), 5):
        fresh.note([A, B], entry("a", seq), before, after)

    assert fresh.is_stale(B, 4)
    assert not fresh.is_stale(B, 5)
    assert [fresh.is_stale(A, seq) for seq in (4, 5, 6, 7)] == [True, True, True, False]


def test_a_change_that_was_taken_back_is_a_change_all_the_same() -> None:
    fresh, _ = freshness()
    fresh.note([A, B], entry("a", 5), position("x*", "u*"), position("y*", "v*"))
    fresh.note([A, B], entry("a", 6, UNDONE), position("y*", "v*"), position("x*", "u*"))

    assert fresh.is_stale(B, 5)
    assert not fresh.is_stale(B, 6)


def test_what_is_hidden_from_a_seat_never_counts() -> None:
    fresh, game = freshness()

    fresh.note([A, B], entry("a", 5, b=()), position("x*", "u*"), position("", "v*"))
    fresh.note([A, B], entry("a", 5, b=(TALK,)), position("x*", "u*"), position("", "v*"))

    assert not fresh.is_stale(B, 4)
    assert fresh.is_stale(A, 4)
    assert game.worked_out == 0


def test_talk_never_counts() -> None:
    fresh, game = freshness()

    fresh.note([A, B], entry("a", 5, TALK), position("x*", "u*"), position("y*", "v*"))

    assert not fresh.is_stale(B, 4)
    assert game.worked_out == 0


def test_the_beginning_of_the_game_is_a_change_for_everybody() -> None:
    fresh, _ = freshness()

    fresh.note([A, B], entry("a", 3), None, position("x*", ""))

    assert fresh.is_stale(A, 2)
    assert fresh.is_stale(B, 2)


def test_offers_are_worked_out_only_when_needed_and_once() -> None:
    fresh, game = freshness()
    for seq in range(5, 50):
        fresh.note([A, B], entry("a", seq), position("x*", "u*"), position("y*", "u*"))
    assert game.worked_out == 0
    assert not fresh.is_stale(B, 49)
    assert game.worked_out == 0

    assert not fresh.is_stale(B, 4)
    worked_out = game.worked_out
    assert not fresh.is_stale(B, 4)

    assert game.worked_out == worked_out == 2 * 45


def test_a_plain_change_ends_all_doubt_before_it() -> None:
    fresh, game = freshness()
    fresh.note([A, B], entry("a", 5), position("x*", "u*"), position("y*", "v*"))
    fresh.note([A, B], entry("a", 6), position("y*", "v*"), position("y*", ""))

    assert fresh.is_stale(B, 5)
    assert not fresh.is_stale(B, 6)
    assert game.worked_out == 0


def test_what_is_saved_decides_all_it_can_and_asks_for_history_for_the_rest() -> None:
    fresh, _ = freshness()
    fresh.note([A, B], entry("a", 5), position("x*", ""), position("x*", "u*"))
    fresh.note([A, B], entry("a", 7), position("x*", "u*"), position("x*", "u*"))
    saved, _ = freshness(changed=fresh.changed, undecided=fresh.undecided)

    assert saved.is_stale(B, 4)
    assert not saved.is_stale(B, 7)
    with pytest.raises(HistoryMissing):
        saved.is_stale(B, 5)


def test_a_plain_change_after_a_restart_leaves_nothing_undecided() -> None:
    saved, _ = freshness(changed={B: 5}, undecided={B: 7})

    saved.note([A, B], entry("a", 8), position("x*", "u*"), position("x*", ""))

    assert saved.is_stale(B, 7)
    assert not saved.is_stale(B, 8)
    assert saved.undecided == {A: 8}


def test_only_so_many_doubts_are_kept_with_their_states() -> None:
    fresh, _ = freshness(kept=2)
    for seq in (5, 6, 7, 8):
        fresh.note([A, B], entry("a", seq), position("x*", "u*"), position("x*", "u*"))

    assert not fresh.is_stale(B, 6)
    with pytest.raises(HistoryMissing):
        fresh.is_stale(B, 5)


def doubtful() -> tuple[Freshness, Doubt]:
    """Freshness that does not know whether the fifth event was a change for ``b``, and what it wants to have compared."""
    fresh = Freshness(cast(GameSystem, OfferGame()), {}, {})
    fresh.note([A, B], entry("a", 5), position("x*", "u*"), position("y*", "u*"))
    with pytest.raises(Undecided) as undecided:
        fresh.is_stale(B, 4)
    return fresh, undecided.value.doubt


def test_offers_are_never_worked_out_where_it_is_asked() -> None:
    fresh, doubt = doubtful()

    assert (doubt.seat, doubt.seq) == (B, 5)
    assert not fresh.is_stale(B, 5)


def test_what_happens_while_offers_are_compared_is_in_doubt_itself() -> None:
    for same in (True, False):
        fresh, doubt = doubtful()
        fresh.note([A, B], entry("a", 6), position("y*", "u*"), position("z*", "u*"))
        fresh.decide(doubt, same=same)

        with pytest.raises(Undecided) as undecided:
            fresh.is_stale(B, 4) if same else fresh.is_stale(B, 5)
        fresh.decide(undecided.value.doubt, same=True)

        assert fresh.is_stale(B, 4) is not same
        assert not fresh.is_stale(B, 5)


def test_a_doubt_that_became_plain_meanwhile_is_decided_no_more() -> None:
    fresh, doubt = doubtful()
    fresh.note([A, B], entry("a", 6), position("y*", "u*"), position("y*", ""))

    fresh.decide(doubt, same=True)
    fresh.decide(doubt, same=False)

    assert fresh.is_stale(B, 5)
    assert not fresh.is_stale(B, 6)
