"""The one sentence for each viewer: what is asked of him and what it answers to, or whom we wait for; where the game stands."""

from __future__ import annotations

from typing import Final

from app.engine.types import Text
from app.systems.open_wars.book.geometry import card_at
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.judge.view import View
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.words.screen_words import (
    KINDS_OF_SITE,
    PHASES,
    REASONS,
    counted,
    hits_said,
    joined,
    listed,
    ref_name,
    said,
    same,
    seat_name,
    spell_name,
    unit_name,
)

MANY: Final = 2
"""More seats than this are waited for by their letters alone."""

_LISTS: Final = {
    "muster": Text(
        "Reúne tu ejército en secreto; se descubre cuando acaben todos.",
        "Muster your army in secret; it is shown when all are done.",
    ),
    "recruit": Text(
        "Recluta en tus ciudades, o nada; una vez dado no se cambia.",
        "Recruit in your cities, or nothing; once given it stands.",
    ),
}
_ASKS: Final = {
    "act": Text("Actúa {unit}: ataca, se retira o no hace nada.", "{unit} acts: it attacks, retreats or holds."),
    "choose_unit": Text(
        "Varias unidades tuyas empatan: elige cuál actúa.", "Several of your units are tied: choose which acts."
    ),
    "choose_site": Text("Elige qué combate se resuelve ahora.", "Choose which combat is fought next."),
    "assign_hit": Text(
        "Recibes un impacto: elige qué ficha lo sufre.", "You take a hit: choose which token suffers it."
    ),
    "bonus_target": Text("Elige a quién va el ataque adicional.", "Choose whom the bonus attack is aimed at."),
    "follow_up_move": Text(
        "La Furia le deja moverse: elige adónde, o que se quede.", "Fury lets it move: choose where, or let it stay."
    ),
    "pact": Text("Pacto Oscuro: elige qué unidad paga, o nadie.", "Dark Pact: choose which unit pays, or nobody."),
    "pact_cast": Text(
        "Pacto Oscuro: lanza otro hechizo gratis, o pasa.", "Dark Pact: cast another spell for free, or pass."
    ),
    "resurrect": Text(
        "Puedes devolver una ficha caída pagando su coste.", "You may bring back a fallen token for its cost."
    ),
}
_WAITS: Final = {
    "muster": Text("reúne su ejército", "is mustering"),
    "recruit": Text("recluta", "is recruiting"),
    "movement": Text("mueve", "is moving"),
    "window": Text("puede responder", "may respond"),
    "act": Text("decide qué hace {unit}", "decides what {unit} does"),
    "choose_unit": Text("elige qué unidad actúa", "chooses which unit acts"),
    "choose_site": Text("elige el próximo combate", "chooses the next combat"),
    "assign_hit": Text("elige quién recibe un impacto", "chooses who takes a hit"),
    "bonus_target": Text("elige a quién ataca", "chooses whom to attack"),
    "follow_up_move": Text("mueve tras el ataque", "moves after the attack"),
    "pact": Text("paga el Pacto Oscuro", "pays for the Dark Pact"),
    "pact_cast": Text("lanza el hechizo del Pacto", "casts the Pact's spell"),
    "resurrect": Text("puede devolver una ficha caída", "may bring back a fallen token"),
}


def headline(rules: Rules, view: View) -> Text:
    """Turn of how many, phase, whose movement, the target."""
    if view.result is not None:
        return PHASES["game_over"]
    parts = []
    scenario = rules.scenarios.get(view.scenario)
    if view.turn and scenario is not None:
        parts.append(
            said("Turno {turn} de {limit}", "Turn {turn} of {limit}", turn=view.turn, limit=scenario.turn_limit)
        )
    parts.append(PHASES[view.phase])
    if view.phase == "movement" and view.movement is not None:
        parts.append(seat_name(rules, view.seats[view.movement].faction, view.movement))
    return joined(parts, by=" · ")


def prompt(rules: Rules, field: Field, view: View) -> Text:
    """What is asked of the viewer, or whom he waits for and why."""
    if view.result is not None:
        return Text("La partida ha terminado.", "The game is over.")
    if not view.frames or not view.asked:
        return Text("Un momento…", "One moment…")
    if view.seat is not None and view.seat in view.asked:
        return _asked(rules, field, view)
    waits = _waits(rules, view)
    if view.seat is not None and not view.seats[view.seat].plays:
        return said(
            "Estás fuera; puedes seguir mirando. {waits}", "You are out, and may watch on. {waits}", waits=waits
        )
    return waits


def _waits(rules: Rules, view: View) -> Text:
    names = listed(seat_name(rules, view.seats[seat].faction, seat) for seat in view.asked)
    doing = _doing(rules, view)
    if view.seat is not None and isinstance(view.frames[-1], f.OrdersFrame) and view.seats[view.seat].committed:
        return said("Tu lista está entregada. Falta: {names}.", "Your list is in. Still to come: {names}.", names=names)
    if len(view.asked) > MANY:
        names = listed(same(seat.upper()) for seat in view.asked)
    if len(view.asked) > 1:
        return said("Esperamos a {names}.", "Waiting for {names}.", names=names)
    return said("{names} {doing}.", "{names} {doing}.", names=names, doing=doing)


def _asked(rules: Rules, field: Field, view: View) -> Text:
    top = view.frames[-1]
    if isinstance(top, f.OrdersFrame):
        return _LISTS[top.list]
    if isinstance(top, f.MovementFrame):
        return Text(
            "Te toca mover: elige una unidad y adónde va, o termina.",
            "Your movement: choose a unit and where it goes, or end it.",
        )
    if isinstance(top, f.WindowFrame):
        about = reacting_to(rules, field, view)
        return said("{about} ¿Respondes?", "{about} Do you respond?", about=about)
    ask = top.ask
    if ask is None:
        return Text("Te toca.", "Your go.")
    unit = unit_name(rules, ask.unit.unit) if ask.unit is not None else same("")
    return said(_ASKS[ask.kind].es, _ASKS[ask.kind].en, unit=unit)


def _doing(rules: Rules, view: View) -> Text:
    top = view.frames[-1]
    if isinstance(top, f.OrdersFrame):
        return _WAITS[top.list]
    if isinstance(top, f.MovementFrame):
        return _WAITS["movement"]
    if isinstance(top, f.WindowFrame):
        return _WAITS["window"]
    ask = top.ask
    if ask is None:
        return Text("decide", "decides")
    unit = unit_name(rules, ask.unit.unit) if ask.unit is not None else same("")
    return said(_WAITS[ask.kind].es, _WAITS[ask.kind].en, unit=unit)


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
        return said(
            "Combate en {place}, antes de que actúe la siguiente unidad.",
            "Combat in {place}, before the next unit acts.",
            place=place,
        )
    return _moment(rules, view)


def _moment(rules: Rules, view: View) -> Text:
    top = view.frames[-1]
    kind = top.kind if isinstance(top, f.WindowFrame) else ""
    opener = top.opener if isinstance(top, f.WindowFrame) else None
    if kind == "end_move" and opener is not None:
        name = seat_name(rules, view.seats[opener].faction, opener)
        return said("{name} ha terminado de mover.", "{name} has ended its movement.", name=name)
    return {
        "collect": Text("Empieza la recaudación.", "Collection begins."),
        "recruit": Text("Empieza el reclutamiento.", "Recruitment begins."),
        "end_move": Text("Acaba un movimiento.", "A movement turn ends."),
        "turn_end": Text("Acaba el turno.", "The turn ends."),
    }.get(kind, Text("Puedes responder.", "You may respond."))


def move_line(rules: Rules, view: View, frame: f.MoveFrame) -> Text:
    """``Orcs (A) moves Axer ×2: A1 → B1.``"""
    return said(
        "{who} mueve {what}: {way}.",
        "{who} moves {what}: {way}.",
        who=seat_name(rules, view.seats[frame.seat].faction, frame.seat),
        what=counted(rules, frame.unit, len(frame.tokens)),
        way=" → ".join((frame.cell, *frame.path)),
    )


def spell_line(rules: Rules, field: Field, view: View, frame: f.CastFrame) -> Text:
    """``Orcs (A) casts Arcane Wind: Axer (A, B1).``"""
    who = seat_name(rules, view.seats[frame.seat].faction, frame.seat)
    what = spell_name(rules, frame.spell)
    if frame.answers:
        return said(
            "{who} lanza {what} contra el hechizo anterior.",
            "{who} casts {what} at the spell before.",
            who=who,
            what=what,
        )
    at = aim(rules, view, frame.target)
    if at is None:
        return said("{who} lanza {what}.", "{who} casts {what}.", who=who, what=what)
    return said("{who} lanza {what}: {at}.", "{who} casts {what}: {at}.", who=who, what=what, at=at)


def aim(rules: Rules, view: View, target: Target) -> Text | None:
    """What a spell is aimed at."""
    if target.effect is not None:
        effect = next((each for each in view.effects if each.id == target.effect), None)
        return None if effect is None else spell_name(rules, effect.code)
    ways = [*(target.path or ()), *((target.to,) if target.to is not None else ())]
    way = "".join(f" → {cell}" for cell in ways)
    if target.ref is not None:
        return said("{unit}{way}", "{unit}{way}", unit=ref_name(rules, target.ref), way=way)
    return None if target.cell is None else place_name(rules, view, target.cell)


def attack_line(rules: Rules, frame: f.AttackFrame) -> Text:
    """``Axer (A, B1) attacks B in B1: 2 hits so far.``"""
    return said(
        "{unit} ataca a {seat} en {cell}: {hits}.",
        "{unit} attacks {seat} in {cell}: {hits}.",
        unit=ref_name(rules, frame.attacker),
        seat=frame.seat.upper(),
        cell=frame.cell,
        hits=hits_said(frame.hits),
    )


def site_line(rules: Rules, view: View, frame: f.SiteFrame) -> Text:
    """``Combat in Wheat Field (B2), melee``"""
    place = place_name(rules, view, frame.cell)
    return said("Combate en {place}, {kind}", "Combat in {place}, {kind}", place=place, kind=KINDS_OF_SITE[frame.kind])


def place_name(rules: Rules, view: View, cell: str) -> Text:
    """A card by name and cell."""
    code = card_at(view.map, cell)
    card = rules.cards.get(code)
    return same(cell) if card is None else said("{name} ({cell})", "{name} ({cell})", name=card.name, cell=cell)


def ending(rules: Rules, view: View) -> Text | None:
    """How the game ended, ``None`` while it goes on."""
    result = view.result
    if result is None:
        return None
    reason = REASONS.get(result.reason, same(result.reason.replace("_", " ")))
    if result.side == "draw" or not result.seats:
        return said("Tablas: {reason}.", "A draw: {reason}.", reason=reason)
    names = listed(seat_name(rules, view.seats[seat].faction, seat) for seat in result.seats)
    return said("Gana {names}: {reason}.", "{names} wins: {reason}.", names=names, reason=reason)
