#!/usr/bin/env python3
"""Rolls every die of a finished Tapete game again, from its export: python3 verify_dice.py game.jsonl

It needs Python 3.10 or newer and nothing else; read it before you run it, it is meant to be read. What it shows:

1. The file is as it was written: every line ends in the SHA-256 of the hash before it and of itself.
2. The secret told at the end is the one that the first line committed to (its SHA-256) before anybody acted.
3. Every die of every act is the one that the secret, what each seat mixed in, the act's place in the game and the act
   itself determine: nobody could choose it, and the same act at the same place always gets the same dice.
4. The dice that the events show are the dice that fell, in the order they fell; nothing happens in the game but by acts,
   each of the seat that is said to have done it, between the game's beginning, as the first line tells it, and its end.
5. The result at the end is the one the game ended with. What this cannot show is listed with the verdict.
"""

import hashlib
import hmac
import json
import re
import sys

# What happens in a room beside the game, in which status of the room, and the status after it.
MAY = {
    "room_opened": "new",
    **dict.fromkeys(("message", "link_replaced"), "setup playing paused finished"),
    **dict.fromkeys(("seat_claimed", "room_closed"), "setup playing paused"),
    **dict.fromkeys(("room_imported", "game_started"), "setup"),
    **dict.fromkeys(("proposal_made", "proposal_answered"), "playing paused finished"),
    **dict.fromkeys(("seat_replaced", "table_seen"), "playing paused"),
    "rematch_agreed": "finished",
    **dict.fromkeys(
        ("undone", "corrected", "time_up", "resigned", "forfeited", "game_finished", "room_paused"), "playing"
    ),
    "room_resumed": "paused",
    "game_opened": "",
}
OPENING = {"room_opened": "setup", "game_started": "playing", "room_resumed": "playing", "room_paused": "paused"}
ENDS = {"game_finished", "room_closed"}
BECOMES = OPENING | dict.fromkeys(ENDS, "finished")
# What the room says with an act and by itself, by the kind of the entry; what follows from consent.
OF_ACTS = {name: name for name in ("resigned", "proposal_made", "proposal_answered")}
OF_ACTS |= {"game": "", "time_up": "", "forfeited": "(forfeited)?"}
OF_ACTS["game_started"] = "(room_opened )?(seat_claimed )*game_started"
DONE = {"undo": "undone", "correction": "corrected", "pause": "room_paused", "resume": "room_resumed"}
DONE |= {"replace": "seat_replaced", "rematch": "rematch_agreed"}
BY_ITSELF = ("room_opened", "seat_claimed", "message", "proposal_made", "proposal_answered", "time_up")
ALONE = {name: name for name in (*BY_ITSELF, "link_replaced", "room_closed", "table_seen")}
ALONE |= {name: f"(proposal_answered )?{name}" for name in DONE.values()}
SECRETS = {"room_opened": "commitment", "game_started": "contributions", **dict.fromkeys(ENDS, "secret")}
ENTRY = {"version", "kind", "seat", "settled", "place", "act", "rolls"}
NAMES = {"room", "game", "scenario", "rules_version", "rules_hash", "spectators"}
HEADER = NAMES | {"type", "format", "options", "tables", "seats", "at", "viewer", "dice"}
FOOTER = {"type", "events", "finished", "dice"}
NOT_PROVED = [
    "that the secret is that of your table: compare the commitment with the one it showed you while you played",
    "that the acts are those of your game, and all of them: whoever knows the secret can write others whose dice are as right; "
    "compare the last hash with that of another player's file",
    "what only people know: names, who held which seat, what was said, proposed and agreed to (also what was put "
    "right, taken back or closed), when anything happened, what the clocks did, and the room's number and settings",
    "what the rules make of the acts: that they allowed them, called for these dice and no others, and led to what is "
    "told and to this result (whoever has the rules judges it: python -m app verify-dice)",
    "what was played in another room before, with its dice: how the game began, and the acts taken over from there",
]


class Refused(Exception):
    """The file is not what it should be; the message says where."""


def read_lines(data):
    """The decoded lines of an export whose hashes are all right."""
    if not data.endswith(b"\n"):
        raise Refused("the last line is cut off")
    lines, before = [], ""
    for number, raw in enumerate(data[:-1].split(b"\n"), 1):
        found = re.search(rb',"hash":"([0-9a-f]{64})"\}\Z', raw)
        body = raw[: found.start()] + b"}" if found else raw
        before = hashlib.sha256(before.encode() + body).hexdigest()
        if not found or found.group(1).decode() != before:
            raise Refused(f"line {number}: it, or a line before it, is not as it was written")
        lines.append(json.loads(body))
        if written(lines[-1]).encode() != body:
            raise Refused(f"line {number}: it is not written as exports are")
    if [lines[0]["type"], lines[0]["format"], lines[-1]["type"]] != ["export", "tapete-export-1", "export_end"]:
        raise Refused("the header or the last line is missing")
    if not same(
        [line["seq"] for line in lines[1:-1]] + [lines[-1]["events"]], [*range(1, len(lines) - 1), len(lines) - 2]
    ):
        raise Refused("an event is missing or out of its order")
    return lines[0], lines[1:-1], lines[-1]


def draw(secret, label, counter, sides):
    """Die number ``counter`` of the stream ``label``: HMAC-SHA256, four bytes at a time, no face likelier than another."""
    limit, block = 2**32 - 2**32 % sides, 0
    while True:
        message = label + b"\0" + counter.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.new(secret, message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            number = int.from_bytes(digest[start : start + 4], "big")
            if number < limit:
                return number % sides + 1
        block += 1


def dice_in(value):
    """The dice that events show, in order: every game names them "die", or "dice" for a list."""
    found = [die for item in value for die in dice_in(item)] if isinstance(value, list) else []
    for name, item in value.items() if isinstance(value, dict) else []:
        if name in ("die", "dice"):
            found += [die for die in (item if isinstance(item, list) else [item]) if die is not None]
        elif name != "entry":
            found += dice_in(item)
    return found


def first_of(*checks):
    """The words of the first check that finds something."""
    return next((words for is_wrong, words in checks if is_wrong), None)


def written(value, **how):
    """JSON as the server writes it: there is one way alone, else dice could be chosen by the wording of an act."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), **how)


def same(one, other):
    """Whether two values are written alike, but for the order of names: 1, 1.0 and true are not."""
    return written(one, sort_keys=True) == written(other, sort_keys=True)


def is_die(sides):
    return type(sides) is int and 2 <= sides <= 2**32


def follows(answer):
    """What an answer to a proposal must be followed by."""
    return [DONE.get(answer["kind"])] if answer.get("outcome") == "accepted" else []


def is_moment(at):
    """Whether a moment is written as exports write it: 2026-01-02T03:04:05.678Z."""
    day, time = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}"
    return bool(re.fullmatch(f"{day}T{time}Z", at, re.ASCII))


def set_up(given):
    """What a game began with; the name of a seat's player and the like are the room's, not the game's."""
    of_players = ("seat", "kind", "name", "strategy", "contribution")
    seats = [{name: seat[name] for name in seat if name not in of_players} for seat in given["seats"]]
    options = {name: given["options"][name] for name in given["options"] if name != "take_back"}
    return given["scenario"], options, given["tables"], given.get("battle"), seats


class Game:
    """What the entries have told so far, one after the other. What answers words says what is wrong, if anything."""

    def __init__(self, header, secret, committed):
        mixed = {each["seat"]: each["contribution"] for each in header["seats"] if "contribution" in each}
        self.header, self.told = header, {"commitment": committed, "secret": secret, "contributions": mixed}
        self.place = self.acts = self.version = self.imported = 0
        self.status, self.own, self.forfeit, self.result, self.dice = "new", False, False, None, {}
        self.followed = False
        self.proposed, self.times, self.claimed, self.free = [], {}, set(), set()

    def take_in(self, entry, events):
        kind, rolls, acted, shown = entry["kind"], entry.get("rolls"), "act" in entry, dice_in(events)
        imported, alone = kind == "imported", kind != "imported" and not acted
        said = [event for event in events if event["type"] in MAY and event["type"] != "game_finished"]
        names = [event["type"] for event in said]
        values, own = [roll["value"] for roll in rolls or ()], {"act", "rolls", "place"} & entry.keys()
        moved = imported and (len(own) > 1 or type(entry["place"]) is not int or self.own)
        agreed = acted or names[:1] != ["proposal_answered"] or names[1:] == follows(said[0])
        wrong = first_of(
            (type(entry["version"]) is not int or entry["version"] <= self.version, "its entry is out of its order"),
            (not entry.keys() <= ENTRY or type(entry["settled"]) is not bool, "its entry says what entries do not"),
            (
                {event["at"] for event in events} != {events[0]["at"]} or not is_moment(events[0]["at"]),
                "does not say when it happened",
            ),
            (
                any(map(self.tells_otherwise, events)),
                "tells of another secret or contribution than the first and last line",
            ),
            (
                not re.fullmatch(self.form(kind, acted), " ".join(names)),
                f"is said to be {kind}, and is {', '.join(names) or 'an act'}",
            ),
            (alone and len(said) < len(events), "tells of the game, and no act that led to it"),
            (not agreed, "what follows is not what was agreed to"),
        ) or first_of(*((True, words) for event in events if (words := self.happen(event, acted))))
        wrong = wrong or first_of(
            (
                moved or (imported and entry["place"] != self.imported),
                "is said to come from another room, with acts, dice or a place of this one",
            ),
            (alone and (own or shown), "shows dice, and no act that they were drawn by"),
            (acted and rolls is None, "the act does not say which dice fell"),
        )
        wrong = wrong or (self.act(entry) if acted else None)
        if wrong or (not imported and not same(shown, values)):
            return wrong or f"its events show the dice {shown}, rolled were {values}"
        self.version, self.own = entry["version"], self.own or not imported
        if imported:
            self.place, self.imported = self.imported, self.imported + 1
        self.place += not imported and kind == "corrected"  # values put right by consent count as an act
        for event in events:
            if event["type"] == "undone":
                to, kept = event["place"], event.get("kept", [])
                if not 0 <= to < self.place or not same(kept, [n for n in range(1, self.place - to) if n in kept]):
                    return "takes back what was never played"
                self.place = to + len(kept)
            self.result = event["result"] if event["type"] == "game_finished" else self.result
        return None

    def form(self, kind, acted):
        """The pattern of what the room says in an entry of a kind; it fits nothing for a kind that there is not."""
        if kind == "imported":
            return "(corrected)?" if self.imported else "room_opened room_imported game_started"
        if acted and kind in ("time_up", "forfeited") and not (self.times if kind == "time_up" else self.forfeit):
            return "forfeited" if kind == "forfeited" else "-"  # what the clock goes on doing, it must have begun
        return (OF_ACTS if acted else ALONE).get(kind, "-")

    def happen(self, event, acted):
        kind, right = event["type"], event["type"] != "table_seen" or self.header.get("clock")
        if self.status not in MAY.get(kind, "playing").split():
            return f"{kind} is not for a room that is {self.status.replace('new', 'not opened')}"
        self.status = BECOMES.get(kind, self.status)
        if kind in ("proposal_made", "proposal_answered"):
            what, n = event["kind"], event["n"]
            self.proposed += [what] if kind == "proposal_made" else []
            right = self.proposed[n - 1 : n] == [what] and (kind == "proposal_answered" or n == len(self.proposed))
            # Once the game is over, nothing but a rematch is proposed, and that only then.
            right = right and (what == "draw") == acted and (what == "rematch") == (self.status == "finished")
        elif kind in ("time_up", "forfeited"):
            times = self.times[event["side"]] = self.times.get(event["side"], 0) + (kind == "time_up")
            right = self.header.get("clock") and (event["times"] == times if kind == "time_up" else times >= 3)
            self.forfeit = self.forfeit or kind == "forfeited"
        elif kind == "rematch_agreed":
            right, self.followed = not self.followed, True
        elif kind == "seat_claimed":
            right = event["seat"] not in self.claimed if self.status == "setup" else event["seat"] in self.free
            self.claimed, self.free = self.claimed | {event["seat"]}, self.free - {event["seat"]}
        elif kind == "seat_replaced":
            self.free = self.free | {event["seat"]} if event["by"] == "human" else self.free - {event["seat"]}
        return None if right else f"{kind} is not what the room had come to"

    def tells_otherwise(self, event):
        name, mixed = SECRETS.get(event["type"]), self.told["contributions"]
        is_claim = event["type"] == "seat_claimed" and event.get("contribution")
        return (
            not same(event[name], self.told[name])
            if name
            else is_claim and event["contribution"] != mixed.get(event["seat"])
        )

    def act(self, entry):
        begins, act, place = entry["kind"] == "game_started", json.loads(entry["act"]), self.place
        seats = act["action"]["seats"] if begins else []
        wrong = first_of(
            (not same(entry["place"], place), f"expected the act at place {place}, found it at {entry['place']}"),
            (written(act, sort_keys=True) != entry["act"], "the act is not written as acts are"),
            (act != {"action": act["action"], "seat": "" if begins else entry["seat"]}, "the act is another seat's"),
            (
                begins and not same(set_up(act["action"]), set_up(self.header)),
                "the game began otherwise than the header says",
            ),
            (
                begins
                and self.claimed
                != {a for a, seat in zip("abcdefg", seats, strict=False) if seat.get("kind") == "open"},
                "other seats were claimed than were open",
            ),
        )
        mixed, digest = written(self.told["contributions"], sort_keys=True), hashlib.sha256(entry["act"].encode())
        label, secret = f"{mixed}|{place}|{digest.hexdigest()}".encode(), bytes.fromhex(self.told["secret"])
        for counter, roll in enumerate(entry["rolls"] if not wrong else ()):
            if roll.keys() != {"purpose", "sides", "value"} or not is_die(roll["sides"]):
                return f"expected a die of 2 to 2^32 sides, found {roll['sides']}"
            right = draw(secret, label, counter, roll["sides"])
            if not same(right, roll["value"]):
                return f"die {counter + 1} ({roll['purpose']}): expected {right}, found {roll['value']}"
            self.dice[roll["sides"]] = self.dice.get(roll["sides"], 0) + 1
        self.acts, self.place = self.acts + 1, self.place + (not begins)
        return wrong


def verify(data):
    """Answers the verdict in words, or raises ``Refused``."""
    header, events, footer = read_lines(data)
    if footer["finished"] is not True:
        raise Refused("the game is not over: its secret is told when it is; until then nothing can be verified")
    if not HEADER <= header.keys() <= HEADER | {"battle", "clock"} or not is_moment(header["at"]):
        raise Refused("line 1: expected what every first line says, found something else")
    if not FOOTER <= footer.keys() <= FOOTER | {"result"}:
        raise Refused("the last line: expected what every last line says, found something else")
    if not all(type(header[name]) is str for name in NAMES) or header["room"].startswith("c-"):
        raise Refused("line 1: expected the file of a game, found another one")
    committed = hashlib.sha256(bytes.fromhex(footer["dice"]["secret"])).hexdigest()
    if header["dice"] != {"commitment": committed} or footer["dice"].keys() != {"secret"}:
        raise Refused("the secret at the end is not the one that was committed to at the start")
    seats = [each["seat"] for each in header["seats"]]
    if header["viewer"] is not None or seats != list("abcdefg")[: len(seats)]:
        raise Refused("line 1: expected everybody's game and its seats in their order, found something else")
    game = Game(header, footer["dice"]["secret"], committed)
    starts = [number for number, event in enumerate(events) if "entry" in event]
    if starts[:1] != [0]:
        raise Refused("line 2: expected the first event of an entry, found one without any")
    for first, after in zip(starts, [*starts[1:], len(events)], strict=True):
        wrong = game.take_in(events[first]["entry"], events[first:after])
        if wrong:
            raise Refused(f"line {first + 2}: {wrong}")
    if game.status != "finished":
        raise Refused("the last line says that the game is over, and no event does")
    if not same(footer.get("result"), game.result):
        raise Refused("the result in the last line is not the one that the game ended with")
    dice = f"{sum(game.dice.values())} dice of {game.acts} acts"
    sides = ", ".join(f"{count} of {sides} sides" for sides, count in sorted(game.dice.items())) or "none"
    verdict = f"verified: {dice} are those that the committed secret determines ({committed})"
    last_hash = data.rsplit(b'"', 2)[1].decode()
    unproved = [f"- {each}" for each in NOT_PROVED[: None if game.imported else -1]]
    return "\n".join([verdict, f"dice: {sides}", f"last hash: {last_hash}", "not proved:", *unproved])


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(verify(file.read()))
    except (Refused, OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        sys.exit(f"refused: {error!r}")
