"""Snapshots: what a room is loaded from more quickly than from all its entries."""

from __future__ import annotations

from collections import Counter

import msgspec

from app.engine.types import Seat
from app.rooms.room import clocks
from app.rooms.room.freshness import Freshness
from app.rooms.room.remembered import Proposal
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.ports import Snapshot
from app.rooms.values.values import Status


class _Saved(msgspec.Struct, frozen=True):
    """A room as a snapshot keeps it: everything but the earlier states."""

    rules_hash: str
    status: Status
    place: int
    counts: dict[str, int]
    claims: dict[Seat, happened.SeatClaimed]
    reopened: set[Seat]
    proposals: list[Proposal]
    proposals_made: int
    changed: dict[Seat, int]
    undecided: dict[Seat, int]
    contributions: dict[str, str]
    state: msgspec.Raw
    games: list[happened.GameOpened] = []
    clock: clocks.Standing | None = None
    talk: dict[str, int] = {}


def snapshot_of(room: Room) -> Snapshot | None:
    """What to load ``room`` from; ``None`` before the game begins, and where spectators see it late."""
    if room.state is None or room.audience is not None:
        return None
    saved = _Saved(
        rules_hash=room.system.manifest.rules_hash,
        status=room.status,
        place=room.place,
        counts=dict(room.counts),
        claims=room.claims,
        reopened=room.reopened,
        proposals=list(room.proposals.values()),
        proposals_made=room.proposals_made,
        changed=room.freshness.changed,
        undecided=room.freshness.undecided,
        contributions=dict(room.contributions),
        state=msgspec.Raw(msgspec.json.encode(room.state)),
        games=room.games,
        clock=room.clock,
        talk=dict(room.talk),
    )
    return Snapshot(room.version, msgspec.json.encode(saved))


def restore(room: Room, snapshot: Snapshot) -> bool:
    """Makes a new ``room`` the one that ``snapshot`` was made of; ``False``, unchanged, if other rules made it."""
    try:
        saved = msgspec.json.decode(snapshot.payload, type=_Saved)
        if saved.rules_hash != room.system.manifest.rules_hash:
            return False
        state = msgspec.json.decode(saved.state, type=room.system.state_type)
    except msgspec.ValidationError:
        return False
    room.version, room.counts, room.status = snapshot.version, saved.counts, saved.status
    room.state, room.place = state, saved.place
    room.claims, room.contributions = saved.claims, saved.contributions
    room.reopened = saved.reopened
    room.proposals = {known.n: known for known in saved.proposals}
    room.proposals_made = saved.proposals_made
    room.games = saved.games
    room.clock = saved.clock
    room.talk = Counter(saved.talk)
    room.freshness = Freshness(room.system, saved.changed, saved.undecided)
    return True
