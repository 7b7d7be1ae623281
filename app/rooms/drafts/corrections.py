"""Putting values right by consent: what a judged table needs when its players agree that it stands wrong. Pure decisions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from app.engine import play
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Correctable, Correction
from app.engine.types import SPECTATOR, Seat, Text, UnitId, Viewer
from app.rooms.room.projection import Happened
from app.rooms.room.remembered import Proposal
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.values import Change

MOST_CHANGES: Final = 20


def correctables(room: Room, unit: UnitId | None = None) -> Callable[[], Sequence[Correctable]]:
    """How to find what may be put right now, whatever happens until then: values that everybody sees."""
    if room.status != "playing":
        return lambda: ()
    return partial(room.system.correctables, room.system.view(room.state, SPECTATOR), unit)


def proposed(room: Room, seat: Seat, corrections: Sequence[Correction]) -> tuple[Change, ...]:
    """The changes with what the values are now and their words. Raises ``InvalidInput`` for what cannot be put right, and
    for a position that could not be as far as ``seat`` can know."""
    if not 1 <= len(corrections) <= MOST_CHANGES:
        raise InvalidInput.at("changes", f"1 to {MOST_CHANGES} changes", len(corrections))
    changes = named(room, corrections)
    pick = random.Random(room.header.secret + room.version.to_bytes(8, "big")).randrange
    world = room.system.resample(room.state, Viewer(seat), pick)
    reasons = play.problems(room.system, room.system.correct(world, changes))
    if reasons:
        raise InvalidInput([FieldError("changes", "a position that can be", reason) for reason in reasons[:10]])
    return changes


def named(room: Room, corrections: Sequence[Correction]) -> tuple[Change, ...]:
    """Changes with what the values are now and their words. Raises ``InvalidInput`` for what cannot be put right."""
    known = _by_name(room)
    changes = []
    for number, correction in enumerate(corrections):
        now = known.get((correction.unit, correction.field))
        if now is None:
            raise InvalidInput.at(f"changes[{number}]", "a value that can be put right", correction.field)
        names = _names(now, correction.value)
        changes.append(Change(correction.field, correction.value, correction.unit, now.value, now.label, names))
    return tuple(changes)


def carried_out(room: Room, known: Proposal) -> tuple[Happened, ...] | None:
    """What follows from the last consent; ``None`` if a value is no longer what it was, or the whole not possible."""
    assert known.seat is not None
    made, now = known.made, _by_name(room)
    for change in made.changes:
        value = now.get((change.unit, change.field))
        if value is None or value.value != change.was:
            return None
    try:
        corrected = room.system.correct(room.state, made.changes)
    except InvalidInput:
        return None
    if play.problems(room.system, corrected):
        return None
    return (Happened(happened.Corrected(known.seat, made.changes, made.reason)),)


def _names(now: Correctable, value: bool | int | str) -> tuple[Text, Text] | None:
    """What the old value and the new one are called, by ``x-names`` of the schema."""
    names = now.schema.get("x-names", {})
    found = [names[str(each)] for each in (now.value, value) if str(each) in names]
    return (Text(**found[0]), Text(**found[1])) if len(found) == 2 else None


def _by_name(room: Room) -> Mapping[tuple[UnitId | None, str], Correctable]:
    return {(each.unit, each.field): each for each in correctables(room)()}


def everybody_else(room: Room, seat: Seat | None, *, awaited: bool = False) -> tuple[Seat, ...]:
    """The people who have to consent to what concerns the whole table; with ``awaited`` also those who are still to come."""
    return tuple(
        other for other in room.seats if other != seat and not room.is_bot(other) and (awaited or room.is_taken(other))
    )
