"""The error table: complete, in two languages, and a page for whoever reads it in a browser."""

from __future__ import annotations

import inspect

import pytest

from app.rooms import errors as room_errors
from app.web.errors import TABLE, problem_of
from tests.web.api_site import Site, assert_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_every_error_of_a_room_has_a_line_of_its_own() -> None:
    kinds = [
        kind
        for _, kind in inspect.getmembers(room_errors, inspect.isclass)
        if issubclass(kind, room_errors.RoomError) and kind is not room_errors.RoomError
    ]

    assert kinds
    assert [kind.__name__ for kind in kinds if kind not in TABLE] == []


async def test_every_line_has_its_words_in_both_languages() -> None:
    for row in TABLE.values():
        for words in (row.title, row.detail):
            assert words.es
            assert words.en
            assert words.es != words.en


async def test_whatever_is_not_in_the_table_is_an_error_of_ours_without_details() -> None:
    problem = problem_of(ValueError("the secret is 1234"), "en")

    assert problem.status == 500
    assert "1234" not in str(problem.document)


async def test_a_person_in_a_browser_is_shown_a_page(site: Site) -> None:
    for language, word in (("es", "No está aquí"), ("en", "Not found")):
        answer = await site.client.get("/nowhere", headers={"Accept": "text/html", "Accept-Language": language})

        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert word in answer.text
        assert f'<html lang="{language}"' in answer.text


async def test_a_program_is_told_a_problem_everywhere(site: Site) -> None:
    assert_problem(await site.client.get("/nowhere"), 404, "not_found")
    assert_problem(await site.client.get("/api/nowhere", headers={"Accept": "text/html"}), 404, "not_found")
    assert_problem(
        await site.client.get("/rooms/nowhere", headers={"Accept": "application/json"}), 401, "unknown_token"
    )


async def test_an_error_page_is_never_kept(site: Site) -> None:
    answer = await site.client.get("/nowhere", headers={"Accept": "text/html"})

    assert answer.headers["cache-control"] == "no-store"
