"""The error table: complete, in two languages, and a page for whoever reads it in a browser."""

from __future__ import annotations

import inspect

import pytest
from starlette.exceptions import HTTPException

from app.engine.refusal import InvalidInput, OutOfDice, Refusal
from app.engine.types import RuleId, Text
from app.rooms.values import errors as room_errors
from app.rooms.values.ports import StoreUnavailable
from app.rooms.workers.workers import WorkTimeout
from app.web.wire.bodies import Malformed
from app.web.wire.errors import TABLE, problem_of
from tests.parts.web.api_site import Site, assert_problem

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


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Malformed("x"), 400, "malformed"),
        (room_errors.UnknownToken(), 401, "unknown_token"),
        (room_errors.Forbidden(), 403, "forbidden"),
        (room_errors.NotFound(), 404, "not_found"),
        (room_errors.Stale(7), 409, "stale"),
        (room_errors.NotNow(), 409, "not_now"),
        (room_errors.SeatTaken(), 409, "seat_taken"),
        (room_errors.KeyReused(), 409, "key_reused"),
        (room_errors.TooLarge(), 413, "too_large"),
        (InvalidInput.at("x", "y", "z"), 422, "invalid"),
        (OutOfDice(0, "a shot"), 422, "invalid"),
        (WorkTimeout("5 s"), 422, "invalid"),
        (room_errors.Refused(Refusal(RuleId("PEB-1")), Text("no", "no")), 422, "illegal_action"),
        (room_errors.TooFast(3), 429, "too_fast"),
        (StoreUnavailable(), 503, "unavailable"),
        (HTTPException(404), 404, "not_found"),
        (HTTPException(405), 405, "method_not_allowed"),
        (HTTPException(418), 400, "malformed"),
        (RecursionError(), 400, "malformed"),
    ],
)
async def test_the_table_is_the_contracts(error: Exception, status: int, code: str) -> None:
    problem = problem_of(error, "en")

    assert (problem.status, problem.document["status"], problem.document["code"]) == (status, status, code)
    assert problem.document["type"] == f"/api/docs#{code}"


async def test_facts_of_an_error_are_those_of_the_contract() -> None:
    stale = problem_of(room_errors.Stale(7), "en").document
    invalid = problem_of(InvalidInput.at("x", "y", "z"), "en").document
    dice = problem_of(OutOfDice(2, "a shot"), "en").document
    slow = problem_of(WorkTimeout("5 s"), "en").document

    assert stale["seq"] == 7
    assert invalid["facts"] == {"errors": [{"field": "x", "expected": "y", "found": "z"}]}
    assert dice["facts"]["errors"][0]["field"] == "dice"
    assert slow["facts"]["errors"][0]["expected"] == "an input that can be worked out in time"
    assert problem_of(StoreUnavailable(), "en").headers == {"Retry-After": "2"}
    assert problem_of(room_errors.TooFast(3), "en").headers == {"Retry-After": "3"}
