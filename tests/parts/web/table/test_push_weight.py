"""What an act of a big game weighs on the wire for each page that looks on: what changed, and no list that stayed."""

from __future__ import annotations

import hashlib
import statistics
import zlib
from collections.abc import Iterable

import pytest

from app.web.api.line import Parcel
from app.web.draw.known import known
from app.web.wire.texts import LANGUAGES
from tests.support.known import drawn, kind_of, pushes
from tests.support.random_play import bounded, played, registry

MEASURED_BYTES, CARDS_BYTES = (3000, 14_000), (3000, 11_000)
HEIGHTS_BYTES = (3000, 26_000)
"""Of most acts, and of those that end a turn with everything in it."""
PACKED_BYTES = 3000
"""Of every act, as a page is sent it."""
ARMY_BYTES = 700
"""Of each army where all are laid open by the last that is handed in: one push tells what was kept secret of as many acts."""


def packed(push: bytes) -> int:
    """The bytes of a push on the wire, to a page that unpacks it."""
    return len(Parcel.packed(push, known().text).frames)


@pytest.mark.parametrize("lang", bounded(["es"], LANGUAGES))
@pytest.mark.parametrize(
    ("game", "scenario", "seats", "moments", "most"),
    [
        ("war_of_plastic", "breakthrough", 6, slice(60, 130), MEASURED_BYTES),
        ("open_wars", "arcanums_crown", 2, slice(4, 74), CARDS_BYTES),
        ("tierras_distantes", "reactor", 2, slice(30, 100), HEIGHTS_BYTES),
    ],
)
def test_most_acts_push_little(
    game: str, scenario: str, seats: int, moments: slice, most: tuple[int, int], lang: str
) -> None:
    found = list(pushes(registry()[game], seats, played(game, scenario, seats, 4).moments[moments], lang))

    sizes = sorted(len(push) for _, push in found)
    assert statistics.median(sizes) < most[0], heaviest(found)
    assert sizes[-1] < most[1], heaviest(found)
    assert max(packed(push) for _, push in found) < PACKED_BYTES, heaviest(found)
    assert statistics.median(packed(push) for _, push in found) < PACKED_BYTES / 4, heaviest(found)


@pytest.mark.parametrize("lang", bounded(["es"], LANGUAGES))
def test_even_with_seven_seats_an_act_pushes_little_to_a_page(lang: str) -> None:
    moments = played("open_wars", "seven_crowns", 7, 4).moments
    fullest = sorted(moments, key=lambda moment: len(moment.step.events))[-30:]
    mustered = [moment for moment in fullest if kind_of(moment) == "muster"]

    found = list(pushes(registry()["open_wars"], 7, [each for each in fullest if each not in mustered], lang))
    ((_, laid_open),) = pushes(registry()["open_wars"], 7, mustered, lang)

    assert max(packed(push) for _, push in found) < PACKED_BYTES, heaviest(found)
    assert packed(laid_open) < 7 * ARMY_BYTES


def test_what_page_and_server_know_is_told_apart_by_its_content() -> None:
    assert known().text.isascii()
    assert known().edition == hashlib.sha256(known().text).hexdigest()[:8]


def test_what_page_and_server_know_is_still_drawn() -> None:
    """If not, ``make known`` picks it anew."""
    missing = set(known().text.decode().splitlines())
    for _, push in drawn():
        missing = {line for line in missing if line not in push}
        if not missing:
            break

    assert missing == set()


def test_a_push_is_unpacked_after_what_is_known_said_as_it_is() -> None:
    text, said = b"<p>x</p>" * 200, known().text
    stored = bytes([0, *len(said).to_bytes(2, "little"), *(len(said) ^ 0xFFFF).to_bytes(2, "little")]) + said

    (sent,) = Parcel.packed(text, said).texts

    assert zlib.decompress(stored + sent, wbits=-zlib.MAX_WBITS) == said + text


def heaviest(found: Iterable[tuple[str, bytes]]) -> list[tuple[int, int, str]]:
    """The bytes of each push, packed and plain, and the kind of its act, the most first."""
    return sorted(((packed(push), len(push), kind) for kind, push in found), reverse=True)
