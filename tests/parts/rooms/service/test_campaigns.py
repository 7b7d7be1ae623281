"""A campaign opens the rooms of its games, takes in how they end, and lets its players into them: on whichever process, and
after whatever was left undone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.archive.export import parse
from app.rooms.archive.retrace import proved
from app.rooms.drafts import campaign_drafts
from app.rooms.room.snapshots import restore, snapshot_of
from app.rooms.service.campaigns import Campaigns
from app.rooms.values.campaign_values import CampaignInfo
from app.rooms.values.errors import Forbidden, KeyReused, NotFound, NotNow, Refused, Stale
from app.rooms.values.ports import HOST, RoomExists, is_campaign
from app.rooms.values.tokens import hash_of
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from app.storage.campaigns import PostgresCampaigns
from app.storage.database import Database
from app.storage.store import PostgresStore
from tests.parts.rooms.table import BOT, HUMAN, OPEN, A, B, Table

STAKE = {"type": "stake", "amount": 2}


class League:
    """A table and its campaigns: what one server process has."""

    def __init__(self, table: Table, database: Database) -> None:
        self.table = table
        self.rooms = table.rooms
        self.store = PostgresCampaigns(database)
        self.campaigns = Campaigns(table.registry, table.rooms, self.store)

    async def create(self, *seats: Any, **more: Any) -> CreatedRoom:
        given = NewRoom("pebbles", "league", seats or (HUMAN, HUMAN), {"charms": False}, **more)
        return await self.campaigns.create(given)

    async def info(self, campaign_id: str, viewer: Viewer = A) -> CampaignInfo:
        return await self.campaigns.info(campaign_id, viewer)

    async def room_of(self, campaign_id: str, number: int = 1) -> str:
        room = (await self.info(campaign_id)).games[number - 1].room
        assert room is not None
        return room

    async def until(self, campaign_id: str, is_so: Callable[[CampaignInfo], bool]) -> None:
        """Waits until a campaign is as wanted, looking whenever any room grew."""
        grown = asyncio.Event()
        self.rooms.on_grown(lambda room: grown.set())
        async with asyncio.timeout(120):
            while not is_so(await self.info(campaign_id, HOST)):
                await grown.wait()
                grown.clear()

    async def finish(self, campaign_id: str, number: int = 1, loser: Viewer = B) -> None:
        """The game's room comes to its end, and the campaign knows of it."""
        await self.rooms.resign(await self.room_of(campaign_id, number), loser)
        await self.campaigns.settle(campaign_id)


@pytest_asyncio.fixture
async def database(module_database_url: str) -> AsyncIterator[Database]:
    opened = await Database.open(module_database_url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def league(database: Database) -> AsyncIterator[League]:
    store = PostgresStore(database)
    async with Table.over(store) as table:
        made = League(table, database)
        yield made
        await made.campaigns.close()
    await store.close()


async def statuses(league: League, campaign_id: str) -> list[str]:
    return [game.status for game in (await league.info(campaign_id)).games]


async def test_a_campaign_opens_the_room_of_its_first_game_at_once(league: League) -> None:
    created = await league.create()

    info = await league.info(created.id)

    assert is_campaign(created.id)
    assert [seat for seat, _ in created.seats] == ["a", "b"]
    assert [game.status for game in info.games] == ["playing", "ahead"]
    room = await league.rooms.info(await league.room_of(created.id), A)
    assert (room.status, room.scenario) == ("playing", "open")
    assert room.part_of is not None
    assert (room.part_of.campaign, room.part_of.number) == (created.id, 1)
    assert room.options == {"charms": False}


async def test_while_a_seat_is_open_no_game_begins(league: League) -> None:
    created = await league.create(HUMAN, OPEN)
    assert await statuses(league, created.id) == ["ahead", "ahead"]

    await league.rooms.claim(created.id, "b", "Luis", "a word for the dice")  # type: ignore[arg-type]

    assert await statuses(league, created.id) == ["playing", "ahead"]
    room = await league.rooms.room(await league.room_of(created.id))
    assert [seat["name"] for seat in room.info(A).seats] == ["A", "Luis"]
    assert room.contributions["b"] == "a word for the dice"


async def test_the_end_of_a_game_counts_and_lets_the_players_decide(league: League) -> None:
    created = await league.create()

    await league.finish(created.id, loser=B)

    info = await league.info(created.id)
    assert [(rank.seat, rank.points, rank.place) for rank in info.standing] == [("a", 3, 1), ("b", 0, 2)]
    assert [game.status for game in info.games] == ["finished", "ahead"]
    assert info.games[0].result is not None
    assert info.games[0].result.winners == ("a",)
    assert info.to_act == ("a", "b")


async def test_the_next_game_starts_with_what_was_decided(league: League) -> None:
    created = await league.create()
    await league.finish(created.id, loser=A)
    await league.rooms.act(created.id, A, STAKE)
    assert await statuses(league, created.id) == ["finished", "ahead"]

    await league.rooms.act(created.id, B, {"type": "stake", "amount": 0})

    assert await statuses(league, created.id) == ["finished", "playing"]
    room = await league.rooms.room(await league.room_of(created.id, 2))
    assert room.header.options == {"charms": False, "rounds": 3}
    assert room.header.tables == {"values.longest_mm": 160}
    assert room.header.scenario == "ring"


async def test_after_the_last_game_the_campaign_is_over_and_tells_its_secret(league: League) -> None:
    created = await league.create()
    await league.finish(created.id, loser=B)
    for seat in (A, B):
        await league.rooms.act(created.id, seat, STAKE)
    await league.finish(created.id, 2, loser=B)

    info = await league.info(created.id)

    assert info.status == "finished"
    assert info.result is not None
    assert info.result.winners == ("a",)
    assert info.dice.secret is not None
    assert (await league.rooms.events(created.id, A))[-1]["type"] == "game_finished"
    with pytest.raises(NotNow):
        await league.campaigns.next_game(created.id)


async def test_a_decision_stays_a_secret_until_everybody_has_decided(league: League) -> None:
    created = await league.create()
    await league.finish(created.id)
    before = await league.rooms.events(created.id, B)

    await league.rooms.act(created.id, A, STAKE)

    assert await league.rooms.events(created.id, B) == before
    assert await league.rooms.events(created.id, SPECTATOR) == before
    _, seen = await league.rooms.position(created.id, B)
    assert [member.stake for member in seen.league.members] == [None, None]
    _, own = await league.rooms.position(created.id, A)
    assert own.league.members[0].stake == 2
    await league.rooms.act(created.id, B, STAKE)
    shown = [event for event in await league.rooms.events(created.id, B) if event["type"] == "stakes_shown"]
    assert shown[0]["stakes"] == {"a": 2, "b": 2}


async def test_what_the_rules_refuse_between_games_is_refused_by_rule(league: League) -> None:
    created = await league.create()

    with pytest.raises(Refused) as early:
        await league.rooms.act(created.id, A, STAKE)
    await league.finish(created.id)
    with pytest.raises(Refused) as dear:
        await league.rooms.act(created.id, A, {"type": "stake", "amount": 9})

    assert early.value.refusal.rule == "PEB-TURN-01"
    assert dear.value.refusal.rule == "PEB-CHARM-01"


async def test_keys_and_numbers_are_kept_as_in_a_room(league: League) -> None:
    created = await league.create()
    old = (await league.info(created.id)).seq
    await league.finish(created.id)
    now = (await league.info(created.id)).seq
    with pytest.raises(Stale):
        await league.rooms.act(created.id, A, STAKE, seq=old)

    first = await league.rooms.act(created.id, A, STAKE, seq=now, key="k")
    again = await league.rooms.act(created.id, A, STAKE, seq=now, key="k")

    assert first == again
    with pytest.raises(KeyReused):
        await league.rooms.act(created.id, A, {"type": "stake", "amount": 1}, seq=now, key="k")


async def test_what_a_process_left_undone_another_one_does(league: League, database: Database) -> None:
    created = await league.create()
    room = await league.room_of(created.id)
    other = League(league.table.another(), database)  # hears nothing of the first
    await other.rooms.resign(room, B)
    await other.campaigns.close()

    third = League(league.table.another(), database)
    await third.campaigns.sweep()

    assert (await third.rooms.info(created.id, A)).to_act == ("a", "b")
    await third.campaigns.close()


async def test_a_game_that_was_announced_but_not_made_is_made_when_somebody_looks(
    league: League, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def died(header_of: Any) -> None:
        raise NotNow

    monkeypatch.setattr(league.rooms, "open", died)
    created = await league.create()
    announced = (await league.rooms.room(created.id)).games[0].room
    assert await league.store.is_finished(announced) is None

    other = League(league.table.another(), database)
    info = await other.info(created.id)

    assert info.games[0].room == announced
    assert info.games[0].status == "playing"
    await other.campaigns.close()


async def test_many_who_look_at_once_on_two_processes_open_one_room_and_count_once(
    league: League, database: Database
) -> None:
    created = await league.create()
    other = League(league.table.another(), database)
    room = await league.room_of(created.id)
    await league.rooms.resign(room, B)

    infos = await asyncio.gather(*(each.info(created.id) for each in (league, other) * 4))
    for seat in (A, B):
        await league.rooms.act(created.id, seat, STAKE)
    await asyncio.gather(*(each.info(created.id) for each in (league, other) * 4))

    assert {info.standing[0].points for info in infos} == {3}
    await league.rooms.catch_up(created.id)
    types = await league.table.types(created.id, A)
    assert types.count("game_scored") == 1
    assert types.count("game_opened") == 2
    await other.campaigns.close()


async def test_a_process_that_heard_nothing_tells_of_a_game_as_it_is_now(league: League, database: Database) -> None:
    created = await league.create()
    other = League(league.table.another(), database)
    assert await statuses(other, created.id) == ["playing", "ahead"]

    await league.rooms.close_room(await league.room_of(created.id))
    assert await statuses(other, created.id) == ["closed", "ahead"]
    await league.campaigns.next_game(created.id)
    assert await statuses(other, created.id) == ["playing", "ahead"]
    await league.finish(created.id)
    assert await statuses(other, created.id) == ["finished", "ahead"]
    await other.campaigns.close()


async def test_nothing_is_left_to_sweep_once_everything_was_done(league: League) -> None:
    created = await league.create()
    await league.campaigns.sweep()
    assert created.id not in await league.store.unsettled()

    await league.finish(created.id)

    assert created.id not in await league.store.unsettled()


async def test_a_game_whose_room_was_closed_is_played_again_when_somebody_asks(league: League) -> None:
    created = await league.create()
    closed = await league.room_of(created.id)
    await league.rooms.close_room(closed)
    assert await statuses(league, created.id) == ["closed", "ahead"]

    numbers = await asyncio.gather(*(league.campaigns.next_game(created.id) for _ in range(3)))

    assert numbers == [1, 1, 1]
    assert await statuses(league, created.id) == ["playing", "ahead"]
    assert await league.room_of(created.id) != closed
    assert (await league.table.types(created.id, A)).count("game_opened") == 2


async def test_there_is_no_next_game_while_anybody_decides(league: League) -> None:
    created = await league.create()
    assert await league.campaigns.next_game(created.id) == 1
    await league.finish(created.id)

    with pytest.raises(NotNow):
        await league.campaigns.next_game(created.id)


async def test_a_seat_of_the_campaign_is_let_into_its_games(league: League) -> None:
    created = await league.create()
    own = hash_of(dict(created.seats)["a"])  # type: ignore[index]

    entered = await league.campaigns.enter(created.id, A, own, "link")

    link = await league.rooms.identify(entered.secret)
    assert link is not None
    assert (link.room_id, link.viewer, link.kind) == (await league.room_of(created.id), A, "link")
    assert entered.number == 1


async def test_a_new_link_of_the_campaign_closes_the_old_ones_way_into_its_games(league: League) -> None:
    created = await league.create()
    own = hash_of(dict(created.seats)["a"])  # type: ignore[index]
    entered = await league.campaigns.enter(created.id, A, own, "link")

    await league.rooms.replace_link(created.id, A)

    assert await league.table.store.find_link(hash_of(entered.secret)) is None
    with pytest.raises(Forbidden):
        await league.campaigns.enter(created.id, A, own, "link")


async def test_a_new_link_of_the_campaign_is_told_at_the_table_of_its_game(league: League) -> None:
    created = await league.create()
    room = await league.room_of(created.id)

    await league.rooms.replace_link(created.id, A)

    for told in (created.id, room):
        event = (await league.rooms.events(told, B))[-1]
        assert (event["type"], event["viewer"], "seat" in event) == ("link_replaced", "a", False)
    await league.finish(created.id)
    over = await league.table.types(room, B)
    await league.rooms.replace_link(created.id, A)
    assert await league.table.types(room, B) == over


async def test_a_seat_given_away_in_a_game_is_no_longer_its_holders_there(league: League) -> None:
    created = await league.create()
    own = hash_of(dict(created.seats)["a"])  # type: ignore[index]
    entered = await league.campaigns.enter(created.id, A, own, "link")
    room = await league.room_of(created.id)

    await league.rooms.replace_link(room, A)

    assert await league.table.store.find_link(hash_of(entered.secret)) is None
    with pytest.raises(Forbidden):
        await league.campaigns.enter(created.id, A, own, "link")


async def test_nobody_is_let_into_a_game_that_is_not_there(league: League) -> None:
    created = await league.create(HUMAN, OPEN)
    own = hash_of(dict(created.seats)["a"])  # type: ignore[index]

    with pytest.raises(NotNow):
        await league.campaigns.enter(created.id, A, own, "link")
    with pytest.raises(NotFound):
        await league.campaigns.enter(created.id, A, own, "link", 3)


async def test_bots_play_a_whole_campaign_between_and_in_its_games(league: League) -> None:
    created = await league.create(BOT, {**BOT, "strategy": "greedy"}, spectators="public")

    await league.until(created.id, lambda info: info.status == "finished")

    info = await league.info(created.id, HOST)
    assert [game.status for game in info.games] == ["finished", "finished"]
    assert sum(rank.points for rank in info.standing) >= 4


async def test_a_seat_given_to_a_bot_is_a_bots_from_the_next_game_on(league: League) -> None:
    created = await league.create()
    await league.finish(created.id)
    await league.rooms.propose(created.id, HOST, NewProposal("replace", seat="b", by="bot"))  # type: ignore[arg-type]
    await league.rooms.answer(created.id, A, 1, accept=True)
    await league.rooms.act(created.id, A, STAKE)

    await league.until(created.id, lambda info: info.games[1].room is not None)

    room = await league.rooms.room(await league.room_of(created.id, 2))
    assert room.header.seats[1]["kind"] == "bot"


async def test_a_seat_that_waits_for_its_player_holds_up_the_next_game_but_not_the_points(league: League) -> None:
    created = await league.create()
    await league.rooms.propose(created.id, HOST, NewProposal("replace", seat="b", by="human"))  # type: ignore[arg-type]
    await league.rooms.answer(created.id, A, 1, accept=True)
    await league.finish(created.id)
    info = await league.info(created.id)
    assert [rank.points for rank in info.standing] == [3, 0]
    assert info.games[0].status == "finished"

    await league.rooms.act(created.id, A, STAKE)
    link = await league.rooms.replace_link(created.id, B)
    await league.rooms.claim(created.id, "b", "Eva")  # type: ignore[arg-type]
    await league.rooms.act(created.id, B, STAKE)

    entered = await league.campaigns.enter(created.id, B, hash_of(link), "link")
    assert entered.number == 2
    assert (await league.rooms.info(entered.room, B)).seats[1]["name"] == "Eva"


async def test_a_closed_campaign_opens_nothing_more(league: League) -> None:
    created = await league.create()
    await league.rooms.close_room(created.id)
    await league.finish(created.id)

    info = await league.info(created.id)

    assert info.status == "finished"
    assert info.result is None
    assert [game.status for game in info.games] == ["finished", "ahead"]
    assert created.id not in await league.store.unsettled()


async def test_the_record_of_a_campaigns_game_is_a_room_anywhere(league: League) -> None:
    created = await league.create()
    await league.finish(created.id)
    for seat in (A, B):
        await league.rooms.act(created.id, seat, STAKE)
    await league.finish(created.id, 2)
    exported = await league.rooms.export(await league.room_of(created.id, 2), A)

    again = await league.rooms.import_room(exported)
    played_on = await league.rooms.import_room(exported, play_from=2)

    assert (await league.rooms.info(again.id, SPECTATOR)).status == "finished"
    assert (await league.rooms.room(played_on.id)).header.part_of is None
    assert (await league.rooms.room(played_on.id)).header.tables == {"values.longest_mm": 160}


async def test_only_a_campaign_of_the_game_can_be_begun(league: League) -> None:
    with pytest.raises(InvalidInput):
        await league.campaigns.create(NewRoom("pebbles", "duel", (HUMAN, HUMAN)))
    with pytest.raises(InvalidInput):
        await league.campaigns.create(NewRoom("masks", "league", (HUMAN, HUMAN)))
    with pytest.raises(InvalidInput):
        await league.campaigns.create(NewRoom("pebbles", "league", (HUMAN, HUMAN), {"rounds": 3}))
    with pytest.raises(InvalidInput):
        await league.rooms.create(NewRoom("pebbles", "league", (HUMAN, HUMAN)))


async def test_what_was_begun_for_a_campaign_is_done_even_if_nobody_waits_for_it(league: League) -> None:
    created = await league.create()
    await league.rooms.resign(await league.room_of(created.id), B)
    waiting = asyncio.create_task(league.campaigns.settle(created.id))
    await asyncio.sleep(0)

    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await league.campaigns.close()

    assert (await league.rooms.info(created.id, A)).to_act == ("a", "b")


async def test_a_room_is_no_campaign(league: League) -> None:
    room = await league.table.open()

    with pytest.raises(NotFound):
        await league.campaigns.info(room.id, A)
    with pytest.raises(NotFound):
        await league.campaigns.enter(room.id, A, hash_of("x"), "link")


async def test_a_room_is_made_once(league: League) -> None:
    created = await league.create()
    header = (await league.rooms.room(await league.room_of(created.id))).header

    with pytest.raises(RoomExists):
        await league.rooms.open(lambda secret, at: header)


async def test_a_campaign_comes_back_whole_from_its_snapshot(league: League) -> None:
    created = await league.create()
    room = await league.rooms.room(created.id)
    snapshot = snapshot_of(room)
    assert snapshot is not None
    again = type(room)(room.header, campaign_drafts.judge_of(league.table.registry, room.header))

    assert restore(again, snapshot)

    assert again.games == room.games
    assert again.state == room.state


async def test_the_file_of_a_campaigns_game_is_proved_by_the_rules(league: League) -> None:
    made = await league.create()
    await league.campaigns.settle(made.id)
    room = await league.room_of(made.id)
    await league.finish(made.id)

    proof = proved(parse(await league.rooms.export(room, HOST)), league.table.registry["pebbles"])

    assert proof.has_rules
