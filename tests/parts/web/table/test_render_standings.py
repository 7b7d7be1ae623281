"""How everybody stands, and what is being worked out: parts of a table page that travel when they change."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from app.engine.scene import Figure
from app.engine.telling import LogEntry, RollShown
from app.engine.types import Seat
from app.rooms.values.players import names_of
from app.web.table import messages
from app.web.table.table_parts import luck, sides
from app.web.wire.templating import Templates, build_templates
from tests.parts.web import cards, scenes
from tests.parts.web.scenes import text
from tests.parts.web.tables import delta, info, room


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


def test_standings_are_in_their_order_with_every_number_in_words(templates: Templates) -> None:
    push = messages.resync_message(templates, replace(room(), scene=cards.valley()), "a", "en")

    strip = re.search(r'<ol id="standings".*?</ol>', push, re.DOTALL)
    assert strip is not None
    assert re.findall(r'data-seat="(\w)"', strip[0]) == ["a", "b"]
    assert "is-active" in strip[0]
    assert re.findall(r'visually-hidden">(\w+) </span><[^>]+>(\d+)', strip[0])[:2] == [("gold", "5"), ("mana", "2")]
    assert "first: 17" in strip[0]


def test_what_is_about_to_be_gained_and_what_is_to_be_reached_stand_behind_a_number(templates: Templates) -> None:
    scene = cards.valley()
    gold = Figure("gold", text("oro", "gold"), 5, gain=3)
    points = Figure("points", text("puntos", "points"), 4, of=10)
    first = replace(scene.standings[0], figures=(gold, points))

    push = messages.resync_message(templates, replace(room(), scene=replace(scene, standings=(first,))), "a", "en")

    assert re.findall(r"(\d+)<small>([^<]+)</small>", push) == [("5", "+3"), ("4", "/10")]


def test_standings_and_spotlight_travel_only_when_they_changed(templates: Templates) -> None:
    before = cards.valley()
    same = replace(before, prompt=text("otra", "another"))
    other = replace(before, standings=before.standings[:1], spotlight=None)

    quiet = messages.delta_message(templates, delta(before, same), "en")
    told = messages.delta_message(templates, delta(before, other), "en")

    assert 'id="standings"' not in quiet
    assert 'id="spotlight"' not in quiet
    assert 'id="standings"' in told
    assert re.search(r'<section id="spotlight"[^>]* hidden', told)


def test_seats_that_stand_in_another_order_are_told_by_name_and_only_what_changed_is_drawn(
    templates: Templates,
) -> None:
    before = cards.valley()
    first, *others = before.standings
    richer = replace(first, figures=(replace(first.figures[0], value=9), *first.figures[1:]))

    told = messages.delta_message(templates, delta(before, replace(before, standings=(*others, richer))), "en")

    assert '<ol id="standings" hx-swap-oob="outerAmend" data-order="standing-b standing-a"></ol>' in told
    assert re.findall(r'<li id="standing-(\w)"', told) == ["a"]
    assert re.findall(r'data-part="figure-gold">(\d)', told) == ["9"]


def test_a_game_without_standings_has_hidden_ones(templates: Templates) -> None:
    push = messages.resync_message(templates, replace(room(), scene=scenes.garden()), "a", "en")

    assert re.search(r'<ol id="standings"[^>]* hidden', push)


def test_the_step_that_is_under_way_is_marked_for_readers_too(templates: Templates) -> None:
    push = messages.resync_message(templates, replace(room(), scene=cards.valley()), "a", "en")

    light = re.search(r'<section id="spotlight".*?</section>', push, re.DOTALL)
    assert light is not None
    assert re.findall(r'<li class="row[^"]*"( aria-current="step")?', light[0]) == [' aria-current="step"', ""]


def test_luck_counts_low_dice_as_low() -> None:
    dice = tuple(
        RollShown(text("ataque", "attack"), value, need=2, success=value <= 2, low=True) for value in (1, 6, 2)
    )

    (found,) = luck([LogEntry(text("ataque", "attack"), side="a", rolls=dice)])

    assert (found.came_off, found.needing, found.expected) == (2, 3, "1.0")


def test_where_the_board_is_drawn_by_seats_so_are_the_players(templates: Templates) -> None:
    allies = tuple({**seat, "side": "alliance"} for seat in room().info.seats)
    together = replace(room(), info=info(seats=allies))

    by_side = messages.resync_message(templates, replace(together, scene=scenes.garden()), "a", "en")
    by_seat = messages.resync_message(templates, replace(together, scene=cards.valley()), "a", "en")

    assert re.findall(r'<li class="seat side-(\d)', by_side) == ["1", "1"]
    assert re.findall(r'<li class="seat side-(\d)', by_seat) == ["1", "2"]


def test_whoever_plays_another_side_than_their_seat_names_wears_its_letter_and_its_colour(templates: Templates) -> None:
    seats = tuple({**seat, "side": side} for seat, side in zip(info().seats, "BA", strict=True))
    first, second = cards.valley().standings
    swapped = replace(cards.valley(), standings=(replace(second, side="A"), replace(first, side="B")))

    for scene in (scenes.garden(), swapped):
        push = messages.resync_message(templates, replace(room(), info=info(seats=seats), scene=scene), "a", "en")

        assert re.findall(r'<li class="seat side-(\d).*?seat__chip" aria-hidden="true">(\w)<', push) == [
            ("2", "B"),
            ("1", "A"),
        ]
    assert re.findall(r'<li id="standing-(\w)" class="standing side-(\d)', push) == [("b", "1"), ("a", "2")]
    assert re.findall(r'standing__arms".*?<b>(\w)</b>', push) == ["A", "B"]


def test_players_of_one_name_are_told_apart_by_the_letters_of_their_sides() -> None:
    swapped = tuple({"seat": Seat(seat), "name": "Ana", "side": side} for seat, side in zip("ab", "BA", strict=True))
    shared = tuple({**seat, "side": "A"} for seat in swapped)

    assert names_of(swapped) == {"a": "Ana (B)", "b": "Ana (A)", "B": "Ana (B)", "A": "Ana (A)"}
    assert names_of(shared) == {"a": "Ana (A)", "b": "Ana (B)"}


def test_a_letter_among_other_names_of_sides_keeps_its_own_colour() -> None:
    seats = ({"seat": "a", "side": "alliance"}, {"seat": "b", "side": "alliance"}, {"seat": "c", "side": "c"})

    assert sides(info(seats=seats)) == {"alliance": 1, "c": 3}
