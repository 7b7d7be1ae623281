"""The pages around the tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from tests.screenshots.rooms import Room, Site, people
from tests.screenshots.states import State, View

if TYPE_CHECKING:
    from tests.screenshots.windows import Window

GAMES = ("war_of_plastic", "open_wars")
KEPT = Path(__file__).parents[1] / "fixtures" / "exports" / "war-of-plastic-plain.jsonl"


def at(path: str, site: Site) -> View:
    """A page that anybody may open."""
    return View(path)


def states() -> Iterator[State]:
    """Home, games, hosting, links, joining, importing, campaigns, errors."""
    yield State("pages/home", partial(at, "/"))
    yield State("pages/about", partial(at, "/about"))
    yield State("pages/api", partial(at, "/api/docs"))
    yield State("pages/import", partial(at, "/rooms/import"))
    yield State("pages/import-refused", partial(at, "/rooms/import"), import_nothing)
    for path in ("games/nowhere", "rooms/nowhere"):
        yield State(f"pages/{path.replace('/', '-')}", partial(at, f"/{path}"))
    yield State("pages/gone", replaced_link)
    for game in GAMES:
        yield State(f"pages/{game}", partial(at, f"/games/{game}"))
        yield State(f"pages/{game}-rules", partial(at, f"/games/{game}/rules"))
        yield State(f"pages/{game}-tables", partial(at, f"/games/{game}/tables"))
        yield State(f"pages/{game}-host", partial(at, f"/rooms/new?game={game}"), open_all)
    yield State("pages/host-refused", partial(at, "/rooms/new?game=war_of_plastic"), host_badly)
    yield State("pages/join", join)
    yield State("pages/watch", watch)
    yield State("pages/links-waiting", links_waiting)
    yield State("pages/links-playing", links_playing)
    yield State("pages/campaign-host", partial(at, "/campaigns/new?game=open_wars"), open_all)
    yield State("pages/campaign-playing", campaign_playing)
    yield State("pages/campaign-deciding", campaign_deciding)


def open_all(window: Window) -> None:
    """Whatever is folded is opened."""
    window.page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")


def host_badly(window: Window) -> None:
    """The form with a value that is refused."""
    open_all(window)
    number = window.locator("main form input[inputmode=numeric]:visible").first
    number.evaluate("each => { each.value = '99999'; each.form.noValidate = true; each.form.requestSubmit(); }")
    window.see("main form [aria-invalid=true]")
    open_all(window)


def import_nothing(window: Window) -> None:
    """The form sent without a file."""
    window.page.evaluate("document.querySelectorAll('[required]').forEach(each => { each.required = false; })")
    window.locator("main form button").last.click()
    window.see("[aria-invalid=true], .field__error")


def waiting_room(site: Site) -> Room:
    """A room whose second seat is open."""
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "open"}]
    return Room(site, "war_of_plastic", "garden_skirmish", seats)


def replaced_link(site: Site) -> View:
    """An old link, after the host made a new one."""
    room = waiting_room(site)
    room.post("host", "/links/b")
    return View(room.links["b"])


def join(site: Site) -> View:
    """What somebody sees who got the link of an open seat."""
    return View(waiting_room(site).links["b"])


def watch(site: Site) -> View:
    """What somebody sees who got the link to watch."""
    return View(waiting_room(site).links["spectator"])


def links_of_hosted(site: Site, **typed: str) -> View:
    """The host's page of a room hosted by the form."""
    with httpx.Client(base_url=site.url, headers={"origin": site.url}, timeout=30) as browser:
        form = {"game": "war_of_plastic", "scenario": "garden_skirmish", "seat_a_name": "Ana"} | typed
        answer = browser.post("/rooms/new", data={"seat_a_kind": "me", "seat_b_kind": "friend"} | form)
        assert answer.status_code == 303, answer.text
        return View(answer.headers["location"], cookies=tuple(browser.cookies.items()))


def links_waiting(site: Site) -> View:
    """Links to be sent."""
    return links_of_hosted(site)


def links_playing(site: Site) -> View:
    """The links of a room that plays already."""
    return links_of_hosted(site, seat_b_kind="bot")


def campaign(site: Site) -> dict[str, object]:
    """The War for Elandria, just begun."""
    body = {"game": "open_wars", "campaign": "war_for_elandria", "seats": people(faction=("elves", "orcs"))}
    made: dict[str, object] = site.post("/campaigns", body)
    return made


def campaign_playing(site: Site) -> View:
    """The page of a campaign while its first game is played."""
    return View("", (campaign(site)["seats"][0]["url"],))  # type: ignore[index]


def campaign_deciding(site: Site) -> View:
    """The page of a campaign between two games: Luis gave up the first one."""
    made = campaign(site)
    musters = (
        [{"unit": "elves.archer", "count": 3}, {"unit": "elves.warrior", "count": 2}],
        [{"unit": "orcs.axer", "count": 2}],
    )
    for seat, muster in zip(made["seats"], musters, strict=True):  # type: ignore[call-overload]
        bearer = {"authorization": f"Bearer {seat['token']}"}
        into = site.client.post(f"/api/v1/campaigns/{made['id']}/games", headers=bearer).json()
        path, headers = f"/api/v1/rooms/{into['room']}", {"authorization": f"Bearer {into['token']}"}
        action = {"type": "muster", "list": muster}
        assert site.client.post(f"{path}/actions", json={"action": action}, headers=headers).is_success
    assert site.client.post(f"{path}/resign", headers=headers, json={}).is_success
    return View("", (made["seats"][0]["url"],))  # type: ignore[index]
