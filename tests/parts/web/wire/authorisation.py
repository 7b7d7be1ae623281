"""Who may do what: every route and every kind of credential in one table, which docs/security.md prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from fastapi import FastAPI
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

CREDENTIALS: Final = {
    "none": "nothing",
    "garbage": "a token that nobody was given",
    "revoked": "the token of a seat's link that was replaced",
    "seat": "the token of a seat whose turn it is",
    "neighbour": "the token of another seat",
    "spectator": "the spectators' token",
    "host": "the host's token",
    "cookie": "the cookie of that seat, sent by a page of ours",
    "foreign": "the same cookie, sent by a page of another site",
    "host cookie": "the host's cookie, sent by a page of ours",
    "host foreign": "the same, sent by a page of another site",
}
"""What a request may carry. Every one of them is of the room asked for; the last columns tell what happens elsewhere."""

DEAD: Final = ("none", "garbage", "revoked")

ROOM_TABLE: Final = """
GET /api/v1/rooms/{room_id}                          | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/rooms/{room_id}/presence                 | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/rooms/{room_id}/position                 | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/rooms/{room_id}/events                   | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/rooms/{room_id}/stream                   | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/rooms/{room_id}/export                   | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/rooms/{room_id}/offers                   | 401 401 401 | 200 200 403 403 | 200 200 403 403 | 404
GET /api/v1/rooms/{room_id}/survey                   | 401 401 401 | 200 200 403 403 | 200 200 403 403 | 404
GET /api/v1/rooms/{room_id}/about                    | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
POST /api/v1/rooms/{room_id}/previews                | 401 401 401 | 200 200 403 403 | 200 403 403 403 | 404
POST /api/v1/rooms/{room_id}/actions                 | 401 401 401 | 200 422 403 403 | 200 403 403 403 | 404
POST /api/v1/rooms/{room_id}/messages                | 401 401 401 | 200 200 200 403 | 200 403 403 403 | 404
POST /api/v1/rooms/{room_id}/proposals               | 401 401 401 | 200 200 403 403 | 200 403 403 403 | 404
POST /api/v1/rooms/{room_id}/proposals/{n}           | 401 401 401 | 200 403 403 403 | 200 403 403 403 | 404
POST /api/v1/rooms/{room_id}/resign                  | 401 401 401 | 200 200 403 403 | 200 403 403 403 | 404
POST /api/v1/rooms/{room_id}/rematch                 | 401 401 401 | 200 200 200 200 | 200 403 200 403 | 404
POST /api/v1/rooms/{room_id}/forfeits                | 401 401 401 | 409 409 403 403 | 409 403 403 403 | 404
POST /api/v1/rooms/{room_id}/seats/{seat}/claim      | 401 401 401 | 200 403 403 403 | 200 403 403 403 | 404
GET /api/v1/rooms/{room_id}/correctables             | 401 401 401 | 200 200 403 403 | 200 200 403 403 | 404
POST /api/v1/rooms/{room_id}/close                   | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
POST /api/v1/rooms/{room_id}/links/{seat}            | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
POST /api/v1/rooms/{room_id}/start                   | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
WS /api/v1/rooms/{room_id}/socket                    | 401 401 401 | 101 101 101 101 | 101 403 101 403 | 404
WS /rooms/{room_id}/socket                           | 401 401 401 | 101 101 101 101 | 101 403 101 403 | 404
GET /rooms/{room_id}                                 | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /rooms/{room_id}/parts/log                       | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /rooms/{room_id}/parts/chat                      | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /rooms/{room_id}/parts/ending                    | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /rooms/{room_id}/replay                          | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
POST /rooms/{room_id}/replay                         | 403 403 403 | 403 403 403 403 | 303 403 303 403 | 404
GET /rooms/{room_id}/report                          | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
POST /rooms/{room_id}/rematch                        | 403 403 403 | 403 403 403 403 | 303 403 303 403 | 404
POST /rooms/{room_id}/replay/share                   | 403 403 403 | 403 403 403 403 | 303 403 303 403 | 404
GET /api/v1/rooms/{room_id}/hook                     | 401 401 401 | 200 200 403 403 | 200 200 403 403 | 404
POST /api/v1/rooms/{room_id}/hook                    | 401 401 401 | 409 409 403 403 | 409 403 403 403 | 404
POST /api/v1/rooms/{room_id}/replays                 | 401 401 401 | 201 201 403 201 | 201 403 201 403 | 404
POST /api/v1/rooms/{room_id}/replays/withdraw        | 401 401 401 | 200 200 403 200 | 200 403 200 403 | 404
GET /rooms/{room_id}/links                           | 404 404 404 | 404 404 404 404 | 404 404 200 200 | 404
POST /rooms/{room_id}/links                          | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /rooms/{room_id}/close                          | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /rooms/{room_id}/seats                          | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /rooms/{room_id}/withdraw                       | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /rooms/{room_id}/begin                          | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
"""
"""Routes of one room. ``422`` is the rules' own refusal: not that seat's turn. The last column: another room, and none at
all, for whoever is somebody here."""

CAMPAIGN_TABLE: Final = """
GET /api/v1/campaigns/{room_id}                      | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/campaigns/{room_id}/position             | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/campaigns/{room_id}/events               | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/campaigns/{room_id}/stream               | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
GET /api/v1/campaigns/{room_id}/offers               | 401 401 401 | 200 200 403 403 | 200 200 403 403 | 404
POST /api/v1/campaigns/{room_id}/actions             | 401 401 401 | 200 200 403 403 | 200 403 403 403 | 404
POST /api/v1/campaigns/{room_id}/games               | 401 401 401 | 200 200 200 200 | 200 403 200 403 | 404
POST /api/v1/campaigns/{room_id}/games/{number}      | 401 401 401 | 200 200 200 200 | 200 403 200 403 | 404
POST /api/v1/campaigns/{room_id}/seats/{seat}/claim  | 401 401 401 | 200 403 403 403 | 200 403 403 403 | 404
POST /api/v1/campaigns/{room_id}/start               | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
POST /api/v1/campaigns/{room_id}/close               | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
POST /api/v1/campaigns/{room_id}/links/{seat}        | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
POST /api/v1/campaigns/{room_id}/proposals           | 401 401 401 | 403 403 403 200 | 403 403 200 403 | 404
POST /api/v1/campaigns/{room_id}/proposals/{n}       | 401 401 401 | 200 200 403 200 | 200 403 200 403 | 404
GET /campaigns/{room_id}                             | 401 401 401 | 200 200 200 200 | 200 200 200 200 | 404
POST /campaigns/{room_id}/decide                     | 403 403 403 | 403 403 403 403 | 303 403 403 403 | 404
POST /campaigns/{room_id}/again                      | 403 403 403 | 403 403 403 403 | 303 403 303 403 | 404
POST /campaigns/{room_id}/games/{number}             | 403 403 403 | 403 403 403 403 | 303 403 303 403 | 404
POST /campaigns/{room_id}/proposals/{n}              | 403 403 403 | 403 403 403 403 | 303 403 303 403 | 404
GET /campaigns/{room_id}/links                       | 404 404 404 | 404 404 404 404 | 404 404 200 200 | 404
POST /campaigns/{room_id}/links                      | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /campaigns/{room_id}/close                      | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /campaigns/{room_id}/seats                      | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /campaigns/{room_id}/withdraw                   | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
POST /campaigns/{room_id}/begin                      | 403 403 403 | 403 403 403 403 | 404 403 303 403 | 404
"""
"""Routes of one campaign, whose links are its own: every credential is of the campaign. Elsewhere is another campaign, a
room, and none at all."""

SECRETS: Final = {
    "garbage": "a secret that nobody was given",
    "revoked": "of a seat's link that was replaced",
    "seat": "of a seat's link",
    "spectator": "of the spectators' link",
    "host": "the host's token",
    "cookie": "of a cookie",
    "replay": "of a link to the replay of a game that is over",
}

SECRET_TABLE: Final = """
GET /join/{secret}          | 404 404 200 303 404 404 404
POST /join/{secret}         | 404 404 303 404 404 404 404
GET /watch/{secret}         | 404 404 303 200 404 404 404
POST /watch/{secret}        | 404 404 404 303 404 404 404
GET /replay/{secret}        | 404 404 404 404 404 404 200
GET /replay/{secret}/report | 404 404 404 404 404 404 200
"""
"""Routes whose address holds the secret. From a page of another site, and from no page, every POST is 403."""

PUBLIC_TABLE: Final = """
GET /                                        | 200
GET /about                                   | 200
GET /games                                   | 303
GET /games/{game}                            | 200
GET /games/{game}/rules                      | 200
GET /games/{game}/tables                     | 200
GET /games/{game}/legend                     | 200
GET /games/{game}/cover.svg                  | 200
GET /games/{game}/board.css                  | 200
GET /games/{game}/opening                    | 200
GET /games/{game}/workshop                   | 200
POST /games/{game}/workshop/look             | 200
GET /rooms/new                               | 200
POST /rooms/new                              | 303
GET /campaigns/new                           | 200
POST /campaigns/new                          | 303
GET /rooms/import                            | 200
POST /rooms/import                           | 303
POST /rooms/try                              | 303
POST /rooms/battle                           | 200
GET /api/v1/games                            | 200
GET /api/v1/games/{game}                     | 200
GET /api/v1/games/{game}/rules               | 200
GET /api/v1/games/{game}/tables              | 200
POST /api/v1/games/{game}/queries/{query}    | 200
POST /api/v1/games/{game}/positions          | 200
POST /api/v1/games/{game}/offers             | 200
POST /api/v1/games/{game}/check              | 200
POST /api/v1/games/{game}/apply              | 200
POST /api/v1/games/{game}/view               | 200
POST /api/v1/games/{game}/battles            | 200
POST /api/v1/games/{game}/battles/edit       | 200
POST /api/v1/games/{game}/battles/check      | 200
POST /api/v1/games/{game}/battles/parts      | 200
POST /api/v1/rooms                           | 201
POST /api/v1/rooms/import                    | 201
POST /api/v1/campaigns                       | 201
GET /api/docs                                | 200
GET /api/openapi.json                        | 200
GET /healthz                                 | 200
GET /readyz                                  | 200
GET /metrics                                 | 200
GET /static/{path}                           | 200
"""
"""Routes for everybody: credentials change nothing. A form of ours (a POST that is not the API's) is 403 from another site's page."""


class Row(msgspec.Struct, frozen=True):
    """A line of a table: a route, its cells by column, and what it answers elsewhere."""

    method: str
    path: str
    expected: dict[str, int]
    elsewhere: int | None = None


def room_rows() -> list[Row]:
    """The table of the routes of one room."""
    return [_row(line, tuple(CREDENTIALS), has_elsewhere=True) for line in ROOM_TABLE.strip().splitlines()]


def campaign_rows() -> list[Row]:
    """The table of the routes of one campaign."""
    return [_row(line, tuple(CREDENTIALS), has_elsewhere=True) for line in CAMPAIGN_TABLE.strip().splitlines()]


def secret_rows() -> list[Row]:
    """The table of the routes with a secret in their address."""
    return [_row(line, tuple(SECRETS)) for line in SECRET_TABLE.strip().splitlines()]


def public_rows() -> list[Row]:
    """The table of the routes for everybody."""
    return [_row(line, ("anybody",)) for line in PUBLIC_TABLE.strip().splitlines()]


def is_form(row: Row) -> bool:
    """Whether it is a form of our pages, which only they may send."""
    return row.method == "POST" and not row.path.startswith("/api/")


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """Every method and path of the app, websockets as ``WS``, a mounted folder as ``GET .../{path}``."""
    return set(_flat(app.routes))


def as_markdown() -> str:
    """The tables as docs/security.md prints them."""
    columns = tuple(CREDENTIALS)
    lines = [f"| route | {' | '.join(columns)} | elsewhere |", f"|---|{'---|' * len(columns)}---|"]
    for row in (*room_rows(), *campaign_rows()):
        cells = " | ".join(str(row.expected[column]) for column in columns)
        lines.append(f"| `{row.method} {row.path}` | {cells} | {row.elsewhere} |")
    lines += ["", f"| route | {' | '.join(SECRETS)} |", f"|---|{'---|' * len(SECRETS)}"]
    for row in secret_rows():
        cells = " | ".join(str(row.expected[column]) for column in SECRETS)
        lines.append(f"| `{row.method} {row.path}` | {cells} |")
    lines += ["", "| route | anybody |", "|---|---|"]
    lines += [f"| `{row.method} {row.path}` | {row.expected['anybody']} |" for row in public_rows()]
    return "\n".join(lines)


def _row(line: str, columns: tuple[str, ...], *, has_elsewhere: bool = False) -> Row:
    route, _, cells = line.partition("|")
    method, path = route.split()
    statuses = [int(cell) for cell in cells.replace("|", " ").split()]
    elsewhere = statuses.pop() if has_elsewhere else None
    return Row(method, path, dict(zip(columns, statuses, strict=True)), elsewhere)


def _flat(routes: list[BaseRoute]) -> Iterator[tuple[str, str]]:
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is not None:
            yield from _flat(included.routes)
        elif isinstance(route, WebSocketRoute):
            yield "WS", route.path
        elif isinstance(route, Mount):
            yield "GET", f"{route.path}/{{path}}"
        elif isinstance(route, Route):
            yield from ((method, route.path) for method in (route.methods or set()) - {"HEAD"})
        else:
            raise AssertionError(f"a route of an unknown kind: {route!r}")
