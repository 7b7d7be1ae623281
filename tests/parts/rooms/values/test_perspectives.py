"""A game that is over through anybody's eyes: everything of everybody together, and nothing that was said in private."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from app.engine.scene import Figure, Panel, Row, Scene, Standing, Token
from app.engine.types import SPECTATOR, BoardKind, Seat, Text, UnitId, Viewer
from app.rooms.archive.films import Chapter
from app.rooms.room.projection import flatten
from app.rooms.values.perspectives import ALL, opened, perspectives, together
from app.rooms.values.ports import Entry

A, B = Seat("a"), Seat("b")


def text(words: str) -> Text:
    return Text(words, words)


def token(name: str, seat: Seat, x: float, label: str = "") -> Token:
    return Token(UnitId(name), x, 0, 10, "soldier", seat, text(name), label, seat=seat)


def scene(*drawables: Token, rows: tuple[str, ...] = (), gold: dict[Seat, int] | None = None) -> Scene:
    panels = (Panel("reserve", text("reserve"), tuple(Row(row, text(row)) for row in rows)),) if rows else ()
    standings = tuple(
        Standing(seat, seat, text(seat), figures=(Figure("gold", text("gold"), value),))
        for seat, value in (gold or {}).items()
    )
    return Scene(
        BoardKind.MEASURED, 100, 100, drawables, text("prompt"), text("headline"), True, (), panels, standings=standings
    )


def entry(*events: dict[str, Any], told: dict[str, tuple[dict[str, Any], ...]] | None = None) -> Entry:
    public = tuple(event for event in events if not event.get("hidden"))
    return Entry(
        1, datetime(2024, 5, 1, tzinfo=UTC), A, "game", events, public, told or {}, {"a": 7, "b": 9, SPECTATOR: 5}
    )


def test_together_each_thing_is_as_its_owner_saw_it_and_nothing_is_missing() -> None:
    common = scene(token("a1", A, 1), token("b1", B, 2, "?"), rows=("one",), gold={A: 0, B: 0})
    of_a = scene(
        token("a1", A, 1, "sniper"), token("a2", A, 3), token("b1", B, 2, "?"), rows=("one", "two"), gold={A: 4, B: 0}
    )
    of_b = scene(token("a1", A, 1), token("b1", B, 2, "mine"), rows=("three",), gold={A: 0, B: 6})

    whole = together({Viewer(A): of_a, Viewer(B): of_b}, common)

    labels = {thing.id: thing.label for thing in whole.drawables if isinstance(thing, Token)}
    assert labels == {"a1": "sniper", "b1": "mine", "a2": ""}
    assert [row.id for panel in whole.panels for row in panel.rows] == ["one", "two", "three"]
    assert [standing.figures[0].value for standing in whole.standings] == [4, 6]
    assert not whole.my_go


def test_an_entry_is_opened_whole_for_all_and_as_he_was_told_for_a_seat() -> None:
    hidden, plain = {"type": "picked", "what": "luck", "hidden": True}, {"type": "moved"}
    given = entry(hidden, plain, told={"a": (hidden, plain), "b": ({"type": "picked"}, plain)})

    def seen(eyes: Viewer) -> list[tuple[int, Any]]:
        return [(event["seq"], event.get("what")) for event in flatten(opened(given, eyes, 10), SPECTATOR)]

    assert seen(ALL) == [(11, "luck"), (12, None)]
    assert seen(Viewer(A)) == [(11, "luck"), (12, None)]
    assert seen(Viewer(B)) == [(11, None), (12, None)]
    assert seen(SPECTATOR) == [(11, None)]


def test_what_was_said_in_private_is_left_out_and_its_number_too() -> None:
    words = [{"type": "message", "to": to, "text": to} for to in ("army", "table", "spectators")]
    given = entry(*words, told={"a": tuple(words)})

    for eyes in (ALL, Viewer(A), SPECTATOR):
        assert [(event["seq"], event["text"]) for event in flatten(opened(given, eyes, 0), SPECTATOR)] == [(1, "table")]


def test_a_chapter_lies_in_the_round_its_headline_begins_with() -> None:
    assert Chapter(1, Text("Ronda 2 · Turno de A", "Round 2 · A's turn")).round == Text("Ronda 2", "Round 2")
    assert Chapter(1, text("Deployment")).round == text("Deployment")
    assert perspectives([A, B]) == (ALL, "a", "b", SPECTATOR)
