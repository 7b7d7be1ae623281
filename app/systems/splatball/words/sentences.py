"""The one sentence for each viewer: what is asked, or whom we wait for; where the game stands; how it ended."""

from __future__ import annotations

from app.engine.types import Seat, Text
from app.engine.words import joined, listed, same
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.configurator.numbers import proposed_value
from app.systems.splatball.judge.view import View, known_units
from app.systems.splatball.park.ground import board_of
from app.systems.splatball.position.frames import AttackFrame, EndFrame
from app.systems.splatball.position.state import Unit
from app.systems.splatball.turn.machine import name_of_step
from app.systems.splatball.words.names import piece_name, player, unit_name

MANY = 2
"""More seats than this are waited for without saying what each does."""


def headline(rules: Rules, view: View) -> Text:
    """Round of how many, then the phase or whose turn it is, or that the game is over."""
    say, options = rules.words.say, rules.options
    most = options.rounds if options.victory == "rounds" else options.round_cap
    parts = [say("table", "headline_round", n=view.round, of=most)] if view.round else []
    if view.result is not None:
        return joined((*parts, say("phases", "over")), by=" · ")
    who = same("") if view.active is None else player(rules, view.active)
    return joined((*parts, say("phases", view.phase, who=who)), by=" · ")


def prompt(rules: Rules, view: View) -> Text:
    """What is asked of the viewer, or whom they wait for."""
    say = rules.words.say
    if view.result is not None or not view.asked:
        return say("table", "over")
    if view.seat is not None and view.seat in view.asked:
        return _asked(rules, view)
    waits = _waits(rules, view)
    if view.seat is not None and _is_out(view):
        return say("table", "out_waits", waits=waits)
    return waits


def _is_out(view: View) -> bool:
    seat = view.seat
    assert seat is not None
    has_units = any(unit.seat == seat for unit in known_units(view).values())
    return view.seats[seat].resigned or (view.round > 0 and not has_units)


def _waits(rules: Rules, view: View) -> Text:
    say = rules.words.say
    names = listed(player(rules, seat) for seat in view.asked)
    if view.phase == "army" and view.seat is not None and view.seats[view.seat].handed_in:
        return say("table", "list_in", names=names)
    if len(view.asked) > 1:
        return say("table", "waiting", names=names)
    return say("table", "waits_for", who=names, doing=say("doing", _key(view)))


def _key(view: View) -> str:
    return name_of_step(view.phase, view.step, view.frames)


def _asked(rules: Rules, view: View) -> Text:
    say, key = rules.words.say, _key(view)
    assert view.seat is not None
    state = view.seats[view.seat]
    match key:
        case "army":
            return say("asks", key, n=_value(rules, view))
        case "scenery":
            return say("asks", key, n=view.to_lay.get("elements", 0))
        case "deploy":
            if state.ambush:
                return say("asks", "ambush", n=len(state.ambush))
            left = len(state.left or ()) + len(state.to_lay)
            return say("asks", "deploy", n=left) if left and state.army is not None else say("asks", "deploy_done")
        case "objectives":
            return say("asks", key, n=state.objectives_left)
        case "markers":
            return say("asks", key, n=state.markers_left)
    return _prompted(rules, view, key)


def _value(rules: Rules, view: View) -> int:
    """What an army may cost (SPL-ARMY-01)."""
    return rules.options.army_value or proposed_value(rules, board_of(view.board, rules), len(view.seats))


def _prompted(rules: Rules, view: View, key: str) -> Text:
    frame = view.frames[-1] if view.frames else None
    if isinstance(frame, AttackFrame):
        unit = known_units(view)[frame.target if frame.step == "retreat" else frame.attacker]
        kind = unit.type if isinstance(unit, Unit) else None
        return rules.words.say("asks", key, unit=unit_name(rules, kind, unit.id), n=frame.due)
    if isinstance(frame, EndFrame):
        piece = view.pieces[frame.piece]
        return rules.words.say("asks", key, piece=piece_name(rules, piece.kind))
    return rules.words.say("asks", key)


def ending(rules: Rules, view: View) -> Text | None:
    """By which rule and with which figures the game was won (SPL-WIN); ``None`` while it goes on."""
    result = view.result
    if result is None:
        return None
    say = rules.words.say
    names = listed(player(rules, seat) for seat in result.winners)
    points = joined((same(view.points[side]) for side in _by_points(view)), by="\N{EN DASH}")
    if result.reason == "draw_agreed" or len({view.seats[seat].side for seat in result.winners}) != 1:
        key = "drawn"
    else:
        key = "won" if len(result.winners) == 1 else "won_several"
    return say("table", key, names=names, reason=say("reasons", result.reason), points=points)


def _by_points(view: View) -> list[Seat]:
    """Sides: those that have won first, then by points."""
    won = {view.seats[seat].side for seat in (view.result.winners if view.result is not None else ())}
    return sorted(view.points, key=lambda side: (side not in won, -view.points[side]))
