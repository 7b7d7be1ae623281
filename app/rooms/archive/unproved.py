"""What an export does not prove, in words: the same on pages, in the command and in ``static/verify_dice.py``."""

from __future__ import annotations

from typing import Final

from app.engine.types import Text

SECRET: Final = Text(
    es="que el secreto sea el de tu mesa: compara el compromiso con el que te enseñó mientras jugabais",
    en="that the secret is that of your table: compare the commitment with the one it showed you while you played",
)
ACTS: Final = Text(
    es="que las jugadas sean las vuestras, y estén todas: quien conoce el secreto puede escribir otras con dados igual de correctos; "
    "compara el último hash con el del archivo de otro jugador",
    en="that the acts are those of your game, and all of them: whoever knows the secret can write others whose dice are as right; "
    "compare the last hash with that of another player's file",
)
TOLD: Final = Text(
    es="lo que sólo sabe la gente: nombres, quién ocupó cada asiento, lo que se dijo, se propuso y se acordó (también lo "
    "corregido, deshecho o cerrado), cuándo pasó cada cosa, lo que hicieron los relojes, y el número y los ajustes de la mesa",
    en="what only people know: names, who held which seat, what was said, proposed and agreed to (also what was put "
    "right, taken back or closed), when anything happened, what the clocks did, and the room's number and settings",
)
RULES: Final = Text(
    es="lo que las reglas hacen de las jugadas: que las permitieran, que pidieran esos dados y no otros, y que llevaran "
    "a lo que se cuenta y a ese resultado (lo juzga quien tiene las reglas: python -m app verify-dice)",
    en="what the rules make of the acts: that they allowed them, called for these dice and no others, and led to what is "
    "told and to this result (whoever has the rules judges it: python -m app verify-dice)",
)
ELSEWHERE: Final = Text(
    es="lo que se jugó antes en otra mesa, con sus dados: cómo empezó la partida y las jugadas que se trajeron de allí",
    en="what was played in another room before, with its dice: how the game began, and the acts taken over from there",
)


def unproved(*, has_rules: bool, is_imported: bool) -> tuple[Text, ...]:
    """What a finished export leaves unproved: where the rules it was played by are at hand, and where its room went on with
    what another had begun."""
    return (SECRET, ACTS, TOLD, *(() if has_rules else (RULES,)), *((ELSEWHERE,) if is_imported else ()))
