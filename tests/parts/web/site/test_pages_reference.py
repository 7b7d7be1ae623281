"""A game's rules by chapter and search; its tables as rows, columns and sources."""

from __future__ import annotations

import pytest

from app.engine.types import Text
from app.web.site.reference import Sheet, chapters, field_words, label, sheets
from tests.parts.web.manifests import RULES, TABLES


def found(search: str, language: str) -> list[str]:
    return [rule.id for chapter in chapters(RULES, search=search, language=language) for rule in chapter.rules]


def sheet(name: str) -> Sheet:
    return next(each for each in sheets(TABLES) if each.id == name)


def test_rules_stand_in_their_chapters_in_order() -> None:
    told = [(chapter.title.en, [rule.id for rule in chapter.rules]) for chapter in chapters(RULES)]

    assert told == [("Movement", ["GAR-MOV-01", "GAR-MOV-02"]), ("End", ["GAR-WIN-01"])]


@pytest.mark.parametrize(
    ("search", "language", "expected"),
    [
        ("gar-mov", "en", ["GAR-MOV-01", "GAR-MOV-02"]),
        ("GAR-WIN-01", "es", ["GAR-WIN-01"]),
        ("direccion", "es", ["GAR-MOV-02"]),
        ("DIRECCIÓN jugador", "es", ["GAR-MOV-02"]),
        ("movimiento", "es", ["GAR-MOV-01", "GAR-MOV-02"]),
        ("direccion", "en", []),
        ("straight wins", "en", []),
        ("", "en", ["GAR-MOV-01", "GAR-MOV-02", "GAR-WIN-01"]),
    ],
)
def test_a_search_finds_ids_chapters_and_words_without_case_or_accents(
    search: str, language: str, expected: list[str]
) -> None:
    assert found(search, language) == expected


def test_a_table_of_rows_has_a_column_for_every_field_any_row_has() -> None:
    tools = sheet("tools")

    assert [column.en for column in tools.columns] == ["Reach (mm)", "traits", "extra, leaks"]
    assert [(row.id, row.name.en if row.name else None) for row in tools.rows] == [("rake", "Rake"), ("hose", "Hose")]
    assert [cell.value if cell else None for cell in tools.rows[0].cells] == [300, [], None]


def test_a_row_whose_values_come_from_both_sources_says_so_at_each_value() -> None:
    rake, hose = sheet("tools").rows

    assert rake.source == "rulebook"
    assert hose.source is None
    assert [cell.source for cell in hose.cells if cell] == ["rulebook", "rulebook", "house"]


def test_single_values_and_lists_of_rows_are_tables_too() -> None:
    gaps, hits = sheet("gaps"), sheet("hits")

    assert [(row.id, row.source, [cell.value for cell in row.cells if cell]) for row in gaps.rows] == [
        ("steps_mm", "house", [[5, 50]])
    ]
    assert [[cell.value for cell in row.cells if cell] for row in hits.rows] == [[[1, 2], "wet"]]


def test_the_words_of_fields_are_no_table() -> None:
    assert "words" not in [each.id for each in sheets(TABLES)]


def test_a_field_without_words_is_spelled_out() -> None:
    words = field_words(TABLES)

    assert label("reach_mm", words) == Text(es="Alcance (mm)", en="Reach (mm)")
    assert label("deepest_mm", words) == Text(es="deepest mm", en="deepest mm")


def test_words_in_both_languages_are_one_value_and_not_two() -> None:
    tables = {"notes": {"pond": {"text_es": "Honda", "text_en": "Deep", "source": "house"}}}

    (notes,) = sheets(tables)

    assert [column.en for column in notes.columns] == ["text"]
    assert [cell.value for cell in notes.rows[0].cells if cell] == [{"es": "Honda", "en": "Deep"}]
