"""HEAD for pages and files: the head of what GET would answer."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """Lets the routes answer HEAD as GET; the server itself leaves the body out, since it still knows what was asked.

    The API is left alone: one of its answers is a stream that never ends.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD" and not scope["path"].startswith("/api/"):
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
