"""What acts are called where they are offered, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.engine.types import Seat, Text
from app.systems.open_wars.book.kinds import Cell, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.state import Token

ACTIONS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "muster": Text("Reúne tu ejército", "Muster your army"),
        "recruit": Text("Recluta", "Recruit"),
        "move": Text("Mueve", "Move"),
        "end_movement": Text("Termina tu movimiento", "End your movement"),
        "cast": Text("Lanza", "Cast"),
        "pass": Text("Pasa", "Pass"),
        "choose_site": Text("Elige el combate", "Choose the combat"),
        "choose_unit": Text("Elige quién actúa", "Choose who acts"),
        "attack": Text("Ataca", "Attack"),
        "retreat": Text("Retirada", "Retreat"),
        "hold": Text("No hace nada", "Hold"),
        "assign_hit": Text("Elige quién recibe el impacto", "Choose who takes the hit"),
        "bonus_target": Text("Elige a quién ataca", "Choose whom it attacks"),
        "follow_up_move": Text("Mueve tras el ataque", "Move after the attack"),
        "pact": Text("Elige quién paga el pacto", "Choose who pays for the pact"),
        "resurrect": Text("Devuelve una ficha caída", "Bring back a fallen token"),
    }
)

NOTHING: Final = Text("No recluta nada", "Recruit nothing")
NO_MEANS: Final = Text(
    "Ahora no puedes reclutar: te falta oro, o una ciudad que lo permita.",
    "There is nothing you can recruit now: it takes gold, and a city that may.",
)

WINDOWS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "collect": Text("al empezar la recaudación", "at the start of collection"),
        "recruit": Text("al empezar el reclutamiento", "at the start of recruitment"),
        "move": Text("cuando otro declara un movimiento", "when another declares a move"),
        "end_move": Text("cuando otro termina su movimiento", "when another ends its movement"),
        "act": Text("antes y después de cada ataque", "before and after each attack"),
        "roll": Text("tras cada tirada de ataque", "after each attack roll"),
        "dispel": Text("cuando otro lanza un hechizo", "when another casts a spell"),
        "turn_end": Text("al final del turno", "at the end of the turn"),
    }
)

NOWHERE: Final = Text("Se queda", "It stays")
NOBODY: Final = Text("Nadie", "Nobody")
FREE: Final = Text("gratis", "free")


def joined(*parts: Text, by: str = " ") -> Text:
    """Parts one after the other."""
    return Text(by.join(part.es for part in parts), by.join(part.en for part in parts))


def same(words: str) -> Text:
    """Words that need no translation: a cell, a number."""
    return Text(words, words)


def place(rules: Rules, code: str, cell: Cell) -> Text:
    """A card by name and cell: ``Forest B2``."""
    card = rules.cards.get(code)
    return same(cell) if card is None else joined(card.name, same(cell))


def seat_name(seat: Seat) -> Text:
    """A seat as it is called at the table."""
    return same(seat.upper())


def unit_name(rules: Rules, code: str) -> Text:
    """A unit by name."""
    kind = rules.units.get(code)
    return same(code) if kind is None else kind.name


def of_unit(rules: Rules, ref: UnitRef, count: int = 0) -> Text:
    """A unit where it stands: ``2 Axers (B2, B)``."""
    number = same(f"{count} ×") if count else None
    name = unit_name(rules, ref.unit)
    where = same(f"({ref.seat.upper()}, {ref.cell})")
    return joined(*(part for part in (number, name, where) if part is not None))


def token_state(field: Field, token: Token) -> Text:
    """What may tell a token apart from others of its unit."""
    words = [
        (token.acted, Text("ya ha actuado", "has acted")),
        (token.barred, Text("no puede atacar", "barred")),
        (token.wounded, Text("herida", "wounded")),
        (token.halted, Text("detenida", "halted")),
    ]
    found = [text for holds, text in words if holds]
    marks = [rules_name(field.rules, effect.code) for effect in field.marks(token)]
    parts = [*found, *marks, same(f"#{token.id}")]
    return joined(same("("), joined(*parts, by=", "), same(")"), by="")


def rules_name(rules: Rules, code: str) -> Text:
    """A spell or a card by name."""
    spell, card = rules.spells.get(code), rules.cards.get(code)
    if spell is not None:
        return spell.name
    return card.name if card is not None else same(code)


RESULTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "control_points": Text("Por puntos de control", "By control points"),
        "accumulate": Text("Por acumular lo pedido", "By hoarding what was asked for"),
        "sided": Text("Por el objetivo del escenario", "By the scenario's objective"),
        "annihilation": Text("Por aniquilación", "By annihilation"),
        "turn_limit": Text("Al acabar el último turno", "At the end of the last turn"),
        "resignation": Text("Por abandono de los demás", "By resignation of the others"),
        "agreed": Text("Tablas acordadas", "A draw was agreed"),
    }
)
"""Why a game ended."""
