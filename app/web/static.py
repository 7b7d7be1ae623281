"""Style sheets, scripts and pictures."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class CachedFiles(StaticFiles):
    """Files whose address names their content by ``?v=`` are kept for ever, others are asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 404."""
        response = await super().get_response(path, scope)
        names_content = "v" in QueryParams(scope.get("query_string", b""))
        response.headers["cache-control"] = FOR_EVER if names_content and response.status_code < 400 else ASK_AGAIN
        return response
