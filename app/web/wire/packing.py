"""Many small files sent as one: style sheets one after the other, and a script's module with all the modules it imports.

The modules stay what they are on the disk, and would run as they are. What follows one another here is what a browser would
run one after the other: each module once, after those it imports, in a function of its own that answers what it exports. Comments
that have lines of their own stay on the disk.
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
_IMPORT_BY_NAME: Final = re.compile(r"\bawait import\(([^()]+)\)")
_IMPORT_LATER: Final = re.compile(r"\bawait import\('\./([^']+)'\)")
_COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*|\bawait import\(.*|\bimport\.meta\b.*", re.MULTILINE)


def packed_modules(read: Read, script: str, others: tuple[str, ...] = ()) -> str:
    """A page's script with all that it imports; ``others`` are the modules that it imports by a name put together as it runs.
    Raises ``KeyError`` for a module that is not there, ``ValueError`` for one that cannot be moved."""
    blocks: dict[str, str] = {}
    main, _ = _rewritten(read, script, blocks, ())
    asked = (*others, *_IMPORT_LATER.findall(main))
    for other in asked:
        _add(read, other, blocks, ())
    by_name = ", ".join(f"'./{other}': {_name(other)}" for other in asked)
    body = _IMPORT_BY_NAME.sub(rf"({{ {by_name} }})[\1]", main)
    return "\n".join([*blocks.values(), _whole(script, body)])


def without_comments(text: str) -> str:
    """A script or a style sheet without the comments that have lines of their own."""
    return _COMMENT.sub("", text)


def _add(read: Read, name: str, blocks: dict[str, str], importers: tuple[str, ...]) -> None:
    if name in blocks:
        return
    if name in importers:
        raise ValueError(f"expected modules that do not import themselves, found {' > '.join((*importers, name))}")
    body, exports = _rewritten(read, name, blocks, importers)
    blocks[name] = f"const {_name(name)} = (() => {{\n{_whole(name, body)}\nreturn {{ {exports} }};\n}})();\n"


def _rewritten(read: Read, name: str, blocks: dict[str, str], importers: tuple[str, ...]) -> tuple[str, str]:
    """A module's own text, and what it exports; what it imports is in ``blocks`` by then."""
    exports: list[str] = []

    def imported(found: re.Match[str]) -> str:
        path = normpath(join(dirname(name), found["path"]))
        _add(read, path, blocks, (*importers, name))
        return f"const {found['all'] or '{ ' + found['some'].replace(' as ', ': ') + ' }'} = {_name(path)};"

    def exported(found: re.Match[str]) -> str:
        exports.append(found[1])
        return ""

    def exported_by_others(found: re.Match[str]) -> str:
        pairs = [one.strip().partition(" as ") for one in found[1].split(",")]
        exports.extend(f"{new}: {own}" if new else own for own, _, new in pairs)
        return ""

    text = _IMPORT.sub(imported, read(name))
    return _EXPORTS.sub(exported_by_others, _EXPORT.sub(exported, text)), ", ".join(exports)


def _whole(name: str, body: str) -> str:
    left = _LEFT.search(body) if "import" in body or "export" in body else None
    if left:
        raise ValueError(f"expected imports and exports as the others in {name}, found {left[0]}")
    return f"// {name}\n{without_comments(body)}"


def _name(module: str) -> str:
    """What a module's exports are called in the pack: ``$table$dom``."""
    return "$" + module.removesuffix(".js").replace("/", "$")
