"""Words of what is drawn: values, phases, marks; and small helps to put texts together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from app.engine.types import Seat, Text
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules

NUMBERS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "movement": Text("Movimiento", "Movement"),
        "attack": Text("Ataque", "Attack"),
        "range": Text("Alcance", "Range"),
        "initiative": Text("Iniciativa", "Initiative"),
        "cost": Text("Coste", "Cost"),
        "entry": Text("Entrar cuesta", "Entry cost"),
        "gold": Text("Oro", "Gold"),
        "mana": Text("Maná", "Mana"),
        "army": Text("Valor de ejército", "Army value"),
        "points": Text("Puntos", "Points"),
        "dice": Text("Dados", "Dice"),
    }
)

TYPES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "water": Text("Agua", "Water"),
        "mountain": Text("Montaña", "Mountain"),
        "forest": Text("Bosque", "Forest"),
        "plains": Text("Llanura", "Plains"),
        "desert": Text("Desierto", "Desert"),
        "city": Text("Ciudad", "City"),
        "magic": Text("Mágica", "Magic"),
        "flying": Text("Voladora", "Flying"),
    }
)

PHASES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "muster": Text("Leva", "Muster"),
        "turn_start": Text("Comienzo del turno", "Start of the turn"),
        "collect": Text("Recaudación", "Collection"),
        "recruit": Text("Reclutamiento", "Recruitment"),
        "movement": Text("Movimiento", "Movement"),
        "combat": Text("Combate", "Combat"),
        "turn_end": Text("Fin del turno", "End of the turn"),
        "game_over": Text("Fin de la partida", "Game over"),
    }
)

KINDS_OF_SITE: Final[Mapping[str, Text]] = MappingProxyType(
    {"melee": Text("cuerpo a cuerpo", "melee"), "ranged": Text("a distancia", "ranged")}
)

SPANS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "combat": Text("hasta que acabe este combate", "until this combat ends"),
        "turn": Text("hasta que acabe el turno", "until the turn ends"),
        "next_attack": Text("hasta su próximo ataque", "until its next attack"),
    }
)

REASONS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "annihilation": Text("no queda ningún rival en el mapa", "no rival is left on the map"),
        "control_points": Text("ha reunido los puntos", "it has gathered the points"),
        "accumulate": Text("ha reunido lo que hacía falta", "it has gathered what it takes"),
        "sided": Text("ha cumplido su objetivo", "it has met its objective"),
        "turn_limit": Text("se acabaron los turnos", "the turns are over"),
        "resignation": Text("los demás se rinden", "the others gave up"),
        "agreed": Text("así lo acordaron todos", "everybody agreed"),
        "draw": Text("así lo acordaron todos", "everybody agreed"),
    }
)


def same(words: object) -> Text:
    """Words that need no translation."""
    return Text(str(words), str(words))


def said(es: str, en: str, **places: object) -> Text:
    """A sentence in both languages; a ``Text`` in a place is read in the sentence's own language."""
    return Text(
        es.format(**{name: _in(value, "es") for name, value in places.items()}),
        en.format(**{name: _in(value, "en") for name, value in places.items()}),
    )


def joined(parts: Iterable[Text], by: str = ", ") -> Text:
    """Texts one after the other."""
    found = tuple(parts)
    return Text(by.join(part.es for part in found), by.join(part.en for part in found))


def hits_said(count: int) -> Text:
    """``1 hit``, ``2 hits``."""
    return Text("1 impacto", "1 hit") if count == 1 else said("{n} impactos", "{n} hits", n=count)


def movement_left(points: Iterable[int]) -> Text:
    """What tokens may still move: ``1 movement left``; ``1 / 2`` where they differ."""
    found = sorted(set(points))
    es = "Le queda {n} de movimiento" if found == [1] else "Le quedan {n} de movimiento"
    return said(es, "{n} movement left", n=" / ".join(map(str, found)))


def listed(parts: Iterable[Text]) -> Text:
    """``one, two and three``."""
    found = tuple(parts)
    if len(found) < 2:
        return joined(found)
    head = joined(found[:-1])
    return Text(f"{head.es} y {found[-1].es}", f"{head.en} and {found[-1].en}")


def unit_name(rules: Rules, code: str) -> Text:
    """A unit's name, its code if the tables have none."""
    kind = rules.units.get(code)
    return same(code) if kind is None else kind.name


def counted(rules: Rules, code: str, count: int) -> Text:
    """``Axer``, or with more than one ``Axer ×3``."""
    name = unit_name(rules, code)
    return name if count == 1 else said("{name} ×{count}", "{name} ×{count}", name=name, count=count)


def faction_name(rules: Rules, code: str) -> Text:
    """A faction's name, its code if the tables have none."""
    found = rules.factions.get(code)
    return same(code) if found is None else found.name


def seat_name(rules: Rules, faction: str, seat: Seat) -> Text:
    """A seat as players call it: ``Orcs (A)``."""
    return said("{faction} ({seat})", "{faction} ({seat})", faction=faction_name(rules, faction), seat=seat.upper())


def spell_name(rules: Rules, code: str) -> Text:
    """The name of what lasts: a spell's, a card's, else the code."""
    spell, card = rules.spells.get(code), rules.cards.get(code)
    if spell is not None:
        return spell.name
    return same(code) if card is None else card.name


def ref_name(rules: Rules, ref: UnitRef) -> Text:
    """A unit with its seat and place: ``Axer (A, B2)``."""
    return said(
        "{unit} ({seat}, {cell})",
        "{unit} ({seat}, {cell})",
        unit=unit_name(rules, ref.unit),
        seat=ref.seat.upper(),
        cell=ref.cell,
    )


def _in(value: object, language: str) -> str:
    return value.in_(language) if isinstance(value, Text) else str(value)
