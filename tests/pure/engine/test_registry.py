"""Games are found by scanning; a folder that is not a usable game is said to be broken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.engine.registry import BrokenSystem, discover, read_tables, rules_hash

PEBBLES = Path(__file__).parents[2] / "support" / "toy_systems" / "pebbles"
GAME = """
from types import SimpleNamespace

def build(tables, rules_hash):
    return SimpleNamespace(manifest=SimpleNamespace(id={id!r}), tables=tables, rules_hash=rules_hash)
"""

MakeGame = Callable[..., Path]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An importable package for games, empty at first."""
    name = f"games_{tmp_path.name.replace('-', '_')}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[module]


@pytest.fixture
def make_game(tmp_path: Path, package: str) -> MakeGame:
    """Puts a game into the package."""

    def make(folder: str, code: str | None = None, **data: str) -> Path:
        path = tmp_path / package / folder
        (path / "data").mkdir(parents=True)
        (path / "__init__.py").write_text(GAME.format(id=folder) if code is None else code)
        for name, text in data.items():
            (path / "data" / f"{name}.toml").write_text(text)
        return path

    return make


def test_every_game_below_a_package_is_found_in_alphabetical_order(package: str, make_game: MakeGame) -> None:
    for name in ("zebra", "ant", "mole"):
        make_game(name)

    assert list(discover(package)) == ["ant", "mole", "zebra"]


def test_a_game_gets_its_own_tables_and_hash(package: str, make_game: MakeGame) -> None:
    folder = make_game("ant", units="legs = 6", texts="name = 'hormiga'")

    registry = discover(package)

    assert registry["ant"].tables == {"units": {"legs": 6}, "texts": {"name": "hormiga"}}  # type: ignore[attr-defined]
    assert registry["ant"].rules_hash == rules_hash(folder)  # type: ignore[attr-defined]
    assert registry.folders["ant"] == folder


def test_modules_beside_the_games_are_no_games(package: str, make_game: MakeGame, tmp_path: Path) -> None:
    make_game("ant")
    (tmp_path / package / "notes.py").write_text("1 / 0")

    assert list(discover(package)) == ["ant"]


def test_a_folder_without_build_is_broken(package: str, make_game: MakeGame) -> None:
    make_game("ant", code="rules = 'none'")

    with pytest.raises(BrokenSystem, match="build"):
        discover(package)


@pytest.mark.parametrize("folder", ["Ant", "_ant", "a"])
def test_a_folder_whose_name_is_no_id_is_broken(package: str, make_game: MakeGame, folder: str) -> None:
    make_game(folder)

    with pytest.raises(BrokenSystem):
        discover(package)


def test_a_manifest_that_says_another_id_is_broken(package: str, make_game: MakeGame) -> None:
    make_game("ant", code=GAME.format(id="bee"))

    with pytest.raises(BrokenSystem, match="'ant', found 'bee'"):
        discover(package)


def test_the_same_game_from_two_packages_is_broken(package: str, make_game: MakeGame) -> None:
    make_game("ant")

    with pytest.raises(BrokenSystem, match="found two"):
        discover(package, package)


def test_games_of_several_packages_stand_together(package: str, make_game: MakeGame) -> None:
    make_game("ant")

    registry = discover(package, "tests.support.toy_systems")

    assert list(registry) == ["ant", "daubs", "masks", "pebbles", "scouts"]
    assert len(registry) == 5


def test_the_registry_cannot_be_changed(package: str, make_game: MakeGame) -> None:
    make_game("ant")
    registry = discover(package)

    with pytest.raises(TypeError):
        registry.folders["bee"] = Path()  # type: ignore[index]
    with pytest.raises(KeyError):
        registry["bee"]


def test_the_hash_changes_with_code_and_data_and_with_nothing_else(make_game: MakeGame) -> None:
    folder = make_game("ant", units="legs = 6")
    first = rules_hash(folder)

    (folder / "README.md").write_text("words")
    assert rules_hash(folder) == first

    hashes = {first}
    for path, text in (("data/units.toml", "legs = 8"), ("__init__.py", "x = 1"), ("more.py", "")):
        (folder / path).write_text(text)
        hashes.add(rules_hash(folder))
    (folder / "more.py").rename(folder / "other.py")
    hashes.add(rules_hash(folder))
    assert len(hashes) == 5


def test_tables_are_read_by_file_name() -> None:
    assert set(read_tables(PEBBLES)) == {"tables", "texts"}


def test_a_game_is_built_the_same_every_time() -> None:
    one, two = (discover("tests.support.toy_systems")["pebbles"] for _ in range(2))

    assert one.manifest == two.manifest
