"""Hosting a room, and taking a seat by a link: forms in, redirects out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import Manifest
from app.engine.types import SEATS, SPECTATOR, Seat
from app.engine.workshop.workshop import workshop_of
from app.rooms.drafts.seating import SPECTATORS, STRATEGIES
from app.rooms.values.errors import NotFound, NotNow, SeatTaken
from app.rooms.values.ports import HOST, Link
from app.rooms.values.values import CreatedRoom, NewRoom, RoomInfo
from app.web.api.shapes import RoomBody
from app.web.site import host_clock, host_form, host_view
from app.web.site.host_form import Form
from app.web.site.openings import opening_url
from app.web.site.own_battle import own_manifest, printed_goals
from app.web.site.pages import manifest_of, render, sides_of
from app.web.site.room_pages import (
    SEE_OTHER,
    exchange,
    keep_links,
    limits_of,
    page,
    read_form,
    room_words,
    rooms_of,
    say_in,
)
from app.web.wire import access
from app.web.wire.limits import Kind

router: Final = APIRouter(include_in_schema=False)


@router.get("/rooms/new")
async def new_room(request: Request, game: str | None = None, scenario: str | None = None) -> Response:
    """The form that hosts a room; without ``?game=`` and with several games, the choice of one."""
    registry: Registry = request.app.state.registry
    if game is None and len(registry) == 1:
        game = next(iter(registry))
    if game is None:
        games = [system.manifest for system in registry.values()]
        return render(request, "pages/choose.html", games=games, home="/rooms")
    manifest = manifest_of(request, game)
    return form_page(request, manifest, host_form.blank(manifest, scenario))


@router.post("/rooms/new")
async def create_room(request: Request) -> Response:
    """Makes the room and seats its host; what cannot be is shown at its field, with everything typed still there."""
    access.require_form_of_ours(request)
    typed = await read_form(request)
    manifest = manifest_of(request, typed.get("game", ""))
    if typed.get("battle"):
        manifest = await own_manifest(request, request.app.state.registry[manifest.id], typed["battle"])
    return await create_from_form(request, manifest, typed, rooms_of(request).create)


async def create_from_form(
    request: Request,
    manifest: Manifest,
    typed: Mapping[str, str],
    make: Callable[[NewRoom], Awaitable[CreatedRoom]],
    *,
    home: str = "/rooms",
) -> Response:
    """What was typed becomes a room, or a campaign, and its host sits down; or the form again with what is wrong."""
    form = host_form.read(manifest, typed)
    say = say_in(request)
    body, errors = host_form.room_of(manifest, form, say)
    if errors:
        return form_page(request, manifest, form, errors, home=home)
    try:
        created = await _create(request, body, make)
    except InvalidInput as error:
        return form_page(request, manifest, form, host_form.refused(form, error.errors, say), home=home)
    return await _host_seated(request, created, body, f"{access.home_of(created.id)}/links")


@router.post("/rooms/try")
async def try_room(request: Request) -> Response:
    """One click to a table: the asker in the first seat, the computer in the others the scenario needs."""
    access.require_form_of_ours(request)
    typed = await read_form(request)
    manifest = manifest_of(request, typed.get("game", ""))
    scenario = host_form.scenario_of(manifest, typed.get("scenario")) or manifest.scenarios[0]
    others = [{"kind": "bot", "strategy": "greedy"} for _ in range(max(scenario.seats.min, 2) - 1)]
    body = RoomBody(game=manifest.id, scenario=scenario.id, seats=[{"kind": "human"}, *others], spectators="public")
    created = await _create(request, body, rooms_of(request).create)
    return await _host_seated(request, created, body, f"/rooms/{created.id}?as=a")


@router.get("/join/{secret}")
async def join(request: Request, secret: str) -> Response:
    """Shows the seat behind a link; does nothing by itself, so that a preview of the link takes nothing. Whoever holds the
    seat already is sent on to the table."""
    link = await _link(request, secret)
    if link.viewer == SPECTATOR:
        return RedirectResponse(f"/watch/{secret}", SEE_OTHER)
    if await _is_held(request, link):
        return RedirectResponse(_table_of(link), SEE_OTHER)
    return await _join_page(request, link, {})


@router.post("/join/{secret}")
async def take_seat(request: Request, secret: str) -> Response:
    """Takes the seat if it is free, exchanges the link for a cookie, and goes to the table."""
    access.require_form_of_ours(request)
    limits_of(request).take(Kind.LINKS, access.asker_of(request))
    link = await _link(request, secret)
    if link.viewer == SPECTATOR:
        raise NotFound
    typed = await read_form(request)
    info = await rooms_of(request).info(link.room_id, link.viewer)
    if _is_open(info, link.viewer):
        errors = _name_errors(request, typed)
        if errors:
            return await _join_page(request, link, typed, errors)
        word = typed.get("contribution", "").strip() or None
        with suppress(SeatTaken, NotNow):  # the same link was opened twice: the seat is its holder's either way
            await rooms_of(request).claim(link.room_id, Seat(link.viewer), _name(typed), word)
    return await _enter(request, secret)


@router.get("/watch/{secret}")
async def watch(request: Request, secret: str) -> Response:
    """Shows what can be watched behind a link, or sends whoever watches already on to the table."""
    link = await _link(request, secret)
    if link.viewer != SPECTATOR:
        return RedirectResponse(f"/join/{secret}", SEE_OTHER)
    if await _is_held(request, link):
        return RedirectResponse(_table_of(link), SEE_OTHER)
    info = await rooms_of(request).info(link.room_id, link.viewer)
    return page(request, "pages/watch.html", **room_words(request, info))


@router.post("/watch/{secret}")
async def start_watching(request: Request, secret: str) -> Response:
    """Exchanges a spectator's link for a cookie and goes to the table."""
    access.require_form_of_ours(request)
    limits_of(request).take(Kind.LINKS, access.asker_of(request))
    if (await _link(request, secret)).viewer != SPECTATOR:
        raise NotFound
    return await _enter(request, secret)


async def _create(request: Request, body: RoomBody, make: Callable[[NewRoom], Awaitable[CreatedRoom]]) -> CreatedRoom:
    limits_of(request).take(Kind.ROOMS, access.asker_of(request))
    return await make(msgspec.convert(encode(body), NewRoom))


async def _host_seated(request: Request, created: CreatedRoom, body: RoomBody, to: str) -> Response:
    """Goes on ``to`` a page, with cookies of the host and of every seat the host plays in exchange for their links, and keeps
    the others."""
    response = RedirectResponse(to, SEE_OTHER)
    played = {letter for letter, seat in zip(SEATS, body.seats, strict=False) if seat["kind"] == "human"}
    secrets = [token for letter, token in created.seats if letter in played]
    for secret in (created.host_token, *secrets):
        await exchange(request, response, secret)
    keep_links(request, response, created.id, {**dict(created.seats), SPECTATOR: created.spectator_token})
    return response


async def _enter(request: Request, secret: str) -> Response:
    response = RedirectResponse("/", SEE_OTHER)
    link = await exchange(request, response, secret)
    response.headers["location"] = _table_of(link)
    return response


def _table_of(link: Link) -> str:
    return f"{access.home_of(link.room_id)}?as={link.viewer}"


async def _is_held(request: Request, link: Link) -> bool:
    """Whether this browser holds what is behind the link. A seat that nobody took yet has still to be taken by name."""
    if link.viewer not in await access.living_viewers(request, link.room_id):
        return False
    return not _is_open(await rooms_of(request).info(link.room_id, link.viewer), link.viewer)


async def _link(request: Request, secret: str) -> Link:
    """The living link of a player or a spectator; raises ``NotFound`` for any other secret."""
    link = await rooms_of(request).identify(secret) if secret else None
    if link is None or link.kind != "link" or link.viewer == HOST:
        access.count_guess(request)
        raise NotFound
    return link


def _is_open(info: RoomInfo, viewer: str) -> bool:
    return any(seat["seat"] == viewer and not seat["taken"] for seat in info.seats)


async def _join_page(
    request: Request, link: Link, typed: Mapping[str, str], errors: Mapping[str, str] | None = None
) -> Response:
    info = await rooms_of(request).info(link.room_id, link.viewer)
    words = room_words(request, info)
    return page(
        request,
        "pages/join.html",
        status=422 if errors else 200,
        **words,
        goals=printed_goals(words["game"], words["scenario"], info),
        mine=link.viewer,
        is_open=_is_open(info, link.viewer),
        typed=typed,
        errors=errors or {},
    )


def _name(typed: Mapping[str, str]) -> str:
    return " ".join(typed.get("name", "").split())


def _name_errors(request: Request, typed: Mapping[str, str]) -> dict[str, str]:
    say = say_in(request)
    errors = {}
    if not _name(typed):
        errors["name"] = say("join.error_name")
    elif len(_name(typed)) > host_form.LONGEST_NAME:
        errors["name"] = say("host.error_long", most=host_form.LONGEST_NAME)
    if len(typed.get("contribution", "")) > host_form.LONGEST_WORD:
        errors["contribution"] = say("host.error_long", most=host_form.LONGEST_WORD)
    return errors


def form_page(
    request: Request,
    manifest: Manifest,
    form: Form,
    errors: Mapping[str, str] | None = None,
    *,
    home: str = "/rooms",
) -> Response:
    """The form that hosts a room, or below another ``home`` a campaign."""
    lang, say, wrong = request.state.lang, say_in(request), errors or {}
    scenario = host_form.scenario_of(manifest, form.scenario) or manifest.scenarios[0]
    sheets = host_view.house_sheets(manifest, form, wrong, lang, say)
    return page(
        request,
        "pages/host.html",
        status=422 if wrong else 200,
        game=manifest,
        home=home,
        form=form,
        errors=wrong,
        scenario=scenario,
        has_workshop=home == "/rooms" and workshop_of(request.app.state.registry[manifest.id]) is not None,
        sides=sides_of(manifest),
        strategies=STRATEGIES,
        watching=SPECTATORS,
        clock_bounds=host_clock.FIELDS,
        seat_entries=host_view.seat_entries(manifest, lang, say),
        groups=host_view.option_groups(manifest, form, scenario, lang, say),
        more=host_view.more_options(manifest, form, wrong, scenario, lang, say),
        options_open=any(form.options.values()) or any(field.startswith("option_") for field in wrong),
        usual=host_view.usual_values(manifest, lang, say),
        taken=encode(host_view.taken_by_scenario(manifest, lang, say)),
        opening=opening_url(request, manifest) if home == "/rooms" else None,
        sheets=sheets,
        places=host_view.error_places(manifest, sheets, lang, say),
    )
