"""Many small files sent as one: style sheets one after the other, and a script's module with all the modules it imports.

The modules stay what they are on the disk, and would run as they are. What follows one another here is what a browser would
run one after the other: each module once, after those it imports, in a function of its own that answers what it exports. Comments
that have lines of their own, and the indents of sheets, stay on the disk. What a module imports only as it runs
(``await import('./later/words.js')``) is no part of the pack: it is fetched then, in a pack of its own with what the first one lacks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath
from typing import Final

Read = Callable[[str], str]
"""The text of a file by its name, ``base/dom.js``; raises ``KeyError``."""

_IMPORT: Final = re.compile(
    r"^import (?:\* as (?P<all>\w+)|\{ ?(?P<some>[\w, ]+?) ?\}) from '(?P<path>[^']+)';$", re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function\*?|class|const) (\w+))", re.MULTILINE)
_EXPORTS: Final = re.compile(r"^export \{ ?([\w, ]+?) ?\};$", re.MULTILINE)
_IMPORT_BY_NAME: Final = re.compile(r"\bawait import\(`\./([^`]+)`\)")
_IMPORT_LATER: Final = re.compile(r"\bawait import\('(\.[^']+)'\)")
_COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*|\bawait import\(.*|\bimport\.meta\b.*", re.MULTILINE)


_ALL: Final = "const $ = {};"
"""What holds the exports of each module of a pack, and of those fetched later, by its name."""
_LATER: Final = (
    "const $later = async (name) => (await import(`${import.meta.url.slice(0, -3)}!${name}`)).load($, $later);"
)


def packed_modules(read: Read, script: str, others: tuple[str, ...] = ()) -> str:
    """A page's script with all that it imports; ``others`` are the modules that it imports by a name put together as it runs.
    Raises ``KeyError`` for a module that is not there, ``ValueError`` for one that cannot be moved."""
    blocks, main = _packed(read, script, others)
    return "\n".join([_ALL, _LATER, *blocks.values(), _whole(script, main)])


def packed_later(read: Read, script: str, others: tuple[str, ...], name: str) -> str:
    """A module that a pack imports as it runs, with what that pack does not hold: ``load`` answers its exports. Raises as ``packed_modules``."""
    there, _ = _packed(read, script, others)
    blocks = dict(there)
    _add(read, name, blocks, ())
    new = "".join(block for each, block in blocks.items() if each not in there)
    return f"export const load = ($, $later) => {{\n{new}return {_exports(name)};\n}};\n"


def _packed(read: Read, script: str, others: tuple[str, ...]) -> tuple[dict[str, str], str]:
    """The modules of a pack, and its script."""
    blocks: dict[str, str] = {}
    main, _ = _rewritten(read, script, blocks, ())
    for other in others:
        _add(read, other, blocks, ())
    return blocks, _IMPORT_BY_NAME.sub(r"$[`\1`]", main)


def without_comments(text: str) -> str:
    """A script or a style sheet without the comments that have lines of their own."""
    return _COMMENT.sub("", text)


def without_indents(sheet: str) -> str:
    """A style sheet without what its lines begin with, which means nothing to it."""
    return _INDENT.sub("", sheet)


def _add(read: Read, name: str, blocks: dict[str, str], importers: tuple[str, ...]) -> None:
    if name in blocks:
        return
    if name in importers:
        raise ValueError(f"expected modules that do not import themselves, found {' > '.join((*importers, name))}")
    body, exports = _rewritten(read, name, blocks, importers)
    blocks[name] = f"{_exports(name)} ??= (() => {{\n{_whole(name, body)}\nreturn {{ {exports} }};\n}})();\n"


def _rewritten(read: Read, name: str, blocks: dict[str, str], importers: tuple[str, ...]) -> tuple[str, str]:
    """A module's own text, and what it exports; what it imports is in ``blocks`` by then."""
    exports: list[str] = []

    def imported(found: re.Match[str]) -> str:
        path = normpath(join(dirname(name), found["path"]))
        _add(read, path, blocks, (*importers, name))
        return f"const {found['all'] or '{ ' + found['some'].replace(' as ', ': ') + ' }'} = {_exports(path)};"

    def imported_later(found: re.Match[str]) -> str:
        return f"await $later('{normpath(join(dirname(name), found[1]))}')"

    def exported(found: re.Match[str]) -> str:
        exports.append(found[1])
        return ""

    def exported_by_others(found: re.Match[str]) -> str:
        pairs = [one.strip().partition(" as ") for one in found[1].split(",")]
        exports.extend(f"{new}: {own}" if new else own for own, _, new in pairs)
        return ""

    text = _IMPORT_LATER.sub(imported_later, _IMPORT.sub(imported, read(name)))
    return _EXPORTS.sub(exported_by_others, _EXPORT.sub(exported, text)), ", ".join(exports)


def _whole(name: str, body: str) -> str:
    left = _LEFT.search(body) if "import" in body or "export" in body else None
    if left:
        raise ValueError(f"expected imports and exports as the others in {name}, found {left[0]}")
    return f"// {name}\n{without_comments(body)}"


def _exports(module: str) -> str:
    """Where a module's exports are."""
    return f"$['{module}']"
