"""Style sheets, scripts and pictures."""

from __future__ import annotations

import gzip
import hashlib
import time
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple

from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
KEPT: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Texts that every page asks for, by the dozen: they are read and packed once."""

VERSIONED: Final = "js@"
LOOK_AGAIN_S: Final = 1.0
"""A page names sixty modules; whether any of them changed is looked up once for all."""


class Scripts:
    """The folder of modules, under an address that names the content of all of them: what they import from one another by
    a relative address is named by it, too, and browsers may keep the whole for ever."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looked_s = -LOOK_AGAIN_S
        self._found: list[tuple[Path, int]] = []
        self._version = ""

    def __call__(self, name: str) -> str:
        """The address of a module, ``room.js``."""
        return f"/static/{VERSIONED}{self.version()}/{name}"

    def version(self) -> str:
        """What names the content of all modules as they are now, or were a moment ago."""
        now_s = time.monotonic()
        if now_s - self._looked_s >= LOOK_AGAIN_S:
            self._looked_s = now_s
            found = [(path, path.stat().st_mtime_ns) for path in sorted(self._folder.rglob("*.js"))]
            if found != self._found:
                digests = (hashlib.sha256(path.read_bytes()).digest() for path, _ in found)
                self._found, self._version = found, hashlib.sha256(b"".join(digests)).hexdigest()[:12]
        return self._version

    def is_current(self, version: str) -> bool:
        """Whether an address names what the modules are."""
        return version == self.version()


class _Kept(NamedTuple):
    """A file's content; as it was changed at ``changed_at``."""

    changed_at: int
    plain: bytes
    packed: bytes
    tag: str


class CachedFiles(StaticFiles):
    """Files whose address names their content, by ``?v=`` or by the version of all modules, are kept by browsers for ever;
    others are asked for again."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._scripts = Scripts(directory / "js")
        self._kept: dict[str, _Kept] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 404."""
        names_content = "v" in QueryParams(scope.get("query_string", b""))
        if path.startswith(VERSIONED):
            version, _, name = path.removeprefix(VERSIONED).partition("/")
            names_content, path = self._scripts.is_current(version), f"js/{name}"
        response = self._text(path, scope) or await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER if names_content and response.status_code < 400 else ASK_AGAIN
        return response

    def _text(self, path: str, scope: Scope) -> Response | None:
        """A text from memory, packed for those who unpack it; ``None`` where it is no text, or is not there."""
        kind = KEPT.get(Path(path).suffix)
        if kind is None or scope["method"] not in ("GET", "HEAD"):
            return None
        try:
            full_path, stat = self.lookup_path(path)
        except (OSError, ValueError):
            return None  # no name of a file: refused with the others
        if stat is None or not S_ISREG(stat.st_mode):
            return None
        kept = self._kept.get(full_path)
        if kept is None or kept.changed_at != stat.st_mtime_ns:
            plain = Path(full_path).read_bytes()
            tag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'
            self._kept[full_path] = kept = _Kept(stat.st_mtime_ns, plain, gzip.compress(plain, mtime=0), tag)
        asked = Headers(scope=scope)
        told = {"etag": kept.tag, "vary": "Accept-Encoding"}
        is_packed = "gzip" in asked.get("accept-encoding", "")
        if is_packed:
            told["content-encoding"] = "gzip"
        response = Response(kept.packed if is_packed else kept.plain, media_type=kind, headers=told)
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response
