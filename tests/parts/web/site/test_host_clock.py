"""The clock on the host form: what was typed reaches the room, and what cannot be is told at its field."""

from __future__ import annotations

from functools import partial

import pytest

from app.engine.refusal import FieldError
from app.rooms.values.ports import Clock, DaysClock, LiveClock
from app.web.site.host_form import read, refused, room_of
from app.web.wire.texts import load_texts
from tests.parts.web.api_site import BASE, Site
from tests.parts.web.manifests import garden

TEXTS = load_texts()
SAY = partial(lambda language, key, **values: TEXTS.say(key, language, **values), "en")
DUEL = {"scenario": "duel", "seat_a_kind": "me", "seat_b_kind": "friend"}


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ({}, None),
        ({"clock": "none", "clock_bank": "never read"}, None),
        ({"clock": "live", "clock_bank": "20", "clock_increment": " 15 "}, LiveClock(1200, 15)),
        ({"clock": "days", "clock_days": "3", "clock_bank": ""}, DaysClock(3)),
    ],
)
def test_the_clock_that_was_chosen_reaches_the_room(typed: dict[str, str], clock: Clock | None) -> None:
    room, errors = room_of(garden(), read(garden(), DUEL | typed), SAY)

    assert (errors, room.clock) == ({}, clock)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"clock": "sand"}, "clock"),
        ({"clock": "live", "clock_bank": "0"}, "clock_bank"),
        ({"clock": "live", "clock_bank": "1441"}, "clock_bank"),
        ({"clock": "live", "clock_bank": "ten"}, "clock_bank"),
        ({"clock": "live", "clock_increment": "3601"}, "clock_increment"),
        ({"clock": "live", "clock_increment": "-1"}, "clock_increment"),
        ({"clock": "days", "clock_days": ""}, "clock_days"),
        ({"clock": "days", "clock_days": "31"}, "clock_days"),
    ],
)
def test_a_clock_that_cannot_be_is_told_at_its_field_and_nothing_typed_is_lost(
    typed: dict[str, str], field: str
) -> None:
    form = read(garden(), DUEL | typed)

    assert room_of(garden(), form, SAY)[1].keys() == {field}
    assert {"clock": form.clock.kind, **form.clock.typed}[field] == typed[field]


def test_what_the_room_says_of_a_clock_stands_at_the_clock() -> None:
    form = read(garden(), DUEL | {"clock": "live"})
    wrong = (FieldError("clock", "nothing: this game knows no clock", "a clock"), FieldError("clock.days", "x", "y"))

    assert refused(form, wrong, SAY).keys() == {"clock", "clock_days"}


@pytest.mark.asyncio(loop_scope="module")
async def test_a_room_made_with_the_form_has_its_clock_and_says_so_on_its_page(site: Site) -> None:
    typed = {
        "game": "pebbles",
        "scenario": "open",
        "seat_a_kind": "me",
        "seat_a_team": "red",
        "seat_b_kind": "bot",
        "seat_b_team": "blue",
        "clock": "live",
        "clock_bank": "7",
        "clock_increment": "3",
    }

    made = await site.client.post("/rooms/new", data=typed, headers={"origin": BASE})

    assert made.status_code == 303, made.text
    room_id = made.headers["location"].split("/")[2]
    info = await site.app.state.rooms.info(room_id, "host")
    assert info.clock.rule == LiveClock(420, 3)
    page = await site.client.get(f"/rooms/{room_id}?as=a", headers={"accept": "text/html"})
    assert 'data-clock="red"' in page.text
    assert 'data-kind="live"' in page.text
