"""The page that opens a saved game: a file in, a room out, to be looked at or to be played on."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Final

import msgspec
from fastapi import APIRouter
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.refusal import InvalidInput
from app.rooms.archive.unproved import unproved
from app.rooms.values.errors import Busy, TooFast, TooLarge
from app.rooms.values.values import CreatedRoom
from app.web.site.replay import host
from app.web.site.room_pages import SEE_OTHER, limits_of, page, rooms_of, say_in
from app.web.wire import access, bodies
from app.web.wire.limits import Kind

router: Final = APIRouter(include_in_schema=False)

_FORM_BYTES: Final = 64 * 1024
"""What the form may weigh beside its file."""
_MOST_FIELDS: Final = 20
_MEGABYTE: Final = 1024 * 1024
_UNFIT: Final = {"game": "import.error_game", "play_from": "import.error_play_from"}


class Chosen(msgspec.Struct, frozen=True):
    """What was chosen in the form."""

    data: bytes = b""
    what: str = "look"
    play_from: str = ""


class Unfit(Exception):
    """Why a file is not opened: the form's field, the words for it, what exactly was found, and how many seconds to wait."""

    def __init__(self, field: str, words: str, *, found: str = "", status: int = 422, wait_s: int = 0) -> None:
        super().__init__(words)
        self.field = field
        self.words = words
        self.found = found
        self.status = status
        self.wait_s = wait_s


@router.get("/rooms/import")
async def import_form(request: Request) -> Response:
    """The form."""
    return _page(request, Chosen())


@router.post("/rooms/import")
async def import_room(request: Request) -> Response:
    """Makes a room of the file, and leads to its replay, or to its links where it is played on."""
    access.require_form_of_ours(request)
    limits_of(request).take(Kind.IMPORTS, access.asker_of(request))
    chosen = Chosen()
    try:
        chosen = await _read(request)
        play_from = _play_from(chosen)
        _count_bytes(request, len(chosen.data))
        created = await _room_of(request, chosen, play_from)
    except Unfit as error:
        return _page(request, chosen, error)
    where = "replay?as=spectator" if play_from is None else "links"
    response = RedirectResponse(f"/rooms/{created.id}/{where}", SEE_OTHER)
    await host(request, response, created)
    return response


async def _read(request: Request) -> Chosen:
    """What the form holds; raises ``Unfit``, and ``Malformed`` for what is no form."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise bodies.Malformed("it is no form with a file")
    try:
        data = await bodies.read(request, bodies.IMPORT_BYTES + _FORM_BYTES)
    except TooLarge:
        raise Unfit("file", "import.error_large", status=413) from None
    parser = MultiPartParser(request.headers, _once(data), max_files=1, max_fields=_MOST_FIELDS)
    try:
        fields = await parser.parse()
    except MultiPartException as error:
        raise bodies.Malformed(error.message) from None
    try:
        return await _chosen(fields)
    finally:
        await fields.close()


async def _once(data: bytes) -> AsyncGenerator[bytes, None]:
    yield data


async def _chosen(fields: FormData) -> Chosen:
    file = fields.get("file")
    data = await file.read() if isinstance(file, UploadFile) else b""
    if not data:
        raise Unfit("file", "import.error_none")
    if len(data) > bodies.IMPORT_BYTES:
        raise Unfit("file", "import.error_large", status=413)
    is_played = fields.get("what") == "play"
    return Chosen(data, "play" if is_played else "look", str(fields.get("play_from", "")))


def _play_from(chosen: Chosen) -> int | None:
    if chosen.what != "play":
        return None
    try:
        return bodies.whole_number(chosen.play_from.strip(), "play_from")
    except InvalidInput:
        raise Unfit("play_from", "import.error_number") from None


def _count_bytes(request: Request, size: int) -> None:
    try:
        limits_of(request).take(Kind.IMPORTED_BYTES, access.asker_of(request), size)
    except TooFast as error:
        raise Unfit("file", "import.error_much", status=429, wait_s=error.retry_after_s) from None


async def _room_of(request: Request, chosen: Chosen, play_from: int | None) -> CreatedRoom:
    try:
        return await rooms_of(request).import_room(chosen.data, play_from)
    except InvalidInput as error:
        first = error.errors[0]
        field = "play_from" if first.field == "play_from" else "file"
        raise Unfit(field, _UNFIT.get(first.field, "import.error_broken"), found=first.found) from None
    except Busy:
        raise Unfit("file", "import.error_time") from None


def _page(request: Request, chosen: Chosen, unfit: Unfit | None = None) -> Response:
    """The form as it was filled in, but for its file, which no page may fill in."""
    most = bodies.IMPORT_BYTES // _MEGABYTE
    wait_min = -(-unfit.wait_s // 60) if unfit else 0
    drawn = page(
        request,
        "pages/import.html",
        status=unfit.status if unfit else 200,
        chosen=chosen,
        errors={unfit.field: say_in(request)(unfit.words, most=most, minutes=wait_min)} if unfit else {},
        found=unfit.found if unfit else "",
        most=most,
        unproved=unproved(has_rules=False, is_imported=True),
        a_day=round((limits_of(request).a_day(Kind.IMPORTED_BYTES) or 0) / 1_000_000),
    )
    if unfit and unfit.wait_s:
        drawn.headers["retry-after"] = str(unfit.wait_s)
    return drawn
