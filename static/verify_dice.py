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

OF_THE_ROOM = """room_opened seat_claimed game_started message proposal_made proposal_answered undone corrected resigned
time_up forfeited seat_replaced link_replaced room_closed room_imported room_paused room_resumed game_finished
game_opened"""
OF_THE_ROOM = {*OF_THE_ROOM.split()}
WITH_AN_ACT = {"resigned", "forfeited", "proposal_made", "proposal_answered"}
ENDS = {"game_finished", "room_closed"}
SECRETS = {"room_opened": "commitment", "game_started": "contributions", **dict.fromkeys(ENDS, "secret")}
ENTRY = {"version", "kind", "seat", "settled", "place", "act", "rolls"}
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
    if [line["seq"] for line in lines[1:-1]] != list(range(1, lines[-1]["events"] + 1)):
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


def set_up(given):
    """What a game began with; the name of a seat's player and the like are the room's, not the game's."""
    of_players = ("seat", "kind", "name", "strategy", "contribution")
    seats = [{name: seat[name] for name in seat if name not in of_players} for seat in given["seats"]]
    options = {name: given["options"][name] for name in given["options"] if name != "take_back"}
    return given["scenario"], options, given["tables"], given.get("battle"), seats


class Game:
    """What the entries have told so far, one after the other. ``take_in`` and ``act`` answer what is wrong, if anything."""

    def __init__(self, header, secret, committed):
        mixed = {each["seat"]: each["contribution"] for each in header["seats"] if "contribution" in each}
        self.header, self.told = header, {"commitment": committed, "secret": secret, "contributions": mixed}
        self.place = self.acts = self.version = self.imported = 0
        self.begun = self.over = self.own = False
        self.result, self.dice = None, {}

    def take_in(self, entry, events):
        types, kind, rolls = [event["type"] for event in events], entry["kind"], entry.get("rolls")
        imported, shown = kind == "imported", dice_in(events)
        played, begins, ends = imported or "act" in entry, "game_started" in types, ENDS & {*types}
        said = [each for each in types if each in OF_THE_ROOM - {"seat_claimed", "game_finished"}]
        values, own = [roll["value"] for roll in rolls or ()], {"act", "rolls", "place"} & entry.keys()
        moved = imported and (len(own) > 1 or entry["place"] != self.imported or self.own)
        wrong = first_of(
            (entry["version"] <= self.version or not entry.keys() <= ENTRY, "its entry is out of its order"),
            (len({*said}) < len(said), "says the same thing twice"),
            (
                played and (begins == self.begun or self.over),
                "the game is played before its beginning or after its end",
            ),
            (not played and (begins or "game_finished" in types), "a game begins and ends by what is played in it"),
            (self.over and ({"undone", "corrected"} & {*types} or ends), "the game was over before"),
            (("room_imported" in types) != (imported and not self.imported), "what another room began comes first"),
            (
                any(map(self.tells_otherwise, events)),
                "tells of another secret or contribution than the first and last line",
            ),
            (moved, "is said to come from another room, with acts, dice or a place of this one"),
            (not played and (own or shown), "shows dice, and no act that they were drawn by"),
            (not played and not {*types} <= OF_THE_ROOM, "tells of the game, and no act that led to it"),
            (not played and kind != types[-1], f"is said to be {kind}, and is {types[-1]}"),
            ("act" in entry and rolls is None, "the act does not say which dice fell"),
        ) or (None if imported or not played else self.act(entry, said))
        if wrong or (not imported and shown != values):
            return wrong or f"its events show the dice {shown}, rolled were {values}"
        self.version, self.begun, self.own = entry["version"], self.begun or played, self.own or not imported
        if imported:
            self.place, self.imported = self.imported, self.imported + 1
        self.place += not played and "corrected" in types  # values put right by consent count as an act
        for event in events:
            if event["type"] == "undone":
                to, kept = event["place"], event.get("kept", [])
                if not 0 <= to < self.place or kept != [n for n in range(1, self.place - to) if n in kept]:
                    return "takes back what was never played"
                self.place = to + len(kept)
            if event["type"] in ENDS:
                self.over, self.result = True, event.get("result")
        return None

    def tells_otherwise(self, event):
        name, mixed = SECRETS.get(event["type"]), self.told["contributions"]
        is_claim = event["type"] == "seat_claimed" and event.get("contribution")
        return (
            event[name] != self.told[name] if name else is_claim and event["contribution"] != mixed.get(event["seat"])
        )

    def act(self, entry, said):
        begins, kind, act, place = "game_started" in said, entry["kind"], json.loads(entry["act"]), self.place
        fits = said == [kind] if kind in WITH_AN_ACT else kind in ("game", "time_up") and not said
        fits = kind == "game_started" if begins else fits or (kind == "forfeited" and not said)
        wrong = first_of(
            (not fits, f"is said to be {kind}, and is {', '.join(said) or 'an act'}"),
            (entry["place"] != place, f"expected the act at place {place}, found it at {entry['place']}"),
            (written(act, sort_keys=True) != entry["act"], "the act is not written as acts are"),
            (act != {"action": act["action"], "seat": "" if begins else entry["seat"]}, "the act is another seat's"),
            (begins and set_up(act["action"]) != set_up(self.header), "the game began otherwise than the header says"),
        )
        mixed, digest = written(self.told["contributions"], sort_keys=True), hashlib.sha256(entry["act"].encode())
        label, secret = f"{mixed}|{place}|{digest.hexdigest()}".encode(), bytes.fromhex(self.told["secret"])
        for counter, roll in enumerate(entry["rolls"] if not wrong else ()):
            if roll.keys() != {"purpose", "sides", "value"} or not 2 <= roll["sides"] <= 2**32:
                return f"expected a die of 2 to 2^32 sides, found {roll['sides']}"
            right = draw(secret, label, counter, roll["sides"])
            if right != roll["value"]:
                return f"die {counter + 1} ({roll['purpose']}): expected {right}, found {roll['value']}"
            self.dice[roll["sides"]] = self.dice.get(roll["sides"], 0) + 1
        self.acts, self.place = self.acts + 1, self.place + (not begins)
        return wrong


def verify(data):
    """Answers the verdict in words, or raises ``Refused``."""
    header, events, footer = read_lines(data)
    if footer["finished"] is not True:
        raise Refused("the game is not over: its secret is told when it is; until then nothing can be verified")
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
    if not game.over:
        raise Refused("the last line says that the game is over, and no event does")
    if footer.get("result") != game.result:
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
