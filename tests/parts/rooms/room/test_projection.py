"""What is stored of an event: one public form, the forms that differ, and everybody's numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from app.engine.scene import Chip, Panel, Row, Scene
from app.engine.types import SPECTATOR, BoardKind, Seat, Text, Viewer
from app.rooms.room.projection import Happened, flatten, picture, telling, timestamp
from app.rooms.values.events import Message, Resigned, RoomEvent
from app.rooms.values.ports import Entry
from tests.parts.rooms.table import A, B, C

VIEWERS = (A, B, C, SPECTATOR)
COUNTS = {"a": 3, "b": 5, "c": 0, "spectator": 2}
HELLO = Message("hello", "table", Seat("a"))
PSST = Message("psst", "army", Seat("a"))
NOTHING = Text("", "")


def only(event: RoomEvent, *viewers: Viewer) -> Happened:
    return Happened(event, {viewer: event if viewer in viewers else None for viewer in VIEWERS})


def test_what_everybody_is_told_is_stored_once() -> None:
    told = telling(VIEWERS, COUNTS, [Happened(HELLO)])

    assert told.told == {}
    assert told.public == told.events
    assert told.public[0] is told.events[0]
    assert told.counts == {"a": 4, "b": 6, "c": 1, "spectator": 3}


def test_what_spectators_are_not_told_is_stored_beside_the_public_form() -> None:
    told = telling(VIEWERS, COUNTS, [Happened(HELLO), only(PSST, A, C)])

    assert [event["text"] for event in told.events] == ["hello", "psst"]
    assert [event["text"] for event in told.public] == ["hello"]
    assert {viewer: [event["text"] for event in form] for viewer, form in told.told.items()} == {
        "a": ["hello", "psst"],
        "c": ["hello", "psst"],
    }
    assert told.counts == {"a": 5, "b": 6, "c": 2, "spectator": 3}


def test_whoever_is_told_nothing_of_what_spectators_see_has_an_empty_form() -> None:
    told = telling(VIEWERS, COUNTS, [only(HELLO, A, SPECTATOR)])

    assert told.told == {"b": (), "c": ()}
    assert told.counts == {"a": 4, "b": 5, "c": 0, "spectator": 3}


def test_a_form_of_ones_own_is_stored_for_its_viewer() -> None:
    forms = dict.fromkeys(VIEWERS, Message("***", "army", Seat("a"))) | {A: PSST}

    told = telling(VIEWERS, COUNTS, [Happened(PSST, forms)])

    assert told.events[0]["text"] == "psst"
    assert told.public[0]["text"] == "***"
    assert {viewer: form[0]["text"] for viewer, form in told.told.items()} == {"a": "psst"}


def entry(**changes: Any) -> Entry:
    told = telling(VIEWERS, COUNTS, [Happened(HELLO), only(PSST, A), Happened(Resigned(Seat("b")))])
    parts = {"version": 1, "at": datetime(2024, 5, 1, 12, 30, 15, 123456, UTC), "seat": Seat("a"), "kind": "message"}
    columns = {"events": told.events, "public": told.public, "told": told.told, "counts": told.counts}
    return Entry(**(parts | columns | changes))


def test_told_events_are_flat_and_numbered_for_their_viewer() -> None:
    mine, others = flatten(entry(), A), flatten(entry(), SPECTATOR)

    assert [(event["seq"], event["type"]) for event in mine] == [(4, "message"), (5, "message"), (6, "resigned")]
    assert [(event["seq"], event["type"]) for event in others] == [(3, "message"), (4, "resigned")]
    assert mine[0] == {
        "seq": 4,
        "type": "message",
        "at": "2024-05-01T12:30:15.123Z",
        "seat": "a",
        "text": "hello",
        "to": "table",
    }


def test_the_seat_an_event_speaks_of_is_not_overwritten_by_who_acted() -> None:
    assert [event["seat"] for event in flatten(entry(), B)] == ["a", "b"]


def test_what_the_server_did_has_no_seat() -> None:
    assert "seat" not in flatten(entry(seat=None, public=({"type": "room_opened"},), told={}), B)[0]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC), "2024-01-02T03:04:05.000Z"),
        (datetime(2024, 1, 2, 3, 4, 5, 999_999, timezone(timedelta(hours=2))), "2024-01-02T01:04:05.999Z"),
    ],
)
def test_moments_are_told_in_utc_to_the_millisecond(at: datetime, expected: str) -> None:
    assert timestamp(at) == expected


# -- pictures ----------------------------------------------------------------------------------------


def scene(*chips: Chip, panels: tuple[Panel, ...] = (), prompt: Text = NOTHING) -> Scene:
    return Scene(BoardKind.SQUARES, 10, 10, chips, prompt, NOTHING, panels=panels)


def chip(name: str, x: float = 0) -> Chip:
    return Chip(name, x, 0, 1, "flag", NOTHING)


def test_a_picture_names_what_is_new_different_and_gone() -> None:
    before = scene(chip("stays"), chip("moves"), chip("goes"))

    found = picture(before, scene(chip("stays"), chip("moves", 3), chip("comes")), ())

    assert [drawable.id for drawable in found.changed] == ["moves", "comes"]
    assert found.removed == ("goes",)
    assert [drawable.id for drawable in found.after.drawables] == ["stays", "moves", "comes"]
    assert found.after.drawables[0] is before.drawables[0]


def test_equal_scenes_are_one_scene() -> None:
    before = scene(chip("stays"))

    found = picture(before, scene(chip("stays")), ())

    assert found.after is found.before is before
    assert found.changed == found.removed == ()


def test_only_words_may_differ() -> None:
    before = scene(chip("stays"))

    found = picture(before, scene(chip("stays"), prompt=Text("tú", "you")), ())

    assert found.changed == ()
    assert found.after.prompt == Text("tú", "you")
    assert found.after.drawables[0] is before.drawables[0]


def test_of_nothing_everything_is_new() -> None:
    found = picture(None, scene(chip("comes")), ())

    assert [drawable.id for drawable in found.changed] == ["comes"]


def test_panels_that_did_not_change_are_the_same_objects() -> None:
    one, two = Panel("one", NOTHING, ()), Panel("two", NOTHING, ())
    before = scene(panels=(one, two))

    found = picture(before, scene(panels=(Panel("one", NOTHING, ()), Panel("two", NOTHING, (Row("r", NOTHING),)))), ())

    assert found.after.panels[0] is one
    assert found.after.panels[1].rows
