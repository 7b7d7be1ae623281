"""The workshops: an empty board, a battle in the making, one with faults; and lists that are against the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.screenshots.open_wars import mustering
from tests.screenshots.states import State, View
from tests.screenshots.war_of_plastic import army_list

if TYPE_CHECKING:
    from tests.screenshots.rooms import Site
    from tests.screenshots.windows import Window

PLASTIC, WARS, PLANET = "war_of_plastic", "open_wars", "tierras_distantes"
Edits = Sequence[Mapping[str, Any]]
WOOD = [[150, 300], [330, 290], [360, 380], [210, 400]]
ZONE = [[520, 340], [680, 340], [680, 460], [520, 460]]

LANE: Edits = (
    {"type": "place", "tool": "shape:house_16", "x": 300, "y": 200, "turn_deg": 15},
    {"type": "place", "tool": "shape:ruins_15", "x": 900, "y": 260},
    {"type": "draw", "tool": "area:wood", "points": WOOD},
    {"type": "draw", "tool": "zone:AB", "points": ZONE},
    {"type": "place", "tool": "unit:placed:A:soldier", "x": 500, "y": 120},
    {"type": "place", "tool": "unit:placed:A:tank", "x": 650, "y": 110},
    {"type": "add", "tool": "unit:undeployed:A:machine_gunner"},
    {"type": "mirror", "half": "south", "turned": True},
    {"type": "change", "field": "name_es", "value": "El callejón"},
    {"type": "change", "field": "name_en", "value": "The lane"},
)
BROKEN: Edits = (
    {"type": "place", "tool": "shape:house_16", "x": 40, "y": 400},
    {"type": "place", "tool": "unit:placed:A:tank", "x": 300, "y": 200},
    {"type": "place", "tool": "unit:placed:A:soldier", "x": 310, "y": 200},
    {"type": "change", "field": "options.obstacle_method", "value": "alternate"},
)
VALLEY: Edits = (
    {"type": "add", "tool": "seats"},
    *({"type": "place", "tool": f"card.{card}", "cell": cell} for card, cell in (("forest", "B1"), ("water", "C1"),
      ("mountain", "D2"), ("town", "B2"), ("desert", "A3"))),
    {"type": "place", "tool": "hole", "cell": "E1"},
    {"type": "place", "tool": "points", "cell": "C3"},
    {"type": "mirror", "half": "north", "turned": True},
    {"type": "place", "tool": "force.a.amazons.javelin", "cell": "A1"},
    {"type": "place", "tool": "force.a.amazons.guardian", "cell": "A2"},
    {"type": "change", "field": "gold", "value": 12, "id": "a"},
)  # fmt: skip
NOWHERE: Edits = (
    {"type": "add", "tool": "seats"},
    {"type": "place", "tool": "hole", "cell": "E5"},
    {"type": "change", "field": "wins_annihilation", "value": False},
)
JUNGLE = [[400, 60], [640, 40], [640, 190], [430, 210]]
PASS: Edits = (
    {"type": "place", "tool": "piece:building", "x": 260, "y": 240},
    {"type": "place", "tool": "feature:hill", "x": 300, "y": 480},
    {"type": "place", "tool": "feature:ruins", "x": 860, "y": 240},
    {"type": "place", "tool": "piece:swamp", "x": 900, "y": 500},
    {"type": "place", "tool": "piece:rock", "x": 620, "y": 400},
    {"type": "draw", "tool": "area:woods", "points": JUNGLE},
    {"type": "mirror", "half": "south", "turned": True},
    {"type": "place", "tool": "objective", "x": 600, "y": 600},
    {"type": "add", "tool": "squad:A:reactor.A"},
    {"type": "add", "tool": "squad:B:reactor.B"},
    {"type": "add", "tool": "places:A:south"},
    {"type": "add", "tool": "places:B:north"},
    {"type": "change", "field": "name_es", "value": "El paso"},
    {"type": "change", "field": "name_en", "value": "The pass"},
)
HEAPED: Edits = (
    {"type": "place", "tool": "piece:building", "x": 40, "y": 400},
    {"type": "draw", "tool": "area:woods", "points": JUNGLE},
    {"type": "place", "tool": "feature:ruins", "x": 500, "y": 150},
    {"type": "add", "tool": "member:A:alien_brute"},
)
IN_HAND = {PLASTIC: "shape:house_16", WARS: "card.water", PLANET: "piece:building"}


def states() -> Iterator[State]:
    """Workshops, and list builders."""
    making_of = ((PLASTIC, LANE, "house-1", BROKEN), (WARS, VALLEY, "a", NOWHERE), (PLANET, PASS, "building-1", HEAPED))
    for game, made, thing, broken in making_of:
        at = partial(workshop, game=game)
        yield State(f"workshop/{game}-empty", at, is_slow=True)
        making = partial(open_battle, game=game, edits=made, thing=thing)
        yield State(f"workshop/{game}-making", at, making, has_tablet=True, is_slow=True)
        yield State(f"workshop/{game}-in-hand", at, partial(take, game=game), is_slow=True)
        yield State(f"workshop/{game}-faults", at, partial(open_battle, game=game, edits=broken), is_slow=True)
        yield State(f"workshop/{game}-mirror", at, partial(ask_for_image, game=game, edits=made), is_slow=True)
        yield State(f"workshop/{game}-file", at, lambda window: window.click('[data-do="file"]'), is_slow=True)
    plastic, wars = "9 × ? [soldier]\n30 × ? [tank]", "5 × ? [orcs.slynn]\n1 × ? [orcs.axer]"
    yield State(f"workshop/{PLASTIC}-illegal-list", army_list, partial(compose_text, text=plastic), is_slow=True)
    yield State(f"workshop/{WARS}-illegal-list", mustering, partial(load, text=wars), is_slow=True)


def workshop(site: Site, *, game: str) -> View:
    """The workshop with an empty board."""
    return View(f"/games/{game}/workshop?scenario=")


def open_battle(window: Window, *, game: str, edits: Edits, thing: str = "") -> None:
    """A battle opened as a file, as many edits after the empty board; a thing of it chosen, else its faults are shown."""
    window.see("#main[data-answers]")
    asked = f"/api/v1/games/{game}/battles"
    battle = window.page.request.post(asked, data={}).json()["battle"]
    for edit in edits:
        answer = window.page.request.post(f"{asked}/edit", data={"battle": battle, "edit": edit})
        assert answer.ok, answer.text()
        battle = answer.json()["battle"]
    file = json.dumps({"kind": "tapete-battle-1", "game": game, "battle": battle}).encode()
    answers = _answers(window)
    window.locator("#import").set_input_files({"name": "it.json", "mimeType": "application/json", "buffer": file})
    _heard(window, answers)
    if not thing:
        window.click("#tab-faults")
        return
    window.click("#tab-lists")
    window.click(f'#lists [data-thing="{thing}"]')
    _heard(window, answers + 1)


def take(window: Window, *, game: str) -> None:
    """A tool of the palette is in hand."""
    tool = IN_HAND[game]
    window.see("#main[data-answers]")
    window.locator(f'[data-tool="{tool}"]').evaluate("each => { each.closest('details').open = true; }")
    window.click(f'[data-tool="{tool}"]')


def ask_for_image(window: Window, *, game: str, edits: Edits) -> None:
    """What is asked before one half becomes the image of the other."""
    open_battle(window, game=game, edits=edits)
    window.click("[popovertarget=mirror]")
    window.see("#mirror")


def compose_text(window: Window, *, text: str) -> None:
    """The composer, opened, with a list that somebody sent as text."""
    window.click('#offers [data-offer="commit_list"], #offers [data-offer]')
    load(window, text=text)


def load(window: Window, *, text: str) -> None:
    """A list that somebody sent as text, and that is against the rules."""
    window.click('[data-focus="list-tools"]')
    window.click('[data-focus="shelf-text"]')
    window.locator('[data-focus="list-text"]').fill(text)
    window.click('[data-focus="list-load"]')
    window.see("#plan [data-verdict=illegal]")


def _answers(window: Window) -> int:
    return int(window.locator("#main").get_attribute("data-answers") or 0)


def _heard(window: Window, before: int) -> None:
    window.page.wait_for_function("n => Number(document.querySelector('#main').dataset.answers) > n", arg=before)
