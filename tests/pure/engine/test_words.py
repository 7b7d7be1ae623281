"""Words of a game's tables: found by section and key, filled in each in its language, put together."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.types import Text
from app.engine.words import (
    Words,
    centimetres,
    decimal,
    filled,
    joined,
    listed,
    lowered,
    name_of,
    same,
    shaped,
    short_centimetres,
)

TABLES: dict[str, Any] = {
    "source": "house",
    "log": {
        "moved": {"es": "{unit} mueve {length}.", "en": "{unit} moves {length}."},
        "hits": {"es": "{n} impactos en {section}", "en": "{n} hits in {section}"},
        "hits_one": {"es": "1 impacto en {section}", "en": "1 hit in {section}"},
    },
    "phases": {"source": "house", "turn": {"name_es": "Turno", "name_en": "Turn"}},
}
ONE, TWO, THREE = Text("Uno", "One"), Text("Dos", "Two"), Text("Tres", "Three")


def test_a_text_in_a_place_is_read_in_the_language_of_the_sentence() -> None:
    said = Words(TABLES).say("log", "moved", unit=Text("El jeep", "The jeep"), length=centimetres(125))

    assert said == Text("El jeep mueve 12,5 cm.", "The jeep moves 12.5 cm.")


def test_of_one_thing_another_sentence_is_said_than_of_many() -> None:
    words = Words(TABLES)

    assert words.counted("log", "hits", 1, section="B2") == Text("1 impacto en B2", "1 hit in B2")
    assert words.counted("log", "hits", 2, section="B2") == Text("2 impactos en B2", "2 hits in B2")
    assert words.counted("log", "hits", 0, section="B2").en == "0 hits in B2"


def test_a_section_is_a_table_of_texts_that_nobody_changes() -> None:
    table: Any = Words(TABLES).table("phases")

    assert dict(table) == {"turn": Text("Turno", "Turn")}
    with pytest.raises(TypeError):
        table["turn"] = ONE


@pytest.mark.parametrize(("section", "key"), [("log", "sailed"), ("weather", "moved"), ("phases", "source")])
def test_words_that_are_missing_are_named(section: str, key: str) -> None:
    with pytest.raises(KeyError, match=key if section in TABLES else section):
        Words(TABLES).say(section, key)


def test_a_place_that_nobody_fills_is_named() -> None:
    with pytest.raises(KeyError, match="unit"):
        Words(TABLES).say("log", "moved")


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert filled(Text("A {who}", "To {who}"), who="{who}") == Text("A {who}", "To {who}")


def test_texts_are_put_together_in_both_languages() -> None:
    assert joined([ONE, TWO], by=" · ") == Text("Uno · Dos", "One · Two")
    assert [listed(parts).en for parts in ([], [ONE], [ONE, TWO], [ONE, TWO, THREE])] == [
        "",
        "One",
        "One and Two",
        "One, Two and Three",
    ]
    assert listed([ONE, TWO, THREE]).es == "Uno, Dos y Tres"
    assert lowered(ONE) == Text("uno", "one")
    assert shaped("{name} ({cell})", name=ONE, cell="B2") == Text("Uno (B2)", "One (B2)")
    assert same(7) == Text("7", "7")
    assert (short_centimetres(200).es, short_centimetres(125).es) == ("20 cm", "12,5 cm")
    assert decimal("0.5") == Text("0,5", "0.5")
    assert name_of({"text_es": "sí", "text_en": "yes"}, "text") == Text("sí", "yes")


def test_a_refusal_has_its_numbers_where_all_are_known_else_its_plain_sentence() -> None:
    words = Words(
        {
            "refusal_with": {"A-01": {"es": "Faltan {cm} cm.", "en": "{cm} cm too far."}},
            "refusal": {"A-01": {"es": "Lejos.", "en": "Too far."}, "other": {"es": "No.", "en": "No."}},
        }
    )

    assert words.refused("A-01", {"cm": 3, "unit": "A1"}).en == "3 cm too far."
    assert words.refused("A-01", {}).en == "Too far."
    assert words.refused("A-02", {"cm": 3}).en == "No."
