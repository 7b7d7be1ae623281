"""The one table of errors: exception -> status, code and words; problem documents and error pages made from it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from jinja2 import TemplateError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from app.engine.play import encode
from app.engine.refusal import InvalidInput, OutOfDice
from app.engine.types import Text
from app.rooms.values import errors as rooms
from app.rooms.values.ports import StoreUnavailable
from app.web.wire.bodies import Malformed
from app.web.wire.door import Crowded
from app.web.wire.headers import guard
from app.web.wire.metrics import note_refusal
from app.web.wire.texts import UnknownWord

log = logging.getLogger(__name__)

PROBLEM_TYPE: Final = "application/problem+json"


class ErrorRow(msgspec.Struct, frozen=True):
    """One line of the table: the status, the code, a title and a sentence for the player."""

    status: int
    code: str
    title: Text
    detail: Text


class Problem(msgspec.Struct, frozen=True):
    """An error ready to be answered: the problem document (RFC 9457) and the headers that go with it."""

    status: int
    document: dict[str, Any]
    headers: dict[str, str] = {}


def _row(status: int, code: str, *, title: tuple[str, str], detail: tuple[str, str]) -> ErrorRow:
    return ErrorRow(status, code, Text(es=title[0], en=title[1]), Text(es=detail[0], en=detail[1]))


MALFORMED: Final = _row(
    400,
    "malformed",
    title=("No se entiende", "It cannot be read"),
    detail=("Lo enviado no es JSON válido en UTF-8.", "What was sent is not valid JSON in UTF-8."),
)
INVALID: Final = _row(
    422,
    "invalid",
    title=("Datos que no valen", "Data that cannot be used"),
    detail=("Lo enviado no tiene la forma esperada.", "What was sent does not have the expected shape."),
)
NOT_FOUND: Final = _row(
    404,
    "not_found",
    title=("No está aquí", "Not found"),
    detail=("Aquí no hay nada, o no es para ti.", "There is nothing here, or it is not for you."),
)
METHOD: Final = _row(
    405,
    "method_not_allowed",
    title=("Así no", "Not in this way"),
    detail=("Esta dirección no admite ese método.", "This address does not take that method."),
)
BROKEN: Final = _row(
    500,
    "internal",
    title=("Algo ha fallado", "Something went wrong"),
    detail=(
        "El servidor ha fallado; ha quedado anotado. Lo que ya estaba jugado no se pierde.",
        "The server failed and has noted it. Nothing that was played is lost.",
    ),
)

TABLE: Final[Mapping[type[Exception], ErrorRow]] = {
    Malformed: MALFORMED,
    RecursionError: MALFORMED,
    UnicodeError: MALFORMED,
    ClientDisconnect: MALFORMED,  # nobody is there to be told
    rooms.UnknownToken: _row(
        401,
        "unknown_token",
        title=("Enlace desconocido", "Unknown link"),
        detail=(
            "Falta el enlace secreto de tu asiento, o ya no vale.",
            "The secret of your seat is missing, or it is no longer good.",
        ),
    ),
    rooms.Forbidden: _row(
        403,
        "forbidden",
        title=("No te corresponde", "Not yours to do"),
        detail=("Tu enlace no da derecho a hacer eso.", "Your link does not give the right to do that."),
    ),
    rooms.NotFound: NOT_FOUND,
    rooms.Stale: _row(
        409,
        "stale",
        title=("La mesa ha cambiado", "The table has changed"),
        detail=(
            "Ha pasado algo que cambia lo que puedes hacer; míralo y decide de nuevo.",
            "Something happened that changes what you may do; look at it and decide again.",
        ),
    ),
    rooms.NotNow: _row(
        409,
        "not_now",
        title=("Ahora no", "Not now"),
        detail=("La partida no se está jugando en este momento.", "The game is not being played at the moment."),
    ),
    rooms.SeatTaken: _row(
        409,
        "seat_taken",
        title=("Asiento ocupado", "Seat taken"),
        detail=("Ese asiento ya tiene quien lo juegue.", "Somebody already plays that seat."),
    ),
    rooms.KeyReused: _row(
        409,
        "key_reused",
        title=("Clave repetida", "Key used before"),
        detail=("Esa clave ya se usó con otra acción.", "That key was already used with another action."),
    ),
    rooms.TooLarge: _row(
        413,
        "too_large",
        title=("Demasiado grande", "Too large"),
        detail=("Lo enviado ocupa más de lo permitido.", "What was sent is larger than allowed."),
    ),
    InvalidInput: INVALID,
    OutOfDice: INVALID,
    RequestValidationError: INVALID,
    rooms.Busy: INVALID,
    rooms.Refused: _row(
        422,
        "illegal_action",
        title=("Las reglas no lo permiten", "The rules do not allow it"),
        detail=("Las reglas no lo permiten.", "The rules do not allow it."),
    ),
    rooms.TooFast: _row(
        429,
        "too_fast",
        title=("Demasiado deprisa", "Too fast"),
        detail=("Van demasiadas peticiones seguidas; espera un poco.", "Too many requests in a row; wait a little."),
    ),
    Crowded: _row(
        503,
        "unavailable",
        title=("Un momento", "One moment"),
        detail=(
            "El servidor atiende ya a todos los que puede; prueba de nuevo.",
            "The server already serves as many as it can; try again.",
        ),
    ),
    StoreUnavailable: _row(
        503,
        "unavailable",
        title=("Un momento", "One moment"),
        detail=(
            "La base de datos no responde; lo que pedías no se ha hecho. Prueba de nuevo.",
            "The database does not answer; what you asked for was not done. Try again.",
        ),
    ),
}
"""Looked up along an exception's ancestors; whatever is not found here is ``BROKEN``."""


def problem_of(error: Exception, language: str) -> Problem:
    """The problem document of any exception, in ``language``."""
    row = _row_of(error)
    document: dict[str, Any] = {
        "type": f"/api/docs#{row.code}",
        "title": row.title.in_(language),
        "status": row.status,
        "detail": row.detail.in_(language),
        "code": row.code,
    }
    headers: dict[str, str] = {}
    for kind, add in _EXTRAS.items():
        if isinstance(error, kind):
            add(error, language, document, headers)
    return Problem(row.status, document, headers)


def answer(problem: Problem, scheme: str = "http") -> Response:
    """A problem as an HTTP answer, safe headers included (an answer to a broken handler passes no other layer)."""
    response = Response(msgspec.json.encode(problem.document), problem.status, problem.headers, PROBLEM_TYPE)
    guard(response.headers, scheme)
    return response


def install(app: FastAPI) -> None:
    """Makes every exception of ``app`` answer as the table says."""
    for kind in (*TABLE, HTTPException, Exception):
        app.add_exception_handler(kind, _answer_exception)


async def _answer_exception(request: Request, error: Exception) -> Response:
    language = getattr(request.state, "lang", "en")  # no layer has set it when the outermost one failed
    problem = problem_of(error, language)
    if problem.status == BROKEN.status:
        log.error("unexpected error at %s", _route_of(request), exc_info=error)
    note_refusal(request, problem.document)
    if _wants_page(request):
        page = _page(request, problem)
        if page is not None:
            return page
    return answer(problem, request.scope.get("scheme", "http"))


def _row_of(error: Exception) -> ErrorRow:
    if isinstance(error, HTTPException):
        return _row_of_status(error)
    return next((TABLE[kind] for kind in type(error).__mro__ if kind in TABLE), BROKEN)


def _row_of_status(error: HTTPException) -> ErrorRow:
    rows = {row.status: row for row in (*TABLE.values(), METHOD)}
    if error.status_code in rows:
        return rows[error.status_code]
    return MALFORMED if error.status_code < 500 else BROKEN


def _wants_page(request: Request) -> bool:
    """Whether a person in a browser reads the answer."""
    is_http = request.scope["type"] == "http" and not request.scope["path"].startswith("/api/")
    return is_http and "text/html" in request.headers.get("accept", "")


def _page(request: Request, problem: Problem) -> Response | None:
    """The error page, or ``None`` where the site has none or cannot draw it."""
    try:
        page: Response = request.app.state.templates.page(
            request, "pages/error.html", status=problem.status, problem=problem.document
        )
    except (AttributeError, TemplateError, UnknownWord, OSError) as error:
        log.warning("no error page: %s", error)
        return None
    page.headers.update(problem.headers)
    guard(page.headers, request.scope.get("scheme", "http"))
    return page


def _route_of(request: Request) -> str:
    """The path as the route writes it: a real one may hold the secret of a link."""
    return str(getattr(request.scope.get("route"), "path", "an unknown address"))


Extra = Callable[[Any, str, dict[str, Any], dict[str, str]], None]


def _add_reason(error: Malformed, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    document["facts"] = {"reason": str(error)[:200]}


def _add_challenge(error: Exception, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    headers["WWW-Authenticate"] = "Bearer"


def _add_why(
    error: rooms.Forbidden | rooms.NotNow, language: str, document: dict[str, Any], headers: dict[str, str]
) -> None:
    if error.reason is not None:
        document["detail"] = error.reason.in_(language)


def _add_seq(error: rooms.Stale, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    document["seq"] = error.seq


def _add_fields(error: InvalidInput, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    document["facts"] = {"errors": [encode(field) for field in error.errors]}
    fields = ", ".join(dict.fromkeys(field.field for field in error.errors[:5]))
    words = Text(es=f"Hay algo que no vale en: {fields}.", en=f"Something is wrong with: {fields}.")
    document["detail"] = words.in_(language)


def _add_dice(error: OutOfDice, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    found = {"field": "dice", "expected": f"a die for {error.purpose}", "found": f"{error.given} dice"}
    document["facts"] = {"errors": [found]}
    words = Text(es="Faltan dados en la lista.", en="The list holds too few dice.")
    document["detail"] = words.in_(language)


def _add_time(error: rooms.Busy, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    expected = "an input that can be worked out in time"
    document["facts"] = {"errors": [{"field": "body", "expected": expected, "found": str(error)}]}


def _add_parameters(
    error: RequestValidationError, language: str, document: dict[str, Any], headers: dict[str, str]
) -> None:
    document["facts"] = {
        "errors": [
            {"field": ".".join(str(part) for part in each["loc"]), "expected": str(each["msg"]), "found": ""}
            for each in error.errors()
        ]
    }


def _add_refusal(error: rooms.Refused, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    document["detail"] = error.text.in_(language)
    document["rule"] = error.refusal.rule
    document["facts"] = encode(error.refusal.facts)
    if error.refusal.overlays:
        document["overlays"] = encode(error.refusal.overlays)


def _add_wait(error: rooms.TooFast, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    headers["Retry-After"] = str(error.retry_after_s)
    document["retry_after_s"] = error.retry_after_s


def _add_pause(
    error: StoreUnavailable | Crowded, language: str, document: dict[str, Any], headers: dict[str, str]
) -> None:
    headers["Retry-After"] = "2"


def _add_headers(error: HTTPException, language: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    headers.update(error.headers or {})


_EXTRAS: Final[Mapping[type[Exception], Extra]] = {
    Malformed: _add_reason,
    rooms.UnknownToken: _add_challenge,
    rooms.Forbidden: _add_why,
    rooms.NotNow: _add_why,
    rooms.Stale: _add_seq,
    InvalidInput: _add_fields,
    OutOfDice: _add_dice,
    rooms.Busy: _add_time,
    RequestValidationError: _add_parameters,
    rooms.Refused: _add_refusal,
    rooms.TooFast: _add_wait,
    StoreUnavailable: _add_pause,
    Crowded: _add_pause,
    HTTPException: _add_headers,
}
