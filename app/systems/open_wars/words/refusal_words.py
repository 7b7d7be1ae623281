"""What a refusal says to a player, by the id of its rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.engine.types import Text

REFUSALS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "OW-WIN-10": Text("Ahora se está respondiendo a algo: espera.", "Something is being responded to: wait."),
        "OW-TURN-01": Text("Ahora no te toca hacer eso.", "It is not your time to do that."),
        "OW-REC-02": Text("Tu lista ya está entregada.", "Your list is already in."),
        "OW-VIC-09": Text(
            "Ahora no hay tablas que ofrecer o responder.", "There is no draw to offer or to answer now."
        ),
        "OW-MOV-09": Text(
            "Sólo se mueven juntas fichas de una misma unidad y carta; en un combate, las de la unidad a la que le toca.",
            "Only tokens of one unit on one card move together; in a fight those of the unit whose go it is.",
        ),
        "OW-STK-02": Text("No cabe: la pila estaría demasiado llena.", "No room: the stack would be too large."),
        "OW-STK-04": Text("Ya hay una unidad mágica tuya ahí.", "A magic unit of yours is there already."),
        "OW-LOC-05": Text("Esa unidad no puede entrar en el agua.", "That unit cannot enter water."),
        "OW-WAT-02": Text("Una unidad de agua no sale a tierra ahí.", "A water unit cannot land there."),
        "OW-WAT-03": Text(
            "Desde una ciudad, una unidad de agua sólo va al agua de al lado.",
            "From a city a water unit goes to adjacent water only.",
        ),
        "OW-CARD-01": Text("Las voladoras no pueden terminar ahí.", "Flying units cannot end there."),
        "OW-MOV-14": Text(
            "Cruzaría una carta donde no puede parar sin poder salir de ella.",
            "It would cross a card where it cannot stop without being able to go on.",
        ),
        "OW-MOV-02": Text(
            "Sólo se va a cartas de al lado, nunca en diagonal ni sobre huecos.",
            "Steps go to adjacent cards only, never diagonally or over holes.",
        ),
        "OW-MOV-03": Text("No le alcanza el movimiento.", "It has too few movement points."),
        "OW-MOV-08": Text("Es un edificio: no se mueve.", "It is a building: it does not move."),
        "OW-MOV-10": Text("Está detenida este turno.", "It is halted this turn."),
        "OW-MOV-11": Text("Tiene que detenerse antes.", "It has to stop before that."),
        "OW-LOCK-02": Text(
            "Está trabada en combate: no puede irse moviendo.", "It is locked in combat: it cannot move away."
        ),
        "OW-SCN-05": Text(
            "En este escenario tiene que acercarse a su meta.", "In this scenario it must go nearer to its goal."
        ),
        "OW-RET-01": Text(
            "Sólo se retira quien tiene enemigos en su carta.", "Only a unit with enemies on its card retreats."
        ),
        "OW-RET-02": Text("La retirada es a una carta de al lado.", "A retreat goes to an adjacent card."),
        "OW-RET-03": Text("No puede retirarse a una carta con enemigos.", "It cannot retreat to a card with enemies."),
        "OW-RET-04": Text(
            "No le alcanza el movimiento para retirarse ahí.", "Its movement is too low to retreat there."
        ),
        "OW-RET-05": Text("Sólo se retiran fichas que no han actuado.", "Only tokens that have not acted retreat."),
        "OW-SITE-04": Text("Ese combate no está esperando.", "That combat is not waiting."),
        "OW-INI-01": Text("Antes le toca a otra unidad.", "It is another unit's go."),
        "OW-INI-07": Text("Ya ha actuado.", "It has acted already."),
        "OW-INI-06": Text("Esa unidad no está entre las empatadas.", "That unit is not among those tied."),
        "OW-ATK-01": Text("Ahí no hay enemigos de ese jugador.", "No enemies of that player are there."),
        "OW-ATK-05": Text("Esa unidad no puede atacar ahora.", "That unit cannot attack now."),
        "OW-ATK-06": Text("No es un blanco del ataque adicional.", "That is no target of the bonus attack."),
        "OW-RNG-04": Text(
            "Fuera de alcance: sólo en línea recta y hasta su alcance.",
            "Out of range: straight lines only, up to its range.",
        ),
        "OW-RNG-05": Text(
            "Con enemigos en su carta sólo puede atacar ahí.", "With enemies on its card it can attack there only."
        ),
        "OW-HIT-03": Text("Caen primero las más baratas.", "The cheapest fall first."),
        "OW-HIT-04": Text("Di qué ficha sufre el impacto.", "Say which token takes the hit."),
        "OW-MAG-01": Text("Esa unidad no lanza ese hechizo.", "That unit does not cast that spell."),
        "OW-MAG-02": Text("No tienes bastante maná.", "You have too little mana."),
        "OW-MAG-04": Text(
            "Los hechizos de combate sólo se lanzan entre ataques de un combate.",
            "Combat spells are cast between the attacks of a combat only.",
        ),
        "OW-MAG-05": Text("Ahora no puedes lanzar hechizos.", "You cannot cast spells now."),
        "OW-MAG-07": Text("El objetivo está fuera de su alcance.", "The target is out of its reach."),
        "OW-MAG-09": Text("El hechizo no vale para esa unidad.", "The spell is not for that unit."),
        "OW-MAG-11": Text("No hay nada sobre lo que lanzarlo.", "There is nothing to cast it at."),
        "OW-MAG-13": Text(
            "El objetivo no está en el combate en curso.", "The target is not in the combat being fought."
        ),
        "OW-WIN-08": Text("Contra un hechizo sólo se puede lanzar Disipar.", "Only Dispel can be cast at a spell."),
        "OW-FAC-03": Text("Esa unidad no es de tu facción.", "That unit is not of your faction."),
        "OW-REC-03": Text("Sólo se recluta en ciudades que controlas.", "You recruit in cities that you control only."),
        "OW-REC-06": Text(
            "Las unidades de agua sólo se reclutan en un puerto.", "Water units are recruited in a port only."
        ),
        "OW-REC-07": Text("De cada unidad única sólo puedes tener una.", "You can have one of each unique unit only."),
        "OW-REC-08": Text("No te llega el oro para toda la lista.", "Your gold does not pay for the whole list."),
        "OW-REC-10": Text("Esa unidad no está a la venta.", "That unit is not for sale."),
        "OW-SET-05": Text(
            "La leva tiene que llevar al menos una ficha y no pasar del oro.",
            "A muster needs at least one token and no more than its gold.",
        ),
        "OW-UNIT-09": Text("De cada unidad única sólo puedes tener una.", "You can have one of each unique unit only."),
        "OW-HERO-05": Text(
            "Ese héroe cayó y no vuelve en esta partida.", "That hero has fallen and does not come back this game."
        ),
        "OW-CARD-18": Text("Esa ficha no puede volver así.", "That token cannot come back like this."),
        "OW-CAM-04": Text(
            "Esos veteranos pasan de lo que se puede conservar.", "Those veterans are more than may be kept."
        ),
        "OW-CAM-06": Text("Ese ascenso no es posible.", "That promotion is not possible."),
    }
)
"""Short sentences; the rule itself is one touch away."""

FACTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "cost": Text("cuesta {n}", "cost {n}"),
        "printed": Text("la carta pide {n}", "the card asks {n}"),
        "by_card": Text("{n} por lo que dice la carta", "{n} by what the card says"),
        "at_home": Text("{n} por ser su terreno", "{n} as its own terrain"),
        "left": Text("quedan {n}", "{n} left"),
        "mana": Text("tienes {n} de maná", "you have {n} mana"),
        "gold": Text("tienes {n} de oro", "you have {n} gold"),
        "points": Text("tiene {n}", "it has {n}"),
        "movement": Text("movimiento {n}", "movement {n}"),
        "turn": Text("le toca a {n}", "{n} is to act"),
        "present": Text("ya hay {n}", "{n} there already"),
        "limit": Text("límite {n}", "limit {n}"),
        "cap": Text("máximo {n}", "at most {n}"),
        "value": Text("son {n}", "they are {n}"),
        "cell": Text("{n}", "{n}"),
        "to": Text("hacia {n}", "towards {n}"),
        "city": Text("{n}", "{n}"),
    }
)
"""The numbers of a refusal, as they are said after its sentence."""
