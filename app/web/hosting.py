"""Hosting a room, its links, and taking a seat by a link: forms in, redirects out.

Secrets never come to rest on the server. Right after a room is made its links travel in a cookie of the host's own
browser, which only the links page is sent and no script can read; whoever loses it makes new links there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qsl, urljoin

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import Manifest
from app.engine.types import SEATS, SPECTATOR, Seat, Viewer
from app.rooms.errors import NotFound, NotNow, SeatTaken
from app.rooms.ports import HOST, Link
from app.rooms.seating import SPECTATORS, STRATEGIES
from app.rooms.service import CreatedRoom, NewRoom, RoomInfo, Rooms
from app.web import access, bodies, host_form, host_view
from app.web.host_form import Form
from app.web.limits import Kind, Limits
from app.web.pages import manifest_of, render, sides_of
from app.web.shapes import RoomBody

router: Final = APIRouter(include_in_schema=False)

_FORM_BYTES: Final = 256 * 1024
_MOST_FIELDS: Final = 5000
_LINKS_S: Final = 7 * 24 * 3600
_SEE_OTHER: Final = 303
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,200}")
_LINKED: Final[frozenset[str]] = frozenset((*SEATS, SPECTATOR))
_PRIVATE: Final = {"cache-control": "no-store"}


@router.get("/rooms/new")
async def new_room(request: Request, game: str | None = None, scenario: str | None = None) -> Response:
    """The form that hosts a room; without ``?game=`` and with several games, the choice of one."""
    registry: Registry = request.app.state.registry
    if game is None and len(registry) == 1:
        game = next(iter(registry))
    if game is None:
        games = [system.manifest for system in registry.values()]
        return render(request, "pages/choose.html", games=games)
    manifest = manifest_of(request, game)
    return _form_page(request, manifest, host_form.blank(manifest, scenario))


@router.post("/rooms/new")
async def create_room(request: Request) -> Response:
    """Makes the room and seats its host; what cannot be is shown at its field, with everything typed still there."""
    access.require_form_of_ours(request)
    typed = await read_form(request)
    manifest = manifest_of(request, typed.get("game", ""))
    form = host_form.read(manifest, typed)
    say = _say(request)
    body, errors = host_form.room_of(manifest, form, say)
    if errors:
        return _form_page(request, manifest, form, errors)
    try:
        created = await _create(request, body)
    except InvalidInput as error:
        return _form_page(request, manifest, form, host_form.refused(form, error.errors, say))
    response = RedirectResponse(f"/rooms/{created.id}/links", _SEE_OTHER)
    await _seat_host(request, response, created, body)
    _keep_links(request, response, created.id, {**dict(created.seats), SPECTATOR: created.spectator_token})
    return response


@router.post("/rooms/try")
async def try_room(request: Request) -> Response:
    """One click to a table: the asker in the first seat, the computer in the others the scenario needs."""
    access.require_form_of_ours(request)
    typed = await read_form(request)
    manifest = manifest_of(request, typed.get("game", ""))
    scenario = host_form.scenario_of(manifest, typed.get("scenario")) or manifest.scenarios[0]
    others = [{"kind": "bot", "strategy": "random"} for _ in range(max(scenario.seats.min, 2) - 1)]
    body = RoomBody(game=manifest.id, scenario=scenario.id, seats=[{"kind": "human"}, *others], spectators="public")
    created = await _create(request, body)
    response = RedirectResponse(f"/rooms/{created.id}?as=a", _SEE_OTHER)
    await _seat_host(request, response, created, body)
    _keep_links(request, response, created.id, {**dict(created.seats), SPECTATOR: created.spectator_token})
    return response


@router.get("/rooms/{room_id}/links")
async def links(request: Request, room_id: str) -> Response:
    """The links of a room, for its host alone."""
    await _require_host(request, room_id)
    info = await _rooms(request).info(room_id, HOST)
    kept = _kept_links(request, room_id)
    urls = {viewer: urljoin(str(request.base_url), _path_of(viewer, secret)) for viewer, secret in kept.items()}
    held = access.held_viewers(request, room_id)
    table = _table_path(request, room_id)
    return _page(request, "pages/links.html", **_room(request, info), urls=urls, held=held, table=table)


@router.post("/rooms/{room_id}/begin")
async def begin(request: Request, room_id: str) -> Response:
    """Begins the game with the computer in every seat still open."""
    access.require_form_of_ours(request)
    await _require_host(request, room_id)
    with suppress(NotNow):  # the last friend sat down in the meantime: it has begun
        await _rooms(request).begin(room_id)
    return RedirectResponse(_table_path(request, room_id), _SEE_OTHER)


@router.post("/rooms/{room_id}/links")
async def replace_link(request: Request, room_id: str) -> Response:
    """A new link for a seat or for spectators; the old one stops working."""
    access.require_form_of_ours(request)
    await _require_host(request, room_id)
    _limits(request).take(Kind.LINKS, access.asker_of(request))
    viewer = (await read_form(request)).get("viewer", "")
    if viewer not in _LINKED:
        raise NotFound
    secret = await _rooms(request).replace_link(room_id, Viewer(viewer))
    response = RedirectResponse(f"/rooms/{room_id}/links", _SEE_OTHER)
    _keep_links(request, response, room_id, {**_kept_links(request, room_id), viewer: secret})
    return response


@router.get("/join/{secret}")
async def join(request: Request, secret: str) -> Response:
    """Shows the seat behind a link; does nothing by itself, so that a preview of the link takes nothing."""
    link = await _link(request, secret)
    if link.viewer == SPECTATOR:
        return RedirectResponse(f"/watch/{secret}", _SEE_OTHER)
    return await _join_page(request, link, {})


@router.post("/join/{secret}")
async def take_seat(request: Request, secret: str) -> Response:
    """Takes the seat if it is free, exchanges the link for a cookie, and goes to the table."""
    access.require_form_of_ours(request)
    _limits(request).take(Kind.LINKS, access.asker_of(request))
    link = await _link(request, secret)
    if link.viewer == SPECTATOR:
        raise NotFound
    typed = await read_form(request)
    info = await _rooms(request).info(link.room_id, link.viewer)
    if _is_open(info, link.viewer):
        errors = _name_errors(request, typed)
        if errors:
            return await _join_page(request, link, typed, errors)
        word = typed.get("contribution", "").strip() or None
        with suppress(SeatTaken, NotNow):  # the same link was opened twice: the seat is its holder's either way
            await _rooms(request).claim(link.room_id, Seat(link.viewer), _name(typed), word)
    return await _enter(request, secret)


@router.get("/watch/{secret}")
async def watch(request: Request, secret: str) -> Response:
    """Shows what can be watched behind a link."""
    link = await _link(request, secret)
    if link.viewer != SPECTATOR:
        return RedirectResponse(f"/join/{secret}", _SEE_OTHER)
    info = await _rooms(request).info(link.room_id, link.viewer)
    return _page(request, "pages/watch.html", **_room(request, info))


@router.post("/watch/{secret}")
async def start_watching(request: Request, secret: str) -> Response:
    """Exchanges a spectator's link for a cookie and goes to the table."""
    access.require_form_of_ours(request)
    _limits(request).take(Kind.LINKS, access.asker_of(request))
    if (await _link(request, secret)).viewer != SPECTATOR:
        raise NotFound
    return await _enter(request, secret)


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a posted form; raises ``Malformed`` and ``TooLarge``."""
    data = await bodies.read(request, _FORM_BYTES)
    try:
        pairs = parse_qsl(
            data.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS, encoding="utf-8"
        )
    except ValueError as error:
        raise bodies.Malformed(f"it is not a form: {error}") from None
    if any("\0" in words for pair in pairs for words in pair):
        raise bodies.Malformed("it holds a NUL character")
    return dict(pairs)


async def _create(request: Request, body: RoomBody) -> CreatedRoom:
    _limits(request).take(Kind.ROOMS, access.asker_of(request))
    return await _rooms(request).create(msgspec.convert(encode(body), NewRoom))


async def _seat_host(request: Request, response: Response, created: CreatedRoom, body: RoomBody) -> None:
    """Cookies of the host and of every seat the host plays, in exchange for their links."""
    played = {letter for letter, seat in zip(SEATS, body.seats, strict=False) if seat["kind"] == "human"}
    secrets = [token for letter, token in created.seats if letter in played]
    for secret in (created.host_token, *secrets):
        await _exchange(request, response, secret)


async def _enter(request: Request, secret: str) -> Response:
    response = RedirectResponse("/", _SEE_OTHER)
    link = await _exchange(request, response, secret)
    response.headers["location"] = f"/rooms/{link.room_id}?as={link.viewer}"
    return response


async def _exchange(request: Request, response: Response, secret: str) -> Link:
    link, cookie = await _rooms(request).exchange(secret)
    access.set_cookie(response, request, room_id=link.room_id, viewer=link.viewer, secret=cookie)
    return link


async def _link(request: Request, secret: str) -> Link:
    """The living link of a player or a spectator; raises ``NotFound`` for any other secret."""
    link = await _rooms(request).identify(secret) if secret else None
    if link is None or link.kind != "link" or link.viewer == HOST:
        raise NotFound
    return link


async def _require_host(request: Request, room_id: str) -> None:
    """Raises ``NotFound`` unless this browser hosts the room: to anybody else there is no such page."""
    secret = request.cookies.get(access.cookie_name(request, room_id, HOST), "")
    link = await _rooms(request).identify(secret) if secret else None
    if link is None or link.kind != "cookie" or link.room_id != room_id or link.viewer != HOST:
        raise NotFound


def _is_open(info: RoomInfo, viewer: str) -> bool:
    return any(seat["seat"] == viewer and not seat["taken"] for seat in info.seats)


async def _join_page(
    request: Request, link: Link, typed: Mapping[str, str], errors: Mapping[str, str] | None = None
) -> Response:
    info = await _rooms(request).info(link.room_id, link.viewer)
    return _page(
        request,
        "pages/join.html",
        status=422 if errors else 200,
        **_room(request, info),
        mine=link.viewer,
        is_open=_is_open(info, link.viewer),
        typed=typed,
        errors=errors or {},
    )


def _room(request: Request, info: RoomInfo) -> dict[str, Any]:
    """What every page about a room shows of it."""
    manifest = manifest_of(request, info.game)
    scenario = host_form.scenario_of(manifest, info.scenario)
    return {"info": info, "game": manifest, "scenario": scenario, "sides": sides_of(manifest)}


def _name(typed: Mapping[str, str]) -> str:
    return " ".join(typed.get("name", "").split())


def _name_errors(request: Request, typed: Mapping[str, str]) -> dict[str, str]:
    say = _say(request)
    errors = {}
    if not _name(typed):
        errors["name"] = say("join.error_name")
    elif len(_name(typed)) > host_form.LONGEST_NAME:
        errors["name"] = say("host.error_long", most=host_form.LONGEST_NAME)
    if len(typed.get("contribution", "")) > host_form.LONGEST_WORD:
        errors["contribution"] = say("host.error_long", most=host_form.LONGEST_WORD)
    return errors


def _form_page(request: Request, manifest: Manifest, form: Form, errors: Mapping[str, str] | None = None) -> Response:
    lang, say, wrong = request.state.lang, _say(request), errors or {}
    scenario = host_form.scenario_of(manifest, form.scenario) or manifest.scenarios[0]
    sheets = host_view.house_sheets(manifest, form, wrong, lang, say)
    return _page(
        request,
        "pages/host.html",
        status=422 if wrong else 200,
        game=manifest,
        form=form,
        errors=wrong,
        scenario=scenario,
        sides=sides_of(manifest),
        strategies=STRATEGIES,
        watching=SPECTATORS,
        seat_entries=host_view.seat_entries(manifest, lang, say),
        groups=host_view.option_groups(manifest, form, scenario, lang, say),
        options_open=any(form.options.values()) or any(field.startswith("option_") for field in wrong),
        usual=host_view.usual_values(manifest, lang, say),
        sheets=sheets,
        places=host_view.error_places(manifest, sheets, lang, say),
    )


def _table_path(request: Request, room_id: str) -> str:
    held = access.held_viewers(request, room_id)
    return f"/rooms/{room_id}?as={held[0]}" if held else f"/rooms/{room_id}"


def _path_of(viewer: str, secret: str) -> str:
    return f"watch/{secret}" if viewer == SPECTATOR else f"join/{secret}"


def _links_cookie(request: Request, room_id: str) -> str:
    """Over HTTPS browsers hold a cookie with this prefix to connections that are secure, too."""
    return f"{'__Secure-' if request.url.scheme == 'https' else ''}links_{room_id}"


def _keep_links(request: Request, response: Response, room_id: str, secrets: Mapping[str, str]) -> None:
    response.set_cookie(
        _links_cookie(request, room_id),
        "~".join(f"{viewer}.{secret}" for viewer, secret in secrets.items()),
        max_age=_LINKS_S,
        path=f"/rooms/{room_id}/links",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def _kept_links(request: Request, room_id: str) -> dict[str, str]:
    pairs = (part.partition(".") for part in request.cookies.get(_links_cookie(request, room_id), "").split("~"))
    return {viewer: secret for viewer, _, secret in pairs if viewer in _LINKED and _SECRET.fullmatch(secret)}


def _page(request: Request, name: str, **context: Any) -> Response:
    page = render(request, name, **context)
    page.headers.update(_PRIVATE)
    return page


def _say(request: Request) -> host_form.Say:
    say: host_form.Say = request.app.state.templates.words(request.state.lang)
    return say


def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms
