"""Of a thing that a page shows already, what changed: the attributes of its element, and those of its parts that did.

Constant art and wording are most of what a piece of the board or a line of a list weighs. What changes from act to act is
drawn in elements that begin with ``data-part="its name"``; as long as all the rest is the same, they travel alone. A label that
ends in the state of its thing, and is the same but for that, is not sent: the page says it by the new state.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from app.web.draw.sprites import end_of

_OPENING: Final = re.compile(r"\s*<(g|li) ([^>]*)>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
_PART: Final = re.compile(r'<(g|span) data-part="([\w-]+)"')
_LABEL, _STATE = "aria-label", "data-state"
SWAP: Final = "outerAmend"
"""The word that tells the page to take over the attributes and the parts that are sent (``static/js/table/amend.js``)."""


def amended(before: str, after: str) -> Markup | None:
    """The push that makes of a printed thing another, of the same id or of a new one; ``None`` if only the whole of it does."""
    was, now = _OPENING.match(before), _OPENING.match(after)
    if was is None or now is None:
        return None
    had, has = dict(_ATTRIBUTE.findall(was[2])), dict(_ATTRIBUTE.findall(now[2]))
    old_rest, old_parts = _apart(before[was.end() :])
    rest, parts = _apart(after[now.end() :])
    if old_rest != rest or had.keys() - has.keys():
        return None
    old, new = had.pop("id"), has.pop("id")
    swap = SWAP if old == new else f"{SWAP}:#{old}"
    called = _named(has)
    if called is not None and called == _named(had):
        del has[_LABEL]
    changed = "".join(f' {name}="{value}"' for name, value in has.items() if had.get(name) != value)
    inside = "".join(part for name, part in parts.items() if old_parts[name] != part)
    return Markup(f'<{now[1]} id="{new}" hx-swap-oob="{swap}"{changed}>{inside}</{now[1]}>')


def _named(attributes: Mapping[str, str]) -> str | None:
    """The label of a thing without its state, which it ends in; ``None`` where it has none, or ends in something else."""
    label, state = attributes.get(_LABEL), attributes.get(_STATE)
    if label is None or state is None:
        return None
    tail = f", {state}" if state else ""
    return label.removesuffix(tail) if label.endswith(tail) else None


def _apart(body: str) -> tuple[list[str], dict[str, str]]:
    """What of a thing stays, with the names of its parts where they stand, and the parts by name."""
    rest, parts, at = list[str](), dict[str, str](), 0
    while begun := _PART.search(body, at):
        end = end_of(body, begun)
        if begun[2] in parts:  # the page would find the first of that name
            rest += [body[at:end]]
        else:
            rest += [body[at : begun.start()], begun[2]]
            parts[begun[2]] = body[begun.start() : end]
        at = end
    return [*rest, body[at:]], parts
