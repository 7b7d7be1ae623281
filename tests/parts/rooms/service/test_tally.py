"""What the rooms tell whoever keeps count: acts, what the rules refused, what bots decided; never whose or where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.engine.types import Viewer
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Refused
from app.rooms.values.values import NewRoom
from tests.parts.rooms.table import HUMAN, PASS, Table, seat
from tests.support.relay import NoRelay


class Heard:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def acted(self, game: str, by: str, seconds: float) -> None:
        """As ``Tally.acted``."""
        assert seconds > 0
        self.told.append((game, by))

    def rules_refused(self, game: str, rule: str) -> None:
        """As ``Tally.rules_refused``."""
        self.told.append((game, rule))

    def bot_decided(self, game: str, outcome: str) -> None:
        """As ``Tally.bot_decided``."""
        self.told.append((game, outcome))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
async def rooms(memory_table: Table, heard: Heard) -> AsyncIterator[Rooms]:
    table = memory_table
    made = Rooms(table.registry, table.store, NoRelay(), table.hub, table.workers, tally=heard)
    yield made
    await made.close()


async def begun(rooms: Rooms) -> tuple[str, Viewer, Viewer]:
    """A room in play: its id, the seat that is asked and the one that is not."""
    room = await rooms.room((await rooms.create(NewRoom("pebbles", "open", [HUMAN, HUMAN]))).id)
    asked = Viewer(room.to_act[0])
    return room.header.id, asked, Viewer("b" if asked == "a" else "a")


async def test_an_act_is_told_with_its_game(rooms: Rooms, heard: Heard) -> None:
    room_id, asked, _ = await begun(rooms)

    await rooms.act(room_id, asked, PASS, key="once")
    await rooms.act(room_id, asked, PASS, key="once")

    assert heard.told == [("pebbles", "player")] * 2  # each was acknowledged


async def test_what_the_rules_refuse_is_told_by_its_rule(rooms: Rooms, heard: Heard) -> None:
    room_id, _, other = await begun(rooms)

    with pytest.raises(Refused) as refused:
        await rooms.act(room_id, other, PASS)

    assert heard.told == [("pebbles", refused.value.refusal.rule)]


async def test_what_a_bot_decides_is_told_with_what_became_of_it(rooms: Rooms, heard: Heard) -> None:
    room_id, asked, other = await begun(rooms)

    with pytest.raises(Refused):
        await rooms.act_for_bot(room_id, seat(other), PASS)
    await rooms.act_for_bot(room_id, seat(asked), PASS)

    assert heard.told == [("pebbles", "refused"), ("pebbles", "accepted"), ("pebbles", "bot")]
