"""Files of the look: what is vendored is what it says, a colour is written once, nothing needs a laxer policy."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import httpx
import pytest
from starlette.exceptions import HTTPException

from app.web.wire.static import CachedFiles, scripts, sheets
from app.web.wire.templating import ROOT, StaticUrls

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
    sheets = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in (STATIC / "css").rglob("*.css")}
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


def test_files_sent_as_one_are_named_by_the_content_of_all_of_their_folder(tmp_path: Path) -> None:
    folder = a_site(tmp_path)
    first = scripts(folder)("a")

    (folder / "js" / "b.js").write_text("export const b = 2;", "utf-8")

    assert re.fullmatch(r"/static/js@[0-9a-f]{12}/a\.js", first)
    assert scripts(folder)("a") != first
    assert re.fullmatch(r"/static/css@[0-9a-f]{12}/x\+y\.css", sheets(folder)("x", "y"))


async def test_files_sent_as_one_are_packed_and_kept_for_ever(tmp_path: Path) -> None:
    folder = a_site(tmp_path)
    script, style = scripts(folder)("a").removeprefix("/static"), sheets(folder)("y", "x").removeprefix("/static")

    async with site_of(folder) as site:
        packed = await site.get(script)
        plain = await site.get(script, headers={"accept-encoding": "identity"})
        same = await site.get(script, headers={"if-none-match": packed.headers["etag"]})
        stale = await site.get(re.sub("@[0-9a-f]+", "@0123", script))
        styles = await site.get(style)

    assert packed.text == plain.text == stale.text
    assert re.findall("^const (?!\\$).*", packed.text, re.MULTILINE) == ["const b = 1;", "const { b } = $['b.js'];"]
    assert styles.text == "y{}\nx{}"
    assert (packed.headers["content-type"], styles.headers["content-type"]) == tuple(
        f"text/{kind}; charset=utf-8" for kind in ("javascript", "css")
    )
    assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert (same.status_code, same.content) == (304, b"")
    assert packed.headers["cache-control"] == styles.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert stale.headers["cache-control"] == "no-cache"


async def test_a_file_by_itself_is_what_it_is_now(tmp_path: Path) -> None:
    folder = a_site(tmp_path)

    async with site_of(folder) as site:
        before = await site.get("/js/b.js")
        (folder / "js" / "b.js").write_text("export const b = 2;", "utf-8")
        after = await site.get("/js/b.js")

    assert (before.text, after.text) == ("export const b = 1;", "export const b = 2;")
    assert before.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *("css@0/z.css", "css@0/x+x.css", "css@0/x!y.css", "css@0/x", "css@0/", "css@0", "css@0/%2e%2e/js/b.css"),
        *("js@0/c.js", "js@0/a!c.js", "js@0/a!%2e%2e/css/x.js", "js@0/b+odd.js", "js@0/a!odd.js", "img@0/x.css"),
    ],
)
async def test_what_is_not_there_cannot_be_sent_as_one(tmp_path: Path, path: str) -> None:
    async with site_of(a_site(tmp_path)) as site:
        with pytest.raises(HTTPException) as refused:
            await site.get(f"/{path}")

    assert refused.value.status_code == 404


def a_site(folder: Path) -> Path:
    """A few files in a folder."""
    texts = {
        "js/a.js": "import { b } from './b.js';\n",
        "js/b.js": "export const b = 1;",
        "js/odd.js": "const { c } = await import(`./${b}.js`);",
        "css/x.css": "x{}",
        "css/y.css": "y{}",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def site_of(folder: Path) -> httpx.AsyncClient:
    """The files served."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(CachedFiles(folder)), base_url="http://table")
