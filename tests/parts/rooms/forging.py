"""A forger of exports: one change after another in every field that a file has, with its numbers and hashes made anew."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from app.rooms.values.events import RESERVED

Path = tuple[str | int, ...]
Line = dict[str, Any]
KINDS: Final = ("imported", "game", "message", "time_up", "resigned", "undone", "game_started", "nonsense")


class Forgery(msgspec.Struct, frozen=True):
    """A change to a file: ``touched`` are the lines of the honest one, and where in them. ``shape`` is the same for changes of
    one sort at places of one sort. ``change`` is given the lines, and changes them."""

    what: str
    shape: str
    touched: tuple[tuple[int, Path], ...]
    change: Callable[[list[Line]], object]

    def of(self, lines: list[Line]) -> bytes:
        """The forged file of these lines."""
        forged = copy.deepcopy(lines)
        self.change(forged)
        return written(forged)


def read(data: bytes) -> list[Line]:
    """The lines of a file without their hashes."""
    lines = [json.loads(line) for line in data.splitlines()]
    return [{name: value for name, value in line.items() if name != "hash"} for line in lines]


def written(lines: Sequence[Line], *, numbered: bool = True) -> bytes:
    """A file of these lines, numbered (but where that is the forgery) and chained as an honest one is."""
    before, file = "", []
    for number, line in enumerate(lines):
        if numbered and 0 < number < len(lines) - 1 and "seq" in line:
            line = line | {"seq": number}
        elif numbered and number == len(lines) - 1 and "events" in line:
            line = line | {"events": number - 1}
        body = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        before = hashlib.sha256(before.encode() + body).hexdigest()
        file.append(body[:-1] + f',"hash":"{before}"}}\n'.encode())
    return b"".join(file)


def forgeries(lines: list[Line]) -> Iterator[Forgery]:
    """Every single change there is to be made to a file."""
    for index, line in enumerate(lines):
        for path, value in _places(line):
            sort = f"{line['type']} {'.'.join('*' if isinstance(each, int) else each for each in path)}"
            for what, change in _changes(path, value):
                changed = partial(_apply, index=index, path=path, change=change)
                yield Forgery(f"line {index + 1} {path}: {what}", f"{sort}: {what}", ((index, path),), changed)
    yield from _lines_moved(lines)
    yield from _entries_moved(lines)


def some(lines: list[Line], most: int | None, seed: int = 0) -> list[Forgery]:
    """So many forgeries, each of another shape as far as there are; all there are, for ``None``."""
    return few(list(forgeries(lines)), most, seed)


def few(found: list[Forgery], most: int | None, seed: int = 0) -> list[Forgery]:
    """So many of these, each of another shape as far as there are; all of them, for ``None``."""
    if most is None:
        return found
    random.Random(seed).shuffle(found)
    first = {each.shape: each for each in reversed(found)}
    return [*first.values(), *found][:most]


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield (*path, name), item
        yield from _places(item, (*path, name))


Change = Callable[[Any, Any], None]


def _changes(path: Path, value: Any) -> Iterator[tuple[str, Change]]:
    """What may be done to a value: each takes what holds it, and its name in there."""
    yield "dropped", lambda holder, name: holder.pop(name)
    if isinstance(path[-1], str):
        yield "renamed", lambda holder, name: holder.__setitem__(f"{name}_", holder.pop(name))
    for number, other in enumerate(_others(value) if path[-1] not in ("seq", "events") else ()):
        yield f"other {number}", lambda holder, name, other=other: holder.__setitem__(name, other)


def _others(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, 1)
        case str():
            yield from (value[:-1] + ("0" if value[-1:] != "0" else "1"), "", value + "x")
        case None:
            yield from (0, "a")
        case list():
            yield from (value[::-1], value + value[-1:], [], [*value, 1])
        case dict():
            yield from (value | {"new": 1}, {})


def _apply(lines: list[Line], index: int, path: Path, change: Change) -> None:
    holder: Any = lines[index]
    for step in path[:-1]:
        holder = holder[step]
    change(holder, path[-1])


def _lines_moved(lines: list[Line]) -> Iterator[Forgery]:
    for index in range(1, len(lines) - 1):
        sort, number, whole = lines[index]["type"], index + 1, ((index, ()),)
        yield Forgery(f"line {number} left out", f"{sort} out", whole, partial(_put, index, 1, ()))
        yield Forgery(f"line {number} doubled", f"{sort} doubled", whole, partial(_put, index, 0, (lines[index],)))
        if number < len(lines) - 1:
            swapped = partial(_put, index, 2, (lines[number], lines[index]))
            shape = f"{sort} and {lines[number]['type']}"
            yield Forgery(f"lines {number} and {number + 1} swapped", shape, (*whole, (number, ())), swapped)
        new = {"type": "unheard_of", "seq": 0, "at": lines[index].get("at")}
        added = partial(_put, number, 0, (new,))
        yield Forgery(f"a line added after {number}", f"added after {sort}", ((index, ("new",)),), added)


def _put(index: int, count: int, others: Sequence[Line], lines: list[Line]) -> None:
    lines[index : index + count] = copy.deepcopy(list(others))


def entries_of(lines: list[Line]) -> list[range]:
    """The lines of each entry."""
    starts = [index for index, line in enumerate(lines) if "entry" in line]
    return [range(first, after) for first, after in zip(starts, [*starts[1:], len(lines) - 1], strict=True)]


def _entries_moved(lines: list[Line]) -> Iterator[Forgery]:
    entries = entries_of(lines)
    for number, entry in enumerate(entries):
        first, start, own = lines[entry[0]], entry[0], [lines[index] for index in entry]
        sort, whole = f"{first['entry']['kind']} of {first['type']}", tuple((index, ()) for index in entry)
        yield Forgery(f"entry {number} left out", f"entry {sort} out", whole, partial(_put, start, len(own), ()))
        yield Forgery(f"entry {number} doubled", f"entry {sort} doubled", whole, partial(_double, start, own))
        for kind in sorted({*KINDS, first["type"], own[-1]["type"]} - {first["entry"]["kind"]}):
            for names in ((), ("act", "rolls"), ("act", "rolls", "place"), ("act",), ("rolls",)):
                what = f"as {kind} without {names}"
                changed = partial(_called, start, kind, names)
                yield Forgery(f"entry {number} {what}", f"entry {sort} {what}", ((start, ("entry", "kind")),), changed)
        if number + 1 < len(entries):
            yield from _swapped(lines, entry, entries[number + 1])


PROPOSED: Final = ("draw", "pause", "undo", "rematch")
INSERTED: Final = "inserted"
"""Where a forgery that only adds an event of the room says that it touches a file."""


def insertions(lines: list[Line]) -> Iterator[Forgery]:
    """Every event of the room, said where a room might say it, by itself or with what stands there: of each, ``touched`` says
    what it is, and whether it stands in the game."""
    entries = entries_of(lines)
    begun = next((n for n, entry in enumerate(entries) if _holds(lines, entry, "game_started")), len(entries) - 1)
    over = next(n for n, entry in enumerate(entries) if _holds(lines, entry, "game_finished", "room_closed"))
    places = sorted(
        {0, 1, begun, begun + 1, (begun + over) // 2, (begun + 2 * over) // 3, over, over + 1, len(entries)}
    )
    for number in (each for each in places if each <= len(entries)):
        start = entries[number][0] if number < len(entries) else len(lines) - 1
        for seat in ("a", "b", None):
            for event in _of_the_room(lines, start, seat):
                kind = event["type"]
                touched = ((min(start, len(lines) - 2), (INSERTED, kind)),)
                what = f"{event} of {seat} put in before line {start + 1}"
                yield Forgery(f"{what} by itself", f"in {kind}", touched, partial(_insert, start, event, seat))
                if seat == "a" and start > 1:
                    yield Forgery(f"{what} beside it", f"beside {kind}", touched, partial(_put, start, 0, (event,)))


def _of_the_room(lines: list[Line], start: int, seat: str | None) -> Iterator[Line]:
    """Each event that a room may tell of, as it would be there."""
    secret = lines[-1]["dice"]["secret"]
    result = lines[-1].get("result", {"winners": ["b"], "text": {"es": "b", "en": "b"}})
    made = [line for line in lines[:start] if line["type"] == "proposal_made"]
    acts = sum("act" in line.get("entry", ()) for line in lines[:start])
    other = "b" if seat == "a" else "a"
    events: dict[str, list[Line]] = {
        "room_opened": [{"commitment": lines[0]["dice"]["commitment"]}],
        "seat_claimed": [{"seat": seat, "name": "Mallory"}, {"seat": other, "name": "Mallory", "kind": "bot"}],
        "game_started": [{"contributions": {}}],
        "table_seen": [{"seat": other}],
        "message": [{"text": "I cheat", "to": "table"}],
        "proposal_made": [{"n": len(made) + 1, "kind": kind, "waiting": [other]} for kind in PROPOSED],
        "proposal_answered": [{"n": n, "kind": "draw", "accept": True} for n in (len(made), len(made) + 7)],
        "undone": [{"to": 3, "place": place, "kept": []} for place in (0, acts - 2)],
        "corrected": [{"changes": []}],
        "resigned": [{}],
        "time_up": [{"side": side, "times": times} for side in ("A", "a") for times in (1, 4)],
        "forfeited": [{"side": side} for side in ("A", "B", other)],
        "seat_replaced": [{"seat": other, "by": "bot", "strategy": "random"}, {"seat": other, "by": "human"}],
        "link_replaced": [{"viewer": other}],
        "room_closed": [{"secret": secret}],
        "room_imported": [{"source": "r0", "through": 3}],
        "room_paused": [{}],
        "room_resumed": [{}],
        "game_finished": [{"result": result, "secret": secret}],
        "rematch_agreed": [{"room": "r1", "swap": False}],
        "game_opened": [{"number": 1, "room": "r0"}],
    }
    assert events.keys() == RESERVED
    for kind, told in events.items():
        for each in told:
            given = {"seat": seat} if seat and "seat" not in each else {}
            yield {"seq": 0, "type": kind, "at": lines[max(1, start - 1)]["at"], **given, **each}


def _insert(start: int, event: Line, seat: str | None, lines: list[Line]) -> None:
    about = {"version": 0, "kind": event["type"], "settled": True, **({"seat": seat} if seat else {})}
    _put(start, 0, ({**event, "entry": about},), lines)
    _number(lines)


def _holds(lines: list[Line], entry: range, *kinds: str) -> bool:
    return any(lines[index]["type"] in kinds for index in entry)


def _double(start: int, own: list[Line], lines: list[Line]) -> None:
    _put(start, 0, own, lines)
    _number(lines)


def _called(start: int, kind: str, names: Sequence[str], lines: list[Line]) -> None:
    about = lines[start]["entry"]
    about["kind"] = kind
    for name in names:
        about.pop(name, None)


def _swapped(lines: list[Line], entry: range, other: range) -> Iterator[Forgery]:
    start, then = entry[0], other[0]
    one, two = lines[start]["entry"], lines[then]["entry"]
    sorts = f"{one['kind']} and {two['kind']}"
    idle = [each for each, about in ((entry, one), (other, two)) if "act" not in about]
    moved_past = idle if len(idle) == 1 else [entry, other]
    whole = tuple((index, ()) for each in moved_past for index in each)
    both = [*lines[then : other[-1] + 1], *lines[start : entry[-1] + 1]]
    swapped = partial(_swap_entries, start, both)
    yield Forgery(f"entries at {start + 1} and {then + 1} swapped", f"entries {sorts} swapped", whole, swapped)
    for names in (("rolls",), ("act",), ("act", "rolls"), ("act", "rolls", "place", "kind", "seat")):
        differ = [name for name in names if one.get(name) != two.get(name)]
        moved = tuple((each, ("entry", name)) for each in (start, then) for name in differ)
        what, changed = f"{names} of {start + 1} and {then + 1} swapped", partial(_exchange, start, then, differ)
        yield Forgery(what, f"{names} {sorts}", moved, changed)


def _swap_entries(start: int, both: list[Line], lines: list[Line]) -> None:
    _put(start, len(both), both, lines)
    _number(lines)


def _exchange(start: int, then: int, names: Sequence[str], lines: list[Line]) -> None:
    one, two = lines[start]["entry"], lines[then]["entry"]
    for name in names:
        held, given = one.pop(name, None), two.pop(name, None)
        one.update({} if given is None else {name: given})
        two.update({} if held is None else {name: held})


def _number(lines: list[Line]) -> None:
    """Numbers the entries from 1."""
    for version, line in enumerate((line for line in lines if "entry" in line), 1):
        line["entry"]["version"] = version
