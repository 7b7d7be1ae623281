"""The outermost layer of the site: headers of every answer, the language asked for, the bare socket."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.wire import errors
from app.web.wire.bodies import Malformed
from app.web.wire.headers import guard

LANGUAGES: Final = ("en", "es")
BARE_SEND: Final = "tapete.bare_send"
"""Where a websocket's scope keeps the server's own ``send``, without the wrappers of the layers in between."""

_HOST: Final = re.compile(r"(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


class Edge:
    """Puts the safety headers on every answer and the language into ``request.state.lang``.

    Nothing is cached unless the route says so itself: an answer that depends on its viewer must never be kept.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        language = language_of(scope)
        scope.setdefault("state", {})["lang"] = language
        problem = _problem_with_host(scope, language)
        if scope["type"] == "websocket":
            scope[BARE_SEND] = send
            await (problem or self._app)(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                guard(MutableHeaders(scope=message), scope.get("scheme", "http"))
            await send(message)

        await (problem or self._app)(scope, receive, send_with_headers)


_BAD_HOST: Final = Malformed("the header Host names no host")
_TWO_HOSTS: Final = Malformed("the header Host stands there twice")
_NO_HOST: Final = Malformed("the header Host is missing")


def _problem_with_host(scope: Scope, language: str) -> Response | None:
    """What is answered instead, where the host is none or more than one: addresses are made from it, and pages of other sites
    told by it. Only before HTTP/1.1 nobody had to say it (RFC 9112, section 3.2)."""
    hosts = Headers(scope=scope).getlist("host")
    if len(hosts) == 1 and _is_possible(hosts[0]):
        return None
    if not hosts and scope.get("http_version") != "1.1":
        return None
    error = (_TWO_HOSTS if len(hosts) > 1 else _BAD_HOST) if hosts else _NO_HOST
    return errors.answer(errors.problem_of(error, language), scope.get("scheme", "http"))


def _is_possible(host: str) -> bool:
    try:
        urlsplit(f"//{host}")
    except ValueError:
        return False
    return _HOST.fullmatch(host) is not None


def language_of(scope: Scope) -> str:
    """``"es"`` or ``"en"``: what the cookie ``lang`` says, else ``Accept-Language``, else English."""
    headers = Headers(scope=scope)
    chosen = cookie_parser(headers.get("cookie", "")).get("lang")
    if chosen in LANGUAGES:
        return chosen
    return _preferred(headers.get("accept-language", ""))


def _preferred(accepted: str) -> str:
    best, best_weight = "en", 0.0
    for part in accepted.split(",")[:20]:
        tag, _, parameter = part.strip().partition(";")
        weight = _weight(parameter)
        language = tag.strip().lower().partition("-")[0]
        if language in LANGUAGES and weight > best_weight:
            best, best_weight = language, weight
    return best


def _weight(parameter: str) -> float:
    name, _, number = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, max(0.0, float(number)))
    except ValueError:
        return 0.0
