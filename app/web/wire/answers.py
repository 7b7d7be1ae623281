"""JSON answers of the API, from Structs and plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.engine.types import json_with_names

JSON_TYPE: Final = "application/json"
_PUBLIC: Final = "public, max-age=60"


class Document(msgspec.Struct, frozen=True):
    """A public document, the same for everybody: its JSON and the tag that names this version of it."""

    body: bytes
    etag: str

    @classmethod
    def of(cls, value: object) -> Document:
        """The document of JSON-ready data or Structs."""
        body = json_with_names(msgspec.json.encode(value))
        return cls(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')

    def answer(self, request: Request) -> Response:
        """The document, or 304 to somebody who has this version."""
        headers = {"etag": self.etag, "cache-control": _PUBLIC}
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
        if self.etag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        return Response(self.body, 200, headers, JSON_TYPE)


def json_answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """``value`` as JSON; never kept by caches. Who plays is told by seats and sides."""
    return Response(json_with_names(msgspec.json.encode(value)), status, headers, JSON_TYPE)
