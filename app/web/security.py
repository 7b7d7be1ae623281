"""The outermost layer of the site: headers of every answer, the language asked for, the bare socket."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LANGUAGES: Final = ("en", "es")
BARE_SEND: Final = "tapete.bare_send"
"""Where a websocket's scope keeps the server's own ``send``, without the wrappers of the layers in between."""

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS: Final = (
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)


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
        scope.setdefault("state", {})["lang"] = language_of(scope)
        if scope["type"] == "websocket":
            scope[BARE_SEND] = send
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                guard(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, send_with_headers)


def guard(headers: MutableHeaders) -> None:
    """Adds the safety headers that an answer does not have already."""
    for name, content in HEADERS:
        headers.setdefault(name, content)
    headers.setdefault("cache-control", "no-store")


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
