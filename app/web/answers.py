"""JSON answers of the API, from Structs and plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.engine.about import Withheld
from app.engine.offers import Offer, Preview
from app.engine.play import encode
from app.engine.refusal import Refusal
from app.engine.types import Text

JSON_TYPE: Final = "application/json"
_PUBLIC: Final = "public, max-age=60"


class Document(msgspec.Struct, frozen=True):
    """A public document, the same for everybody: its JSON and the tag that names this version of it."""

    body: bytes
    etag: str

    @classmethod
    def of(cls, value: object) -> Document:
        """The document of JSON-ready data or Structs."""
        body = msgspec.json.encode(value)
        return cls(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')

    def answer(self, request: Request) -> Response:
        """The document, or 304 to somebody who has this version."""
        headers = {"etag": self.etag, "cache-control": _PUBLIC}
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
        if self.etag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        return Response(self.body, 200, headers, JSON_TYPE)


def json_answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """``value`` as JSON; never kept by caches."""
    return Response(msgspec.json.encode(value), status, headers, JSON_TYPE)


def without_nulls(value: object) -> dict[str, Any]:
    """A Struct as plain data, its absent members left out."""
    return {name: member for name, member in encode(value).items() if member is not None}


def offers_data(offers: Iterable[Offer]) -> list[dict[str, Any]]:
    """Offers as the contract writes them."""
    return [without_nulls(offer) for offer in offers]


def withheld_data(refused: Iterable[Withheld], explain: Callable[[Refusal], Text]) -> list[dict[str, Any]]:
    """What a unit may not do, each refusal with its words."""
    return [
        {**encode(each), "refusal": {**encode(each.refusal), "text": encode(explain(each.refusal))}} for each in refused
    ]


def preview_data(preview: Preview, explain: Callable[[Refusal], Text]) -> dict[str, Any]:
    """A preview; a refused one has the rule beside ``legal`` as ``check`` has, and the refusal has its words."""
    data = without_nulls(preview)
    if preview.refusal is not None:
        data["rule"] = preview.refusal.rule
        data["refusal"]["text"] = encode(explain(preview.refusal))
    return data
