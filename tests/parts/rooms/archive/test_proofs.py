"""What an export proves, to the command, to importing and to the script for players: no change in any field of a file goes
unseen that alters what a reader believes, also where whoever made it works out every hash anew.

A change must be refused; or be of what the verdict lists as not proved (``unproved.py``); or be one of ``NOTHING``."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any, Final

import pytest

from app.engine.types import Text
from app.rooms.archive import unproved
from app.rooms.archive.export import BrokenExport, parse
from app.rooms.archive.proof import verify
from app.rooms.archive.retrace import proved
from app.rooms.values.events import RESERVED
from tests.parts.rooms import played
from tests.parts.rooms.forging import INSERTED, Forgery, Line, entries_of, few, insertions, read, some, written
from tests.parts.rooms.forging import Path as Place
from tests.support.random_play import registry

pytestmark = pytest.mark.long

SCRIPT: Final = runpy.run_path(str(Path(__file__).parents[4] / "static" / "verify_dice.py"))
REFUSED: Final = (SCRIPT["Refused"], ValueError, LookupError, TypeError, AttributeError, RecursionError)
MOST: Final = None if os.environ.get("TAPETE_SOAK") else 100
"""How many forgeries of each game are tried, of as many shapes as there are; all of them in a long run."""

NOTHING: Final = Text("nada", "nothing")
"""What nobody believes anything by: the numbers of entries (their order is their order), whether an act could have been taken
back at will."""


PEOPLE: Final = frozenset(
    {"seat_claimed", "message", "proposal_made", "proposal_answered", "undone", "corrected", "seat_replaced"}
    | {"link_replaced", "room_closed", "room_paused", "rematch_agreed"}
)
"""What people alone know to have happened or not; where a room has a clock, what that did, too."""


def excuses(lines: list[Line], index: int, place: Place) -> set[Text]:
    """What a verdict must list, some of it, if a change of this part of an export is not refused."""
    name = str(place[0]) if place else ""
    is_imported = any("entry" in each and each["entry"]["kind"] == "imported" for each in lines)
    if name == INSERTED:
        is_told = place[1] in PEOPLE or (place[1] in ("time_up", "table_seen") and "clock" in lines[0])
        return {unproved.TOLD} if is_told else set()
    if index == 0:
        return _of_header(name, place) | ({unproved.ELSEWHERE} if is_imported else set())
    if index == len(lines) - 1:
        return set()
    entry = lines[next(each for each in entries_of(lines) if index in each)[0]]["entry"]
    if entry["kind"] == "imported":
        return {unproved.ELSEWHERE}
    if name == "at" or lines[index]["type"] == "seat_claimed":
        return {unproved.TOLD}
    if name == "entry":
        return _of_entry(entry, place)
    if "act" in entry:
        return {unproved.RULES} | ({unproved.ACTS} if not place and _is_last_before_closing(lines, index) else set())
    return {unproved.TOLD}


def _is_last_before_closing(lines: list[Line], index: int) -> bool:
    """Whether a line is of the last act of a room that its host closed: nothing follows that would miss it."""
    acts = [entry for entry in entries_of(lines) if "act" in lines[entry[0]]["entry"]]
    return index in acts[-1] and any(line["type"] == "room_closed" for line in lines)


def _of_header(name: str, place: Place) -> set[Text]:
    if name in ("room", "spectators", "at", "clock") or place[:2] in (("options",), ("options", "take_back")):
        return {unproved.TOLD}  # the room's own option; none of the game's own may change, which other places prove
    if name == "seats" and place[-1] in ("name", "kind", "strategy", "name_", "kind_", "strategy_"):
        return {unproved.TOLD}
    return {unproved.RULES} if name in ("game", "rules_version", "rules_hash") else set()


def _of_entry(entry: Line, place: Place) -> set[Text]:
    match place[1:]:
        case ("version" | "settled",):
            return {NOTHING}
        case () | ("act",) | ("rolls", _, "purpose" | "sides"):
            return {unproved.RULES}
        case ("kind",):
            return {unproved.TOLD}  # the clock's hand, and not the seat's
        case ("seat",) if "act" not in entry or entry["kind"] == "game_started":
            return {unproved.TOLD}
    return set()


def by_command(data: bytes) -> set[Text]:
    """What the command, which has the rules, lists as not proved. Raises ``BrokenExport``."""
    export = parse(data)
    proof = proved(export, registry().get(str(export.header.get("game"))))
    return set(unproved.unproved(has_rules=proof.has_rules, is_imported=proof.is_imported))


def by_script(data: bytes) -> set[Text]:
    """What the script lists. Raises ``BrokenExport``."""
    try:
        told = SCRIPT["verify"](data)
    except REFUSED as error:
        raise BrokenExport(str(error)) from None
    known = unproved.unproved(has_rules=False, is_imported=True)
    return {text for text in known if f"- {text.en}" in told.splitlines()}


def unseen(lines: list[Line], forgery: Forgery, verify: Any) -> str | None:
    """What is wrong with what a verifier says of a forgery."""
    data = forgery.of(lines)
    if data == written(lines):
        return None
    try:
        listed = verify(data) | {NOTHING}
    except BrokenExport as error:
        return None if str(error) else f"{forgery.what}: refused without a word"
    bad = [each for each in forgery.touched if not excuses(lines, *each) & listed]
    return f"{forgery.what}: {[(lines[index]['type'], place) for index, place in bad]}" if bad else None


@pytest.mark.parametrize("verify", [by_command, by_script])
@pytest.mark.parametrize("name", played.GAMES)
def test_no_change_of_any_field_goes_unseen(name: str, verify: Any) -> None:
    lines = read(played.saved(name))
    tried = some(lines, MOST)

    assert len(tried) >= 100
    assert [wrong for forgery in tried if (wrong := unseen(lines, forgery, verify))] == []


@pytest.mark.parametrize("verify", [by_command, by_script])
@pytest.mark.parametrize("name", played.GAMES)
def test_nothing_is_put_in_but_what_only_people_know(name: str, verify: Any) -> None:
    """Every event of a room, at several places of a game, by itself and beside what stands there."""
    lines = read(played.saved(name))
    tried = few(list(insertions(lines)), MOST)

    assert {each.touched[0][1][1] for each in tried} == RESERVED
    assert [wrong for forgery in tried if (wrong := unseen(lines, forgery, verify))] == []


@pytest.mark.parametrize("verify", [by_command, by_script])
@pytest.mark.parametrize("rules", ["", "00" * 32])
def test_the_file_of_a_campaign_proves_nothing(rules: str, verify: Any) -> None:
    lines = read(played.saved("war-of-plastic"))
    lines[0] |= {"room": f"c-{lines[0]['room']}", "rules_hash": rules or lines[0]["rules_hash"]}

    with pytest.raises(BrokenExport, match="expected the file of a game"):
        verify(written(lines))


def _first(lines: list[Line], name: str) -> Any:
    return next(line["entry"][name] for line in lines if line.get("entry", {}).get(name))


def _one(lines: list[Line]) -> Any:
    return next(roll for line in lines for roll in line.get("entry", {}).get("rolls", ()) if roll["value"] == 1)


ODD: Final[dict[str, Any]] = {
    "true for a die": lambda lines: _one(lines).update(value=True),
    "3.0 for a die": lambda lines: _first(lines, "rolls")[0].update(value=float(_first(lines, "rolls")[0]["value"])),
    "6.0 sides": lambda lines: _first(lines, "rolls")[0].update(sides=6.0),
    "a winner in the header": lambda lines: lines[0].update(winner="b"),
    "a header without a scenario": lambda lines: lines[0].pop("scenario"),
    "a header that is at no moment": lambda lines: lines[0].update(at="yesterday"),
    "more in the footer": lambda lines: lines[-1].update(verified_by="Tapete"),
    "yesterday": lambda lines: lines[5].update(at="yesterday"),
    "a day that is none": lambda lines: lines[-2].update(at="2026-02-45T03:04:05.000Z"),
    "another moment within an entry": lambda lines: next(line for line in lines[1:-1] if "entry" not in line).update(
        at="2026-02-03T03:04:05.000Z"
    ),
    "a number that is true": lambda lines: lines[1].update(seq=True),
    "a place that is 1.0": lambda lines: next(
        line["entry"] for line in lines if line.get("entry", {}).get("place") == 1
    ).update(place=1.0),
    "settled, in a word": lambda lines: lines[1]["entry"].update(settled="yes"),
}


@pytest.mark.parametrize("verify", [by_command, by_script])
@pytest.mark.parametrize("rules", ["", "00" * 32])
@pytest.mark.parametrize("odd", ODD)
def test_what_no_export_says_is_refused(odd: str, rules: str, verify: Any) -> None:
    lines = read(played.saved("timed"))
    lines[0]["rules_hash"] = rules or lines[0]["rules_hash"]
    ODD[odd](lines)

    with pytest.raises(BrokenExport):
        verify(written(lines, numbered=False))


# -- deeds of one who knows the secret: it stands in the file -----------------------------------------


def as_imported(lines: list[Line]) -> None:
    """An act's dice are changed, and it is said to come from another room."""
    shot = next(
        line for line in lines if "entry" in line and line["entry"].get("rolls") and line["type"] != "room_opened"
    )
    shot["die"] = shot["die"] % 6 + 1
    shot["entry"]["kind"] = "imported"
    del shot["entry"]["act"], shot["entry"]["rolls"]


def without_its_act(lines: list[Line]) -> None:
    """Dice stand there by themselves."""
    shot = next(
        line for line in lines if "entry" in line and line["entry"].get("rolls") and line["type"] != "room_opened"
    )
    del shot["entry"]["act"]


def of_one_side(lines: list[Line]) -> None:
    """A die that can only show a one."""
    shot = next(
        line for line in lines if "entry" in line and line["entry"].get("rolls") and line["type"] != "room_opened"
    )
    shot["die"], shot["entry"]["rolls"][0] = 1, {**shot["entry"]["rolls"][0], "sides": 1, "value": 1}


def another_winner(lines: list[Line]) -> None:
    """Only the last line says who won."""
    lines[-1]["result"]["winners"] = ["b" if lines[-1]["result"]["winners"] == ["a"] else "a"]


def under_another_key(lines: list[Line]) -> None:
    """The die that fell is nobody's, another one stands beside it."""
    shot = next(
        line for line in lines if "entry" in line and line["entry"].get("rolls") and line["type"] != "room_opened"
    )
    shot["dye"], shot["entry"]["rolls"] = shot.pop("die") % 6 + 1, []


@pytest.mark.parametrize("deed", [as_imported, without_its_act, of_one_side, another_winner, under_another_key])
def test_what_once_went_through_is_refused(deed: Any) -> None:
    lines = read(played.saved("timed"))
    assert by_command(written(lines)) == {unproved.SECRET, unproved.ACTS, unproved.TOLD}
    deed(lines)

    with pytest.raises(BrokenExport):
        by_command(written(lines))
    if deed is under_another_key:  # whether an act rolls at all, only the rules know
        assert unproved.RULES in by_script(written(lines))
    else:
        with pytest.raises(BrokenExport):
            by_script(written(lines))


def test_where_the_rules_are_others_the_command_says_so() -> None:
    lines = read(played.saved("drawn"))
    lines[0]["rules_hash"] = "00" * 32

    assert unproved.RULES in by_command(written(lines))


@pytest.mark.parametrize("name", played.GAMES)
def test_the_script_and_the_program_say_the_same(name: str) -> None:
    data = played.saved(name)

    assert SCRIPT["verify"](data).splitlines() == [*verify(parse(data)).lines]
    assert SCRIPT["MAY"].keys() == RESERVED


def test_both_refuse_in_the_same_words() -> None:
    """Where the words are of the reading of a field, each says what it reads by."""
    lines = read(played.saved("incidents"))
    same = 0
    for forgery in some(lines, 60, seed=1):
        data, said = forgery.of(lines), []
        for check in (lambda data: verify(parse(data)), SCRIPT["verify"]):
            try:
                check(data)
                said.append("")
            except (*REFUSED, BrokenExport) as error:
                said.append(str(error))
        assert bool(said[0]) == bool(said[1]), (forgery.what, said)
        same += said[0] == said[1]
    assert same > 30
