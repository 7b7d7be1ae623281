"""What an act of a big game weighs on the wire for each page that looks on: what changed, and no list that stayed."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from app.engine.types import SPECTATOR
from app.web import messages
from app.web.line import Parcel
from app.web.templating import ROOT, build_templates
from app.web.texts import LANGUAGES
from tests.support.random_play import Moment, played, registry
from tests.web.tables import delta

MEASURED_BYTES, CARDS_BYTES = (3000, 14_000), (3000, 14_000)
"""Of most acts, and of those that end a turn with everything in it."""
PACKED_BYTES = 3000
"""Of every act, as a page is sent it."""


def pushes(game: str, scenario: str, seats: int, moments: slice, lang: str) -> Iterator[tuple[str, bytes]]:
    """The kind of every act, and its push in one of the languages."""
    system, templates = registry()[game], build_templates()
    folder: Path = ROOT / "app" / "systems" / game
    for moment in played(game, scenario, seats, 4).moments[moments]:
        before, after = (system.scene(system.view(state, SPECTATOR)) for state in (moment.state, moment.step.state))
        told = [system.tell(moment.state, each, SPECTATOR) for each in moment.step.events]
        log = tuple(system.describe(each) for each in told if each is not None)
        events = tuple({"seq": n, "at": "2026-01-01T12:00:00.000Z", "type": "told"} for n, _ in enumerate(log))
        message = messages.delta_message(templates, delta(before, after, log=log, events=events), lang, folder)
        yield kind_of(moment), message.encode()


def kind_of(moment: Moment) -> str:
    """The name of an act."""
    return str(moment.action.__struct_config__.tag)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "scenario", "seats", "moments", "most"),
    [
        ("war_of_plastic", "breakthrough", 6, slice(60, 130), MEASURED_BYTES),
        ("open_wars", "arcanums_crown", 2, slice(4, 74), CARDS_BYTES),
    ],
)
def test_most_acts_push_little(
    game: str, scenario: str, seats: int, moments: slice, most: tuple[int, int], lang: str
) -> None:
    found = list(pushes(game, scenario, seats, moments, lang))

    sizes = sorted(len(push) for _, push in found)
    assert statistics.median(sizes) < most[0], heaviest(found)
    assert sizes[-1] < most[1], heaviest(found)
    assert max(len(Parcel.packed(push).frames) for _, push in found) < PACKED_BYTES, heaviest(found)


def heaviest(found: Iterable[tuple[str, bytes]]) -> list[tuple[int, str]]:
    """The bytes of each push and the kind of its act, the most first."""
    return sorted(((len(push), kind) for kind, push in found), reverse=True)
