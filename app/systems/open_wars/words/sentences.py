"""The one sentence for each viewer: what is asked of him and what it answers to, or whom we wait for; where the game stands."""

from __future__ import annotations

from typing import Final

from app.engine.types import Text
from app.engine.words import joined, listed, same, shaped
from app.systems.open_wars.book.geometry import card_at
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.judge.view import View
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.words.screen_words import (
    counted,
    player,
    reason_words,
    ref_name,
    seat_name,
    spell_name,
    unit_name,
)

MANY: Final = 2
"""More seats than this are waited for by their letters alone."""


def headline(rules: Rules, view: View) -> Text:
    """Turn of how many, phase or that the game is over, whose movement."""
    parts = []
    scenario = rules.scenarios.get(view.scenario)
    if view.turn and scenario is not None:
        parts.append(rules.words.say("table", "headline_turn", turn=view.turn, limit=scenario.turn_limit))
    parts.append(rules.words.say("phases", view.phase if view.result is None else "game_over"))
    if view.result is None and view.phase == "movement" and view.movement is not None:
        parts.append(seat_name(rules, view.seats[view.movement].faction, view.movement))
    return joined(parts, by=" · ")


def prompt(rules: Rules, field: Field, view: View) -> Text:
    """What is asked of the viewer, or whom he waits for and why."""
    if view.result is not None:
        return rules.words.say("table", "over")
    if not view.frames or not view.asked:
        return rules.words.say("table", "moment")
    if view.seat is not None and view.seat in view.asked:
        return _asked(rules, field, view)
    waits = _waits(rules, view)
    if view.seat is not None and not view.seats[view.seat].plays:
        return rules.words.say("table", "out_waits", waits=waits)
    return waits


def _waits(rules: Rules, view: View) -> Text:
    names = listed(seat_name(rules, view.seats[seat].faction, seat) for seat in view.asked)
    key, unit = _ask(rules, view)
    doing = rules.words.say("waits", key, unit=unit)
    if view.seat is not None and isinstance(view.frames[-1], f.OrdersFrame) and view.seats[view.seat].committed:
        return rules.words.say("table", "list_in", names=names)
    if len(view.asked) > MANY:
        names = listed(player(seat) for seat in view.asked)
    if len(view.asked) > 1:
        return rules.words.say("table", "waiting", names=names)
    return shaped("{names} {doing}.", names=names, doing=doing)


def _asked(rules: Rules, field: Field, view: View) -> Text:
    about = reacting_to(rules, field, view) if isinstance(view.frames[-1], f.WindowFrame) else same("")
    key, unit = _ask(rules, view)
    return rules.words.say("asks", f"{key}_far" if _is_far(field, view) else key, unit=unit, about=about)


def _is_far(field: Field, view: View) -> bool:
    """Whether a unit is asked what it does that has no enemy on its card to retreat from."""
    top = view.frames[-1]
    ask = top.ask if isinstance(top, f.SiteFrame) else None
    return (
        ask is not None
        and ask.kind == "act"
        and ask.unit is not None
        and not field.enemies(ask.unit.seat, ask.unit.cell)
    )


def _ask(rules: Rules, view: View) -> tuple[str, Text]:
    """What is asked for, and of which unit."""
    top = view.frames[-1]
    if isinstance(top, f.OrdersFrame):
        return top.list, same("")
    if isinstance(top, f.MovementFrame):
        return "movement", same("")
    if isinstance(top, f.WindowFrame):
        return "window", same("")
    ask = top.ask
    if ask is None:
        return "none", same("")
    return ask.kind, same("") if ask.unit is None else unit_name(rules, ask.unit.unit)


def reacting_to(rules: Rules, field: Field, view: View) -> Text:
    """What the open window answers to."""
    top = view.frames[-1]
    below = next((frame for frame in reversed(view.frames[:-1]) if not isinstance(frame, f.WindowFrame)), None)
    if isinstance(below, f.CastFrame):
        return spell_line(rules, field, view, below)
    if isinstance(below, f.MoveFrame):
        return move_line(rules, view, below)
    if isinstance(below, f.AttackFrame) and isinstance(top, f.WindowFrame) and top.kind == "roll":
        return attack_line(rules, below)
    if isinstance(below, f.SiteFrame):
        place = place_name(rules, view, below.cell)
        return rules.words.say("table", "in_combat", place=place)
    return _moment(rules, view)


def _moment(rules: Rules, view: View) -> Text:
    top = view.frames[-1]
    kind = top.kind if isinstance(top, f.WindowFrame) else ""
    opener = top.opener if isinstance(top, f.WindowFrame) else None
    if kind == "end_move" and opener is not None:
        name = seat_name(rules, view.seats[opener].faction, opener)
        return rules.words.say("table", "movement_ended", name=name)
    answers = rules.words.table("answers")
    return answers.get(kind, answers["other"])


def move_line(rules: Rules, view: View, frame: f.MoveFrame) -> Text:
    """``Orcs (A) moves Axer ×2: A1 → B1.``"""
    return rules.words.say(
        "table",
        "move_line",
        who=seat_name(rules, view.seats[frame.seat].faction, frame.seat),
        what=counted(rules, frame.unit, len(frame.tokens)),
        way=" → ".join((frame.cell, *frame.path)),
    )


def spell_line(rules: Rules, field: Field, view: View, frame: f.CastFrame) -> Text:
    """``Orcs (A) casts Arcane Wind: Axer (A, B1).``"""
    who = seat_name(rules, view.seats[frame.seat].faction, frame.seat)
    what = spell_name(rules, frame.spell)
    if frame.answers:
        return rules.words.say("table", "spell_answers", who=who, what=what)
    at = aim(rules, view, frame.target)
    if at is None:
        return rules.words.say("table", "spell_line", who=who, what=what)
    return rules.words.say("table", "spell_line_at", who=who, what=what, at=at)


def aim(rules: Rules, view: View, target: Target) -> Text | None:
    """What a spell is aimed at."""
    if target.effect is not None:
        effect = next((each for each in view.effects if each.id == target.effect), None)
        return None if effect is None else spell_name(rules, effect.code)
    ways = [*(target.path or ()), *((target.to,) if target.to is not None else ())]
    way = "".join(f" → {cell}" for cell in ways)
    if target.ref is not None:
        return shaped("{unit}{way}", unit=ref_name(rules, target.ref), way=way)
    return None if target.cell is None else place_name(rules, view, target.cell)


def attack_line(rules: Rules, frame: f.AttackFrame) -> Text:
    """``Axer (A, B1) attacks B in B1: 2 hits so far.``"""
    return rules.words.say(
        "table",
        "attack_line",
        unit=ref_name(rules, frame.attacker),
        seat=player(frame.seat),
        cell=frame.cell,
        hits=rules.words.counted("names", "hits", frame.hits),
    )


def site_line(rules: Rules, view: View, frame: f.SiteFrame) -> Text:
    """``Combat in Wheat Field (B2), melee``"""
    place = place_name(rules, view, frame.cell)
    return rules.words.say("table", "site_line", place=place, kind=rules.words.say("kinds_of_site", frame.kind))


def place_name(rules: Rules, view: View, cell: str) -> Text:
    """A card by name and cell."""
    code = card_at(view.map, cell)
    card = rules.cards.get(code)
    return same(cell) if card is None else shaped("{name} ({cell})", name=card.name, cell=cell)


def ending(rules: Rules, view: View) -> Text | None:
    """How the game ended, ``None`` while it goes on."""
    result = view.result
    if result is None:
        return None
    reason = reason_words(rules, result.reason)
    if result.side == "draw" or not result.seats:
        return rules.words.say("table", "drawn", reason=reason)
    names = listed(seat_name(rules, view.seats[seat].faction, seat) for seat in result.seats)
    return rules.words.say("table", "won", names=names, reason=reason)
