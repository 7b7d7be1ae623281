"""What can be set of a battle as a whole: its names, its board, its turns and their weather, what wins, its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.system import Manifest
from app.engine.types import Text
from app.engine.workshop.forms import called, chosen, form_of, names, say
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.book.scenarios import MOST_SIZE, WeatherRow
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.workshop.document import LEAST_SIZE, MOST_HEXES, Battle
from app.systems.flames_hexwar.workshop.forms import Form, Put, Setting, whose
from app.systems.flames_hexwar.workshop.ground import resized

MOST_TURNS: Final = 30
CLEAR: Final = "clear"


def of_battle(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    """Its names, its board, its turns, what wins, its weather, its options."""
    yield from called(_form(rules, battle, "battle"), battle, say(rules, "start", "name"), 900)
    yield from _board(rules, battle)
    yield from _turns(rules, battle)
    yield from _weather(rules, battle)
    yield from chosen(battle, manifest.options, lambda group: say(rules, "groups", "options", group=group))


def _form(rules: Rules, battle: Battle, group: str) -> Form:
    return form_of(rules, None, battle, lambda made: made, group)


def _board(rules: Rules, battle: Battle) -> Iterator[Setting]:
    """A board is bounded by how many hexes it has."""
    form = _form(rules, battle, "board")
    widest, highest = MOST_HEXES // battle.rows, MOST_HEXES // battle.cols
    yield form.number("cols", LEAST_SIZE, min(MOST_SIZE, widest), put=lambda n: resized(battle, n, battle.rows))
    yield form.number("rows", LEAST_SIZE, min(MOST_SIZE, highest), put=lambda n: resized(battle, battle.cols, n))


def _turns(rules: Rules, battle: Battle) -> Iterator[Setting]:
    """How long it is, and what wins it (FHW-END-01, FHW-VIC-01, FHW-VIC-04); when reserves come (FHW-REIN-01)."""
    form, victory = _form(rules, battle, "victory"), battle.victory
    yield form.number("turns", 1, MOST_TURNS, put=lambda n: _lasting(battle, n))
    own = form.of(victory, lambda changed: replace(battle, victory=changed))
    most = max(1, len(battle.objectives), victory.attacker_needs_objectives)
    yield own.number("needs", 0, most, at="attacker_needs_objectives")
    yield own.number("check_from_turn", 0, max(battle.turns, victory.check_from_turn))
    yield own.choice("otherwise", names(rules, "otherwise"))
    later = form.of(battle.reserves, lambda changed: replace(battle, reserves=changed))
    for side, field in zip(SIDES, ("attacker_start_turn", "defender_start_turn"), strict=True):
        label = say(rules, "fields", "reserves", who=whose(rules, side))
        yield later.number(field, 0, max(battle.turns, battle.reserves.of(side)), label=label)


def _lasting(battle: Battle, turns: int) -> Battle:
    """The battle with so many turns; what was said of later ones is not any more."""
    weather = tuple(
        replace(row, turns=kept) for row in battle.weather if (kept := tuple(n for n in row.turns if n <= turns))
    )
    return replace(battle, turns=turns, weather=weather)


def _weather(rules: Rules, battle: Battle) -> Iterator[Setting]:
    """The weather of every turn (FHW-WEA-01)."""
    form = _form(rules, battle, "weather")
    kinds: dict[str, Text] = {name: of.name for name, of in rules.weather.items()}
    for turn in range(1, battle.turns + 1):
        label = say(rules, "fields", "weather", n=turn)
        now = next((row.id for row in battle.weather if turn in row.turns), CLEAR)
        yield form.choice(f"weather_{turn}", kinds, label=label, value=now, put=_weather_setter(battle, turn))


def _weather_setter(battle: Battle, turn: int) -> Put:
    def put(kind: str) -> Battle:
        of = {n: row.id for row in reversed(battle.weather) for n in row.turns}
        of[turn] = kind  # type: ignore[assignment]
        kinds = dict.fromkeys(of[n] for n in sorted(of))
        rows = (WeatherRow(tuple(n for n in sorted(of) if of[n] == each), each) for each in kinds)
        return replace(battle, weather=tuple(rows))

    return put
