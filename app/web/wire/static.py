"""Style sheets, scripts and pictures."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple

from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from app.web.wire.packing import Read, packed_later, packed_modules, without_comments, without_indents

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
KEPT: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Texts that every page asks for: they are read and packed once."""

LOOK_AGAIN_S: Final = 1.0
"""Whether any file of a folder changed is looked up once for all who ask at about the same time."""
PACKS_KEPT: Final = 32


Join = Callable[[Read, tuple[str, ...], str | None], str]
"""Files as one, by their names; the last is what these ask for later, by itself."""


def joined_sheets(read: Read, names: tuple[str, ...], later: str | None) -> str:
    """Style sheets one after the other; a later one decides over an earlier one, as it would by itself."""
    if later is not None:
        raise KeyError(later)
    return "\n".join(without_indents(without_comments(read(name))) for name in names)


def joined_modules(read: Read, names: tuple[str, ...], later: str | None) -> str:
    """A page's script first, then the modules that it imports by a name of its own making."""
    script, *others = names
    if later is None:
        return packed_modules(read, script, tuple(others))
    return packed_later(read, script, tuple(others), later)


class Packs:
    """A folder of small files that are sent several at a time, ``css@<version>/table+dice.css``: made in memory from the files,
    under an address that names the content of the whole folder, so that browsers may keep them for ever."""

    def __init__(self, folder: Path, join: Join) -> None:
        self._folder = folder
        self._suffix = f".{folder.name}"
        self._join = join
        self._looked_s = -LOOK_AGAIN_S
        self._found: dict[str, int] = {}
        self._version = ""

    def __call__(self, *names: str) -> str:
        """The address of files by their names, ``room``."""
        return f"/static/{self._folder.name}@{self.version()}/{'+'.join(names)}{self._suffix}"

    def version(self) -> str:
        """What names the content of the folder as it is now, or was a moment ago."""
        now_s = time.monotonic()
        if now_s - self._looked_s >= LOOK_AGAIN_S:
            paths = sorted(self._folder.rglob(f"*{self._suffix}"))
            found = {path.relative_to(self._folder).as_posix(): path.stat().st_mtime_ns for path in paths}
            if found != self._found:
                digests = (hashlib.sha256(path.read_bytes()).digest() for path in paths)
                self._found, self._version = found, hashlib.sha256(b"".join(digests)).hexdigest()[:12]
            self._looked_s = now_s  # at last: other threads look for themselves until it is known
        return self._version

    def text(self, names: str) -> str:
        """The files that an address names, as one, or after a ``!`` what these ask for later; raises ``KeyError`` where one is not there, or
        is named twice."""
        at_once, _, later = names.removesuffix(self._suffix).partition("!")
        asked = tuple(name + self._suffix for name in at_once.split("+"))
        if not names.endswith(self._suffix) or len(set(asked)) < len(asked):
            raise KeyError(names)
        return self._join(self._read, asked, later + self._suffix if later else None)

    def _read(self, name: str) -> str:
        if name not in self._found:
            raise KeyError(name)
        return (self._folder / name).read_text("utf-8")


def sheets(static: Path) -> Packs:
    """The style sheets."""
    return Packs(static / "css", joined_sheets)


def scripts(static: Path) -> Packs:
    """The modules."""
    return Packs(static / "js", joined_modules)


class _Kept(NamedTuple):
    """A text as it is sent."""

    plain: bytes
    packed: bytes
    tag: str


class CachedFiles(StaticFiles):
    """Files whose address names their content, by ``?v=`` or by the version of their folder, are kept by browsers for ever;
    others are asked for again."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._packs = {"css": sheets(directory), "js": scripts(directory)}
        self._kept: dict[str, tuple[int, _Kept]] = {}
        self._pack = lru_cache(PACKS_KEPT)(self._packed)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 404."""
        kept, is_current = self.find(path)
        names_content = is_current or "v" in QueryParams(scope.get("query_string", b""))
        if kept is None or scope["method"] not in ("GET", "HEAD"):
            response = await super().get_response(path, scope)
        else:
            response = self._answer(kept, KEPT[Path(path).suffix], Headers(scope=scope))
        response.headers["cache-control"] = FOR_EVER if names_content and response.status_code < 400 else ASK_AGAIN
        return response

    def find(self, path: str) -> tuple[_Kept | None, bool]:
        """A text as it is sent, ``None`` where there is none; and whether its path names its content."""
        folder, _, named = path.partition("@")
        if not named or folder not in self._packs:
            return self._text(path), False
        asked, _, names = named.partition("/")
        version = self._packs[folder].version()
        return self._pack(folder, version, names), asked == version

    def _packed(self, folder: str, version: str, names: str) -> _Kept | None:
        """Files sent as one, as they are at ``version``; ``None`` where one of them is not there."""
        try:
            return _kept(self._packs[folder].text(names).encode())
        except (KeyError, ValueError):  # not there, or no parts of one page
            return None

    def _text(self, path: str) -> _Kept | None:
        """A text from memory; ``None`` where it is no text, or is not there."""
        if Path(path).suffix not in KEPT:
            return None
        try:
            full_path, stat = self.lookup_path(path)
        except (OSError, ValueError):
            return None  # no name of a file: refused with the others
        if stat is None or not S_ISREG(stat.st_mode):
            return None
        changed_at, kept = self._kept.get(full_path, (None, None))
        if kept is None or changed_at != stat.st_mtime_ns:
            kept = _kept(Path(full_path).read_bytes())
            self._kept[full_path] = (stat.st_mtime_ns, kept)
        return kept

    def _answer(self, kept: _Kept, kind: str, asked: Headers) -> Response:
        """Packed for those who unpack it."""
        told = {"etag": kept.tag, "vary": "Accept-Encoding"}
        is_packed = "gzip" in asked.get("accept-encoding", "")
        if is_packed:
            told["content-encoding"] = "gzip"
        response = Response(kept.packed if is_packed else kept.plain, media_type=kind, headers=told)
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response


def _kept(plain: bytes) -> _Kept:
    return _Kept(plain, gzip.compress(plain, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:16]}"')
