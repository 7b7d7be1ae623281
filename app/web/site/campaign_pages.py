"""A campaign's own page: where it stands, what is to be decided before the next game, and the doors into its games.

Every form of it works without a script, comes back to the page, and says there what could not be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.campaign import campaign_of
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import Manifest
from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.values.errors import Forbidden, NotFound, NotNow, RoomError
from app.rooms.values.ports import HOST
from app.rooms.values.tokens import hash_of
from app.rooms.values.values import CreatedRoom, NewRoom
from app.web.api.campaign_api import campaigns_of
from app.web.site import campaign_parts as parts
from app.web.site import host_form, hosting
from app.web.site.campaign_forms import NOTHING, action_of, decisions
from app.web.site.pages import render
from app.web.site.room_pages import SEE_OTHER, limits_of, page, read_form, rooms_of, say_in
from app.web.wire import access, bodies
from app.web.wire.errors import problem_of
from app.web.wire.limits import Kind

router: Final = APIRouter(include_in_schema=False)

LONGEST_KEY: Final = 200


@router.get("/campaigns/new")
async def new_campaign(request: Request, game: str | None = None, scenario: str | None = None) -> Response:
    """The form that hosts a campaign; without ``?game=`` and with several games that have any, the choice of one."""
    registry: Registry = request.app.state.registry
    found = [name for name, system in registry.items() if campaign_of(system)]
    if game is None and len(found) != 1:
        games = [registry[name].manifest for name in found]
        return render(request, "pages/choose.html", games=games, home="/campaigns")
    manifest = _manifest(request, game if game is not None else found[0])
    return hosting.form_page(request, manifest, host_form.blank(manifest, scenario), home="/campaigns")


@router.post("/campaigns/new")
async def create_campaign(request: Request) -> Response:
    """Makes the campaign and seats its host; what cannot be is shown at its field, with everything typed still there."""
    access.require_form_of_ours(request)
    typed = await read_form(request)
    manifest = _manifest(request, typed.get("game", ""))

    async def create(new: NewRoom) -> CreatedRoom:
        return await campaigns_of(request).create(new)

    return await hosting.create_from_form(request, manifest, typed, create, home="/campaigns")


@router.get("/campaigns/{room_id}")
async def campaign(request: Request, room_id: str) -> Response:
    """The campaign as the viewer sees it now."""
    who = await access.viewer_of(request, room_id)
    return await _page(request, room_id, who)


@router.post("/campaigns/{room_id}/decide")
async def decide(request: Request, room_id: str) -> Response:
    """Decides something between two games."""
    who = await _sender(request, room_id, Kind.ACTIONS)
    typed = await read_form(request)
    if who.viewer in (SPECTATOR, HOST):
        raise Forbidden
    try:
        seq = bodies.whole_number(typed.get("seq") or None, "seq")
        key = bodies.plain_text(typed.get("key", ""), "key", LONGEST_KEY) or None
        payer = limits_of(request).payer(who.asker)
        await rooms_of(request).act(room_id, who.viewer, action_of(typed), seq=seq, key=key, payer=payer)
    except (RoomError, InvalidInput) as error:
        return await _page(request, room_id, who, error, typed)
    return _back(room_id, who.viewer)


@router.post("/campaigns/{room_id}/proposals/{n}")
async def answer(request: Request, room_id: str, n: str) -> Response:
    """Yes or no to giving a seat away."""
    who = await _sender(request, room_id, Kind.ACTIONS)
    proposal = bodies.number_in_address(n, 9)
    accept = (await read_form(request)).get("accept") == "yes"
    try:
        await rooms_of(request).answer(room_id, who.viewer, proposal, accept=accept)
    except (Forbidden, NotNow) as error:
        return await _page(request, room_id, who, error)
    return _back(room_id, who.viewer)


@router.post("/campaigns/{room_id}/again")
async def play_again(request: Request, room_id: str) -> Response:
    """Opens the game anew whose room was closed without a result."""
    who = await _sender(request, room_id, Kind.ACTIONS)
    if who.viewer == SPECTATOR:
        raise Forbidden
    with suppress(NotNow):  # it is being played already
        await campaigns_of(request).next_game(room_id)
    return _back(room_id, who.viewer)


@router.post("/campaigns/{room_id}/games/{number}")
async def enter(request: Request, room_id: str, number: str) -> Response:
    """Goes to the table of a game, with a cookie of its own for everybody that this browser is in the campaign."""
    who = await _sender(request, room_id, Kind.LINKS)
    game = bodies.number_in_address(number, 3)
    response = RedirectResponse("/", SEE_OTHER)
    try:
        for viewer in await access.living_viewers(request, room_id):
            cookie = request.cookies[access.cookie_name(request, room_id, viewer)]
            try:
                entered = await campaigns_of(request).enter(room_id, viewer, hash_of(cookie), "cookie", game)
            except Forbidden:
                if viewer == who.viewer:
                    raise
                continue
            access.set_cookie(response, request, room_id=entered.room, viewer=viewer, secret=entered.secret)
            response.headers["location"] = f"/rooms/{entered.room}?as={quote(who.viewer)}"
    except (Forbidden, NotNow) as error:
        return await _page(request, room_id, who, error)
    return response


async def _sender(request: Request, room_id: str, kind: Kind) -> access.Access:
    """Who sends a form of ours, which is counted."""
    access.require_form_of_ours(request)
    who = await access.viewer_of(request, room_id)
    limits_of(request).take(kind, who.asker)
    return who


async def _page(
    request: Request,
    room_id: str,
    who: access.Access,
    refused: Exception | None = None,
    typed: Mapping[str, str] = NOTHING,
) -> Response:
    """The page as the campaign stands; ``refused`` is why what was asked for could not be done, ``typed`` what it was."""
    lang, say, viewer = request.state.lang, say_in(request), who.viewer
    payer = limits_of(request).payer(who.asker)
    info = await campaigns_of(request).info(room_id, viewer)
    scene = await rooms_of(request).scene(room_id, viewer)
    registry: Registry = request.app.state.registry
    manifest = parts.manifest_for(registry, info.game, room_id)
    cards = parts.game_cards(info, may_repeat=viewer != SPECTATOR, lang=lang, say=say)
    offers = (await rooms_of(request).offers(room_id, viewer, payer))[1] if Seat(viewer) in info.to_act else []
    problem = problem_of(refused, lang) if refused is not None else None
    held = [other for other in await access.living_viewers(request, room_id) if other not in (viewer, HOST)]
    drawn = partial(
        page,
        request,
        "pages/campaign.html",
        status=problem.status if problem else 200,
        info=info,
        game=manifest,
        plan=host_form.scenario_of(manifest, info.campaign),
        home=access.home_of(room_id),
        viewer=viewer,
        held=held,
        is_host=HOST in access.held_viewers(request, room_id),
        cards=cards,
        lines=parts.lines(info, viewer, lang),
        headline=parts.headline(info, cards, lang, say),
        decisions=decisions(offers, lang, typed),
        questions=parts.questions(info.proposals, info, viewer, say),
        story=parts.story(scene.events, scene.log, parts.names_of(info), request.app.state.templates.texts, lang),
        problem=problem.document["detail"] if problem else None,
    )
    return await rooms_of(request).aside.do(room_id, drawn)


def _manifest(request: Request, game: str) -> Manifest:
    system = request.app.state.registry.get(game)
    rules = campaign_of(system) if system is not None else None
    if rules is None:
        raise NotFound
    return rules.manifest


def _back(room_id: str, viewer: Viewer) -> Response:
    return RedirectResponse(f"{access.home_of(room_id)}?as={quote(viewer)}", SEE_OTHER)
