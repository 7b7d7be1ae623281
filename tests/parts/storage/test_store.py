"""What a store promises to the rooms, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from app.rooms.values.ports import Append, Appended, Entry, KnownKey, Lost, Stored
from app.storage.rows import Row
from app.storage.store import PostgresStore
from app.storage.writer import UnknownRoom, Unstorable
from tests.parts.storage.rooms import AT, SPECTATOR, A, B, append, digest, entry, header, link

APPENDED = Appended()


async def texts(store: PostgresStore, room: str = "r1") -> list[object]:
    return [found.events[0]["text"] for found in await store.entries(room, 0)]


async def test_a_room_is_read_as_it_was_made(store: PostgresStore) -> None:
    made, first = header(), entry(1, "ñ € \u0000 \U0001f3b2")

    await store.create(made, [link("s")], [first])

    assert await store.load("r1") == Stored(made, None, (first,))
    assert await store.version("r1") == 1


async def test_a_room_without_entries_stands_at_zero(store: PostgresStore) -> None:
    await store.create(header(), [], [])

    assert await store.version("r1") == 0
    assert await store.load("r1") == Stored(header(), None, ())


async def test_an_unknown_room_is_none(store: PostgresStore) -> None:
    assert await store.load("nowhere") is None
    assert await store.version("nowhere") is None
    assert await store.entries("nowhere", 0) == ()
    assert await store.entries_for("nowhere", A, 0, 10) == ()


async def test_nothing_of_a_room_is_stored_when_one_of_its_links_cannot_be(store: PostgresStore) -> None:
    await store.create(header("r1"), [link("same")], [])

    with pytest.raises(Exception, match="pk_links"):
        await store.create(header("r2"), [link("new", room="r2"), link("same", room="r2")], [entry(1)])

    assert await store.load("r2") is None
    assert await store.find_link(digest("new")) is None


async def test_an_entry_is_read_as_it_was_appended(store: PostgresStore) -> None:
    await store.create(header(), [], [])
    full = entry(
        1,
        kind="game",
        told={"b": ({"type": "hidden"},), "spectator": ()},
        rolls=({"purpose": "to hit", "sides": 6, "value": 4},),
        act="{}",
        place=3,
    )

    assert await store.append(Append("r1", full)) == APPENDED

    assert await store.entries("r1", 0) == (full,)
    assert (await store.entries("r1", 0))[0].at == AT


async def test_a_late_entry_is_lost_and_leaves_nothing(store: PostgresStore) -> None:
    await store.create(header(), [], [entry(1)])

    assert await store.append(append(1, "late", key="k", snapshot=b"late")) == Lost(1)

    assert await texts(store) == ["hello"]
    assert await store.known_key("r1", A, "k") is None
    stored = await store.load("r1")
    assert stored is not None
    assert stored.snapshot is None


async def test_an_entry_that_leaves_a_hole_is_lost(store: PostgresStore) -> None:
    await store.create(header(), [], [entry(1)])

    assert await store.append(append(3)) == Lost(1)


async def test_an_entry_for_no_room_is_refused(store: PostgresStore) -> None:
    await store.create(header(), [], [])

    results = await asyncio.gather(
        store.append(append(1, room="nowhere")), store.append(append(1)), return_exceptions=True
    )

    assert isinstance(results[0], UnknownRoom)
    assert results[1] == APPENDED


async def test_of_two_entries_for_one_place_in_one_group_one_is_appended_and_one_lost(store: PostgresStore) -> None:
    await store.create(header(), [], [])

    results = await asyncio.gather(store.append(append(1, "first")), store.append(append(1, "second")))

    assert results == [APPENDED, Lost(1)]
    assert await texts(store) == ["first"]


async def test_of_two_processes_at_one_place_one_appends_and_one_loses(
    store: PostgresStore, other_store: PostgresStore
) -> None:
    await store.create(header(), [], [])

    for version in range(1, 21):
        results = await asyncio.gather(
            store.append(append(version, "one")), other_store.append(append(version, "other"))
        )
        assert sorted(map(str, results)) == sorted(map(str, [APPENDED, Lost(version)]))

    assert await store.version("r1") == 20


async def test_two_processes_that_want_the_same_rooms_never_wait_for_each_other(
    store: PostgresStore, other_store: PostgresStore
) -> None:
    rooms = [f"r{number}" for number in range(8)]
    for room in rooms:
        await store.create(header(room), [], [])

    for version in range(1, 11):
        results = await asyncio.gather(
            *(store.append(append(version, "one", room=room)) for room in rooms),
            *(other_store.append(append(version, "other", room=room)) for room in reversed(rooms)),
        )
        assert results.count(APPENDED) == len(rooms)
        assert results.count(Lost(version)) == len(rooms)


async def test_each_transaction_takes_the_next_entry_of_every_room_that_waits(store: PostgresStore) -> None:
    rooms = [f"r{number:02}" for number in range(20)]
    await asyncio.gather(*(store.create(header(room), [], []) for room in rooms))

    results = await asyncio.gather(
        *(store.append(append(version, f"{version}", room=room)) for version in range(1, 11) for room in rooms)
    )

    assert results == [APPENDED] * 200
    assert store.writer.commits <= 11
    for room in rooms:
        assert await store.version(room) == 10
        assert await texts(store, room) == [f"{version}" for version in range(1, 11)]


async def test_one_bad_entry_hurts_no_other_in_its_group(store: PostgresStore) -> None:
    rooms = [f"r{number}" for number in range(5)]
    for room in rooms:
        await store.create(header(room), [], [])

    results = await asyncio.gather(
        *(store.append(append(1, room=room, key="NUL \x00" if room == "r2" else "k")) for room in rooms),
        return_exceptions=True,
    )

    assert isinstance(results[2], Unstorable)
    assert results[:2] + results[3:] == [APPENDED] * 4
    assert [await store.version(room) for room in rooms] == [1, 1, 0, 1, 1]
    assert await store.append(append(1, room="r2")) == APPENDED


async def test_an_entry_that_is_no_json_is_refused_before_it_waits(store: PostgresStore) -> None:
    await store.create(header(), [], [])

    with pytest.raises(ValueError):
        await store.append(append(1, "\ud800"))

    assert await store.append(append(1)) == APPENDED


async def test_a_caller_that_gave_up_does_not_disturb_the_others(store: PostgresStore) -> None:
    await store.create(header(), [], [])
    gave_up = asyncio.create_task(store.append(append(1, "one")))
    stayed = asyncio.create_task(store.append(append(2, "two")))
    await asyncio.sleep(0)

    gave_up.cancel()

    assert await stayed == APPENDED
    assert await texts(store) == ["one", "two"]


async def test_closing_stores_what_still_waits(store: PostgresStore, other_store: PostgresStore) -> None:
    await store.create(header(), [], [])
    waiting = asyncio.create_task(other_store.append(append(1)))
    await asyncio.sleep(0)

    await other_store.close()

    assert await waiting == APPENDED


async def test_a_known_key_answers_as_before_and_stores_nothing(store: PostgresStore) -> None:
    await store.create(header(), [], [])
    await store.append(append(1, "one", key="k"))

    again = await store.append(append(2, "two", key="k"))

    assert again == KnownKey("digest of one", b"answer to one")
    assert await store.known_key("r1", A, "k") == again
    assert await store.version("r1") == 1


async def test_a_known_key_is_recognised_before_a_lost_race(store: PostgresStore) -> None:
    await store.create(header(), [], [])
    await store.append(append(1, "one", key="k"))

    assert await store.append(append(1, "one again", key="k")) == KnownKey("digest of one", b"answer to one")


async def test_a_key_used_twice_in_one_group_is_stored_once(store: PostgresStore) -> None:
    await store.create(header(), [], [])

    results = await asyncio.gather(store.append(append(1, "one", key="k")), store.append(append(2, "two", key="k")))

    assert results == [APPENDED, KnownKey("digest of one", b"answer to one")]
    assert await texts(store) == ["one"]


async def test_keys_count_within_their_room_and_seat_only(store: PostgresStore) -> None:
    await store.create(header("r1"), [], [])
    await store.create(header("r2"), [], [])
    await store.append(append(1, key="k"))

    assert await store.append(append(1, room="r2", key="k")) == APPENDED
    assert await store.known_key("r1", B, "k") is None


async def test_a_commit_whose_answer_was_lost_is_tried_again_and_recognised(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.create(header(), [], [])
    commit = store.writer._commit
    tries = []

    async def commit_and_lose_the_answer(rows: Sequence[Row], *, is_again: bool) -> object:
        tries.append(is_again)
        answers = await commit(rows, is_again=is_again)
        if len(tries) == 1:
            raise ConnectionResetError("the line broke after the commit")
        return answers

    monkeypatch.setattr(store.writer, "_commit", commit_and_lose_the_answer)

    assert await store.append(append(1, "one", key="k")) == APPENDED
    assert tries == [False, True]
    assert await texts(store) == ["one"]


async def test_a_snapshot_shortens_loading_and_hides_nothing(store: PostgresStore) -> None:
    await store.create(header(), [], [])
    for version in range(1, 6):
        await store.append(append(version, f"{version}", snapshot=b"at 3" if version == 3 else None))

    short, whole = await store.load("r1"), await store.load("r1", from_start=True)

    assert short is not None
    assert whole is not None
    assert short.snapshot is not None
    assert (short.snapshot.version, short.snapshot.payload) == (3, b"at 3")
    assert [found.version for found in short.entries] == [4, 5]
    assert whole.snapshot is None
    assert [found.version for found in whole.entries] == [1, 2, 3, 4, 5]


async def test_only_the_newest_snapshot_is_kept(store: PostgresStore) -> None:
    await store.create(header(), [], [])

    await asyncio.gather(*(store.append(append(number, snapshot=b"at %d" % number)) for number in range(1, 4)))

    stored = await store.load("r1")
    assert stored is not None
    assert stored.snapshot is not None
    assert stored.snapshot.payload == b"at 3"


async def test_entries_for_a_viewer_leave_out_what_told_him_nothing(store: PostgresStore) -> None:
    await store.create(header(), [], [])
    secret = {"type": "hidden"}
    seqs = {1: {"a": 1, "b": 1}, 2: {"a": 2, "b": 1}, 3: {"a": 4, "b": 3}, 4: {"a": 4, "b": 4}}
    for version, counts in seqs.items():
        told = {2: {"b": ()}, 4: {"a": ()}}.get(version, {})
        public = (secret, secret) if version == 3 else (secret,)
        one = entry(version, public=public, told=told, counts={**counts, "spectator": 0})
        assert await store.append(Append("r1", one)) == APPENDED

    async def versions(viewer: object, after: int, limit: int = 10) -> list[int]:
        return [found.version for found in await store.entries_for("r1", viewer, after, limit)]

    assert await versions(A, 0) == [1, 2, 3]
    assert await versions(B, 0) == [1, 3, 4]
    assert await versions(B, 1) == [3, 4]
    assert await versions(B, 2) == [3, 4]  # the entry that told B the 2nd and 3rd event
    assert await versions(B, 3) == [4]
    assert await versions(B, 4) == []
    assert await versions(B, 0, limit=2) == [1, 3]
    assert await versions(A, 1, limit=1) == [2]
    assert await versions(SPECTATOR, 0) == []


async def test_a_link_is_found_by_its_hash_only(store: PostgresStore) -> None:
    await store.create(header(), [link("a-secret", "a"), link("b-secret", "b")], [])

    assert await store.find_link(digest("a-secret")) == link("a-secret", "a")
    assert await store.find_link(digest("guess")) is None


async def test_a_cookie_is_made_only_from_a_living_link(store: PostgresStore) -> None:
    await store.create(header(), [link("a-secret")], [])

    await store.add_link(link("cookie", parent="a-secret"))
    await store.add_link(link("cookie", parent="a-secret"))
    await store.add_link(link("orphan", parent="never was"))

    assert await store.find_link(digest("cookie")) == link("cookie", parent="a-secret")
    assert await store.find_link(digest("orphan")) is None


async def test_a_new_link_kills_the_old_one_and_its_cookies_and_nobody_elses(store: PostgresStore) -> None:
    await store.create(header(), [link("old", "a"), link("b-secret", "b")], [])
    await store.add_link(link("cookie", "a", parent="old"))
    await store.add_link(link("b-cookie", "b", parent="b-secret"))

    await store.replace_link("r1", A, link("new", "a"))

    assert await store.find_link(digest("old")) is None
    assert await store.find_link(digest("cookie")) is None
    assert await store.find_link(digest("new")) == link("new", "a")
    assert await store.find_link(digest("b-cookie")) == link("b-cookie", "b", parent="b-secret")
    await store.add_link(link("late cookie", "a", parent="old"))
    assert await store.find_link(digest("late cookie")) is None


async def test_of_links_replaced_at_once_one_lives(store: PostgresStore, other_store: PostgresStore) -> None:
    await store.create(header(), [link("old", "a")], [])
    secrets = [f"new {number}" for number in range(6)]

    await asyncio.gather(
        *(
            (store if number % 2 else other_store).replace_link("r1", A, link(secret, "a"))
            for number, secret in enumerate(secrets)
        ),
        store.add_link(link("cookie", "a", parent="old")),
    )

    living = [secret for secret in [*secrets, "old", "cookie"] if await store.find_link(digest(secret))]
    assert len(living) == 1
    assert living[0] in secrets


def begun(*events: dict[str, Any]) -> Entry:
    """The first entry of a room whose game begins in it, and whatever else happens then."""
    return entry(1, events=({"type": "game_started"}, *events))


async def test_rooms_in_play_with_a_bot_are_known_until_their_game_is_over(store: PostgresStore) -> None:
    seats = ({"kind": "human", "name": "Ana"}, {"kind": "bot", "strategy": "random"})
    await store.create(header("bots", seats=seats), [], [begun()])
    await store.create(header("people"), [], [begun()])
    await store.create(header("over", seats=seats), [], [begun()])
    await store.create(header("not begun", seats=seats), [], [entry(1)])
    over = entry(2, kind="game", events=({"type": "shot"}, {"type": "game_finished"}))

    await store.append(Append("over", over))
    assert await store.playing_with_bots() == ("bots",)

    await store.append(
        Append("over", entry(3, kind="proposal_answered", events=({"type": "proposal_answered"}, {"type": "undone"})))
    )
    assert await store.playing_with_bots() == ("bots", "over")


async def test_rooms_whose_bots_came_later_are_known_too_and_closed_ones_are_not(store: PostgresStore) -> None:
    brought = {
        "claimed": {"type": "seat_claimed", "seat": "b", "kind": "bot"},
        "replaced": {"type": "seat_replaced", "seat": "b", "by": "bot"},
        "open": {"type": "seat_replaced", "seat": "b", "by": "open"},
        "person": {"type": "seat_claimed", "seat": "b", "kind": "human"},
        "closed": {"type": "seat_claimed", "seat": "b", "kind": "bot"},
    }
    for room, event in brought.items():
        await store.create(header(room), [], [begun()])
        await store.append(Append(room, entry(2, events=(event,))))
    await store.append(Append("closed", entry(3, events=({"type": "room_closed"},))))
    await store.create(header("imported"), [], [begun(), entry(2, events=(brought["claimed"],))])
    taken_back = entry(3, events=({"type": "undone"},))
    await store.create(header("over"), [], [begun(brought["claimed"], {"type": "game_finished"})])
    await store.create(
        header("again"),
        [],
        [begun(brought["claimed"]), entry(2, events=({"type": "game_finished"},)), taken_back],
    )

    assert await store.playing_with_bots() == ("again", "claimed", "imported", "replaced")


async def test_many_rooms_and_links_are_asked_for_at_once(store: PostgresStore) -> None:
    await store.create(header("r1"), [link("secret", "a", room="r1")], [entry(1)])
    await store.create(header("r2"), [], [entry(1), entry(2)])

    assert await store.versions(["r1", "r2", "unknown"]) == {"r1": 1, "r2": 2}
    assert await store.versions([]) == {}
    assert await store.living_links([digest("secret"), digest("unknown")]) == {digest("secret")}


async def test_of_two_processes_with_the_very_same_entry_one_is_told_that_it_lost(
    store: PostgresStore, other_store: PostgresStore
) -> None:
    await store.create(header(), [], [])

    results = await asyncio.gather(store.append(append(1)), other_store.append(append(1)))

    assert sorted(type(result).__name__ for result in results) == ["Appended", "Lost"]
