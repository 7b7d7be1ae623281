"""Modules sent as one: everything a page's script imports is in its pack, once, and after what it needs itself."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest

from app.web.wire.packing import packed_later, packed_modules, without_comments, without_indents
from app.web.wire.templating import STATIC

SCRIPTS = STATIC / "js"
PAGES = sorted(path.name for path in SCRIPTS.glob("*.js") if path.name not in ("theme.js", "board.js"))
BOARDS = sorted(path.stem for path in (STATIC.parent / "templates" / "boards").glob("*.svg"))


def the_folder(name: str) -> str:
    """The text of one of our modules."""
    path = SCRIPTS / name
    if not path.is_file():
        raise KeyError(name)
    return path.read_text("utf-8")


def imported_by(name: str) -> set[str]:
    """What a module imports, by that and by what it imports."""
    direct = {
        normpath(join(dirname(name), path)) for path in re.findall(r"^import .* from '(.*)';", the_folder(name), re.M)
    }
    return direct.union(*(imported_by(each) for each in direct))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("script", PAGES)
def test_the_pack_of_a_script_holds_what_it_imports_once_and_in_order(script: str, board: str) -> None:
    pack = packed_modules(the_folder, script, (f"boards/{board}.js", f"plans/on/{board}.js"))

    order = re.findall(r"^// ([\w/]+\.js)$", pack, re.MULTILINE)
    assert len(order) == len(set(order))
    assert set(order) >= imported_by(script) | imported_by(f"boards/{board}.js") | {f"boards/{board}.js"}
    assert order[-1] == script
    for place, name in enumerate(order):
        assert imported_by(name) <= set(order[:place])


def imported_as_it_runs() -> list[tuple[str, str]]:
    """The modules that others import as they run, by who does."""
    found = ((path.relative_to(SCRIPTS).as_posix(), path.read_text("utf-8")) for path in sorted(SCRIPTS.rglob("*.js")))
    return [
        (name, normpath(join(dirname(name), later)))
        for name, text in found
        for later in re.findall(r"await import\('(\.[^']+)'\)", text)
    ]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("importer", "name"), imported_as_it_runs())
def test_what_a_page_imports_as_it_runs_is_no_part_of_its_pack_but_has_one(
    importer: str, name: str, board: str
) -> None:
    others = (f"boards/{board}.js", f"plans/on/{board}.js")
    pack = packed_modules(the_folder, "room.js", others)
    later = re.findall(r"^// ([\w/]+\.js)$", packed_later(the_folder, "room.js", others, name), re.MULTILINE)

    assert f"// {importer}\n" in pack
    assert later[-1] == name
    assert not [each for each in later if f"// {each}\n" in pack]


def test_comments_with_lines_of_their_own_stay_on_the_disk() -> None:
    text = (
        "/** What it\n * is for. */\n"
        "const half = 1 / 2; // of what\n"
        "  // so\n"
        "  /* a */ go();\n"
        "/* b *//**/\n"
        "a /* c\n*/ b\n"
    )

    assert without_comments(text) == "const half = 1 / 2; // of what\n  /* a */ go();\n/* b *//**/\na /* c\n*/ b\n"


@pytest.mark.parametrize("script", sorted(str(path.relative_to(SCRIPTS)) for path in SCRIPTS.glob("**/*.js")))
def test_no_text_in_a_script_has_a_line_that_looks_like_a_comment(script: str) -> None:
    kept, whole = without_comments(the_folder(script)), the_folder(script)

    for text in re.findall(r"`[^`]*`", whole):
        assert text in kept or re.match(r"`[^`\n]*`$", text), "a text of several lines is cut"


def test_modules_become_functions_that_answer_what_they_export() -> None:
    files = {
        "page.js": "import { a, b as c } from './parts/ab.js';\nimport * as all from './parts/ab.js';\n"
        "const { Board } = await import(`./boards/${kind}.js`);\n",
        "parts/ab.js": "import { d } from '../d.js';\nexport const a = d;\nexport async function b() {}\n",
        "d.js": "class D {}\nexport { D as d };\n",
        "boards/flat.js": "export class Board {}\n",
    }

    pack = packed_modules(files.__getitem__, "page.js", ("boards/flat.js",))

    assert re.findall(r".*\S", pack)[2:] == [
        *("$['d.js'] ??= (() => {", "// d.js", "class D {}", "return { d: D };", "})();"),
        *("$['parts/ab.js'] ??= (() => {", "// parts/ab.js", "const { d } = $['d.js'];", "const a = d;"),
        *("async function b() {}", "return { a, b };", "})();"),
        *("$['boards/flat.js'] ??= (() => {", "// boards/flat.js", "class Board {}", "return { Board };", "})();"),
        *("// page.js", "const { a, b: c } = $['parts/ab.js'];", "const all = $['parts/ab.js'];"),
        "const { Board } = $[`boards/${kind}.js`];",
    ]


def test_what_is_imported_as_a_page_runs_comes_later_with_what_the_page_has_not() -> None:
    files = {
        "page.js": "import { a } from './a.js';\nconst { b } = await import('./later/b.js');\n",
        "a.js": "export const a = 1;\n",
        "later/b.js": "import { a } from '../a.js';\nimport { c } from './c.js';\nexport const b = a + c;\n",
        "later/c.js": "export const c = 2;\n",
    }

    pack = packed_modules(files.__getitem__, "page.js")
    later = packed_later(files.__getitem__, "page.js", (), "later/b.js")

    assert "const { b } = await $later('later/b.js');" in pack
    assert "later/c.js" not in pack
    assert re.findall(r"^// (.*)$", later, re.MULTILINE) == ["later/c.js", "later/b.js"]
    assert re.findall(r".*\S", later)[-2:] == ["return $['later/b.js'];", "};"]


@pytest.mark.parametrize(
    "text",
    ["export let counted = 0;", "export default 1;", "import './other.js';", "const here = import.meta.url;"],
    ids=["changes", "default", "for its doing", "its address"],
)
def test_what_would_not_be_the_same_in_a_pack_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected imports and exports as the others in part\.js"):
        packed_modules({"page.js": "import { a } from './part.js';", "part.js": text}.__getitem__, "page.js")


def test_modules_that_import_one_another_are_an_error() -> None:
    files = {
        "page.js": "import { a } from './a.js';",
        "a.js": "import { b } from './b.js';",
        "b.js": "import { a } from './a.js';",
    }

    with pytest.raises(ValueError, match=r"a\.js > b\.js > a\.js"):
        packed_modules(files.__getitem__, "page.js")


def test_a_module_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        packed_modules({"page.js": "import { a } from './gone.js';"}.__getitem__, "page.js")


def test_what_lines_of_a_sheet_begin_with_stays_on_the_disk() -> None:
    assert without_indents(".a {\n  color: red;\n\n\t--b: 1  2;\n}\n") == ".a {\ncolor: red;\n\n--b: 1  2;\n}\n"
