"""Files of the look: what is vendored is what it says, both dark themes agree, nothing needs a laxer policy."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from app.web.templating import ROOT, StaticUrls

STATIC = ROOT / "static"
VENDORED = re.findall(r"\| `([\w.-]+\.js)` \|.*`([0-9a-f]{64})`", (STATIC / "vendor" / "README.md").read_text("utf-8"))
PAGES = sorted((ROOT / "templates").rglob("*.html")) + sorted((ROOT / "templates").rglob("*.svg"))
DRAWINGS = sorted([*STATIC.rglob("*.svg"), *(ROOT / "app" / "systems").rglob("*.svg")])


@pytest.mark.parametrize(("name", "digest"), VENDORED)
def test_a_vendored_file_is_the_one_that_was_published(name: str, digest: str) -> None:
    assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == digest


def test_every_vendored_script_is_listed_with_its_digest() -> None:
    scripts = {path.name for path in (STATIC / "vendor").glob("*.js")}

    assert scripts == {name for name, _ in VENDORED}
    assert len(scripts) == 2


def test_the_system_s_dark_theme_and_the_chosen_one_are_the_same() -> None:
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    by_system = re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\}', tokens, re.DOTALL)
    by_choice = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', tokens, re.DOTALL)

    assert by_system is not None
    assert by_choice is not None
    assert by_system[1].split() == by_choice[1].split()


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
