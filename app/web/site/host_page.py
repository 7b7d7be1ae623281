"""The host's page of a room: who sits where, links made anew, seats given away by consent, the room closed.

Every form of it works without a script, comes back to the page, and says there what could not be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urljoin

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.drafts.seating import STRATEGIES
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Forbidden, NotFound, NotNow, RoomError
from app.rooms.values.ports import HOST
from app.rooms.values.values import NewProposal, ProposalInfo, RoomInfo
from app.web.site.host_form import Say
from app.web.site.room_pages import (
    LINKED,
    SEE_OTHER,
    keep_links,
    kept_links,
    limits_of,
    page,
    read_form,
    room_words,
    rooms_of,
    say_in,
)
from app.web.wire import access
from app.web.wire.errors import problem_of
from app.web.wire.limits import Kind

router: Final = APIRouter(include_in_schema=False)

_PLAYERS: Final = ("bot", "human")


class SeatCard(msgspec.Struct, frozen=True):
    """A seat, or the spectators, as the host's page shows it: ``url`` is its link where this browser keeps it, ``takers``
    who may be proposed to take the seat over; ``here`` says whether its player looks on, and since when."""

    viewer: str
    title: str
    note: str
    url: str | None
    can_have_link: bool
    is_new: bool
    takers: tuple[str, ...] = ()
    here: str = ""


class Awaited(msgspec.Struct, frozen=True):
    """The host's proposal that waits for consent: what it would do, who agreed already and who has still to answer."""

    n: int
    words: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]


@router.get("/campaigns/{room_id}/links")
@router.get("/rooms/{room_id}/links")
async def links(request: Request, room_id: str) -> Response:
    """The page itself, for the host alone. ``?new=`` names the link that was just made."""
    await _require_host(request, room_id)
    return await _host_page(request, room_id)


@router.post("/campaigns/{room_id}/links")
@router.post("/rooms/{room_id}/links")
async def replace_link(request: Request, room_id: str) -> Response:
    """A new link for a seat or for spectators; the old one stops working."""
    await _require_form_of_host(request, room_id)
    limits_of(request).take(Kind.LINKS, access.asker_of(request))
    viewer = (await read_form(request)).get("viewer", "")
    if viewer not in LINKED:
        raise NotFound
    try:
        secret = await rooms_of(request).replace_link(room_id, Viewer(viewer))
    except Forbidden as error:
        return await _host_page(request, room_id, error)
    response = RedirectResponse(f"{access.home_of(room_id)}/links?new={viewer}#card-{viewer}", SEE_OTHER)
    keep_links(request, response, room_id, {**kept_links(request, room_id), viewer: secret})
    return response


@router.post("/campaigns/{room_id}/begin")
@router.post("/rooms/{room_id}/begin")
async def begin(request: Request, room_id: str) -> Response:
    """Begins the game with the computer in every seat still open."""
    await _require_form_of_host(request, room_id)
    strategy = (await read_form(request)).get("strategy", STRATEGIES[0])
    with suppress(NotNow):  # the last friend sat down in the meantime: it has begun
        try:
            await rooms_of(request).begin(room_id, strategy)
        except InvalidInput as error:
            return await _host_page(request, room_id, error)
    return RedirectResponse(await _table_path(request, room_id), SEE_OTHER)


@router.post("/campaigns/{room_id}/seats")
@router.post("/rooms/{room_id}/seats")
async def give_away(request: Request, room_id: str) -> Response:
    """Proposes that the computer or somebody else takes a seat over; done at once where nobody has to consent."""
    await _require_form_of_host(request, room_id)
    typed = await read_form(request)
    by = next((known for known in _PLAYERS if known == typed.get("by")), None)
    if by is None:
        raise NotFound
    new = NewProposal(
        "replace",
        seat=Seat(typed.get("seat", "")),
        by="bot" if by == "bot" else "human",
        strategy=typed.get("strategy", STRATEGIES[0]),
    )
    try:
        await rooms_of(request).propose(room_id, HOST, new)
    except (Forbidden, NotNow, InvalidInput) as error:
        return await _host_page(request, room_id, error)
    return _back(room_id)


@router.post("/campaigns/{room_id}/withdraw")
@router.post("/rooms/{room_id}/withdraw")
async def withdraw(request: Request, room_id: str) -> Response:
    """Takes the host's proposal back."""
    await _require_form_of_host(request, room_id)
    info = await rooms_of(request).info(room_id, HOST)
    for known in info.proposals:
        if known.seat is None:
            with suppress(RoomError):  # it was answered in the meantime
                await rooms_of(request).answer(room_id, HOST, known.n, accept=False)
    return _back(room_id)


@router.post("/campaigns/{room_id}/close")
@router.post("/rooms/{room_id}/close")
async def close(request: Request, room_id: str) -> Response:
    """Ends the game for everybody, once the host has said that they are sure."""
    await _require_form_of_host(request, room_id)
    if (await read_form(request)).get("sure") != "yes":
        return await _host_page(request, room_id, is_unsure=True)
    with suppress(NotNow):  # it is over already
        await rooms_of(request).close_room(room_id)
    return _back(room_id)


async def _host_page(
    request: Request, room_id: str, refused: Exception | None = None, *, is_unsure: bool = False
) -> Response:
    """The page as the room stands; ``refused`` is why what was asked for could not be done."""
    info = await rooms_of(request).info(room_id, HOST)
    say = say_in(request)
    held = [viewer for viewer in access.held_viewers(request, room_id) if viewer != HOST]
    problem = problem_of(refused, request.state.lang) if refused is not None else None
    awaited = next((known for known in info.proposals if known.seat is None), None)
    return page(
        request,
        "pages/links.html",
        status=problem.status if problem else 422 if is_unsure else 200,
        **room_words(request, info),
        cards=[
            _with_presence(rooms_of(request), info, say, card, is_own=card.viewer in held)
            for card in _cards(info, await _urls(request, room_id), held, say, _is_new(request, info))
        ],
        awaited=_awaited(info, awaited, say) if awaited else None,
        strategies=STRATEGIES,
        table=await _table_path(request, room_id),
        problem=problem.document["detail"] if problem else None,
        is_unsure=is_unsure,
        has_links=request.method == "GET",  # only this page's own address is sent the links that the browser keeps
    )


def _is_new(request: Request, info: RoomInfo) -> str | None:
    known = {SPECTATOR, *(str(seat["seat"]) for seat in info.seats)}
    return next((viewer for viewer in known if viewer == request.query_params.get("new")), None)


async def _urls(request: Request, room_id: str) -> dict[str, str]:
    """The addresses of the links that this browser keeps and that still work."""
    return {
        viewer: urljoin(str(request.base_url), f"{'watch' if viewer == SPECTATOR else 'join'}/{secret}")
        for viewer, secret in kept_links(request, room_id).items()
        if await rooms_of(request).identify(secret) is not None
    }


def _cards(info: RoomInfo, urls: Mapping[str, str], held: list[Viewer], say: Say, new: str | None) -> list[SeatCard]:
    """First what is to be sent to others, then the host's own seats, then those that the computer plays."""
    seats = {card.viewer: card for card in (_seat_card(info, seat, urls, held, say, new) for seat in info.seats)}
    to_send = [card for card in seats.values() if card.can_have_link and card.viewer not in held]
    own = [card for card in seats.values() if card.can_have_link and card.viewer in held]
    bots = [card for card in seats.values() if not card.can_have_link and card.takers]
    watching = SeatCard(
        SPECTATOR,
        say("links.spectator"),
        say("links.spectator_late") if info.spectators == "delayed" else say("links.spectator_note"),
        urls.get(SPECTATOR),
        can_have_link=True,
        is_new=new == SPECTATOR,
    )
    return [*to_send, *([watching] if info.spectators != "none" else []), *own, *bots]


def _seat_card(
    info: RoomInfo, seat: Mapping[str, Any], urls: Mapping[str, str], held: list[Viewer], say: Say, new: str | None
) -> SeatCard:
    letter, is_bot, is_taken = str(seat["seat"]), seat["kind"] == "bot", bool(seat["taken"])
    name = str(seat.get("name") or "")
    if is_bot:
        note = say("links.bot", how=say(f"host.strategy_{seat.get('strategy', STRATEGIES[0])}"))
    elif letter in held and is_taken:
        note = say("links.mine")
    elif is_taken:
        note = say("links.taken", name=name or letter.upper())
    else:
        note = say("links.open") if info.status == "setup" else say("links.reopened")
    can_be_given = is_taken and info.status in ("playing", "paused")
    return SeatCard(
        letter,
        say("links.seat", letter=letter.upper()),
        note,
        None if is_bot else urls.get(letter),
        can_have_link=not is_bot,
        is_new=new == letter,
        takers=(_PLAYERS[1:] if is_bot else _PLAYERS) if can_be_given else (),
    )


def _with_presence(rooms: Rooms, info: RoomInfo, say: Say, card: SeatCard, *, is_own: bool) -> SeatCard:
    """The card of a seat that somebody plays says whether they are at the table; of whoever reads it, only that they are."""
    people = {str(seat["seat"]) for seat in info.seats if seat["kind"] != "bot" and seat["taken"]}
    seat = Seat(card.viewer)
    is_here = rooms.presence.is_here(info.id, seat)
    if card.viewer not in people or (is_own and not is_here):
        return card
    if not is_here and not rooms.presence.has_seen(info.id, seat):
        return msgspec.structs.replace(card, here=say("links.not_here"))
    time = _span(rooms.presence.for_s(info.id, seat), say)
    return msgspec.structs.replace(card, here=say("links.here" if is_here else "links.away", time=time))


def _span(seconds: float, say: Say) -> str:
    """How long, roughly: of the largest unit of which there is one."""
    for words, length in (("links.days", 86_400), ("links.hours", 3600), ("links.minutes", 60)):
        if seconds >= length:
            return say(words, n=int(seconds // length))
    return say("links.moments")


def _awaited(info: RoomInfo, known: ProposalInfo, say: Say) -> Awaited:
    names = {str(seat["seat"]): str(seat.get("name") or seat["seat"].upper()) for seat in info.seats}
    people = [str(seat["seat"]) for seat in info.seats if seat["kind"] != "bot" and seat["taken"]]
    replaced = str(known.replaced)
    key = "links.awaited_bot" if known.by == "bot" else "links.awaited_human"
    return Awaited(
        known.n,
        say(key, letter=replaced.upper(), name=names.get(replaced, "")),
        agreed=tuple(names[seat] for seat in people if seat not in known.waiting and seat != replaced),
        waiting=tuple(names[seat] for seat in known.waiting),
    )


async def _require_form_of_host(request: Request, room_id: str) -> None:
    access.require_form_of_ours(request)
    await _require_host(request, room_id)


async def _require_host(request: Request, room_id: str) -> None:
    """Raises ``NotFound`` unless this browser hosts the room: to anybody else there is no such page."""
    secret = request.cookies.get(access.cookie_name(request, room_id, HOST), "")
    link = await rooms_of(request).identify(secret) if secret else None
    if link is None or link.kind != "cookie" or link.room_id != room_id or link.viewer != HOST:
        if secret:
            access.count_guess(request)
        raise NotFound
    access.require_right_door(request, room_id)
    request.state.viewer = HOST
    limits_of(request).take(Kind.READS if request.method == "GET" else Kind.ACTIONS, access.asker_of(request))
    await rooms_of(request).catch_up(room_id)


def _back(room_id: str) -> Response:
    return RedirectResponse(f"{access.home_of(room_id)}/links", SEE_OTHER)


async def _table_path(request: Request, room_id: str) -> str:
    """The table as the first viewer that this browser still is: at least the host."""
    return f"{access.home_of(room_id)}?as={(await access.living_viewers(request, room_id))[0]}"
