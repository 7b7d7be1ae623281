"""A change becomes one push that holds what changed and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.scene import Drawable, Mark, Panel, Row, Scene
from app.engine.telling import LogEntry, RollShown
from app.engine.types import Outcome, Seat
from app.rooms.live.presence import Here
from app.rooms.values.values import ProposalInfo
from app.web.table import messages, table
from app.web.table.table_parts import LOG_SHOWN
from app.web.wire.templating import ROOT, Templates, build_templates
from tests.parts.web import scenes
from tests.parts.web.scenes import text
from tests.parts.web.tables import B, delta, event, room

FOLDER = ROOT / "app" / "systems" / "war_of_plastic"


@pytest.fixture(scope="module")
def templates() -> Templates:
    return build_templates()


def with_pieces(scene: Scene, *drawables: Drawable) -> Scene:
    return replace(scene, drawables=drawables)


def swaps(message: str) -> list[str]:
    return re.findall(r'hx-swap-oob="([^"]+)"', message)


def test_a_piece_that_moved_travels_alone_inside_an_svg(templates: Templates) -> None:
    before = with_pieces(scenes.garden(), scenes.token("A-01", 100, 100), scenes.token("A-02", 200, 100))
    after = with_pieces(before, scenes.token("A-01", 150, 100), scenes.token("A-02", 200, 100))

    message = messages.delta_message(templates, delta(before, after), "en", FOLDER)

    moved = re.search(r'<svg><g id="d-A-01" hx-swap-oob="outerAmend"([^>]*)></g></svg>', message)
    assert moved is not None
    assert re.findall(r"[\w-]+(?==)", moved[1]) == ["data-x", "transform"]
    assert "d-A-02" not in message


@pytest.mark.parametrize(
    ("had", "has"), [((), ("Stunned",)), (("Stunned",), ()), (("Stunned",), ("Hidden", "Stunned"))]
)
def test_a_piece_in_another_state_is_called_by_that_on_the_page(
    templates: Templates, had: tuple[str, ...], has: tuple[str, ...]
) -> None:
    def marked(*names: str) -> Scene:
        marks = tuple(Mark("mark", text(name, name)) for name in names)
        return with_pieces(scenes.garden(), scenes.token("A-01", 100, 100, marks=marks))

    message = messages.delta_message(templates, delta(marked(*had), marked(*has)), "en", FOLDER)

    moved = re.search(r'<svg><g id="d-A-01" hx-swap-oob="outerAmend"([^>]*)><g data-part="marks">', message)
    assert moved is not None
    assert moved[1] == f' data-state="{", ".join(has)}"'


def test_a_piece_that_is_called_otherwise_is_sent_its_whole_label(templates: Templates) -> None:
    stunned = (Mark("mark", text("Stunned", "Stunned")),)
    before = with_pieces(scenes.garden(), scenes.token("A-01", 100, 100))
    after = with_pieces(before, replace(scenes.token("A-01", 100, 100, marks=stunned), name=text("Chief")))

    message = messages.delta_message(templates, delta(before, after), "en", FOLDER)

    assert 'data-name="Chief" aria-label="Chief 1, Stunned" data-state="Stunned"' in message


def test_a_piece_whose_drawing_changed_travels_whole(templates: Templates) -> None:
    before = with_pieces(scenes.garden(), scenes.token("A-01", 100, 100))
    after = with_pieces(before, replace(scenes.token("A-01", 100, 100), radius=40))

    message = messages.delta_message(templates, delta(before, after), "en", FOLDER)

    assert re.search(r'<svg>\s*<g id="d-A-01" hx-swap-oob="outerMorph" class="token', message)
    assert 'r="40"' in message


def test_a_new_piece_is_put_on_the_layer_of_its_kind(templates: Templates) -> None:
    before = with_pieces(scenes.garden())
    after = with_pieces(before, scenes.token("A-01", 150, 100))

    message = messages.delta_message(templates, delta(before, after), "en", FOLDER)

    assert re.search(r'<svg>\s*<g hx-swap-oob="beforeend:#layer-tokens">\s*<g id="d-A-01" class="token', message)


def test_a_piece_that_is_gone_is_deleted(templates: Templates) -> None:
    before = with_pieces(scenes.garden(), scenes.token("A-01", 100, 100))
    after = with_pieces(before)

    message = messages.delta_message(templates, delta(before, after), "en", FOLDER)

    assert '<g id="d-A-01" hx-swap-oob="delete">' in message


def test_panels_travel_only_when_they_changed(templates: Templates) -> None:
    before = scenes.garden()
    same = replace(before, prompt=text("otra", "another"))
    other = replace(before, panels=())

    quiet = messages.delta_message(templates, delta(before, same), "en", FOLDER)
    told = messages.delta_message(templates, delta(before, other), "en", FOLDER)

    assert 'id="panels"' not in quiet
    assert 'id="panels"' in told


def lines(*names: str, title: str = "Listos") -> Scene:
    rows = tuple(Row(name, text(f"Fila {name}", f"Line {name}")) for name in names)
    return replace(scenes.garden(), panels=(Panel("ready", text(title, title), rows),))


def test_of_a_list_only_the_lines_that_came_and_went_travel_and_their_number(templates: Templates) -> None:
    before, after = lines("b", "c", "e"), lines("a", "b", "d", "d.2", "e", "f")

    message = messages.delta_message(templates, delta(before, after), "en", FOLDER)

    assert swaps(message)[: swaps(message).index("outerMorph", 2) + 1][1:] == [
        "delete",
        "afterbegin:#panel-ready>ul",
        "afterend:#row-ready-b",
        "afterend:#row-ready-e",
        "outerMorph",
    ]
    assert re.findall(r'<li class="row" id="row-ready-(\w+)"', message) == ["a", "d", "d_2", "f"]
    assert '<i id="row-ready-c" hx-swap-oob="delete">' in message
    assert '<span class="panel__count" id="count-ready" hx-swap-oob="outerMorph">6</span>' in message


@pytest.mark.parametrize(
    "after",
    [lines("c", "b"), lines("b", "c", title="Otra"), lines("x", "y"), lines()],
    ids=["turned", "renamed", "others", "empty"],
)
def test_a_list_in_another_order_or_of_another_name_travels_whole(templates: Templates, after: Scene) -> None:
    message = messages.delta_message(templates, delta(lines("b", "c"), after), "en", FOLDER)

    assert re.search(r'<section [^>]*id="panel-ready" hx-swap-oob="outerMorph"', message)


def lists(*names: str) -> Scene:
    rows = (Row("r", text("Fila", "Line")),)
    return replace(scenes.garden(), panels=tuple(Panel(name, text(name, name), rows) for name in names))


def test_a_list_that_comes_or_goes_travels_alone(templates: Templates) -> None:
    message = messages.delta_message(templates, delta(lists("b", "c"), lists("a", "b", "d", "e")), "en", FOLDER)

    assert re.findall(r'<section [^>]*id="panel-(\w)"', message) == ["a", "d", "e"]
    assert [word for word in swaps(message) if "panel" in word] == ["afterbegin:#panels", "afterend:#panel-b"]
    assert '<i id="panel-c" hx-swap-oob="delete">' in message


def test_lists_in_another_order_travel_all(templates: Templates) -> None:
    message = messages.delta_message(templates, delta(lists("b", "c"), lists("c", "b")), "en", FOLDER)

    assert re.search(r'<div id="panels" [^>]*hx-swap-oob="outerMorph"', message)
    assert re.findall(r'<section [^>]*id="panel-(\w)"', message) == ["c", "b"]


def test_the_number_of_the_viewer_and_whose_go_it_is_travel_with_every_push(templates: Templates) -> None:
    scene = scenes.garden(my_go=False)

    message = messages.delta_message(templates, delta(scene, scene, seq=41), "en", FOLDER)

    assert 'id="live"' in message
    assert 'data-seq="41"' in message
    assert 'data-my-go="false"' in message
    assert 'data-full="false"' in message


def test_a_push_without_visible_change_is_small(templates: Templates) -> None:
    scene = scenes.garden()

    message = messages.delta_message(templates, delta(scene, scene), "en", FOLDER)

    assert len(message) < 3000


def test_game_events_are_logged_in_the_readers_language_with_their_drawing(templates: Templates) -> None:
    scene = scenes.garden()
    entry = scenes.shot_entry()
    change = delta(scene, scene, events=(event(8, "shot", seat="a"),), log=(entry,))

    english = messages.delta_message(templates, change, "en", FOLDER)
    spanish = messages.delta_message(templates, change, "es", FOLDER)

    assert "shoots at B-03" in english
    assert "dispara a B-03" in spanish
    assert "data-overlays=" in english
    assert "needs 4+" in english
    assert "con 4 o más" in spanish
    assert 'data-seat="a"' in english


def test_chat_goes_to_the_talk_and_not_to_the_log(templates: Templates) -> None:
    scene = scenes.garden()
    said = event(8, "message", seat="b", text="<b>hola</b>", to="table")

    message = messages.delta_message(templates, delta(scene, scene, events=(said,), log=(None,)), "en", FOLDER)

    assert "beforeend:#chat" in swaps(message)
    assert "beforeend:#log" not in swaps(message)
    assert "&lt;b&gt;hola&lt;/b&gt;" in message
    assert "Bruno" in message


@pytest.mark.parametrize(
    ("lang", "nameless", "apart"), [("en", "Spectator", "spectators"), ("es", "Público", "el público")]
)
def test_what_spectators_say_bears_the_name_they_gave(
    templates: Templates, lang: str, nameless: str, apart: str
) -> None:
    scene = scenes.garden()
    said = [event(8, "message", text="hola", to="spectators", name="<i>Eva</i>")]
    said += [event(9, "message", text="adiós", to="spectators")]

    message = messages.delta_message(templates, delta(scene, scene, events=said, log=(None, None)), lang, FOLDER)

    assert f"&lt;i&gt;Eva&lt;/i&gt; <small>({apart})</small>" in message
    assert f"{nameless} <small>({apart})</small>" in message
    assert "beforeend:#log" not in swaps(message)


def test_who_came_or_went_changes_only_the_marks_and_the_number_of_spectators(templates: Templates) -> None:
    message = messages.here_message(templates, Here((Seat("b"),), 2), ("a", "b"), "en")

    assert re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob="outerMorph"', message) == ["here-a", "here-b", "spectators"]
    assert 'id="here-a" class="here is-away"' in message
    assert 'id="here-b" class="here is-here"' in message
    assert "2 spectators" in message


def test_a_push_says_who_is_here_as_far_as_is_known(templates: Templates) -> None:
    scene = scenes.garden()
    here = Here((Seat("b"),), 1)

    came = delta(scene, scene, events=(event(8, "seat_claimed", seat="b", name="Bruno"),), log=(None,))
    change = messages.delta_message(templates, came, "en", FOLDER, here)
    quiet = messages.delta_message(templates, delta(scene, scene), "en", FOLDER, here)
    whole = messages.resync_message(templates, room(), "a", "en", FOLDER, here)

    assert "here-b" not in quiet
    for message in (change, whole):
        assert 'id="here-b" class="here is-here"' in message
    assert 'id="spectators" class="spectators" data-count="1"' in whole


def test_events_of_the_room_are_worded_here(templates: Templates) -> None:
    scene = scenes.garden()
    events = (event(8, "undone", seat="a"), event(9, "proposal_answered", seat="b", accept=False))

    message = messages.delta_message(templates, delta(scene, scene, events=events, log=(None, None)), "en", FOLDER)

    assert "Ana takes back the last decision." in message
    assert "Bruno declines." in message


@pytest.mark.parametrize(("words", "told"), [(None, "Bruno declines."), ("No, says Bruno.", "No, says Bruno.")])
def test_a_draw_is_told_once_by_the_game_where_it_has_words_for_it(
    templates: Templates, words: str | None, told: str
) -> None:
    scene = scenes.garden()
    events = (event(8, "proposal_answered", seat="b", n=3, accept=False) | {"kind": "draw"}, event(9, "draw_answered"))
    log = (None, None if words is None else LogEntry(text(words, words)))

    message = messages.delta_message(templates, delta(scene, scene, events=events, log=log), "en", FOLDER)

    assert message.count('class="entry ') == 1
    assert told in message
    assert 'data-declined="3"' in message


def test_a_proposal_can_be_answered_by_those_who_are_asked_and_only_by_them(templates: Templates) -> None:
    scene = scenes.garden()
    asked = ProposalInfo(3, "draw", B, (Seat("a"),))
    mine = ProposalInfo(4, "undo", Seat("a"), (B,))

    message = messages.delta_message(templates, delta(scene, scene, proposals=(asked, mine)), "en", FOLDER)

    assert "Bruno offers a draw." in message
    assert re.findall(r'data-answer="(\w+)" data-n="(\d)"', message) == [("yes", "3"), ("no", "3"), ("no", "4")]
    assert "Waiting for an answer" in message
    assert "Withdraw" in message


def test_a_resync_brings_the_whole_table_and_says_so(templates: Templates) -> None:
    message = messages.resync_message(templates, room(), "a", "en", FOLDER)

    assert 'data-full="true"' in message
    assert "innerHTML:#log" in swaps(message)
    for layer in ("ground", "terrain", "zone", "chips", "tokens", "links"):
        assert f'<g id="layer-{layer}" class="layer layer-{layer}" hx-swap-oob="outerMorph">' in message
    assert message.count("data-unit=") == sum(1 for drawable in scenes.garden().drawables if hasattr(drawable, "pose"))


def test_waiting_for_players_the_prompt_says_who_is_missing(templates: Templates) -> None:
    seats = (
        {"seat": "a", "kind": "human", "taken": True, "name": "Ana"},
        {"seat": "b", "kind": "open", "taken": False},
    )

    message = messages.resync_message(templates, room(status="setup", seats=seats, to_act=()), "a", "en", FOLDER)

    assert "Still to come: B." in message


def page(templates: Templates, lang: str = "en", viewer: str = "a", **changes: Any) -> str:
    context = table.page_context(templates, room(**changes), viewer, lang, FOLDER)
    path = "/rooms/room-1"
    known = {"game_name": "War of Plastic", "held": ["b", "host"], "calls_out": True}
    return templates.fragment("pages/table.html", lang, path=path, other="?lang=es", **known, **context)


def test_the_page_keeps_the_hooks_that_programs_rely_on(templates: Templates) -> None:
    html = page(templates)

    assert re.search(r'<body [^>]*data-room="room-1" data-seq="7" data-viewer="a"', html)
    for hook in ('<svg id="board" data-board="measured"', 'id="log"', 'id="prompt"', 'id="connection"'):
        assert hook in html
    assert 'hx-ws:connect="/rooms/room-1/socket?as=a&amp;after=7&amp;lang=en"' in html


def test_whoever_holds_several_seats_can_change_between_them_and_the_host_finds_his_links(
    templates: Templates,
) -> None:
    html = page(templates)

    assert 'href="/rooms/room-1?as=b"' in html
    assert 'href="/rooms/room-1/links"' in html


def test_a_spectator_sees_the_same_without_anything_to_act_with(templates: Templates) -> None:
    html = page(templates, viewer="spectator")

    assert 'data-playing="false"' in html
    for control in ('id="dock"', 'id="say"', 'data-do="undo"', 'data-do="resign"', 'data-do="draw"'):
        assert control not in html


def test_the_page_has_no_inline_style_script_or_handler(templates: Templates) -> None:
    html = page(templates)

    assert not re.search(r"\sstyle=", html)
    assert not re.search(r"\son[a-z]+=", html)
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", html) == ['<script type="application/json" id="words">']


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_word_of_the_page_exists_in_both_languages(templates: Templates, lang: str) -> None:
    proposals = (ProposalInfo(1, "undo", B, (Seat("a"),)),)
    ended = replace(scenes.garden(), ending=text("Gana A", "A wins"))
    result = Outcome((Seat("a"),), "A", "objective", text("Gana A", "A wins"))

    assert page(templates, lang, proposals=proposals)
    assert page(templates, lang, scene=ended, status="finished", result=result)


def test_at_the_end_players_of_one_name_are_told_apart_by_their_seats(templates: Templates) -> None:
    bots = tuple({**seat, "name": "Bot"} for seat in room().info.seats)
    shot = (RollShown(text("Disparo", "Shot"), 5, need=4, success=True),)
    log = tuple(LogEntry(text("."), side=side, rolls=shot) for side in ("A", "B"))
    ended = replace(scenes.garden(), ending=text("Tablas", "A draw"))
    result = Outcome((), "draw", "draw_agreed", text("Tablas", "A draw"))
    shots = (event(1, "shot"), event(2, "shot"))

    html = page(templates, scene=ended, status="finished", result=result, seats=bots, events=shots, log=log)

    assert re.findall(r"Bot \(([A-Z])\)</th>", html) == ["A", "B"]


@pytest.mark.parametrize(("need", "columns"), [(4, 5), (None, 3)])
def test_luck_speaks_of_what_came_off_only_where_something_was_needed(
    templates: Templates, need: int | None, columns: int
) -> None:
    log = (
        LogEntry(text("."), side="A", rolls=(RollShown(text("Disparo", "Shot"), 5, need=need, success=need and True),)),
    )
    ended = replace(scenes.garden(), ending=text("Gana A", "A wins"))
    result = Outcome((Seat("a"),), "A", "objective", text("Gana A", "A wins"))

    html = page(templates, scene=ended, status="finished", result=result, events=(event(1, "shot"),), log=log)

    assert len(re.findall(r"<th ", html[html.index("<thead>") : html.index("</thead>")])) == columns


def test_a_die_of_another_side_than_its_line_says_wears_its_colour(templates: Templates) -> None:
    own = RollShown(text("Disparo", "Shot"), 5, need=4, success=True)
    log = (LogEntry(text("."), side="A", rolls=(own, replace(own, value=2, success=False, side="B"))),)

    html = page(templates, events=(event(1, "shot"),), log=log)

    assert re.findall(r'<span class="roll((?: [^"]*)?)"', html) == [" is-success", " side-2 is-failure"]


def test_a_long_log_is_cut_and_the_rest_is_asked_for(templates: Templates) -> None:
    count = LOG_SHOWN + 20
    events = tuple(event(n, "moved") for n in range(1, count + 1))
    log = tuple(LogEntry(text(f"Movimiento {n}.", f"Move {n}.")) for n in range(1, count + 1))

    html = page(templates, events=events, log=log)

    assert html.count('class="entry ') == LOG_SHOWN
    assert f"Move {count}." in html
    assert "Move 1.<" not in html
    assert '<button type="button" id="earlier-log" class="quiet-link">' in html
    assert '<button type="button" id="earlier-chat" class="quiet-link" hidden>' in html
