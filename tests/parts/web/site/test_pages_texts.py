"""The words of the pages: both languages whole, every word that a page asks for there, none that nobody asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.web.wire.templating import ROOT
from app.web.wire.texts import UnknownWord, load_texts

TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
CODE = sorted((ROOT / "app" / "web").rglob("*.py"))
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
ASKED = re.compile(r"""\bt\(\s*['"]([a-z_.]+)['"]\s*(~?)""")
SAID = re.compile(r"""(?:\bsay|\.say|\bwords|\.text)\(\s*['"]([a-z_]+\.[a-z_.]+)['"]""")
NAMED = re.compile(r"""['"`]([a-z_.]+)['"`]""")
BEGUN = re.compile(r"""f"([a-z_]+\.[a-z_.]*)\{""")
BEGUN_IN_SCRIPTS = re.compile(r"`([a-z_]+_)\$\{")
PLACE = re.compile(r"\{([a-z_]+)\}")


OF_A_KIND = re.compile(r"(?<=table\.)(js|help)_[a-z]+\.")
"""What words on boards of one kind begin with: they stand for those of every board."""


def asked_for(path: Path) -> set[tuple[str, bool]]:
    """The keys a file asks for, and whether the key is only the beginning of one."""
    content = path.read_text("utf-8")
    return {(key, bool(more)) for key, more in ASKED.findall(content)} | {(key, False) for key in SAID.findall(content)}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_asks_only_for_words_that_exist(path: Path) -> None:
    texts = load_texts()

    missing = {
        key
        for key, is_beginning in asked_for(path)
        if not (any(known.startswith(key) for known in texts) if is_beginning else key in texts)
    }

    assert missing == set()


def test_every_word_is_used_somewhere() -> None:
    pages = "".join(path.read_text("utf-8") for path in (*TEMPLATES, *CODE))
    scripts = "".join(path.read_text("utf-8") for path in SCRIPTS)
    asked = {key for path in TEMPLATES for key, is_beginning in asked_for(path) if is_beginning}
    named, begun = set(NAMED.findall(pages)), (*asked, *BEGUN.findall(pages))
    told, begun_there = set(NAMED.findall(scripts)), tuple(BEGUN_IN_SCRIPTS.findall(scripts))

    unused = {
        key
        for key in {OF_A_KIND.sub(r"\1.", key) for key in load_texts()}
        for own in [key.partition(".js.")[2]]
        if key not in named
        and not key.startswith(tuple(each for each in begun if each != "table.js."))
        and not (own and (own in told or own.startswith(begun_there)))
    }

    assert unused == set()


def test_both_languages_fill_in_the_same_places_and_none_is_empty() -> None:
    texts = load_texts()

    for key in texts:
        words = texts.text(key)
        assert words.es.strip(), key
        assert words.en.strip(), key
        assert set(PLACE.findall(words.es)) == set(PLACE.findall(words.en)), key


def test_words_of_one_kind_of_board_stand_for_words_of_every_board() -> None:
    texts = load_texts()

    assert {key for key in texts if OF_A_KIND.sub(r"\1.", key) not in texts} == set()


def test_an_entry_with_one_language_is_refused(tmp_path: Path) -> None:
    half = tmp_path / "texts.toml"
    half.write_text('[home]\ntitle = { es = "Sola" }\n', "utf-8")

    with pytest.raises(ValueError, match=r"home\.title"):
        load_texts(half)


def test_a_word_that_does_not_exist_is_an_error_and_not_an_empty_string() -> None:
    with pytest.raises(UnknownWord, match="no such word"):
        load_texts().say("no such word", "es")


def test_values_are_filled_in() -> None:
    assert load_texts().say("game.players_range", "es", least=2, most=6) == "de 2 a 6 jugadores"
