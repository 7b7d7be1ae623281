"""What docs/security.md promises: every test and module it names is there; headers, cookies, logs and schemas keep to it."""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest
import pytest_asyncio
from starlette.routing import Route

from app.web.api import shapes
from app.web.api.operations import OPERATIONS
from app.web.wire.headers import CONTENT_SECURITY_POLICY, HEADERS
from tests.parts.web.api_site import HUMANS, PASS, Room, Site, assert_problem, bearer
from tests.parts.web.campaigns import a_campaign
from tests.parts.web.wire.authorisation import campaign_rows, room_rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT: Final = Path(__file__).parents[4]
DOCS: Final = ROOT / "docs" / "security.md"
ITEMS: Final = (
    "2.2.2 2.3.1 2.3.3 2.3.4 2.4.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.3 3.4.4 3.4.5 3.4.6 3.5.1 3.5.3 "
    "4.1.3 4.4.1 4.4.2 4.4.3 4.4.4 7.2.3 7.4.1 7.4.2 8.1.2 8.2.2 8.2.3 8.3.1 11.4.1 11.4.3 11.5.1 14.2.1 "
    "14.2.2 14.3.2 15.1.3 15.2.2 15.3.1 15.3.3 15.4.2 16.2.5 16.3.2 16.3.3 16.4.1 16.5.1 "
)
SECURE: Final = "https://table.test"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def secure(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody whose connections are HTTPS."""
    transport = httpx.ASGITransport(site.app, raise_app_exceptions=False)
    headers = {"origin": SECURE}
    async with httpx.AsyncClient(transport=transport, base_url=SECURE, headers=headers, timeout=30) as client:
        yield client


# -- the manual --------------------------------------------------------------------------------------------------------


def all_tests() -> set[str]:
    """The names of all tests of the project."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("*.py"):
        found |= set(re.findall(r"^(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))
    return found


async def test_every_module_and_every_test_that_the_manual_names_exists() -> None:
    named = re.findall(r"`([^`]+)`", DOCS.read_text("utf-8"))

    tests = {name for name in named if name.startswith("test_")}
    modules = {name for name in named if name.startswith(("app/", "tests/"))}
    assert len(tests) > 60
    assert tests - all_tests() == set()
    assert {name for name in modules if not (ROOT / name).is_file()} == set()


async def test_every_item_of_the_standard_has_its_line_with_module_and_test() -> None:
    section = DOCS.read_text("utf-8").partition("## ASVS")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if re.match(r"\| \d", line)]

    assert sorted(item for row in rows for item in row[0].split(", ")) == sorted(ITEMS.split())
    for item, asked, where, proof in rows:
        assert asked, item
        assert "`app/" in where or where == "this page", item
        assert "`test_" in proof, item


# -- headers -----------------------------------------------------------------------------------------------------------

ANSWERS: Final = (
    ("GET", "/", 200),
    ("GET", "/about", 200),
    ("GET", "/games", 303),
    ("GET", "/games/pebbles", 200),
    ("GET", "/games/nothing", 404),
    ("GET", "/rooms/new", 200),
    ("POST", "/rooms/new", 403),
    ("GET", "/rooms/nowhere", 401),
    ("GET", "/join/nothing", 404),
    ("GET", "/static/css/base/tokens.css", 200),
    ("GET", "/static/nothing.css", 404),
    ("GET", "/static/../../etc/passwd", 404),
    ("GET", "/api/docs", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/v1/games", 200),
    ("GET", "/api/v1/rooms/nowhere", 401),
    ("POST", "/api/v1/rooms", 400),
    ("PUT", "/api/v1/rooms", 405),
    ("OPTIONS", "/api/v1/rooms", 405),
    ("TRACE", "/", 405),
    ("GET", "/nowhere", 404),
    ("GET", "/healthz", 200),
    ("GET", "/metrics", 200),
    ("HEAD", "/", 200),
)


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
@pytest.mark.parametrize("accept", ["*/*", "text/html"])
async def test_every_kind_of_answer_carries_the_safety_headers(
    site: Site, method: str, path: str, status: int, accept: str
) -> None:
    answer = await site.client.request(method, path, headers={"accept": accept})

    assert answer.status_code == status, answer.text
    for name, content in HEADERS:
        assert answer.headers.get_list(name) == [content]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"]
    if answer.content:
        assert answer.headers["content-type"]
    assert "server" not in answer.headers
    assert "x-powered-by" not in answer.headers


async def test_the_policy_allows_nothing_but_our_own_files() -> None:
    policy = {name: words for name, *words in (part.split() for part in CONTENT_SECURITY_POLICY.split(";"))}

    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert policy["base-uri"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    assert policy["script-src"] == ["'self'"]
    allowed = {word for words in policy.values() for word in words}
    assert allowed == {"'none'", "'self'", "data:"}
    assert [name for name, words in policy.items() if "data:" in words] == ["img-src"]


@pytest.mark.parametrize("origin", ["https://elsewhere.test", "null", "http://table.test"])
async def test_no_other_site_may_read_an_answer(site: Site, origin: str) -> None:
    room = await site.make_room()
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }

    for method in ("GET", "OPTIONS"):
        answer = await site.client.request(method, room.path, headers=bearer(room.tokens["a"]) | asked)
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    "row", [row for row in (*room_rows(), *campaign_rows()) if row.method == "GET"], ids=lambda row: row.path
)
async def test_what_depends_on_its_viewer_is_never_kept(site: Site, secure: httpx.AsyncClient, row: Any) -> None:
    if row.path.endswith("/stream"):
        return await assert_stream_is_never_kept(site)
    room = await a_campaign(site) if "/campaigns/" in row.path else await site.make_room()
    rooms = site.app.state.rooms
    if row.path.endswith("/report"):
        assert (await site.post(room, "/resign")).status_code == 200
    secrets = {viewer: (await rooms.exchange(room.token(viewer)))[1] for viewer in ("a", "host")}
    cookies = "; ".join(f"__Host-t_{room.id}_{viewer}={secret}" for viewer, secret in secrets.items())
    asked = {"survey": "?unit=a0", "about": "?thing=a0"}
    path = row.path.replace("{room_id}", room.id) + asked.get(row.path.rsplit("/", 1)[-1], "")

    answer = await secure.get(path, headers={"cookie": cookies})

    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    return None


async def assert_stream_is_never_kept(site: Site) -> None:
    from tests.parts.web.wire.test_authorisation import ask

    room = await site.make_room()
    headers = {"authorization": f"Bearer {room.tokens['a']}"}
    assert (await ask(site, "GET", f"{room.path}/stream", headers)).headers["cache-control"] == "no-store"


async def test_pages_that_hold_a_secret_or_the_browsers_own_rooms_are_never_kept(site: Site) -> None:
    room = await site.make_room()

    for path in ("/", f"/join/{room.tokens['a']}", f"/watch/{room.spectator}"):
        answer = await site.client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store", path


# -- cookies -----------------------------------------------------------------------------------------------------------

TRY: Final = {"game": "pebbles"}


async def test_every_cookie_over_https_is_secure_and_out_of_scripts_reach(secure: httpx.AsyncClient) -> None:
    answers = [await secure.post("/rooms/try", data=TRY), await secure.get("/?lang=es")]
    lines = [line for answer in answers for line in answer.headers.get_list("set-cookie")]
    secure.cookies.clear()

    kinds = {re.sub(r"_[0-9a-f]{8,}", "_ID", line.partition("=")[0]) for line in lines}
    assert kinds == {"__Host-t_ID_a", "__Host-t_ID_host", "__Secure-links_ID", "lang"}
    for line in lines:
        parts = {part.strip().lower() for part in line.split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax"} <= parts, line
        assert not [part for part in parts if part.startswith("domain")], line
        if line.startswith("__Host-"):
            assert "path=/" in parts
        if line.startswith("__Secure-"):
            assert [part for part in parts if re.fullmatch(r"path=/rooms/[\w-]+/links", part)]


async def test_the_page_names_its_socket_without_a_scheme(site: Site, secure: httpx.AsyncClient) -> None:
    room = await site.make_room()
    secret = (await site.app.state.rooms.exchange(room.tokens["a"]))[1]

    page = await secure.get(f"/rooms/{room.id}", headers={"cookie": f"__Host-t_{room.id}_a={secret}"})

    assert f'"/rooms/{room.id}/socket?' in page.text
    assert "ws://" not in page.text


# -- secrets and digests -----------------------------------------------------------------------------------------------

WEAK: Final = frozenset({"md5", "sha1", "uuid1", "uuid3", "uuid4", "uuid5"})
MAY_PICK: Final = frozenset({"strategies.py", "rules_work.py", "drafts.py", "corrections.py"})
"""Where the module ``random`` may be used: what a bot picks is no secret, nor in which other worlds an undo or a correction is tried."""


def names_in(path: Path) -> Iterator[str]:
    """Every name that a module imports or reads from something; imported modules with ``import`` before them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (f"import {alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"import {node.module}"
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield node.attr


async def test_no_weak_digest_or_generator_is_used() -> None:
    for path in (ROOT / "app").rglob("*.py"):
        names = set(names_in(path))
        assert not names & WEAK, path
        assert "import random" not in names or path.name in MAY_PICK, path


# -- schemas and logs --------------------------------------------------------------------------------------------------


async def test_no_schema_of_a_body_takes_unknown_fields() -> None:
    bodies = {struct for operation in OPERATIONS for struct in (operation.sent,) if struct not in (None, Any)}

    assert len(bodies) >= 10
    for body in bodies:
        assert body.__struct_config__.forbid_unknown_fields, body
        assert issubclass(body, shapes.Body)
        schema = msgspec.json.schema(body)["$defs"][body.__name__]
        assert schema["additionalProperties"] is False


async def test_no_route_takes_its_fields_from_the_framework(site: Site) -> None:
    """Bodies are decoded by one function with one judge, never by a second one that thinks otherwise."""
    from app.web.api import api, rules_api

    for module in (api, rules_api):
        for route in module.router.routes:
            assert isinstance(route, Route)
            assert getattr(route, "body_field", None) is None, route.path


async def test_what_was_refused_is_written_down_with_seat_and_rule_and_without_secrets(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    other = "b" if seat == "a" else "a"
    caplog.set_level(logging.INFO)

    assert_problem(await site.post(room, "/actions", {"action": PASS}, as_=other), 422, "illegal_action")
    assert_problem(await site.post(room, "/actions", {"action": PASS}, as_="spectator"), 403, "forbidden")
    assert_problem(await site.client.get(room.path, headers=bearer("A" * 32)), 401, "unknown_token")
    assert_problem(await site.client.get(room.path, headers=bearer((await site.make_room()).host)), 404, "not_found")

    refused = [vars(record).get("fields", {}) for record in caplog.records if record.getMessage().startswith("refused")]
    assert [(fields["code"], fields.get("seat"), bool(fields.get("rule"))) for fields in refused] == [
        ("illegal_action", other, True),
        ("forbidden", "spectator", False),
        ("unknown_token", None, False),
        ("not_found", None, False),
    ]
    assert {fields["room"] for fields in refused} == {room.id}
    written = "\n".join(
        f"{record.getMessage()} {vars(record).get('fields', '')}" for record in caplog.records if is_ours(record)
    )
    assert not [secret for secret in secrets_of(room) if secret in written]


def is_ours(record: logging.LogRecord) -> bool:
    """Whether the server wrote it, not the client of the test."""
    return not record.name.startswith(("httpx", "httpcore"))


def secrets_of(room: Room) -> list[str]:
    """Everything that must not be read anywhere."""
    return [*room.tokens.values(), room.host, room.spectator]


async def test_two_links_of_a_room_have_nothing_in_common(site: Site) -> None:
    rooms = [await site.make_room(seats=list(HUMANS)) for _ in range(5)]
    secrets = [secret for room in rooms for secret in secrets_of(room)]

    assert len(set(secrets)) == len(secrets)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", secret) for secret in secrets)
    assert not [room.id for room in rooms if any(room.id in secret for secret in secrets)]
