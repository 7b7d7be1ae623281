"""Templates: one environment for pages and for the pieces pushed to them; and the language a reader reads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import MutableHeaders, QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.engine.types import Text
from app.web.wire.game_files import sheet_url
from app.web.wire.static import scripts, sheets
from app.web.wire.texts import LANGUAGES, Language, Texts, load_texts

ROOT: Final = Path(__file__).resolve().parents[3]
STATIC: Final = ROOT / "static"
LANGUAGE_COOKIE: Final = "lang"
_YEAR_S: Final = 365 * 24 * 3600


class Templates:
    """Renders templates in one of the languages."""

    def __init__(self, environment: Environment, texts: Texts) -> None:
        self.environment: Final = environment
        self.texts: Final = texts

    def page(self, request: Request, name: str, *, status: int = 200, **context: Any) -> HTMLResponse:
        """A whole page for the reader of ``request``."""
        lang: Language = request.state.lang
        html = self.fragment(
            name, lang, request=request, path=request.url.path, other=other_language(request), **context
        )
        return HTMLResponse(html, status)

    def fragment(self, name: str, lang: str, **context: Any) -> str:
        """A template in ``lang``, without a request: what is pushed to a page."""
        template = self.environment.get_template(name)
        return template.render({"lang": lang, "t": self.words(lang), "say": partial(_say, lang)} | context)

    def words(self, lang: str) -> Callable[..., str]:
        """``t(key, **values)`` in one language."""

        def t(key: str, **values: object) -> str:
            return self.texts.say(key, lang, **values)

        return t


@lru_cache
def build_templates(root: Path = ROOT) -> Templates:
    """The environment over ``templates/``: escaping everywhere, an unknown name is an error, static files by hash. It is one in a process, and
    whatever is forked from it."""
    environment = Environment(
        loader=FileSystemLoader(root / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script_url = scripts(root / "static")
    environment.globals |= {
        "static_url": StaticUrls(root / "static"),
        "script_url": script_url,
        "table_script_url": lambda board: script_url("room", f"boards/{board}", f"plans/on/{board}"),
        "sheets_url": sheets(root / "static"),
        "sheet_url": sheet_url,
    }
    return Templates(environment, load_texts())


class StaticUrls:
    """``/static/`` addresses that change with the file's content, so that browsers may keep them for ever."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, str]] = {}

    def __call__(self, path: str) -> str:
        changed_at = (self._folder / path).stat().st_mtime_ns
        known = self._known.get(path)
        if known is None or known[0] != changed_at:
            digest = hashlib.sha256((self._folder / path).read_bytes()).hexdigest()[:12]
            self._known[path] = known = (changed_at, f"/static/{path}?v={digest}")
        return known[1]


def other_language(request: Request) -> str:
    """The address of this page in the other language, as a query; form posts are read again by GET."""
    other = "en" if request.state.lang == "es" else "es"
    pairs = [(key, value) for key, value in request.query_params.multi_items() if key != LANGUAGE_COOKIE]
    return "?" + urlencode([*pairs, (LANGUAGE_COOKIE, other)])


class LanguageSwitch:
    """``?lang=es`` on a page is the reader's choice: this answer speaks it, and a cookie remembers it.

    Sits inside the layer that reads cookie and ``Accept-Language`` into ``request.state.lang``.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = _asked_language(scope)
        if asked is None:
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})["lang"] = asked
        await self._app(scope, receive, _remembering(asked, send, is_secure=scope.get("scheme") in ("https", "wss")))


def _asked_language(scope: Scope) -> Language | None:
    if scope["type"] not in ("http", "websocket") or scope["path"].startswith(("/api/", "/static/")):
        return None
    asked = QueryParams(scope.get("query_string", b"")).get(LANGUAGE_COOKIE)
    return next((language for language in LANGUAGES if language == asked), None)


def _remembering(language: Language, send: Send, *, is_secure: bool) -> Send:
    async def remember(message: Message) -> None:
        if message["type"] == "http.response.start":
            cookie = f"{LANGUAGE_COOKIE}={language}; Max-Age={_YEAR_S}; Path=/; HttpOnly; SameSite=Lax"
            MutableHeaders(scope=message).append("set-cookie", f"{cookie}; Secure" if is_secure else cookie)
        await send(message)

    return remember


def _say(lang: str, text: Text | None) -> str:
    return text.in_(lang) if text is not None else ""
