#!/usr/bin/env python3
"""Rolls every die of a finished Tapete game again, from its export: python3 verify_dice.py game.jsonl

It needs Python 3.10 or newer and nothing else; read it before you run it, it is meant to be read. What it shows:

1. The file is as it was written: every line ends in the SHA-256 of the hash before it and of itself.
2. The secret told at the end is the one that the first line committed to (its SHA-256) before anybody acted.
3. Every die of every act is the one that the secret, what each seat mixed in, the act's place in the game and the act
   itself determine: nobody could choose it, and the same act at the same place always gets the same dice.
4. The dice that the events show are the dice that fell, in the order they fell.

Compare the commitment it prints with the one your table showed you while you played: the server cannot change that one.
"""

import hashlib
import hmac
import json
import re
import sys


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
    if len(lines) < 2 or lines[0]["type"] != "export" or lines[-1]["type"] != "export_end":
        raise Refused("the header or the last line is missing")
    if [line["seq"] for line in lines[1:-1]] != list(range(1, lines[-1]["events"] + 1)):
        raise Refused("an event is missing or out of its order")
    return lines[0], lines[1:-1], lines[-1]


def draw(secret, label, counter, sides):
    """Die number ``counter`` of the stream ``label``: HMAC-SHA256, four bytes at a time, no face likelier than another."""
    if not 1 <= sides <= 2**32:
        raise Refused(f"a die of {sides} sides")
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


def verify(data):
    """Answers the verdict in words, or raises ``Refused``."""
    header, events, footer = read_lines(data)
    if not footer["finished"]:
        raise Refused("the game is not over: its secret is told when it is")
    secret, committed = bytes.fromhex(footer["dice"]["secret"]), header["dice"]["commitment"]
    if hashlib.sha256(secret).hexdigest() != committed:
        raise Refused("the secret at the end is not the one that was committed to at the start")
    mixed_in = {seat["seat"]: seat["contribution"] for seat in header["seats"] if "contribution" in seat}
    mixed = json.dumps(mixed_in, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    place = dice = 0
    starts = [number for number, event in enumerate(events) if "entry" in event]
    if starts[:1] != [0]:
        raise Refused("the first event belongs to no entry")
    for first, after in zip(starts, [*starts[1:], len(events)], strict=True):
        of_entry, entry, where = events[first:after], events[first]["entry"], f"line {first + 2}"
        rolls, begins = entry.get("rolls", []), [event for event in of_entry if event["type"] == "game_started"]
        if begins and begins[0]["contributions"] != mixed_in:
            raise Refused(f"{where}: the seats mixed in something else than the header says")
        if "act" in entry:
            if entry["place"] != place:
                raise Refused(f"{where}: the act stands at place {place}, not {entry['place']}")
            label = f"{mixed}|{place}|{hashlib.sha256(entry['act'].encode()).hexdigest()}".encode()
            for counter, roll in enumerate(rolls):
                if draw(secret, label, counter, roll["sides"]) != roll["value"]:
                    raise Refused(f"{where}: die {counter + 1} ({roll['purpose']}) is not the one that fell")
            place, dice = place + (not begins), dice + len(rolls)
        elif any(event["type"] == "corrected" for event in of_entry):
            place += 1  # values put right by consent count as an act
        elif "place" in entry:
            place = entry["place"]  # taken over from another room, whose dice are not judged here
        if entry["kind"] != "imported" and dice_in(of_entry) != [roll["value"] for roll in rolls]:
            raise Refused(f"{where}: its events show other dice than those that fell")
        for event in of_entry:
            if event["type"] == "undone":
                before, place = place, event["place"] + len(event.get("kept", []))
                if not 0 <= place < before:
                    raise Refused(f"{where}: takes back what was never played")
    return f"verified: {dice} dice are those that the committed secret determines ({committed})"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(verify(file.read()))
    except (Refused, OSError, ValueError, LookupError, TypeError, AttributeError, ZeroDivisionError) as error:
        sys.exit(f"refused: {error!r}")
