"""What is to be appended to a campaign beside what its players decide, and what a game of it is made from: pure decisions
from the campaign as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from app.engine.campaign import Campaign, NextGame, Played, campaign_of
from app.engine.system import GameSystem
from app.engine.types import Seat, Viewer
from app.rooms.drafts.drafts import Draft, followed
from app.rooms.room.projection import Happened
from app.rooms.room.room import ROOM_FIELDS, TAKE_BACK, Room
from app.rooms.values import events as happened
from app.rooms.values.errors import NotFound, NotNow
from app.rooms.values.events import GameOpened
from app.rooms.values.ports import Header, PartOf, is_campaign


def judge_of(registry: Mapping[str, GameSystem], header: Header) -> GameSystem:
    """What judges a room: its game, or for a campaign the game's campaigns. Raises ``NotFound`` where there is none."""
    system = registry.get(header.game)
    judge = campaign_of(system) if system is not None and is_campaign(header.id) else system
    if judge is None:
        raise NotFound
    return judge


def rules_of(room: Room) -> Campaign:
    """What judges a campaign."""
    return cast(Campaign, room.system)


def due(room: Room) -> NextGame | None:
    """The game of a campaign that is to be played now; ``None`` while anybody has something to decide."""
    return rules_of(room).next_game(room.state) if room.status == "playing" else None


def opened_last(room: Room, number: int) -> GameOpened | None:
    """Where a game of a campaign is played, if a room was opened for it."""
    return next((game for game in reversed(room.games) if game.number == number), None)


def opened(room: Room, number: int, room_id: str, *, instead_of: str | None) -> Draft:
    """A game that is due is to be played in a new room: the first one, or ``instead_of`` one that was closed. Raises
    ``NotNow`` where that was decided meanwhile, and while a seat waits for its player."""
    awaited, last = due(room), opened_last(room, number)
    if awaited is None or awaited.number != number or (last.room if last else None) != instead_of or room.open_seats:
        raise NotNow
    return Draft("game_opened", None, (Happened(happened.GameOpened(number, room_id)),), settled=True)


def ended(room: Room, played: Played) -> Draft:
    """The end of the game that was due. Raises ``NotNow`` where it was taken in meanwhile."""
    awaited = due(room)
    if awaited is None or awaited.number != played.number:
        raise NotNow
    return followed(room, rules_of(room).after_game(room.state, played))


def header_of(room: Room, game: NextGame, system: GameSystem, room_id: str, secret: bytes, at: datetime) -> Header:
    """What the room of a campaign's game is made from: whoever holds a seat of the campaign has it in the game."""
    setup = game.setup
    options = dict(setup.options)
    if TAKE_BACK in room.header.options:
        options[TAKE_BACK] = room.header.options[TAKE_BACK]
    return Header(
        id=room_id,
        game=room.header.game,
        scenario=setup.scenario,
        options=options,
        tables=dict(setup.tables),
        seats=tuple(_seat(room, seat, own) for seat, own in zip(room.seats, setup.seats, strict=True)),
        spectators=room.header.spectators,
        rules_version=system.manifest.rules_version,
        rules_hash=system.manifest.rules_hash,
        secret=secret,
        created_at=at,
        part_of=PartOf(room.header.id, game.number),
    )


def _seat(room: Room, seat: Seat, own: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in own.items() if name not in ROOM_FIELDS}
    known = next(known for known in room.info(Viewer(seat)).seats if known["seat"] == seat)
    given["name"] = known.get("name") or seat.upper()
    if room.is_bot(seat):
        return {"kind": "bot", "strategy": room.strategy_of(seat), **given}
    word = room.contributions.get(seat)
    return {"kind": "human", **({"contribution": word} if word else {}), **given}
