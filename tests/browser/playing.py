"""A person at a table page: what they see in their window, and what they do with the page's own controls."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, WebSocket, expect

from app.web.draw.known import known
from tests.browser.tables import dice_stay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server import RunningServer

GAME = "war_of_plastic"
SCENARIO = "garden_skirmish"
WIDTH_MM, HEIGHT_MM = 1200, 800
TWO_PEOPLE = ({"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"})
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}
SLOW_MS = 15_000  # how long a condition may take on a busy machine

# Where a place of the board is in the window, and what lies over it there; first the board comes to rest, for it makes room
# for the panels that open beside it.
_TO_SCREEN = """async ([x, y]) => {
    const board = document.querySelector('#board');
    const lie = () => { const {a, e, f} = board.getScreenCTM(); return `${a} ${e} ${f}`; };
    for (let calm = 0, before = ''; calm < 3; before = lie()) {
        await new Promise(requestAnimationFrame);
        calm = lie() === before ? calm + 1 : 0;
    }
    const at = new DOMPoint(x, Number(board.dataset.height) - y).matrixTransform(board.getScreenCTM());
    const hit = document.elementFromPoint(at.x, at.y);
    return {x: at.x, y: at.y, covered: hit?.closest('#board') ? null : hit?.outerHTML.slice(0, 200) ?? 'outside the window'};
}"""


class Table:
    """One window at a table, with a mouse, or with a finger if ``touch``."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self._touch = touch
        self.prompt = page.locator("#prompt")
        self.commit_button = page.locator("#commit")
        self.ending = page.locator("#ending")

    # What is seen

    @property
    def seat(self) -> str:
        """The seat of the window, or ``spectator``."""
        return self.page.locator("body").get_attribute("data-viewer") or ""

    @property
    def player(self) -> str:
        """The name of whoever sits here in a game of Ana, who hosts it, and Luis."""
        return {"A": "Ana", "B": "Luis"}[self.army]

    @property
    def army(self) -> str:
        """The army of the seat in a game of two."""
        return {"a": "A", "b": "B"}[self.seat]

    @property
    def seq(self) -> int:
        """How many events the window has been told of."""
        return int(self.page.locator("body").get_attribute("data-seq") or 0)

    @property
    def log(self) -> list[str]:
        """The lines of the log."""
        return self.page.locator("#log .entry__words").all_inner_texts()

    def unit(self, unit: str) -> Locator:
        """A unit on the board."""
        return self.page.locator(f"svg#board [data-unit='{unit}']")

    def places(self) -> dict[str, tuple[int, int]]:
        """Where every unit on the board stands, in millimetres."""
        pieces = self.page.locator("svg#board [data-unit]")
        found = pieces.evaluate_all("all => all.map(({dataset: d}) => [d.unit, Number(d.x), Number(d.y)])")
        return {unit: (x, y) for unit, x, y in found}

    def expect_online(self) -> None:
        """The light is green: the window hears what happens."""
        self.expect_light("online")

    def expect_light(self, state: str) -> None:
        """The connection light tells ``state``."""
        light = self.page.locator("#connection")
        expect(light).to_have_attribute("data-state", state, timeout=2 * SLOW_MS)

    def expect_unit_at(self, unit: str, place: tuple[int, int]) -> None:
        """The unit stands at a place, by its data and to the eye."""
        x, y = place
        expect(self.unit(unit)).to_have_attribute("data-x", str(x), timeout=SLOW_MS)
        expect(self.unit(unit)).to_have_attribute("data-y", str(y))
        expect(self.unit(unit)).to_have_attribute("transform", f"translate({x} {HEIGHT_MM - y})")

    def expect_heard(self, before: int) -> None:
        """The window is told of more than ``before`` events."""
        self.page.wait_for_function("before => Number(document.body.dataset.seq) > before", arg=before, timeout=SLOW_MS)

    def expect_my_go(self, words: str, *, patience_ms: int = SLOW_MS) -> None:
        """The one sentence asks something of this seat."""
        expect(self.prompt).to_have_text(words, timeout=patience_ms)
        expect(self.prompt).to_have_class(re.compile(r"\bis-my-go\b"))

    def expect_not_my_go(self, words: str | re.Pattern[str]) -> None:
        """The one sentence says whom this window waits for."""
        expect(self.prompt).to_have_text(words, timeout=SLOW_MS)
        expect(self.prompt).not_to_have_class(re.compile(r"\bis-my-go\b"))

    def expect_to_know_what_it_can_do(self) -> None:
        """The controls are those of now, not of before the last act."""
        expect(self.page.locator(f"#offers[data-seq='{self.seq}']")).to_be_attached(timeout=SLOW_MS)

    def expect_no_sideways_scroll(self) -> None:
        """Nothing is wider than the window, nor than the end screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
        for card in self.ending.locator(".ending__card").all():
            assert card.evaluate("card => card.scrollWidth - card.clientWidth") <= 0

    # What is done

    def tap(self, place: tuple[int, int]) -> None:
        """Clicks or taps a place of the board, in millimetres; nothing may lie over it."""
        at = self.page.evaluate(_TO_SCREEN, list(place))
        assert at["covered"] is None, f"{place} is covered by {at['covered']}"
        if self._touch:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drags over the board with the mouse."""
        first, last = (self.page.evaluate(_TO_SCREEN, list(place)) for place in (start, end))
        assert first["covered"] is None, f"{start} is covered by {first['covered']}"
        self.page.mouse.move(first["x"], first["y"])
        self.page.mouse.down()
        self.page.mouse.move((first["x"] + last["x"]) / 2, (first["y"] + last["y"]) / 2)
        self.page.mouse.move(last["x"], last["y"])
        self.page.mouse.up()

    def select(self, unit: str) -> None:
        """Selects an own unit by a click where it stands, and sees what it can do."""
        self.expect_to_know_what_it_can_do()
        self.tap(self.places()[unit])
        expect(self.page.locator("#who")).to_contain_text(unit)
        expect(self.page.locator("#offers [aria-labelledby=who] [data-offer]").first).to_be_visible()

    def press(self, name: str) -> None:
        """Presses a control by its words."""
        self.expect_to_know_what_it_can_do()
        button = self.page.locator("#dock").get_by_role("button", name=name)
        if self._touch:
            button.tap()
        else:
            button.click()

    def expect_allowed(self) -> None:
        """The server has judged the plan and allows it; Commit can be seen and pressed without scrolling."""
        verdict = self.page.locator("#plan [data-verdict]")
        expect(verdict).to_have_attribute("data-verdict", "legal", timeout=SLOW_MS)
        expect(self.commit_button).to_be_enabled()
        expect(self.commit_button).to_be_in_viewport(ratio=1)

    def commit(self) -> None:
        """Presses Commit and waits until the act is done and told."""
        before = self.seq
        if self._touch:
            self.commit_button.tap()
        else:
            self.commit_button.click()
        self.expect_heard(before)

    def do(self, name: str) -> None:
        """An act that is a bare button: its button, then Commit."""
        self.press(name)
        self.expect_allowed()
        self.commit()

    def do_at_once(self, name: str) -> None:
        """An act with nothing to weigh: one press of its button does it."""
        before = self.seq
        self.press(name)
        self.expect_heard(before)


class People:
    """Makes windows of different people, all closed after the test."""

    def __init__(self, browser: Browser, server: RunningServer, stack: ExitStack) -> None:
        self._browser = browser
        self._server = server
        self._stack = stack

    def window(self, language: str = "en", *, phone: bool = False) -> BrowserContext:
        """The browser of one more person."""
        context = self._browser.new_context(
            base_url=self._server.url,
            locale=language,
            viewport=PHONE if phone else LAPTOP,
            has_touch=phone,
            is_mobile=phone,
        )
        context.set_default_timeout(SLOW_MS)
        context.add_init_script(dice_stay("at_once"))
        self._stack.callback(context.close)
        return context

    def laid_table(self) -> tuple[str, str, str]:
        """A short quick start that nobody has begun; answers the links of Ana, of Luis, and to watch."""
        body = {"game": GAME, "scenario": SCENARIO, "options": {"max_rounds": 2}, "seats": TWO_PEOPLE}
        answer = httpx.post(f"{self._server.url}/api/v1/rooms", json=body | {"spectators": "public"}, timeout=30)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        ana, luis = (seat["url"] for seat in made["seats"])
        return ana, luis, made["spectator"]["url"]

    def two_at_a_table(self) -> tuple[Table, Table]:
        """Ana and Luis, each in a window of his own."""
        ana, luis, _ = self.laid_table()
        return come_in(self.window(), ana), come_in(self.window(), luis)


def mirrored(army: str, x: int, y: int) -> tuple[int, int]:
    """A place as army A sees it, from an army's own side: the quick start is the same turned by half a turn."""
    return (x, y) if army == "A" else (WIDTH_MM - x, HEIGHT_MM - y)


def come_in(context: BrowserContext, link: str, name: str | None = None, *, touch: bool = False) -> Table:
    """Follows a link to its seat, or to watch, by the one button of its page."""
    page = context.new_page()
    page.goto(link)
    if name is not None:
        page.locator("form.join input[name=name]").fill(name)
    page.locator("form.join button").click()
    return arrived(page, touch=touch)


def arrived(page: Page, *, touch: bool = False) -> Table:
    """The table of a page that is on its way there."""
    table = Table(page, touch=touch)
    expect(page.locator("svg#board")).to_be_visible(timeout=SLOW_MS)
    table.expect_online()
    return table


def roll_off(first: Table, second: Table) -> tuple[Table, Table]:
    """The first asked rolls who begins; answers whose turn it is and who waits."""
    first.do_at_once("Roll")
    for table in (first, second):
        expect(table.prompt).not_to_contain_text("Roll", timeout=SLOW_MS)
    return (first, second) if "Your turn" in first.prompt.inner_text() else (second, first)


def expect_same_everywhere(tables: Iterable[Table]) -> None:
    """Every window shows the same units at the same places and the same log."""
    first, *others = tables
    log = first.log
    for other in others:
        expect(other.page.locator("#log .entry__words")).to_have_text(log, timeout=SLOW_MS)
        assert other.places() == first.places()


@contextmanager
def told_everywhere(tables: Iterable[Table]) -> Iterator[None]:
    """What is done inside is told to every window, and in the end all show the same."""
    watching = list(tables)
    before = [table.seq for table in watching]
    yield
    for table, seq in zip(watching, before, strict=True):
        table.expect_heard(seq)
    expect_same_everywhere(watching)


class Overheard:
    """Everything that comes to a page from now on: answers to what it asks for, and what is pushed to it.

    An answer is read as soon as it is whole: the browser keeps no body of one whose page has gone meanwhile."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self._answers: list[str] = []
        page.on("websocket", self._listen)
        page.on("requestfinished", self._read)

    def texts(self) -> list[str]:
        """Every push, and every page and answer of the API."""
        return [*self.frames, *self._answers]

    def _read(self, request: Request) -> None:
        answer = request.response()
        if answer is not None and answer.ok and "/static/" not in answer.url:
            self._answers.append(answer.text())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(push_of(payload)))


def push_of(frame: str | bytes) -> str:
    """A push as the page reads it: a long one comes packed."""
    if isinstance(frame, str):
        return frame
    return zlib.decompressobj(-zlib.MAX_WBITS, zdict=known().text).decompress(frame).decode()
