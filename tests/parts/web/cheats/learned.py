"""Who learns what, when: what each kind of viewer finds in each answer, in one table, which docs/security.md prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

FACTS: Final[Mapping[str, str]] = {
    "choice": "what seat `a` chose in secret",
    "army": "what `a` said to its army",
    "table": "what `a` said to the table",
    "gallery": "what a spectator said",
    "dice": "the secret of the dice",
}
VIEWERS: Final = ("a", "b", "spectator", "host")
PATHS: Final[Mapping[str, str]] = {"room": "", "position": "/position", "events": "/events", "export": "/export"}

TABLE: Final = """
public  | playing  | room     | -                       | -                  | -                    | -
public  | playing  | position | choice                  | -                  | -                    | -
public  | playing  | events   | choice army table       | table              | table gallery        | table gallery
public  | playing  | export   | choice army table       | table              | table gallery        | table gallery
public  | finished | room     | dice                    | dice               | dice                 | dice
public  | finished | position | choice                  | choice             | choice               | choice
public  | finished | events   | choice army table dice  | table dice         | table gallery dice   | table gallery dice
public  | finished | export   | choice table dice       | choice table dice  | choice table dice    | choice table dice
delayed | playing  | room     | -                       | -                  | -                    | -
delayed | playing  | position | choice                  | -                  | -                    | -
delayed | playing  | events   | choice army table       | table              | gallery              | gallery
delayed | playing  | export   | choice army table       | table              | gallery              | gallery
delayed | finished | room     | dice                    | dice               | dice                 | dice
delayed | finished | position | choice                  | choice             | choice               | choice
delayed | finished | events   | choice army table dice  | table dice         | table gallery dice   | table gallery dice
delayed | finished | export   | choice table dice       | choice table dice  | choice table dice    | choice table dice
none    | playing  | room     | -                       | -                  | 403                  | -
none    | playing  | position | choice                  | -                  | 403                  | -
none    | playing  | events   | choice army table       | table              | 403                  | table
none    | playing  | export   | choice army table       | table              | 403                  | table
none    | finished | room     | dice                    | dice               | 403                  | dice
none    | finished | position | choice                  | choice             | 403                  | choice
none    | finished | events   | choice army table dice  | table dice         | 403                  | table dice
none    | finished | export   | choice table dice       | choice table dice  | 403                  | choice table dice
"""
"""By what spectators may see, whether the game goes on, and the answer looked into. Strangers get 401 and 404 everywhere."""


class Learned(msgspec.Struct, frozen=True):
    """A line: what each viewer finds in an answer; ``None`` for whoever is refused."""

    spectators: str
    when: str
    answer: str
    found: dict[str, frozenset[str] | None]


def lines() -> list[Learned]:
    """The table."""
    return [_line(text) for text in TABLE.strip().splitlines()]


def as_markdown() -> str:
    """The table as docs/security.md prints it."""
    head = ("spectators", "when", "answer", *VIEWERS)
    rows = [[cell.strip() for cell in text.split("|")] for text in TABLE.strip().splitlines()]
    printed = [f"| {' | '.join(row[:3])} | {' | '.join(', '.join(cell.split()) for cell in row[3:])} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *printed])


def _line(text: str) -> Learned:
    spectators, when, answer, *cells = (cell.strip() for cell in text.split("|"))
    found = {viewer: _facts(cell) for viewer, cell in zip(VIEWERS, cells, strict=True)}
    return Learned(spectators, when, answer, found)


def _facts(cell: str) -> frozenset[str] | None:
    if cell == "403":
        return None
    facts = frozenset(cell.split()) - {"-"}
    assert facts <= FACTS.keys(), cell
    return facts
