"""Files of the look: what is vendored is what it says, a colour is written once, nothing needs a laxer policy."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import httpx
import pytest

from app.web.static import CachedFiles, Scripts
from app.web.templating import ROOT, StaticUrls

STATIC = ROOT / "static"
VENDORED = re.findall(r"\| `([\w.-]+\.js)` \|.*`([0-9a-f]{64})`", (STATIC / "vendor" / "README.md").read_text("utf-8"))
FILE = ROOT / "templates" / "pages" / "report.html"
"""Not a page of the site but a file to be kept: it holds its own style and forbids everything else (test_replay_sharing.py)."""
PAGES = sorted({*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.svg")} - {FILE})
SHEETS = sorted([*STATIC.rglob("*.css"), *(ROOT / "app" / "systems").rglob("*.css")])
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
DRAWINGS = sorted([*STATIC.rglob("*.svg"), *(ROOT / "app" / "systems").rglob("*.svg")])


@pytest.mark.parametrize(("name", "digest"), VENDORED)
def test_a_vendored_file_is_the_one_that_was_published(name: str, digest: str) -> None:
    assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == digest


def test_every_vendored_script_is_listed_with_its_digest() -> None:
    scripts = {path.name for path in (STATIC / "vendor").glob("*.js")}

    assert scripts == {name for name, _ in VENDORED}
    assert len(scripts) == 2


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_colour_of_both_themes_is_written_once(path: Path) -> None:
    """With ``light-dark()``: what is worn follows ``color-scheme``, the system's or the chosen one."""
    sheet = path.read_text("utf-8")

    assert "prefers-color-scheme" not in sheet
    assert path.name == "tokens.css" or "data-theme" not in sheet


@pytest.mark.parametrize("path", [*PAGES, *DRAWINGS], ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_styled_or_scripted_inline_or_fetched_from_elsewhere(path: Path) -> None:
    content = path.read_text("utf-8")

    assert not re.search(r"""\sstyle\s*=\s*["']""", content)
    assert "<style" not in content
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", content)
    assert not re.search(r"<script(?![^>]*\b(?:src=|type=\"application/json\"))", content)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", content)


def test_every_variable_a_stylesheet_reads_is_set_in_some_stylesheet() -> None:
    sheets = {path.name: path.read_text("utf-8") for path in (STATIC / "css").glob("*.css")}
    known = {name for content in sheets.values() for name in re.findall(r"(--[\w-]+):", content)}

    unknown = {name: set(re.findall(r"var\((--[\w-]+)\)", content)) - known for name, content in sheets.items()}

    assert {name: names for name, names in unknown.items() if names} == {}


def test_every_class_of_a_stylesheet_is_worn_somewhere() -> None:
    """By its name, or by a name that is put together from its beginning."""
    wearers = [*PAGES, FILE, *SCRIPTS, *DRAWINGS, *(ROOT / "app").rglob("*.py")]
    worn = "".join(path.read_text("utf-8") for path in wearers)
    names = set(re.findall(r"[\w-]+", worn))
    begun = tuple(set(re.findall(r"""([a-z][\w-]*[-_])(?:\{\{|\$\{|\{%|\{|['"] ?~)""", worn)))

    idle = {
        f"{path.name}: {name}"
        for path in SHEETS
        for selectors in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL))
        for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors)
        if name not in names and not name.startswith(begun)
    }

    assert idle == set()


def test_what_a_script_exports_is_named_by_another() -> None:
    words = {path: set(re.findall(r"\w+", path.read_text("utf-8"))) for path in SCRIPTS}

    idle = {
        f"{path.name}: {name}"
        for path in SCRIPTS
        for name in re.findall(
            r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", path.read_text("utf-8"), re.MULTILINE
        )
        if not any(name in words[other] for other in SCRIPTS if other != path)
    }

    assert idle == set()


def test_the_address_of_a_static_file_changes_with_its_content(tmp_path: Path) -> None:
    style = tmp_path / "a.css"
    style.write_text("a{}", "utf-8")
    urls = StaticUrls(tmp_path)
    first = urls("a.css")
    again = urls("a.css")

    style.write_text("a{color:red}", "utf-8")

    assert first == again
    assert urls("a.css") != first
    assert first.startswith("/static/a.css?v=")


def test_a_static_file_that_is_not_there_is_an_error_at_once() -> None:
    with pytest.raises(FileNotFoundError):
        StaticUrls(STATIC)("css/nothing.css")


async def test_modules_are_named_by_the_content_of_all_of_them_and_kept_for_ever(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "a.js").write_text("import './b.js';", "utf-8")
    (tmp_path / "js" / "b.js").write_text("let b;" * 200, "utf-8")
    address = Scripts(tmp_path / "js")("a.js").removeprefix("/static")
    other = address.replace("a.js", "b.js")
    site = httpx.AsyncClient(transport=httpx.ASGITransport(CachedFiles(tmp_path)), base_url="http://table")

    packed = await site.get(other)
    plain = await site.get(other, headers={"accept-encoding": "identity"})
    same = await site.get(other, headers={"if-none-match": packed.headers["etag"]})
    stale = await site.get(re.sub("@[0-9a-f]+", "@0123", other))

    assert packed.text == plain.text == stale.text == "let b;" * 200
    assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert (same.status_code, same.content) == (304, b"")
    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert stale.headers["cache-control"] == "no-cache"

    (tmp_path / "js" / "b.js").write_text("let c;", "utf-8")
    assert Scripts(tmp_path / "js")("a.js").removeprefix("/static") != address
    assert (await site.get("/js/b.js")).text == "let c;"
    await site.aclose()
