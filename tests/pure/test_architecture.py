"""Who may import whom, and what the pure parts must not touch: read from the code itself."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APP = ROOT / "app"

ARROWS: dict[str, tuple[str, ...]] = {
    "boards": (),
    "engine": (),
    "systems": ("engine", "boards"),
    "rooms": ("engine",),
    "storage": ("rooms.values.ports", "rooms.values.calls", "engine.types"),
    "web": ("rooms", "engine"),
    "settings": (),
    "logs": (),
    "processes": (),
    "memory": (),
    "preloaded": ("engine", "memory", "rooms", "settings"),
    "server": ("logs", "memory", "processes", "settings", "web.wire.connections"),
    "main": ("engine", "rooms", "storage", "web", "settings", "logs"),
    "__main__": ("engine", "rooms", "storage", "logs", "settings", "server", "main"),
    "__init__": (),
}
"""Each part of the app, and what it may import of the others; a module stands for itself alone, a package for all in it."""

SHELVES: dict[str, tuple[str, ...]] = {
    "rooms": ("values", "pace", "room", "drafts", "live", "archive", "workers", "service"),
    "web": ("wire", "api", "draw", "table", "site"),
}
"""The shelves of the larger parts, from the bottom up: a module imports of its own shelf and of those below."""

BELOW_CHAPTERS = ("book", "position")
ABOVE_CHAPTERS = ("judge", "words", "opening", "screen", "choices", "workshop", "campaign", "queries")
"""The shelves that every game names alike, from the bottom up. Between them stand the chapters of its own rules, in an order
that no import climbs; what lies beside the shelves wires them and is imported by nobody on them."""

MOST_MODULES = 25
"""What a folder may hold and still be held in mind."""

GAMES = sorted(path.name for path in (APP / "systems").iterdir() if (path / "__init__.py").exists())

PURE = ("boards", "engine", "systems")
PURE_MODULES = frozenset(
    (
        *(
            "__future__",
            "abc",
            "bisect",
            "collections",
            "collections.abc",
            "contextlib",
            "copy",
            "dataclasses",
            "decimal",
        ),
        *(
            "enum",
            "fractions",
            "functools",
            "hashlib",
            "heapq",
            "hmac",
            "itertools",
            "math",
            "msgspec",
            "msgspec.structs",
            "operator",
            "re",
        ),
        *("string", "types", "typing", "unicodedata"),
    )
)
"""What pure code may import from outside: values and arithmetic; no clock, chance, files, network, processes, threads."""

REGISTRY = "app/engine/registry.py"
REGISTRY_MODULES = frozenset({"importlib", "pathlib", "pkgutil", "tomllib"})

IMPURE_NAMES = frozenset({"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"})
ENVIRONMENT_READER = "app/settings.py"


def modules(*parts: str) -> list[Path]:
    """The Python files of the named parts of the app."""
    found = [path for part in parts for path in [*(APP / part).rglob("*.py"), APP / f"{part}.py"] if path.exists()]
    assert found, parts
    return sorted(found)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything that a module is made of; read once for all that is asked of it."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The dotted names that a module imports, wherever in it."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from _from(path, node)


def _from(path: Path, node: ast.ImportFrom) -> Iterator[str]:
    if node.level:
        package = path.relative_to(ROOT).with_suffix("").parts[: -node.level]
        module = ".".join((*package, *(node.module or "").split("."))).rstrip(".")
    else:
        module = node.module or ""
    for alias in node.names:
        submodule = ROOT.joinpath(*module.split("."), alias.name)
        is_module = module.startswith("app") and (submodule.is_dir() or submodule.with_suffix(".py").exists())
        yield f"{module}.{alias.name}" if is_module else module


def part_of(path: Path) -> str:
    first = path.relative_to(APP).parts[0]
    return first.removesuffix(".py")


def is_allowed(part: str, imported: str) -> bool:
    inside = imported.removeprefix("app.")
    if imported == "app":
        return True
    allowed = (part, *ARROWS[part]) if (APP / part).is_dir() else ARROWS[part]
    return any(inside == target or inside.startswith(f"{target}.") for target in allowed)


ALL = modules(*ARROWS)


def test_every_module_belongs_to_a_part_with_arrows() -> None:
    assert {part_of(path) for path in APP.rglob("*.py")} == set(ARROWS)
    assert sorted(APP.rglob("*.py")) == sorted(set(ALL))


def test_imports_follow_the_arrows() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in ALL
        for name in imports(path)
        if name.partition(".")[0] == "app" and not is_allowed(part_of(path), name)
    ]

    assert wrong == []


def test_the_arrows_would_notice_a_wrong_import() -> None:
    assert is_allowed("web", "app.rooms.service.service")
    assert is_allowed("storage", "app.rooms.values.ports")
    assert not is_allowed("web", "app.storage.store")
    assert not is_allowed("storage", "app.rooms.service.service")
    assert not is_allowed("storage", "app.engine.play")
    assert not is_allowed("rooms", "app.systems.war_of_plastic")
    assert not is_allowed("engine", "app.rooms.values.ports")
    assert not any(is_allowed(part, "app.main") for part in ARROWS if part != "__main__")


def shelf_of(module: str, part: str) -> str:
    """The shelf of a module of a part, by its dotted name; the empty word for what lies beside the shelves."""
    inside = module.removeprefix(f"app.{part.replace('/', '.')}.").split(".")
    return inside[0] if (APP / part / inside[0]).is_dir() else ""


def arrows_between_shelves(part: str) -> dict[str, set[str]]:
    """Which shelf of a part imports which others."""
    found: dict[str, set[str]] = {}
    for path in sorted((APP / part).rglob("*.py")):
        shelf = shelf_of(dotted(path), part)
        own = (name for name in imports(path) if name.startswith(f"app.{part.replace('/', '.')}."))
        found.setdefault(shelf, set()).update({shelf_of(name, part) for name in own} - {shelf})
    return found


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def climbs(arrows: dict[str, set[str]], order: Sequence[str]) -> list[str]:
    """Imports of a shelf that stands higher, or that is not known."""
    height = {shelf: at for at, shelf in enumerate(order)}
    return [
        f"{shelf or 'beside the shelves'} imports {other or 'what lies beside them'}"
        for shelf, others in arrows.items()
        for other in sorted(others)
        if height[other] > height[shelf]
    ]


@pytest.mark.parametrize("part", SHELVES)
def test_no_shelf_imports_a_higher_one(part: str) -> None:
    arrows = arrows_between_shelves(part)

    assert {shelf for shelf in arrows if shelf} == set(SHELVES[part])
    assert climbs(arrows, (*SHELVES[part], "")) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_shelves_in_the_same_order(game: str) -> None:
    arrows = arrows_between_shelves(f"systems/{game}")
    named = (*BELOW_CHAPTERS, *ABOVE_CHAPTERS)
    chapters = {shelf: others for shelf, others in arrows.items() if shelf and shelf not in named}
    between = TopologicalSorter({shelf: others & set(chapters) for shelf, others in chapters.items()}).static_order()

    assert climbs(arrows, (*BELOW_CHAPTERS, *between, *ABOVE_CHAPTERS, "")) == []


def test_a_climb_would_be_noticed() -> None:
    assert climbs({"low": {"high"}, "high": {"low"}}, ("low", "high", "")) == ["low imports high"]
    assert climbs({"high": {""}}, ("low", "high", "")) == ["high imports what lies beside them"]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Neither for types alone: what two need of each other is a third thing."""
    known = {dotted(path) for path in ALL}
    arrows = {dotted(path): {name for name in imports(path) if name in known} - {dotted(path)} for path in ALL}

    TopologicalSorter(arrows).prepare()  # raises CycleError, which names the circle


def test_no_folder_holds_more_than_can_be_held_in_mind() -> None:
    code = [path for folder in (APP, ROOT / "tests") for path in folder.rglob("*.py")]
    drawn = [*(ROOT / "static/js").rglob("*.js"), *(ROOT / "static/css").rglob("*.css")]
    held = Counter(name_of(path.parent) for path in (*code, *drawn) if path.name != "__init__.py")

    assert {folder: count for folder, count in held.items() if count > MOST_MODULES} == {}


def test_no_two_public_classes_of_a_part_have_one_name() -> None:
    """But in ``boards``, where squares and hexes are two of one kind and are always named with their module."""
    found: dict[str, list[str]] = {}
    for path in ALL:
        inside = path.relative_to(APP).parts
        part = "/".join(inside[:2]) if inside[0] == "systems" else inside[0]
        if part != "boards":
            (module, *_) = nodes(path)
            assert isinstance(module, ast.Module)
            classes = (node for node in module.body if isinstance(node, ast.ClassDef))
            for each in classes:
                if not each.name.startswith("_"):
                    found.setdefault(f"{part}: {each.name}", []).append(name_of(path))

    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_no_game_imports_another_game() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules("systems")
        for name in imports(path)
        if name.startswith("app.systems.") and name.split(".")[2] != path.relative_to(APP / "systems").parts[0]
    ]

    assert wrong == []


def test_boards_engine_and_games_import_nothing_impure() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules(*PURE)
        for name in imports(path)
        if name.partition(".")[0] != "app"
        and name not in PURE_MODULES
        and not (name_of(path) == REGISTRY and name in REGISTRY_MODULES)
    ]

    assert wrong == []


def test_boards_engine_and_games_call_nothing_impure() -> None:
    wrong = [
        f"{name_of(path)}:{node.lineno} calls {node.func.id}"
        for path in modules(*PURE)
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_NAMES
    ]

    assert wrong == []


def test_only_the_settings_read_the_environment() -> None:
    readers = [
        name_of(path)
        for path in ALL
        if any(word in path.read_text("utf-8") for word in ("os.environ", "getenv", "import environ"))
    ]

    assert readers == [ENVIRONMENT_READER]


def test_sql_stands_in_the_storage_alone() -> None:
    assert importing({"sqlalchemy", "asyncpg", "alembic"}, outside="storage") == []


def test_http_stands_in_the_web_and_the_wiring_alone() -> None:
    http = {"fastapi", "starlette", "uvicorn", "jinja2", "websockets", "httptools"}

    assert importing(http, outside="web") == ["app/main.py", "app/server.py"]


def importing(packages: set[str], *, outside: str) -> list[str]:
    """The modules that import one of the packages, but those of one part."""
    return [
        name_of(path)
        for path in ALL
        if part_of(path) != outside and {name.partition(".")[0] for name in imports(path)} & packages
    ]


def test_nobody_imports_a_game_by_its_name() -> None:
    outside = [path for path in ALL if part_of(path) != "systems"]
    mentions = [
        f"{name_of(path)}: {node.value}"
        for path in outside
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in GAMES
    ]

    assert mentions == []
