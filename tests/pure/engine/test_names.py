"""Places for the names of those who play, filled in where words are read."""

from __future__ import annotations

import json

import pytest

from app.engine.types import Text, has_places, json_with_names, place_for, with_names
from app.engine.words import called, filled, joined, same

WORDS = filled(Text("Mueve {who}.", "{who} moves."), who=called("b", Text("Elfos", "Elves")))


def test_whoever_plays_is_told_by_name_and_else_as_the_game_says() -> None:
    assert WORDS.in_("en", {"b": "Luis"}) == "Luis moves."
    assert WORDS.in_("es") == "Mueve Elfos."
    assert joined((WORDS, WORDS), by=" ").in_("en", {"b": "Luis"}) == "Luis moves. Luis moves."
    assert same("plain").in_("en", {"b": "Luis"}) == "plain"


@pytest.mark.parametrize("name", ['Lu"is', "Lu\\is", "</script>", "Ñandú €", "\n"])
def test_any_name_keeps_encoded_words_whole(name: str) -> None:
    body = json.dumps({"text": WORDS.en, "more": ["é", WORDS.es]}, ensure_ascii=False).encode()

    assert has_places(body)
    assert json.loads(json_with_names(body, {"b": name})) == {"text": f"{name} moves.", "more": ["é", f"Mueve {name}."]}
    assert json.loads(json_with_names(body)) == {"text": "Elves moves.", "more": ["é", "Mueve Elfos."]}


def test_what_people_write_never_makes_a_place_across_words() -> None:
    begun, ended = place_for("b", "x")[:1], place_for("b", "x")[-3:]
    written = {"chat": f"{begun}b", "next": ended, "true": True, "said": WORDS.en}

    told = json.loads(json_with_names(json.dumps(written, ensure_ascii=False).encode(), {"b": "Luis"}))

    assert told == written | {"said": "Luis moves."}


def test_a_name_that_is_a_place_is_not_filled_in_again() -> None:
    assert with_names(WORDS.en, {"b": place_for("b", "x")}) == f"{place_for('b', 'x')} moves."
