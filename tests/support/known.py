"""What pushes of all games have in common, for ``static/js/table/known.js``: pushes of games that are played at random are drawn,
and what most of them hold is picked.

``python -m tests.support.known`` (``make known``) writes the file anew; the same drawings give the same text.
"""

from __future__ import annotations

import hashlib
import heapq
import math
import random
import re
import sys
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.registry import discover
from app.engine.system import GameSystem, ScenarioSpec, Setup
from app.engine.types import SEATS, SPECTATOR, Viewer
from app.web.draw.known import known
from app.web.table import messages
from app.web.wire.templating import ROOT, STATIC, build_templates
from app.web.wire.texts import LANGUAGES
from tests.parts.web.tables import delta, info
from tests.support.random_play import Moment, act_at_random

FILE: Final = STATIC / "js" / "table" / "known.js"
MOST_BYTES: Final = 10_000
"""Of the text: it is read with the page's scripts, before the first push."""
ACTS: Final = 120
EVERY: Final = 20
"""So many acts of each scenario are played, and the push of each twentieth is drawn."""
VIEWERS: Final = (Viewer("a"), SPECTATOR)

_GRAIN: Final = 8
"""Two texts have in common what they have in common by so many letters."""
_LENGTHS: Final = (400, 1600)
"""How long what is picked at once may be, about."""
_LEAST: Final = 0.02
"""A run of letters that weighs less is taken as being of one push alone."""
_WRITABLE: Final = re.compile(r"[ -#%-\[\]-_a-~]+")
"""What stands for itself between backquotes."""


def pushes(
    system: GameSystem, seats: int, moments: Iterable[Moment], lang: str, viewer: Viewer = SPECTATOR
) -> Iterator[tuple[str, bytes]]:
    """The kind of every act, and what a page that looks on is told of it in one of the languages."""
    game = system.manifest.id
    templates, folder = build_templates(), ROOT / "app" / "systems" / game
    players = tuple(
        {"seat": seat, "kind": "human", "taken": True, "name": "Ana", "side": seat} for seat in SEATS[:seats]
    )
    for moment in moments:
        after = moment.step.state
        scenes = [system.scene(system.view(state, viewer)) for state in (moment.state, after)]
        told = [system.tell(moment.state, each, viewer) for each in moment.step.events]
        log = tuple(system.describe(each) for each in told if each is not None)
        events = tuple({"seq": n, "at": "2026-01-01T12:00:00.000Z", "type": "told"} for n, _ in enumerate(log))
        room = info(game=game, seats=players, to_act=tuple(system.to_act(after)))
        change = replace(delta(*scenes, log=log, events=events, info=room), viewer=viewer)
        yield kind_of(moment), messages.delta_message(templates, change, lang, folder).encode()


def kind_of(moment: Moment) -> str:
    """The name of an act."""
    return str(moment.action.__struct_config__.tag)


def drawn() -> Iterator[tuple[str, str]]:
    """Pushes of every game, each with the game's id: of all its scenarios, in every language, to a player and to a spectator."""
    for game, system in discover("app.systems").items():
        for scenario in system.manifest.scenarios:
            moments = _played(system, scenario)[::EVERY]
            for lang in LANGUAGES:
                for viewer in VIEWERS:
                    for _, push in pushes(system, scenario.seats.max, moments, lang, viewer):
                        yield game, push.decode()


def _played(system: GameSystem, scenario: ScenarioSpec) -> list[Moment]:
    """The first acts of a game with every seat taken, played at random."""
    pick = random.Random(scenario.id)
    setup = Setup(scenario.id, tuple({"kind": "human"} for _ in range(scenario.seats.max)), {})
    state = play.start(system, setup, StreamDice(bytes(32), "opening")).state
    moments: list[Moment] = []
    while len(moments) < ACTS and (asked := system.to_act(state)):
        moments.append(act_at_random(system, state, pick.choice(asked), pick, str(len(moments))))
        state = moments[-1].step.state
    return moments


def common(texts: Iterable[tuple[str, str]], most: int = MOST_BYTES) -> str:
    """What most of the texts of each game hold, in at most so many bytes: lines, each of which stands in one of the texts as it
    is, the most telling last, where packing finds it soonest."""
    by_game: dict[str, list[str]] = {}
    for game, text in texts:
        by_game.setdefault(game, []).append(text)
    weights = _weights(by_game)
    lines = sorted({line for each in by_game.values() for text in each for line in _WRITABLE.findall(text)})
    taken: set[str] = set()

    def worth(piece: str) -> float:
        grains = {grain for grain in _grains(piece) if grain not in taken}
        return sum(weights.get(grain, 0) for grain in grains) / (len(piece) + _GRAIN)

    waiting = [
        (-worth(piece), piece) for piece in sorted({piece for line in lines for piece in _pieces(line, weights)})
    ]
    heapq.heapify(waiting)
    found: list[str] = []
    left = most
    while waiting:
        known_worth, piece = heapq.heappop(waiting)
        now = worth(piece)
        if now < -known_worth:  # what was picked since holds some of it
            if now:
                heapq.heappush(waiting, (-now, piece))
        elif len(piece) < left:
            found.append(piece)
            taken.update(_grains(piece))
            left -= len(piece) + 1
    return "\n".join(reversed(found))


def _weights(by_game: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """For each run of letters, what share of the pushes of each game holds it, together; of a long push more hangs on it."""
    found: defaultdict[str, float] = defaultdict(float)
    for texts in by_game.values():
        whole = sum(math.sqrt(len(text)) for text in texts)
        for text in texts:
            for grain in set(_grains(text)):
                found[grain] += math.sqrt(len(text)) / whole
    return {grain: share for grain, share in found.items() if share >= _LEAST}


def _grains(text: str) -> Iterator[str]:
    return (text[at : at + _GRAIN] for at in range(len(text) - _GRAIN + 1))


def _pieces(line: str, weights: Container[str]) -> Iterator[str]:
    """Parts of a line, from each beginning of an element, without what is rare at either end."""
    weighty = [grain in weights for grain in _grains(line)]
    for begin in (each.start() for each in re.finditer("^|<", line)):
        for length in _LENGTHS:
            held = [at for at in range(begin, min(begin + length, len(weighty))) if weighty[at]]
            if held:
                yield line[held[0] : held[-1] + _GRAIN]


def written(text: str, template: str) -> str:
    """The module with another text in it."""
    edition = hashlib.sha256(text.encode("ascii")).hexdigest()[:8]
    module = re.sub(r"EDITION = '[0-9a-f]{8}'", f"EDITION = '{edition}'", template)
    return re.sub(r"KNOWN = `[^`]*`", lambda _: f"KNOWN = `{text}`", module)


def main() -> None:
    """Writes the file anew."""
    text = common(drawn())
    FILE.write_text(written(text, FILE.read_text("ascii")), "ascii")
    known.cache_clear()
    sys.stdout.write(f"{FILE.name}: {len(text)} bytes, edition {known().edition}\n")


if __name__ == "__main__":
    main()
