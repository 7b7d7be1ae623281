"""A route of the API, declared once: who may, what it costs, its body, its answer, its errors and its words.

What the declaration says is done before its handler is called, in this order: who asks is found out and whether it may, the limit is
taken, the body is read. The description of the API is made of the same declaration (``openapi.py``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.engine.system import Manifest
from app.engine.types import NOBODY, has_places, json_with_names
from app.rooms.service.service import Rooms
from app.rooms.values.errors import Refused
from app.rooms.values.players import names_of
from app.web.api import shapes
from app.web.wire import access, bodies
from app.web.wire.answers import JSON_TYPE
from app.web.wire.limits import Asker, Kind, Limits, Thoughts

Tag = Literal["rules", "rooms", "campaigns"]
TAGS: Final[tuple[Tag, ...]] = ("rules", "rooms", "campaigns")


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of the query."""

    name: str
    about: str
    type: Literal["string", "integer"] = "string"
    required: bool = False


AS: Final = Parameter("as", "Which of several seats held by one browser; must agree with a bearer token.")
AFTER: Final = Parameter("after", "The last number known; 0 for all.", "integer")
UNIT: Final = Parameter("unit", "The id of a unit.")


class Call:
    """One request to a route: who asks for what."""

    def __init__(self, request: Request) -> None:
        self.request: Final = request
        self.state: Final = request.app.state
        self.path: Final[Mapping[str, str]] = request.path_params

    @property
    def rooms(self) -> Rooms:
        """The rooms of this server."""
        rooms: Rooms = self.state.rooms
        return rooms

    @property
    def limits(self) -> Limits:
        """What everybody may do how often."""
        limits: Limits = self.state.limits
        return limits

    async def names(self) -> Mapping[str, str]:
        """What those who play are called in the answer."""
        return NOBODY

    async def admit(self, may: May | None) -> Asker:
        """Finds out who asks; nobody needs to be anybody here. Raises what the asker is refused with."""
        return access.asker_of(self.request)


class RoomCall(Call):
    """A request about a room, or a campaign, by somebody who holds a link of it."""

    who: access.Access

    @property
    def room_id(self) -> str:
        """The room's id, as the address says it."""
        return self.path["room_id"]

    async def names(self) -> Mapping[str, str]:
        """What those who play in the room are called, by seat and side."""
        return names_of((await self.rooms.info(self.room_id, self.who.viewer)).seats)

    @property
    def payer(self) -> Thoughts:
        """Whom it is charged to if it takes long."""
        return self.limits.payer(self.who.asker)

    async def admit(self, may: May | None) -> Asker:
        """Raises ``UnknownToken``, ``Forbidden``, ``NotFound``."""
        self.who = await access.viewer_of(self.request, self.room_id)
        if may is not None:
            await may(self)
        return self.who.asker


May = Callable[[Any], Awaitable[None]]
"""Raises ``Forbidden`` for a call whose asker may not."""


async def host_only(call: RoomCall) -> None:
    """Only the host may."""
    access.require_host(call.who)


async def own_seat_only(call: RoomCall) -> None:
    """Only the seat that the address names may."""
    access.require_seat(call.who, call.path["seat"])


Example = Callable[[Manifest], Any]
"""Makes an example of what a game says of itself (``Manifest.examples``)."""


class Operation(msgspec.Struct, frozen=True):
    """One route as it was declared. ``about`` is what its description says beyond the first line of its docstring;
    ``costs`` the limit that is taken; ``body`` and ``answer`` are Structs of shapes, a body that may be absent is
    ``optional``; ``example`` is a body, or makes one of the examples of a game (``Manifest.examples``), as ``answers`` makes an answer."""

    method: str
    path: str
    name: str
    tag: Tag
    summary: str
    about: str = ""
    parameters: tuple[Parameter, ...] = ()
    costs: Kind | None = None
    body: Any = None
    optional: bool = False
    most: int = bodies.ROOM_BYTES
    example: Example | Mapping[str, Any] | None = None
    answer: Any = None
    many: bool = False
    answers: Example | None = None
    status: int = 200
    media: str = "application/json"
    takes: str = "application/json"
    refuses: tuple[str, ...] = ()
    needs_token: bool = False
    may: May | None = None

    @property
    def errors(self) -> tuple[str, ...]:
        """The codes of all its errors: those that follow from what it takes, and its own."""
        token = ("unknown_token", "forbidden", "not_found", "too_fast") if self.needs_token else ()
        body = ("malformed", "too_large", "invalid") if self.body is not None else ()
        costs = ("too_fast",) if self.costs is not None else ()
        asked = ("malformed", "invalid") if any(each is not AS for each in self.parameters) else ()
        return tuple(dict.fromkeys((*token, *body, *asked, *self.refuses, *costs)))

    def structs(self) -> Iterator[Any]:
        """The Structs that its body and its answer are made of."""
        yield from (struct for struct in (self.sent, self.answer) if struct not in (None, Any))

    @property
    def sent(self) -> Any:
        """The Struct of what is sent, ``None`` where nothing is."""
        return None if self.body is shapes.NothingBody else self.body

    def examples(self, game: Manifest) -> tuple[Any, Any]:
        """A body and an answer of a game as examples; ``None`` where there is none to give."""
        body = self.example(game) if callable(self.example) else self.example
        return body, None if self.answers is None else self.answers(game)


_Endpoint = Callable[[Request], Awaitable[Response]]
Handler = Callable[..., Awaitable[Any]]
"""``handler(call)``, or ``handler(call, body)`` where a body is declared; answers what is told, or a whole ``Response``."""


H = TypeVar("H", bound=Handler)


class Routes:
    """The routes below one address, of one kind of call, as they are declared one after the other."""

    def __init__(self, prefix: str, tag: Tag, kind: type[Call] = Call) -> None:
        self.router: Final = APIRouter(prefix=prefix)
        self.operations: Final[list[Operation]] = []
        self._prefix = prefix
        self._tag: Tag = tag
        self._kind = kind
        self._handled: dict[str, dict[str, _Endpoint]] = {}

    def get(self, path: str, **declared: Any) -> Callable[[H], H]:
        """Declares the handler that follows, see ``Operation``."""
        return self._declare("GET", path, declared)

    def post(self, path: str, **declared: Any) -> Callable[[H], H]:
        """Declares the handler that follows, see ``Operation``."""
        return self._declare("POST", path, declared)

    def _declare(self, method: str, path: str, declared: dict[str, Any]) -> Callable[[H], H]:
        def add(handler: H) -> H:
            is_of_room = issubclass(self._kind, RoomCall) and "{room_id}" in path
            words = {"name": handler.__name__, "summary": (handler.__doc__ or "").partition("\n")[0]} | declared
            if is_of_room:
                words |= {"needs_token": True, "parameters": (AS, *declared.get("parameters", ()))}
            operation = Operation(method, self._prefix + path, tag=self._tag, **words)
            self.operations.append(operation)
            kind = self._kind if is_of_room or not issubclass(self._kind, RoomCall) else Call
            self._add(method, path, _endpoint(operation, kind, handler))
            return handler

        return add

    def _add(self, method: str, path: str, endpoint: _Endpoint) -> None:
        """One route for each address, so that it knows all that its address allows."""
        by_method = self._handled.setdefault(path, {})
        by_method[method] = endpoint
        if len(by_method) > 1:
            route = next(
                each for each in self.router.routes if isinstance(each, Route) and each.path == self._prefix + path
            )
            assert route.methods is not None
            route.methods.add(method)
            return

        async def answer(request: Request) -> Response:
            return await by_method[request.method](request)

        self.router.add_api_route(path, answer, methods=[method])


def _endpoint(operation: Operation, kind: type[Call], handler: Handler) -> _Endpoint:
    async def endpoint(request: Request) -> Response:
        call = kind(request)
        asker = await call.admit(operation.may)
        if operation.costs is not None:
            call.limits.take(operation.costs, asker)
        sent: tuple[Any, ...] = ()
        if operation.body is not None:
            sent = (await bodies.read_as(request, operation.body, operation.most, optional=operation.optional),)
        try:
            told = await handler(call, *sent)
        except Refused as error:
            raise error.told_with(await call.names()) from error
        if isinstance(told, Response):
            return told
        body = msgspec.json.encode(told)
        names = await call.names() if has_places(body) else NOBODY
        return Response(json_with_names(body, names), operation.status, None, JSON_TYPE)

    return endpoint
