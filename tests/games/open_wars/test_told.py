"""The log: events in words, with their dice, from the event alone; and refusals in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import pytest

from app.engine.refusal import Refusal
from app.engine.telling import LogEntry
from app.engine.types import Event, RuleId, Seat
from app.systems.open_wars.book.kinds import Order, Target, UnitRef
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Result, Token
from app.systems.open_wars.words.describe import Describer
from app.systems.open_wars.words.screen_words import movement_left
from tests.games.open_wars.table import FOLDER, Game, a_position, book

A, B = Seat("a"), Seat("b")
AXER = UnitRef("B2", A, "orcs.axer")
REFUSED: Final = re.compile(r'RuleId\(\s*"(OW-[A-Z]+-\d+)"')


def told(event: Event) -> LogEntry:
    line = Describer(book().rules()).describe(event)
    assert line is not None
    return line


def lines(events: Sequence[Event]) -> list[str]:
    describer = Describer(book().rules())
    return [line.text.in_("en") for line in map(describer.describe, events) if line is not None]


@pytest.mark.rule("OW-DICE-10")
def test_an_attack_shows_every_die_with_what_it_needed() -> None:
    line = told(e.AttackRolled(AXER, (1, 3, 2), (2, 2, 2), hits=2))

    assert line.text.in_("en") == "Axer (A, B2): 2 hits."
    assert [(roll.value, roll.need, roll.low, roll.success) for roll in line.rolls] == [
        (1, 2, True, True),
        (3, 2, True, False),
        (2, 2, True, True),
    ]


@pytest.mark.rule("OW-VIC-04")
def test_the_end_of_a_turn_says_what_was_counted_and_what_was_not() -> None:
    code = next(code for code, card in book().rules().cards.items() if card.name.en == "City of Mages")
    line = told(e.Scored({A: 1}, {A: 4, B: 2}, {"C3": code}))

    assert line.text.in_("en", {"a": "Ana"}) == "Points: Ana +1 (4), City of Mages C3: contested, no points."
    assert told(e.Scored({}, {}, {"C3": code})).tone == "muted"
    assert Describer(book().rules()).describe(e.Scored({}, {})) is None


def test_a_single_hit_or_point_is_told_in_the_singular() -> None:
    by_card = told(e.AttackRolled(AXER, (6,), (2,), hits=0, automatic=1))
    more = told(e.ExtraRolled(AXER, "savage_blow", (6, 1), 1))
    lost = told(e.HitsLost("B2", B, 1))

    assert by_card.text.in_("en") == "Axer (A, B2): 1 hit, by the card."
    assert more.text.in_("es").endswith("logra 1 impacto más.")
    assert lost.text.in_("es") == "1 impacto no encuentra a quién dar."
    assert movement_left(book().rules(), [1, 1]).in_("es") == "Le queda 1 de movimiento"
    assert movement_left(book().rules(), [2, 1]).in_("es") == "Le quedan 1 / 2 de movimiento"


def test_a_fight_is_told_from_the_first_blow_to_the_fallen() -> None:
    game = Game(
        a_position(
            (("a", "orcs.assassin", "B2", 1), ("b", "elves.warrior", "B2", 1)),
            phase="combat",
            frames=(f.TurnFrame("combat"),),
        )
    )
    game.run()
    game.somehow("a", a.Attack("B2", B))

    found = lines(game.events)

    assert found[0] == "Assassin (A, B2) attacks B in B2 with 1 die."
    assert any(line.startswith("Assassin (A, B2): ") for line in found)


@pytest.mark.rule("OW-HID-03")
def test_a_list_is_read_by_its_owner_alone() -> None:
    own = told(e.Committed(A, "recruit", (Order("orcs.axer", 2, "A1"),)))
    others = told(e.Committed(A, "recruit"))

    assert [detail.in_("en") for detail in own.details] == ["Axer ×2 in A1"]
    assert others.details == ()
    assert own.text == others.text


def test_recruits_are_told_city_by_city() -> None:
    tokens = (Token(1, "orcs.axer", A, "A1"), Token(2, "orcs.axer", A, "A1"), Token(3, "orcs.slynn", A, "D3"))

    assert told(e.Recruited(A, tokens, 5)).text.in_("en") == "A recruits Axer ×2 in A1; Slynn in D3 for 5 gold."


def test_a_move_tells_its_way_and_rings_its_cards() -> None:
    line = told(e.MoveDeclared(A, "orcs.axer", (1, 2), "A1", ("B1", "B2")))

    assert line.text.in_("es") == "A mueve Hachero ×2: A1 → B1 → B2."
    assert len(line.overlays) == 3


def test_a_spell_tells_caster_price_and_target_and_what_it_does() -> None:
    event = e.SpellCast(A, 1, "orcs.shaman", "A1", "arcane_wind", Target("B2", A, "orcs.axer"), 2)

    line = told(event)

    assert line.text.in_("en") == "A casts Arcane Wind: Axer (A, B2) (Shaman, 2 mana)."
    assert "+1 Movement" in line.details[0].in_("en")


def test_nothing_secret_or_technical_has_a_line() -> None:
    describer = Describer(book().rules())

    assert describer.describe(e.Flow(0)) is None
    assert describer.describe(e.Passed(A, "act")) is None


def test_the_end_tells_who_won_and_why() -> None:
    assert (
        told(e.GameEnded(Result("b", "control_points", (B,)))).text.in_("en") == "B wins: it has gathered the points."
    )
    assert told(e.GameEnded(Result("draw", "turn_limit"))).text.in_("es") == "Tablas: se acabaron los turnos."


def test_a_refusal_says_why_with_its_numbers() -> None:
    describer = Describer(book().rules())

    points = describer.explain(Refusal(RuleId("OW-MOV-03"), {"points": 1, "cost": 2}))
    spell = describer.explain(Refusal(RuleId("OW-SPELL-05")))

    assert points.in_("en") == "It has too few movement points: cost 2, 1 left."
    assert spell.in_("es").startswith("Llamado del Jaguar no puede lanzarse así")


def test_every_refusal_of_the_game_has_a_sentence_of_its_own() -> None:
    named = {rule for path in FOLDER.rglob("*.py") for rule in REFUSED.findall(path.read_text("utf-8"))}

    assert named
    assert {rule for rule in named if not rule.startswith("OW-SPELL")} - set(book().words.table("refusals")) == set()
