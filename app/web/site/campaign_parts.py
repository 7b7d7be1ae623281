"""What a campaign's page prints: its games, who is where, what waits for whom, all in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.campaign import campaign_of
from app.engine.registry import Registry
from app.engine.system import Manifest
from app.engine.telling import LogEntry
from app.rooms.values.campaign_values import CampaignInfo, GameInfo
from app.rooms.values.errors import NotFound
from app.rooms.values.ports import is_campaign
from app.rooms.values.values import ProposalInfo
from app.web.site.host_form import Say
from app.web.table import proposing
from app.web.wire.texts import Texts


class GameCard(msgspec.Struct, frozen=True):
    """A game as the page shows it: ``way`` is what its button says, ``None`` before it has begun; ``is_now`` the one that
    is played; ``can_repeat`` one that was closed and may be played again."""

    info: GameInfo
    status: str
    result: str | None
    way: str | None
    is_now: bool
    can_repeat: bool


class SeatStanding(msgspec.Struct, frozen=True):
    """A seat in the standing; ``place`` is told once anything has been scored, ``waits`` while it has something to decide."""

    seat: str
    name: str
    is_mine: bool
    points: int | None
    place: int | None
    notes: tuple[str, ...]
    waits: bool
    is_open: bool


class Question(msgspec.Struct, frozen=True):
    """A proposal that waits for this viewer."""

    n: int
    words: str


def manifest_for(registry: Registry, game: str, room_id: str) -> Manifest:
    """The manifest of what a room is about: its game's, or for a campaign that of the game's campaigns. Raises
    ``NotFound``."""
    system = registry.get(game)
    rules = campaign_of(system) if system is not None and is_campaign(room_id) else system
    if rules is None:
        raise NotFound
    return rules.manifest


def game_cards(info: CampaignInfo, *, may_repeat: bool, lang: str, say: Say) -> list[GameCard]:
    """Every game of the campaign, in order."""
    names = names_of(info)
    running = next((game.number for game in info.games if game.status in ("setup", "playing", "paused")), None)
    return [
        GameCard(
            game,
            say(f"campaign.game_{game.status}"),
            _result(game, names, lang, say),
            None if game.room is None else say("campaign.enter" if game.number == running else "campaign.look"),
            game.number == running,
            game.status == "closed" and may_repeat and info.status == "playing",
        )
        for game in info.games
    ]


def names_of(info: CampaignInfo) -> dict[str, str]:
    """What each seat is called: its player's name, else its letter."""
    return {str(seat["seat"]): str(seat.get("name") or str(seat["seat"]).upper()) for seat in info.seats}


def lines(info: CampaignInfo, viewer: str, lang: str) -> list[SeatStanding]:
    """The standing: the first place first, equals in seat order."""
    ranks = {rank.seat: rank for rank in info.standing}
    names = names_of(info)
    has_points = any(rank.points for rank in info.standing)
    found = []
    for seat in info.seats:
        letter, rank = seat["seat"], ranks.get(seat["seat"])
        found.append(
            SeatStanding(
                letter,
                names[letter],
                letter == viewer,
                rank.points if rank else None,
                rank.place if rank and has_points else None,
                tuple(note.in_(lang) for note in rank.notes) if rank else (),
                letter in info.to_act,
                not seat["taken"],
            )
        )
    return sorted(found, key=lambda line: line.place or 0)


def questions(proposals: Sequence[ProposalInfo], info: CampaignInfo, viewer: str, say: Say) -> list[Question]:
    """What the viewer is asked to consent to."""
    names = names_of(info)
    return [
        Question(known.n, say(f"campaign.asks_{known.by}", name=names.get(str(known.replaced), "")))
        for known in proposals
        if viewer in known.waiting
    ]


def headline(info: CampaignInfo, cards: Sequence[GameCard], lang: str, say: Say) -> str:
    """Where the campaign stands, in a sentence."""
    if info.status == "finished":
        return info.result.text.in_(lang, names_of(info)) if info.result else say("campaign.closed")
    if info.status == "setup" or any(not seat["taken"] for seat in info.seats):
        return say("campaign.waiting_seats")
    if info.to_act:
        names = names_of(info)
        return say("campaign.waiting", names=", ".join(names[seat] for seat in info.to_act))
    now = next((card for card in cards if card.is_now), None)
    if now is not None:
        return say("campaign.on", number=now.info.number, name=now.info.name.in_(lang))
    return say("campaign.stopped")


def story(
    events: Sequence[Mapping[str, Any]],
    log: Sequence[LogEntry | None],
    names: Mapping[str, str],
    texts: Texts,
    lang: str,
) -> list[str]:
    """What happened, the last first: what the campaign tells, and links that were made anew."""
    found = []
    for place, called in proposing.newest_first(events, names):
        event, entry = events[place], log[place]
        words = entry.text if entry is not None else None
        if event["type"] == "link_replaced":
            words = proposing.event_words(event, called, texts)
        if words is not None:
            found.append(words.in_(lang, names))
    return found


def _result(game: GameInfo, names: Mapping[str, str], lang: str, say: Say) -> str | None:
    if game.result is None:
        return None
    winners: Sequence[Any] = game.result.winners
    if not winners:
        return say("campaign.drawn")
    return say("campaign.won", names=", ".join(names.get(seat, seat) for seat in winners))
