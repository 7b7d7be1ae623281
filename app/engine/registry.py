"""Finds the games: every package below a given one that has a ``build`` function; nothing is listed anywhere."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from app.engine.refusal import EngineError
from app.engine.system import GameSystem

_ID: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")


class BrokenSystem(EngineError):
    """A folder that looks like a game but is not a usable one."""


class Registry(Mapping[str, GameSystem]):
    """The games by id, in alphabetical order."""

    def __init__(self, systems: Mapping[str, GameSystem], folders: Mapping[str, Path]) -> None:
        self._systems = MappingProxyType(dict(sorted(systems.items())))
        self.folders = MappingProxyType(dict(folders))

    def __getitem__(self, game: str) -> GameSystem:
        return self._systems[game]

    def __iter__(self) -> Iterator[str]:
        return iter(self._systems)

    def __len__(self) -> int:
        return len(self._systems)


def discover(*packages: str) -> Registry:
    """Every game below the named packages, each built once from its own data files.

    A game is a sub-package whose ``build(tables, rules_hash)`` answers a ``GameSystem``; ``tables`` holds its
    ``data/*.toml`` by file name, ``rules_hash`` the SHA-256 of all its Python and data files. Its manifest's id must be
    the folder's name.
    """
    return joined(*(_below(package) for package in packages))


def shared(*packages: str) -> Registry:
    """As ``discover``, but the games of a package are built once in a process and whatever is forked from it."""
    return joined(*map(_built, packages))


@lru_cache
def _built(package: str) -> Registry:
    return discover(package)


def joined(*registries: Registry) -> Registry:
    """The games of several registries; raises ``BrokenSystem`` where two of them know one by the same id."""
    systems: dict[str, GameSystem] = {}
    folders: dict[str, Path] = {}
    for registry in registries:
        for game in registry:
            if game in systems:
                raise BrokenSystem(f"expected one folder for {game}, found two")
        systems |= registry
        folders |= registry.folders
    return Registry(systems, folders)


def _below(package: str) -> Registry:
    parent = importlib.import_module(package)
    folder = Path(next(iter(parent.__path__)))
    names = [found.name for found in pkgutil.iter_modules(parent.__path__) if found.ispkg]
    systems = {name: _build(f"{package}.{name}", folder / name) for name in names}
    return Registry(systems, {name: folder / name for name in names})


def _build(module: str, folder: Path) -> GameSystem:
    build = getattr(importlib.import_module(module), "build", None)
    if build is None:
        raise BrokenSystem(f"expected {module} to have a function build(tables, rules_hash), found none")
    system: GameSystem = build(read_tables(folder), rules_hash(folder))
    game = system.manifest.id
    if game != folder.name or not _ID.fullmatch(game):
        raise BrokenSystem(f"expected the manifest of {module} to say {folder.name!r}, found {game!r}")
    return system


def read_tables(folder: Path) -> dict[str, Any]:
    """``data/*.toml`` of a game by file name without its ending."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((folder / "data").glob("*.toml"))}


def rules_hash(folder: Path) -> str:
    """SHA-256, in hex, over the names and contents of a game's Python and data files."""
    digest = hashlib.sha256()
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()
