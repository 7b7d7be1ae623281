"""Proposals and the room's events in words, in both languages."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from app.engine.types import Seat, Text, UnitId
from app.rooms.values.ports import HOST
from app.rooms.values.values import Change, ProposalInfo, ProposalKind
from app.web.table import proposing
from app.web.wire.templating import build_templates
from app.web.wire.texts import load_texts

NAMES = {"a": "Ana", "b": "Luis"}
MOVED = Change("x_mm", 430, UnitId("A-02"), 400, Text("x (mm)", "x (mm)"))
STUNNED = Change("stunned", True, UnitId("A-02"), False, Text("Aturdida", "Stunned"))
LOST = Change(
    "status", "destroyed", None, "table", Text("Estado", "State"), (Text("sana", "well"), Text("rota", "lost"))
)


def asked(viewer: str = "b", lang: str = "en", **fields: Any) -> proposing.Asked:
    info = {"n": 1, "kind": "pause", "seat": Seat("a"), "waiting": (Seat("b"),)} | fields
    (found,) = proposing.asked([ProposalInfo(**info)], NAMES, viewer, build_templates(), lang)
    return found


def worded(what: str, **fields: Any) -> tuple[str, str]:
    text = proposing.event_words({"type": what, "seq": 1, "at": "", **fields}, NAMES, load_texts())
    assert text is not None
    return text.es, text.en


def test_what_one_has_to_answer_comes_before_what_one_asks_oneself() -> None:
    mine = ProposalInfo(1, "undo", Seat("b"), (Seat("a"),))
    theirs = ProposalInfo(2, "undo", Seat("a"), (Seat("b"),))
    found = proposing.asked([mine, theirs], NAMES, "b", build_templates(), "en")
    assert [each.n for each in found] == [2, 1]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("kind", get_args(ProposalKind))
def test_every_kind_of_proposal_has_words(kind: str, lang: str) -> None:
    seat = None if kind == "replace" else Seat("a")

    found = asked(kind=kind, seat=seat, lang=lang, replaced=Seat("b"), by="bot", viewer="a")

    assert found.words
    assert "{" not in found.words


def test_a_correction_says_each_change_old_to_new_and_why() -> None:
    found = asked(kind="correction", changes=(MOVED, STUNNED, LOST), reason="the cat")

    assert [(each.unit, each.words) for each in found.changes] == [
        ("A-02", "A-02, x (mm): 400 → 430"),
        ("A-02", "A-02, Stunned: no → yes"),
        (None, "State: well → lost"),
    ]
    assert found.reason == "the cat"
    assert [each.words for each in asked(kind="correction", changes=(STUNNED,), lang="es").changes] == [
        "A-02, Aturdida: no → sí"
    ]


def test_who_made_it_who_answers_and_who_only_reads_are_told_apart() -> None:
    maker, other, watching = asked("a"), asked("b"), asked("spectator")

    assert (maker.mine, maker.mine_to_answer, maker.waiting) == (True, False, ("Luis",))
    assert (other.mine, other.mine_to_answer) == (False, True)
    assert (watching.mine, watching.mine_to_answer) == (False, False)
    assert asked(HOST, seat=None, kind="replace", replaced=Seat("b"), by="bot").mine


def test_whoever_is_to_be_replaced_is_spoken_to() -> None:
    replaced = {"kind": "replace", "seat": None, "replaced": Seat("b"), "by": "human"}

    assert "plays on for Luis (seat B)" in asked("a", **replaced).words
    assert "plays on for you" in asked("b", **replaced).words


def test_events_of_the_room_say_who_and_what() -> None:
    change = {
        "field": "x_mm",
        "value": 430,
        "unit": "A-02",
        "was": 400,
        "label": {"es": "x (mm)", "en": "x (mm)"},
    }

    assert worded("corrected", seat="a", changes=[change], reason="the cat")[1] == (
        "Put right, as Ana proposed: A-02, x (mm): 400 → 430. «the cat»"
    )
    assert worded("seat_replaced", seat="b", by="bot") == (
        "Se da el asiento B a la máquina.",
        "Seat B is given to the computer.",
    )
    assert worded("seat_claimed", seat="b", name="Eva")[1] == "Eva takes a seat."
    assert worded("proposal_made", kind="replace", replaced="b", by="human")[1] == (
        "The host proposes to give seat B to another person."
    )
    assert worded("proposal_answered", seat="a", accept=False, withdrawn=True)[1] == "Ana withdraws the proposal."
    assert worded("proposal_answered", seat="b", accept=False)[0] == "Luis no acepta."
    assert worded("link_replaced", viewer="b") == (
        "Quien montó la mesa hace un enlace nuevo para Luis (asiento B); el de antes deja de valer.",
        "The host makes a new link for Luis (seat B); the old one stops working.",
    )
    assert worded("link_replaced", viewer="spectator", seat="a")[1] == (
        "Ana makes a new link for spectators; the old one stops working."
    )
    for kind in ("room_closed", "room_paused", "room_resumed", "room_imported"):
        assert all(worded(kind))


def test_a_reason_with_braces_stays_as_it_was_typed() -> None:
    assert worded("corrected", seat="a", changes=[], reason="{who}")[1].endswith("«{who}»")


def test_whoever_gave_his_seat_away_keeps_no_other_name_in_what_he_did() -> None:
    events = [
        {"type": "message", "seat": "b"},
        {"type": "seat_replaced", "seat": "b", "by": "human"},
        {"type": "message", "seat": "b"},
        {"type": "seat_claimed", "seat": "b", "name": "Eva"},
        {"type": "message", "seat": "b"},
        {"type": "message", "seat": "a"},
    ]

    back = [names[str(events[n]["seat"])] for n, names in proposing.newest_first(events, {"a": "Ana", "b": "Eva"})]
    before = [names[str(events[n]["seat"])] for n, names in proposing.newest_first(events, {"a": "Ana", "b": "Eva"}, 3)]

    assert back == ["Ana", "Eva", "Eva", "B", "B", "B"]
    assert before == ["B", "B", "B"]
