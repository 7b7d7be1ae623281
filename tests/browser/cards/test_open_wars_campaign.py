"""Between two games of The War for Elandria: a unit is promoted and veterans are kept on the campaign's page, on a telephone."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.parts.web.api_site import bearer
from tests.support.server import RunningServer, running_server

pytestmark = pytest.mark.e2e

SEATS = [
    {"kind": "human", "name": "Ana", "faction": "elves"},
    {"kind": "human", "name": "Luis", "faction": "orcs"},
]
MUSTERS = (
    {"type": "muster", "list": [{"unit": "elves.archer", "count": 3}, {"unit": "elves.warrior", "count": 2}]},
    {"type": "muster", "list": [{"unit": "orcs.axer", "count": 2}]},
)


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    with running_server(module_database_url, LIMITS="off") as running:
        yield running


@pytest.fixture
def phone(browser: Browser, server: RunningServer) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.url, locale="en", viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def link(server: RunningServer) -> str:
    """Ana's link to a campaign after its first game: Luis gave up as soon as her army stood on its start cell."""
    with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as client:
        body = {"game": "open_wars", "campaign": "war_for_elandria", "seats": SEATS}
        made = client.post("/api/v1/campaigns", json=body).json()
        rooms = {}
        for seat, muster in zip(made["seats"], MUSTERS, strict=True):
            answer = client.post(f"/api/v1/campaigns/{made['id']}/games", headers=bearer(seat["token"]))
            rooms[seat["seat"]] = into = answer.json()
            path, headers = f"/api/v1/rooms/{into['room']}", bearer(into["token"])
            mustered = client.post(f"{path}/actions", json={"action": muster}, headers=headers)
            assert mustered.status_code == 200, mustered.text
        path, headers = f"/api/v1/rooms/{rooms['b']['room']}/resign", bearer(rooms["b"]["token"])
        assert client.post(path, headers=headers).status_code == 200
        url: str = made["seats"][0]["url"]
        return url


def assert_in_order(page: Page) -> None:
    """That axe finds nothing wrong and that nothing sticks out at the side."""
    found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_a_unit_is_promoted_and_veterans_are_kept_on_the_page(phone: Page, link: str) -> None:
    phone.goto(link)
    phone.locator("form.join button").click()
    expect(phone.get_by_role("heading", name="Promote a unit")).to_be_visible()
    assert_in_order(phone)

    phone.get_by_label("Archer: attack 2").check()
    phone.get_by_role("button", name="Decide: Promote a unit").click()
    expect(phone.get_by_text("A promotes: Archer, +1 attack.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Keep veterans")).to_be_visible()
    assert_in_order(phone)

    archers = phone.get_by_role("spinbutton", name="Archer")
    archers.fill("1")
    phone.get_by_role("button", name="Decide: Keep veterans").click()

    expect(phone.get_by_text("A keeps: Archer.")).to_be_visible()
    expect(phone.locator("[data-game='2']")).to_have_attribute("data-game-status", "playing")
    phone.locator("[data-game='2'] button").click()
    expect(phone.locator("svg#board")).to_be_visible()
    expect(phone.locator("svg#board [data-unit='A1.a.elves.archer']")).to_be_visible()
